//! Positions: states as JSON that people can write by hand, and the checks that a position can occur.

use atlas_core::refusal::quoted;
use atlas_core::text::count;
use atlas_core::{Code, Edition, Refusal, Seat, Text, text};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::action::{order_named, planet_named};
use crate::cards::{Hand, ORDERS, Order, PLANETS, Planet};
use crate::content::ContentRef;
use crate::content::ability::{At, Op};
use crate::legal::count_legal;
use crate::resolve::{Frame, MAX_OPEN_PLAYS, Stack, asks};
use crate::state::{
    ARBITER_ORDERS, HAND_LIMIT, IDLE_TURNS, LAST_TURN, MAX_CREDITS, Phase, ShadowOfAtlas, Site,
    WINNING_PLANETS,
};
use crate::tell::choice_kind;
use crate::view::Names;

/// A complete state, including what is hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Position {
    // It may be null, but it must be present.
    #[serde(deserialize_with = "Option::deserialize")]
    pub to_act: Option<Seat>,
    pub first: Seat,
    pub turn: u8,
    pub acted: bool,
    pub idle_turns: u8,
    pub planets: Vec<PlanetPosition>,
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

/// A planet of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanetPosition {
    /// The id of the planet.
    pub id: String,
    /// SA-20: the Arbiter. A planet is Developed exactly if it has one.
    #[serde(deserialize_with = "Option::deserialize")]
    pub arbiter: Option<Seat>,
    /// The Orders on each seat's side, in the order in which they arrived.
    pub orders: [Vec<String>; 2],
}

/// A question that must be answered before the turn continues.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    /// The verb of the answers, such as `place` or `move`.
    pub choose: String,
    /// The card that a Survey turned up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The planet where the Ability that asks is used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planet: Option<String>,
    /// The number of cards that are still to be discarded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u8>,
    /// Everything that is being resolved, the innermost last: `test atlas` for a test for an Arbiter, `janus 2 atlas`
    /// for the Ability of Janus from its third step on. It is left out if the other fields imply it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Vec<String>>,
}

impl Pending {
    fn of(choose: &str) -> Pending {
        Pending { choose: choose.to_owned(), card: None, planet: None, left: None, stack: None }
    }
}

pub(crate) fn dump(state: &ShadowOfAtlas) -> Value {
    serde_json::to_value(state.position()).expect("a position can be serialized")
}

