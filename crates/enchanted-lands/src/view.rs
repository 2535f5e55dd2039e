//! The table as a viewer sees it.

use atlas_core::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::action::Stack;
use crate::card::Card;
use crate::state::EnchantedLands;

/// EL-15: whether a card on the board is face up or flipped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Face {
    Up,
    Flipped,
}

/// A card on the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Placed {
    pub card: Card,
    pub face: Face,
    #[serde(default)]
    pub stack: Option<Stack>,
}

/// The table as a viewer sees it: public information (EL-57), and a seat's own hand (EL-58).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The seat whose turn it is; `None` when the game is over.
    pub to_act: Option<Seat>,
    /// The cards on the board, by suit and number. A flipped card stays public (EL-60).
    pub board: Vec<Placed>,
    /// The hand of each seat; `None` if the viewer may not see it.
    pub hands: Vec<Option<Vec<Card>>>,
    /// The number of cards in each hand.
    pub hand_sizes: Vec<usize>,
    /// The chips of each seat that are not on the board.
    pub chips: Vec<u8>,
    /// EL-53: the points of each seat so far.
    #[serde(default)]
    pub points: Vec<i32>,
    /// The number of cards in the draw pile.
    pub pile_size: usize,
    /// The number of removed cards.
    pub removed_count: usize,
    /// The draw pile, next card first, for viewers who see everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pile: Option<Vec<Card>>,
    /// The removed cards, for viewers who see everything.
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
            points: state.scores()[..state.seats as usize].iter().map(|(points, _)| *points).collect(),
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
