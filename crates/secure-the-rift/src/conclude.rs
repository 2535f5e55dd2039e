//! Concluding what was put into the Sequence last, step by step (SR-57 to SR-61, SR-72, SR-73).
//!
//! What is still to be done is a stack of frames: steps of the effect, and the small questions that some of
//! them ask. Nobody has priority meanwhile (SR-60).

use atlas_core::{Marks, Seat, Turn};

use crate::action::Action;
use crate::damage::{Hit, Source};
use crate::figure::Standpoint;
use crate::legal::each_kind;
use crate::notation::card_of;
use crate::pack::language::{
    Ability, Amount, Cannots, CardId, Chooser, Found, Keywords, Kinds, ListId, Ref, SelectorId, Shielded,
    Step, Until,
};
use crate::state::{Ask, MOST, MOST_LIFE, MOST_STEPS, MOST_USES, SecureTheRift};
use crate::tell::Event;
use crate::things::{Boxed, Change, Delayed, Hidden, Item, Lasting, Matter, Number, Picks, Thing};
use crate::zones::{Exit, everyone_but};

/// Something that is concluding.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Conclusion {
    pub(crate) item: Item,
    /// What is still to be done, the next last.
    pub(crate) work: Vec<Frame>,
    /// How many steps have been carried out.
    pub(crate) steps: u16,
    /// What players have chosen to scrap together.
    pub(crate) picked: Vec<Number>,
    /// SR-R35: what players have chosen to discard together.
    pub(crate) discards: Vec<(Seat, CardId)>,
}

/// Something that is still to be done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Frame {
    /// The steps of a list from a place on, for one thing of a `for_each`.
    Steps { list: ListId, at: u8, it: Thing },
    /// SR-R35: so many cards of a hand go to the Scrap pile; somebody chooses.
    Discard { seat: Seat, chooser: Seat, left: u8 },
    /// A player chooses so many things to scrap.
    Scrap { seat: Seat, from: SelectorId, left: u8 },
    /// What was chosen is scrapped, all of it together.
    ScrapPicked,
    /// What was chosen is discarded, all of it together.
    DiscardPicked,
    /// So many cards go from a hand to the bottom or the top of the deck.
    Bury { seat: Seat, left: u8, top: bool },
    /// SR-132: a player looks at so many cards of somebody's deck, from this one on.
    Look { seat: Seat, of: Seat, depth: u8, left: u8 },
    /// SR-R45: so many cards are searched for.
    Search { seat: Seat, want: SelectorId, left: u8, to: Found },
    /// A player pays, or something happens.
    Pay { seat: Seat, energy: u8, otherwise: ListId, it: Thing },
    /// SR-R37: the player may do it.
    May { seat: Seat, list: ListId, it: Thing },
}

impl Frame {
    /// Whom it asks, if it asks.
    pub(crate) fn asks(&self) -> Option<Seat> {
        match self {
            Frame::Steps { .. } | Frame::ScrapPicked | Frame::DiscardPicked => None,
            Frame::Discard { chooser, .. } => Some(*chooser),
            Frame::Scrap { seat, .. }
            | Frame::Bury { seat, .. }
            | Frame::Look { seat, .. }
            | Frame::Search { seat, .. }
            | Frame::Pay { seat, .. }
            | Frame::May { seat, .. } => Some(*seat),
        }
    }

    /// The rule by which it asks.
    pub(crate) fn rule(&self) -> &'static str {
        match self {
            Frame::Discard { .. } => "SR-R35",
            Frame::Scrap { .. } => "SR-101",
            Frame::Bury { .. } => "SR-R04",
            Frame::Look { .. } => "SR-132",
            Frame::Search { .. } => "SR-R45",
            Frame::Pay { .. } => "SR-50",
            Frame::May { .. } => "SR-R37",
            Frame::Steps { .. } | Frame::ScrapPicked | Frame::DiscardPicked => "SR-60",
        }
    }
}

