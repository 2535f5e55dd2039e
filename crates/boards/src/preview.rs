//! The consequences of an action as a panel that all games can use.

use atlas_core::{Preview, Seat, Text};
use maud::{Markup, html};

use crate::board::Foresight;
use crate::seat;

/// Shows a preview as a list: what would happen, with the rules, and the change in points of each player. `action` is
/// the label of the action and `game` the id of the game, for links to its rule book.
pub fn foresight(preview: &Preview, action: &Text, names: &[String], game: &str) -> Foresight {
    let events: Vec<String> = preview.events.iter().map(|news| news.told.text.with_names(names)).collect();
    Foresight {
        brief: events.last().cloned().unwrap_or_default(),
        panel: panel(preview, action, names, game),
    }
}

fn panel(preview: &Preview, action: &Text, names: &[String], game: &str) -> Markup {
    let changes = Seat::all(names.len() as u8).zip(&preview.points).filter(|(_, points)| **points != 0);
    html! {
        h2 { "If you " (lower(&action.with_names(names))) }
        ul.would {
            @for news in &preview.events {
                li {
                    (news.told.text.with_names(names)) " "
                    a.rule href={ "/rules/" (game) "#" (news.rule.0) } tabindex="-1" { (news.rule.0) }
                }
            }
        }
        ul.changes { @for (seat, points) in changes { (change(seat, &names[seat.index()], *points)) } }
    }
}

/// A line for a player whose points would change.
pub fn change(seat: Seat, what: &str, points: i32) -> Markup {
    let class = if points > 0 { "gain" } else { "loss" };
    html! { li class=(class) { (seat::badge(seat)) span { (what) } b { (format!("{points:+}")) } } }
}

/// The text with a small first letter.
fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
