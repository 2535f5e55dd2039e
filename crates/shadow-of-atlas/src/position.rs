//! Positions as JSON that people can write by hand, and why some of them cannot occur.

use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::action::{order_named, planet_named};
use crate::cards::{Hand, ORDERS, Order, PLANETS, Planet};
use crate::content::ContentRef;
use crate::content::ability::{At, Op};
use crate::legal::answers;
use crate::resolve::{Frame, MOST_PLAYS, Stack, asks};
use crate::state::{
    ARBITER_ORDERS, HAND_LIMIT, IDLE_TURNS, LAST_TURN, MOST_CREDITS, Phase, ShadowOfAtlas, Site,
    WINNING_PLANETS,
};
use crate::tell::{choice_kind, count};
use crate::view::{Lying, Names};

/// A complete state, hidden things included.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Position {
    // Read in this way it may be null, but not be left out.
    #[serde(deserialize_with = "Option::deserialize")]
    pub to_act: Option<Seat>,
    pub first: Seat,
    pub turn: u8,
    pub acted: bool,
    pub idle_turns: u8,
    pub planets: Vec<Lying>,
    pub credits: [u8; 2],
    pub outposts: [Vec<String>; 2],
    pub hands: [Vec<String>; 2],
    pub known: [Vec<String>; 2],
    /// The top card first.
    pub deck: Vec<String>,
    /// The oldest card first.
    pub discard: Vec<String>,
    #[serde(deserialize_with = "Option::deserialize")]
    pub pending: Option<Pending>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Seat>,
}

/// What an effect asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    /// The verb of the answers, such as `place` or `move`.
    pub choose: String,
    /// The card that a Survey turned up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The planet of the Order whose Ability is being used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planet: Option<String>,
    /// How many cards are still to be discarded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u8>,
    /// All that is being resolved, the innermost last, where the rest does not say it: `test atlas` for a test
    /// for an Arbiter, `janus 2 atlas` for the Ability of Janus from its third step on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Vec<String>>,
}

impl Pending {
    fn of(choose: &str) -> Pending {
        Pending { choose: choose.to_owned(), card: None, planet: None, left: None, stack: None }
    }
}

pub(crate) fn dump(state: &ShadowOfAtlas) -> Value {
    serde_json::to_value(state.position()).expect("a position is plain data")
}

impl ShadowOfAtlas {
    /// The position of this state.
    pub fn position(&self) -> Position {
        let names = Names(&self.content);
        Position {
            to_act: self.to_act(),
            first: self.first,
            turn: self.turn,
            acted: self.acted,
            idle_turns: self.idle_turns,
            planets: names.planets(self),
            credits: self.credits,
            outposts: [0, 1].map(|seat| names.pile(&self.outposts[seat])),
            hands: [0, 1].map(|seat| names.hand(&self.hands[seat])),
            known: [0, 1].map(|seat| names.hand(&self.known[seat])),
            deck: names.top_first(&self.deck),
            discard: names.pile(&self.discard),
            pending: pending(self),
            left: self.left(),
        }
    }
}

/// What is asked, if an effect asks something.
pub(crate) fn pending(state: &ShadowOfAtlas) -> Option<Pending> {
    let names = Names(&state.content);
    match state.phase {
        Phase::Place(card) => Some(Pending { card: Some(names.order(card)), ..Pending::of("place") }),
        Phase::Discard(left) => Some(Pending { left: Some(left), ..Pending::of("discard") }),
        Phase::Choice => {
            let Some(Frame::Run(at, planet)) = state.stack.top() else { unreachable!("somebody asks") };
            let choose = choice_kind(state.content.program.at(at).op);
            let usual = usual_stack(state.content, choose, planet);
            let stack = (usual.as_ref() != Some(&state.stack)).then(|| {
                let program = &state.content.program;
                let written = |frame| match frame {
                    Frame::Test(planet) => format!("test {}", names.planet(planet)),
                    Frame::Run(at, planet) => {
                        let owner = program.owner(at);
                        let step = at - program.start(owner);
                        format!("{} {step} {}", names.order(owner), names.planet(planet))
                    }
                };
                state.stack.iter().map(written).collect()
            });
            Some(Pending { planet: Some(names.planet(planet)), stack, ..Pending::of(choose) })
        }
        Phase::Actions | Phase::Over | Phase::Left(_) => None,
    }
}

