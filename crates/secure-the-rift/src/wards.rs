//! What changes damage before it is dealt, and in which order (SR-105, SR-R44).

use atlas_core::{Seat, Turn};

use crate::damage::Hit;
use crate::figure::is_whose;
use crate::pack::language::{Ability, Replacement, SelectorId, Struck, Zone};
use crate::state::{Ask, SecureTheRift};
use crate::tell::Event;
use crate::things::{Change, Lasting, Number, Piece, Thing};

/// With more of them the player is asked without trying every order out.
const MOST_TRIED: usize = 5;

/// Damage that is about to be dealt, all of one event.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Blow {
    /// What may still be changed; the first is being changed.
    pub(crate) open: Vec<Hit>,
    /// What is left of the others.
    pub(crate) done: Vec<Hit>,
    /// By what the first has been changed already: each effect is applied once.
    pub(crate) applied: Vec<Age>,
}

/// How old something is: the number of its card and the place of the ability there, or when an effect made it.
pub(crate) type Age = (Number, u8);

/// Something that changes a hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ward {
    pub(crate) age: Age,
    pub(crate) what: Warding,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Warding {
    /// An ability of a card in play makes it more, or less.
    Adds(i16),
    /// An effect stops as much as it can.
    Stops(Lasting),
    /// An effect leads as much as it can, and has led so much, onto something else.
    Moves(Lasting, i16),
}

impl Warding {
    /// What is left of the damage, and of the effect.
    fn applied_to(self, amount: i16) -> (i16, Warding) {
        match self {
            Warding::Adds(n) => ((amount + n).max(0), self),
            Warding::Stops(mut lasting) => {
                let taken = lasting.take(amount);
                (amount - taken, Warding::Stops(lasting))
            }
            Warding::Moves(mut lasting, moved) => {
                let taken = lasting.take(amount);
                (amount - taken, Warding::Moves(lasting, moved + taken))
            }
        }
    }

    /// What it is, but for when and by what it was made.
    fn plain(self) -> Warding {
        match self {
            Warding::Adds(_) => self,
            Warding::Stops(lasting) => Warding::Stops(Lasting { time: 0, source: 0, ..lasting }),
            Warding::Moves(lasting, moved) => {
                Warding::Moves(Lasting { time: 0, source: 0, ..lasting }, moved)
            }
        }
    }
}

impl Lasting {
    /// Takes as much of some damage as it still can; says how much that is.
    fn take(&mut self, amount: i16) -> i16 {
        match &mut self.what {
            Change::Shield { left: Some(left), .. }
            | Change::Shelter { left: Some(left), .. }
            | Change::Detour { left: Some(left), .. } => {
                let taken = (*left).min(amount);
                *left -= taken;
                taken
            }
            _ => amount,
        }
    }
}

/// What is left of the damage and of its wards, once for each order in which they can be applied.
fn outcomes(amount: i16, open: &[Warding], after: &[Warding], each: &mut dyn FnMut(i16, &[Warding])) {
    if amount <= 0 || open.is_empty() {
        return each(amount, &[after, open].concat());
    }
    for at in 0..open.len() {
        let mut rest = open.to_vec();
        let (left, used) = rest.remove(at).applied_to(amount);
        outcomes(left, &rest, &[after, &[used]].concat(), each);
    }
}

/// SR-R44: whether another order than the oldest first leads to something else.
fn order_matters(amount: i16, wards: &[Ward]) -> bool {
    let one_way =
        |sign: i16| wards.iter().all(|it| matches!(it.what, Warding::Adds(n) if n.signum() == sign));
    if wards.len() < 2 || one_way(1) || one_way(-1) {
        return false;
    }
    if wards.len() > MOST_TRIED {
        return true;
    }
    let all: Vec<Warding> = wards.iter().map(|ward| ward.what.plain()).collect();
    let mut first: Option<(i16, Vec<Warding>)> = None;
    let mut differs = false;
    outcomes(amount, &all, &[], &mut |amount, left| {
        let times = |it: &Warding, of: &[Warding]| of.iter().filter(|other| *other == it).count();
        match &first {
            None => first = Some((amount, left.to_vec())),
            Some((same, lot)) => {
                differs |= amount != *same || left.iter().any(|it| times(it, left) != times(it, lot));
            }
        }
    });
    differs
}

impl SecureTheRift {
    /// Works a blow out until somebody must choose which effect comes first; says whether all is worked out.
    pub(crate) fn ward_off(&mut self) -> bool {
        while let Some(hit) = self.blow.as_ref().and_then(|blow| blow.open.first()).copied() {
            let wards = self.wards(&hit);
            if order_matters(hit.amount, &wards) {
                self.ask = Ask::Wards { seat: self.struck(&hit) };
                return false;
            }
            match wards.first() {
                Some(oldest) => self.apply(oldest),
                None => {
                    if let Some(blow) = &mut self.blow {
                        blow.done.push(blow.open.remove(0));
                        blow.applied.clear();
                    }
                }
            }
        }
        true
    }

