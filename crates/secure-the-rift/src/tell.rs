//! What happens, and the words for it.

use atlas_core::{Question, Seat, Told, Viewer};

use crate::announce::Want;
use crate::conclude::Frame;
use crate::notation::{card_of, word};
use crate::pack::language::CardId;
use crate::state::{Ask, SecureTheRift};
use crate::things::{Change, Item, Lasting, Matter, Number, Thing};
use crate::wards::Warding;

/// What can happen.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, private_interfaces)]
pub enum Event {
    Redrew { seat: Seat, cards: u8 },
    Turn { seat: Seat, turn: u16 },
    Drew { seat: Seat, card: CardId },
    Overdrew { seat: Seat },
    Discarded { seat: Seat, card: CardId },
    Milled { seat: Seat, card: CardId },
    Shuffled { seat: Seat },
    Looked { seat: Seat, of: Seat, card: CardId },
    Revealed { seat: Seat, card: CardId, place: &'static str },
    Sank { seat: Seat, bottom: bool },
    Buried { seat: Seat, card: CardId, top: bool },
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
    Lost { seat: Seat },
    Conceded { seat: Seat },
    Over,
}

/// The name of a card, for people.
pub(crate) fn name_of(state: &SecureTheRift, card: CardId) -> &str {
    &state.card(card).name
}

/// A thing, for people: `Drone 7`, `the Base of seat 1`.
pub(crate) fn named(state: &SecureTheRift, thing: Thing) -> String {
    if let Some(seat) = thing.seat() {
        return format!("the Base of {seat}");
    }
    if let Some(card) = thing.in_hand() {
        return name_of(state, card).to_owned();
    }
    let number = thing.number().unwrap_or(0);
    let name = card_of(state, number).map_or("something", |card| name_of(state, card));
    format!("{name} {number}")
}

/// What an item in the Sequence is, for people.
pub(crate) fn item_named(state: &SecureTheRift, item: &Item) -> String {
    let name = name_of(state, item.card);
    match item.matter {
        Matter::Card { .. } => name.to_owned(),
        Matter::Ability { .. } => format!("the ability of {name}"),
        Matter::Delayed { .. } => format!("what {name} put off"),
    }
}

/// An event in words. A card that was drawn or looked at is named only to the one who saw it.
#[allow(clippy::too_many_lines, reason = "one arm an event")]
pub(crate) fn tell(state: &SecureTheRift, event: &Event, viewer: Viewer) -> Told {
    let name = |card: CardId| name_of(state, card);
    let at = |number: Number, card: CardId| format!("{} {number}", name(card));
    let things = |things: &[Thing]| things.iter().map(|it| word(state, *it)).collect::<Vec<_>>();
    let piece = |number: Number, card: CardId| vec![format!("{}.{number}", state.card(card).id)];
    let (text, things) = match event {
        Event::Redrew { seat, cards: 0 } => (format!("{seat} keeps the hand"), Vec::new()),
        Event::Redrew { seat, cards } => (format!("{seat} redraws {cards} cards"), Vec::new()),
        Event::Turn { seat, turn } => (format!("turn {turn}: {seat} refreshes"), Vec::new()),
        Event::Drew { seat, card } if viewer.sees(*seat) => {
            (format!("{seat} draws {}", name(*card)), Vec::new())
        }
        Event::Drew { seat, .. } => (format!("{seat} draws a card"), Vec::new()),
        Event::Overdrew { seat } => (format!("{seat} has no card left to draw"), Vec::new()),
        Event::Discarded { seat, card } => (format!("{seat} discards {}", name(*card)), Vec::new()),
        Event::Milled { seat, card } => {
            (format!("{} goes from the deck of {seat} to the Scrap pile", name(*card)), Vec::new())
        }
        Event::Shuffled { seat } => (format!("the deck of {seat} is shuffled"), Vec::new()),
        Event::Looked { seat, of, card } => {
            let what = if viewer.sees(*seat) { name(*card) } else { "the top card" };
            let deck = match of == seat {
                true if viewer.sees(*seat) => String::new(),
                true => " of the deck".to_owned(),
                false => format!(" of the deck of {of}"),
            };
            (format!("{seat} looks at {what}{deck}"), Vec::new())
        }
        Event::Revealed { seat, card, place } => {
            (format!("{seat} reveals {} {place}", name(*card)), Vec::new())
        }
        Event::Sank { seat, bottom: true } => (format!("{seat} puts it on the bottom"), Vec::new()),
        Event::Sank { seat, bottom: false } => (format!("{seat} leaves it there"), Vec::new()),
        Event::Buried { seat, card, top } => {
            let place = if *top { "on top" } else { "on the bottom" };
            let what = if viewer.sees(*seat) { name(*card) } else { "a card" };
            (format!("{seat} puts {what} from the hand {place} of the deck"), Vec::new())
        }
        Event::Found { seat, card } => (format!("{seat} finds {} in the deck", name(*card)), Vec::new()),
        Event::Entered { number, card, controller, vulnerable } => {
            let state = if *vulnerable { ", vulnerable" } else { "" };
            (format!("{} comes into play for {controller}{state}", at(*number, *card)), piece(*number, *card))
        }
        Event::Died { number, card } => (format!("{} dies", at(*number, *card)), Vec::new()),
        Event::Voided { number, card } => (format!("{} is voided", at(*number, *card)), Vec::new()),
        Event::Returned { number, card, owner } => {
            (format!("{} returns to the hand of {owner}", at(*number, *card)), Vec::new())
        }
        Event::Upgraded { number, n } => (
            format!("{} gets {n} upgrade counters", named(state, Thing::card(*number))),
            things(&[Thing::card(*number)]),
        ),
        Event::Refreshed { number } => {
            (format!("{} is refreshed", named(state, Thing::card(*number))), things(&[Thing::card(*number)]))
        }
        Event::MadeVulnerable { number } => (
            format!("{} is made vulnerable", named(state, Thing::card(*number))),
            things(&[Thing::card(*number)]),
        ),
        Event::Controlled { number, seat } => (
            format!("{seat} gains control of {}", named(state, Thing::card(*number))),
            things(&[Thing::card(*number)]),
        ),
        Event::MadeEnergy { seat, number, n } => (
            format!("{seat} makes {n} Energy with {}", named(state, Thing::card(*number))),
            things(&[Thing::card(*number)]),
        ),
        Event::Paid { seat, energy } => (format!("{seat} pays {energy} Energy"), Vec::new()),
        Event::InSequence { item } => {
            let targets: Vec<String> = item.targets.iter().map(|(_, thing)| named(state, thing)).collect();
            let at =
                if targets.is_empty() { String::new() } else { format!(", at {}", targets.join(" and ")) };
            let x = if state.card(item.card).x { format!(" with X = {}", item.x) } else { String::new() };
            let verb =
                if matches!(item.matter, Matter::Card { .. }) { "plays" } else { "puts into the Sequence" };
            (format!("{} {verb} {}{x}{at}", item.controller, item_named(state, item)), Vec::new())
        }
        Event::Concludes { item } => (format!("{} concludes", item_named(state, item)), Vec::new()),
        Event::Fizzled { item } => {
            (format!("{} does nothing: no target is left", item_named(state, item)), Vec::new())
        }
        Event::Cancelled { item } => (format!("{} is cancelled", item_named(state, item)), Vec::new()),
        Event::Fated { item } => {
            (format!("{} has FATE and cannot be cancelled", item_named(state, item)), Vec::new())
        }
        Event::Attacks { attacker, target } => (
            format!("{} attacks {}", named(state, Thing::card(*attacker)), named(state, *target)),
            things(&[Thing::card(*attacker), *target]),
        ),
        Event::Blocks { blocker, attacker } => (
            format!(
                "{} blocks {}",
                named(state, Thing::card(*blocker)),
                named(state, Thing::card(*attacker))
            ),
            things(&[Thing::card(*blocker), Thing::card(*attacker)]),
        ),
        Event::Damaged { source, card, to, amount } => {
            (format!("{} deals {amount} damage to {}", at(*source, *card), named(state, *to)), things(&[*to]))
        }
        Event::Safeguarded { number } => (
            format!("SAFEGUARD keeps the damage from {}", named(state, Thing::card(*number))),
            things(&[Thing::card(*number)]),
        ),
        Event::Life { seat, lost, gained, life } => {
            let what = match (lost > &0, gained > &0) {
                (true, true) => format!("loses {lost} and gains {gained}"),
                (true, false) => format!("loses {lost}"),
                _ => format!("gains {gained}"),
            };
            (format!("{seat} {what} life and has {life}"), things(&[Thing::base(*seat)]))
        }
        Event::Passed { seat } => (format!("{seat} passes"), Vec::new()),
        Event::Lost { seat } => (format!("{seat} loses"), Vec::new()),
        Event::Conceded { seat } => (format!("{seat} concedes"), Vec::new()),
        Event::Over => {
            let mut left = state.living();
            let text = match (left.next(), left.next()) {
                (Some(winner), None) => format!("the game is over: {winner} wins"),
                _ => "the game is over: a draw".to_owned(),
            };
            (text, Vec::new())
        }
    };
    Told { text, things }
}

/// What a researcher counts.
pub(crate) fn statistic(event: &Event) -> Option<&'static str> {
    match event {
        Event::Turn { .. } => Some("turns"),
        Event::InSequence { item } if matches!(item.matter, Matter::Card { .. }) => Some("cards played"),
        Event::InSequence { .. } => Some("abilities"),
        Event::Attacks { .. } => Some("attackers"),
        Event::Blocks { .. } => Some("blockers"),
        Event::Died { .. } => Some("deaths"),
        Event::Cancelled { .. } => Some("cancelled"),
        _ => None,
    }
}

