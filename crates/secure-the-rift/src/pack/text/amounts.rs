//! The words for amounts and conditions.

use super::{Form, TextWriter, counted};
use crate::pack::language::{Amount, Comparison, Condition, Term, Whose, Zone};

/// The letters for amounts that are defined at the end of a sentence: "where N is …".
const LETTERS: [&str; 2] = ["N", "M"];

impl TextWriter<'_> {
    /// A reduction, "1 less for each Drone you control", and the definitions of its letters.
    pub(super) fn less(&self, amount: &Amount) -> (String, String) {
        if let [(1, Term::Count(selector))] = amount.0.as_slice() {
            return (format!("1 less for each {}", self.noun(*selector, Form::Bare, None)), String::new());
        }
        let (n, definitions) = self.brief(amount);
        (format!("{n} less"), definitions)
    }

    /// An amount for the middle of a sentence, and the definition of its letter for the end.
    pub(super) fn brief(&self, amount: &Amount) -> (String, String) {
        match amount.0.as_slice() {
            [(1, Term::Number(_) | Term::X)] => (self.amount(amount), String::new()),
            _ => (LETTERS[0].to_owned(), format!(", where {} is {}", LETTERS[0], self.amount(amount))),
        }
    }

    /// The same, with small numbers as words.
    pub(super) fn brief_word(&self, amount: &Amount) -> (String, String) {
        amount.as_number().map_or_else(|| self.brief(amount), |n| (counted(n), String::new()))
    }

    /// "the top two cards", and the definition of a letter.
    pub(super) fn top(&self, n: &Amount) -> (String, String) {
        let (n, definitions) = self.brief_word(n);
        if n == "one" {
            return ("the top card".to_owned(), definitions);
        }
        (format!("the top {n} cards"), definitions)
    }

    /// "+1/-1", and the definitions of letters.
    pub(super) fn more<'a>(&self, attack: &'a Amount, defence: &'a Amount) -> (String, String) {
        let mut letters: Vec<(&Amount, String)> = Vec::new();
        let mut signed = |amount: &'a Amount| {
            amount.as_number().map_or_else(|| self.lettered(amount, "+", &mut letters), |n| format!("{n:+}"))
        };
        let strength = format!("{}/{}", signed(attack), signed(defence));
        (strength, definitions(&letters))
    }

    /// "2/3", and the definitions of letters.
    pub(super) fn strength(&self, attack: &Amount, defence: &Amount) -> (String, String) {
        let mut letters = Vec::new();
        let strength = format!(
            "{}/{}",
            self.lettered(attack, "", &mut letters),
            self.lettered(defence, "", &mut letters)
        );
        (strength, definitions(&letters))
    }

    /// An amount as a number, or as a letter that is added to `letters`.
    fn lettered<'a>(
        &self,
        amount: &'a Amount,
        sign: &str,
        letters: &mut Vec<(&'a Amount, String)>,
    ) -> String {
        let short = self.brief(amount);
        if short.1.is_empty() {
            return format!("{sign}{}", short.0);
        }
        let place = letters.iter().position(|(it, _)| *it == amount).unwrap_or_else(|| {
            letters.push((amount, self.amount(amount)));
            letters.len() - 1
        });
        format!("{sign}{}", LETTERS[place])
    }

    /// "2 damage", "damage equal to its attack".
    pub(super) fn measured(&self, amount: &Amount, what: &str) -> String {
        match amount.0.as_slice() {
            [(1, Term::Number(_) | Term::X)] => format!("{} {what}", self.amount(amount)),
            [(1, Term::EventAmount)] => format!("as much {what}"),
            _ => format!("{what} equal to {}", self.amount(amount)),
        }
    }

    pub(super) fn cards(&self, n: &Amount) -> String {
        match n.0.as_slice() {
            [(1, Term::Number(1))] => "a card".to_owned(),
            [(1, Term::Number(_) | Term::X)] => format!("{} cards", self.brief_word(n).0),
            _ => format!("as many cards as {}", self.amount(n)),
        }
    }

    pub(super) fn amount(&self, amount: &Amount) -> String {
        let mut text = String::new();
        for (sign, term) in &amount.0 {
            let term = match term {
                Term::Number(n) => n.to_string(),
                Term::X => "X".to_owned(),
                Term::Count(selector) => {
                    format!("the number of {}", self.noun(*selector, Form::Plural, None))
                }
                Term::Attack(base) => self.of("attack", *base),
                Term::Defence(base) => self.of("defence", *base),
                Term::Cost(base) => self.of("cost", *base),
                Term::Life(player) => format!("{} life", self.possessive(*player)),
                Term::EventAmount => "that amount".to_owned(),
                Term::DiedThisTurn => "the number of Souls that died this turn".to_owned(),
            };
            match (text.is_empty(), sign) {
                (true, 1) => text = term,
                (true, _) => text = format!("-{term}"),
                (false, 1) => text = format!("{text} plus {term}"),
                (false, _) => text = format!("{text} minus {term}"),
            }
        }
        text
    }

    pub(super) fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Exists(selector) => {
                let wanted = self.library.selector(*selector);
                match wanted.whose {
                    Whose::You if wanted.zone == Zone::Front => {
                        format!("you control {}", self.noun(*selector, Form::Singular, Some(Whose::Any)))
                    }
                    _ => format!("there is {}", self.noun(*selector, Form::Singular, None)),
                }
            }
            Condition::Compare(left, Comparison::AtLeast, right)
                if left.0 == [(1, Term::DiedThisTurn)] && right.as_number() == Some(1) =>
            {
                "a Soul died this turn".to_owned()
            }
            Condition::Compare(left, compare, right) => {
                let how = match compare {
                    Comparison::AtMost => "at most ",
                    Comparison::AtLeast => "at least ",
                    Comparison::Equal => "",
                };
                format!("{} is {how}{}", self.amount(left), self.amount(right))
            }
        }
    }
}

/// The definitions of letters: ", where N is …".
fn definitions(letters: &[(&Amount, String)]) -> String {
    let parts = letters.iter().zip(LETTERS).map(|((_, amount), letter)| format!("{letter} is {amount}"));
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { String::new() } else { format!(", where {}", parts.join(" and ")) }
}
