//! The events of a match, what each viewer may know of them, and their words.

use atlas_core::text::count;
use atlas_core::{Seat, Text, Told, Viewer, text};

use crate::names;
use crate::notation::word;
use crate::pack::language::CardId;
use crate::state::SecureTheRift;
use crate::things::{Item, ItemKind, Loss, Number, Thing};

/// An event of a match.
///
/// A `card` that is an `Option` is `None` for viewers who did not see it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, private_interfaces)]
pub enum Event {
    Redrew { seat: Seat, cards: u8 },
    Turn { seat: Seat, turn: u16 },
    Drew { seat: Seat, card: Option<CardId> },
    Overdrew { seat: Seat },
    Discarded { seat: Seat, card: CardId },
    Milled { seat: Seat, card: CardId },
    Shuffled { seat: Seat },
    Looked { seat: Seat, of: Seat, card: Option<CardId> },
    Revealed { seat: Seat, card: CardId, from_deck: bool },
    PutBack { seat: Seat, bottom: bool },
    Buried { seat: Seat, card: Option<CardId>, top: bool },
    Found { seat: Seat, card: CardId },
    Entered { number: Number, card: CardId, controller: Seat, vulnerable: bool },
    Died { number: Number, card: CardId },
    Voided { number: Number, card: CardId },
    Returned { number: Number, card: CardId, owner: Seat },
    Upgraded { number: Number, n: i16 },
    Refreshed { number: Number },
    MadeVulnerable { number: Number },
    Controlled { number: Number, seat: Seat },
    MadeEnergy { seat: Seat, number: Number, n: u8 },
    Paid { seat: Seat, energy: u8 },
    InSequence { item: Item },
    Concludes { item: Item },
    Fizzled { item: Item },
    Cancelled { item: Item },
    Fated { item: Item },
    Attacks { attacker: Number, target: Thing },
    Blocks { blocker: Number, attacker: Number },
    Damaged { source: Number, card: CardId, to: Thing, amount: i16 },
    Safeguarded { number: Number },
    Life { seat: Seat, lost: i16, gained: i16, life: i16 },
    Passed { seat: Seat },
    Lost { seat: Seat, loss: Loss },
    Conceded { seat: Seat },
    Over,
}

impl Event {
    /// The event without the cards that the viewer may not know (SR-130 to SR-133).
    pub(crate) fn seen_by(&self, viewer: Viewer) -> Event {
        match *self {
            Event::Drew { seat, .. } if !viewer.sees(seat) => Event::Drew { seat, card: None },
            Event::Looked { seat, of, .. } if !viewer.sees(seat) => Event::Looked { seat, of, card: None },
            Event::Buried { seat, top, .. } if !viewer.sees(seat) => Event::Buried { seat, card: None, top },
            _ => self.clone(),
        }
    }
}

