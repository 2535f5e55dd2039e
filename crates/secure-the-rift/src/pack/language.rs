//! The card language in memory: the types that a card file is parsed into.
//!
//! Cards refer to other cards, to effects and to selectors by small numbers. The rules interpret these values and
//! never see a string.

use std::ops::{BitAnd, BitOr, Not};

/// The index of a card or token in the library.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardId(pub(crate) u16);

/// SR-03: a set of card types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kinds(pub(crate) u8);

impl Kinds {
    /// SR-03: Souls.
    pub const SOUL: Kinds = Kinds(1);
    /// SR-03: Techs.
    pub const TECH: Kinds = Kinds(2);
    /// SR-03: Actions.
    pub const ACTION: Kinds = Kinds(4);
    /// SR-03: Energy cards.
    pub const ENERGY: Kinds = Kinds(8);
    /// Cards of any type.
    pub const CARD: Kinds = Kinds(15);
    /// SR-R09: items in the Sequence that are not cards.
    pub const ABILITY: Kinds = Kinds(16);

    /// Whether the set contains all of `other`.
    #[inline]
    pub const fn contains(self, other: Kinds) -> bool {
        self.0 & other.0 == other.0
    }

    /// The types by the words that card files use.
    pub(crate) const WORDS: [(&'static str, Kinds); 6] = [
        ("soul", Kinds::SOUL),
        ("tech", Kinds::TECH),
        ("action", Kinds::ACTION),
        ("energy", Kinds::ENERGY),
        ("card", Kinds::CARD),
        ("ability", Kinds::ABILITY),
    ];

    /// The word for a single type.
    pub fn word(self) -> &'static str {
        Kinds::WORDS.iter().find(|(_, kind)| *kind == self).map_or("card", |(word, _)| word)
    }
}

/// Defines a set of flags, each with the word that card files use for it.
macro_rules! flags {
    ($(#[$about:meta])* $name:ident($bits:ty): $($(#[$doc:meta])* $flag:ident = $word:literal),+ $(,)?) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $name(pub(crate) $bits);

        #[allow(non_upper_case_globals)]
        impl $name {
            /// The empty set.
            pub const NONE: $name = $name(0);
            flags!(@each $name 0; $($(#[$doc])* $flag = $word),+);
            /// The flags by the words that card files use.
            pub(crate) const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$flag)),+];

            /// Whether the set contains all of `other`.
            #[inline]
            pub const fn has(self, other: $name) -> bool {
                self.0 & other.0 == other.0
            }

            /// Whether the set is empty.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The words for the flags in the set.
            pub fn words(self) -> impl Iterator<Item = &'static str> {
                $name::WORDS.iter().filter(move |(_, flag)| self.has(*flag)).map(|(word, _)| *word)
            }
        }

        impl BitOr for $name {
            type Output = $name;
            #[inline]
            fn bitor(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }

        impl BitAnd for $name {
            type Output = $name;
            #[inline]
            fn bitand(self, other: $name) -> $name {
                $name(self.0 & other.0)
            }
        }

        impl Not for $name {
            type Output = $name;
            #[inline]
            fn not(self) -> $name {
                $name(!self.0)
            }
        }
    };
    (@each $name:ident $at:expr; $(#[$doc:meta])* $flag:ident = $word:literal $(, $($rest:tt)+)?) => {
        $(#[$doc])*
        pub const $flag: $name = $name(1 << $at);
        $(flags!(@each $name $at + 1; $($rest)+);)?
    };
}

flags! {
    /// SR-111 to SR-122: a set of keywords.
    Keywords(u16):
    /// SR-111: only AIRBORNE Souls can attack or block it.
    AIRBORNE = "AIRBORNE",
    /// SR-112: it does not have to wait before it can attack or be activated.
    AMBUSH = "AMBUSH",
    /// SR-117: the first damage to it has no effect.
    SAFEGUARD = "SAFEGUARD",
    /// SR-118: excess damage goes to the Base of the Soul's controller.
    OVERKILL = "OVERKILL",
    /// SR-119: any battle damage it deals to a Soul kills that Soul.
    TOXIC = "TOXIC",
    /// SR-120: its controller gains as much life as it deals damage.
    LIFEGAIN = "LIFEGAIN",
    /// SR-121: it can be played whenever its player has priority.
    WARP = "WARP",
    /// SR-122: it cannot be cancelled.
    FATE = "FATE",
}

flags! {
    /// Things that a card or a player is forbidden to do, or that nobody can do to it.
    Prohibitions(u16):
    /// It cannot be declared as an attacker.
    ATTACK = "attack",
    /// It cannot be declared as a blocker.
    BLOCK = "block",
    /// It cannot be attacked.
    BE_ATTACKED = "be_attacked",
    /// No Soul can block it.
    BE_BLOCKED = "be_blocked",
    /// Its costs with ACTIVATE cannot be paid.
    ACTIVATE = "activate",
    /// It does not refresh.
    REFRESH = "refresh",
    /// It cannot be a target.
    BE_TARGETED = "be_targeted",
    /// SR-104: the player cannot gain life.
    GAIN_LIFE = "gain_life",
}

impl Prohibitions {
    /// The prohibitions that apply to players; all others apply to cards.
    pub(crate) const FOR_PLAYERS: &'static [(&'static str, Prohibitions)] =
        &[("gain_life", Prohibitions::GAIN_LIFE)];
    /// The prohibitions that apply to cards.
    pub(crate) const FOR_CARDS: &'static [(&'static str, Prohibitions)] = Prohibitions::WORDS.split_at(7).0;
}

