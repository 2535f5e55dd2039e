//! The turn and its steps, priority, checks, and what triggers (SR-32 to SR-42, SR-53 to SR-56, SR-64, SR-110).

use atlas_core::{Marks, Seat, Turn};

use crate::announce::{Announced, Announcement};
use crate::figure::{Standpoint, is_whose};
use crate::pack::MOST_NAMES;
use crate::pack::language::{Ability, About, Cannots, CardId, Events, Until, Zone};
use crate::state::{Ask, LAST_TURN, MOST_IN_PLAY, MOST_ITEMS, NUMBERS_IN_RESERVE, SecureTheRift, Step};
use crate::tell::Event;
use crate::things::{Hidden, Item, Matter, Number, Picks, Piece, Stage, Thing};
use crate::zones::Exit;

impl SecureTheRift {
    /// SR-13: a card goes to the bottom; its player knows that it is there (SR-R04).
    pub(crate) fn redraw(&mut self, seat: Seat, card: CardId, turn: &mut Turn<'_, Event>) {
        let Ask::Redraw { put, .. } = self.ask else { unreachable!("a redraw is judged") };
        let player = self.player_mut(seat);
        player.take_from_hand(card);
        player.deck.insert(0, Hidden { card, known: 1 << seat.0 });
        self.ask = Ask::Redraw { seat, put: put + 1 };
        if self.player(seat).hand.is_empty() {
            self.keep(seat, turn);
        }
    }

    /// SR-13: as many new ones come from the top. SR-14: then the next player.
    pub(crate) fn keep(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        let Ask::Redraw { put, .. } = self.ask else { unreachable!("keeping is judged") };
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
        self.ask = Ask::Redraw { seat: next, put: 0 };
    }

    /// SR-33 to SR-35.
    fn begin_turn(&mut self, turn: &mut Turn<'_, Event>) {
        if self.turn >= LAST_TURN {
            return self.stop(turn);
        }
        self.turn += 1;
        self.step = Step::Beginning;
        self.died_this_turn = 0;
        self.items_this_turn = 0;
        self.seen.clear();
        self.used.clear();
        let (active, now) = (self.active, self.turn);
        self.player_mut(active).began = now;
        turn.mark(Marks::PASSED);
        turn.tell("SR-33", || Event::Turn { seat: active, turn: now });
        let given = self.end_lasting(|it| it.until == Until::YourNextTurn && it.by == active);
        self.figure();
        self.given(&given, turn);
        self.refresh_all(active, turn);
        // SR-34: the very first turn brings no card (SR-R51).
        if self.turn > 1 {
            self.draw(active, "SR-33", turn);
        }
        self.energy_from_pile(active, false, turn);
        self.reach(Events::BEGIN_TURN, turn);
        self.open_step(turn);
    }

    /// SR-33, SR-R36: all own cards refresh together.
    fn refresh_all(&mut self, active: Seat, turn: &mut Turn<'_, Event>) {
        let mut refreshed = Vec::new();
        for piece in self.front.iter_mut().filter(|piece| piece.controller == active) {
            match piece.skips.checked_sub(1) {
                Some(left) => piece.skips = left,
                None if piece.now.cannot.has(Cannots::REFRESH) => {}
                None if piece.vulnerable => {
                    piece.vulnerable = false;
                    refreshed.push(Thing::card(piece.number));
                }
                None => {}
            }
        }
        self.figure();
        refreshed.into_iter().for_each(|it| self.happen(Events::REFRESHED, it, it, 0, turn));
    }

    /// A moment of the turn comes: what waits for it triggers.
    fn reach(&mut self, moment: Events, turn: &mut Turn<'_, Event>) {
        let active = Thing::base(self.active);
        self.happen(moment, active, active, 0, turn);
        let (due, later) = std::mem::take(&mut self.delayed).into_iter().partition(|it| it.at == moment);
        self.delayed = later;
        self.waiting.extend((due as Vec<crate::things::Delayed>).into_iter().map(|it| it.item));
    }

