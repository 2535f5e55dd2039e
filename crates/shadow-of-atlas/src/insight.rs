//! What a sensible player sees at first sight: what a position is worth in points, and so what an action brings.
//!
//! Nothing here knows an Order by name: what an Ability does is tried out, or read from its program.

use atlas_core::{Chance, Game, Seat, Turn};

use crate::action::Action;
use crate::cards::{ORDERS, Order, Orders, PLANETS, Planet};
use crate::content::ability::{Op, Who};
use crate::legal::Options;
use crate::resolve::Frame;
use crate::state::{
    ARBITER_ORDERS, END_CARDS, END_CREDITS, HAND_LIMIT, MOST_CREDITS, Phase, SURVEY_COST, ShadowOfAtlas,
    WINNING_OUTPOSTS, WINNING_PLANETS,
};

/// What so many planets are worth to their Arbiter: the fourth wins.
const PLANET_WORTHS: [f32; 6] = [0.0, 3.0, 6.5, 11.0, 30.0, 30.0];
/// What so many Orders on one's side of a planet are worth on the way to three.
const ORDER_WORTHS: [f32; 5] = [0.0, 0.6, 1.7, 2.6, 2.6];
/// What so many Credits are worth.
const CREDIT_WORTHS: [f32; 6] = [0.0, 0.5, 1.0, 1.45, 1.8, 2.0];
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
            let own = PLANET_WORTHS[state.planets(seat) + 1] - PLANET_WORTHS[state.planets(seat)];
            let loss = if state.site(planet).arbiter.is_some() { 3.0 } else { 0.0 };
            // It may be an Order that lies there already.
            0.6 * (own + loss + OUTPOST + CARD - ORDER_WORTHS[n])
        }
        n => ORDER_WORTHS[n + 1] - ORDER_WORTHS[n] + 0.3,
    });
    gain.fold(CARD, f32::max) - price(state.credits(seat), cost)
}