flags! {
    /// SR-R27, SR-R43: the layers in which continuous abilities apply.
    Layers(u16):
    /// Keywords, prohibitions and permissions of cards.
    ABILITIES = "abilities",
    /// Attack and defence that "are equal to" something.
    SET = "set",
    /// Additions to and subtractions from attack and defence.
    SUMS = "sums",
    /// Costs of cards.
    COST = "cost",
    /// Prohibitions of players.
    PLAYERS = "players",
}

flags! {
    /// Things that a card may do although the rules forbid them.
    Permissions(u16):
    /// It can block AIRBORNE Souls.
    BLOCK_AIRBORNE = "block_airborne",
}

flags! {
    /// The events that triggered abilities wait for.
    Triggers(u32):
    /// SR-115: a card enters play.
    ENTERS = "enters",
    /// A card comes under a player's control: it enters play, or control of it changes.
    CONTROLLED = "controlled",
    /// A card leaves the front lines in any way.
    LEAVES = "leaves",
    /// SR-113: a Soul is declared as an attacker.
    ATTACKS = "attacks",
    /// SR-114: a Soul is declared as a blocker.
    BLOCKS = "blocks",
    /// An attacker is blocked.
    BLOCKED = "blocked",
    /// SR-116: a card goes from the front lines to the Scrap pile.
    DIES = "dies",
    /// A Soul or a Base is dealt damage.
    DAMAGED = "damaged",
    /// A card deals damage.
    DEALS_DAMAGE = "deals_damage",
    /// SR-35: a turn begins.
    BEGIN_TURN = "begin_turn",
    /// SR-40: a turn ends.
    END_TURN = "end_turn",
    /// A player draws a card.
    DRAWN = "drawn",
    /// A player discards a card.
    DISCARDED = "discarded",
    /// A card is played.
    PLAYED = "played",
    /// SR-65: an activated ability of a card is used. Making Energy does not count (SR-R06).
    ACTIVATED = "activated",
    /// SR-104: a player gains life.
    LIFE_GAINED = "life_gained",
    /// A player loses life.
    LIFE_LOST = "life_lost",
    /// SR-20: a card becomes vulnerable.
    BECOMES_VULNERABLE = "becomes_vulnerable",
    /// SR-21: a card is refreshed.
    REFRESHED = "refreshed",
    /// SR-68: a card or a player becomes a target.
    TARGETED = "targeted",
}

