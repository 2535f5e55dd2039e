//! The page of a table: a header, the stage with the board, the bar with the question and the main button, and the rail
//! with log, chat, rules and table.
//!
//! Everything that changes is a part: an element with its name in `data-part`, whose content is replaced. The stage is a
//! part that consists of further parts, as the board draws them.

pub(crate) mod end;
mod waiting;

use std::hash::{DefaultHasher, Hash, Hasher};

use atlas_boards::Drawing;
use atlas_boards::seat::badge;
use atlas_catalog::GameEntry;
use atlas_core::Seat;
use atlas_core::play::TakeBack;
use maud::{Markup, PreEscaped, html};
use serde::Serialize;
use serde_json::{Value, json};

use super::document::{self, DESCRIPTION, Document};
use super::icon;
use super::parts::{names_of, told};
use crate::ids::now;
use crate::snapshot::{Play, Presence, Request, Scene};
use crate::store::Holder;
use crate::story::Line;

/// Everything on a table's page that changes.
#[derive(Clone, Debug)]
pub struct Parts {
    seq: u64,
    title: String,
    seat: Option<Seat>,
    question: Option<u64>,
    /// The legal actions of the viewer, each with its label.
    legal: Vec<(String, String)>,
    presence: Vec<Presence>,
    /// What fills the stage.
    pub(crate) stage: Drawing,
    /// Everything else.
    rest: Vec<Part>,
}

#[derive(Clone, Debug)]
struct Part {
    /// The name of its element.
    name: &'static str,
    html: String,
}

/// What separates the pieces of HTML in a message. No text on a page contains this character.
const SEPARATOR: char = '\u{1}';

/// The head of the message that brings a page up to date. The HTML of the parts and of the lines follows as it is, each
/// after a [`SEPARATOR`]: as JSON it would be longer, and slow to write.
#[derive(Serialize)]
struct Update<'a> {
    seq: u64,
    title: &'a str,
    seat: Option<Seat>,
    question: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    legal: Option<&'a [(String, String)]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    presence: Option<&'a [Presence]>,
    /// The names of the parts.
    parts: Vec<&'a str>,
    /// The entry after which the lines follow; 0 means that the page must begin again.
    from: u64,
}

/// More than the usual length of the head of a message, with all legal actions.
const HEAD_LEN: usize = 6 << 10;

/// The name of the part that the board fills.
const STAGE: &str = "stage";

impl Parts {
    /// Draws a table. `base` is the beginning of the invite link, which is shown while seats are open.
    pub fn draw(mut scene: Scene, base: &str) -> Parts {
        let board = scene.play.as_mut().and_then(|play| play.board.take());
        let stage = stage(&scene, board, base);
        let scene = &scene;
        let part = |name, html: Markup| Part { name, html: html.into_string() };
        let play = scene.play.as_ref().filter(|_| !scene.aborted);
        Parts {
            seq: scene.seq,
            title: title(scene),
            seat: scene.look.own,
            question: play.and_then(|play| play.question.as_ref()).map(|question| question.id),
            legal: play.map_or_else(Vec::new, |play| play.legal.clone()),
            presence: scene.presence.clone(),
            stage,
            rest: vec![
                part("turn", turn(scene)),
                part("ask", ask(scene)),
                part("tools", html! { @if let Some(play) = play { (tools(play)) } }),
                part("menu", html! { @if let Some(play) = play { (menu(scene, play)) } }),
                part("guide", guide(scene)),
                part("mutes", mutes(scene)),
                part("end", end::panel(scene)),
            ],
        }
    }

