//! The record of a match: a header, a chain of entries, and at the end the secret.
//!
//! A record file is JSON Lines, so common tools can read, compare and split it. The hash of each entry covers the
//! previous entry, and the first covers the header.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fair::Hash;
use crate::refusal::quoted;
use crate::{Code, Refusal, Seat, Secret};

/// The current version of the file format.
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
    /// The hash of the game's content, if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// The number of seats.
    pub seats: u8,
    /// The options of the table.
    pub options: Value,
    /// The position that the match began from, if it did not begin from the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// The commitment to the table's secret.
    pub commitment: Hash,
    /// The words that the seats added to the seed.
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
        /// The seat.
        seat: Seat,
        /// The action, as a sentence.
        sentence: String,
    },
    /// The player of a seat resigned or left.
    Leave {
        /// The seat.
        seat: Seat,
    },
    /// The match went back to the state after entry `to`; 0 is the start.
    Undo {
        /// The last entry that remains in effect.
        to: u64,
    },
    /// Control of a seat changed.
    Given {
        /// The seat.
        seat: Seat,
        /// Who controls it now.
        to: Control,
    },
    /// A seat ran out of time.
    Time {
        /// The seat.
        seat: Seat,
    },
}

/// Who controls a seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Control {
    /// The player who took the seat.
    Player,
    /// A bot of this level, in place of the player.
    Bot(String),
}

impl Control {
    /// The text stored in records.
    fn to_text(&self) -> String {
        match self {
            Control::Player => "player".to_owned(),
            Control::Bot(level) => format!("bot:{level}"),
        }
    }

    /// Parses the text of a record. Older records use `its player` and `adept bot`.
    fn from_text(text: &str) -> Option<Control> {
        match text {
            "player" | "its player" => Some(Control::Player),
            _ => {
                let level = text.strip_prefix("bot:").or_else(|| text.strip_suffix(" bot"))?;
                Some(Control::Bot(level.to_owned()))
            }
        }
    }
}

/// An entry as files and databases store it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The entry's number, from 1.
    pub seq: u64,
    /// The kind of entry.
    pub kind: String,
    /// The seat, for entries of a seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The rest of the entry.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The hash of this entry and all entries before it.
    pub hash: Hash,
}

impl Record {
    /// The record of `entry` as number `seq`, after an entry (or header) with hash `before`.
    pub fn new(seq: u64, entry: Entry, before: Hash) -> Record {
        let (kind, seat, text) = match entry {
            Entry::Act { seat, sentence } => ("act", Some(seat), sentence),
            Entry::Leave { seat } => ("leave", Some(seat), String::new()),
            Entry::Undo { to } => ("undo", None, to.to_string()),
            Entry::Given { seat, to } => ("given", Some(seat), to.to_text()),
            Entry::Time { seat } => ("time", Some(seat), String::new()),
        };
        let mut record = Record { seq, kind: kind.to_owned(), seat, text, hash: before };
        record.hash = record.hash_after(before);
        record
    }

    /// The hash of this record if it follows a record with hash `before`.
    pub fn hash_after(&self, before: Hash) -> Hash {
        let Record { seq, kind, seat, text, .. } = self;
        match seat {
            Some(Seat(seat)) => Hash::of_line(before, format_args!("{seq} {kind} {seat} {text}")),
            None => Hash::of_line(before, format_args!("{seq} {kind} - {text}")),
        }
    }

    /// The entry that this record holds.
    pub fn entry(&self) -> Result<Entry, Refusal> {
        let bad = |what: &str| Refusal::new(Code::Log, format!("Entry {}: {what}.", self.seq));
        let seat = || self.seat.ok_or_else(|| bad("the seat is missing"));
        Ok(match self.kind.as_str() {
            "act" => Entry::Act { seat: seat()?, sentence: self.text.clone() },
            "leave" => Entry::Leave { seat: seat()? },
            "undo" => Entry::Undo {
                to: self.text.parse().map_err(|_| bad("the entry to go back to is not a number"))?,
            },
            "given" => {
                let unknown = || bad(&format!("{} cannot control a seat", quoted(&self.text)));
                Entry::Given { seat: seat()?, to: Control::from_text(&self.text).ok_or_else(unknown)? }
            }
            "time" => Entry::Time { seat: seat()? },
            other => return Err(bad(&format!("{} is not a kind of entry", quoted(other)))),
        })
    }
}