    /// SR-53: the active player gets priority first, once everything has settled.
    pub(crate) fn open_step(&mut self, turn: &mut Turn<'_, Event>) {
        self.priority = self.active;
        self.settle(turn);
    }

    /// SR-62: checks, then triggered abilities, then whoever has priority is asked.
    pub(crate) fn settle(&mut self, turn: &mut Turn<'_, Event>) {
        self.passes = 0;
        if self.ask != Ask::Over && self.is_too_much() {
            return self.stop(turn);
        }
        while self.ask != Ask::Over && self.check(turn) {}
        if self.ask == Ask::Over {
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

    /// SR-R53: whether there is more on the table than a game needs.
    pub(crate) fn is_too_much(&self) -> bool {
        self.front.len() > MOST_IN_PLAY || self.last_number > Thing::NUMBERS - NUMBERS_IN_RESERVE
    }

    /// SR-110: one pass; says whether it found anything.
    fn check(&mut self, turn: &mut Turn<'_, Event>) -> bool {
        self.figure();
        let lost = |seat: &Seat| self.player(*seat).life <= 0 || self.player(*seat).overdrawn;
        let losers: Vec<Seat> = self.living().filter(lost).collect();
        let doomed = |piece: &&Piece| {
            self.is_soul(piece.card)
                && (piece.damage >= piece.now.defence || piece.now.defence <= 0 || piece.poisoned)
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
                let rule = if self.player(*seat).life <= 0 { "SR-126" } else { "SR-127" };
                turn.tell(rule, || Event::Lost { seat: *seat });
            }
            self.lose_players(&losers, turn);
        }
        true
    }

    /// SR-129, SR-R25, SR-R50: players are out of the game.
    fn lose_players(&mut self, losers: &[Seat], turn: &mut Turn<'_, Event>) {
        self.remove_players(losers, turn);
        let gone = |seat: Seat| losers.contains(&seat);
        let over = self.ask == Ask::Over;
        if self.announcement.as_ref().is_some_and(|it| over || gone(it.item.controller)) {
            self.announcement = None;
        }
        if self.conclusion.as_ref().is_some_and(|it| over || gone(it.item.controller)) {
            self.conclusion = None;
        }
        if let Some(conclusion) = &mut self.conclusion {
            conclusion.work.retain(|frame| !frame.asks().is_some_and(gone));
        }
        if over {
            self.blow = None;
            turn.tell("SR-129", || Event::Over);
        }
    }

    /// SR-128, SR-R58: a player leaves, and the game goes on from whatever was asked.
    pub(crate) fn lose_by_leaving(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        self.lose_players(&[seat], turn);
        match self.ask {
            Ask::Redraw { seat: asked, .. } if asked == seat => self.next_redraw(seat, turn),
            Ask::Over | Ask::Redraw { .. } => {}
            _ if self.active == seat => self.end_turn_at_once(turn),
            Ask::Priority | Ask::Triggers { .. } => self.settle(turn),
            Ask::Announcement if self.can_go_on_announcing() => {}
            // SR-47, SR-69: nothing has happened, and a triggered ability is dropped.
            Ask::Announcement => {
                self.announcement = None;
                self.settle(turn);
            }
            Ask::Choice { .. } if self.conclusion.is_none() => self.settle(turn),
            Ask::Choice { seat: asked } => {
                if !self.can_answer(asked) {
                    self.carry_on(turn);
                }
            }
            Ask::Attackers if self.fights().next().is_none() => {
                self.attack = None;
                self.settle(turn);
            }
            Ask::Blocks { seat: asked } if asked == seat => self.next_defender(seat, turn),
            Ask::Attackers | Ask::Blocks { .. } => {}
            Ask::Order { .. } => self.order_blocks(turn),
            Ask::Divide { .. } => self.divide(turn),
            Ask::Wards { .. } => {
                self.thin_out_blow();
                self.go_on_dealing(turn);
            }
        }
    }

    /// SR-R50: the turn of a player who is gone ends at once.
    fn end_turn_at_once(&mut self, turn: &mut Turn<'_, Event>) {
        self.announcement = None;
        self.blow = None;
        let concluding = self.conclusion.take().map(|it| it.item);
        for item in std::mem::take(&mut self.sequence).into_iter().chain(concluding) {
            if let Matter::Card { owner, .. } = item.matter {
                self.put_in_scrap(owner, item.card);
            }
        }
        self.cleanup(turn);
    }

    /// SR-54, SR-55, SR-56.
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

    /// SR-56: a step, or a stage of an attack, is over.
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
        // SR-30.
        self.players.iter_mut().for_each(|player| player.energy = 0);
        match self.step {
            Step::Beginning => {
                self.step = Step::Main;
                self.open_step(turn);
            }
            Step::Main => {
                self.step = Step::End;
                self.reach(Events::END_TURN, turn);
                self.open_step(turn);
            }
            _ => self.cleanup(turn),
        }
    }

