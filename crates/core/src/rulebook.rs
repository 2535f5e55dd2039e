//! Rule books: the pages of `docs/rules`, split into rules that can be looked up.
//!
//! A rule starts with a bold id and title, such as `**EL-23 Four make a Time.**`, and continues to the next rule or
//! heading.

/// A rule book in Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Rulebook {
    /// The prefix of its rule ids, such as `EL`.
    pub prefix: &'static str,
    /// The Markdown text.
    pub text: &'static str,
}

/// One rule of a book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paragraph {
    /// The id, such as `EL-23`.
    pub id: String,
    /// The title.
    pub title: String,
    /// The text, in Markdown.
    pub text: String,
    /// The heading above the rule.
    pub section: String,
}

impl Rulebook {
    /// All rules, in the order of the book.
    pub fn paragraphs(&self) -> Vec<Paragraph> {
        let mut rules: Vec<Paragraph> = Vec::new();
        let (mut section, mut open, mut fenced) = (String::new(), false, false);
        for line in self.text.lines() {
            fenced ^= line.starts_with("```");
            if !fenced && line.starts_with('#') {
                line.trim_start_matches('#').trim().clone_into(&mut section);
                open = false;
            } else if let Some((id, title, text)) = self.opening(line).filter(|_| !fenced) {
                rules.push(Paragraph {
                    id: id.to_owned(),
                    title: title.to_owned(),
                    text: format!("{}\n", text.trim()),
                    section: section.clone(),
                });
                open = true;
            } else if let (true, Some(rule)) = (open, rules.last_mut()) {
                rule.text.push_str(line);
                rule.text.push('\n');
            }
        }
        for rule in &mut rules {
            rule.text.truncate(rule.text.trim_end().len());
        }
        rules
    }

    fn opening<'a>(&self, line: &'a str) -> Option<(&'a str, &'a str, &'a str)> {
        let (bold, text) = line.strip_prefix("**")?.split_once("**")?;
        let (id, title) = bold.split_once(' ').unwrap_or((bold, ""));
        id.strip_prefix(self.prefix)?.strip_prefix('-')?;
        Some((id, title.trim_end_matches('.'), text))
    }

    /// The rule with this id, ignoring case.
    pub fn find(&self, id: &str) -> Option<Paragraph> {
        self.paragraphs().into_iter().find(|rule| rule.id.eq_ignore_ascii_case(id))
    }

    /// All ids of this book that a text cites, including repetitions.
    pub fn cited<'a>(&self, text: &'a str) -> Vec<&'a str> {
        let mut ids = Vec::new();
        for (start, _) in text.match_indices(self.prefix) {
            let Some(rest) = text[start + self.prefix.len()..].strip_prefix('-') else { continue };
            let letters = rest.bytes().take_while(u8::is_ascii_uppercase).count();
            let digits = rest[letters..].bytes().take_while(u8::is_ascii_digit).count();
            // A rule that was inserted between two others ends with a letter: `SR-R09b`.
            let after = &rest[letters + digits..];
            let letter = after.starts_with(|c: char| c.is_ascii_lowercase())
                && !after[1..].starts_with(|c: char| c.is_alphanumeric());
            if digits > 0 {
                let length = letters + digits + usize::from(letter);
                ids.push(&text[start..start + self.prefix.len() + 1 + length]);
            }
        }
        ids
    }

    /// The fenced blocks of one language, such as `example`, each with the number of its first line.
    pub fn blocks(&self, language: &str) -> Vec<(usize, String)> {
        let mut blocks = Vec::new();
        let mut open: Option<(usize, String)> = None;
        for (line, number) in self.text.lines().zip(1..) {
            match (&mut open, line.strip_prefix("```")) {
                (None, Some(info)) if info.trim() == language => open = Some((number + 1, String::new())),
                (Some(_), Some(_)) => blocks.extend(open.take()),
                (Some((_, block)), None) => {
                    block.push_str(line);
                    block.push('\n');
                }
                (None, _) => {}
            }
        }
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOOK: Rulebook = Rulebook {
        prefix: "XX",
        text: "# Game\n\n## Cards\n\n**XX-01 A card.** It is a card.\nTwo lines.\n\n**XX-R02 Why.** So (XX-01).\n\n\
               ```example\n# no heading\n```\n\n## End\n\nNot a rule.\n",
    };

    #[test]
    fn a_page_is_split_into_rules() {
        let rules = BOOK.paragraphs();
        assert_eq!(rules.len(), 2);
        assert_eq!((rules[0].id.as_str(), rules[0].title.as_str()), ("XX-01", "A card"));
        assert_eq!(rules[0].text, "It is a card.\nTwo lines.");
        assert_eq!(rules[1].section, "Cards");
        assert!(rules[1].text.contains("# no heading") && !rules[1].text.contains("Not a rule"));
        assert_eq!(BOOK.find("xx-r02").unwrap().id, "XX-R02");
    }

    #[test]
    fn citations_and_blocks_are_found() {
        assert_eq!(BOOK.cited("XX-01, XX-R02..XX-R3 XX- YY-01"), ["XX-01", "XX-R02", "XX-R3"]);
        assert_eq!(BOOK.cited("XX-R09b. XX-09x2 XX-07and XX-08b"), ["XX-R09b", "XX-09", "XX-07", "XX-08b"]);
        assert_eq!(BOOK.blocks("example"), [(11, "# no heading\n".to_owned())]);
    }
}
