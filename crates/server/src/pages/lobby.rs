//! The lobby: tables that wait for players.

use atlas_catalog::Catalog;
use maud::{Markup, html};

use super::drawing::{clearing, thumb};
use super::icon;
use super::list::TableLink;
use super::shell::{Shell, Tab};

/// The open tables; with a game, only those of the game.
pub(crate) fn lobby(catalog: Catalog, name: &str, open: &[TableLink], game: &str) -> Markup {
    let shown: Vec<&TableLink> =
        open.iter().filter(|link| game.is_empty() || link.game.facts.id == game).collect();
    let choice = |id: &str| (id == game).then_some("true");
    let body = html! {
        div.page-head {
            div { h1 { "Lobby" } p.quiet { "Tables that wait for players. The list keeps itself up to date." } }
            a.button.new-link href="/new" data-dialog-page { (icon::plus()) "New table" }
        }
        div.with-filter {
            nav.filter aria-label="Games in the list" {
                a href="/lobby" aria-current=[choice("")] { "All games" }
                @for game in catalog.games().iter().filter(|game| game.defs.is_some()) {
                    a href={ "/lobby?game=" (game.facts.id) } aria-current=[choice(game.facts.id)] {
                        (thumb(game)) (game.facts.name)
                    }
                }
            }
            section #open-list data-refresh="5" aria-label="Open tables" {
                @if shown.is_empty() { (nobody()) }
                @else { ul.matches { @for link in shown { (link.open_row()) } } }
            }
        }
    };
    Shell::private("Lobby: Atlas", Tab::Lobby, name, "narrow").show(&body)
}

fn nobody() -> Markup {
    html! {
        div.empty {
            (clearing())
            h2 { "Nobody is waiting right now." }
            p { "Open a table and share its link." }
            a.button.primary href="/new" data-dialog-page { "New table" }
        }
    }
}
