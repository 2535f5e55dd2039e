//! A server, and guests who use it over plain HTTP and WebSocket, without a browser.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use atlas_catalog::{Catalog, GAMES};
use atlas_server::{Config, Limits, Pace, Server};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// The key that signs cookies.
pub(crate) const KEY: [u8; 64] = [7; 64];

/// A server with a database of its own.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    folder: Arc<TempDir>,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

impl TestServer {
    /// A server on which a player may be replaced almost at once.
    pub(crate) async fn open() -> TestServer {
        TestServer::with_player_limit(Duration::from_millis(1)).await
    }

    /// A server on which players have a minute for each move.
    pub(crate) async fn patient() -> TestServer {
        TestServer::with_player_limit(Duration::from_mins(1)).await
    }

    async fn with_player_limit(player: Duration) -> TestServer {
        TestServer::on(Arc::new(tempfile::tempdir().unwrap()), player, GAMES).await
    }

    /// A server with the games of this catalog.
    pub(crate) async fn with_games(games: Catalog) -> TestServer {
        TestServer::on(Arc::new(tempfile::tempdir().unwrap()), Duration::from_mins(1), games).await
    }

    /// Stops the server and starts another one with the same database.
    pub(crate) async fn again(self) -> TestServer {
        let _ = self.stop.send(());
        self.serving.await.unwrap();
        TestServer::on(self.folder, Duration::from_mins(1), GAMES).await
    }

    /// Runs SQL on the database, behind the back of the server.
    pub(crate) fn sql(&self, sql: &str) {
        rusqlite::Connection::open(self.folder.path().join("atlas.db")).unwrap().execute_batch(sql).unwrap();
    }

    async fn on(folder: Arc<TempDir>, player: Duration, catalog: Catalog) -> TestServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let config = Config {
            database: format!("sqlite:{}", folder.path().join("atlas.db").display()),
            base_url: None,
            key: KEY.to_vec(),
            catalog,
            pace: Pace { move_delay: Duration::ZERO, bot: Duration::from_secs(20), player },
            limits: Limits::default(),
            load_token: None,
            trusted_proxies: 0,
        };
        let server = open(config).await;
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(server.serve(listener, async {
            // Without a stop signal it serves until the end of the test.
            if stopped.await.is_err() {
                std::future::pending::<()>().await;
            }
        }));
        TestServer { address, folder, stop, serving }
    }

    pub(crate) async fn guest(&self) -> Guest {
        Guest::arrive(self.address).await
    }
}

/// Opens a server. The tasks of the last one may still use the database for a moment.
async fn open(config: Config) -> Server {
    for _ in 0..100 {
        match Server::open(config.clone()).await {
            Ok(server) => return server,
            Err(error) if error.contains("another server uses") => {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            Err(error) => panic!("{error}"),
        }
    }
    panic!("the database is never free");
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> String {
        let found = self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(": ")?;
            key.eq_ignore_ascii_case(name).then(|| value.to_owned())
        });
        found.unwrap_or_else(|| panic!("there is no {name} in\n{}", self.head))
    }
}

pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    cookie: &str,
    form: &str,
    more: &str,
) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let text = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n{more}\r\n{form}",
        form.len()
    );
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

/// Somebody with a cookie.
#[derive(Clone)]
pub(crate) struct Guest {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: String,
}

impl Guest {
    /// Opens the first page and keeps the cookie that comes with it.
    pub(crate) async fn arrive(address: SocketAddr) -> Guest {
        let answer = request(address, "GET", "/", "", "", "").await;
        let cookie = answer.header("set-cookie").split(';').next().unwrap().to_owned();
        Guest { address, cookie }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        request(self.address, "GET", path, &self.cookie, "", "").await
    }

    pub(crate) async fn post(&self, path: &str, form: &str) -> Answer {
        let origin = format!("Origin: http://{}\r\n", self.address);
        request(self.address, "POST", path, &self.cookie, form, &origin).await
    }

    /// Posts a form that leads to a table, and gives the table's address.
    pub(crate) async fn sit_down(&self, path: &str, form: &str) -> String {
        let answer = self.post(path, form).await;
        assert_eq!(answer.status, 303, "{}", answer.body);
        answer.header("location")
    }

    pub(crate) async fn watch(&self, table: &str) -> Seen {
        self.watch_from(table, 0).await
    }

    /// Watches a table, having seen so many entries already.
    pub(crate) async fn watch_from(&self, table: &str, seq: u64) -> Seen {
        let address = format!("ws://{}{table}/live?seen={seq}", self.address);
        let mut request = address.into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("cookie", self.cookie.parse().unwrap());
        headers.insert("origin", format!("http://{}", self.address).parse().unwrap());
        let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        let mut seen = Seen::new(socket);
        seen.next_scene().await;
        seen
    }

    /// The connection of a program that plays this guest's first seat.
    pub(crate) async fn send_program(&self, table: &str) -> Seen {
        self.send_program_to(table, 0).await
    }

