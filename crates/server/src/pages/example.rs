//! The worked examples of rule books, drawn as boards.

use atlas_catalog::GameEntry;
use maud::{Markup, PreEscaped, html};

/// An example with its board, if the game can draw it, and its script.
pub(super) fn example(game: &GameEntry, script: &str) -> Markup {
    // There are many boards on the page, and ids must be unique.
    let unique = |board: Markup| PreEscaped(board.into_string().replace(" id=\"", " data-id=\""));
    let board = (game.example)(script).map(unique);
    let drawn = board.is_some();
    html! {
        figure.example {
            @if let Some(board) = board { div.stage inert { (board) } }
            details {
                summary { @if drawn { "This example as text" } @else { "Example as text" } }
                pre tabindex="0" { code { (script) } }
            }
            @if drawn { (plays(script)) }
        }
    }
}

/// What is played in the example.
fn plays(script: &str) -> Markup {
    let plays: Vec<&str> = script.lines().map(str::trim).filter(|line| line.starts_with("seat ")).collect();
    html! {
        @if !plays.is_empty() {
            figcaption {
                @for play in plays {
                    @let (seat, sentence) = play.split_once(" plays ").unwrap_or((play, ""));
                    span { "S" (seat.trim_start_matches('s')) " plays " b { (sentence) } }
                }
            }
        }
    }
}
