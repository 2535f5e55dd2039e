//! The steps that just happened, the step that is being resolved, and the steps that follow.

use atlas_core::Seat;
use atlas_shadow_of_atlas::position::Pending;
use atlas_shadow_of_atlas::state::{ARBITER_ORDERS, HAND_LIMIT};
use maud::{Markup, html};

use super::table::{Table, side};

impl Table<'_> {
    /// The steps that just happened, and those that are still to come.
    pub(super) fn chain(&self) -> Markup {
        html! {
            section.sa-chain aria-label="Step by step" {
                @if let Some(pending) = &self.view.pending { (self.to_come(pending)) }
                h2 { "Just now" }
                ol.sa-steps data-since tabindex="0" aria-label="What just happened" {
                    @for news in self.sight.news() {
                        li {
                            (news.told.text.with_names(self.sight.names)) " "
                            a.rule href={ "/rules/shadow-of-atlas#" (news.rule.0) } target="_blank" tabindex="-1" { (news.rule.0) }
                        }
                    }
                    @if self.sight.latest.is_empty() { li.sa-none { "Nothing has happened yet." } }
                }
            }
        }
    }

    /// SA-25, SA-R12: the current choice, then the steps that wait for it, the innermost first.
    fn to_come(&self, pending: &Pending) -> Markup {
        let Some(seat) = self.view.to_act else { return html! {} };
        let mut steps = vec![self.now(pending, seat)];
        steps.extend(self.then(pending, seat));
        html! {
            h2 { "Being resolved" }
            ol.sa-pending {
                @for (n, step) in steps.iter().enumerate() {
                    li aria-current=[(n == 0).then_some("step")] { @if n > 0 { "then " } (step) }
                }
            }
        }
    }

    fn now(&self, pending: &Pending, seat: Seat) -> String {
        let decides = if self.own() == Some(seat) {
            "you decide".to_owned()
        } else {
            format!("{} decides", self.name(seat))
        };
        let name =
            |id: &Option<String>| id.as_deref().map_or_else(String::new, |id| self.order_name(id).to_owned());
        match (pending.choose.as_str(), &pending.planet) {
            ("place", _) => format!("{} was turned up: {decides} where it goes", name(&pending.card)),
            ("discard", _) => {
                let cards = match pending.left.unwrap_or(1) {
                    1 => "card".to_owned(),
                    left => format!("{left} cards"),
                };
                format!("{decides} which {cards} to discard, to keep {HAND_LIMIT}")
            }
            (_, Some(planet)) => {
                let by = self.asking().map_or("an Ability", |id| self.order_name(id));
                format!("{by} at {}: {decides}", self.planet_name(planet))
            }
            _ => decides,
        }
    }

    fn then(&self, pending: &Pending, seat: Seat) -> Vec<String> {
        if pending.choose == "discard" {
            return vec![self.turn_of(seat.next(2))];
        }
        if let Some(card) = &pending.card {
            let ability = format!("the Ability of {}", self.order_name(card));
            return vec![ability, "the check for three Orders at that planet".to_owned()];
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
                format!("the rest of {} at {}", self.order_name(order), self.planet_name(planet))
            }
            _ => frame.to_owned(),
        }
    }

    /// SA-25: the check for three Orders, with the current number.
    fn test(&self, planet: &str, seat: Seat) -> String {
        let orders = self.planet(planet).map_or(0, |planet| side(planet, seat).len());
        let has =
            if self.own() == Some(seat) { "you have".to_owned() } else { format!("{} has", self.name(seat)) };
        let so = if orders < ARBITER_ORDERS {
            format!(" of {ARBITER_ORDERS}")
        } else {
            ", so it turns".to_owned()
        };
        format!("the check for three Orders at {}: {has} {orders}{so}", self.planet_name(planet))
    }
}
