//! Cards as data: packs of card files, and the library of all cards that a table is played with.

mod core_sets;
mod expression;
pub mod language;
mod manifest;
mod read;
pub mod text;
mod warnings;

use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

use atlas_content::ContentError;
use atlas_core::refusal::quoted;
use atlas_core::{Code, Edition, Game, Refusal};

use crate::SecureTheRift;
use crate::deck::{Deck, DeckList};
pub use core_sets::{CORE, CORE_SETS, CoreSet};
use language::{Ability, Card, CardId, Costs, EffectId, EnergyMaker, Instruction, Selector, SelectorId};
pub use manifest::Pack;
pub use read::File;

/// The maximum number of targets of a card or an ability.
pub(crate) const MAX_TARGETS: usize = 6;
/// The maximum number of names that one effect can give to things.
pub(crate) const MAX_NAMES: usize = 2;

/// The maximum number of packs that a table is played with, in addition to the core set.
pub const MAX_PACKS: usize = 16;

/// All cards that a table can be played with.
#[derive(Debug)]
pub struct Library {
    /// The hashes of its packs, joined by `+`, by which logs name it.
    pub hash: String,
    packs: Vec<&'static Pack>,
    cards: Vec<Card>,
    selectors: Vec<Selector>,
    effects: Vec<Vec<Instruction>>,
    subtypes: Vec<String>,
    factions: Vec<String>,
    deck_lists: &'static [DeckList],
    preconstructed: Vec<(&'static str, Deck)>,
}

impl Library {
    /// The current core set and these packs, in this order.
    pub fn of(packs: &[&'static Pack]) -> Result<Library, ContentError> {
        Library::with_core(core_sets::current(), packs)
    }

    /// A core set and these packs, in this order.
    fn with_core(core: &'static CoreSet, packs: &[&'static Pack]) -> Result<Library, ContentError> {
        let packs: Vec<&'static Pack> = [core.pack()].into_iter().chain(packs.iter().copied()).collect();
        let hashes: Vec<&str> = packs.iter().map(|pack| pack.hash.as_str()).collect();
        let files: Vec<File<'_>> = packs.iter().flat_map(|pack| pack.files()).collect();
        Ok(Library { packs: packs.clone(), ..Library::build(&files, hashes.join("+"), core.decks())? })
    }

