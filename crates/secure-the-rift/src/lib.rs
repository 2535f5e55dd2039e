//! Secure the Rift. The rules are told in `docs/rules/secure-the-rift.md`; ids such as `SR-44` in this crate are
//! theirs.
//!
//! Read `turn` for a turn and its steps, `announce` for how a card is played, `conclude` for what it does,
//! `attack` and `damage` for a battle, and [`pack`] for where the cards come from.

pub mod action;
mod alike;
mod announce;
mod attack;
mod conclude;
mod damage;
pub mod deck;
mod endless;
pub mod example;
mod explain;
mod figure;
mod insight;
mod legal;
mod notation;
pub mod pack;
mod position;
pub mod probe;
mod remark;
pub mod state;
mod tell;
mod things;
mod turn;
pub mod view;
mod wards;
mod zones;

pub use action::Action;
pub use deck::{Deck, DeckError};
pub use pack::{Library, LibraryRef, Pack};
pub use state::{Options, SecureTheRift};
pub use tell::Event;
pub use things::Thing;
pub use view::View;

use atlas_core::Rulebook;

/// The rule book.
pub const RULES: Rulebook =
    Rulebook { prefix: "SR", text: include_str!("../../../docs/rules/secure-the-rift.md") };