    /// The connection of a program that plays one of this guest's seats.
    pub(crate) async fn send_program_to(&self, table: &str, number: usize) -> Seen {
        let tokens: Value = serde_json::from_str(&self.get(&format!("{table}/tokens")).await.body).unwrap();
        let token = tokens["seats"][number]["token"].as_str().unwrap();
        let address = format!("ws://{}{table}/seat?token={token}", self.address);
        let (socket, _) = tokio_tungstenite::connect_async(address).await.unwrap();
        Seen::new(socket)
    }
}

/// A live connection, the last message about the table, and the parts of the page.
pub(crate) struct Seen {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) scene: Value,
    parts: serde_json::Map<String, Value>,
    legal: Vec<String>,
}

impl Seen {
    fn new(socket: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Seen {
        Seen { socket, scene: Value::Null, parts: serde_json::Map::new(), legal: Vec::new() }
    }

    pub(crate) async fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    pub(crate) async fn next(&mut self) -> Value {
        let wait = tokio::time::timeout(Duration::from_secs(20), self.socket.next());
        match wait.await.expect("the server says something in time").expect("the connection lives").unwrap() {
            Message::Ping(_) => Box::pin(self.next()).await,
            Message::Text(text) => {
                let message = decode(&text);
                if message.get("seq").is_some() {
                    self.scene = message.clone();
                }
                for (name, html) in message["parts"].as_object().into_iter().flatten() {
                    self.replace(name, html.as_str().unwrap());
                }
                if let Some(legal) = message["legal"].as_array() {
                    let sentence = |pair: &Value| Some(pair[0].as_str()?.to_owned());
                    self.legal = legal.iter().filter_map(sentence).collect();
                }
                message
            }
            other => panic!("not a text: {other:?}"),
        }
    }

    /// Replaces a part as a page does: one of its own, or one inside the stage.
    fn replace(&mut self, name: &str, html: &str) {
        let stage = self.parts.get("stage").and_then(Value::as_str).unwrap_or_default();
        let opens = format!(" data-part=\"{name}\"");
        let Some(at) = stage.find(&opens) else {
            self.parts.insert(name.to_owned(), html.into());
            return;
        };
        let tag = stage[..at].rsplit('<').next().unwrap().split(' ').next().unwrap();
        let begin = at + stage[at..].find('>').unwrap() + 1;
        let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
        let (mut depth, mut end) = (1, begin);
        while depth > 0 {
            let next = end + stage[end..].find(&close).unwrap();
            depth += stage[end..next].matches(&open).count();
            depth -= 1;
            end = next + close.len();
        }
        let stage = format!("{}{html}{}", &stage[..begin], &stage[end - close.len()..]);
        self.parts.insert("stage".to_owned(), stage.into());
    }

    pub(crate) async fn next_scene(&mut self) {
        while self.next().await.get("seq").is_none() {}
    }

    pub(crate) fn html(&self) -> String {
        self.parts.values().map(|part| part.as_str().unwrap()).collect()
    }

    /// A part of the page, as HTML.
    pub(crate) fn part(&self, name: &str) -> &str {
        self.parts[name].as_str().unwrap()
    }

    pub(crate) fn seq(&self) -> u64 {
        self.scene["seq"].as_u64().unwrap()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.html().contains("class=\"ending\"")
    }

    /// The values of an attribute, in order.
    pub(crate) fn all(&self, attribute: &str) -> Vec<String> {
        let start = format!("{attribute}=\"");
        self.html().split(&start).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    }

    pub(crate) fn legal(&self) -> Vec<String> {
        self.legal.clone()
    }

    pub(crate) async fn act(&mut self, sentence: &str) {
        let message = json!({ "act": { "sentence": sentence, "question": self.scene["question"] } });
        self.say(&message.to_string()).await;
    }

    /// Waits until this viewer may act or the match is over.
    pub(crate) async fn my_turn(&mut self) {
        while self.legal().is_empty() && !self.is_over() {
            self.next_scene().await;
        }
    }
}

/// A message to a page as JSON: the HTML of parts and lines follows its head, each after a separator.
pub(crate) fn decode(text: &str) -> Value {
    let mut pieces = text.split('\u{1}');
    let mut message: Value = serde_json::from_str(pieces.next().unwrap()).unwrap();
    if let Some(names) = message.get("parts").and_then(Value::as_array).cloned() {
        let part = |name: Value| (name.as_str().unwrap().to_owned(), pieces.next().unwrap().into());
        message["parts"] = names.into_iter().map(part).collect::<serde_json::Map<_, _>>().into();
        message["news"] = pieces.collect::<Vec<_>>().into();
    }
    message
}

/// Whether a connection is refused at the door.
pub(crate) async fn is_turned_away(guest: &Guest, table: &str, origin: &str) -> bool {
    let mut request = format!("ws://{}{table}/live", guest.address).into_client_request().unwrap();
    request.headers_mut().insert("origin", origin.parse().unwrap());
    matches!(tokio_tungstenite::connect_async(request).await, Err(tungstenite::Error::Http(_)))
}
