//! Saying no, and citing the rule.

use std::fmt;

use serde::Serialize;

/// The id of a rule in `docs/rules`, such as `EL-23`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Rule(pub &'static str);

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// What sort of thing was wrong, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// The sentence does not say an action of this game.
    Notation,
    /// A rule forbids it.
    Illegal,
    /// The seat is not asked anything now.
    NotYourTurn,
    /// The game is over.
    Over,
    /// There is no such seat, or the game is not for so many.
    Seats,
    /// The table's options are not options of this game.
    Options,
    /// The position cannot occur.
    Position,
    /// The record of a match is damaged or not genuine.
    Log,
    /// There is no such game.
    Game,
    /// The request itself could not be understood.
    Request,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A clear no: what was wrong, and the rule that says so where one does. It has changed nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What sort of thing was wrong.
    pub code: Code,
    /// The rule that forbids it.
    pub rule: Option<Rule>,
    /// What was wrong, for people.
    pub message: String,
}

impl Refusal {
    /// A refusal that no rule of a game decides.
    pub fn new(code: Code, message: impl Into<String>) -> Refusal {
        Refusal { code, rule: None, message: message.into() }
    }

    /// A refusal because of a rule.
    pub fn by(rule: &'static str, code: Code, message: impl Into<String>) -> Refusal {
        Refusal { code, rule: Some(Rule(rule)), message: message.into() }
    }

    /// An action that a rule forbids.
    pub fn illegal(rule: &'static str, message: impl Into<String>) -> Refusal {
        Refusal::by(rule, Code::Illegal, message)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match self.rule {
            Some(rule) => write!(f, " ({rule})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Refusal {}

/// Text from outside, made short and printable enough to stand in a message.
pub fn quoted(text: &str) -> String {
    const MOST: usize = 60;
    let mut shown: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
    if text.chars().nth(MOST).is_some() {
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
