//! Tiles, components, cards and councilors, which are read from files.
//!
//! The rules know all of them by number only. `read` checks the files and reports what is wrong with them, and
//! [`effect`] lists everything that a file can say.

pub mod effect;
mod read;

use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

use atlas_core::{Code, Part, Refusal, Text, ToText};

use crate::things::{Goods, PENINSULAS, Peninsula, Resource, SEATS, Spot};
use effect::{ArtifactEffect, CardEffect, Lasting, Power, Special, Step};

pub use atlas_content::ContentError;

/// The names and the texts of the house files.
pub const HOUSE: [(&str, &str); 6] = [
    ("tiles.toml", include_str!("../../content/tiles.toml")),
    ("components.toml", include_str!("../../content/components.toml")),
    ("councilors.toml", include_str!("../../content/councilors.toml")),
    ("library.toml", include_str!("../../content/library.toml")),
    ("misfortunes.toml", include_str!("../../content/misfortunes.toml")),
    ("rules.toml", include_str!("../../content/rules.toml")),
];

/// The content of a set of files.
#[derive(Debug)]
pub struct Content {
    /// The hash by which logs name the content.
    pub hash: String,
    /// The peninsulas, clockwise.
    pub peninsulas: Vec<PeninsulaCard>,
    /// The tiles, by spot.
    pub tiles: Vec<Tile>,
    /// The components.
    pub components: Vec<ComponentTile>,
    /// The councilors.
    pub councilors: Vec<CouncilorBoard>,
    /// The library cards: ordinary cards first, then artifacts.
    pub library: Vec<LibraryCard>,
    /// The misfortunes.
    pub misfortunes: Vec<MisfortuneCard>,
    /// The numbers of the rules.
    pub numbers: Numbers,
}

/// What of an entry was made for this program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum House {
    /// Nothing: it follows published rules.
    Nothing,
    /// The content, but not the name.
    Content,
    /// The name and the content.
    All,
}

/// The id and the names of a thing in a file.
#[derive(PartialEq, Eq, Debug)]
pub struct Named {
    /// The word in sentences.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// What of it was made for this program.
    pub house: House,
}

impl ToText for &Named {
    fn add_to(self, text: &mut Text) {
        text.push(Part::Thing { thing: self.id.clone(), name: self.name.clone() });
    }
}

/// A peninsula.
#[derive(Debug)]
pub struct PeninsulaCard {
    /// Its names.
    pub named: Named,
}

/// A tile of a peninsula.
#[derive(Debug)]
pub struct Tile {
    /// Its names.
    pub named: Named,
    /// AR-08: its spaces.
    pub spaces: u8,
    /// What figures do there.
    pub action: TileAction,
}

/// What figures do on a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TileAction {
    /// AR-43: a roll against a target.
    Wild {
        /// The resource of a success.
        gain: Resource,
        /// The target.
        target: u8,
    },
    /// AR-45: one of these exchanges of ore for Atlantium.
    Forge(Vec<(u8, u8)>),
    /// AR-46: library cards.
    Library {
        /// The cards to look at.
        look: u8,
        /// The cards to keep.
        keep: u8,
        /// The energy to pay.
        cost: u8,
    },
    /// AR-47: followers and energy for a pair.
    City {
        /// The followers.
        followers: u8,
        /// The energy that is gained.
        energy: u8,
        /// The energy to pay.
        cost: u8,
    },
}

/// A component.
#[derive(Debug)]
pub struct ComponentTile {
    /// Its names.
    pub named: Named,
    /// The letter, from 0 for A.
    pub letter: u8,
    /// The cost.
    pub cost: Goods,
    /// AR-18: the cost with one player.
    pub solo: Goods,
    /// AR-52: what it does when it is built.
    pub now: Vec<Step>,
    /// AR-52: what it does from then on.
    pub lasting: Option<Lasting>,
    /// AR-27: its spaces and their action.
    pub spaces: Option<ComponentSpaces>,
}

/// AR-27: the spaces of a component.
#[derive(Debug)]
pub struct ComponentSpaces {
    /// AR-09: whether they are pair spots.
    pub double: bool,
    /// The number of spaces.
    pub spaces: u8,
    /// The number of further spaces with five or more players.
    pub five_plus: u8,
    /// The action.
    pub effect: Vec<Step>,
}

/// A councilor.
#[derive(Debug)]
pub struct CouncilorBoard {
    /// Its names.
    pub named: Named,
    /// The power of the Leader.
    pub power: Power,
    /// Whether the councilor has a Workshop.
    pub workshop: bool,
}

