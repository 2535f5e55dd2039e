//! What bots are taught: a plan for the table, and the value of each action in it.
//!
//! Values are in resources: an action that is worth 1 brings about as much as one needed resource.

mod plan;
mod remark;
mod value;

use atlas_core::{Chance, Foresight, Game, Insight, Seat, Text};

use crate::action::Action;
use crate::state::AtlantisRising;
use plan::Plan;

/// How much the quick guesses of playouts vary.
const NOISE: f32 = 0.25;

impl Insight for AtlantisRising {
    const FORESIGHT: Option<Foresight> = Some(Foresight { turns: 2, effort: 0.15 });

    /// The legal actions without taking back, overruling and giving up, and with pledges only for what can be paid now.
    fn candidates(&self, seat: Seat, out: &mut Vec<Action>) {
        let from = out.len();
        self.legal(seat, out);
        let Some(team) = self.acts_for(seat) else { return };
        let mut kept = from;
        for at in from..out.len() {
            let action = out[at];
            let useful = match action {
                Action::Recall(..) | Action::Overrule(..) | Action::Withdraw => false,
                Action::Drop => out.len() - from == 1,
                Action::Pledge(wanted) => value::can_complete(self, team, wanted),
                _ => true,
            };
            if useful {
                out[kept] = action;
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn appraise(&self, seat: Seat, actions: &[Action], out: &mut Vec<f32>) {
        let Some(team) = self.acts_for(seat) else { return out.extend(actions.iter().map(|_| 0.0)) };
        let plan = Plan::of(self, team);
        out.extend(actions.iter().map(|action| value::value(self, &plan, *action)));
    }

    fn guess(&self, seat: Seat, chance: &mut Chance, scratch: &mut Vec<Action>) -> Action {
        scratch.clear();
        self.candidates(seat, scratch);
        if let [only] = scratch.as_slice() {
            return *only;
        }
        let team = self.acts_for(seat).expect("a seat that guesses may act");
        let plan = Plan::of(self, team);
        let mut best = (f32::NEG_INFINITY, scratch[0]);
        for action in scratch.iter() {
            let noise = chance.below(1_000) as f32 * NOISE / 1_000.0;
            let value = value::value(self, &plan, *action) + noise;
            if value > best.0 {
                best = (value, *action);
            }
        }
        best.1
    }

    /// AR-59: progress of the gate against what is left of the island.
    fn prospects(&self, _: Seat) -> f32 {
        if let Some(outcome) = self.outcome() {
            return if outcome.winners().is_empty() { 0.0 } else { 1.0 };
        }
        let mut todo = 0.0_f32;
        for at in 0..self.gate.len() as u8 {
            if self.built[usize::from(at)] == 0 {
                todo += f32::from(self.cost(at).total()) + 1.0;
            }
        }
        let goods: f32 = self.all_teams().map(|team| f32::from(self.team(team).goods.total())).sum();
        let leaders = f32::from(self.seats) - self.core.len() as f32;
        let work = (todo - 0.8 * goods).max(0.0) * 1.6 + leaders;
        let figures = f32::from(self.in_play()).max(1.0);
        let plan = Plan::of(self, self.start.0);
        let needed = work / figures + 1.0;
        let ahead = plan.rounds + f32::from(self.components_built()) * 0.05 - needed;
        1.0 / (1.0 + (-0.9 * ahead).exp())
    }

    fn remark(&self, seat: Seat, action: Action) -> Option<Text> {
        remark::remark(self, seat, action)
    }
}
