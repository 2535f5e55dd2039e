//! Damage, and life (SR-98 to SR-106).

use atlas_core::{Seat, Turn};

use crate::damage_modifiers::{PendingDamage, Timestamp};
use crate::event::Event;
use crate::pack::language::{Ability, CardId, Keywords, Triggers};
use crate::state::{MAX_LIFE, MAX_VALUE, SecureTheRift};
use crate::things::{Change, Number, Thing};

/// The source of damage.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct DamageSource {
    pub(crate) number: Number,
    pub(crate) card: CardId,
    pub(crate) controller: Seat,
    pub(crate) keywords: Keywords,
}

/// Damage from one source to one Soul or Base.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Hit {
    pub(crate) source: DamageSource,
    pub(crate) to: Thing,
    pub(crate) amount: i16,
    pub(crate) battle: bool,
    /// SR-R44: whether it was redirected already. Damage is redirected only once.
    pub(crate) redirected: bool,
    /// SR-R44: the modifiers that have been applied to it. Each applies once.
    pub(crate) applied: Vec<Timestamp>,
}

impl SecureTheRift {
    /// SR-105: deals the damage of one event. Returns false if a player has to choose the order of modifiers first.
    pub(crate) fn deal(&mut self, hits: Vec<Hit>, turn: &mut Turn<'_, Event>) -> bool {
        let open = self.with_overkill(hits);
        let done = Vec::with_capacity(open.len());
        self.pending_damage = Some(PendingDamage { open, done });
        self.deal_pending(turn)
    }

    /// Continues to deal damage after a choice, and then continues whatever dealt it.
    pub(crate) fn continue_dealing(&mut self, turn: &mut Turn<'_, Event>) {
        if self.deal_pending(turn) {
            if self.conclusion.is_some() { self.continue_conclusion(turn) } else { self.open_step(turn) }
        }
    }

    /// SR-105 (3) to (6): deals the pending damage. Returns false if a player has to choose first.
    fn deal_pending(&mut self, turn: &mut Turn<'_, Event>) -> bool {
        if !self.apply_modifiers() {
            return false;
        }
        let mut hits = self.pending_damage.take().map_or_else(Vec::new, |damage| damage.done);
        self.lasting.retain(|it| {
            !matches!(
                it.what,
                Change::Shield { left: Some(0), .. }
                    | Change::ShieldMatching { left: Some(0), .. }
                    | Change::Redirect { left: Some(0), .. }
            )
        });
        self.use_safeguards(&mut hits, turn);
        hits.retain(|hit| hit.amount > 0);

        let mut lost = [0_i16; 4];
        let mut gained = [0_i16; 4];
        for hit in &hits {
            let Hit { source, to, amount, battle, .. } = *hit;
            turn.tell("SR-98", || Event::Damaged { source: source.number, card: source.card, to, amount });
            if let Some(seat) = to.seat() {
                lost[seat.index()] = lost[seat.index()].saturating_add(amount);
            } else if let Some(piece) = to.number().and_then(|number| self.piece_mut(number)) {
                piece.damage = (piece.damage.saturating_add(amount)).min(MAX_VALUE);
                // SR-119, SR-R26: TOXIC.
                piece.poisoned |= battle && source.keywords.has(Keywords::TOXIC);
            }
            if source.keywords.has(Keywords::LIFEGAIN) {
                let gained = &mut gained[source.controller.index()];
                *gained = gained.saturating_add(amount);
            }
        }
        for seat in (0..self.players.len()).map(|seat| Seat(seat as u8)) {
            self.change_life(seat, lost[seat.index()], gained[seat.index()], "SR-105", turn);
        }
        for hit in &hits {
            let by = Thing::card(hit.source.number);
            self.trigger(Triggers::DAMAGED, hit.to, by, hit.amount, turn);
            self.trigger(Triggers::DEALS_DAMAGE, by, hit.to, hit.amount, turn);
        }
        true
    }

