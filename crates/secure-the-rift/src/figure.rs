//! What cards are once everything is counted (SR-R27), what fits a selector, and how much an amount is.

use atlas_core::Seat;

use crate::notation::card_of;
use crate::pack::language::{
    Ability, Amount, Base, Cannots, CardId, Condition, Grant, Keywords, Kinds, Layers, Ref, Selector,
    SelectorId, Term, Test, Whose, Zone,
};
use crate::state::{MOST, SecureTheRift};
use crate::things::{Change, Figure, Item, Matter, Number, Piece, Player, Stage, Thing};

/// From where an amount is reckoned: an item in the Sequence, or a card in play.
#[derive(Clone, Copy)]
pub(crate) struct Standpoint<'a> {
    pub(crate) you: Seat,
    pub(crate) source: Number,
    pub(crate) item: Option<&'a Item>,
    /// The thing of a `for_each`.
    pub(crate) it: Thing,
}

impl<'a> Standpoint<'a> {
    pub(crate) fn of(item: &'a Item, it: Thing) -> Standpoint<'a> {
        Standpoint { you: item.controller, source: item.source, item: Some(item), it }
    }

    pub(crate) fn in_play(piece: &Piece) -> Standpoint<'static> {
        Standpoint { you: piece.controller, source: piece.number, item: None, it: Thing::NONE }
    }
}

impl SecureTheRift {
    #[inline]
    pub(crate) fn is_soul(&self, card: CardId) -> bool {
        self.card(card).kind == Kinds::SOUL
    }

    /// SR-R27 (1): what is printed on it.
    pub(crate) fn printed(&self, piece: &Piece) -> Figure {
        let card = self.card(piece.card);
        let (attack, defence) = if card.reckoned {
            let standpoint = Standpoint::in_play(piece);
            (self.amount(&card.attack, standpoint), self.amount(&card.defence, standpoint))
        } else {
            card.strength
        };
        Figure { attack, defence, keywords: card.keywords, ..Figure::default() }
    }

    /// SR-R27: counts everything anew.
    pub(crate) fn figure(&mut self) {
        if self.is_plain() {
            for at in 0..self.front.len() {
                let upgrades = self.front[at].upgrades;
                let mut figure = self.printed(&self.front[at]);
                figure.add(upgrades, upgrades);
                self.front[at].now = figure;
            }
            return;
        }
        let mut figures: Vec<Figure> = Vec::with_capacity(self.front.len());
        for piece in &self.front {
            let mut figure = self.printed(piece);
            if self.spent.contains(&(piece.number, 0)) {
                figure.keywords = figure.keywords & !Keywords::SAFEGUARD;
            }
            figures.push(figure);
        }
        self.add_abilities(&mut figures);
        self.add_set_stats(&mut figures);
        self.add_sums(&mut figures);
        for (piece, figure) in self.front.iter_mut().zip(figures) {
            piece.now = figure;
        }
    }

    /// Whether nothing but upgrades changes what is printed on the cards in play, as so often.
    fn is_plain(&self) -> bool {
        self.lasting.is_empty()
            && self.spent.is_empty()
            && self
                .front
                .iter()
                .all(|piece| (self.card(piece.card).layers & !(Layers::COST | Layers::PLAYERS)).is_empty())
    }

    /// Each continuous ability in play that changes such things, with its card.
    fn continuous(
        &self,
        layer: Layers,
    ) -> impl Iterator<Item = (&Piece, Option<SelectorId>, &'static Grant)> {
        let sources = self.front.iter().filter(move |piece| self.card(piece.card).layers.has(layer));
        sources.flat_map(|piece| {
            self.card(piece.card).abilities.iter().filter_map(move |ability| match ability {
                Ability::Continuous { affects, grant } => Some((piece, *affects, grant)),
                _ => None,
            })
        })
    }

    fn is_affected(&self, piece: &Piece, source: &Piece, affects: Option<SelectorId>) -> bool {
        match affects {
            None => piece.number == source.number,
            Some(selector) => {
                self.library.get().selector(selector).zone == Zone::Front
                    && self.fits(selector, piece, source.controller, source.number)
            }
        }
    }

