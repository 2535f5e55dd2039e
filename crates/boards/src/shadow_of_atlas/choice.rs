//! What an Ability asks, as things to pick: cards where they lie, and buttons at the planet where it is used.
//!
//! Every answer comes from the legal actions of the viewer, so nothing is offered that is not legal.

use atlas_core::Seat;
use atlas_shadow_of_atlas::Action;
use atlas_shadow_of_atlas::view::PlanetView;
use maud::{Markup, html};

use super::label::label;
use super::table::Table;

impl Table<'_> {
    /// The name of the Order whose Ability asks.
    pub(super) fn asking(&self) -> Option<&str> {
        self.view.asked_by.as_deref()
    }

    /// The word to pick a planet by, if planets are among what is picked now.
    pub(super) fn planet_token<'b>(&self, planet: &'b PlanetView) -> Option<&'b str> {
        self.plays()?;
        let place = self.content.planet_named(&planet.id)?;
        // Outside of a question, planets stay buttons, so that a page can say why one cannot be picked.
        let picked = self.asked().is_none()
            || self.sight.legal.iter().any(|action| match action {
                Action::Place(to) | Action::Play(to, _) | Action::Move(to, _) => *to == place,
                _ => false,
            })
            || self.asks("place")
            || self.asks("play");
        picked.then_some(planet.id.as_str())
    }

    /// The words to pick an Order by that lies at a planet, if it answers a question.
    pub(super) fn order_token(&self, planet: &PlanetView, owner: Seat, id: &str) -> Option<String> {
        let asked = self.asked()?;
        let (order, place) = (self.content.order_named(id)?, self.content.planet_named(&planet.id)?);
        let here = asked.planet.as_deref() == Some(&planet.id);
        let opposing = self.own() != Some(owner);
        let sentence = |action: &Action| action.sentence(&self.content);
        // An Order that moves away is picked where it lies; the planet it moves to is picked after it.
        let moves_away =
            |action: &&Action| matches!(action, Action::Move(to, it) if *it == order && *to != place);
        self.sight
            .legal
            .iter()
            .find_map(|action| match action {
                Action::Remove(it) if *it == order && here && opposing => Some(sentence(action)),
                Action::Copy(it) if *it == order && here => Some(sentence(action)),
                Action::Move(from, it) if *it == order && *from == place && !here => Some(sentence(action)),
                _ => None,
            })
            .or_else(|| {
                self.sight
                    .legal
                    .iter()
                    .find(|action| here && moves_away(action))
                    .map(|_| format!("move {id}"))
            })
    }

    /// What is asked at this planet, with a button for every answer that is not a card on the table.
    pub(super) fn choice_at(&self, planet: &PlanetView) -> Option<Markup> {
        let asked = self.asked().filter(|asked| asked.planet.as_deref() == Some(&planet.id))?;
        let by = self.asking().map_or("The Ability", |id| self.order_name(id));
        let answers: Vec<&Action> = self.sight.legal.iter().filter(|action| is_button(action)).collect();
        Some(html! {
            div.sa-choice role="group" aria-label={ (by) " asks" } {
                p { b { (by) ":" } " " (prompt(&asked.choose)) }
                @for action in answers {
                    button.token.sa-answer type="button" data-token=(action.sentence(&self.content)) {
                        (label(self.sight, *action).with_names(self.sight.names))
                    }
                }
            }
        })
    }
}

/// Whether an answer is a button and not a card or a planet.
fn is_button(action: &Action) -> bool {
    matches!(action, Action::Melt(_) | Action::Draw | Action::Mode(_) | Action::Decline)
}

/// What is asked, for somebody who looks at the planet.
fn prompt(choice: &str) -> &'static str {
    match choice {
        "remove" => "Which opposing Order goes?",
        "copy" => "Which Ability do you use?",
        "melt" => "Do you discard a card?",
        "move" => "Which Order moves?",
        "play" => "Which card do you play, and where?",
        _ => "What do you choose?",
    }
}
