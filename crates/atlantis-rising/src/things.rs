//! The small things that rules count and move: peninsulas, spots, resources, figures and piles of cards.

use std::fmt;

use atlas_core::Chance;

/// AR-01: the number of peninsulas.
pub const PENINSULAS: usize = 6;
/// AR-01: the number of tiles of a peninsula.
pub const RINGS: u8 = 6;
/// The maximum number of seats.
pub const SEATS: usize = 7;
/// AR-14: the number of components of a blueprint.
pub const BLUEPRINT: usize = 9;

/// AR-02: a peninsula, numbered clockwise from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Peninsula(pub u8);

impl Peninsula {
    /// All peninsulas, clockwise.
    pub fn all() -> impl Iterator<Item = Peninsula> + Clone {
        (0..PENINSULAS as u8).map(Peninsula)
    }

    /// The number, for indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The peninsula as one bit of a set.
    pub const fn bit(self) -> u8 {
        1 << self.0
    }

    /// The tile on a ring, which is counted from 1.
    pub const fn tile(self, ring: u8) -> Spot {
        Spot(self.0 * RINGS + ring - 1)
    }
}

/// A place where figures can stand.
///
/// The first 36 spots are the tiles. Then come the Source, the build spaces, the components of the blueprint, the Power
/// Core and the locations of councilors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot(pub u8);

impl Spot {
    /// The number of tiles of the peninsulas.
    pub const TILES: u8 = PENINSULAS as u8 * RINGS;
    /// AR-01: the Mystic Power Source.
    pub const SOURCE: Spot = Spot(Spot::TILES);
    /// AR-26: the build spaces of the Gate board.
    pub const BUILD: Spot = Spot(Spot::TILES + 1);
    const FIRST_COMPONENT: u8 = Spot::TILES + 2;
    /// AR-28: the Power Core.
    pub const CORE: Spot = Spot(Spot::FIRST_COMPONENT + BLUEPRINT as u8);
    /// The Artificer's Workshop.
    pub const WORKSHOP: Spot = Spot(Spot::CORE.0 + 1);
    /// The Astrologer's Observatory.
    pub const OBSERVATORY: Spot = Spot(Spot::CORE.0 + 2);
    /// The number of spots.
    pub const COUNT: usize = Spot::OBSERVATORY.0 as usize + 1;

    /// All spots, in order.
    pub fn all() -> impl Iterator<Item = Spot> {
        (0..Spot::COUNT as u8).map(Spot)
    }

    /// The number, for indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The spot as one bit of a set.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The spot of a component of the blueprint.
    pub const fn component(at: u8) -> Spot {
        Spot(Spot::FIRST_COMPONENT + at)
    }

    /// The position in the blueprint of the component at this spot.
    pub const fn blueprint(self) -> Option<u8> {
        if self.0 >= Spot::FIRST_COMPONENT && self.0 < Spot::CORE.0 {
            Some(self.0 - Spot::FIRST_COMPONENT)
        } else {
            None
        }
    }

    /// The peninsula and the ring of a tile.
    pub const fn tile(self) -> Option<(Peninsula, u8)> {
        if self.0 < Spot::TILES { Some((Peninsula(self.0 / RINGS), self.0 % RINGS + 1)) } else { None }
    }
}

/// AR-04: a resource.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Resource {
    Gold,
    Crystal,
    Ore,
    Atlantium,
}

impl Resource {
    /// All resources, in the order of sentences and positions.
    pub const ALL: [Resource; 4] = [Resource::Gold, Resource::Crystal, Resource::Ore, Resource::Atlantium];
    /// The resources of the wild peninsulas.
    pub const WILD: [Resource; 3] = [Resource::Gold, Resource::Crystal, Resource::Ore];

    /// The word in sentences.
    pub const fn word(self) -> &'static str {
        match self {
            Resource::Gold => "gold",
            Resource::Crystal => "crystal",
            Resource::Ore => "ore",
            Resource::Atlantium => "atlantium",
        }
    }

    /// The name for people.
    pub const fn name(self) -> &'static str {
        if matches!(self, Resource::Atlantium) { "Atlantium" } else { self.word() }
    }

    /// The number, for indexing.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// AR-04: an amount of each resource.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Goods(pub [u8; 4]);

impl Goods {
    /// The number of resources.
    pub fn total(self) -> u8 {
        self.0.iter().sum()
    }

    /// The amount of one resource.
    pub const fn of(self, resource: Resource) -> u8 {
        self.0[resource.index()]
    }

    /// The amount of one resource, to change it.
    pub fn of_mut(&mut self, resource: Resource) -> &mut u8 {
        &mut self.0[resource.index()]
    }

    /// The sum of two amounts.
    #[must_use]
    pub fn plus(mut self, other: Goods) -> Goods {
        for (own, more) in self.0.iter_mut().zip(other.0) {
            *own = own.saturating_add(more);
        }
        self
    }
}

/// AR-05: a kind of figure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Kind {
    Leader,
    Follower,
    Volunteer,
    Hologram,
    Automaton,
}

impl Kind {
    /// All kinds, in the order of sentences and positions.
    pub const ALL: [Kind; 5] =
        [Kind::Leader, Kind::Follower, Kind::Volunteer, Kind::Hologram, Kind::Automaton];

    /// The word in sentences.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Leader => "leader",
            Kind::Follower => "follower",
            Kind::Volunteer => "volunteer",
            Kind::Hologram => "hologram",
            Kind::Automaton => "automaton",
        }
    }

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Leader => "Leader",
            Kind::Hologram => "Hologram",
            Kind::Automaton => "Automaton",
            Kind::Follower | Kind::Volunteer => self.word(),
        }
    }

    /// The number, for indexing.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// AR-41: whether a figure can still act in this round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pose {
    /// The figure stands and has an action.
    Up,
    /// The figure lies down, because it has acted.
    Down,
}

