//! The one list of games.
//!
//! Whoever learns the game's name at run time comes here: [`find`] gives an [`Entry`] that opens tables,
//! and [`visit`] runs code that is generic over games.

use atlas_bots::BotTable;
use atlas_core::log::Header;
use atlas_core::play::read_options;
use atlas_core::refusal::quoted;
use atlas_core::{Code, Content, Facts, Game, Log, Match, Refusal, Rulebook, Secret};
use atlas_enchanted_lands::EnchantedLands;
use atlas_secure_the_rift::pack::{File, MOST_PACKS};
use atlas_secure_the_rift::{LibraryRef, Pack, SecureTheRift};
use atlas_shadow_of_atlas::{ContentRef, ShadowOfAtlas};
use serde_json::Value;

/// A match that was seated, or why it was not.
pub type Seated = Result<Box<dyn BotTable>, Refusal>;

/// A game of the catalog, and how to sit down to it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What is true of the game.
    pub facts: Facts,
    /// Its rule book.
    pub rules: Rulebook,
    /// The hash of the files that new matches are played with, if it has any.
    pub content: fn() -> Option<String>,
    /// Seats a new match: options (null for the usual ones), seats, the table's secret, the seats' words.
    pub start: fn(&Value, u8, Secret, Vec<String>) -> Seated,
    /// Seats a match that begins from a position.
    pub load: fn(&Value, Secret) -> Seated,
    /// Seats the match of a header again, before its first entry, with the content that it names.
    pub begin: fn(&Header, Secret) -> Seated,
    /// The match that a revealed log records, with every action judged again.
    pub replay: fn(&Log) -> Seated,
}

impl Entry {
    const fn of<G: Game>(rules: Rulebook) -> Entry {
        Entry {
            facts: G::FACTS,
            rules,
            content: || G::Content::default().hash(),
            start: |options, seats, secret, words| {
                let game = Match::<G>::new(
                    G::Content::default(),
                    read_options::<G>(options)?,
                    seats,
                    secret,
                    words,
                )?;
                Ok(Box::new(game))
            },
            load: |position, secret| {
                Ok(Box::new(Match::<G>::from_position(G::Content::default(), position, secret)?))
            },
            begin: |header, secret| Ok(Box::new(Match::<G>::begun(header, secret)?)),
            replay: |log| Ok(Box::new(Match::<G>::replay(log)?)),
        }
    }
}

/// Code that can be run for any game.
pub trait Visitor {
    /// What it gives.
    type Output;

    /// Runs it for one game.
    fn visit<G: Game>(self) -> Self::Output;
}

macro_rules! games {
    ($($game:ty: $rules:path),+ $(,)?) => {
        /// Every game, in the order they are shown.
        pub const GAMES: &[Entry] = &[$(Entry::of::<$game>($rules)),+];

        /// Runs code for the game of this name.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Result<V::Output, Refusal> {
            $(if id == <$game>::FACTS.id {
                return Ok(visitor.visit::<$game>());
            })+
            Err(unknown(id))
        }
    };
}

games! {
    EnchantedLands: atlas_enchanted_lands::RULES,
    ShadowOfAtlas: atlas_shadow_of_atlas::RULES,
    SecureTheRift: atlas_secure_the_rift::RULES,
}

/// The game of this name.
pub fn find(id: &str) -> Result<&'static Entry, Refusal> {
    GAMES.iter().find(|game| game.facts.id == id).ok_or_else(|| unknown(id))
}

fn unknown(id: &str) -> Refusal {
    let known: Vec<&str> = GAMES.iter().map(|game| game.facts.id).collect();
    Refusal::new(Code::Game, format!("there is no game called {}; there is {}", quoted(id), known.join(", ")))
}

/// The match that the text of a file records, proved genuine: hashes, seed, every action and the result.
pub fn replay(text: &str) -> Seated {
    let log = Log::from_text(text)?;
    (find(&log.header.game)?.replay)(&log)
}

/// A content file: what it is called, and its text.
pub type ContentFile = (String, String);

/// Reads content files, to be said once, before the first match. New matches are played with the first; the
/// others are there for records and stored matches that were played with them.
///
/// In the Shadow of Atlas is the one game that can be played with a file of somebody's own.
pub fn load_content(files: &[ContentFile]) -> Result<(), Refusal> {
    let read = |(file, text): &ContentFile| {
        ContentRef::read(file, text).map_err(|error| Refusal::new(Code::Request, error.to_string()))
    };
    let contents = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    if let Some(first) = contents.first() {
        first.install();
    }
    Ok(())
}

/// A pack of cards: its `pack.toml`, and its card files.
#[derive(Clone, Debug)]
pub struct PackFiles {
    /// What says whose cards these are.
    pub manifest: ContentFile,
    /// The cards.
    pub cards: Vec<ContentFile>,
}

impl PackFiles {
    /// The pack that these files are. It is kept for good.
    pub fn read(&self) -> Result<&'static Pack, Refusal> {
        fn file((name, text): &ContentFile) -> File<'_> {
            (name, text)
        }
        let cards: Vec<File<'_>> = self.cards.iter().map(file).collect();
        Pack::read(file(&self.manifest), &cards)
            .map_err(|error| Refusal::new(Code::Request, error.to_string()))
    }
}

/// Reads packs, to be said once, before the first match. New matches are played with the core set and these, in
/// this order; but of two with one id only with the first: the other is there for records and stored matches that
/// were played with it.
///
/// Secure the Rift is the one game that can be played with more cards.
pub fn load_packs(packs: &[PackFiles]) -> Result<(), Refusal> {
    let refuse = |message: String| Err(Refusal::new(Code::Request, message));
    let mut played: Vec<&'static Pack> = Vec::new();
    for pack in packs {
        let pack = pack.read()?;
        if played.iter().all(|it| it.id != pack.id) {
            played.push(pack);
        }
    }
    if played.len() > MOST_PACKS {
        return refuse(format!(
            "a match is played with at most {MOST_PACKS} packs, not with {}",
            played.len()
        ));
    }
    match LibraryRef::of(&played) {
        Ok(library) if !played.is_empty() => library.install(),
        Ok(_) => {}
        Err(error) => return refuse(error.to_string()),
    }
    Ok(())
}

/// The rule book that an id such as `EL-23` belongs to.
pub fn book_of(id: &str) -> Option<&'static Entry> {
    let prefix = id.split('-').next()?;
    GAMES.iter().find(|game| game.rules.prefix.eq_ignore_ascii_case(prefix))
}
