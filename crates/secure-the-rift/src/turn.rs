//! Turns and their steps, priority, checks and triggered abilities (SR-32 to SR-42, SR-53 to SR-56, SR-64, SR-110).

use atlas_core::{Marks, Seat, Turn};

use crate::announce::{Announcement, AnnouncementKind};
use crate::evaluate::{Context, is_whose};
use crate::event::Event;
use crate::pack::MAX_NAMES;
use crate::pack::language::{Ability, CardId, Prohibitions, TriggerSubject, Triggers, Until, Zone};
use crate::state::{
    Decision, MAX_IN_PLAY, MAX_ITEMS, MAX_TURNS, NUMBERS_IN_RESERVE, SecureTheRift, TurnStep,
};
use crate::things::{Delayed, HiddenCard, Item, ItemKind, Loss, Number, Picks, Piece, Stage, Thing};
use crate::zones::Exit;

impl SecureTheRift {
    /// SR-13: puts a card on the bottom of the deck. Its player knows that it is there (SR-R04).
    pub(crate) fn redraw(&mut self, seat: Seat, card: CardId, turn: &mut Turn<'_, Event>) {
        let Decision::Redraw { put, .. } = self.decision else { unreachable!("the action was judged legal") };
        let player = self.player_mut(seat);
        player.take_from_hand_face_down(card);
        player.deck.insert(0, HiddenCard { card, known: 1 << seat.0 });
        self.decision = Decision::Redraw { seat, put: put + 1 };
        if self.player(seat).hand.is_empty() {
            self.keep(seat, turn);
        }
    }

    /// SR-13: draws as many cards as were put away. SR-14: then it is the next player's turn to redraw.
    pub(crate) fn keep(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        let Decision::Redraw { put, .. } = self.decision else { unreachable!("the action was judged legal") };
        turn.tell("SR-13", || Event::Redrew { seat, cards: put });
        turn.mark(Marks::PASSED);
        for _ in 0..put {
            self.draw(seat, "SR-13", turn);
        }
        self.next_redraw(seat, turn);
    }

    pub(crate) fn next_redraw(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        let next = self.after(seat);
        if self.place_after(self.first, next) <= self.place_after(self.first, seat) {
            self.active = if self.player(self.first).lost { self.after(self.first) } else { self.first };
            return self.begin_turn(turn);
        }
        self.decision = Decision::Redraw { seat: next, put: 0 };
    }

    /// SR-33 to SR-35: begins the next turn.
    fn begin_turn(&mut self, turn: &mut Turn<'_, Event>) {
        if self.turn >= MAX_TURNS {
            return self.stop_game(turn);
        }
        self.turn += 1;
        self.step = TurnStep::Beginning;
        self.died_this_turn = 0;
        self.items_this_turn = 0;
        self.seen_positions.clear();
        self.ability_uses.clear();
        let (active, now) = (self.active, self.turn);
        self.player_mut(active).last_turn_began = now;
        turn.mark(Marks::PASSED);
        turn.tell("SR-33", || Event::Turn { seat: active, turn: now });
        let returned = self.end_lasting(|it| it.until == Until::YourNextTurn && it.by == active);
        self.recompute();
        self.trigger_controlled(&returned, turn);
        self.refresh_all(active, turn);
        // SR-34: nobody draws a card in the first turn of the game (SR-R51).
        if self.turn > 1 {
            self.draw(active, "SR-33", turn);
        }
        self.energy_from_pile(active, false, turn);
        self.reach_moment(Triggers::BEGIN_TURN, turn);
        self.open_step(turn);
    }

    /// SR-33, SR-R36: refreshes all cards of the active player together.
    fn refresh_all(&mut self, active: Seat, turn: &mut Turn<'_, Event>) {
        let mut refreshed = Vec::new();
        for piece in self.front.iter_mut().filter(|piece| piece.controller == active) {
            match piece.refresh_skips.checked_sub(1) {
                Some(left) => piece.refresh_skips = left,
                None if piece.current.cannot.has(Prohibitions::REFRESH) => {}
                None if piece.vulnerable => {
                    piece.vulnerable = false;
                    refreshed.push(Thing::card(piece.number));
                }
                None => {}
            }
        }
        self.recompute();
        refreshed.into_iter().for_each(|it| self.trigger(Triggers::REFRESHED, it, it, 0, turn));
    }

    /// Triggers the abilities and the delayed effects that wait for a moment of the turn.
    fn reach_moment(&mut self, moment: Triggers, turn: &mut Turn<'_, Event>) {
        let active = Thing::base(self.active);
        self.trigger(moment, active, active, 0, turn);
        let (due, later): (Vec<Delayed>, Vec<Delayed>) =
            std::mem::take(&mut self.delayed).into_iter().partition(|it| it.at == moment);
        self.delayed = later;
        self.pending_triggers.extend(due.into_iter().map(|it| it.item));
    }

