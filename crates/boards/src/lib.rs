//! How games are drawn. Everything here starts from a view, never from a state, so nothing hidden can slip
//! into a picture.

pub mod enchanted_lands;

use atlas_core::refusal::quoted;
use atlas_core::{Code, Facts, Refusal};
use serde::Deserialize;
use serde_json::Value;

/// A view of a game as text for a terminal. `names` are the players' names by seat.
pub fn text(game: &Facts, view: &Value, names: &[String]) -> Result<String, Refusal> {
    match game.id {
        "enchanted-lands" => read(view).map(|view| enchanted_lands::text(&view, names)),
        other => Err(Refusal::new(Code::Game, format!("nobody has drawn {} yet", quoted(other)))),
    }
}

fn read<'de, V: Deserialize<'de>>(view: &'de Value) -> Result<V, Refusal> {
    V::deserialize(view).map_err(|error| Refusal::new(Code::Request, format!("this is not a view: {error}")))
}
