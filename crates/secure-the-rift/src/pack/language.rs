//! The words of the card language: what a card file can say, once it has been read.
//!
//! Everything that cards refer to is a small number here: cards, lists of steps, selectors. The rules follow
//! these values and never see a string.

use std::ops::{BitAnd, BitOr, Not};

/// A card of the library, or a token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardId(pub(crate) u16);

/// SR-03: the types of cards, as a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Kinds(pub(crate) u8);

impl Kinds {
    /// SR-03.
    pub const SOUL: Kinds = Kinds(1);
    /// SR-03.
    pub const TECH: Kinds = Kinds(2);
    /// SR-03.
    pub const ACTION: Kinds = Kinds(4);
    /// SR-03.
    pub const ENERGY: Kinds = Kinds(8);
    /// Any card.
    pub const CARD: Kinds = Kinds(15);
    /// SR-R09: what waits in the Sequence and is no card.
    pub const ABILITY: Kinds = Kinds(16);

    /// Whether all of `other` are in the set.
    #[inline]
    pub const fn contains(self, other: Kinds) -> bool {
        self.0 & other.0 == other.0
    }

    /// The words for them.
    pub(crate) const WORDS: [(&'static str, Kinds); 6] = [
        ("soul", Kinds::SOUL),
        ("tech", Kinds::TECH),
        ("action", Kinds::ACTION),
        ("energy", Kinds::ENERGY),
        ("card", Kinds::CARD),
        ("ability", Kinds::ABILITY),
    ];

    /// The word for one type.
    pub fn word(self) -> &'static str {
        Kinds::WORDS.iter().find(|(_, kind)| *kind == self).map_or("card", |(word, _)| word)
    }
}

/// A set of flags of one sort.
macro_rules! flags {
    ($(#[$about:meta])* $name:ident($bits:ty): $($(#[$doc:meta])* $flag:ident = $word:literal),+ $(,)?) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct $name(pub(crate) $bits);

        #[allow(non_upper_case_globals)]
        impl $name {
            /// None of them.
            pub const NONE: $name = $name(0);
            flags!(@each $name 0; $($(#[$doc])* $flag = $word),+);
            /// The words for them.
            pub(crate) const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$flag)),+];

            /// Whether all of `other` are in the set.
            #[inline]
            pub const fn has(self, other: $name) -> bool {
                self.0 & other.0 == other.0
            }

            /// Whether there is none.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The words for those in the set.
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
    /// SR-111 to SR-122: the keywords that a card has or has not.
    Keywords(u16):
    /// SR-111.
    AIRBORNE = "AIRBORNE",
    /// SR-112.
    AMBUSH = "AMBUSH",
    /// SR-117.
    SAFEGUARD = "SAFEGUARD",
    /// SR-118.
    OVERKILL = "OVERKILL",
    /// SR-119.
    TOXIC = "TOXIC",
    /// SR-120.
    LIFEGAIN = "LIFEGAIN",
    /// SR-121.
    WARP = "WARP",
    /// SR-122.
    FATE = "FATE",
}

flags! {
    /// What a card or a player cannot do, or what cannot be done to it.
    Cannots(u16):
    /// It cannot be declared as an attacker.
    ATTACK = "attack",
    /// It cannot be declared as a blocker.
    BLOCK = "block",
    /// It cannot be an attack target.
    BE_ATTACKED = "be_attacked",
    /// No Soul can block it.
    BE_BLOCKED = "be_blocked",
    /// Its costs with ACTIVATE cannot be paid.
    ACTIVATE = "activate",
    /// It does not refresh.
    REFRESH = "refresh",
    /// It cannot be a target.
    BE_TARGETED = "be_targeted",
    /// SR-104: a player gains no life.
    GAIN_LIFE = "gain_life",
}

impl Cannots {
    /// What can be forbidden to players; everything else is for cards.
    pub(crate) const FOR_PLAYERS: &'static [(&'static str, Cannots)] = &[("gain_life", Cannots::GAIN_LIFE)];
    /// What can be forbidden to cards.
    pub(crate) const FOR_CARDS: &'static [(&'static str, Cannots)] = Cannots::WORDS.split_at(7).0;
}

flags! {
    /// SR-R27, SR-R43: what continuous abilities change.
    Layers(u16):
    /// Keywords, and what a card cannot or may.
    ABILITIES = "abilities",
    /// "Is equal to".
    SET = "set",
    /// Plus and minus.
    SUMS = "sums",
    /// What cards cost.
    COST = "cost",
    /// What players cannot.
    PLAYERS = "players",
}

flags! {
    /// What a card may do beyond the rules.
    Mays(u16):
    /// It blocks AIRBORNE Souls.
    BLOCK_AIRBORNE = "block_airborne",
}

