//! Positions: states as JSON that people can write by hand, and checks that a position is possible.

use atlas_core::refusal::quoted;
use atlas_core::text::count;
use atlas_core::{Code, Edition, Game, Refusal, Seat, Text, text};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::action::MOST_CHIPS;
use crate::board::Board;
use crate::card::{Card, Cards};
use crate::state::{EnchantedLands, HAND_SIZE, Pile, Stacks, allotment, removed, start_cards};
use crate::view::{Face, Placed, board};

/// A complete state, including hidden information.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Position {
    // The field may be null, but it must be present.
    #[serde(deserialize_with = "Option::deserialize")]
    pub to_act: Option<Seat>,
    pub board: Vec<Placed>,
    pub hands: Vec<Vec<Card>>,
    pub chips: Vec<u8>,
    pub pile: Vec<Card>,
    pub removed: Vec<Card>,
}

pub(crate) fn dump(state: &EnchantedLands) -> Value {
    let position = Position {
        to_act: state.to_act,
        board: board(state),
        hands: Seat::all(state.seats).map(|seat| state.hand(seat).collect()).collect(),
        chips: state.chips[..state.seats as usize].to_vec(),
        pile: state.pile.iter().collect(),
        removed: state.removed().collect(),
    };
    serde_json::to_value(position).expect("a position is plain data")
}

pub(crate) fn load(edition: Edition<()>, position: &Value) -> Result<EnchantedLands, Refusal> {
    let refuse = |error: String| {
        Refusal::new(Code::Position, format!("This is not a position of Enchanted Lands: {error}."))
    };
    check_objects(position).map_err(refuse)?;
    let position = Position::deserialize(position).map_err(|error| refuse(error.to_string()))?;
    position.build(edition)
}

/// Checks that the position, its cards on the board and their stacks are objects. Serde would also accept a list of the
/// values in the right order, which is hard to read.
fn check_objects(position: &Value) -> Result<(), String> {
    let board = position.get("board").and_then(Value::as_array);
    let placed = board.into_iter().flatten();
    let stacks = placed.clone().filter_map(|it| it.get("stack")).filter(|stack| !stack.is_null());
    match std::iter::once(position).chain(placed).chain(stacks).find(|it| !it.is_object()) {
        Some(other) => Err(format!("{} is not an object", quoted(&other.to_string()))),
        None => Ok(()),
    }
}

/// The number of the last `n` turns that this seat had, if `to_act` is next.
fn turns_of(seat: Seat, n: usize, to_act: Seat, seats: u8) -> usize {
    let seats = seats as usize;
    // The seat before `to_act` had the last turn, the seat before that the second to last.
    let back = (to_act.index() + seats - 1 - seat.index()) % seats;
    (n + seats - 1 - back) / seats
}

/// The number of cards in each hand after `plays` plays, if `to_act` is next (EL-12, EL-41, EL-I1).
pub(crate) fn hand_sizes(seats: u8, plays: usize, to_act: Seat) -> Vec<usize> {
    // The turns with a draw came first, so hands shrank only in the last turns.
    let without_draw = plays - plays.min(pile_at_start(seats));
    Seat::all(seats).map(|seat| HAND_SIZE - turns_of(seat, without_draw, to_act, seats)).collect()
}

/// EL-12: the size of the draw pile before the first turn.
fn pile_at_start(seats: u8) -> usize {
    Cards::deck(seats).len() - start_cards(seats) - HAND_SIZE * seats as usize - removed(seats)
}

/// EL-12: the number of plays in a whole game.
pub(crate) fn all_plays(seats: u8) -> usize {
    Cards::deck(seats).len() - start_cards(seats) - removed(seats)
}

fn impossible<T>(rule: &'static str, message: impl Into<Text>) -> Result<T, Refusal> {
    Err(Refusal::by(rule, Code::Position, message))
}

impl Position {
    /// The state, or a refusal if the position is impossible.
    pub fn build(&self, edition: Edition<()>) -> Result<EnchantedLands, Refusal> {
        let seats = self.hands.len();
        if !(2..=4).contains(&seats) {
            return impossible("EL-05", format!("A position has two, three or four hands, not {seats}."));
        }
        let seats = seats as u8;
        if self.chips.len() != self.hands.len() {
            return impossible(
                "EL-06",
                format!("There are {seats} hands but chips for {} seats.", self.chips.len()),
            );
        }
        self.check_cards(seats)?;
        self.check_counts(seats)?;
        self.check_board(seats)?;
        let board = self.board();
        let mut stacks = Stacks::default();
        for placed in &self.board {
            if let Some(stack) = placed.stack {
                stacks.put(placed.card, stack);
            }
        }
        let order: Vec<u8> = self.pile.iter().rev().map(|card| card.index() as u8).collect();
        let mut state = EnchantedLands {
            board,
            hands: [Cards::NONE; 4],
            chips: [0; 4],
            stacks,
            pile: Pile::new(&order),
            seats,
            rules: edition.rules as u8,
            to_act: self.to_act,
        };
        for (hand, cards) in state.hands.iter_mut().zip(&self.hands) {
            *hand = cards.iter().copied().collect();
        }
        state.chips[..self.chips.len()].copy_from_slice(&self.chips);
        Ok(state)
    }

    fn board(&self) -> Board {
        let facing = |face| self.board.iter().filter(move |it| it.face == face).map(|it| it.card).collect();
        Board { up: facing(Face::Up), flipped: facing(Face::Flipped) }
    }