    /// Whether a continuous ability in play keeps a player from gaining life.
    pub(crate) fn cannot_gain_life(&self, seat: Seat) -> bool {
        self.continuous(Layers::PLAYERS).any(|(source, affects, grant)| {
            let whose = affects.map(|affects| self.library.get().selector(affects).whose);
            grant.cannot.has(Cannots::GAIN_LIFE)
                && whose.is_some_and(|whose| is_whose(whose, seat, source.controller, source.controller))
        })
    }

    /// (3): abilities gained and lost, by time.
    fn add_abilities(&self, figures: &mut [Figure]) {
        for (source, affects, grant) in self.continuous(Layers::ABILITIES) {
            if grant.keywords.is_empty() && grant.cannot.is_empty() && grant.may.is_empty() {
                continue;
            }
            for (piece, figure) in self.front.iter().zip(figures.iter_mut()) {
                if !self.is_affected(piece, source, affects) {
                    continue;
                }
                let mut keywords = grant.keywords;
                if self.spent.contains(&(piece.number, source.number)) {
                    keywords = keywords & !Keywords::SAFEGUARD;
                }
                // What was lost after this card came stays lost.
                let lost =
                    self.lasting.iter().filter(|it| it.time > source.number).filter_map(|it| match it.what {
                        Change::Lose { on, keyword } if on == piece.number => Some(keyword),
                        _ => None,
                    });
                let lost = lost.fold(Keywords::NONE, |all, keyword| all | keyword);
                figure.keywords = figure.keywords | (keywords & !lost);
                figure.cannot = figure.cannot | grant.cannot;
                figure.may = figure.may | grant.may;
            }
        }
        for lasting in &self.lasting {
            let (on, gained, lost) = match lasting.what {
                Change::Gain { on, keyword } => (on, keyword, Keywords::NONE),
                Change::Lose { on, keyword } => (on, Keywords::NONE, keyword),
                _ => continue,
            };
            let Ok(at) = self.front.binary_search_by_key(&on, |piece| piece.number) else { continue };
            let later = |source: &Piece| source.number > lasting.time;
            let given_later = self.continuous(Layers::ABILITIES).filter(|(source, affects, _)| {
                later(source) && self.is_affected(&self.front[at], source, *affects)
            });
            let given_later = given_later.fold(Keywords::NONE, |all, (_, _, grant)| all | grant.keywords);
            figures[at].keywords = (figures[at].keywords | gained) & !(lost & !given_later);
        }
    }

    /// (4): "is equal to", by time.
    fn add_set_stats(&self, figures: &mut [Figure]) {
        for (source, affects, grant) in self.continuous(Layers::SET) {
            let Some((attack, defence)) = &grant.set_stats else { continue };
            let standpoint = Standpoint::in_play(source);
            let (attack, defence) = (self.amount(attack, standpoint), self.amount(defence, standpoint));
            for (piece, figure) in self.front.iter().zip(figures.iter_mut()) {
                if self.is_affected(piece, source, affects) {
                    (figure.attack, figure.defence) = (attack, defence);
                }
            }
        }
    }

    /// (5): all plus and minus.
    fn add_sums(&self, figures: &mut [Figure]) {
        for (source, affects, grant) in self.continuous(Layers::SUMS) {
            let Some((attack, defence)) = &grant.stats else { continue };
            let standpoint = Standpoint::in_play(source);
            let (attack, defence) = (self.amount(attack, standpoint), self.amount(defence, standpoint));
            for (piece, figure) in self.front.iter().zip(figures.iter_mut()) {
                if self.is_affected(piece, source, affects) {
                    figure.add(attack, defence);
                }
            }
        }
        for lasting in &self.lasting {
            let Change::Stats { on, attack, defence } = lasting.what else { continue };
            if let Ok(at) = self.front.binary_search_by_key(&on, |piece| piece.number) {
                figures[at].add(attack, defence);
            }
        }
        for (piece, figure) in self.front.iter().zip(figures.iter_mut()) {
            figure.add(piece.upgrades, piece.upgrades);
        }
    }

