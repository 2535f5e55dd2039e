//! Tests of the rules. Each test names the rules that it checks.

mod abilities;
mod actions;
mod chance;
mod content;
mod ending;
mod examples;
#[path = "../graft/mod.rs"]
mod graft;
mod information;
mod invariants;
mod nesting;
mod notation;
mod orders;
mod playing;
mod positions;
mod preview;
mod reasons;
mod remarks;
mod rulings;
mod setup;
mod tables;
mod terms;
mod turn;
mod vectors;
mod views;
