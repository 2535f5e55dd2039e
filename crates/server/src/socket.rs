//! Live connections of pages: each is sent what its person sees, as HTML, and says what that person does.

use std::sync::Arc;
use std::time::Duration;

use atlas_core::{Refusal, Seat, Seats};
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::deeds::NotDone;
use crate::http::App;
use crate::limits::{Bucket, Counted, MESSAGES};
use crate::live::{Drawn, Live, Look, eyes};
use crate::pages;
use crate::store::trouble;
use crate::tables::Closing;

/// A viewer that does not take a message within this time is let go; its page comes back by itself.
const PATIENCE: Duration = Duration::from_secs(10);

/// One viewer of one table.
pub(crate) struct Connection {
    pub(crate) app: App,
    pub(crate) live: Arc<Live>,
    pub(crate) person: String,
    /// What links begin with.
    pub(crate) base: Arc<str>,
    /// The last entry that the page has told of.
    pub(crate) told: u64,
    pub(crate) unlimited: bool,
    pub(crate) _counted: Option<Counted>,
}

/// What a page says.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Said {
    /// The seat answers a question.
    Act { sentence: String, question: Option<u64>, seat: Option<u8> },
    /// Why may I not go on with these words?
    Why { words: String },
    /// At a shared screen: show the hand of this seat.
    Look { seat: u8 },
    /// What would a bot do?
    Hint {},
    /// For people to read.
    Say { text: String },
    /// Do not show me what this seat says.
    Mute { seat: u8 },
    /// Show it again.
    Unmute { seat: u8 },
    /// I want to take back, or agree that another does.
    Back { seq: u64 },
    /// I do not agree.
    Keep {},
    /// I leave for good.
    Resign {},
    /// Let us call it off.
    Abort {},
    /// Let a bot play for this seat.
    Bot { seat: u8 },
    /// I take my seat back.
    Return {},
    /// Show the guide, or put it away.
    Guide { show: bool },
}

/// What a viewer has been shown.
struct Shown {
    /// The seat whose hand is shown at a shared screen.
    hand: Option<Seat>,
    guide: bool,
    muted: Vec<String>,
    /// The last thing said at the table that was shown.
    heard: u64,
    messages: Bucket,
}

type Socket<'a> = &'a mut WebSocket;

/// The connection is over.
struct Gone;