    /// Whether a card in play fits, seen by a player and a card.
    pub(crate) fn fits(&self, selector: SelectorId, piece: &Piece, you: Seat, source: Number) -> bool {
        let wanted = self.library.get().selector(selector);
        wanted.zone == Zone::Front
            && (!wanted.other || piece.number != source)
            && is_whose(wanted.whose, piece.controller, you, you)
            && self.fits_card(wanted, piece.card)
            && bound(wanted.attack, piece.now.attack)
            && bound(wanted.defence, piece.now.defence)
            && wanted.conditions.iter().all(|condition| self.is_so(*condition, piece))
    }

    /// Whether it fits by what is printed on it.
    pub(crate) fn fits_card(&self, wanted: &Selector, card: CardId) -> bool {
        self.fits_but_for_cost(wanted, card) && bound(wanted.cost, self.card(card).cost.into())
    }

    fn fits_but_for_cost(&self, wanted: &Selector, card: CardId) -> bool {
        let it = self.card(card);
        wanted.kinds.contains(it.kind)
            && (!wanted.token || it.token)
            && wanted.subtype.is_none_or(|subtype| it.subtypes >> subtype & 1 == 1)
            && wanted.faction.is_none_or(|faction| it.faction == faction)
            && wanted.name.is_none_or(|name| name == card)
    }

    fn is_so(&self, condition: Condition, piece: &Piece) -> bool {
        match condition {
            Condition::StandBy => !piece.vulnerable,
            Condition::Vulnerable => piece.vulnerable,
            Condition::Attacking => self.is_attacking(piece.number),
            Condition::Blocking => {
                let blocks = self.attack.iter().flat_map(|attack| &attack.blocks);
                blocks.into_iter().any(|block| block.blocker == piece.number)
            }
        }
    }

    /// SR-77: whether it has been declared as an attacker.
    pub(crate) fn is_attacking(&self, number: Number) -> bool {
        self.attack.as_ref().is_some_and(|attack| {
            attack.stage > Stage::Declare && attack.fights.iter().any(|fight| fight.attacker == number)
        })
    }

    /// Everything that fits a selector, seen from somewhere; `own` is the player who is asked.
    pub(crate) fn each_fitting(
        &self,
        selector: SelectorId,
        you: Seat,
        own: Seat,
        source: Number,
        each: &mut dyn FnMut(Thing),
    ) {
        let wanted = self.library.get().selector(selector);
        match wanted.zone {
            Zone::Front => {
                let theirs = |piece: &&Piece| is_whose(wanted.whose, piece.controller, you, own);
                let fitting = self.front.iter().filter(theirs).filter(|piece| {
                    (!wanted.other || piece.number != source)
                        && self.fits_card(wanted, piece.card)
                        && bound(wanted.attack, piece.now.attack)
                        && bound(wanted.defence, piece.now.defence)
                        && wanted.conditions.iter().all(|condition| self.is_so(*condition, piece))
                });
                fitting.for_each(|piece| each(Thing::card(piece.number)));
            }
            Zone::Sequence => {
                let cards = self.sequence.iter().filter(|item| self.fits_item(wanted, item, you));
                cards.for_each(|item| each(Thing::card(item.number)));
            }
            Zone::Scrap | Zone::Void => {
                for (player, seat) in self.players.iter().zip(0..).map(|(it, seat)| (it, Seat(seat))) {
                    if is_whose(wanted.whose, seat, you, own) {
                        let zone = if wanted.zone == Zone::Scrap { &player.scrap } else { &player.void };
                        let fitting = zone.iter().filter(|lying| self.fits_card(wanted, lying.card));
                        fitting.for_each(|lying| each(Thing::card(lying.number)));
                    }
                }
            }
            Zone::Player => {
                let players = self.in_turn_order().filter(|seat| is_whose(wanted.whose, *seat, you, own));
                players.for_each(|seat| each(Thing::base(seat)));
            }
            Zone::Hand => {
                let mut last = None;
                for held in &self.player(own).hand {
                    if last != Some(held.card) && self.fits_card(wanted, held.card) {
                        each(Thing::held(held.card));
                    }
                    last = Some(held.card);
                }
            }
            Zone::Deck | Zone::Playing => {}
        }
    }

