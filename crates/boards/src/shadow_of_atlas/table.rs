//! The table to draw: a viewer's view, with lookups for cards and players.

use atlas_core::Seat;
use atlas_shadow_of_atlas::content::{Content, OrderCard};
use atlas_shadow_of_atlas::position::Pending;
use atlas_shadow_of_atlas::view::{HandOptions, PlanetView};
use atlas_shadow_of_atlas::{ContentRef, Order, ShadowOfAtlas, View};

use crate::Sight;

/// The table to draw. It shows the view and contains no rules.
pub(super) struct Table<'a> {
    pub(super) sight: &'a Sight<'a, ShadowOfAtlas>,
    pub(super) view: &'a View,
    pub(super) content: ContentRef,
}

impl<'a> Table<'a> {
    pub(super) fn of(sight: &'a Sight<'a, ShadowOfAtlas>) -> Table<'a> {
        Table { sight, view: &sight.view, content: sight.content }
    }

    /// The seat of the viewer, if they are a player.
    pub(super) fn own(&self) -> Option<Seat> {
        self.sight.own.filter(|seat| seat.index() < 2)
    }

    /// The seat that is drawn at the bottom: the viewer's, or the first seat for a spectator.
    pub(super) fn near(&self) -> Seat {
        self.own().unwrap_or(Seat(0))
    }

    pub(super) fn far(&self) -> Seat {
        self.near().next(2)
    }

    pub(super) fn is_over(&self) -> bool {
        self.view.to_act.is_none()
    }

    /// The seat of the viewer, if they are a player and the game is not over.
    pub(super) fn plays(&self) -> Option<Seat> {
        self.own().filter(|_| !self.is_over())
    }

    /// Whether it is the viewer's turn.
    pub(super) fn decides(&self) -> bool {
        self.own().is_some() && self.own() == self.view.to_act
    }

    /// The pending choice of the viewer.
    pub(super) fn asked(&self) -> Option<&'a Pending> {
        self.view.pending.as_ref().filter(|_| self.decides())
    }

    /// Whether the viewer has a pending choice of this kind.
    pub(super) fn asks(&self, choice: &str) -> bool {
        self.asked().is_some_and(|pending| pending.choose == choice)
    }

    pub(super) fn name(&self, seat: Seat) -> String {
        self.sight.name(seat)
    }

    /// `you`, or a name.
    pub(super) fn called(&self, seat: Seat) -> String {
        if self.own() == Some(seat) { "you".to_owned() } else { self.name(seat) }
    }

    pub(super) fn order_card(&self, id: &str) -> Option<&OrderCard> {
        let content: &Content = &self.content;
        content.order_named(id).map(|order| content.order(order))
    }

    pub(super) fn order_name<'b>(&'b self, id: &'b str) -> &'b str {
        self.order_card(id).map_or(id, |card| card.name.as_str())
    }

    pub(super) fn planet_name<'b>(&'b self, id: &'b str) -> &'b str {
        let content: &Content = &self.content;
        content.planet_named(id).map_or(id, |planet| content.planet(planet).name.as_str())
    }

    pub(super) fn planet(&self, id: &str) -> Option<&'a PlanetView> {
        self.view.planets.iter().find(|planet| planet.id == id)
    }

    pub(super) fn credits(&self, seat: Seat) -> u8 {
        self.view.credits[seat.index() & 1]
    }

    pub(super) fn outposts(&self, seat: Seat) -> usize {
        self.view.outpost_counts[seat.index() & 1]
    }

    pub(super) fn planets(&self, seat: Seat) -> usize {
        self.view.planets.iter().filter(|planet| planet.arbiter == Some(seat)).count()
    }

    pub(super) fn developed(&self) -> usize {
        self.view.planets.iter().filter(|planet| planet.arbiter.is_some()).count()
    }

    pub(super) fn points(&self, seat: Seat) -> i32 {
        self.view.points[seat.index() & 1]
    }

    /// The options of the hand of a seat, if the viewer sees it.
    pub(super) fn hand_options(&self, seat: Seat) -> Option<&'a HandOptions> {
        self.view.hand_options[seat.index() & 1].as_ref()
    }

    pub(super) fn hand(&self, seat: Seat) -> Option<&'a [String]> {
        self.view.hands[seat.index() & 1].as_deref()
    }

    /// Whether the last entry changed this thing.
    pub(super) fn is_fresh(&self, thing: &str) -> bool {
        self.sight.is_fresh(thing)
    }

    pub(super) fn fresh(&self, thing: &str) -> &'static str {
        if self.is_fresh(thing) { " fresh" } else { "" }
    }
}

/// SA-19: the Orders of a seat at a planet.
pub(super) fn side(planet: &PlanetView, seat: Seat) -> &[String] {
    &planet.orders[seat.index() & 1]
}

/// The cost of a Venture of a seat to a planet; `None` if it may not play there.
pub(super) fn cost(planet: &PlanetView, seat: Seat) -> Option<usize> {
    planet.venture_costs[seat.index() & 1].map(usize::from)
}

/// The number of Orders that a seat must still play at a planet to become its Arbiter.
pub(super) fn missing(planet: &PlanetView, seat: Seat) -> Option<usize> {
    planet.missing_orders[seat.index() & 1].map(usize::from)
}

/// The index of the drawing of an Order: its own, or an unused one for an Order without a drawing.
pub(super) fn drawing(content: &Content, id: &str) -> usize {
    const DRAWN: [&str; 6] = ["mors", "ceres", "janus", "laverna", "vulcan", "mercury"];
    let of = |id: &str| DRAWN.iter().position(|drawn| *drawn == id);
    let ids = || Order::all().map(|order| content.order(order).id.as_str());
    of(id).unwrap_or_else(|| {
        let free = (0..DRAWN.len()).filter(|n| !ids().any(|id| of(id) == Some(*n)));
        let strangers = ids().filter(|id| of(id).is_none());
        free.zip(strangers).find(|(_, stranger)| *stranger == id).map_or(0, |(n, _)| n)
    })
}

/// The text with a capital first letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A number of things, such as `1 Credit` or `2 Credits`.
pub(super) fn counted(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}