async fn send(socket: Socket<'_>, text: Utf8Bytes) -> Result<(), Gone> {
    match tokio::time::timeout(PATIENCE, socket.send(Message::Text(text))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

/// Waits until there is another version than this.
async fn newer(changes: &mut watch::Receiver<u64>, version: u64) -> Result<(), Gone> {
    changes.wait_for(|newest| *newest != version).await.map(drop).map_err(|_| Gone)
}

impl Connection {
    pub(crate) async fn run(mut self, mut socket: WebSocket) {
        let mut changes = self.live.watch();
        let mut closing = self.app.tables.closing();
        let store = self.app.tables.store();
        let shown = async {
            Ok(Shown {
                hand: None,
                guide: store.is_newcomer(&self.person).await?,
                muted: store.muted_by(&self.person).await?,
                heard: 0,
                messages: Bucket::new(),
            })
        };
        let mut shown = match shown.await {
            Ok(shown) => shown,
            Err(failure) => {
                trouble(&failure);
                return;
            }
        };
        // An error here only means that the viewer has gone.
        let _ = self.serve(&mut socket, &mut shown, &mut changes, &mut closing).await;
    }

    async fn serve(
        &mut self,
        socket: Socket<'_>,
        shown: &mut Shown,
        changes: &mut watch::Receiver<u64>,
        closing: &mut Closing,
    ) -> Result<(), Gone> {
        loop {
            let version = self.show(socket, shown).await?;
            loop {
                tokio::select! {
                    () = closing.wait() => {
                        let pause = json!({ "pause": "The server is restarting. Your table will be back in a moment." });
                        send(socket, pause.to_string().into()).await?;
                        let _ = socket.send(Message::Close(None)).await;
                        return Ok(());
                    }
                    changed = newer(changes, version) => {
                        changed?;
                        break;
                    }
                    received = socket.recv() => match received {
                        Some(Ok(Message::Text(text))) => {
                            let refused = if self.unlimited || shown.messages.take(MESSAGES) {
                                self.answer(text.as_str(), shown).await
                            } else {
                                Some(json!({ "refused": "Too many messages. Wait a moment." }))
                            };
                            if let Some(answer) = refused {
                                send(socket, answer.to_string().into()).await?;
                            } else {
                                break;
                            }
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                        Some(Ok(Message::Binary(_))) => {
                            let refused = json!({ "refused": "Only text messages are accepted." });
                            send(socket, refused.to_string().into()).await?;
                        }
                        Some(Ok(_)) => {}
                    }
                }
            }
        }
    }

    /// Sends the table as it is now, and what has been said. Gives the version that was shown.
    async fn show(&mut self, socket: Socket<'_>, shown: &mut Shown) -> Result<u64, Gone> {
        let seats = self.live.seats_of(&self.person).await;
        // At a shared screen the hand goes away with the turn.
        if shown.hand.is_some() && !self.live.is_to_act(shown.hand).await {
            shown.hand = None;
        }
        let look = Look {
            own: eyes(seats).or(shown.hand.filter(|seat| seats.contains(*seat))),
            seats,
            told: self.told,
            guide: shown.guide,
            muted: self.live.seats_among(&shown.muted).await,
            base: Arc::clone(&self.base),
        };
        let Drawn { version, head, text } = self.live.drawn(&look, pages::table::message).await;
        self.told = head;
        send(socket, Utf8Bytes::from(&*text)).await?;
        let (heard, lines) = self.live.talk(shown.heard, &shown.muted).await;
        if heard != shown.heard {
            let from = std::mem::replace(&mut shown.heard, heard);
            if !lines.is_empty() {
                let names = self.live.names().await;
                let chat: Vec<String> =
                    lines.iter().map(|(seats, _, text)| pages::table::said(*seats, text, &names)).collect();
                send(socket, json!({ "chat": chat, "from": from }).to_string().into()).await?;
            }
        }
        Ok(version)
    }

    /// A refusal in the words of this table, and a link to its rule.
    async fn in_words(&self, refusal: &Refusal) -> (String, Option<String>) {
        let link = refusal.rule.map(|rule| pages::rule_link(rule.0, self.live.game).into_string());
        (refusal.message.with_names(&self.live.names().await), link)
    }

    /// Does what the page says. What it gives is sent to that page alone; nothing means that the table is
    /// shown again.
    async fn answer(&mut self, text: &str, shown: &mut Shown) -> Option<Value> {
        let said = match serde_json::from_str(text) {
            Ok(said) => said,
            Err(error) => return Some(json!({ "refused": format!("The message is not valid: {error}.") })),
        };
        match self.obey(said, shown).await {
            Ok(answer) => answer,
            Err(NotDone::Conflict) => {
                Some(json!({ "refused": "The table has changed. Choose again.", "conflict": true }))
            }
            Err(NotDone::Refused(refusal)) => {
                let (message, link) = self.in_words(&refusal).await;
                Some(json!({ "refused": message, "rule": link }))
            }
        }
    }

    async fn obey(&mut self, said: Said, shown: &mut Shown) -> Result<Option<Value>, NotDone> {
        let (tables, live, person) = (&self.app.tables, &self.live, &self.person);
        let seats = live.seats_of(person).await;
        // Where a person has several seats, it is the one whose hand they look at.
        let own = || {
            let watching = || Refusal::new(atlas_core::Code::Illegal, "You are watching this table.");
            eyes(seats).or(shown.hand.filter(|seat| seats.contains(*seat))).ok_or_else(watching)
        };
        match said {
            Said::Act { sentence, question, seat } => {
                let seat = seat.map(Seat).map_or_else(own, Ok)?;
                tables.may_decide(live, person, seat).await?;
                tables.act(live, seat, &sentence, question).await?;
            }
            Said::Why { words } => {
                return Ok(Some(match live.explain(own()?, &words).await {
                    Ok(()) => json!({ "why": "This is legal.", "words": words, "rule": null }),
                    Err(refusal) => {
                        let (message, link) = self.in_words(&refusal).await;
                        json!({ "why": message, "words": words, "rule": link })
                    }
                }));
            }
            Said::Look { seat } => shown.hand = Some(Seat(seat)),
            Said::Hint {} => {
                let advice = live.hint(own()?).await?;
                let names = live.names().await;
                return Ok(Some(json!({
                    "hint": advice.action,
                    "value": advice.value,
                    "reason": advice.reason.with_names(&names),
                })));
            }
            Said::Say { text } => {
                if !self.unlimited && !self.app.limits.talk.take(person.clone()) {
                    return Err(Refusal::new(
                        atlas_core::Code::Request,
                        "You are writing too fast. Wait a moment.",
                    )
                    .into());
                }
                tables.say(live, person, &text).await?;
            }
            Said::Mute { seat } => return self.mute(Seat(seat), true, shown).await,
            Said::Unmute { seat } => return self.mute(Seat(seat), false, shown).await,
            Said::Back { seq } => tables.take_back(live, person, own()?, seq).await?,
            Said::Keep {} => tables.keep(live, person).await?,
            Said::Resign {} => tables.resign(live, own()?).await?,
            Said::Abort {} => tables.abort(live, person).await?,
            Said::Bot { seat } => tables.hand_over(live, person, Seat(seat)).await?,
            Said::Return {} => tables.come_back(live, person).await?,
            Said::Guide { show } => {
                if !show {
                    tables.store().set_guided(person).await.map_err(|failure| trouble(&failure))?;
                }
                shown.guide = show;
            }
        }
        Ok(None)
    }

    /// Mutes whoever has a seat, and shows what is left of the talk.
    async fn mute(&self, seat: Seat, muted: bool, shown: &mut Shown) -> Result<Option<Value>, NotDone> {
        let Some(other) = self.live.person_in(seat).await else {
            return Err(Refusal::new(atlas_core::Code::Seats, "Nobody writes from that seat.").into());
        };
        let store = self.app.tables.store();
        store.set_muted(&self.person, &other, muted).await.map_err(|failure| trouble(&failure))?;
        shown.muted = store.muted_by(&self.person).await.map_err(|failure| trouble(&failure))?;
        let (heard, lines) = self.live.talk(0, &shown.muted).await;
        shown.heard = heard;
        let names = self.live.names().await;
        let chat: Vec<String> =
            lines.iter().map(|(seats, _, text)| pages::table::said(*seats, text, &names)).collect();
        let muted: Seats = self.live.seats_among(&shown.muted).await;
        Ok(Some(json!({ "chat": chat, "from": 0, "muted": muted })))
    }
}
