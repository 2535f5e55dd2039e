//! The actions of the game: a seat plays a card, optionally with a prediction, in one action (EL-R14).

use std::fmt;

use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal, Seat};
use serde::{Deserialize, Serialize};

use crate::card::Card;

/// EL-36: the maximum number of chips in a prediction.
pub const MOST_CHIPS: u8 = 5;

/// EL-03: the two sides of a chip.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Side {
    Time,
    Place,
}

impl Side {
    /// The word in sentences.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Time => "time",
            Side::Place => "place",
        }
    }

    /// The side that a word names.
    pub(crate) fn named(word: &str) -> Option<Side> {
        [Side::Time, Side::Place].into_iter().find(|side| side.name() == word)
    }

    /// The word for people.
    pub const fn title(self) -> &'static str {
        match self {
            Side::Time => "Time",
            Side::Place => "Place",
        }
    }
}

/// EL-17: the chips on a card, with their owner and what they predict.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Stack {
    pub seat: Seat,
    pub side: Side,
    pub chips: u8,
}

/// A card to play, optionally with a side and a number of chips to bet on it.
///
/// It is packed into 16 bits, so that all actions of a card are added to a legal list at once: the card, one bit for
/// the side and three bits for the chips. 0 chips means no bet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(pub(crate) u16);

impl Action {
    /// Plays the card without a bet.
    pub const fn play(card: Card) -> Action {
        Action((card.index() as u16) << 4)
    }

    /// Plays the card with 1 to 5 chips on it.
    pub const fn bet(card: Card, side: Side, chips: u8) -> Action {
        assert!(chips >= 1 && chips <= MOST_CHIPS);
        Action((card.index() as u16) << 4 | (side as u16) << 3 | chips as u16)
    }

    /// The card.
    #[inline]
    pub const fn card(self) -> Card {
        Card::at((self.0 >> 4) as u8)
    }

    /// The number of chips to bet; 0 without a bet.
    #[inline]
    pub const fn chips(self) -> u8 {
        self.0 as u8 & 7
    }

    /// The side that the chips show. It means nothing without a bet.
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 & 8 == 0 { Side::Time } else { Side::Place }
    }

    /// The action as a sentence, such as `dawn-3 time 2`.
    pub fn sentence(self) -> String {
        [self.card().name(), self.bet_words()].concat()
    }

    /// The part of the sentence after the card. It is a static string, because legal lists are written for every move.
    const fn bet_words(self) -> &'static str {
        const WORDS: [[&str; 6]; 2] = [
            ["", " time 1", " time 2", " time 3", " time 4", " time 5"],
            ["", " place 1", " place 2", " place 3", " place 4", " place 5"],
        ];
        WORDS[self.side() as usize][self.chips() as usize]
    }

    /// Parses a sentence such as `dawn-3 time 2`. It does not check whether the action is legal, except that a bet has
    /// one to five chips (EL-36).
    pub fn read(sentence: &str) -> Result<Action, Refusal> {
        let mut words = sentence.split_whitespace();
        let Some(card) = words.next() else {
            return Err(Refusal::new(Code::Notation, "Name the card to play, such as dawn-3."));
        };
        let card: Card = card.parse()?;
        let Some(word) = words.next() else { return Ok(Action::play(card)) };
        let Some(side) = Side::named(word) else {
            return Err(Refusal::new(
                Code::Notation,
                format!("Write time or place after the card, not {}.", quoted(word)),
            ));
        };
        let Some(number) = words.next() else {
            return Err(Refusal::new(
                Code::Notation,
                format!("Add the number of chips, such as {card} {} 2.", side.name()),
            ));
        };
        if let Some(extra) = words.next() {
            return Err(Refusal::new(
                Code::Notation,
                format!("Leave out {}: a move ends with the number of chips.", quoted(extra)),
            ));
        }
        Ok(Action::bet(card, side, read_chips(number)?))
    }
}

/// EL-36: parses a number of chips, from 1 to 5.
pub(crate) fn read_chips(number: &str) -> Result<u8, Refusal> {
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Refusal::new(Code::Notation, format!("{} is not a number of chips.", quoted(number))));
    }
    match number.parse() {
        Ok(chips @ 1..=MOST_CHIPS) => Ok(chips),
        _ => Err(Refusal::illegal("EL-36", format!("You can bet 1 to 5 chips, not {}.", quoted(number)))),
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.card().name())?;
        f.write_str(self.bet_words())
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
