//! The pages, drawn from scenes.

use atlas_boards::Seating;
use atlas_bots::LEVELS;
use atlas_catalog::{Entry, GAMES};
use atlas_core::{News, Refusal, Rulebook, Seat};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pulldown_cmark::{Options, Parser};

use crate::live::{Play, Scene};
use crate::store::{Holder, MatchRow};

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
                script src="/assets/table.js" defer {}
            }
            body {
                a.skip href="#main" { "Skip to the table" }
                header.bar {
                    a.brand href="/" { "Atlas" }
                    nav {
                        a href="/" { "Games" }
                        @for game in GAMES { a href={ "/rules/" (game.facts.id) } { "Rules of " (game.facts.name) } }
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
    /// Whether the person who looks is to act.
    pub your_turn: bool,
    /// Who plays.
    pub names: Vec<String>,
}

/// The first page: what there is to play, what you are playing, who is waiting.
pub fn home(name: &str, own: &[Listed], open: &[Listed]) -> Markup {
    let turns = own.iter().filter(|listed| listed.your_turn).count();
    let title = if turns > 0 { format!("({turns}) Atlas") } else { "Atlas: a digital tabletop".to_owned() };
    let body = html! {
        section.hero {
            h1 { "Sit down and play" }
            p { "No sign-up. Every card you may play is lit, every refusal names its rule, and every shuffle can be checked afterwards." }
        }
        section.games aria-label="Games" {
            @for game in GAMES { (game_card(game)) }
        }
        @if !own.is_empty() {
            section { h2 { "Your matches" } (listing(own)) }
        }
        section {
            h2 { "Open tables" }
            @if open.is_empty() { p.quiet { "Nobody is waiting. Open a table and share its link." } }
            @else { (listing(open)) }
        }
    };
    page(&title, Some(name), &body)
}

fn game_card(game: &Entry) -> Markup {
    let facts = game.facts;
    html! {
        article.game {
            @if let Ok(cover) = atlas_boards::cover(&facts) { (cover) }
            h2 { (facts.name) }
            p { (facts.pitch) }
            p.quiet { (facts.min_seats) " to " (facts.max_seats) " players" }
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
                            "Seat " (seat)
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
                    a href={ "/t/" (listed.row.id) } { (listed.row.game) ": " (listed.names.join(", ")) }
                    @if listed.your_turn { strong.turn { " your turn" } }
                    @else if listed.row.ended.is_some() { span.quiet { " over" } }
                    @else if listed.row.header.is_none() { span.quiet { " waiting for players" } }
                }
            }
        }
    }
}

/// The page of a table.
pub fn table(scene: &Scene, name: &str, story: &[News], invite: &str) -> Result<Markup, Refusal> {
    let body = html! {
        div #live data-live={ "/t/" (scene.id) "/live" } data-seq=(scene.seq) { (fragment(scene, invite)?) }
        aside.side {
            div #status role="status" aria-live="polite" {}
            h2 { "What happened" }
            ol #story aria-live="polite" aria-label="What happened" {
                @for news in story { (told(news, &scene.names, scene.game)) }
            }
            @if scene.own.is_some() {
                form.say #say {
                    label for="sentence" { "Or type what you do, in the words of the rules" }
                    input #sentence name="sentence" autocomplete="off";
                    button { "Do it" }
                }
            }
            p.quiet { "The shuffle was fixed before the first move. The hash of its secret: " code.hash { (scene.commitment) } }
            p { a href={ "/rules/" (scene.game.facts.id) } target="_blank" { "The rules" } }
        }
    };
    Ok(page(&title(scene), Some(name), &body))
}

/// What the browser's tab says.
pub fn title(scene: &Scene) -> String {
    let name = scene.game.facts.name;
    match &scene.play {
        Some(play) if !play.legal.is_empty() => format!("Your turn: {name}"),
        Some(play) if play.result.is_some() => format!("{name}: over"),
        _ => name.to_owned(),
    }
}

/// The part of a table's page that changes.
pub fn fragment(scene: &Scene, invite: &str) -> Result<Markup, Refusal> {
    Ok(match &scene.play {
        None => waiting(scene, invite),
        Some(play) => playing(scene, play)?,
    })
}

