//! What may be done now, and why something may not.

use atlas_core::{Chance, Code, Refusal, Seat};

use crate::action::Action;
use crate::cards::{Order, Orders, PLANETS, Planet};
use crate::content::ability::Op;
use crate::resolve::Frame;
use crate::state::{Phase, SURVEY_COST, ShadowOfAtlas};
use crate::tell::{count, credits};

/// Every legal action of the player whose turn it is, in order.
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
            let Some(Frame::Run(at, planet)) = state.stack.top() else { unreachable!("somebody asks") };
            state.each_answer(at, planet, each);
        }
        Phase::Discard(_) => state.hand(seat).orders().for_each(|order| each(Action::Discard(order))),
        Phase::Over | Phase::Left(_) => {}
    }
}

/// How many legal actions there are.
pub(crate) fn answers(state: &ShadowOfAtlas) -> usize {
    let mut answers = 0;
    each(state, |_| answers += 1);
    answers
}

/// SA-35: the Actions that can be completed (SA-36).
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

/// The Actions that can be completed (SA-36), as sets: for whoever wants one of them and no list.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    /// The Orders that can be ventured to each planet.
    pub(crate) ventures: [Orders; PLANETS],
    /// How many there are of the plain Survey: one or none.
    pub(crate) survey: usize,
    /// SA-91: the Orders that can make a Survey cheaper.
    pub(crate) scouts: Orders,
    /// The Orders in hand, and those of them that there are two of, or that stand for any.
    pub(crate) hand: Orders,
    pub(crate) pairs: Orders,
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

    /// SA-90: how many pairs of different Orders there are, of which one stands for the other.
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

/// SA-48, SA-90: the Orders from this one on that a card of the hand can be paired with.
#[inline]
fn partners(state: &ShadowOfAtlas, seat: Seat, one: Order) -> Orders {
    let (hand, wild) = (state.hand(seat), state.content.program.wild);
    let others = hand.orders() & if wild.contains(one) { Orders::ALL } else { wild };
    (others & one.above()) | (hand.pairs() & one.alone())
}

/// One of the legal actions of the player whose turn it is, each as likely as the others.
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

/// Whether the seat may do this now, and if not, why not.
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

/// SA-33: only in the own turn.
pub(crate) fn check_turn(state: &ShadowOfAtlas, seat: Seat) -> Result<(), Refusal> {
    match state.phase {
        Phase::Over => Err(Refusal::by("SA-60", Code::Over, "the game is over")),
        Phase::Left(_) => Err(Refusal::by("SA-R27", Code::Over, "the game is over")),
        _ if state.player() == seat => Ok(()),
        _ => Err(Refusal::by("SA-33", Code::NotYourTurn, format!("it is not the turn of {seat}"))),
    }
}

/// Something that can be done, but not now.
pub(crate) fn not_now(state: &ShadowOfAtlas, action: Action) -> Refusal {
    let (rule, asked) = match state.phase {
        Phase::Actions => {
            return Refusal::illegal("SA-35", "nothing asks for that now: take an Action, or say done");
        }
        Phase::Place(order) => {
            let name = &state.content.order(order).name;
            ("SA-46", format!("first {name}, which was turned up, goes to a planet"))
        }
        Phase::Discard(left) => (
            "SA-38",
            format!("the Actions are over: {} too many must be discarded", count(left.into(), "card")),
        ),
        _ => ("SA-31", "first the Ability that is being used must be answered".to_owned()),
    };
    let rule = if action == Action::Done && rule == "SA-38" { "SA-37" } else { rule };
    Refusal::illegal(rule, asked)
}

pub(crate) fn check_held(
    state: &ShadowOfAtlas,
    seat: Seat,
    order: Order,
    rule: &'static str,
) -> Result<(), Refusal> {
    if state.hand(seat).orders().contains(order) {
        return Ok(());
    }
    let name = &state.content.order(order).name;
    Err(Refusal::illegal(rule, format!("{seat} has no {name} in hand")))
}

/// SA-23, SA-24.
pub(crate) fn check_playable(
    state: &ShadowOfAtlas,
    seat: Seat,
    planet: Planet,
    order: Order,
) -> Result<(), Refusal> {
    check_open(state, seat, planet)?;
    if state.site(planet).orders().contains(order) {
        let (planet, order) = (&state.content.planet(planet).name, &state.content.order(order).name);
        return Err(Refusal::illegal("SA-24", format!("there is a {order} at {planet} already")));
    }
    Ok(())
}

/// SA-23.
pub(crate) fn check_open(state: &ShadowOfAtlas, seat: Seat, planet: Planet) -> Result<(), Refusal> {
    if state.site(planet).arbiter != Some(seat) {
        return Ok(());
    }
    let planet = &state.content.planet(planet).name;
    Err(Refusal::illegal("SA-23", format!("{seat} is Arbiter of {planet} and may play nothing there")))
}

