//! What is seen of a table and what is told about it: the only way out for information.

use std::fmt::Write;

use atlas_core::{Seat, Told, Viewer};
use serde::{Deserialize, Serialize};

use crate::action::Stack;
use crate::card::{Card, Cards};
use crate::state::{EnchantedLands, Event};

/// EL-15: how a card lies on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Face {
    Up,
    Flipped,
}

/// A card on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Placed {
    pub card: Card,
    pub face: Face,
    #[serde(default)]
    pub stack: Option<Stack>,
}

/// What a viewer sees: the public part (EL-57), and a seat's own hand (EL-58).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// Whose turn it is; nobody's when the game is over.
    pub to_act: Option<Seat>,
    /// The cards on the board, by suit and number. A flipped card is no secret (EL-60).
    pub board: Vec<Placed>,
    /// The hands that the viewer may see.
    pub hands: Vec<Option<Vec<Card>>>,
    /// How many cards each hand holds.
    pub hand_sizes: Vec<usize>,
    /// The chips that each seat has left.
    pub chips: Vec<u8>,
    /// How many cards the draw pile holds.
    pub pile_size: usize,
    /// How many cards were removed.
    pub removed_count: usize,
    /// The pile, the next card first, for those who may see everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pile: Option<Vec<Card>>,
    /// The removed cards, for those who may see everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed: Option<Vec<Card>>,
}

impl View {
    pub(crate) fn of(state: &EnchantedLands, viewer: Viewer) -> View {
        let everything = viewer == Viewer::Everything;
        let hand = |seat: Seat| viewer.sees(seat).then(|| state.hand(seat).collect());
        View {
            to_act: state.to_act,
            board: board(state),
            hands: Seat::all(state.seats).map(hand).collect(),
            hand_sizes: Seat::all(state.seats).map(|seat| state.hand(seat).len()).collect(),
            chips: state.chips[..state.seats as usize].to_vec(),
            pile_size: state.pile.len(),
            removed_count: state.removed().len(),
            pile: everything.then(|| state.pile.iter().collect()),
            removed: everything.then(|| state.removed().collect()),
        }
    }
}

/// The cards on the board in order.
pub(crate) fn board(state: &EnchantedLands) -> Vec<Placed> {
    let placed = |card: Card| Placed {
        card,
        face: if state.board.up.contains(card) { Face::Up } else { Face::Flipped },
        stack: state.stacks.on(card.alone()).next().map(|(_, stack)| stack),
    };
    state.board.cards().map(placed).collect()
}

/// An event in words. A drawn card is named only to the one who drew it.
pub(crate) fn tell(state: &EnchantedLands, event: &Event, viewer: Viewer) -> Told {
    let one = |text: String, card: Card| Told { text, things: vec![card.to_string()] };
    let set = |what: &str, cards: Cards| Told {
        text: format!("{} complete a {what} and are flipped", listed(cards)),
        things: cards.map(|card| card.to_string()).collect(),
    };
    let none = |text: String| Told { text, things: Vec::new() };
    match event {
        Event::Played { seat, card } => one(format!("{seat} plays {}", card.title()), *card),
        Event::Bet { card, stack } => {
            one(format!("{} bets {} on {}", stack.seat, counted(*stack), card.title()), *card)
        }
        Event::Time(cards) => set("Time", *cards),
        Event::Place(cards) => set("Place", *cards),
        Event::Kept { card, stack } => {
            let text = format!(
                "{} was right about {} and keeps {} there",
                stack.seat,
                card.title(),
                counted(*stack)
            );
            one(text, *card)
        }
        Event::Lost { card, stack } => one(
            format!("{} was wrong about {} and loses {}", stack.seat, card.title(), counted(*stack)),
            *card,
        ),
        Event::Drew { seat, card } if viewer.sees(*seat) => {
            one(format!("{seat} draws {}", card.title()), *card)
        }
        Event::Drew { seat, .. } => none(format!("{seat} draws a card")),
        Event::Swept { card, stack } => one(
            format!("{} takes {} off {}, which nothing completed", stack.seat, counted(*stack), card.title()),
            *card,
        ),
        Event::Over => none(ending(state)),
        Event::Left { seat } => none(format!("{seat} leaves; the hand stays in the game")),
    }
}

fn ending(state: &EnchantedLands) -> String {
    use atlas_core::Game;
    let Some(outcome) = state.outcome() else { return "the game is over".to_owned() };
    let winners: Vec<String> = outcome.winners().iter().map(|seat| seat.to_string()).collect();
    let points = outcome.winners().first().map_or(0, |seat| outcome.scores()[seat.index()]);
    let points = count(points as usize, "point");
    match winners.as_slice() {
        [winner] => format!("the game is over: {winner} wins with {points}"),
        _ => format!("the game is over: {} share the win with {points} each", winners.join(" and ")),
    }
}

/// The chips of a stack, in words.
pub(crate) fn counted(stack: Stack) -> String {
    count(stack.chips.into(), &format!("{} chip", stack.side.title()))
}

/// A number of things, in words.
pub(crate) fn count(n: usize, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

/// Cards, in words.
pub(crate) fn listed(cards: Cards) -> String {
    let (mut text, last) = (String::new(), cards.len().saturating_sub(1));
    for (i, card) in cards.enumerate() {
        let before = match i {
            0 => "",
            _ if i == last => " and ",
            _ => ", ",
        };
        write!(text, "{before}{}", card.title()).expect("a string takes all");
    }
    text
}
