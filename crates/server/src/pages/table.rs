//! The page of a table: the part that changes, and what stands beside it.

use atlas_core::play::TakeBack;
use atlas_core::{Seat, Seats};
use maud::{Markup, PreEscaped, html};
use qrcode::QrCode;
use qrcode::render::svg;
use serde_json::{Value, json};

use super::{link, names_of, told};
use crate::live::{Line, Play, Request, Scene};
use crate::store::Holder;

/// The whole page.
pub fn page(scene: &Scene, name: &str, story: &[Line]) -> Markup {
    let body = html! {
        @if let Some(page) = &scene.game.page { ((page.defs)()) }
        div #guide-room { (guide(scene)) }
        div.here-and-now {
            div #live data-live={ "/t/" (scene.id) "/live" } data-seq=(scene.seq) { (fragment(scene)) }
            div #status role="status" aria-live="polite" {}
        }
        aside.side {
            section aria-labelledby="story-title" {
                h2 #story-title { "What happened" }
                ol #story aria-live="polite" tabindex="0" aria-labelledby="story-title" {
                    @for line in story { (told(line, &scene.names, scene.game)) }
                }
            }
            @if !scene.look.seats.is_empty() {
                form.say #say {
                    label for="sentence" { "Or type what you do, in the words of the rules" }
                    input #sentence name="sentence" autocomplete="off" maxlength="200";
                    button { "Do it" }
                }
                label.setting {
                    input #at-once type="checkbox";
                    " play at once when only one thing is left to do"
                }
            }
            (talk(scene))
            div #program {}
            p.quiet {
                "The shuffle was fixed before the first move. The hash of its secret: "
                code.hash { (scene.commitment) }
            }
            p { a.rule href={ "/rules/" (scene.game.facts.id) } target="_blank" { "The rules" } }
        }
        aside #rules-beside hidden aria-label="The rules" {
            button #rules-close type="button" { "Close the rules" }
            div {}
        }
        div #tip role="tooltip" hidden {}
    };
    super::page(&title(scene), Some(name), &body)
}

/// What people say to each other. Only those who play talk; everybody may read.
fn talk(scene: &Scene) -> Markup {
    html! {
        section.talk aria-labelledby="talk-title" {
            h2 #talk-title { "Talk" }
            ol #talk aria-live="polite" tabindex="0" aria-labelledby="talk-title" {}
            @if !scene.look.seats.is_empty() {
                form #chat {
                    label for="chat-text" { "Say something" }
                    input #chat-text name="text" autocomplete="off" maxlength="300";
                    button { "Say it" }
                }
            }
            div #mutes { (mutes(scene)) }
        }
    }
}

/// A button for each of the other people at the table.
fn mutes(scene: &Scene) -> Markup {
    let other = |seat: &Seat| is_person(scene, *seat) && !scene.look.seats.contains(*seat);
    html! {
        @for seat in Seat::all(scene.names.len() as u8).filter(other) {
            button.mute type="button" data-mute=(seat.0) aria-pressed=(scene.look.muted.contains(seat)) {
                "Mute " (names_of([seat], &scene.names))
            }
        }
    }
}

fn is_person(scene: &Scene, seat: Seat) -> bool {
    matches!(scene.holders[seat.index()], Holder::Person(_))
}

/// Something that was said, as a line.
pub fn said(seats: Seats, text: &str, names: &[String]) -> String {
    let name = seats.first().map_or_else(|| "somebody".to_owned(), |seat| names_of([seat], names));
    html! { li { b { (name) } ": " (text) } }.into_string()
}

/// What the browser's tab says.
pub fn title(scene: &Scene) -> String {
    let name = scene.game.facts.name;
    match &scene.play {
        _ if scene.aborted => format!("{name}: called off"),
        Some(play) if is_your_turn(scene, play) => format!("Your turn: {name}"),
        Some(play) if play.result.is_some() => format!("{name}: over"),
        _ => name.to_owned(),
    }
}

fn is_your_turn(scene: &Scene, play: &Play) -> bool {
    let own = |seat| scene.look.seats.contains(seat) && !scene.stand_ins.contains(seat);
    play.acting.iter().any(own)
}

/// The message that brings a page up to date: the part that changes, and the lines of the story after entry
/// `from`.
pub fn message(scene: &Scene, from: u64, lines: &[Line]) -> String {
    let news: Vec<String> =
        lines.iter().map(|line| told(line, &scene.names, scene.game).into_string()).collect();
    let message = json!({
        "seq": scene.seq,
        "title": title(scene),
        "html": fragment(scene).into_string(),
        "guide": guide(scene).into_string(),
        "from": from,
        "news": news,
        "mutes": mutes(scene).into_string(),
    });
    message.to_string()
}

