//! The open questions of a position.

use atlas_core::Refusal;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{FigureEntry, find, numbers, read_figure, refuse, seats_of, sorted};
use crate::state::{AtlantisRising, Cause, Gift, Pending, Project};
use crate::things::{Goods, SEATS};

/// A question: `choose` says what is to be chosen, `seat` who chooses.
#[derive(Serialize, Deserialize)]
#[serde(tag = "choose", rename_all = "kebab-case", deny_unknown_fields)]
enum Entry {
    Workshop { seat: u8, components: [String; 2] },
    Power { seat: u8, cards: [String; 2] },
    Flood { seat: u8, left: u8, among: Vec<String>, distinct: bool, cause: CauseWord },
    Prevent { seat: u8, first: u8, peninsula: String, cause: CauseWord },
    Add { seat: u8, figure: FigureEntry, roll: u8, total: u8, target: u8 },
    Keep { seat: u8, cards: Vec<String>, left: u8 },
    Next { seat: u8, cards: u8, done: u8 },
    Payer { seat: u8, figure: FigureEntry, partner: u8 },
    To { seat: u8, what: GiftWord, left: u8, of: Vec<u8> },
    Forge { seat: u8, figure: FigureEntry },
    Smelt { seat: u8, left: u8, other: Option<u8>, optional: bool },
    Swap { seat: u8, left: u8, any: bool },
    Gain { seat: u8, left: u8, atlantium: Option<u8> },
    Follower { seat: u8 },
    Project { seat: u8, id: String, left: [u8; 4], any: u8, given: Vec<[u8; 4]>, discounts: Vec<u8> },
    Discard { seat: u8 },
    Raise { seat: u8, left: u8 },
    Barrier { seat: u8, left: u8, up_to: bool },
    Move { seat: u8, figure: FigureEntry },
    Share { seat: u8, to: u8, left: u8 },
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum CauseWord {
    Misfortune,
    Wrath,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum GiftWord {
    Follower,
    Energy,
    Goods { n: u8, atlantium: u8 },
}

fn cause_word(cause: Cause) -> CauseWord {
    match cause {
        Cause::Misfortune => CauseWord::Misfortune,
        Cause::Wrath => CauseWord::Wrath,
    }
}

fn cause_of(word: CauseWord) -> Cause {
    match word {
        CauseWord::Misfortune => Cause::Misfortune,
        CauseWord::Wrath => Cause::Wrath,
    }
}

pub(super) fn dump(state: &AtlantisRising, pending: Pending) -> Value {
    let content = &state.content;
    let component = |it: u8| content.component(it).named.id.clone();
    let card = |it: &u8| content.card(*it).named.id.clone();
    let seat = pending.team();
    let entry = match pending {
        Pending::Workshop { components, .. } => {
            Entry::Workshop { seat, components: components.map(component) }
        }
        Pending::Power { cards, .. } => {
            Entry::Power { seat, cards: cards.map(|it| content.councilor(it).named.id.clone()) }
        }
        Pending::Flood { left, among, distinct, cause, .. } => {
            let lands = crate::things::Peninsula::all().filter(|it| among & it.bit() != 0);
            let among = lands.map(|it| content.peninsula(it).id.clone()).collect();
            Entry::Flood { seat, left, among, distinct, cause: cause_word(cause) }
        }
        Pending::Prevent { first, peninsula, cause, .. } => Entry::Prevent {
            seat,
            first,
            peninsula: content.peninsula(peninsula).id.clone(),
            cause: cause_word(cause),
        },
        Pending::Roll { figure, die, plus, target } => {
            Entry::Add { seat, figure: state.figure_entry(figure), roll: die, total: die + plus, target }
        }
        Pending::Keep { cards, left, .. } => {
            Entry::Keep { seat, cards: cards.as_slice().iter().map(card).collect(), left }
        }
        Pending::Next { of, done, .. } => Entry::Next { seat, cards: of, done },
        Pending::Payer { figure, partner } => {
            Entry::Payer { seat, figure: state.figure_entry(figure), partner }
        }
        Pending::To { gift, left, of, .. } => {
            let what = match gift {
                Gift::Follower => GiftWord::Follower,
                Gift::Energy => GiftWord::Energy,
                Gift::Goods { n, atlantium } => GiftWord::Goods { n, atlantium },
            };
            Entry::To { seat, what, left, of: numbers(of) }
        }
        Pending::Forge { figure } => Entry::Forge { seat, figure: state.figure_entry(figure) },
        Pending::Smelt { left, other, optional, .. } => Entry::Smelt { seat, left, other, optional },
        Pending::Swap { left, any, .. } => Entry::Swap { seat, left, any },
        Pending::Gain { left, atlantium, .. } => Entry::Gain { seat, left, atlantium },
        Pending::Follower { .. } => Entry::Follower { seat },
        Pending::Project(project) => {
            let seats = usize::from(state.seats);
            Entry::Project {
                seat,
                id: component(state.gate[usize::from(project.at)]),
                left: project.left.0,
                any: project.any,
                given: project.given[..seats].iter().map(|goods| goods.0).collect(),
                discounts: project.less[..seats].to_vec(),
            }
        }
        Pending::Discard { .. } => Entry::Discard { seat },
        Pending::Raise { left, .. } => Entry::Raise { seat, left },
        Pending::Barrier { left, up_to, .. } => Entry::Barrier { seat, left, up_to },
        Pending::Move { figure } => Entry::Move { seat, figure: state.figure_entry(figure) },
        Pending::Share { to, left, .. } => Entry::Share { seat, to, left },
    };
    serde_json::to_value(entry).expect("a question is plain data")
}

pub(super) fn load(state: &AtlantisRising, value: &Value) -> Result<Pending, Refusal> {
    let content = state.content;
    let entry = Entry::deserialize(value).map_err(refuse)?;
    let component = |id: &String| find(content.component_named(id), id, "a component");
    let councilor = |id: &String| find(content.councilor_named(id), id, "a councilor");
    let land = |id: &String| find(content.peninsula_named(id), id, "a peninsula");
    let figure = |entry: &FigureEntry, seat: u8| {
        let figure = read_figure(state, entry)?;
        let there = state.figures.iter().any(|it| it == figure);
        if figure.team == seat && there {
            Ok(figure)
        } else {
            Err(refuse("the figure of a question is not there"))
        }
    };
    let in_seats =
        |seat: u8| if seat < state.seats { Ok(seat) } else { Err(refuse("a seat does not exist")) };
    let pending = match entry {
        Entry::Workshop { seat, components: [one, two] } => {
            Pending::Workshop { team: seat, components: [component(&one)?, component(&two)?] }
        }
        Entry::Power { seat, cards: [one, two] } => {
            Pending::Power { team: seat, cards: [councilor(&one)?, councilor(&two)?] }
        }
        Entry::Flood { seat, left, among, distinct, cause } => {
            let mut set = 0;
            for id in &among {
                set |= land(id)?.bit();
            }
            Pending::Flood { team: seat, left, among: set, distinct, cause: cause_of(cause) }
        }
        Entry::Prevent { seat, first, peninsula, cause } => Pending::Prevent {
            team: seat,
            first: in_seats(first)?,
            peninsula: land(&peninsula)?,
            cause: cause_of(cause),
        },
        Entry::Add { seat, figure: entry, roll, total, target } => {
            let fits = (1..=6).contains(&roll) && (roll..target).contains(&total) && target <= 20;
            if !fits {
                return Err(refuse("a roll that can be saved is below its target"));
            }
            Pending::Roll { figure: figure(&entry, seat)?, die: roll, plus: total - roll, target }
        }
        Entry::Keep { seat, cards, left } => Pending::Keep {
            team: seat,
            cards: sorted(&cards, "a library card", |id| content.card_named(id))?,
            left,
        },
        Entry::Next { seat, cards, done } => Pending::Next { team: seat, of: cards, done },
        Entry::Payer { seat, figure: entry, partner } => {
            Pending::Payer { figure: figure(&entry, seat)?, partner: in_seats(partner)? }
        }
        Entry::To { seat, what, left, of } => {
            let gift = match what {
                GiftWord::Follower => Gift::Follower,
                GiftWord::Energy => Gift::Energy,
                GiftWord::Goods { n, atlantium } => Gift::Goods { n, atlantium },
            };
            Pending::To { team: seat, gift, left, of: seats_of(&of, state.seats)? }
        }
        Entry::Forge { seat, figure: entry } => Pending::Forge { figure: figure(&entry, seat)? },
        Entry::Smelt { seat, left, other, optional } => {
            Pending::Smelt { team: seat, left, other: other.map(in_seats).transpose()?, optional }
        }
        Entry::Swap { seat, left, any } => Pending::Swap { team: seat, left, any },
        Entry::Gain { seat, left, atlantium } => Pending::Gain { team: seat, left, atlantium },
        Entry::Follower { seat } => Pending::Follower { team: seat },
        Entry::Project { seat, id, left, any, given, discounts } => {
            let seats = usize::from(state.seats);
            let at = state.gate.iter().position(|it| content.component(*it).named.id == id);
            let at = find(at, &id, "a component of the blueprint")? as u8;
            if given.len() != seats || discounts.len() != seats {
                return Err(refuse("a project has one entry for each seat"));
            }
            let mut project = Project {
                opener: in_seats(seat)?,
                at,
                left: Goods(left),
                any,
                given: [Goods::default(); SEATS],
                less: [0; SEATS],
            };
            for (own, goods) in project.given.iter_mut().zip(given) {
                *own = Goods(goods);
            }
            project.less[..seats].copy_from_slice(&discounts);
            Pending::Project(project)
        }
        Entry::Discard { seat } => Pending::Discard { team: seat },
        Entry::Raise { seat, left } => Pending::Raise { team: seat, left },
        Entry::Barrier { seat, left, up_to } => Pending::Barrier { team: seat, left, up_to },
        Entry::Move { seat, figure: entry } => Pending::Move { figure: figure(&entry, seat)? },
        Entry::Share { seat, to, left } => Pending::Share { team: seat, to: in_seats(to)?, left },
    };
    in_seats(pending.team())?;
    Ok(pending)
}
