//! The legal actions, and the reasons why others are refused.

use atlas_core::{Chance, Game, Refusal, Rule, Seat, Text, text};

use crate::action::Action;
use crate::cards::{Order, Orders, PLANETS, Planet};
use crate::content::ability::Op;
use crate::resolve::Frame;
use crate::state::{Phase, SURVEY_COST, ShadowOfAtlas};
use crate::tell::{credits, hand_is_full};

/// Calls `each` with every legal action of the player whose turn it is, in order.
#[inline]
pub(crate) fn each(state: &ShadowOfAtlas, mut each: impl FnMut(Action)) {
    let seat = state.player();
    match state.phase {
        Phase::Actions => each_action(state, seat, each),
        Phase::Place(order) => {
            let open = Planet::all().filter(|planet| state.playable(seat, *planet).contains(order));
            open.for_each(|planet| each(Action::Place(planet)));
        }
        Phase::Choice => {
            let Some(Frame::Run(at, planet)) = state.stack.top() else {
                unreachable!("a choice belongs to an Ability")
            };
            state.each_answer(at, planet, each);
        }
        Phase::Discard(_) => state.hand(seat).orders().for_each(|order| each(Action::Discard(order))),
        Phase::Over | Phase::Left(_) => {}
    }
}

/// The number of legal actions.
pub(crate) fn count_legal(state: &ShadowOfAtlas) -> usize {
    let mut number = 0;
    each(state, |_| number += 1);
    number
}

/// SA-35: calls `each` with the Actions that can be completed (SA-36), in order.
#[inline]
fn each_action(state: &ShadowOfAtlas, seat: Seat, mut each: impl FnMut(Action)) {
    let (hand, credits) = (state.hand(seat), state.credits(seat));
    for planet in Planet::all().filter(|planet| state.cost(seat, *planet) <= credits) {
        let orders = hand.orders() & state.playable(seat, planet);
        orders.for_each(|order| each(Action::Venture(planet, order)));
    }
    if credits >= SURVEY_COST && state.has_cards() {
        each(Action::Survey);
    }
    for order in scouts(state, seat) {
        each(Action::SurveyWith(order));
    }
    for one in hand.orders() {
        partners(state, seat, one).for_each(|two| each(Action::Expand(one, two)));
    }
    each(Action::Done);
}

/// The Actions that can be completed (SA-36), as sets. One can be picked from them without building a list.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    /// The Orders that can be ventured to each planet.
    pub(crate) ventures: [Orders; PLANETS],
    /// The number of plain Surveys: one or none.
    pub(crate) survey: usize,
    /// SA-91: the Orders that can make a Survey cheaper.
    pub(crate) scouts: Orders,
    /// The Orders in hand.
    pub(crate) hand: Orders,
    /// The Orders in hand with at least two cards.
    pub(crate) pairs: Orders,
    /// SA-90: the Orders in hand that stand for any Order.
    pub(crate) wild: Orders,
}

impl Options {
    #[inline]
    pub(crate) fn of(state: &ShadowOfAtlas, seat: Seat) -> Options {
        let (hand, credits) = (state.hand(seat), state.credits(seat));
        let ventures = std::array::from_fn(|i| {
            let planet = Planet(i as u8);
            let paid = state.cost(seat, planet) <= credits;
            if paid { hand.orders() & state.playable(seat, planet) } else { Orders::NONE }
        });
        Options {
            ventures,
            survey: usize::from(credits >= SURVEY_COST && state.has_cards()),
            scouts: scouts(state, seat),
            hand: hand.orders(),
            pairs: hand.pairs(),
            wild: hand.orders() & state.content.program.wild,
        }
    }

    /// SA-90: the number of pairs of different Orders, one of which stands for the other.
    #[inline]
    pub(crate) fn mixed(&self) -> usize {
        let (wild, others) = (self.wild.len(), (self.hand & !self.wild).len());
        wild * others + wild * wild.saturating_sub(1) / 2
    }
}

