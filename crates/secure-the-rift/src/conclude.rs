//! Concluding the newest item in the Sequence, instruction by instruction (SR-57 to SR-61, SR-72, SR-73).
//!
//! The remaining work is a stack of [`Task`]s: instructions of the effect, and the choices that some of them need.
//! Nobody has priority in the meantime (SR-60).

use atlas_core::{Marks, Seat, Turn};

use crate::action::Action;
use crate::announce::Reserved;
use crate::damage::{DamageSource, Hit};
use crate::evaluate::Context;
use crate::event::Event;
use crate::legal::each_name_in_hand;
use crate::notation::card_of;
use crate::pack::language::{
    Ability, Amount, CardId, Chooser, EffectId, Instruction, Keywords, Kinds, PreventionTarget, Prohibitions,
    Ref, SearchDestination, SelectorId, Until,
};
use crate::state::{Decision, MAX_INSTRUCTIONS, MAX_LIFE, MAX_USES, MAX_VALUE, SecureTheRift};
use crate::things::{
    Change, Delayed, HiddenCard, Item, ItemKind, LastingEffect, Number, Picks, ReturningCard, Thing,
};
use crate::zones::{Exit, everyone_but};

/// The item that is concluding, and its remaining work.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Conclusion {
    pub(crate) item: Item,
    /// The remaining work. The next task is the last.
    pub(crate) tasks: Vec<Task>,
    /// The number of instructions executed so far.
    pub(crate) executed: u16,
    /// The cards chosen so far that will be scrapped together.
    pub(crate) picked: Vec<Number>,
    /// SR-R35: the cards chosen so far that will be discarded together.
    pub(crate) discards: Vec<(Seat, CardId)>,
}

/// A task of a concluding item.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Task {
    /// Executes an effect from an instruction on. `it` is the current thing of a `for_each`.
    Run { effect: EffectId, at: u8, it: Thing },
    /// SR-R35: `chooser` chooses `left` cards of the hand of `seat` to discard.
    Discard { seat: Seat, chooser: Seat, left: u8 },
    /// A player chooses `left` things to scrap.
    Scrap { seat: Seat, from: SelectorId, left: u8 },
    /// Scraps all chosen things together.
    ScrapPicked,
    /// Discards all chosen cards together.
    DiscardPicked,
    /// A player puts `left` cards from their hand on the bottom or on top of their deck.
    Bury { seat: Seat, left: u8, top: bool },
    /// SR-132: a player looks at the next `left` cards of a deck, of which the first has `depth` cards above it.
    Look { seat: Seat, of: Seat, depth: u8, left: u8 },
    /// SR-R45: a player searches their deck for up to `left` cards.
    Search { seat: Seat, want: SelectorId, left: u8, to: SearchDestination },
    /// A player pays Energy, or the effect `otherwise` follows.
    Pay { seat: Seat, energy: u8, otherwise: EffectId, it: Thing },
    /// SR-R37: a player may use an optional effect.
    May { seat: Seat, effect: EffectId, it: Thing },
}

impl Task {
    /// The player who has to choose something for it, if anybody does.
    pub(crate) fn asks(&self) -> Option<Seat> {
        match self {
            Task::Run { .. } | Task::ScrapPicked | Task::DiscardPicked => None,
            Task::Discard { chooser, .. } => Some(*chooser),
            Task::Scrap { seat, .. }
            | Task::Bury { seat, .. }
            | Task::Look { seat, .. }
            | Task::Search { seat, .. }
            | Task::Pay { seat, .. }
            | Task::May { seat, .. } => Some(*seat),
        }
    }

    /// The rule that the choice follows from.
    pub(crate) fn rule(&self) -> &'static str {
        match self {
            Task::Discard { .. } => "SR-R35",
            Task::Scrap { .. } => "SR-101",
            Task::Bury { .. } => "SR-R04",
            Task::Look { .. } => "SR-132",
            Task::Search { .. } => "SR-R45",
            Task::Pay { .. } => "SR-50",
            Task::May { .. } => "SR-R37",
            Task::Run { .. } | Task::ScrapPicked | Task::DiscardPicked => "SR-60",
        }
    }
}