/// What is being resolved when a choice is asked by the only instruction that asks it, and nothing but the
/// test for an Arbiter follows: always so with the house's Orders.
fn usual_stack(content: ContentRef, choose: &str, planet: Planet) -> Option<Stack> {
    let program = &content.program;
    let kinds = program.instructions.iter().map(|it| (it.may || asks(it.op)).then(|| choice_kind(it.op)));
    let mut asking = kinds.enumerate().filter(|(_, kind)| *kind == Some(choose)).map(|(at, _)| at as At);
    // The step that moves inside a choice of modes is reached only through that choice.
    let inner = |at: &At| {
        let menus = program.instructions.iter().filter_map(|it| match it.op {
            Op::Choose(menu) => menu.mover.map(|mode| menu.start(mode)),
            _ => None,
        });
        menus.into_iter().any(|start| start == *at)
    };
    let mut asking = asking.by_ref().filter(|at| !inner(at));
    let (only, None) = (asking.next()?, asking.next()) else { return None };
    let mut stack = Stack::default();
    stack.push(Frame::Test(planet));
    stack.push(Frame::Run(only, planet));
    Some(stack)
}

pub(crate) fn load(content: ContentRef, position: &Value) -> Result<ShadowOfAtlas, Refusal> {
    let refuse = |error: String| {
        Refusal::new(Code::Position, format!("this is not a position of In the Shadow of Atlas: {error}"))
    };
    check_objects(position).map_err(refuse)?;
    let position = Position::deserialize(position).map_err(|error| refuse(error.to_string()))?;
    position.build(content)
}

/// A position, its planets and what is asked must be objects: a list of their values in the right order would
/// be read as well, and nobody could tell what it means.
fn check_objects(position: &Value) -> Result<(), String> {
    let planets = position.get("planets").and_then(Value::as_array).into_iter().flatten();
    let pending = position.get("pending").filter(|pending| !pending.is_null());
    match std::iter::once(position).chain(planets).chain(pending).find(|it| !it.is_object()) {
        Some(other) => Err(format!("{} is not an object", quoted(&other.to_string()))),
        None => Ok(()),
    }
}

fn impossible<T>(rule: &'static str, message: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::by(rule, Code::Position, message))
}

/// A word of a position that names nothing is wrong with the position.
fn in_position<T>(read: Result<T, Refusal>) -> Result<T, Refusal> {
    read.map_err(|refusal| Refusal { code: Code::Position, ..refusal })
}

fn orders(content: ContentRef, words: &[String]) -> Result<Vec<Order>, Refusal> {
    words.iter().map(|word| in_position(order_named(&content, word))).collect()
}

