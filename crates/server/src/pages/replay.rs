//! The replay of a match that is over: any move, from every player's point of view, with the proof that it was fair.

use atlas_boards::seat::{badge, class};
use atlas_core::{Log, Seat, Viewer};
use maud::{Markup, html};

use super::document::{self, DESCRIPTION, Document};
use super::icon;
use super::parts::{link, shown, told};
use crate::live::{Live, Moment, Step};

/// A match at one move.
pub struct Replay<'a> {
    /// The table.
    pub live: &'a Live,
    /// The names of the players.
    pub names: &'a [String],
    /// The viewer whose knowledge is shown.
    pub viewer: Viewer,
    /// The number of entries so far.
    pub at: u64,
    /// The match after that entry.
    pub moment: &'a Moment,
    /// The whole record.
    pub log: &'a Log,
    /// The beginning of links.
    pub base: &'a str,
}

impl Replay<'_> {
    /// The page.
    pub fn page(&self) -> Markup {
        let facts = self.live.game.facts;
        let title = format!("{}: replay", facts.name);
        let steps = self.live.steps(self.viewer);
        let body = html! {
            a.skip href="#stage" { "Skip to the board" }
            @if let Some(defs) = self.live.game.defs { (defs()) }
            div #replay.shell.replay data-at=(self.at) data-of=(self.moment.of) {
                header.top {
                    a.brand href="/" aria-label="Atlas, home" title="Home" { (icon::mark()) }
                    h1 { (facts.name) }
                    span.pill { "Replay" }
                    span.link-state { (self.names.join(", ")) }
                    div.top-buttons { (document::theme_button()) }
                }
                main #stage.stage tabindex="-1" { (self.moment()) }
                (self.timeline(&steps))
                (self.rail(&steps))
            }
        };
        let scripts = &["settings.js", "replay.js", "copy.js"];
        let preview = None;
        Document {
            title: &title,
            description: DESCRIPTION,
            public: false,
            preview,
            class: "at-table",
            scripts,
        }
        .show(&body)
    }

    /// What changes from move to move.
    pub fn moment(&self) -> Markup {
        let own = match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        };
        html! {
            div #board-at inert {
                @if let Some(board) = self.moment.table.board(self.viewer, own, self.names, None) { (board.html()) }
            }
            div.unseen aria-live="polite" {
                p #moment-title { "Move " (self.at) " of " (self.moment.of) }
                ol #told {
                    @if self.at == 0 { li { "The match begins." } }
                    @for line in &self.moment.lines { (told(line, self.names, self.live.game)) }
                }
            }
        }
    }

    fn path(&self) -> String {
        format!("/t/{}/replay", self.live.id)
    }

    fn viewpoint(&self) -> String {
        match self.viewer {
            Viewer::Everything => "everyone".to_owned(),
            Viewer::Spectator => "watcher".to_owned(),
            Viewer::Seat(seat) => seat.0.to_string(),
        }
    }

    fn link(&self, at: u64) -> String {
        format!("{}?at={at}&as={}", self.path(), self.viewpoint())
    }

    /// The bar: buttons that work without the script, and a slider over a tick for each move.
    fn timeline(&self, steps: &[Step]) -> Markup {
        let (at, of) = (self.at, self.moment.of);
        let step = |to: u64, rel: &str, picture: Markup, label: &str| {
            html! { a.step rel=(rel) href=(self.link(to)) aria-label=(label) title=(label) { (picture) } }
        };
        html! {
            section.bar.timeline aria-label="Moves" {
                div.transport {
                    (step(0, "first", icon::first(), "First move"))
                    (step(at.saturating_sub(1), "prev", icon::back(), "Previous move"))
                    button #play-pause.primary type="button" aria-label="Play" title="Play" {
                        span.when-paused { (icon::play()) } span.when-playing { (icon::pause()) }
                    }
                    (step((at + 1).min(of), "next", icon::forward(), "Next move"))
                    (step(of, "last", icon::last(), "Last move"))
                }
                div.track {
                    ol.ticks aria-hidden="true" {
                        @for step in steps { li class={ "tick " (step.seat.map(class).unwrap_or_default()) (if step.scored { " scored" } else { "" }) } {} }
                    }
                    input #scrub type="range" min="0" max=(of) value=(at) aria-label="Move";
                }
                p.where { b #where { "Move " (at) } " of " (of) }
            }
        }
    }

    fn rail(&self, steps: &[Step]) -> Markup {
        let option = |value: &str, text: &str| {
            html! { option value=(value) selected[self.viewpoint() == value] { (text) } }
        };
        let record = format!("/t/{}/record", self.live.id);
        html! {
            aside.rail.replay-rail aria-label="About the match" {
                form.viewpoint method="get" action=(self.path()) {
                    input type="hidden" name="at" value=(self.at);
                    label for="viewpoint" { "See it as" }
                    select #viewpoint name="as" {
                        (option("everyone", "Everybody’s cards"))
                        (option("watcher", "A spectator"))
                        @for (seat, name) in Seat::all(self.names.len() as u8).zip(self.names) {
                            (option(&seat.0.to_string(), name))
                        }
                    }
                    button #show { "Show" }
                }
                ol #moves.moves tabindex="0" aria-label="Moves" {
                    @for (n, step) in (1..).zip(steps) {
                        li {
                            a href=(self.link(n)) data-at=(n) aria-current=[(n == self.at).then_some("step")] tabindex="-1" {
                                span.quiet { (n) }
                                @if let Some(seat) = step.seat { (badge(seat)) } @else { span {} }
                                span { @if let Some(line) = &step.line { (shown(&line.text, self.names)) } }
                                @if step.scored { (icon::star()) }
                            }
                        }
                    }
                }
                div.replay-foot {
                    (link("share", "Link to this move", &format!("{}{}", self.base, self.link(self.at))))
                    (self.proof(&record))
                    p {
                        a href=(record) download={ (self.live.id) ".jsonl" } { "Download the record" } " · "
                        a href={ "/t/" (self.live.id) } { "Back to the table" }
                    }
                }
            }
        }
    }

    /// What everyone can check, and what it means.
    fn proof(&self, record: &str) -> Markup {
        let Some(reveal) = &self.log.reveal else { return html! {} };
        let header = &self.log.header;
        let genuine = (self.live.game.replay)(self.log).map(drop);
        html! {
            details #proof data-record=(record) {
                summary { "Was it fair? " span #fair {} }
                p {
                    "Before the first move the table chose a secret and showed everyone its hash. Then each player's browser "
                    "added a word. Secret and words together decided every shuffle, so neither the table nor a player could "
                    "choose it. Now the secret is known, and your browser checks:"
                }
                ul.checks {
                    li data-check="commitment" {
                        "The secret has the hash that was shown before the match: " code.hash { (header.commitment) }
                    }
                    li data-check="seed" {
                        "Secret and words give this seed: " code.hash { (reveal.secret.seed(&header.words)) }
                    }
                    li data-check="chain" { "No entry was changed, added or removed: each hash covers all entries before it." }
                    li data-check="replay" data-ok=(if genuine.is_ok() { "yes" } else { "no" }) {
                        @match genuine {
                            Ok(()) => {
                                "Played again from the seed, every shuffle, move and result is the same. The server has checked "
                                "this; you can check it yourself with the record: "
                            },
                            Err(refusal) => { "Played again from the seed, the match goes differently: " (refusal) " See for yourself: " },
                        }
                        code { "atlas verify " (self.live.id) ".jsonl" }
                    }
                }
                dl {
                    dt { "Secret" } dd { code.hash { (reveal.secret) } }
                    @for (name, word) in self.names.iter().zip(&header.words) {
                        dt { "Word of " (name) }
                        dd { @if word.is_empty() { "none" } @else { code.hash { (word) } } }
                    }
                }
            }
        }
    }
}
