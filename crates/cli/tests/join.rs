//! `atlas bot-protocol --join`: a program plays a seat at a table on a server. Most tests use a fake server, which can
//! close the connection at any moment.

#[path = "../../server/tests/support/mod.rs"]
#[allow(dead_code)]
mod visitors;

mod support;

use std::fs;
use std::net::SocketAddr;
use std::process::Command;
use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use serde_json::{Value, json};
use support::server::Server;
use support::{Process, atlas, strings};
use tempfile::NamedTempFile;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use visitors::Guest;

/// A fake server that sends what the test wants.
struct FakeServer {
    listener: TcpListener,
}

type Socket = WebSocketStream<TcpStream>;

/// A plain or encrypted stream.
trait Stream: AsyncRead + AsyncWrite + Unpin {}

impl<S: AsyncRead + AsyncWrite + Unpin> Stream for S {}

impl FakeServer {
    async fn open() -> (FakeServer, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        (FakeServer { listener }, address)
    }

    /// Accepts the next connection, which must request the right seat.
    async fn accept(&self) -> Socket {
        let (stream, _) = self.listener.accept().await.unwrap();
        FakeServer::handshake(stream).await
    }

    // The library requires this response type.
    #[allow(clippy::result_large_err)]
    async fn handshake<S: Stream>(stream: S) -> WebSocketStream<S> {
        let check = |request: &Request, response: Response| {
            assert_eq!(request.uri().to_string(), "/t/abc/seat?token=T");
            Ok(response)
        };
        tokio_tungstenite::accept_hdr_async(stream, check).await.unwrap()
    }
}

async fn send<S: Stream>(socket: &mut WebSocketStream<S>, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

async fn receive<S: Stream>(socket: &mut WebSocketStream<S>) -> String {
    socket.next().await.unwrap().unwrap().into_text().unwrap().to_string()
}

fn start() -> Value {
    json!({ "type": "start", "protocol": 1, "game": support::GAME, "seats": 2, "seat": 0 })
}

fn turn(view: u8) -> Value {
    json!({ "type": "turn", "seat": 0, "question": { "id": view, "kind": "play" }, "view": view, "legal": ["dawn-1"] })
}

/// The message that the server receives: the answer and the id of the question.
fn answer(question: u8) -> String {
    json!({ "action": "dawn-1", "question": question }).to_string()
}

/// Starts `atlas bot-protocol` for a seat at `address`.
fn program(address: SocketAddr) -> Process {
    Process::start(&["bot-protocol", "--join", &format!("http://{address}/t/abc?token=T")])
}

fn read(program: &mut Process) -> Value {
    serde_json::from_str(&program.line().expect("a message is printed")).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_plays_on_after_its_server_restarts() {
    let (server, address) = FakeServer::open().await;
    let mut program = program(address);
    let mut socket = server.accept().await;
    send(&mut socket, start()).await;
    send(&mut socket, turn(1)).await;
    assert_eq!((read(&mut program), read(&mut program)), (start(), turn(1)));

    // The connection is lost before the program has answered, and again before the server has stored the answer.
    drop(socket);
    let mut socket = server.accept().await;
    send(&mut socket, start()).await;
    send(&mut socket, turn(1)).await;
    program.send_line("dawn-1");
    assert_eq!(receive(&mut socket).await, answer(1));
    drop(socket);
    let mut socket = server.accept().await;
    send(&mut socket, start()).await;
    send(&mut socket, turn(1)).await;
    assert_eq!(receive(&mut socket).await, answer(1), "the answer is sent again without asking the program");

    // The program was asked once, and the match goes on.
    let seen = json!({ "type": "seen", "seat": 0, "view": 2, "news": [] });
    send(&mut socket, seen.clone()).await;
    assert_eq!(read(&mut program), seen);
    send(&mut socket, turn(3)).await;
    assert_eq!(read(&mut program), turn(3));
    program.send_line("{\"action\":");
    assert_eq!(read(&mut program)["type"], "refused");
    assert_eq!(read(&mut program), turn(3));
    program.send_line("{\"action\":\"dawn-1\"}");
    assert_eq!(receive(&mut socket).await, answer(3));
    let over = json!({ "type": "over", "result": {} });
    send(&mut socket, over.clone()).await;
    assert_eq!(read(&mut program), over);
    let ran = program.finish();
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("trying again").count(), 2);
}

/// A certificate authority that the system does not trust.
struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// The certificate of the authority.
    file: NamedTempFile,
}

impl Authority {
    fn called(name: &str) -> Authority {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new([]).unwrap();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let file = NamedTempFile::new().unwrap();
        fs::write(&file, params.self_signed(&key).unwrap().pem()).unwrap();
        Authority { issuer: Issuer::new(params, key), file }
    }

