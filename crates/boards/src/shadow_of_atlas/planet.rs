//! A planet: its picture, and the Orders of both players there, in the order in which they were played.

use atlas_core::Seat;
use atlas_shadow_of_atlas::state::{ARBITER_ORDERS, MAX_CREDITS};
use atlas_shadow_of_atlas::view::PlanetView;
use maud::{Markup, html};

use super::art;
use super::table::{Table, cost, counted, missing, side};

impl Table<'_> {
    pub(super) fn planets_row(&self) -> Markup {
        html! {
            section.sa-sky.sa-space aria-label="Planets" {
                p.sa-edges aria-hidden="true" {
                    span { "◂ " (self.called(self.far())) } span { (self.called(self.near())) " ▸" }
                }
                ol.sa-planets {
                    @for (n, planet) in self.view.planets.iter().enumerate() { (self.planet_column(n, planet)) }
                }
            }
        }
    }

    fn planet_column(&self, n: usize, planet: &PlanetView) -> Markup {
        let turned = match planet.arbiter {
            None => String::new(),
            Some(seat) => {
                let to = if seat == self.near() { "near" } else { "far" };
                format!(" sa-developed sa-to-{to} sa-seat-{}", seat.0 & 1)
            }
        };
        let giant = if n == art::GIANT { " sa-giant" } else { "" };
        let choice = self.choice_at(planet);
        let asked = if choice.is_some() || self.is_resolved_at(planet) { " sa-asked" } else { "" };
        html! {
            li class={ "sa-planet" (giant) (turned) (asked) } {
                (self.side_of(planet, self.far()))
                (self.world(n, planet))
                (self.side_of(planet, self.near()))
                @if let Some(choice) = choice { (choice) }
            }
        }
    }

    /// Whether any player's Ability is being resolved here.
    fn is_resolved_at(&self, planet: &PlanetView) -> bool {
        self.view.pending.as_ref().and_then(|pending| pending.planet.as_ref()) == Some(&planet.id)
    }

    /// SA-19: the Orders on one side, oldest first.
    fn side_of(&self, planet: &PlanetView, seat: Seat) -> Markup {
        let orders = side(planet, seat);
        let whose =
            if self.own() == Some(seat) { "Your".to_owned() } else { format!("{}'s", self.name(seat)) };
        let name = self.planet_name(&planet.id);
        let label = format!("{whose} Orders at {name}: {} of {ARBITER_ORDERS}", orders.len());
        let edge = if seat == self.near() { "near" } else { "far" };
        html! {
            div class={ "sa-side sa-" (edge) " sa-seat-" (seat.0 & 1) } role="group" aria-label=(label) {
                div.sa-lying { @for id in orders { (self.order_at(planet, seat, id)) } }
                @if planet.arbiter != Some(seat) { (art::pips(orders.len(), ARBITER_ORDERS)) }
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

    /// The planet itself. SA-39: players pick it as the target of a Venture.
    fn world(&self, n: usize, planet: &PlanetView) -> Markup {
        let (name, terms) = (self.planet_name(&planet.id), self.terms(planet));
        let state = match planet.arbiter {
            None => "Undeveloped".to_owned(),
            Some(seat) => format!("Developed, Arbiter: {}", self.called(seat)),
        };
        let label = match &terms {
            None => format!("{name}: {state}."),
            Some(terms) => format!("{name}: {state}. {}", terms.label),
        };
        let picture = html! {
            span.sa-globe { (art::world(n, planet.arbiter.is_some())) }
            @if let Some(seat) = planet.arbiter { span.sa-flag { (art::letter(seat)) } }
            span.sa-sign {
                b { (name) }
                small {
                    @match planet.arbiter {
                        None => "Undeveloped",
                        Some(seat) => { span.sa-word { "Arbiter: " } (self.called(seat)) }
                    }
                }
            }
            @if let Some(terms) = &terms { span.sa-plate { (terms.plate) } }
        };
        let class = format!("sa-world{}", self.fresh(&planet.id));
        let Some(token) = self.planet_token(planet) else {
            return html! {
                div class=(class) data-thing=(planet.id) role="img" aria-label=(label) title=(label) { (picture) }
            };
        };
        html! {
            button class={ "token " (class) } type="button" data-token=(token) data-thing=(planet.id)
                aria-label=(label) title=(label) { (picture) }
        }
    }

    /// What it would cost the viewer to play an Order here, and what the viewer would gain.
    fn terms(&self, planet: &PlanetView) -> Option<Terms> {
        let own = self.plays()?;
        let Some(cost) = cost(planet, own) else {
            let label = "You are its Arbiter, so you may play nothing here.".to_owned();
            return Some(Terms { label, plate: html! { span.sa-price { "closed to you" } } });
        };
        let turned_up = self.view.turned_up.as_ref().filter(|_| self.decides());
        let Terms { label, plate } = match turned_up.map(|card| (card, self.order_name(&card.card))) {
            None => self.price(cost, own),
            Some((card, name)) if card.planets.contains(&planet.id) => Terms {
                label: format!("Place {name} here."),
                plate: html! { span.sa-price { "place " (name) " here" } },
            },
            Some((_, name)) => {
                let plate = html! { span.sa-price.sa-short { (name) " cannot go here" } };
                return Some(Terms { label: format!("{name} cannot go here."), plate });
            }
        };
        if missing(planet, own) != Some(1) {
            return Some(Terms { label, plate });
        }
        let prize = self.prize(planet);
        Some(Terms { label: format!("{label} {}", prize.label), plate: html! { (plate) (prize.plate) } })
    }

    /// SA-40, SA-41: the cost of a Venture, and whether the seat can pay it.
    fn price(&self, cost: usize, own: Seat) -> Terms {
        let credits = usize::from(self.credits(own));
        let short = cost.saturating_sub(credits);
        let costs = counted(cost, "Credit");
        Terms {
            label: match short {
                0 => format!("A Venture here costs you {costs}."),
                _ => format!("A Venture here costs you {costs}; you have {credits}, not enough."),
            },
            plate: html! {
                span.sa-price.sa-short[short > 0] {
                    (art::coins(cost.min(MAX_CREDITS.into())))
                    @if short > 0 { small { (short) " short" } }
                }
            },
        }
    }

    /// SA-26 to SA-28: what the third Order gains.
    fn prize(&self, planet: &PlanetView) -> Terms {
        let (brief, what) = match planet.arbiter {
            None => ("turns to you", "Developed and turns to you".to_owned()),
            Some(other) => ("you take it", format!("taken from {}", self.name(other))),
        };
        Terms {
            label: format!(
                "It would be your third Order: the planet is {what}, your Orders here go to the discard pile, and you \
                 draw a card and gain an Outpost."
            ),
            plate: html! {
                span.sa-prize { b { "3rd: " } (brief) }
                span.sa-prize { "+1" (art::back()) " +1" (art::dock(true)) span.sa-word { " Orders go" } }
            },
        }
    }
}

/// The cost and the gain of playing an Order to a planet, as a label and as drawn on the planet.
struct Terms {
    label: String,
    plate: Markup,
}

/// The verb for picking an Order.
fn answer(token: &str) -> &'static str {
    match token.split(' ').next() {
        Some("remove") => "Remove",
        Some("copy") => "Use the Ability of",
        _ => "Move",
    }
}