    /// SR-53: gives priority to the active player, after checks and triggered abilities.
    pub(crate) fn open_step(&mut self, turn: &mut Turn<'_, Event>) {
        self.priority = self.active;
        self.settle(turn);
    }

    /// SR-62: makes the checks, puts triggered abilities into the Sequence, and then asks the player with priority.
    pub(crate) fn settle(&mut self, turn: &mut Turn<'_, Event>) {
        self.passes = 0;
        if self.decision != Decision::Over && self.exceeds_limits() {
            return self.stop_game(turn);
        }
        while self.decision != Decision::Over && self.check(turn) {}
        if self.decision == Decision::Over {
            return;
        }
        if self.player(self.active).lost {
            return self.end_turn_at_once(turn);
        }
        if self.player(self.priority).lost {
            self.priority = self.after(self.priority);
        }
        self.place_triggers(turn);
    }

    /// SR-R53: whether there are too many cards in play, or too few numbers left.
    pub(crate) fn exceeds_limits(&self) -> bool {
        self.front.len() > MAX_IN_PLAY || self.last_number > Thing::NUMBERS - NUMBERS_IN_RESERVE
    }

    /// SR-110: makes the checks once. Returns whether anything happened.
    pub(crate) fn check(&mut self, turn: &mut Turn<'_, Event>) -> bool {
        self.recompute();
        let lost = |seat: &Seat| self.player(*seat).life <= 0 || self.player(*seat).overdrawn;
        let losers: Vec<Seat> = self.living().filter(lost).collect();
        let doomed = |piece: &&Piece| {
            self.is_soul(piece.card)
                && (piece.damage >= piece.current.defence || piece.current.defence <= 0 || piece.poisoned)
        };
        let dying: Vec<Number> = self.front.iter().filter(doomed).map(|piece| piece.number).collect();
        if losers.is_empty() && dying.is_empty() {
            return false;
        }
        if !dying.is_empty() {
            self.exit(&dying, Exit::Scrap, turn);
        }
        if !losers.is_empty() {
            for seat in &losers {
                let (rule, loss) = match self.player(*seat).life {
                    ..=0 => ("SR-126", Loss::Life),
                    _ => ("SR-127", Loss::Deck),
                };
                turn.tell(rule, || Event::Lost { seat: *seat, loss });
                self.note_loss(*seat, loss);
            }
            self.lose_players(&losers, turn);
        }
        true
    }

    /// Notes why a player loses.
    fn note_loss(&mut self, seat: Seat, loss: Loss) {
        if self.rules >= 2 {
            self.player_mut(seat).loss = Some(loss);
        }
    }

    /// SR-129, SR-R25, SR-R50: removes players who have lost.
    fn lose_players(&mut self, losers: &[Seat], turn: &mut Turn<'_, Event>) {
        self.remove_players(losers, turn);
        let gone = |seat: Seat| losers.contains(&seat);
        let over = self.decision == Decision::Over;
        if self.announcement.as_ref().is_some_and(|it| over || gone(it.item.controller)) {
            self.announcement = None;
        }
        if self.conclusion.as_ref().is_some_and(|it| over || gone(it.item.controller)) {
            self.conclusion = None;
        }
        if let Some(conclusion) = &mut self.conclusion {
            conclusion.tasks.retain(|task| !task.asks().is_some_and(gone));
        }
        if over {
            self.pending_damage = None;
            turn.tell("SR-129", || Event::Over);
        }
    }

    /// SR-128, SR-R58: removes a player who left, and continues from the current decision.
    pub(crate) fn lose_by_leaving(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        self.note_loss(seat, Loss::Conceded);
        self.lose_players(&[seat], turn);
        match self.decision {
            Decision::Redraw { seat: asked, .. } if asked == seat => self.next_redraw(seat, turn),
            Decision::Over | Decision::Redraw { .. } => {}
            _ if self.active == seat => self.end_turn_at_once(turn),
            Decision::Priority | Decision::Triggers { .. } => self.settle(turn),
            Decision::Announcement if self.can_continue_announcing() => {}
            // SR-47, SR-69: the announcement is withdrawn, and a triggered ability is dropped.
            Decision::Announcement => {
                self.announcement = None;
                self.settle(turn);
            }
            Decision::Choice { .. } if self.conclusion.is_none() => self.settle(turn),
            Decision::Choice { seat: asked } => {
                if !self.can_answer(asked) {
                    self.continue_conclusion(turn);
                }
            }
            Decision::Attackers if self.fights().next().is_none() => {
                self.attack = None;
                self.settle(turn);
            }
            Decision::Blocks { seat: asked } if asked == seat => self.next_defender(seat, turn),
            Decision::Attackers | Decision::Blocks { .. } => {}
            Decision::Order { .. } => self.order_blocks(turn),
            Decision::Divide { .. } => self.divide(turn),
            Decision::DamageOrder { .. } => {
                self.remove_damage_of_absent();
                self.continue_dealing(turn);
            }
        }
    }

