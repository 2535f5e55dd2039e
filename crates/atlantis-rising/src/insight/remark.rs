//! Reasons for hints, in one sentence each.

use atlas_core::{Seat, Text, text};

use super::plan::{Plan, success};
use crate::action::Action;
use crate::content::TileAction;
use crate::state::{AtlantisRising, Use};
use crate::things::{Figure, Pose, Resource, Spot};

/// The main reason to play an action.
pub(super) fn remark(state: &AtlantisRising, seat: Seat, action: Action) -> Option<Text> {
    let team = state.acts_for(seat)?;
    let plan = Plan::of(state, team);
    Some(match action {
        Action::Place(kind, spot) => {
            let figure = Figure { team, kind, at: spot, pose: Pose::Up, cipher: false, extra: false };
            place(state, &plan, figure)?
        }
        Action::Build(component) => {
            text!["The ", &state.content.component(component).named, " can be paid now (AR-51)."]
        }
        Action::Pledge(Use::Barrier(peninsula)) => {
            let chance = 1.0 - plan.stays(state, peninsula.tile(state.island[peninsula.index()].max(1)));
            let percent = (chance * 100.0).round() as i64;
            text![
                "The ",
                state.content.peninsula(peninsula),
                " flood with a chance of ",
                percent,
                " % (AR-61)."
            ]
        }
        Action::Pledge(Use::Raise(tile)) => {
            text!["Together you can raise ", state.spot_text(tile), " (AR-63)."]
        }
        Action::Flood(peninsula) => {
            let tiles = state.island[peninsula.index()];
            text![
                "The ",
                state.content.peninsula(peninsula),
                " have ",
                tiles,
                " unflooded tiles, and you need this tip least."
            ]
        }
        Action::Add => text!["The resource is needed for the blueprint (AR-60)."],
        Action::Done => text!["Nothing useful is left to do."],
        Action::Ready => text!["All your figures stand where they are useful."],
        _ => return None,
    })
}

fn place(state: &AtlantisRising, plan: &Plan, figure: Figure) -> Option<Text> {
    let spot = figure.at;
    let stays = (plan.stays(state, spot) * 100.0).round() as i64;
    let safe = if stays == 100 { text![""] } else { text![" It stays dry with a chance of ", stays, " %."] };
    if spot.tile().is_some() {
        return Some(match &state.content.tile(spot).action {
            TileAction::Wild { gain, .. } => {
                let percent = (success(state, figure) * 100.0).round() as i64;
                text!["A roll there brings ", gain.name(), " with a chance of ", percent, " % (AR-43).", safe]
            }
            TileAction::Forge(_) if plan.worth(Resource::Atlantium) > 0.5 => {
                text!["The blueprint needs Atlantium (AR-45).", safe]
            }
            TileAction::Forge(_) => text!["Ore becomes Atlantium there (AR-45).", safe],
            TileAction::Library { .. } => text!["Library cards help later (AR-46).", safe],
            TileAction::City { .. } => {
                text!["More followers mean more actions in later rounds (AR-47).", safe]
            }
        });
    }
    match spot {
        Spot::SOURCE => Some(text!["The Source gives 1 energy and never floods before the end (AR-48)."]),
        Spot::BUILD => Some(text!["A figure on a build space can build (AR-51)."]),
        Spot::CORE => Some(text!["Every Leader must contribute to the Power Core (AR-56)."]),
        _ => None,
    }
}
