//! Statistics about a game, for research.

use crate::{Game, Seat};

/// Something that a seat did, which research relates to who won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// The seat that did it.
    pub seat: Seat,
    /// The kind of feature, such as `Order played`, or [`Feature::OPENING`].
    pub kind: &'static str,
    /// The name within its kind, such as `Mors`.
    pub name: String,
}

impl Feature {
    /// The kind of a seat's actions in its first turn. They depend on the deal, so they need not be equally good.
    pub const OPENING: &'static str = "first turn";
}

/// Statistics about a game, for research.
pub trait Study: Game {
    /// The statistic that an event counts for, such as `Times`.
    fn statistic(event: &Self::Event) -> Option<&'static str> {
        let _ = event;
        None
    }

    /// The feature of a seat's play that an event shows.
    fn feature(&self, event: &Self::Event) -> Option<Feature> {
        let _ = event;
        None
    }

    /// How the game ended, if it can end in several ways.
    fn ending(&self) -> Option<&'static str> {
        None
    }
}
