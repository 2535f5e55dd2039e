//! Sentences for people, as typed parts.
//!
//! A text marks the seats and things that it mentions, and a client decides how to show them. The terminal writes
//! `seat 1`; a page writes the player's name and links the card. This also makes translation possible.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

use crate::{Seat, text};

/// One part of a [`Text`].
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// A player, identified by their seat.
    Seat(Seat),
    /// A number.
    Number(i64),
    /// Plain words.
    #[serde(untagged)]
    Words(Cow<'static, str>),
    /// Something on the table: a card, a planet, a space.
    #[serde(untagged)]
    Thing {
        /// Its id, the word used in sentences and in [`Told::things`](crate::Told).
        thing: String,
        /// Its name for people.
        name: String,
    },
}

/// A sentence for people, made of typed parts.
///
/// Build one with the [`text!`](crate::text!) macro.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Text(Vec<Part>);

impl Text {
    /// The empty text.
    pub const EMPTY: Text = Text(Vec::new());

    /// The parts in order.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    /// Whether the text has no parts.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends more parts.
    pub fn push(&mut self, more: impl ToText) {
        more.add_to(self);
    }

    /// The text with `more` appended.
    #[must_use]
    pub fn and(mut self, more: impl ToText) -> Text {
        self.push(more);
        self
    }

    /// The texts joined by `between`.
    pub fn joined<T: ToText>(texts: impl IntoIterator<Item = T>, between: &'static str) -> Text {
        let mut joined = Text::EMPTY;
        for text in texts {
            if !joined.is_empty() {
                joined.push(between);
            }
            joined.push(text);
        }
        joined
    }

    /// The texts as a list in a sentence: `a`, `a and b`, `a, b and c`.
    pub fn listed<T: ToText>(texts: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>) -> Text {
        let texts = texts.into_iter();
        let last = texts.len().saturating_sub(1);
        let mut list = Text::EMPTY;
        for (at, text) in texts.enumerate() {
            match at {
                0 => {}
                at if at == last => list.push(" and "),
                _ => list.push(", "),
            }
            list.push(text);
        }
        list
    }

    /// The text as a string, with the names that `name` returns for players.
    pub fn to_string_with(&self, name: impl Fn(Seat) -> String) -> String {
        let mut shown = String::new();
        for part in &self.0 {
            match part {
                Part::Words(words) => shown.push_str(words),
                Part::Seat(seat) => shown.push_str(&name(*seat)),
                Part::Number(number) => shown.push_str(&number.to_string()),
                Part::Thing { name, .. } => shown.push_str(name),
            }
        }
        shown
    }

    /// The text as a string, with players' names. A seat without a name is shown by its number, counted from 1.
    pub fn with_names(&self, names: &[String]) -> String {
        self.to_string_with(|seat| match names.get(seat.index()) {
            Some(name) => name.clone(),
            None => format!("seat {}", seat.number()),
        })
    }
}

/// The text for terminals, logs and programs: players are written as `seat 0`, `seat 1` and so on, with a capital
/// letter at the start of a sentence.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, part) in self.0.iter().enumerate() {
            match part {
                Part::Words(words) => f.write_str(words)?,
                Part::Seat(Seat(number)) if at == 0 => write!(f, "Seat {number}")?,
                Part::Seat(seat) => write!(f, "{seat}")?,
                Part::Number(number) => write!(f, "{number}")?,
                Part::Thing { name, .. } => f.write_str(name)?,
            }
        }
        Ok(())
    }
}

/// A value that can be part of a [`Text`].
pub trait ToText {
    /// Appends this value to `text`.
    fn add_to(self, text: &mut Text);
}

impl ToText for Part {
    fn add_to(self, text: &mut Text) {
        match (text.0.last_mut(), self) {
            // Adjacent words are merged into one part, so that equal sentences have equal parts.
            (Some(Part::Words(last)), Part::Words(more)) => last.to_mut().push_str(&more),
            (_, Part::Words(words)) if words.is_empty() => {}
            (_, part) => text.0.push(part),
        }
    }
}

