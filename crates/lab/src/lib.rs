//! Simulation of many games, and reports about them.

pub mod balance;
pub mod builds;
pub mod report;
pub mod simulate;
pub mod strength;

pub use balance::Balance;
pub use report::Report;
pub use simulate::{Plan, Player, Row, simulate, simulate_game};
