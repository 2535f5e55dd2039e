//! Moving cards between zones (SR-16 to SR-18, SR-R32).

use atlas_core::{Marks, Seat, Turn};

use crate::event::Event;
use crate::pack::language::{Ability, CardId, Kinds, Replacement, Triggers, Until};
use crate::state::{Decision, SecureTheRift};
use crate::things::{
    Change, Characteristics, HiddenCard, LastingEffect, Number, Piece, PileCard, Player, ReturningCard, Thing,
};

/// The zone to which a card goes when it leaves the front lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// SR-101: the Scrap pile; the card dies.
    Scrap,
    /// SR-123: the void.
    Void,
    /// The owner's hand.
    Hand,
}

impl Player {
    /// Puts a card into the hand. Hands are sorted, so that nobody sees which card came last.
    pub(crate) fn take_in_hand(&mut self, held: HiddenCard) {
        let at = self.hand.partition_point(|it| (it.card, it.known) <= (held.card, held.known));
        self.hand.insert(at, held);
    }

    /// Takes a card with this name out of the hand, preferably one that others know. Returns whether there was one.
    pub(crate) fn take_from_hand(&mut self, card: CardId) -> bool {
        let last = self.hand.iter().rposition(|it| it.card == card);
        last.map(|at| self.hand.remove(at)).is_some()
    }

    /// SR-130: takes a card with this name out of the hand face down. Of each name, others know one card less than
    /// before, whichever card it was: it may have been that one.
    pub(crate) fn take_from_hand_face_down(&mut self, card: CardId) {
        let mut end = self.hand.len();
        while let Some(last) = end.checked_sub(1).map(|at| self.hand[at]) {
            let begin = self.hand.partition_point(|it| it.card < last.card);
            // The hand is sorted, so the last card of a name is one that others know, if they know any.
            self.hand[end - 1].known = 0;
            for seat in (0..4).filter(|seat| last.known >> seat & 1 == 0) {
                let knows = |it: &&mut HiddenCard| it.known >> seat & 1 == 1;
                if let Some(other) = self.hand[begin..end - 1].iter_mut().rev().find(knows) {
                    other.known &= !(1 << seat);
                }
            }
            end = begin;
        }
        self.hand.sort_by_key(|held| (held.card, held.known));
        // The first card of a name is now the one that others know least about.
        if let Some(at) = self.hand.iter().position(|it| it.card == card) {
            self.hand.remove(at);
        }
    }

    /// Whether the hand has a card with this name.
    pub(crate) fn holds(&self, card: CardId) -> bool {
        self.hand.iter().any(|it| it.card == card)
    }
}

impl SecureTheRift {
    /// SR-127, SR-R34: draws a card because of a rule.
    pub(crate) fn draw(&mut self, seat: Seat, rule: &'static str, turn: &mut Turn<'_, Event>) {
        let player = self.player_mut(seat);
        let Some(top) = player.deck.pop() else {
            player.overdrawn = true;
            turn.tell("SR-R34", || Event::Overdrew { seat });
            return;
        };
        player.take_in_hand(HiddenCard { card: top.card, known: top.known & !(1 << seat.0) });
        turn.mark(Marks::REVEALED);
        turn.tell(rule, || Event::Drew { seat, card: Some(top.card) });
        self.trigger(Triggers::DRAWN, Thing::base(seat), Thing::base(seat), 1, turn);
    }

    /// Puts a card into its owner's Scrap pile and returns its number there.
    pub(crate) fn put_in_scrap(&mut self, owner: Seat, card: CardId) -> Number {
        let number = self.new_number();
        self.player_mut(owner).scrap.push(PileCard { number, card });
        number
    }

    /// SR-R35: discards a card.
    pub(crate) fn discard(&mut self, seat: Seat, card: CardId, turn: &mut Turn<'_, Event>) {
        let held = self.player_mut(seat).take_from_hand(card);
        debug_assert!(held, "the card is in the hand");
        self.put_in_scrap(seat, card);
        turn.tell("SR-R35", || Event::Discarded { seat, card });
        self.trigger(Triggers::DISCARDED, Thing::base(seat), Thing::base(seat), 1, turn);
    }

    /// Puts the top card of the deck into the Scrap pile. It does not die by that (SR-102).
    pub(crate) fn mill(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        let Some(top) = self.player_mut(seat).deck.pop() else { return };
        self.put_in_scrap(seat, top.card);
        turn.mark(Marks::REVEALED);
        turn.tell("SR-102", || Event::Milled { seat, card: top.card });
    }

