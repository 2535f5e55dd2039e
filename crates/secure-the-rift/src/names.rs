//! The names of cards and other things in sentences for people.

use atlas_core::{Part, Text, text};

use crate::notation::{card_of, word};
use crate::pack::language::CardId;
use crate::state::SecureTheRift;
use crate::things::{Item, ItemKind, Number, Thing};

/// A card by its name alone: `Survey Drone`.
pub(crate) fn card(state: &SecureTheRift, card: CardId) -> Part {
    let card = state.card(card);
    Part::Thing { thing: card.id.clone(), name: card.name.clone() }
}

/// A card with its number: `Survey Drone 7`.
pub(crate) fn numbered(state: &SecureTheRift, card: CardId, number: Number) -> Part {
    let card = state.card(card);
    Part::Thing { thing: format!("{}.{number}", card.id), name: format!("{} {number}", card.name) }
}

/// The card with this number, wherever it is.
pub(crate) fn number(state: &SecureTheRift, number: Number) -> Part {
    match card_of(state, number) {
        Some(card) => numbered(state, card, number),
        None => Part::Words("that card".into()),
    }
}

/// A thing: `Survey Drone 7`, `seat 1's Base`.
pub(crate) fn thing(state: &SecureTheRift, thing: Thing) -> Text {
    if let Some(seat) = thing.seat() {
        let base = Part::Thing { thing: word(state, thing), name: "Base".to_owned() };
        return text![seat, "'s ", base];
    }
    match (thing.in_hand(), thing.number()) {
        (Some(held), _) => text![card(state, held)],
        (_, it) => text![number(state, it.unwrap_or(0))],
    }
}

/// An item in the Sequence, in the middle of a sentence: `Plasma Bolt`, `the ability of Survey Drone`.
pub(crate) fn item(state: &SecureTheRift, item: &Item) -> Text {
    match item.kind {
        ItemKind::Card { .. } => item_card(state, item),
        ItemKind::Ability { .. } => text!["the ability of ", item_card(state, item)],
        ItemKind::Delayed { .. } => text!["the delayed effect of ", item_card(state, item)],
    }
}

/// An item in the Sequence, at the beginning of a sentence.
pub(crate) fn item_first(state: &SecureTheRift, item: &Item) -> Text {
    match item.kind {
        ItemKind::Card { .. } => item_card(state, item),
        ItemKind::Ability { .. } => text!["The ability of ", item_card(state, item)],
        ItemKind::Delayed { .. } => text!["The delayed effect of ", item_card(state, item)],
    }
}

/// The card that an item is or comes from. SR-131: for an ability it has its number, and what the ability is about.
pub(crate) fn item_card(state: &SecureTheRift, item: &Item) -> Text {
    let name = state.card(item.card);
    match item.kind {
        ItemKind::Card { .. } if item.source == 0 => text![card(state, item.card)],
        ItemKind::Card { .. } => {
            let thing = format!("{}.{}", name.id, item.source);
            text![Part::Thing { thing, name: name.name.clone() }]
        }
        _ => {
            let about = item.event.number().filter(|number| *number != item.source);
            let source = numbered(state, item.card, item.source);
            about
                .map_or_else(|| text![source.clone()], |it| text![source.clone(), " for ", number(state, it)])
        }
    }
}