impl ShadowOfAtlas {
    /// The state as a position.
    pub fn position(&self) -> Position {
        let names = Names(&self.content);
        let planet = |planet: Planet| PlanetPosition {
            id: names.planet(planet),
            arbiter: self.site(planet).arbiter,
            orders: names.sides(self, planet),
        };
        Position {
            to_act: self.to_act(),
            first: self.first,
            turn: self.turn,
            acted: self.acted,
            idle_turns: self.idle_turns,
            planets: Planet::all().map(planet).collect(),
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

/// The question that must be answered before the turn continues, if there is one.
pub(crate) fn pending(state: &ShadowOfAtlas) -> Option<Pending> {
    let names = Names(&state.content);
    match state.phase {
        Phase::Place(card) => Some(Pending { card: Some(names.order(card)), ..Pending::of("place") }),
        Phase::Discard(left) => Some(Pending { left: Some(left), ..Pending::of("discard") }),
        Phase::Choice => {
            let Some(Frame::Run(at, planet)) = state.stack.top() else {
                unreachable!("a choice belongs to an Ability")
            };
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

/// The stack that a question implies, if only one instruction asks this kind of question: that instruction, and below
/// it the test for an Arbiter. With the house Orders it is always the whole stack.
fn usual_stack(content: ContentRef, choose: &str, planet: Planet) -> Option<Stack> {
    let program = &content.program;
    let kinds = program.instructions.iter().map(|it| (it.may || asks(it.op)).then(|| choice_kind(it.op)));
    let mut asking = kinds.enumerate().filter(|(_, kind)| *kind == Some(choose)).map(|(at, _)| at as At);
    // A step that moves, as a mode of a choice, is reached only through the choice.
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

pub(crate) fn load(edition: Edition<ContentRef>, position: &Value) -> Result<ShadowOfAtlas, Refusal> {
    let refuse = |error: String| {
        Refusal::new(Code::Position, format!("This is not a position of In the Shadow of Atlas: {error}."))
    };
    check_objects(position).map_err(refuse)?;
    let position = Position::deserialize(position).map_err(|error| refuse(error.to_string()))?;
    position.build(edition)
}

/// Checks that the position, its planets and its question are objects. Serde would also read a list of the values in
/// the right order, which would be unreadable.
fn check_objects(position: &Value) -> Result<(), String> {
    let planets = position.get("planets").and_then(Value::as_array).into_iter().flatten();
    let pending = position.get("pending").filter(|pending| !pending.is_null());
    match std::iter::once(position).chain(planets).chain(pending).find(|it| !it.is_object()) {
        Some(other) => Err(format!("{} is not an object", quoted(&other.to_string()))),
        None => Ok(()),
    }
}

/// The refusal of a position that cannot occur.
fn impossible<T>(rule: &'static str, message: impl Into<Text>) -> Result<T, Refusal> {
    Err(Refusal::by(rule, Code::Position, message))
}

/// Reports an unknown word as an error of the position.
fn in_position<T>(read: Result<T, Refusal>) -> Result<T, Refusal> {
    read.map_err(|refusal| Refusal { code: Code::Position, ..refusal })
}

fn orders(content: ContentRef, words: &[String]) -> Result<Vec<Order>, Refusal> {
    words.iter().map(|word| in_position(order_named(&content, word))).collect()
}

impl Position {
    /// The state, unless the position cannot occur.
    pub fn build(&self, edition: Edition<ContentRef>) -> Result<ShadowOfAtlas, Refusal> {
        let content = edition.content;
        for seat in [Some(self.first), self.to_act, self.left].into_iter().flatten() {
            if seat.0 > 1 {
                return impossible("SA-05", format!("There is no seat {}: the seats are 0 and 1.", seat.0));
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
        let in_piles = hands.iter().chain(&outposts).chain([&deck, &discard]).flatten().copied();
        in_piles.chain(on_planets).chain(card).for_each(|order| counts[order.index()] += 1);
        for order in Order::all() {
            let (is, must) = (counts[order.index()], content.order(order).count as usize);
            if is != must {
                let message =
                    text!["There are ", must, " cards of ", content.order(order), ", not ", is, "."];
                return impossible("SA-03", message);
            }
        }
        for seat in [Seat(0), Seat(1)] {
            let (known, held) = (known[seat.index()].len(), hands[seat.index()].len());
            if known > held {
                let known = count(known, "card");
                let message = text![seat, " is known to hold ", known, ", but holds ", held, "."];
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
            rules: edition.rules as u8,
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

    /// SA-07, SA-20, SA-24: the five planets of the row.
    fn sites(&self, content: ContentRef) -> Result<[Site; PLANETS], Refusal> {
        let mut sites = [Site::default(); PLANETS];
        let is: Vec<&str> = self.planets.iter().map(|planet| planet.id.as_str()).collect();
        let must: Vec<&str> = Planet::all().map(|planet| content.planet(planet).id.as_str()).collect();
        if is != must {
            return impossible("SA-01", format!("The planets must be {}, in this order.", must.join(", ")));
        }
        for (site, planet) in sites.iter_mut().zip(&self.planets) {
            if let Some(seat) = planet.arbiter.filter(|seat| seat.0 > 1) {
                let message = format!("Seat {} cannot be Arbiter: the seats are 0 and 1.", seat.0);
                return impossible("SA-20", message);
            }
            site.arbiter = planet.arbiter;
            for (seat, words) in planet.orders.iter().enumerate() {
                for order in orders(content, words)? {
                    if site.orders().contains(order) {
                        let (card, id) = (content.order(order), planet.id.clone());
                        return impossible("SA-24", text![card, " is at ", id, " twice."]);
                    }
                    site.sides[seat].push(order);
                }
            }
        }
        Ok(sites)
    }

    /// SA-33, SA-R26: the numbers of turns.
    fn check_turns(&self) -> Result<(), Refusal> {
        if !(1..=LAST_TURN).contains(&self.turn) {
            return impossible("SA-R26", format!("turn must be from 1 to {LAST_TURN}, not {}.", self.turn));
        }
        let ended = self.pending.is_none() && self.to_act.is_none();
        let discarding = self.pending.as_ref().is_some_and(|it| it.choose == "discard");
        // The current turn counts once its Actions are over.
        let counted = self.turn - u8::from(!(ended || discarding) || self.acted);
        let most = counted.min(if ended { IDLE_TURNS } else { IDLE_TURNS - 1 });
        if self.idle_turns > most {
            return impossible(
                "SA-R26",
                format!("idle_turns is {}, but it can be at most {most} here.", self.idle_turns),
            );
        }
        Ok(())
    }

    /// The Credits and known cards of each player.
    fn check_players(&self, state: &ShadowOfAtlas) -> Result<(), Refusal> {
        for seat in [Seat(0), Seat(1)] {
            let credits = state.credits(seat);
            if credits > MAX_CREDITS {
                let message = text![seat, " has ", credits, " Credits, more than ", MAX_CREDITS, "."];
                return impossible("SA-13", message);
            }
            for order in Order::all() {
                let (known, held) = (state.known[seat.index()].count(order), state.hand(seat).count(order));
                if known > held {
                    let (known, card) = (count(known.into(), "card"), state.content.order(order));
                    let message =
                        text![seat, " is known to hold ", known, " of ", card, ", but holds ", held, "."];
                    return impossible("SA-R08", message);
                }
            }
        }
        let waiting = state.player().next(2);
        if self.to_act.is_some() && state.planets(waiting) >= WINNING_PLANETS {
            let message =
                text![waiting, " is Arbiter of four planets and would have won at the end of their turn."];
            return impossible("SA-60", message);
        }
        Ok(())
    }

    fn phase(&self, state: &ShadowOfAtlas, card: Option<Order>) -> Result<Phase, Refusal> {
        let player = state.player();
        if self.to_act.is_some_and(|seat| seat != player) {
            return impossible("SA-33", text!["Turn ", self.turn, " is ", player, "'s turn."]);
        }
        match (&self.pending, self.to_act) {
            (Some(_), None) => impossible("SA-60", "to_act is null, so pending must be null too."),
            (None, None) => Ok(self.left.map_or(Phase::Over, Phase::Left)),
            _ if self.left.is_some() => impossible("SA-R27", "A player has left, so to_act must be null."),
            (None, Some(_)) => Ok(Phase::Actions),
            (Some(pending), Some(_)) => {
                let fields = (card, &pending.planet, pending.left, &pending.stack);
                match (pending.choose.as_str(), fields) {
                    ("place", (Some(card), None, None, None)) => Ok(Phase::Place(card)),
                    ("discard", (None, None, Some(left), None)) => Ok(Phase::Discard(left)),
                    ("place" | "discard", _) | (_, (_, None, _, _) | (Some(_), ..) | (_, _, Some(_), _)) => {
                        let message = "The fields of pending do not fit: place has a card, discard has left, and any \
                                       other choice has a planet.";
                        impossible("SA-31", message)
                    }
                    _ => Ok(Phase::Choice),
                }
            }
        }
    }

    /// Checks that the question fits the rest of the position.
    fn check_phase(&self, state: &ShadowOfAtlas) -> Result<(), Refusal> {
        let player = state.player();
        if self.pending.is_some() && !self.acted && !matches!(state.phase, Phase::Discard(_)) {
            return impossible("SA-35", "There is a question, so this turn must have had an Action.");
        }
        let group = matches!(state.phase, Phase::Discard(_));
        if state.deck.is_empty() && !state.discard.is_empty() && !group {
            return impossible(
                "SA-R03",
                "The deck is empty, so the discard pile would have become the deck.",
            );
        }
        match state.phase {
            Phase::Over if state.end_rule(player, state.idle_turns).is_none() => {
                impossible("SA-60", "to_act is null, but nothing has ended the game.")
            }
            Phase::Discard(left) => {
                if let Some(rule) = state.end_rule(player, state.idle_turns) {
                    return impossible(rule, "The game would end before anything is discarded.");
                }
                let excess = state.hand(player).len().saturating_sub(HAND_LIMIT);
                if excess == 0 || excess != left as usize {
                    let excess = count(excess, "card");
                    let message = text![player, " has ", excess, " too many, but left is ", left, "."];
                    return impossible("SA-R19", message);
                }
                check_choice(state)
            }
            Phase::Place(_) | Phase::Choice => check_choice(state),
            _ => Ok(()),
        }
    }
}

/// Checks that the question has several answers: otherwise it would not be asked.
fn check_choice(state: &ShadowOfAtlas) -> Result<(), Refusal> {
    if count_legal(state) < 2 {
        return impossible("SA-31", "The question has fewer than two answers, so it would not be asked.");
    }
    Ok(())
}

/// SA-R12: the stack of a pending choice.
fn read_stack(content: ContentRef, pending: &Pending) -> Result<Stack, Refusal> {
    let choose = quoted(&pending.choose);
    let planet = in_position(planet_named(&content, pending.planet.as_deref().unwrap_or_default()))?;
    let Some(frames) = &pending.stack else {
        let usual = usual_stack(content, &pending.choose, planet);
        return usual.map_or_else(
            || impossible("SA-31", format!("No Ability, or more than one, asks to choose {choose}.")),
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
                let message = format!("{} does not belong to the play below it.", quoted(text));
                return impossible("SA-R12", message);
            }
        };
        if plays > MAX_OPEN_PLAYS {
            return impossible("SA-R14", format!("At most {MAX_OPEN_PLAYS} plays are open at once."));
        }
        stack.push(frame);
    }
    match stack.top() {
        Some(Frame::Run(at, there))
            if there == planet && choice_kind(content.program.at(at).op) == pending.choose =>
        {
            Ok(stack)
        }
        _ => {
            impossible("SA-R12", format!("The stack must end with the Ability that asks to choose {choose}."))
        }
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
            // Jumps and ends are not steps: they are never on a stack.
            let is_step = |at: &At| {
                let there = content.program.instructions.get(*at as usize);
                there.is_some_and(|it| !matches!(it.op, Op::Jump | Op::End))
            };
            let at = at.filter(is_step).filter(|at| content.program.owner(*at) == order);
            match at {
                Some(at) => Ok(Frame::Run(at, planet)),
                None => impossible("SA-R12", format!("The Ability has no step {}.", quoted(step))),
            }
        }
        _ => impossible("SA-R12", format!("{} is not a test or a step of an Ability.", quoted(text))),
    }
}

/// Checks the Orders at the planets. While the Ability of an Order is used that has just been played, there may be more
/// than two.
fn check_sites(state: &ShadowOfAtlas) -> Result<(), Refusal> {
    if state.content.program.crowds() {
        return Ok(());
    }
    for planet in Planet::all() {
        let (site, place) = (state.site(planet), state.content.planet(planet));
        for seat in [Seat(0), Seat(1)] {
            let used = state.stack.iter().any(|frame| matches!(frame, Frame::Run(_, at) if at == planet));
            let open = seat == state.player() && used;
            let orders = site.side(seat).len();
            if open && orders == 0 {
                let message = text![seat, " has no Order at ", place, " whose Ability could be used."];
                return impossible("SA-25", message);
            }
            if site.arbiter == Some(seat) && orders > 0 {
                let message = text![seat, " is Arbiter of ", place, " and has Orders there."];
                return impossible("SA-28", message);
            }
            if orders >= ARBITER_ORDERS && !open {
                let message = text![seat, " has ", orders, " Orders at ", place, " and is not its Arbiter."];
                return impossible("SA-25", message);
            }
        }
    }
    Ok(())
}
