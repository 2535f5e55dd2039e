//! Live connections of programs. Each plays one seat, with the same messages as a program that we start ourselves.

use std::sync::Arc;
use std::time::Instant;

use atlas_core::Seat;
use atlas_protocol::seat::{Answer, Message as Told};
use axum::extract::ws::{Message, WebSocket};

use crate::error::Error;
use crate::http::App;
use crate::limits::{Bucket, Counted};
use crate::live::Live;
use crate::snapshot::Snapshot;
use crate::wire::{Gone, Pulse, send};

/// A program at a table.
pub(crate) struct Program {
    pub(crate) app: App,
    pub(crate) live: Arc<Live>,
    pub(crate) seat: Seat,
    /// The person for whom it plays.
    pub(crate) person: String,
    pub(crate) unlimited: bool,
    pub(crate) _counted: Option<Counted>,
}

impl Program {
    pub(crate) async fn run(self, mut socket: WebSocket) {
        let present = self.live.enter(&self.person);
        // If this fails, the others see the player's return a little later.
        let _ = self.app.tables.note_arrival(&self.live, &self.person).await;
        let _counted = self.app.metrics.socket("program");
        // An error here only means that the program is gone.
        let _ = self.serve(&mut socket).await;
        let _ = socket.send(Message::Close(None)).await;
        let (app, live, person) = (self.app.clone(), Arc::clone(&self.live), self.person.clone());
        drop((present, self, socket));
        if let Err(error) = app.tables.note_departure(&live, &person).await {
            tracing::warn!(?error, "a departure could not be noted");
        }
    }

    async fn serve(&self, socket: &mut WebSocket) -> Result<(), Gone> {
        let mut changes = self.live.watch();
        let mut closing = self.app.tables.closing();
        let (mut messages, mut pulse) = (Bucket::new(), Pulse::new());
        let seats = self.live.now().seats.len() as u8;
        send(socket, Told::start(&self.live.game.facts, seats, self.seat).to_text()).await?;
        let (mut told, mut asked): (Option<Arc<Snapshot>>, _) = (None, None);
        let mut closing = std::pin::pin!(closing.wait());
        loop {
            let now = Arc::clone(&changes.borrow_and_update());
            if let Some(message) = now.message(self.seat, told.as_deref(), asked) {
                if let Told::Turn { question, .. } = &message {
                    asked = Some(question.id);
                }
                send(socket, message.to_text()).await?;
                if matches!(message, Told::Over { .. }) {
                    return Ok(());
                }
            }
            told = Some(now);
            loop {
                let error = tokio::select! {
                    biased;
                    () = &mut closing => return Ok(()),
                    changed = changes.changed() => {
                        changed.map_err(|_| Gone)?;
                        break;
                    }
                    beat = pulse.beat() => {
                        beat?;
                        pulse.ping(socket).await?;
                        continue;
                    }
                    received = socket.recv() => {
                        pulse.heard();
                        match received {
                            Some(Ok(Message::Text(text))) => {
                                // In a box, because most connections are waiting, and what waits should be small.
                                match Box::pin(self.answer(text.as_bytes(), &mut messages)).await {
                                    Ok(()) => break,
                                    Err(error) => error,
                                }
                            }
                            Some(Ok(Message::Binary(_))) => Error::Forbidden("Only text messages are accepted."),
                            Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                        }
                    }
                };
                self.app.metrics.refused(error.kind());
                send(socket, Told::refused(&error.refusal()).to_text()).await?;
                // The question is asked again, if it is still open.
                (told, asked) = (None, None);
                break;
            }
        }
    }

    async fn answer(&self, text: &[u8], messages: &mut Bucket) -> Result<(), Error> {
        if !self.unlimited && !messages.take(self.app.usage.limits.messages) {
            self.app.metrics.limited("messages");
            return Err(Error::TooMany("Too many messages. Wait a moment."));
        }
        self.app.check_ban(&self.person)?;
        let begin = Instant::now();
        let Answer { sentence, question } = Answer::read(text)?;
        self.app.tables.check_player(&self.live, &self.person, self.seat)?;
        self.app.tables.act(&self.live, self.seat, &sentence, question).await?;
        self.app.metrics.moved(begin.elapsed());
        Ok(())
    }
}
