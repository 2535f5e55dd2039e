//! How games are drawn. Everything here starts from a view, never from a state, so nothing hidden can slip
//! into a picture.

pub mod enchanted_lands;
mod guide;
pub mod secure_the_rift;
pub mod shadow_of_atlas;

use std::fmt::Write;

use atlas_core::refusal::quoted;
use atlas_core::{Code, Facts, News, Refusal, Seat};
use maud::Markup;
use serde::Deserialize;
use serde_json::Value;

/// A view of a game as text. `names` are the players' names by seat, and `first` is the number of the first
/// seat: 0 in the terminal, as in sentences and logs, and 1 on pages.
pub fn text(game: &Facts, view: &Value, names: &[String], first: u8) -> Result<String, Refusal> {
    match game.id {
        "enchanted-lands" => read(view).map(|view| enchanted_lands::text(&view, names, first)),
        "shadow-of-atlas" => read(view).map(|view| shadow_of_atlas::text(&view, names, first)),
        "secure-the-rift" => read(view).and_then(|view| secure_the_rift::text(&view, names, first)),
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

/// Whether there is a board of the game for a page. Without one it is played in the terminal and by programs.
pub fn has_page(game: &Facts) -> bool {
    cover(game).is_ok()
}

/// The style sheet of all boards.
pub const STYLE: &str = concat!(
    include_str!("../assets/enchanted-lands.css"),
    include_str!("../assets/shadow-of-atlas.css"),
    include_str!("../assets/tokens.css"),
);

/// A picture of a game for a list of games, with the drawings it is made of.
pub fn cover(game: &Facts) -> Result<Markup, Refusal> {
    match game.id {
        "enchanted-lands" => Ok(enchanted_lands::page::cover()),
        "shadow-of-atlas" => Ok(shadow_of_atlas::page::cover()),
        other => Err(undrawn(other)),
    }
}

/// The drawings that boards and cards of this game are made of. A page that shows one must carry them once,
/// outside of what changes.
pub fn defs(game: &Facts) -> Result<Markup, Refusal> {
    match game.id {
        "enchanted-lands" => Ok(enchanted_lands::scene::defs()),
        "shadow-of-atlas" => Ok(shadow_of_atlas::page::defs()),
        other => Err(undrawn(other)),
    }
}

/// A view of a game as HTML for a page, without anything that just happened: see [`html_after`].
pub fn html(game: &Facts, view: &Value, seating: &Seating<'_>) -> Result<Markup, Refusal> {
    html_after(game, view, seating, &[])
}

/// A view of a game as HTML for a page, on which what the viewer was told last can be seen: `fresh` cards, what
/// was completed, whose chips were right or wrong.
///
/// The page must carry [`STYLE`], and [`defs`] once. There is no script and no `style` attribute in it. Buttons
/// have words of sentences in `data-token`, one or more; a script may give them the classes `lit`, `picked` and
/// `dim`. What can move from one picture to the next, such as cards, has a name in `data-thing`, and what has just
/// come names in `data-from` the things it may have been before. A list with `data-since` tells what just happened;
/// a script may put what was told before in front of it.
pub fn html_after(
    game: &Facts,
    view: &Value,
    seating: &Seating<'_>,
    news: &[News],
) -> Result<Markup, Refusal> {
    match game.id {
        "enchanted-lands" => read(view).map(|view| enchanted_lands::page::html(&view, seating, news)),
        "shadow-of-atlas" => read(view).and_then(|view| shadow_of_atlas::page::html(&view, seating, news)),
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
        "shadow-of-atlas" => shadow_of_atlas::guide::guide(&read(view).ok()?, seating, own_moves, legal),
        _ => None,
    }
}

/// A text in which seats are called `seat 0` and so on, as people read it: with the names of those who sit there,
/// or counted from 1 where no name is known.
pub fn with_names(text: &str, names: &[String]) -> String {
    let mut named = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("seat ") {
        let (before, after) = rest.split_at(at);
        named.push_str(before);
        let digits = after[5..].bytes().take_while(u8::is_ascii_digit).count();
        let (number, end) = after[5..].split_at(digits);
        match number.parse::<u8>() {
            Ok(seat) => match names.get(usize::from(seat)) {
                Some(name) => named.push_str(name),
                None => write!(named, "seat {}", u32::from(seat) + 1).expect("a string takes all"),
            },
            Err(_) => named.extend(["seat ", number]),
        }
        rest = end;
    }
    named + rest
}

fn undrawn(game: &str) -> Refusal {
    Refusal::new(Code::Game, format!("nobody has drawn {} yet", quoted(game)))
}

fn read<'de, V: Deserialize<'de>>(view: &'de Value) -> Result<V, Refusal> {
    V::deserialize(view).map_err(|error| Refusal::new(Code::Request, format!("this is not a view: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_for_seats_and_the_others_are_counted_from_1() {
        let names = ["seat 1".to_owned(), "Bob".to_owned()];
        assert_eq!(with_names("seat 0 bets, seat 1 draws", &names), "seat 1 bets, Bob draws");
        assert_eq!(with_names("the seat of seat 7", &names), "the seat of seat 8");
        assert_eq!(with_names("seat ", &names), "seat ");
        assert_eq!(with_names("no seat 300 here", &names), "no seat 300 here");
    }
}