impl Position {
    /// The state, unless something about it cannot occur.
    pub fn build(&self, content: ContentRef) -> Result<ShadowOfAtlas, Refusal> {
        for seat in [Some(self.first), self.to_act, self.left].into_iter().flatten() {
            if seat.0 > 1 {
                return impossible("SA-05", format!("there is no {seat}: the seats are 0 and 1"));
            }
        }
        let card = match self.pending.as_ref().and_then(|it| it.card.as_ref()) {
            Some(word) => Some(in_position(order_named(&content, word))?),
            None => None,
        };
        let piles = |words: &[Vec<String>; 2]| -> Result<[Vec<Order>; 2], Refusal> {
            Ok([orders(content, &words[0])?, orders(content, &words[1])?])
        };
        let (hands, known, outposts) = (piles(&self.hands)?, piles(&self.known)?, piles(&self.outposts)?);
        let (deck, discard) = (orders(content, &self.deck)?, orders(content, &self.discard)?);
        let sites = self.sites(content)?;
        let on_planets =
            sites.iter().flat_map(|site| site.sides).flat_map(|side| side.iter().collect::<Vec<_>>());
        let mut counts = [0_usize; ORDERS];
        let lying = hands.iter().chain(&outposts).chain([&deck, &discard]).flatten().copied();
        lying.chain(on_planets).chain(card).for_each(|order| counts[order.index()] += 1);
        for order in Order::all() {
            let (is, must) = (counts[order.index()], content.order(order).count as usize);
            if is != must {
                let name = &content.order(order).name;
                return impossible("SA-03", format!("there are {must} cards of {name}, not {is}"));
            }
        }
        for seat in [Seat(0), Seat(1)] {
            let (known, held) = (known[seat.index()].len(), hands[seat.index()].len());
            if known > held {
                let message = format!("{seat} is known to hold {}, but holds {held}", count(known, "card"));
                return impossible("SA-R08", message);
            }
        }
        let hand = |cards: &Vec<Order>| cards.iter().copied().collect::<Hand>();
        let mut state = ShadowOfAtlas {
            content,
            sites,
            hands: [hand(&hands[0]), hand(&hands[1])],
            known: [hand(&known[0]), hand(&known[1])],
            credits: self.credits,
            outposts: outposts.map(|cards| cards.into_iter().collect()),
            deck: deck.into_iter().rev().collect(),
            discard: discard.into_iter().collect(),
            first: self.first,
            turn: self.turn,
            acted: self.acted,
            idle_turns: self.idle_turns,
            phase: Phase::Actions,
            stack: Stack::default(),
        };
        self.check_turns()?;
        self.check_players(&state)?;
        state.phase = self.phase(&state, card)?;
        if let (Phase::Choice, Some(pending)) = (state.phase, &self.pending) {
            state.stack = read_stack(content, pending)?;
        }
        self.check_phase(&state)?;
        check_sites(&state)?;
        Ok(state)
    }

    /// SA-07, SA-20, SA-24: the five planets in a row.
    fn sites(&self, content: ContentRef) -> Result<[Site; PLANETS], Refusal> {
        let mut sites = [Site::default(); PLANETS];
        let is: Vec<&str> = self.planets.iter().map(|planet| planet.id.as_str()).collect();
        let must: Vec<&str> = Planet::all().map(|planet| content.planet(planet).id.as_str()).collect();
        if is != must {
            return impossible("SA-01", format!("the planets must be {}, in this order", must.join(", ")));
        }
        for (site, lying) in sites.iter_mut().zip(&self.planets) {
            if let Some(seat) = lying.arbiter.filter(|seat| seat.0 > 1) {
                return impossible("SA-20", format!("{seat} cannot be Arbiter: the seats are 0 and 1"));
            }
            site.arbiter = lying.arbiter;
            for (seat, words) in lying.orders.iter().enumerate() {
                for order in orders(content, words)? {
                    if site.orders().contains(order) {
                        let name = &content.order(order).name;
                        return impossible("SA-24", format!("{name} lies twice at {}", lying.id));
                    }
                    site.sides[seat].push(order);
                }
            }
        }
        Ok(sites)
    }

    /// SA-33, SA-R26: the count of turns.
    fn check_turns(&self) -> Result<(), Refusal> {
        if !(1..=LAST_TURN).contains(&self.turn) {
            return impossible("SA-R26", format!("turn must be from 1 to {LAST_TURN}, not {}", self.turn));
        }
        let ended = self.pending.is_none() && self.to_act.is_none();
        let discarding = self.pending.as_ref().is_some_and(|it| it.choose == "discard");
        // The turn that is being played counts once its Action part is over.
        let counted = self.turn - u8::from(!(ended || discarding) || self.acted);
        let most = counted.min(if ended { IDLE_TURNS } else { IDLE_TURNS - 1 });
        if self.idle_turns > most {
            return impossible(
                "SA-R26",
                format!("idle_turns is {}, but {most} is the most there can be here", self.idle_turns),
            );
        }
        Ok(())
    }

