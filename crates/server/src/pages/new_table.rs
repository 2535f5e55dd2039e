//! The form that opens a table.

use atlas_boards::seat::{badge, letter};
use atlas_bots::LEVELS;
use atlas_catalog::{Catalog, GameEntry};
use atlas_core::Seat;
use maud::{Markup, html};

use super::drawing::thumb;
use super::home::OFFERED;
use super::icon;
use super::list::capital;
use super::shell::{Shell, Tab};
use crate::names::MAX_NAME_LEN;

/// The form that opens a table of a game.
pub(crate) fn new_table(catalog: Catalog, game: &GameEntry, name: &str) -> Markup {
    let facts = game.facts;
    let playable = catalog.games().iter().filter(|game| game.defs.is_some());
    let body = html! {
        div.new-table {
            div.dialog-head {
                h1 #new-title { "New table" }
                // Only the dialog can be closed.
                button.plain type="button" data-close hidden aria-label="Close" title="Close" { (icon::close()) }
            }
            // The game is chosen in a form of its own: each game has other seats and options.
            form.which method="get" action="/new" {
                fieldset {
                    legend.unseen { "Game" }
                    div.small-covers {
                        @for other in playable {
                            label {
                                input type="radio" name="game" value=(other.facts.id) checked[other.facts.id == facts.id];
                                (thumb(other))
                                span { (other.facts.name) }
                            }
                        }
                    }
                }
                noscript { button { "Choose this game" } }
            }
            form.new method="post" action={ "/tables/" (facts.id) } {
                input type="hidden" name="word" value="" data-word;
                div.body {
                    h2 { "Who plays" }
                    div.who { @for seat in Seat::all(facts.max_seats) { (row(game, seat)) } }
                    @if !facts.choices.is_empty() {
                        div.options {
                            @for choice in facts.choices {
                                label {
                                    span { (choice.text) }
                                    select name={ "option-" (choice.name) } {
                                        @for (value, text) in choice.values { option value=(value) { (text) } }
                                    }
                                }
                            }
                        }
                    }
                    label.switch {
                        input.toggle type="checkbox" name="public" value="yes";
                        span { b { "Show in the lobby" } " so that anybody can sit down" }
                    }
                }
                div.dialog-foot {
                    p data-sentence aria-live="polite" {}
                    button.lamp { "Open the table" }
                }
            }
        }
    };
    Shell::private("New table: Atlas", Tab::Play, name, "narrow").show(&body)
}

/// A seat with those who can take it.
fn row(game: &GameEntry, seat: Seat) -> Markup {
    let (least, number) = (game.facts.min_seats, seat.0);
    let default = match number {
        0 => "me",
        1 => "open",
        _ if number < least => "open",
        _ => "none",
    };
    let kinds =
        [("me", "You"), ("open", "Friend"), ("bot", "Bot"), ("here", "Same screen"), ("none", "Nobody")];
    let kinds = kinds.into_iter().filter(|(kind, _)| match *kind {
        "none" => number >= least,
        "here" => number > 0,
        _ => true,
    });
    let levels = LEVELS.iter().filter(|level| OFFERED.contains(&level.name));
    html! {
        fieldset.seat-row {
            legend.unseen { "Seat " (seat.number()) }
            (badge(seat))
            div.segments {
                @for (kind, text) in kinds {
                    label {
                        input type="radio" name={ "seat-" (number) } value=(kind) checked[kind == default];
                        span { (text) }
                    }
                }
            }
            span.note.for-open.quiet { "gets your link" }
            select.for-bot name={ "level-" (number) } aria-label={ "Bot in seat " (letter(seat)) } {
                @for level in levels { option value=(level.name) { (capital(level.name)) } }
            }
            input.for-here name={ "name-" (number) } maxlength=(MAX_NAME_LEN) placeholder="Their name"
                aria-label={ "Name of the player in seat " (letter(seat)) } autocomplete="off";
        }
    }
}