impl SecureTheRift {
    /// SR-55: concludes an item.
    pub(crate) fn conclude(&mut self, mut item: Item, turn: &mut Turn<'_, Event>) {
        turn.tell("SR-55", || Event::Concludes { item });
        if self.is_repeating(&item) {
            return self.stop_game(turn);
        }
        self.priority = self.active;
        if !self.recheck_targets(&mut item) {
            turn.tell("SR-73", || Event::Fizzled { item });
            self.finish(item, turn);
            return self.settle(turn);
        }
        let effect = match item.kind {
            ItemKind::Delayed { effect } => Some(effect),
            _ => self.script(&item).map(|script| script.effect),
        };
        let condition = match item.kind {
            ItemKind::Ability { place } => match &self.card(item.card).abilities[place as usize] {
                Ability::Triggered { condition, .. } => condition.as_ref(),
                _ => None,
            },
            _ => None,
        };
        // SR-R38: the condition is tested again.
        let holds = condition.is_none_or(|it| self.holds(it, Context::of(&item, Thing::NONE)));
        let task = effect.filter(|_| holds).map(|effect| Task::Run { effect, at: 0, it: Thing::NONE });
        let tasks = task.into_iter().collect();
        self.conclusion =
            Some(Conclusion { item, tasks, executed: 0, picked: Vec::new(), discards: Vec::new() });
        self.continue_conclusion(turn);
    }

