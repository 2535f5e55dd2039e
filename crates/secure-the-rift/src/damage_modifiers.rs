//! Effects that modify damage before it is dealt, and their order (SR-105, SR-R44).

use atlas_core::{Seat, Turn};

use crate::damage::Hit;
use crate::evaluate::is_whose;
use crate::event::Event;
use crate::pack::language::{Ability, DamageRecipient, Keywords, Replacement, SelectorId, Triggers, Zone};
use crate::state::{Decision, SecureTheRift};
use crate::things::{Change, LastingEffect, Number, Piece, Thing};

/// With more modifiers than this the player is asked for the order without testing whether it matters.
const MAX_TRIED: usize = 5;
/// The number of orders that are tried to find out whether the order of several hits matters. If there are more, the
/// player is asked.
const MAX_ORDERS: usize = 200;

/// The damage of one event, before it is dealt.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PendingDamage {
    /// The hits that may still be modified.
    pub(crate) open: Vec<Hit>,
    /// The hits after all modifications.
    pub(crate) done: Vec<Hit>,
}

/// The timestamp of a modifier: the number of its card and the index of the ability there, or the timestamp of a
/// lasting effect and 0.
pub(crate) type Timestamp = (Number, u8);

/// An effect that modifies a hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DamageModifier {
    pub(crate) timestamp: Timestamp,
    pub(crate) what: Modification,
}

/// What a modifier does to a hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Modification {
    /// An ability of a card in play increases or reduces the damage.
    Add(i16),
    /// A lasting effect prevents as much damage as it can.
    Prevent(LastingEffect),
    /// A lasting effect redirects as much damage as it can. It has redirected this much so far.
    Redirect(LastingEffect, i16),
}

impl Modification {
    /// The remaining damage and the remaining effect.
    fn applied_to(self, amount: i16) -> (i16, Modification) {
        match self {
            Modification::Add(n) => (amount.saturating_add(n).max(0), self),
            Modification::Prevent(mut lasting) => {
                let taken = lasting.take(amount);
                (amount - taken, Modification::Prevent(lasting))
            }
            Modification::Redirect(mut lasting, moved) => {
                let taken = lasting.take(amount);
                (amount - taken, Modification::Redirect(lasting, moved + taken))
            }
        }
    }

    /// Whether it can take only so much damage.
    fn can_be_used_up(self) -> bool {
        match self {
            Modification::Add(_) => false,
            Modification::Prevent(lasting) | Modification::Redirect(lasting, _) => matches!(
                lasting.what,
                Change::Shield { left: Some(_), .. }
                    | Change::ShieldMatching { left: Some(_), .. }
                    | Change::Redirect { left: Some(_), .. }
            ),
        }
    }

    /// The modification without its source and its timestamp, for comparisons.
    fn without_origin(self) -> Modification {
        match self {
            Modification::Add(_) => self,
            Modification::Prevent(lasting) => {
                Modification::Prevent(LastingEffect { time: 0, source: 0, ..lasting })
            }
            Modification::Redirect(lasting, moved) => {
                Modification::Redirect(LastingEffect { time: 0, source: 0, ..lasting }, moved)
            }
        }
    }
}

impl LastingEffect {
    /// Uses the effect up by as much of the damage as it can take. Returns that amount.
    fn take(&mut self, amount: i16) -> i16 {
        match &mut self.what {
            Change::Shield { left: Some(left), .. }
            | Change::ShieldMatching { left: Some(left), .. }
            | Change::Redirect { left: Some(left), .. } => {
                let taken = (*left).min(amount);
                *left -= taken;
                taken
            }
            _ => amount,
        }
    }
}

/// Calls `each` with the remaining damage and modifiers, for every order in which they can be applied.
fn outcomes(
    amount: i16,
    open: &[Modification],
    after: &[Modification],
    each: &mut dyn FnMut(i16, &[Modification]),
) {
    if amount <= 0 || open.is_empty() {
        return each(amount, &[after, open].concat());
    }
    for at in 0..open.len() {
        let mut rest = open.to_vec();
        let (left, used) = rest.remove(at).applied_to(amount);
        outcomes(left, &rest, &[after, &[used]].concat(), each);
    }
}