    /// SR-134: shuffles a deck, after which nobody knows where any card is.
    pub(crate) fn shuffle(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        let deck = &mut self.players[seat.index()].deck;
        deck.iter_mut().for_each(|hidden| hidden.known = 0);
        turn.chance.shuffle(deck);
        turn.mark(Marks::CHANCE | Marks::REVEALED);
        turn.tell("SR-134", || Event::Shuffled { seat });
    }

    /// SR-27: puts the top card of the energy pile into play.
    pub(crate) fn energy_from_pile(&mut self, seat: Seat, vulnerable: bool, turn: &mut Turn<'_, Event>) {
        let Some(card) = self.player_mut(seat).pile.pop() else { return };
        turn.mark(Marks::REVEALED);
        self.enter(card, seat, seat, vulnerable, turn);
    }

    /// SR-115: puts a card into play and returns its number.
    pub(crate) fn enter(
        &mut self,
        card: CardId,
        owner: Seat,
        controller: Seat,
        vulnerable: bool,
        turn: &mut Turn<'_, Event>,
    ) -> Number {
        let number = self.new_number();
        let mut piece = self.new_piece(number, card, owner, controller);
        piece.vulnerable |= vulnerable || self.is_made_vulnerable(&piece);
        self.front.push(piece);
        self.recompute();
        turn.tell("SR-57", || Event::Entered { number, card, controller, vulnerable: piece.vulnerable });
        self.trigger(Triggers::ENTERS, Thing::card(number), Thing::card(number), 0, turn);
        self.trigger(Triggers::CONTROLLED, Thing::card(number), Thing::card(number), 0, turn);
        number
    }

    /// A card with its printed characteristics.
    pub(crate) fn new_piece(&self, number: Number, card: CardId, owner: Seat, controller: Seat) -> Piece {
        let mut piece = Piece {
            number,
            card,
            owner,
            controller,
            vulnerable: self.card(card).enters_vulnerable,
            controlled_since: self.turn,
            damage: 0,
            upgrades: 0,
            refresh_skips: 0,
            poisoned: false,
            current: Characteristics::default(),
        };
        piece.current = self.printed(&piece);
        piece
    }

    /// Whether an ability in play makes this card enter vulnerable.
    fn is_made_vulnerable(&self, piece: &Piece) -> bool {
        self.front.iter().any(|source| {
            self.card(source.card).abilities.iter().any(|ability| match ability {
                Ability::Replacement(Replacement::EntersVulnerable(who)) => {
                    self.matches(*who, piece, source.controller, source.number)
                }
                _ => false,
            })
        })
    }

    /// SR-89, SR-101, SR-R48: moves cards from the front lines to another zone, all at the same time. Returns the
    /// owners and the new numbers of the cards that are in piles now.
    pub(crate) fn exit(
        &mut self,
        numbers: &[Number],
        to: Exit,
        turn: &mut Turn<'_, Event>,
    ) -> Vec<(Seat, Number)> {
        let mut leaving: Vec<Piece> =
            numbers.iter().filter_map(|number| self.piece(*number).copied()).collect();
        leaving.sort_by_key(|piece| piece.number);
        leaving.dedup_by_key(|piece| piece.number);
        for piece in &leaving {
            let thing = Thing::card(piece.number);
            self.trigger(Triggers::LEAVES, thing, thing, 0, turn);
            if to == Exit::Scrap {
                self.trigger(Triggers::DIES, thing, thing, 0, turn);
                if self.is_soul(piece.card) {
                    self.died_this_turn = self.died_this_turn.saturating_add(1);
                }
            }
        }
        let leaves = |number: Number| leaving.iter().any(|piece| piece.number == number);
        self.front.retain(|piece| !leaves(piece.number));
        self.lasting.retain(|it| match it.what {
            Change::Stats { on, .. }
            | Change::Gain { on, .. }
            | Change::Lose { on, .. }
            | Change::Control { on, .. } => !leaves(on),
            Change::Shield { on, .. } => !on.number().is_some_and(leaves),
            Change::Redirect { on, onto, .. } => ![on, onto].iter().any(|it| it.number().is_some_and(leaves)),
            Change::ShieldMatching { .. } => true,
        });
        self.spent_safeguards.retain(|(on, from)| !leaves(*on) && !leaves(*from));
        let mut in_piles = Vec::new();
        for piece in &leaving {
            // Prohibitions and permissions no longer matter.
            let Characteristics { attack, defence, keywords, .. } = piece.current;
            let current = Characteristics { attack, defence, keywords, ..Characteristics::default() };
            self.left_this_turn.push(Piece { current, ..*piece });
            let in_pile = self.place(piece, to, turn);
            in_piles.extend(in_pile.map(|number| (piece.owner, number)));
            if self.rules >= 2 {
                self.moved_to_pile.extend(in_pile.map(|number| (piece.number, number)));
            }
            self.remove_from_attack(piece.number);
        }
        self.end_what_depended_on(&leaving, turn);
        self.recompute();
        in_piles
    }