/// What whoever is asked is asked.
pub(crate) fn question(state: &SecureTheRift) -> Question {
    let (kind, text) = match state.ask {
        Ask::Redraw { put, .. } => (
            "redraw",
            format!("Which cards go to the bottom, to be replaced? {put} so far. Then keep. (SR-13)"),
        ),
        Ask::Priority => ("priority", priority_text(state)),
        Ask::Announcement => announcement_text(state),
        Ask::Triggers { seat } => {
            let own = state.waiting.iter().filter(|item| item.controller == seat);
            let list: Vec<String> =
                own.zip(1..).map(|(item, n)| format!("{n}: {}", name_of(state, item.card))).collect();
            (
                "trigger",
                format!(
                    "Which ability is put in next? The last concludes first. {} (SR-R10)",
                    list.join(", ")
                ),
            )
        }
        Ask::Attackers => ("attackers", "Add an attacker, or declare the attack. (SR-75)".to_owned()),
        Ask::Blocks { .. } => {
            let attackers: Vec<String> =
                state.fights().map(|fight| named(state, Thing::card(fight.attacker))).collect();
            ("blocks", format!("Which Souls block {}? Then declare. (SR-79)", attackers.join(", ")))
        }
        Ask::Order { attacker } => {
            let name = named(state, Thing::card(attacker));
            ("order", format!("Which blocker of {name} comes next in the order of damage? (SR-81)"))
        }
        Ask::Divide { blocker } => {
            ("divide", format!("How much damage goes to {}? (SR-94)", named(state, Thing::card(blocker))))
        }
        Ask::Choice { .. } => choice_text(state),
        Ask::Wards { .. } => ("apply", wards_text(state)),
        Ask::Over => ("over", "The game is over.".to_owned()),
    };
    Question { kind, text }
}

