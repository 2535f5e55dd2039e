//! Announcing cards and abilities: the choices and the payment, which nobody can interrupt (SR-43 to SR-51), and the
//! choices for triggered abilities (SR-68, SR-R39).

use atlas_core::{Seat, Turn};

use crate::action::{Action, FirstChoice};
use crate::evaluate::{Context, is_whose};
use crate::event::Event;
use crate::pack::language::{
    Ability, Card, CardId, Costs, EffectId, EnergyMaker, Instruction, Keywords, Kinds, Layers, Payment,
    PaymentMethod, Prohibitions, Script, Target, TargetPool, Triggers, Zone,
};
use crate::state::{Decision, MAX_USES, SecureTheRift, TurnStep};
use crate::things::{HiddenCard, Item, ItemKind, Number, Picks, Piece, PileCard, Thing};
use crate::zones::{Exit, everyone_but};

/// The maximum amount of Energy that one ability makes at once.
const MAX_ENERGY_MADE: i16 = 99;

/// The kind of an announcement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum AnnouncementKind {
    Card,
    Ability,
    Trigger,
}

/// A card or an ability that is being announced and still needs choices.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Announcement {
    pub(crate) item: Item,
    pub(crate) kind: AnnouncementKind,
    pub(crate) has_mode: bool,
    pub(crate) has_x: bool,
    /// The use of the word "target" for which targets are being chosen.
    pub(crate) slot: u8,
    /// The things that were chosen to pay the cost.
    pub(crate) paid: Picks,
}

/// The next choice that an announcement needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NextChoice {
    Mode,
    X,
    Target,
    Payment,
}

impl Announcement {
    pub(crate) fn new(item: Item, kind: AnnouncementKind) -> Announcement {
        Announcement { item, kind, has_mode: false, has_x: false, slot: 0, paid: Picks::default() }
    }
}

