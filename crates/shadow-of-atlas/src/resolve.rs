//! What happens when an Order is played: its Ability, then the test for an Arbiter (SA-25).
//!
//! Resolution uses a stack (SA-R12). An Ability that plays another Order, or uses another Ability, waits below it on
//! the stack until that one is finished.

use atlas_core::{Marks, Seat, Turn};

use crate::action::Action;
use crate::cards::{Order, Orders, Planet};
use crate::content::ability::{At, Instruction, Op, Who};
use crate::state::{ARBITER_ORDERS, MAX_CREDITS, Phase, ShadowOfAtlas};
use crate::tell::Event;

/// An entry of the stack: something that is still to be resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Frame {
    /// SA-25 (3): the test whether the player has three Orders at this planet.
    Test(Planet),
    /// The rest of an Ability that is used at this planet, starting with this instruction.
    Run(At, Planet),
}

/// SA-R14: the maximum number of plays that are open at once, one inside the other.
pub(crate) const MAX_OPEN_PLAYS: usize = 30;
/// Each play has at most three frames: its test, the rest of its Ability, and the rest of an Ability that it uses.
const MAX_FRAMES: usize = 3 * MAX_OPEN_PLAYS;

/// The frames that are being resolved, the innermost last. They are packed, because every copy of a state carries them.
/// Unused entries stay 0, so that equal stacks are equal values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stack {
    frames: [u16; MAX_FRAMES],
    size: u8,
}

impl Default for Stack {
    fn default() -> Stack {
        Stack { frames: [0; MAX_FRAMES], size: 0 }
    }
}

impl Stack {
    const TEST: u16 = 0xFF;

    #[inline]
    pub(crate) fn push(&mut self, frame: Frame) {
        let (at, planet) = match frame {
            Frame::Test(planet) => (Stack::TEST, planet),
            Frame::Run(at, planet) => (u16::from(at), planet),
        };
        self.frames[self.size as usize] = u16::from(planet.0) << 8 | at;
        self.size += 1;
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Frame> {
        let top = self.top()?;
        self.size -= 1;
        self.frames[self.size as usize] = 0;
        Some(top)
    }

    #[inline]
    pub(crate) fn top(&self) -> Option<Frame> {
        self.size.checked_sub(1).map(|last| unpacked(self.frames[last as usize]))
    }

    /// SA-R14: the number of plays that are open.
    pub(crate) fn plays(&self) -> usize {
        self.iter().filter(|frame| matches!(frame, Frame::Test(_))).count()
    }

    /// The frames, the innermost last.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = Frame> {
        self.frames[..self.size as usize].iter().map(|frame| unpacked(*frame))
    }
}

#[inline]
fn unpacked(frame: u16) -> Frame {
    let planet = Planet((frame >> 8) as u8);
    match frame & 0xFF {
        Stack::TEST => Frame::Test(planet),
        at => Frame::Run(at as At, planet),
    }
}

impl ShadowOfAtlas {
    /// SA-25 (1), SA-22: puts the card on the player's own side. [`Self::resolve`] does the rest.
    #[inline]
    pub(crate) fn play_order(
        &mut self,
        seat: Seat,
        planet: Planet,
        order: Order,
        turn: &mut Turn<'_, Event>,
    ) {
        self.site_mut(planet).sides[seat.index() & 1].push(order);
        turn.tell("SA-25", || Event::Played { seat, planet, order });
        self.stack.push(Frame::Test(planet));
        self.follow(self.content.program.start(order), planet);
    }

    /// Resolves the stack until it is empty or a choice must be made.
    #[inline]
    pub(crate) fn resolve(&mut self, turn: &mut Turn<'_, Event>) {
        self.phase = Phase::Actions;
        while let Some(frame) = self.stack.pop() {
            match frame {
                Frame::Test(planet) => self.test(planet, turn),
                Frame::Run(at, planet) => {
                    if !self.run(at, planet, turn) {
                        self.stack.push(Frame::Run(at, planet));
                        self.phase = Phase::Choice;
                        return;
                    }
                }
            }
        }
    }

    /// Pushes an instruction on the stack. Jumps are followed and an end is dropped, so that equal situations have
    /// equal stacks.
    #[inline]
    fn follow(&mut self, mut at: At, planet: Planet) {
        loop {
            let instruction = self.content.program.at(at);
            match instruction.op {
                Op::Jump => at = instruction.skip,
                Op::End => return,
                _ => return self.stack.push(Frame::Run(at, planet)),
            }
        }
    }

    /// SA-25 (3): with three Orders or more (SA-R06) on their side, the player becomes Arbiter. A player who has
    /// already become Arbiter, by a play inside this one, cannot become Arbiter again.
    #[inline]
    fn test(&mut self, planet: Planet, turn: &mut Turn<'_, Event>) {
        let (seat, site) = (self.player(), self.site(planet));
        if site.side(seat).len() >= ARBITER_ORDERS && site.arbiter != Some(seat) {
            self.become_arbiter(seat, planet, turn);
        }
    }

