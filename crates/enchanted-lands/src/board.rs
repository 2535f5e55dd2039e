//! The board: which cards are on it, which of them are flipped, and what completes a Time or a Place.

use crate::action::Side;
use crate::card::{Card, Cards};

/// EL-14, EL-15: a spot is empty, or its card is face up, or its card is flipped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    /// The face-up cards.
    pub up: Cards,
    /// The flipped cards.
    pub flipped: Cards,
}

/// What a card completes: the members of each kind, which are flipped and whose predictions are resolved.
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

    /// The board with `card` face up on it, before anything is flipped.
    #[inline]
    #[must_use]
    pub fn with(self, card: Card) -> Board {
        Board { up: self.up | card.alone(), ..self }
    }

    /// EL-33: what the face-up card `card` completes. Both tests use the board before any flip (EL-R02).
    #[inline]
    pub fn completion(self, card: Card) -> Completion {
        let run = self.run(card);
        let column = self.up & card.column();
        Completion {
            // EL-23: four or more face-up cards; EL-24: all cards of the run.
            time: if run.at_least::<4>() { run } else { Cards::NONE },
            // EL-26: all four on the board; EL-27: at least three of them face up.
            place: if self.cards() & card.column() == card.column() && column.at_least::<3>() {
                column
            } else {
                Cards::NONE
            },
        }
    }

    /// Whether `card`, which is not on the board, would complete something.
    #[inline]
    pub fn completes(self, card: Card) -> bool {
        let (row, others) = (card.index() & 0x18, card.column() & !card.alone());
        let code = (self.up.0 >> row) & 0xFF | ((self.flipped.0 >> row) & 0xFF) << 8;
        let time = COMPLETING[code as usize & 0xFFFF] >> (card.index() & 7) & 1 == 1;
        time || (self.cards() & others == others && !(self.flipped & others).at_least::<2>())
    }

    /// EL-21: the face-up cards of the row that can be reached from `card` by links. A link crosses flipped
    /// cards (EL-19, EL-22) and breaks at an empty spot (EL-20) and at the end of the row (EL-25).
    #[inline]
    pub fn run(self, card: Card) -> Cards {
        // The occupied spots of the row. Linked spots form an unbroken block of ones around the card's own spot.
        let taken = (self.cards() & card.row()).0;
        let spot = card.index() as u32;
        let above = (taken >> spot).trailing_ones();
        let below = (taken << (31 - spot)).leading_ones();
        // From the lowest linked spot to the highest; the card's own spot is part of both counts.
        let block = (u32::MAX >> (32 - above)) << spot | (u32::MAX << (32 - below)) >> (31 - spot);
        Cards(block) & self.up
    }

    /// The smallest set of cards that must still be played until a Time, or a Place, takes this face-up card; `None` if
    /// that cannot happen any more. Among sets of equal size it is the one with the most cards of `held`.
    pub fn lacking(self, card: Card, side: Side, deck: Cards, held: Cards) -> Option<Cards> {
        match side {
            Side::Time => {
                // EL-23: four face up, and no empty spot between them.
                let row: Vec<Card> = (deck & card.row()).collect();
                let stretches = (0..row.len()).flat_map(|from| {
                    let row = &row;
                    (from..row.len()).map(move |to| row[from..=to].iter().copied().collect::<Cards>())
                });
                stretches
                    .filter(|stretch| stretch.contains(card) && (*stretch & !self.flipped).at_least::<4>())
                    .map(|stretch| stretch & !self.cards())
                    .min_by_key(|lacking| (lacking.len(), (*lacking & !held).len()))
            }
            // EL-28: a column with two flipped cards is never a Place.
            Side::Place => {
                (!(self.flipped & card.column()).at_least::<2>()).then_some(card.column() & !self.cards())
            }
        }
    }

    /// The empty spots whose card would complete a Time or a Place if it were played now.
    #[inline]
    pub fn completing(self) -> Cards {
        self.completing_time() | self.completing_place()
    }

    /// The empty spots whose card would complete a Time, by table lookup for each row.
    #[inline]
    fn completing_time(self) -> Cards {
        const EVEN: u32 = 0x00FF_00FF;
        let (up, flipped) = (self.up.0, self.flipped.0);
        // Two rows per word. The flipped cards of a row are in the bits above its face-up cards.
        let even = up & EVEN | (flipped & EVEN) << 8;
        let odd = up >> 8 & EVEN | flipped & !EVEN;
        let row = |rows: u32| u32::from(COMPLETING[rows as usize & 0xFFFF]);
        Cards(row(even) | row(odd) << 8 | row(even >> 16) << 16 | row(odd >> 16) << 24)
    }

    /// The empty spots whose card would complete a Place: the other three cards are on the board, at most one flipped.
    #[inline]
    fn completing_place(self) -> Cards {
        let taken = self.cards().0;
        let [a, b, c] = [8, 16, 24].map(|rows| self.flipped.0.rotate_right(rows));
        let others = taken.rotate_right(8) & taken.rotate_right(16) & taken.rotate_right(24);
        Cards(others & !(a & b | c & (a | b)) & !taken)
    }
}

