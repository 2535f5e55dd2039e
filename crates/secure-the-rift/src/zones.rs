//! Cards on their way from zone to zone (SR-16 to SR-18, SR-R32).

use atlas_core::{Marks, Seat, Turn};

use crate::pack::language::{Ability, CardId, Events, Kinds, Replacement, Until};
use crate::state::{Ask, SecureTheRift};
use crate::tell::Event;
use crate::things::{Change, Figure, Hidden, Lasting, Lying, Number, Piece, Player, Thing};

/// Where a card goes that leaves the front lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// SR-101: it dies.
    Scrap,
    /// SR-123.
    Void,
    /// To its owner's hand.
    Hand,
}

impl Player {
    /// Puts a card into the hand, which is kept in order, so that nobody sees which came last.
    pub(crate) fn take_in_hand(&mut self, held: Hidden) {
        let at = self.hand.partition_point(|it| (it.card, it.known) <= (held.card, held.known));
        self.hand.insert(at, held);
    }

    /// Takes a card of this name out of the hand. If others knew of one, it was that one.
    pub(crate) fn take_from_hand(&mut self, card: CardId) -> bool {
        let last = self.hand.iter().rposition(|it| it.card == card);
        last.map(|at| self.hand.remove(at)).is_some()
    }

    /// Whether the hand has a card of this name.
    pub(crate) fn holds(&self, card: CardId) -> bool {
        self.hand.iter().any(|it| it.card == card)
    }
}

impl SecureTheRift {
    /// SR-127, SR-R34: the top card of the deck goes to the hand, by this rule.
    pub(crate) fn draw(&mut self, seat: Seat, rule: &'static str, turn: &mut Turn<'_, Event>) {
        let player = self.player_mut(seat);
        let Some(top) = player.deck.pop() else {
            player.overdrawn = true;
            turn.tell("SR-R34", || Event::Overdrew { seat });
            return;
        };
        player.take_in_hand(Hidden { card: top.card, known: top.known & !(1 << seat.0) });
        turn.mark(Marks::REVEALED);
        turn.tell(rule, || Event::Drew { seat, card: top.card });
        self.happen(Events::DRAWN, Thing::base(seat), Thing::base(seat), 1, turn);
    }

    /// A card goes to its owner's Scrap pile.
    pub(crate) fn put_in_scrap(&mut self, owner: Seat, card: CardId) -> Number {
        let number = self.new_number();
        self.player_mut(owner).scrap.push(Lying { number, card });
        number
    }

    /// SR-R35: a card goes from the hand to the Scrap pile.
    pub(crate) fn discard(&mut self, seat: Seat, card: CardId, turn: &mut Turn<'_, Event>) {
        let held = self.player_mut(seat).take_from_hand(card);
        debug_assert!(held, "what is discarded is in the hand");
        self.put_in_scrap(seat, card);
        turn.tell("SR-R35", || Event::Discarded { seat, card });
        self.happen(Events::DISCARDED, Thing::base(seat), Thing::base(seat), 1, turn);
    }

    /// The top card of the deck goes to the Scrap pile: that is not dying (SR-102).
    pub(crate) fn mill(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        let Some(top) = self.player_mut(seat).deck.pop() else { return };
        self.put_in_scrap(seat, top.card);
        turn.mark(Marks::REVEALED);
        turn.tell("SR-102", || Event::Milled { seat, card: top.card });
    }

    /// SR-134: nobody knows any more where a card of the deck is.
    pub(crate) fn shuffle(&mut self, seat: Seat, turn: &mut Turn<'_, Event>) {
        let deck = &mut self.players[seat.index()].deck;
        deck.iter_mut().for_each(|hidden| hidden.known = 0);
        turn.chance.shuffle(deck);
        turn.mark(Marks::CHANCE | Marks::REVEALED);
        turn.tell("SR-134", || Event::Shuffled { seat });
    }

    /// SR-27: the top card of the energy pile comes into play.
    pub(crate) fn energy_from_pile(&mut self, seat: Seat, vulnerable: bool, turn: &mut Turn<'_, Event>) {
        let Some(card) = self.player_mut(seat).pile.pop() else { return };
        turn.mark(Marks::REVEALED);
        self.enter(card, seat, seat, vulnerable, turn);
    }