fn waiting(scene: &Scene, invite: &str) -> Markup {
    let sits = !scene.seats.is_empty();
    html! {
        section.waiting {
            h1 { (scene.game.facts.name) }
            p { "The match begins when every seat is taken." }
            ol.seats start="0" {
                @for (holder, name) in scene.holders.iter().zip(&scene.names) {
                    li { @if *holder == Holder::Open { em { "open" } } @else { (name) } }
                }
            }
            @if sits {
                label for="invite" { "Send this link to whoever should play:" }
                input #invite readonly value=(invite);
            } @else {
                form method="post" action={ "/t/" (scene.id) "/sit" } {
                    input type="hidden" name="word" value="" data-word;
                    button.primary { "Take a seat" }
                }
            }
        }
    }
}

fn playing(scene: &Scene, play: &Play) -> Result<Markup, Refusal> {
    let facts = scene.game.facts;
    let seating = Seating { names: &scene.names, own: scene.own };
    // At a shared screen a hand is shown only to the one whose turn it is, after a tap.
    let hidden_turn = play.acting.iter().find(|seat| scene.seats.contains(seat) && scene.own != Some(**seat));
    Ok(html! {
        div.play data-seq=(scene.seq) data-seat=[scene.own.map(|seat| seat.0)] {
            @if let Some(result) = &play.result { (ending(scene, result)) }
            @else { p.turn-line { (turn_line(scene, play)) } }
            @if let Some(seat) = hidden_turn.filter(|_| scene.seats.len() > 1) {
                button.primary type="button" data-look=(seat.0) { "Seat " (seat.0) ": show my hand" }
            }
            (atlas_boards::html(&facts, &play.view, &seating)?)
            @if !play.legal.is_empty() { (choices(&play.legal)) }
        }
    })
}

fn turn_line(scene: &Scene, play: &Play) -> String {
    play.question.clone().unwrap_or_else(|| {
        let names: Vec<&str> =
            play.acting.iter().filter_map(|seat| scene.names.get(seat.index())).map(String::as_str).collect();
        format!("Waiting for {}.", names.join(" and "))
    })
}

/// Everything that may be done, as sentences: what the script lights and arms, and a plain list for whoever
/// prefers one.
fn choices(legal: &[String]) -> Markup {
    html! {
        div.armed {
            button #do.primary type="button" disabled { "Pick what is lit" }
            button #clear type="button" { "Clear" }
            button #hint type="button" { "Hint" }
        }
        details.all {
            summary { "All " (legal.len()) " legal actions" }
            ul #legal { @for sentence in legal { li { button type="button" data-sentence=(sentence) { (sentence) } } } }
        }
    }
}

fn ending(scene: &Scene, result: &serde_json::Value) -> Markup {
    let number = |value: &serde_json::Value| value.as_u64().map(|seat| seat as usize);
    let winners: Vec<usize> = result["winners"].as_array().into_iter().flatten().filter_map(number).collect();
    html! {
        section.ending {
            h1 {
                @match winners.as_slice() {
                    [] => "Nobody wins.",
                    [one] => { (scene.names[*one]) " wins!" },
                    several => { (several.iter().map(|seat| scene.names[*seat].as_str()).collect::<Vec<_>>().join(" and ")) " share the win." },
                }
            }
            table {
                thead { tr { th { "Player" } th { "Points" } } }
                tbody {
                    @for (name, points) in scene.names.iter().zip(result["scores"].as_array().into_iter().flatten()) {
                        tr { td { (name) } td { (points) } }
                    }
                }
            }
            p.actions {
                @if !scene.seats.is_empty() {
                    @if let Some(next) = &scene.rematch { a.primary href={ "/t/" (next) } { "To the rematch" } }
                    @else {
                        form method="post" action={ "/t/" (scene.id) "/rematch" } { button.primary { "Rematch" } }
                    }
                }
                a href={ "/t/" (scene.id) "/record" } download={ (scene.id) ".jsonl" } { "Download the record" }
                " and check it with " code { "atlas verify" }
            }
        }
    }
}

/// A line of the story, with a link to its rule.
pub fn told(news: &News, names: &[String], game: &Entry) -> Markup {
    let text = Seat::all(names.len() as u8)
        .fold(news.told.text.clone(), |text, seat| text.replace(&seat.to_string(), &names[seat.index()]));
    html! { li { (text) " " (rule_link(news.rule.0, game)) } }
}

/// A link to a rule.
pub fn rule_link(rule: &str, game: &Entry) -> Markup {
    html! { a.rule href={ "/rules/" (game.facts.id) "#" (rule) } target="_blank" { (rule) } }
}

/// A rule book as a page; every rule can be linked to.
pub fn rules(game: &Entry, name: &str) -> Markup {
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