impl SecureTheRift {
    /// The targets and the effect of an item. A Soul or a Tech that is played has none.
    pub(crate) fn script(&self, item: &Item) -> Option<&'static Script> {
        let card = self.card(item.card);
        match item.kind {
            ItemKind::Card { mode, .. } => card.modes.get(mode as usize),
            ItemKind::Ability { place } => match &card.abilities[place as usize] {
                Ability::Triggered { script, .. } | Ability::Activated { script, .. } => Some(script),
                _ => None,
            },
            ItemKind::Delayed { .. } => None,
        }
    }

    /// The activated abilities of a card, each with its index among all abilities of the card.
    pub(crate) fn activated(
        card: &'static Card,
    ) -> impl Iterator<Item = (u8, &'static Costs, bool, &'static Script)> {
        card.abilities.iter().zip(0..).filter_map(|(ability, place)| match ability {
            Ability::Activated { cost, energy, script } => Some((place, cost, *energy, script)),
            _ => None,
        })
    }

    /// SR-44, SR-45: whether the player may play the card at this time.
    pub(crate) fn is_time_for(&self, seat: Seat, card: &Card) -> bool {
        card.keywords.has(Keywords::WARP) || self.is_quiet_main(seat)
    }

    /// Whether it is the player's own Main step, the Sequence is empty and no attack is under way.
    pub(crate) fn is_quiet_main(&self, seat: Seat) -> bool {
        self.step == TurnStep::Main
            && self.active == seat
            && self.sequence.is_empty()
            && self.attack.is_none()
    }

    /// SR-48, SR-R43: the Energy that a card costs a player.
    pub(crate) fn cost(&self, seat: Seat, id: CardId, x: u8) -> i16 {
        let card = self.card(id);
        let (mut more, mut less, mut least) = (0, 0, 0);
        for source in self.front.iter().filter(|source| self.card(source.card).layers.has(Layers::COST)) {
            for ability in &self.card(source.card).abilities {
                let Ability::Continuous { affects: Some(affects), grant } = ability else { continue };
                let wanted = self.library.get().selector(*affects);
                if wanted.zone == Zone::Playing
                    && is_whose(wanted.whose, seat, source.controller, source.controller)
                    && self.card_matches(wanted, id)
                {
                    more += grant.cost_more;
                    less += grant.cost_less;
                    least = least.max(grant.cost_min);
                }
            }
        }
        if let Some(change) = &card.cost_change {
            let context = Context { you: seat, source: 0, item: None, it: Thing::NONE };
            less += self.amount(&change.less, context).max(0);
            least = least.max(change.min);
        }
        let full = i16::from(card.cost) + i16::from(x) + more;
        // A minimum limits reductions and never increases the cost.
        (full - less).max(least.min(full)).max(0)
    }

    /// SR-84, SR-R12: whether ACTIVATE can be paid with this card.
    pub(crate) fn can_activate(&self, piece: &Piece) -> bool {
        piece.can_become_vulnerable() && !self.must_wait(piece)
    }

    /// SR-84: whether a Soul must wait before it can attack or be activated.
    pub(crate) fn must_wait(&self, piece: &Piece) -> bool {
        self.is_soul(piece.card)
            && !piece.current.keywords.has(Keywords::AMBUSH)
            && piece.controlled_since >= self.player(piece.controller).last_turn_began
    }

    /// SR-R06: the Energy that a card in play makes if it is activated now.
    fn makes_energy(&self, piece: &Piece) -> Option<i16> {
        let maker = self.card(piece.card).energy_maker?;
        self.can_activate(piece).then(|| self.made_by(maker, piece))
    }

    /// SR-R06: the additional Energy that a card in play makes if it is scrapped for it.
    fn makes_energy_once(&self, piece: &Piece) -> Option<i16> {
        let maker = self.card(piece.card).one_shot_maker.filter(|_| self.rules >= 2)?;
        let made = self.made_by(maker, piece);
        if !maker.activate {
            return Some(made).filter(|n| *n > 0);
        }
        // ACTIVATE can be paid only once, so it is lost for the other ability.
        let without = self.makes_energy(piece).unwrap_or(0);
        self.can_activate(piece).then_some(made - without).filter(|n| *n > 0)
    }

    fn made_by(&self, maker: EnergyMaker, piece: &Piece) -> i16 {
        match maker.always {
            Some(n) => n.clamp(0, MAX_ENERGY_MADE),
            None => self.energy_of(maker.effect, piece),
        }
    }

    /// The amount of Energy that an effect adds.
    pub(crate) fn energy_of(&self, effect: EffectId, piece: &Piece) -> i16 {
        let context = Context::in_play(piece);
        let instructions = self.library.get().effect(effect).iter();
        let added = instructions.map(|instruction| match instruction {
            Instruction::AddEnergy { n } => self.amount(n, context).max(0),
            Instruction::If { condition, then, otherwise } => {
                let branch = if self.holds(condition, context) { Some(*then) } else { *otherwise };
                branch.map_or(0, |branch| self.energy_of(branch, piece))
            }
            _ => 0,
        });
        added.sum::<i16>().min(MAX_ENERGY_MADE)
    }

    /// SR-R06: the Energy that a player has and can make while paying.
    pub(crate) fn energy(&self, seat: Seat, reserved: &Reserved) -> i16 {
        let mut made = 0;
        for piece in self.front.iter().filter(|piece| piece.controller == seat) {
            let card = self.card(piece.card);
            if card.energy_maker.is_some() && reserved.may_activate(piece.number) {
                made += self.makes_energy(piece).unwrap_or(0);
            }
            if card.one_shot_maker.is_some() && reserved.may_scrap(piece.number) {
                made += self.makes_energy_once(piece).unwrap_or(0);
            }
        }
        (i16::from(self.player(seat).energy) + made).min(u8::MAX.into())
    }

    /// SR-R07: pays Energy and makes as much as is needed, with Energy cards that do nothing else first and Souls last.
    /// SR-R06: a card is scrapped for Energy only if there is no other way. All abilities make as much Energy as when the
    /// payment begins.
    pub(crate) fn pay_energy(
        &mut self,
        seat: Seat,
        need: i16,
        reserved: &Reserved,
        turn: &mut Turn<'_, Event>,
    ) {
        let missing = need - i16::from(self.player(seat).energy);
        if missing > 0 {
            let own = || self.front.iter().filter(|piece| piece.controller == seat);
            let mut steady: Vec<(&Piece, i16)> = own()
                .filter(|piece| reserved.may_activate(piece.number))
                .filter_map(|piece| self.makes_energy(piece).map(|n| (piece, n)))
                .collect();
            let once = own()
                .filter(|piece| reserved.may_scrap(piece.number))
                .filter_map(|piece| self.makes_energy_once(piece).map(|n| (piece, n)))
                .collect();
            let scrapped = self.scrapped_for_energy(missing, &steady, once);
            // A card that is scrapped with ACTIVATE makes all its Energy by that.
            let both = |piece: &Piece| self.card(piece.card).one_shot_maker.is_some_and(|it| it.activate);
            let activates = |number: Number| scrapped.iter().any(|(it, _)| *it == number);
            let (taken, rest): (Vec<_>, Vec<_>) =
                steady.into_iter().partition(|(piece, _)| both(piece) && activates(piece.number));
            steady = rest;
            let of_taken = |number: Number| {
                taken.iter().find(|(piece, _)| piece.number == number).map_or(0, |(_, n)| *n)
            };
            let scrapped: Vec<(Number, i16)> =
                scrapped.into_iter().map(|(number, n)| (number, n + of_taken(number))).collect();
            let by_scrapping: i16 = scrapped.iter().map(|(_, n)| n).sum();
            let activated = self.activated_for_energy(missing - by_scrapping, steady);
            for (number, n) in activated {
                self.make_vulnerable(number, turn);
                self.add_energy(seat, number, n, turn);
            }
            for (number, n) in scrapped {
                self.exit(&[number], Exit::Scrap, turn);
                self.add_energy(seat, number, n, turn);
            }
        }
        let player = self.player_mut(seat);
        player.energy = player.energy.saturating_sub(need.clamp(0, u8::MAX.into()) as u8);
    }

    fn add_energy(&mut self, seat: Seat, number: Number, n: i16, turn: &mut Turn<'_, Event>) {
        let n = n.clamp(0, u8::MAX.into()) as u8;
        let player = self.player_mut(seat);
        player.energy = player.energy.saturating_add(n);
        turn.tell("SR-26", || Event::MadeEnergy { seat, number, n });
    }

    /// The cards that are activated to make this much Energy, each with what it makes.
    fn activated_for_energy(&self, mut missing: i16, mut makers: Vec<(&Piece, i16)>) -> Vec<(Number, i16)> {
        let mut chosen = Vec::new();
        makers.retain(|(_, n)| *n > 0);
        while missing > 0 {
            let best = (0..makers.len()).min_by_key(|at| {
                let (piece, n) = makers[*at];
                let card = self.card(piece.card);
                let rank = match card.kind {
                    Kinds::ENERGY => u8::from(card.abilities.len() > 1),
                    Kinds::TECH => 2,
                    _ => 3,
                };
                // Avoid making more Energy than needed.
                (rank, (n - missing).max(0), piece.number)
            });
            let Some(best) = best else { break };
            let (piece, n) = makers.swap_remove(best);
            chosen.push((piece.number, n));
            missing -= n;
        }
        chosen
    }

    /// The cards that are scrapped to make this much Energy together with the others, each with what it makes more by
    /// that: Techs first and Souls last, and as few as possible.
    fn scrapped_for_energy(
        &self,
        missing: i16,
        steady: &[(&Piece, i16)],
        mut once: Vec<(&Piece, i16)>,
    ) -> Vec<(Number, i16)> {
        let mut missing = missing - steady.iter().map(|(_, n)| n).sum::<i16>();
        let mut chosen = Vec::new();
        while missing > 0 {
            let best = (0..once.len()).min_by_key(|at| {
                let (piece, n) = once[*at];
                let rank = match self.card(piece.card).kind {
                    Kinds::TECH => 0,
                    Kinds::ENERGY => 1,
                    _ => 2,
                };
                ((missing - n).max(0), rank, (n - missing).max(0), piece.number)
            });
            let Some(best) = best else { break };
            let (piece, n) = once.swap_remove(best);
            chosen.push((piece.number, n));
            missing -= n;
        }
        chosen
    }

    /// SR-69: whether there are enough candidates for a use of the word "target".
    fn has_targets(&self, target: &Target, item: &Item) -> bool {
        target.upto || self.count_candidates(target.from, item) >= usize::from(target.n)
    }

    fn count_candidates(&self, from: TargetPool, item: &Item) -> usize {
        let mut count = 0;
        self.each_candidate(from, item, &mut |_| count += 1);
        count
    }

    /// SR-68: calls `each` with everything that can be chosen as a target.
    pub(crate) fn each_candidate(&self, from: TargetPool, item: &Item, each: &mut dyn FnMut(Thing)) {
        let (you, source) = (item.controller, item.source);
        let mut may = |thing: Thing| {
            let forbidden =
                self.piece_of(thing).is_some_and(|piece| piece.current.cannot.has(Prohibitions::BE_TARGETED));
            // A card in the Sequence cannot target itself.
            let itself = item.number > 0 && thing == Thing::card(item.number);
            if !forbidden && !itself {
                each(thing);
            }
        };
        match from {
            TargetPool::AnyTarget => {
                self.living().for_each(|seat| may(Thing::base(seat)));
                let souls = self.front.iter().filter(|piece| self.is_soul(piece.card));
                souls.for_each(|piece| may(Thing::card(piece.number)));
            }
            TargetPool::Player(whose) => {
                let players = self.living().filter(|seat| is_whose(whose, *seat, you, you));
                players.for_each(|seat| may(Thing::base(seat)));
            }
            TargetPool::Things(selector) => self.each_match(selector, you, you, source, &mut may),
        }
    }

    /// SR-72: whether a target is still legal.
    pub(crate) fn is_target(&self, from: TargetPool, thing: Thing, item: &Item) -> bool {
        let mut found = false;
        self.each_candidate(from, item, &mut |it| found |= it == thing);
        found
    }

    /// SR-47: calls `each` with everything that can pay a cost.
    pub(crate) fn each_payment(
        &self,
        payment: &Payment,
        costs: &Costs,
        item: &Item,
        each: &mut dyn FnMut(Thing),
    ) {
        let seat = item.controller;
        // A card that already pays with itself cannot be chosen as well.
        let itself = |thing: Thing| thing == Thing::card(item.source);
        let pays_itself = match payment.how {
            PaymentMethod::MakeVulnerable => costs.activate,
            _ => costs.scrap_self,
        };
        self.each_match(payment.from, seat, seat, item.source, &mut |thing| {
            if pays_itself && itself(thing) {
                return;
            }
            let can_pay = match payment.how {
                // SR-R12: a Soul has to wait only for its own ACTIVATE.
                PaymentMethod::MakeVulnerable => {
                    self.piece_of(thing).is_some_and(Piece::can_become_vulnerable)
                }
                PaymentMethod::ReturnToHand => thing.number().is_some_and(|number| self.may_be_held(number)),
                _ => true,
            };
            if can_pay {
                each(thing);
            }
        });
    }

    /// The number of things that can pay a cost. A card that is being announced is still in the hand.
    fn count_payments(&self, payment: &Payment, costs: &Costs, item: &Item, kind: AnnouncementKind) -> usize {
        let seat = item.controller;
        let selector = self.library.get().selector(payment.from);
        if selector.zone == Zone::Hand {
            let held =
                self.player(seat).hand.iter().filter(|held| self.card_matches(selector, held.card)).count();
            let itself = kind == AnnouncementKind::Card && self.card_matches(selector, item.card);
            return held - usize::from(itself && held > 0);
        }
        let mut count = 0;
        self.each_payment(payment, costs, item, &mut |_| count += 1);
        count
    }

    /// SR-47: whether there are enough things to pay the cost, apart from Energy.
    pub(crate) fn has_payments(&self, announcement: &Announcement, costs: &Costs) -> bool {
        costs.pick.as_ref().is_none_or(|payment| {
            let there = self.count_payments(payment, costs, &announcement.item, announcement.kind);
            there >= usize::from(payment.n)
        })
    }

    /// SR-47, SR-20: whether there is enough Energy. Cards that pay the cost in another way may not be able to make any;
    /// `chosen` are those that have been chosen already.
    pub(crate) fn has_energy(&self, item: &Item, need: i16, costs: &Costs, chosen: &[Number]) -> bool {
        if need <= 0 {
            return true;
        }
        let mut reserved = Reserved::by(item, costs, chosen);
        if let Some(payment) = costs.pick.filter(|payment| payment.how != PaymentMethod::Discard) {
            let mut open: Vec<&Piece> = Vec::new();
            self.each_payment(&payment, costs, item, &mut |thing| open.extend(self.piece_of(thing)));
            open.retain(|piece| !chosen.contains(&piece.number));
            // In the best case the cards that make the least Energy are chosen.
            open.sort_by_key(|piece| {
                let once = self.makes_energy_once(piece).unwrap_or(0);
                match payment.how {
                    PaymentMethod::MakeVulnerable => self.makes_energy(piece).unwrap_or(0) + once,
                    _ => once,
                }
            });
            let more = usize::from(payment.n).saturating_sub(chosen.len());
            open.iter().take(more).for_each(|piece| reserved.pay(payment.how, piece.number));
        }
        self.energy(item.controller, &reserved) >= need
    }

    /// SR-47: whether a card or ability can be announced, in any mode if none has been chosen.
    pub(crate) fn can_announce(&self, announcement: &Announcement) -> bool {
        let item = &announcement.item;
        let (need, costs) = self.total_cost(announcement);
        if i16::from(costs.life) > self.player(item.controller).life
            || !self.has_payments(announcement, &costs)
            || !self.has_energy(item, need, &costs, &announcement.paid_cards())
        {
            return false;
        }
        match item.kind {
            ItemKind::Card { owner, .. } if !announcement.has_mode => {
                let modes = self.card(item.card).modes.len();
                modes == 0
                    || (0..modes as u8)
                        .any(|mode| self.can_target(&Item { kind: ItemKind::Card { owner, mode }, ..*item }))
            }
            _ => self.can_target(item),
        }
    }

    pub(crate) fn can_target(&self, item: &Item) -> bool {
        self.script(item)
            .is_none_or(|script| script.targets.iter().all(|target| self.has_targets(target, item)))
    }

    /// SR-48: the Energy that is paid, and the rest of the cost.
    pub(crate) fn total_cost(&self, announcement: &Announcement) -> (i16, Costs) {
        let item = &announcement.item;
        let card = self.card(item.card);
        match (announcement.kind, item.kind) {
            (AnnouncementKind::Card, _) => {
                let extra = card.extra_cost;
                (self.cost(item.controller, item.card, item.x) + i16::from(extra.energy), extra)
            }
            (AnnouncementKind::Ability, ItemKind::Ability { place }) => match &card.abilities[place as usize]
            {
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
            kind: ItemKind::Card { owner: seat, mode: 0 },
            card,
            source: 0,
            controller: seat,
            targets: Picks::default(),
            x: 0,
            event: Thing::NONE,
            amount: 0,
            event_left: false,
            names: [Thing::NONE; crate::pack::MAX_NAMES],
        };
        Announcement::new(item, AnnouncementKind::Card)
    }

    /// The announcement of an ability of a card in play, by its index on the card.
    pub(crate) fn announcing_ability(piece: &Piece, place: u8) -> Announcement {
        Announcement::new(Self::ability_item(piece, place, Thing::NONE, 0), AnnouncementKind::Ability)
    }

    /// SR-46, SR-49: whether an ability can be used now, apart from its targets and Energy.
    pub(crate) fn is_usable(&self, piece: &Piece, place: u8, cost: &Costs) -> bool {
        (!cost.activate || self.can_activate(piece)) && self.uses(piece.number, place) < MAX_USES
    }

    /// The largest X that the player can pay for.
    pub(crate) fn most_x(&self, announcement: &Announcement) -> u8 {
        // Reductions may outweigh X, so every value is tried.
        let can_be = |x: &u8| {
            let item = Item { x: *x, ..announcement.item };
            let (need, costs) = self.total_cost(&Announcement { item, ..announcement.clone() });
            self.has_energy(&item, need, &costs, &[])
        };
        (0..=u8::MAX).take_while(can_be).last().unwrap_or(0)
    }

    /// The next choice that an announcement needs, if any.
    pub(crate) fn next_choice(&self, announcement: &Announcement) -> Option<NextChoice> {
        let Announcement { item, kind, has_mode, has_x, slot, paid } = announcement;
        let card = self.card(item.card);
        if *kind == AnnouncementKind::Card {
            if card.modes.len() > 1 && !has_mode {
                return Some(NextChoice::Mode);
            }
            if card.x && !has_x {
                return Some(NextChoice::X);
            }
        }
        let targets = self.script(item).map_or(&[][..], |script| &script.targets);
        if usize::from(*slot) < targets.len() {
            return Some(NextChoice::Target);
        }
        let (_, costs) = self.total_cost(announcement);
        costs.pick.filter(|payment| paid.len() < payment.n.into()).map(|_| NextChoice::Payment)
    }

    /// Calls `each` with the options for the next choice of an announcement.
    pub(crate) fn each_choice(
        &self,
        announcement: &Announcement,
        choice: NextChoice,
        each: &mut dyn FnMut(Action),
    ) {
        let item = &announcement.item;
        match choice {
            NextChoice::Mode => {
                let ItemKind::Card { owner, .. } = item.kind else { return };
                for mode in 0..self.card(item.card).modes.len() as u8 {
                    if self.can_target(&Item { kind: ItemKind::Card { owner, mode }, ..*item }) {
                        each(Action::Mode(mode + 1));
                    }
                }
            }
            NextChoice::X => (0..=self.most_x(announcement)).for_each(|x| each(Action::X(x))),
            NextChoice::Target => {
                let Some(script) = self.script(item) else { return };
                let target = &script.targets[announcement.slot as usize];
                self.each_candidate(target.from, item, &mut |thing| {
                    // SR-R41: the same thing cannot be chosen twice.
                    if !item.targets.of(announcement.slot).any(|it| it == thing) {
                        each(Action::Target(thing));
                    }
                });
                if target.upto {
                    each(Action::Enough);
                }
            }
            NextChoice::Payment => {
                let (need, costs) = self.total_cost(announcement);
                let Some(payment) = costs.pick else { return };
                self.each_payment(&payment, &costs, item, &mut |thing| {
                    let chosen = announcement.paid.iter().filter(|(_, it)| *it == thing).count();
                    let available = match thing.in_hand() {
                        None => 1,
                        Some(card) => {
                            let held =
                                self.player(item.controller).hand.iter().filter(|it| it.card == card).count();
                            held - usize::from(
                                announcement.kind == AnnouncementKind::Card && card == item.card,
                            )
                        }
                    };
                    let mut paid = announcement.paid_cards();
                    paid.extend(thing.number());
                    if chosen < available && self.has_energy(item, need, &costs, &paid) {
                        each(Action::Pay(thing));
                    }
                });
            }
        }
    }

    /// SR-47: begins to play a card or to use an ability.
    pub(crate) fn announce(&mut self, seat: Seat, action: Action, turn: &mut Turn<'_, Event>) {
        let (mut announcement, first) = match action {
            Action::Play(card, first) => {
                self.show_in_hand(seat, card);
                (Self::announcing_card(seat, card), first)
            }
            Action::Use(number, n, first) => {
                let piece = *self.piece(number).expect("the action was judged legal");
                let nth = Self::activated(self.card(piece.card)).nth(usize::from(n) - 1);
                let (place, ..) = nth.expect("the action was judged legal");
                (Self::announcing_ability(&piece, place), first)
            }
            _ => unreachable!("only cards and abilities are announced"),
        };
        match first {
            FirstChoice::None => {}
            FirstChoice::Mode(mode) => announcement.choose_mode(mode),
            FirstChoice::X(x) => announcement.choose_x(x),
            FirstChoice::Target(thing) => announcement.item.targets.push(0, thing),
        }
        self.announcement = Some(announcement);
        if self.continue_announcing(turn) {
            self.settle(turn);
        }
    }

    /// Takes the next choice of an announcement.
    pub(crate) fn choose_next(&mut self, action: Action, turn: &mut Turn<'_, Event>) {
        let announcement = self.announcement.as_mut().expect("an announcement is under way");
        announcement.choose(action);
        let is_trigger = announcement.kind == AnnouncementKind::Trigger;
        if self.continue_announcing(turn) {
            if is_trigger { self.place_triggers(turn) } else { self.settle(turn) }
        }
    }

    /// Continues an announcement until the player has to choose something. Returns whether it is complete.
    pub(crate) fn continue_announcing(&mut self, turn: &mut Turn<'_, Event>) -> bool {
        loop {
            let announcement = self.announcement.as_ref().expect("an announcement is under way");
            let Some(choice) = self.next_choice(announcement) else { break };
            if choice == NextChoice::Target && self.is_slot_full(announcement) {
                self.announcement.as_mut().expect("an announcement is under way").slot += 1;
                continue;
            }
            let (mut options, mut only) = (0, None);
            self.each_choice(announcement, choice, &mut |action| {
                options += 1;
                only = Some(action);
            });
            match (options, only) {
                // SR-69, SR-R39: a triggered ability without its targets is dropped.
                (0, _) => {
                    debug_assert_eq!(
                        announcement.kind,
                        AnnouncementKind::Trigger,
                        "cards and activated abilities were judged legal"
                    );
                    self.announcement = None;
                    return true;
                }
                (1, Some(Action::Target(thing))) if !self.is_optional(announcement) => {
                    let announcement = self.announcement.as_mut().expect("an announcement is under way");
                    announcement.item.targets.push(announcement.slot, thing);
                }
                (1, Some(Action::Enough)) => {
                    self.announcement.as_mut().expect("an announcement is under way").slot += 1;
                }
                (1, Some(Action::Pay(thing))) if !self.hides_payment(announcement, thing) => {
                    self.announcement.as_mut().expect("an announcement is under way").paid.push(0, thing);
                }
                _ => {
                    self.decision = Decision::Announcement;
                    return false;
                }
            }
        }
        let announcement = self.announcement.take().expect("an announcement is under way");
        // SR-69: a triggered ability needs all its targets.
        if announcement.kind == AnnouncementKind::Trigger && !self.has_enough_targets(&announcement.item) {
            return true;
        }
        self.complete(&announcement, turn);
        self.decision != Decision::Over
    }

    /// SR-130: whether a payment from the hand must be asked for although there is only one option. Others see how many
    /// cards the hand has, and the missing question would tell them that the cards are alike.
    fn hides_payment(&self, announcement: &Announcement, thing: Thing) -> bool {
        let (_, costs) = self.total_cost(announcement);
        let (Some(_), Some(payment), 2..) = (thing.in_hand(), costs.pick, self.rules) else { return false };
        let hand = self.player(announcement.item.controller).hand.len();
        hand > usize::from(payment.n) + usize::from(announcement.kind == AnnouncementKind::Card)
    }

    /// Whether an announcement can still be completed after a player has left.
    pub(crate) fn can_continue_announcing(&self) -> bool {
        let Some(announcement) = &self.announcement else { return false };
        let possible = match announcement.kind {
            AnnouncementKind::Trigger => true,
            AnnouncementKind::Card => self.can_announce(announcement),
            AnnouncementKind::Ability => {
                self.piece(announcement.item.source).is_some() && self.can_announce(announcement)
            }
        };
        let mut options = 0;
        if let Some(choice) = self.next_choice(announcement).filter(|_| possible) {
            self.each_choice(announcement, choice, &mut |_| options += 1);
        }
        options > 0
    }

    pub(crate) fn is_slot_full(&self, announcement: &Announcement) -> bool {
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

    /// SR-50: pays the cost and puts the item into the Sequence, once all choices are made.
    fn complete(&mut self, announcement: &Announcement, turn: &mut Turn<'_, Event>) {
        let mut item = announcement.item;
        let seat = item.controller;
        if announcement.kind == AnnouncementKind::Trigger {
            self.put_in_sequence(item, turn);
            return;
        }
        let (need, costs) = self.total_cost(announcement);
        if let ItemKind::Card { .. } = item.kind {
            self.player_mut(seat).take_from_hand(item.card);
        }
        // SR-R06: an energy ability does not use the Sequence.
        let energy = match (item.kind, announcement.kind) {
            (ItemKind::Ability { place }, AnnouncementKind::Ability) => {
                if let Ability::Activated { energy: true, script, .. } =
                    &self.card(item.card).abilities[place as usize]
                {
                    let piece = *self.piece(item.source).expect("the action was judged legal");
                    // SR-R53: uses are counted if the cost can be paid repeatedly.
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
        let reserved = Reserved::by(&item, &costs, &announcement.paid_cards());
        self.pay_energy(seat, need, &reserved, turn);
        if let Some((n, _)) = energy {
            self.pay_things(announcement, &costs, turn);
            let player = self.player_mut(seat);
            player.energy = player.energy.saturating_add(n as u8);
            turn.tell("SR-29", || Event::MadeEnergy { seat, number: item.source, n: n as u8 });
            return;
        }
        // The item is in the Sequence before the payment triggers anything.
        item.number = self.put_in_sequence(item, turn);
        if announcement.kind == AnnouncementKind::Ability {
            // The card may be scrapped to pay the cost, so this comes first.
            let thing = Thing::card(item.source);
            self.trigger(Triggers::ACTIVATED, thing, thing, 0, turn);
        }
        self.pay_things(announcement, &costs, turn);
        if let ItemKind::Card { .. } = item.kind {
            let thing = Thing::card(item.number);
            self.trigger(Triggers::PLAYED, thing, thing, 0, turn);
        }
    }

    /// Pays the cost apart from Energy.
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
                PaymentMethod::Scrap => {
                    self.exit(&numbers, Exit::Scrap, turn);
                }
                PaymentMethod::ReturnToHand => {
                    self.exit(&numbers, Exit::Hand, turn);
                }
                PaymentMethod::MakeVulnerable => {
                    for number in numbers {
                        self.make_vulnerable(number, turn);
                    }
                }
                PaymentMethod::Discard => {
                    things
                        .iter()
                        .filter_map(|thing| thing.in_hand())
                        .for_each(|card| self.discard(seat, card, turn));
                }
                PaymentMethod::Void => {
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

    /// Notes that everyone has seen this card in the hand.
    fn show_in_hand(&mut self, seat: Seat, card: CardId) {
        let player = self.player_mut(seat);
        if player.take_from_hand(card) {
            player.take_in_hand(HiddenCard { card, known: everyone_but(seat) });
        }
    }

    /// Moves a card from a Scrap pile to the void.
    pub(crate) fn void_from_scrap(&mut self, number: Number, turn: &mut Turn<'_, Event>) {
        if let Some((owner, card)) = self.take_from_scrap(number) {
            let new = self.new_number();
            self.player_mut(owner).void.push(PileCard { number: new, card });
            turn.tell("SR-123", || Event::Voided { number, card });
        }
    }

    /// Moves a card from a Scrap pile or the void to its owner's hand. Everyone knows it there.
    pub(crate) fn pile_to_hand(&mut self, number: Number, turn: &mut Turn<'_, Event>) {
        if let Some((owner, card)) = self.take_from_pile(number) {
            self.player_mut(owner).take_in_hand(HiddenCard { card, known: everyone_but(owner) });
            turn.tell("SR-18", || Event::Returned { number, card, owner });
        }
    }
}

/// The cards that pay a cost in another way and therefore cannot make Energy for it.
#[derive(Default)]
pub(crate) struct Reserved {
    /// SR-49: the card that ACTIVATE makes vulnerable.
    activated: Option<Number>,
    /// The card that is scrapped for its own ability.
    scrapped: Option<Number>,
    /// SR-20: the chosen cards that become vulnerable. They make no Energy at all.
    vulnerable: Vec<Number>,
    /// The chosen cards that leave play. They may be activated before that.
    leaving: Vec<Number>,
}

impl Reserved {
    /// The cards that pay this cost of an item, apart from Energy: the card itself, and those that were chosen.
    pub(crate) fn by(item: &Item, costs: &Costs, chosen: &[Number]) -> Reserved {
        let mut reserved = Reserved {
            activated: costs.activate.then_some(item.source),
            scrapped: costs.scrap_self.then_some(item.source),
            ..Reserved::default()
        };
        if let Some(payment) = &costs.pick {
            chosen.iter().for_each(|number| reserved.pay(payment.how, *number));
        }
        reserved
    }

    fn pay(&mut self, how: PaymentMethod, number: Number) {
        match how {
            PaymentMethod::MakeVulnerable => self.vulnerable.push(number),
            PaymentMethod::Scrap | PaymentMethod::Void | PaymentMethod::ReturnToHand => {
                self.leaving.push(number);
            }
            PaymentMethod::Discard => {}
        }
    }

    fn may_activate(&self, number: Number) -> bool {
        self.activated != Some(number) && !self.vulnerable.contains(&number)
    }

    fn may_scrap(&self, number: Number) -> bool {
        self.may_activate(number) && self.scrapped != Some(number) && !self.leaving.contains(&number)
    }
}

impl Announcement {
    /// The cards in play and in piles that were chosen to pay the cost.
    fn paid_cards(&self) -> Vec<Number> {
        self.paid.iter().filter_map(|(_, thing)| thing.number()).collect()
    }

    /// Adds a choice.
    pub(crate) fn choose(&mut self, action: Action) {
        match action {
            Action::Mode(mode) => self.choose_mode(mode),
            Action::X(x) => self.choose_x(x),
            Action::Target(thing) => self.item.targets.push(self.slot, thing),
            Action::Enough => self.slot += 1,
            Action::Pay(thing) => self.paid.push(0, thing),
            _ => unreachable!("not a choice of an announcement"),
        }
    }

    fn choose_mode(&mut self, mode: u8) {
        if let ItemKind::Card { owner, .. } = self.item.kind {
            self.item.kind = ItemKind::Card { owner, mode: mode - 1 };
        }
        self.has_mode = true;
    }

    fn choose_x(&mut self, x: u8) {
        self.item.x = x;
        self.has_x = true;
    }
}