fn wards_text(state: &SecureTheRift) -> String {
    let list = state.open_wards().into_iter().zip(1..).map(|(ward, n)| match ward.what {
        Warding::Adds(more) => {
            let (by, card) = (more.abs(), named(state, Thing::card(ward.age.0)));
            format!("{n}: {by} {} by {card}", if more < 0 { "less" } else { "more" })
        }
        Warding::Stops(Lasting {
            what: Change::Shield { left: Some(left), .. } | Change::Shelter { left: Some(left), .. },
            ..
        }) => format!("{n}: a shield for {left}"),
        Warding::Stops(_) => format!("{n}: a shield for all"),
        Warding::Moves(Lasting { what: Change::Detour { onto, left, .. }, .. }, _) => {
            let much = left.map_or_else(|| "all".to_owned(), |left| left.to_string());
            format!("{n}: {much} of it onto {}", named(state, onto))
        }
        Warding::Moves(..) => unreachable!("only a detour moves damage"),
    });
    let hit = state.blow.as_ref().and_then(|blow| blow.open.first());
    let (amount, to) = hit.map_or((0, String::new()), |hit| (hit.amount, named(state, hit.to)));
    let list: Vec<String> = list.collect();
    format!("{amount} damage to {to}: what changes it next? {} (SR-R44)", list.join(", "))
}