impl SecureTheRift {
    /// SR-55: an item concludes.
    pub(crate) fn conclude(&mut self, mut item: Item, turn: &mut Turn<'_, Event>) {
        turn.tell("SR-55", || Event::Concludes { item });
        if self.is_endless(&item) {
            return self.stop(turn);
        }
        self.priority = self.active;
        if !self.look_again(&mut item) {
            turn.tell("SR-73", || Event::Fizzled { item });
            self.finish(item, turn);
            return self.settle(turn);
        }
        let list = match item.matter {
            Matter::Delayed { list } => Some(list),
            _ => self.script(&item).map(|script| script.effect),
        };
        let test = match item.matter {
            Matter::Ability { place } => match &self.card(item.card).abilities[place as usize] {
                Ability::Triggered { test, .. } => test.as_ref(),
                _ => None,
            },
            _ => None,
        };
        // SR-R38: a condition is tested again.
        let holds = test.is_none_or(|test| self.holds(test, Standpoint::of(&item, Thing::NONE)));
        let work = list.filter(|_| holds).map(|list| Frame::Steps { list, at: 0, it: Thing::NONE });
        let work = work.into_iter().collect();
        self.conclusion = Some(Conclusion { item, work, steps: 0, picked: Vec::new(), discards: Vec::new() });
        self.carry_on(turn);
    }

    /// SR-72, SR-73: illegal targets are left out; says whether something is left to do.
    fn look_again(&self, item: &mut Item) -> bool {
        let Some(script) = self.script(item).filter(|_| !item.targets.is_empty()) else { return true };
        let mut legal = Picks::default();
        for (slot, thing) in item.targets.iter() {
            if self.is_target(script.targets[slot as usize].from, thing, item) {
                legal.push(slot, thing);
            }
        }
        item.targets = legal;
        !legal.is_empty()
    }

    /// Goes on with what concludes until it asks something or is done.
    pub(crate) fn carry_on(&mut self, turn: &mut Turn<'_, Event>) {
        while let Some(frame) = self.conclusion.as_mut().and_then(|it| it.work.pop()) {
            if self.is_too_much() {
                return self.stop(turn);
            }
            self.figure();
            match frame {
                Frame::Steps { list, at, it } => {
                    let steps = self.library.get().list(list);
                    let Some(step) = steps.get(at as usize) else { continue };
                    if self.has_too_many_steps() {
                        return self.stop(turn);
                    }
                    self.push(Frame::Steps { list, at: at + 1, it });
                    self.follow(step, it, turn);
                }
                Frame::ScrapPicked => {
                    let picked = self.conclusion.as_mut().map(|it| std::mem::take(&mut it.picked));
                    self.exit(&picked.unwrap_or_default(), Exit::Scrap, turn);
                }
                Frame::DiscardPicked => {
                    let picked = self.conclusion.as_mut().map(|it| std::mem::take(&mut it.discards));
                    for (seat, card) in picked.unwrap_or_default() {
                        // A hand that somebody imagines may have another card in its place.
                        let first = self.player(seat).hand.first().map(|held| held.card);
                        if let Some(card) = Some(card).filter(|it| self.player(seat).holds(*it)).or(first) {
                            self.discard(seat, card, turn);
                        }
                    }
                }
                asking => {
                    if self.ask_or_answer(asking, turn) {
                        return;
                    }
                }
            }
            if self.ask == Ask::Over || self.blow.is_some() {
                return;
            }
        }
        if let Some(conclusion) = self.conclusion.take() {
            self.finish(conclusion.item, turn);
        }
        self.settle(turn);
    }

    /// SR-R53: whether what concludes goes on for too long; counts one step more.
    fn has_too_many_steps(&mut self) -> bool {
        self.conclusion.as_mut().is_some_and(|it| {
            it.steps += 1;
            it.steps > MOST_STEPS
        })
    }

    /// SR-57, SR-58: where the card goes.
    fn finish(&mut self, item: Item, turn: &mut Turn<'_, Event>) {
        let Matter::Card { owner, .. } = item.matter else { return };
        if self.player(owner).lost {
            return;
        }
        if self.card(item.card).kind == Kinds::ACTION {
            self.put_in_scrap(owner, item.card);
        } else {
            self.enter(item.card, owner, item.controller, false, turn);
        }
    }

    fn push(&mut self, frame: Frame) {
        if let Some(conclusion) = &mut self.conclusion {
            conclusion.work.push(frame);
        }
    }

