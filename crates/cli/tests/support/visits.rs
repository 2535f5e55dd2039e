//! Visits to a server that may be gone at any moment: everything here can fail.

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

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// Somebody who comes from an address of this machine to a server on it.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    pub(crate) from: Ipv4Addr,
    pub(crate) server: SocketAddr,
    pub(crate) cookie: String,
    /// What lifts the server's limits for them, if it was given the same.
    pub(crate) load_token: &'static str,
}

/// What a server answered.
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

    /// The value of a header, or nothing.
    pub(crate) fn header(&self, name: &str) -> &str {
        let value =
            |line: &'_ str| line.split_once(": ").is_some_and(|(key, _)| key.eq_ignore_ascii_case(name));
        self.head.lines().find(|line| value(line)).map_or("", |line| &line[name.len() + 2..])
    }
}

impl Visitor {
    /// Somebody from the usual address, with a cookie that they have already.
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

    /// Sends bytes as they are, and gives what comes back before the server closes the connection.
    pub(crate) async fn send(&self, bytes: &[u8]) -> io::Result<Answer> {
        let exchange = async {
            let mut stream = self.connect().await?;
            // A server may refuse without having read everything.
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

    /// Posts a form as one of the server's own pages does.
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

    /// Opens a live connection as a page of the server's own does.
    pub(crate) async fn open(&self, path: &str) -> Result<Line, tungstenite::Error> {
        let mut request = format!("ws://{}{path}", self.server).into_client_request()?;
        let headers = request.headers_mut();
        headers.insert("cookie", self.cookie.parse().expect("a cookie is plain text"));
        headers.insert("x-atlas-load", self.load_token.parse().expect("it is plain text"));
        headers.insert("origin", format!("http://{}", self.server).parse().expect("it is plain text"));
        let open = async { tokio_tungstenite::client_async(request, self.connect().await?).await };
        let opened = timeout(PATIENCE, open).await.map_err(|late| tungstenite::Error::Io(late.into()))?;
        Ok(Line(opened?.0))
    }
}

/// A live connection.
pub(crate) struct Line(pub(crate) WebSocketStream<TcpStream>);

impl Line {
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
                Some(scene) if !scene.legal.is_empty() && answered != scene.question => {
                    answered = scene.question;
                    self.act(&scene.legal[0], &scene).await?;
                }
                _ => {}
            }
        }
    }

    /// Answers the question of a scene.
    pub(crate) async fn act(&mut self, sentence: &str, scene: &Scene) -> Option<()> {
        self.say(&json!({ "act": { "sentence": sentence, "question": scene.question } })).await
    }
}

/// What a page shows, as far as a player needs it.
pub(crate) struct Scene {
    /// How many entries there are.
    pub(crate) seq: u64,
    /// The id of the question that the player is asked.
    pub(crate) question: Option<u64>,
    /// What the player may do.
    pub(crate) legal: Vec<String>,
    pub(crate) over: bool,
}

impl Scene {
    /// The scene in a message, if it is one.
    pub(crate) fn read(message: &Value) -> Option<Scene> {
        let (seq, html) = (message["seq"].as_u64()?, message["html"].as_str()?);
        let values = |start| html.split(start).skip(1).filter_map(|rest| rest.split('"').next());
        Some(Scene {
            seq,
            question: values("data-question=\"").next().and_then(|id| id.parse().ok()),
            legal: values("data-sentence=\"").map(str::to_owned).collect(),
            over: html.contains("class=\"ending\""),
        })
    }
}
