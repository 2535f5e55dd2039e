//! Worked examples: a table, plays, and their expected consequences.
//!
//! The tests run every example of the rule book, and many tests are written in the same language. An example looks like
//! this:
//!
//! ```text
//! atlas: mors ceres | laverna
//! credits 3 2
//!
//! seat 0 plays venture atlas janus
//! -> asks copy
//! seat 0 plays copy ceres
//! -> atlas of seat 0: | laverna
//! -> credits 2 2
//! ```
//!
//! The Orders of seat 0 are before the bar, those of seat 1 after it. Everything that the example does not specify is
//! dealt at random, several times, so an example that depends on luck fails.

use std::fmt::Debug;
use std::str::FromStr;

use atlas_core::{Chance, Edition, Game, Refusal, Rule, Seat, Turn};

use crate::action::{Action, order_named};
use crate::cards::{ORDERS, Order, Planet};
use crate::content::ContentRef;
use crate::position::{PlanetPosition, Position};
use crate::state::{START_CREDITS, ShadowOfAtlas};
use crate::tell::{Event, prompt};
use crate::view::Names;

/// The number of times that an example is dealt and played.
const DEALS: u64 = 8;

/// A table as far as an example specifies it. Everything else is dealt to fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// The content.
    pub content: ContentRef,
    /// The five planets.
    pub planets: Vec<PlanetPosition>,
    /// The Credits of each seat.
    pub credits: [u8; 2],
    /// The number of Outposts of each seat.
    pub outposts: [usize; 2],
    /// The hands. If a hand is not specified, the seat holds the cards that it needs for its plays.
    pub hands: [Option<Vec<Order>>; 2],
    /// The cards in each hand that both players know.
    pub known: [Vec<Order>; 2],
    /// The deck, the top card first.
    pub deck: Option<PileSpec>,
    /// The discard pile, the oldest card first.
    pub discard: Option<PileSpec>,
    /// The First Player.
    pub first: Seat,
    /// The number of the turn, if it is specified.
    pub turn: Option<u8>,
    /// The number of turns in a row without an Action.
    pub idle: u8,
    /// Whether there was an Action in this turn.
    pub acted: bool,
    /// The seat whose turn it is.
    pub to_act: Seat,
}

/// The cards of a pile, as far as an example specifies them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PileSpec {
    /// The first cards.
    pub cards: Vec<Order>,
    /// Whether more cards may follow.
    pub more: bool,
}

impl Scenario {
    fn new(content: ContentRef) -> Scenario {
        let planet = |planet: Planet| PlanetPosition {
            id: content.planet(planet).id.clone(),
            arbiter: None,
            orders: [Vec::new(), Vec::new()],
        };
        Scenario {
            content,
            planets: Planet::all().map(planet).collect(),
            credits: [START_CREDITS; 2],
            outposts: [0; 2],
            hands: [None, None],
            known: [Vec::new(), Vec::new()],
            deck: None,
            discard: None,
            first: Seat(0),
            turn: None,
            idle: 0,
            acted: false,
            to_act: Seat(0),
        }
    }

    /// A state that fits, if one can occur.
    pub fn deal(&self) -> Result<ShadowOfAtlas, String> {
        self.deal_by(&mut Chance::quick(0))
    }