    /// Asks what a frame asks; where there is no choice, goes on. Says whether it asked.
    fn ask_or_answer(&mut self, frame: Frame, turn: &mut Turn<'_, Event>) -> bool {
        if let Frame::Look { seat, of, depth, .. } = frame {
            // SR-132: from now on the player knows the card.
            let deck = &mut self.player_mut(of).deck;
            if let Some(at) = deck.len().checked_sub(1 + usize::from(depth)) {
                deck[at].known |= 1 << seat.0;
                let card = deck[at].card;
                turn.mark(Marks::REVEALED);
                turn.tell("SR-132", || Event::Looked { seat, of, card });
            }
        }
        self.push(frame);
        let (mut options, mut only) = (0, None);
        self.each_answer(&frame, &mut |action| {
            options += 1;
            only = Some(action);
        });
        match (options, only, frame.asks()) {
            (0, ..) => {
                self.drop_frame(&frame, turn);
                false
            }
            (1, Some(only), _) if !matches!(frame, Frame::Search { .. }) => {
                self.answer(only, turn);
                false
            }
            (_, _, Some(seat)) => {
                self.ask = Ask::Choice { seat };
                true
            }
            _ => false,
        }
    }

    /// Nothing can be chosen, so it is passed over.
    fn drop_frame(&mut self, frame: &Frame, turn: &mut Turn<'_, Event>) {
        if let Some(conclusion) = &mut self.conclusion {
            conclusion.work.pop();
        }
        match *frame {
            Frame::Pay { otherwise, it, .. } => self.push(Frame::Steps { list: otherwise, at: 0, it }),
            Frame::Search { seat, .. } => self.shuffle(seat, turn),
            _ => {}
        }
    }

    /// What may be answered to the frame that asks.
    pub(crate) fn each_answer(&self, frame: &Frame, each: &mut dyn FnMut(Action)) {
        match *frame {
            Frame::Steps { .. } | Frame::ScrapPicked | Frame::DiscardPicked => {}
            Frame::Discard { seat, .. } => each_kind(self, seat, &mut |card| {
                let chosen = self.conclusion.iter().flat_map(|it| &it.discards);
                let chosen = chosen.filter(|it| **it == (seat, card)).count();
                if self.player(seat).hand.iter().filter(|held| held.card == card).count() > chosen {
                    each(Action::Choose(Thing::held(card)));
                }
            }),
            Frame::Bury { seat, .. } => {
                each_kind(self, seat, &mut |card| each(Action::Choose(Thing::held(card))));
            }
            Frame::Scrap { seat, from, .. } => {
                let Some(conclusion) = &self.conclusion else { return };
                let (you, source) = (conclusion.item.controller, conclusion.item.source);
                self.each_fitting(from, you, seat, source, &mut |thing| {
                    let picked = thing.number().is_some_and(|number| conclusion.picked.contains(&number));
                    let own = self.piece_of(thing).is_some_and(|piece| piece.controller == seat);
                    if own && !picked {
                        each(Action::Choose(thing));
                    }
                });
            }
            Frame::Look { of, depth, .. } => {
                if self.player(of).deck.len() > usize::from(depth) {
                    each(Action::Yes);
                    each(Action::No);
                }
            }
            Frame::Search { seat, want, to, .. } => {
                let wanted = self.library.get().selector(want);
                let mut found: Vec<_> = self.player(seat).deck.iter().map(|hidden| hidden.card).collect();
                found.sort_unstable();
                found.dedup();
                // SR-17: an Action does not come to the front lines.
                let may = |card: CardId| to != Found::Front || self.card(card).kind != Kinds::ACTION;
                found.retain(|card| may(*card) && self.fits_card(wanted, *card));
                // Whoever searches for any card at all finds one, if there is one.
                if wanted.asks_for_a_quality() || found.is_empty() {
                    each(Action::Nothing);
                }
                for card in found {
                    each(Action::Choose(Thing::held(card)));
                }
            }
            Frame::Pay { seat, energy, .. } => {
                if self.energy(seat, &[]) >= energy.into() {
                    each(Action::Yes);
                    each(Action::No);
                }
            }
            Frame::May { .. } => {
                if self.may_again() {
                    each(Action::Yes);
                }
                each(Action::No);
            }
        }
    }

    /// SR-R53: whoever can stop stops after a hundred times.
    fn may_again(&self) -> bool {
        self.optional().is_none_or(|(number, place)| self.uses(number, place) < MOST_USES)
    }