/// A library card.
#[derive(Debug)]
pub struct LibraryCard {
    /// Its names.
    pub named: Named,
    /// The number of cards in the box.
    pub count: u8,
    /// When it is played.
    pub when: When,
    /// What it does.
    pub effect: LibraryEffect,
}

/// AR-71: when a library card can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "a card can be played at several of these times")]
pub struct When {
    /// In phase 1.
    pub place: bool,
    /// In phase 3.
    pub act: bool,
    /// When a tile is about to flood.
    pub react: bool,
    /// After a failed roll.
    pub roll: bool,
}

/// What a library card does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LibraryEffect {
    /// An ordinary card.
    Card(CardEffect),
    /// An artifact.
    Artifact(ArtifactEffect),
}

/// A misfortune.
#[derive(Debug)]
pub struct MisfortuneCard {
    /// Its names.
    pub named: Named,
    /// The number of cards in the box.
    pub count: u8,
    /// Its kind.
    pub kind: MisfortuneKind,
}

/// The kind of a misfortune.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MisfortuneKind {
    /// AR-31: floods a tip.
    Basic(Peninsula),
    /// AR-33: nothing.
    Calm,
    /// AR-34: floods a tip that the drawer chooses.
    Controlled,
    /// AR-35: floods two tips.
    Catastrophic,
    /// AR-36: a special card.
    Special(Special),
}

/// The numbers of the rules.
#[derive(Debug)]
pub struct Numbers {
    /// AR-61: the energy for a barrier, and with five or more players.
    pub barrier: [u8; 2],
    /// AR-63: the energy for raising a tile.
    pub raise: u8,
    /// AR-70: the hand limit.
    pub hand: u8,
    /// AR-11: the artifacts in the deck.
    pub artifacts: u8,
    /// AR-21: the energy of a single player in each round.
    pub solo_energy: u8,
    /// AR-66: the floods by the space of the token.
    pub wrath: Vec<u8>,
    /// AR-76: the bonus of the Automaton.
    pub automaton: u8,
    /// AR-R81: how often a seat may take a figure back in a round.
    pub recalls: u8,
    /// AR-14: the components of level 1.
    pub first_blueprint: Vec<u8>,
    /// AR-16: by the number of players.
    pub players: Vec<Players>,
    /// AR-13: the levels.
    pub levels: Vec<Level>,
}

/// AR-16: what depends on the number of players.
#[derive(Clone, Copy, Debug)]
pub struct Players {
    /// The followers in the pool.
    pub followers: u8,
    /// The followers in the supply.
    pub supply: u8,
    /// AR-30: the misfortunes of a round.
    pub misfortunes: u8,
    /// AR-13: the full energy of each seat at the start.
    pub energy: u8,
    /// AR-74: whether the Hologram plays.
    pub hologram: bool,
    /// AR-76: whether the Automaton plays.
    pub automaton: bool,
}

/// AR-13: a level.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// The components of each letter.
    pub letters: [u8; 4],
    /// The Calm Seas.
    pub calm: u8,
    /// The Controlled Floods.
    pub controlled: u8,
    /// The Catastrophic Floods.
    pub catastrophic: u8,
    /// The energy that each seat has less than the full amount.
    pub less_energy: u8,
}

impl Content {
    /// A tile.
    #[inline]
    pub fn tile(&self, spot: Spot) -> &Tile {
        &self.tiles[spot.index()]
    }

    /// A peninsula.
    pub fn peninsula(&self, peninsula: Peninsula) -> &Named {
        &self.peninsulas[peninsula.index()].named
    }

    /// A component.
    #[inline]
    pub fn component(&self, component: u8) -> &ComponentTile {
        &self.components[usize::from(component)]
    }

    /// A councilor.
    #[inline]
    pub fn councilor(&self, councilor: u8) -> &CouncilorBoard {
        &self.councilors[usize::from(councilor)]
    }

    /// A library card.
    #[inline]
    pub fn card(&self, card: u8) -> &LibraryCard {
        &self.library[usize::from(card)]
    }

    /// A misfortune.
    #[inline]
    pub fn misfortune(&self, card: u8) -> &MisfortuneCard {
        &self.misfortunes[usize::from(card)]
    }

    /// AR-16: what depends on the number of players.
    pub fn players(&self, seats: u8) -> Players {
        self.numbers.players[usize::from(seats) - 1]
    }

