//! The text protocols for programs, taught in `docs/protocol.md`: JSON, one message a line.
//!
//! [`engine`] gives a program whole games to drive; [`seat`] gives it one seat of a match.

pub mod engine;
pub mod lines;
pub mod probe;
pub mod seat;

/// The version of both protocols.
pub const PROTOCOL: u32 = 1;
