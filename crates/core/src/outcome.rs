//! The result of a game.

use crate::{Seat, Seats};

/// The result of a game: points and a ranking, or one result that all players share.
///
/// It is a plain value without allocation, because searches compute it millions of times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    seats: u8,
    together: bool,
    winners: Seats,
    ranks: [u8; Seat::MAX],
    scores: [i32; Seat::MAX],
}

impl Outcome {
    /// A ranking of seats by `merit`, highest first. Tied seats share a rank, and tied winners share the win.
    pub fn ranked<K: Ord>(scores: &[i32], merit: impl Fn(Seat) -> K) -> Outcome {
        let seats = scores.len() as u8;
        let mut outcome = Outcome {
            seats,
            together: false,
            winners: Seats::NONE,
            ranks: [0; Seat::MAX],
            scores: [0; Seat::MAX],
        };
        for seat in Seat::all(seats) {
            let own = merit(seat);
            let better = Seat::all(seats).filter(|other| merit(*other) > own).count() as u8;
            outcome.ranks[seat.index()] = better;
            outcome.scores[seat.index()] = scores[seat.index()];
            if better == 0 {
                outcome.winners = outcome.winners.with(seat);
            }
        }
        outcome
    }

    /// The result of a co-operative game: all won or all lost, with one score.
    pub fn together(seats: u8, won: bool, score: i32) -> Outcome {
        let mut scores = [0; Seat::MAX];
        scores[..seats as usize].fill(score);
        let winners = if won { Seats::all(seats) } else { Seats::NONE };
        Outcome { seats, together: true, winners, ranks: [0; Seat::MAX], scores }
    }

    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The winners: several if they share the win, none if a co-operative game is lost.
    pub fn winners(&self) -> Seats {
        self.winners
    }

    /// Points by seat.
    pub fn scores(&self) -> &[i32] {
        &self.scores[..self.seats as usize]
    }

    /// For each seat, the number of seats that did better.
    pub fn ranks(&self) -> &[u8] {
        &self.ranks[..self.seats as usize]
    }

    /// Whether all players win or lose together.
    pub fn is_shared(&self) -> bool {
        self.together
    }

    /// A seat's share of the win: 1 for a sole winner and for everyone who wins a co-operative game, a fraction for
    /// those who tie.
    pub fn share(&self, seat: Seat) -> f64 {
        match (self.winners.contains(seat), self.together) {
            (false, _) => 0.0,
            (true, true) => 1.0,
            (true, false) => 1.0 / self.winners.len() as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tied_seats_share_a_rank_and_the_win() {
        let merit = [(8, 4), (8, 3), (8, 4), (9, 0)];
        let outcome = Outcome::ranked(&[8, 8, 8, 9], |seat| merit[seat.index()]);
        assert_eq!(outcome.ranks(), [1, 3, 1, 0]);
        assert_eq!(outcome.winners(), Seats::one(Seat(3)));

        let tie = Outcome::ranked(&[5, 5], |_| 5);
        assert_eq!((tie.share(Seat(0)), tie.share(Seat(1))), (0.5, 0.5));
    }

    #[test]
    fn a_cooperative_win_is_not_divided() {
        assert!(Outcome::together(3, true, 7).share(Seat(2)) > 0.99);
        let lost = Outcome::together(3, false, 7);
        assert_eq!((lost.share(Seat(0)), lost.winners()), (0.0, Seats::NONE));
    }
}