    /// AR-13: a level, counted from 1.
    pub fn level(&self, level: u8) -> Level {
        self.numbers.levels[usize::from(level) - 1]
    }

    /// The peninsula with this id.
    pub fn peninsula_named(&self, id: &str) -> Option<Peninsula> {
        position(self.peninsulas.iter().map(|it| &it.named), id).map(Peninsula)
    }

    /// The tile with this id.
    pub fn tile_named(&self, id: &str) -> Option<Spot> {
        position(self.tiles.iter().map(|it| &it.named), id).map(Spot)
    }

    /// The component with this id.
    pub fn component_named(&self, id: &str) -> Option<u8> {
        position(self.components.iter().map(|it| &it.named), id)
    }

    /// The councilor with this id.
    pub fn councilor_named(&self, id: &str) -> Option<u8> {
        position(self.councilors.iter().map(|it| &it.named), id)
    }

    /// The library card with this id.
    pub fn card_named(&self, id: &str) -> Option<u8> {
        position(self.library.iter().map(|it| &it.named), id)
    }

    /// The misfortune with this id.
    pub fn misfortune_named(&self, id: &str) -> Option<u8> {
        position(self.misfortunes.iter().map(|it| &it.named), id)
    }

    /// The number of a kind of misfortune that there is one card of, such as Calm Seas.
    pub(crate) fn misfortune_of(&self, kind: MisfortuneKind) -> Option<u8> {
        self.misfortunes.iter().position(|card| card.kind == kind).map(|at| at as u8)
    }
}

fn position<'a>(mut all: impl Iterator<Item = &'a Named>, id: &str) -> Option<u8> {
    all.position(|named| named.id == id).map(|at| at as u8)
}

/// A pointer to content that was read.
///
/// Reading the same files twice gives the same pointer, so two of them are compared by address.
#[derive(Clone, Copy)]
pub struct ContentRef(&'static Content);

/// All content that was read. It is never freed, because logs may name any of it.
static READ: Mutex<Vec<ContentRef>> = Mutex::new(Vec::new());

impl ContentRef {
    /// The content of the house files.
    pub fn house() -> ContentRef {
        static HOUSE_CONTENT: OnceLock<ContentRef> = OnceLock::new();
        *HOUSE_CONTENT.get_or_init(|| ContentRef::read(&HOUSE).expect("the house files are valid"))
    }

    /// The content, for the lifetime of the program.
    #[inline]
    pub(crate) fn get(self) -> &'static Content {
        self.0
    }

    /// Reads a set of files, each given by its name and its text, and keeps the content for the lifetime of the
    /// program. There must be one file for each of the names in [`HOUSE`].
    pub fn read(files: &[(&str, &str)]) -> Result<ContentRef, ContentError> {
        let content = read::read(files)?;
        let mut all = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = all.iter().find(|it| it.hash == content.hash) {
            return Ok(*same);
        }
        let new = ContentRef(Box::leak(Box::new(content)));
        all.push(new);
        Ok(new)
    }
}

impl Default for ContentRef {
    fn default() -> ContentRef {
        ContentRef::house()
    }
}

impl std::ops::Deref for ContentRef {
    type Target = Content;

    #[inline]
    fn deref(&self) -> &Content {
        self.0
    }
}

impl PartialEq for ContentRef {
    #[inline]
    fn eq(&self, other: &ContentRef) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for ContentRef {}

impl std::hash::Hash for ContentRef {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash.hash(state);
    }
}

impl fmt::Debug for ContentRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.hash[..12.min(self.0.hash.len())])
    }
}

impl atlas_core::Content for ContentRef {
    fn hash(self) -> Option<String> {
        Some(self.0.hash.clone())
    }

    fn find(hash: Option<&str>) -> Result<ContentRef, Refusal> {
        let Some(hash) = hash else {
            return Err(Refusal::new(Code::Log, "The log does not name the content it was played with."));
        };
        let house = ContentRef::house();
        let read = READ.lock().unwrap_or_else(PoisonError::into_inner).clone();
        std::iter::once(house).chain(read).find(|it| it.0.hash == hash).ok_or_else(|| {
            let message = "The match was played with other tiles and cards than this program has.";
            Refusal::new(Code::Log, message)
        })
    }
}

const _: () =
    assert!(PENINSULAS == 6 && SEATS == 7, "the files describe six peninsulas and up to seven players");