/// SA-91: the Orders in hand that can make a Survey cheaper now.
#[inline]
fn scouts(state: &ShadowOfAtlas, seat: Seat) -> Orders {
    let held = state.hand(seat).orders() & state.content.program.scouts;
    let paid = |order: &Order| state.content.discount(*order).is_some_and(|cost| cost <= state.credits(seat));
    held.filter(paid).collect()
}

/// SA-48, SA-90: the Orders in hand, not before this one, that make a pair with it.
#[inline]
fn partners(state: &ShadowOfAtlas, seat: Seat, one: Order) -> Orders {
    let (hand, wild) = (state.hand(seat), state.content.program.wild);
    let others = hand.orders() & if wild.contains(one) { Orders::ALL } else { wild };
    (others & one.above()) | (hand.pairs() & one.alone())
}

/// SA-43, SA-91: the cost of the cheapest Survey, and the Order that is discarded for it. There is none without a card
/// to turn up (SA-R04).
pub(crate) fn cheapest_survey(state: &ShadowOfAtlas, seat: Seat) -> Option<(u8, Option<Order>)> {
    let plain = state.has_cards().then_some((SURVEY_COST, None));
    let cheaper = (state.hand(seat).orders() & state.content.program.scouts)
        .filter_map(|order| Some((state.content.discount(order)?, Some(order))));
    plain.into_iter().chain(cheaper).min_by_key(|(cost, _)| *cost)
}

/// SA-48, SA-90: a pair in hand for an Expand, preferably of one Order.
pub(crate) fn best_pair(state: &ShadowOfAtlas, seat: Seat) -> Option<[Order; 2]> {
    let mut hand = state.hand(seat).orders();
    let mixed = || hand.find_map(|one| Some([one, partners(state, seat, one).next()?]));
    state.hand(seat).pairs().next().map(|order| [order, order]).or_else(mixed)
}

/// A uniformly random legal action of the player whose turn it is.
#[inline]
pub(crate) fn pick(state: &ShadowOfAtlas, chance: &mut Chance) -> Action {
    if state.phase != Phase::Actions {
        let mut count = 0;
        each(state, |_| count += 1);
        let (mut left, mut picked) = (chance.below(count), Action::Done);
        each(state, |action| {
            picked = if left == 0 { action } else { picked };
            left = left.wrapping_sub(1);
        });
        return picked;
    }
    let options = Options::of(state, state.player());
    let ventures: usize = options.ventures.iter().map(|orders| orders.len()).sum();
    let mixed = options.mixed();
    let all = ventures + options.pairs.len() + mixed + options.scouts.len() + options.survey + 1;
    let mut left = chance.below(all as u32) as usize;
    for (orders, planet) in options.ventures.into_iter().zip(Planet::all()) {
        match left.checked_sub(orders.len()) {
            Some(rest) => left = rest,
            None => return Action::Venture(planet, orders.nth(left)),
        }
    }
    if left < options.pairs.len() {
        let order = options.pairs.nth(left);
        return Action::Expand(order, order);
    }
    left -= options.pairs.len();
    if left < mixed {
        for one in options.hand {
            let others = partners(state, state.player(), one) & one.above();
            match left.checked_sub(others.len()) {
                Some(rest) => left = rest,
                None => return Action::Expand(one, others.nth(left)),
            }
        }
    }
    left -= mixed;
    match left.checked_sub(options.scouts.len()) {
        None => Action::SurveyWith(options.scouts.nth(left)),
        Some(0) => Action::Done,
        Some(_) => Action::Survey,
    }
}

/// Whether an action of the seat is legal now, and if not, why.
pub(crate) fn judge(state: &ShadowOfAtlas, seat: Seat, action: Action) -> Result<(), Refusal> {
    check_turn(state, seat)?;
    match (action, state.phase) {
        (Action::Venture(planet, order), Phase::Actions) => {
            check_held(state, seat, order, "SA-39")?;
            check_playable(state, seat, planet, order)?;
            check_cost(state, seat, planet)
        }
        (Action::Survey, Phase::Actions) => check_survey(state, seat, None),
        (Action::SurveyWith(order), Phase::Actions) => check_survey(state, seat, Some(order)),
        (Action::Expand(one, two), Phase::Actions) => check_expand(state, seat, one, two),
        (Action::Done, Phase::Actions) => Ok(()),
        (Action::Place(planet), Phase::Place(order)) => check_playable(state, seat, planet, order),
        (Action::Discard(order), Phase::Discard(_)) => check_held(state, seat, order, "SA-R19"),
        (answer, Phase::Choice) => check_answer(state, seat, answer),
        _ => Err(not_now(state, action)),
    }
}

