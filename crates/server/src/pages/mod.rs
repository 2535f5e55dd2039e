//! The pages.

pub mod replay;
pub mod table;

use atlas_bots::LEVELS;
use atlas_catalog::{Catalog, GAMES, GameEntry};
use atlas_core::{Facts, Refusal, Rulebook, Seat};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pulldown_cmark::{Options, Parser};

use crate::live::Line;
use crate::store::MatchRow;

/// A page with its head and its heading.
pub fn page(title: &str, name: Option<&str>, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="stylesheet" href="/assets/style.css";
                link rel="icon" href="/assets/icon.svg";
                script src="/assets/table.js" type="module" {}
                script src="/assets/replay.js" type="module" {}
                script src="/assets/copy.js" type="module" {}
            }
            body {
                a.skip href="#main" { "Skip to the table" }
                header.bar {
                    a.brand href="/" { "Atlas" }
                    nav {
                        a href="/" { "Games" }
                        a href="/lobby" { "Lobby" }
                        @for game in GAMES.games() { a href={ "/rules/" (game.facts.id) } { "Rules of " (game.facts.name) } }
                    }
                    @if let Some(name) = name {
                        form.name method="post" action="/name" {
                            label for="name" { "You are" }
                            input #name name="name" value=(name) maxlength="24" required;
                            button { "Save" }
                        }
                    }
                }
                main #main { (body) }
            }
        }
    }
}

/// A match in a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The match.
    pub row: MatchRow,
    /// The name of its game.
    pub game: String,
    /// Whether the person who looks is to act.
    pub your_turn: bool,
    /// Who plays.
    pub names: Vec<String>,
    /// How many seats are open.
    pub open: usize,
}

/// The first page: what there is to play, what you are playing, who is waiting.
pub fn home(catalog: Catalog, name: &str, own: &[Listed], open: &[Listed]) -> Markup {
    let turns = own.iter().filter(|listed| listed.your_turn).count();
    let title = if turns > 0 { format!("({turns}) Atlas") } else { "Atlas: a digital tabletop".to_owned() };
    let body = html! {
        section.hero {
            h1 { "Sit down and play" }
            p { "No sign-up. Every card you may play is lit, every refusal names its rule, and every shuffle can be checked afterwards." }
        }
        section.games aria-label="Games" {
            @for game in catalog.games() {
                @if let Some(page) = &game.page { (game_card(game, page.cover)) }
            }
        }
        @if !own.is_empty() {
            section { h2 { "Your matches" } (listing(own)) }
        }
        (open_tables(open))
    };
    page(&title, Some(name), &body)
}

/// How many can play, in words.
fn players(facts: &Facts) -> String {
    let (least, most) = (facts.min_seats, facts.max_seats);
    if least == most { format!("{least} players") } else { format!("{least} to {most} players") }
}

/// Who is waiting for players.
pub fn lobby(name: &str, open: &[Listed]) -> Markup {
    let body = html! {
        section.hero {
            h1 { "Lobby" }
            p { "Tables that wait for players. Sit down at one, or open your own from the games." }
        }
        (open_tables(open))
        p { a.primary href="/" { "Open a table" } }
    };
    page("Atlas: lobby", Some(name), &body)
}

fn open_tables(open: &[Listed]) -> Markup {
    html! {
        section {
            h2 { "Open tables" }
            @if open.is_empty() { p.quiet { "Nobody is waiting. Open a table and share its link." } }
            @else { (listing(open)) }
        }
    }
}

