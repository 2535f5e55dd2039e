//! What researchers count in a game.

use crate::{Game, Seat};

/// Something that a seat did, to be compared with who won.
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
    /// The kind of what a seat does in its first turn. It depends on the deal, so it need not be as good as others.
    pub const OPENING: &'static str = "first turn";
}

/// What researchers count in a game.
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

    /// The way in which the game ended, if it has several.
    fn ending(&self) -> Option<&'static str> {
        None
    }
}
