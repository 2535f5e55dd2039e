//! Tests of the rules. Each test names the rules that it checks.

mod actions;
mod building;
mod cards;
mod components;
mod content;
mod councilors;
mod ending;
mod energy;
mod few_players;
mod misfortunes;
mod notation;
mod placing;
mod positions;
mod rulings;
mod setup;
mod specials;
mod table;
mod views;
mod wrath;
