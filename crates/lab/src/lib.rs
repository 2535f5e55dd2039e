//! Many games at once, and what they show.

pub mod balance;
pub mod report;
pub mod simulate;
pub mod strength;

pub use balance::Balance;
pub use report::Report;
pub use simulate::{Plan, Player, Row, simulate};