    /// A number that differs if anything differs, so that a page need not be sent what it was loaded with.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.seq, &self.title, self.seat, self.question, &self.legal, &self.presence).hash(&mut hasher);
        self.stage.html().0.hash(&mut hasher);
        self.rest.iter().for_each(|part| part.html.hash(&mut hasher));
        hasher.finish()
    }

    fn html(&self, name: &str) -> Markup {
        let part = self.rest.iter().find(|part| part.name == name).expect("all parts are drawn");
        PreEscaped(part.html.clone())
    }

    /// The message that brings a page up to date: what differs from what it shows, and the lines of the log after entry
    /// `from`. `None` if there is nothing new.
    pub(crate) fn message(
        &self,
        shown: Option<&Parts>,
        from: u64,
        lines: &[Line],
        names: &[String],
        game: &GameEntry,
    ) -> Option<String> {
        let whole_stage: Markup;
        let mut parts: Vec<(&str, &str)> = Vec::new();
        if let Some(changed) = shown.and_then(|shown| self.stage.changes(&shown.stage)) {
            parts.extend(changed.iter().map(|part| (&*part.name, &*part.html)));
        } else {
            whole_stage = self.stage.html();
            parts.push((STAGE, &whole_stage.0));
        }
        for (at, part) in self.rest.iter().enumerate() {
            if shown.is_none_or(|shown| shown.rest[at].html != part.html) {
                parts.push((part.name, &part.html));
            }
        }
        let legal = shown.is_none_or(|shown| shown.legal != self.legal).then_some(&*self.legal);
        let presence = shown.is_none_or(|shown| shown.presence != self.presence).then_some(&*self.presence);
        if parts.is_empty() && lines.is_empty() && legal.is_none() && presence.is_none() {
            return None;
        }
        let news: Vec<Markup> = lines.iter().map(|line| told(line, names, game)).collect();
        let pieces = || parts.iter().map(|(_, html)| *html).chain(news.iter().map(|line| line.0.as_str()));
        let length: usize = pieces().map(|html| html.len() + SEPARATOR.len_utf8()).sum();
        let names = parts.iter().map(|(name, _)| *name).collect();
        let Parts { seq, title, seat, question, .. } = self;
        let (seq, seat, question) = (*seq, *seat, *question);
        let update = Update { seq, title, seat, question, legal, presence, parts: names, from };
        let mut text = Vec::with_capacity(length + HEAD_LEN);
        serde_json::to_writer(&mut text, &update).expect("an update is plain data");
        let mut text = String::from_utf8(text).expect("JSON is UTF-8");
        for piece in pieces() {
            text.push(SEPARATOR);
            text.push_str(piece);
        }
        Some(text)
    }
}

/// The whole page.
pub fn page(scene: &Scene, name: &str, lines: &[Line], base: &str) -> Markup {
    let parts = Parts::draw(scene.clone(), base);
    let (seat, question) = (parts.seat.map(|seat| seat.0), parts.question);
    let game = scene.game;
    let json = |value: Value| value.to_string();
    let body = html! {
        a.skip href="#stage" { "Skip to the board" }
        @if let Some(defs) = game.defs { (defs()) }
        div #table .shell data-live={ "/t/" (scene.id) "/live" } data-game=(game.facts.id) data-seq=(scene.seq) data-seat=[seat]
            data-question=[question] data-legal=(json(json!(parts.legal))) data-presence-of=(json(json!(parts.presence)))
            data-now=(now()) data-name=(name) data-drawn=(parts.fingerprint()) {
            (header(scene, &parts))
            (tabs())
            div #guide-room data-part="guide" { (parts.html("guide")) }
            button #latest.latest type="button" hidden title="Open the log" {}
            main #stage .stage tabindex="-1" data-part=(STAGE) { (parts.stage.html()) }
            (bar(&parts))
            (rail(scene, lines, &parts))
            div #end data-part="end" { (parts.html("end")) }
        }
        div #tip role="tooltip" hidden {}
        (shortcuts())
    };
    let title = title(scene);
    let scripts = &["table.js"];
    let preview = None;
    Document { title: &title, description: DESCRIPTION, public: false, preview, class: "at-table", scripts }
        .show(&body)
}

