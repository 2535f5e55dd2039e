//! A strict reader for content files: anything unknown is an error with the file, the line and what was expected.
//!
//! A game defines the keys of each table and their values. Nothing is ignored.

use std::fmt;
use std::ops::RangeInclusive;

use atlas_core::refusal::quoted;
use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// An error in a content file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContentError {
    /// The name of the file, as the caller gave it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The description of the error.
    pub message: String,
}

impl fmt::Display for ContentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl std::error::Error for ContentError {}

/// An error at a byte of a content file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The offset of the byte.
    pub at: usize,
    /// The description of the error.
    pub message: String,
}

impl Wrong {
    /// An error at a byte.
    pub fn at(at: usize, message: impl Into<String>) -> Wrong {
        Wrong { at, message: message.into() }
    }
}

/// The value that was read, or an error.
pub type Read<T> = Result<T, Wrong>;

/// A value in a file.
pub type Node<'a> = &'a Spanned<DeValue<'a>>;

/// Reads a file of at most `largest` bytes. `read` receives its top-level table.
pub fn read_file<T>(
    file: &str,
    text: &str,
    largest: usize,
    read: impl FnOnce(Keys<'_>) -> Read<T>,
) -> Result<T, ContentError> {
    let error = |wrong: Wrong| ContentError {
        file: file.to_owned(),
        line: text.bytes().take(wrong.at).fold(1, |line, byte| line + usize::from(byte == b'\n')),
        message: wrong.message,
    };
    if text.len() > largest {
        return Err(error(Wrong::at(0, format!("a content file has at most {largest} bytes"))));
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    let at = |error: &toml::de::Error| error.span().map_or(0, |span| span.start);
    if let Some(first) = errors.iter().min_by_key(|error| at(error)) {
        return Err(error(Wrong::at(at(first), first.message())));
    }
    read(Keys { table: table.get_ref(), at: 0, what: "the file" }).map_err(error)
}

/// A table whose keys must all be known.
#[derive(Clone, Copy, Debug)]
pub struct Keys<'a> {
    table: &'a DeTable<'a>,
    /// The byte at which it begins.
    pub at: usize,
    what: &'a str,
}

impl<'a> Keys<'a> {
    /// Reads a node that must be a table. `what` is its name in errors.
    pub fn of(node: Node<'a>, what: &'a str) -> Read<Keys<'a>> {
        let at = node.span().start;
        match node.get_ref().as_table() {
            Some(table) => Ok(Keys { table, at, what }),
            None => Err(Wrong::at(at, format!("{what} must be a table"))),
        }
    }

    /// The same table with another name in errors.
    #[must_use]
    pub fn called(self, what: &'a str) -> Keys<'a> {
        Keys { what, ..self }
    }

    /// Checks that the table has no other keys than these, and returns it.
    pub fn knowing(self, known: &[&str]) -> Read<Keys<'a>> {
        match self.table.iter().find(|(key, _)| !known.contains(&key.get_ref().as_ref())) {
            None => Ok(self),
            Some((key, _)) => Err(Wrong::at(
                key.span().start,
                format!(
                    "{} has no key {}; known keys: {}",
                    self.what,
                    quoted(key.get_ref()),
                    known.join(", ")
                ),
            )),
        }
    }

    /// The table as JSON with sorted keys, without some of its keys. Comments, the order of keys and the notation of
    /// values make no difference.
    pub fn as_json(self, without: &[&str]) -> Value {
        let mut entries: Vec<(&str, Node<'_>)> =
            self.table.iter().map(|(key, value)| (key.get_ref().as_ref(), value)).collect();
        entries.retain(|(key, _)| !without.contains(key));
        entries.sort_unstable_by_key(|(key, _)| *key);
        let entries = entries.into_iter().map(|(key, value)| (key.to_owned(), as_json(value)));
        Value::Object(entries.collect::<Map<_, _>>())
    }

    /// The value of a key, if it is there.
    pub fn get(self, key: &str) -> Option<Node<'a>> {
        self.table.iter().find(|(it, _)| it.get_ref() == key).map(|(_, value)| value)
    }

    /// The value of a key that must be there.
    pub fn need(self, key: &str) -> Read<Node<'a>> {
        self.get(key).ok_or_else(|| Wrong::at(self.at, format!("{} has no {key}", self.what)))
    }

    /// A string, and the byte at which it begins.
    pub fn string(self, key: &str) -> Read<(&'a str, usize)> {
        text(self.need(key)?, key)
    }

    /// A string, if the key is there, and the byte at which it begins.
    pub fn maybe_string(self, key: &str) -> Read<Option<(&'a str, usize)>> {
        self.get(key).map(|node| text(node, key)).transpose()
    }

    /// A text for people: 1 to `most` characters, not only spaces and without control characters.
    pub fn words(self, key: &str, most: usize) -> Read<String> {
        let (text, at) = self.string(key)?;
        let fits =
            !text.trim().is_empty() && text.chars().count() <= most && !text.chars().any(char::is_control);
        if fits {
            Ok(text.to_owned())
        } else {
            Err(Wrong::at(at, format!("{key} must have 1 to {most} characters")))
        }
    }

    /// An id, which is a word of sentences, and the byte at which it begins.
    pub fn id(self, key: &str) -> Read<(String, usize)> {
        let (text, at) = self.string(key)?;
        let fits = (1..=32).contains(&text.len())
            && text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if fits {
            return Ok((text.to_owned(), at));
        }
        let must = "an id has 1 to 32 lowercase letters, digits and hyphens, and begins with a letter";
        Err(Wrong::at(at, format!("{must}; {} does not", quoted(text))))
    }

    /// A number in a range.
    pub fn number(self, key: &str, range: RangeInclusive<i64>) -> Read<i64> {
        number(self.need(key)?, key, range)
    }

    /// A number in a range, or `usual` if the key is not there.
    pub fn number_or(self, key: &str, range: RangeInclusive<i64>, usual: i64) -> Read<i64> {
        self.get(key).map_or(Ok(usual), |node| number(node, key, range))
    }

    /// A Boolean value, or `false` if the key is not there.
    pub fn flag(self, key: &str) -> Read<bool> {
        self.get(key).map_or(Ok(false), |node| {
            let wrong = || Wrong::at(node.span().start, format!("{key} must be true or false"));
            node.get_ref().as_bool().ok_or_else(wrong)
        })
    }

    /// A list that must be there.
    pub fn list(self, key: &str) -> Read<Vec<Node<'a>>> {
        list(self.need(key)?, key)
    }

    /// A list, or an empty one if the key is not there.
    pub fn maybe_list(self, key: &str) -> Read<Vec<Node<'a>>> {
        self.get(key).map_or(Ok(Vec::new()), |node| list(node, key))
    }

    /// The value of one of `words`. The first one is the default if the key is not there.
    pub fn word<T: Copy>(self, key: &str, words: &[(&str, T)]) -> Read<T> {
        match self.maybe_string(key)? {
            None => Ok(words[0].1),
            Some(said) => one_of(said, key, words),
        }
    }
}