fn price(credits: u8, cost: u8) -> f32 {
    CREDIT_WORTHS[usize::from(credits)] - CREDIT_WORTHS[usize::from(credits.saturating_sub(cost))]
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
    let mut sum = PLANET_WORTHS[state.planets(seat)]
        + outposts as f32 * OUTPOST
        + outposts.saturating_sub(7) as f32 * LATE_OUTPOST
        + CREDIT_WORTHS[usize::from(state.credits(seat))];
    if outposts >= WINNING_OUTPOSTS {
        sum += WIN / 2.0;
    }
    for site in &state.sites {
        if site.arbiter != Some(seat) {
            sum += ORDER_WORTHS[site.side(seat).len().min(4)];
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
    match state.phase {
        Phase::Actions if wins(state, seat) => Action::Done,
        Phase::Actions => guess_action(state, seat, chance),
        _ => {
            scratch.clear();
            state.legal(seat, scratch);
            scratch[drawn(chance, scratch.iter().map(|answer| urge(state, seat, *answer)))]
        }
    }
}

/// The place of one of the weights, each as likely as it is heavy.
#[inline]
fn drawn(chance: &mut Chance, weights: impl Iterator<Item = u16> + Clone) -> usize {
    let mut left = chance.below(weights.clone().map(u32::from).sum());
    weights
        .take_while(|weight| left.checked_sub(u32::from(*weight)).map(|rest| left = rest).is_some())
        .count()
}

/// How much a hasty player is drawn to two cards that match, to two of which one stands for the other, to a
/// Survey, to a cheaper one, and to the end of the turn.
const URGES: [u16; 5] = [12, 5, 3, 4, 1];

/// First the sort of Action and the planet, then the Order.
#[inline]
fn guess_action(state: &ShadowOfAtlas, seat: Seat, chance: &mut Chance) -> Action {
    let options = Options::of(state, seat);
    let lures = &state.content.program.lures;
    let idle = lures.idle(state, seat);
    let mut weights = [0_u16; PLANETS + URGES.len()];
    for (planet, weight) in Planet::all().zip(&mut weights) {
        let orders = options.ventures[planet.index() % PLANETS];
        *weight = orders.len() as u16 * arrival(state, seat, planet) + lures.of(orders & !idle);
    }
    let mixed = options.mixed();
    let counts = [options.pairs.len(), mixed, options.survey, options.scouts.len(), 1];
    for ((weight, urge), count) in weights[PLANETS..].iter_mut().zip(URGES).zip(counts) {
        *weight = urge * count as u16;
    }
    let any = |orders: Orders, chance: &mut Chance| orders.nth(chance.below(orders.len() as u32) as usize);
    match drawn(chance, weights.iter().copied()) {
        at if at < PLANETS => {
            let (planet, orders) = (Planet(at as u8), options.ventures[at]);
            let urge = arrival(state, seat, planet);
            let order = drawn(chance, orders.map(|order| urge + lures.of(order.alone() & !idle)));
            Action::Venture(planet, orders.nth(order))
        }
        PAIRS => {
            let order = any(options.pairs, chance);
            Action::Expand(order, order)
        }
        MIXED => {
            let one = any(options.wild, chance);
            let two = any(options.hand & !one.alone(), chance);
            Action::Expand(one.min(two), one.max(two))
        }
        SURVEY => Action::Survey,
        SCOUTS => Action::SurveyWith(any(options.scouts, chance)),
        _ => Action::Done,
    }
}

const PAIRS: usize = PLANETS;
const MIXED: usize = PLANETS + 1;
const SURVEY: usize = PLANETS + 2;
const SCOUTS: usize = PLANETS + 3;

/// How much a hasty player is drawn to an answer.
#[inline]
fn urge(state: &ShadowOfAtlas, seat: Seat, answer: Action) -> u16 {
    let here = || {
        state.stack.top().map(|frame| match frame {
            Frame::Run(_, planet) | Frame::Test(planet) => planet,
        })
    };
    match answer {
        Action::Place(planet) | Action::Play(planet, _) => arrival(state, seat, planet),
        Action::Move(..) => here().map_or(1, |planet| arrival(state, seat, planet).saturating_sub(2)),
        Action::Draw => 4,
        Action::Melt(_) => 8,
        Action::Copy(order) => 1 + state.content.program.lures.of(order.alone()),
        _ => 1,
    }
}

/// What draws somebody to bring one more Order to a planet.
#[inline]
fn arrival(state: &ShadowOfAtlas, seat: Seat, planet: Planet) -> u16 {
    match state.site(planet).side(seat).len() {
        0 => 2,
        1 => 4,
        _ => 40,
    }
}

/// What their Abilities add to that, for every set of Orders: by their first steps.
#[derive(Debug)]
pub(crate) struct Lures {
    sums: [u8; 1 << ORDERS],
    /// Those that gain Credits, those that take some from the opponent, those that discard a card.
    earners: Orders,
    thieves: Orders,
    smiths: Orders,
}

impl Lures {
    /// From the first step of each Order's Ability.
    pub(crate) fn new(first: impl Fn(Order) -> Op) -> Lures {
        let lure = |order: Order| match first(order) {
            Op::GainCredit { who: Who::You, n } => 2 * n.min(3),
            Op::GainOutpost { who: Who::You, n } => 6 * n.min(3),
            Op::Discard { .. } => 4,
            Op::Spend { who: Who::Opponent, .. } | Op::DiscardOpposing => 3,
            Op::Choose(_) | Op::Draw { who: Who::You, .. } | Op::UseAbilityOf | Op::Play { .. } => 2,
            _ => 0,
        };
        let those = |is: fn(Op) -> bool| Order::all().filter(|order| is(first(*order))).collect();
        Lures {
            sums: std::array::from_fn(|set| Orders(set as u8).map(lure).sum()),
            earners: those(|op| matches!(op, Op::GainCredit { who: Who::You, .. })),
            thieves: those(|op| matches!(op, Op::Spend { who: Who::Opponent, .. })),
            smiths: those(|op| matches!(op, Op::Discard { .. })),
        }
    }

    /// The Orders whose Ability would bring nothing now.
    #[inline]
    fn idle(&self, state: &ShadowOfAtlas, seat: Seat) -> Orders {
        let when = |idle: bool, orders: Orders| if idle { orders } else { Orders::NONE };
        when(state.credits(seat) + 1 >= MOST_CREDITS, self.earners)
            | when(state.credits(seat.next(2)) == 0, self.thieves)
            | (self.smiths & !state.hand(seat).pairs())
    }

    #[inline]
    fn of(&self, orders: Orders) -> u16 {
        self.sums[orders.0 as usize % self.sums.len()].into()
    }
}
