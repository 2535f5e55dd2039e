//! A game as one seat knows it.

use crate::{Chance, Game, Insight, Prompt, Seat, Text, Viewer};

/// A game as one seat knows it. Bots get this instead of the true state: the seat's view, its legal actions and
/// imagined states.
#[derive(Debug)]
pub struct Eyes<'a, G> {
    state: &'a G,
    seat: Seat,
}

impl<G> Clone for Eyes<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Eyes<'_, G> {}

impl<'a, G: Game> Eyes<'a, G> {
    /// Limits `state` to what `seat` knows.
    pub fn new(state: &'a G, seat: Seat) -> Eyes<'a, G> {
        Eyes { state, seat }
    }

    /// The seat.
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// The view of the seat.
    pub fn view(self) -> G::View {
        self.state.view(Viewer::Seat(self.seat))
    }

    /// The prompt of the seat, if it may act.
    pub fn awaiting(self) -> Option<Prompt> {
        self.state.awaiting(self.seat)
    }

    /// The legal actions of the seat.
    pub fn legal(self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.state.legal(self.seat, &mut actions);
        actions
    }

    /// A random state that is consistent with what the seat knows.
    pub fn imagine(self, chance: &mut Chance) -> G {
        self.state.imagine(self.seat, chance)
    }

    /// An action of the seat as a sentence.
    pub fn write(self, action: G::Action) -> String {
        self.state.write(action, Viewer::Seat(self.seat))
    }
}

impl<G: Insight> Eyes<'_, G> {
    /// The actions of the seat that are worth considering.
    pub fn candidates(self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.state.candidates(self.seat, &mut actions);
        actions
    }

    /// The main reason to play an action of the seat, in one sentence, for hints.
    pub fn remark(self, action: G::Action) -> Option<Text> {
        self.state.remark(self.seat, action)
    }
}