/// A figure on the board. Figures are sorted by its order, so that equal boards are equal values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Figure {
    /// The team that it belongs to.
    pub team: u8,
    /// Its kind.
    pub kind: Kind,
    /// Where it stands.
    pub at: Spot,
    /// Whether it can still act.
    pub pose: Pose,
    /// Whether the Cipher of Expertise gives it the power of its Leader.
    pub cipher: bool,
    /// Whether it stands beyond the spaces of its tile, because it was moved there.
    pub extra: bool,
}

/// The maximum number of figures on the board: a limit of this program, far above what the rules can reach.
const MAX_FIGURES: usize = 64;

/// The figures on the board, sorted.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Figures {
    list: [Figure; MAX_FIGURES],
    len: u8,
}

const NOBODY: Figure =
    Figure { team: 0, kind: Kind::Leader, at: Spot(0), pose: Pose::Up, cipher: false, extra: false };

impl Default for Figures {
    fn default() -> Figures {
        Figures { list: [NOBODY; MAX_FIGURES], len: 0 }
    }
}

impl fmt::Debug for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Figures {
    /// The figures, in order.
    pub fn as_slice(&self) -> &[Figure] {
        &self.list[..usize::from(self.len)]
    }

    /// The figures, in order.
    pub fn iter(&self) -> impl Iterator<Item = Figure> {
        self.as_slice().iter().copied()
    }

    /// The figures on a spot.
    pub fn at(&self, spot: Spot) -> impl Iterator<Item = Figure> {
        self.iter().filter(move |figure| figure.at == spot)
    }

    /// Adds a figure.
    pub fn add(&mut self, figure: Figure) {
        let len = usize::from(self.len);
        assert!(len < MAX_FIGURES, "there is room for {MAX_FIGURES} figures on the board");
        let at = self.as_slice().partition_point(|other| *other < figure);
        self.list.copy_within(at..len, at + 1);
        self.list[at] = figure;
        self.len += 1;
    }

    /// Removes a figure that is exactly like this one. It must be there.
    pub fn remove(&mut self, figure: Figure) {
        let len = usize::from(self.len);
        let at =
            self.as_slice().iter().position(|other| *other == figure).expect("the figure is on the board");
        self.list.copy_within(at + 1..len, at);
        self.len -= 1;
        self.list[usize::from(self.len)] = NOBODY;
    }

    /// Replaces a figure that is exactly like `old`.
    pub fn change(&mut self, old: Figure, new: Figure) {
        self.remove(old);
        self.add(new);
    }
}

/// How often a number is in a list.
pub(crate) fn count_of(list: &[u8], number: u8) -> usize {
    list.iter().fold(0, |count, it| count + usize::from(*it == number))
}

/// A pile of cards, each given by its number in the content files. The top card is the last.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pile<const N: usize> {
    cards: [u8; N],
    len: u8,
}

impl<const N: usize> Default for Pile<N> {
    fn default() -> Pile<N> {
        Pile { cards: [0; N], len: 0 }
    }
}

impl<const N: usize> fmt::Debug for Pile<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl<const N: usize> Pile<N> {
    /// The cards; the last is the top card.
    pub fn as_slice(&self) -> &[u8] {
        &self.cards[..usize::from(self.len)]
    }

    /// The number of cards.
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether there are no cards.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether there is such a card.
    pub fn contains(&self, card: u8) -> bool {
        self.as_slice().contains(&card)
    }

    /// Puts a card on top.
    pub fn push(&mut self, card: u8) {
        assert!(self.len() < N, "there is room for {N} cards in this pile");
        self.cards[self.len()] = card;
        self.len += 1;
    }

    /// Takes the top card.
    pub fn pop(&mut self) -> Option<u8> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::take(&mut self.cards[usize::from(self.len)]))
    }

    /// Adds a card to a sorted pile.
    pub fn insert(&mut self, card: u8) {
        self.push(card);
        let len = self.len();
        let at = self.cards[..len - 1].partition_point(|other| *other <= card);
        self.cards[at..len].rotate_right(1);
    }

    /// Takes a card out, and returns whether there was one.
    pub fn take(&mut self, card: u8) -> bool {
        let Some(at) = self.as_slice().iter().rposition(|other| *other == card) else { return false };
        let len = self.len();
        self.cards[at..len].rotate_left(1);
        self.pop();
        true
    }

    /// Shuffles the cards below the top `known` ones.
    pub fn shuffle_below(&mut self, known: usize, chance: &mut Chance) {
        let unknown = self.len().saturating_sub(known);
        chance.shuffle(&mut self.cards[..unknown]);
    }

    /// The top cards, the topmost first.
    pub fn top(&self, count: usize) -> impl Iterator<Item = u8> {
        self.as_slice().iter().rev().take(count).copied()
    }

    /// Sorts the cards below the top `known` ones.
    pub fn sort_below(&mut self, known: usize) {
        let unknown = self.len().saturating_sub(known);
        self.cards[..unknown].sort_unstable();
    }
}

impl<const N: usize> FromIterator<u8> for Pile<N> {
    fn from_iter<I: IntoIterator<Item = u8>>(cards: I) -> Pile<N> {
        let mut pile = Pile::default();
        cards.into_iter().for_each(|card| pile.push(card));
        pile
    }
}