/// The zone in which a selector looks for things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zone {
    /// SR-17: the front lines.
    Front,
    /// The hand of the player who has to choose.
    Hand,
    /// A main deck.
    Deck,
    /// SR-R01: the Scrap piles.
    Scrap,
    /// SR-16: the void.
    Void,
    /// SR-52: cards and abilities in the Sequence.
    Sequence,
    /// The card that is being played, for changes of its cost.
    Playing,
    /// The players themselves.
    Player,
}

/// Whose things a selector looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Things of any player.
    Any,
    /// Things of the player who controls the ability.
    You,
    /// Things of that player's opponents.
    Opponent,
    /// Things of the player who has to choose.
    Own,
}

/// A comparison of two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Comparison {
    AtMost,
    AtLeast,
    Equal,
}

impl Comparison {
    /// Whether the comparison holds for these values.
    #[inline]
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Comparison::AtMost => left <= right,
            Comparison::AtLeast => left >= right,
            Comparison::Equal => left == right,
        }
    }
}

/// A state of a card in play (SR-19), or its role in an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum PieceState {
    StandBy,
    Vulnerable,
    Attacking,
    Blocking,
}

/// A filter for things in a zone, written `"zone: filter, filter"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selector {
    /// The zone that is searched.
    pub zone: Zone,
    /// The card types that match.
    pub kinds: Kinds,
    /// The players whose things match.
    pub whose: Whose,
    /// The states that a card must be in.
    pub states: Vec<PieceState>,
    /// Whether the card that the ability is on is excluded.
    pub other: bool,
    /// Whether only tokens match.
    pub token: bool,
    /// The subtype that a card must have.
    pub subtype: Option<u8>,
    /// The faction that a card must belong to.
    pub faction: Option<u8>,
    /// The only card that matches.
    pub name: Option<CardId>,
    /// A bound on the cost.
    pub cost: Option<(Comparison, i16)>,
    /// A bound on the attack.
    pub attack: Option<(Comparison, i16)>,
    /// A bound on the defence.
    pub defence: Option<(Comparison, i16)>,
}

impl Selector {
    /// SR-R45: whether some cards do not match.
    pub fn is_restrictive(&self) -> bool {
        self.kinds != Kinds::CARD
            || self.token
            || self.subtype.is_some()
            || self.faction.is_some()
            || self.name.is_some()
            || self.cost.is_some()
    }
}

/// The index of a selector in the library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SelectorId(pub(crate) u16);

/// The things that can be chosen as a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TargetPool {
    /// SR-70: any Soul or Base.
    AnyTarget,
    /// Players.
    Player(Whose),
    /// Things that match a selector.
    Things(SelectorId),
}

/// SR-68: one use of the word "target".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The number of targets.
    pub n: u8,
    /// SR-R40: whether fewer may be chosen.
    pub upto: bool,
    /// What can be chosen.
    pub from: TargetPool,
}

/// The things or players that an instruction refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ref {
    /// The player who controls the ability or card.
    You,
    /// Each opponent of that player.
    EachOpponent,
    /// Each player.
    EachPlayer,
    /// The card that the ability is on.
    Itself,
    /// The thing that the triggering event was about.
    Event,
    /// The current thing of a `for_each`.
    It,
    /// The targets of the use of "target" with this number.
    Target(u8),
    /// The thing that an earlier instruction named.
    Named(u8),
    /// Everything that matches a selector.
    Each(SelectorId),
    /// The player who controls a thing.
    Controller(Single),
    /// The player who owns a thing.
    Owner(Single),
}

/// A reference to one thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Single {
    Itself,
    Event,
    It,
    Target(u8),
    Named(u8),
}

impl From<Single> for Ref {
    fn from(one: Single) -> Ref {
        match one {
            Single::Itself => Ref::Itself,
            Single::Event => Ref::Event,
            Single::It => Ref::It,
            Single::Target(n) => Ref::Target(n),
            Single::Named(n) => Ref::Named(n),
        }
    }
}