/// SR-R44: whether the order in which the modifiers are applied matters.
fn order_matters(amount: i16, modifiers: &[DamageModifier]) -> bool {
    let all_add =
        |sign: i16| modifiers.iter().all(|it| matches!(it.what, Modification::Add(n) if n.signum() == sign));
    if modifiers.len() < 2 || all_add(1) || all_add(-1) {
        return false;
    }
    if modifiers.len() > MAX_TRIED {
        return true;
    }
    let all: Vec<Modification> = modifiers.iter().map(|modifier| modifier.what.without_origin()).collect();
    let mut first: Option<(i16, Vec<Modification>)> = None;
    let mut differs = false;
    outcomes(amount, &all, &[], &mut |amount, left| {
        let times = |it: &Modification, of: &[Modification]| of.iter().filter(|other| *other == it).count();
        match &first {
            None => first = Some((amount, left.to_vec())),
            Some((same, others)) => {
                differs |= amount != *same || left.iter().any(|it| times(it, left) != times(it, others));
            }
        }
    });
    differs
}

/// What remains after all modifiers have been applied in some order: the damage by what distinguishes it, and how much
/// of each lasting effect is left.
type Remainder = (Vec<(HitClass, i16)>, Vec<Modification>);

/// What makes a difference between two hits once they can no longer be modified by the player who chooses.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct HitClass {
    to: Thing,
    /// The source, if abilities in play look at single hits.
    source: Option<Number>,
    /// SR-119: whether it is battle damage of a source with TOXIC.
    toxic: bool,
    /// SR-120: the player who gains life by it.
    gains: Option<Seat>,
    /// For damage that another player may still modify: the modifiers that have been applied.
    applied: Option<Vec<Timestamp>>,
}

impl SecureTheRift {
    /// Applies modifiers to the pending damage. Returns false if a player has to choose the next one first.
    pub(crate) fn apply_modifiers(&mut self) -> bool {
        if self.rules < 2 {
            return self.apply_modifiers_hit_by_hit();
        }
        loop {
            self.set_aside_unmodified();
            let Some(damage) = &self.pending_damage else { return true };
            let open: Vec<Seat> = damage.open.iter().map(|hit| self.affected_player(hit)).collect();
            let Some(seat) = self.in_turn_order().find(|seat| open.contains(seat)) else { return true };
            let options = self.options_of(seat);
            if self.order_of_options_matters(seat, &options) {
                self.decision = Decision::DamageOrder { seat };
                return false;
            }
            let Some((at, oldest)) = options.first() else { return true };
            self.apply(*at, oldest);
        }
    }

    /// In the first version of the rules, each hit was modified before the next one, in the order in which the
    /// sources were declared.
    fn apply_modifiers_hit_by_hit(&mut self) -> bool {
        while let Some(hit) = self.pending_damage.as_ref().and_then(|damage| damage.open.first()) {
            let modifiers = self.modifiers(hit);
            if order_matters(hit.amount, &modifiers) {
                self.decision = Decision::DamageOrder { seat: self.affected_player(hit) };
                return false;
            }
            match modifiers.first() {
                Some(oldest) => self.apply(0, oldest),
                None => {
                    if let Some(damage) = &mut self.pending_damage {
                        damage.done.push(damage.open.remove(0));
                    }
                }
            }
        }
        true
    }

    /// Moves the hits that nothing modifies any more from the open ones to the others.
    fn set_aside_unmodified(&mut self) {
        let Some(mut damage) = self.pending_damage.take() else { return };
        let (open, done): (Vec<Hit>, Vec<Hit>) =
            std::mem::take(&mut damage.open).into_iter().partition(|hit| !self.modifiers(hit).is_empty());
        damage.open = open;
        damage.done.extend(done);
        self.pending_damage = Some(damage);
    }

    /// The modifiers that a player can apply next, each with the index of the open hit: those of the first hit first,
    /// oldest first.
    fn options_of(&self, seat: Seat) -> Vec<(usize, DamageModifier)> {
        let open = self.pending_damage.iter().flat_map(|damage| damage.open.iter().enumerate());
        open.filter(|(_, hit)| self.affected_player(hit) == seat)
            .flat_map(|(at, hit)| self.modifiers(hit).into_iter().map(move |modifier| (at, modifier)))
            .collect()
    }

