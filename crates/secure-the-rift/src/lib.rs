//! The rules of Secure the Rift. Ids such as `SR-44` refer to the rule book, `docs/rules/secure-the-rift.md`.
//!
//! `turn` contains the course of a turn, `announce` how cards are played, `conclude` what their effects do, `attack`
//! and `damage` the battle, and [`pack`] where cards come from.

pub mod action;
mod announce;
mod attack;
mod characteristics;
mod conclude;
mod damage;
mod damage_modifiers;
pub mod deck;
mod evaluate;
mod event;
pub mod example;
mod explain;
mod imagine;
mod insight;
mod interchangeable;
mod legal;
mod loop_detection;
mod names;
mod notation;
pub mod pack;
mod position;
pub mod probe;
mod question;
mod remark;
pub mod state;
mod study;
mod things;
mod turn;
pub mod view;
mod zones;

pub use action::Action;
pub use deck::{Deck, DeckError};
pub use event::Event;
pub use pack::{Library, LibraryRef, Pack};
pub use state::{Options, SecureTheRift};
pub use things::Thing;
pub use view::View;

use atlas_core::Rulebook;

/// The rule book.
pub const RULES: Rulebook =
    Rulebook { prefix: "SR", text: include_str!("../../../docs/rules/secure-the-rift.md") };