fn priority_text(state: &SecureTheRift) -> String {
    match state.sequence.last() {
        Some(item) => format!("React to {}, or pass. (SR-54)", item_named(state, item)),
        None if state.attack.is_some() => "React to the attack, or pass. (SR-54)".to_owned(),
        None if state.is_quiet_main(state.priority) => {
            "Play a card, use an ability, attack, or pass to end the Main step. (SR-36)".to_owned()
        }
        None => format!("Act or pass in the {} step. (SR-54)", state.step.word()),
    }
}

fn announcement_text(state: &SecureTheRift) -> (&'static str, String) {
    let Some((announcement, want)) =
        state.announcement.as_ref().and_then(|it| state.wants(it).map(|want| (it, want)))
    else {
        return ("over", String::new());
    };
    let name = name_of(state, announcement.item.card);
    match want {
        Want::Mode => ("mode", format!("Which mode of {name}? (SR-47)")),
        Want::X => ("x", format!("How much is X for {name}? (SR-R42)")),
        Want::Target => ("target", format!("Which target for {name}? (SR-68)")),
        Want::Payment => ("pay", format!("What pays the cost of {name}? (SR-47)")),
    }
}

fn choice_text(state: &SecureTheRift) -> (&'static str, String) {
    let Some((conclusion, frame)) =
        state.conclusion.as_ref().and_then(|it| it.work.last().map(|frame| (it, frame)))
    else {
        return ("over", String::new());
    };
    let name = item_named(state, &conclusion.item);
    match frame {
        Frame::Discard { seat, .. } => {
            ("discard", format!("{name}: which card of {seat} is discarded? (SR-R35)"))
        }
        Frame::Scrap { .. } => ("scrap", format!("{name}: what is scrapped? (SR-101)")),
        Frame::Bury { top, .. } => {
            let place = if *top { "top" } else { "bottom" };
            ("bury", format!("{name}: which card goes to the {place} of the deck?"))
        }
        Frame::Look { seat, of, depth, .. } => {
            let deck = &state.player(*of).deck;
            let at = deck.len().checked_sub(1 + usize::from(*depth));
            let card = at.map_or("the card", |at| name_of(state, deck[at].card));
            let whose = if of == seat { String::new() } else { format!(" of {of}") };
            ("look", format!("{name}: put {card} on the bottom of the deck{whose}? (SR-132)"))
        }
        Frame::Search { .. } => ("search", format!("{name}: which card, or nothing? (SR-R45)")),
        Frame::Pay { energy, .. } => ("pay", format!("{name}: pay {energy} Energy? (SR-50)")),
        Frame::May { .. } => ("may", format!("{name}: do it? (SR-R37)")),
        Frame::Steps { .. } | Frame::ScrapPicked | Frame::DiscardPicked => ("over", String::new()),
    }
}
