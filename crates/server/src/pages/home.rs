//! The home page: the games, the person's matches and the open tables.

use atlas_bots::LEVELS;
use atlas_catalog::{Catalog, GameEntry};
use maud::{Markup, html};

use super::document::DESCRIPTION;
use super::icon;
use super::list::{TableLink, capital, players};
use super::shell::{Shell, Tab};

/// The number of rows of each list.
const ROWS: usize = 3;
/// The levels that the menu of a game offers.
pub(super) const OFFERED: [&str; 3] = ["novice", "adept", "master"];

/// Everything that the home page shows.
pub(crate) struct Home<'a> {
    /// The games.
    pub(crate) catalog: Catalog,
    /// The name of the person.
    pub(crate) name: &'a str,
    /// Their matches, newest first.
    pub(crate) own: Vec<TableLink>,
    /// The open tables, newest first.
    pub(crate) open: Vec<TableLink>,
    /// The number of people who are connected, and the number of their tables.
    pub(crate) presence: (usize, usize),
    /// The time.
    pub(crate) now: i64,
}

/// The home page.
pub(crate) fn home(mut home: Home<'_>) -> Markup {
    let turns = home.own.iter().filter(|link| link.your_turn).count();
    let title =
        if turns > 0 { format!("({turns}) Atlas") } else { "Atlas: four worlds, one table".to_owned() };
    // Matches that wait for the person come first, then the others in progress, then those that are over.
    home.own.sort_by_key(|link| (!link.your_turn, link.listed.ended.is_some(), -link.last()));
    home.open.retain(|link| link.own.is_empty());
    let body = html! {
        section.hero {
            div {
                h1 { "Four worlds, one table." }
                p.lead {
                    "Sit down with friends or a bot. No account, nothing to install, every shuffle can be checked."
                    @if let Some(crowd) = crowd(home.presence) { " " span.crowd { (crowd) } }
                }
            }
            a.button.new-link href="/new" data-dialog-page { (icon::plus()) "New table" }
        }
        @if let Some(first) = home.own.first().filter(|link| link.your_turn) { (first.your_move()) }
        div.covers { @for game in home.catalog.games() { (cover(game)) } }
        @if !home.own.is_empty() || !home.open.is_empty() {
            div.lists {
                @if !home.own.is_empty() {
                    section aria-labelledby="your-games" {
                        div.list-head { h2 #your-games { "Your games" } a href="/games" { "All games" } }
                        ul.matches { @for link in home.own.iter().take(ROWS) { (link.own_row(home.now)) } }
                    }
                }
                @if !home.open.is_empty() {
                    section aria-labelledby="open-tables" {
                        div.list-head { h2 #open-tables { "Open tables" } a href="/lobby" { "Go to the lobby" } }
                        ul.matches { @for link in home.open.iter().take(ROWS) { (link.open_row()) } }
                    }
                }
            }
        }
    };
    Shell {
        title: &title,
        description: DESCRIPTION,
        public: true,

        preview: None,
        tab: Tab::Play,
        name: Some(home.name),
        class: if home.own.is_empty() && home.open.is_empty() { "home first-visit" } else { "home" },
    }
    .show(&body)
}

/// How many people are connected, if there are enough of them to be worth a line.
fn crowd((people, tables): (usize, usize)) -> Option<String> {
    let at = if tables == 1 { "one table".to_owned() } else { format!("{tables} tables") };
    (people > 1).then(|| format!("{people} people at {at} right now."))
}

fn cover(game: &GameEntry) -> Markup {
    let facts = game.facts;
    let heading = format!("game-{}", facts.id);
    html! {
        article.game aria-labelledby=(heading) {
            div.art { ((game.cover)()) }
            div.about {
                h2 id=(heading) { (facts.name) }
                p.pitch { (facts.pitch) }
                div.foot {
                    span.count { (icon::people()) (players(game)) span.unseen { " players" } }
                    @if game.defs.is_some() { (play(game)) }
                    @else { a.button.on-art href={ "/rules/" (facts.id) } aria-label={ "Rules of " (facts.name) } { "Rules" } }
                }
            }
        }
    }
}

/// A button that opens a table with a bot at once, and a menu with other opponents.
fn play(game: &GameEntry) -> Markup {
    let facts = game.facts;
    let word = html! { input type="hidden" name="word" value="" data-word; };
    let levels = LEVELS.iter().filter(|level| OFFERED.contains(&level.name));
    html! {
        div.play-now {
            form method="post" action={ "/play/" (facts.id) } {
                (word)
                button.on-art aria-label={ "Play " (facts.name) " against a bot" } { "Play" }
            }
            details.drop name="opponents" {
                summary.on-art aria-label={ "Choose the opponent for " (facts.name) } title="Choose the opponent" {
                    svg.icon viewBox="0 0 24 24" aria-hidden="true" { path d="M6 9.5l6 6 6-6" {} }
                }
                div.panel {
                    form method="post" action={ "/play/" (facts.id) } {
                        (word)
                        @for level in levels {
                            button.item.plain name="level" value=(level.name) {
                                (icon::robot())
                                span { (capital(level.name)) " bot" small.quiet { (capital(level.about)) } }
                            }
                        }
                    }
                    form method="post" action={ "/tables/" (facts.id) } {
                        (word)
                        input type="hidden" name="seats" value="me";
                        @for _ in 1..facts.min_seats.max(2) { input type="hidden" name="seats" value="open"; }
                        button.item.plain {
                            (icon::link())
                            span { "A friend" small.quiet { "You get a link to send" } }
                        }
                    }
                    a.item href={ "/new?game=" (facts.id) } data-dialog-page {
                        (icon::settings())
                        span { "More choices" small.quiet { "Seats, options and the lobby" } }
                    }
                    a.item href={ "/rules/" (facts.id) } { (icon::rules()) span { "Rules" } }
                }
            }
        }
    }
}
