//! The replay of a match that is over: any move, through anyone's eyes, with the proof that it was fair.

use atlas_core::{Log, Seat, Viewer};
use maud::{Markup, html};

use super::{link, told};
use crate::live::{Live, Moment};

/// A match at one move.
pub struct Replay<'a> {
    /// The table.
    pub live: &'a Live,
    /// Who played.
    pub names: &'a [String],
    /// Through whose eyes.
    pub viewer: Viewer,
    /// After how many entries.
    pub at: u64,
    /// What it was like then.
    pub moment: &'a Moment,
    /// The whole record.
    pub log: &'a Log,
    /// What links begin with.
    pub base: &'a str,
}

impl Replay<'_> {
    /// The page.
    pub fn page(&self, name: &str) -> Markup {
        let facts = self.live.game.facts;
        let title = format!("{}: replay", facts.name);
        let record = format!("/t/{}/record", self.live.id);
        let body = html! {
            @if let Some(page) = &self.live.game.page { ((page.defs)()) }
            div #replay data-at=(self.at) data-of=(self.moment.of) {
                h1 { "Replay of " (facts.name) }
                p.quiet { (self.names.join(" against ")) }
                (self.controls())
                div #board-at { (self.board()) }
            }
            aside.side {
                section aria-labelledby="moment-title" {
                    h2 #moment-title { "After entry " (self.at) " of " (self.moment.of) }
                    ol #told aria-live="polite" {
                        @if self.at == 0 { li { "The match begins." } }
                        @for line in &self.moment.lines { (told(line, self.names, self.live.game)) }
                    }
                }
                (link("share", "A link to this move", &format!("{}{}", self.base, self.link(self.at))))
                p { a href=(record) download={ (self.live.id) ".jsonl" } { "Download the record" } }
                p { a href={ "/t/" (self.live.id) } { "Back to the table" } }
            }
            (self.proof(&record))
        };
        super::page(&title, Some(name), &body)
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

    /// Links and a form that work without the script; the script makes them quick.
    fn controls(&self) -> Markup {
        let (at, of) = (self.at, self.moment.of);
        let option = |value: &str, text: &str| {
            html! { option value=(value) selected[self.viewpoint() == value] { (text) } }
        };
        let step = |to: u64, rel: &str, sign: &str, label: &str| {
            html! { a.step rel=(rel) href=(self.link(to)) aria-label=(label) { (sign) } }
        };
        html! {
            form.replay method="get" action=(self.path()) {
                (step(0, "first", "|◀", "To the start"))
                (step(at.saturating_sub(1), "prev", "◀", "One back"))
                button #play-pause type="button" { "Play" }
                (step((at + 1).min(of), "next", "▶", "One on"))
                (step(of, "last", "▶|", "To the end"))
                label.wide { span { "Move" } input #scrub name="at" type="range" min="0" max=(of) value=(at); }
                label {
                    span { "As seen by" }
                    select #viewpoint name="as" {
                        (option("everyone", "everyone, nothing hidden"))
                        (option("watcher", "a watcher"))
                        @for (seat, name) in Seat::all(self.names.len() as u8).zip(self.names) {
                            (option(&seat.0.to_string(), name))
                        }
                    }
                }
                button #show { "Show" }
            }
        }
    }

    fn board(&self) -> Markup {
        let own = match self.viewer {
            Viewer::Seat(seat) => Some(seat),
            _ => None,
        };
        html! {
            div.play inert {
                @if let Some(board) = self.moment.table.board(self.viewer, own, self.names) { (board) }
            }
        }
    }

    /// What anyone can check, and what it means.
    fn proof(&self, record: &str) -> Markup {
        let Some(reveal) = &self.log.reveal else { return html! {} };
        let header = &self.log.header;
        let genuine = (self.live.game.replay)(self.log).map(drop);
        html! {
            section #proof data-record=(record) {
                h2 { "Was it fair?" }
                p {
                    "Before the first move the table fixed a secret and showed everyone its hash. Then each "
                    "player's browser added a word of its own. Secret and words together made every shuffle, so "
                    "neither the table nor a player could choose it. Now the secret is open, and your browser "
                    "checks:"
                }
                ul.checks {
                    li data-check="commitment" {
                        "The secret is the one whose hash was shown before the match: "
                        code.hash { (header.commitment) }
                    }
                    li data-check="seed" {
                        "Secret and words make this seed: " code.hash { (reveal.secret.seed(&header.words)) }
                    }
                    li data-check="chain" {
                        "No entry was changed, added or left out: the hash of each covers all before it."
                    }
                    li data-check="replay" data-ok=(if genuine.is_ok() { "yes" } else { "no" }) {
                        @match genuine {
                            Ok(()) => {
                                "Played again from the seed, every shuffle, every action and the result come out "
                                "the same. The server has just done this; with the record you can do it yourself: "
                            },
                            Err(refusal) => { "Played again from the seed, it comes out otherwise: " (refusal) ". Look: " },
                        }
                        code { "atlas verify " (self.live.id) ".jsonl" }
                    }
                }
                details {
                    summary { "The numbers" }
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
}