flags! {
    /// The things that happen and that abilities wait for.
    Events(u32):
    /// SR-115.
    ENTERS = "enters",
    /// A card has come under somebody's control: it came into play, or control of it changed.
    CONTROLLED = "controlled",
    /// A card leaves the front lines, by whatever way.
    LEAVES = "leaves",
    /// SR-113.
    ATTACKS = "attacks",
    /// SR-114.
    BLOCKS = "blocks",
    /// An attacker is blocked.
    BLOCKED = "blocked",
    /// SR-116.
    DIES = "dies",
    /// A Soul or a Base has been dealt damage.
    DAMAGED = "damaged",
    /// A card has dealt damage.
    DEALS_DAMAGE = "deals_damage",
    /// SR-35.
    BEGIN_TURN = "begin_turn",
    /// SR-40.
    END_TURN = "end_turn",
    /// A player has drawn a card.
    DRAWN = "drawn",
    /// A player has discarded a card.
    DISCARDED = "discarded",
    /// A card has been played.
    PLAYED = "played",
    /// SR-65: an activated ability of a card has been used. Making Energy is no such use (SR-R06).
    ACTIVATED = "activated",
    /// SR-104.
    LIFE_GAINED = "life_gained",
    /// A player has lost life.
    LIFE_LOST = "life_lost",
    /// SR-20.
    BECOMES_VULNERABLE = "becomes_vulnerable",
    /// SR-21.
    REFRESHED = "refreshed",
    /// SR-68: a card or a player has become a target.
    TARGETED = "targeted",
}

/// Where the things are that a selector looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zone {
    /// SR-17.
    Front,
    /// A player's own cards.
    Hand,
    /// A player's main deck.
    Deck,
    /// SR-R01.
    Scrap,
    /// SR-16.
    Void,
    /// SR-52: cards and abilities in the Sequence.
    Sequence,
    /// A card that is being played, for its cost.
    Playing,
    /// The players themselves.
    Player,
}

/// Whose things a selector looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Anyone's.
    Any,
    /// Those of the player of the ability.
    You,
    /// Those of the others.
    Opponent,
    /// Those of the player who is asked.
    Own,
}

/// How a value is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Compare {
    AtMost,
    AtLeast,
    Equal,
}

impl Compare {
    /// Whether it holds.
    #[inline]
    pub fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Compare::AtMost => left <= right,
            Compare::AtLeast => left >= right,
            Compare::Equal => left == right,
        }
    }
}

/// SR-19, and the roles in an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Condition {
    StandBy,
    Vulnerable,
    Attacking,
    Blocking,
}

/// `"zone: filter, filter"`: which things are meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selector {
    /// Where they are.
    pub zone: Zone,
    /// What they are.
    pub kinds: Kinds,
    /// Whose they are.
    pub whose: Whose,
    /// What state they are in.
    pub conditions: Vec<Condition>,
    /// Not the card that the ability is on.
    pub other: bool,
    /// Only tokens.
    pub token: bool,
    /// Only of this subtype.
    pub subtype: Option<u8>,
    /// Only of this faction.
    pub faction: Option<u8>,
    /// Only the card of this name.
    pub name: Option<CardId>,
    /// Only with such a cost.
    pub cost: Option<(Compare, i16)>,
    /// Only with such an attack.
    pub attack: Option<(Compare, i16)>,
    /// Only with such a defence.
    pub defence: Option<(Compare, i16)>,
}

impl Selector {
    /// SR-R45: whether not every card fits.
    pub fn asks_for_a_quality(&self) -> bool {
        self.kinds != Kinds::CARD
            || self.token
            || self.subtype.is_some()
            || self.faction.is_some()
            || self.name.is_some()
            || self.cost.is_some()
    }
}

/// A selector of the library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SelectorId(pub(crate) u16);

/// What may be a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pool {
    /// SR-70.
    AnyTarget,
    /// A player.
    Player(Whose),
    /// Things in a zone.
    Things(SelectorId),
}

/// SR-68: one use of the word "target".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// How many.
    pub n: u8,
    /// SR-R40: or fewer.
    pub upto: bool,
    /// Of what.
    pub from: Pool,
}

/// Something or somebody that a step is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ref {
    /// The player of the ability or card.
    You,
    /// Every other player.
    EachOpponent,
    /// Every player.
    EachPlayer,
    /// The card itself.
    Itself,
    /// What the event was about.
    Event,
    /// The thing of a `for_each`.
    It,
    /// The targets of the use of "target" with this number.
    Target(u8),
    /// What an earlier step called so.
    Named(u8),
    /// Everything that fits.
    Each(SelectorId),
    /// Who controls it.
    Controller(Base),
    /// Who owns it.
    Owner(Base),
}

