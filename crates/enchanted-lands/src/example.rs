//! Worked examples: a board, plays, and the expected results.
//!
//! The rule book contains many examples, and the tests run all of them, so that the book stays correct. Other tests use
//! the same notation. A block looks like this:
//!
//! ```text
//! seats 2
//! dawn    1  2  (3)  4/0T2  .  .  .
//!
//! seat 0 plays dawn-5
//! -> time dawn-1 dawn-2 dawn-4 dawn-5
//! -> keeps dawn-4
//! ```
//!
//! A cell is `.` for an empty spot, a number for a face-up card, or a number in brackets for a flipped card. A stack
//! follows a slash. The cards that are not on the board are dealt so that the plays are possible.

use std::fmt::Debug;
use std::str::FromStr;

use atlas_core::{Chance, Edition, Game, Refusal, Rule, Seat, Turn};

use crate::action::{Action, Side, Stack};
use crate::card::{Card, Cards, Suit};
use crate::position::{Position, all_plays, hand_sizes};
use crate::state::{EnchantedLands, Event, allotment, removed, start_cards};
use crate::view::{Face, Placed};

/// A board and some known hands. The other cards are dealt to fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// The number of seats.
    pub seats: u8,
    /// The cards on the board.
    pub board: Vec<Placed>,
    /// The cards that each seat must hold.
    pub hands: [Cards; 4],
    /// The chips in hand; `None` for all chips that are not on the board.
    pub chips: Option<Vec<u8>>,
    /// The seat whose turn it is; `None` if the game is over.
    pub to_act: Option<Seat>,
}

impl Scenario {
    /// Deals the other cards, and returns the state if it is possible.
    pub fn deal(&self) -> Result<EnchantedLands, String> {
        let plays = self.board.len().saturating_sub(start_cards(self.seats));
        let sizes = match self.to_act {
            Some(seat) => hand_sizes(self.seats, plays.min(all_plays(self.seats)), seat),
            None => vec![0; self.seats as usize],
        };
        let on_board: Cards = self.board.iter().map(|it| it.card).collect();
        let asked = self.hands.iter().fold(Cards::NONE, |all, hand| all | *hand);
        let mut free = Cards::deck(self.seats) & !(on_board | asked);
        let mut hands = Vec::new();
        for (seat, size) in sizes.iter().enumerate() {
            let mut hand: Vec<Card> = self.hands[seat].collect();
            if hand.len() > *size {
                return Err(format!("seat {seat} holds only {size} cards, not all of {hand:?}"));
            }
            hand.extend(free.by_ref().take(size - hand.len()));
            hands.push(hand);
        }
        let removed = free.by_ref().take(removed(self.seats)).collect();
        let on_cards = |seat: Seat| -> u8 {
            let own = self.board.iter().filter_map(|it| it.stack).filter(|stack| stack.seat == seat);
            own.map(|stack| stack.chips).sum()
        };
        let chips = self.chips.clone().unwrap_or_else(|| {
            Seat::all(self.seats).map(|seat| allotment(self.seats).saturating_sub(on_cards(seat))).collect()
        });
        let position = Position {
            to_act: self.to_act,
            board: self.board.clone(),
            hands,
            chips,
            pile: free.collect(),
            removed,
        };
        position.build(Edition::newest::<EnchantedLands>()).map_err(|refusal| refusal.to_string())
    }
}

/// A scenario with plays and expectations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// The initial situation.
    pub scenario: Scenario,
    /// The plays and the expected results.
    pub steps: Vec<Step>,
}

/// A play and the expected results right after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The seat and its sentence; `None` if the example is a finished game.
    pub play: Option<(Seat, String)>,
    /// The expected results, without the arrow.
    pub expected: Vec<String>,
}

impl FromStr for Example {
    type Err = String;

    fn from_str(text: &str) -> Result<Example, String> {
        let mut scenario =
            Scenario { seats: 2, board: Vec::new(), hands: [Cards::NONE; 4], chips: None, to_act: None };
        let mut steps: Vec<Step> = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["seats", number] => scenario.seats = number_in(number)?,
                ["chips", numbers @ ..] => {
                    scenario.chips = Some(numbers.iter().map(|it| number_in(it)).collect::<Result<_, _>>()?);
                }
                ["hand", seat, cards @ ..] => scenario.hands[seat_in(seat)?.index()] |= cards_in(cards)?,
                ["seat", seat, "plays", sentence @ ..] => {
                    let seat = seat_in(seat)?;
                    if let Some(Ok(card)) = sentence.first().map(|word| word.parse::<Card>()) {
                        scenario.hands[seat.index()] |= card.alone();
                    }
                    steps.push(Step { play: Some((seat, sentence.join(" "))), expected: Vec::new() });
                }
                ["the", "game", "is", "over"] => steps.push(Step { play: None, expected: Vec::new() }),
                ["->", expectation @ ..] => match steps.last_mut() {
                    Some(step) => step.expected.push(expectation.join(" ")),
                    None => return Err(format!("nothing was played yet: {line}")),
                },
                [suit, cells @ ..] if Suit::named(suit).is_some() => {
                    scenario.board.extend(row(
                        Suit::named(suit).expect("the word is a suit"),
                        cells,
                        scenario.seats,
                    )?);
                }
                _ => return Err(format!("this line is not understood: {line}")),
            }
        }
        // The seat to act is the first whose play is not expected to be refused as out of turn.
        let in_turn = |step: &&Step| !step.expected.iter().any(|it| it == "refused EL-43");
        scenario.to_act = steps.iter().find(in_turn).and_then(|step| step.play.as_ref()).map(|play| play.0);
        scenario.board.sort_by_key(|it| it.card);
        Ok(Example { scenario, steps })
    }
}

