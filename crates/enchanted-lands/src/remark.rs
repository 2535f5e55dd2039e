//! What a play does that matters, in the words of the rules, for somebody who asks for a hint.
//!
//! It speaks about the board and the seat's own hand only, so it gives nothing away.

use atlas_core::Seat;

use crate::action::{Action, Side, Stack};
use crate::board::Board;
use crate::card::{Card, Cards};
use crate::state::EnchantedLands;
use crate::view::{count, counted, listed};

/// One to three sentences about an action of the seat.
pub(crate) fn remark(state: &EnchantedLands, seat: Seat, action: Action) -> String {
    let card = action.card();
    let board = state.board.with(card);
    let hint = Hint { state, seat, card, board, hand: state.hand(seat) & !card.alone() };
    let said = if !board.completion(card).is_nothing() {
        hint.completed()
    } else if action.chips() > 0 {
        hint.bet(action.side())
    } else {
        hint.quiet()
    };
    said.join(" ")
}

struct Hint<'a> {
    state: &'a EnchantedLands,
    seat: Seat,
    card: Card,
    /// The board once the card lies there, before any flip.
    board: Board,
    /// What the seat holds then.
    hand: Cards,
}

impl Hint<'_> {
    /// EL-44 to EL-49: what is completed, and who was right.
    fn completed(&self) -> Vec<String> {
        let completion = self.board.completion(self.card);
        let with = |members: Cards| listed(members & !self.card.alone());
        let what = match (completion.time.is_empty(), completion.place.is_empty()) {
            (false, true) => format!("a Time with {} (EL-23)", with(completion.time)),
            (true, _) => format!("a Place with {} (EL-27)", with(completion.place)),
            (false, false) => format!(
                "a Time with {} and a Place with {} (EL-R02)",
                with(completion.time),
                with(completion.place)
            ),
        };
        let mut said = vec![format!("It completes {what}.")];
        let (mut right, mut wrong) = (Vec::new(), Vec::new());
        for (side, members) in [(Side::Time, completion.time), (Side::Place, completion.place)] {
            for (card, stack) in self.state.stacks.on(members) {
                let judged = if stack.side == side { &mut right } else { &mut wrong };
                judged.push(format!("{} on {}", self.whose(stack), card.title()));
            }
        }
        if !right.is_empty() {
            said.push(format!("That proves right: {} (EL-48).", right.join(", ")));
        }
        if !wrong.is_empty() {
            said.push(format!("It proves wrong: {} (EL-49).", wrong.join(", ")));
        }
        said
    }

    /// EL-35: which of the two is nearer.
    fn bet(&self, side: Side) -> Vec<String> {
        let mut said = vec![self.race()];
        let [own, other] = match side {
            Side::Time => [Side::Time, Side::Place],
            Side::Place => [Side::Place, Side::Time],
        };
        // Fewer cards to come, and more of them in the own hand.
        let far = |side: Side| {
            let lacking = self.lacking(self.board, self.card, side);
            lacking.map_or((usize::MAX, 0), |cards| (cards.len(), (cards & !self.hand).len()))
        };
        if far(own) < far(other) {
            said.push(format!("So a {} is nearer (EL-35).", own.title()));
        }
        said.extend(self.nearer());
        said
    }

    /// Neither a Time nor a Place nor a bet: what else it is good for.
    fn quiet(&self) -> Vec<String> {
        if let Some(nearer) = self.nearer() {
            return vec![nearer];
        }
        let completing = |board: Board| board.completing() & Cards::deck(self.state.seats) & !self.hand;
        if (completing(self.board) & !completing(self.state.board)).is_empty() {
            return vec!["It gives the next player nothing new to complete.".to_owned()];
        }
        vec![self.race()]
    }

    /// How far the card is from a Time and from a Place.
    fn race(&self) -> String {
        let far = |side: Side| match self.lacking(self.board, self.card, side) {
            None => format!("no {} can take it any more", side.title()),
            Some(cards) => {
                let (n, own) = (cards.len(), (cards & self.hand).len());
                let held = match (own, n) {
                    (0, 1) => "which you do not hold".to_owned(),
                    (1, 1) => "which you hold".to_owned(),
                    (0, _) => "none of which you hold".to_owned(),
                    _ if own == n => "all of which you hold".to_owned(),
                    _ => format!("{own} of which you hold"),
                };
                format!("for a {} it lacks {}, {held}", side.title(), count(n, "card"))
            }
        };
        let (time, place) = (far(Side::Time), far(Side::Place));
        format!("{}{}; {place}.", time[..1].to_uppercase(), &time[1..])
    }

    /// The seat's own chips that the card brings nearer to being right, the highest stack of them.
    fn nearer(&self) -> Option<String> {
        let before = self.state.board;
        let own = self.state.stacks.on(before.up).filter(|(_, stack)| stack.seat == self.seat);
        let nearer = own.filter_map(|(card, stack)| {
            let now = self.lacking(before, card, stack.side)?.len();
            let then = self.lacking(self.board, card, stack.side)?.len();
            (then < now).then_some((card, stack, then))
        });
        let (card, stack, then) = nearer.max_by_key(|(_, stack, _)| stack.chips)?;
        Some(format!(
            "It brings {} on {} nearer: then only {} missing.",
            self.whose(stack),
            card.title(),
            if then == 1 { "1 card is".to_owned() } else { format!("{then} cards are") }
        ))
    }

    fn lacking(&self, board: Board, card: Card, side: Side) -> Option<Cards> {
        board.lacking(card, side, Cards::deck(self.state.seats), self.hand)
    }

    fn whose(&self, stack: Stack) -> String {
        if stack.seat == self.seat {
            format!("your {}", counted(stack))
        } else {
            format!("{} of {}", counted(stack), stack.seat)
        }
    }
}