/// What somebody controls or owns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Base {
    Itself,
    Event,
    It,
    Target(u8),
    Named(u8),
}

impl From<Base> for Ref {
    fn from(base: Base) -> Ref {
        match base {
            Base::Itself => Ref::Itself,
            Base::Event => Ref::Event,
            Base::It => Ref::It,
            Base::Target(n) => Ref::Target(n),
            Base::Named(n) => Ref::Named(n),
        }
    }
}

/// A part of an amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// A number.
    Number(i16),
    /// SR-R42.
    X,
    /// How many things fit.
    Count(SelectorId),
    /// The attack of a Soul.
    Attack(Base),
    /// The defence of a Soul.
    Defence(Base),
    /// The cost of a card.
    Cost(Base),
    /// The life of a player.
    Life(Ref),
    /// How much the event was about.
    EventAmount,
    /// How many Souls have died in this turn.
    DiedThisTurn,
}

/// How much: a sum of terms, some of them taken off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amount(pub(crate) Vec<(i8, Term)>);

impl Amount {
    /// Just a number.
    pub fn number(n: i16) -> Amount {
        Amount(vec![(1, Term::Number(n))])
    }

    /// The number, if it is just one.
    pub fn as_number(&self) -> Option<i16> {
        match self.0.as_slice() {
            [(1, Term::Number(n))] => Some(*n),
            _ => None,
        }
    }
}

/// Whether something is so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Test {
    /// Something fits.
    Exists(SelectorId),
    /// A comparison.
    Compare(Amount, Compare, Amount),
}

/// How long something lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Until {
    /// SR-41.
    EndOfTurn,
    /// Until the player of the effect begins a turn.
    YourNextTurn,
    /// Until the card itself leaves the front lines.
    SelfLeaves,
    /// As long as the thing stays what it is.
    Forever,
}

/// A list of steps of the library.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ListId(pub(crate) u16);

/// One instruction of an effect.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Step {
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
    /// Players choose so many of their own.
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
    /// So many cards, or all.
    Discard {
        who: Ref,
        n: Option<Amount>,
        chooser: Chooser,
    },
    Mill {
        who: Ref,
        n: Amount,
    },
    /// SR-132: the player looks at the top cards of the deck and may put each on the bottom.
    Look {
        who: Ref,
        n: Amount,
    },
    /// SR-132: everyone sees the top cards of a deck, so many; or a whole hand.
    Reveal {
        who: Ref,
        n: Option<Amount>,
    },
    Search {
        want: SelectorId,
        upto: u8,
        to: Found,
    },
    /// A card from the hand goes to the bottom or to the top of the deck.
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
        otherwise: ListId,
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
        to: Shielded,
        amount: Option<Amount>,
        only_battle: bool,
        until: Until,
    },
    /// Damage to something goes onto something else.
    Redirect {
        to: Ref,
        onto: Ref,
        amount: Option<Amount>,
        only_battle: bool,
        until: Until,
    },
    If {
        test: Test,
        then: ListId,
        otherwise: Option<ListId>,
    },
    ForEach {
        what: Ref,
        effect: ListId,
    },
    Repeat {
        n: Amount,
        effect: ListId,
    },
    May {
        effect: ListId,
    },
    Delay {
        at: Events,
        effect: ListId,
    },
}

/// Who chooses what is discarded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Chooser {
    Owner,
    You,
    Random,
}

/// Where a card goes that was searched for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Found {
    Hand,
    Front,
}

/// What a shield protects: things that are known now, or whatever fits when it is hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shielded {
    /// These.
    These(Ref),
    /// Whatever fits.
    Fitting(SelectorId),
}

/// What must be paid besides Energy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Costs {
    /// SR-26.
    pub energy: u8,
    /// SR-49.
    pub activate: bool,
    /// The card itself is scrapped.
    pub scrap_self: bool,
    /// SR-R64.
    pub life: u8,
    /// Things that are chosen and paid with.
    pub pick: Option<Payment>,
}

/// What is paid with things that the player chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payment {
    /// What happens to them.
    pub how: Paying,
    /// How many.
    pub n: u8,
    /// Of which.
    pub from: SelectorId,
}

/// What happens to things that are paid with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Paying {
    Scrap,
    Discard,
    Void,
    MakeVulnerable,
    ReturnToHand,
}

/// What can be announced: the targets, and what then happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// SR-68.
    pub targets: Vec<Target>,
    /// What happens.
    pub effect: ListId,
}