fn row(suit: Suit, cells: &[&str], seats: u8) -> Result<Vec<Placed>, String> {
    let columns = if seats == 4 { 8 } else { 7 };
    if cells.len() != columns {
        return Err(format!("the row of {} has {} cells, not {columns}", suit.name(), cells.len()));
    }
    let mut placed = Vec::new();
    for (cell, number) in cells.iter().zip(1..).filter(|(cell, _)| **cell != ".") {
        let (card, stack) = match cell.split_once('/') {
            Some((card, stack)) => (card, Some(stack_in(stack)?)),
            None => (*cell, None),
        };
        let face = if card.starts_with('(') { Face::Flipped } else { Face::Up };
        if card.trim_matches(['(', ')']) != number.to_string() {
            return Err(format!("cell {number} of {} contains {cell}", suit.name()));
        }
        placed.push(Placed { card: Card::new(suit, number), face, stack });
    }
    Ok(placed)
}

fn stack_in(text: &str) -> Result<Stack, String> {
    let bad = || format!("{text} is not a stack such as 0T2");
    let mut letters = text.chars();
    let seat = letters.next().and_then(|c| c.to_digit(10)).ok_or_else(bad)?;
    let side = match letters.next() {
        Some('T') => Side::Time,
        Some('P') => Side::Place,
        _ => return Err(bad()),
    };
    Ok(Stack { seat: Seat(seat as u8), side, chips: number_in(letters.as_str())? })
}

fn number_in<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("{word} is not a number"))
}

fn seat_in(word: &str) -> Result<Seat, String> {
    number_in(word).and_then(|seat| if seat < 4 { Ok(Seat(seat)) } else { Err(format!("no seat {seat}")) })
}

fn cards_in(words: &[&str]) -> Result<Cards, String> {
    words.iter().map(|word| word.parse::<Card>().map_err(|refusal| refusal.to_string())).collect()
}

impl Example {
    /// Plays the example and returns an error if a result differs from the expected one.
    pub fn check(&self) -> Result<(), String> {
        let mut state = self.scenario.deal()?;
        for step in &self.steps {
            let mut seen = Seen { refused: None, news: Vec::new() };
            if let Some((seat, sentence)) = &step.play {
                let before = state.clone();
                let mut chance = Chance::scripted([]);
                let mut turn = Turn::told(&mut chance, &mut seen.news);
                let action: Result<Action, Refusal> = state.read(*seat, sentence);
                let refused = action.and_then(|action| state.apply(*seat, action, &mut turn)).err();
                if refused.is_some() && state != before {
                    return Err(format!("{sentence} was refused but changed the state"));
                }
                seen.refused = refused;
            }
            for expected in &step.expected {
                let play = step.play.as_ref().map_or("the end", |(_, sentence)| sentence.as_str());
                seen.check(&state, expected).map_err(|found| format!("{play} -> {expected}: {found}"))?;
            }
            let expected = step.expected.iter().any(|it| it.starts_with("refused"));
            if let Some(refusal) = seen.refused.filter(|_| !expected) {
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
    fn check(&self, state: &EnchantedLands, expected: &str) -> Result<(), String> {
        let words: Vec<&str> = expected.split_whitespace().collect();
        let completed = |pick: fn(&Event) -> Option<Cards>| {
            self.news.iter().find_map(|(_, event)| pick(event)).unwrap_or_default()
        };
        let time = completed(|event| if let Event::Time(cards) = event { Some(*cards) } else { None });
        let place = completed(|event| if let Event::Place(cards) = event { Some(*cards) } else { None });
        let stacked: Cards = state.stacks.on(Cards(u32::MAX)).map(|(card, _)| card).collect();
        let within = |set: Cards, cards: Cards| same(&(set & cards), &cards);
        match words.as_slice() {
            ["time", cards @ ..] => same(&time, &cards_in(cards)?),
            ["place", cards @ ..] => same(&place, &cards_in(cards)?),
            ["nothing"] => same(&(time | place), &Cards::NONE),
            ["up", cards @ ..] => within(state.board.up, cards_in(cards)?),
            ["flipped", cards @ ..] => within(state.board.flipped, cards_in(cards)?),
            ["keeps", cards @ ..] => within(stacked, cards_in(cards)?),
            ["loses", cards @ ..] => same(&(stacked & cards_in(cards)?), &Cards::NONE),
            ["hand", seat, size] => same(&state.hand(seat_in(seat)?).len(), &number_in(size)?),
            ["chips", numbers @ ..] => {
                let must = numbers.iter().map(|it| number_in(it)).collect::<Result<Vec<u8>, _>>()?;
                same(&state.chips[..state.seats as usize].to_vec(), &must)
            }
            ["refused", rule] => {
                same(&self.refused.as_ref().and_then(|it| it.rule).map(|it| it.0), &Some(*rule))
            }
            ["over"] => same(&state.to_act, &None),
            ["scores", numbers @ ..] => {
                let must = numbers.iter().map(|it| number_in(it)).collect::<Result<Vec<i32>, _>>()?;
                same(&state.outcome().map(|it| it.scores().to_vec()), &Some(must))
            }
            ["winners", seats @ ..] => {
                let must = seats.iter().map(|it| seat_in(it)).collect::<Result<_, _>>()?;
                same(&state.outcome().map(|it| it.winners()), &Some(must))
            }
            _ => Err("this expectation is not understood".to_owned()),
        }
    }
}

fn same<T: PartialEq + Debug>(found: &T, must: &T) -> Result<(), String> {
    if found == must { Ok(()) } else { Err(format!("found {found:?}, not {must:?}")) }
}
