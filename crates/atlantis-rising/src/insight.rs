//! What bots are taught.

use atlas_core::{Game, Insight, Seat};

use crate::action::Action;
use crate::state::AtlantisRising;

impl Insight for AtlantisRising {
    fn candidates(&self, seat: Seat, out: &mut Vec<Action>) {
        self.legal(seat, out);
    }
}
