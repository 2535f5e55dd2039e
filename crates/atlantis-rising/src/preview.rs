//! Previews: the consequences of an action, as far as its player can know them.

use atlas_core::{Odds, Preview, Seat, text};

use crate::action::Action;
use crate::content::TileAction;
use crate::state::AtlantisRising;

/// The preview of a legal action. The odds are those of a roll on a wild tile without energy.
pub(crate) fn preview(state: &AtlantisRising, seat: Seat, action: Action) -> Preview {
    let mut preview = Preview::of(state, seat, action, |_, _| 0);
    if let (Action::Act(kind, spot, _), Some(team)) = (action, state.acts_for(seat)) {
        let wild =
            spot.tile().is_some() && matches!(state.content.tile(spot).action, TileAction::Wild { .. });
        let figure = state.standing(team, kind, spot).filter(|_| wild);
        if let Some(needed) = figure.and_then(|figure| state.needed_roll(figure)) {
            let chance = f64::from(7_u8.saturating_sub(needed)) / 6.0;
            preview.odds.push(Odds { of: text!["The roll succeeds without energy"], chance });
        }
    }
    preview
}
