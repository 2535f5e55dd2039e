//! Pieces that several pages use.

use atlas_boards::seat::badge;
use atlas_catalog::GameEntry;
use atlas_core::{Part, Seat, Text};
use maud::{Markup, html};

use crate::story::Line;

/// A line of the log with its rule. The first line of a turn comes after a heading.
pub(crate) fn told(line: &Line, names: &[String], game: &GameEntry) -> Markup {
    html! {
        @if let Some(turn) = line.turn { li.turn-head { "Turn " (turn) } }
        li.told {
            @if let Some(seat) = line.seat { (badge(seat)) }
            p { (shown(&line.text, names)) @if let Some(rule) = line.rule { " " (rule_link_in_log(rule.0, game)) } }
        }
    }
}

/// A text with the names of players and things in bold.
pub(crate) fn shown(text: &Text, names: &[String]) -> Markup {
    html! {
        @for part in text.parts() {
            @match part {
                Part::Seat(seat) => b { (names_of([*seat], names)) },
                Part::Thing { name, .. } => b { (name) },
                Part::Number(number) => (number),
                Part::Words(words) => (words),
            }
        }
    }
}

/// A link that is there to be sent to somebody, with a button that copies it.
pub(crate) fn link(id: &str, what: &str, address: &str) -> Markup {
    html! {
        label for=(id) { (what) }
        p.link {
            input id=(id) readonly value=(address);
            button type="button" data-copy=(id) { "Copy" }
            span.quiet role="status" {}
        }
    }
}

/// The names of some seats, as a list in words.
pub(crate) fn names_of(seats: impl IntoIterator<Item = Seat>, names: &[String]) -> String {
    let names = seats.into_iter().filter_map(|seat| names.get(seat.index()));
    names.map(String::as_str).collect::<Vec<_>>().join(" and ")
}

/// A link to a rule in the log, which is a single stop of the Tab key.
fn rule_link_in_log(rule: &str, game: &GameEntry) -> Markup {
    html! { a.rule href={ "/rules/" (game.facts.id) "#" (rule) } tabindex="-1" { (rule) } }
}

/// A link to a rule.
pub(crate) fn rule_link(rule: &str, game: &GameEntry) -> Markup {
    html! { a.rule href={ "/rules/" (game.facts.id) "#" (rule) } { (rule) } }
}