    /// The triggered ability that concludes, by its card and its place there. Uses of others are counted when
    /// they are announced.
    fn optional(&self) -> Option<(Number, u8)> {
        let item = self.conclusion.as_ref().map(|it| it.item).filter(|item| self.is_triggered(item))?;
        match item.matter {
            Matter::Ability { place } => Some((item.source, place)),
            _ => None,
        }
    }

    /// Whether a player can answer what the effect asks.
    pub(crate) fn can_answer(&self, seat: Seat) -> bool {
        let frame = self.conclusion.as_ref().and_then(|it| it.work.last());
        let Some(frame) = frame.filter(|frame| frame.asks() == Some(seat)) else { return false };
        let mut answers = 0;
        self.each_answer(frame, &mut |_| answers += 1);
        answers > 0
    }

    /// A player has answered.
    pub(crate) fn choose(&mut self, action: Action, turn: &mut Turn<'_, Event>) {
        self.answer(action, turn);
        self.carry_on(turn);
    }

    fn answer(&mut self, action: Action, turn: &mut Turn<'_, Event>) {
        let frame = self.conclusion.as_mut().and_then(|it| it.work.pop()).expect("something is asked");
        match (frame, action) {
            (Frame::Discard { seat, chooser, left }, Action::Choose(thing)) => {
                if let (Some(conclusion), Some(card)) = (&mut self.conclusion, thing.in_hand()) {
                    conclusion.discards.push((seat, card));
                }
                self.again(left, |left| Frame::Discard { seat, chooser, left });
            }
            (Frame::Scrap { seat, from, left }, Action::Choose(thing)) => {
                if let (Some(conclusion), Some(number)) = (&mut self.conclusion, thing.number()) {
                    conclusion.picked.push(number);
                }
                self.again(left, |left| Frame::Scrap { seat, from, left });
            }
            (Frame::Bury { seat, left, top }, Action::Choose(thing)) => {
                if let Some(card) = thing.in_hand() {
                    let player = self.player_mut(seat);
                    player.take_from_hand(card);
                    let hidden = Hidden { card, known: 1 << seat.0 };
                    if top {
                        player.deck.push(hidden);
                    } else {
                        player.deck.insert(0, hidden);
                    }
                    turn.tell("SR-R04", || Event::Buried { seat, card, top });
                }
                self.again(left, |left| Frame::Bury { seat, left, top });
            }
            (Frame::Look { seat, of, depth, left }, answer) => {
                let deck = &mut self.player_mut(of).deck;
                let at = deck.len() - 1 - usize::from(depth);
                let bottom = answer == Action::Yes;
                if bottom {
                    let hidden = deck.remove(at);
                    deck.insert(0, hidden);
                }
                turn.tell("SR-132", || Event::Sank { seat, bottom });
                let depth = depth + u8::from(!bottom);
                self.again(left, |left| Frame::Look { seat, of, depth, left });
            }
            (Frame::Search { seat, want, left, to }, Action::Choose(thing)) => {
                if let Some(card) = thing.in_hand() {
                    self.find(seat, card, to, turn);
                }
                match left {
                    0 | 1 => self.shuffle(seat, turn),
                    _ => self.push(Frame::Search { seat, want, left: left - 1, to }),
                }
            }
            (Frame::Search { seat, .. }, _) => self.shuffle(seat, turn),
            (Frame::Pay { seat, energy, .. }, Action::Yes) => {
                self.pay_energy(seat, energy.into(), &[], turn);
                turn.tell("SR-50", || Event::Paid { seat, energy });
            }
            (Frame::Pay { otherwise, it, .. }, _) => self.push(Frame::Steps { list: otherwise, at: 0, it }),
            (Frame::May { list, it, .. }, Action::Yes) => {
                if let Some((number, place)) = self.optional() {
                    self.count_use(number, place);
                }
                self.push(Frame::Steps { list, at: 0, it });
            }
            _ => {}
        }
    }

    fn again(&mut self, left: u8, frame: impl FnOnce(u8) -> Frame) {
        if left > 1 {
            self.push(frame(left - 1));
        }
    }