    /// SR-72, SR-73: removes illegal targets. Returns whether the item still concludes.
    fn recheck_targets(&self, item: &mut Item) -> bool {
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

    /// Continues the conclusion until a player has to choose something or it is complete.
    pub(crate) fn continue_conclusion(&mut self, turn: &mut Turn<'_, Event>) {
        while let Some(task) = self.conclusion.as_mut().and_then(|it| it.tasks.pop()) {
            if self.exceeds_limits() {
                return self.stop_game(turn);
            }
            self.recompute();
            match task {
                Task::Run { effect, at, it } => {
                    let instructions = self.library.get().effect(effect);
                    let Some(instruction) = instructions.get(at as usize) else { continue };
                    if self.has_executed_too_many() {
                        return self.stop_game(turn);
                    }
                    self.push(Task::Run { effect, at: at + 1, it });
                    self.execute(instruction, it, turn);
                }
                Task::ScrapPicked => {
                    let picked = self.conclusion.as_mut().map(|it| std::mem::take(&mut it.picked));
                    self.exit(&picked.unwrap_or_default(), Exit::Scrap, turn);
                }
                Task::DiscardPicked => {
                    let picked = self.conclusion.as_mut().map(|it| std::mem::take(&mut it.discards));
                    for (seat, card) in picked.unwrap_or_default() {
                        // In an imagined state the hand may contain another card instead.
                        let first = self.player(seat).hand.first().map(|held| held.card);
                        if let Some(card) = Some(card).filter(|it| self.player(seat).holds(*it)).or(first) {
                            self.discard(seat, card, turn);
                        }
                    }
                }
                asking => {
                    if self.ask_or_resolve(asking, turn) {
                        return;
                    }
                }
            }
            if self.decision == Decision::Over || self.pending_damage.is_some() {
                return;
            }
        }
        if let Some(conclusion) = self.conclusion.take() {
            self.finish(conclusion.item, turn);
        }
        self.settle(turn);
    }

    /// SR-R53: counts an executed instruction. Returns whether there were too many.
    fn has_executed_too_many(&mut self) -> bool {
        self.conclusion.as_mut().is_some_and(|it| {
            it.executed += 1;
            it.executed > MAX_INSTRUCTIONS
        })
    }

    /// SR-57, SR-58: moves a card that has concluded to its next zone.
    fn finish(&mut self, item: Item, turn: &mut Turn<'_, Event>) {
        let ItemKind::Card { owner, .. } = item.kind else { return };
        if self.player(owner).lost {
            return;
        }
        if self.card(item.card).kind == Kinds::ACTION {
            self.put_in_scrap(owner, item.card);
        } else {
            self.enter(item.card, owner, item.controller, false, turn);
        }
    }

    fn push(&mut self, task: Task) {
        if let Some(conclusion) = &mut self.conclusion {
            conclusion.tasks.push(task);
        }
    }

    /// Asks for the choice that a task needs, or resolves it if there is no alternative. Returns whether a player has
    /// to choose.
    pub(crate) fn ask_or_resolve(&mut self, task: Task, turn: &mut Turn<'_, Event>) -> bool {
        if let Task::Look { seat, of, depth, .. } = task {
            // SR-132: the player knows the card from now on.
            let deck = &mut self.player_mut(of).deck;
            if let Some(at) = deck.len().checked_sub(1 + usize::from(depth)) {
                deck[at].known |= 1 << seat.0;
                let card = deck[at].card;
                turn.mark(Marks::REVEALED);
                turn.tell("SR-132", || Event::Looked { seat, of, card: Some(card) });
            }
        }
        self.push(task);
        let (mut options, mut first) = (0, None);
        self.each_answer(&task, &mut |action| {
            options += 1;
            first.get_or_insert(action);
        });
        let is_forced = if self.rules >= 2 { self.is_forced(&task, options) } else { options == 1 };
        match (options, first, task.asks()) {
            (0, ..) => {
                self.skip_task(&task, turn);
                false
            }
            (_, Some(first), _) if is_forced && !matches!(task, Task::Search { .. }) => {
                self.answer(first, turn);
                false
            }
            (_, _, Some(seat)) => {
                self.decision = Decision::Choice { seat };
                true
            }
            _ => false,
        }
    }

    /// Whether a task leaves no choice. SR-130: for cards in a hand this depends only on their number, which everyone
    /// sees. Otherwise the missing question would tell others that the cards are alike.
    fn is_forced(&self, task: &Task, options: u32) -> bool {
        match *task {
            Task::Bury { seat, .. } => self.player(seat).hand.len() == 1,
            // SR-R35: the cards are discarded together, so their order does not matter.
            Task::Discard { seat, left, .. } => {
                let chosen = self.conclusion.iter().flat_map(|it| &it.discards).filter(|it| it.0 == seat);
                self.player(seat).hand.len() <= chosen.count() + usize::from(left)
            }
            _ => options == 1,
        }
    }

    /// Skips a task because nothing can be chosen.
    fn skip_task(&mut self, task: &Task, turn: &mut Turn<'_, Event>) {
        if let Some(conclusion) = &mut self.conclusion {
            conclusion.tasks.pop();
        }
        match *task {
            Task::Pay { otherwise, it, .. } => self.push(Task::Run { effect: otherwise, at: 0, it }),
            Task::Search { seat, .. } => self.shuffle(seat, turn),
            _ => {}
        }
    }

    /// Calls `each` with the legal answers to a task.
    pub(crate) fn each_answer(&self, task: &Task, each: &mut dyn FnMut(Action)) {
        match *task {
            Task::Run { .. } | Task::ScrapPicked | Task::DiscardPicked => {}
            Task::Discard { seat, .. } => each_name_in_hand(self, seat, &mut |card| {
                let chosen = self.conclusion.iter().flat_map(|it| &it.discards);
                let chosen = chosen.filter(|it| **it == (seat, card)).count();
                if self.player(seat).hand.iter().filter(|held| held.card == card).count() > chosen {
                    each(Action::Choose(Thing::held(card)));
                }
            }),
            Task::Bury { seat, .. } => {
                each_name_in_hand(self, seat, &mut |card| each(Action::Choose(Thing::held(card))));
            }
            Task::Scrap { seat, from, .. } => {
                let Some(conclusion) = &self.conclusion else { return };
                let (you, source) = (conclusion.item.controller, conclusion.item.source);
                self.each_match(from, you, seat, source, &mut |thing| {
                    let picked = thing.number().is_some_and(|number| conclusion.picked.contains(&number));
                    let own = self.piece_of(thing).is_some_and(|piece| piece.controller == seat);
                    if own && !picked {
                        each(Action::Choose(thing));
                    }
                });
            }
            Task::Look { of, depth, .. } => {
                if self.player(of).deck.len() > usize::from(depth) {
                    each(Action::Yes);
                    each(Action::No);
                }
            }
            Task::Search { seat, want, to, .. } => {
                let wanted = self.library.get().selector(want);
                let mut found: Vec<_> = self.player(seat).deck.iter().map(|hidden| hidden.card).collect();
                found.sort_unstable();
                found.dedup();
                // SR-17: an Action is never on the front lines.
                let may =
                    |card: CardId| to != SearchDestination::Front || self.card(card).kind != Kinds::ACTION;
                found.retain(|card| may(*card) && self.card_matches(wanted, *card));
                // A search for any card must find one if the deck is not empty.
                if wanted.is_restrictive() || found.is_empty() {
                    each(Action::Nothing);
                }
                for card in found {
                    each(Action::Choose(Thing::held(card)));
                }
            }
            Task::Pay { seat, energy, .. } => {
                if self.energy(seat, &Reserved::default()) >= energy.into() {
                    each(Action::Yes);
                    each(Action::No);
                }
            }
            Task::May { .. } => {
                if self.may_again() {
                    each(Action::Yes);
                }
                each(Action::No);
            }
        }
    }

    /// SR-R53: an optional effect can be used at most a hundred times in a turn.
    fn may_again(&self) -> bool {
        self.concluding_trigger().is_none_or(|(number, place)| self.uses(number, place) < MAX_USES)
    }

    /// The triggered ability that is concluding, by its card and its index there. Uses of activated abilities are
    /// counted when they are announced.
    fn concluding_trigger(&self) -> Option<(Number, u8)> {
        let item = self.conclusion.as_ref().map(|it| it.item).filter(|item| self.is_triggered(item))?;
        match item.kind {
            ItemKind::Ability { place } => Some((item.source, place)),
            _ => None,
        }
    }

    /// Whether a player has to choose something for the effect and can do so.
    pub(crate) fn can_answer(&self, seat: Seat) -> bool {
        let task = self.conclusion.as_ref().and_then(|it| it.tasks.last());
        let Some(task) = task.filter(|task| task.asks() == Some(seat)) else { return false };
        let mut answers = 0;
        self.each_answer(task, &mut |_| answers += 1);
        answers > 0
    }

    /// Takes a player's answer and continues.
    pub(crate) fn choose(&mut self, action: Action, turn: &mut Turn<'_, Event>) {
        self.answer(action, turn);
        self.continue_conclusion(turn);
    }

    fn answer(&mut self, action: Action, turn: &mut Turn<'_, Event>) {
        let task =
            self.conclusion.as_mut().and_then(|it| it.tasks.pop()).expect("a task asked for the answer");
        match (task, action) {
            (Task::Discard { seat, chooser, left }, Action::Choose(thing)) => {
                if let (Some(conclusion), Some(card)) = (&mut self.conclusion, thing.in_hand()) {
                    conclusion.discards.push((seat, card));
                }
                self.repeat_task(left, |left| Task::Discard { seat, chooser, left });
            }
            (Task::Scrap { seat, from, left }, Action::Choose(thing)) => {
                if let (Some(conclusion), Some(number)) = (&mut self.conclusion, thing.number()) {
                    conclusion.picked.push(number);
                }
                self.repeat_task(left, |left| Task::Scrap { seat, from, left });
            }
            (Task::Bury { seat, left, top }, Action::Choose(thing)) => {
                if let Some(card) = thing.in_hand() {
                    let player = self.player_mut(seat);
                    player.take_from_hand_face_down(card);
                    let hidden = HiddenCard { card, known: 1 << seat.0 };
                    if top {
                        player.deck.push(hidden);
                    } else {
                        player.deck.insert(0, hidden);
                    }
                    turn.tell("SR-R04", || Event::Buried { seat, card: Some(card), top });
                }
                self.repeat_task(left, |left| Task::Bury { seat, left, top });
            }
            (Task::Look { seat, of, depth, left }, answer) => {
                let deck = &mut self.player_mut(of).deck;
                let at = deck.len() - 1 - usize::from(depth);
                let bottom = answer == Action::Yes;
                if bottom {
                    let hidden = deck.remove(at);
                    deck.insert(0, hidden);
                }
                turn.tell("SR-132", || Event::PutBack { seat, bottom });
                let depth = depth + u8::from(!bottom);
                self.repeat_task(left, |left| Task::Look { seat, of, depth, left });
            }
            (Task::Search { seat, want, left, to }, Action::Choose(thing)) => {
                if let Some(card) = thing.in_hand() {
                    self.find(seat, card, to, turn);
                }
                match left {
                    0 | 1 => self.shuffle(seat, turn),
                    _ => self.push(Task::Search { seat, want, left: left - 1, to }),
                }
            }
            (Task::Search { seat, .. }, _) => self.shuffle(seat, turn),
            (Task::Pay { seat, energy, .. }, Action::Yes) => {
                self.pay_energy(seat, energy.into(), &Reserved::default(), turn);
                turn.tell("SR-50", || Event::Paid { seat, energy });
            }
            (Task::Pay { otherwise, it, .. }, _) => self.push(Task::Run { effect: otherwise, at: 0, it }),
            (Task::May { effect, it, .. }, Action::Yes) => {
                if let Some((number, place)) = self.concluding_trigger() {
                    self.count_use(number, place);
                }
                self.push(Task::Run { effect, at: 0, it });
            }
            _ => {}
        }
    }

    fn repeat_task(&mut self, left: u8, task: impl FnOnce(u8) -> Task) {
        if left > 1 {
            self.push(task(left - 1));
        }
    }

    /// SR-R45: reveals a card that was searched for and moves it to its destination.
    fn find(&mut self, seat: Seat, card: CardId, to: SearchDestination, turn: &mut Turn<'_, Event>) {
        let deck = &mut self.player_mut(seat).deck;
        let at = deck.iter().position(|hidden| hidden.card == card).expect("the action was judged legal");
        deck.remove(at);
        turn.mark(Marks::REVEALED);
        turn.tell("SR-R45", || Event::Found { seat, card });
        match to {
            SearchDestination::Hand => {
                self.player_mut(seat).take_in_hand(HiddenCard { card, known: everyone_but(seat) });
            }
            SearchDestination::Front => {
                self.enter(card, seat, seat, false, turn);
            }
        }
    }

    /// The source of the damage of an instruction.
    fn source_of(&self, source: Ref, from: Context<'_>) -> Option<DamageSource> {
        let item = from.item?;
        let number = self.things(source, from).first()?.number()?;
        let played = (number == item.source).then(|| DamageSource {
            number,
            card: item.card,
            controller: item.controller,
            keywords: self.card(item.card).keywords,
        });
        let piece = self.last_known(number).map(|piece| DamageSource {
            number,
            card: piece.card,
            controller: piece.controller,
            keywords: piece.current.keywords,
        });
        piece.or(played)
    }

    /// The value of an amount as a number of times or of cards, at most 99.
    fn times(&self, amount: &Amount, from: Context<'_>) -> u8 {
        self.amount(amount, from).clamp(0, 99) as u8
    }

    /// SR-58: executes one instruction.
    #[allow(clippy::too_many_lines, reason = "one arm per instruction of the card language")]
    fn execute(&mut self, instruction: &'static Instruction, it: Thing, turn: &mut Turn<'_, Event>) {
        let Some(item) = self.conclusion.as_ref().map(|conclusion| conclusion.item) else { return };
        let from = Context::of(&item, it);
        let numbers = |state: &SecureTheRift, what: Ref| -> Vec<Number> {
            state.things(what, from).into_iter().filter_map(Thing::number).collect()
        };
        let found = |state: &SecureTheRift, what: Ref| -> Vec<Number> {
            numbers(state, what).into_iter().map(|number| state.found(number, &item)).collect()
        };
        // SR-R32: a card that has left its zone is not affected.
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
        match instruction {
            Instruction::Damage { amount, to, source } => {
                let Some(source) = self.source_of(*source, from) else { return };
                let amount = self.amount(amount, from);
                let hit = |to: Thing| Hit {
                    source,
                    to,
                    amount,
                    battle: false,
                    redirected: false,
                    applied: Vec::new(),
                };
                let damaged = self.things(*to, from).into_iter().filter(|to| self.can_be_damaged(*to));
                let hits = damaged.map(hit).collect();
                self.deal(hits, turn);
            }
            Instruction::Destroy { what } | Instruction::Scrap { what } => {
                let numbers = numbers(self, *what);
                self.exit(&numbers, Exit::Scrap, turn);
            }
            Instruction::ScrapPick { who, pick, from: selector } => {
                let left = self.times(pick, from);
                let seats = seats(self, *who);
                self.push(Task::ScrapPicked);
                for seat in seats.into_iter().rev().filter(|_| left > 0) {
                    self.push(Task::Scrap { seat, from: *selector, left });
                }
            }
            Instruction::Void { what, until_self_leaves } => {
                // SR-R33: nothing is voided if the source has left already, and the source cannot void itself.
                if *until_self_leaves && self.piece(item.source).is_none() {
                    return;
                }
                let (front, piles): (Vec<Number>, Vec<Number>) = found(self, *what)
                    .into_iter()
                    .filter(|number| !(*until_self_leaves && *number == item.source))
                    .partition(|number| self.piece(*number).is_some());
                let voided = self.exit(&front, Exit::Void, turn);
                if *until_self_leaves {
                    let until = item.source;
                    self.returning.extend(voided.into_iter().map(|(owner, number)| ReturningCard {
                        number,
                        owner,
                        until,
                    }));
                }
                piles.into_iter().for_each(|number| self.void_from_scrap(number, turn));
            }
            Instruction::Draw { who, n } => {
                let n = self.times(n, from);
                for seat in seats(self, *who) {
                    (0..n).for_each(|_| self.draw(seat, "SR-R35", turn));
                }
            }
            // Discarding the whole hand needs no choice.
            Instruction::Discard { who, n: None, .. } => {
                let all = seats(self, *who).into_iter().flat_map(|seat| {
                    let held: Vec<CardId> = self.player(seat).hand.iter().map(|held| held.card).collect();
                    held.into_iter().map(move |card| (seat, card))
                });
                let all: Vec<(Seat, CardId)> = all.collect();
                all.into_iter().for_each(|(seat, card)| self.discard(seat, card, turn));
            }
            Instruction::Discard { who, n: Some(n), chooser } => {
                let left = self.times(n, from);
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
                        Chooser::Owner => asked.push(Task::Discard { seat, chooser: seat, left }),
                        Chooser::You => {
                            // The player who chooses sees the hand.
                            let you = item.controller;
                            self.player_mut(seat).hand.iter_mut().for_each(|held| held.known |= 1 << you.0);
                            self.player_mut(seat).hand.sort_by_key(|held| (held.card, held.known));
                            turn.mark(Marks::REVEALED);
                            asked.push(Task::Discard { seat, chooser: you, left });
                        }
                    }
                }
                if !asked.is_empty() {
                    self.push(Task::DiscardPicked);
                }
                asked.into_iter().rev().for_each(|task| self.push(task));
            }
            Instruction::Mill { who, n } => {
                let n = self.times(n, from);
                for seat in seats(self, *who) {
                    (0..n).for_each(|_| self.mill(seat, turn));
                }
            }
            Instruction::Look { who, n } => {
                let left = self.times(n, from);
                for of in seats(self, *who).into_iter().rev() {
                    // SR-132: each card is looked at once, even if it is put on the bottom of a small deck.
                    let there = if self.rules >= 2 { self.player(of).deck.len().min(99) as u8 } else { left };
                    let left = left.min(there);
                    if left > 0 {
                        self.push(Task::Look { seat: item.controller, of, depth: 0, left });
                    }
                }
            }
            Instruction::Reveal { who, n } => {
                let n = n.as_ref().map(|n| self.times(n, from));
                seats(self, *who).into_iter().for_each(|seat| self.reveal(seat, n, turn));
            }
            Instruction::Search { want, upto, to } => {
                self.push(Task::Search { seat: item.controller, want: *want, left: *upto, to: *to });
            }
            Instruction::Bury { who, pick, top } => {
                let left = self.times(pick, from);
                for seat in seats(self, *who).into_iter().rev().filter(|_| left > 0) {
                    self.push(Task::Bury { seat, left, top: *top });
                }
            }
            Instruction::Shuffle { who } => {
                seats(self, *who).into_iter().for_each(|seat| self.shuffle(seat, turn));
            }
            Instruction::GainLife { who, n } => {
                let n = self.amount(n, from);
                seats(self, *who).into_iter().for_each(|seat| self.change_life(seat, 0, n, "SR-104", turn));
            }
            Instruction::LoseLife { who, n } => {
                let n = self.amount(n, from);
                seats(self, *who).into_iter().for_each(|seat| self.change_life(seat, n, 0, "SR-103", turn));
            }
            Instruction::SetLife { who, n } => {
                let n = self.amount(n, from).min(MAX_LIFE);
                for seat in seats(self, *who) {
                    let change = n - self.player(seat).life;
                    self.change_life(seat, -change, change, "SR-104", turn);
                }
            }
            Instruction::Modify { what, attack, defence, until } => {
                let (attack, defence) = (self.amount(attack, from), self.amount(defence, from));
                for on in in_play(self, *what) {
                    self.add_lasting(Change::Stats { on, attack, defence }, *until, &item);
                }
            }
            Instruction::Counters { what, n } => {
                let n = self.amount(n, from);
                for number in numbers(self, *what) {
                    if let Some(piece) = self.piece_mut(number) {
                        piece.upgrades = (piece.upgrades + n).clamp(0, MAX_VALUE);
                        turn.tell("SR-H06", || Event::Upgraded { number, n });
                    }
                }
            }
            Instruction::GainKeyword { what, keyword, until } => {
                for on in in_play(self, *what) {
                    // SR-R22: a second SAFEGUARD has no effect.
                    let has = self.piece(on).is_some_and(|piece| piece.current.keywords.has(*keyword));
                    if !(has && *keyword == Keywords::SAFEGUARD) {
                        self.add_lasting(Change::Gain { on, keyword: *keyword }, *until, &item);
                    }
                }
            }
            Instruction::LoseKeyword { what, keyword, until } => {
                for on in in_play(self, *what) {
                    self.add_lasting(Change::Lose { on, keyword: *keyword }, *until, &item);
                }
            }
            Instruction::CreateToken { token, n, who, vulnerable } => {
                let n = self.times(n, from);
                for seat in seats(self, *who) {
                    for _ in 0..n {
                        self.enter(*token, seat, seat, *vulnerable, turn);
                    }
                }
            }
            Instruction::Cancel { what } => {
                for number in numbers(self, *what) {
                    self.cancel(number, turn);
                }
            }
            Instruction::PayOr { who, energy, otherwise } => {
                for seat in seats(self, *who).into_iter().rev() {
                    self.push(Task::Pay { seat, energy: *energy, otherwise: *otherwise, it });
                }
            }
            Instruction::Refresh { what } => {
                for number in numbers(self, *what) {
                    let cannot =
                        self.piece(number).is_some_and(|it| it.current.cannot.has(Prohibitions::REFRESH));
                    if !cannot && self.refresh(number, turn) {
                        turn.tell("SR-21", || Event::Refreshed { number });
                    }
                }
            }
            Instruction::MakeVulnerable { what } => {
                for number in numbers(self, *what) {
                    if self.make_vulnerable(number, turn) {
                        turn.tell("SR-20", || Event::MadeVulnerable { number });
                    }
                }
            }
            // SR-R36: two effects that say "the next time" mean the same time.
            Instruction::SkipRefresh { what, times } => {
                let rules = self.rules;
                for number in numbers(self, *what) {
                    if let Some(piece) = self.piece_mut(number) {
                        piece.refresh_skips = if rules >= 2 {
                            piece.refresh_skips.max(*times)
                        } else {
                            piece.refresh_skips.saturating_add(*times)
                        };
                    }
                }
            }
            Instruction::ReturnToHand { what } => {
                let (front, piles): (Vec<Number>, Vec<Number>) = found(self, *what)
                    .into_iter()
                    .filter(|number| self.may_be_held(*number))
                    .partition(|number| self.piece(*number).is_some());
                self.exit(&front, Exit::Hand, turn);
                piles.into_iter().for_each(|number| self.pile_to_hand(number, turn));
            }
            Instruction::PutInPlay { what, controller, vulnerable, name } => {
                let controller = seats(self, *controller).first().copied().unwrap_or(item.controller);
                for number in found(self, *what) {
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
            Instruction::GainControl { what, who, until } => {
                let Some(seat) = seats(self, *who).first().copied() else { return };
                let mut given = Vec::new();
                for on in numbers(self, *what) {
                    let Some(before) = self.piece(on).map(|piece| piece.controller) else { continue };
                    if self.add_lasting(Change::Control { on, before }, *until, &item) {
                        if self.change_control(on, seat) {
                            given.push(on);
                        }
                        turn.tell("SR-R12", || Event::Controlled { number: on, seat });
                    }
                }
                self.trigger_controlled(&given, turn);
            }
            Instruction::AddEnergy { n } => {
                let n = self.times(n, from);
                let player = self.player_mut(item.controller);
                player.energy = player.energy.saturating_add(n);
                turn.tell("SR-26", || Event::MadeEnergy { seat: item.controller, number: item.source, n });
            }
            Instruction::EnergyFromPile { n, vulnerable } => {
                let n = self.times(n, from);
                (0..n).for_each(|_| self.energy_from_pile(item.controller, *vulnerable, turn));
            }
            Instruction::Prevent { to, amount, only_battle, until } => {
                let left = amount.as_ref().map(|amount| self.amount(amount, from));
                if left.is_some_and(|left| left <= 0) {
                    return;
                }
                match to {
                    PreventionTarget::Matching(selector) => {
                        let what =
                            Change::ShieldMatching { selector: *selector, left, only_battle: *only_battle };
                        self.add_lasting(what, *until, &item);
                    }
                    PreventionTarget::Things(what) => {
                        let there = |on: &Thing| on.seat().is_some() || self.piece_of(*on).is_some();
                        let these: Vec<Thing> = self.things(*what, from).into_iter().filter(there).collect();
                        for on in these {
                            self.add_lasting(
                                Change::Shield { on, left, only_battle: *only_battle },
                                *until,
                                &item,
                            );
                        }
                    }
                }
            }
            Instruction::Redirect { to, onto, amount, only_battle, until } => {
                let left = amount.as_ref().map(|amount| self.amount(amount, from));
                let there = |state: &SecureTheRift, what: Ref| -> Vec<Thing> {
                    state.things(what, from).into_iter().filter(|it| state.can_be_damaged(*it)).collect()
                };
                let Some(onto) = there(self, *onto).first().copied() else { return };
                for on in there(self, *to).into_iter().filter(|_| left.is_none_or(|left| left > 0)) {
                    let what = Change::Redirect { on, onto, left, only_battle: *only_battle };
                    self.add_lasting(what, *until, &item);
                }
            }
            Instruction::If { condition, then, otherwise } => {
                let branch = if self.holds(condition, from) { Some(*then) } else { *otherwise };
                if let Some(effect) = branch {
                    self.push(Task::Run { effect, at: 0, it });
                }
            }
            Instruction::ForEach { what, effect } => {
                for it in self.things(*what, from).into_iter().rev() {
                    self.push(Task::Run { effect: *effect, at: 0, it });
                }
            }
            Instruction::Repeat { n, effect } => {
                (0..self.times(n, from)).for_each(|_| self.push(Task::Run { effect: *effect, at: 0, it }));
            }
            Instruction::May { effect } => {
                self.push(Task::May { seat: item.controller, effect: *effect, it });
            }
            Instruction::Delay { at, effect } => {
                let item = Item { kind: ItemKind::Delayed { effect: *effect }, ..item };
                self.delayed.push(Delayed { at: *at, item });
            }
        }
    }

    /// Begins a lasting effect. Returns whether it began: an effect that lasts until its source leaves does not begin
    /// if the source has left already (SR-R33).
    fn add_lasting(&mut self, what: Change, until: Until, item: &Item) -> bool {
        if until == Until::SelfLeaves && self.piece(item.source).is_none() {
            return false;
        }
        let time = self.new_number();
        self.lasting.push(LastingEffect { what, until, by: item.controller, source: item.source, time });
        true
    }

    /// SR-98: only Bases and Souls can be dealt damage.
    pub(crate) fn can_be_damaged(&self, thing: Thing) -> bool {
        thing.seat().is_some() || self.piece_of(thing).is_some_and(|piece| self.is_soul(piece.card))
    }

    /// SR-132: reveals the top `n` cards of a deck, or a whole hand.
    fn reveal(&mut self, seat: Seat, n: Option<u8>, turn: &mut Turn<'_, Event>) {
        let player = self.player_mut(seat);
        let (revealed, viewers) = match n {
            None => (&mut player.hand[..], everyone_but(seat)),
            Some(n) => {
                let below = player.deck.len().saturating_sub(n.into());
                (&mut player.deck[below..], 0b1111)
            }
        };
        revealed.iter_mut().for_each(|hidden| hidden.known |= viewers);
        // The top card of a deck is the last, and is revealed first.
        let cards: Vec<CardId> = revealed.iter().rev().map(|hidden| hidden.card).collect();
        if !cards.is_empty() {
            turn.mark(Marks::REVEALED);
        }
        for card in cards {
            turn.tell("SR-132", || Event::Revealed { seat, card, from_deck: n.is_some() });
        }
    }

    /// SR-61, SR-R09, SR-R09b: cancels an item in the Sequence.
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
