//! How much, and on what condition.

use super::{Number, Words, counted};
use crate::pack::language::{Amount, Compare, Term, Test, Whose, Zone};

/// What amounts are called for short in "where N is …".
const LETTERS: [&str; 2] = ["N", "M"];

impl Words<'_> {
    /// "1 less for each Drone you control".
    pub(super) fn less(&self, amount: &Amount) -> (String, String) {
        if let [(1, Term::Count(selector))] = amount.0.as_slice() {
            return (format!("1 less for each {}", self.noun(*selector, Number::Bare, None)), String::new());
        }
        let (n, whence) = self.brief(amount);
        (format!("{n} less"), whence)
    }

    /// An amount for the middle of a sentence, and what must be said of it at the end.
    pub(super) fn brief(&self, amount: &Amount) -> (String, String) {
        match amount.0.as_slice() {
            [(1, Term::Number(_) | Term::X)] => (self.amount(amount), String::new()),
            _ => (LETTERS[0].to_owned(), format!(", where {} is {}", LETTERS[0], self.amount(amount))),
        }
    }

    /// The same, with a small number as a word.
    pub(super) fn brief_word(&self, amount: &Amount) -> (String, String) {
        amount.as_number().map_or_else(|| self.brief(amount), |n| (counted(n), String::new()))
    }

    /// "the top two cards".
    pub(super) fn top(&self, n: &Amount) -> (String, String) {
        let (n, whence) = self.brief_word(n);
        if n == "one" {
            return ("the top card".to_owned(), whence);
        }
        (format!("the top {n} cards"), whence)
    }

    /// "+1/-1".
    pub(super) fn more<'a>(&self, attack: &'a Amount, defence: &'a Amount) -> (String, String) {
        let mut wheres: Vec<(&Amount, String)> = Vec::new();
        let mut signed = |amount: &'a Amount| {
            amount.as_number().map_or_else(|| self.lettered(amount, "+", &mut wheres), |n| format!("{n:+}"))
        };
        let strength = format!("{}/{}", signed(attack), signed(defence));
        (strength, whence(&wheres))
    }

    /// "2/3".
    pub(super) fn strength(&self, attack: &Amount, defence: &Amount) -> (String, String) {
        let mut wheres = Vec::new();
        let strength =
            format!("{}/{}", self.lettered(attack, "", &mut wheres), self.lettered(defence, "", &mut wheres));
        (strength, whence(&wheres))
    }

    /// An amount as a number, or as a letter that stands for it.
    fn lettered<'a>(&self, amount: &'a Amount, sign: &str, wheres: &mut Vec<(&'a Amount, String)>) -> String {
        let short = self.brief(amount);
        if short.1.is_empty() {
            return format!("{sign}{}", short.0);
        }
        let place = wheres.iter().position(|(it, _)| *it == amount).unwrap_or_else(|| {
            wheres.push((amount, self.amount(amount)));
            wheres.len() - 1
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
                    format!("the number of {}", self.noun(*selector, Number::Many, None))
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

    pub(super) fn test(&self, test: &Test) -> String {
        match test {
            Test::Exists(selector) => {
                let wanted = self.library.selector(*selector);
                match wanted.whose {
                    Whose::You if wanted.zone == Zone::Front => {
                        format!("you control {}", self.noun(*selector, Number::One, Some(Whose::Any)))
                    }
                    _ => format!("there is {}", self.noun(*selector, Number::One, None)),
                }
            }
            Test::Compare(left, Compare::AtLeast, right)
                if left.0 == [(1, Term::DiedThisTurn)] && right.as_number() == Some(1) =>
            {
                "a Soul died this turn".to_owned()
            }
            Test::Compare(left, compare, right) => {
                let how = match compare {
                    Compare::AtMost => "at most ",
                    Compare::AtLeast => "at least ",
                    Compare::Equal => "",
                };
                format!("{} is {how}{}", self.amount(left), self.amount(right))
            }
        }
    }
}

/// What letters stand for.
fn whence(wheres: &[(&Amount, String)]) -> String {
    let parts = wheres.iter().zip(LETTERS).map(|((_, amount), letter)| format!("{letter} is {amount}"));
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { String::new() } else { format!(", where {}", parts.join(" and ")) }
}