fn game_card(game: &GameEntry, cover: fn() -> Markup) -> Markup {
    let facts = game.facts;
    html! {
        article.game {
            (cover())
            h2 { (facts.name) }
            p { (facts.pitch) }
            p.quiet { (players(&facts)) }
            form method="post" action={ "/play/" (facts.id) } {
                input type="hidden" name="word" value="" data-word;
                button.primary { "Play now" }
                " against a bot"
            }
            details {
                summary { "New table" }
                form.new method="post" action={ "/tables/" (facts.id) } {
                    input type="hidden" name="word" value="" data-word;
                    @for seat in 0..facts.max_seats {
                        label {
                            "Seat " (Seat(seat).number())
                            select name="seats" {
                                @if seat == 0 { option value="me" { "you" } }
                                @else {
                                    option value="open" selected[seat == 1] { "open: whoever has the link" }
                                    @for level in &LEVELS { option value=(level.name) { (level.name) " bot" } }
                                    option value="me" { "you too, at one screen" }
                                    @if seat >= facts.min_seats { option value="none" selected { "nobody" } }
                                }
                            }
                        }
                    }
                    @for choice in facts.choices {
                        label {
                            (choice.text)
                            select name={ "option-" (choice.name) } {
                                @for (value, text) in choice.values { option value=(value) { (text) } }
                            }
                        }
                    }
                    label { input type="checkbox" name="public" value="yes"; " show it in the lobby" }
                    button { "Open the table" }
                }
            }
        }
    }
}

fn listing(matches: &[Listed]) -> Markup {
    html! {
        ul.matches {
            @for listed in matches {
                li {
                    a href={ "/t/" (listed.row.id) } { (listed.game) ": " (listed.names.join(", ")) }
                    @if listed.your_turn { strong.turn { " your turn" } }
                    @else if listed.row.aborted.is_some() { span.quiet { " called off" } }
                    @else if listed.row.ended.is_some() { span.quiet { " over" } }
                    @else if listed.row.header.is_none() { span.quiet { " waiting for " (listed.open) " more" } }
                }
            }
        }
    }
}

/// A line of the story, with a link to its rule.
pub fn told(line: &Line, names: &[String], game: &GameEntry) -> Markup {
    html! {
        li { (line.text.with_names(names)) @if let Some(rule) = line.rule { " " (rule_link(rule.0, game)) } }
    }
}

/// A link that is there to be sent to somebody, with a button that copies it.
fn link(id: &str, what: &str, address: &str) -> Markup {
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
fn names_of(seats: impl IntoIterator<Item = Seat>, names: &[String]) -> String {
    let names = seats.into_iter().filter_map(|seat| names.get(seat.index()));
    names.map(String::as_str).collect::<Vec<_>>().join(" and ")
}

/// A link to a rule.
pub fn rule_link(rule: &str, game: &GameEntry) -> Markup {
    html! { a.rule href={ "/rules/" (game.facts.id) "#" (rule) } target="_blank" { (rule) } }
}

/// A rule book as a page; every rule can be linked to.
pub fn rules(game: &GameEntry, name: &str) -> Markup {
    let text = with_anchors(&game.rules);
    let mut rendered = String::new();
    pulldown_cmark::html::push_html(&mut rendered, Parser::new_ext(&text, Options::ENABLE_TABLES));
    // Style attributes are not let through by the pages' own policy.
    let rendered = rendered.replace(" style=\"text-align: right\"", " class=\"number\"");
    // The text is our own, from inside the binary.
    page(
        &format!("Rules of {}", game.facts.name),
        Some(name),
        &html! { article.rules { (PreEscaped(rendered)) } },
    )
}

fn with_anchors(book: &Rulebook) -> String {
    let anchored = |line: &str| {
        let id = line.strip_prefix("**").and_then(|line| line.split([' ', '*']).next());
        match id.filter(|id| book.cited(id).len() == 1) {
            Some(id) => format!("<a id=\"{id}\"></a>{line}\n"),
            None => format!("{line}\n"),
        }
    };
    book.text.lines().map(anchored).collect()
}

/// A page that says what went wrong.
pub fn refused(refusal: &Refusal) -> Markup {
    page(
        "Atlas",
        None,
        &html! {
            section.waiting { h1 { "That did not work" } p { (refusal) } p { a href="/" { "Back to the games" } } }
        },
    )
}