    /// SR-R44: whether the order in which a player applies these modifiers matters. Several hits compete only for
    /// effects that can be used up.
    fn order_of_options_matters(&self, seat: Seat, options: &[(usize, DamageModifier)]) -> bool {
        let Some(damage) = &self.pending_damage else { return false };
        let several = options.iter().any(|(at, modifier)| {
            let also =
                |(other, it): &(usize, DamageModifier)| other != at && it.timestamp == modifier.timestamp;
            modifier.what.can_be_used_up() && options.iter().any(also)
        });
        let redirects = |(_, it): &(usize, DamageModifier)| matches!(it.what, Modification::Redirect(..));
        if !(several || options.len() > 1 && options.iter().any(redirects)) {
            return damage.open.iter().enumerate().any(|(at, hit)| {
                let own = options.iter().filter(|(it, _)| *it == at).map(|(_, modifier)| *modifier);
                order_matters(hit.amount, &own.collect::<Vec<_>>())
            });
        }
        let (mut first, mut orders) = (None, 0);
        self.results_differ(seat, &mut first, &mut orders)
    }

    /// Applies the modifiers of a player in every order, and returns whether the results differ or there are too many
    /// orders to try.
    fn results_differ(&self, seat: Seat, first: &mut Option<Remainder>, orders: &mut usize) -> bool {
        let options = self.options_of(seat);
        if options.is_empty() {
            *orders += 1;
            let result = self.result();
            return *orders > MAX_ORDERS || *first.get_or_insert_with(|| result.clone()) != result;
        }
        options.iter().any(|(at, modifier)| {
            let mut tried = self.clone();
            tried.apply(*at, modifier);
            tried.set_aside_unmodified();
            tried.results_differ(seat, first, orders)
        })
    }

    /// What the damage and the lasting effects have come to.
    fn result(&self) -> Remainder {
        let watched = Triggers::DAMAGED | Triggers::DEALS_DAMAGE;
        let is_watched = self.front.iter().any(|it| !(self.card(it.card).triggers & watched).is_empty());
        let mut hits: Vec<(HitClass, i16)> = Vec::new();
        let Some(damage) = &self.pending_damage else { return (hits, Vec::new()) };
        let open = damage.open.iter().map(|hit| {
            let mut applied = hit.applied.clone();
            applied.sort_unstable();
            (hit, Some(applied))
        });
        for (hit, applied) in open.chain(damage.done.iter().map(|hit| (hit, None))) {
            let class = HitClass {
                to: hit.to,
                source: is_watched.then_some(hit.source.number),
                toxic: hit.battle && hit.source.keywords.has(Keywords::TOXIC),
                gains: hit.source.keywords.has(Keywords::LIFEGAIN).then_some(hit.source.controller),
                applied,
            };
            match hits.iter_mut().find(|(it, _)| *it == class) {
                Some((_, amount)) => *amount = amount.saturating_add(hit.amount),
                None => hits.push((class, hit.amount)),
            }
        }
        hits.retain(|(_, amount)| *amount > 0);
        hits.sort();
        let left = self.lasting.iter().map(|it| Modification::Prevent(*it).without_origin());
        let mut left: Vec<Modification> = left.filter(|it| it.can_be_used_up()).collect();
        left.sort_by_cached_key(|it| format!("{it:?}"));
        (hits, left)
    }

    /// Applies the chosen modifier, counted from 1, and continues.
    pub(crate) fn choose_modifier(&mut self, n: u8, turn: &mut Turn<'_, Event>) {
        let chosen = self.open_modifiers().into_iter().nth(usize::from(n) - 1);
        let (at, modifier) = chosen.expect("the action was judged legal");
        self.apply(at, &modifier);
        self.continue_dealing(turn);
    }

    /// SR-R50: removes pending damage to and from players who have left.
    pub(crate) fn remove_damage_of_absent(&mut self) {
        let Some(mut damage) = self.pending_damage.take() else { return };
        let there = |hit: &Hit| self.is_there(hit.to) && !self.player(hit.source.controller).lost;
        damage.open.retain(there);
        damage.done.retain(there);
        self.pending_damage = Some(damage);
    }

    /// Whether a player is still in the game, or a card still in play.
    pub(crate) fn is_there(&self, thing: Thing) -> bool {
        match thing.seat() {
            Some(seat) => !self.player(seat).lost,
            None => self.piece_of(thing).is_some(),
        }
    }

    /// The modifiers that can be chosen now, each with the index of the open hit that it modifies.
    pub(crate) fn open_modifiers(&self) -> Vec<(usize, DamageModifier)> {
        if let (Decision::DamageOrder { seat }, 2..) = (self.decision, self.rules) {
            return self.options_of(seat);
        }
        let hit = self.pending_damage.as_ref().and_then(|damage| damage.open.first());
        hit.map_or_else(Vec::new, |hit| self.modifiers(hit).into_iter().map(|it| (0, it)).collect())
    }

