//! What somebody at the table sees, is asked and is told.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::{Rule, Seat, Text};

/// Whose knowledge a view is limited to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A player, who sees what is public and what is their own.
    Seat(Seat),
    /// A spectator, who sees what is public.
    Spectator,
    /// Everything, including what is hidden: for replays of finished matches, and for tools.
    Everything,
}

impl Viewer {
    /// Whether this viewer sees what belongs to `seat` alone.
    pub fn sees(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat) || self == Viewer::Everything
    }
}

/// What a game asks a seat. A match adds the identity that makes it a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    /// The kind of question: always the same word for the same kind.
    pub kind: &'static str,
    /// The question in words.
    pub text: Text,
}

impl Prompt {
    /// A question of this kind.
    pub fn new(kind: &'static str, text: impl Into<Text>) -> Prompt {
        Prompt { kind, text: text.into() }
    }
}

/// A question to a seat, with its identity.
///
/// The id changes after every entry by that seat, after every undo, and whenever the kind or the words change. What
/// other seats do changes it only if it changes the question. So an answer that names the question it answers is
/// never taken for the answer to another one, and never becomes stale because a neighbour moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The number of the entry since which the question has been open; 0 since the start.
    pub id: u64,
    /// The kind and the words.
    pub prompt: Prompt,
}

impl Serialize for Question {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Question", 4)?;
        fields.serialize_field("id", &self.id)?;
        fields.serialize_field("kind", self.prompt.kind)?;
        fields.serialize_field("text", &self.prompt.text.to_string())?;
        fields.serialize_field("parts", &self.prompt.text)?;
        fields.end()
    }
}

/// An event as one viewer is told it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// What happened, in words.
    pub text: Text,
    /// The ids of the things on the table that it happened to.
    pub things: Vec<String>,
}

impl Told {
    /// An event that happened to nothing in particular.
    pub fn new(text: impl Into<Text>) -> Told {
        Told { text: text.into(), things: Vec::new() }
    }

    /// An event that happened to these things.
    pub fn about<T: Into<String>>(text: impl Into<Text>, things: impl IntoIterator<Item = T>) -> Told {
        Told { text: text.into(), things: things.into_iter().map(Into::into).collect() }
    }
}

/// An event and the rule it follows from, as one viewer is told it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// The rule.
    pub rule: Rule,
    /// The words, and what they are about.
    pub told: Told,
}

impl Serialize for News {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Told { text, things } = &self.told;
        let mut fields = serializer.serialize_struct("News", 4)?;
        fields.serialize_field("rule", &self.rule)?;
        fields.serialize_field("text", &text.to_string())?;
        fields.serialize_field("parts", text)?;
        if things.is_empty() {
            fields.skip_field("things")?;
        } else {
            fields.serialize_field("things", things)?;
        }
        fields.end()
    }
}
