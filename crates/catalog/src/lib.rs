//! The list of games.
//!
//! Code that learns a game's name at run time asks a [`Catalog`]: [`find`] returns a [`GameEntry`] that opens tables, and
//! [`visit`] runs code that is generic over games. [`GAMES`] is the catalog of the product; tests may make others.

use atlas_atlantis_rising::AtlantisRising;
use atlas_boards::{Board, BoardTable};
use atlas_bots::BotTable;
use atlas_core::log::Header;
use atlas_core::play::read_options;
use atlas_core::refusal::quoted;
use atlas_core::{
    Code, Content, Edition, Facts, Game, Insight, Log, Match, Refusal, Rulebook, Secret, Study,
};
use atlas_enchanted_lands::EnchantedLands;
use atlas_secure_the_rift::pack::{File, MAX_PACKS};
use atlas_secure_the_rift::{LibraryRef, Pack, SecureTheRift};
use atlas_shadow_of_atlas::{ContentRef, ShadowOfAtlas};
use maud::Markup;
use serde_json::Value;

/// A match of any game: it can be played, searched by bots and drawn.
pub trait GameTable: BotTable + BoardTable {
    /// An independent copy.
    fn fork(&self) -> Box<dyn GameTable>;
}

impl<G: Insight + Board> GameTable for Match<G> {
    fn fork(&self) -> Box<dyn GameTable> {
        Box::new(self.clone())
    }
}

/// A new table, or the reason why there is none.
pub type Opened = Result<Box<dyn GameTable>, Refusal>;

/// A game of a catalog: its facts, and functions that open tables and draw it.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// The constant facts of the game.
    pub facts: Facts,
    /// The rule book.
    pub rules: Rulebook,
    /// The hash of the content of new matches, if the game has content.
    pub content: fn() -> Option<String>,
    /// Opens a new match: options (null for the default), number of seats, the table's secret, the seats' words.
    pub start: fn(&Value, u8, Secret, Vec<String>) -> Opened,
    /// Opens a match that begins from a position.
    pub load: fn(&Value, Secret) -> Opened,
    /// Opens the match of a header before its first entry, by the rules version and with the content that it names.
    pub begin: fn(&Header, Secret) -> Opened,
    /// Replays the match of a revealed log. Every action is judged again.
    pub replay: fn(&Log) -> Opened,
    /// The picture of the game.
    pub cover: fn() -> Markup,
    /// The drawings that boards refer to, which a page with a board must contain once; `None` if the game is played only
    /// in the terminal and by programs.
    pub defs: Option<fn() -> Markup>,
    /// A worked example of the rule book as a board; `None` if it cannot be drawn.
    pub example: fn(&str) -> Option<Markup>,
}

impl GameEntry {
    /// The entry of a game with this rule book.
    pub const fn of<G: Insight + Board>(rules: Rulebook) -> GameEntry {
        GameEntry {
            facts: G::FACTS,
            rules,
            content: || G::Content::default().hash(),
            start: |options, seats, secret, words| {
                let options = read_options::<G>(options)?;
                Ok(Box::new(Match::<G>::new(Edition::newest::<G>(), options, seats, secret, words)?))
            },
            load: |position, secret| {
                Ok(Box::new(Match::<G>::from_position(Edition::newest::<G>(), position, secret)?))
            },
            begin: |header, secret| Ok(Box::new(Match::<G>::begun(header, secret)?)),
            replay: |log| Ok(Box::new(Match::<G>::replay(log)?)),
            cover: G::COVER,
            defs: match G::PAGE {
                Some(page) => Some(page.defs),
                None => None,
            },
            example: atlas_boards::example::<G>,
        }
    }
}

