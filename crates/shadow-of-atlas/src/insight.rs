//! What a sensible player sees at first sight: what a position is worth in points, and so what an action brings.
//!
//! Nothing here knows an Order by name: what an Ability does is tried out, or read from its program.

use atlas_core::{Chance, Game, Seat, Turn};

use crate::action::Action;
use crate::cards::{Order, Planet};
use crate::content::ability::{Op, Who};
use crate::resolve::Frame;
use crate::state::{
    ARBITER_ORDERS, END_CARDS, END_CREDITS, HAND_LIMIT, MOST_CREDITS, Phase, SURVEY_COST, ShadowOfAtlas,
    WINNING_OUTPOSTS, WINNING_PLANETS,
};

/// What so many planets are worth to their Arbiter: the fourth wins.
const PLANETS: [f32; 6] = [0.0, 3.0, 6.5, 11.0, 30.0, 30.0];
/// What so many Orders on one's side of a planet are worth on the way to three.
const ORDERS: [f32; 5] = [0.0, 0.6, 1.7, 2.6, 2.6];
/// What so many Credits are worth.
const CREDITS: [f32; 6] = [0.0, 0.5, 1.0, 1.45, 1.8, 2.0];
/// What a card in hand is worth, and a pair besides.
const CARD: f32 = 0.3;
const PAIR: f32 = 0.4;
/// What an Outpost is worth, and what each from the eighth on is worth besides: the tenth wins.
const OUTPOST: f32 = 1.0;
const LATE_OUTPOST: f32 = 0.7;
/// What winning is worth, beyond all points.
const WIN: f32 = 40.0;

/// What each action would bring the seat, in points.
pub(crate) fn appraise(state: &ShadowOfAtlas, seat: Seat, actions: &[Action], out: &mut Vec<f32>) {
    let before = worth(state, seat);
    out.extend(actions.iter().map(|action| match action {
        Action::Done => done(state, seat),
        Action::Survey => survey(state, seat, SURVEY_COST),
        Action::SurveyWith(order) => {
            survey(state, seat, state.content.discount(*order).unwrap_or(SURVEY_COST)) - CARD
        }
        action => tried(state, seat, *action) - before,
    }));
}

/// What the position is worth after an action, if whatever it asks is answered well.
fn tried(state: &ShadowOfAtlas, seat: Seat, action: Action) -> f32 {
    let mut after = state.clone();
    after.play(seat, action, &mut Turn::quiet(&mut Chance::quick(0)));
    // A discard too many passes the turn: what comes then is not this action's doing.
    if after.phase != Phase::Choice || after.player() != seat {
        return worth(&after, seat);
    }
    let Some(Frame::Run(at, planet)) = after.stack.top() else { unreachable!("somebody asks") };
    let mut best = f32::NEG_INFINITY;
    after.each_answer(at, planet, |answer| best = best.max(tried(&after, seat, answer)));
    best
}

/// SA-38: an end that wins is worth everything, one that loses nothing; else it costs what goes over the limits.
fn done(state: &ShadowOfAtlas, seat: Seat) -> f32 {
    if wins(state, seat) {
        return WIN;
    }
    if !state.goes_on_after(seat) {
        let (own, rival) = (state.merit(seat), state.merit(seat.next(2)));
        return if own > rival { WIN } else { -WIN };
    }
    let credits = usize::from(state.credits(seat) + END_CREDITS).saturating_sub(MOST_CREDITS.into());
    let cards = (state.hand(seat).len() + usize::from(END_CARDS)).saturating_sub(HAND_LIMIT);
    -(credits as f32 * 0.4 + cards as f32 * 0.25)
}

/// SA-44: an unknown Order at the planet where it does most.
fn survey(state: &ShadowOfAtlas, seat: Seat, cost: u8) -> f32 {
    let open = Planet::all().filter(|planet| state.site(*planet).arbiter != Some(seat));
    let gain = open.map(|planet| match state.site(planet).side(seat).len() {
        n if n + 1 >= ARBITER_ORDERS => {
            let own = PLANETS[state.planets(seat) + 1] - PLANETS[state.planets(seat)];
            let loss = if state.site(planet).arbiter.is_some() { 3.0 } else { 0.0 };
            // It may be an Order that lies there already.
            0.6 * (own + loss + OUTPOST + CARD - ORDERS[n])
        }
        n => ORDERS[n + 1] - ORDERS[n] + 0.3,
    });
    gain.fold(CARD, f32::max) - price(state.credits(seat), cost)
}

fn price(credits: u8, cost: u8) -> f32 {
    CREDITS[usize::from(credits)] - CREDITS[usize::from(credits.saturating_sub(cost))]
}