/// A term of an [`Amount`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// A constant.
    Number(i16),
    /// SR-R42: the X that was chosen.
    X,
    /// The number of things that match a selector.
    Count(SelectorId),
    /// The attack of a Soul.
    Attack(Single),
    /// The defence of a Soul.
    Defence(Single),
    /// The cost of a card.
    Cost(Single),
    /// The life of a player.
    Life(Ref),
    /// The amount of the triggering event, such as the damage dealt.
    EventAmount,
    /// The number of Souls that have died this turn.
    DiedThisTurn,
}

/// A sum of terms, each with its sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amount(pub(crate) Vec<(i8, Term)>);

impl Amount {
    /// A constant amount.
    pub fn number(n: i16) -> Amount {
        Amount(vec![(1, Term::Number(n))])
    }

    /// The value of a constant amount.
    pub fn as_number(&self) -> Option<i16> {
        match self.0.as_slice() {
            [(1, Term::Number(n))] => Some(*n),
            _ => None,
        }
    }
}

/// A condition that an ability can test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// At least one thing matches the selector.
    Exists(SelectorId),
    /// Two amounts compare in this way.
    Compare(Amount, Comparison, Amount),
}

/// How long an effect lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Until {
    /// SR-41: until the turn ends.
    EndOfTurn,
    /// Until the next turn of the player who made the effect begins.
    YourNextTurn,
    /// Until the card that made the effect leaves the front lines.
    SelfLeaves,
    /// Until the affected card leaves its zone.
    Forever,
}

/// The index of an effect, a list of instructions, in the library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EffectId(pub(crate) u16);

/// One instruction of an effect.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Instruction {
    Damage {
        amount: Amount,
        to: Ref,
        source: Ref,
    },
    Destroy {
        what: Ref,
    },
    Scrap {
        what: Ref,
    },
    /// Each player chooses and scraps this many of their own cards.
    ScrapPick {
        who: Ref,
        pick: Amount,
        from: SelectorId,
    },
    Void {
        what: Ref,
        until_self_leaves: bool,
    },
    Draw {
        who: Ref,
        n: Amount,
    },
    /// Discards `n` cards, or the whole hand.
    Discard {
        who: Ref,
        n: Option<Amount>,
        chooser: Chooser,
    },
    Mill {
        who: Ref,
        n: Amount,
    },
    /// SR-132: the player looks at the top cards of a deck and may put each on the bottom.
    Look {
        who: Ref,
        n: Amount,
    },
    /// SR-132: reveals the top `n` cards of a deck, or a whole hand.
    Reveal {
        who: Ref,
        n: Option<Amount>,
    },
    Search {
        want: SelectorId,
        upto: u8,
        to: SearchDestination,
    },
    /// Puts cards from a hand on the bottom or on top of the deck.
    Bury {
        who: Ref,
        pick: Amount,
        top: bool,
    },
    Shuffle {
        who: Ref,
    },
    GainLife {
        who: Ref,
        n: Amount,
    },
    LoseLife {
        who: Ref,
        n: Amount,
    },
    SetLife {
        who: Ref,
        n: Amount,
    },
    Modify {
        what: Ref,
        attack: Amount,
        defence: Amount,
        until: Until,
    },
    Counters {
        what: Ref,
        n: Amount,
    },
    GainKeyword {
        what: Ref,
        keyword: Keywords,
        until: Until,
    },
    LoseKeyword {
        what: Ref,
        keyword: Keywords,
        until: Until,
    },
    CreateToken {
        token: CardId,
        n: Amount,
        who: Ref,
        vulnerable: bool,
    },
    Cancel {
        what: Ref,
    },
    PayOr {
        who: Ref,
        energy: u8,
        otherwise: EffectId,
    },
    Refresh {
        what: Ref,
    },
    MakeVulnerable {
        what: Ref,
    },
    SkipRefresh {
        what: Ref,
        times: u8,
    },
    ReturnToHand {
        what: Ref,
    },
    PutInPlay {
        what: Ref,
        controller: Ref,
        vulnerable: bool,
        name: Option<u8>,
    },
    GainControl {
        what: Ref,
        who: Ref,
        until: Until,
    },
    AddEnergy {
        n: Amount,
    },
    EnergyFromPile {
        n: Amount,
        vulnerable: bool,
    },
    Prevent {
        to: PreventionTarget,
        amount: Option<Amount>,
        only_battle: bool,
        until: Until,
    },
    /// Redirects damage to another thing.
    Redirect {
        to: Ref,
        onto: Ref,
        amount: Option<Amount>,
        only_battle: bool,
        until: Until,
    },
    If {
        condition: Condition,
        then: EffectId,
        otherwise: Option<EffectId>,
    },
    ForEach {
        what: Ref,
        effect: EffectId,
    },
    Repeat {
        n: Amount,
        effect: EffectId,
    },
    May {
        effect: EffectId,
    },
    Delay {
        at: Triggers,
        effect: EffectId,
    },
}

