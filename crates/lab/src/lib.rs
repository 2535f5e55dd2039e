//! Many games at once, and what they show.

pub mod report;
pub mod simulate;
pub mod strength;

pub use report::Report;
pub use simulate::{Plan, Player, Row, simulate};
