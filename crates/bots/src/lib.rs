//! Bots for any game.
//!
//! A bot gets [`Eyes`](atlas_core::Eyes): what its seat sees, what it may do, and imagined states that could be the true
//! one. It never gets the true state, so it cannot cheat, not even by mistake.

pub mod level;
pub mod search;
pub mod table;

pub use level::{Budget, LEVELS, Level, Thought, think};
pub use table::BotTable;