/// The part of a table's page that changes.
fn fragment(scene: &Scene) -> Markup {
    match &scene.play {
        _ if scene.aborted => called_off(scene),
        None => waiting(scene),
        Some(play) => playing(scene, play),
    }
}

/// A button that says something to the table; if it asks to be sure, it must be pressed twice.
fn button(message: &Value, sure: Option<&str>, text: &str) -> Markup {
    html! { button type="button" data-say=(message) data-sure=[sure] { (text) } }
}

fn called_off(scene: &Scene) -> Markup {
    html! {
        section.waiting {
            h1 { "Called off" }
            p { "Nobody had moved yet. Nothing of it counts." }
            (again(scene))
        }
    }
}

fn call_off() -> Markup {
    button(&json!({ "abort": {} }), Some("Really call it off?"), "Call it off")
}

fn waiting(scene: &Scene) -> Markup {
    let sits = !scene.look.seats.is_empty();
    // Whoever opens this sits down; the address without it is for those who want to watch.
    let invite = format!("{}/t/{}?sit", scene.look.base, scene.id);
    html! {
        section.waiting {
            h1 { (scene.game.facts.name) }
            p { "The match begins when every seat is taken." }
            ol.seats {
                @for (holder, name) in scene.holders.iter().zip(&scene.names) {
                    li { @if *holder == Holder::Open { em { "open" } } @else { (name) } }
                }
            }
            @if sits {
                (link("invite", "Send this link to whoever should play:", &invite))
                (qr(&invite))
                p { (call_off()) }
            } @else {
                form method="post" action={ "/t/" (scene.id) "/sit" } {
                    input type="hidden" name="word" value="" data-word;
                    button.primary { "Take a seat" }
                }
            }
        }
    }
}

/// A link as a picture for the camera of a phone.
fn qr(link: &str) -> Markup {
    let Ok(code) = QrCode::new(link) else { return html! {} };
    let picture = code.render::<svg::Color<'_>>().min_dimensions(180, 180).build();
    // In a page it needs no declaration of its own. There is nothing in it but squares.
    let picture = picture.split_once("?>").map_or(picture.as_str(), |(_, svg)| svg);
    html! {
        div.qr role="img" aria-label="The same link, for the camera of a phone" { (PreEscaped(picture)) }
    }
}

fn playing(scene: &Scene, play: &Play) -> Markup {
    let look = &scene.look;
    // At a shared screen a hand is shown only to the one whose turn it is, after a tap.
    let hidden_turn = play.acting.iter().find(|seat| look.seats.contains(*seat) && look.own != Some(*seat));
    let replaced = |seat: Seat| scene.stand_ins.contains(seat) && !play.gone.contains(seat);
    let question = play.question.as_ref().map(|question| question.id);
    html! {
        div.play data-seq=(scene.seq) data-seat=[look.own.map(|seat| seat.0)] data-question=[question] {
            @if let Some(result) = &play.result { (ending(scene, result)) }
            @else { p.turn-line { (turn_line(scene, play)) } }
            @if let Some(request) = &play.request { (request_line(scene, request)) }
            @if play.result.is_none() && look.seats.iter().any(replaced) {
                p.request { "A bot plays for you. " (button(&json!({ "return": {} }), None, "Take your seat back")) }
            }
            @if let Some(seat) = hidden_turn.filter(|_| look.seats.len() > 1) {
                button.primary type="button" data-look=(seat.0) { "Seat " (seat.number()) ": show my hand" }
            }
            @if let Some(board) = &play.board { (board) }
            @if !play.legal.is_empty() { (choices(&play.legal)) }
            @if play.result.is_none() && !look.seats.is_empty() { (menu(scene, play)) }
            details #as-text {
                summary { "The table as text" }
                pre tabindex="0" { (play.text) }
            }
        }
    }
}

/// What somebody new should know now.
fn guide(scene: &Scene) -> Markup {
    html! {
        @if let Some(said) = scene.play.as_ref().and_then(|play| play.guide.as_ref()) {
            div #guide {
                (said)
                (button(&json!({ "guide": { "show": false } }), None, "I know the way"))
            }
        }
    }
}

fn turn_line(scene: &Scene, play: &Play) -> String {
    let waiting = || format!("Waiting for {}.", names_of(play.acting.iter(), &scene.names));
    play.question.as_ref().map_or_else(waiting, |question| question.prompt.text.with_names(&scene.names))
}

