//! Live connections of pages. Each page is sent the parts that changed for its person, as HTML, and sends what that
//! person does.

use std::sync::Arc;
use std::time::Instant;

use atlas_core::{Code, Refusal, Seat, Seats, Viewer};
use axum::extract::ws::{Message, WebSocket};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::error::{CLOSING, Error};
use crate::http::App;
use crate::limits::{Bucket, Counted};
use crate::live::{Connected, Live};
use crate::metrics;
use crate::pages::table::{self, Parts};
use crate::snapshot::{Look, Snapshot, only};
use crate::store::{Profile, Words};
use crate::wire::{Gone, Pulse, send};

/// One viewer of one table.
pub(crate) struct Connection {
    app: App,
    live: Arc<Live>,
    person: String,
    /// The beginning of links that people send to each other.
    base: Arc<str>,
    unlimited: bool,
    /// The last entry that the page has told of.
    told: u64,
    /// The seat whose hand is shown at a shared screen.
    hand: Option<Seat>,
    guide: bool,
    muted: Vec<String>,
    /// The number of the last chat message that was shown.
    heard: u64,
    /// The fingerprint of the parts that the page was loaded with.
    pub(crate) drawn: Option<u64>,
    /// The parts that the page shows.
    shown: Option<Arc<Parts>>,
    messages: Bucket,
    /// Where replies that take long are sent.
    replies: mpsc::Sender<Value>,
    /// Where they are received, until the connection is served.
    received: Option<mpsc::Receiver<Value>>,
    _counted: Option<Counted>,
    _present: Connected,
    _socket: metrics::Socket,
}

/// A message from a page.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Request {
    /// Answer a question.
    Act { sentence: String, question: Option<u64>, seat: Option<u8> },
    /// Explain why no legal action contains these words.
    Why { words: String },
    /// Show the hand of this seat, at a shared screen.
    Look { seat: u8 },
    /// Show the table as text.
    Text {},
    /// Show what a bot would do.
    Hint {},
    /// Show what a legal action would change.
    Preview { sentence: String },
    /// Do not pause before the next move of a bot.
    Hurry {},
    /// Seat a bot at an open seat.
    #[serde(rename = "seat_bot")]
    SeatBot { seat: u8 },
    /// Send a chat message.
    Say { text: String },
    /// Hide the chat messages of this seat.
    Mute { seat: u8 },
    /// Show them again.
    Unmute { seat: u8 },
    /// Ask to take a move back, or agree to it.
    Back { seq: u64 },
    /// Do not agree to it.
    Keep {},
    /// Leave for good.
    Resign {},
    /// Abort the match.
    Abort {},
    /// Let a bot play for this seat.
    Bot { seat: u8 },
    /// Take the seat back from a bot.
    Return {},
    /// Show or close the guide.
    Guide { show: bool },
}

/// What a page is sent in return.
enum Reply {
    /// A message that is not ready yet.
    Later,
    /// The table, if it has changed.
    Table,
    /// This message.
    Message(Value),
}

impl Connection {
    pub(crate) fn new(
        app: App,
        live: Arc<Live>,
        person: String,
        base: Arc<str>,
        told: u64,
        unlimited: bool,
        counted: Option<Counted>,
    ) -> Connection {
        let (replies, received) = mpsc::channel(4);
        Connection {
            replies,
            received: Some(received),
            _present: live.enter(&person),
            _socket: app.metrics.socket("page"),
            _counted: counted,
            app,
            live,
            person,
            base,
            unlimited,
            told,
            hand: None,
            guide: false,
            muted: Vec::new(),
            heard: 0,
            drawn: None,
            shown: None,
            messages: Bucket::new(),
        }
    }

