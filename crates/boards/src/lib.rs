//! How games are drawn. Everything here starts from a view, never from a state, so nothing hidden can slip
//! into a picture.

pub mod enchanted_lands;

use atlas_core::refusal::quoted;
use atlas_core::{Code, Facts, Refusal, Seat};
use maud::Markup;
use serde::Deserialize;
use serde_json::Value;

/// A view of a game as text for a terminal. `names` are the players' names by seat.
pub fn text(game: &Facts, view: &Value, names: &[String]) -> Result<String, Refusal> {
    match game.id {
        "enchanted-lands" => read(view).map(|view| enchanted_lands::text(&view, names)),
        other => Err(undrawn(other)),
    }
}

/// Who looks at a table, and what the seats are called.
#[derive(Clone, Copy, Debug)]
pub struct Seating<'a> {
    /// The players' names by seat.
    pub names: &'a [String],
    /// The seat of the one who looks, if they play.
    pub own: Option<Seat>,
}

/// The style sheet of all boards.
pub const STYLE: &str = include_str!("../assets/enchanted-lands.css");

/// A picture of a game for a list of games.
pub fn cover(game: &Facts) -> Result<Markup, Refusal> {
    match game.id {
        "enchanted-lands" => Ok(enchanted_lands::page::cover()),
        other => Err(undrawn(other)),
    }
}

/// A view of a game as HTML for a page.
///
/// The page must carry [`STYLE`]. There is no script and no `style` attribute in it. Buttons have the words of
/// sentences in `data-token`; a script may give them the classes `lit`, `picked` and `dim`, and `fresh` to
/// anything that has a `data-thing`.
pub fn html(game: &Facts, view: &Value, seating: &Seating<'_>) -> Result<Markup, Refusal> {
    match game.id {
        "enchanted-lands" => read(view).map(|view| enchanted_lands::page::html(&view, seating)),
        other => Err(undrawn(other)),
    }
}

/// What a newcomer is told now, about the table that they see: one thing at a time in their first turns, and
/// something to look at while others think. Nothing when there is nothing to say, or nothing left to learn.
///
/// `own_moves` is how often the seat that looks has acted, and `legal` what it may do.
pub fn guide(
    game: &Facts,
    view: &Value,
    seating: &Seating<'_>,
    own_moves: usize,
    legal: &[String],
) -> Option<Markup> {
    match game.id {
        "enchanted-lands" => enchanted_lands::guide::guide(&read(view).ok()?, seating, own_moves, legal),
        _ => None,
    }
}

fn undrawn(game: &str) -> Refusal {
    Refusal::new(Code::Game, format!("nobody has drawn {} yet", quoted(game)))
}

fn read<'de, V: Deserialize<'de>>(view: &'de Value) -> Result<V, Refusal> {
    V::deserialize(view).map_err(|error| Refusal::new(Code::Request, format!("this is not a view: {error}")))
}