    /// SR-R50: ends the turn of a player who is out of the game.
    fn end_turn_at_once(&mut self, turn: &mut Turn<'_, Event>) {
        self.announcement = None;
        self.pending_damage = None;
        let concluding = self.conclusion.take().map(|it| it.item);
        for item in std::mem::take(&mut self.sequence).into_iter().chain(concluding) {
            if let ItemKind::Card { owner, .. } = item.kind {
                self.put_in_scrap(owner, item.card);
            }
        }
        self.cleanup(turn);
    }

    /// SR-54, SR-55, SR-56: a player passes.
    pub(crate) fn pass(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        self.passes += 1;
        turn.mark(Marks::PASSED);
        turn.tell("SR-54", || Event::Passed { seat });
        if usize::from(self.passes) < self.living().count() {
            self.priority = self.after(seat);
            return;
        }
        self.passes = 0;
        match self.sequence.pop() {
            Some(item) => self.conclude(item, turn),
            None => self.advance(turn),
        }
    }

    /// SR-56: ends the current step, or the current stage of an attack.
    fn advance(&mut self, turn: &mut Turn<'_, Event>) {
        if let Some(attack) = &self.attack {
            return match attack.stage {
                Stage::React => self.begin_blocks(turn),
                Stage::ReactToBlocks => self.begin_damage(turn),
                _ => {
                    self.attack = None;
                    self.open_step(turn);
                }
            };
        }
        // SR-30: unspent Energy is lost.
        self.players.iter_mut().for_each(|player| player.energy = 0);
        match self.step {
            TurnStep::Beginning => {
                self.step = TurnStep::Main;
                self.open_step(turn);
            }
            TurnStep::Main => {
                self.step = TurnStep::End;
                self.reach_moment(Triggers::END_TURN, turn);
                self.open_step(turn);
            }
            _ => self.cleanup(turn),
        }
    }

    /// SR-41, SR-42: the cleanup at the end of a turn.
    fn cleanup(&mut self, turn: &mut Turn<'_, Event>) {
        self.attack = None;
        self.players.iter_mut().for_each(|player| player.energy = 0);
        for piece in &mut self.front {
            piece.damage = 0;
        }
        let returned = self.end_lasting(|it| it.until == Until::EndOfTurn);
        self.trigger_controlled(&returned, turn);
        // Cards that die in the cleanup are remembered for the next turn (SR-R29).
        self.left_this_turn.clear();
        // SR-R32: an effect that was delayed still finds its card.
        let delayed = &self.delayed;
        self.moved_to_pile.retain(|(old, _)| delayed.iter().any(|it| it.item.event == Thing::card(*old)));
        while self.decision != Decision::Over && self.check(turn) {}
        if self.decision == Decision::Over {
            return;
        }
        self.active = self.after(self.active);
        self.step = TurnStep::Before;
        self.place_triggers(turn);
    }

    /// SR-R53: stops the game without a winner.
    pub(crate) fn stop_game(&mut self, turn: &mut Turn<'_, Event>) {
        self.decision = Decision::Over;
        self.announcement = None;
        let concluding = self.conclusion.take().map(|it| it.item);
        if let Some(Item { kind: ItemKind::Card { owner, .. }, card, .. }) = concluding {
            self.put_in_scrap(owner, card);
        }
        turn.tell("SR-R53", || Event::Over);
    }

    /// SR-64, SR-R11: triggers every ability that waits for this event. `subject` decides which abilities do, and
    /// `about` is what their effects call the event's thing.
    pub(crate) fn trigger(
        &mut self,
        event: Triggers,
        subject: Thing,
        about: Thing,
        amount: i16,
        _: &mut Turn<'_, Event>,
    ) {
        for at in 0..self.front.len() {
            let source = self.front[at];
            let card = self.card(source.card);
            if !card.triggers.has(event) {
                continue;
            }
            for (place, ability) in card.abilities.iter().enumerate() {
                let Ability::Triggered { event: awaited, about: wanted, condition, once, .. } = ability
                else {
                    continue;
                };
                if *awaited != event || !self.is_subject(*wanted, subject, &source) {
                    continue;
                }
                let event_left = self.rules >= 2 && (Triggers::DIES | Triggers::LEAVES).has(event);
                let item = Item { event_left, ..Self::ability_item(&source, place as u8, about, amount) };
                let holds =
                    condition.as_ref().is_none_or(|it| self.holds(it, Context::of(&item, Thing::NONE)));
                if holds && !(*once && self.uses(source.number, place as u8) > 0) {
                    if *once {
                        self.count_use(source.number, place as u8);
                    }
                    self.pending_triggers.push(item);
                }
            }
        }
    }

