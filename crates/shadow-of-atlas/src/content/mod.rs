//! The Orders and planets, read from one file.
//!
//! The rules know planets and Orders by number only; what they are called and what an Ability does is
//! data. `read` checks a file and says what is wrong with it, [`ability`] turns Abilities into a small flat
//! program, [`text`] turns them into the words that players read.

pub mod ability;
mod read;
pub mod text;

use std::fmt;
use std::sync::{Mutex, OnceLock, PoisonError};

use atlas_core::refusal::quoted;
use atlas_core::{Code, Refusal};

use crate::cards::{ORDERS, Order, PLANETS, Planet};
use ability::{Code as Program, Step};

pub use atlas_content::ContentError;

/// The file that is used when no other is given.
pub const HOUSE: &str = include_str!("../../content/house.toml");

/// What a file says.
#[derive(Debug)]
pub struct Content {
    /// The name of the whole.
    pub name: String,
    /// The hash of the file, which logs know it by.
    pub hash: String,
    planets: [PlanetCard; PLANETS],
    orders: [OrderCard; ORDERS],
    pub(crate) program: Program,
}

/// A planet, as the file has it.
#[derive(PartialEq, Eq, Debug)]
pub struct PlanetCard {
    /// The word in sentences, such as `bracchii-iii`.
    pub id: String,
    /// The name for people.
    pub name: String,
}

/// An Order, as the file has it.
#[derive(PartialEq, Eq, Debug)]
pub struct OrderCard {
    /// The word in sentences, such as `mors`.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// How many cards there are of it.
    pub count: u8,
    /// SA-25: what happens when it is played to a planet.
    pub ability: Vec<Step>,
    /// SA-32: what it can do while it is in a hand.
    pub in_hand: Option<InHand>,
    /// The rule that tells about the Ability.
    pub cite: &'static str,
}

/// SA-32: a special Ability that works only in a hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InHand {
    /// What it is called, such as `Cloning`.
    pub name: String,
    /// What it does.
    pub rule: Special,
    /// The rule that tells about it.
    pub cite: &'static str,
}

/// What a card can do in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// SA-90: in an Expand it stands for any Order.
    ExpandWildcard,
    /// SA-91: discarded for a Survey, it makes it cost this much.
    SurveyDiscount {
        /// The Credits that the Survey then costs.
        cost: u8,
    },
}

impl Content {
    /// The Order's card.
    pub fn order(&self, order: Order) -> &OrderCard {
        &self.orders[order.index()]
    }

    /// The planet's card.
    pub fn planet(&self, planet: Planet) -> &PlanetCard {
        &self.planets[planet.index()]
    }

    /// The Order of this name.
    pub fn order_named(&self, id: &str) -> Option<Order> {
        Order::all().find(|order| self.order(*order).id == id)
    }

    /// The planet of this name.
    pub fn planet_named(&self, id: &str) -> Option<Planet> {
        Planet::all().find(|planet| self.planet(*planet).id == id)
    }

    /// SA-90: whether a card of this Order stands for any Order in an Expand.
    #[inline]
    pub(crate) fn is_wild(&self, order: Order) -> bool {
        self.program.wild.contains(order)
    }

    /// SA-91: what a Survey costs with this Order discarded for it.
    #[inline]
    pub(crate) fn discount(&self, order: Order) -> Option<u8> {
        self.program.discounts[order.index()]
    }
}

/// Content that was read, for states to point to.
///
/// Reading the same file twice gives the same pointer, so comparing two is comparing their addresses.
#[derive(Clone, Copy)]
pub struct ContentRef(&'static Content);

/// Everything that was read, for good: logs may name any of it.
static READ: Mutex<Vec<ContentRef>> = Mutex::new(Vec::new());
/// What new matches are played with, if not with the house's.
static INSTALLED: OnceLock<ContentRef> = OnceLock::new();

impl ContentRef {
    /// The house's Orders.
    pub fn house() -> ContentRef {
        static HOUSE_READ: OnceLock<ContentRef> = OnceLock::new();
        *HOUSE_READ.get_or_init(|| ContentRef::read("house.toml", HOUSE).expect("the house's file is right"))
    }

    /// Reads a file and keeps what it says for good. `file` is what errors call it.
    pub fn read(file: &str, text: &str) -> Result<ContentRef, ContentError> {
        let content = read::read(file, text)?;
        let mut all = READ.lock().unwrap_or_else(PoisonError::into_inner);
        // The hash leaves names out, and names are part of what a file says.
        let says = |it: &Content| {
            it.name == content.name && it.planets == content.planets && it.orders == content.orders
        };
        if let Some(same) = all.iter().find(|it| says(it)) {
            return Ok(*same);
        }
        let new = ContentRef(Box::leak(Box::new(content)));
        all.push(new);
        Ok(new)
    }

    /// From now on new matches are played with this. It can be said once, before the first match.
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
        let refuse = |what: String| Err(Refusal::new(Code::Log, what));
        let Some(hash) = hash else {
            return refuse("it does not say which content it was played with".to_owned());
        };
        // Files that differ in names only have the same hash: then the one in use is meant.
        let usual = [ContentRef::default(), ContentRef::house()];
        let all = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = usual.iter().chain(all.iter()).find(|it| it.0.hash == hash) {
            return Ok(*found);
        }
        let short: String = hash.chars().take(12).collect();
        refuse(format!(
            "it was played with other Orders than these: the content file whose hash begins with {} is needed \
             (--content)",
            quoted(&short)
        ))
    }
}
