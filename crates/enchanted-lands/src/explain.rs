//! Explains why a word cannot be added to an unfinished sentence.

use atlas_core::{Refusal, Seat, text};

use crate::action::{Side, read_chips};
use crate::card::Card;
use crate::state::EnchantedLands;

/// The picked words, sorted by kind.
#[derive(Default)]
struct Picks {
    cards: Vec<Card>,
    sides: Vec<Side>,
    chips: Vec<u8>,
}

impl Picks {
    fn read(words: &str) -> Result<Picks, Refusal> {
        let mut picks = Picks::default();
        for word in words.split_whitespace() {
            if let Some(side) = Side::named(word) {
                picks.sides.push(side);
            } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
                picks.chips.push(read_chips(word)?);
            } else {
                picks.cards.push(word.parse()?);
            }
        }
        Ok(picks)
    }
}

/// Checks that a legal sentence of the seat contains these words, and explains why if none does.
pub(crate) fn explain(state: &EnchantedLands, seat: Seat, words: &str) -> Result<(), Refusal> {
    state.check_turn(seat)?;
    let Picks { cards, sides, chips } = Picks::read(words)?;
    if let [one, _, ..] = cards.as_slice() {
        return Err(Refusal::illegal(
            "EL-31",
            text!["You play one card each turn. You have already picked ", *one, "."],
        ));
    }
    for card in &cards {
        state.check_card(seat, *card)?;
    }
    if sides.is_empty() && chips.is_empty() {
        return Ok(());
    }
    match cards.first() {
        Some(card) => state.check_free(*card)?,
        None if state.hand(seat).all(|card| state.board.completes(card)) => {
            return Err(Refusal::illegal(
                "EL-34",
                "Every card in your hand completes something, so you cannot bet.",
            ));
        }
        None => {}
    }
    if sides.len() > 1 {
        return Err(Refusal::illegal("EL-37", "Bet on Time or on Place, not on both."));
    }
    if chips.len() > 1 {
        return Err(Refusal::illegal("EL-36", "Choose one number of chips."));
    }
    state.check_chips(seat, chips.first().copied().unwrap_or(1))
}
