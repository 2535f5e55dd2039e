//! Atlas: Enchanted Lands. The rule book is `docs/rules/enchanted-lands.md`; ids such as `EL-23` in this crate refer to
//! its rules.
//!
//! Read [`state`] for the course of a turn, and [`board`] for what a Time and a Place are.

pub mod action;
pub mod board;
pub mod card;
pub mod example;
mod explain;
mod insight;
mod legal;
pub mod position;
mod remark;
pub mod state;
mod study;
mod tell;
pub mod view;

pub use action::{Action, Side, Stack};
pub use card::{Card, Cards, Suit};
pub use state::{EnchantedLands, Event, Options};
pub use view::{Face, Placed, View};

use atlas_core::Rulebook;

/// The rule book.
pub const RULES: Rulebook =
    Rulebook { prefix: "EL", text: include_str!("../../../docs/rules/enchanted-lands.md") };
