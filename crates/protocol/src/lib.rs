//! The text protocols for programs, documented in `docs/protocol.md`: JSON, one message per line.
//!
//! [`engine`] lets a program drive whole games; [`seat`] gives it one seat of a match.

pub mod engine;
pub mod lines;
pub mod probe;
pub mod seat;

/// The version of both protocols.
pub const PROTOCOL: u32 = 1;
