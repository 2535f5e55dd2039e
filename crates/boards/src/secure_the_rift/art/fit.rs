//! Text measurement and line breaking.
//!
//! The reader's fonts are unknown. These are the widths of wide fonts, so narrower fonts only leave more space.

/// The weight of a font.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    Plain,
    Bold,
}

/// The width of a text, in thousandths of the font size.
pub(super) fn width(text: &str, weight: Weight) -> i32 {
    let letter = |letter: char| match letter {
        ' ' | '\'' | '.' | ',' | ':' | ';' | 'i' | 'j' | 'l' => 380,
        '!' | '(' | ')' | '-' | '/' | 'f' | 'I' | 'J' | 'r' | 't' | '·' => 490,
        'w' | 'N' | 'H' => 920,
        'm' | 'M' | 'W' | '%' | '@' | '—' => 1110,
        '0'..='9' | 'a'..='z' => 700,
        _ => 870,
    };
    let bold: i32 = text.chars().map(letter).sum();
    match weight {
        Weight::Bold => bold,
        Weight::Plain => bold * 9 / 10,
    }
}

/// The largest font size in tenths, at most `most`, at which a text is no wider than `room`.
pub(super) fn size(text: &str, weight: Weight, room: i32, most: i32) -> i32 {
    (room * 10_000 / width(text, weight).max(1)).min(most)
}

/// Whether a word is a keyword of the rules, which are written in capitals.
pub(super) fn is_keyword(word: &str) -> bool {
    let letters = word.trim_matches(|it: char| it.is_ascii_punctuation());
    letters.len() > 2 && letters.chars().all(char::is_uppercase)
}

/// A text broken into lines of one font size.
pub(super) struct Lines {
    /// The font size in tenths.
    pub(super) size: i32,
    pub(super) lines: Vec<Line>,
}

pub(super) struct Line {
    pub(super) text: String,
    /// Whether the line begins a new paragraph.
    pub(super) opens: bool,
}

impl Lines {
    /// The distance between two lines, in tenths.
    pub(super) fn leading(&self) -> i32 {
        self.size * 5 / 4
    }

    /// The space between two paragraphs, in tenths.
    pub(super) fn gap(&self) -> i32 {
        self.size * 2 / 5
    }

    /// The height of all lines, in tenths.
    pub(super) fn height(&self) -> i32 {
        let gaps = self.lines.iter().skip(1).filter(|line| line.opens).count() as i32;
        self.lines.len() as i32 * self.leading() + gaps * self.gap()
    }

    /// Breaks paragraphs into lines at the largest font size that fits into a box, or else at the smallest.
    pub(super) fn fit(paragraphs: &[String], room: i32, height: i32, sizes: [i32; 2]) -> Lines {
        let [least, most] = sizes;
        let at = |size: i32| {
            let lines = paragraphs.iter().flat_map(|it| wrap(it, room * 10_000 / size)).collect();
            Lines { size, lines }
        };
        (least..=most).rev().map(at).find(|it| it.height() <= height * 10).unwrap_or_else(|| at(least))
    }
}

/// The lines of a paragraph. A line is wider than `room` thousandths of the font size only if it is a single word.
fn wrap(paragraph: &str, room: i32) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut used = 0;
    for word in paragraph.split_whitespace() {
        let weight = if is_keyword(word) { Weight::Bold } else { Weight::Plain };
        let (wide, blank) = (width(word, weight), width(" ", Weight::Bold));
        match lines.last_mut() {
            Some(line) if used + blank + wide <= room => {
                line.text.push(' ');
                line.text.push_str(word);
                used += blank + wide;
            }
            _ => {
                lines.push(Line { text: word.to_owned(), opens: lines.is_empty() });
                used = wide;
            }
        }
    }
    lines
}
