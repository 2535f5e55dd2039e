//! A client for a server that may be killed at any moment, so every request can fail.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};

/// A timeout that is longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A client with a cookie that connects from one of the loopback addresses.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) from: Ipv4Addr,
    pub(crate) server: SocketAddr,
    pub(crate) cookie: String,
    /// The token that lifts the server's rate limits, if the server was started with the same token.
    pub(crate) load_token: &'static str,
}

/// The response of a server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    fn read(bytes: &[u8]) -> Option<Answer> {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, head: head.to_owned(), body: body.to_owned() })
    }

    /// The value of a header, or an empty string.
    pub(crate) fn header(&self, name: &str) -> &str {
        let value =
            |line: &'_ str| line.split_once(": ").is_some_and(|(key, _)| key.eq_ignore_ascii_case(name));
        self.head.lines().find(|line| value(line)).map_or("", |line| &line[name.len() + 2..])
    }
}

impl Visitor {
    /// A client at 127.0.0.1 with an existing cookie.
    pub(crate) fn at(server: SocketAddr, cookie: &str) -> Visitor {
        Visitor { from: Ipv4Addr::LOCALHOST, server, cookie: cookie.to_owned(), load_token: "" }
    }

    /// A new guest.
    pub(crate) async fn arrive(server: SocketAddr, from: Ipv4Addr) -> io::Result<Visitor> {
        let visitor = Visitor { from, ..Visitor::at(server, "") };
        let answer = visitor.get("/").await?;
        let cookie = answer.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
        Ok(Visitor { cookie, ..visitor })
    }

    pub(crate) async fn connect(&self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((self.from, 0).into())?;
        socket.connect(self.server).await
    }

    /// Sends raw bytes, and returns the response once the server closes the connection.
    pub(crate) async fn send(&self, bytes: &[u8]) -> io::Result<Answer> {
        let exchange = async {
            let mut stream = self.connect().await?;
            // The server may refuse the request before it has read everything.
            let _ = stream.write_all(bytes).await;
            let mut answer = Vec::new();
            let read = stream.read_to_end(&mut answer).await;
            Answer::read(&answer).ok_or_else(|| read.err().unwrap_or(io::ErrorKind::UnexpectedEof.into()))
        };
        timeout(PATIENCE, exchange).await?
    }

    pub(crate) async fn get(&self, path: &str) -> io::Result<Answer> {
        self.send(self.request("GET", path, "").as_bytes()).await
    }

    /// Posts a form as the server's own pages do.
    pub(crate) async fn post(&self, path: &str, form: &str) -> io::Result<Answer> {
        self.send(self.request("POST", path, form).as_bytes()).await
    }

    fn request(&self, method: &str, path: &str, form: &str) -> String {
        let Visitor { server, cookie, load_token, .. } = self;
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {server}\r\nOrigin: http://{server}\r\nConnection: close\r\n\
             Cookie: {cookie}\r\nX-Atlas-Load: {load_token}\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {}\r\n\r\n{form}",
            form.len()
        )
    }

    /// Opens a live connection as the server's own pages do.
    pub(crate) async fn open(&self, path: &str) -> Result<Line, tungstenite::Error> {
        let mut request = format!("ws://{}{path}", self.server).into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("cookie", self.cookie.parse().expect("a cookie is plain text"));
        headers.insert("x-atlas-load", self.load_token.parse().expect("the value is plain text"));
        headers.insert("origin", format!("http://{}", self.server).parse().expect("the value is plain text"));
        let open = async { tokio_tungstenite::client_async(request, self.connect().await?).await };
        let opened = timeout(PATIENCE, open).await.map_err(|late| tungstenite::Error::Io(late.into()))?;
        Ok(Line(opened?.0))
    }
}

/// A live connection.
pub(crate) struct Line(pub(crate) WebSocketStream<TcpStream>);

impl Line {
    /// The next message; `None` if the connection is lost.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let next = timeout(PATIENCE, self.0.next()).await.expect("the server sends a message in time");
            match next?.ok()? {
                Message::Text(text) => return Some(decode(&text)),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    /// Sends a message; returns `None` if the connection is lost.
    pub(crate) async fn send(&mut self, message: &Value) -> Option<()> {
        self.0.send(Message::text(message.to_string())).await.ok()
    }

    /// Plays its turns until the match is over; returns `None` if the connection is lost before that.
    pub(crate) async fn play_out(&mut self) -> Option<()> {
        let mut answered = None;
        loop {
            let message = self.next().await?;
            assert!(message.get("refused").is_none(), "{message}");
            match Scene::read(&message) {
                Some(scene) if scene.over => return Some(()),
                Some(scene) if !scene.legal.is_empty() && answered != scene.question => {
                    answered = scene.question;
                    self.act(&scene.legal[0], &scene).await?;
                }
                _ => {}
            }
        }
    }

    /// Answers the open question of a scene.
    pub(crate) async fn act(&mut self, sentence: &str, scene: &Scene) -> Option<()> {
        self.send(&json!({ "act": { "sentence": sentence, "question": scene.question } })).await
    }
}

/// A message as JSON. To a page, the HTML of parts and of lines follows its head, each after a separator.
fn decode(text: &str) -> Value {
    let mut pieces = text.split('\u{1}');
    let head = pieces.next().expect("a message has a head");
    let mut message: Value = serde_json::from_str(head).expect("a message is JSON");
    if let Some(names) = message.get("parts").and_then(Value::as_array).cloned() {
        let name = |name: Value| name.as_str().unwrap_or_default().to_owned();
        let parts = names.into_iter().map(name).zip(pieces.map(Value::from));
        message["parts"] = parts.collect::<serde_json::Map<_, _>>().into();
    }
    message
}

/// The news of a table, as far as a player needs them. The legal sentences are there whenever they have changed.
pub(crate) struct Scene {
    /// The number of entries in the match.
    pub(crate) seq: u64,
    /// The id of the player's open question.
    pub(crate) question: Option<u64>,
    /// The player's legal sentences.
    pub(crate) legal: Vec<String>,
    pub(crate) over: bool,
}

impl Scene {
    /// The scene in a message, if it is one.
    pub(crate) fn read(message: &Value) -> Option<Scene> {
        let seq = message["seq"].as_u64()?;
        let part = |name: &str| message["parts"][name].as_str().unwrap_or_default();
        let sentences = message["legal"].as_array().into_iter().flatten();
        Some(Scene {
            seq,
            question: message["question"].as_u64(),
            legal: sentences.filter_map(|pair| pair[0].as_str()).map(str::to_owned).collect(),
            over: part("end").contains("class=\"ending\""),
        })
    }
}