    pub(crate) async fn run(mut self, mut socket: WebSocket) {
        match self.app.tables.store().profile(&self.person).await {
            Ok(Profile { newcomer, muted, .. }) => (self.guide, self.muted) = (newcomer, muted),
            Err(failure) => {
                // The page connects again by itself.
                let _ = self.send_error(&mut socket, &failure.into()).await;
                return;
            }
        }
        // If this fails, the table is listed a little later.
        let _ = self.app.tables.note_host(&self.live).await;
        // If this fails, the others see the person's return a little later.
        let _ = self.app.tables.note_arrival(&self.live, &self.person).await;
        // An error here only means that the viewer is gone.
        let _ = self.serve(&mut socket).await;
        let (app, live, person) = (self.app.clone(), Arc::clone(&self.live), self.person.clone());
        drop((self, socket));
        if let Err(error) = app.tables.note_departure(&live, &person).await {
            tracing::warn!(?error, "a departure could not be noted");
        }
    }

    async fn serve(&mut self, socket: &mut WebSocket) -> Result<(), Gone> {
        let mut changes = self.live.watch();
        let mut closing = self.app.tables.closing();
        let mut pulse = Pulse::new();
        let mut replies = self.received.take().expect("a connection is served once");
        let mut closing = std::pin::pin!(closing.wait());
        // Every request is answered, even if it changed nothing.
        let mut asked = true;
        loop {
            let now = Arc::clone(&changes.borrow_and_update());
            self.show(socket, &now, asked).await?;
            asked = false;
            loop {
                tokio::select! {
                    biased;
                    () = &mut closing => {
                        send(socket, json!({ "pause": CLOSING }).to_string()).await?;
                        let _ = socket.send(Message::Close(None)).await;
                        return Ok(());
                    }
                    changed = changes.changed() => {
                        changed.map_err(|_| Gone)?;
                        break;
                    }
                    reply = replies.recv() => {
                        send(socket, reply.ok_or(Gone)?.to_string()).await?;
                    }
                    beat = pulse.beat() => {
                        beat?;
                        pulse.ping(socket).await?;
                    }
                    received = socket.recv() => {
                        pulse.heard();
                        match received {
                            // In a box, because most connections are waiting, and what waits should be small.
                            Some(Ok(Message::Text(text))) => match Box::pin(self.answer(text.as_str())).await {
                                Ok(Reply::Table) => {
                                    asked = true;
                                    break;
                                }
                                Ok(Reply::Later) => {}
                                Ok(Reply::Message(message)) => send(socket, message.to_string()).await?,
                                Err(error) => self.send_error(socket, &error).await?,
                            },
                            Some(Ok(Message::Binary(_))) => {
                                let refused = json!({ "refused": "Only text messages are accepted." });
                                send(socket, refused.to_string()).await?;
                            }
                            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                        }
                    }
                }
            }
        }
    }

    /// Sends what has changed of the table, and new chat messages.
    async fn show(&mut self, socket: &mut WebSocket, now: &Snapshot, asked: bool) -> Result<(), Gone> {
        let seats = now.seats_of(&self.person);
        // At a shared screen the hand is hidden at the end of the turn.
        let to_act = |seat: &Seat| now.begun().is_ok_and(|table| table.acting().contains(*seat));
        self.hand = self.hand.filter(to_act);
        let own = only(seats).or(self.hand.filter(|seat| seats.contains(*seat)));
        let look = Look { own, seats, guide: self.guide, muted: now.seats_among(&self.muted) };
        let patience = self.app.tables.pace.player;
        let parts = match &now.table {
            Some(_) => now.drawn(self.live.game, look, patience, self.shown.as_deref()),
            // The invite link depends on the address by which the person came.
            None => Arc::new(Parts::draw(now.scene(self.live.game, look, patience), &self.base)),
        };
        if let Some(drawn) = self.drawn.take()
            && drawn == parts.fingerprint()
        {
            self.shown = Some(Arc::clone(&parts));
        }
        let (from, lines) = self.live.lines(now, look.viewer(), self.told);
        let (told, head) = (self.told, now.head());
        self.told = head;
        let message = parts.message(self.shown.as_deref(), from, &lines, &now.names, self.live.game);
        self.shown = Some(parts);
        if let Some(message) = message.or((asked || told != head).then(|| json!({ "seq": head }).to_string()))
        {
            send(socket, message).await?;
        }
        let heard = now.heard();
        if heard != self.heard {
            let from = std::mem::replace(&mut self.heard, heard);
            let chat = self.chat(now, from);
            if !chat.is_empty() {
                send(socket, json!({ "chat": chat, "from": from }).to_string()).await?;
            }
        }
        Ok(())
    }

