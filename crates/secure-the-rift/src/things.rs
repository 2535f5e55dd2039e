//! The objects on the table: cards in play and in piles, items in the Sequence, lasting effects, attacks and players.

use atlas_core::Seat;

use crate::pack::language::{
    CardId, EffectId, Keywords, Permissions, Prohibitions, SelectorId, Triggers, Until,
};
use crate::pack::{MAX_NAMES, MAX_TARGETS};

/// The number of a card in a zone that everyone sees. SR-R32: a card that changes its zone gets a new one.
pub(crate) type Number = u16;

/// Something that an action can refer to: a numbered card, a card in a hand (known only by its name), or a Base.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Thing(u16);

impl Thing {
    const HELD: u16 = 0xE000;
    const BASES: u16 = 0xFFF0;
    /// No thing at all.
    pub(crate) const NONE: Thing = Thing(0);
    /// Card numbers are smaller than this.
    pub(crate) const NUMBERS: u16 = Thing::HELD;

    /// A card in a zone that everyone sees.
    #[inline]
    pub(crate) const fn card(number: Number) -> Thing {
        Thing(number)
    }

    /// A card with this name in the hand or the deck of the player who has to choose.
    #[inline]
    pub(crate) const fn held(card: CardId) -> Thing {
        Thing(Thing::HELD + card.0)
    }

    /// SR-08: a player, and their Base.
    #[inline]
    pub(crate) const fn base(seat: Seat) -> Thing {
        Thing(Thing::BASES + seat.0 as u16)
    }

    #[inline]
    pub(crate) fn number(self) -> Option<Number> {
        (1..Thing::HELD).contains(&self.0).then_some(self.0)
    }

    #[inline]
    pub(crate) fn in_hand(self) -> Option<CardId> {
        (Thing::HELD..Thing::BASES).contains(&self.0).then(|| CardId(self.0 - Thing::HELD))
    }

    #[inline]
    pub(crate) fn seat(self) -> Option<Seat> {
        self.0.checked_sub(Thing::BASES).map(|seat| Seat(seat as u8))
    }
}

/// A card in a hand or in a deck, which not everyone sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct HiddenCard {
    pub(crate) card: CardId,
    /// SR-131: the seats that know that it is there, one bit each. The owner of a hand always knows it.
    pub(crate) known: u8,
}

/// A card in a Scrap pile or in the void.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PileCard {
    pub(crate) number: Number,
    pub(crate) card: CardId,
}

/// SR-17: a card in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Piece {
    pub(crate) number: Number,
    pub(crate) card: CardId,
    /// SR-18: the player whose deck it comes from.
    pub(crate) owner: Seat,
    pub(crate) controller: Seat,
    /// SR-19: whether it is vulnerable instead of standing by.
    pub(crate) vulnerable: bool,
    /// SR-84: the turn in which its controller gained control of it.
    pub(crate) controlled_since: u16,
    /// SR-98: the damage dealt to it this turn.
    pub(crate) damage: i16,
    /// SR-H06: the number of upgrade counters on it.
    pub(crate) upgrades: i16,
    /// SR-R36: the number of times that it will not refresh.
    pub(crate) refresh_skips: u8,
    /// SR-119: whether a Soul with TOXIC has dealt battle damage to it.
    pub(crate) poisoned: bool,
    /// SR-R27: its current characteristics. `recompute` keeps them up to date.
    pub(crate) current: Characteristics,
}

impl Piece {
    /// SR-20: whether its controller can make it vulnerable to pay a cost.
    pub(crate) fn can_become_vulnerable(&self) -> bool {
        !self.vulnerable && !self.current.cannot.has(Prohibitions::ACTIVATE)
    }
}

/// SR-R27: the characteristics of a card after all effects have been applied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Characteristics {
    pub(crate) attack: i16,
    pub(crate) defence: i16,
    pub(crate) keywords: Keywords,
    pub(crate) cannot: Prohibitions,
    pub(crate) may: Permissions,
}

/// Chosen things, each with the number of the use of the word "target" that it was chosen for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Picks {
    things: [Thing; MAX_TARGETS],
    slots: [u8; MAX_TARGETS],
    size: u8,
}

impl Default for Picks {
    fn default() -> Picks {
        Picks { things: [Thing::NONE; MAX_TARGETS], slots: [0; MAX_TARGETS], size: 0 }
    }
}

impl Picks {
    pub(crate) fn push(&mut self, slot: u8, thing: Thing) {
        self.things[self.size as usize] = thing;
        self.slots[self.size as usize] = slot;
        self.size += 1;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.size == 0
    }

    pub(crate) fn len(&self) -> usize {
        self.size as usize
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, Thing)> + '_ {
        (0..self.len()).map(|i| (self.slots[i], self.things[i]))
    }

    pub(crate) fn of(&self, slot: u8) -> impl Iterator<Item = Thing> + '_ {
        self.iter().filter(move |(it, _)| *it == slot).map(|(_, thing)| thing)
    }
}

/// The kind of an item in the Sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ItemKind {
    /// SR-57, SR-58: a card, in one of its modes.
    Card { owner: Seat, mode: u8 },
    /// SR-59: an ability of a card, by its index on the card.
    Ability { place: u8 },
    /// A delayed effect.
    Delayed { effect: EffectId },
}

