//! Descriptions of events.

use atlas_core::{Text, Told, text};

use crate::{Event, Plan};

pub(crate) fn tell(event: &Event) -> Told {
    let beacon = |number: u8| format!("beacon-{}", number + 1);
    match event {
        Event::Placed { seat, plan: Plan { beacon: at, card } } => {
            let what = if let Some(card) = card { text!["a ", *card] } else { text!["a card"] };
            Told::about(text![*seat, " places ", what, " at beacon ", at + 1], [beacon(*at)])
        }
        Event::TookBack { seat } => Told::new(text![*seat, " takes the card back"]),
        Event::Ready { seat } => Told::new(text![*seat, " is ready"]),
        Event::Night { beacon: at, cards, die, storm } => {
            let sum: u8 = cards.iter().sum::<u8>() + die;
            let fate = if sum >= *storm { " stays lit: " } else { " goes out: " };
            let cards = cards.iter().map(|card| text![*card, " + "]);
            let text =
                text!["Beacon ", at + 1, fate, Text::joined(cards, ""), *die, " (die) against ", *storm];
            Told::about(text, [beacon(*at)])
        }
        Event::Storms { night, storms } => {
            Told::new(text!["Night ", *night, " brings storms of ", Text::listed(storms.clone())])
        }
        Event::Over { won: true } => Told::new("The keepers win together"),
        Event::Over { won: false } => Told::new("The keepers lose together"),
        Event::Left { seat } => Told::new(text![*seat, " leaves"]),
    }
}
