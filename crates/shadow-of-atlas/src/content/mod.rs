//! The Orders and planets of a table, which are read from a file.
//!
//! The rules know planets and Orders only by number. Their names and Abilities are data: `read` checks a file and
//! reports what is wrong with it, [`ability`] compiles Abilities into a small flat program, and [`text`] generates the
//! words on the cards.

pub mod ability;
mod read;
pub mod text;

use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

use atlas_core::refusal::quoted;
use atlas_core::{Code, Part, Refusal, Text, ToText};

use crate::cards::{ORDERS, Order, PLANETS, Planet};
use ability::{Program, Step};

pub use atlas_content::ContentError;

/// The text of the current house file, with which new matches are played by default.
pub const HOUSE: &str = include_str!("../../content/house.toml");

/// The name and the text of every house file that matches were ever played with, the current one first.
///
/// When a change of the house file changes its hash, the old file moves to `content/archive`, under the first 12
/// characters of its hash, and is added here. So old matches can always be replayed.
pub const HOUSE_FILES: &[(&str, &str)] = &[("house.toml", HOUSE)];

/// The content of a file.
#[derive(Debug)]
pub struct Content {
    /// The display name.
    pub name: String,
    /// The hash by which logs name the content.
    pub hash: String,
    planets: [PlanetCard; PLANETS],
    orders: [OrderCard; ORDERS],
    pub(crate) program: Program,
}

/// A planet of a file.
#[derive(PartialEq, Eq, Debug)]
pub struct PlanetCard {
    /// The id that sentences use, such as `bracchii-iii`.
    pub id: String,
    /// The display name.
    pub name: String,
}

impl ToText for &PlanetCard {
    fn add_to(self, text: &mut Text) {
        text.push(Part::Thing { thing: self.id.clone(), name: self.name.clone() });
    }
}

/// An Order of a file.
#[derive(PartialEq, Eq, Debug)]
pub struct OrderCard {
    /// The id that sentences use, such as `mors`.
    pub id: String,
    /// The display name.
    pub name: String,
    /// The number of cards.
    pub count: u8,
    /// SA-25: the Ability that is used when the Order is played to a planet.
    pub ability: Vec<Step>,
    /// SA-32: the special Ability of the card in a hand.
    pub in_hand: Option<InHand>,
    /// The rule that describes the Ability.
    pub cite: &'static str,
}

impl ToText for &OrderCard {
    fn add_to(self, text: &mut Text) {
        text.push(Part::Thing { thing: self.id.clone(), name: self.name.clone() });
    }
}

/// SA-32: a special Ability that works only in a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InHand {
    /// The display name, such as `Cloning`.
    pub name: String,
    /// What the card can do.
    pub rule: Special,
    /// The rule that describes it.
    pub cite: &'static str,
}

/// What a card with a special Ability can do in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// SA-90: in an Expand it stands for any Order.
    ExpandWildcard,
    /// SA-91: if it is discarded for a Survey, the Survey is cheaper.
    SurveyDiscount {
        /// The Credits that the Survey then costs.
        cost: u8,
    },
}

impl Content {
    /// The card of an Order.
    pub fn order(&self, order: Order) -> &OrderCard {
        &self.orders[order.index()]
    }

    /// The card of a planet.
    pub fn planet(&self, planet: Planet) -> &PlanetCard {
        &self.planets[planet.index()]
    }

    /// The Order with this id.
    pub fn order_named(&self, id: &str) -> Option<Order> {
        Order::all().find(|order| self.order(*order).id == id)
    }

    /// The planet with this id.
    pub fn planet_named(&self, id: &str) -> Option<Planet> {
        Planet::all().find(|planet| self.planet(*planet).id == id)
    }

    /// SA-90: whether a card of this Order stands for any Order in an Expand.
    #[inline]
    pub(crate) fn is_wild(&self, order: Order) -> bool {
        self.program.wild.contains(order)
    }

    /// SA-91: the cost of a Survey for which this Order is discarded, if it makes a Survey cheaper.
    #[inline]
    pub(crate) fn discount(&self, order: Order) -> Option<u8> {
        self.program.discounts[order.index()]
    }
}

/// A pointer to content that was read.
///
/// Reading the same file twice gives the same pointer, so two of them are compared by address.
#[derive(Clone, Copy)]
pub struct ContentRef(&'static Content);

/// All content that was read. It is never freed, because logs may name any of it.
static READ: Mutex<Vec<ContentRef>> = Mutex::new(Vec::new());
/// The content of new matches, if it is not the house file.
static INSTALLED: OnceLock<ContentRef> = OnceLock::new();

impl ContentRef {
    /// The content of the current house file.
    pub fn house() -> ContentRef {
        static HOUSE_CONTENT: OnceLock<ContentRef> = OnceLock::new();
        *HOUSE_CONTENT.get_or_init(|| ContentRef::read("house.toml", HOUSE).expect("the house file is valid"))
    }

    /// Reads a file and keeps its content for the lifetime of the program. Errors call it `file`.
    pub fn read(file: &str, text: &str) -> Result<ContentRef, ContentError> {
        let content = read::read(file, text)?;
        let mut all = READ.lock().unwrap_or_else(PoisonError::into_inner);
        // The hash does not cover names, so it cannot tell whether the files are the same.
        let is_same = |it: &Content| {
            it.name == content.name && it.planets == content.planets && it.orders == content.orders
        };
        if let Some(same) = all.iter().find(|it| is_same(it)) {
            return Ok(*same);
        }
        let new = ContentRef(Box::leak(Box::new(content)));
        all.push(new);
        Ok(new)
    }

    /// The content with this hash among embedded files, each given by its name and its text.
    pub fn find_in(files: &[(&str, &str)], hash: &str) -> Option<ContentRef> {
        let contents = files
            .iter()
            .map(|(name, text)| ContentRef::read(name, text).expect("an embedded content file is valid"));
        contents.into_iter().find(|content| content.hash == hash)
    }

    /// Makes this the content of new matches. It can be called once, before the first match.
    pub fn install(self) {
        assert!(INSTALLED.set(self).is_ok(), "content is installed once, before the first match");
    }
}

impl Default for ContentRef {
    fn default() -> ContentRef {
        INSTALLED.get().copied().unwrap_or_else(ContentRef::house)
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
        write!(f, "{}", self.name)
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
        // Files that differ only in names have the same hash. The content in use is preferred.
        let preferred = [ContentRef::default(), ContentRef::house()];
        let read = READ.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let known = preferred.into_iter().chain(read).find(|it| it.0.hash == hash);
        known.or_else(|| ContentRef::find_in(HOUSE_FILES, hash)).ok_or_else(|| {
            let short: String = hash.chars().take(12).collect();
            let message = format!(
                "The match was played with other Orders: load the content file whose hash begins with {} (--content).",
                quoted(&short)
            );
            Refusal::new(Code::Log, message)
        })
    }
}
