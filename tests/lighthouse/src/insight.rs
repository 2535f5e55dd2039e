//! Knowledge for bots and statistics for research.

use atlas_core::{Chance, Game, Insight, Seat, Study, Text, text};

use crate::{Action, Event, Lighthouse};

impl Insight for Lighthouse {
    /// Taking a card back only repeats the planning of the night.
    fn candidates(&self, seat: Seat, out: &mut Vec<Action>) {
        self.legal(seat, out);
        out.retain(|action| *action != Action::TakeBack);
    }

    /// The value of a card is how much it raises the odds of its beacon, estimated from public information.
    fn appraise(&self, seat: Seat, actions: &[Action], out: &mut Vec<f32>) {
        let _ = seat;
        out.extend(actions.iter().map(|action| match action {
            Action::Place { beacon, card } => {
                let storm = f32::from(self.storms[usize::from(*beacon)]);
                let others = self.at(*beacon).count() as f32 * 3.5;
                let odds = |sum: f32| ((7.0 - (storm - sum)) / 6.0).clamp(0.0, 1.0);
                odds(others + f32::from(*card)) - odds(others)
            }
            Action::TakeBack | Action::Ready => 0.0,
        }));
    }

    fn guess(&self, seat: Seat, chance: &mut Chance, scratch: &mut Vec<Action>) -> Action {
        scratch.clear();
        self.candidates(seat, scratch);
        scratch[chance.below(scratch.len() as u32) as usize]
    }

    fn remark(&self, _: Seat, action: Action) -> Option<Text> {
        match action {
            Action::Place { beacon, .. } => {
                Some(text!["The storm there is ", self.storms[usize::from(beacon)], " (LH-04)."])
            }
            Action::TakeBack | Action::Ready => None,
        }
    }
}

impl Study for Lighthouse {
    fn statistic(event: &Event) -> Option<&'static str> {
        matches!(event, Event::Placed { .. }).then_some("cards placed")
    }

    fn ending(&self) -> Option<&'static str> {
        let outcome = self.outcome()?;
        Some(if outcome.winners().is_empty() { "lost" } else { "won" })
    }
}