/// An event in words.
#[allow(clippy::too_many_lines, reason = "one arm per event")]
pub(crate) fn tell(state: &SecureTheRift, event: &Event) -> Told {
    let card = |card: CardId| names::card(state, card);
    let number = |number: Number| names::number(state, number);
    let about = |text: Text, things: &[Thing]| Told::about(text, things.iter().map(|it| word(state, *it)));
    match *event {
        Event::Redrew { seat, cards: 0 } => Told::new(text![seat, " keeps their hand."]),
        Event::Redrew { seat, cards } => {
            Told::new(text![seat, " redraws ", count(cards.into(), "card"), "."])
        }
        Event::Turn { seat, turn } => Told::new(text!["Turn ", turn, ": ", seat, " refreshes their cards."]),
        Event::Drew { seat, card: Some(drawn) } => Told::new(text![seat, " draws ", card(drawn), "."]),
        Event::Drew { seat, card: None } => Told::new(text![seat, " draws a card."]),
        Event::Overdrew { seat } => Told::new(text![seat, " cannot draw: their deck is empty."]),
        Event::Discarded { seat, card: it } => Told::new(text![seat, " discards ", card(it), "."]),
        Event::Milled { seat, card: it } => {
            Told::new(text![seat, " puts ", card(it), " from the top of their deck into their Scrap pile."])
        }
        Event::Shuffled { seat } => Told::new(text![seat, " shuffles their deck."]),
        Event::Looked { seat, of, card: seen } => {
            let what = seen.map_or_else(|| text!["a card"], |it| text![card(it)]);
            let whose = if of == seat { text!["their deck"] } else { text![of, "'s deck"] };
            Told::new(text![seat, " looks at ", what, " from the top of ", whose, "."])
        }
        Event::Revealed { seat, card: it, from_deck } => {
            let place = if from_deck { " from the top of their deck." } else { " from their hand." };
            Told::new(text![seat, " reveals ", card(it), place])
        }
        Event::PutBack { seat, bottom: true } => Told::new(text![seat, " puts that card on the bottom."]),
        Event::PutBack { seat, bottom: false } => Told::new(text![seat, " leaves that card where it is."]),
        Event::Buried { seat, card: put, top } => {
            let what = put.map_or_else(|| text!["a card"], |it| text![card(it)]);
            let place = if top { "on top" } else { "on the bottom" };
            Told::new(text![seat, " puts ", what, " from their hand ", place, " of their deck."])
        }
        Event::Found { seat, card: it } => Told::new(text![seat, " finds ", card(it), " in their deck."]),
        Event::Entered { number, card, controller, vulnerable } => {
            let how = if vulnerable { ", vulnerable." } else { "." };
            let text = text![names::numbered(state, card, number), " enters play for ", controller, how];
            Told::about(text, [format!("{}.{number}", state.card(card).id)])
        }
        Event::Died { number, card } => Told::new(text![names::numbered(state, card, number), " dies."]),
        Event::Voided { number, card } => {
            Told::new(text![names::numbered(state, card, number), " is voided."])
        }
        Event::Returned { number, card, owner } => {
            Told::new(text![names::numbered(state, card, number), " returns to ", owner, "'s hand."])
        }
        Event::Upgraded { number: it, n } => {
            let verb = if n < 0 { " loses " } else { " gets " };
            let counters = count(n.unsigned_abs().into(), "upgrade counter");
            about(text![number(it), verb, counters, "."], &[Thing::card(it)])
        }
        Event::Refreshed { number: it } => about(text![number(it), " is refreshed."], &[Thing::card(it)]),
        Event::MadeVulnerable { number: it } => {
            about(text![number(it), " becomes vulnerable."], &[Thing::card(it)])
        }
        Event::Controlled { number: it, seat } => {
            about(text![seat, " gains control of ", number(it), "."], &[Thing::card(it)])
        }
        Event::MadeEnergy { seat, number: it, n } => {
            about(text![seat, " makes ", n, " Energy with ", number(it), "."], &[Thing::card(it)])
        }
        Event::Paid { seat, energy } => Told::new(text![seat, " pays ", energy, " Energy."]),
        Event::InSequence { item } => Told::new(put_in_sequence(state, &item)),
        Event::Concludes { item } => Told::new(text![names::item_first(state, &item), " concludes."]),
        Event::Fizzled { item } => {
            Told::new(text![names::item_first(state, &item), " does nothing: it has no legal target left."])
        }
        Event::Cancelled { item } => Told::new(text![names::item_first(state, &item), " is cancelled."]),
        Event::Fated { item } => {
            Told::new(text![names::item_first(state, &item), " has FATE and cannot be cancelled."])
        }
        Event::Attacks { attacker, target } => about(
            text![number(attacker), " attacks ", names::thing(state, target), "."],
            &[Thing::card(attacker), target],
        ),
        Event::Blocks { blocker, attacker } => about(
            text![number(blocker), " blocks ", number(attacker), "."],
            &[Thing::card(blocker), Thing::card(attacker)],
        ),
        Event::Damaged { source, card, to, amount } => {
            let by = names::numbered(state, card, source);
            about(text![by, " deals ", amount, " damage to ", names::thing(state, to), "."], &[to])
        }
        Event::Safeguarded { number: it } => {
            about(text!["SAFEGUARD prevents the damage to ", number(it), "."], &[Thing::card(it)])
        }
        Event::Life { seat, lost, gained, life } => {
            let change = match (lost > 0, gained > 0) {
                (true, true) => text![" loses ", lost, " life, gains ", gained, " life"],
                (true, false) => text![" loses ", lost, " life"],
                _ => text![" gains ", gained, " life"],
            };
            about(text![seat, change, " and now has ", life, "."], &[Thing::base(seat)])
        }
        Event::Passed { seat } => Told::new(text![seat, " passes."]),
        Event::Lost { seat, loss } => {
            let why = match loss {
                Loss::Life => "they have no life left.",
                Loss::Deck => "they had to draw from an empty deck.",
                Loss::Conceded => "they concede.",
            };
            Told::new(text![seat, " loses the game: ", why])
        }
        Event::Conceded { seat } => Told::new(text![seat, " concedes."]),
        Event::Over => {
            let mut left = state.living();
            if let (Some(winner), None) = (left.next(), left.next()) {
                Told::new(text!["The game is over: ", winner, " wins."])
            } else {
                Told::new("The game is over: it is a draw.")
            }
        }
    }
}

/// SR-52: an item is put into the Sequence.
fn put_in_sequence(state: &SecureTheRift, item: &Item) -> Text {
    let mut text = text![item.controller];
    match item.kind {
        ItemKind::Card { .. } => text.push(text![" plays ", names::item(state, item)]),
        _ => text.push(text![" puts ", names::item(state, item), " into the Sequence"]),
    }
    if state.card(item.card).x {
        text.push(text![" with X = ", item.x]);
    }
    let targets: Vec<Text> = item.targets.iter().map(|(_, thing)| names::thing(state, thing)).collect();
    if !targets.is_empty() {
        text.push(text![", targeting ", Text::listed(targets)]);
    }
    text.push(".");
    text
}