    /// SR-68: triggers abilities that wait for something to become a target, once for each target of the item.
    fn trigger_targeted(&mut self, item: &Item, turn: &mut Turn<'_, Event>) {
        for (place, (_, thing)) in item.targets.iter().enumerate() {
            if !item.targets.iter().take(place).any(|(_, it)| it == thing) {
                self.trigger(Triggers::TARGETED, thing, Thing::card(item.number), 0, turn);
            }
        }
    }

    fn is_subject(&self, wanted: TriggerSubject, subject: Thing, source: &Piece) -> bool {
        match wanted {
            TriggerSubject::Itself => subject == Thing::card(source.number),
            TriggerSubject::Player(whose) => {
                subject.seat().is_some_and(|seat| is_whose(whose, seat, source.controller, source.controller))
            }
            TriggerSubject::Matching(selector) => {
                let filter = self.library.get().selector(selector);
                if filter.zone == Zone::Sequence {
                    let item = self.sequence.iter().find(|item| Some(item.number) == subject.number());
                    return item.is_some_and(|item| self.item_matches(filter, item, source.controller));
                }
                let piece = self.piece_of(subject);
                piece.is_some_and(|piece| self.matches(selector, piece, source.controller, source.number))
            }
        }
    }

    /// The Sequence item for an ability of a card in play.
    pub(crate) fn ability_item(source: &Piece, place: u8, event: Thing, amount: i16) -> Item {
        Item {
            number: 0,
            kind: ItemKind::Ability { place },
            card: source.card,
            source: source.number,
            controller: source.controller,
            targets: Picks::default(),
            x: 0,
            event,
            amount,
            event_left: false,
            names: [Thing::NONE; MAX_NAMES],
        }
    }

    pub(crate) fn uses(&self, number: Number, place: u8) -> u8 {
        self.ability_uses
            .iter()
            .find(|(it, at, _)| (*it, *at) == (number, place))
            .map_or(0, |(.., times)| *times)
    }

    pub(crate) fn count_use(&mut self, number: Number, place: u8) {
        match self.ability_uses.iter_mut().find(|(it, at, _)| (*it, *at) == (number, place)) {
            Some((.., times)) => *times += 1,
            None => self.ability_uses.push((number, place, 1)),
        }
    }

    /// SR-R10: puts triggered abilities into the Sequence: those of the active player first, and those of each player
    /// in the order that the player chooses.
    pub(crate) fn place_triggers(&mut self, turn: &mut Turn<'_, Event>) {
        while !self.pending_triggers.is_empty() {
            let seat = self
                .in_turn_order()
                .find(|seat| self.pending_triggers.iter().any(|item| item.controller == *seat));
            let Some(seat) = seat else {
                self.pending_triggers.clear();
                break;
            };
            let mut own = self.pending_triggers.iter().filter(|item| item.controller == seat);
            let first = own.next();
            if !own.all(|item| first.is_some_and(|first| self.are_interchangeable(first, item))) {
                self.decision = Decision::Triggers { seat };
                return;
            }
            if !self.place_trigger(seat, 0, turn) {
                return;
            }
        }
        if self.step == TurnStep::Before {
            return self.begin_turn(turn);
        }
        self.decision = Decision::Priority;
    }

    /// Puts the chosen triggered ability, counted from 1, into the Sequence next.
    pub(crate) fn order_triggers(&mut self, seat: Seat, n: u8, turn: &mut Turn<'_, Event>) {
        if self.place_trigger(seat, usize::from(n) - 1, turn) {
            self.place_triggers(turn);
        }
    }

    /// Puts a triggered ability of a player into the Sequence. Returns false if a player has to choose something for
    /// it first.
    fn place_trigger(&mut self, seat: Seat, nth: usize, turn: &mut Turn<'_, Event>) -> bool {
        let own = self.pending_triggers.iter().enumerate().filter(|(_, item)| item.controller == seat);
        let at = own.map(|(at, _)| at).nth(nth).expect("the action was judged legal");
        let item = self.pending_triggers.remove(at);
        self.announcement = Some(Announcement::new(item, AnnouncementKind::Trigger));
        self.continue_announcing(turn)
    }

    /// SR-52: puts an item into the Sequence and returns its number.
    pub(crate) fn put_in_sequence(&mut self, mut item: Item, turn: &mut Turn<'_, Event>) -> Number {
        item.number = self.new_number();
        if let ItemKind::Card { .. } = item.kind {
            item.source = item.number;
        }
        self.sequence.push(item);
        self.items_this_turn += 1;
        turn.tell("SR-52", || Event::InSequence { item });
        self.trigger_targeted(&item, turn);
        if self.items_this_turn >= MAX_ITEMS {
            self.stop_game(turn);
        }
        item.number
    }
}