/// SA-33: checks that it is the turn of the seat.
pub(crate) fn check_turn(state: &ShadowOfAtlas, seat: Seat) -> Result<(), Refusal> {
    let by = |rule, refusal: Refusal| Err(Refusal { rule: Some(Rule(rule)), ..refusal });
    match state.phase {
        Phase::Over => by("SA-60", Refusal::over()),
        Phase::Left(_) => by("SA-R27", Refusal::over()),
        _ if state.player() == seat => Ok(()),
        _ => by("SA-33", Refusal::not_your_turn(state.acting())),
    }
}

/// The refusal of an action that does not fit the phase.
pub(crate) fn not_now(state: &ShadowOfAtlas, action: Action) -> Refusal {
    match state.phase {
        Phase::Actions => {
            Refusal::illegal("SA-35", "You cannot do that now. Take an Action or end your turn.")
        }
        Phase::Place(order) => {
            let card = state.content.order(order);
            Refusal::illegal("SA-46", text!["First choose a planet for ", card, "."])
        }
        Phase::Discard(left) => {
            let rule = if action == Action::Done { "SA-37" } else { "SA-38" };
            Refusal::illegal(rule, hand_is_full(left))
        }
        _ => {
            let asking = state.asking().map(|(order, _)| state.content.order(order));
            Refusal::illegal(
                "SA-31",
                text!["First finish the Ability", asking.map(|it| text![" of ", it]), "."],
            )
        }
    }
}

/// Checks that the seat has a card of the Order in hand.
pub(crate) fn check_held(
    state: &ShadowOfAtlas,
    seat: Seat,
    order: Order,
    rule: &'static str,
) -> Result<(), Refusal> {
    if state.hand(seat).orders().contains(order) {
        return Ok(());
    }
    Err(Refusal::illegal(rule, text!["You have no ", state.content.order(order), " in your hand."]))
}

/// SA-23, SA-24: checks that the seat may play the Order to the planet.
pub(crate) fn check_playable(
    state: &ShadowOfAtlas,
    seat: Seat,
    planet: Planet,
    order: Order,
) -> Result<(), Refusal> {
    check_open(state, seat, planet)?;
    if state.site(planet).orders().contains(order) {
        return Err(already_there(state, planet, order));
    }
    Ok(())
}

/// SA-24: the refusal of an Order that is already at the planet.
fn already_there(state: &ShadowOfAtlas, planet: Planet, order: Order) -> Refusal {
    let (planet, order) = (state.content.planet(planet), state.content.order(order));
    Refusal::illegal("SA-24", text![order, " is already at ", planet, "."])
}

/// SA-23: checks that the seat may play Orders to the planet.
pub(crate) fn check_open(state: &ShadowOfAtlas, seat: Seat, planet: Planet) -> Result<(), Refusal> {
    if state.site(planet).arbiter != Some(seat) {
        return Ok(());
    }
    let planet = state.content.planet(planet);
    Err(Refusal::illegal("SA-23", text!["You are Arbiter of ", planet, ", so you cannot play Orders there."]))
}

/// SA-40, SA-41: checks that the seat has the Credits for a Venture to the planet.
pub(crate) fn check_cost(state: &ShadowOfAtlas, seat: Seat, planet: Planet) -> Result<(), Refusal> {
    let name = || text!["A Venture to ", state.content.planet(planet)];
    check_credits(state, seat, "SA-41", state.cost(seat, planet), name)
}

