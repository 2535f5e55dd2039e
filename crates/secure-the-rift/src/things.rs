//! What lies on the table: cards in play, in piles, in the Sequence, and what points at them.

use atlas_core::Seat;

use crate::pack::language::{Cannots, CardId, Events, Keywords, ListId, Mays, Until};
use crate::pack::{MOST_NAMES, MOST_TARGETS};

/// The number of a card in a zone that everyone sees. SR-R32: a card that changes its zone gets a new one.
pub(crate) type Number = u16;

/// Something that can be pointed at: a card that everyone sees, a card in a hand (any of its name), or a Base.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Thing(u16);

impl Thing {
    const HELD: u16 = 0xE000;
    const BASES: u16 = 0xFFF0;
    /// Nothing.
    pub(crate) const NONE: Thing = Thing(0);
    /// So many cards can have a number.
    pub(crate) const NUMBERS: u16 = Thing::HELD;

    /// A card that everyone sees.
    #[inline]
    pub(crate) const fn card(number: Number) -> Thing {
        Thing(number)
    }

    /// A card of this name in the hand of whoever is asked.
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

/// A card that not everyone sees: in a hand or in a deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Hidden {
    pub(crate) card: CardId,
    /// SR-131: the seats that know that it is there, one bit each, besides the owner of a hand.
    pub(crate) known: u8,
}

/// A card in a Scrap pile or in the void.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Lying {
    pub(crate) number: Number,
    pub(crate) card: CardId,
}

/// SR-17: a card in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Piece {
    pub(crate) number: Number,
    pub(crate) card: CardId,
    /// SR-18.
    pub(crate) owner: Seat,
    pub(crate) controller: Seat,
    /// SR-19.
    pub(crate) vulnerable: bool,
    /// SR-84: the turn in which its controller got it.
    pub(crate) since: u16,
    /// SR-98.
    pub(crate) damage: i16,
    /// SR-H06.
    pub(crate) upgrades: i16,
    /// SR-R36.
    pub(crate) skips: u8,
    /// SR-119.
    pub(crate) poisoned: bool,
    /// What it is now, by SR-R27. Kept up to date by `figure`.
    pub(crate) now: Figure,
}

impl Piece {
    /// SR-20: whether its controller can turn it to pay.
    pub(crate) fn can_be_turned(&self) -> bool {
        !self.vulnerable && !self.now.cannot.has(Cannots::ACTIVATE)
    }
}

/// SR-R27: what a card is once everything is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Figure {
    pub(crate) attack: i16,
    pub(crate) defence: i16,
    pub(crate) keywords: Keywords,
    pub(crate) cannot: Cannots,
    pub(crate) may: Mays,
}

/// Things that were chosen, each for a use of the word "target", by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Picks {
    things: [Thing; MOST_TARGETS],
    slots: [u8; MOST_TARGETS],
    size: u8,
}

impl Default for Picks {
    fn default() -> Picks {
        Picks { things: [Thing::NONE; MOST_TARGETS], slots: [0; MOST_TARGETS], size: 0 }
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

/// What an item in the Sequence is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Matter {
    /// SR-57, SR-58: a card, in one of its modes.
    Card { owner: Seat, mode: u8 },
    /// SR-59: an ability of a card, by its place on the card.
    Ability { place: u8 },
    /// Steps that were put off.
    Delayed { list: ListId },
}

/// SR-52: something that waits in the Sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Item {
    pub(crate) number: Number,
    pub(crate) matter: Matter,
    /// The card it is, or that it came from.
    pub(crate) card: CardId,
    /// The card in play that it came from; its own number for a card.
    pub(crate) source: Number,
    pub(crate) controller: Seat,
    pub(crate) targets: Picks,
    /// SR-R42.
    pub(crate) x: u8,
    /// What an event was about, and how much.
    pub(crate) event: Thing,
    pub(crate) amount: i16,
    /// What earlier steps called something.
    pub(crate) names: [Thing; MOST_NAMES],
}

