//! What live connections of pages and of programs have in common.

use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use tokio::time::{Instant, Interval, interval, timeout};

/// A client that does not take a message within this time is disconnected. Pages connect again by themselves.
const SEND_PATIENCE: Duration = Duration::from_secs(10);
/// How often a connection is tested.
const PING_INTERVAL: Duration = Duration::from_secs(40);
/// A client that has been silent for this long is disconnected. Browsers answer pings by themselves.
const SILENCE: Duration = Duration::from_secs(100);

/// The connection is closed.
pub(crate) struct Gone;

/// Sends a text message.
pub(crate) async fn send(socket: &mut WebSocket, text: impl Into<Utf8Bytes>) -> Result<(), Gone> {
    within_patience(socket, Message::Text(text.into())).await
}

async fn within_patience(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    match timeout(SEND_PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

/// Whether the other end of a connection is alive.
pub(crate) struct Pulse {
    pings: Interval,
    heard: Instant,
}

impl Pulse {
    pub(crate) fn new() -> Pulse {
        let mut pings = interval(PING_INTERVAL);
        pings.reset();
        Pulse { pings, heard: Instant::now() }
    }

    /// Notes that something was received.
    pub(crate) fn heard(&mut self) {
        self.heard = Instant::now();
    }

    /// Waits until the next ping is due. Fails if nothing was received for too long.
    pub(crate) async fn beat(&mut self) -> Result<(), Gone> {
        self.pings.tick().await;
        if self.heard.elapsed() < SILENCE { Ok(()) } else { Err(Gone) }
    }

    /// Sends a ping.
    pub(crate) async fn ping(&mut self, socket: &mut WebSocket) -> Result<(), Gone> {
        within_patience(socket, Message::Ping(axum::body::Bytes::new())).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_silent_client_is_disconnected() {
        let (mut pulse, begin) = (Pulse::new(), Instant::now());
        while pulse.beat().await.is_ok() {}
        assert!((SILENCE..=SILENCE + PING_INTERVAL).contains(&begin.elapsed()), "{:?}", begin.elapsed());
        let mut pulse = Pulse::new();
        for _ in 0..100 {
            assert!(pulse.beat().await.is_ok(), "a client that answers stays connected");
            pulse.heard();
        }
    }
}