    /// Issues a certificate for a server with this name.
    fn certify(&self, name: &str) -> TlsAcceptor {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new([name.to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let config = ServerConfig::builder().with_no_client_auth();
        TlsAcceptor::from(Arc::new(config.with_single_cert(vec![certificate.into()], key).unwrap()))
    }

    /// Starts `atlas bot-protocol` for a seat at `host`, trusting only this authority.
    fn trusting_program(&self, host: &str) -> Process {
        let address = format!("https://{host}/t/abc?token=T");
        let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
        command.args(["bot-protocol", "--join", &address]).env("SSL_CERT_FILE", self.file.path());
        Process::of(command.env_remove("SSL_CERT_DIR"))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_plays_over_https_if_the_certificate_is_valid() {
    let (authority, unknown) = (Authority::called("trusted"), Authority::called("unknown"));
    let tls = authority.certify("localhost");
    let (server, address) = FakeServer::open().await;
    let port = address.port();

    let mut program = authority.trusting_program(&format!("localhost:{port}"));
    let (stream, _) = server.listener.accept().await.unwrap();
    let mut socket = FakeServer::handshake(tls.accept(stream).await.unwrap()).await;
    send(&mut socket, start()).await;
    send(&mut socket, turn(1)).await;
    assert_eq!((read(&mut program), read(&mut program)), (start(), turn(1)));
    program.send_line("dawn-1");
    assert_eq!(receive(&mut socket).await, answer(1));
    send(&mut socket, json!({ "type": "over", "result": {} })).await;
    assert_eq!(read(&mut program)["type"], "over");
    assert_eq!(program.finish().code, Some(0));

    // An unknown authority, a certificate for another name, and a server without TLS.
    let name = format!("localhost:{port}");
    for (trusted, host, why) in [
        (&unknown, &name, "UnknownIssuer"),
        (&authority, &address.to_string(), "not valid for name"),
        (&authority, &name, "corrupt"),
    ] {
        let program = trusted.trusting_program(host);
        let (mut stream, _) = server.listener.accept().await.unwrap();
        if why == "corrupt" {
            stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
        } else {
            assert!(tls.accept(stream).await.is_err(), "{why}");
        }
        let message = program.finish().failed();
        assert!(message.contains("is not trusted") && message.contains(why), "{message}");
        assert!(message.contains("SSL_CERT_FILE"), "{message}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_while_joining_are_reported() {
    let unused = { TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap() };
    let join = |address: String| atlas(&["bot-protocol", "--join", &address]).failed();
    assert!(join(format!("http://{unused}/t/abc?token=T")).contains("cannot be reached"));
    assert!(join(format!("http://{unused}/t/abc")).contains("token="));
    // The program ends before the match is over.
    let (server, address) = FakeServer::open().await;
    let mut program = program(address);
    let mut socket = server.accept().await;
    send(&mut socket, start()).await;
    send(&mut socket, turn(1)).await;
    assert_eq!((read(&mut program), read(&mut program)), (start(), turn(1)));
    assert!(program.finish().stderr.contains("ended before the match did"));
    // A local game and --join exclude each other.
    let both = atlas(&["bot-protocol", support::GAME, "--join", "http://localhost/t/abc?token=T"]).failed();
    assert!(both.contains("--join"), "{both}");
    assert!(atlas(&["bot-protocol"]).failed().contains("<GAME>"));
}

/// The address of a guest's first seat, as the table's menu shows it.
async fn invitation(guest: &Guest, table: &str) -> String {
    let tokens = guest.get(&format!("{table}/tokens")).await.body;
    let tokens: Value = serde_json::from_str(&tokens).unwrap();
    format!("http://{}{table}?token={}", guest.address, tokens["seats"][0]["token"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_plays_a_match_while_its_server_is_killed() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path(), &[]);
    let guest = Guest::arrive(server.address).await;
    let table = guest.sit_down("/play/enchanted-lands", "word=w").await;
    let mut program = Process::start(&["bot-protocol", "--join", &invitation(&guest, &table).await]);
    let mut turns = 0;
    loop {
        let message = read(&mut program);
        match message["type"].as_str().unwrap() {
            "start" => assert_eq!((turns, message["seat"].as_u64()), (0, Some(0))),
            "turn" => {
                turns += 1;
                // The server is killed before some answers and right after others.
                if turns % 4 == 1 {
                    server.kill();
                    server.start_again();
                }
                program.send_line(&strings(&message["legal"])[0]);
                if turns % 4 == 3 {
                    server.kill();
                    server.start_again();
                }
            }
            "seen" => {}
            "over" => break,
            _ => panic!("{message}"),
        }
    }
    let ran = program.finish();
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
    let record = guest.get(&format!("{table}/record")).await;
    let log = atlas_catalog::replay(&record.body).unwrap();
    let own = log.records().iter().filter(|entry| entry.seat == Some(atlas_core::Seat(0)));
    assert_eq!(own.count(), turns, "each turn was answered once");
}

/// The first bot of the documentation, at a table against a built-in bot.
#[cfg(feature = "external")]
#[tokio::test(flavor = "multi_thread")]
async fn the_six_line_bot_plays_at_a_table() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[]);
    let guest = Guest::arrive(server.address).await;
    let table = guest.sit_down("/play/enchanted-lands", "word=w").await;
    let bot = concat!("python3 ", env!("CARGO_MANIFEST_DIR"), "/../../examples/seat_bot.py");
    atlas(&["bot-protocol", "--join", &invitation(&guest, &table).await, "--program", bot]).succeeded();
    let record = guest.get(&format!("{table}/record")).await;
    assert!(atlas_catalog::replay(&record.body).unwrap().outcome().is_some());
}
