//! A program's seat at a table on a server, over `atlas bot-protocol --join`. Mostly the server is a script,
//! so that it can go away at the worst moments.

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
use support::{Talk, atlas, strings};
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

/// A server that says what the test wants.
struct Script {
    listener: TcpListener,
}

type Socket = WebSocketStream<TcpStream>;

/// What messages can go over, in clear or not.
trait Wire: AsyncRead + AsyncWrite + Unpin {}

impl<S: AsyncRead + AsyncWrite + Unpin> Wire for S {}

impl Script {
    async fn open() -> (Script, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        (Script { listener }, address)
    }

    /// The next connection; it must ask for the right seat.
    async fn answer(&self) -> Socket {
        let (stream, _) = self.listener.accept().await.unwrap();
        Script::greet(stream).await
    }

    // The response type is the library's.
    #[allow(clippy::result_large_err)]
    async fn greet<S: Wire>(stream: S) -> WebSocketStream<S> {
        let check = |request: &Request, response: Response| {
            assert_eq!(request.uri().to_string(), "/t/abc/seat?token=T");
            Ok(response)
        };
        tokio_tungstenite::accept_hdr_async(stream, check).await.unwrap()
    }
}

async fn say<S: Wire>(socket: &mut WebSocketStream<S>, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

async fn hear<S: Wire>(socket: &mut WebSocketStream<S>) -> String {
    socket.next().await.unwrap().unwrap().into_text().unwrap().to_string()
}

fn start() -> Value {
    json!({ "type": "start", "protocol": 1, "game": support::GAME, "seats": 2, "seat": 0 })
}

fn turn(view: u8) -> Value {
    json!({ "type": "turn", "seat": 0, "question": { "id": view, "kind": "play" }, "view": view, "legal": ["dawn-1"] })
}

/// What the server gets: the answer, and the question that it answers.
fn answer(question: u8) -> String {
    json!({ "action": "dawn-1", "question": question }).to_string()
}

/// A program, told its seat is at `address`.
fn program(address: SocketAddr) -> Talk {
    Talk::start(&["bot-protocol", "--join", &format!("http://{address}/t/abc?token=T")])
}

fn read(program: &mut Talk) -> Value {
    serde_json::from_str(&program.line().expect("it goes on")).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_plays_on_when_its_server_comes_back() {
    let (script, address) = Script::open().await;
    let mut program = program(address);
    let mut socket = script.answer().await;
    say(&mut socket, start()).await;
    say(&mut socket, turn(1)).await;
    assert_eq!((read(&mut program), read(&mut program)), (start(), turn(1)));

    // The server goes before the program has answered, and again before it has taken the answer.
    drop(socket);
    let mut socket = script.answer().await;
    say(&mut socket, start()).await;
    say(&mut socket, turn(1)).await;
    program.say("dawn-1");
    assert_eq!(hear(&mut socket).await, answer(1));
    drop(socket);
    let mut socket = script.answer().await;
    say(&mut socket, start()).await;
    say(&mut socket, turn(1)).await;
    assert_eq!(hear(&mut socket).await, answer(1), "the answer is given again, without the program");

    // It was asked once, and goes on.
    let seen = json!({ "type": "seen", "seat": 0, "view": 2, "news": [] });
    say(&mut socket, seen.clone()).await;
    assert_eq!(read(&mut program), seen);
    say(&mut socket, turn(3)).await;
    assert_eq!(read(&mut program), turn(3));
    program.say("{\"action\":");
    assert_eq!(read(&mut program)["type"], "refused");
    assert_eq!(read(&mut program), turn(3));
    program.say("{\"action\":\"dawn-1\"}");
    assert_eq!(hear(&mut socket).await, answer(3));
    let over = json!({ "type": "over", "result": {} });
    say(&mut socket, over.clone()).await;
    assert_eq!(read(&mut program), over);
    let ran = program.finish();
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("trying again").count(), 2);
}

/// Somebody who certifies servers, and whom nobody knows by default.
struct Authority {
    issuer: Issuer<'static, KeyPair>,
    /// What those need who want to trust it.
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

    /// What a server needs to prove that it has this name.
    fn certify(&self, name: &str) -> TlsAcceptor {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new([name.to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let config = ServerConfig::builder().with_no_client_auth();
        TlsAcceptor::from(Arc::new(config.with_single_cert(vec![certificate.into()], key).unwrap()))
    }

    /// A program that trusts this authority and no other, told that its seat is at `place`.
    fn follower(&self, place: &str) -> Talk {
        let address = format!("https://{place}/t/abc?token=T");
        let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
        command.args(["bot-protocol", "--join", &address]).env("SSL_CERT_FILE", self.file.path());
        Talk::of(command.env_remove("SSL_CERT_DIR"))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_plays_over_https_at_a_server_that_proves_its_name() {
    let (authority, stranger) = (Authority::called("ours"), Authority::called("a stranger's"));
    let tls = authority.certify("localhost");
    let (script, address) = Script::open().await;
    let port = address.port();

    let mut program = authority.follower(&format!("localhost:{port}"));
    let (stream, _) = script.listener.accept().await.unwrap();
    let mut socket = Script::greet(tls.accept(stream).await.unwrap()).await;
    say(&mut socket, start()).await;
    say(&mut socket, turn(1)).await;
    assert_eq!((read(&mut program), read(&mut program)), (start(), turn(1)));
    program.say("dawn-1");
    assert_eq!(hear(&mut socket).await, answer(1));
    say(&mut socket, json!({ "type": "over", "result": {} })).await;
    assert_eq!(read(&mut program)["type"], "over");
    assert_eq!(program.finish().code, Some(0));

    // One whose word nobody trusts, one that has another name, and one that does not speak TLS at all.
    let name = format!("localhost:{port}");
    for (follows, place, why) in [
        (&stranger, &name, "UnknownIssuer"),
        (&authority, &address.to_string(), "not valid for name"),
        (&authority, &name, "corrupt"),
    ] {
        let program = follows.follower(place);
        let (mut stream, _) = script.listener.accept().await.unwrap();
        if why == "corrupt" {
            stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
        } else {
            assert!(tls.accept(stream).await.is_err(), "{why}");
        }
        let told = program.finish().failed();
        assert!(told.contains("is not trusted") && told.contains(why), "{told}");
        assert!(told.contains("SSL_CERT_FILE"), "{told}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_joined_is_told() {
    let nobody = { TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap() };
    let join = |address: String| atlas(&["bot-protocol", "--join", &address]).failed();
    assert!(join(format!("http://{nobody}/t/abc?token=T")).contains("cannot be reached"));
    assert!(join(format!("http://{nobody}/t/abc")).contains("token="));
    // A program that leaves before the match is over.
    let (script, address) = Script::open().await;
    let mut program = program(address);
    let mut socket = script.answer().await;
    say(&mut socket, start()).await;
    say(&mut socket, turn(1)).await;
    assert_eq!((read(&mut program), read(&mut program)), (start(), turn(1)));
    assert!(program.finish().stderr.contains("ended before the match did"));
    // A game at home and one away cannot be played at once.
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
    let mut program = Talk::start(&["bot-protocol", "--join", &invitation(&guest, &table).await]);
    let mut turns = 0;
    loop {
        let message = read(&mut program);
        match message["type"].as_str().unwrap() {
            "start" => assert_eq!((turns, message["seat"].as_u64()), (0, Some(0))),
            "turn" => {
                turns += 1;
                // Before an answer, and right after one.
                if turns % 4 == 1 {
                    server.kill();
                    server.start_again();
                }
                program.say(&strings(&message["legal"])[0]);
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

/// The first bot of the documentation, at a table against a bot of ours.
#[cfg(feature = "external")]
#[tokio::test(flavor = "multi_thread")]
async fn the_six_line_bot_sits_at_a_table() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[]);
    let guest = Guest::arrive(server.address).await;
    let table = guest.sit_down("/play/enchanted-lands", "word=w").await;
    let bot = concat!("python3 ", env!("CARGO_MANIFEST_DIR"), "/../../examples/seat_bot.py");
    atlas(&["bot-protocol", "--join", &invitation(&guest, &table).await, "--program", bot]).succeeded();
    let record = guest.get(&format!("{table}/record")).await;
    assert!(atlas_catalog::replay(&record.body).unwrap().outcome().is_some());
}