    /// A state that fits, with everything that is not specified dealt at random.
    pub fn deal_by(&self, chance: &mut Chance) -> Result<ShadowOfAtlas, String> {
        let names = Names(&self.content);
        let words = |cards: &[Order]| cards.iter().map(|card| names.order(*card)).collect::<Vec<_>>();
        let specified =
            |pile: &Option<PileSpec>| pile.as_ref().map(|it| words(&it.cards)).unwrap_or_default();
        let mut hands = [0, 1].map(|seat| words(self.hands[seat].as_deref().unwrap_or_default()));
        let (mut deck, mut discard) = (specified(&self.deck), specified(&self.discard));
        let on_planets = self.planets.iter().flat_map(|planet| planet.orders.iter().flatten());
        let placed = on_planets.chain(hands.iter().flatten()).chain(&deck).chain(&discard);
        let mut rest = self.rest(placed)?;
        chance.shuffle(&mut rest);
        let mut fronts = |number: usize| -> Result<Vec<String>, String> {
            let others = rest.len().checked_sub(number).ok_or("there are too few cards")?;
            Ok(rest.split_off(others))
        };
        let outposts = [fronts(self.outposts[0])?, fronts(self.outposts[1])?];
        let open = |pile: &Option<PileSpec>| pile.as_ref().is_none_or(|it| it.more);
        let waiting = self.to_act.next(2);
        match (open(&self.deck), open(&self.discard)) {
            (true, _) => deck.append(&mut rest),
            (false, true) => discard.append(&mut rest),
            _ => hands[waiting.index()].append(&mut rest),
        }
        let position = Position {
            to_act: Some(self.to_act),
            first: self.first,
            turn: self.turn.unwrap_or(if self.to_act == self.first { 5 } else { 6 }),
            acted: self.acted,
            idle_turns: self.idle,
            planets: self.planets.clone(),
            credits: self.credits,
            outposts,
            hands,
            known: [0, 1].map(|seat| words(&self.known[seat])),
            deck,
            discard,
            pending: None,
            left: None,
        };
        let edition = Edition { rules: ShadowOfAtlas::FACTS.rules_version, content: self.content };
        position.build(edition).map_err(|refusal| refusal.to_string())
    }

    /// The cards that the example has not placed.
    fn rest<'a>(&self, placed: impl Iterator<Item = &'a String>) -> Result<Vec<String>, String> {
        let mut left = [0; ORDERS];
        Order::all().for_each(|order| left[order.index()] = self.content.order(order).count);
        for word in placed {
            let order = order_in(self.content, word)?;
            let left = &mut left[order.index()];
            *left = left.checked_sub(1).ok_or_else(|| format!("there are too few cards of {word}"))?;
        }
        let cards = |order: Order| {
            std::iter::repeat_n(self.content.order(order).id.clone(), left[order.index()].into())
        };
        Ok(Order::all().flat_map(cards).collect())
    }
}

/// A scenario with plays and expectations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The table before the first play.
    pub scenario: Scenario,
    /// The plays with their expectations.
    pub steps: Vec<ExampleStep>,
}

/// A play, and what is expected right after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExampleStep {
    /// The seat and its play; `None` if the expectations are about the table itself.
    pub play: Option<(Seat, Play)>,
    /// The expectations, without the arrows.
    pub expected: Vec<String>,
}

/// A play of a seat in an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Play {
    /// The seat plays the action of this sentence.
    Sentence(String),
    /// SA-R27: the player leaves.
    Leave,
}

impl ExampleStep {
    fn new(play: Option<(Seat, Play)>) -> ExampleStep {
        ExampleStep { play, expected: Vec::new() }
    }

    fn is_refused(&self) -> bool {
        self.expected.iter().any(|it| it.starts_with("refused"))
    }
}

impl FromStr for Example {
    type Err = String;

    fn from_str(text: &str) -> Result<Example, String> {
        Example::read(text, ContentRef::house())
    }
}