    /// SR-41, SR-42.
    fn cleanup(&mut self, turn: &mut Turn<'_, Event>) {
        self.attack = None;
        self.players.iter_mut().for_each(|player| player.energy = 0);
        for piece in &mut self.front {
            piece.damage = 0;
        }
        let given = self.end_lasting(|it| it.until == Until::EndOfTurn);
        self.given(&given, turn);
        // What dies in the cleanup is looked back at in the next turn (SR-R29).
        self.gone.clear();
        while self.ask != Ask::Over && self.check(turn) {}
        if self.ask == Ask::Over {
            return;
        }
        self.active = self.after(self.active);
        self.step = Step::Before;
        self.place_triggers(turn);
    }

    /// SR-R53: the game is stopped, and nobody wins.
    pub(crate) fn stop(&mut self, turn: &mut Turn<'_, Event>) {
        self.ask = Ask::Over;
        self.announcement = None;
        let concluding = self.conclusion.take().map(|it| it.item);
        if let Some(Item { matter: Matter::Card { owner, .. }, card, .. }) = concluding {
            self.put_in_scrap(owner, card);
        }
        turn.tell("SR-R53", || Event::Over);
    }

    /// Something happens: every ability that waits for it triggers (SR-64, SR-R11).
    pub(crate) fn happen(
        &mut self,
        event: Events,
        subject: Thing,
        about: Thing,
        amount: i16,
        _: &mut Turn<'_, Event>,
    ) {
        for at in 0..self.front.len() {
            let source = self.front[at];
            let card = self.card(source.card);
            if !card.waits.has(event) {
                continue;
            }
            for (place, ability) in card.abilities.iter().enumerate() {
                let Ability::Triggered { event: waits, about: must, test, once, .. } = ability else {
                    continue;
                };
                if *waits != event || !self.is_about(*must, subject, &source) {
                    continue;
                }
                let item = Self::trigger(&source, place as u8, about, amount);
                let holds =
                    test.as_ref().is_none_or(|test| self.holds(test, Standpoint::of(&item, Thing::NONE)));
                if holds && !(*once && self.uses(source.number, place as u8) > 0) {
                    if *once {
                        self.count_use(source.number, place as u8);
                    }
                    self.waiting.push(item);
                }
            }
        }
    }

    /// SR-68: each of its targets has become one, once.
    fn happen_to_targets(&mut self, item: &Item, turn: &mut Turn<'_, Event>) {
        for (place, (_, thing)) in item.targets.iter().enumerate() {
            if !item.targets.iter().take(place).any(|(_, it)| it == thing) {
                self.happen(Events::TARGETED, thing, Thing::card(item.number), 0, turn);
            }
        }
    }

