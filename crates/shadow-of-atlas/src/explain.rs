//! Explains why a word cannot be picked: the rule that forbids every sentence with the picked words.

use atlas_core::game::contains_words;
use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal, Seat, text};

use crate::action::{Action, VERBS};
use crate::cards::{Order, Planet};
use crate::content::Content;
use crate::legal::{
    check_cost, check_expand, check_held, check_open, check_playable, check_survey, check_turn, each, judge,
    not_now,
};
use crate::state::{Phase, ShadowOfAtlas};

/// The picked words, by what they name.
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
                let message = format!("{} is not part of a move in this game.", quoted(word));
                return Err(Refusal::new(Code::Notation, message));
            }
        }
        Ok(picks)
    }
}

/// Why no legal sentence of the seat contains these words, if none does.
pub(crate) fn explain(state: &ShadowOfAtlas, seat: Seat, words: &str) -> Result<(), Refusal> {
    check_turn(state, seat)?;
    let mut possible = false;
    each(state, |action| possible |= contains_words(&action.sentence(&state.content), words));
    if possible {
        return Ok(());
    }
    let picks = Picks::read(&state.content, words)?;
    if let [one, two, ..] = picks.verbs.as_slice() {
        let message = if one == two {
            format!("You have already picked {one}.")
        } else {
            format!("Choose one action: {one} or {two}.")
        };
        return Err(Refusal::illegal("SA-35", message));
    }
    let checked = match state.phase {
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
    checked?;
    // No single word is wrong, so the sentence as a whole has no meaning or does not fit now.
    match Action::read(&state.content, words) {
        Ok(whole) => judge(state, seat, whole),
        Err(refusal) => Err(if picks.verbs.is_empty() { unused(state) } else { refusal }),
    }
}

/// The refusal of words that no action uses now.
fn unused(state: &ShadowOfAtlas) -> Refusal {
    match state.phase {
        Phase::Actions => Refusal::illegal("SA-35", "That is not a move in this game."),
        _ => not_now(state, Action::Done),
    }
}

/// SA-35: the check of an Action. Without a verb, a planet means a Venture, and several cards mean an Expand.
fn explain_action(state: &ShadowOfAtlas, seat: Seat, picks: &Picks<'_>) -> Result<(), Refusal> {
    match picks.verbs.first() {
        Some(&"venture") => explain_venture(state, seat, picks),
        Some(&"survey") => check_survey(state, seat, picks.orders.first().copied()),
        Some(&"expand") => explain_expand(state, seat, picks),
        Some(_) => Err(not_now(state, Action::Decline)),
        None if picks.planets.is_empty() && picks.orders.is_empty() => Err(unused(state)),
        None if picks.planets.is_empty() && picks.orders.len() > 1 => explain_expand(state, seat, picks),
        None => explain_venture(state, seat, picks),
    }
}

/// SA-39 to SA-41: the check of a Venture.
fn explain_venture(state: &ShadowOfAtlas, seat: Seat, picks: &Picks<'_>) -> Result<(), Refusal> {
    if picks.planets.len() > 1 || picks.orders.len() > 1 {
        return Err(Refusal::illegal("SA-39", "A Venture takes one Order to one planet."));
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
            if state.hand(seat).is_empty() {
                return Err(Refusal::illegal("SA-39", "You have no cards in your hand."));
            }
            let place = state.content.planet(planet);
            Err(Refusal::illegal("SA-24", text!["Every Order in your hand is already at ", place, "."]))
        }
        (None, Some(order)) => {
            // The cheapest planet where it could be played decides whether there are enough Credits.
            let open = Planet::all().filter(|planet| state.playable(seat, *planet).contains(order));
            let Some(cheapest) = open.min_by_key(|planet| state.cost(seat, *planet)) else {
                let message = text![
                    state.content.order(order),
                    " is already at every planet where you could play it, and you have no card to pair it with."
                ];
                return Err(Refusal::illegal("SA-24", message));
            };
            check_cost(state, seat, cheapest)
        }
        (None, None) => {
            Err(Refusal::illegal("SA-41", "You have no Order in your hand that you can play and pay for."))
        }
    }
}

/// SA-48: the check of an Expand.
fn explain_expand(state: &ShadowOfAtlas, seat: Seat, picks: &Picks<'_>) -> Result<(), Refusal> {
    if !picks.planets.is_empty() {
        return Err(Refusal::illegal("SA-49", "An Expand needs no planet."));
    }
    picks.orders.iter().try_for_each(|order| check_held(state, seat, *order, "SA-48"))?;
    match picks.orders.as_slice() {
        [one, two] => check_expand(state, seat, *one.min(two), *one.max(two)),
        [one] => {
            let card = state.content.order(*one);
            let message = text!["You have only one ", card, ", and no other card makes a pair with it."];
            Err(Refusal::illegal("SA-48", message))
        }
        [] => Err(Refusal::illegal("SA-48", "You have no pair in your hand.")),
        _ => Err(Refusal::illegal("SA-48", "An Expand takes two cards.")),
    }
}