/// A list of games.
#[derive(Clone, Copy, Debug)]
pub struct Catalog(pub &'static [GameEntry]);

impl Catalog {
    /// The games, in the order in which they are shown.
    pub fn games(self) -> &'static [GameEntry] {
        self.0
    }

    /// The game with this id.
    pub fn find(self, id: &str) -> Result<&'static GameEntry, Refusal> {
        self.0.iter().find(|game| game.facts.id == id).ok_or_else(|| {
            let known: Vec<&str> = self.0.iter().map(|game| game.facts.id).collect();
            let message =
                format!("There is no game called {}. The games are {}.", quoted(id), known.join(", "));
            Refusal::new(Code::Game, message)
        })
    }

    /// Replays the text of a record file and proves it genuine: hashes, seed, every action and the result.
    pub fn replay(self, text: &str) -> Opened {
        let log = Log::from_text(text)?;
        (self.find(&log.header.game)?.replay)(&log)
    }

    /// The game whose rule book has the rule with this id, such as `EL-23`.
    pub fn game_of_rule(self, id: &str) -> Option<&'static GameEntry> {
        let prefix = id.split('-').next()?;
        self.0.iter().find(|game| game.rules.prefix.eq_ignore_ascii_case(prefix))
    }
}

/// Code that can run for any game.
pub trait Visitor {
    /// The result.
    type Output;

    /// Runs the code for one game.
    fn visit<G: Insight + Study>(self) -> Self::Output;
}

macro_rules! games {
    ($($game:ty: $rules:path),+ $(,)?) => {
        // A static, so that only this crate compiles the tables of all games, and not each crate that uses the list.
        static ENTRIES: [GameEntry; [$(<$game>::FACTS.id),+].len()] = [$(GameEntry::of::<$game>($rules)),+];

        /// Every game of the product.
        pub const GAMES: Catalog = Catalog(&ENTRIES);

        /// Runs code for the game with this id.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Result<V::Output, Refusal> {
            $(if id == <$game>::FACTS.id {
                return Ok(visitor.visit::<$game>());
            })+
            Err(GAMES.find(id).expect_err("every game of the catalog can be visited"))
        }
    };
}

games! {
    EnchantedLands: atlas_enchanted_lands::RULES,
    ShadowOfAtlas: atlas_shadow_of_atlas::RULES,
    SecureTheRift: atlas_secure_the_rift::RULES,
    AtlantisRising: atlas_atlantis_rising::RULES,
}

/// The game with this id, in the catalog of the product.
pub fn find(id: &str) -> Result<&'static GameEntry, Refusal> {
    GAMES.find(id)
}

/// Replays the text of a record file of a game of the product.
pub fn replay(text: &str) -> Opened {
    GAMES.replay(text)
}

/// A content file: its name and its text.
pub type ContentFile = (String, String);

/// Reads content files. Call it once, before the first match. New matches are played with the first file; the others are
/// for records and stored matches that were played with them.
///
/// Only In the Shadow of Atlas can be played with custom content files.
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

/// The files of a pack of cards.
#[derive(Clone, Debug)]
pub struct PackFiles {
    /// The manifest, `pack.toml`.
    pub manifest: ContentFile,
    /// The card files.
    pub cards: Vec<ContentFile>,
}

impl PackFiles {
    /// Reads the pack. It is never freed.
    pub fn read(&self) -> Result<&'static Pack, Refusal> {
        fn file((name, text): &ContentFile) -> File<'_> {
            (name, text)
        }
        let cards: Vec<File<'_>> = self.cards.iter().map(file).collect();
        Pack::read(file(&self.manifest), &cards)
            .map_err(|error| Refusal::new(Code::Request, error.to_string()))
    }
}

/// Reads packs. Call it once, before the first match. New matches are played with the core set and these packs, in this
/// order. If several packs have the same id, only the first is used for new matches; the others are for records and
/// stored matches that were played with them.
///
/// Only Secure the Rift can be played with packs.
pub fn load_packs(packs: &[PackFiles]) -> Result<(), Refusal> {
    let refuse = |message: String| Err(Refusal::new(Code::Request, message));
    let mut played: Vec<&'static Pack> = Vec::new();
    for pack in packs {
        let pack = pack.read()?;
        if played.iter().all(|it| it.id != pack.id) {
            played.push(pack);
        }
    }
    if played.len() > MAX_PACKS {
        return refuse(format!(
            "A match is played with at most {MAX_PACKS} packs, not with {}.",
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