    /// SR-115: a card comes into play, by whatever way.
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
        self.figure();
        turn.tell("SR-57", || Event::Entered { number, card, controller, vulnerable: piece.vulnerable });
        self.happen(Events::ENTERS, Thing::card(number), Thing::card(number), 0, turn);
        self.happen(Events::CONTROLLED, Thing::card(number), Thing::card(number), 0, turn);
        number
    }

    /// A card as it is printed.
    pub(crate) fn new_piece(&self, number: Number, card: CardId, owner: Seat, controller: Seat) -> Piece {
        let mut piece = Piece {
            number,
            card,
            owner,
            controller,
            vulnerable: self.card(card).enters_vulnerable,
            since: self.turn,
            damage: 0,
            upgrades: 0,
            skips: 0,
            poisoned: false,
            now: Figure::default(),
        };
        piece.now = self.printed(&piece);
        piece
    }

    /// Whether an ability in play makes it enter vulnerable.
    fn is_made_vulnerable(&self, piece: &Piece) -> bool {
        self.front.iter().any(|source| {
            self.card(source.card).abilities.iter().any(|ability| match ability {
                Ability::Replacement(Replacement::EntersVulnerable(who)) => {
                    self.fits(*who, piece, source.controller, source.number)
                }
                _ => false,
            })
        })
    }

    /// SR-89, SR-101, SR-R48: cards leave the front lines together, and see each other leave. Gives whose
    /// piles they came to, and their numbers there.
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
            self.happen(Events::LEAVES, thing, thing, 0, turn);
            if to == Exit::Scrap {
                self.happen(Events::DIES, thing, thing, 0, turn);
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
            Change::Detour { on, onto, .. } => ![on, onto].iter().any(|it| it.number().is_some_and(leaves)),
            Change::Shelter { .. } => true,
        });
        self.spent.retain(|(on, from)| !leaves(*on) && !leaves(*from));
        let mut lying = Vec::new();
        for piece in &leaving {
            // What it could do does not matter any more, only what it was.
            let Figure { attack, defence, keywords, .. } = piece.now;
            let now = Figure { attack, defence, keywords, ..Figure::default() };
            self.gone.push(Piece { now, ..*piece });
            lying.extend(self.place(piece, to, turn).map(|number| (piece.owner, number)));
            self.quit_attack(piece.number);
        }
        self.end_what_depended_on(&leaving, turn);
        self.figure();
        lying
    }

    /// SR-18: a card that left goes to a zone of its owner. SR-R30: a token vanishes. Gives its number in a
    /// pile that everyone sees.
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
                self.player_mut(owner).void.push(Lying { number, card });
                Some(number)
            }
            Exit::Hand => {
                self.player_mut(owner).take_in_hand(Hidden { card, known: everyone_but(owner) });
                None
            }
        }
    }

    /// What lasts only while a card is in play ends when it leaves.
    fn end_what_depended_on(&mut self, leaving: &[Piece], turn: &mut Turn<'_, Event>) {
        let leaves = |number: Number| leaving.iter().any(|piece| piece.number == number);
        let given = self.end_lasting(|it| it.until == Until::SelfLeaves && leaves(it.source));
        self.given(&given, turn);
        // SR-R33: what was voided until then comes back.
        let (back, stays) =
            std::mem::take(&mut self.boxed).into_iter().partition(|boxed| leaves(boxed.until));
        self.boxed = stays;
        for boxed in back as Vec<crate::things::Boxed> {
            let void = &mut self.player_mut(boxed.owner).void;
            let Some(at) = void.iter().position(|lying| lying.number == boxed.number) else { continue };
            let lying = void.remove(at);
            if !self.player(boxed.owner).lost {
                self.enter(lying.card, boxed.owner, boxed.owner, false, turn);
            }
        }
    }

    /// SR-41: effects end. SR-84: a card that goes back to somebody waits again. Says which cards went back.
    #[must_use]
    pub(crate) fn end_lasting(&mut self, ends: impl Fn(&Lasting) -> bool) -> Vec<Number> {
        let ended: Vec<Lasting> = self.lasting.extract_if(.., |it| ends(it)).collect();
        // The newest first: each leaves the card to whoever had it before, and the last of them counts.
        let mut heirs: Vec<(Number, Seat)> = Vec::new();
        for (on, had, time) in ended.iter().rev().filter_map(Lasting::control) {
            // SR-R27: if it has been taken from there since, it will go back to them only later.
            let later = self.lasting.iter_mut().find(|it| it.time > time && it.controls(on));
            if let Some(Change::Control { before, .. }) = later.map(|it| &mut it.what) {
                *before = had;
            } else {
                heirs.retain(|(number, _)| *number != on);
                heirs.push((on, had));
            }
        }
        heirs.retain(|(number, heir)| self.give_control(*number, *heir));
        heirs.into_iter().map(|(number, _)| number).collect()
    }

    /// SR-R12: a change of control starts a new waiting time. SR-89: the card is out of the attack. Says whether
    /// control changed; when it has of all that change it together, they are `given`.
    pub(crate) fn give_control(&mut self, number: Number, to: Seat) -> bool {
        let turn = self.turn;
        let lost = self.player(to).lost;
        let Some(piece) = self.piece_mut(number) else { return false };
        let to = if lost { piece.owner } else { to };
        if piece.controller == to {
            return false;
        }
        piece.controller = to;
        piece.since = turn;
        self.quit_attack(number);
        true
    }

    /// SR-64: these have come under somebody else's control, all at once.
    pub(crate) fn given(&mut self, numbers: &[Number], turn: &mut Turn<'_, Event>) {
        if numbers.is_empty() {
            return;
        }
        self.figure();
        for number in numbers {
            self.happen(Events::CONTROLLED, Thing::card(*number), Thing::card(*number), 0, turn);
        }
    }

    /// SR-03: an Energy card is never in a hand.
    pub(crate) fn may_be_held(&self, number: Number) -> bool {
        crate::notation::card_of(self, number).is_some_and(|card| self.card(card).kind != Kinds::ENERGY)
    }

    /// Takes a card out of a Scrap pile.
    pub(crate) fn take_from_scrap(&mut self, number: Number) -> Option<(Seat, CardId)> {
        self.take_lying(number, |player| &mut player.scrap)
    }

    /// Takes a card out of a Scrap pile or out of the void.
    pub(crate) fn take_from_pile(&mut self, number: Number) -> Option<(Seat, CardId)> {
        self.take_from_scrap(number).or_else(|| self.take_lying(number, |player| &mut player.void))
    }

    fn take_lying(
        &mut self,
        number: Number,
        zone: impl Fn(&mut Player) -> &mut Vec<Lying>,
    ) -> Option<(Seat, CardId)> {
        let (owner, card) = self.players.iter_mut().map(zone).zip(0..).find_map(|(zone, seat)| {
            let at = zone.iter().position(|lying| lying.number == number)?;
            Some((Seat(seat), zone.remove(at).card))
        })?;
        self.remember(number, card, owner, owner);
        Some((owner, card))
    }

    /// What a card was that is not where it was any more, for effects that look back.
    pub(crate) fn remember(&mut self, number: Number, card: CardId, owner: Seat, controller: Seat) {
        let piece = self.new_piece(number, card, owner, controller);
        self.gone.push(piece);
    }

    /// SR-21: a card stands by again; says whether it did not.
    pub(crate) fn refresh(&mut self, number: Number, turn: &mut Turn<'_, Event>) -> bool {
        let Some(piece) = self.piece_mut(number).filter(|piece| piece.vulnerable) else { return false };
        piece.vulnerable = false;
        let thing = Thing::card(number);
        self.happen(Events::REFRESHED, thing, thing, 0, turn);
        true
    }

    /// SR-20: a card becomes vulnerable; says whether it was not.
    pub(crate) fn make_vulnerable(&mut self, number: Number, turn: &mut Turn<'_, Event>) -> bool {
        let Some(piece) = self.piece_mut(number).filter(|piece| !piece.vulnerable) else { return false };
        piece.vulnerable = true;
        let thing = Thing::card(number);
        self.happen(Events::BECOMES_VULNERABLE, thing, thing, 0, turn);
        true
    }

    /// SR-R50: everything of players who have lost leaves the game.
    pub(crate) fn remove_players(&mut self, seats: &[Seat], turn: &mut Turn<'_, Event>) {
        let is_theirs = |seat: Seat| seats.contains(&seat);
        let leaving: Vec<Piece> = self.front.extract_if(.., |piece| is_theirs(piece.owner)).collect();
        self.sequence.retain(|item| !is_theirs(item.controller));
        self.waiting.retain(|item| !is_theirs(item.controller));
        self.delayed.retain(|delayed| !is_theirs(delayed.item.controller));
        self.boxed.retain(|boxed| !is_theirs(boxed.owner));
        seats.iter().for_each(|seat| self.player_mut(*seat).lost = true);
        // Their own next turn does not come any more.
        let ends = |it: &Lasting| it.control().is_some() || it.until == Until::YourNextTurn;
        let mut given = self.end_lasting(|it| is_theirs(it.by) && ends(it));
        // What they controlled goes back to its owner.
        let stray: Vec<(Number, Seat)> = self
            .front
            .iter()
            .filter(|piece| is_theirs(piece.controller))
            .map(|it| (it.number, it.owner))
            .collect();
        given.extend(
            stray.into_iter().filter(|(number, owner)| self.give_control(*number, *owner)).map(|(it, _)| it),
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
        self.figure();
        self.given(&given, turn);
        if self.living().count() <= 1 {
            self.ask = Ask::Over;
        }
    }
}

/// A bit for every seat but one.
pub(crate) const fn everyone_but(seat: Seat) -> u8 {
    0b1111 & !(1 << seat.0)
}
