//! Descriptions of events.

use atlas_core::text::count;
use atlas_core::{Game, Part, Seat, Text, ToText, Told, Viewer, text};

use crate::action::Stack;
use crate::card::{Card, Cards};
use crate::state::{EnchantedLands, Event};

impl ToText for Card {
    fn add_to(self, text: &mut Text) {
        text.push(Part::Thing { thing: self.name().to_owned(), name: self.title().to_owned() });
    }
}

/// An event without what the viewer may not know. EL-58: only the player who drew a card knows which one.
pub(crate) fn seen(event: &Event, viewer: Viewer) -> Event {
    match event {
        Event::Drew { seat, .. } if !viewer.sees(*seat) => Event::Drew { seat: *seat, card: None },
        event => event.clone(),
    }
}

/// The description of an event.
pub(crate) fn tell(state: &EnchantedLands, event: &Event) -> Told {
    let on = |card: Card, text: Text| Told::about(text, [card.name()]);
    let completed = |what: Text, cards: Cards| {
        let text = text!["A ", what, " is complete: ", listed(cards), " are flipped."];
        Told::about(text, cards.map(Card::name))
    };
    match *event {
        Event::Played { seat, card } => on(card, text![seat, " plays ", card, "."]),
        Event::Bet { card, stack } => {
            on(card, text![stack.seat, " bets ", stack.chips, " on ", stack.side.title(), "."])
        }
        Event::Time(cards) => completed(time_of(cards), cards),
        Event::Place(cards) => completed(text!["Place"], cards),
        Event::Kept { card, stack } => {
            on(card, text![stack.seat, " is right about ", card, " and keeps ", chips(stack), " there."])
        }
        Event::Lost { card, stack } => {
            on(card, text![stack.seat, " is wrong about ", card, " and loses ", chips(stack), "."])
        }
        Event::Drew { seat, card: Some(card) } => on(card, text![seat, " draws ", card, "."]),
        Event::Drew { seat, card: None } => Told::new(text![seat, " draws a card."]),
        Event::Swept { card, stack } => {
            let why = ", because nothing completed it.";
            on(card, text![stack.seat, " loses ", chips(stack), " on ", card, why])
        }
        Event::Over => Told::new(ending(state)),
        Event::Left { seat } => Told::new(text![seat, " leaves. Their hand stays in the game."]),
    }
}

fn ending(state: &EnchantedLands) -> Text {
    let Some(outcome) = state.outcome() else { return "The game is over.".into() };
    let winners: Vec<Seat> = outcome.winners().iter().collect();
    let points = winners.first().map_or(0, |seat| outcome.scores()[seat.index()]);
    let points = count(points as usize, "point");
    if let [winner] = *winners {
        return text!["The game is over: ", winner, " wins with ", points, "."];
    }
    text!["The game is over: ", Text::listed(winners), " share the win with ", points, " each."]
}

/// The chips of a stack, such as `2 Time chips`.
pub(crate) fn chips(stack: Stack) -> Text {
    count(stack.chips.into(), &format!("{} chip", stack.side.title()))
}

/// A Time of these cards, such as `Time of four`.
pub(crate) fn time_of(cards: Cards) -> Text {
    const WORDS: [&str; 9] = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    text!["Time of ", WORDS[cards.len()]]
}

/// Cards as a list in a sentence.
pub(crate) fn listed(cards: Cards) -> Text {
    Text::listed(cards.collect::<Vec<Card>>())
}