/// SA-60: whether the seat wins if its turn ends now.
#[inline]
fn wins(state: &ShadowOfAtlas, seat: Seat) -> bool {
    state.outposts(seat) >= WINNING_OUTPOSTS || state.planets(seat) >= WINNING_PLANETS
}

/// What the position is worth to the seat, in points, the other player's share taken off.
fn worth(state: &ShadowOfAtlas, seat: Seat) -> f32 {
    holdings(state, seat) - holdings(state, seat.next(2))
}

fn holdings(state: &ShadowOfAtlas, seat: Seat) -> f32 {
    let outposts = state.outposts(seat);
    let mut sum = PLANETS[state.planets(seat)]
        + outposts as f32 * OUTPOST
        + outposts.saturating_sub(7) as f32 * LATE_OUTPOST
        + CREDITS[usize::from(state.credits(seat))];
    if outposts >= WINNING_OUTPOSTS {
        sum += WIN / 2.0;
    }
    for site in &state.sites {
        if site.arbiter != Some(seat) {
            sum += ORDERS[site.side(seat).len().min(4)];
        }
    }
    let hand = state.hand(seat);
    sum + hand.len() as f32 * CARD + hand.pairs().len() as f32 * PAIR
}

/// What a hasty player might do: mostly what brings something, now and then anything.
#[inline]
pub(crate) fn guess(
    state: &ShadowOfAtlas,
    seat: Seat,
    chance: &mut Chance,
    scratch: &mut Vec<Action>,
) -> Action {
    if state.phase == Phase::Actions && wins(state, seat) {
        return Action::Done;
    }
    scratch.clear();
    state.legal(seat, scratch);
    if let [only] = scratch.as_slice() {
        return *only;
    }
    let mut weights = [0_u16; 64];
    let mut sum = 0;
    for (action, weight) in scratch.iter().zip(&mut weights) {
        *weight = urge(state, seat, *action);
        sum += u32::from(*weight);
    }
    let mut left = chance.below(sum);
    for (action, weight) in scratch.iter().zip(&weights) {
        match left.checked_sub((*weight).into()) {
            Some(rest) => left = rest,
            None => return *action,
        }
    }
    scratch[0]
}

/// How much a hasty player is drawn to an action.
#[inline]
fn urge(state: &ShadowOfAtlas, seat: Seat, action: Action) -> u16 {
    match action {
        Action::Venture(planet, order) => arrival(state, seat, planet) + bait(state, seat, planet, order),
        Action::Place(planet) => arrival(state, seat, planet),
        Action::Expand(one, two) if one == two => 12,
        Action::Expand(..) => 5,
        Action::Survey => 3,
        Action::Move(..) => {
            let Some(Frame::Run(_, planet)) = state.stack.top() else { return 1 };
            if state.site(planet).side(seat).len() + 1 == ARBITER_ORDERS { 30 } else { 2 }
        }
        Action::SurveyWith(_) | Action::Draw => 4,
        Action::Melt(_) => 8,
        Action::Copy(order) => {
            let Some(Frame::Run(_, planet)) = state.stack.top() else { return 1 };
            1 + bait(state, seat, planet, order)
        }
        _ => 1,
    }
}

/// What it draws somebody to bring one more Order to a planet.
#[inline]
fn arrival(state: &ShadowOfAtlas, seat: Seat, planet: Planet) -> u16 {
    match state.site(planet).side(seat).len() {
        0 => 2,
        1 => 4,
        _ => 40,
    }
}

/// What its Ability adds to that, by its first step.
#[inline]
fn bait(state: &ShadowOfAtlas, seat: Seat, planet: Planet, order: Order) -> u16 {
    let (site, rival) = (state.site(planet), seat.next(2));
    match state.content.program.at(state.content.program.start(order)).op {
        Op::GainCredit { who: Who::You, n } => {
            (2 * u16::from(n)).min(2 * u16::from(MOST_CREDITS + 1 - state.credits(seat)))
        }
        Op::Spend { who: Who::Opponent, .. } if state.credits(rival) > 0 => 3,
        Op::DiscardOpposing => [0, 3, 8, 8, 8][site.side(rival).len().min(4)],
        Op::GainOutpost { who: Who::You, n } => 6 * u16::from(n),
        Op::Choose(_) | Op::Draw { who: Who::You, .. } => 2,
        Op::UseAbilityOf if !site.orders().is_empty() => 2,
        Op::Discard { .. } => {
            let held = state.hand(seat);
            let double = held.pairs().contains(order);
            if double || !(held.orders() & site.orders()).is_empty() { 4 } else { 0 }
        }
        _ => 0,
    }
}