    /// SR-18: puts a card that left the front lines into a zone of its owner. SR-R30: a token ceases to exist. Returns
    /// its number if it is in a pile now.
    fn place(&mut self, piece: &Piece, to: Exit, turn: &mut Turn<'_, Event>) -> Option<Number> {
        let (owner, card, number) = (piece.owner, piece.card, piece.number);
        let (rule, event) = match to {
            Exit::Scrap => ("SR-101", Event::Died { number, card }),
            Exit::Void => ("SR-123", Event::Voided { number, card }),
            Exit::Hand => ("SR-18", Event::Returned { number, card, owner }),
        };
        turn.tell(rule, || event);
        if self.card(card).token {
            return None;
        }
        match to {
            Exit::Scrap => Some(self.put_in_scrap(owner, card)),
            Exit::Void => {
                let number = self.new_number();
                self.player_mut(owner).void.push(PileCard { number, card });
                Some(number)
            }
            Exit::Hand => {
                self.player_mut(owner).take_in_hand(HiddenCard { card, known: everyone_but(owner) });
                None
            }
        }
    }

    /// Ends the effects that last until one of these cards leaves play.
    fn end_what_depended_on(&mut self, leaving: &[Piece], turn: &mut Turn<'_, Event>) {
        let leaves = |number: Number| leaving.iter().any(|piece| piece.number == number);
        let returned = self.end_lasting(|it| it.until == Until::SelfLeaves && leaves(it.source));
        self.trigger_controlled(&returned, turn);
        // SR-R33: cards that were voided until then return.
        let (due, later): (Vec<ReturningCard>, Vec<ReturningCard>) =
            std::mem::take(&mut self.returning).into_iter().partition(|it| leaves(it.until));
        self.returning = later;
        for ReturningCard { number, owner, .. } in due {
            let void = &mut self.player_mut(owner).void;
            let Some(at) = void.iter().position(|it| it.number == number) else { continue };
            let card = void.remove(at).card;
            if !self.player(owner).lost {
                self.enter(card, owner, owner, false, turn);
            }
        }
    }

    /// SR-41: ends lasting effects. Returns the cards whose control changed by that; they must wait again (SR-84).
    #[must_use]
    pub(crate) fn end_lasting(&mut self, ends: impl Fn(&LastingEffect) -> bool) -> Vec<Number> {
        let ended: Vec<LastingEffect> = self.lasting.extract_if(.., |it| ends(it)).collect();
        // Newest first: each effect returns the card to its previous controller, and the last one counts.
        let mut new_controllers: Vec<(Number, Seat)> = Vec::new();
        for (on, had, time) in ended.iter().rev().filter_map(LastingEffect::control) {
            // SR-R27: if a newer effect controls the card, it returns only when that effect ends.
            let later = self.lasting.iter_mut().find(|it| it.time > time && it.controls(on));
            if let Some(Change::Control { before, .. }) = later.map(|it| &mut it.what) {
                *before = had;
            } else {
                new_controllers.retain(|(number, _)| *number != on);
                new_controllers.push((on, had));
            }
        }
        new_controllers.retain(|(number, seat)| self.change_control(*number, *seat));
        new_controllers.into_iter().map(|(number, _)| number).collect()
    }

    /// SR-R12: gives a player control of a card, which must wait again. SR-89: the card leaves the attack. Returns
    /// whether control changed. When all simultaneous changes are made, call `trigger_controlled`.
    pub(crate) fn change_control(&mut self, number: Number, to: Seat) -> bool {
        let turn = self.turn;
        let lost = self.player(to).lost;
        let Some(piece) = self.piece_mut(number) else { return false };
        let to = if lost { piece.owner } else { to };
        if piece.controller == to {
            return false;
        }
        piece.controller = to;
        piece.controlled_since = turn;
        self.remove_from_attack(number);
        true
    }

    /// SR-64: triggers abilities that wait for these cards to come under a player's control.
    pub(crate) fn trigger_controlled(&mut self, numbers: &[Number], turn: &mut Turn<'_, Event>) {
        if numbers.is_empty() {
            return;
        }
        self.recompute();
        for number in numbers {
            self.trigger(Triggers::CONTROLLED, Thing::card(*number), Thing::card(*number), 0, turn);
        }
    }

    /// SR-03: whether a card can be in a hand. Energy cards cannot.
    pub(crate) fn may_be_held(&self, number: Number) -> bool {
        crate::notation::card_of(self, number).is_some_and(|card| self.card(card).kind != Kinds::ENERGY)
    }

