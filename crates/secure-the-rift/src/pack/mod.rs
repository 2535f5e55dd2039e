//! Cards as data: packs of card files, and the library that a table plays with.

mod expression;
pub mod language;
mod manifest;
mod read;
pub mod text;

use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

use atlas_content::ContentError;
use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal};

use crate::deck::Deck;
use language::{Ability, Card, CardId, Costs, ListId, Maker, Selector, SelectorId, Step};
pub use manifest::Pack;
pub use read::File;

/// The most targets of one card or ability.
pub(crate) const MOST_TARGETS: usize = 6;
/// The most names that the steps of one effect give.
pub(crate) const MOST_NAMES: usize = 2;

/// The most packs that a table is played with, besides the core set.
pub const MOST_PACKS: usize = 16;

/// The card files of the core set.
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
    /// The hashes of what its packs do, joined by `+`, which logs know it by.
    pub hash: String,
    packs: Vec<&'static Pack>,
    cards: Vec<Card>,
    selectors: Vec<Selector>,
    lists: Vec<Vec<Step>>,
    subtypes: Vec<String>,
    factions: Vec<String>,
    preconstructed: Vec<(&'static str, Deck)>,
}

impl Library {
    /// The core set and these packs, in this order.
    pub fn of(packs: &[&'static Pack]) -> Result<Library, ContentError> {
        let packs: Vec<&'static Pack> = [Pack::core()].into_iter().chain(packs.iter().copied()).collect();
        let hashes: Vec<&str> = packs.iter().map(|pack| pack.hash.as_str()).collect();
        let files: Vec<File<'_>> = packs.iter().flat_map(|pack| pack.files()).collect();
        Ok(Library { packs: packs.clone(), ..Library::build(&files, hashes.join("+"))? })
    }

    /// The cards of these files alone, for those who need no pack.
    pub fn read(files: &[File<'_>]) -> Result<Library, ContentError> {
        Library::build(files, manifest::hash("", files)?)
    }

    fn build(files: &[File<'_>], hash: String) -> Result<Library, ContentError> {
        let builder = read::Builder::read(files)?;
        let mut library = Library {
            hash,
            packs: Vec::new(),
            cards: builder.cards,
            selectors: builder.selectors,
            lists: builder.lists,
            subtypes: builder.subtypes,
            factions: builder.factions,
            preconstructed: Vec::new(),
        };
        for at in 0..library.cards.len() {
            library.cards[at].maker = library.maker(&library.cards[at]);
        }
        library.preconstructed = crate::deck::preconstructed(&library);
        Ok(library)
    }

    /// SR-R06: how a card makes Energy, found out once.
    fn maker(&self, card: &Card) -> Option<Maker> {
        let just_activate = Costs { activate: true, ..Costs::default() };
        let effect = card.abilities.iter().find_map(|ability| match ability {
            Ability::Activated { cost, energy: true, script } if *cost == just_activate => {
                Some(script.effect)
            }
            _ => None,
        })?;
        let always = match self.list(effect) {
            [Step::AddEnergy { n }] => n.as_number(),
            _ => None,
        };
        Some(Maker { effect, always })
    }

    /// The packs that it was put together from, the core set first.
    pub fn packs(&self) -> &[&'static Pack] {
        &self.packs
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

    /// The card or token that somebody means: by its name, or by its id.
    pub fn card_called(&self, name: &str) -> Option<CardId> {
        let is = |card: &Card| card.name.eq_ignore_ascii_case(name) || card.id == name;
        // A token may have the name of a card.
        let of = |token: bool| self.cards().find(|(_, card)| card.token == token && is(card));
        of(false).or_else(|| of(true)).map(|(id, _)| id)
    }

    /// There is no such card; but perhaps one that is written nearly so.
    pub fn no_card(&self, name: &str) -> String {
        let wanted = name.to_lowercase();
        let mut near = Vec::new();
        for (_, card) in self.cards().filter(|(_, card)| !card.token) {
            let most = (card.name.chars().count() / 3).max(2);
            // A difference in length alone can be too much, and is found quickly.
            if card.name.chars().count().abs_diff(wanted.chars().count()) <= most {
                let far = distance(&wanted, &card.name.to_lowercase());
                near.extend((far <= most).then_some((far, card.name.as_str())));
            }
        }
        near.sort_unstable();
        let near: Vec<&str> = near.into_iter().take(3).map(|(_, name)| name).collect();
        let perhaps =
            if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
        format!("there is no card called {}{perhaps}", quoted(name))
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
    pub fn preconstructed(&self) -> impl ExactSizeIterator<Item = &Deck> {
        self.preconstructed.iter().map(|(_, deck)| deck)
    }

    /// The preconstructed deck of this name.
    pub(crate) fn preconstructed_named(&self, name: &str) -> Option<&Deck> {
        self.preconstructed.iter().find(|(it, _)| *it == name).map(|(_, deck)| deck)
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
}

/// How many letters must be put in, left out or exchanged to make one word of another.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, letter) in one.chars().enumerate() {
        let mut before = line;
        row[0] = line + 1;
        for (at, wanted) in other.iter().enumerate() {
            let changed = before + usize::from(letter != *wanted);
            before = row[at + 1];
            row[at + 1] = changed.min(before + 1).min(row[at] + 1);
        }
    }
    row[other.len()]
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
        *CORE_SET.get_or_init(|| LibraryRef::of(&[]).expect("the core set is right"))
    }

    /// The core set and these packs, in this order. The same packs are the same library.
    pub fn of(packs: &[&'static Pack]) -> Result<LibraryRef, ContentError> {
        Library::of(packs).map(LibraryRef::keep)
    }

    /// The cards of these files alone. The same files are the same library.
    pub fn read(files: &[File<'_>]) -> Result<LibraryRef, ContentError> {
        Library::read(files).map(LibraryRef::keep)
    }

    fn keep(library: Library) -> LibraryRef {
        let mut all = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = all.iter().find(|it| it.hash == library.hash) {
            return *same;
        }
        let new = LibraryRef(Box::leak(Box::new(library)));
        all.push(new);
        new
    }

    /// A library that was put together before.
    fn kept(hash: &str) -> Option<LibraryRef> {
        READ.lock().unwrap_or_else(PoisonError::into_inner).iter().find(|it| it.hash == hash).copied()
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
        let core = LibraryRef::core();
        if let Some(known) = LibraryRef::kept(hash) {
            return Ok(known);
        }
        let mut hashes = hash.split('+');
        if hashes.next() != Some(core.hash.as_str()) {
            let message =
                format!("it was played with another core set: the one with the hash {}", quoted(hash));
            return refuse(message);
        }
        let mut packs = Vec::new();
        for hash in hashes {
            match Pack::of_hash(hash) {
                Some(pack) if packs.len() < MOST_PACKS && !packs.contains(&pack) => packs.push(pack),
                Some(_) => return refuse(format!("it names the pack {} too often", quoted(hash))),
                None => {
                    return refuse(format!(
                        "it was played with other cards than these: the pack with the hash {} is needed (--packs)",
                        quoted(hash)
                    ));
                }
            }
        }
        LibraryRef::of(&packs).or_else(|error| refuse(format!("its packs do not go together: {error}")))
    }
}
