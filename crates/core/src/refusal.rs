//! Refusals: what was wrong with a request, and the rule that forbids it.

use std::fmt;

use serde::Serialize;

use crate::Text;

/// The id of a rule in `docs/rules`, such as `EL-23`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Rule(pub &'static str);

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The kind of a refusal, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The sentence does not describe an action of this game.
    Notation,
    /// A rule forbids the action.
    Illegal,
    /// The seat has nothing to decide now.
    NotYourTurn,
    /// The question that the action answers is no longer open.
    Conflict,
    /// The game is over.
    Over,
    /// The seat does not exist, or the game cannot be played with this number of seats.
    Seats,
    /// The options are not options of this game.
    Options,
    /// The position cannot occur in this game.
    Position,
    /// The record of a match is damaged or has been changed.
    Log,
    /// The game does not exist.
    Game,
    /// The request could not be understood.
    Request,
    /// The server cannot do this now. The same request may succeed in a moment.
    Unavailable,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A refused request: what was wrong with it, and the rule that forbids it, if any. The state is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The kind of refusal.
    pub code: Code,
    /// The rule that forbids the action, if any.
    pub rule: Option<Rule>,
    /// What was wrong, for people.
    pub message: Text,
}

impl Refusal {
    /// A refusal for a reason that is not a rule of a game.
    pub fn new(code: Code, message: impl Into<Text>) -> Refusal {
        Refusal { code, rule: None, message: message.into() }
    }

    /// A refusal because of a rule.
    pub fn by(rule: &'static str, code: Code, message: impl Into<Text>) -> Refusal {
        Refusal { code, rule: Some(Rule(rule)), message: message.into() }
    }

    /// An action that a rule forbids.
    pub fn illegal(rule: &'static str, message: impl Into<Text>) -> Refusal {
        Refusal::by(rule, Code::Illegal, message)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)?;
        match self.rule {
            Some(rule) => write!(f, " ({rule})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Refusal {}

/// User-supplied text in quotation marks, shortened and escaped for a message.
pub fn quoted(text: &str) -> String {
    const MAX_LEN: usize = 60;
    let mut shown: String = text.chars().take(MAX_LEN).flat_map(char::escape_debug).collect();
    if text.chars().nth(MAX_LEN).is_some() {
        shown.push('…');
    }
    format!("“{shown}”")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_cites_its_rule_and_keeps_quotes_short() {
        let refusal = Refusal::illegal("EL-36", "at most five chips");
        assert_eq!(refusal.to_string(), "at most five chips (EL-36)");
        assert_eq!(Code::NotYourTurn.to_string(), "not-your-turn");
        assert_eq!(quoted("a\nb"), "“a\\nb”");
        assert!(quoted(&"x".repeat(1_000_000)).len() < 100);
    }
}
