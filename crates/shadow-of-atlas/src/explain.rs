//! Why a word cannot be picked: half a sentence, held against the rules that decide it.

use atlas_core::game::goes_on_from;
use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal, Seat};

use crate::action::{Action, VERBS};
use crate::cards::{Order, Planet};
use crate::content::Content;
use crate::legal::{
    check_cost, check_expand, check_held, check_open, check_playable, check_survey, check_turn, each, judge,
    not_now,
};
use crate::state::{Phase, ShadowOfAtlas};

/// The words that were picked, by what they name.
#[derive(Default)]
struct Picks<'a> {
    verbs: Vec<&'a str>,
    planets: Vec<Planet>,
    orders: Vec<Order>,
}

impl<'a> Picks<'a> {
    fn read(content: &Content, words: &'a str) -> Result<Picks<'a>, Refusal> {
        let mut picks = Picks::default();
        for word in words.split_whitespace() {
            if VERBS.contains(&word) {
                picks.verbs.push(word);
            } else if let Some(planet) = content.planet_named(word) {
                picks.planets.push(planet);
            } else if let Some(order) = content.order_named(word) {
                picks.orders.push(order);
            } else if word.parse::<u8>().is_err() {
                let message = format!("{} is neither a verb nor a planet nor an Order", quoted(word));
                return Err(Refusal::new(Code::Notation, message));
            }
        }
        Ok(picks)
    }
}

/// Why no legal sentence of the seat has these words, if none has.
pub(crate) fn explain(state: &ShadowOfAtlas, seat: Seat, words: &str) -> Result<(), Refusal> {
    check_turn(state, seat)?;
    let mut possible = false;
    each(state, |action| possible |= goes_on_from(&action.sentence(&state.content), words));
    if possible {
        return Ok(());
    }
    let picks = Picks::read(&state.content, words)?;
    if let [one, two, ..] = picks.verbs.as_slice() {
        let message = format!("one thing at a time: either {one} or {two}");
        return Err(Refusal::illegal("SA-35", message));
    }
    let decided = match state.phase {
        Phase::Actions => explain_action(state, seat, &picks),
        Phase::Place(order) => match picks.planets.first() {
            Some(planet) => check_playable(state, seat, *planet, order),
            None => Ok(()),
        },
        Phase::Discard(_) => {
            picks.orders.iter().try_for_each(|order| check_held(state, seat, *order, "SA-R19"))
        }
        _ => Ok(()),
    };
    decided?;
    // Nothing about the parts decides it, so it is the whole: it says nothing, or nothing that is asked now.
    match Action::read(&state.content, words) {
        Ok(whole) => judge(state, seat, whole),
        Err(refusal) => Err(if picks.verbs.is_empty() { unasked(state) } else { refusal }),
    }
}

/// A pick that has no part in what is asked.
fn unasked(state: &ShadowOfAtlas) -> Refusal {
    match state.phase {
        Phase::Actions => Refusal::illegal("SA-35", "no Action goes with that"),
        _ => not_now(state, Action::Done),
    }
}

/// SA-35: without a verb, a planet means a Venture and cards alone an Expand.
fn explain_action(state: &ShadowOfAtlas, seat: Seat, picks: &Picks<'_>) -> Result<(), Refusal> {
    match picks.verbs.first() {
        Some(&"venture") => explain_venture(state, seat, picks),
        Some(&"survey") => check_survey(state, seat, picks.orders.first().copied()),
        Some(&"expand") => explain_expand(state, seat, picks),
        Some(_) => Err(not_now(state, Action::Decline)),
        None if picks.planets.is_empty() && picks.orders.len() > 1 => explain_expand(state, seat, picks),
        None => explain_venture(state, seat, picks),
    }
}

/// SA-39 to SA-41.
fn explain_venture(state: &ShadowOfAtlas, seat: Seat, picks: &Picks<'_>) -> Result<(), Refusal> {
    if picks.planets.len() > 1 || picks.orders.len() > 1 {
        return Err(Refusal::illegal("SA-39", "a Venture takes one Order to one planet"));
    }
    let order = picks.orders.first().copied();
    if let Some(order) = order {
        check_held(state, seat, order, "SA-39")?;
    }
    match (picks.planets.first().copied(), order) {
        (Some(planet), Some(order)) => {
            check_playable(state, seat, planet, order)?;
            check_cost(state, seat, planet)
        }
        (Some(planet), None) => {
            check_open(state, seat, planet)?;
            check_cost(state, seat, planet)?;
            let name = &state.content.planet(planet).name;
            if state.hand(seat).is_empty() {
                return Err(Refusal::illegal("SA-39", "there is no card in hand"));
            }
            let message = format!("every Order in hand lies at {name} already");
            Err(Refusal::illegal("SA-24", message))
        }
        (None, Some(order)) => {
            // Where it could lie at the least cost, the Credits decide.
            let open = Planet::all().filter(|planet| state.playable(seat, *planet).contains(order));
            let Some(cheapest) = open.min_by_key(|planet| state.cost(seat, *planet)) else {
                let name = &state.content.order(order).name;
                let message =
                    format!("{name} lies at every planet that is open to {seat}, and cannot be paired");
                return Err(Refusal::illegal("SA-24", message));
            };
            check_cost(state, seat, cheapest)
        }
        (None, None) => {
            let message = format!("{seat} has no Order in hand that can be played and paid for");
            Err(Refusal::illegal("SA-41", message))
        }
    }
}

/// SA-48.
fn explain_expand(state: &ShadowOfAtlas, seat: Seat, picks: &Picks<'_>) -> Result<(), Refusal> {
    if !picks.planets.is_empty() {
        return Err(Refusal::illegal("SA-49", "an Expand needs no planet"));
    }
    picks.orders.iter().try_for_each(|order| check_held(state, seat, *order, "SA-48"))?;
    match picks.orders.as_slice() {
        [one, two] => check_expand(state, seat, *one.min(two), *one.max(two)),
        [one] => {
            let name = &state.content.order(*one).name;
            let message = format!("{seat} has only one {name}, and no card that stands for it");
            Err(Refusal::illegal("SA-48", message))
        }
        [] => Err(Refusal::illegal("SA-48", format!("{seat} holds no two cards that match"))),
        _ => Err(Refusal::illegal("SA-48", "an Expand takes two cards")),
    }
}