/// SR-52: an item in the Sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Item {
    pub(crate) number: Number,
    pub(crate) kind: ItemKind,
    /// The card that it is, or whose ability it is.
    pub(crate) card: CardId,
    /// The card in play whose ability it is; for a card, its own number.
    pub(crate) source: Number,
    pub(crate) controller: Seat,
    pub(crate) targets: Picks,
    /// SR-R42: the chosen X.
    pub(crate) x: u8,
    /// The thing that the triggering event was about.
    pub(crate) event: Thing,
    /// The amount of the triggering event.
    pub(crate) amount: i16,
    /// SR-R32: whether that thing left the front lines by the event, so that the effect finds it where it went.
    pub(crate) event_left: bool,
    /// The things that earlier instructions named.
    pub(crate) names: [Thing; MAX_NAMES],
}

impl Item {
    /// SR-18: the owner of the card, if it is a card.
    pub(crate) fn owner(&self) -> Option<Seat> {
        match self.kind {
            ItemKind::Card { owner, .. } => Some(owner),
            _ => None,
        }
    }
}

/// An effect that waits for a moment of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Delayed {
    pub(crate) at: Triggers,
    pub(crate) item: Item,
}

/// A change that an effect made for some time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LastingEffect {
    pub(crate) what: Change,
    pub(crate) until: Until,
    /// The player who made it.
    pub(crate) by: Seat,
    /// The card that made it.
    pub(crate) source: Number,
    /// SR-R27: its timestamp, taken from the same counter as card numbers.
    pub(crate) time: Number,
}

impl LastingEffect {
    /// For a change of control: the card, its previous controller and the timestamp.
    pub(crate) fn control(&self) -> Option<(Number, Seat, Number)> {
        match self.what {
            Change::Control { on, before } => Some((on, before, self.time)),
            _ => None,
        }
    }

    /// Whether it changes control of this card.
    pub(crate) fn controls(&self, card: Number) -> bool {
        self.control().is_some_and(|(on, ..)| on == card)
    }
}

/// What a lasting effect changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Change {
    Stats {
        on: Number,
        attack: i16,
        defence: i16,
    },
    Gain {
        on: Number,
        keyword: Keywords,
    },
    Lose {
        on: Number,
        keyword: Keywords,
    },
    /// A change of control. `before` is the previous controller.
    Control {
        on: Number,
        before: Seat,
    },
    /// Prevents damage to one thing: the next `left` points, or all if `left` is `None`.
    Shield {
        on: Thing,
        left: Option<i16>,
        only_battle: bool,
    },
    /// Redirects damage from one thing to another: the next `left` points, or all if `left` is `None`.
    Redirect {
        on: Thing,
        onto: Thing,
        left: Option<i16>,
        only_battle: bool,
    },
    /// Prevents damage to whatever matches a selector.
    ShieldMatching {
        selector: SelectorId,
        left: Option<i16>,
        only_battle: bool,
    },
}

/// SR-R33: a card in the void that returns when another card leaves play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ReturningCard {
    pub(crate) number: Number,
    pub(crate) owner: Seat,
    pub(crate) until: Number,
}

/// SR-75: an attacker and what it attacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Fight {
    pub(crate) attacker: Number,
    pub(crate) target: Thing,
    /// SR-R17: the player who was attacked when the attacker was declared, and who may block it.
    pub(crate) defender: Seat,
    /// SR-97: whether it was blocked, even if no blocker is left.
    pub(crate) blocked: bool,
}

/// SR-79: a blocker and the attacker that it blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Block {
    pub(crate) blocker: Number,
    pub(crate) attacker: Number,
    /// SR-81: whether its place in the order of damage is fixed.
    pub(crate) placed: bool,
    /// SR-94: the damage that the attacker assigns to it; negative until it is assigned.
    pub(crate) given: i16,
}

/// SR-74 to SR-83: the stages of an attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Stage {
    /// A1: attackers are declared.
    Declare,
    /// A2: players may react to the attack.
    React,
    /// A3: blockers are declared.
    Blocks,
    /// A4: players may react to the blocks.
    ReactToBlocks,
    /// A5: damage is dealt.
    Damage,
    /// A6: players may react after the damage.
    After,
}

/// The attack that is under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Attack {
    pub(crate) stage: Stage,
    pub(crate) fights: Vec<Fight>,
    /// The blocks, in the order in which attackers assign damage to the blockers (SR-81).
    pub(crate) blocks: Vec<Block>,
}

/// A player and the zones that belong to them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Player {
    /// SR-09: Life Points.
    pub(crate) life: i16,
    /// SR-30: unspent Energy.
    pub(crate) energy: u8,
    pub(crate) hand: Vec<HiddenCard>,
    /// The main deck. The top card is the last.
    pub(crate) deck: Vec<HiddenCard>,
    /// The energy pile. The top card is the last.
    pub(crate) pile: Vec<CardId>,
    /// The Scrap pile. The newest card is the last.
    pub(crate) scrap: Vec<PileCard>,
    pub(crate) void: Vec<PileCard>,
    /// SR-84: the number of the player's most recent turn.
    pub(crate) last_turn_began: u16,
    /// SR-R34: whether the player had to draw from an empty deck.
    pub(crate) overdrawn: bool,
    /// SR-126 to SR-129: whether the player has lost.
    pub(crate) lost: bool,
    /// Why the player has lost, if it is known.
    pub(crate) loss: Option<Loss>,
}

/// A reason why a player has lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Loss {
    /// SR-126: no life was left.
    Life,
    /// SR-127: the player had to draw from an empty deck.
    Deck,
    /// SR-128: the player conceded or left.
    Conceded,
}

impl Loss {
    /// The reasons by the words that views, results and positions use.
    pub(crate) const WORDS: [(&'static str, Loss); 3] =
        [("life", Loss::Life), ("deck", Loss::Deck), ("conceded", Loss::Conceded)];

    pub(crate) fn word(self) -> &'static str {
        Loss::WORDS.iter().find(|(_, loss)| *loss == self).map_or("", |(word, _)| word)
    }
}
