//! The rules of In the Shadow of Atlas.
//!
//! The rule book is `docs/rules/shadow-of-atlas.md`; ids such as `SA-23` in this crate refer to it. Read [`state`] for
//! the course of a turn, `resolve` for what happens when an Order is played, and [`content`] for how Orders are defined
//! in files.

pub mod action;
pub mod cards;
pub mod content;
pub mod example;
mod explain;
mod insight;
mod legal;
pub mod position;
mod preview;
mod remark;
mod resolve;
pub mod state;
mod study;
mod tell;
pub mod view;

pub use action::Action;
pub use cards::{Order, Planet};
pub use content::{Content, ContentError, ContentRef};
pub use state::{Ending, Options, ShadowOfAtlas};
pub use tell::Event;
pub use view::View;

use atlas_core::Rulebook;

/// The rule book.
pub const RULES: Rulebook =
    Rulebook { prefix: "SA", text: include_str!("../../../docs/rules/shadow-of-atlas.md") };
