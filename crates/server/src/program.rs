//! Live connections of programs: one seat each, in the same words as a program that is started for a seat.

use std::sync::Arc;
use std::time::Duration;

use atlas_core::{Code, Refusal, Seat};
use atlas_protocol::seat::{Answer, Message as Told};
use axum::extract::ws::{Message, WebSocket};

use crate::deeds::NotDone;
use crate::http::App;
use crate::limits::{Bucket, Counted, MESSAGES};
use crate::live::Live;

/// A program that does not take a message within this time is let go.
const PATIENCE: Duration = Duration::from_secs(10);

/// A program at a table.
pub(crate) struct Program {
    pub(crate) app: App,
    pub(crate) live: Arc<Live>,
    pub(crate) seat: Seat,
    /// The person who let it play.
    pub(crate) person: String,
    pub(crate) unlimited: bool,
    pub(crate) _counted: Option<Counted>,
}

/// The connection is over.
struct Gone;

impl Program {
    pub(crate) async fn run(self, mut socket: WebSocket) {
        // An error here only means that the program has gone.
        let _ = self.serve(&mut socket).await;
        let _ = socket.send(Message::Close(None)).await;
    }

    async fn serve(&self, socket: &mut WebSocket) -> Result<(), Gone> {
        let mut changes = self.live.watch();
        let mut closing = self.app.tables.closing();
        let mut messages = Bucket::new();
        let start = Told::start(&self.live.game.facts, self.live.names().await.len() as u8, self.seat);
        send(socket, start.to_text()).await?;
        let (mut told, mut asked) = (None, None);
        loop {
            changes.mark_unchanged();
            let (seen, message) = self.live.told(self.seat, told, asked).await;
            told = seen;
            if let Some(message) = message {
                if let Told::Turn { question, .. } = &message {
                    asked = Some(question.id);
                }
                send(socket, message.to_text()).await?;
                if matches!(message, Told::Over { .. }) {
                    return Ok(());
                }
            }
            loop {
                tokio::select! {
                    () = closing.wait() => return Ok(()),
                    changed = changes.changed() => {
                        changed.map_err(|_| Gone)?;
                        break;
                    }
                    received = socket.recv() => {
                        let refusal = match received {
                            Some(Ok(Message::Text(text))) if self.unlimited || messages.take(MESSAGES) => {
                                match self.answer(text.as_bytes()).await {
                                    Ok(()) => break,
                                    Err(refusal) => refusal,
                                }
                            }
                            Some(Ok(Message::Text(_))) => {
                                Refusal::new(Code::Request, "Too many messages. Wait a moment.")
                            }
                            Some(Ok(Message::Binary(_))) => {
                                Refusal::new(Code::Request, "Only text messages are accepted.")
                            }
                            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                            Some(Ok(_)) => continue,
                        };
                        send(socket, Told::refused(&refusal).to_text()).await?;
                        // The question is asked again, if it is still open.
                        (told, asked) = (None, None);
                        break;
                    }
                }
            }
        }
    }

    async fn answer(&self, text: &[u8]) -> Result<(), Refusal> {
        let Answer { sentence, question } = Answer::read(text)?;
        self.app.tables.may_decide(&self.live, &self.person, self.seat).await?;
        match self.app.tables.act(&self.live, self.seat, &sentence, question).await {
            Ok(()) => Ok(()),
            Err(NotDone::Refused(refusal)) => Err(refusal),
            Err(NotDone::Conflict) => {
                Err(Refusal::new(Code::Conflict, "The table has changed: this question is no longer open."))
            }
        }
    }
}

async fn send(socket: &mut WebSocket, text: String) -> Result<(), Gone> {
    match tokio::time::timeout(PATIENCE, socket.send(Message::Text(text.into()))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}