/// SA-40, SA-41.
pub(crate) fn check_cost(state: &ShadowOfAtlas, seat: Seat, planet: Planet) -> Result<(), Refusal> {
    let (cost, own) = (state.cost(seat, planet), state.credits(seat));
    if cost <= own {
        return Ok(());
    }
    let planet = &state.content.planet(planet).name;
    let message = format!("a Venture to {planet} costs {seat} {}, and there {}", credits(cost), are(own));
    Err(Refusal::illegal("SA-41", message))
}

fn are(n: u8) -> String {
    match n {
        0 => "is none".to_owned(),
        1 => "is one".to_owned(),
        n => format!("are {n}"),
    }
}

/// SA-47, SA-91, SA-92.
pub(crate) fn check_survey(state: &ShadowOfAtlas, seat: Seat, with: Option<Order>) -> Result<(), Refusal> {
    let own = state.credits(seat);
    let Some(order) = with else {
        if own < SURVEY_COST {
            let message = format!("a Survey costs {}, and there {}", credits(SURVEY_COST), are(own));
            return Err(Refusal::illegal("SA-47", message));
        }
        if !state.has_cards() {
            return Err(Refusal::illegal("SA-R04", "there is no card left to turn up"));
        }
        return Ok(());
    };
    let card = state.content.order(order);
    let Some(cost) = state.content.discount(order) else {
        let message = format!("{} does not make a Survey cheaper", card.name);
        return Err(Refusal::illegal("SA-32", message));
    };
    let cite = card.in_hand.as_ref().map_or("SA-32", |it| it.cite);
    check_held(state, seat, order, cite)?;
    if own < cost {
        let message = format!("with {} a Survey costs {}, and there {}", card.name, credits(cost), are(own));
        return Err(Refusal::illegal("SA-47", message));
    }
    Ok(())
}

/// SA-48, SA-90.
pub(crate) fn check_expand(state: &ShadowOfAtlas, seat: Seat, one: Order, two: Order) -> Result<(), Refusal> {
    check_held(state, seat, one, "SA-48")?;
    check_held(state, seat, two, "SA-48")?;
    let name = |order: Order| &state.content.order(order).name;
    if one == two {
        if state.hand(seat).count(one) >= 2 {
            return Ok(());
        }
        return Err(Refusal::illegal("SA-48", format!("{seat} has only one {}", name(one))));
    }
    if state.content.is_wild(one) || state.content.is_wild(two) {
        return Ok(());
    }
    Err(Refusal::illegal("SA-48", format!("{} and {} do not match", name(one), name(two))))
}

/// Whether this answers what the Ability on top of the stack asks.
fn check_answer(state: &ShadowOfAtlas, seat: Seat, answer: Action) -> Result<(), Refusal> {
    let Some(Frame::Run(at, planet)) = state.stack.top() else { unreachable!("somebody asks") };
    let mut listed = false;
    state.each_answer(at, planet, |option| listed |= option == answer);
    if listed {
        return Ok(());
    }
    let op = state.content.program.at(at).op;
    let (content, cite) = (&state.content, state.cite(at));
    let place = &content.planet(planet).name;
    let name = |order: Order| &content.order(order).name;
    let refuse = |message: String| Err(Refusal::illegal(cite, message));
    match (answer, op) {
        (Action::Remove(order), Op::DiscardOpposing) => {
            refuse(format!("{} has no {} at {place}", seat.next(2), name(order)))
        }
        (Action::Copy(order), Op::UseAbilityOf) => {
            refuse(format!("no other Order at {place} is {}", name(order)))
        }
        (Action::Melt(order), Op::Discard { .. }) => {
            check_held(state, seat, order, cite)?;
            refuse(format!("there is no {} at {place}", name(order)))
        }
        (Action::Move(other, order), _) => {
            let Some((owner, away)) = state.mover(op) else { return Err(not_now(state, answer)) };
            let (from, to) = if away { (planet, other) } else { (other, planet) };
            if from == to {
                return refuse(format!("it is at {place} that something moves to or from"));
            }
            if !state.site(from).side(owner).orders().contains(order) {
                return refuse(format!("{owner} has no {} at {}", name(order), content.planet(from).name));
            }
            let message = format!("there is a {} at {} already", name(order), content.planet(to).name);
            Err(Refusal::illegal("SA-24", message))
        }
        (Action::Play(to, order), Op::Play { anywhere }) => {
            if !anywhere && to != planet {
                return refuse(format!("it is played to {place}"));
            }
            check_held(state, seat, order, cite)?;
            check_playable(state, seat, to, order)
        }
        _ => Err(not_now(state, answer)),
    }
}
