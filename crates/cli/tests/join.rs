//! A program's seat at a table on a server, over `atlas bot-protocol --join`. The server here is a script, so
//! that it can go away at the worst moments.

mod support;

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use support::{Talk, atlas};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};

/// A server that says what the test wants.
struct Script {
    listener: TcpListener,
}

type Socket = WebSocketStream<TcpStream>;

impl Script {
    async fn open() -> (Script, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        (Script { listener }, address)
    }

    /// The next connection; it must ask for the right seat.
    // The response type is the library's.
    #[allow(clippy::result_large_err)]
    async fn answer(&self) -> Socket {
        let (stream, _) = self.listener.accept().await.unwrap();
        let check = |request: &Request, response: Response| {
            assert_eq!(request.uri().to_string(), "/t/abc/seat?token=T");
            Ok(response)
        };
        tokio_tungstenite::accept_hdr_async(stream, check).await.unwrap()
    }
}

async fn say(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

async fn hear(socket: &mut Socket) -> String {
    socket.next().await.unwrap().unwrap().into_text().unwrap().to_string()
}

fn start() -> Value {
    json!({ "type": "start", "protocol": 1, "game": support::GAME, "seats": 2, "seat": 0 })
}

fn turn(view: u8) -> Value {
    json!({ "type": "turn", "seat": 0, "question": { "kind": "play" }, "view": view, "legal": ["dawn-1"] })
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
    assert_eq!(hear(&mut socket).await, "dawn-1");
    drop(socket);
    let mut socket = script.answer().await;
    say(&mut socket, start()).await;
    say(&mut socket, turn(1)).await;
    assert_eq!(hear(&mut socket).await, "dawn-1", "the answer is given again, without the program");

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
    assert_eq!(hear(&mut socket).await, "dawn-1");
    let over = json!({ "type": "over", "result": {} });
    say(&mut socket, over.clone()).await;
    assert_eq!(read(&mut program), over);
    let ran = program.finish();
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), ""), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("trying again").count(), 2);
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
