//! What bots know about the game: an evaluation of positions in points, and quick sensible moves.
//!
//! Nothing here knows an Order by name. The effect of an Ability is found by trying it out or by reading its program.

use atlas_core::{Chance, Game, Insight, Seat, Text, Turn};

use crate::action::Action;
use crate::cards::{ORDERS, Order, Orders, PLANETS, Planet};
use crate::content::ability::{Op, Who};
use crate::legal::Options;
use crate::remark;
use crate::resolve::Frame;
use crate::state::{
    ARBITER_ORDERS, END_CARDS, END_CREDITS, HAND_LIMIT, MAX_CREDITS, Phase, SURVEY_COST, ShadowOfAtlas,
    WINNING_OUTPOSTS, WINNING_PLANETS,
};

/// The value of each number of planets to their Arbiter. The fourth planet wins.
const PLANET_VALUES: [f32; 6] = [0.0, 3.0, 6.5, 11.0, 30.0, 30.0];
/// The value of each number of own Orders at a planet, on the way to three.
const ORDER_VALUES: [f32; 5] = [0.0, 0.6, 1.7, 2.6, 2.6];
/// The value of each number of Credits.
const CREDIT_VALUES: [f32; 6] = [0.0, 0.5, 1.0, 1.45, 1.8, 2.0];
/// The value of a card in hand.
const CARD: f32 = 0.3;
/// The additional value of a pair.
const PAIR: f32 = 0.4;
/// The value of an Outpost.
const OUTPOST: f32 = 1.0;
/// The additional value of each Outpost from the eighth on. The tenth wins.
const LATE_OUTPOST: f32 = 0.7;
/// The value of winning, above all points.
const WIN: f32 = 40.0;

impl Insight for ShadowOfAtlas {
    fn appraise(&self, seat: Seat, actions: &[Action], out: &mut Vec<f32>) {
        appraise(self, seat, actions, out);
    }

    #[inline]
    fn guess(&self, seat: Seat, chance: &mut Chance, scratch: &mut Vec<Action>) -> Action {
        guess(self, seat, chance, scratch)
    }

    fn remark(&self, seat: Seat, action: Action) -> Option<Text> {
        remark::remark(self, seat, action)
    }
}

/// Appends the gain of each action to the seat, in points.
fn appraise(state: &ShadowOfAtlas, seat: Seat, actions: &[Action], out: &mut Vec<f32>) {
    let before = evaluate(state, seat);
    out.extend(actions.iter().map(|action| match action {
        Action::Done => done(state, seat),
        Action::Survey => survey(state, seat, SURVEY_COST),
        Action::SurveyWith(order) => {
            survey(state, seat, state.content.discount(*order).unwrap_or(SURVEY_COST)) - CARD
        }
        action => evaluate_after(state, seat, *action) - before,
    }));
}

/// The value of the position after an action, if its questions are answered well.
fn evaluate_after(state: &ShadowOfAtlas, seat: Seat, action: Action) -> f32 {
    let mut after = state.clone();
    after.play(seat, action, &mut Turn::quiet(&mut Chance::quick(0)));
    // The last discard of a turn passes the turn. What follows is not an effect of this action.
    if after.phase != Phase::Choice || after.player() != seat {
        return evaluate(&after, seat);
    }
    let Some(Frame::Run(at, planet)) = after.stack.top() else {
        unreachable!("a choice belongs to an Ability")
    };
    let mut best = f32::NEG_INFINITY;
    after.each_answer(at, planet, |answer| best = best.max(evaluate_after(&after, seat, answer)));
    best
}

/// SA-38: the gain of ending the turn: a win, a loss, or what is lost above the limits.
fn done(state: &ShadowOfAtlas, seat: Seat) -> f32 {
    if wins(state, seat) {
        return WIN;
    }
    if !state.continues_after(seat) {
        let (own, other) = (state.ranking(seat), state.ranking(seat.next(2)));
        return if own > other { WIN } else { -WIN };
    }
    let credits = usize::from(state.credits(seat) + END_CREDITS).saturating_sub(MAX_CREDITS.into());
    let cards = (state.hand(seat).len() + usize::from(END_CARDS)).saturating_sub(HAND_LIMIT);
    -(credits as f32 * 0.4 + cards as f32 * 0.25)
}

