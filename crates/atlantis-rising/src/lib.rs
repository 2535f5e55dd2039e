//! The rules of Atlantis Rising.
//!
//! The rule book is `docs/rules/atlantis-rising.md`; ids such as `AR-43` in this crate refer to it. Read [`state`] for
//! what is on a table and what it can ask, `round` for the course of a round, and [`content`] for how tiles, cards and
//! components are defined in files.

mod act;
pub mod action;
mod answer;
mod build;
pub mod content;
mod energy;
mod explain;
mod flood;
mod insight;
mod legal;
mod place;
pub mod position;
mod preview;
mod round;
pub mod setup;
pub mod state;
mod study;
mod tell;
pub mod things;
pub mod view;

pub use action::Action;
pub use content::{Content, ContentError, ContentRef};
pub use setup::{Options, Selection};
pub use state::{AtlantisRising, Ending};
pub use tell::Event;
pub use view::View;

use atlas_core::Rulebook;

/// The rule book.
pub const RULES: Rulebook =
    Rulebook { prefix: "AR", text: include_str!("../../../docs/rules/atlantis-rising.md") };
