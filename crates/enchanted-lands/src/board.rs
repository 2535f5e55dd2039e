//! The board: which cards lie on it, which of them are flipped, and what completes a Time or a Place.

use crate::card::{Card, Cards};

/// EL-14, EL-15: a spot is empty, or its card lies face up, or its card is flipped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    /// The cards that lie face up.
    pub up: Cards,
    /// The cards that are flipped.
    pub flipped: Cards,
}

/// What a card completes: the members that are flipped and judged, of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Completion {
    /// The members of the Time.
    pub time: Cards,
    /// The members of the Place.
    pub place: Cards,
}

impl Completion {
    /// Whether nothing was completed.
    #[inline]
    pub fn is_nothing(self) -> bool {
        (self.time | self.place).is_empty()
    }
}

impl Board {
    /// Every card on the board.
    #[inline]
    pub fn cards(self) -> Cards {
        self.up | self.flipped
    }

    /// EL-33: what the face-up card `card` completes. Both tests use the board before any flip (EL-R02).
    #[inline]
    pub fn completion(self, card: Card) -> Completion {
        let run = self.run(card);
        let column = self.up & card.column();
        Completion {
            // EL-23: four or more face-up cards; EL-24: all of the run.
            time: if run.at_least::<4>() { run } else { Cards::NONE },
            // EL-26: all four on the board; EL-27: at least three of them face up.
            place: if self.cards() & card.column() == card.column() && column.at_least::<3>() {
                column
            } else {
                Cards::NONE
            },
        }
    }

    /// EL-21: the face-up cards of the row that can be reached from `card` by links. A link crosses flipped
    /// cards (EL-19, EL-22) and breaks at an empty spot (EL-20) and at the end of the row (EL-25).
    #[inline]
    pub fn run(self, card: Card) -> Cards {
        // The taken spots of the row, with the card's own at bit 31: what is linked stands right behind it.
        let taken = (self.cards() & card.row()).0;
        let spot = card.index() as u32;
        let above = (taken >> spot).trailing_ones();
        let below = (taken << (31 - spot)).leading_ones();
        // From the lowest linked spot up to the highest one; the card's own spot counts in both.
        let block = (u32::MAX >> (32 - above)) << spot | (u32::MAX << (32 - below)) >> (31 - spot);
        Cards(block) & self.up
    }

    /// The empty spots whose card would complete a Time or a Place if it were played now.
    #[inline]
    pub fn completing(self) -> Cards {
        self.completing_time() | self.completing_place()
    }

    /// The empty spots whose card would complete a Time.
    #[inline]
    fn completing_time(self) -> Cards {
        let (up, flipped) = (self.up.0.to_le_bytes(), self.flipped.0.to_le_bytes());
        let row = |suit: usize| {
            let code = TERNARY[up[suit] as usize] + 2 * TERNARY[flipped[suit] as usize];
            COMPLETING[code as usize % COMPLETING.len()]
        };
        Cards(u32::from_le_bytes([row(0), row(1), row(2), row(3)]))
    }

    /// The empty spots whose card would complete a Place: the other three lie there, at most one flipped.
    #[inline]
    fn completing_place(self) -> Cards {
        let taken = self.cards().0;
        let [a, b, c] = [8, 16, 24].map(|rows| self.flipped.0.rotate_right(rows));
        let others = taken.rotate_right(8) & taken.rotate_right(16) & taken.rotate_right(24);
        Cards(others & !(a & b | c & (a | b)) & !taken)
    }
}

/// The eight spots of a row as a number in base 3, one digit a spot: 0 empty, 1 face up, 2 flipped. This is
/// the part of the digits that are 1; twice the same for the flipped cards is the rest.
const TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        let rest: u16 = table[bits & (bits - 1)];
        table[bits] = rest + 3_u16.pow(bits.trailing_zeros());
        bits += 1;
    }
    table
};

/// For each row in base 3: the empty spots that a card of the row would complete a Time on.
const COMPLETING: [u8; 8192] = {
    let mut table = [0; 8192];
    let mut code = 0;
    while code < 3_usize.pow(8) {
        // How many face-up cards are linked to each spot from below, then from above.
        let mut linked = [0; 8];
        let mut pass = 0;
        while pass < 2 {
            let mut reach = 0;
            let mut step = 0;
            while step < 8 {
                let spot = if pass == 0 { step } else { 7 - step };
                linked[spot] += reach;
                reach = match code / 3_usize.pow(spot as u32) % 3 {
                    0 => 0,
                    1 => reach + 1,
                    _ => reach,
                };
                step += 1;
            }
            pass += 1;
        }
        let mut spot = 0;
        while spot < 8 {
            if code / 3_usize.pow(spot as u32) % 3 == 0 && linked[spot] >= 3 {
                table[code] |= 1 << spot;
            }
            spot += 1;
        }
        code += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::Chance;

    /// The table for whole hands and the test of one card say the same about every spot.
    #[test]
    fn completing_agrees_with_completion() {
        let mut chance = Chance::quick(1);
        for _ in 0..200_000 {
            let (mut board, share) = (Board::default(), chance.below(9) + 1);
            for card in Cards(u32::MAX) {
                match chance.below(10) {
                    roll if roll >= share => {}
                    roll if roll % 2 == 0 => board.flipped |= card.alone(),
                    _ => board.up |= card.alone(),
                }
            }
            for card in !board.cards() {
                let after = Board { up: board.up | card.alone(), ..board };
                assert_eq!(
                    board.completing().contains(card),
                    !after.completion(card).is_nothing(),
                    "{card} on {board:?}"
                );
            }
        }
    }
}
