//! The matches of a person.

use atlas_catalog::Catalog;
use maud::{Markup, html};

use super::drawing::{clearing, thumb};
use super::icon;
use super::list::TableLink;
use super::shell::{Shell, Tab};
use super::time;
use crate::store::{Filter, State};

/// The number of matches on a page.
pub(crate) const PAGE_LEN: usize = 30;

/// The part of the list that is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection<'a> {
    /// Which matches.
    pub(crate) filter: Filter<'a>,
    /// The number of the page, from 1.
    pub(crate) page: usize,
    /// Whether there are more pages.
    pub(crate) more: bool,
    /// The match that the person is about to remove from the list.
    pub(crate) removing: &'a str,
}

impl Selection<'_> {
    fn path(game: &str, state: Option<State>, page: usize) -> String {
        let state = state.map_or("", State::name);
        let page = if page > 1 { page.to_string() } else { String::new() };
        let parts = [("game", game), ("state", state), ("page", &page)];
        let parts: Vec<String> = parts
            .iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        if parts.is_empty() { "/games".to_owned() } else { format!("/games?{}", parts.join("&")) }
    }

    fn here(&self) -> String {
        Selection::path(self.filter.game, self.filter.state, self.page)
    }
}

/// The matches of a person, newest first.
pub(crate) fn games(
    catalog: Catalog,
    name: &str,
    links: &[TableLink],
    selection: &Selection<'_>,
    now: i64,
) -> Markup {
    let Selection { filter: Filter { game, state }, page, more, .. } = *selection;
    let all = game.is_empty() && state.is_none();
    let states = [
        (None, "All"),
        (Some(State::Playing), "In progress"),
        (Some(State::Waiting), "Waiting"),
        (Some(State::Finished), "Finished"),
    ];
    let chip = |path: &str, current: bool, text: &str| {
        html! { a href=(path) aria-current=[current.then_some("true")] { (text) } }
    };
    let body = html! {
        div.page-head {
            h1 { "Your games" }
            a.button.new-link href="/new" data-dialog-page { (icon::plus()) "New table" }
        }
        @if !(links.is_empty() && all && page == 1) {
            div.chips {
                nav aria-label="State" {
                    @for (value, text) in states { (chip(&Selection::path(game, value, 1), value == state, text)) }
                }
                nav aria-label="Game" {
                    (chip(&Selection::path("", state, 1), game.is_empty(), "All games"))
                    @for other in catalog.games() {
                        (chip(&Selection::path(other.facts.id, state, 1), other.facts.id == game, other.facts.name))
                    }
                }
            }
        }
        @if links.is_empty() && all && page == 1 { (none()) }
        @else if links.is_empty() { p.quiet.no-match { "No games match these filters." } }
        @else {
            ul.matches.long {
                @for link in links { (row(link, selection, now)) }
            }
        }
        @if page > 1 || more {
            nav.pages aria-label="Pages of the list" {
                @if page > 1 { a.button rel="prev" href=(Selection::path(game, state, page - 1)) { "Newer" } }
                span.quiet { "Page " (page) }
                @if more { a.button rel="next" href=(Selection::path(game, state, page + 1)) { "Older" } }
            }
        }
    };
    Shell::private("Your games: Atlas", Tab::Games, name, "narrow").show(&body)
}

fn none() -> Markup {
    html! {
        div.empty {
            (clearing())
            h2 { "Your games will be here." }
            p { "Every match that you play is kept, with its replay." }
            a.button.primary href="/" { "Play a first one" }
        }
    }
}

fn row(link: &TableLink, selection: &Selection<'_>, now: i64) -> Markup {
    let id = &link.listed.id;
    let (table, replay) = (format!("/t/{id}"), format!("/t/{id}/replay"));
    let finished = link.listed.ended.is_some() && !link.listed.aborted;
    let here = selection.here();
    let remove = format!("{here}{}remove={id}", if here.contains('?') { "&" } else { "?" });
    let of = format!("{} {}", link.game.facts.name, link.opponents());
    html! {
        li.row.waits[link.your_turn] id={ "match-" (id) } data-row=(id) {
            (thumb(link.game))
            div.what {
                b { (link.game.facts.name) }
                span.quiet { (link.opponents()) }
            }
            span.state { (link.state()) }
            span.when.quiet { (time::day(link.last())) small { (time::ago(link.last(), now)) } }
            @if *id == selection.removing {
                form.sure method="post" action={ (table) "/remove" } {
                    span { "Remove it from your list?" }
                    input type="hidden" name="back" value=(here);
                    button.primary { "Remove" }
                    a.button href=(here) { "Keep" }
                }
            } @else {
                @if finished { a.button href=(replay) aria-label={ "Replay: " (of) } { "Replay" } }
                @else if link.listed.ended.is_some() { a.button href=(table) aria-label={ "Look: " (of) } { "Look" } }
                @else {
                    a.button.lamp[link.your_turn] href=(table) aria-label={ "Continue: " (of) } { "Continue" }
                }
                a.button.plain.remove href=(remove) aria-label={ "Remove from your list: " (of) } title="Remove from your list" {
                    (icon::bin())
                }
            }
        }
    }
}
