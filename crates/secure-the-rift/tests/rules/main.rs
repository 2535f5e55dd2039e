//! The rules, one test at a time. Each test names the rules that it holds against the code.

mod attack;
mod awkward;
mod damage;
mod ending;
mod invariants;
mod keywords;
mod language;
mod playing;
mod rulings;
mod sequence;
mod setup;
mod several;
mod table;
mod turn;
mod vectors;
mod zones;