fn as_json(node: Node<'_>) -> Value {
    match node.get_ref() {
        DeValue::String(text) => text.as_ref().into(),
        DeValue::Boolean(value) => (*value).into(),
        DeValue::Array(values) => values.iter().map(as_json).collect(),
        DeValue::Table(table) => Keys { table, at: node.span().start, what: "a table" }.as_json(&[]),
        DeValue::Integer(number) => whole(node).map_or_else(|| number.to_string().into(), Value::from),
        // Content files contain none of these. They must only remain distinct from each other.
        DeValue::Float(number) => format!("{number} as a float").into(),
        DeValue::Datetime(date) => format!("{date} as a date").into(),
    }
}

/// Reads a node that must be a string, and returns it with the byte at which it begins.
pub fn text<'a>(node: Node<'a>, what: &str) -> Read<(&'a str, usize)> {
    let at = node.span().start;
    node.get_ref()
        .as_str()
        .map(|text| (text, at))
        .ok_or_else(|| Wrong::at(at, format!("{what} must be a string")))
}

/// The value of a node, if it is an integer.
pub fn whole(node: Node<'_>) -> Option<i64> {
    match node.get_ref() {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix()).ok(),
        _ => None,
    }
}

/// Reads a node that must be an integer in a range.
pub fn number(node: Node<'_>, what: &str, range: RangeInclusive<i64>) -> Read<i64> {
    whole(node).filter(|number| range.contains(number)).ok_or_else(|| {
        let (low, high) = (range.start(), range.end());
        Wrong::at(node.span().start, format!("{what} must be a number from {low} to {high}"))
    })
}

/// Reads a node that must be a list.
pub fn list<'a>(node: Node<'a>, what: &str) -> Read<Vec<Node<'a>>> {
    match node.get_ref().as_array() {
        Some(array) => Ok(array.iter().collect()),
        None => Err(Wrong::at(node.span().start, format!("{what} must be a list"))),
    }
}

/// The value of one of `words`.
pub fn one_of<T: Copy>((said, at): (&str, usize), what: &str, words: &[(&str, T)]) -> Read<T> {
    words.iter().find(|(word, _)| *word == said).map(|(_, value)| *value).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        Wrong::at(at, format!("{what} must be {}, not {}", known.join(" or "), quoted(said)))
    })
}