    /// What each player has.
    fn check_players(&self, state: &ShadowOfAtlas) -> Result<(), Refusal> {
        for seat in [Seat(0), Seat(1)] {
            let credits = state.credits(seat);
            if credits > MOST_CREDITS {
                let message = format!("{seat} has {credits} Credits, more than {MOST_CREDITS}");
                return impossible("SA-13", message);
            }
            for order in Order::all() {
                let (known, held) = (state.known[seat.index()].count(order), state.hand(seat).count(order));
                if known > held {
                    let name = &state.content.order(order).name;
                    let known = count(known.into(), "card");
                    let message = format!("{seat} is known to hold {known} of {name}, but holds {held}");
                    return impossible("SA-R08", message);
                }
            }
        }
        let waiting = state.player().next(2);
        if self.to_act.is_some() && state.planets(waiting) >= WINNING_PLANETS {
            let message = format!("{waiting} is Arbiter of four planets and would have won in their turn");
            return impossible("SA-60", message);
        }
        Ok(())
    }

    fn phase(&self, state: &ShadowOfAtlas, card: Option<Order>) -> Result<Phase, Refusal> {
        let player = state.player();
        if self.to_act.is_some_and(|seat| seat != player) {
            return impossible("SA-33", format!("turn {} is the turn of {player}", self.turn));
        }
        match (&self.pending, self.to_act) {
            (Some(_), None) => impossible("SA-60", "to_act is null, so pending must be null as well"),
            (None, None) => Ok(self.left.map_or(Phase::Over, Phase::Left)),
            _ if self.left.is_some() => impossible("SA-R27", "a player has left, so to_act must be null"),
            (None, Some(_)) => Ok(Phase::Actions),
            (Some(pending), Some(_)) => {
                let fields = (card, &pending.planet, pending.left, &pending.stack);
                match (pending.choose.as_str(), fields) {
                    ("place", (Some(card), None, None, None)) => Ok(Phase::Place(card)),
                    ("discard", (None, None, Some(left), None)) => Ok(Phase::Discard(left)),
                    ("place" | "discard", _) | (_, (_, None, _, _) | (Some(_), ..) | (_, _, Some(_), _)) => {
                        let must = "place has a card, discard has left, and any other choice has a planet";
                        impossible("SA-31", format!("this is not what can be pending: {must}"))
                    }
                    _ => Ok(Phase::Choice),
                }
            }
        }
    }

    /// What is asked fits what lies on the table.
    fn check_phase(&self, state: &ShadowOfAtlas) -> Result<(), Refusal> {
        let player = state.player();
        if self.pending.is_some() && !self.acted && !matches!(state.phase, Phase::Discard(_)) {
            return impossible("SA-35", "an effect asks something, so there was an Action in this turn");
        }
        let group = matches!(state.phase, Phase::Discard(_));
        if state.deck.is_empty() && !state.discard.is_empty() && !group {
            return impossible("SA-R03", "the deck is empty, so the discard pile would have become the deck");
        }
        match state.phase {
            Phase::Over if state.end_rule(player, state.idle_turns).is_none() => {
                impossible("SA-60", "to_act is null, but nothing has ended the game")
            }
            Phase::Discard(left) => {
                if let Some(rule) = state.end_rule(player, state.idle_turns) {
                    return impossible(rule, "the game would be over before anything is discarded");
                }
                let excess = state.hand(player).len().saturating_sub(HAND_LIMIT);
                if excess == 0 || excess != left as usize {
                    let message =
                        format!("{player} has {} too many, but left is {left}", count(excess, "card"));
                    return impossible("SA-R19", message);
                }
                check_choice(state)
            }
            Phase::Place(_) | Phase::Choice => check_choice(state),
            _ => Ok(()),
        }
    }
}