    /// The chat messages after number `after`, as HTML.
    fn chat(&self, now: &Snapshot, after: u64) -> Vec<String> {
        let read = now.talk.iter().filter(|said| said.n > after && !self.muted.contains(&said.person));
        read.filter_map(|said| match &said.words {
            Words::Chat(text) => Some(table::said(now.seats_of(&said.person).first(), text, &now.names)),
            _ => None,
        })
        .collect()
    }

    async fn send_error(&self, socket: &mut WebSocket, error: &Error) -> Result<(), Gone> {
        send(socket, error_message(&self.live, error).to_string()).await
    }

    /// The seat for which the person decides: where they have several, the one whose hand is shown.
    fn own(&self, now: &Snapshot) -> Result<Seat, Error> {
        let seats = now.seats_of(&self.person);
        let watching = || Error::Forbidden("You are watching this table.");
        only(seats).or(self.hand.filter(|seat| seats.contains(*seat))).ok_or_else(watching)
    }

    async fn answer(&mut self, text: &str) -> Result<Reply, Error> {
        if !self.unlimited && !self.messages.take(self.app.usage.limits.messages) {
            self.app.metrics.limited("messages");
            return Err(Error::TooMany("Too many messages. Wait a moment."));
        }
        self.app.check_ban(&self.person)?;
        let request = serde_json::from_str(text)
            .map_err(|error| Refusal::new(Code::Request, format!("The message is not valid: {error}.")))?;
        let answer = self.handle(request).await;
        if let Err(error) = &answer {
            self.app.metrics.refused(error.kind());
        }
        answer
    }

    async fn handle(&mut self, request: Request) -> Result<Reply, Error> {
        let (tables, live, person) = (&self.app.tables, &self.live, &self.person);
        let now = live.now();
        match &request {
            Request::Act { .. } => self.app.check_move(self.unlimited, person)?,
            Request::Back { .. }
            | Request::Keep {}
            | Request::Resign {}
            | Request::Abort {}
            | Request::Bot { .. }
            | Request::Return {}
            | Request::Mute { .. }
            | Request::Unmute { .. }
            | Request::SeatBot { .. }
            | Request::Hint {} => self.app.check_request(self.unlimited, person)?,
            Request::Say { .. } => self.app.check_chat(self.unlimited, person)?,
            Request::Why { .. }
            | Request::Look { .. }
            | Request::Text {}
            | Request::Preview { .. }
            | Request::Hurry {}
            | Request::Guide { .. } => {}
        }
        match request {
            Request::Act { sentence, question, seat } => {
                let begin = Instant::now();
                let seat = seat.map(Seat).map_or_else(|| self.own(&now), Ok)?;
                tables.check_player(live, person, seat)?;
                tables.act(live, seat, &sentence, question).await?;
                self.app.metrics.moved(begin.elapsed());
            }
            Request::Why { words } => {
                let explained = now.begun()?.explain(self.own(&now)?, &words);
                let (why, link) = match explained {
                    Ok(()) => ("This is legal.".to_owned(), None),
                    Err(refusal) => in_words(live, &refusal),
                };
                return Ok(Reply::Message(json!({ "why": why, "words": words, "rule": link })));
            }
            Request::Look { seat } => self.hand = Some(Seat(seat)),
            Request::Text {} => {
                let viewer = if now.is_over() {
                    Viewer::Everything
                } else {
                    self.own(&now).map_or(Viewer::Spectator, Viewer::Seat)
                };
                let text = now.begun()?.text(viewer, &now.names, Seat(0).number());
                return Ok(Reply::Message(json!({ "text": text })));
            }
            Request::Preview { sentence } => return self.preview(&now, &sentence),
            Request::Hurry {} => {
                self.own(&now)?;
                live.hurry.notify_waiters();
                return Ok(Reply::Later);
            }
            Request::SeatBot { seat } => tables.seat_bot(live, person, Seat(seat)).await?,
            Request::Hint {} => {
                self.start_hint(now)?;
                return Ok(Reply::Later);
            }
            Request::Say { text } => tables.say(live, person, &text).await?,
            Request::Mute { seat } => return self.mute(&now, Seat(seat), true).await,
            Request::Unmute { seat } => return self.mute(&now, Seat(seat), false).await,
            Request::Back { seq } => tables.take_back(live, person, self.own(&now)?, seq).await?,
            Request::Keep {} => tables.keep(live, person).await?,
            Request::Resign {} => tables.resign(live, self.own(&now)?).await?,
            Request::Abort {} => tables.abort(live, person).await?,
            Request::Bot { seat } => tables.hand_over(live, person, Seat(seat)).await?,
            Request::Return {} => tables.come_back(live, person).await?,
            Request::Guide { show } => {
                if !show {
                    tables.store().set_guided(person).await?;
                }
                self.guide = show;
            }
        }
        Ok(Reply::Table)
    }

