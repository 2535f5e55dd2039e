//! Statistics and features of games, for research.

use atlas_core::{Feature, Seat, Study};

use crate::cards::Order;
use crate::state::{Ending, ShadowOfAtlas};
use crate::tell::Event;

impl Study for ShadowOfAtlas {
    fn statistic(event: &Event) -> Option<&'static str> {
        match event {
            Event::Ventured { .. } => Some("Ventures"),
            Event::Surveyed { .. } => Some("Surveys"),
            Event::Expanded { .. } => Some("Expands"),
            Event::Arbiter { from: None, .. } => Some("planets developed"),
            Event::Arbiter { from: Some(_), .. } => Some("planets taken over"),
            Event::Reshuffled { .. } => Some("reshuffles"),
            Event::Done { .. } => Some("turns"),
            _ => None,
        }
    }

    /// The Orders that are played, and the Actions of each seat's first turn.
    fn feature(&self, event: &Event) -> Option<Feature> {
        let name = |order: Order| self.content.order(order).name.as_str();
        let opening = |seat: Seat, name: String| {
            (self.turn <= 2).then_some(Feature { seat, kind: Feature::OPENING, name })
        };
        match *event {
            Event::Played { seat, order, .. } => {
                Some(Feature { seat, kind: "Order played", name: name(order).to_owned() })
            }
            Event::Ventured { seat, order, .. } => opening(seat, format!("Venture {}", name(order))),
            Event::Surveyed { seat } => opening(seat, "Survey".to_owned()),
            Event::Expanded { seat, .. } => opening(seat, "Expand".to_owned()),
            _ => None,
        }
    }

    fn ending(&self) -> Option<&'static str> {
        ShadowOfAtlas::ending(self).map(Ending::name)
    }
}
