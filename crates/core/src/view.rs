//! Viewers, and the questions and events that are shown to them.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::{Rule, Seat, Text};

/// The viewpoint from which a table is seen. It determines which information is visible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A player, who sees public information and their own hidden information.
    Seat(Seat),
    /// A spectator, who sees only public information.
    Spectator,
    /// A viewer who sees all hidden information: for replays of finished matches, and for tools.
    Everything,
}

impl Viewer {
    /// Whether this viewer sees the hidden information of `seat`.
    pub fn sees(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat) || self == Viewer::Everything
    }
}

/// What a game asks a seat. A match adds an id to make it a [`Question`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    /// The kind of question, as an identifier for programs.
    pub kind: &'static str,
    /// The question, for people.
    pub text: Text,
}

impl Prompt {
    /// A question of this kind.
    pub fn new(kind: &'static str, text: impl Into<Text>) -> Prompt {
        Prompt { kind, text: text.into() }
    }
}

/// A question to a seat, with an id.
///
/// The id changes after every entry by that seat, after every undo, and whenever the kind or the text changes. An
/// action of another seat changes the id only if it changes the question. So an answer that names its question is never
/// taken for the answer to another one, and it never becomes stale just because another seat moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The number of the entry that opened the question; 0 if it has been open since the start.
    pub id: u64,
    /// The kind and the text.
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

/// The description of an event for one viewer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// What happened, for people.
    pub text: Text,
    /// The ids of the things on the table that the event is about.
    pub things: Vec<String>,
}

impl Told {
    /// An event that is not about any particular thing.
    pub fn new(text: impl Into<Text>) -> Told {
        Told { text: text.into(), things: Vec::new() }
    }

    /// An event that is about these things.
    pub fn about<T: Into<String>>(text: impl Into<Text>, things: impl IntoIterator<Item = T>) -> Told {
        Told { text: text.into(), things: things.into_iter().map(Into::into).collect() }
    }
}

/// The description of an event for one viewer, with the rule that caused the event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// The rule.
    pub rule: Rule,
    /// The description.
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
