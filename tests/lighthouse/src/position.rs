//! Positions of Lighthouse as JSON.

use atlas_core::{Code, Edition, Game, Refusal, Seat, Seats};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Lighthouse, NIGHTS, Plan, ROOM};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Position {
    night: u8,
    storms: Vec<u8>,
    hands: Vec<Vec<u8>>,
    plans: Vec<Option<Plan>>,
    ready: Vec<Seat>,
    gone: Vec<Seat>,
    deck: Vec<u8>,
    discard: Vec<u8>,
    lit: u8,
}

pub(crate) fn dump(state: &Lighthouse) -> Value {
    let position = Position {
        night: state.night,
        storms: state.storms.clone(),
        hands: state.hands.clone(),
        plans: state.plans.clone(),
        ready: state.ready.iter().collect(),
        gone: state.gone.iter().collect(),
        deck: state.deck.clone(),
        discard: state.discard.clone(),
        lit: state.lit,
    };
    serde_json::to_value(position).expect("a position is plain data")
}

pub(crate) fn load(edition: Edition<()>, position: &Value) -> Result<Lighthouse, Refusal> {
    let refuse =
        |why: String| Refusal::new(Code::Position, format!("This is not a position of Lighthouse: {why}."));
    let position = Position::deserialize(position).map_err(|error| refuse(error.to_string()))?;
    let Position { night, storms, hands, plans, ready, gone, deck, discard, lit } = position;
    let seats = hands.len();
    let is_seat = |seat: &Seat| seat.index() < seats;
    let placed = plans.iter().flatten();
    let mut cards: Vec<u8> = hands.iter().flatten().chain(&deck).chain(&discard).copied().collect();
    cards.extend(placed.clone().filter_map(|plan| plan.card));
    cards.sort_unstable();
    let all: Vec<u8> = (0..42).map(|card| card / 7 + 1).collect();
    let crowded = (0..storms.len())
        .any(|beacon| placed.clone().filter(|plan| usize::from(plan.beacon) == beacon).count() > ROOM);
    let possible = (1..=7).contains(&seats)
        && plans.len() == seats
        && storms.len() == seats.div_ceil(2) + 1
        && storms.iter().all(|storm| (5..=10).contains(storm))
        && (1..=NIGHTS + 1).contains(&night)
        && ready.iter().chain(&gone).all(is_seat)
        && gone.iter().all(|seat| ready.contains(seat))
        && usize::from(lit) <= storms.len() * usize::from(night - 1)
        && placed.clone().all(|plan| plan.card.is_some() && usize::from(plan.beacon) < storms.len())
        && !crowded
        && cards == all
        && hands.iter().chain([&discard]).all(|cards| cards.is_sorted());
    if !possible {
        return Err(refuse("it cannot occur".to_owned()));
    }
    let (ready, gone): (Seats, Seats) = (ready.into_iter().collect(), gone.into_iter().collect());
    let state =
        Lighthouse { rules: edition.rules, night, storms, hands, plans, ready, gone, deck, discard, lit };
    if !state.is_over() && state.acting().is_empty() {
        return Err(refuse("everyone is ready, so the night must have passed".to_owned()));
    }
    Ok(state)
}
