//! Playing a card and using an ability, as one action that cannot be interrupted (SR-43 to SR-51), and the
//! choices of a triggered ability (SR-68, SR-R39).

use atlas_core::{Seat, Turn};

use crate::action::{Action, First};
use crate::figure::{Standpoint, is_whose};
use crate::pack::language::{
    Ability, Cannots, Card, CardId, Costs, Events, Keywords, Kinds, Layers, ListId, Paying, Payment, Pool,
    Script, Step as Deed, Target, Zone,
};
use crate::state::{Ask, MOST_USES, SecureTheRift, Step};
use crate::tell::Event;
use crate::things::{Hidden, Item, Lying, Matter, Number, Picks, Piece, Thing};
use crate::zones::{Exit, everyone_but};

/// The most Energy that one ability makes at once.
const MOST_MADE: i16 = 99;

/// What is being announced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Announced {
    Card,
    Ability,
    Trigger,
}

/// An announcement that still asks for something.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Announcement {
    pub(crate) item: Item,
    pub(crate) kind: Announced,
    pub(crate) has_mode: bool,
    pub(crate) has_x: bool,
    /// The use of the word "target" that is asked for.
    pub(crate) slot: u8,
    /// What is paid with.
    pub(crate) paid: Picks,
}

/// What an announcement asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Want {
    Mode,
    X,
    Target,
    Payment,
}

impl Announcement {
    pub(crate) fn new(item: Item, kind: Announced) -> Announcement {
        Announcement { item, kind, has_mode: false, has_x: false, slot: 0, paid: Picks::default() }
    }
}

