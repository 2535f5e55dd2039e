//! A planet: its picture, and the Orders of both players there, in the order in which they were played.

use atlas_core::Seat;
use atlas_shadow_of_atlas::state::ARBITER_ORDERS;
use atlas_shadow_of_atlas::view::PlanetView;
use maud::{Markup, html};

use super::art;
use super::table::{Table, cost, counted, missing, side};
use crate::{Pen, seat};

impl Table<'_> {
    /// The row of planets.
    pub(super) fn sky(&self, pen: &Pen<'_>) -> Markup {
        html! {
            section.sa-sky aria-label="Planets" {
                ol.sa-planets {
                    @for (n, planet) in self.view.planets.iter().enumerate() {
                        @let name = format!("sa-{}", planet.id);
                        li.sa-part data-part=(name) { (pen.part(name, self.planet_column(n, planet))) }
                    }
                }
            }
        }
    }

    fn planet_column(&self, n: usize, planet: &PlanetView) -> Markup {
        let turned = match planet.arbiter {
            None => String::new(),
            Some(seat) => {
                let to = if seat == self.near() { "near" } else { "far" };
                format!(" sa-developed sa-to-{to} {}", seat::class(seat))
            }
        };
        let giant = if n == art::GIANT { " sa-giant" } else { "" };
        let asked = if self.is_resolved_at(planet) { " sa-asked" } else { "" };
        html! {
            div class={ "sa-planet" (giant) (turned) (asked) } {
                (self.side_of(planet, self.far()))
                (self.world(n, planet))
                (self.side_of(planet, self.near()))
            }
        }
    }

    /// Whether any player's Ability is being resolved here.
    fn is_resolved_at(&self, planet: &PlanetView) -> bool {
        self.view.pending.as_ref().and_then(|pending| pending.planet.as_ref()) == Some(&planet.id)
    }

    /// SA-19: the Orders on one side, oldest first, and places for those that are missing for an Arbiter.
    fn side_of(&self, planet: &PlanetView, seat: Seat) -> Markup {
        let orders = side(planet, seat);
        let name = self.planet_name(&planet.id);
        let whose = if self.own() == Some(seat) {
            "Your Orders".to_owned()
        } else {
            format!("Orders of {}", self.name(seat))
        };
        let label = format!("{whose} at {name}: {} of {ARBITER_ORDERS}", orders.len());
        let edge = if seat == self.near() { "near" } else { "far" };
        let places = if planet.arbiter == Some(seat) { 0 } else { ARBITER_ORDERS };
        html! {
            div class={ "sa-side sa-" (edge) } role="group" aria-label=(label) {
                @for id in orders { (self.order_at(planet, seat, id)) }
                @for _ in orders.len()..places { i.sa-slot {} }
            }
        }
    }

    fn order_at(&self, planet: &PlanetView, owner: Seat, id: &str) -> Markup {
        let thing = format!("{}/{id}", planet.id);
        let class = format!("sa-small {}{}", self.order_class(id), self.fresh(&thing));
        let from = self.is_fresh(&thing).then(|| self.came_from(planet, owner, id));
        let name = self.planet_name(&planet.id);
        let Some(token) = self.order_token(planet, owner, id) else {
            let text = self.card_text(id);
            return html! {
                div class=(class) data-thing=(thing) data-from=[from] role="img" aria-label=(text) title=(text) {
                    (self.small_face(id))
                }
            };
        };
        html! {
            button class={ "token " (class) } type="button" data-token=(token) data-thing=(thing) data-from=[from]
                aria-label={ (answer(&token)) " " (self.order_name(id)) " at " (name) } { (self.small_face(id)) }
        }
    }

    /// The names that an Order may have had before it came to a planet. A page uses the one that has disappeared.
    fn came_from(&self, planet: &PlanetView, owner: Seat, id: &str) -> String {
        let others = self.view.planets.iter().filter(|other| other.id != planet.id);
        let mut from: Vec<String> = others.map(|other| format!("{}/{id}", other.id)).collect();
        from.push("turned-up".to_owned());
        from.extend(self.hand_things(owner, id));
        from.join(" ")
    }

    /// The planet itself. SA-39: players pick it as the target of a Venture, after a card.
    fn world(&self, n: usize, planet: &PlanetView) -> Markup {
        let name = self.planet_name(&planet.id);
        let terms = self.terms(planet);
        let state = match planet.arbiter {
            None => "Undeveloped".to_owned(),
            Some(seat) => format!("Developed, Arbiter: {}", self.called(seat)),
        };
        let label =
            format!("{name}: {state}.{}{}", if terms.label.is_empty() { "" } else { " " }, terms.label);
        let picture = html! {
            span.sa-globe aria-hidden="true" {
                (art::world(n, planet.arbiter.is_some()))
                @if let Some(seat) = planet.arbiter { (seat::badge(seat)) }
            }
            span.sa-sign {
                b { (name) } " "
                small.sa-short[terms.short] {
                    @if terms.tight.is_empty() { (terms.line) }
                    @else { span.sa-long { (terms.line) } span.sa-tight { (terms.tight) } }
                }
            }
        };
        let class = format!("sa-world{}", self.fresh(&planet.id));
        let Some(token) = self.planet_token(planet) else {
            return html! {
                div class=(class) data-thing=(planet.id) role="img" aria-label=(label) title=(label) { (picture) }
            };
        };
        // A Venture begins with a card. While a question is open, the planet is an answer to it.
        let step = self.asked().is_none();
        let drop = step || self.asks("play");
        html! {
            button class={ "token " (class) } type="button" data-token=(token) data-thing=(planet.id)
                data-step=[step.then_some("2")] data-drop=[drop.then_some("")] title=(label) { (picture) }
        }
    }

    /// What the viewer can do here, and what it would cost and bring them.
    fn terms(&self, planet: &PlanetView) -> Terms {
        let arbiter = planet.arbiter.map(|seat| self.called(seat));
        let Some(own) = self.plays() else {
            let line = arbiter.map_or_else(|| "No Arbiter yet".to_owned(), |it| format!("Arbiter: {it}"));
            let tight = if planet.arbiter.is_none() { "Open".to_owned() } else { String::new() };
            return Terms { line, tight, ..Terms::default() };
        };
        let Some(cost) = cost(planet, own) else {
            let label = "You may play nothing here.".to_owned();
            return Terms { label, line: "Arbiter: you".to_owned(), ..Terms::default() };
        };
        let turned_up = self.view.turned_up.as_ref().filter(|_| self.decides());
        let third = missing(planet, own) == Some(1);
        let mut terms = match turned_up.map(|card| (card, self.order_name(&card.card))) {
            None if self.is_resolved_at(planet) => {
                let by = self.asking().map_or("An Ability", |id| self.order_name(id));
                let label = self.price(cost, own).label;
                Terms { label, line: format!("{by} is at work"), tight: by.to_owned(), short: false }
            }
            None => self.price(cost, own),
            Some((card, name)) if card.planets.contains(&planet.id) => Terms {
                label: format!("Place {name} here."),
                line: if third { "Your third Order" } else { "It can go here" }.to_owned(),
                tight: if third { "Third Order" } else { "" }.to_owned(),
                short: false,
            },
            Some((_, name)) => {
                return Terms {
                    label: format!("{name} cannot go here."),
                    line: format!("{name} is there already"),
                    tight: "Already there".to_owned(),
                    short: true,
                };
            }
        };
        if third {
            terms.label = format!("{} {}", terms.label, self.prize(planet));
        }
        let is_price = turned_up.is_none() && !self.is_resolved_at(planet) && !terms.short;
        let more = if third {
            Some("your third Order".to_owned())
        } else {
            arbiter.map(|it| format!("Arbiter {it}"))
        };
        if let Some(more) = more.filter(|_| is_price) {
            terms.tight = std::mem::take(&mut terms.line);
            terms.line = format!("{}, {more}", terms.tight);
        }
        terms
    }

    /// SA-40, SA-41: the cost of a Venture, and whether the seat can pay it.
    fn price(&self, cost: usize, own: Seat) -> Terms {
        let credits = usize::from(self.credits(own));
        let short = cost.saturating_sub(credits);
        let costs = counted(cost, "Credit");
        if short == 0 {
            let label = format!("A Venture here costs you {costs}.");
            return Terms { label, line: costs, ..Terms::default() };
        }
        let label = format!("A Venture here costs you {costs}; you have {credits}, not enough.");
        // Between turns the price matters more: the player gains Credits before they can pay.
        if self.decides() {
            return Terms {
                label,
                line: format!("{} short", counted(short, "Credit")),
                short: true,
                ..Terms::default()
            };
        }
        Terms { label, line: costs, ..Terms::default() }
    }

    /// SA-26 to SA-28: what the third Order gains.
    fn prize(&self, planet: &PlanetView) -> String {
        let what = match planet.arbiter {
            None => "Developed and turns to you".to_owned(),
            Some(other) => format!("taken from {}", self.name(other)),
        };
        format!(
            "It would be your third Order: the planet is {what}, your Orders here go to the discard pile, and you draw a \
             card and gain an Outpost."
        )
    }
}

/// What playing an Order to a planet costs and brings.
#[derive(Default)]
struct Terms {
    /// The words for screen readers.
    label: String,
    /// The line under the name of the planet.
    line: String,
    /// A shorter line for small screens, if there is one.
    tight: String,
    /// Whether the line says why it is impossible.
    short: bool,
}

/// The verb for picking an Order.
fn answer(token: &str) -> &'static str {
    match token.split(' ').next() {
        Some("remove") => "Remove",
        Some("copy") => "Use the Ability of",
        _ => "Move",
    }
}