    /// Checks that every card of the deck is in exactly one place.
    fn check_cards(&self, seats: u8) -> Result<(), Refusal> {
        let mut seen = Cards::NONE;
        let hands = self.hands.iter().flatten();
        let everywhere =
            self.board.iter().map(|it| &it.card).chain(hands).chain(&self.pile).chain(&self.removed);
        for card in everywhere {
            if !Cards::deck(seats).contains(*card) {
                return impossible("EL-07", format!("{card} is not in the deck with {seats} seats."));
            }
            if seen.contains(*card) {
                return impossible("EL-01", format!("{card} appears twice."));
            }
            seen |= card.alone();
        }
        match (Cards::deck(seats) & !seen).next() {
            Some(card) => impossible("EL-01", format!("{card} is missing.")),
            None => Ok(()),
        }
    }

    /// Checks that the sizes of the hands, the pile and the removed cards fit the number of plays so far.
    fn check_counts(&self, seats: u8) -> Result<(), Refusal> {
        let rule = "EL-12";
        if self.removed.len() != removed(seats) {
            let (is, must) = (self.removed.len(), removed(seats));
            return impossible("EL-10", format!("{must} cards must be removed, not {is}."));
        }
        let Some(plays) = self.board.len().checked_sub(start_cards(seats)) else {
            return impossible("EL-08", "The two start cards are not both on the board.");
        };
        let (pile, left) = (self.pile.len(), pile_at_start(seats).saturating_sub(plays));
        if pile != left {
            return impossible(rule, format!("After {plays} plays the pile has {left} cards, not {pile}."));
        }
        let to_act = match self.to_act {
            Some(seat) if seat.0 >= seats => {
                return impossible(
                    "EL-05",
                    format!("to_act is {}, but the seats are 0 to {}.", seat.0, seats - 1),
                );
            }
            Some(seat) if plays < all_plays(seats) => seat,
            Some(_) => return impossible("EL-51", "Every card is played, so to_act must be null."),
            None if plays == all_plays(seats) => Seat(0),
            None => return impossible("EL-51", "to_act is null, but there are cards left to play."),
        };
        let must = hand_sizes(seats, plays, to_act);
        for (seat, (hand, must)) in self.hands.iter().zip(must).enumerate() {
            if hand.len() != must {
                return impossible(
                    rule,
                    format!(
                        "After {plays} plays, with {to_act} to act, seat {seat} holds {must} cards, not {}.",
                        hand.len()
                    ),
                );
            }
        }
        Ok(())
    }

    /// Checks that no completed Time or Place is face up, and that the chips add up.
    fn check_board(&self, seats: u8) -> Result<(), Refusal> {
        let board = self.board();
        for card in board.up {
            if !board.completion(card).time.is_empty() {
                return impossible("EL-44", format!("{card} is face up in a complete Time."));
            }
            if !board.completion(card).place.is_empty() {
                return impossible("EL-44", format!("{card} is face up in a complete Place."));
            }
        }
        let plays = self.board.len() - start_cards(seats);
        for seat in Seat::all(seats) {
            let own = |it: &&Placed| it.stack.is_some_and(|stack| stack.seat == seat);
            let mut total = u32::from(self.chips[seat.index()]);
            let mut stacks = 0;
            for stack in self.board.iter().filter(own).filter_map(|it| it.stack) {
                total += u32::from(stack.chips);
                stacks += 1;
            }
            if total > u32::from(allotment(seats)) {
                let most = allotment(seats);
                return impossible(
                    "EL-06",
                    text![seat, " has ", total, " chips in all, but at most ", most, " are possible."],
                );
            }
            let turns = turns_of(seat, plays, self.to_act.unwrap_or(Seat(0)), seats);
            if stacks > turns {
                return impossible(
                    "EL-38",
                    text![seat, " has ", stacks, " stacks after only ", count(turns, "turn"), "."],
                );
            }
        }
        for placed in &self.board {
            let Some(stack) = placed.stack else { continue };
            if stack.seat.0 >= seats {
                return impossible(
                    "EL-05",
                    format!("The stack on {} belongs to a seat that does not exist.", placed.card),
                );
            }
            if !(1..=MOST_CHIPS).contains(&stack.chips) {
                return impossible(
                    "EL-36",
                    format!("The stack on {} has {} chips, not 1 to 5.", placed.card, stack.chips),
                );
            }
            if self.to_act.is_none() && placed.face == Face::Up {
                return impossible(
                    "EL-52",
                    format!(
                        "The game is over, but there is still a stack on {}, which is face up.",
                        placed.card
                    ),
                );
            }
        }
        if seats == 4 && !self.has_start_cards() {
            return impossible("EL-R17", "No two cards without chips can be the start cards.");
        }
        Ok(())
    }

    /// EL-08, EL-R17: whether two cards without chips differ in suit and number.
    fn has_start_cards(&self) -> bool {
        let bare = || self.board.iter().filter(|it| it.stack.is_none()).map(|it| it.card);
        bare().any(|one| bare().any(|two| one.suit() != two.suit() && one.number() != two.number()))
    }
}

impl EnchantedLands {
    /// The position of this state.
    pub fn position(&self) -> Position {
        Position::deserialize(&self.dump()).expect("a dump is a position")
    }
}
