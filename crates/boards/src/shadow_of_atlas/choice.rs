//! The choices that an Ability offers: cards in the hand, Orders and planets on the table, and buttons.
//!
//! All choices come from the viewer's legal actions, so only legal ones are offered.

use atlas_core::Seat;
use atlas_shadow_of_atlas::Action;
use atlas_shadow_of_atlas::view::PlanetView;
use maud::{Markup, html};

use super::label::label;
use super::table::Table;

impl Table<'_> {
    /// The id of the Order whose Ability offers the choice.
    pub(super) fn asking(&self) -> Option<&str> {
        self.view.asked_by.as_deref()
    }

    /// The token of a planet, if planets can be picked now.
    pub(super) fn planet_token<'b>(&self, planet: &'b PlanetView) -> Option<&'b str> {
        self.plays()?;
        let place = self.content.planet_named(&planet.id)?;
        // Without a pending choice all planets are buttons, so that a page can explain why one cannot be picked.
        // An Order that moves away needs a destination; one that moves here is a button with the whole sentence.
        let away = self.view.moving.is_some_and(|moving| moving.away);
        let picked = self.asked().is_none()
            || self.sight.legal.iter().any(|action| match action {
                Action::Place(to) | Action::Play(to, _) => *to == place,
                Action::Move(to, _) => away && *to == place,
                _ => false,
            })
            || self.asks("place")
            || self.asks("play");
        picked.then_some(planet.id.as_str())
    }

    /// Whether cards of the hand can be picked now. Without a pending choice all of them are buttons, so that a page can
    /// explain why one cannot be picked.
    pub(super) fn picks_from_hand(&self) -> bool {
        let from_hand =
            |action: &Action| matches!(action, Action::Discard(_) | Action::Melt(_) | Action::Play(..));
        self.asked().is_none() || self.sight.legal.iter().any(from_hand)
    }

    /// The token of an Order at a planet, if it is an option of the pending choice.
    pub(super) fn order_token(&self, planet: &PlanetView, owner: Seat, id: &str) -> Option<String> {
        let asked = self.asked()?;
        let (order, place) = (self.content.order_named(id)?, self.content.planet_named(&planet.id)?);
        let here = asked.planet.as_deref() == Some(&planet.id);
        let opposing = self.own() != Some(owner);
        let sentence = |action: &Action| action.sentence(&self.content);
        let moving = self.view.moving.filter(|moving| moving.owner == owner);
        let away = moving.map(|moving| moving.away);
        self.sight.legal.iter().find_map(|action| match action {
            Action::Remove(it) if *it == order && here && opposing => Some(sentence(action)),
            Action::Copy(it) if *it == order && here => Some(sentence(action)),
            Action::Move(from, it) if *it == order && *from == place && away == Some(false) => {
                Some(sentence(action))
            }
            // The destination is picked next.
            Action::Move(_, it) if *it == order && here && away == Some(true) => Some(format!("move {id}")),
            _ => None,
        })
    }

    /// A button for every option of the pending choice that is not a card or a planet.
    pub(super) fn answers(&self) -> Markup {
        let is_button = |action: &&Action| matches!(action, Action::Draw | Action::Mode(_) | Action::Decline);
        let answers: Vec<&Action> = self.sight.legal.iter().filter(is_button).collect();
        html! {
            @if self.asked().is_some() && !answers.is_empty() {
                div.sa-answers role="group" aria-label="Answers" {
                    @for action in answers {
                        button.token.sa-answer type="button" data-token=(action.sentence(&self.content)) {
                            (label(self.sight, *action).with_names(self.sight.names))
                        }
                    }
                }
            }
        }
    }
}

/// The question for a kind of choice.
pub(super) fn prompt(choice: &str) -> &'static str {
    match choice {
        "remove" => "which opposing Order goes?",
        "copy" => "which Ability do you use?",
        "melt" => "do you discard a card?",
        "move" => "which Order moves?",
        "play" => "which card do you play, and where?",
        _ => "what do you choose?",
    }
}