impl Example {
    /// Reads an example for this content.
    pub fn read(text: &str, content: ContentRef) -> Result<Example, String> {
        let mut scenario = Scenario::new(content);
        let mut steps: Vec<ExampleStep> = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["seat", seat, "plays", sentence @ ..] => {
                    let play = Play::Sentence(sentence.join(" "));
                    steps.push(ExampleStep::new(Some((seat_in(seat)?, play))));
                }
                ["seat", seat, "leaves"] => {
                    steps.push(ExampleStep::new(Some((seat_in(seat)?, Play::Leave))));
                }
                ["->", expectation @ ..] => {
                    if steps.is_empty() {
                        steps.push(ExampleStep::new(None));
                    }
                    steps.last_mut().expect("there is one").expected.push(expectation.join(" "));
                }
                _ if !steps.is_empty() => {
                    return Err(format!("this line must come before the plays: {line}"));
                }
                words => scenario.read_line(line, words)?,
            }
        }
        // The first seat that plays is to act, except for plays that are expected to be out of turn.
        let in_turn = |step: &&ExampleStep| !step.expected.iter().any(|it| it == "refused SA-33");
        if let Some((seat, _)) = steps.iter().filter(in_turn).find_map(|step| step.play.as_ref()) {
            scenario.to_act = *seat;
        }
        for seat in [Seat(0), Seat(1)] {
            scenario.hands[seat.index()].get_or_insert_with(|| needed(content, &steps, seat));
        }
        Ok(Example { scenario, steps })
    }
}

impl Scenario {
    /// Reads one line about the table.
    fn read_line(&mut self, line: &str, words: &[&str]) -> Result<(), String> {
        let content = self.content;
        match words {
            ["credits", one, two] => self.credits = [number_in(one)?, number_in(two)?],
            ["outposts", one, two] => self.outposts = [number_in(one)?, number_in(two)?],
            ["hand", seat, cards @ ..] => {
                self.hands[seat_in(seat)?.index()] = Some(orders_in(content, cards)?);
            }
            ["known", seat, cards @ ..] => self.known[seat_in(seat)?.index()] = orders_in(content, cards)?,
            ["deck", cards @ ..] => self.deck = Some(pile_in(content, cards)?),
            ["discard", cards @ ..] => self.discard = Some(pile_in(content, cards)?),
            ["first", seat] => self.first = seat_in(seat)?,
            ["turn", turn] => self.turn = Some(number_in(turn)?),
            ["idle", turns] => self.idle = number_in(turns)?,
            ["acted"] => self.acted = true,
            _ => {
                let read = planet_in(content, line)?;
                let read = read.ok_or_else(|| format!("this line is not understood: {line}"))?;
                let planet = self.planets.iter_mut().find(|it| it.id == read.id).expect("the planet exists");
                *planet = read;
            }
        }
        Ok(())
    }
}

/// The cards that a seat must hold for its plays. A refused play needs its cards too, but does not use them up.
fn needed(content: ContentRef, steps: &[ExampleStep], seat: Seat) -> Vec<Order> {
    let (mut used, mut held) = ([0; ORDERS], [0; ORDERS]);
    for step in steps {
        let Some((_, Play::Sentence(sentence))) = step.play.as_ref().filter(|it| it.0 == seat) else {
            continue;
        };
        let cards = match Action::read(&content, sentence) {
            Ok(Action::Expand(one, two)) => vec![one, two],
            Ok(
                Action::Venture(_, card)
                | Action::Play(_, card)
                | Action::SurveyWith(card)
                | Action::Melt(card)
                | Action::Discard(card),
            ) => vec![card],
            _ => Vec::new(),
        };
        let mut needs = used;
        cards.iter().for_each(|card| needs[card.index()] += 1);
        Order::all().for_each(|it| held[it.index()] = held[it.index()].max(needs[it.index()]));
        if !step.is_refused() {
            used = needs;
        }
    }
    Order::all().flat_map(|order| std::iter::repeat_n(order, held[order.index()])).collect()
}