    /// SR-R09: whether a card in the Sequence fits, or an ability where abilities are meant.
    pub(crate) fn fits_item(&self, wanted: &Selector, item: &Item, you: Seat) -> bool {
        let is_card = matches!(item.matter, Matter::Card { .. });
        if wanted.kinds == Kinds::ABILITY {
            let of_cards = Selector { kinds: Kinds::CARD, ..wanted.clone() };
            return !is_card
                && is_whose(wanted.whose, item.controller, you, you)
                && self.fits_but_for_cost(&of_cards, item.card);
        }
        is_card
            && is_whose(wanted.whose, item.controller, you, you)
            && self.fits_but_for_cost(wanted, item.card)
            // SR-R42: while it waits there, X is what was chosen.
            && bound(wanted.cost, i16::from(self.card(item.card).cost) + i16::from(item.x))
    }

    pub(crate) fn count(&self, selector: SelectorId, you: Seat, source: Number) -> i16 {
        let mut count = 0;
        self.each_fitting(selector, you, you, source, &mut |_| count += 1);
        count
    }

    /// How much an amount is.
    pub(crate) fn amount(&self, amount: &Amount, from: Standpoint<'_>) -> i16 {
        let most = i32::from(MOST);
        let terms = amount.0.iter().map(|(sign, term)| i32::from(*sign) * i32::from(self.term(*term, from)));
        terms.sum::<i32>().clamp(-most, most) as i16
    }

    fn term(&self, term: Term, from: Standpoint<'_>) -> i16 {
        let known = |base: Base| base_of(base, from).number().and_then(|number| self.known(number));
        match term {
            Term::Number(n) => n,
            Term::X => from.item.map_or(0, |item| item.x.into()),
            Term::Count(selector) => self.count(selector, from.you, from.source),
            Term::Attack(base) => known(base).map_or(0, |piece| piece.now.attack.max(0)),
            Term::Defence(base) => known(base).map_or(0, |piece| piece.now.defence),
            Term::Cost(base) => self.cost_of(base_of(base, from)),
            Term::Life(player) => {
                let seat = self.things(player, from).first().and_then(|thing| thing.seat());
                seat.map_or(0, |seat| self.player(seat).life)
            }
            Term::EventAmount => from.item.map_or(0, |item| item.amount),
            Term::DiedThisTurn => self.died_this_turn as i16,
        }
    }

    /// A card as it is or was in play, or as it is printed where it lies.
    fn known(&self, number: Number) -> Option<Piece> {
        let lying = || {
            let owner = self.owner_elsewhere(number)?;
            card_of(self, number).map(|card| self.new_piece(number, card, owner, owner))
        };
        self.last_known(number).copied().or_else(lying)
    }

    /// The cost of a card, wherever everyone sees it. SR-R42: X counts while it waits in the Sequence.
    fn cost_of(&self, thing: Thing) -> i16 {
        let Some(number) = thing.number() else { return 0 };
        let x = self.sequence.iter().find(|item| item.number == number).map_or(0, |item| item.x);
        card_of(self, number).map_or(0, |card| i16::from(self.card(card).cost) + i16::from(x))
    }

    pub(crate) fn holds(&self, test: &Test, from: Standpoint<'_>) -> bool {
        match test {
            Test::Exists(selector) => self.count(*selector, from.you, from.source) > 0,
            Test::Compare(left, compare, right) => {
                compare.holds(self.amount(left, from).into(), self.amount(right, from).into())
            }
        }
    }