/// The player who chooses the cards to discard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Chooser {
    Owner,
    You,
    Random,
}

/// The zone into which a card that was searched for goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum SearchDestination {
    Hand,
    Front,
}

/// What a prevention effect protects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PreventionTarget {
    /// Things that are fixed when the effect begins.
    Things(Ref),
    /// Whatever matches when damage would be dealt.
    Matching(SelectorId),
}

/// The cost of an ability, or the extra cost of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Costs {
    /// SR-26: Energy.
    pub energy: u8,
    /// SR-49: whether the card itself becomes vulnerable (ACTIVATE).
    pub activate: bool,
    /// Whether the card itself is scrapped.
    pub scrap_self: bool,
    /// SR-R64: life.
    pub life: u8,
    /// A payment with things that the player chooses.
    pub pick: Option<Payment>,
}

/// A payment with things that the player chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payment {
    /// What happens to the things.
    pub how: PaymentMethod,
    /// The number of things.
    pub n: u8,
    /// The things that can be chosen.
    pub from: SelectorId,
}

/// What happens to things that pay a cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum PaymentMethod {
    Scrap,
    Discard,
    Void,
    MakeVulnerable,
    ReturnToHand,
}

/// The targets and the effect of an Action or an ability.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// SR-68: the targets that are chosen when it is announced.
    pub targets: Vec<Target>,
    /// The effect when it concludes.
    pub effect: EffectId,
}

/// An ability of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ability {
    /// SR-63: a continuous ability.
    Continuous {
        /// The cards or players that it affects; `None` for the card itself.
        affects: Option<SelectorId>,
        /// What it grants them.
        grant: Grant,
    },
    /// SR-64: a triggered ability.
    Triggered {
        /// The event that triggers it.
        event: Triggers,
        /// What the event must be about.
        about: TriggerSubject,
        /// SR-R38: a condition that must hold when it triggers and when it concludes.
        condition: Option<Condition>,
        /// Whether it triggers at most once each turn.
        once: bool,
        /// Its targets and its effect.
        script: Script,
    },
    /// SR-65: an activated ability.
    Activated {
        /// Its cost.
        cost: Costs,
        /// SR-R06: whether it is an energy ability, which does not use the Sequence.
        energy: bool,
        /// Its targets and its effect.
        script: Script,
    },
    /// An ability that replaces an event by another.
    Replacement(Replacement),
}

/// What an event must be about to trigger an ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TriggerSubject {
    /// The card that the ability is on.
    Itself,
    /// Something that matches a selector.
    Matching(SelectorId),
    /// A player, for example the one whose turn begins or who gains life.
    Player(Whose),
}

/// What a continuous ability grants to the cards or players that it affects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grant {
    /// SR-R27: additions to attack and defence.
    pub stats: Option<(Amount, Amount)>,
    /// SR-R27: what attack and defence are equal to.
    pub set_stats: Option<(Amount, Amount)>,
    /// Keywords.
    pub keywords: Keywords,
    /// Prohibitions.
    pub cannot: Prohibitions,
    /// Permissions.
    pub may: Permissions,
    /// SR-R43: how much less a card costs.
    pub cost_less: i16,
    /// SR-R43: how much more a card costs.
    pub cost_more: i16,
    /// SR-R43: the lowest cost that reductions can lead to.
    pub cost_min: i16,
}

