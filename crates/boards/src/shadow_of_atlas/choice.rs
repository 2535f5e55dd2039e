//! What an Ability asks, as things to pick: lit cards where they lie, and buttons at the planet it is used at.
//!
//! A view says what is asked and where, not what may be answered. So every card and button that could be an
//! answer, by what the Abilities of the file can do, carries its sentence; a page lights those that are legal.

use atlas_core::Seat;
use atlas_shadow_of_atlas::content::ability::{Deed, Step, Who};
use atlas_shadow_of_atlas::view::Lying;
use atlas_shadow_of_atlas::{Content, Order};
use maud::{Markup, html};

use super::table::{Table, counted};

/// The word for what a step asks.
fn kind(step: &Step) -> &'static str {
    match &step.deed {
        Deed::DiscardOpposing => "remove",
        Deed::UseAbilityOf => "copy",
        Deed::Discard { .. } => "melt",
        Deed::Move { .. } => "move",
        Deed::Play { .. } => "play",
        Deed::Choose { modes } if modes.iter().any(|mode| is_mover(mode)) => "move",
        _ => "mode",
    }
}

/// Whether a mode only moves an Order; it is chosen by saying which.
fn is_mover(mode: &[Step]) -> bool {
    matches!(mode, [Step { deed: Deed::Move { .. }, may: false, then }] if then.is_empty())
}

/// Whether a mode only draws; it is chosen by `draw`.
fn is_drawer(mode: &[Step]) -> bool {
    matches!(mode, [Step { deed: Deed::Draw { who: Who::You, .. }, may: false, then }] if then.is_empty())
}

/// Every step of an Ability, also those inside of others.
fn steps(ability: &[Step]) -> Vec<&Step> {
    let mut all = Vec::new();
    for step in ability {
        all.push(step);
        all.extend(steps(&step.then));
        if let Deed::Choose { modes } = &step.deed {
            all.extend(modes.iter().flat_map(|mode| steps(mode)));
        }
    }
    all
}

/// Every step of every Ability.
fn all_steps(content: &Content) -> impl Iterator<Item = &Step> {
    Order::all().flat_map(|order| steps(&content.order(order).ability))
}

impl Table<'_> {
    /// The Order whose Ability asks, if the view leaves no doubt.
    pub(super) fn asking(&self) -> Option<String> {
        let pending = self.view.pending.as_ref()?;
        if let Some(innermost) = pending.stack.as_ref().and_then(|stack| stack.last()) {
            return innermost.split(' ').next().map(str::to_owned);
        }
        let asks = |order: &Order| {
            let ability = &self.content.order(*order).ability;
            steps(ability).into_iter().any(|step| kind(step) == pending.choose)
        };
        let mut orders = Order::all().filter(asks);
        let only = orders.next().filter(|_| orders.next().is_none())?;
        Some(self.content.order(only).id.clone())
    }

    /// Whether Orders of this owner move to the planet that asks, or away from it.
    fn moves(&self, owner: Seat, away: bool) -> bool {
        let whose = if self.own() == Some(owner) { Who::You } else { Who::Opponent };
        all_steps(&self.content).any(|step| step.deed == Deed::Move { whose, away })
    }

    /// What to pick a planet by, if planets are among what is picked now.
    pub(super) fn planet_token<'b>(&self, planet: &'b Lying) -> Option<&'b str> {
        self.plays()?;
        let picked = match self.asked() {
            None => true,
            Some(asked) => match asked.choose.as_str() {
                "place" | "play" => true,
                "move" => [self.near(), self.far()].into_iter().any(|owner| self.moves(owner, true)),
                _ => false,
            },
        };
        picked.then_some(planet.id.as_str())
    }

    /// What to pick an Order by that lies at a planet, if an Ability asks for one like it.
    pub(super) fn order_token(&self, planet: &Lying, owner: Seat, order: &str) -> Option<String> {
        let asked = self.asked()?;
        let there = asked.planet.as_deref()?;
        let here = there == planet.id;
        match asked.choose.as_str() {
            "remove" if here && Some(owner) != self.own() => Some(format!("remove {order}")),
            "copy" if here && self.asking().as_deref() != Some(order) => Some(format!("copy {order}")),
            "move" if here && self.moves(owner, true) => Some(format!("move {order}")),
            "move" if !here && self.moves(owner, false) => {
                let doubled = self.planet(there)?.orders.iter().flatten().any(|it| it == order);
                (!doubled).then(|| format!("move {} {order}", planet.id))
            }
            _ => None,
        }
    }

    /// What is asked at this planet, with a button for every answer that is no card on the table.
    pub(super) fn choice_at(&self, planet: &Lying) -> Option<Markup> {
        let asked = self.asked().filter(|asked| asked.planet.as_deref() == Some(&planet.id))?;
        let choice = asked.choose.as_str();
        let by = self.asking();
        let by = by.as_deref().map_or("The Ability", |id| self.order_name(id));
        let (prompt, answers) = (prompt(choice), self.answers(planet, choice));
        Some(html! {
            div.sa-choice role="group" aria-label={ (by) " asks" } {
                p { b { (by) ":" } " " (prompt) }
                @for Answer { token, text } in answers {
                    button.token.sa-answer type="button" data-token=(token) { (text) }
                }
            }
        })
    }

    fn answers(&self, planet: &Lying, choice: &str) -> Vec<Answer> {
        let mut answers = Vec::new();
        let mut add = |token: String, text: String| answers.push(Answer { token, text });
        let asking = || all_steps(&self.content).filter(|step| kind(step) == choice);
        if choice == "melt" {
            let mut hand: Vec<&String> = self.hand(self.near()).unwrap_or_default().iter().collect();
            hand.dedup();
            for id in hand.into_iter().filter(|id| planet.orders.iter().flatten().any(|it| it == *id)) {
                add(format!("melt {id}"), format!("Discard {}", self.order_name(id)));
            }
        }
        let modes = || {
            asking().flat_map(|step| {
                match &step.deed {
                    Deed::Choose { modes } => modes.as_slice(),
                    _ => &[],
                }
                .iter()
                .zip(1..)
            })
        };
        if let Some(Deed::Draw { n, .. }) =
            modes().find(|(mode, _)| is_drawer(mode)).map(|(mode, _)| &mode[0].deed)
        {
            add("draw".to_owned(), format!("Draw {}", counted(usize::from(*n), "card")));
        }
        let last = modes().filter(|(mode, _)| !is_mover(mode) && !is_drawer(mode)).map(|(_, n)| n).max();
        // A step without a choice of its own that may be declined is answered by `mode 1`.
        let plain = asking().any(|step| choice == "mode" && !matches!(step.deed, Deed::Choose { .. }));
        for n in 1..=last.unwrap_or(0).max(usize::from(plain)) {
            add(format!("mode {n}"), if last.is_some() { format!("Mode {n}") } else { "Do it".to_owned() });
        }
        if asking().any(|step| step.may) {
            add("decline".to_owned(), "Decline".to_owned());
        }
        answers
    }
}

/// A button, and the sentence it stands for.
struct Answer {
    token: String,
    text: String,
}

/// What is asked, for somebody who looks at the planet.
fn prompt(choice: &str) -> &'static str {
    match choice {
        "remove" => "which opposing Order goes?",
        "copy" => "whose Ability is used?",
        "melt" => "discard a card?",
        "move" => "which Order moves?",
        "play" => "which card, and where?",
        _ => "what shall be done?",
    }
}