/// SA-44: the gain of an unknown Order at the planet where it gains most.
fn survey(state: &ShadowOfAtlas, seat: Seat, cost: u8) -> f32 {
    let open = Planet::all().filter(|planet| state.site(*planet).arbiter != Some(seat));
    let gain = open.map(|planet| match state.site(planet).side(seat).len() {
        n if n + 1 >= ARBITER_ORDERS => {
            let own = PLANET_VALUES[state.planets(seat) + 1] - PLANET_VALUES[state.planets(seat)];
            let loss = if state.site(planet).arbiter.is_some() { 3.0 } else { 0.0 };
            // It may be an Order that is already there.
            0.6 * (own + loss + OUTPOST + CARD - ORDER_VALUES[n])
        }
        n => ORDER_VALUES[n + 1] - ORDER_VALUES[n] + 0.3,
    });
    gain.fold(CARD, f32::max) - credits_value(state.credits(seat), cost)
}

/// The value of spending Credits.
fn credits_value(credits: u8, cost: u8) -> f32 {
    CREDIT_VALUES[usize::from(credits)] - CREDIT_VALUES[usize::from(credits.saturating_sub(cost))]
}

/// SA-60: whether the seat wins if its turn ends now.
#[inline]
fn wins(state: &ShadowOfAtlas, seat: Seat) -> bool {
    state.outposts(seat) >= WINNING_OUTPOSTS || state.planets(seat) >= WINNING_PLANETS
}

/// The value of the position to the seat, in points: its holdings less those of the other player.
fn evaluate(state: &ShadowOfAtlas, seat: Seat) -> f32 {
    holdings(state, seat) - holdings(state, seat.next(2))
}

fn holdings(state: &ShadowOfAtlas, seat: Seat) -> f32 {
    let outposts = state.outposts(seat);
    let mut sum = PLANET_VALUES[state.planets(seat)]
        + outposts as f32 * OUTPOST
        + outposts.saturating_sub(7) as f32 * LATE_OUTPOST
        + CREDIT_VALUES[usize::from(state.credits(seat))];
    if outposts >= WINNING_OUTPOSTS {
        sum += WIN / 2.0;
    }
    for site in &state.sites {
        if site.arbiter != Some(seat) {
            sum += ORDER_VALUES[site.side(seat).len().min(4)];
        }
    }
    let hand = state.hand(seat);
    sum + hand.len() as f32 * CARD + hand.pairs().len() as f32 * PAIR
}

/// A random action for playouts. It prefers actions that gain something.
#[inline]
fn guess(state: &ShadowOfAtlas, seat: Seat, chance: &mut Chance, scratch: &mut Vec<Action>) -> Action {
    match state.phase {
        Phase::Actions if wins(state, seat) => Action::Done,
        Phase::Actions => guess_action(state, seat, chance),
        _ => {
            scratch.clear();
            state.legal(seat, scratch);
            scratch[weighted(chance, scratch.iter().map(|answer| answer_weight(state, seat, *answer)))]
        }
    }
}

/// A random index, with probabilities in proportion to the weights.
#[inline]
fn weighted(chance: &mut Chance, weights: impl Iterator<Item = u16> + Clone) -> usize {
    let mut left = chance.below(weights.clone().map(u32::from).sum());
    weights
        .take_while(|weight| left.checked_sub(u32::from(*weight)).map(|rest| left = rest).is_some())
        .count()
}

/// The weights of Actions other than a Venture: an Expand of a pair, an Expand of two different Orders, a Survey, a
/// cheaper Survey, and the end of the turn.
const ACTION_WEIGHTS: [u16; 5] = [12, 5, 3, 4, 1];

