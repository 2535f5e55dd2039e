//! What is drawn: a view, the cards it is about, and through whose eyes it is seen.

use atlas_core::{News, Refusal, Seat};
use atlas_shadow_of_atlas::content::{Content, ContentRef, OrderCard, Special};
use atlas_shadow_of_atlas::position::Pending;
use atlas_shadow_of_atlas::state::{ARBITER_ORDERS, PLANET_POINTS};
use atlas_shadow_of_atlas::view::Lying;
use atlas_shadow_of_atlas::{Order, View};

use crate::Seating;

/// A view with what is needed to draw it. Nothing here is a rule of its own: it counts what lies there.
pub(super) struct Table<'a> {
    pub(super) view: &'a View,
    pub(super) content: ContentRef,
    pub(super) seating: &'a Seating<'a>,
    pub(super) news: &'a [News],
}

impl<'a> Table<'a> {
    pub(super) fn of(
        view: &'a View,
        seating: &'a Seating<'a>,
        news: &'a [News],
    ) -> Result<Table<'a>, Refusal> {
        Ok(Table { view, content: view.content()?, seating, news })
    }

    /// The seat of the one who looks, if they play.
    pub(super) fn own(&self) -> Option<Seat> {
        self.seating.own.filter(|seat| seat.index() < 2)
    }

    /// The seat at this edge of the table, and the one across.
    pub(super) fn near(&self) -> Seat {
        self.own().unwrap_or(Seat(0))
    }

    pub(super) fn far(&self) -> Seat {
        self.near().next(2)
    }

    pub(super) fn is_over(&self) -> bool {
        self.view.to_act.is_none()
    }

    /// The seat of the one who looks, if they play and there is something left to play.
    pub(super) fn plays(&self) -> Option<Seat> {
        self.own().filter(|_| !self.is_over())
    }

    /// Whether the one who looks is to act.
    pub(super) fn decides(&self) -> bool {
        self.own().is_some() && self.own() == self.view.to_act
    }

    /// What an effect asks the one who looks.
    pub(super) fn asked(&self) -> Option<&'a Pending> {
        self.view.pending.as_ref().filter(|_| self.decides())
    }

    /// Whether this is what an effect asks the one who looks.
    pub(super) fn asks(&self, choice: &str) -> bool {
        self.asked().is_some_and(|pending| pending.choose == choice)
    }

    pub(super) fn name(&self, seat: Seat) -> String {
        self.seating.names.get(seat.index()).cloned().unwrap_or_else(|| format!("seat {}", seat.0 + 1))
    }

    /// `you`, or a name.
    pub(super) fn called(&self, seat: Seat) -> String {
        if self.own() == Some(seat) { "you".to_owned() } else { self.name(seat) }
    }

    /// `your turn`, or whose.
    pub(super) fn turn_of(&self, seat: Seat) -> String {
        if self.own() == Some(seat) {
            "your turn".to_owned()
        } else {
            format!("the turn of {}", self.name(seat))
        }
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

    pub(super) fn planet(&self, id: &str) -> Option<&'a Lying> {
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

    /// SA-64.
    pub(super) fn points(&self, seat: Seat) -> i64 {
        i64::from(PLANET_POINTS) * self.planets(seat) as i64 + self.outposts(seat) as i64
    }

    pub(super) fn hand(&self, seat: Seat) -> Option<&'a [String]> {
        self.view.hands[seat.index() & 1].as_deref()
    }

    /// Whether the last news was about this thing.
    pub(super) fn is_fresh(&self, thing: &str) -> bool {
        self.news.iter().any(|news| news.told.things.iter().any(|it| it == thing))
    }

    pub(super) fn fresh(&self, thing: &str) -> &'static str {
        if self.is_fresh(thing) { " fresh" } else { "" }
    }

    /// SA-91: the Order of a hand that makes a Survey cheaper, and what it then costs.
    pub(super) fn scout(&self, seat: Seat) -> Option<(&OrderCard, u8)> {
        let cards = self.hand(seat)?.iter().filter_map(|id| self.order_card(id));
        let discounts = cards.filter_map(|card| match card.in_hand.as_ref()?.rule {
            Special::SurveyDiscount { cost } => Some((card, cost)),
            Special::ExpandWildcard => None,
        });
        discounts.min_by_key(|(_, cost)| *cost)
    }

    /// SA-48, SA-90: a pair in a hand that an Expand could discard.
    pub(super) fn pair(&self, seat: Seat) -> Option<(&'a str, &'a str)> {
        let hand = self.hand(seat)?;
        let wild = |id: &str| {
            let special = self.order_card(id).and_then(|card| card.in_hand.as_ref());
            special.is_some_and(|it| it.rule == Special::ExpandWildcard)
        };
        let pairs =
            hand.iter().enumerate().flat_map(|(n, one)| hand[n + 1..].iter().map(move |two| (one, two)));
        let matching = |(one, two): &(&String, &String)| one == two || wild(one) || wild(two);
        pairs
            .filter(matching)
            .map(|(one, two)| (one.as_str(), two.as_str()))
            .min_by_key(|(one, two)| one != two)
    }
}

/// SA-40, SA-R22: what a Venture to a planet costs a seat.
pub(super) fn cost(planet: &Lying, seat: Seat) -> usize {
    1 + side(planet, seat).len()
}

/// SA-19: what a seat has at a planet.
pub(super) fn side(planet: &Lying, seat: Seat) -> &[String] {
    &planet.orders[seat.index() & 1]
}

/// SA-25: whether one more Order makes a seat Arbiter.
pub(super) fn lacks_one(planet: &Lying, seat: Seat) -> bool {
    side(planet, seat).len() + 1 >= ARBITER_ORDERS
}

/// SA-23, SA-24: whether a seat may play an Order to a planet.
pub(super) fn takes(planet: &Lying, seat: Seat, order: &str) -> bool {
    planet.arbiter != Some(seat) && !planet.orders.iter().flatten().any(|it| it == order)
}

/// The drawing of an Order: its own, or one that no other Order has.
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

/// `1 Credit`, `2 Credits`
pub(super) fn counted(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}
