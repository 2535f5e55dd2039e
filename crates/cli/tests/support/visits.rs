//! Visits to a server that may be gone at any moment: everything here can fail.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// Posts a form as one of the server's own pages does, and gives the status and the place it leads to.
pub(crate) async fn post(
    address: SocketAddr,
    path: &str,
    cookie: &str,
    form: &str,
) -> io::Result<(u16, String)> {
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nConnection: close\r\n\
         Cookie: {cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    );
    let answer = timeout(PATIENCE, exchange(address, request.as_bytes())).await??;
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
    let place = answer.lines().find_map(|line| line.strip_prefix("location: ")).unwrap_or_default();
    status.map(|status| (status, place.to_owned())).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

async fn exchange(address: SocketAddr, request: &[u8]) -> io::Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// A live connection.
pub(crate) struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Line {
    /// Connects as a page of the server's own does.
    pub(crate) async fn open(
        address: SocketAddr,
        path: &str,
        cookie: &str,
    ) -> Result<Line, tungstenite::Error> {
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("cookie", cookie.parse().expect("a cookie is plain text"));
        headers.insert("origin", format!("http://{address}").parse().expect("an address is plain text"));
        let connect = timeout(PATIENCE, tokio_tungstenite::connect_async(request));
        let (socket, _) = connect.await.map_err(|late| tungstenite::Error::Io(late.into()))??;
        Ok(Line(socket))
    }

    /// The next message; nothing when the connection is lost.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let next = timeout(PATIENCE, self.0.next()).await.expect("the server says something in time");
            match next?.ok()? {
                Message::Text(text) => return Some(serde_json::from_str(&text).expect("a message is JSON")),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Says something; nothing when the connection is lost.
    pub(crate) async fn say(&mut self, message: &Value) -> Option<()> {
        self.0.send(Message::text(message.to_string())).await.ok()
    }

    /// Acts whenever it may until the match is over; nothing when the connection is lost before.
    pub(crate) async fn play_out(&mut self) -> Option<()> {
        let mut answered = None;
        loop {
            let message = self.next().await?;
            assert!(message.get("refused").is_none(), "{message}");
            match Scene::read(&message) {
                Some(scene) if scene.over => return Some(()),
                Some(scene) if !scene.legal.is_empty() && answered < Some(scene.seq) => {
                    answered = Some(scene.seq);
                    self.act(&scene.legal[0], scene.seq).await?;
                }
                _ => {}
            }
        }
    }

    /// Acts, having seen so many entries.
    pub(crate) async fn act(&mut self, sentence: &str, seq: u64) -> Option<()> {
        self.say(&json!({ "act": { "sentence": sentence, "seq": seq } })).await
    }
}

/// What a page shows, as far as a player needs it.
pub(crate) struct Scene {
    /// How many entries there are.
    pub(crate) seq: u64,
    /// What the player may do.
    pub(crate) legal: Vec<String>,
    pub(crate) over: bool,
}

impl Scene {
    /// The scene in a message, if it is one.
    pub(crate) fn read(message: &Value) -> Option<Scene> {
        let (seq, html) = (message["seq"].as_u64()?, message["html"].as_str()?);
        let sentences = html.split("data-sentence=\"").skip(1);
        Some(Scene {
            seq,
            legal: sentences.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect(),
            over: html.contains("class=\"ending\""),
        })
    }
}