    /// Takes a card out of a Scrap pile.
    pub(crate) fn take_from_scrap(&mut self, number: Number) -> Option<(Seat, CardId)> {
        self.take_from(number, |player| &mut player.scrap)
    }

    /// Takes a card out of a Scrap pile or out of the void.
    pub(crate) fn take_from_pile(&mut self, number: Number) -> Option<(Seat, CardId)> {
        self.take_from_scrap(number).or_else(|| self.take_from(number, |player| &mut player.void))
    }

    fn take_from(
        &mut self,
        number: Number,
        zone: impl Fn(&mut Player) -> &mut Vec<PileCard>,
    ) -> Option<(Seat, CardId)> {
        let (owner, card) = self.players.iter_mut().map(zone).zip(0..).find_map(|(zone, seat)| {
            let at = zone.iter().position(|it| it.number == number)?;
            Some((Seat(seat), zone.remove(at).card))
        })?;
        self.remember(number, card, owner, owner);
        Some((owner, card))
    }

    /// Remembers a card that left its zone, for effects that look back.
    pub(crate) fn remember(&mut self, number: Number, card: CardId, owner: Seat, controller: Seat) {
        let piece = self.new_piece(number, card, owner, controller);
        self.left_this_turn.push(piece);
    }

    /// SR-21: refreshes a card. Returns whether it was vulnerable.
    pub(crate) fn refresh(&mut self, number: Number, turn: &mut Turn<'_, Event>) -> bool {
        let Some(piece) = self.piece_mut(number).filter(|piece| piece.vulnerable) else { return false };
        piece.vulnerable = false;
        let thing = Thing::card(number);
        self.trigger(Triggers::REFRESHED, thing, thing, 0, turn);
        true
    }

    /// SR-20: makes a card vulnerable. Returns whether it stood by.
    pub(crate) fn make_vulnerable(&mut self, number: Number, turn: &mut Turn<'_, Event>) -> bool {
        let Some(piece) = self.piece_mut(number).filter(|piece| !piece.vulnerable) else { return false };
        piece.vulnerable = true;
        let thing = Thing::card(number);
        self.trigger(Triggers::BECOMES_VULNERABLE, thing, thing, 0, turn);
        true
    }

    /// SR-R50: removes all cards and effects of players who have lost.
    pub(crate) fn remove_players(&mut self, seats: &[Seat], turn: &mut Turn<'_, Event>) {
        let is_theirs = |seat: Seat| seats.contains(&seat);
        let leaving: Vec<Piece> = self.front.extract_if(.., |piece| is_theirs(piece.owner)).collect();
        self.sequence.retain(|item| !is_theirs(item.controller));
        self.pending_triggers.retain(|item| !is_theirs(item.controller));
        self.delayed.retain(|delayed| !is_theirs(delayed.item.controller));
        self.returning.retain(|it| !is_theirs(it.owner));
        seats.iter().for_each(|seat| self.player_mut(*seat).lost = true);
        // Effects that last until their next turn end, because that turn never comes.
        let ends = |it: &LastingEffect| it.control().is_some() || it.until == Until::YourNextTurn;
        let mut changed = self.end_lasting(|it| is_theirs(it.by) && ends(it));
        // Cards that they controlled return to their owners.
        let stray: Vec<(Number, Seat)> = self
            .front
            .iter()
            .filter(|piece| is_theirs(piece.controller))
            .map(|it| (it.number, it.owner))
            .collect();
        changed.extend(
            stray
                .into_iter()
                .filter(|(number, owner)| self.change_control(*number, *owner))
                .map(|(it, _)| it),
        );
        let front = &self.front;
        if let Some(attack) = &mut self.attack {
            let there = |number: Number| front.binary_search_by_key(&number, |piece| piece.number).is_ok();
            attack.fights.retain(|fight| there(fight.attacker) && !is_theirs(fight.defender));
            let fights = &attack.fights;
            attack.blocks.retain(|block| {
                there(block.blocker) && fights.iter().any(|fight| fight.attacker == block.attacker)
            });
        }
        for seat in seats {
            let player = self.player_mut(*seat);
            player.energy = 0;
            player.hand.clear();
            player.deck.clear();
            player.pile.clear();
            player.scrap.clear();
            player.void.clear();
        }
        self.end_what_depended_on(&leaving, turn);
        self.recompute();
        self.trigger_controlled(&changed, turn);
        if self.living().count() <= 1 {
            self.decision = Decision::Over;
        }
    }
}

/// A bit for every seat except one.
pub(crate) const fn everyone_but(seat: Seat) -> u8 {
    0b1111 & !(1 << seat.0)
}