    /// SR-R45: a card that was searched for is shown, and goes where it goes.
    fn find(&mut self, seat: Seat, card: CardId, to: Found, turn: &mut Turn<'_, Event>) {
        let deck = &mut self.player_mut(seat).deck;
        let at = deck.iter().position(|hidden| hidden.card == card).expect("it was judged to be there");
        deck.remove(at);
        turn.mark(Marks::REVEALED);
        turn.tell("SR-R45", || Event::Found { seat, card });
        match to {
            Found::Hand => self.player_mut(seat).take_in_hand(Hidden { card, known: everyone_but(seat) }),
            Found::Front => {
                self.enter(card, seat, seat, false, turn);
            }
        }
    }

    /// Where the damage of a step comes from.
    fn source_of(&self, source: Ref, from: Standpoint<'_>) -> Option<Source> {
        let item = from.item?;
        let number = self.things(source, from).first()?.number()?;
        let played = (number == item.source).then(|| Source {
            number,
            card: item.card,
            controller: item.controller,
            keywords: self.card(item.card).keywords,
        });
        let piece = self.last_known(number).map(|piece| Source {
            number,
            card: piece.card,
            controller: piece.controller,
            keywords: piece.now.keywords,
        });
        piece.or(played)
    }

    fn whole(&self, amount: &Amount, from: Standpoint<'_>) -> u8 {
        self.amount(amount, from).clamp(0, 99) as u8
    }

