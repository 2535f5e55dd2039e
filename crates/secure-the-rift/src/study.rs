//! Statistics of games, for research.

use atlas_core::Study;

use crate::event::Event;
use crate::state::SecureTheRift;
use crate::things::ItemKind;

impl Study for SecureTheRift {
    fn statistic(event: &Event) -> Option<&'static str> {
        match event {
            Event::Turn { .. } => Some("turns"),
            Event::InSequence { item } if matches!(item.kind, ItemKind::Card { .. }) => Some("cards played"),
            Event::InSequence { .. } => Some("abilities"),
            Event::Attacks { .. } => Some("attackers"),
            Event::Blocks { .. } => Some("blockers"),
            Event::Died { .. } => Some("deaths"),
            Event::Cancelled { .. } => Some("cancelled"),
            _ => None,
        }
    }
}