fn header(scene: &Scene, parts: &Parts) -> Markup {
    html! {
        header.top {
            a.brand href="/" aria-label="Atlas, home" title="Home" { (icon::mark()) }
            h1 { (scene.game.facts.name) }
            span.pill data-part="turn" { (parts.html("turn")) }
            span #link.link-state role="status" { span.dot {} span #link-word { "Connecting" } }
            div.top-buttons {
                button #sound.plain type="button" aria-label="Sound" title="Sound" aria-pressed="false" {
                    span.off { (icon::muted()) } span.on { (icon::sound()) }
                }
                (document::theme_button())
                button #full-screen.plain type="button" aria-label="Full screen" title="Full screen" { (icon::full_screen()) }
                button #help.plain type="button" aria-label="Keyboard shortcuts" title="Keyboard shortcuts" { (icon::help()) }
            }
        }
    }
}

/// The tabs of the rail: id, title and icon.
fn tabs() -> Markup {
    let tab = |id: &str, title: &str, picture: Markup| {
        html! {
            button.rail-tab type="button" role="tab" id={ "tab-" (id) } aria-controls={ "panel-" (id) } aria-selected="false"
                tabindex="-1" title=(title) {
                (picture) span { (title) }
                @if id == "chat" { b #unread hidden {} }
            }
        }
    };
    html! {
        nav.rail-tabs aria-label="Beside the table" {
            div #tabs role="tablist" {
                (tab("log", "Log", icon::log()))
                (tab("chat", "Chat", icon::chat()))
                (tab("rules", "Rules", icon::rules()))
                (tab("table", "Table", icon::table()))
            }
        }
    }
}

/// The bar: the question, and the button that answers it.
fn bar(parts: &Parts) -> Markup {
    html! {
        section #bar.bar aria-label="Your move" {
            div.ask data-part="ask" { (parts.html("ask")) }
            p #says role="status" aria-live="polite" {}
            div.tools {
                button #clear.plain type="button" hidden { (icon::close()) span { "Clear" } }
                div.tools-part data-part="tools" { (parts.html("tools")) }
            }
            button #do.do type="button" disabled { "Waiting" }
        }
    }
}

/// The rail: log, chat, rules and table.
fn rail(scene: &Scene, lines: &[Line], parts: &Parts) -> Markup {
    let plays = !scene.look.seats.is_empty();
    let game = scene.game;
    html! {
        aside #rail.rail aria-label="Log, chat, rules and table" {
            div.sheet-head { h2 #sheet-title { "Log" } button #sheet-close.plain type="button" aria-label="Close" { (icon::close()) } }
            section #panel-log.panel role="tabpanel" aria-labelledby="tab-log" hidden {
                ol #story.story tabindex="0" aria-label="What happened" {
                    @for line in lines { (told(line, &scene.names, game)) }
                }
                button #new-lines type="button" hidden {}
            }
            section #panel-chat.panel role="tabpanel" aria-labelledby="tab-chat" hidden {
                ol #talk.talk aria-live="polite" tabindex="0" aria-label="Messages" {}
                @if plays {
                    div.phrases {
                        @for phrase in ["Hello", "Good move", "Well played", "Good game"] {
                            button type="button" data-phrase=(phrase) { (phrase) }
                        }
                    }
                    form #chat {
                        label.unseen for="chat-text" { "Message" }
                        input #chat-text name="text" autocomplete="off" maxlength="300" placeholder="Say something";
                        button.primary { "Send" }
                    }
                } @else { p.quiet { "Only players can write at this table." } }
                div #mutes data-part="mutes" { (parts.html("mutes")) }
            }
            section #panel-rules.panel role="tabpanel" aria-labelledby="tab-rules" hidden {
                label.unseen for="rule-search" { "Search the rules" }
                input #rule-search type="search" placeholder="Search the rules" autocomplete="off";
                div #rules-text tabindex="0" aria-label="Rules" {}
                p { a href={ "/rules/" (game.facts.id) } target="_blank" { "Open the rules in a new tab" } }
            }
            section #panel-table.panel role="tabpanel" aria-labelledby="tab-table" hidden {
                div data-part="menu" { (parts.html("menu")) }
                (document::settings())
                @if plays {
                    form #say.say {
                        label for="sentence" { "Type a move" }
                        input #sentence name="sentence" autocomplete="off" autocapitalize="off" maxlength="200";
                        button { "Play" }
                    }
                    details #all { summary { "All legal moves" } ul #legal {} }
                }
                details #as-text { summary { "The table as text" } pre tabindex="0" {} }
                @if plays {
                    details #program data-tokens={ "/t/" (scene.id) "/tokens" } { summary { "Connect a bot program" } div {} }
                }
                details {
                    summary { "Was the shuffle fair?" }
                    p {
                        "The shuffle was fixed before the first move. When the match is over, the secret behind it is shown, "
                        "and your browser can check it against this hash:"
                    }
                    code.hash { (scene.commitment) }
                }
            }
        }
    }
}

