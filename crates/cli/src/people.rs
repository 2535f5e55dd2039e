//! The players of a table in the terminal.

use atlas_bots::Level;
use atlas_core::{Seed, Text};
use atlas_lab::Player;
use serde_json::Value;

/// A player in the terminal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Person {
    Human,
    Bot(&'static Level),
}

impl Person {
    pub(crate) fn read(word: &str) -> Result<Person, String> {
        if word == "human" {
            return Ok(Person::Human);
        }
        match Player::read(word) {
            Ok(Player::Bot(level)) => Ok(Person::Bot(level)),
            Ok(Player::Program(_)) => Err("programs can play in `atlas sim`, not here".to_owned()),
            Err(refusal) => Err(format!("{} For a person, choose human.", refusal.message)),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Person::Human => "human",
            Person::Bot(level) => level.name,
        }
    }
}

/// The seed of `--seed`, or a random one.
pub(crate) fn seed(text: Option<&str>) -> Result<Seed, String> {
    match text {
        None => Ok(atlas_protocol::engine::fresh_seed()),
        Some(text) => match text.parse::<u64>() {
            Ok(number) => Ok(Seed::from(number)),
            Err(_) => text
                .parse()
                .map_err(|_| format!("--seed is a whole number or 64 hexadecimal digits, not {text:?}")),
        },
    }
}

/// The options of `--options`.
pub(crate) fn options(text: Option<&str>) -> Result<Value, String> {
    text.map_or(Ok(Value::Null), |text| {
        serde_json::from_str(text).map_err(|error| format!("--options is not JSON: {error}"))
    })
}

/// A text in which each seat is followed by the player's name.
pub(crate) fn with_names(text: &Text, names: &[String]) -> String {
    text.to_string_with(|seat| format!("{seat} ({})", names[seat.index()]))
}
