//! What components, cards, misfortunes and powers do: the steps of the content files.

use crate::things::Peninsula;

/// Who gains something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// The seat that acts, builds or plays the card.
    You,
    /// Every seat.
    EverySeat,
    /// One of the two owners of a pair, named by the seat that acts.
    OneOwner,
    /// Each of the two owners of a pair.
    EachOwner,
}

/// A step of a component that was built, or of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Raises tiles.
    Raise(u8),
    /// Gains energy.
    Energy(u8, Who),
    /// Gains followers of any seats, named by the seat that acts.
    Followers(u8),
    /// Draws library cards.
    Draw(u8, Who),
    /// Places barriers; `up_to` allows fewer.
    Barrier {
        /// The number of barriers.
        n: u8,
        /// Whether fewer may be placed.
        up_to: bool,
    },
    /// The next phase 4 floods nothing.
    SkipWrath,
    /// Adds Calm Seas to the misfortune deck.
    AddCalm(u8),
    /// Exchanges resources one for one; without `any` not for Atlantium.
    Exchange {
        /// The number of exchanges.
        n: u8,
        /// Whether Atlantium can be gained.
        any: bool,
    },
    /// Looks at the top misfortunes and puts them back in any order.
    Look(u8),
    /// A volunteer joins next round.
    Volunteer(Who),
    /// Looks at library cards and keeps some.
    Library {
        /// The number of cards to look at.
        look: u8,
        /// The number of cards to keep.
        keep: u8,
    },
    /// Moves the figure to any unflooded tile, where it acts.
    Move,
    /// Gains resources of the wild peninsulas, or Atlantium instead.
    GainAny {
        /// The number of resources.
        n: u8,
        /// The Atlantium to gain instead.
        atlantium: u8,
    },
    /// Turns ore into as much Atlantium. On a pair spot the two owners share the number.
    Forge(u8),
}

/// An effect that lasts from the moment a component is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lasting {
    /// The starting player gains energy at the start of each round.
    RoundEnergy(u8),
    /// AR-R18: each energy counts double.
    DoubleEnergy,
}

/// What an ordinary library card does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CardEffect {
    /// A step, as of a component.
    Step(Step),
    /// A volunteer joins the pool now.
    VolunteerNow,
    /// Spends up to this much energy and gains as many resources of any kind.
    Convert(u8),
    /// A tile takes any number of figures this round.
    Unite,
    /// A failed wild roll succeeds.
    Succeed,
    /// Prevents a flood.
    PreventFlood,
    /// A figure that has acted acts again.
    ActAgain,
    /// Moves up to this many resources from one seat to another.
    Share(u8),
    /// A follower has the power of its Leader this round.
    CopyPower,
}

/// What an artifact does for its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArtifactEffect {
    /// Each energy spent on a roll counts for this much.
    RollPerEnergy(u8),
    /// Projects of the owner cost less.
    Discount(u8),
    /// Once a round, in phase 3, exchanges resources of any kind.
    Exchange(u8),
    /// Once a round, in phase 1, looks at the top misfortunes.
    Look(u8),
    /// Forge actions that make Atlantium make more.
    ForgeBonus(u8),
    /// Library actions look at more cards.
    Read(u8),
    /// The Leader's rolls have a bonus.
    LeaderBonus(u8),
    /// A gained follower brings energy.
    EnergyPerFollower(u8),
    /// One figure a round may be placed on the innermost flooded tile of a peninsula.
    PlaceFlooded,
    /// Once a round a die may be rolled again.
    Reroll,
}

/// AR-42: the power of a Leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Power {
    /// Projects that the Leader takes part in cost less.
    Discount(u8),
    /// The Leader and this many other figures may wait on the Observatory.
    PlaceLate(u8),
    /// The Leader takes no space of a tile, and this many figures more have room there.
    ExtraSpace(u8),
    /// Targets here are lower.
    Target(u8),
    /// An action here that gains nothing brings energy.
    Console(u8),
    /// When the Leader acts, its seat and one other seat with a figure here gain energy.
    Bless(u8),
    /// Library actions here look at more cards; the Leader's also keeps more.
    Read {
        /// The number of cards more to look at.
        look: u8,
        /// The number of cards more that the Leader keeps.
        keep: u8,
    },
    /// The Leader may leave the board for the supply to prevent a flood.
    PreventFlood,
    /// Forge actions here that make Atlantium make more.
    ForgeBonus(u8),
    /// When this tile floods, its figures move inwards.
    Protect,
}

/// AR-36: what a special misfortune does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// Shuffles the discard pile and this card into the deck and draws another card.
    Reshuffle,
    /// All targets are higher this round.
    Target(u8),
    /// Every project costs more this round.
    Cost(u8),
    /// At most this many projects may be built this round.
    LimitProjects(u8),
    /// One flood for each full group of this many Atlanteans in play, at least one.
    FloodPerFigures(u8),
    /// A peninsula is closed this round.
    Close(Peninsula),
    /// Every team loses energy.
    LoseEnergy(u8),
    /// Floods the tip of the peninsula with most figures.
    FloodMostFigures,
}
