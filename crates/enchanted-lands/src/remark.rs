//! Remarks about actions, for players who ask for a hint.
//!
//! A remark uses only the board and the seat's own hand, so it leaks no hidden information.

use atlas_core::text::count;
use atlas_core::{Seat, Text, text};

use crate::action::{Action, Side, Stack};
use crate::board::Board;
use crate::card::{Card, Cards};
use crate::state::EnchantedLands;
use crate::tell::{chips, listed};

/// One to three sentences about an action of the seat.
pub(crate) fn remark(state: &EnchantedLands, seat: Seat, action: Action) -> Text {
    let card = action.card();
    let board = state.board.with(card);
    let hint = Hint { state, seat, card, board, hand: state.hand(seat) & !card.alone() };
    let sentences = if !board.completion(card).is_nothing() {
        hint.completed()
    } else if action.chips() > 0 {
        hint.bet(action.side())
    } else {
        hint.quiet()
    };
    Text::joined(sentences, " ")
}

struct Hint<'a> {
    state: &'a EnchantedLands,
    seat: Seat,
    card: Card,
    /// The board with the card on it, before any flip.
    board: Board,
    /// The seat's hand without the card.
    hand: Cards,
}

impl Hint<'_> {
    /// EL-44 to EL-49: what is completed, and which predictions are right or wrong.
    fn completed(&self) -> Vec<Text> {
        let completion = self.board.completion(self.card);
        let with = |members: Cards| listed(members & !self.card.alone());
        let what = match (completion.time.is_empty(), completion.place.is_empty()) {
            (false, true) => text!["a Time with ", with(completion.time), " (EL-23)"],
            (true, _) => text!["a Place with ", with(completion.place), " (EL-27)"],
            (false, false) => {
                text![
                    "a Time with ",
                    with(completion.time),
                    " and a Place with ",
                    with(completion.place),
                    " (EL-R02)"
                ]
            }
        };
        let mut said = vec![text!["It completes ", what, "."]];
        let (mut right, mut wrong) = (Vec::new(), Vec::new());
        for (side, members) in [(Side::Time, completion.time), (Side::Place, completion.place)] {
            for (card, stack) in self.state.stacks.on(members) {
                let judged = if stack.side == side { &mut right } else { &mut wrong };
                judged.push(text![self.whose(stack), " on ", card]);
            }
        }
        if !right.is_empty() {
            said.push(text!["That proves right: ", Text::joined(right, ", "), " (EL-48)."]);
        }
        if !wrong.is_empty() {
            said.push(text!["It proves wrong: ", Text::joined(wrong, ", "), " (EL-49)."]);
        }
        said
    }

    /// EL-35: whether a Time or a Place is nearer.
    fn bet(&self, side: Side) -> Vec<Text> {
        let mut said = vec![self.race()];
        let [own, other] = match side {
            Side::Time => [Side::Time, Side::Place],
            Side::Place => [Side::Place, Side::Time],
        };
        // The side with fewer missing cards is nearer. If both lack equally many, more of them in hand decides.
        let distance = |side: Side| {
            let lacking = self.lacking(self.board, self.card, side);
            lacking.map_or((usize::MAX, 0), |cards| (cards.len(), (cards & !self.hand).len()))
        };
        if distance(own) < distance(other) {
            said.push(text!["So a ", own.title(), " is nearer (EL-35)."]);
        }
        said.extend(self.nearer());
        said
    }

    /// The benefit of an action that completes nothing and bets nothing.
    fn quiet(&self) -> Vec<Text> {
        if let Some(nearer) = self.nearer() {
            return vec![nearer];
        }
        let completing = |board: Board| board.completing() & Cards::deck(self.state.seats) & !self.hand;
        if (completing(self.board) & !completing(self.state.board)).is_empty() {
            return vec!["It gives the next player nothing new to complete.".into()];
        }
        vec![self.race()]
    }

    /// The number of cards that are missing for a Time and for a Place with this card.
    fn race(&self) -> Text {
        let missing = |side: Side| match self.lacking(self.board, self.card, side) {
            None => text!["can no longer be taken by a ", side.title()],
            Some(cards) => {
                let (n, own) = (cards.len(), (cards & self.hand).len());
                let held = match (own, n) {
                    (0, 1) => text!["which you do not hold"],
                    (1, 1) => text!["which you hold"],
                    (0, _) => text!["none of which you hold"],
                    _ if own == n => text!["all of which you hold"],
                    _ => text![own, " of which you hold"],
                };
                text!["needs ", count(n, "more card"), " for a ", side.title(), ", ", held]
            }
        };
        text!["This card ", missing(Side::Time), "; it ", missing(Side::Place), "."]
    }

    /// The seat's largest stack that the card brings closer to being right.
    fn nearer(&self) -> Option<Text> {
        let before = self.state.board;
        let own = self.state.stacks.on(before.up).filter(|(_, stack)| stack.seat == self.seat);
        let nearer = own.filter_map(|(card, stack)| {
            let now = self.lacking(before, card, stack.side)?.len();
            let then = self.lacking(self.board, card, stack.side)?.len();
            (then < now).then_some((card, stack, then))
        });
        let (card, stack, then) = nearer.max_by_key(|(_, stack, _)| stack.chips)?;
        Some(text![
            "It helps ",
            self.whose(stack),
            " on ",
            card,
            ", which then needs only ",
            count(then, "more card"),
            "."
        ])
    }

    fn lacking(&self, board: Board, card: Card, side: Side) -> Option<Cards> {
        board.lacking(card, side, Cards::deck(self.state.seats), self.hand)
    }

    fn whose(&self, stack: Stack) -> Text {
        if stack.seat == self.seat {
            text!["your ", chips(stack)]
        } else {
            text![chips(stack), " of ", stack.seat]
        }
    }
}