    /// SR-R44: the affected player, or the controller of the affected Soul.
    fn affected_player(&self, hit: &Hit) -> Seat {
        hit.to.seat().or_else(|| self.piece_of(hit.to).map(|piece| piece.controller)).unwrap_or(self.active)
    }

    /// Applies a modifier to one of the open hits. SR-R44: it applies only once, also after the damage was redirected.
    fn apply(&mut self, at: usize, modifier: &DamageModifier) {
        let Some(damage) = &mut self.pending_damage else { return };
        let hit = &mut damage.open[at];
        let (amount, used) = modifier.what.applied_to(hit.amount);
        hit.amount = amount;
        hit.applied.push(modifier.timestamp);
        if let Modification::Redirect(LastingEffect { what: Change::Redirect { onto, .. }, .. }, moved) = used
        {
            let applied = if self.rules >= 2 { hit.applied.clone() } else { Vec::new() };
            let moved = Hit { to: onto, amount: moved, redirected: true, applied, ..*hit };
            damage.open.push(moved);
        }
        if let Modification::Prevent(used) | Modification::Redirect(used, _) = used
            && let Some(lasting) = self.lasting.iter_mut().find(|it| it.time == used.time)
        {
            *lasting = used;
        }
    }

    /// The modifiers that can still apply to a hit, oldest first.
    fn modifiers(&self, hit: &Hit) -> Vec<DamageModifier> {
        let mut modifiers = Vec::new();
        if hit.amount <= 0 {
            return modifiers;
        }
        let mut add = |timestamp: Timestamp, what: Modification| {
            if !hit.applied.contains(&timestamp) {
                modifiers.push(DamageModifier { timestamp, what });
            }
        };
        for source in &self.front {
            for (ability, place) in self.card(source.card).abilities.iter().zip(0..) {
                let Ability::Replacement(Replacement::Damage { to, by, only_battle, change }) = ability
                else {
                    continue;
                };
                if self.is_recipient(*to, hit, source)
                    && by.is_none_or(|by| self.is_dealt_by(by, hit, source.controller))
                    && (hit.battle || !only_battle)
                {
                    add((source.number, place), Modification::Add(*change));
                }
            }
        }
        for lasting in &self.lasting {
            let modifier = match lasting.what {
                Change::Redirect { .. } => Modification::Redirect(*lasting, 0),
                _ => Modification::Prevent(*lasting),
            };
            let (covers, left, only_battle) = match lasting.what {
                Change::Redirect { on, onto, left, only_battle } => {
                    let moves = on == hit.to && onto != hit.to && !hit.redirected && self.is_there(onto);
                    (moves, left, only_battle)
                }
                Change::Shield { on, left, only_battle } => (on == hit.to, left, only_battle),
                Change::ShieldMatching { selector, left, only_battle } => {
                    let protects = |piece: &Piece| self.matches(selector, piece, lasting.by, lasting.source);
                    (self.piece_of(hit.to).is_some_and(protects), left, only_battle)
                }
                _ => continue,
            };
            if covers && left != Some(0) && (hit.battle || !only_battle) {
                add((lasting.time, 0), modifier);
            }
        }
        modifiers.sort_by_key(|modifier| modifier.timestamp);
        modifiers
    }

    fn is_recipient(&self, to: DamageRecipient, hit: &Hit, source: &Piece) -> bool {
        match to {
            DamageRecipient::Itself => hit.to == Thing::card(source.number),
            DamageRecipient::Player(whose) => {
                hit.to.seat().is_some_and(|seat| is_whose(whose, seat, source.controller, source.controller))
            }
            DamageRecipient::Matching(selector) => self
                .piece_of(hit.to)
                .is_some_and(|piece| self.matches(selector, piece, source.controller, source.number)),
        }
    }

    /// Whether the source of the damage matches a selector.
    fn is_dealt_by(&self, by: SelectorId, hit: &Hit, you: Seat) -> bool {
        let wanted = self.library.get().selector(by);
        matches!(wanted.zone, Zone::Front | Zone::Sequence)
            && is_whose(wanted.whose, hit.source.controller, you, you)
            && self.card_matches(wanted, hit.source.card)
    }
}