    /// The player has chosen which effect is applied next, from 1.
    pub(crate) fn choose_ward(&mut self, n: u8, turn: &mut Turn<'_, Event>) {
        let ward = self.open_wards().into_iter().nth(usize::from(n) - 1);
        self.apply(&ward.expect("it was judged to be there"));
        self.go_on_dealing(turn);
    }

    /// SR-R50: what goes to or comes from a player who has left is no damage any more.
    pub(crate) fn thin_out_blow(&mut self) {
        let Some(mut blow) = self.blow.take() else { return };
        let there = |hit: &Hit| self.is_there(hit.to) && !self.player(hit.source.controller).lost;
        if !blow.open.first().is_some_and(there) {
            blow.applied.clear();
        }
        blow.open.retain(there);
        blow.done.retain(there);
        self.blow = Some(blow);
    }

    /// Whether a player is still playing, or a card still in play.
    pub(crate) fn is_there(&self, thing: Thing) -> bool {
        match thing.seat() {
            Some(seat) => !self.player(seat).lost,
            None => self.piece_of(thing).is_some(),
        }
    }

    /// What can change the damage that is being asked about, the oldest first.
    pub(crate) fn open_wards(&self) -> Vec<Ward> {
        let hit = self.blow.as_ref().and_then(|blow| blow.open.first());
        hit.map_or_else(Vec::new, |hit| self.wards(hit))
    }

    /// SR-R44: the affected player, or the controller of the affected Soul.
    fn struck(&self, hit: &Hit) -> Seat {
        hit.to.seat().or_else(|| self.piece_of(hit.to).map(|piece| piece.controller)).unwrap_or(self.active)
    }

    fn apply(&mut self, ward: &Ward) {
        let Some(blow) = &mut self.blow else { return };
        let (amount, used) = ward.what.applied_to(blow.open[0].amount);
        blow.open[0].amount = amount;
        blow.applied.push(ward.age);
        if let Warding::Moves(Lasting { what: Change::Detour { onto, .. }, .. }, moved) = used {
            let moved = Hit { to: onto, amount: moved, redirected: true, ..blow.open[0] };
            blow.open.push(moved);
        }
        if let Warding::Stops(used) | Warding::Moves(used, _) = used
            && let Some(lasting) = self.lasting.iter_mut().find(|it| it.time == used.time)
        {
            *lasting = used;
        }
    }

    /// What can still change a hit, the oldest first.
    fn wards(&self, hit: &Hit) -> Vec<Ward> {
        let mut wards = Vec::new();
        if hit.amount <= 0 {
            return wards;
        }
        let applied = self.blow.as_ref().map_or(&[][..], |blow| &blow.applied);
        let mut add = |age: Age, what: Warding| {
            if !applied.contains(&age) {
                wards.push(Ward { age, what });
            }
        };
        for source in &self.front {
            for (ability, place) in self.card(source.card).abilities.iter().zip(0..) {
                let Ability::Replacement(Replacement::Damage { to, by, only_battle, change }) = ability
                else {
                    continue;
                };
                if self.is_struck(*to, hit, source)
                    && by.is_none_or(|by| self.is_by(by, hit, source.controller))
                    && (hit.battle || !only_battle)
                {
                    add((source.number, place), Warding::Adds(*change));
                }
            }
        }
        for lasting in &self.lasting {
            let ward = match lasting.what {
                Change::Detour { .. } => Warding::Moves(*lasting, 0),
                _ => Warding::Stops(*lasting),
            };
            let (covers, left, only_battle) = match lasting.what {
                Change::Detour { on, onto, left, only_battle } => {
                    let moves = on == hit.to && onto != hit.to && !hit.redirected && self.is_there(onto);
                    (moves, left, only_battle)
                }
                Change::Shield { on, left, only_battle } => (on == hit.to, left, only_battle),
                Change::Shelter { selector, left, only_battle } => {
                    let fits = |piece: &Piece| self.fits(selector, piece, lasting.by, lasting.source);
                    (self.piece_of(hit.to).is_some_and(fits), left, only_battle)
                }
                _ => continue,
            };
            if covers && left != Some(0) && (hit.battle || !only_battle) {
                add((lasting.time, 0), ward);
            }
        }
        wards.sort_by_key(|ward| ward.age);
        wards
    }

    fn is_struck(&self, to: Struck, hit: &Hit, source: &Piece) -> bool {
        match to {
            Struck::Itself => hit.to == Thing::card(source.number),
            Struck::Player(whose) => {
                hit.to.seat().is_some_and(|seat| is_whose(whose, seat, source.controller, source.controller))
            }
            Struck::Fitting(selector) => self
                .piece_of(hit.to)
                .is_some_and(|piece| self.fits(selector, piece, source.controller, source.number)),
        }
    }

    /// Whether the damage comes from such a card.
    fn is_by(&self, by: SelectorId, hit: &Hit, you: Seat) -> bool {
        let wanted = self.library.get().selector(by);
        matches!(wanted.zone, Zone::Front | Zone::Sequence)
            && is_whose(wanted.whose, hit.source.controller, you, you)
            && self.fits_card(wanted, hit.source.card)
    }
}