/// What a card can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ability {
    /// SR-63.
    Continuous {
        /// What it changes: the card itself, or whatever fits.
        affects: Option<SelectorId>,
        /// How.
        grant: Grant,
    },
    /// SR-64.
    Triggered {
        /// What it waits for.
        event: Events,
        /// What the event must be about; the card itself if nothing is said.
        about: About,
        /// SR-R38.
        test: Option<Test>,
        /// At most once in a turn.
        once: bool,
        /// What then happens.
        script: Script,
    },
    /// SR-65.
    Activated {
        /// What it costs.
        cost: Costs,
        /// SR-R06.
        energy: bool,
        /// What then happens.
        script: Script,
    },
    /// Something happens otherwise than it would.
    Replacement(Replacement),
}

/// What an event must be about for an ability to trigger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// The card itself.
    Itself,
    /// Something that fits.
    Fitting(SelectorId),
    /// A player: whose turn it is, who gains life.
    Player(Whose),
}

/// How a continuous ability changes something.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grant {
    /// SR-R27, the sums.
    pub stats: Option<(Amount, Amount)>,
    /// SR-R27, "is equal to".
    pub set_stats: Option<(Amount, Amount)>,
    /// Keywords that it has.
    pub keywords: Keywords,
    /// What it cannot.
    pub cannot: Cannots,
    /// What it may.
    pub may: Mays,
    /// SR-R43.
    pub cost_less: i16,
    /// SR-R43.
    pub cost_more: i16,
    /// SR-R43.
    pub cost_min: i16,
}

impl Grant {
    /// What it changes.
    pub(crate) fn layers(&self) -> Layers {
        let of_cards = self.cannot & !Cannots::GAIN_LIFE;
        let abilities = !self.keywords.is_empty() || !of_cards.is_empty() || !self.may.is_empty();
        let cost = self.cost_less != 0 || self.cost_more != 0 || self.cost_min != 0;
        let of = |is: bool, layer: Layers| if is { layer } else { Layers::NONE };
        of(abilities, Layers::ABILITIES)
            | of(self.set_stats.is_some(), Layers::SET)
            | of(self.stats.is_some(), Layers::SUMS)
            | of(cost, Layers::COST)
            | of(self.cannot.has(Cannots::GAIN_LIFE), Layers::PLAYERS)
    }
}

/// Something that happens otherwise than it would.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replacement {
    /// What fits enters vulnerable.
    EntersVulnerable(SelectorId),
    /// Damage is less or more.
    Damage {
        /// To whom.
        to: Struck,
        /// By which cards; by any if nothing is said.
        by: Option<SelectorId>,
        /// Only in battle.
        only_battle: bool,
        /// How much more.
        change: i16,
    },
}

/// Whom damage must be dealt to, to be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Struck {
    Player(Whose),
    Fitting(SelectorId),
    Itself,
}

/// SR-R43: how a card's own cost changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CostChange {
    /// How much less.
    pub less: Amount,
    /// But at least this.
    pub min: i16,
}

/// SR-R06: how a card makes Energy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Maker {
    /// What then happens.
    pub(crate) effect: ListId,
    /// How much it makes, if that is always the same.
    pub(crate) always: Option<i16>,
}

/// A card, or a token.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "a card says yes or no to many things")]
pub struct Card {
    /// The word in sentences.
    pub id: String,
    /// The number in its set, such as `ANX-01`.
    pub code: String,
    /// The name for people.
    pub name: String,
    /// SR-06: words that do nothing.
    pub flavour: String,
    /// Its faction, by number.
    pub faction: u8,
    /// SR-03.
    pub kind: Kinds,
    /// Its subtypes, as a set of numbers.
    pub subtypes: u32,
    /// SR-H01.
    pub unique: bool,
    /// SR-H03: as many as one likes.
    pub basic: bool,
    /// SR-H03: the most in a deck or pile, where the card says so.
    pub limit: Option<u8>,
    /// SR-05.
    pub cost: u8,
    /// SR-R42: whether X comes on top of it.
    pub x: bool,
    /// SR-04.
    pub attack: Amount,
    /// SR-04.
    pub defence: Amount,
    /// SR-111 to SR-122.
    pub keywords: Keywords,
    /// SR-25.
    pub enters_vulnerable: bool,
    /// SR-R43.
    pub cost_change: Option<CostChange>,
    /// What must be paid besides.
    pub extra_cost: Costs,
    /// SR-58: what an Action does; one of them is chosen if there are several.
    pub modes: Vec<Script>,
    /// What it can do in play.
    pub abilities: Vec<Ability>,
    /// Whether it is a token.
    pub token: bool,
    /// What its abilities wait for, all together.
    pub(crate) waits: Events,
    /// SR-R06: what it does when it is activated for Energy and nothing else is paid.
    pub(crate) maker: Option<Maker>,
    /// Attack and defence, unless they must be reckoned.
    pub(crate) strength: (i16, i16),
    /// Whether attack or defence must be reckoned.
    pub(crate) reckoned: bool,
    /// What its continuous abilities change.
    pub(crate) layers: Layers,
}
