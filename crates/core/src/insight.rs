//! What a game teaches its bots.

use crate::{Chance, Game, Seat, Text};

/// How a search looks ahead in a game that is too long to be played out again and again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Foresight {
    /// The number of turns to look ahead. The search then asks for the [prospects](Insight::prospects).
    pub turns: u32,
    /// The share of a level's usual playouts that is enough.
    pub effort: f32,
}

/// What a game teaches its bots. Every method has a default, so a game can be searched before it teaches anything.
pub trait Insight: Game {
    /// How far a search looks ahead; `None` to play every game out.
    const FORESIGHT: Option<Foresight> = None;

    /// Appends the actions worth considering: the legal ones, less those that only take something back, repeat
    /// another in a different order, or make no sense. There is always at least one, and a game in which all seats
    /// choose among them ends.
    fn candidates(&self, seat: Seat, out: &mut Vec<Self::Action>) {
        self.legal(seat, out);
    }

    /// Appends how promising each action looks to the seat at first sight, in points of the game. Bots that look one
    /// step ahead play the best; searches try the best first.
    fn appraise(&self, seat: Seat, actions: &[Self::Action], out: &mut Vec<f32>) {
        let _ = seat;
        out.extend(actions.iter().map(|_| 0.0));
    }

    /// A random action of a quick but sensible player. Searches play games out with it.
    #[inline]
    fn guess(&self, seat: Seat, chance: &mut Chance, scratch: &mut Vec<Self::Action>) -> Self::Action {
        self.pick(seat, chance, scratch)
    }

    /// The number of turns that have begun, for a search with [`Foresight`].
    fn clock(&self) -> u32 {
        0
    }

    /// The expected share of the win of a seat, from 0 to 1, for a search that looks no further.
    fn prospects(&self, seat: Seat) -> f32 {
        let _ = seat;
        if Self::FACTS.cooperative { 0.5 } else { 1.0 / f32::from(self.seats()) }
    }

    /// What matters about an action of the seat, for somebody who asks for a hint. It says only what the seat knows.
    fn remark(&self, seat: Seat, action: Self::Action) -> Option<Text> {
        let _ = (seat, action);
        None
    }
}