    /// SR-58: carries one step out.
    #[allow(clippy::too_many_lines, reason = "one arm a word of the card language")]
    fn follow(&mut self, step: &'static Step, it: Thing, turn: &mut Turn<'_, Event>) {
        let Some(item) = self.conclusion.as_ref().map(|conclusion| conclusion.item) else { return };
        let from = Standpoint::of(&item, it);
        let numbers = |state: &SecureTheRift, what: Ref| -> Vec<Number> {
            state.things(what, from).into_iter().filter_map(Thing::number).collect()
        };
        // SR-R32: what has left is not changed any more.
        let in_play = |state: &SecureTheRift, what: Ref| -> Vec<Number> {
            numbers(state, what).into_iter().filter(|number| state.piece(*number).is_some()).collect()
        };
        let seats = |state: &SecureTheRift, who: Ref| -> Vec<Seat> {
            state
                .things(who, from)
                .into_iter()
                .filter_map(Thing::seat)
                .filter(|seat| !state.player(*seat).lost)
                .collect()
        };
        match step {
            Step::Damage { amount, to, source } => {
                let Some(source) = self.source_of(*source, from) else { return };
                let amount = self.amount(amount, from);
                let hit = |to: Thing| Hit { source, to, amount, battle: false, redirected: false };
                let struck = self.things(*to, from).into_iter().filter(|to| self.is_struck_by_damage(*to));
                let hits = struck.map(hit).collect();
                self.deal(hits, turn);
            }
            Step::Destroy { what } | Step::Scrap { what } => {
                let numbers = numbers(self, *what);
                self.exit(&numbers, Exit::Scrap, turn);
            }
            Step::ScrapPick { who, pick, from: selector } => {
                let left = self.whole(pick, from);
                let seats = seats(self, *who);
                self.push(Frame::ScrapPicked);
                for seat in seats.into_iter().rev().filter(|_| left > 0) {
                    self.push(Frame::Scrap { seat, from: *selector, left });
                }
            }
            Step::Void { what, until_self_leaves } => {
                // SR-R33: if the card has left already, nothing is voided; nor can it wait for itself.
                if *until_self_leaves && self.piece(item.source).is_none() {
                    return;
                }
                let (front, piles): (Vec<Number>, Vec<Number>) = numbers(self, *what)
                    .into_iter()
                    .filter(|number| !(*until_self_leaves && *number == item.source))
                    .partition(|number| self.piece(*number).is_some());
                let lying = self.exit(&front, Exit::Void, turn);
                if *until_self_leaves {
                    let until = item.source;
                    self.boxed.extend(lying.into_iter().map(|(owner, number)| Boxed {
                        number,
                        owner,
                        until,
                    }));
                }
                piles.into_iter().for_each(|number| self.void_from_scrap(number, turn));
            }
            Step::Draw { who, n } => {
                let n = self.whole(n, from);
                for seat in seats(self, *who) {
                    (0..n).for_each(|_| self.draw(seat, "SR-R35", turn));
                }
            }
            // Of all cards there is none to choose.
            Step::Discard { who, n: None, .. } => {
                let all = seats(self, *who).into_iter().flat_map(|seat| {
                    let held: Vec<CardId> = self.player(seat).hand.iter().map(|held| held.card).collect();
                    held.into_iter().map(move |card| (seat, card))
                });
                let all: Vec<(Seat, CardId)> = all.collect();
                all.into_iter().for_each(|(seat, card)| self.discard(seat, card, turn));
            }
            Step::Discard { who, n: Some(n), chooser } => {
                let left = self.whole(n, from);
                let mut asked = Vec::new();
                for seat in seats(self, *who) {
                    let left = left.min(self.player(seat).hand.len() as u8);
                    match chooser {
                        _ if left == 0 => {}
                        Chooser::Random => {
                            for _ in 0..left {
                                let hand = &self.player(seat).hand;
                                let card = hand[turn.chance.below(hand.len() as u32) as usize].card;
                                turn.mark(Marks::CHANCE | Marks::REVEALED);
                                self.discard(seat, card, turn);
                            }
                        }
                        Chooser::Owner => asked.push(Frame::Discard { seat, chooser: seat, left }),
                        Chooser::You => {
                            // Whoever chooses sees the hand.
                            let you = item.controller;
                            self.player_mut(seat).hand.iter_mut().for_each(|held| held.known |= 1 << you.0);
                            self.player_mut(seat).hand.sort_by_key(|held| (held.card, held.known));
                            turn.mark(Marks::REVEALED);
                            asked.push(Frame::Discard { seat, chooser: you, left });
                        }
                    }
                }
                if !asked.is_empty() {
                    self.push(Frame::DiscardPicked);
                }
                asked.into_iter().rev().for_each(|frame| self.push(frame));
            }
            Step::Mill { who, n } => {
                let n = self.whole(n, from);
                for seat in seats(self, *who) {
                    (0..n).for_each(|_| self.mill(seat, turn));
                }
            }
            Step::Look { who, n } => {
                let left = self.whole(n, from);
                for of in seats(self, *who).into_iter().rev().filter(|_| left > 0) {
                    self.push(Frame::Look { seat: item.controller, of, depth: 0, left });
                }
            }
            Step::Reveal { who, n } => {
                let n = n.as_ref().map(|n| self.whole(n, from));
                seats(self, *who).into_iter().for_each(|seat| self.reveal(seat, n, turn));
            }
            Step::Search { want, upto, to } => {
                self.push(Frame::Search { seat: item.controller, want: *want, left: *upto, to: *to });
            }
            Step::Bury { who, pick, top } => {
                let left = self.whole(pick, from);
                for seat in seats(self, *who).into_iter().rev().filter(|_| left > 0) {
                    self.push(Frame::Bury { seat, left, top: *top });
                }
            }
            Step::Shuffle { who } => seats(self, *who).into_iter().for_each(|seat| self.shuffle(seat, turn)),
            Step::GainLife { who, n } => {
                let n = self.amount(n, from);
                seats(self, *who).into_iter().for_each(|seat| self.change_life(seat, 0, n, "SR-104", turn));
            }
            Step::LoseLife { who, n } => {
                let n = self.amount(n, from);
                seats(self, *who).into_iter().for_each(|seat| self.change_life(seat, n, 0, "SR-103", turn));
            }
            Step::SetLife { who, n } => {
                let n = self.amount(n, from).min(MOST_LIFE);
                for seat in seats(self, *who) {
                    let change = n - self.player(seat).life;
                    self.change_life(seat, -change, change, "SR-104", turn);
                }
            }
            Step::Modify { what, attack, defence, until } => {
                let (attack, defence) = (self.amount(attack, from), self.amount(defence, from));
                for on in in_play(self, *what) {
                    self.last(Change::Stats { on, attack, defence }, *until, &item);
                }
            }
            Step::Counters { what, n } => {
                let n = self.amount(n, from);
                for number in numbers(self, *what) {
                    if let Some(piece) = self.piece_mut(number) {
                        piece.upgrades = (piece.upgrades + n).clamp(0, MOST);
                        turn.tell("SR-H06", || Event::Upgraded { number, n });
                    }
                }
            }
            Step::GainKeyword { what, keyword, until } => {
                for on in in_play(self, *what) {
                    // SR-R22: a SAFEGUARD that is there already does not become two.
                    let has = self.piece(on).is_some_and(|piece| piece.now.keywords.has(*keyword));
                    if !(has && *keyword == Keywords::SAFEGUARD) {
                        self.last(Change::Gain { on, keyword: *keyword }, *until, &item);
                    }
                }
            }
            Step::LoseKeyword { what, keyword, until } => {
                for on in in_play(self, *what) {
                    self.last(Change::Lose { on, keyword: *keyword }, *until, &item);
                }
            }
            Step::CreateToken { token, n, who, vulnerable } => {
                let n = self.whole(n, from);
                for seat in seats(self, *who) {
                    for _ in 0..n {
                        self.enter(*token, seat, seat, *vulnerable, turn);
                    }
                }
            }
            Step::Cancel { what } => {
                for number in numbers(self, *what) {
                    self.cancel(number, turn);
                }
            }
            Step::PayOr { who, energy, otherwise } => {
                for seat in seats(self, *who).into_iter().rev() {
                    self.push(Frame::Pay { seat, energy: *energy, otherwise: *otherwise, it });
                }
            }
            Step::Refresh { what } => {
                for number in numbers(self, *what) {
                    let cannot = self.piece(number).is_some_and(|it| it.now.cannot.has(Cannots::REFRESH));
                    if !cannot && self.refresh(number, turn) {
                        turn.tell("SR-21", || Event::Refreshed { number });
                    }
                }
            }
            Step::MakeVulnerable { what } => {
                for number in numbers(self, *what) {
                    if self.make_vulnerable(number, turn) {
                        turn.tell("SR-20", || Event::MadeVulnerable { number });
                    }
                }
            }
            Step::SkipRefresh { what, times } => {
                for number in numbers(self, *what) {
                    if let Some(piece) = self.piece_mut(number) {
                        piece.skips = piece.skips.saturating_add(*times);
                    }
                }
            }
            Step::ReturnToHand { what } => {
                let (front, piles): (Vec<Number>, Vec<Number>) = numbers(self, *what)
                    .into_iter()
                    .filter(|number| self.may_be_held(*number))
                    .partition(|number| self.piece(*number).is_some());
                self.exit(&front, Exit::Hand, turn);
                piles.into_iter().for_each(|number| self.pile_to_hand(number, turn));
            }
            Step::PutInPlay { what, controller, vulnerable, name } => {
                let controller = seats(self, *controller).first().copied().unwrap_or(item.controller);
                for number in numbers(self, *what) {
                    // SR-17: an Action stays where it is.
                    let is_action = |card: CardId| self.card(card).kind == Kinds::ACTION;
                    if card_of(self, number).is_none_or(is_action) {
                        continue;
                    }
                    let Some((owner, card)) = self.take_from_pile(number) else { continue };
                    let new = self.enter(card, owner, controller, *vulnerable, turn);
                    if let (Some(name), Some(conclusion)) = (name, &mut self.conclusion) {
                        conclusion.item.names[*name as usize] = Thing::card(new);
                    }
                }
            }
            Step::GainControl { what, who, until } => {
                let Some(seat) = seats(self, *who).first().copied() else { return };
                let mut given = Vec::new();
                for on in numbers(self, *what) {
                    let Some(before) = self.piece(on).map(|piece| piece.controller) else { continue };
                    if self.last(Change::Control { on, before }, *until, &item) {
                        if self.give_control(on, seat) {
                            given.push(on);
                        }
                        turn.tell("SR-R12", || Event::Controlled { number: on, seat });
                    }
                }
                self.given(&given, turn);
            }
            Step::AddEnergy { n } => {
                let n = self.whole(n, from);
                let player = self.player_mut(item.controller);
                player.energy = player.energy.saturating_add(n);
                turn.tell("SR-26", || Event::MadeEnergy { seat: item.controller, number: item.source, n });
            }
            Step::EnergyFromPile { n, vulnerable } => {
                let n = self.whole(n, from);
                (0..n).for_each(|_| self.energy_from_pile(item.controller, *vulnerable, turn));
            }
            Step::Prevent { to, amount, only_battle, until } => {
                let left = amount.as_ref().map(|amount| self.amount(amount, from));
                if left.is_some_and(|left| left <= 0) {
                    return;
                }
                match to {
                    Shielded::Fitting(selector) => {
                        let what = Change::Shelter { selector: *selector, left, only_battle: *only_battle };
                        self.last(what, *until, &item);
                    }
                    Shielded::These(what) => {
                        let there = |on: &Thing| on.seat().is_some() || self.piece_of(*on).is_some();
                        let these: Vec<Thing> = self.things(*what, from).into_iter().filter(there).collect();
                        for on in these {
                            self.last(Change::Shield { on, left, only_battle: *only_battle }, *until, &item);
                        }
                    }
                }
            }
            Step::Redirect { to, onto, amount, only_battle, until } => {
                let left = amount.as_ref().map(|amount| self.amount(amount, from));
                let there = |state: &SecureTheRift, what: Ref| -> Vec<Thing> {
                    state.things(what, from).into_iter().filter(|it| state.is_struck_by_damage(*it)).collect()
                };
                let Some(onto) = there(self, *onto).first().copied() else { return };
                for on in there(self, *to).into_iter().filter(|_| left.is_none_or(|left| left > 0)) {
                    let what = Change::Detour { on, onto, left, only_battle: *only_battle };
                    self.last(what, *until, &item);
                }
            }
            Step::If { test, then, otherwise } => {
                let list = if self.holds(test, from) { Some(*then) } else { *otherwise };
                if let Some(list) = list {
                    self.push(Frame::Steps { list, at: 0, it });
                }
            }
            Step::ForEach { what, effect } => {
                for it in self.things(*what, from).into_iter().rev() {
                    self.push(Frame::Steps { list: *effect, at: 0, it });
                }
            }
            Step::Repeat { n, effect } => {
                (0..self.whole(n, from)).for_each(|_| self.push(Frame::Steps { list: *effect, at: 0, it }));
            }
            Step::May { effect } => self.push(Frame::May { seat: item.controller, list: *effect, it }),
            Step::Delay { at, effect } => {
                let item = Item { matter: Matter::Delayed { list: *effect }, ..item };
                self.delayed.push(Delayed { at: *at, item });
            }
        }
    }

