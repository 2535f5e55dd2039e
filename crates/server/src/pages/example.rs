//! The worked examples of rule books, drawn as boards.

use atlas_boards::{Board, Sight};
use atlas_core::Viewer;
use atlas_enchanted_lands::EnchantedLands;
use atlas_shadow_of_atlas::ShadowOfAtlas;
use maud::{Markup, PreEscaped, html};

/// An example with its board, if the game can draw it, and its script.
pub(super) fn example(game: &str, script: &str) -> Markup {
    let board = match game {
        "enchanted-lands" => script
            .parse::<atlas_enchanted_lands::example::Example>()
            .and_then(|example| example.scenario.deal())
            .ok()
            .and_then(|state: EnchantedLands| board(&state)),
        "shadow-of-atlas" => script
            .parse::<atlas_shadow_of_atlas::example::Example>()
            .and_then(|example| example.scenario.deal())
            .ok()
            .and_then(|state: ShadowOfAtlas| board(&state)),
        _ => None,
    };
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

fn board<G: Board>(state: &G) -> Option<Markup> {
    let names: Vec<String> = (0..4).map(|seat| format!("Seat {seat}")).collect();
    let page = G::PAGE?;
    let board = (page.board)(&Sight::new(state, Viewer::Spectator, None, &names, &[]));
    // There are many boards on the page, and ids must be unique.
    Some(PreEscaped(board.into_string().replace(" id=\"", " data-id=\"")))
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
