//! Remarks about actions, for players who ask for a hint.
//!
//! A remark uses only the board and the seat's own hand, so it leaks no hidden information.

use atlas_core::text::count;
use atlas_core::{Seat, Text, text};

use crate::action::{Action, Side};
use crate::board::Board;
use crate::card::{Card, Cards};
use crate::state::EnchantedLands;
use crate::tell::{chips, time_of};

/// One sentence about an action of the seat: the best reason to play it.
pub(crate) fn remark(state: &EnchantedLands, seat: Seat, action: Action) -> Text {
    let card = action.card();
    let board = state.board.with(card);
    let hint = Hint { state, seat, card, board, hand: state.hand(seat) & !card.alone() };
    if !board.completion(card).is_nothing() {
        hint.completed()
    } else if action.chips() > 0 {
        hint.race(action.side())
    } else {
        hint.quiet()
    }
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
    /// EL-44 to EL-49, EL-53: what is completed, the points that it scores and the chips that it costs.
    fn completed(&self) -> Text {
        let completion = self.board.completion(self.card);
        let what = match (completion.time.is_empty(), completion.place.is_empty()) {
            (false, true) => text!["a ", time_of(completion.time)],
            (true, _) => text!["a Place"],
            (false, false) => text!["a ", time_of(completion.time), " and a Place"],
        };
        let mut effects = vec![text!["completes ", what]];
        for seat in self.own_seat_first() {
            let (mut scored, mut lost) = (0, 0);
            for (side, members) in [(Side::Time, completion.time), (Side::Place, completion.place)] {
                for (_, stack) in self.state.stacks.on(members).filter(|(_, stack)| stack.seat == seat) {
                    let chips = usize::from(stack.chips);
                    if stack.side == side { scored += chips + 1 } else { lost += chips }
                }
            }
            let whom = if seat == self.seat { text!["you"] } else { text![seat] };
            if scored > 0 {
                effects.push(text!["scores ", whom.clone(), " ", count(scored, "point")]);
            }
            if lost > 0 {
                effects.push(text!["costs ", whom, " ", count(lost, "chip")]);
            }
        }
        text!["It ", Text::listed(effects), "."]
    }

    fn own_seat_first(&self) -> impl Iterator<Item = Seat> {
        let own = self.seat;
        std::iter::once(own).chain(Seat::all(self.state.seats).filter(move |seat| *seat != own))
    }

    /// The benefit of an action that completes nothing and bets nothing.
    fn quiet(&self) -> Text {
        if let Some(nearer) = self.nearer() {
            return nearer;
        }
        let completing = |board: Board| board.completing() & Cards::deck(self.state.seats) & !self.hand;
        if (completing(self.board) & !completing(self.state.board)).is_empty() {
            return "It gives the next player nothing new to complete.".into();
        }
        self.race(Side::Time)
    }

    /// EL-35: the number of cards that are missing for a Time and for a Place with this card. The side of a bet comes
    /// first.
    fn race(&self, first: Side) -> Text {
        let second = if first == Side::Time { Side::Place } else { Side::Time };
        let title = Side::title;
        let [one, two] = [first, second].map(|side| self.lacking(self.board, self.card, side));
        let needs = |cards: Cards| text![" needs ", count(cards.len(), "more card"), self.held(cards)];
        match (one, two) {
            (Some(one), Some(two)) => {
                text!["A ", title(first), " here", needs(one), ", and a ", title(second), needs(two), "."]
            }
            (Some(cards), None) => {
                text!["Only a ", title(first), " is still possible here, and it", needs(cards), "."]
            }
            (None, Some(cards)) => {
                text!["Only a ", title(second), " is still possible here, and it", needs(cards), "."]
            }
            (None, None) => "Nothing can complete this card any more.".into(),
        }
    }

    /// How many of the missing cards the seat holds, as a clause; empty if it holds none.
    fn held(&self, missing: Cards) -> Text {
        match ((missing & self.hand).len(), missing.len()) {
            (0, _) => Text::EMPTY,
            (1, 1) => text![", which you hold"],
            (own, all) if own == all => text![", all of which you hold"],
            (own, _) => text![", ", own, " of which you hold"],
        }
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
        let distance = count(then, "card");
        Some(text!["It brings your ", chips(stack), " on ", card, " within ", distance, " of scoring."])
    }

    fn lacking(&self, board: Board, card: Card, side: Side) -> Option<Cards> {
        board.lacking(card, side, Cards::deck(self.state.seats), self.hand)
    }
}