    /// SR-118, SR-R20, SR-R21: adds the excess damage of OVERKILL to the Base of the Soul's controller.
    fn with_overkill(&self, hits: Vec<Hit>) -> Vec<Hit> {
        let mut all: Vec<Hit> = Vec::with_capacity(hits.len());
        // Hits from one source to one thing are combined.
        let mut add = |hit: Hit| match all
            .iter_mut()
            .find(|it| it.source.number == hit.source.number && it.to == hit.to)
        {
            Some(same) => same.amount = same.amount.saturating_add(hit.amount),
            None => all.push(hit),
        };
        for mut hit in hits.into_iter().filter(|hit| hit.amount > 0) {
            if let Some(piece) = self.piece_of(hit.to).filter(|_| hit.source.keywords.has(Keywords::OVERKILL))
            {
                let enough = (piece.current.defence - piece.damage).max(0);
                let excess = (hit.amount - enough).max(0);
                hit.amount -= excess;
                add(Hit { to: Thing::base(piece.controller), amount: excess, applied: Vec::new(), ..hit });
            }
            add(hit);
        }
        all
    }

    /// SR-117, SR-R22: removes the damage to cards with SAFEGUARD and uses the keyword up.
    fn use_safeguards(&mut self, hits: &mut [Hit], turn: &mut Turn<'_, Event>) {
        let mut used: Vec<Number> = Vec::new();
        for hit in hits.iter_mut().filter(|hit| hit.amount > 0) {
            let Some(piece) = self.piece_of(hit.to) else { continue };
            if piece.current.keywords.has(Keywords::SAFEGUARD) {
                used.push(piece.number);
                hit.amount = 0;
            }
        }
        used.sort_unstable();
        used.dedup();
        for number in used {
            turn.tell("SR-117", || Event::Safeguarded { number });
            self.spend_safeguard(number);
        }
    }

    fn spend_safeguard(&mut self, number: Number) {
        self.spent_safeguards.push((number, 0));
        self.lasting.retain(|it| {
            !matches!(it.what, Change::Gain { on, keyword } if on == number && keyword == Keywords::SAFEGUARD)
        });
        let givers: Vec<Number> = self
            .front
            .iter()
            .filter(|giver| self.gives_safeguard(giver, number))
            .map(|it| it.number)
            .collect();
        self.spent_safeguards.extend(givers.into_iter().map(|giver| (number, giver)));
        self.spent_safeguards.sort_unstable();
        self.spent_safeguards.dedup();
        self.recompute();
    }

    fn gives_safeguard(&self, giver: &crate::things::Piece, number: Number) -> bool {
        let Some(piece) = self.piece(number) else { return false };
        self.card(giver.card).abilities.iter().any(|ability| match ability {
            Ability::Continuous { affects, grant } => {
                grant.keywords.has(Keywords::SAFEGUARD)
                    && affects.map_or(giver.number == number, |affects| {
                        self.matches(affects, piece, giver.controller, giver.number)
                    })
            }
            _ => false,
        })
    }

    /// SR-103, SR-104, SR-R24: changes the life of a player by the net amount, up to the maximum.
    pub(crate) fn change_life(
        &mut self,
        seat: Seat,
        lost: i16,
        gained: i16,
        rule: &'static str,
        turn: &mut Turn<'_, Event>,
    ) {
        let gained = if gained > 0 && self.cannot_gain_life(seat) { 0 } else { gained };
        if self.player(seat).lost || lost <= 0 && gained <= 0 {
            return;
        }
        let player = self.player_mut(seat);
        let change = i32::from(gained.max(0)) - i32::from(lost.max(0));
        let most = i32::from(MAX_LIFE);
        player.life = (i32::from(player.life) + change).clamp(i32::from(-MAX_VALUE), most) as i16;
        let life = player.life;
        turn.tell(rule, || Event::Life { seat, lost, gained, life });
        let base = Thing::base(seat);
        if gained > 0 {
            self.trigger(Triggers::LIFE_GAINED, base, base, gained, turn);
        }
        if lost > 0 {
            self.trigger(Triggers::LIFE_LOST, base, base, lost, turn);
        }
    }
}
