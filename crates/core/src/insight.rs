//! Knowledge about a game for its bots.

use crate::{Chance, Game, Seat, Text};

/// How far a search looks ahead in a game that is too long to play out many times.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Foresight {
    /// The number of turns to look ahead. The search then evaluates the [prospects](Insight::prospects).
    pub turns: u32,
    /// The fraction of a level's usual number of playouts to run.
    pub effort: f32,
}

/// Knowledge about a game for its bots. Every method has a default, so bots can play any game.
pub trait Insight: Game {
    /// How far a search looks ahead; `None` to play every game out.
    const FORESIGHT: Option<Foresight> = None;

    /// Appends the actions worth considering: the legal ones, less those that only take something back, repeat
    /// another in a different order, or make no sense. There is always at least one, and a game in which all seats
    /// play only candidates comes to an end.
    fn candidates(&self, seat: Seat, out: &mut Vec<Self::Action>) {
        self.legal(seat, out);
    }

    /// Appends a quick estimate of the value of each action to the seat, in points of the game. Bots that look one step
    /// ahead play the best action; searches try the best first.
    fn appraise(&self, seat: Seat, actions: &[Self::Action], out: &mut Vec<f32>) {
        let _ = seat;
        out.extend(actions.iter().map(|_| 0.0));
    }

    /// A random action that a quick but sensible player might choose. Searches use it in playouts.
    #[inline]
    fn guess(&self, seat: Seat, chance: &mut Chance, scratch: &mut Vec<Self::Action>) -> Self::Action {
        self.pick(seat, chance, scratch)
    }

    /// The expected share of the win of a seat, from 0 to 1. Searches use it where they stop looking ahead.
    fn prospects(&self, seat: Seat) -> f32 {
        let _ = seat;
        if Self::FACTS.cooperative { 0.5 } else { 1.0 / f32::from(self.seats()) }
    }

    /// The main reason to play an action of the seat, in one sentence, for a player who asks for a hint. It uses only
    /// what the seat knows.
    fn remark(&self, seat: Seat, action: Self::Action) -> Option<Text> {
        let _ = (seat, action);
        None
    }
}