    /// Something changes for a while; says whether it does. What lasts until a card leaves that has left
    /// already does not begin (SR-R33).
    fn last(&mut self, what: Change, until: Until, item: &Item) -> bool {
        if until == Until::SelfLeaves && self.piece(item.source).is_none() {
            return false;
        }
        let time = self.new_number();
        self.lasting.push(Lasting { what, until, by: item.controller, source: item.source, time });
        true
    }

    /// SR-98: damage is for Bases and Souls.
    fn is_struck_by_damage(&self, thing: Thing) -> bool {
        thing.seat().is_some() || self.piece_of(thing).is_some_and(|piece| self.is_soul(piece.card))
    }

    /// SR-132: everyone sees the top cards of a deck, so many; or a whole hand.
    fn reveal(&mut self, seat: Seat, n: Option<u8>, turn: &mut Turn<'_, Event>) {
        let player = self.player_mut(seat);
        let (place, seen) = match n {
            None => ("in the hand", &mut player.hand[..]),
            Some(n) => {
                let below = player.deck.len().saturating_sub(n.into());
                ("on the deck", &mut player.deck[below..])
            }
        };
        let others = if n.is_none() { everyone_but(seat) } else { 0b1111 };
        seen.iter_mut().for_each(|hidden| hidden.known |= others);
        // The top card is the last of a deck, and is shown first.
        let cards: Vec<CardId> = seen.iter().rev().map(|hidden| hidden.card).collect();
        if !cards.is_empty() {
            turn.mark(Marks::REVEALED);
        }
        for card in cards {
            turn.tell("SR-132", || Event::Revealed { seat, card, place });
        }
    }

    /// SR-61, SR-R09, SR-R09b.
    fn cancel(&mut self, number: Number, turn: &mut Turn<'_, Event>) {
        let Some(at) = self.sequence.iter().position(|item| item.number == number) else { return };
        let item = self.sequence[at];
        if item.owner().is_some() && self.card(item.card).keywords.has(Keywords::FATE) {
            turn.tell("SR-R09b", || Event::Fated { item });
            return;
        }
        self.sequence.remove(at);
        if let Some(owner) = item.owner() {
            self.remember(number, item.card, owner, item.controller);
            self.put_in_scrap(owner, item.card);
        }
        turn.tell("SR-61", || Event::Cancelled { item });
    }
}