    /// Lets a bot think about the move of the person. The table goes on in the meantime.
    fn start_hint(&self, now: Arc<Snapshot>) -> Result<(), Error> {
        let (tables, live) = (Arc::clone(&self.app.tables), Arc::clone(&self.live));
        let (replies, person, seat) = (self.replies.clone(), self.person.clone(), self.own(&now)?);
        tokio::spawn(async move {
            let reply = match tables.hint(&live, &person, seat).await {
                Ok(advice) => {
                    let label = now.begun().and_then(|table| table.label(seat, &now.names, &advice.action));
                    json!({
                        "label": label.map(|label| label.with_names(&now.names)).ok(),
                        "hint": advice.action,
                        "reason": advice.reason.with_names(&now.names),
                    })
                }
                Err(error) => error_message(&live, &error),
            };
            // The viewer may be gone.
            let _ = replies.send(reply).await;
        });
        Ok(())
    }

    /// The consequences of a legal action, for a person who considers it.
    fn preview(&self, now: &Snapshot, sentence: &str) -> Result<Reply, Error> {
        let (table, seat) = (now.begun()?, self.own(now)?);
        let Some(foresight) = table.foresight(seat, &now.names, sentence)? else { return Ok(Reply::Later) };
        Ok(Reply::Message(json!({
            "preview": sentence,
            "brief": foresight.brief,
            "panel": foresight.panel.into_string(),
            "things": table.changes(seat, sentence)?,
        })))
    }

    /// Hides or shows the chat messages of whoever has a seat, and sends those that are left.
    async fn mute(&mut self, now: &Snapshot, seat: Seat, muted: bool) -> Result<Reply, Error> {
        let Some(other) = now.person_in(seat) else {
            return Err(Refusal::new(Code::Seats, "Nobody writes from that seat.").into());
        };
        self.app.tables.store().set_muted(&self.person, other, muted).await?;
        self.muted.retain(|it| it != other);
        if muted {
            self.muted.push(other.to_owned());
        }
        self.heard = now.heard();
        let seats: Seats = now.seats_among(&self.muted);
        Ok(Reply::Message(json!({ "chat": self.chat(now, 0), "from": 0, "muted": seats })))
    }
}

/// The message that tells a page why something was not done.
fn error_message(live: &Live, error: &Error) -> Value {
    let (message, link) = in_words(live, &error.refusal());
    match error {
        Error::Conflict => json!({ "refused": "The table has changed. Choose again.", "conflict": true }),
        _ if error.is_temporary() => json!({ "retry": message }),
        _ => json!({ "refused": message, "rule": link }),
    }
}

/// A refusal with the names of a table, and a link to its rule.
fn in_words(live: &Live, refusal: &Refusal) -> (String, Option<String>) {
    let link = refusal.rule.map(|rule| crate::pages::rule_link(rule.0, live.game).into_string());
    (refusal.message.with_names(&live.now().names), link)
}
