//! Tests of the rules. Each test names the rules that it checks.

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
mod words;
mod zones;
