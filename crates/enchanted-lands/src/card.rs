//! Cards and sets of cards.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};
use std::str::FromStr;

use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal};
use serde::{Deserialize, Serialize};

/// EL-02: the suits, from the top row to the bottom row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Suit {
    Dawn,
    Day,
    Sunset,
    Night,
}

impl Suit {
    /// The four suits in order.
    pub const ALL: [Suit; 4] = [Suit::Dawn, Suit::Day, Suit::Sunset, Suit::Night];

    /// The word in sentences.
    pub const fn name(self) -> &'static str {
        match self {
            Suit::Dawn => "dawn",
            Suit::Day => "day",
            Suit::Sunset => "sunset",
            Suit::Night => "night",
        }
    }

    /// The name for people.
    pub const fn title(self) -> &'static str {
        match self {
            Suit::Dawn => "Dawn",
            Suit::Day => "Day",
            Suit::Sunset => "Sunset",
            Suit::Night => "Night",
        }
    }

    /// The suit that a word names.
    pub fn named(word: &str) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.name() == word)
    }
}

/// EL-01: one of the 32 cards. Cards are ordered by suit, then by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of this suit and number (1 to 8).
    pub const fn new(suit: Suit, number: u8) -> Card {
        assert!(number >= 1 && number <= 8);
        Card((suit as u8) << 3 | (number - 1))
    }

    /// The word in sentences, such as `dawn-3`.
    pub const fn name(self) -> &'static str {
        #[rustfmt::skip]
        const NAMES: [&str; 32] = [
            "dawn-1", "dawn-2", "dawn-3", "dawn-4", "dawn-5", "dawn-6", "dawn-7", "dawn-8",
            "day-1", "day-2", "day-3", "day-4", "day-5", "day-6", "day-7", "day-8",
            "sunset-1", "sunset-2", "sunset-3", "sunset-4", "sunset-5", "sunset-6", "sunset-7", "sunset-8",
            "night-1", "night-2", "night-3", "night-4", "night-5", "night-6", "night-7", "night-8",
        ];
        NAMES[self.index()]
    }

    /// The name for people, such as `Dawn 3`.
    pub const fn title(self) -> &'static str {
        #[rustfmt::skip]
        const TITLES: [&str; 32] = [
            "Dawn 1", "Dawn 2", "Dawn 3", "Dawn 4", "Dawn 5", "Dawn 6", "Dawn 7", "Dawn 8",
            "Day 1", "Day 2", "Day 3", "Day 4", "Day 5", "Day 6", "Day 7", "Day 8",
            "Sunset 1", "Sunset 2", "Sunset 3", "Sunset 4", "Sunset 5", "Sunset 6", "Sunset 7", "Sunset 8",
            "Night 1", "Night 2", "Night 3", "Night 4", "Night 5", "Night 6", "Night 7", "Night 8",
        ];
        TITLES[self.index()]
    }

    /// The card at an index in the order of all cards, 0 to 31.
    #[inline]
    pub(crate) const fn at(index: u8) -> Card {
        Card(index & 31)
    }

    /// The index in the order of all cards, 0 to 31.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & 31
    }

    /// The suit, which is also the row.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> 3) as usize & 3]
    }

    /// The number, which is also the column, 1 to 8.
    #[inline]
    pub const fn number(self) -> u8 {
        (self.0 & 7) + 1
    }

    /// The set that contains only this card.
    #[inline]
    pub const fn alone(self) -> Cards {
        Cards(1 << self.0)
    }

    /// All cards of the card's row.
    #[inline]
    pub const fn row(self) -> Cards {
        Cards(0xFF << (self.0 & 0x18))
    }

    /// All cards of the card's column.
    #[inline]
    pub const fn column(self) -> Cards {
        Cards(0x0101_0101 << (self.0 & 7))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Card, Refusal> {
        let card = text.split_once('-').and_then(|(suit, number)| {
            let number = number.parse().ok().filter(|n| (1..=8).contains(n) && number.len() == 1)?;
            Some(Card::new(Suit::named(suit)?, number))
        });
        card.ok_or_else(|| {
            Refusal::new(
                Code::Notation,
                format!("{} is not a card. A card is a suit and a number, such as dawn-3.", quoted(text)),
            )
        })
    }
}

impl Serialize for Card {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Card, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A set of cards. Bit `8 * suit + number - 1` represents a card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cards(pub(crate) u32);

impl Cards {
    /// The empty set.
    pub const NONE: Cards = Cards(0);

    /// EL-07: the cards in play with this number of seats.
    pub const fn deck(seats: u8) -> Cards {
        Cards(if seats == 4 { u32::MAX } else { 0x7F7F_7F7F })
    }

    /// The number of cards in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `card` is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Whether the set contains at least `N` cards, for a small `N`.
    #[inline]
    pub(crate) const fn at_least<const N: u32>(self) -> bool {
        let mut bits = self.0;
        let mut dropped = 1;
        while dropped < N {
            bits &= bits.wrapping_sub(1);
            dropped += 1;
        }
        bits != 0
    }

    /// The card at index `n` of the set.
    #[inline]
    pub(crate) fn nth(self, n: u32) -> Card {
        let mut bits = self.0;
        for _ in 0..n {
            bits &= bits.wrapping_sub(1);
        }
        Card::at(bits.trailing_zeros() as u8)
    }
}

#[expect(clippy::copy_iterator, reason = "iterating over a copy leaves the set unchanged")]
impl Iterator for Cards {
    type Item = Card;

    #[inline]
    fn next(&mut self) -> Option<Card> {
        let first = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (first < 32).then_some(Card(first as u8))
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards.into_iter().fold(Cards::NONE, |set, card| set | card.alone())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl BitOr for Cards {
    type Output = Cards;

    #[inline]
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl BitAnd for Cards {
    type Output = Cards;

    #[inline]
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

impl Not for Cards {
    type Output = Cards;

    #[inline]
    fn not(self) -> Cards {
        Cards(!self.0)
    }
}

impl BitOrAssign for Cards {
    #[inline]
    fn bitor_assign(&mut self, other: Cards) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for Cards {
    #[inline]
    fn bitand_assign(&mut self, other: Cards) {
        self.0 &= other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_consist_of_suit_and_number() {
        for card in Cards::deck(4) {
            assert_eq!(card.title(), format!("{} {}", card.suit().title(), card.number()));
            assert_eq!(card.name(), format!("{}-{}", card.suit().name(), card.number()));
            assert_eq!(card.name().parse(), Ok(card));
        }
    }
}
