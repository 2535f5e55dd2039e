//! Cards as data: packs of card files, and the library that a table plays with.

mod expression;
pub mod language;
mod read;
pub mod text;

use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

use atlas_content::ContentError;
use atlas_core::fair::Hash;
use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal};

use crate::deck::Deck;
use language::{Card, CardId, ListId, Selector, SelectorId, Step};
pub use read::File;

/// The most targets of one card or ability.
pub(crate) const MOST_TARGETS: usize = 6;
/// The most names that the steps of one effect give.
pub(crate) const MOST_NAMES: usize = 2;

/// The files of the core set.
pub const CORE: [File<'static>; 9] = [
    ("core/annex.toml", include_str!("../../packs/core/annex.toml")),
    ("core/cinder.toml", include_str!("../../packs/core/cinder.toml")),
    ("core/verdant.toml", include_str!("../../packs/core/verdant.toml")),
    ("core/hollow.toml", include_str!("../../packs/core/hollow.toml")),
    ("core/meridian.toml", include_str!("../../packs/core/meridian.toml")),
    ("core/veil.toml", include_str!("../../packs/core/veil.toml")),
    ("core/unbound.toml", include_str!("../../packs/core/unbound.toml")),
    ("core/energy.toml", include_str!("../../packs/core/energy.toml")),
    ("core/tokens.toml", include_str!("../../packs/core/tokens.toml")),
];

/// All cards that a table can be played with.
#[derive(Debug)]
pub struct Library {
    /// The hash of what the cards do, which logs know it by.
    pub hash: String,
    cards: Vec<Card>,
    selectors: Vec<Selector>,
    lists: Vec<Vec<Step>>,
    subtypes: Vec<String>,
    factions: Vec<String>,
    preconstructed: Vec<Deck>,
}

impl Library {
    /// The cards of all these files.
    pub fn read(files: &[File<'_>]) -> Result<Library, ContentError> {
        let builder = read::Builder::read(files)?;
        let mut library = Library {
            hash: String::new(),
            cards: builder.cards,
            selectors: builder.selectors,
            lists: builder.lists,
            subtypes: builder.subtypes,
            factions: builder.factions,
            preconstructed: Vec::new(),
        };
        library.hash = library.hashed();
        library.preconstructed = crate::deck::preconstructed(&library);
        Ok(library)
    }

    /// What a card says.
    #[inline]
    pub fn card(&self, card: CardId) -> &Card {
        &self.cards[card.0 as usize]
    }

    /// Every card, tokens too.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = (CardId, &Card)> {
        self.cards.iter().enumerate().map(|(place, card)| (CardId(place as u16), card))
    }

    /// The card of this id.
    pub fn card_named(&self, id: &str) -> Option<CardId> {
        self.cards().find(|(_, card)| card.id == id).map(|(card, _)| card)
    }

    #[inline]
    pub(crate) fn selector(&self, selector: SelectorId) -> &Selector {
        &self.selectors[selector.0 as usize]
    }

    #[inline]
    pub(crate) fn list(&self, list: ListId) -> &[Step] {
        &self.lists[list.0 as usize]
    }

    pub(crate) fn has_list(&self, list: u16) -> bool {
        usize::from(list) < self.lists.len()
    }

    pub(crate) fn has_selector(&self, selector: u16) -> bool {
        usize::from(selector) < self.selectors.len()
    }

    /// The preconstructed decks whose cards it has.
    pub fn preconstructed(&self) -> &[Deck] {
        &self.preconstructed
    }

    /// The name of a faction.
    pub fn faction(&self, faction: u8) -> &str {
        &self.factions[faction as usize]
    }

    /// The names of the subtypes in a set.
    pub fn subtypes(&self, set: u32) -> impl Iterator<Item = &str> {
        self.subtypes
            .iter()
            .enumerate()
            .filter(move |(place, _)| set >> place & 1 == 1)
            .map(|(_, name)| name.as_str())
    }

    /// The hash of what matters to the rules: names for people and flavour may change.
    fn hashed(&self) -> String {
        let cards = self.cards.iter().map(|card| {
            let plain =
                Card { name: String::new(), code: String::new(), flavour: String::new(), ..card.clone() };
            format!("{plain:?}\n")
        });
        let rest =
            format!("{:?}\n{:?}\n{:?}\n{:?}", self.selectors, self.lists, self.subtypes, self.factions);
        let text: String = cards.chain([rest]).collect();
        Hash::of([b"secure the rift\n".as_slice(), text.as_bytes()]).to_string()
    }
}

/// A library that stays for good, so that states point to it.
#[derive(Clone, Copy)]
pub struct LibraryRef(&'static Library);

static READ: Mutex<Vec<LibraryRef>> = Mutex::new(Vec::new());
static INSTALLED: OnceLock<LibraryRef> = OnceLock::new();

impl LibraryRef {
    /// The core set alone.
    pub fn core() -> LibraryRef {
        static CORE_SET: OnceLock<LibraryRef> = OnceLock::new();
        *CORE_SET.get_or_init(|| LibraryRef::read(&CORE).expect("the core set is right"))
    }

    /// The cards of all these files. The same files are the same library.
    pub fn read(files: &[File<'_>]) -> Result<LibraryRef, ContentError> {
        let library = Library::read(files)?;
        let mut all = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = all.iter().find(|it| it.hash == library.hash) {
            return Ok(*same);
        }
        let new = LibraryRef(Box::leak(Box::new(library)));
        all.push(new);
        Ok(new)
    }

    /// From now on new matches are played with this. It can be said once, before the first match.
    pub fn install(self) {
        assert!(INSTALLED.set(self).is_ok(), "a library is installed once, before the first match");
    }

    /// The library itself, for good.
    #[inline]
    pub(crate) fn get(self) -> &'static Library {
        self.0
    }
}

impl Default for LibraryRef {
    fn default() -> LibraryRef {
        INSTALLED.get().copied().unwrap_or_else(LibraryRef::core)
    }
}

impl std::ops::Deref for LibraryRef {
    type Target = Library;

    #[inline]
    fn deref(&self) -> &Library {
        self.0
    }
}

impl PartialEq for LibraryRef {
    #[inline]
    fn eq(&self, other: &LibraryRef) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for LibraryRef {}

impl std::hash::Hash for LibraryRef {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash.hash(state);
    }
}

impl fmt::Debug for LibraryRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "library {}", self.0.hash)
    }
}

impl atlas_core::Content for LibraryRef {
    fn hash(self) -> Option<String> {
        Some(self.0.hash.clone())
    }

    fn find(hash: Option<&str>) -> Result<LibraryRef, Refusal> {
        let refuse = |what: String| Err(Refusal::new(Code::Log, what));
        let Some(hash) = hash else {
            return refuse("it does not say which cards it was played with".to_owned());
        };
        let (core, all) = (LibraryRef::core(), READ.lock().unwrap_or_else(PoisonError::into_inner));
        match all.iter().chain([&core]).find(|it| it.0.hash == hash) {
            Some(found) => Ok(*found),
            None => refuse(format!(
                "it was played with other cards than these: the packs with the hash {} are needed (--packs)",
                quoted(hash)
            )),
        }
    }
}