impl Item {
    /// SR-18: who owns it, if it is a card.
    pub(crate) fn owner(&self) -> Option<Seat> {
        match self.matter {
            Matter::Card { owner, .. } => Some(owner),
            _ => None,
        }
    }
}

/// Steps that were put off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Delayed {
    pub(crate) at: Events,
    pub(crate) item: Item,
}

/// What an effect did that lasts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Lasting {
    pub(crate) what: Change,
    pub(crate) until: Until,
    /// Who made it.
    pub(crate) by: Seat,
    /// The card that made it.
    pub(crate) source: Number,
    /// SR-R27: when, among the numbers that were given.
    pub(crate) time: Number,
}

impl Lasting {
    /// If it is about control: of what, who had it before, and since when.
    pub(crate) fn control(&self) -> Option<(Number, Seat, Number)> {
        match self.what {
            Change::Control { on, before } => Some((on, before, self.time)),
            _ => None,
        }
    }

    /// Whether it is about control of this card.
    pub(crate) fn controls(&self, card: Number) -> bool {
        self.control().is_some_and(|(on, ..)| on == card)
    }
}

/// What is different while an effect lasts.
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
    /// The player who controlled it before.
    Control {
        on: Number,
        before: Seat,
    },
    /// A shield for one thing: so much, or all if nothing is said.
    Shield {
        on: Thing,
        left: Option<i16>,
        only_battle: bool,
    },
    /// Damage to one thing goes onto another: so much, or all if nothing is said.
    Detour {
        on: Thing,
        onto: Thing,
        left: Option<i16>,
        only_battle: bool,
    },
    /// A shield for whatever fits.
    Shelter {
        selector: crate::pack::language::SelectorId,
        left: Option<i16>,
        only_battle: bool,
    },
}

/// SR-R33: a card that comes back when another leaves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Boxed {
    pub(crate) number: Number,
    pub(crate) owner: Seat,
    pub(crate) until: Number,
}

/// SR-75: one attacker and what it attacks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Fight {
    pub(crate) attacker: Number,
    pub(crate) target: Thing,
    /// SR-R17: whom it was aimed at when it was declared: that player may block.
    pub(crate) defender: Seat,
    /// SR-97: it has been blocked, even if no blocker is left.
    pub(crate) blocked: bool,
}

/// SR-79: one blocker and whom it blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Block {
    pub(crate) blocker: Number,
    pub(crate) attacker: Number,
    /// SR-81: whether its place in the order is fixed.
    pub(crate) placed: bool,
    /// SR-94: the damage that the attacker gives it.
    pub(crate) given: i16,
}

/// SR-74 to SR-83: how far an attack has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Stage {
    /// A1.
    Declare,
    /// A2.
    React,
    /// A3.
    Blocks,
    /// A4.
    ReactToBlocks,
    /// A5.
    Damage,
    /// A6.
    After,
}

/// An attack under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Attack {
    pub(crate) stage: Stage,
    pub(crate) fights: Vec<Fight>,
    /// In the order in which attackers give them damage (SR-81).
    pub(crate) blocks: Vec<Block>,
}

/// A player, and what is theirs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Player {
    /// SR-09.
    pub(crate) life: i16,
    /// SR-30: Energy that is not spent yet.
    pub(crate) energy: u8,
    pub(crate) hand: Vec<Hidden>,
    /// The top card is the last.
    pub(crate) deck: Vec<Hidden>,
    /// The top card is the last.
    pub(crate) pile: Vec<CardId>,
    /// The newest is the last.
    pub(crate) scrap: Vec<Lying>,
    pub(crate) void: Vec<Lying>,
    /// SR-84: the turn in which the player's most recent own turn began.
    pub(crate) began: u16,
    /// SR-R34.
    pub(crate) overdrawn: bool,
    /// SR-126 to SR-129.
    pub(crate) lost: bool,
}