fn request_line(scene: &Scene, request: &Request) -> Markup {
    let agrees = scene.look.seats.iter().any(|seat| request.agreed.contains(seat));
    let keep = json!({ "keep": {} });
    html! {
        p.request {
            @if scene.look.seats.is_empty() {
                (names_of(request.from.first(), &scene.names)) " asks to take the last move back."
            } @else if agrees {
                "Waiting until everyone agrees to take the last move back. "
                (button(&keep, None, "Never mind"))
            } @else {
                (names_of(request.from.first(), &scene.names)) " asks to take the last move back. "
                (button(&json!({ "back": { "seq": scene.seq } }), None, "Agree"))
                (button(&keep, None, "No"))
            }
        }
    }
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
        details.all #all {
            summary { "All " (legal.len()) " legal actions" }
            ul #legal {
                @for sentence in legal { li { button type="button" data-sentence=(sentence) { (sentence) } } }
            }
        }
    }
}

/// What a player can do besides playing.
fn menu(scene: &Scene, play: &Play) -> Markup {
    let own = scene.look.seats;
    let deciding = |seat: &Seat| is_person(scene, *seat) && !scene.stand_ins.contains(*seat);
    let back = json!({ "back": { "seq": scene.seq } });
    let bot = |seat: Seat| json!({ "bot": { "seat": seat.0 } });
    let guide = json!({ "guide": { "show": !scene.look.guide } });
    html! {
        details #table-menu {
            summary { "Table" }
            div.menu {
                @match &play.take_back {
                    Some(TakeBack::Free(_)) => (button(&back, None, "Take back")),
                    Some(TakeBack::Consent(_)) => (button(&back, None, "Ask to take back")),
                    Some(TakeBack::Never(why)) => span.quiet { "Nothing to take back: " (why) "." },
                    None => {},
                }
                @for seat in Seat::all(scene.names.len() as u8).filter(deciding) {
                    @if own.contains(seat) && own.len() == 1 { (button(&bot(seat), None, "Let a bot play for me")) }
                    @else if own.contains(seat) {
                        (button(&bot(seat), None, &format!("Let a bot play for seat {}", seat.number())))
                    } @else if play.acting.contains(seat) {
                        (button(&bot(seat), None, &format!("{} is gone: let a bot play", names_of([seat], &scene.names))))
                    }
                }
                @if !play.begun { (call_off()) }
                @else if scene.look.own.is_some_and(|seat| !play.gone.contains(seat)) {
                    (button(&json!({ "resign": {} }), Some("Really give up?"), "Resign"))
                }
                (button(&guide, None, if scene.look.guide { "Put the guide away" } else { "Show the guide" }))
                button #tokens type="button" data-tokens={ "/t/" (scene.id) "/tokens" } { "Let a program play for me" }
            }
        }
    }
}

fn ending(scene: &Scene, result: &Value) -> Markup {
    let number = |value: &Value| value.as_u64().map(|seat| Seat(seat as u8));
    let winners: Vec<Seat> = result["winners"].as_array().into_iter().flatten().filter_map(number).collect();
    let scores = result["scores"].as_array().into_iter().flatten();
    html! {
        section.ending {
            h1 { (verdict(scene, winners)) }
            table {
                thead { tr { th scope="col" { "Player" } th scope="col" { "Points" } } }
                tbody {
                    @for (name, points) in scene.names.iter().zip(scores) {
                        tr { td { (name) } td { (points) } }
                    }
                }
            }
            (again(scene))
            p.actions {
                a href={ "/t/" (scene.id) "/replay" } { "Watch the replay" }
                a href={ "/t/" (scene.id) "/record" } download={ (scene.id) ".jsonl" } { "Download the record" }
                " and check it with " code { "atlas verify" }
            }
        }
    }
}

/// Who won, in one sentence.
fn verdict(scene: &Scene, winners: Vec<Seat>) -> String {
    let played = !scene.look.seats.is_empty();
    match winners.len() {
        0 if scene.game.facts.cooperative && played => "You lost together.".to_owned(),
        _ if scene.game.facts.cooperative && played => "You won together!".to_owned(),
        0 if scene.game.facts.cooperative => "The players lost together.".to_owned(),
        _ if scene.game.facts.cooperative => "The players won together!".to_owned(),
        0 => "Nobody wins.".to_owned(),
        1 => format!("{} wins!", names_of(winners, &scene.names)),
        _ => format!("{} share the win.", names_of(winners, &scene.names)),
    }
}

/// The way to the next match, for those who played.
fn again(scene: &Scene) -> Markup {
    html! {
        @if !scene.look.seats.is_empty() {
            p.actions {
                @if let Some(next) = &scene.rematch { a.primary href={ "/t/" (next) } { "To the rematch" } }
                @else {
                    form method="post" action={ "/t/" (scene.id) "/rematch" } { button.primary { "Rematch" } }
                }
            }
        }
    }
}