/// Checks that the seat has the Credits for an Action.
fn check_credits(
    state: &ShadowOfAtlas,
    seat: Seat,
    rule: &'static str,
    cost: u8,
    name: impl FnOnce() -> Text,
) -> Result<(), Refusal> {
    let own = state.credits(seat);
    if cost <= own {
        return Ok(());
    }
    let has = if own == 0 { text!["none"] } else { text![own] };
    Err(Refusal::illegal(rule, text![name(), " costs ", credits(cost), ". You have ", has, "."]))
}

/// SA-47, SA-91, SA-92: checks that the seat may survey, with a card discarded for it or without.
pub(crate) fn check_survey(state: &ShadowOfAtlas, seat: Seat, with: Option<Order>) -> Result<(), Refusal> {
    let Some(order) = with else {
        check_credits(state, seat, "SA-47", SURVEY_COST, || text!["A Survey"])?;
        if !state.has_cards() {
            return Err(Refusal::illegal("SA-R04", "There is no card left to turn up."));
        }
        return Ok(());
    };
    let card = state.content.order(order);
    let Some(cost) = state.content.discount(order) else {
        return Err(Refusal::illegal("SA-32", text![card, " does not make a Survey cheaper."]));
    };
    let cite = card.in_hand.as_ref().map_or("SA-32", |it| it.cite);
    check_held(state, seat, order, cite)?;
    check_credits(state, seat, "SA-47", cost, || text!["A Survey with ", card])
}

/// SA-48, SA-90: checks that the seat holds both cards and that they are a pair.
pub(crate) fn check_expand(state: &ShadowOfAtlas, seat: Seat, one: Order, two: Order) -> Result<(), Refusal> {
    check_held(state, seat, one, "SA-48")?;
    check_held(state, seat, two, "SA-48")?;
    let card = |order: Order| state.content.order(order);
    if one == two {
        if state.hand(seat).count(one) >= 2 {
            return Ok(());
        }
        return Err(Refusal::illegal("SA-48", text!["You have only one ", card(one), "."]));
    }
    if state.content.is_wild(one) || state.content.is_wild(two) {
        return Ok(());
    }
    Err(Refusal::illegal("SA-48", text![card(one), " and ", card(two), " are not a pair."]))
}

/// Checks an answer to the Ability on top of the stack.
fn check_answer(state: &ShadowOfAtlas, seat: Seat, answer: Action) -> Result<(), Refusal> {
    let Some(Frame::Run(at, planet)) = state.stack.top() else {
        unreachable!("a choice belongs to an Ability")
    };
    let mut listed = false;
    state.each_answer(at, planet, |option| listed |= option == answer);
    if listed {
        return Ok(());
    }
    let op = state.content.program.at(at).op;
    let (content, cite) = (&state.content, state.cite(at));
    let (place, card) = (content.planet(planet), |order: Order| content.order(order));
    let refuse = |message: Text| Err(Refusal::illegal(cite, message));
    match (answer, op) {
        (Action::Remove(order), Op::DiscardOpposing) => {
            refuse(text!["Your opponent has no ", card(order), " at ", place, "."])
        }
        (Action::Copy(order), Op::UseAbilityOf) => {
            refuse(text!["There is no other Order named ", card(order), " at ", place, "."])
        }
        (Action::Melt(order), Op::Discard { .. }) => {
            check_held(state, seat, order, cite)?;
            refuse(text!["There is no ", card(order), " at ", place, "."])
        }
        (Action::Move(other, order), _) => {
            let Some((owner, away)) = state.mover(op) else { return Err(not_now(state, answer)) };
            let (from, to) = if away { (planet, other) } else { (other, planet) };
            if from == to {
                return refuse(text!["The Order must move between ", place, " and another planet."]);
            }
            if !state.site(from).side(owner).orders().contains(order) {
                let whose = if owner == seat { "You have no " } else { "Your opponent has no " };
                return refuse(text![whose, card(order), " at ", content.planet(from), "."]);
            }
            Err(already_there(state, to, order))
        }
        (Action::Play(to, order), Op::Play { anywhere }) => {
            if !anywhere && to != planet {
                return refuse(text!["The Order must be played to ", place, "."]);
            }
            check_held(state, seat, order, cite)?;
            check_playable(state, seat, to, order)
        }
        _ => Err(not_now(state, answer)),
    }
}