    /// The cards of these files alone, without a pack.
    pub fn read(files: &[File<'_>]) -> Result<Library, ContentError> {
        Library::build(files, manifest::hash("", files)?, core_sets::current().decks())
    }

    fn build(
        files: &[File<'_>],
        hash: String,
        deck_lists: &'static [DeckList],
    ) -> Result<Library, ContentError> {
        let builder = read::Builder::read(files)?;
        let mut library = Library {
            hash,
            packs: Vec::new(),
            cards: builder.cards,
            selectors: builder.selectors,
            effects: builder.effects,
            subtypes: builder.subtypes,
            factions: builder.factions,
            deck_lists,
            preconstructed: Vec::new(),
        };
        for at in 0..library.cards.len() {
            let card = &library.cards[at];
            let activate = Costs { activate: true, ..Costs::default() };
            let scrap = Costs { scrap_self: true, ..Costs::default() };
            let maker = library.energy_maker(card, &[activate]);
            let one_shot = library.energy_maker(card, &[scrap, Costs { activate: true, ..scrap }]);
            library.cards[at].energy_maker = maker;
            library.cards[at].one_shot_maker = one_shot;
        }
        library.preconstructed = crate::deck::preconstructed(&library, deck_lists);
        Ok(library)
    }

    /// SR-R06: the first energy ability of a card that has one of these costs.
    fn energy_maker(&self, card: &Card, costs: &[Costs]) -> Option<EnergyMaker> {
        let (effect, activate) = card.abilities.iter().find_map(|ability| match ability {
            Ability::Activated { cost, energy: true, script } if costs.contains(cost) => {
                Some((script.effect, cost.activate))
            }
            _ => None,
        })?;
        let always = match self.effect(effect) {
            [Instruction::AddEnergy { n }] => n.as_number(),
            _ => None,
        };
        Some(EnergyMaker { effect, activate, always })
    }

    /// The packs that it consists of, the core set first.
    pub fn packs(&self) -> &[&'static Pack] {
        &self.packs
    }

    /// The card with this index.
    #[inline]
    pub fn card(&self, card: CardId) -> &Card {
        &self.cards[card.0 as usize]
    }

    /// All cards, including tokens.
    pub fn cards(&self) -> impl ExactSizeIterator<Item = (CardId, &Card)> {
        self.cards.iter().enumerate().map(|(place, card)| (CardId(place as u16), card))
    }

    /// The card or token with this id.
    pub fn card_named(&self, id: &str) -> Option<CardId> {
        self.cards().find(|(_, card)| card.id == id).map(|(card, _)| card)
    }

    /// The card or token with this name or id. Upper and lower case of the name do not matter.
    pub fn card_called(&self, name: &str) -> Option<CardId> {
        let is = |card: &Card| card.name.eq_ignore_ascii_case(name) || card.id == name;
        // A token may have the name of a card.
        let of = |token: bool| self.cards().find(|(_, card)| card.token == token && is(card));
        of(false).or_else(|| of(true)).map(|(id, _)| id)
    }

    /// A message that there is no card with this name, with similar names as suggestions.
    pub fn unknown_card(&self, name: &str) -> String {
        let wanted = name.to_lowercase();
        let mut near = Vec::new();
        for (_, card) in self.cards().filter(|(_, card)| !card.token) {
            let max = (card.name.chars().count() / 3).max(2);
            // The difference in length is a lower bound of the distance, and quicker to compute.
            if card.name.chars().count().abs_diff(wanted.chars().count()) <= max {
                let distance = edit_distance(&wanted, &card.name.to_lowercase());
                near.extend((distance <= max).then_some((distance, card.name.as_str())));
            }
        }
        near.sort_unstable();
        let near: Vec<&str> = near.into_iter().take(3).map(|(_, name)| name).collect();
        let hint =
            if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
        format!("there is no card called {}{hint}", quoted(name))
    }

    #[inline]
    pub(crate) fn selector(&self, selector: SelectorId) -> &Selector {
        &self.selectors[selector.0 as usize]
    }

    #[inline]
    pub(crate) fn effect(&self, effect: EffectId) -> &[Instruction] {
        &self.effects[effect.0 as usize]
    }

    pub(crate) fn has_effect(&self, effect: u16) -> bool {
        usize::from(effect) < self.effects.len()
    }

    pub(crate) fn has_selector(&self, selector: u16) -> bool {
        usize::from(selector) < self.selectors.len()
    }

    /// The lists of the preconstructed decks of its core set.
    pub(crate) fn deck_lists(&self) -> &'static [DeckList] {
        self.deck_lists
    }

    /// The preconstructed decks of which it has all cards.
    pub fn preconstructed(&self) -> impl ExactSizeIterator<Item = &Deck> {
        self.preconstructed.iter().map(|(_, deck)| deck)
    }

    /// The preconstructed deck with this name.
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

/// The Levenshtein distance between two words.
fn edit_distance(one: &str, other: &str) -> usize {
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

/// A reference to a library, which is never freed, so that states can point to it.
#[derive(Clone, Copy)]
pub struct LibraryRef(&'static Library);

static READ: Mutex<Vec<LibraryRef>> = Mutex::new(Vec::new());
static INSTALLED: OnceLock<LibraryRef> = OnceLock::new();

impl LibraryRef {
    /// The current core set alone.
    pub fn core() -> LibraryRef {
        static CORE_SET: OnceLock<LibraryRef> = OnceLock::new();
        *CORE_SET.get_or_init(|| LibraryRef::of(&[]).expect("an embedded core set has no errors"))
    }

    /// The current core set and these packs, in this order. The same packs give the same library.
    pub fn of(packs: &[&'static Pack]) -> Result<LibraryRef, ContentError> {
        Library::of(packs).map(LibraryRef::keep)
    }

    /// The cards of these files alone. The same files give the same library.
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

    /// The library with this hash, if it was built before.
    fn kept(hash: &str) -> Option<LibraryRef> {
        READ.lock().unwrap_or_else(PoisonError::into_inner).iter().find(|it| it.hash == hash).copied()
    }

    /// The library that a log names: a core set of the list, and packs that were read.
    fn find_in(core_sets: &'static [CoreSet], hash: &str) -> Result<LibraryRef, Refusal> {
        let refuse = |message: String| Err(Refusal::new(Code::Log, message));
        if let Some(library) = LibraryRef::kept(hash) {
            return Ok(library);
        }
        let mut hashes = hash.split('+');
        let core = hashes.next().unwrap_or_default();
        let Some(core) = core_sets.iter().find(|set| set.pack().hash == core) else {
            let core = quoted(core);
            return refuse(format!("It was played with a core set that this program does not know: {core}."));
        };
        let mut packs = Vec::new();
        for hash in hashes {
            match Pack::with_hash(hash) {
                Some(pack) if packs.len() < MAX_PACKS && !packs.contains(&pack) => packs.push(pack),
                Some(_) => {
                    return refuse(format!("It names the pack {} twice, or too many packs.", quoted(hash)));
                }
                None => {
                    return refuse(format!(
                        "It was played with a pack that is not loaded: {}. Load it with --packs.",
                        quoted(hash)
                    ));
                }
            }
        }
        let library = Library::with_core(core, &packs).map(LibraryRef::keep);
        library.or_else(|error| refuse(format!("Its packs cannot be combined: {error}.")))
    }

    /// Makes this the library of new matches. It can be called once, before the first match.
    pub fn install(self) {
        assert!(INSTALLED.set(self).is_ok(), "a library can be installed only once, before the first match");
    }

    /// The edition of new matches that are played with this library.
    pub fn edition(self) -> Edition<LibraryRef> {
        Edition { rules: SecureTheRift::FACTS.rules_version, content: self }
    }

    /// The library itself.
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
        match hash {
            Some(hash) => LibraryRef::find_in(&CORE_SETS, hash),
            None => Err(Refusal::new(Code::Log, "The log does not name the cards that it was played with.")),
        }
    }
}