    /// SA-26 to SA-29: the player becomes Arbiter. SA-R30 gives the order of the steps.
    fn become_arbiter(&mut self, seat: Seat, planet: Planet, turn: &mut Turn<'_, Event>) {
        let site = self.site_mut(planet);
        let from = site.arbiter.replace(seat);
        let orders = std::mem::take(&mut site.sides[seat.index() & 1]);
        let rule = if from.is_none() { "SA-26" } else { "SA-27" };
        turn.tell(rule, || Event::Arbiter { seat, planet, from });
        turn.tell("SA-28", || Event::Cleared { seat, planet, orders: orders.iter().collect() });
        orders.iter().for_each(|order| self.discard.push(order));
        self.refill_deck(turn);
        self.draw(seat, turn);
        self.gain_outpost(seat, turn);
    }

    /// SA-31: runs one instruction and pushes the next one on the stack. Returns `false` if the player must choose
    /// first.
    #[inline]
    fn run(&mut self, at: At, planet: Planet, turn: &mut Turn<'_, Event>) -> bool {
        let instruction = self.content.program.at(at);
        let (mut options, mut only) = (0, None);
        match instruction.op {
            op if !instruction.may && !asks(op) => {
                let happened = self.perform(op, at, turn);
                self.follow(if happened { at + 1 } else { instruction.skip }, planet);
            }
            op => {
                // The answers may depend on cards that were drawn in this action. (An Outpost sets the same mark, so a
                // preview may end early.)
                if uses_hand(op) && turn.marks().contains(Marks::REVEALED) {
                    turn.beyond_knowledge();
                }
                self.each_answer(at, planet, |answer| {
                    options += 1;
                    only = Some(answer);
                });
                match only {
                    // It cannot be done, so it is skipped. If only `decline` is left, there is nothing to choose.
                    None | Some(Action::Decline) if options <= 1 => {
                        self.follow(instruction.skip, planet);
                    }
                    // The only option is taken without asking.
                    Some(only) if options == 1 => self.carry_out(only, at, planet, turn),
                    _ => return false,
                }
            }
        }
        true
    }

    /// Carries out an answer to the Ability on top of the stack.
    pub(crate) fn answer(&mut self, answer: Action, turn: &mut Turn<'_, Event>) {
        let Some(Frame::Run(at, planet)) = self.stack.pop() else {
            unreachable!("a legal answer was asked for")
        };
        self.carry_out(answer, at, planet, turn);
        self.resolve(turn);
    }

    /// Calls `each` with the legal answers at an instruction, in order.
    #[inline]
    pub(crate) fn each_answer(&self, at: At, planet: Planet, mut each: impl FnMut(Action)) {
        let seat = self.player();
        let site = self.site(planet);
        let Instruction { op, may, .. } = self.content.program.at(at);
        match op {
            Op::DiscardOpposing => {
                site.side(seat.next(2)).orders().for_each(|order| each(Action::Remove(order)));
            }
            // SA-87: every Ability but that of the asking Order itself.
            Op::UseAbilityOf => {
                let others = site.orders() & !self.content.program.owner(at).alone();
                others.for_each(|order| each(Action::Copy(order)));
            }
            Op::Discard { .. } => {
                self.discardable(op, planet).for_each(|order| each(Action::Melt(order)));
            }
            Op::Move { .. } => self.each_move(op, planet, &mut each),
            Op::Choose(menu) => {
                if menu.mover.is_some() {
                    self.each_move(op, planet, &mut each);
                }
                if menu.drawer.is_some() {
                    each(Action::Draw);
                }
                menu.numbered().for_each(|mode| each(Action::Mode(mode + 1)));
            }
            Op::Play { .. } if self.stack.plays() >= MAX_OPEN_PLAYS => {}
            Op::Play { anywhere } => {
                for to in Planet::all().filter(|to| anywhere || *to == planet) {
                    let orders = self.playable(seat, to) & self.hand(seat).orders();
                    orders.for_each(|order| each(Action::Play(to, order)));
                }
            }
            _ => {
                if self.can_happen(op) {
                    each(Action::Mode(1));
                }
            }
        }
        if may {
            each(Action::Decline);
        }
    }

    /// The Orders in the player's hand that a step may discard.
    pub(crate) fn discardable(&self, op: Op, planet: Planet) -> Orders {
        let hand = self.hand(self.player()).orders();
        if op == (Op::Discard { matching: true }) { hand & self.site(planet).orders() } else { hand }
    }

    /// The owner of the Order that a step or one of its modes moves, and whether it moves away from the planet.
    #[inline]
    pub(crate) fn mover(&self, op: Op) -> Option<(Seat, bool)> {
        match op {
            Op::Move { whose, away } => Some((self.seat_of(whose), away)),
            Op::Choose(menu) => self.mover(self.content.program.at(menu.start(menu.mover?)).op),
            _ => None,
        }
    }