    fn is_about(&self, must: About, subject: Thing, source: &Piece) -> bool {
        match must {
            About::Itself => subject == Thing::card(source.number),
            About::Player(whose) => {
                subject.seat().is_some_and(|seat| is_whose(whose, seat, source.controller, source.controller))
            }
            About::Fitting(selector) => {
                let wanted = self.library.get().selector(selector);
                if wanted.zone == Zone::Sequence {
                    let item = self.sequence.iter().find(|item| Some(item.number) == subject.number());
                    return item.is_some_and(|item| self.fits_item(wanted, item, source.controller));
                }
                let piece = self.piece_of(subject);
                piece.is_some_and(|piece| self.fits(selector, piece, source.controller, source.number))
            }
        }
    }

    /// The item that an ability would be in the Sequence.
    pub(crate) fn trigger(source: &Piece, place: u8, event: Thing, amount: i16) -> Item {
        Item {
            number: 0,
            matter: Matter::Ability { place },
            card: source.card,
            source: source.number,
            controller: source.controller,
            targets: Picks::default(),
            x: 0,
            event,
            amount,
            names: [Thing::NONE; MOST_NAMES],
        }
    }

    pub(crate) fn uses(&self, number: Number, place: u8) -> u8 {
        self.used.iter().find(|(it, at, _)| (*it, *at) == (number, place)).map_or(0, |(.., times)| *times)
    }

    pub(crate) fn count_use(&mut self, number: Number, place: u8) {
        match self.used.iter_mut().find(|(it, at, _)| (*it, *at) == (number, place)) {
            Some((.., times)) => *times += 1,
            None => self.used.push((number, place, 1)),
        }
    }

    /// SR-R10: the active player's triggered abilities first, each player's in an order they choose.
    pub(crate) fn place_triggers(&mut self, turn: &mut Turn<'_, Event>) {
        while !self.waiting.is_empty() {
            let seat =
                self.in_turn_order().find(|seat| self.waiting.iter().any(|item| item.controller == *seat));
            let Some(seat) = seat else {
                self.waiting.clear();
                break;
            };
            let mut own = self.waiting.iter().filter(|item| item.controller == seat);
            let first = own.next();
            if !own.all(|item| first.is_some_and(|first| self.are_alike(first, item))) {
                self.ask = Ask::Triggers { seat };
                return;
            }
            if !self.place_trigger(seat, 0, turn) {
                return;
            }
        }
        if self.step == Step::Before {
            return self.begin_turn(turn);
        }
        self.ask = Ask::Priority;
    }

    /// The player has chosen which is put in next, from 1.
    pub(crate) fn order_triggers(&mut self, seat: Seat, n: u8, turn: &mut Turn<'_, Event>) {
        if self.place_trigger(seat, usize::from(n) - 1, turn) {
            self.place_triggers(turn);
        }
    }

    /// Puts a player's triggered ability into the Sequence; says whether nothing had to be asked.
    fn place_trigger(&mut self, seat: Seat, nth: usize, turn: &mut Turn<'_, Event>) -> bool {
        let own = self.waiting.iter().enumerate().filter(|(_, item)| item.controller == seat);
        let at = own.map(|(at, _)| at).nth(nth).expect("it was judged to wait");
        let item = self.waiting.remove(at);
        self.announcement = Some(Announcement::new(item, Announced::Trigger));
        self.go_on_announcing(turn)
    }

    /// SR-52: an item is put into the Sequence.
    pub(crate) fn put_in_sequence(&mut self, mut item: Item, turn: &mut Turn<'_, Event>) -> Number {
        item.number = self.new_number();
        if let Matter::Card { .. } = item.matter {
            item.source = item.number;
        }
        self.sequence.push(item);
        self.items_this_turn += 1;
        turn.tell("SR-52", || Event::InSequence { item });
        self.happen_to_targets(&item, turn);
        if self.items_this_turn >= MOST_ITEMS {
            self.stop(turn);
        }
        item.number
    }
}
