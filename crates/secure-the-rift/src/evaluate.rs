//! Evaluating the card language: selectors, amounts, conditions and references.

use atlas_core::Seat;

use crate::notation::card_of;
use crate::pack::language::{
    Amount, CardId, Comparison, Condition, Kinds, PieceState, Ref, Selector, SelectorId, Single, Term, Whose,
    Zone,
};
use crate::state::{MAX_VALUE, SecureTheRift};
use crate::things::{Item, ItemKind, Number, Piece, Player, Stage, Thing};

/// The context in which the card language is evaluated: an item in the Sequence, or a card in play.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) you: Seat,
    pub(crate) source: Number,
    pub(crate) item: Option<&'a Item>,
    /// The current thing of a `for_each`.
    pub(crate) it: Thing,
}

impl<'a> Context<'a> {
    pub(crate) fn of(item: &'a Item, it: Thing) -> Context<'a> {
        Context { you: item.controller, source: item.source, item: Some(item), it }
    }

    pub(crate) fn in_play(piece: &Piece) -> Context<'static> {
        Context { you: piece.controller, source: piece.number, item: None, it: Thing::NONE }
    }
}

impl SecureTheRift {
    /// Whether a card in play matches a selector of a card that `you` control.
    pub(crate) fn matches(&self, selector: SelectorId, piece: &Piece, you: Seat, source: Number) -> bool {
        let wanted = self.library.get().selector(selector);
        wanted.zone == Zone::Front
            && (!wanted.other || piece.number != source)
            && is_whose(wanted.whose, piece.controller, you, you)
            && self.card_matches(wanted, piece.card)
            && bound(wanted.attack, piece.current.attack)
            && bound(wanted.defence, piece.current.defence)
            && wanted.states.iter().all(|state| self.is_in_state(*state, piece))
    }

    /// Whether a card matches by what is printed on it.
    pub(crate) fn card_matches(&self, wanted: &Selector, card: CardId) -> bool {
        self.card_matches_except_cost(wanted, card) && bound(wanted.cost, self.card(card).cost.into())
    }

    fn card_matches_except_cost(&self, wanted: &Selector, card: CardId) -> bool {
        let it = self.card(card);
        wanted.kinds.contains(it.kind)
            && (!wanted.token || it.token)
            && wanted.subtype.is_none_or(|subtype| it.subtypes >> subtype & 1 == 1)
            && wanted.faction.is_none_or(|faction| it.faction == faction)
            && wanted.name.is_none_or(|name| name == card)
    }