/// The planet of a line such as `atlas of seat 1: mors | ceres vulcan`.
fn planet_in(content: ContentRef, line: &str) -> Result<Option<PlanetPosition>, String> {
    let (head, orders) = line.split_once(':').unwrap_or((line, "|"));
    let (id, arbiter) = match *head.split_whitespace().collect::<Vec<_>>().as_slice() {
        [id] => (id, None),
        [id, "of", "seat", seat] => (id, Some(seat_in(seat)?)),
        _ => return Ok(None),
    };
    if content.planet_named(id).is_none() {
        return Ok(None);
    }
    let Some((left, right)) = orders.split_once('|') else {
        return Err(format!("a bar must separate the two sides of a planet: {line}"));
    };
    let side = |words: &str| -> Result<Vec<String>, String> {
        let orders = orders_in(content, &words.split_whitespace().collect::<Vec<_>>())?;
        Ok(orders.into_iter().map(|order| Names(&content).order(order)).collect())
    };
    Ok(Some(PlanetPosition { id: id.to_owned(), arbiter, orders: [side(left)?, side(right)?] }))
}

fn pile_in(content: ContentRef, words: &[&str]) -> Result<PileSpec, String> {
    let (cards, more) = match words {
        [cards @ .., "..."] => (cards, true),
        cards => (cards, false),
    };
    Ok(PileSpec { cards: orders_in(content, cards)?, more })
}

fn number_in<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("{word} is not a number"))
}

fn numbers_in<T: FromStr>(words: &[&str]) -> Result<Vec<T>, String> {
    words.iter().map(|word| number_in(word)).collect()
}

fn seat_in(word: &str) -> Result<Seat, String> {
    number_in(word).and_then(|seat| if seat < 2 { Ok(Seat(seat)) } else { Err(format!("no seat {seat}")) })
}

fn order_in(content: ContentRef, word: &str) -> Result<Order, String> {
    order_named(&content, word).map_err(|refusal| refusal.to_string())
}

/// Orders by their ids; `nothing` means none.
fn orders_in(content: ContentRef, words: &[&str]) -> Result<Vec<Order>, String> {
    if words == ["nothing"] {
        return Ok(Vec::new());
    }
    words.iter().map(|word| order_in(content, word)).collect()
}

impl Example {
    /// Plays the example several times, with different luck, and checks its expectations.
    pub fn check(&self) -> Result<(), String> {
        (0..DEALS).try_for_each(|deal| self.check_with(&mut Chance::quick(deal)))
    }

    fn check_with(&self, chance: &mut Chance) -> Result<(), String> {
        let mut state = self.scenario.deal_by(chance)?;
        for step in &self.steps {
            let seen = Seen::of(&mut state, step, chance)?;
            for expected in &step.expected {
                let play = match &step.play {
                    Some((_, Play::Sentence(sentence))) => sentence.as_str(),
                    Some((_, Play::Leave)) => "leaves",
                    None => "the table",
                };
                seen.check(&state, expected).map_err(|found| format!("{play} -> {expected}: {found}"))?;
            }
            if let Some(refusal) = seen.refused.filter(|_| !step.is_refused()) {
                return Err(format!("refused: {refusal}"));
            }
        }
        Ok(())
    }
}

/// The result of a play.
struct Seen {
    refused: Option<Refusal>,
    news: Vec<(Rule, Event)>,
}

impl Seen {
    fn of(state: &mut ShadowOfAtlas, step: &ExampleStep, chance: &mut Chance) -> Result<Seen, String> {
        let (mut seen, before) = (Seen { refused: None, news: Vec::new() }, state.clone());
        let mut turn = Turn::told(chance, &mut seen.news);
        match &step.play {
            None => {}
            Some((seat, Play::Leave)) => state.leave(*seat, &mut turn),
            Some((seat, Play::Sentence(sentence))) => {
                let action: Result<Action, Refusal> = state.read(*seat, sentence);
                seen.refused = action.and_then(|action| state.apply(*seat, action, &mut turn)).err();
                if seen.refused.is_some() && *state != before {
                    return Err(format!("{sentence} was refused, but it changed the state"));
                }
            }
        }
        Ok(seen)
    }