/// For each possible row, the empty spots on which a card would complete a Time. The index is the set of flipped cards
/// times 256, plus the set of face-up cards.
static COMPLETING: [u8; 1 << 16] = {
    let mut table = [0; 1 << 16];
    let mut row = 0;
    while row < table.len() {
        let (up, flipped) = (row & 0xFF, row >> 8);
        if up & flipped == 0 {
            table[row] = completing_spots(up as u8, flipped as u8);
        }
        row += 1;
    }
    table
};

const fn completing_spots(up: u8, flipped: u8) -> u8 {
    // The number of face-up cards linked to each spot, from below and from above.
    let mut linked = [0; 8];
    let (mut from_below, mut from_above) = (0, 0);
    let mut spot = 0;
    while spot < 8 {
        linked[spot] += from_below;
        linked[7 - spot] += from_above;
        from_below = reach(up, flipped, spot, from_below);
        from_above = reach(up, flipped, 7 - spot, from_above);
        spot += 1;
    }
    let mut spots = 0;
    let mut spot = 0;
    while spot < 8 {
        if linked[spot] >= 3 {
            spots |= 1 << spot;
        }
        spot += 1;
    }
    spots & !(up | flipped)
}

/// The number of face-up cards linked to the spot after `spot`, if `before` cards are linked to `spot`.
const fn reach(up: u8, flipped: u8, spot: usize, before: u8) -> u8 {
    if up >> spot & 1 == 1 {
        before + 1
    } else if flipped >> spot & 1 == 1 {
        before
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas_core::Chance;

    fn random_board(chance: &mut Chance) -> Board {
        let (mut board, share) = (Board::default(), chance.below(9) + 1);
        for card in Cards(u32::MAX) {
            match chance.below(10) {
                roll if roll >= share => {}
                roll if roll % 2 == 0 => board.flipped |= card.alone(),
                _ => board.up |= card.alone(),
            }
        }
        board
    }

    /// Compares `lacking` with a search through all sets of cards of the row or column.
    #[test]
    fn lacking_is_the_smallest_set_that_completes() {
        let mut chance = Chance::quick(2);
        for _ in 0..300 {
            let (board, seats) = (random_board(&mut chance), 3 + chance.below(2) as u8);
            let deck = Cards::deck(seats);
            let board = Board { up: board.up & deck, flipped: board.flipped & deck };
            let held = Cards(chance.below(u32::MAX)) & !board.cards();
            for card in board.up {
                for side in [Side::Time, Side::Place] {
                    let line = if side == Side::Time { card.row() } else { card.column() };
                    let empty: Vec<Card> = (line & deck & !board.cards()).collect();
                    let takes = |cards: Cards| {
                        let board = Board { up: board.up | cards, ..board };
                        let completion = board.completion(card);
                        !if side == Side::Time { completion.time } else { completion.place }.is_empty()
                    };
                    let subsets = (0..1_u32 << empty.len()).map(|set| -> Cards {
                        (0..empty.len()).filter(|n| set >> n & 1 == 1).map(|n| empty[n]).collect()
                    });
                    let key = |cards: Cards| (cards.len(), (cards & !held).len());
                    let least = subsets.filter(|cards| takes(*cards)).map(key).min();
                    let found = board.lacking(card, side, deck, held);
                    assert_eq!(found.map(key), least, "{card} {side:?} on {board:?}");
                    assert!(found.is_none_or(takes), "{card} {side:?} on {board:?}");
                }
            }
        }
    }

    /// The lookup table, the test of one card and `completion` agree.
    #[test]
    fn completing_agrees_with_completion() {
        let mut chance = Chance::quick(1);
        for _ in 0..200_000 {
            let board = random_board(&mut chance);
            for card in !board.cards() {
                let completes = !board.with(card).completion(card).is_nothing();
                assert_eq!(board.completing().contains(card), completes, "{card} on {board:?}");
                assert_eq!(board.completes(card), completes, "{card} on {board:?}");
            }
        }
    }
}