/// The list of keyboard shortcuts.
fn shortcuts() -> Markup {
    let row = |keys: &[&str], what: &str| {
        html! { div { dt { @for key in keys { kbd { (key) } " " } } dd { (what) } } }
    };
    html! {
        dialog #shortcuts aria-labelledby="shortcuts-title" {
            h2 #shortcuts-title { "Keyboard shortcuts" }
            dl {
                (row(&["←", "→", "↑", "↓"], "move between the things you can pick"))
                (row(&["Enter"], "pick"))
                (row(&["Shift", "Enter"], "play what you have picked"))
                (row(&["Escape"], "clear your picks, or close what is open"))
                (row(&["U"], "undo"))
                (row(&["H"], "hint"))
                (row(&["Space"], "skip the pause before a bot moves"))
                (row(&["L"], "log"))
                (row(&["C"], "chat"))
                (row(&["R"], "rules"))
                (row(&["T"], "table"))
                (row(&["/"], "search the rules"))
                (row(&["?"], "this list"))
            }
            form method="dialog" { button { "Close" } }
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

/// A chat message as a line.
pub fn said(seat: Option<Seat>, text: &str, names: &[String]) -> String {
    let name = seat.map_or_else(|| "Somebody".to_owned(), |seat| names_of([seat], names));
    html! { li { @if let Some(seat) = seat { (badge(seat)) } p { b { (name) } " " (text) } } }.into_string()
}

/// The title of the browser's tab.
pub fn title(scene: &Scene) -> String {
    let name = scene.game.facts.name;
    match &scene.play {
        _ if scene.aborted => format!("{name}: aborted"),
        Some(play) if is_your_turn(scene, play) => format!("Your turn: {name}"),
        Some(play) if play.result.is_some() => format!("{name}: over"),
        _ => name.to_owned(),
    }
}

fn is_your_turn(scene: &Scene, play: &Play) -> bool {
    let own = |seat| scene.look.seats.contains(seat) && !scene.stand_ins.contains(seat);
    play.acting.iter().any(own)
}

/// The pill in the header.
fn turn(scene: &Scene) -> Markup {
    html! {
        @match &scene.play {
            _ if scene.aborted => "Aborted",
            None => "Not begun",
            Some(play) if play.result.is_some() => "Over",
            Some(play) => { "Turn " (play.turn) },
        }
    }
}

/// What fills the stage: the board, or who is waited for.
fn stage(scene: &Scene, board: Option<Drawing>, base: &str) -> Drawing {
    match &scene.play {
        _ if scene.aborted => Drawing::from(html! {
            section.notice { h2 { "Game aborted" } p { "No moves were made, so it does not count." } (end::again(scene)) }
        }),
        None => waiting::room(scene, base).into(),
        Some(play) => {
            let curtain = html! { @if let Some(seat) = hidden_turn(scene, play) { (curtain(scene, seat)) } };
            board.unwrap_or_default().followed_by(&curtain)
        }
    }
}

/// At a shared screen a hand is shown only after the player whose turn it is has asked for it.
fn hidden_turn(scene: &Scene, play: &Play) -> Option<Seat> {
    let look = &scene.look;
    let hidden = |seat: &Seat| {
        look.seats.contains(*seat) && look.own != Some(*seat) && !scene.stand_ins.contains(*seat)
    };
    play.acting.iter().find(hidden).filter(|_| look.seats.len() > 1)
}

fn curtain(scene: &Scene, seat: Seat) -> Markup {
    html! {
        div.curtain {
            (badge(seat))
            button.lamp type="button" data-look=(seat.0) { (scene.names[seat.index()]) ", show my hand" }
        }
    }
}

/// A button that sends a message to the table; with a question, it must be pressed twice.
fn button(message: &Value, sure: Option<&str>, text: &str) -> Markup {
    html! { button type="button" data-say=(message) data-sure=[sure] { (text) } }
}

/// What the bar says, and what can be answered there besides a move.
struct Ask {
    /// The state of the table, which gives the bar its colour.
    kind: &'static str,
    seat: Option<Seat>,
    question: String,
    more: String,
    answers: Markup,
}

/// The question in the bar.
fn ask(scene: &Scene) -> Markup {
    let Ask { kind, seat, question, more, answers } = asked(scene);
    html! {
        div.asked data-kind=(kind) {
            @if let Some(seat) = seat { (badge(seat)) }
            div { p.question { (question) } p.more { (more) } }
            @if !answers.0.is_empty() { div.answers { (answers) } }
        }
    }
}

fn asked(scene: &Scene) -> Ask {
    let plain = |kind, question: String, more: &str| Ask {
        kind,
        seat: None,
        question,
        more: more.to_owned(),
        answers: html! {},
    };
    let play = match &scene.play {
        _ if scene.aborted => {
            return plain("over", "Game aborted.".to_owned(), "You can play again, or go home.");
        }
        None => return waiting::ask(scene),
        Some(play) => play,
    };
    if let Some(result) = &play.result {
        let show = html! { button #show-end type="button" { "Show the result" } };
        return Ask {
            answers: show,
            ..plain("over", end::verdict(scene, result), &end::reason(scene, result))
        };
    }
    if let Some(request) = &play.request {
        return requested(scene, request);
    }
    let own_is_replaced = |seat: Seat| scene.stand_ins.contains(seat) && !play.gone.contains(seat);
    if scene.look.seats.iter().any(own_is_replaced) {
        let answers =
            html! { button.lamp type="button" data-say=(json!({ "return": {} })) { "Take your seat back" } };
        return Ask {
            answers,
            ..plain("waiting", "A bot plays for you.".to_owned(), "You can come back at any time.")
        };
    }
    if let Some(question) = &play.question {
        let question = question.prompt.text.with_names(&scene.names);
        return Ask { seat: scene.look.own, ..plain("yours", question, &declined(scene, play)) };
    }
    waiting_for(scene, play)
}

/// What somebody is told whose request to take a move back was declined.
fn declined(scene: &Scene, play: &Play) -> String {
    match play.declined {
        Some((from, by)) if scene.look.seats.iter().any(|seat| from.contains(seat)) => {
            format!("{} would rather keep the last move.", names_of(by.first(), &scene.names))
        }
        _ => String::new(),
    }
}

/// The bar of those who wait for others.
fn waiting_for(scene: &Scene, play: &Play) -> Ask {
    let names = names_of(play.acting.iter(), &scene.names);
    let bots = play.acting.iter().all(|seat| !is_person(scene, seat) || scene.stand_ins.contains(seat));
    let does = match (bots, play.acting.len() > 1) {
        (true, false) => "is thinking",
        (true, true) => "are thinking",
        (false, false) => "is choosing",
        (false, true) => "are choosing",
    };
    let watching = scene.look.seats.is_empty();
    let declined = declined(scene, play);
    let more = match watching {
        true => "You are watching.",
        false if declined.is_empty() => "You can look around.",
        false => &declined,
    };
    // The script shows these buttons when the player has been away for long enough.
    let away = |seat: &Seat| {
        !watching && scene.presence[seat.index()].is_person() && !scene.look.seats.contains(*seat)
    };
    Ask {
        kind: if bots { "thinking" } else { "waiting" },
        seat: play.acting.first(),
        question: format!("{names} {does}."),
        more: more.to_owned(),
        answers: html! {
            @for seat in play.acting.iter().filter(away) {
                button type="button" hidden data-replace=(seat.0) data-patience=(scene.patience) data-say=(json!({ "bot": { "seat": seat.0 } })) {
                    "Replace with a bot"
                }
            }
            @if bots && !watching { button #hurry.plain type="button" data-say=(json!({ "hurry": {} })) { "Skip the pause" } }
        },
    }
}

fn requested(scene: &Scene, request: &Request) -> Ask {
    let agrees = scene.look.seats.iter().any(|seat| request.agreed.contains(seat));
    let keep = json!({ "keep": {} });
    let name = names_of(request.from.first(), &scene.names);
    let asks = format!("{name} asks to take back the last move.");
    let (question, answers) = if scene.look.seats.is_empty() {
        (asks, html! {})
    } else if agrees {
        let question = "You have asked to take back the last move.".to_owned();
        (question, button(&keep, None, "Never mind"))
    } else {
        (asks, html! { (button(&back(), None, "Agree")) (button(&keep, None, "No")) })
    };
    let more = if agrees { "Waiting until everyone agrees." } else { "" }.to_owned();
    Ask { kind: "request", seat: request.from.first(), question, more, answers }
}

/// The next lesson for a newcomer.
fn guide(scene: &Scene) -> Markup {
    html! {
        @if let Some(said) = scene.play.as_ref().and_then(|play| play.guide.as_ref()) {
            div #guide.guide {
                (said)
                button.plain type="button" data-say=(json!({ "guide": { "show": false } })) { "Hide the guide" }
            }
        }
    }
}

/// The request to take back. The page adds the number of entries that it has shown.
fn back() -> Value {
    json!({ "back": {} })
}

/// Undo and hint.
fn tools(play: &Play) -> Markup {
    let undo = |say: Option<Value>, text: &str, why: &str| {
        html! {
            button #undo.plain type="button" data-say=[say] aria-disabled=[(!why.is_empty()).then_some("true")] title=(why) {
                (icon::undo()) span { (text) }
            }
        }
    };
    html! {
        @match &play.take_back {
            Some(TakeBack::Free(_)) => (undo(Some(back()), "Undo", "")),
            Some(TakeBack::Consent(_)) => (undo(Some(back()), "Ask to undo", "")),
            Some(TakeBack::Never(why)) => (undo(None, "Undo", &format!("You cannot undo: {why}."))),
            None => {},
        }
        @if play.question.is_some() { button #hint.plain type="button" { (icon::hint()) span { "Hint" } } }
    }
}

/// What a player can do besides playing.
fn menu(scene: &Scene, play: &Play) -> Markup {
    let own = scene.look.seats;
    if own.is_empty() || play.result.is_some() {
        return html! {};
    }
    let deciding = |seat: &Seat| own.contains(*seat) && !scene.stand_ins.contains(*seat);
    let bot = |seat: Seat| json!({ "bot": { "seat": seat.0 } });
    let guide = json!({ "guide": { "show": !scene.look.guide } });
    html! {
        div.menu {
            @for seat in Seat::all(scene.names.len() as u8).filter(deciding) {
                @let text = if own.len() == 1 { "Let a bot play for me".to_owned() } else { format!("Let a bot play for {}", scene.names[seat.index()]) };
                (button(&bot(seat), None, &text))
            }
            (button(&guide, None, if scene.look.guide { "Hide the guide" } else { "Show the guide" }))
            @if !play.begun { (abort("Abort the game")) }
            @else if scene.look.own.is_some_and(|seat| !play.gone.contains(seat)) {
                (button(&json!({ "resign": {} }), Some("Really resign?"), "Resign"))
            }
        }
    }
}

fn abort(text: &str) -> Markup {
    button(&json!({ "abort": {} }), Some("Really? Press again"), text)
}
