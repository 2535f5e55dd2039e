//! The rules, one test at a time. Each test names the rules that it holds against the code.

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