/// The last line of a record file, added when the match is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reveal {
    /// The table's secret.
    pub secret: Secret,
    /// The result, as the table stated it.
    pub result: Value,
}

/// The complete record of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Log {
    /// What was fixed before the first entry.
    pub header: Header,
    /// The entries, oldest first.
    pub records: Vec<Record>,
    /// The secret and the result, once the secret may be revealed.
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

    /// Parses the text of a file. It does not verify the record: see [`Log::check_chain`] and [`crate::Match::replay`].
    pub fn from_text(text: &str) -> Result<Log, Refusal> {
        let bad = |line: usize, what: String| Refusal::new(Code::Log, format!("Line {line}: {what}."));
        let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        let Some((first, number)) = lines.next() else {
            return Err(Refusal::new(Code::Log, "The file is empty."));
        };
        if !first.trim_start().starts_with('{') {
            return Err(bad(number, "the header of a match is a JSON object".to_owned()));
        }
        let header: Header = serde_json::from_str(first)
            .map_err(|error| bad(number, format!("this is not the header of a match ({error})")))?;
        if header.atlas != FORMAT {
            return Err(bad(number, format!("this program cannot read file format {}", header.atlas)));
        }
        let mut log = Log { header, records: Vec::new(), reveal: None };
        for (line, number) in lines {
            if log.reveal.is_some() {
                return Err(bad(number, "nothing may follow the end of the match".to_owned()));
            }
            let value: Value = serde_json::from_str(line)
                .map_err(|error| bad(number, format!("this is not JSON ({error})")))?;
            if !value.is_object() {
                return Err(bad(number, "an entry is a JSON object".to_owned()));
            }
            if value.get("secret").is_some() {
                let reveal = serde_json::from_value(value)
                    .map_err(|error| bad(number, format!("this is not the end of a match ({error})")))?;
                log.reveal = Some(reveal);
            } else {
                let record = serde_json::from_value(value)
                    .map_err(|error| bad(number, format!("this is not an entry ({error})")))?;
                log.records.push(record);
            }
        }
        Ok(log)
    }

    /// Checks the hash of every entry, and that the secret matches its commitment.
    pub fn check_chain(&self) -> Result<(), Refusal> {
        let mut before = self.header.hash();
        for (record, seq) in self.records.iter().zip(1..) {
            if record.seq != seq {
                return Err(Refusal::new(
                    Code::Log,
                    format!("Entry {seq} is missing: entry {} is in its place.", record.seq),
                ));
            }
            if record.hash != record.hash_after(before) {
                return Err(Refusal::new(
                    Code::Log,
                    format!("Entry {seq} or something before it was changed: the hash does not match."),
                ));
            }
            before = record.hash;
        }
        match &self.reveal {
            Some(reveal) if reveal.secret.commitment() != self.header.commitment => {
                Err(Refusal::new(Code::Log, "The revealed secret does not match the commitment."))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records that were written when the new controller of a seat was free text can still be read.
    #[test]
    fn older_names_of_controllers_are_understood() {
        for (text, to) in [
            ("bot:adept", Control::Bot("adept".to_owned())),
            ("adept bot", Control::Bot("adept".to_owned())),
            ("player", Control::Player),
            ("its player", Control::Player),
        ] {
            let mut record = Record::new(1, Entry::Given { seat: Seat(1), to: to.clone() }, Hash([7; 32]));
            text.clone_into(&mut record.text);
            assert_eq!(record.entry(), Ok(Entry::Given { seat: Seat(1), to }), "{text}");
        }
        let mut record = Record::new(1, Entry::Given { seat: Seat(1), to: Control::Player }, Hash([7; 32]));
        record.text = "the cat".to_owned();
        assert!(record.entry().is_err());
    }
}
