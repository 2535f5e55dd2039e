//! Knowledge for bots: how likely each prediction is to come true, and what an action is worth.
//!
//! Nearly every card is played sooner or later, so a prediction is a race: will the cards that a Time still needs be
//! played before those that the Place needs? Each missing card makes a side less likely. A missing card in the seat's
//! own hand has a smaller effect than others.

use atlas_core::{Chance, Game, Insight, Seat, Text};

use crate::action::{Action, Side};
use crate::board::Board;
use crate::card::{Card, Cards};
use crate::remark;
use crate::state::EnchantedLands;

/// The factor by which a side becomes less likely for each missing card that another seat must play.
const MISSING: f32 = 0.42;
/// The same factor for a missing card in the seat's own hand.
const MISSING_OWN: f32 = 0.62;
/// The factor for a Place with a flipped card, which becomes impossible if another card is flipped.
const FRAGILE: f32 = 0.6;
/// The weight of a card never becoming part of a Time or a Place.
const NEVER: f32 = 0.04;
/// The value of a chip in hand, in points, while there are turns to use it.
const CHIP: f32 = 0.62;

impl Insight for EnchantedLands {
    /// The size of a bet matters less than its side, so the only sizes considered are one, three and the maximum.
    fn candidates(&self, seat: Seat, out: &mut Vec<Action>) {
        self.legal(seat, out);
        let most = self.most_chips(seat);
        out.retain(|action| matches!(action.chips(), 0 | 1 | 3) || action.chips() == most);
    }

    fn appraise(&self, seat: Seat, actions: &[Action], out: &mut Vec<f32>) {
        appraise(self, seat, actions, out);
    }

    fn guess(&self, seat: Seat, chance: &mut Chance, _: &mut Vec<Action>) -> Action {
        guess(self, seat, chance)
    }

    fn remark(&self, seat: Seat, action: Action) -> Option<Text> {
        Some(remark::remark(self, seat, action))
    }
}

/// The value of each action to the seat, in points.
fn appraise(state: &EnchantedLands, seat: Seat, actions: &[Action], out: &mut Vec<f32>) {
    let estimate = Estimate { state, seat, hand: state.hand(seat) };
    let mut last = None;
    for action in actions {
        // The actions of a card are adjacent in the list.
        let seen = match last {
            Some((card, seen)) if card == action.card() => seen,
            _ => estimate.card(action.card()),
        };
        last = Some((action.card(), seen));
        let bet = match action.side() {
            _ if action.chips() == 0 => 0.0,
            Side::Time => estimate.bet(seen.time, action.chips()),
            Side::Place => estimate.bet(seen.place, action.chips()),
        };
        out.push(seen.effect + bet);
    }
}

/// A random card, with a bet if one side looks likely.
#[inline]
fn guess(state: &EnchantedLands, seat: Seat, chance: &mut Chance) -> Action {
    let hand = state.hand(seat);
    let card = hand.nth(chance.below(hand.len() as u32));
    let chips = state.chips[seat.index()];
    if chips == 0 || state.board.completes(card) {
        return Action::play(card);
    }
    let after = state.board.with(card);
    let (time, place) = Estimate { state, seat, hand }.race(after, card);
    let (side, likely) = if time > place { (Side::Time, time) } else { (Side::Place, place) };
    let roll = chance.below(256) as f32 / 256.0;
    if likely < 0.35 + 0.5 * roll {
        return Action::play(card);
    }
    let n = 1 + chance.below(3) as u8 + u8::from(likely > 0.8);
    Action::bet(card, side, n.min(chips).min(5))
}

/// The expected effects of playing a card.
#[derive(Clone, Copy)]
struct Seen {
    /// The probability that a Time takes the card first, and that a Place does.
    time: f32,
    place: f32,
    /// The effect on the predictions on the board, in points.
    effect: f32,
}

struct Estimate<'a> {
    state: &'a EnchantedLands,
    seat: Seat,
    hand: Cards,
}

impl Estimate<'_> {
    fn card(&self, card: Card) -> Seen {
        let before = self.state.board;
        let after = before.with(card);
        let completion = after.completion(card);
        let mut effect = 0.0;
        let touched = (card.row() | card.column() | completion.time | completion.place) & before.up;
        for (other, stack) in self.state.stacks.on(touched) {
            let likely = |(time, place): (f32, f32)| if stack.side == Side::Time { time } else { place };
            let now = likely(self.race(before, other));
            let then = if completion.time.contains(other) {
                likely((1.0, 0.0))
            } else if completion.place.contains(other) {
                likely((0.0, 1.0))
            } else {
                likely(self.race(after, other))
            };
            let points = f32::from(stack.chips) + 1.0;
            effect += (then - now) * if stack.seat == self.seat { points } else { -points / self.rivals() };
        }
        let (time, place) = self.race(after, card);
        Seen { time, place, effect }
    }

    fn rivals(&self) -> f32 {
        f32::from(self.state.seats) - 1.0
    }

    /// The value of a bet with this probability: its expected points, less the value of keeping the chips.
    fn bet(&self, likely: f32, chips: u8) -> f32 {
        let chips = f32::from(chips);
        let turns = (self.hand.len() + self.state.pile.len() / self.state.seats as usize) as f32;
        // Chips are worth less if there are too few turns left to use them all.
        let need = (turns * 2.0 / f32::from(self.state.chips[self.seat.index()])).min(1.0);
        likely * (chips + 1.0) - chips * CHIP * need
    }

    /// The probability that a Time takes this face-up card first, and that a Place does.
    fn race(&self, board: Board, card: Card) -> (f32, f32) {
        let (time, place) = (self.time(board, card), self.place(board, card));
        let all = time + place + NEVER;
        (time / all, place / all)
    }

    /// The weight of a Place: every missing card of the column must be played, and at most one card may be flipped.
    fn place(&self, board: Board, card: Card) -> f32 {
        let fragile = match (board.flipped & card.column()).len() {
            0 => 1.0,
            1 => FRAGILE,
            _ => return 0.0,
        };
        (card.column() & !board.cards()).map(|card| self.missing(card)).product::<f32>() * fragile
    }

    /// The weight of a Time: the sum over the ways to link four cards of the row, including this one.
    fn time(&self, board: Board, card: Card) -> f32 {
        let (below, above) = (self.ways(board, card, -1), self.ways(board, card, 1));
        (0..=3).map(|n| below[n] * above[3 - n]).sum()
    }

    /// The weight of having 0, 1, 2 or 3 more cards linked on one side.
    fn ways(&self, board: Board, card: Card, step: i8) -> [f32; 4] {
        let mut ways = [1.0, 0.0, 0.0, 0.0];
        let columns = if self.state.seats == 4 { 8 } else { 7 };
        let (mut number, mut linked) = (card.number() as i8 + step, 0);
        while linked < 3 && (1..=columns).contains(&number) {
            let spot = Card::new(card.suit(), number as u8);
            if !board.flipped.contains(spot) {
                linked += 1;
                let weight = if board.up.contains(spot) { 1.0 } else { self.missing(spot) };
                ways[linked] = ways[linked - 1] * weight;
            }
            number += step;
        }
        ways
    }

    /// The weight of a missing card being played in time.
    fn missing(&self, card: Card) -> f32 {
        if self.hand.contains(card) { MISSING_OWN } else { MISSING }
    }
}
