//! The question that is being resolved, its answers, and the steps that follow.

use atlas_core::Seat;
use atlas_shadow_of_atlas::position::Pending;
use atlas_shadow_of_atlas::state::{ARBITER_ORDERS, HAND_LIMIT};
use maud::{Markup, html};

use super::choice::prompt;
use super::table::{Table, counted, side};

impl Table<'_> {
    /// SA-25, SA-R12: the pending choice, with the steps that wait for it, the innermost first.
    pub(super) fn question(&self, pending: &Pending) -> Markup {
        let Some(seat) = self.view.to_act else { return html! {} };
        let then = self.then(pending, seat);
        html! {
            section.sa-ask aria-label="Being resolved" {
                @if let Some(card) = &pending.card {
                    div class={ "sa-card sa-turned fresh " (self.order_class(card)) } data-thing="turned-up" role="img"
                        aria-label={ "Turned up: " (self.card_text(card)) } { (self.face(card)) }
                }
                div.sa-asking {
                    p.sa-now { (self.now(pending, seat)) }
                    @if !then.is_empty() { " " ol.sa-then { @for step in &then { li { "Then " (step) ". " } } } }
                }
                (self.answers())
            }
        }
    }

    fn now(&self, pending: &Pending, seat: Seat) -> String {
        let own = self.own() == Some(seat);
        let name = self.name(seat);
        let order = |id: &Option<String>| {
            id.as_deref().map_or_else(|| "A card".to_owned(), |id| self.order_name(id).to_owned())
        };
        match (pending.choose.as_str(), &pending.planet) {
            ("place", _) if own => format!("{} was turned up: where does it go?", order(&pending.card)),
            ("place", _) => format!("{} was turned up: {name} decides where it goes.", order(&pending.card)),
            ("discard", _) => {
                let cards = counted(pending.left.unwrap_or(1).into(), "card");
                if own {
                    format!("Your turn is over. Discard {cards} to keep {HAND_LIMIT}.")
                } else {
                    format!("{name} discards {cards} to keep {HAND_LIMIT}.")
                }
            }
            (choose, Some(planet)) => {
                let by = self.asking().map_or("An Ability", |id| self.order_name(id));
                let what = if own { prompt(choose).to_owned() } else { format!("{name} decides.") };
                format!("{by} at {}: {what}", self.planet_name(planet))
            }
            _ if own => "You decide.".to_owned(),
            _ => format!("{name} decides."),
        }
    }

    fn then(&self, pending: &Pending, seat: Seat) -> Vec<String> {
        if pending.choose == "discard" {
            let other = seat.next(2);
            let is = if self.own() == Some(other) { "it is your turn" } else { "the next turn begins" };
            return vec![is.to_owned()];
        }
        if pending.card.is_some() {
            return vec!["its Ability is used".to_owned(), "three Orders there make an Arbiter".to_owned()];
        }
        match &pending.stack {
            Some(stack) => stack.iter().rev().skip(1).map(|frame| self.frame(frame, seat)).collect(),
            None => pending.planet.iter().map(|planet| self.test(planet, seat)).collect(),
        }
    }

    /// A waiting step, given in the notation of positions: `test atlas`, or `janus 2 atlas`.
    fn frame(&self, frame: &str, seat: Seat) -> String {
        let words: Vec<&str> = frame.split(' ').collect();
        match words[..] {
            ["test", planet] => self.test(planet, seat),
            [order, _, planet] => {
                format!("the rest of {} at {} follows", self.order_name(order), self.planet_name(planet))
            }
            _ => frame.to_owned(),
        }
    }

    /// SA-25: the check for three Orders, with the current number.
    fn test(&self, planet: &str, seat: Seat) -> String {
        let orders = self.planet(planet).map_or(0, |planet| side(planet, seat).len());
        let name = self.planet_name(planet);
        let who =
            if self.own() == Some(seat) { "you have".to_owned() } else { format!("{} has", self.name(seat)) };
        if orders < ARBITER_ORDERS {
            return format!("the Orders at {name} are counted: {who} {orders} of {ARBITER_ORDERS}");
        }
        let becomes = if self.own() == Some(seat) {
            "you become".to_owned()
        } else {
            format!("{} becomes", self.name(seat))
        };
        format!("{becomes} Arbiter of {name} with {orders} Orders")
    }
}