impl SecureTheRift {
    /// What an item does: its targets and its effect. A Soul or a Tech that is played has none.
    pub(crate) fn script(&self, item: &Item) -> Option<&'static Script> {
        let card = self.card(item.card);
        match item.matter {
            Matter::Card { mode, .. } => card.modes.get(mode as usize),
            Matter::Ability { place } => match &card.abilities[place as usize] {
                Ability::Triggered { script, .. } | Ability::Activated { script, .. } => Some(script),
                _ => None,
            },
            Matter::Delayed { .. } => None,
        }
    }

    /// The activated abilities of a card, each with its place on the card.
    pub(crate) fn activated(
        card: &'static Card,
    ) -> impl Iterator<Item = (u8, &'static Costs, bool, &'static Script)> {
        card.abilities.iter().zip(0..).filter_map(|(ability, place)| match ability {
            Ability::Activated { cost, energy, script } => Some((place, cost, *energy, script)),
            _ => None,
        })
    }

    /// SR-44, SR-45.
    pub(crate) fn is_time_for(&self, seat: Seat, card: &Card) -> bool {
        card.keywords.has(Keywords::WARP) || self.is_quiet_main(seat)
    }

    /// The own Main step with an empty Sequence and no attack under way.
    pub(crate) fn is_quiet_main(&self, seat: Seat) -> bool {
        self.step == Step::Main && self.active == seat && self.sequence.is_empty() && self.attack.is_none()
    }

    /// SR-48, SR-R43.
    pub(crate) fn cost(&self, seat: Seat, id: CardId, x: u8) -> i16 {
        let card = self.card(id);
        let (mut more, mut less, mut least) = (0, 0, 0);
        for source in self.front.iter().filter(|source| self.card(source.card).layers.has(Layers::COST)) {
            for ability in &self.card(source.card).abilities {
                let Ability::Continuous { affects: Some(affects), grant } = ability else { continue };
                let wanted = self.library.get().selector(*affects);
                if wanted.zone == Zone::Playing
                    && is_whose(wanted.whose, seat, source.controller, source.controller)
                    && self.fits_card(wanted, id)
                {
                    more += grant.cost_more;
                    less += grant.cost_less;
                    least = least.max(grant.cost_min);
                }
            }
        }
        if let Some(change) = &card.cost_change {
            let standpoint = Standpoint { you: seat, source: 0, item: None, it: Thing::NONE };
            less += self.amount(&change.less, standpoint).max(0);
            least = least.max(change.min);
        }
        let full = i16::from(card.cost) + i16::from(x) + more;
        // A minimum keeps a reduction from going too far; it never makes anything dearer.
        (full - less).max(least.min(full)).max(0)
    }

    /// SR-84, SR-R12: whether a card may pay costs with ACTIVATE.
    pub(crate) fn can_activate(&self, piece: &Piece) -> bool {
        piece.can_be_turned() && !self.must_wait(piece)
    }

    /// SR-84: whether a Soul has not been under control for long enough.
    pub(crate) fn must_wait(&self, piece: &Piece) -> bool {
        self.is_soul(piece.card)
            && !piece.now.keywords.has(Keywords::AMBUSH)
            && piece.since >= self.player(piece.controller).began
    }

    /// SR-R06: the Energy that a card in play makes by being activated.
    fn makes_energy(&self, piece: &Piece) -> Option<i16> {
        let maker = self.card(piece.card).maker?;
        self.can_activate(piece).then(|| match maker.always {
            Some(n) => n.clamp(0, MOST_MADE),
            None => self.energy_of(maker.effect, piece),
        })
    }

    /// How much Energy a list of steps adds.
    pub(crate) fn energy_of(&self, list: ListId, piece: &Piece) -> i16 {
        let standpoint = Standpoint::in_play(piece);
        let steps = self.library.get().list(list).iter();
        let added = steps.map(|step| match step {
            Deed::AddEnergy { n } => self.amount(n, standpoint).max(0),
            Deed::If { test, then, otherwise } => {
                let list = if self.holds(test, standpoint) { Some(*then) } else { *otherwise };
                list.map_or(0, |list| self.energy_of(list, piece))
            }
            _ => 0,
        });
        added.sum::<i16>().min(MOST_MADE)
    }

    /// The Energy that a player has or can make, without some cards.
    pub(crate) fn energy(&self, seat: Seat, without: &[Number]) -> i16 {
        let may = |piece: &&Piece| piece.controller == seat && !without.contains(&piece.number);
        let own = self.front.iter().filter(may);
        let made: i16 = own.filter_map(|piece| self.makes_energy(piece)).sum();
        (i16::from(self.player(seat).energy) + made).min(u8::MAX.into())
    }

    /// SR-R07: Energy is made as it is needed: Energy cards that do nothing else first, Souls last.
    pub(crate) fn pay_energy(
        &mut self,
        seat: Seat,
        need: i16,
        without: &[Number],
        turn: &mut Turn<'_, Event>,
    ) {
        let may = |piece: &&Piece| piece.controller == seat && !without.contains(&piece.number);
        while i16::from(self.player(seat).energy) < need {
            let missing = need - i16::from(self.player(seat).energy);
            let own = self.front.iter().filter(may);
            let makers = own.filter_map(|piece| self.makes_energy(piece).map(|n| (piece, n)));
            let best = makers.filter(|(_, n)| *n > 0).min_by_key(|(piece, n)| {
                let card = self.card(piece.card);
                let rank = match card.kind {
                    Kinds::ENERGY => u8::from(card.abilities.len() > 1),
                    Kinds::TECH => 2,
                    _ => 3,
                };
                // Nothing is wasted if it need not be.
                (rank, (*n - missing).max(0), piece.number)
            });
            let (number, n) =
                best.map(|(piece, n)| (piece.number, n)).expect("the Energy was judged to be there");
            self.make_vulnerable(number, turn);
            let player = self.player_mut(seat);
            player.energy = player.energy.saturating_add(n as u8);
            turn.tell("SR-26", || Event::MadeEnergy { seat, number, n: n as u8 });
        }
        self.player_mut(seat).energy -= need as u8;
    }

    /// SR-69: whether a use of the word "target" can be answered.
    fn has_targets(&self, target: &Target, item: &Item) -> bool {
        target.upto || self.count_candidates(target.from, item) >= usize::from(target.n)
    }

    fn count_candidates(&self, from: Pool, item: &Item) -> usize {
        let mut count = 0;
        self.each_candidate(from, item, &mut |_| count += 1);
        count
    }

    /// SR-68: everything that may be a target.
    pub(crate) fn each_candidate(&self, from: Pool, item: &Item, each: &mut dyn FnMut(Thing)) {
        let (you, source) = (item.controller, item.source);
        let mut may = |thing: Thing| {
            let forbidden =
                self.piece_of(thing).is_some_and(|piece| piece.now.cannot.has(Cannots::BE_TARGETED));
            // A card in the Sequence is no target of itself.
            let itself = item.number > 0 && thing == Thing::card(item.number);
            if !forbidden && !itself {
                each(thing);
            }
        };
        match from {
            Pool::AnyTarget => {
                self.living().for_each(|seat| may(Thing::base(seat)));
                let souls = self.front.iter().filter(|piece| self.is_soul(piece.card));
                souls.for_each(|piece| may(Thing::card(piece.number)));
            }
            Pool::Player(whose) => {
                let players = self.living().filter(|seat| is_whose(whose, *seat, you, you));
                players.for_each(|seat| may(Thing::base(seat)));
            }
            Pool::Things(selector) => self.each_fitting(selector, you, you, source, &mut may),
        }
    }

    /// SR-72: whether a target is still there and still fits.
    pub(crate) fn is_target(&self, from: Pool, thing: Thing, item: &Item) -> bool {
        let mut found = false;
        self.each_candidate(from, item, &mut |it| found |= it == thing);
        found
    }

    /// SR-47: what may be paid with.
    pub(crate) fn each_payment(
        &self,
        payment: &Payment,
        costs: &Costs,
        item: &Item,
        each: &mut dyn FnMut(Thing),
    ) {
        let seat = item.controller;
        // A card that pays by being turned or scrapped is not turned or taken away once more.
        let itself = |thing: Thing| thing == Thing::card(item.source);
        let taken = match payment.how {
            Paying::MakeVulnerable => costs.activate,
            _ => costs.scrap_self,
        };
        self.each_fitting(payment.from, seat, seat, item.source, &mut |thing| {
            if taken && itself(thing) {
                return;
            }
            let fits = match payment.how {
                // SR-R12: only a Soul's own ACTIVATE has to wait.
                Paying::MakeVulnerable => self.piece_of(thing).is_some_and(Piece::can_be_turned),
                Paying::ReturnToHand => thing.number().is_some_and(|number| self.may_be_held(number)),
                _ => true,
            };
            if fits {
                each(thing);
            }
        });
    }

    /// How many things there are to pay with. A card that is played is in the hand until then.
    fn count_payments(&self, payment: &Payment, costs: &Costs, item: &Item, kind: Announced) -> usize {
        let seat = item.controller;
        let selector = self.library.get().selector(payment.from);
        if selector.zone == Zone::Hand {
            let held =
                self.player(seat).hand.iter().filter(|held| self.fits_card(selector, held.card)).count();
            let itself = kind == Announced::Card && self.fits_card(selector, item.card);
            return held - usize::from(itself && held > 0);
        }
        let mut count = 0;
        self.each_payment(payment, costs, item, &mut |_| count += 1);
        count
    }

    /// SR-47: whether there is enough to pay with besides Energy.
    pub(crate) fn has_payments(&self, announcement: &Announcement, costs: &Costs) -> bool {
        costs.pick.as_ref().is_none_or(|payment| {
            let there = self.count_payments(payment, costs, &announcement.item, announcement.kind);
            there >= usize::from(payment.n)
        })
    }

    /// SR-47, SR-20: whether there is enough Energy, if what is turned to pay makes none. `chosen` is what has
    /// been chosen to be turned.
    pub(crate) fn has_energy(&self, item: &Item, need: i16, costs: &Costs, chosen: &[Number]) -> bool {
        if need <= 0 {
            return true;
        }
        let itself = costs.turned(item);
        let Some(payment) = costs.pick.filter(|payment| payment.how == Paying::MakeVulnerable) else {
            return self.energy(item.controller, itself.as_slice()) >= need;
        };
        let mut open: Vec<&Piece> = Vec::new();
        self.each_payment(&payment, costs, item, &mut |thing| open.extend(self.piece_of(thing)));
        open.retain(|piece| !chosen.contains(&piece.number));
        // Those that make least are turned first.
        open.sort_by_key(|piece| self.makes_energy(piece).unwrap_or(0));
        let more = usize::from(payment.n).saturating_sub(chosen.len());
        let more = open.iter().take(more).map(|piece| piece.number);
        let turned: Vec<Number> = chosen.iter().copied().chain(itself).chain(more).collect();
        self.energy(item.controller, &turned) >= need
    }

    /// SR-47: whether a card or ability can be announced, with this mode or any.
    pub(crate) fn can_announce(&self, announcement: &Announcement) -> bool {
        let item = &announcement.item;
        let (need, costs) = self.total_cost(announcement);
        if i16::from(costs.life) > self.player(item.controller).life
            || !self.has_payments(announcement, &costs)
            || !self.has_energy(item, need, &costs, &announcement.turned(&costs))
        {
            return false;
        }
        match item.matter {
            Matter::Card { owner, .. } if !announcement.has_mode => {
                let modes = self.card(item.card).modes.len();
                modes == 0
                    || (0..modes as u8)
                        .any(|mode| self.can_target(&Item { matter: Matter::Card { owner, mode }, ..*item }))
            }
            _ => self.can_target(item),
        }
    }

    pub(crate) fn can_target(&self, item: &Item) -> bool {
        self.script(item)
            .is_none_or(|script| script.targets.iter().all(|target| self.has_targets(target, item)))
    }

    /// SR-48: the Energy, and what else is paid.
    pub(crate) fn total_cost(&self, announcement: &Announcement) -> (i16, Costs) {
        let item = &announcement.item;
        let card = self.card(item.card);
        match (announcement.kind, item.matter) {
            (Announced::Card, _) => {
                let extra = card.extra_cost;
                (self.cost(item.controller, item.card, item.x) + i16::from(extra.energy), extra)
            }
            (Announced::Ability, Matter::Ability { place }) => match &card.abilities[place as usize] {
                Ability::Activated { cost, .. } => (cost.energy.into(), *cost),
                _ => (0, Costs::default()),
            },
            _ => (0, Costs::default()),
        }
    }

    /// The announcement of a card in hand.
    pub(crate) fn announcing_card(seat: Seat, card: CardId) -> Announcement {
        let item = Item {
            number: 0,
            matter: Matter::Card { owner: seat, mode: 0 },
            card,
            source: 0,
            controller: seat,
            targets: Picks::default(),
            x: 0,
            event: Thing::NONE,
            amount: 0,
            names: [Thing::NONE; crate::pack::MOST_NAMES],
        };
        Announcement::new(item, Announced::Card)
    }

    /// The announcement of an ability of a card in play, by its place on the card.
    pub(crate) fn announcing_ability(piece: &Piece, place: u8) -> Announcement {
        Announcement::new(Self::trigger(piece, place, Thing::NONE, 0), Announced::Ability)
    }

    /// SR-46, SR-49: whether an ability can be used now, apart from its targets and Energy.
    pub(crate) fn is_usable(&self, piece: &Piece, place: u8, cost: &Costs) -> bool {
        (!cost.activate || self.can_activate(piece)) && self.uses(piece.number, place) < MOST_USES
    }

    /// The most that X can be.
    pub(crate) fn most_x(&self, announcement: &Announcement) -> u8 {
        // A reduction may reach below what X adds, so X is tried out.
        let can_be = |x: &u8| {
            let item = Item { x: *x, ..announcement.item };
            let (need, costs) = self.total_cost(&Announcement { item, ..announcement.clone() });
            self.has_energy(&item, need, &costs, &[])
        };
        (0..=u8::MAX).take_while(can_be).last().unwrap_or(0)
    }

    /// What an announcement asks for next, if anything.
    pub(crate) fn wants(&self, announcement: &Announcement) -> Option<Want> {
        let Announcement { item, kind, has_mode, has_x, slot, paid } = announcement;
        let card = self.card(item.card);
        if *kind == Announced::Card {
            if card.modes.len() > 1 && !has_mode {
                return Some(Want::Mode);
            }
            if card.x && !has_x {
                return Some(Want::X);
            }
        }
        let targets = self.script(item).map_or(&[][..], |script| &script.targets);
        if usize::from(*slot) < targets.len() {
            return Some(Want::Target);
        }
        let (_, costs) = self.total_cost(announcement);
        costs.pick.filter(|payment| paid.len() < payment.n.into()).map(|_| Want::Payment)
    }

    /// The choices for what an announcement asks.
    pub(crate) fn each_choice(&self, announcement: &Announcement, want: Want, each: &mut dyn FnMut(Action)) {
        let item = &announcement.item;
        match want {
            Want::Mode => {
                let Matter::Card { owner, .. } = item.matter else { return };
                for mode in 0..self.card(item.card).modes.len() as u8 {
                    if self.can_target(&Item { matter: Matter::Card { owner, mode }, ..*item }) {
                        each(Action::Mode(mode + 1));
                    }
                }
            }
            Want::X => (0..=self.most_x(announcement)).for_each(|x| each(Action::X(x))),
            Want::Target => {
                let Some(script) = self.script(item) else { return };
                let target = &script.targets[announcement.slot as usize];
                self.each_candidate(target.from, item, &mut |thing| {
                    // SR-R41.
                    if !item.targets.of(announcement.slot).any(|it| it == thing) {
                        each(Action::Target(thing));
                    }
                });
                if target.upto {
                    each(Action::Enough);
                }
            }
            Want::Payment => {
                let (need, costs) = self.total_cost(announcement);
                let Some(payment) = costs.pick else { return };
                let turns = payment.how == Paying::MakeVulnerable;
                self.each_payment(&payment, &costs, item, &mut |thing| {
                    let chosen = announcement.paid.iter().filter(|(_, it)| *it == thing).count();
                    let there = match thing.in_hand() {
                        None => 1,
                        Some(card) => {
                            let held =
                                self.player(item.controller).hand.iter().filter(|it| it.card == card).count();
                            held - usize::from(announcement.kind == Announced::Card && card == item.card)
                        }
                    };
                    let mut turned = announcement.turned(&costs);
                    turned.extend(thing.number());
                    if chosen < there && (!turns || self.has_energy(item, need, &costs, &turned)) {
                        each(Action::Pay(thing));
                    }
                });
            }
        }
    }

    /// SR-47: a card is played or an ability is used.
    pub(crate) fn announce(&mut self, seat: Seat, action: Action, turn: &mut Turn<'_, Event>) {
        let (mut announcement, first) = match action {
            Action::Play(card, first) => {
                self.show_in_hand(seat, card);
                (Self::announcing_card(seat, card), first)
            }
            Action::Use(number, n, first) => {
                let piece = *self.piece(number).expect("it was judged to be in play");
                let nth = Self::activated(self.card(piece.card)).nth(usize::from(n) - 1);
                let (place, ..) = nth.expect("it was judged to have the ability");
                (Self::announcing_ability(&piece, place), first)
            }
            _ => unreachable!("only cards and abilities are announced"),
        };
        match first {
            First::None => {}
            First::Mode(mode) => announcement.choose_mode(mode),
            First::X(x) => announcement.choose_x(x),
            First::Target(thing) => announcement.item.targets.push(0, thing),
        }
        self.announcement = Some(announcement);
        if self.go_on_announcing(turn) {
            self.settle(turn);
        }
    }

    /// The next choice of an announcement has been made.
    pub(crate) fn announce_more(&mut self, action: Action, turn: &mut Turn<'_, Event>) {
        let announcement = self.announcement.as_mut().expect("something is being announced");
        match action {
            Action::Mode(mode) => announcement.choose_mode(mode),
            Action::X(x) => announcement.choose_x(x),
            Action::Target(thing) => announcement.item.targets.push(announcement.slot, thing),
            Action::Enough => announcement.slot += 1,
            Action::Pay(thing) => announcement.paid.push(0, thing),
            _ => unreachable!("only choices are made"),
        }
        let is_trigger = announcement.kind == Announced::Trigger;
        if self.go_on_announcing(turn) {
            if is_trigger { self.place_triggers(turn) } else { self.settle(turn) }
        }
    }

    /// Goes on until something must be asked, or all is done; says whether it is.
    pub(crate) fn go_on_announcing(&mut self, turn: &mut Turn<'_, Event>) -> bool {
        loop {
            let announcement = self.announcement.as_ref().expect("something is being announced");
            let Some(want) = self.wants(announcement) else { break };
            if want == Want::Target && self.is_slot_full(announcement) {
                self.announcement.as_mut().expect("it is there").slot += 1;
                continue;
            }
            let (mut choices, mut only) = (0, None);
            self.each_choice(announcement, want, &mut |action| {
                choices += 1;
                only = Some(action);
            });
            match (choices, only) {
                // SR-69, SR-R39: a triggered ability without its targets is dropped.
                (0, _) => {
                    debug_assert_eq!(
                        announcement.kind,
                        Announced::Trigger,
                        "others were judged to be possible"
                    );
                    self.announcement = None;
                    return true;
                }
                (1, Some(Action::Target(thing))) if !self.is_optional(announcement) => {
                    let announcement = self.announcement.as_mut().expect("it is there");
                    announcement.item.targets.push(announcement.slot, thing);
                }
                (1, Some(Action::Enough)) => self.announcement.as_mut().expect("it is there").slot += 1,
                (1, Some(Action::Pay(thing))) => {
                    self.announcement.as_mut().expect("it is there").paid.push(0, thing);
                }
                _ => {
                    self.ask = Ask::Announcement;
                    return false;
                }
            }
        }
        let announcement = self.announcement.take().expect("something is being announced");
        // SR-69: of a triggered ability, all targets must be there.
        if announcement.kind == Announced::Trigger && !self.has_enough_targets(&announcement.item) {
            return true;
        }
        self.complete(&announcement, turn);
        self.ask != Ask::Over
    }

    /// Whether there is still something to choose, and everything to pay with, after a player has left.
    pub(crate) fn can_go_on_announcing(&self) -> bool {
        let Some(announcement) = &self.announcement else { return false };
        let possible = match announcement.kind {
            Announced::Trigger => true,
            Announced::Card => self.can_announce(announcement),
            Announced::Ability => {
                self.piece(announcement.item.source).is_some() && self.can_announce(announcement)
            }
        };
        let mut choices = 0;
        if let Some(want) = self.wants(announcement).filter(|_| possible) {
            self.each_choice(announcement, want, &mut |_| choices += 1);
        }
        choices > 0
    }

    fn is_slot_full(&self, announcement: &Announcement) -> bool {
        let target =
            self.script(&announcement.item).map(|script| &script.targets[announcement.slot as usize]);
        target.is_none_or(|target| announcement.item.targets.of(announcement.slot).count() >= target.n.into())
    }

    fn is_optional(&self, announcement: &Announcement) -> bool {
        self.script(&announcement.item).is_some_and(|script| script.targets[announcement.slot as usize].upto)
    }

    fn has_enough_targets(&self, item: &Item) -> bool {
        self.script(item).is_none_or(|script| {
            script
                .targets
                .iter()
                .zip(0..)
                .all(|(target, slot)| target.upto || item.targets.of(slot).count() == usize::from(target.n))
        })
    }

    /// Everything is chosen: Energy is made, all is paid, and it is in the Sequence (SR-50).
    fn complete(&mut self, announcement: &Announcement, turn: &mut Turn<'_, Event>) {
        let mut item = announcement.item;
        let seat = item.controller;
        if announcement.kind == Announced::Trigger {
            self.put_in_sequence(item, turn);
            return;
        }
        let (need, costs) = self.total_cost(announcement);
        if let Matter::Card { .. } = item.matter {
            self.player_mut(seat).take_from_hand(item.card);
        }
        // SR-R06: an energy ability does not use the Sequence.
        let energy = match (item.matter, announcement.kind) {
            (Matter::Ability { place }, Announced::Ability) => {
                if let Ability::Activated { energy: true, script, .. } =
                    &self.card(item.card).abilities[place as usize]
                {
                    let piece = *self.piece(item.source).expect("it was judged to be in play");
                    // SR-R53: what can be paid again and again is counted.
                    if !costs.activate && !costs.scrap_self {
                        self.count_use(item.source, place);
                    }
                    Some((self.energy_of(script.effect, &piece), place))
                } else {
                    self.count_use(item.source, place);
                    None
                }
            }
            _ => None,
        };
        let mut turned = announcement.turned(&costs);
        turned.extend(costs.turned(&item));
        self.pay_energy(seat, need, &turned, turn);
        if let Some((n, _)) = energy {
            self.pay_things(announcement, &costs, turn);
            let player = self.player_mut(seat);
            player.energy = player.energy.saturating_add(n as u8);
            turn.tell("SR-29", || Event::MadeEnergy { seat, number: item.source, n: n as u8 });
            return;
        }
        // The item is in the Sequence before anything triggers by what is paid.
        item.number = self.put_in_sequence(item, turn);
        if announcement.kind == Announced::Ability {
            // What is used may pay for itself with its life, so this comes first.
            let thing = Thing::card(item.source);
            self.happen(Events::ACTIVATED, thing, thing, 0, turn);
        }
        self.pay_things(announcement, &costs, turn);
        if let Matter::Card { .. } = item.matter {
            let thing = Thing::card(item.number);
            self.happen(Events::PLAYED, thing, thing, 0, turn);
        }
    }

    /// What is paid besides Energy.
    fn pay_things(&mut self, announcement: &Announcement, costs: &Costs, turn: &mut Turn<'_, Event>) {
        let (seat, source) = (announcement.item.controller, announcement.item.source);
        if costs.activate {
            self.make_vulnerable(source, turn);
        }
        if costs.life > 0 {
            self.change_life(seat, costs.life.into(), 0, "SR-R64", turn);
        }
        if let Some(payment) = &costs.pick {
            let things: Vec<Thing> = announcement.paid.iter().map(|(_, thing)| thing).collect();
            let numbers: Vec<Number> = things.iter().filter_map(|thing| thing.number()).collect();
            match payment.how {
                Paying::Scrap => {
                    self.exit(&numbers, Exit::Scrap, turn);
                }
                Paying::ReturnToHand => {
                    self.exit(&numbers, Exit::Hand, turn);
                }
                Paying::MakeVulnerable => {
                    for number in numbers {
                        self.make_vulnerable(number, turn);
                    }
                }
                Paying::Discard => {
                    things
                        .iter()
                        .filter_map(|thing| thing.in_hand())
                        .for_each(|card| self.discard(seat, card, turn));
                }
                Paying::Void => {
                    let (front, piles): (Vec<Number>, Vec<Number>) =
                        numbers.into_iter().partition(|number| self.piece(*number).is_some());
                    self.exit(&front, Exit::Void, turn);
                    piles.into_iter().for_each(|number| self.void_from_scrap(number, turn));
                }
            }
        }
        if costs.scrap_self {
            self.exit(&[source], Exit::Scrap, turn);
        }
    }

    /// Everyone has seen that this card is in the hand.
    fn show_in_hand(&mut self, seat: Seat, card: CardId) {
        let player = self.player_mut(seat);
        if player.take_from_hand(card) {
            player.take_in_hand(Hidden { card, known: everyone_but(seat) });
        }
    }

    /// A card goes from a Scrap pile to the void.
    pub(crate) fn void_from_scrap(&mut self, number: Number, turn: &mut Turn<'_, Event>) {
        if let Some((owner, card)) = self.take_from_scrap(number) {
            let new = self.new_number();
            self.player_mut(owner).void.push(Lying { number: new, card });
            turn.tell("SR-123", || Event::Voided { number, card });
        }
    }

    /// A card goes from a Scrap pile or the void to its owner's hand, and everyone has seen it.
    pub(crate) fn pile_to_hand(&mut self, number: Number, turn: &mut Turn<'_, Event>) {
        if let Some((owner, card)) = self.take_from_pile(number) {
            self.player_mut(owner).take_in_hand(Hidden { card, known: everyone_but(owner) });
            turn.tell("SR-18", || Event::Returned { number, card, owner });
        }
    }
}

impl Costs {
    /// SR-49: the card that ACTIVATE turns.
    pub(crate) fn turned(&self, item: &Item) -> Option<Number> {
        self.activate.then_some(item.source)
    }
}

impl Announcement {
    /// What has been chosen to be turned to pay.
    fn turned(&self, costs: &Costs) -> Vec<Number> {
        let turns = costs.pick.is_some_and(|payment| payment.how == Paying::MakeVulnerable);
        self.paid.iter().filter(|_| turns).filter_map(|(_, thing)| thing.number()).collect()
    }

    fn choose_mode(&mut self, mode: u8) {
        if let Matter::Card { owner, .. } = self.item.matter {
            self.item.matter = Matter::Card { owner, mode: mode - 1 };
        }
        self.has_mode = true;
    }

    fn choose_x(&mut self, x: u8) {
        self.item.x = x;
        self.has_x = true;
    }
}