impl Grant {
    /// The layers that it belongs to.
    pub(crate) fn layers(&self) -> Layers {
        let of_cards = self.cannot & !Prohibitions::GAIN_LIFE;
        let abilities = !self.keywords.is_empty() || !of_cards.is_empty() || !self.may.is_empty();
        let cost = self.cost_less != 0 || self.cost_more != 0 || self.cost_min != 0;
        let of = |is: bool, layer: Layers| if is { layer } else { Layers::NONE };
        of(abilities, Layers::ABILITIES)
            | of(self.set_stats.is_some(), Layers::SET)
            | of(self.stats.is_some(), Layers::SUMS)
            | of(cost, Layers::COST)
            | of(self.cannot.has(Prohibitions::GAIN_LIFE), Layers::PLAYERS)
    }
}

/// An event that is replaced by another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// Cards that match enter play vulnerable.
    EntersVulnerable(SelectorId),
    /// The amount of damage changes.
    Damage {
        /// The recipient of the damage.
        to: DamageRecipient,
        /// The cards that deal the damage; `None` for any card.
        by: Option<SelectorId>,
        /// Whether only battle damage changes.
        only_battle: bool,
        /// The number that is added to the damage.
        change: i16,
    },
}

/// The recipient of damage that a replacement changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum DamageRecipient {
    Player(Whose),
    Matching(SelectorId),
    Itself,
}

/// SR-R43: a reduction of a card's own cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CostChange {
    /// How much less the card costs.
    pub less: Amount,
    /// The lowest cost that the reduction can lead to.
    pub min: i16,
}

/// SR-R06: how a card makes Energy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EnergyMaker {
    /// The effect of its energy ability.
    pub(crate) effect: EffectId,
    /// Whether the cost has ACTIVATE.
    pub(crate) activate: bool,
    /// The amount of Energy, if it is constant.
    pub(crate) always: Option<i16>,
}

/// A card, or a token.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "independent flags of a card file")]
pub struct Card {
    /// The id in sentences.
    pub id: String,
    /// The number in its set, such as `ANX-01`.
    pub code: String,
    /// The display name.
    pub name: String,
    /// SR-06: flavour text, which has no effect.
    pub flavour: String,
    /// The index of its faction.
    pub faction: u8,
    /// SR-03: its type.
    pub kind: Kinds,
    /// The indices of its subtypes, one bit each.
    pub subtypes: u32,
    /// SR-H01: whether a deck can have only one copy.
    pub unique: bool,
    /// SR-H03: whether an energy pile can have any number of copies.
    pub basic: bool,
    /// SR-H03: the maximum number of copies, if the card itself limits it.
    pub limit: Option<u8>,
    /// SR-05: its cost in Energy.
    pub cost: u8,
    /// SR-R42: whether X is added to the cost.
    pub x: bool,
    /// SR-04: its attack.
    pub attack: Amount,
    /// SR-04: its defence.
    pub defence: Amount,
    /// SR-111 to SR-122: its keywords.
    pub keywords: Keywords,
    /// SR-25: whether it enters play vulnerable.
    pub enters_vulnerable: bool,
    /// SR-R43: a reduction of its own cost.
    pub cost_change: Option<CostChange>,
    /// What must be paid in addition to its cost.
    pub extra_cost: Costs,
    /// SR-58: the modes of an Action, of which one is chosen.
    pub modes: Vec<Script>,
    /// The abilities that it has in play.
    pub abilities: Vec<Ability>,
    /// Whether it is a token.
    pub token: bool,
    /// The events that trigger any of its abilities.
    pub(crate) triggers: Triggers,
    /// SR-R06: its energy ability that costs nothing but ACTIVATE.
    pub(crate) energy_maker: Option<EnergyMaker>,
    /// SR-R06: its energy ability for which it is scrapped, with or without ACTIVATE, and nothing else is paid.
    pub(crate) one_shot_maker: Option<EnergyMaker>,
    /// Attack and defence, if they are constant.
    pub(crate) printed_stats: (i16, i16),
    /// Whether attack or defence must be computed.
    pub(crate) has_variable_stats: bool,
    /// The layers of its continuous abilities.
    pub(crate) layers: Layers,
}
