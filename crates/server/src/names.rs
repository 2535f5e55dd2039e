//! The names that people choose.

use unicode_normalization::UnicodeNormalization;

/// Maximum length of a name, in characters.
pub(crate) const MAX_NAME_LEN: usize = 24;
/// Maximum number of marks on one letter.
const MAX_MARKS: usize = 2;

/// A name in normal form, or the reason why it cannot be used.
pub(crate) fn normalize(name: &str) -> Result<String, &'static str> {
    let mut text = String::new();
    let mut marks = 0;
    for letter in name.nfkc().filter(|letter| !is_invisible(*letter)) {
        marks = if unicode_normalization::char::is_combining_mark(letter) { marks + 1 } else { 0 };
        if marks <= MAX_MARKS {
            text.push(if letter.is_whitespace() { ' ' } else { letter });
        }
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if !text.chars().any(char::is_alphanumeric) {
        return Err("A name needs at least one letter or digit.");
    }
    if text.chars().count() > MAX_NAME_LEN {
        return Err("A name has at most 24 characters.");
    }
    let lower = text.to_lowercase();
    let mut words = lower.split(|letter: char| !letter.is_alphanumeric());
    if words.any(|word| matches!(word, "bot" | "bots")) {
        return Err("Only bots have \"bot\" in their name.");
    }
    Ok(text)
}

/// Whether a character cannot be seen, or changes the direction of the text after it.
fn is_invisible(letter: char) -> bool {
    let format = matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}');
    (letter.is_control() && !letter.is_whitespace()) || format
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_normalized() {
        for (name, normal) in [
            ("Ada", "Ada"),
            ("  Ada \t Lovelace\n", "Ada Lovelace"),
            ("A\u{200b}d\u{2060}a", "Ada"),
            ("\u{202e}adA", "adA"),
            ("\u{ff21}\u{ff44}\u{ff41}", "Ada"),
            ("Zoe\u{308}", "Zoë"),
            ("דנה", "דנה"),
            ("Abbott", "Abbott"),
        ] {
            assert_eq!(normalize(name).as_deref(), Ok(normal), "{name:?}");
        }
        let marked = normalize(&format!("A{}", "\u{301}".repeat(50))).unwrap();
        assert!(marked.chars().count() <= 1 + MAX_MARKS, "{marked:?}");
    }

    #[test]
    fn names_that_mislead_are_refused() {
        for name in [
            "",
            "   ",
            "\u{200b}\u{2060}",
            "\u{3164}",
            "\u{2800}",
            "***",
            "adept bot",
            "Bot",
            "\u{ff42}ot",
            "b\u{200b}ot",
            "master-bot",
            &"x".repeat(25),
        ] {
            assert!(normalize(name).is_err(), "{name:?}");
        }
    }
}
