//! Statistics and features of games, for research.

use atlas_core::{Feature, Seat, Study};

use crate::state::{AtlantisRising, Ending};
use crate::tell::Event;

impl Study for AtlantisRising {
    fn statistic(event: &Event) -> Option<&'static str> {
        match event {
            Event::Round { .. } => Some("rounds"),
            Event::Flooded { .. } => Some("tiles flooded"),
            Event::Raised { .. } => Some("tiles raised"),
            Event::Barrier { .. } => Some("barriers"),
            Event::Prevented { .. } => Some("floods prevented"),
            Event::WashedBack { .. } => Some("figures washed back"),
            Event::Rolled { .. } => Some("rolls"),
            Event::Failed { .. } => Some("failed rolls"),
            Event::Built { .. } => Some("components built"),
            Event::Played { .. } => Some("cards played"),
            Event::GainedFigure { .. } => Some("figures gained"),
            _ => None,
        }
    }

    /// The components that are built, the cards that are played, and the councilors.
    fn feature(&self, event: &Event) -> Option<Feature> {
        let component = |it: u8| self.content.component(it).named.name.clone();
        let councilor = |team: u8| self.content.councilor(self.team(team).councilor).named.name.clone();
        match *event {
            Event::Built { team, component: it } => {
                Some(Feature { seat: Seat(team), kind: "component built", name: component(it) })
            }
            Event::Played { team, card } => Some(Feature {
                seat: Seat(team),
                kind: "card played",
                name: self.content.card(card).named.name.clone(),
            }),
            Event::Ready { team } if self.round == 1 => {
                Some(Feature { seat: Seat(team), kind: "councilor", name: councilor(team) })
            }
            _ => None,
        }
    }

    fn ending(&self) -> Option<&'static str> {
        self.over.map(|ending| if ending == Ending::Won { "gate" } else { "sunk" })
    }
}
