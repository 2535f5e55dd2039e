//! The actions of players. `notation` defines the sentences for them.

use crate::pack::language::CardId;
use crate::things::{Number, Thing};

/// An action of a seat. Legal lists are sorted by its order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// SR-36: plays a card from the hand, with the first choice that it asks for.
    Play(CardId, FirstChoice),
    /// SR-46: uses an activated ability of a card, by its number from 1, with the first choice that it asks for.
    Use(Number, u8, FirstChoice),
    /// SR-75: attacks something with a Soul.
    Attack(Number, Thing),
    /// SR-79: blocks an attacker with a Soul.
    Block(Number, Number),
    /// SR-77, SR-79: ends the declaration of attackers or blockers.
    Declare,
    /// SR-47: chooses a mode, from 1.
    Mode(u8),
    /// SR-R42: chooses X.
    X(u8),
    /// SR-68: chooses a target.
    Target(Thing),
    /// SR-R40: chooses no more targets.
    Enough,
    /// SR-47: chooses a thing to pay a cost with.
    Pay(Thing),
    /// SR-R10: chooses the triggered ability that is put into the Sequence next, from 1.
    Trigger(u8),
    /// SR-81: chooses the blocker that comes next in the order of damage.
    NextBlocker(Number),
    /// SR-94: assigns this much damage to the blocker.
    Assign(u8),
    /// Chooses something that an effect asks for.
    Choose(Thing),
    /// SR-R44: chooses the effect that modifies the damage next, from 1.
    Apply(u8),
    /// Chooses none of the things that an effect offers.
    Nothing,
    /// Accepts what an effect offers.
    Yes,
    /// Declines what an effect offers.
    No,
    /// SR-13: puts a card on the bottom of the deck to draw another one later.
    Redraw(CardId),
    /// SR-13: keeps the other cards.
    Keep,
    /// SR-54: passes.
    Pass,
}

/// The first choice when a card is played or an ability is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum FirstChoice {
    None,
    Mode(u8),
    X(u8),
    Target(Thing),
}
