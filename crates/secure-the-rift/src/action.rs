//! What a seat can do. How it is said stands in `notation`.

use crate::pack::language::CardId;
use crate::things::{Number, Thing};

/// Something that a seat does. Its order is the order of legal lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// SR-36: plays a card from the hand, with the first choice that it asks for.
    Play(CardId, First),
    /// SR-46: uses an activated ability of a card, by its number from 1, with the first choice it asks for.
    Use(Number, u8, First),
    /// SR-75: this Soul attacks that.
    Attack(Number, Thing),
    /// SR-79: this Soul blocks that attacker.
    Block(Number, Number),
    /// SR-77, SR-79: no more attackers, or no more blockers.
    Declare,
    /// SR-47: the mode that is chosen, from 1.
    Mode(u8),
    /// SR-R42.
    X(u8),
    /// SR-68.
    Target(Thing),
    /// SR-R40: no more targets.
    Enough,
    /// SR-47: what is paid with.
    Pay(Thing),
    /// SR-R10: the triggered ability that is put into the Sequence next, from 1.
    Trigger(u8),
    /// SR-81: the blocker that comes next in the order.
    First(Number),
    /// SR-94: so much of the damage goes to the blocker that is asked about.
    Assign(u8),
    /// What an effect asks for.
    Choose(Thing),
    /// SR-R44: the effect that changes the damage next, from 1.
    Apply(u8),
    /// None of what an effect offers.
    Nothing,
    /// To what an effect asks.
    Yes,
    /// To what an effect asks.
    No,
    /// SR-13: a card goes to the bottom of the deck, to be replaced.
    Redraw(CardId),
    /// SR-13: the others stay.
    Keep,
    /// SR-54.
    Pass,
}

/// The first choice that playing a card or using an ability asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum First {
    None,
    Mode(u8),
    X(u8),
    Target(Thing),
}
