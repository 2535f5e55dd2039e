//! Statistics for research.

use atlas_core::Study;

use crate::state::{EnchantedLands, Event};

impl Study for EnchantedLands {
    fn statistic(event: &Event) -> Option<&'static str> {
        match event {
            Event::Time(_) => Some("Times"),
            Event::Place(_) => Some("Places"),
            Event::Bet { .. } => Some("bets"),
            Event::Kept { .. } => Some("bets won"),
            _ => None,
        }
    }
}
