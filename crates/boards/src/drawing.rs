//! Boards in parts, so that a page is sent only what has changed, and only that is drawn again.

use std::borrow::Cow;
use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use maud::{Markup, PreEscaped};

/// Where a part belongs in the frame. No text on a page contains this character.
const HOLE: char = '\u{1}';

/// A board as HTML: a frame, and the parts that fill its holes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Drawing {
    frame: String,
    parts: Vec<Part>,
}

/// The content of an element that has the name of the part in `data-part`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The name, which is unique on the page.
    pub name: Cow<'static, str>,
    /// The HTML.
    pub html: Arc<str>,
    /// The hash of everything that it was drawn from, if that is known.
    key: Option<u64>,
}

impl Drawing {
    /// Draws a board. Parts of an earlier drawing are taken over where nothing has changed.
    pub fn new(before: Option<&Drawing>, draw: impl FnOnce(&Pen<'_>) -> Markup) -> Drawing {
        let pen = Pen { before, parts: RefCell::default() };
        let frame = draw(&pen).into_string();
        let parts = pen.parts.into_inner();
        debug_assert_eq!(frame.matches(HOLE).count(), parts.len(), "every part has its place");
        Drawing { frame, parts }
    }

    /// The whole board.
    pub fn html(&self) -> Markup {
        let length: usize = self.parts.iter().map(|part| part.html.len()).sum();
        let mut html = String::with_capacity(self.frame.len() + length);
        let mut parts = self.parts.iter();
        for (n, piece) in self.frame.split(HOLE).enumerate() {
            if n > 0 {
                html.push_str(parts.next().map_or("", |part| &part.html));
            }
            html.push_str(piece);
        }
        PreEscaped(html)
    }

    /// The parts that differ from those of another drawing; `None` if more than parts differs.
    pub fn changes(&self, before: &Drawing) -> Option<Vec<&Part>> {
        let names = |drawing: &Drawing| drawing.parts.len();
        if self.frame != before.frame || names(self) != names(before) {
            return None;
        }
        let pairs = self.parts.iter().zip(&before.parts);
        Some(pairs.filter(|(now, then)| now.html != then.html).map(|(now, _)| now).collect())
    }

    /// The drawing with something after it.
    #[must_use]
    pub fn followed_by(mut self, more: &Markup) -> Drawing {
        self.frame.push_str(&more.0);
        self
    }
}

impl From<Markup> for Drawing {
    /// A drawing without parts.
    fn from(html: Markup) -> Drawing {
        Drawing { frame: html.into_string(), parts: Vec::new() }
    }
}

/// What draws the parts of a board. The element around a part has its name in `data-part`.
pub struct Pen<'a> {
    before: Option<&'a Drawing>,
    parts: RefCell<Vec<Part>>,
}

impl Pen<'_> {
    /// A part that is always drawn.
    pub fn part(&self, name: impl Into<Cow<'static, str>>, html: Markup) -> Markup {
        self.add(Part { name: name.into(), html: html.into_string().into(), key: None })
    }

    /// A part that is taken from the earlier drawing unless something in `from`, of which it is drawn, has changed.
    pub fn keep(
        &self,
        name: impl Into<Cow<'static, str>>,
        from: impl Hash,
        draw: impl FnOnce() -> Markup,
    ) -> Markup {
        let name = name.into();
        let mut hasher = DefaultHasher::new();
        from.hash(&mut hasher);
        let key = Some(hasher.finish());
        // Parts come in the same order in every drawing of a board.
        let at = self.parts.borrow().len();
        let known = self.before.and_then(|before| before.parts.get(at));
        let html = match known.filter(|part| part.key == key && part.name == name) {
            Some(part) => Arc::clone(&part.html),
            None => draw().into_string().into(),
        };
        self.add(Part { name, html, key })
    }

    fn add(&self, part: Part) -> Markup {
        self.parts.borrow_mut().push(part);
        PreEscaped(HOLE.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use maud::html;

    use super::*;

    fn draw(before: Option<&Drawing>, numbers: [u32; 2], class: &str, drawn: &Cell<usize>) -> Drawing {
        let one = |n: u32| {
            drawn.set(drawn.get() + 1);
            html! { b { (n) } }
        };
        Drawing::new(before, |pen| {
            html! {
                div class=(class) {
                    p data-part="first" { (pen.keep("first", numbers[0], || one(numbers[0]))) }
                    p data-part="second" { (pen.keep("second", numbers[1], || one(numbers[1]))) }
                    p data-part="sum" { (pen.part("sum", html! { (numbers[0] + numbers[1]) })) }
                }
            }
        })
    }

    #[test]
    fn only_what_has_changed_is_drawn_and_sent() {
        let drawn = Cell::new(0);
        let first = draw(None, [1, 2], "a", &drawn);
        assert_eq!(drawn.get(), 2);
        let second = draw(Some(&first), [1, 3], "a", &drawn);
        assert_eq!(drawn.get(), 3);
        assert_eq!(
            second.html().0,
            "<div class=\"a\"><p data-part=\"first\"><b>1</b></p><p data-part=\"second\"><b>3</b></p>\
             <p data-part=\"sum\">4</p></div>"
        );
        let changes: Vec<(&str, &str)> =
            second.changes(&first).unwrap().into_iter().map(|part| (&*part.name, &*part.html)).collect();
        assert_eq!(changes, [("second", "<b>3</b>"), ("sum", "4")]);
        let third = draw(Some(&second), [1, 3], "b", &drawn);
        assert_eq!((drawn.get(), third.changes(&second)), (3, None), "the frame has changed");
        assert_eq!(third.changes(&third), Some(Vec::new()));
    }
}