impl ToText for Text {
    fn add_to(self, text: &mut Text) {
        self.0.into_iter().for_each(|part| part.add_to(text));
    }
}

impl ToText for &'static str {
    fn add_to(self, text: &mut Text) {
        Part::Words(Cow::Borrowed(self)).add_to(text);
    }
}

impl ToText for String {
    fn add_to(self, text: &mut Text) {
        Part::Words(Cow::Owned(self)).add_to(text);
    }
}

impl ToText for Seat {
    fn add_to(self, text: &mut Text) {
        Part::Seat(self).add_to(text);
    }
}

macro_rules! numbers {
    ($($number:ty),+) => {
        $(impl ToText for $number {
            fn add_to(self, text: &mut Text) {
                Part::Number(self.into()).add_to(text);
            }
        })+
    };
}

numbers!(u8, u16, u32, i16, i32, i64);

impl ToText for usize {
    fn add_to(self, text: &mut Text) {
        Part::Number(self as i64).add_to(text);
    }
}

impl<T: ToText> ToText for Option<T> {
    fn add_to(self, text: &mut Text) {
        if let Some(it) = self {
            it.add_to(text);
        }
    }
}

impl From<&'static str> for Text {
    fn from(words: &'static str) -> Text {
        text![words]
    }
}

impl From<String> for Text {
    fn from(words: String) -> Text {
        text![words]
    }
}

/// A [`Text`] of the given parts, each of which implements [`ToText`].
///
/// ```
/// use atlas_core::{Seat, text};
///
/// let told = text![Seat(1), " bets ", 2, " chips"];
/// assert_eq!(told.to_string(), "Seat 1 bets 2 chips");
/// assert_eq!(told.with_names(&["Ann".to_owned(), "Bob".to_owned()]), "Bob bets 2 chips");
/// ```
#[macro_export]
macro_rules! text {
    ($($part:expr),* $(,)?) => {{
        #[allow(unused_mut, reason = "a text without parts")]
        let mut text = $crate::Text::EMPTY;
        $(text.push($part);)*
        text
    }};
}

/// A number of things, such as `1 card` or `2 cards`.
pub fn count(number: usize, thing: &str) -> Text {
    let plural = if number == 1 { "" } else { "s" };
    text![number, format!(" {thing}{plural}")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_replace_seats_but_not_words() {
        let names = ["seat 1".to_owned(), "Bob".to_owned()];
        let said = text!["In seat 0 of the theatre ", Seat(0), " meets ", Seat(1), " and ", Seat(2)];
        assert_eq!(said.with_names(&names), "In seat 0 of the theatre seat 1 meets Bob and seat 3");
        assert_eq!(said.to_string(), "In seat 0 of the theatre seat 0 meets seat 1 and seat 2");
    }

    #[test]
    fn parts_are_serialized_with_their_types() {
        let card = Part::Thing { thing: "dawn-3".to_owned(), name: "Dawn 3".to_owned() };
        let said = text![Seat(0), " bets ", count(2, "chip"), " on ", card, String::new()];
        assert_eq!(
            serde_json::to_string(&said).unwrap(),
            r#"[{"seat":0}," bets ",{"number":2}," chips on ",{"thing":"dawn-3","name":"Dawn 3"}]"#
        );
        assert_eq!(said, said.clone().and(""));
    }

    #[test]
    fn lists_read_like_sentences() {
        assert_eq!(Text::listed([] as [&str; 0]).to_string(), "");
        assert_eq!(Text::listed(["a"]).to_string(), "a");
        assert_eq!(Text::listed(["a", "b", "c"]).to_string(), "a, b and c");
        assert_eq!(Text::joined(["a", "b"], "; ").to_string(), "a; b");
        assert_eq!(count(1, "card").to_string(), "1 card");
    }
}