/// A random Action: first its kind and the planet, then the Order.
#[inline]
fn guess_action(state: &ShadowOfAtlas, seat: Seat, chance: &mut Chance) -> Action {
    let options = Options::of(state, seat);
    let abilities = &state.content.program.weights;
    let useless = abilities.useless(state, seat);
    let mut weights = [0_u16; PLANETS + ACTION_WEIGHTS.len()];
    for (planet, weight) in Planet::all().zip(&mut weights) {
        let orders = options.ventures[planet.index() % PLANETS];
        *weight = orders.len() as u16 * arrival_weight(state, seat, planet) + abilities.of(orders & !useless);
    }
    let mixed = options.mixed();
    let counts = [options.pairs.len(), mixed, options.survey, options.scouts.len(), 1];
    for ((weight, one), count) in weights[PLANETS..].iter_mut().zip(ACTION_WEIGHTS).zip(counts) {
        *weight = one * count as u16;
    }
    let any = |orders: Orders, chance: &mut Chance| orders.nth(chance.below(orders.len() as u32) as usize);
    match weighted(chance, weights.iter().copied()) {
        at if at < PLANETS => {
            let (planet, orders) = (Planet(at as u8), options.ventures[at]);
            let arrival = arrival_weight(state, seat, planet);
            let order =
                weighted(chance, orders.map(|order| arrival + abilities.of(order.alone() & !useless)));
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

/// The weight of an answer.
#[inline]
fn answer_weight(state: &ShadowOfAtlas, seat: Seat, answer: Action) -> u16 {
    let here = || {
        state.stack.top().map(|frame| match frame {
            Frame::Run(_, planet) | Frame::Test(planet) => planet,
        })
    };
    match answer {
        Action::Place(planet) | Action::Play(planet, _) => arrival_weight(state, seat, planet),
        Action::Move(..) => here().map_or(1, |planet| (arrival_weight(state, seat, planet) - 2).max(1)),
        Action::Draw => 4,
        Action::Melt(_) => 8,
        Action::Copy(order) => 1 + state.content.program.weights.of(order.alone()),
        _ => 1,
    }
}

/// The weight of bringing one more Order to a planet.
#[inline]
fn arrival_weight(state: &ShadowOfAtlas, seat: Seat, planet: Planet) -> u16 {
    match state.site(planet).side(seat).len() {
        0 => 2,
        1 => 4,
        _ => 40,
    }
}

/// The weights that Abilities add to their Orders, judged by the first step of each.
#[derive(Debug)]
pub(crate) struct AbilityWeights {
    /// The sum of the weights for every set of Orders.
    sums: [u8; 1 << ORDERS],
    /// The Orders that gain Credits.
    gainers: Orders,
    /// The Orders that take Credits from the opponent.
    takers: Orders,
    /// The Orders that discard a card.
    discarders: Orders,
}

impl AbilityWeights {
    /// The weights for Abilities with these first steps.
    pub(crate) fn new(first: impl Fn(Order) -> Op) -> AbilityWeights {
        let weight = |order: Order| match first(order) {
            Op::GainCredit { who: Who::You, n } => 2 * n.min(3),
            Op::GainOutpost { who: Who::You, n } => 6 * n.min(3),
            Op::Discard { .. } => 4,
            Op::Spend { who: Who::Opponent, .. } | Op::DiscardOpposing => 3,
            Op::Choose(_) | Op::Draw { who: Who::You, .. } | Op::UseAbilityOf | Op::Play { .. } => 2,
            _ => 0,
        };
        let those = |is: fn(Op) -> bool| Order::all().filter(|order| is(first(*order))).collect();
        AbilityWeights {
            sums: std::array::from_fn(|set| Orders(set as u8).map(weight).sum()),
            gainers: those(|op| matches!(op, Op::GainCredit { who: Who::You, .. })),
            takers: those(|op| matches!(op, Op::Spend { who: Who::Opponent, .. })),
            discarders: those(|op| matches!(op, Op::Discard { .. })),
        }
    }

    /// The Orders whose Ability would gain nothing now.
    #[inline]
    fn useless(&self, state: &ShadowOfAtlas, seat: Seat) -> Orders {
        let when = |useless: bool, orders: Orders| if useless { orders } else { Orders::NONE };
        when(state.credits(seat) + 1 >= MAX_CREDITS, self.gainers)
            | when(state.credits(seat.next(2)) == 0, self.takers)
            | (self.discarders & !state.hand(seat).pairs())
    }

    #[inline]
    fn of(&self, orders: Orders) -> u16 {
        self.sums[orders.0 as usize % self.sums.len()].into()
    }
}