    fn is_in_state(&self, state: PieceState, piece: &Piece) -> bool {
        match state {
            PieceState::StandBy => !piece.vulnerable,
            PieceState::Vulnerable => piece.vulnerable,
            PieceState::Attacking => self.is_attacking(piece.number),
            PieceState::Blocking => {
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

    /// Calls `each` with everything that matches a selector of a card that `you` control. `own` is the player who has
    /// to choose.
    pub(crate) fn each_match(
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
                let matching = self.front.iter().filter(theirs).filter(|piece| {
                    (!wanted.other || piece.number != source)
                        && self.card_matches(wanted, piece.card)
                        && bound(wanted.attack, piece.current.attack)
                        && bound(wanted.defence, piece.current.defence)
                        && wanted.states.iter().all(|state| self.is_in_state(*state, piece))
                });
                matching.for_each(|piece| each(Thing::card(piece.number)));
            }
            Zone::Sequence => {
                let cards = self.sequence.iter().filter(|item| self.item_matches(wanted, item, you));
                cards.for_each(|item| each(Thing::card(item.number)));
            }
            Zone::Scrap | Zone::Void => {
                for (player, seat) in self.players.iter().zip(0..).map(|(it, seat)| (it, Seat(seat))) {
                    if is_whose(wanted.whose, seat, you, own) {
                        let zone = if wanted.zone == Zone::Scrap { &player.scrap } else { &player.void };
                        let matching = zone.iter().filter(|it| self.card_matches(wanted, it.card));
                        matching.for_each(|it| each(Thing::card(it.number)));
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
                    if last != Some(held.card) && self.card_matches(wanted, held.card) {
                        each(Thing::held(held.card));
                    }
                    last = Some(held.card);
                }
            }
            Zone::Deck | Zone::Playing => {}
        }
    }

    /// SR-R09: whether an item in the Sequence matches.
    pub(crate) fn item_matches(&self, wanted: &Selector, item: &Item, you: Seat) -> bool {
        let is_card = matches!(item.kind, ItemKind::Card { .. });
        if wanted.kinds == Kinds::ABILITY {
            let of_cards = Selector { kinds: Kinds::CARD, ..wanted.clone() };
            return !is_card
                && is_whose(wanted.whose, item.controller, you, you)
                && self.card_matches_except_cost(&of_cards, item.card);
        }
        is_card
            && is_whose(wanted.whose, item.controller, you, you)
            && self.card_matches_except_cost(wanted, item.card)
            // SR-R42: in the Sequence, X is the chosen value.
            && bound(wanted.cost, i16::from(self.card(item.card).cost) + i16::from(item.x))
    }

    /// The number of things that match a selector.
    pub(crate) fn count(&self, selector: SelectorId, you: Seat, source: Number) -> i16 {
        let mut count = 0;
        self.each_match(selector, you, you, source, &mut |_| count += 1);
        count
    }

    /// The value of an amount.
    pub(crate) fn amount(&self, amount: &Amount, from: Context<'_>) -> i16 {
        let most = i32::from(MAX_VALUE);
        let terms = amount.0.iter().map(|(sign, term)| i32::from(*sign) * i32::from(self.term(*term, from)));
        terms.sum::<i32>().clamp(-most, most) as i16
    }

    fn term(&self, term: Term, from: Context<'_>) -> i16 {
        let known = |one: Single| resolve(one, from).number().and_then(|number| self.known(number));
        match term {
            Term::Number(n) => n,
            Term::X => from.item.map_or(0, |item| item.x.into()),
            Term::Count(selector) => self.count(selector, from.you, from.source),
            Term::Attack(one) => known(one).map_or(0, |piece| piece.current.attack.max(0)),
            Term::Defence(one) => known(one).map_or(0, |piece| piece.current.defence),
            Term::Cost(one) => self.cost_of(resolve(one, from)),
            Term::Life(player) => {
                let seat = self.things(player, from).first().and_then(|thing| thing.seat());
                seat.map_or(0, |seat| self.player(seat).life)
            }
            Term::EventAmount => from.item.map_or(0, |item| item.amount),
            Term::DiedThisTurn => self.died_this_turn as i16,
        }
    }

    /// A card as it is or was in play, or as it is printed if it is in another zone.
    fn known(&self, number: Number) -> Option<Piece> {
        let elsewhere = || {
            let owner = self.owner_elsewhere(number)?;
            card_of(self, number).map(|card| self.new_piece(number, card, owner, owner))
        };
        self.last_known(number).copied().or_else(elsewhere)
    }

    /// The cost of a card in a zone that everyone sees. SR-R42: X counts in the Sequence.
    fn cost_of(&self, thing: Thing) -> i16 {
        let Some(number) = thing.number() else { return 0 };
        let x = self.sequence.iter().find(|item| item.number == number).map_or(0, |item| item.x);
        card_of(self, number).map_or(0, |card| i16::from(self.card(card).cost) + i16::from(x))
    }

    /// Whether a condition holds.
    pub(crate) fn holds(&self, condition: &Condition, from: Context<'_>) -> bool {
        match condition {
            Condition::Exists(selector) => self.count(*selector, from.you, from.source) > 0,
            Condition::Compare(left, compare, right) => {
                compare.holds(self.amount(left, from).into(), self.amount(right, from).into())
            }
        }
    }

    /// The things or players that a reference refers to.
    pub(crate) fn things(&self, what: Ref, from: Context<'_>) -> Vec<Thing> {
        let single = |thing: Thing| if thing == Thing::NONE { Vec::new() } else { vec![thing] };
        let bases = |seats: Vec<Seat>| seats.into_iter().map(Thing::base).collect();
        match what {
            Ref::You => single(Thing::base(from.you)),
            Ref::EachOpponent => bases(self.opponents(from.you).collect()),
            Ref::EachPlayer => bases(self.in_turn_order().collect()),
            Ref::Itself => single(resolve(Single::Itself, from)),
            Ref::Event => single(resolve(Single::Event, from)),
            Ref::It => single(from.it),
            Ref::Named(name) => single(resolve(Single::Named(name), from)),
            Ref::Target(slot) => from.item.map_or_else(Vec::new, |item| item.targets.of(slot).collect()),
            Ref::Each(selector) => {
                let mut all = Vec::new();
                self.each_match(selector, from.you, from.you, from.source, &mut |thing| all.push(thing));
                all
            }
            Ref::Controller(one) => bases(self.related_seats(one, from, |thing| {
                let own = || (thing == Thing::card(from.source)).then_some(from.you);
                self.controller_of(thing).or_else(own)
            })),
            Ref::Owner(one) => bases(self.related_seats(one, from, |thing| {
                let own = || from.item.filter(|item| thing == Thing::card(item.source)).and_then(Item::owner);
                self.owner_of(thing).or_else(own)
            })),
        }
    }

    /// The players related to a thing or to several targets, each once.
    fn related_seats(
        &self,
        one: Single,
        from: Context<'_>,
        who: impl Fn(Thing) -> Option<Seat>,
    ) -> Vec<Seat> {
        let things = match one {
            Single::Target(slot) => self.things(Ref::Target(slot), from),
            one => vec![resolve(one, from)],
        };
        let mut seats: Vec<Seat> = Vec::new();
        for seat in things.into_iter().filter_map(who) {
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

    /// The owner of a card in the Sequence, in a Scrap pile or in the void.
    fn owner_elsewhere(&self, number: Number) -> Option<Seat> {
        let item = self.sequence.iter().find(|item| item.number == number);
        if let Some(item) = item {
            return Some(item.owner().unwrap_or(item.controller));
        }
        let has = |player: &Player| player.scrap.iter().chain(&player.void).any(|it| it.number == number);
        self.players.iter().position(has).map(|seat| Seat(seat as u8))
    }
}

/// Whether a value satisfies a bound.
fn bound(bound: Option<(Comparison, i16)>, value: i16) -> bool {
    bound.is_none_or(|(compare, wanted)| compare.holds(value.into(), wanted.into()))
}

/// Whether a thing of `seat` matches, for an ability that `you` control, if `own` has to choose.
pub(crate) fn is_whose(whose: Whose, seat: Seat, you: Seat, own: Seat) -> bool {
    match whose {
        Whose::Any => true,
        Whose::You => seat == you,
        Whose::Opponent => seat != you,
        Whose::Own => seat == own,
    }
}

/// The thing that a reference refers to.
fn resolve(one: Single, from: Context<'_>) -> Thing {
    match one {
        Single::Itself => Thing::card(from.source),
        Single::It => from.it,
        Single::Event => from.item.map_or(Thing::NONE, |item| item.event),
        Single::Target(slot) => {
            from.item.and_then(|item| item.targets.of(slot).next()).unwrap_or(Thing::NONE)
        }
        Single::Named(name) => from.item.map_or(Thing::NONE, |item| item.names[name as usize]),
    }
}
