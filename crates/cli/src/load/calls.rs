//! Connections to the server under load: a few persistent HTTP connections, and WebSockets.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// The header with the token that lifts the server's rate limits.
const TOKEN_HEADER: &str = "x-atlas-load";

/// A persistent HTTP connection that sends one request after the other.
pub(super) struct HttpConnection {
    stream: Mutex<BufReader<TcpStream>>,
    /// The headers of every request.
    headers: String,
}

/// The parts of a response that are needed here.
#[derive(Default)]
struct Response {
    status: u16,
    location: String,
    cookie: String,
    body: Vec<u8>,
}

impl HttpConnection {
    pub(super) async fn open(server: SocketAddr, token: Option<&str>) -> Result<HttpConnection, String> {
        let stream = TcpStream::connect(server).await;
        let stream = stream.map_err(|error| format!("{server} cannot be reached: {error}"))?;
        let _ = stream.set_nodelay(true);
        let token = token.map(|token| format!("{TOKEN_HEADER}: {token}\r\n")).unwrap_or_default();
        Ok(HttpConnection {
            stream: Mutex::new(BufReader::new(stream)),
            headers: format!("Host: {server}\r\n{token}"),
        })
    }

    /// The cookie of a new guest.
    pub(super) async fn guest(&self) -> Result<String, String> {
        let response = self.request("GET", "/", "", "").await?;
        let cookie = response.cookie.split(';').next().unwrap_or_default().to_owned();
        if cookie.is_empty() {
            Err(format!("the first page set no cookie: status {}", response.status))
        } else {
            Ok(cookie)
        }
    }

    /// Posts a form whose response redirects to a table, and returns the path of the table.
    pub(super) async fn post(&self, path: &str, cookie: &str, form: &str) -> Result<String, String> {
        let response = self.request("POST", path, cookie, form).await?;
        if response.status == 303 { Ok(response.location) } else { Err(refused(path, &response)) }
    }

    /// The tokens of both seats, which belong to the same guest.
    pub(super) async fn tokens(&self, table: &str, cookie: &str) -> Result<[String; 2], String> {
        let path = format!("{table}/tokens");
        let response = self.request("GET", &path, cookie, "").await?;
        let list: Value = serde_json::from_slice(&response.body).map_err(|_| refused(&path, &response))?;
        let token = |place: usize| list["seats"][place]["token"].as_str().map(str::to_owned);
        token(0).zip(token(1)).map(|(one, two)| [one, two]).ok_or_else(|| refused(&path, &response))
    }

    async fn request(&self, method: &str, path: &str, cookie: &str, form: &str) -> Result<Response, String> {
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{}Cookie: {cookie}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            self.headers,
            form.len()
        );
        let mut stream = self.stream.lock().await;
        let failed = |error: std::io::Error| format!("{path}: {error}");
        stream.write_all(request.as_bytes()).await.map_err(failed)?;
        read_response(&mut stream).await.map_err(failed)
    }
}

async fn read_response(stream: &mut BufReader<TcpStream>) -> std::io::Result<Response> {
    let (mut response, mut length, mut line) = (Response::default(), 0, String::new());
    stream.read_line(&mut line).await?;
    response.status = line.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().unwrap_or(0),
            "location" => value.clone_into(&mut response.location),
            "set-cookie" => value.clone_into(&mut response.cookie),
            _ => {}
        }
    }
    response.body.resize(length, 0);
    stream.read_exact(&mut response.body).await?;
    Ok(response)
}

fn refused(path: &str, response: &Response) -> String {
    format!("the server answered {path} with status {}", response.status)
}

/// A WebSocket connection.
pub(super) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub(super) async fn open(
        server: SocketAddr,
        path: &str,
        cookie: &str,
        token: Option<&str>,
    ) -> Result<Socket, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{path}: {error}");
        let stream = TcpStream::connect(server).await.map_err(|error| failed(&error))?;
        let _ = stream.set_nodelay(true);
        let mut request =
            format!("ws://{server}{path}").into_client_request().map_err(|error| failed(&error))?;
        for (name, value) in [("cookie", Some(cookie)), (TOKEN_HEADER, token)] {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                let value = value.parse().map_err(|_| format!("{name} cannot be sent: {value:?}"))?;
                request.headers_mut().insert(name, value);
            }
        }
        // Buffers of the default size would take gigabytes for ten thousand connections.
        let small = WebSocketConfig::default().read_buffer_size(8 << 10).write_buffer_size(0);
        let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(small)).await;
        Ok(Socket(opened.map_err(|error| failed(&error))?.0))
    }

    pub(super) async fn next(&mut self) -> Result<Utf8Bytes, String> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_))) | None => return Err("the server closed a connection".to_owned()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(format!("a connection broke: {error}")),
            }
        }
    }

    pub(super) async fn send(&mut self, text: String) -> Result<(), String> {
        self.0.send(Message::text(text)).await.map_err(|error| format!("a connection broke: {error}"))
    }
}