    fn check(&self, state: &ShadowOfAtlas, expected: &str) -> Result<(), String> {
        let content = state.content;
        let words: Vec<&str> = expected.split_whitespace().collect();
        let position = state.position();
        match words.as_slice() {
            ["refused", rule] => {
                same(&self.refused.as_ref().and_then(|it| it.rule).map(|it| it.0), &Some(*rule))
            }
            ["credits", numbers @ ..] => same(&state.credits.to_vec(), &numbers_in(numbers)?),
            ["outposts", numbers @ ..] => {
                same(&position.outposts.iter().map(Vec::len).collect(), &numbers_in(numbers)?)
            }
            ["hand", seat, cards @ ..] => hand_is(content, &position.hands[seat_in(seat)?.index()], cards),
            ["known", seat, cards @ ..] => hand_is(content, &position.known[seat_in(seat)?.index()], cards),
            ["deck", cards @ ..] => pile_is(content, &position.deck, cards),
            ["discard", cards @ ..] => pile_is(content, &position.discard, cards),
            ["asks", kind] => same(&position.to_act.map(|_| prompt(state).kind), &Some(*kind)),
            ["can", sentence @ ..] => same(&can(state, &sentence.join(" ")), &true),
            ["cannot", sentence @ ..] => same(&can(state, &sentence.join(" ")), &false),
            ["to", "act", seat] => same(&position.to_act, &Some(seat_in(seat)?)),
            ["turn", turn] => same(&position.turn, &number_in(turn)?),
            ["idle", turns] => same(&position.idle_turns, &number_in(turns)?),
            ["by", rule] if rule.starts_with("SA-") => {
                let rules: Vec<&str> = self.news.iter().map(|(rule, _)| rule.0).collect();
                if rules.contains(rule) { Ok(()) } else { Err(format!("found {rules:?}")) }
            }
            ["over", "by", how] => same(&state.ending().map(crate::Ending::name), &Some(*how)),
            ["points", numbers @ ..] => {
                same(&state.outcome().map(|it| it.scores().to_vec()), &Some(numbers_in(numbers)?))
            }
            ["winners", seats @ ..] => {
                let must = seats.iter().map(|it| seat_in(it)).collect::<Result<_, _>>()?;
                same(&state.outcome().map(|it| it.winners()), &Some(must))
            }
            _ => {
                let must = planet_in(content, expected)?.ok_or("this expectation is not understood")?;
                let found = position.planets.into_iter().find(|it| it.id == must.id);
                same(&found, &Some(must))
            }
        }
    }
}

/// Whether the sentence is a legal action of the player to act.
fn can(state: &ShadowOfAtlas, sentence: &str) -> bool {
    let seat = state.player();
    state.read(seat, sentence).and_then(|action| state.judge(seat, action)).is_ok()
}

/// Checks the cards of a hand: their number, or the cards in any order.
fn hand_is(content: ContentRef, found: &[String], words: &[&str]) -> Result<(), String> {
    if let [number] = words
        && let Ok(number) = number.parse::<usize>()
    {
        return same(&found.len(), &number);
    }
    let mut must = orders_in(content, words)?;
    must.sort_unstable();
    same(&found.to_vec(), &must.into_iter().map(|card| Names(&content).order(card)).collect())
}

/// Checks the cards of a pile: their number, or the cards in order. After `...` at the end there may be more.
fn pile_is(content: ContentRef, found: &[String], words: &[&str]) -> Result<(), String> {
    if let [number] = words
        && let Ok(number) = number.parse::<usize>()
    {
        return same(&found.len(), &number);
    }
    let spec = pile_in(content, words)?;
    let must: Vec<String> = spec.cards.iter().map(|card| Names(&content).order(*card)).collect();
    let found = if spec.more { &found[..must.len().min(found.len())] } else { found };
    same(&found.to_vec(), &must)
}

fn same<T: PartialEq + Debug>(found: &T, must: &T) -> Result<(), String> {
    if found == must { Ok(()) } else { Err(format!("found {found:?}, not {must:?}")) }
}