    /// The things, or players, that a step is about.
    pub(crate) fn things(&self, what: Ref, from: Standpoint<'_>) -> Vec<Thing> {
        let one = |thing: Thing| if thing == Thing::NONE { Vec::new() } else { vec![thing] };
        let bases = |seats: Vec<Seat>| seats.into_iter().map(Thing::base).collect();
        match what {
            Ref::You => one(Thing::base(from.you)),
            Ref::EachOpponent => bases(self.opponents(from.you).collect()),
            Ref::EachPlayer => bases(self.in_turn_order().collect()),
            Ref::Itself => one(base_of(Base::Itself, from)),
            Ref::Event => one(base_of(Base::Event, from)),
            Ref::It => one(from.it),
            Ref::Named(name) => one(base_of(Base::Named(name), from)),
            Ref::Target(slot) => from.item.map_or_else(Vec::new, |item| item.targets.of(slot).collect()),
            Ref::Each(selector) => {
                let mut all = Vec::new();
                self.each_fitting(selector, from.you, from.you, from.source, &mut |thing| all.push(thing));
                all
            }
            Ref::Controller(base) => bases(self.people(base, from, |thing| {
                let own = || (thing == Thing::card(from.source)).then_some(from.you);
                self.controller_of(thing).or_else(own)
            })),
            Ref::Owner(base) => bases(self.people(base, from, |thing| {
                let own = || from.item.filter(|item| thing == Thing::card(item.source)).and_then(Item::owner);
                self.owner_of(thing).or_else(own)
            })),
        }
    }

    /// Who has to do with a thing, or with several targets; everyone once.
    fn people(&self, base: Base, from: Standpoint<'_>, who: impl Fn(Thing) -> Option<Seat>) -> Vec<Seat> {
        let several = match base {
            Base::Target(slot) => self.things(Ref::Target(slot), from),
            base => vec![base_of(base, from)],
        };
        let mut seats: Vec<Seat> = Vec::new();
        for seat in several.into_iter().filter_map(who) {
            if !seats.contains(&seat) {
                seats.push(seat);
            }
        }
        seats
    }

    fn controller_of(&self, thing: Thing) -> Option<Seat> {
        let number = || thing.number();
        let in_play = number().and_then(|number| self.last_known(number)).map(|piece| piece.controller);
        let item = || self.sequence.iter().find(|item| Some(item.number) == number());
        in_play.or_else(|| item().map(|item| item.controller)).or_else(|| thing.seat())
    }

    fn owner_of(&self, thing: Thing) -> Option<Seat> {
        let in_play = thing.number().and_then(|number| self.last_known(number)).map(|piece| piece.owner);
        let elsewhere = || thing.number().and_then(|number| self.owner_elsewhere(number));
        in_play.or_else(elsewhere).or_else(|| thing.seat())
    }

    /// Who owns a card in the Sequence, in a Scrap pile or in the void.
    fn owner_elsewhere(&self, number: Number) -> Option<Seat> {
        let item = self.sequence.iter().find(|item| item.number == number);
        if let Some(item) = item {
            return Some(item.owner().unwrap_or(item.controller));
        }
        let lies = |player: &Player| player.scrap.iter().chain(&player.void).any(|it| it.number == number);
        self.players.iter().position(lies).map(|seat| Seat(seat as u8))
    }
}

impl Figure {
    fn add(&mut self, attack: i16, defence: i16) {
        self.attack = (self.attack + attack).clamp(-MOST, MOST);
        self.defence = (self.defence + defence).clamp(-MOST, MOST);
    }
}

/// Whether a value is within a bound.
fn bound(bound: Option<(crate::pack::language::Compare, i16)>, value: i16) -> bool {
    bound.is_none_or(|(compare, wanted)| compare.holds(value.into(), wanted.into()))
}

/// Whether it is of whom it must be.
pub(crate) fn is_whose(whose: Whose, seat: Seat, you: Seat, own: Seat) -> bool {
    match whose {
        Whose::Any => true,
        Whose::You => seat == you,
        Whose::Opponent => seat != you,
        Whose::Own => seat == own,
    }
}

/// The one thing that is meant.
fn base_of(base: Base, from: Standpoint<'_>) -> Thing {
    match base {
        Base::Itself => Thing::card(from.source),
        Base::It => from.it,
        Base::Event => from.item.map_or(Thing::NONE, |item| item.event),
        Base::Target(slot) => from.item.and_then(|item| item.targets.of(slot).next()).unwrap_or(Thing::NONE),
        Base::Named(name) => from.item.map_or(Thing::NONE, |item| item.names[name as usize]),
    }
}
