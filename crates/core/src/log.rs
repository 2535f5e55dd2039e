//! The record of a match: a header, a chain of entries, and at the end the secret.
//!
//! As a file it is JSON lines, so that it can be read, compared and cut by the usual tools. Each entry's
//! hash covers the one before it, and the first covers the header.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fair::Hash;
use crate::refusal::quoted;
use crate::{Code, Refusal, Seat, Secret};

/// The version of the file format that is written today.
pub const FORMAT: u32 = 1;

/// Everything that was fixed before the first entry.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the file format.
    pub atlas: u32,
    /// The game's id.
    pub game: String,
    /// The version of the game's rules.
    pub rules_version: u32,
    /// The hash of the game's content, where it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// How many sit at the table.
    pub seats: u8,
    /// What the table chose.
    pub options: Value,
    /// The position the match began from, if not from the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// The commitment to the table's secret.
    pub commitment: Hash,
    /// What the seats added to the seed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

impl Header {
    /// The hash that the first entry's hash covers.
    pub fn hash(&self) -> Hash {
        let text = serde_json::to_string(self).expect("a header is plain data");
        Hash::of([b"atlas header\n".as_slice(), text.as_bytes()])
    }
}

/// One thing that happened at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A seat acted.
    Act {
        /// Who.
        seat: Seat,
        /// The action, as a sentence.
        sentence: String,
    },
    /// A seat's player resigned or is gone.
    Leave {
        /// Who.
        seat: Seat,
    },
    /// The match went back to right after entry `to`; 0 is the start.
    Undo {
        /// The last entry that still stands.
        to: u64,
    },
    /// A seat was given to somebody else, such as a bot.
    Given {
        /// Which seat.
        seat: Seat,
        /// Who has it now.
        to: String,
    },
    /// A seat's time ran out.
    Time {
        /// Whose.
        seat: Seat,
    },
}

/// An entry as it stands in files and databases: a number, and three columns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The entry's number, from 1.
    pub seq: u64,
    /// What kind of entry it is.
    pub kind: String,
    /// Whose it is, where it is a seat's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The rest of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The hash of this entry and all before it.
    pub hash: Hash,
}

impl Record {
    /// The record of `entry` as number `seq`, after an entry (or header) with hash `before`.
    pub fn new(seq: u64, entry: Entry, before: Hash) -> Record {
        let (kind, seat, text) = match entry {
            Entry::Act { seat, sentence } => ("act", Some(seat), sentence),
            Entry::Leave { seat } => ("leave", Some(seat), String::new()),
            Entry::Undo { to } => ("undo", None, to.to_string()),
            Entry::Given { seat, to } => ("given", Some(seat), to),
            Entry::Time { seat } => ("time", Some(seat), String::new()),
        };
        let mut record = Record { seq, kind: kind.to_owned(), seat, text, hash: before };
        record.hash = record.hash_after(before);
        record
    }

    /// The hash this record has when it follows one with hash `before`.
    pub fn hash_after(&self, before: Hash) -> Hash {
        let Record { seq, kind, seat, text, .. } = self;
        match seat {
            Some(Seat(seat)) => Hash::of_line(before, format_args!("{seq} {kind} {seat} {text}")),
            None => Hash::of_line(before, format_args!("{seq} {kind} - {text}")),
        }
    }

    /// The entry that this record holds.
    pub fn entry(&self) -> Result<Entry, Refusal> {
        let bad = |what: &str| Refusal::new(Code::Log, format!("entry {}: {what}", self.seq));
        let seat = || self.seat.ok_or_else(|| bad("it names no seat"));
        Ok(match self.kind.as_str() {
            "act" => Entry::Act { seat: seat()?, sentence: self.text.clone() },
            "leave" => Entry::Leave { seat: seat()? },
            "undo" => Entry::Undo { to: self.text.parse().map_err(|_| bad("it undoes to no entry"))? },
            "given" => Entry::Given { seat: seat()?, to: self.text.clone() },
            "time" => Entry::Time { seat: seat()? },
            other => return Err(bad(&format!("there is no kind of entry called {}", quoted(other)))),
        })
    }
}

/// What is added when the match is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reveal {
    /// The table's secret.
    pub secret: Secret,
    /// The result, as the table stated it.
    pub result: Value,
}

/// A whole record.
#[derive(Clone, PartialEq, Debug)]
pub struct Log {
    /// What was fixed before the first entry.
    pub header: Header,
    /// What happened.
    pub records: Vec<Record>,
    /// The secret, once it may be known.
    pub reveal: Option<Reveal>,
}

impl Log {
    /// The record as the text of a file.
    pub fn to_text(&self) -> String {
        let line = |value: Result<String, serde_json::Error>| value.expect("a log is plain data") + "\n";
        let mut text = line(serde_json::to_string(&self.header));
        for record in &self.records {
            text += &line(serde_json::to_string(record));
        }
        if let Some(reveal) = &self.reveal {
            text += &line(serde_json::to_string(reveal));
        }
        text
    }

    /// Reads the text of a file. That it is genuine is another question: see [`Log::check_chain`] and
    /// [`crate::Match::replay`].
    pub fn from_text(text: &str) -> Result<Log, Refusal> {
        let bad = |line: usize, what: String| Refusal::new(Code::Log, format!("line {line}: {what}"));
        let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        let Some((first, number)) = lines.next() else {
            return Err(Refusal::new(Code::Log, "the file is empty"));
        };
        if !first.trim_start().starts_with('{') {
            return Err(bad(number, "this is not the header of a match: it is not an object".to_owned()));
        }
        let header: Header = serde_json::from_str(first)
            .map_err(|error| bad(number, format!("this is not the header of a match: {error}")))?;
        if header.atlas != FORMAT {
            return Err(bad(number, format!("file format {} is not known here", header.atlas)));
        }
        let mut log = Log { header, records: Vec::new(), reveal: None };
        for (line, number) in lines {
            if log.reveal.is_some() {
                return Err(bad(number, "something follows the end of the match".to_owned()));
            }
            let value: Value = serde_json::from_str(line)
                .map_err(|error| bad(number, format!("this is not JSON: {error}")))?;
            if !value.is_object() {
                return Err(bad(number, "this is not an object".to_owned()));
            }
            if value.get("secret").is_some() {
                let reveal = serde_json::from_value(value)
                    .map_err(|error| bad(number, format!("this is not the end of a match: {error}")))?;
                log.reveal = Some(reveal);
            } else {
                let record = serde_json::from_value(value)
                    .map_err(|error| bad(number, format!("this is not an entry: {error}")))?;
                log.records.push(record);
            }
        }
        Ok(log)
    }

    /// Whether every entry's hash covers what stands before it, and the secret fits its commitment.
    pub fn check_chain(&self) -> Result<(), Refusal> {
        let mut before = self.header.hash();
        for (record, seq) in self.records.iter().zip(1..) {
            if record.seq != seq {
                return Err(Refusal::new(
                    Code::Log,
                    format!("entry {seq} is missing: number {} stands in its place", record.seq),
                ));
            }
            if record.hash != record.hash_after(before) {
                return Err(Refusal::new(
                    Code::Log,
                    format!("entry {seq}, or something before it, was changed: its hash does not fit"),
                ));
            }
            before = record.hash;
        }
        match &self.reveal {
            Some(reveal) if reveal.secret.commitment() != self.header.commitment => {
                Err(Refusal::new(Code::Log, "the revealed secret is not the one that was committed to"))
            }
            _ => Ok(()),
        }
    }
}
