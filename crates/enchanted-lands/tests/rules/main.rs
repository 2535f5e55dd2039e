//! Tests of the rules. Each test cites the rules that it checks.

mod board;
mod chance;
mod ending;
mod information;
mod invariants;
mod place;
mod positions;
mod preview;
mod reasons;
mod remarks;
mod resolving;
mod rulings;
mod setup;
mod tables;
mod time;
mod turn;
mod vectors;