/// A choice with one option is not asked.
fn check_choice(state: &ShadowOfAtlas) -> Result<(), Refusal> {
    if answers(state) < 2 {
        return impossible("SA-31", "what is pending has fewer than two answers, so it would not be asked");
    }
    Ok(())
}

/// SA-R12: what is being resolved.
fn read_stack(content: ContentRef, pending: &Pending) -> Result<Stack, Refusal> {
    let choose = quoted(&pending.choose);
    let planet = in_position(planet_named(&content, pending.planet.as_deref().unwrap_or_default()))?;
    let Some(frames) = &pending.stack else {
        let usual = usual_stack(content, &pending.choose, planet);
        return usual.map_or_else(
            || impossible("SA-31", format!("no Ability, or more than one, asks to choose {choose}")),
            Ok,
        );
    };
    let (mut stack, mut open, mut plays) = (Stack::default(), None, 0);
    for text in frames {
        let frame = read_frame(content, text)?;
        open = match (frame, open) {
            (Frame::Test(planet), _) => {
                plays += 1;
                Some((planet, 2))
            }
            (Frame::Run(_, planet), Some((tested, more))) if planet == tested && more > 0 => {
                Some((tested, more - 1))
            }
            _ => {
                let message = format!("{} does not belong to the play below it", quoted(text));
                return impossible("SA-R12", message);
            }
        };
        if plays > MOST_PLAYS {
            return impossible("SA-R14", format!("no more than {MOST_PLAYS} plays are open at once"));
        }
        stack.push(frame);
    }
    match stack.top() {
        Some(Frame::Run(at, there))
            if there == planet && choice_kind(content.program.at(at).op) == pending.choose =>
        {
            Ok(stack)
        }
        _ => impossible("SA-R12", format!("the stack must end with what asks to choose {choose}")),
    }
}

fn read_frame(content: ContentRef, text: &str) -> Result<Frame, Refusal> {
    let words: Vec<&str> = text.split(' ').collect();
    match words.as_slice() {
        ["test", planet] => Ok(Frame::Test(in_position(planet_named(&content, planet))?)),
        [order, step, planet] => {
            let (order, planet) =
                (in_position(order_named(&content, order))?, in_position(planet_named(&content, planet))?);
            let start = content.program.start(order);
            let at = step.parse::<u8>().ok().and_then(|step| start.checked_add(step));
            // A jump and an end are no steps: what waits is said in one way only.
            let is_step = |at: &At| {
                let there = content.program.instructions.get(*at as usize);
                there.is_some_and(|it| !matches!(it.op, Op::Jump | Op::End))
            };
            let at = at.filter(is_step).filter(|at| content.program.owner(*at) == order);
            match at {
                Some(at) => Ok(Frame::Run(at, planet)),
                None => impossible("SA-R12", format!("the Ability has no step {}", quoted(step))),
            }
        }
        _ => impossible("SA-R12", format!("{} is nothing that can be resolved", quoted(text))),
    }
}

/// What lies at the planets. While the Ability of an Order is used that has just been played, there may be more
/// than two.
fn check_sites(state: &ShadowOfAtlas) -> Result<(), Refusal> {
    if state.content.program.crowds() {
        return Ok(());
    }
    for planet in Planet::all() {
        let (site, name) = (state.site(planet), &state.content.planet(planet).name);
        for seat in [Seat(0), Seat(1)] {
            let used = state.stack.iter().any(|frame| matches!(frame, Frame::Run(_, at) if at == planet));
            let open = seat == state.player() && used;
            let orders = site.side(seat).len();
            if open && orders == 0 {
                return impossible("SA-25", format!("{seat} has no Order at {name} whose Ability could ask"));
            }
            if site.arbiter == Some(seat) && orders > 0 {
                return impossible("SA-28", format!("{seat} is Arbiter of {name} and has Orders there"));
            }
            if orders >= ARBITER_ORDERS && !open {
                return impossible(
                    "SA-25",
                    format!("{seat} has {orders} Orders at {name} and is not its Arbiter"),
                );
            }
        }
    }
    Ok(())
}
