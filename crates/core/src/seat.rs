//! Seats and sets of seats.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Chance;

/// A seat, numbered from 0 clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The maximum number of seats of any game.
    pub const MAX: usize = 8;

    /// The seat's number, for indexing.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number shown to people, counted from 1. Sentences, logs and programs count from 0.
    #[inline]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The next seat clockwise at a table of `seats`.
    #[inline]
    #[must_use]
    pub const fn next(self, seats: u8) -> Seat {
        let next = self.0 + 1;
        Seat(if next == seats { 0 } else { next })
    }

    /// All seats of a table, in order.
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..seats).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0)
    }
}

/// Which seat takes the first turn, in games where it is an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum First {
    /// A random seat.
    #[default]
    Random,
    /// This seat.
    #[serde(untagged)]
    Seat(Seat),
}

impl First {
    /// The seat that begins at a table of `seats`. Returns the chosen seat as an error if it does not exist.
    #[inline]
    pub fn seat(self, seats: u8, chance: &mut Chance) -> Result<Seat, Seat> {
        match self {
            First::Random => Ok(Seat(chance.below(u32::from(seats)) as u8)),
            First::Seat(seat) if seat.0 < seats => Ok(seat),
            First::Seat(seat) => Err(seat),
        }
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Seats(u8);

impl Seats {
    /// The empty set.
    pub const NONE: Seats = Seats(0);

    /// Just this seat.
    #[inline]
    pub const fn one(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }

    /// Every seat of a table.
    pub const fn all(seats: u8) -> Seats {
        Seats(((1_u16 << seats) - 1) as u8)
    }

    /// The set as bits; the lowest is seat 0.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set with these bits; the lowest is seat 0.
    pub const fn from_bits(bits: u8) -> Seats {
        Seats(bits)
    }

    /// The seats of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Seats) -> Seats {
        Seats(self.0 & !other.0)
    }

    /// The set with `seat` in it.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }

    /// Whether `seat` is in the set.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < 8 && self.0 >> seat.0 & 1 == 1
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of seats in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest seat of the set.
    #[inline]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// A random seat of the set. Chance is not used if there is only one.
    #[inline]
    pub fn draw(self, chance: &mut Chance) -> Option<Seat> {
        if self.0 & self.0.wrapping_sub(1) == 0 { self.first() } else { self.draw_of_several(chance) }
    }

    #[cold]
    fn draw_of_several(self, chance: &mut Chance) -> Option<Seat> {
        self.iter().nth(chance.below(self.len() as u32) as usize)
    }

    /// The first seat of the set after `seat`, clockwise.
    pub fn next_after(self, seat: Seat) -> Option<Seat> {
        let later = Seats(self.0 & !((2_u16 << seat.0.min(7)) - 1) as u8);
        later.first().or(self.first())
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Seats {
        seats.into_iter().fold(Seats::NONE, Seats::with)
    }
}

impl Serialize for Seats {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_cyclic_and_sets_are_ordered() {
        assert_eq!(Seat(3).next(4), Seat(0));
        let seats: Seats = [Seat(5), Seat(1)].into_iter().collect();
        assert_eq!(seats.iter().collect::<Vec<_>>(), [Seat(1), Seat(5)]);
        assert_eq!((seats.len(), seats.first()), (2, Some(Seat(1))));
        assert_eq!(Seats::all(8).len(), 8);
        assert!(!seats.contains(Seat(200)));
        assert_eq!(seats.next_after(Seat(1)), Some(Seat(5)));
        assert_eq!(seats.next_after(Seat(5)), Some(Seat(1)));
        assert_eq!(seats.next_after(Seat(7)), Some(Seat(1)));
        assert_eq!(Seats::NONE.next_after(Seat(0)), None);
    }

    #[test]
    fn drawing_from_one_seat_uses_no_chance() {
        assert_eq!(Seats::one(Seat(3)).draw(&mut Chance::scripted([])), Some(Seat(3)));
        assert_eq!(Seats::NONE.draw(&mut Chance::scripted([])), None);
        let seats: Seats = [Seat(5), Seat(1), Seat(7)].into_iter().collect();
        let mut chance = Chance::scripted([2, 0, 1]);
        assert_eq!([(); 3].map(|()| seats.draw(&mut chance).unwrap().0), [7, 1, 5]);
    }
}