    /// SA-89: calls `each` with the legal moves. An Order may not move to a planet that already has its Order.
    #[inline]
    fn each_move(&self, op: Op, planet: Planet, each: &mut impl FnMut(Action)) {
        let Some((owner, away)) = self.mover(op) else { return };
        for other in Planet::all().filter(|other| *other != planet) {
            let (from, to) = if away { (planet, other) } else { (other, planet) };
            let movable = self.site(from).side(owner).orders() & !self.site(to).orders();
            movable.for_each(|order| each(Action::Move(other, order)));
        }
    }

    pub(crate) fn seat_of(&self, who: Who) -> Seat {
        match who {
            Who::You => self.player(),
            Who::Opponent => self.player().next(2),
        }
    }

    /// Whether an optional step without a choice would have an effect.
    fn can_happen(&self, op: Op) -> bool {
        match op {
            Op::GainCredit { who, .. } => self.credits(self.seat_of(who)) < MAX_CREDITS,
            Op::Spend { who, n } => self.credits(self.seat_of(who)) >= n,
            Op::Draw { .. } | Op::GainOutpost { .. } => self.has_cards(),
            _ => true,
        }
    }

    /// Performs a step without a choice and returns whether it had an effect.
    #[inline]
    fn perform(&mut self, op: Op, at: At, turn: &mut Turn<'_, Event>) -> bool {
        match op {
            Op::GainCredit { who, n } => {
                let cite = if turn.is_told() { self.cite(at) } else { "" };
                self.gain(self.seat_of(who), n, cite, turn) > 0
            }
            Op::Spend { who, n } => {
                let seat = self.seat_of(who);
                let can = self.credits(seat) >= n;
                if can {
                    self.spend(seat, n, turn);
                }
                can
            }
            Op::Draw { who, n } => {
                let seat = self.seat_of(who);
                (0..n).filter(|_| self.draw(seat, turn)).count() > 0
            }
            Op::GainOutpost { who, n } => {
                let seat = self.seat_of(who);
                (0..n).filter(|_| self.gain_outpost(seat, turn)).count() > 0
            }
            _ => unreachable!("the other steps have a choice"),
        }
    }

    /// The rule that describes the Ability of an instruction.
    pub(crate) fn cite(&self, at: At) -> &'static str {
        self.content.order(self.content.program.owner(at)).cite
    }

    /// Carries out an answer at an instruction and pushes the next one on the stack.
    fn carry_out(&mut self, answer: Action, at: At, planet: Planet, turn: &mut Turn<'_, Event>) {
        let seat = self.player();
        let Instruction { op, skip, .. } = self.content.program.at(at);
        let cite = if turn.is_told() { self.cite(at) } else { "" };
        if let (Op::Choose(menu), Action::Move(..) | Action::Draw | Action::Mode(_)) = (op, answer) {
            let (mode, answered) = match answer {
                Action::Move(..) => (menu.mover, true),
                Action::Mode(n) => (Some(n - 1), false),
                _ => (menu.drawer, false),
            };
            let start = menu.start(mode.expect("a legal mode exists"));
            if answered {
                self.carry_out(answer, start, planet, turn);
            } else {
                self.follow(start, planet);
            }
            return;
        }
        let declined = answer == Action::Decline;
        // An optional step without a choice of its own: whether it has an effect decides what follows.
        if let Action::Mode(_) = answer {
            let happened = self.perform(op, at, turn);
            return self.follow(if happened { at + 1 } else { skip }, planet);
        }
        self.follow(if declined { skip } else { at + 1 }, planet);
        match answer {
            Action::Remove(order) => {
                let owner = seat.next(2);
                self.site_mut(planet).sides[owner.index()].remove(order);
                self.discard.push(order);
                turn.tell(cite, || Event::Removed { seat, owner, planet, order });
                self.refill_deck(turn);
            }
            Action::Copy(order) => {
                turn.tell(cite, || Event::Copied { seat, planet, order });
                self.follow(self.content.program.start(order), planet);
            }
            Action::Melt(order) => {
                self.discard(seat, order);
                turn.tell(cite, || Event::Discarded { seat, order });
                self.refill_deck(turn);
            }
            Action::Move(other, order) => {
                let (owner, away) = self.mover(op).expect("a legal move was asked for");
                let (from, to) = if away { (planet, other) } else { (other, planet) };
                self.site_mut(from).sides[owner.index()].remove(order);
                self.site_mut(to).sides[owner.index()].push(order);
                turn.tell(cite, || Event::Moved { seat, order, from, to });
            }
            Action::Play(to, order) => {
                self.take_from_hand(seat, order);
                self.play_order(seat, to, order, turn);
            }
            Action::Decline => turn.tell(cite, || Event::Declined { seat }),
            _ => unreachable!("legal answers were asked for"),
        }
    }
}

/// Whether the answers to a step depend on the hand.
const fn uses_hand(op: Op) -> bool {
    matches!(op, Op::Discard { .. } | Op::Play { .. })
}

/// Whether a step needs a choice.
pub(crate) const fn asks(op: Op) -> bool {
    matches!(
        op,
        Op::Discard { .. }
            | Op::DiscardOpposing
            | Op::Move { .. }
            | Op::UseAbilityOf
            | Op::Play { .. }
            | Op::Choose(_)
    )
}
