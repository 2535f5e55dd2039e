//! Invalid, forged, huge, slow and excessive input over the network. It is refused with a clear message, the server
//! keeps running without using more memory, and players at other tables are not affected.

// Only Linux has /proc, which shows the memory, and accepts connections from 127.0.0.2 without configuration.
#![cfg(target_os = "linux")]

mod support;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::{Duration, Instant};

use futures_util::SinkExt;
use serde_json::{Value, json};
use support::server::Server;
use support::visits::{Line, Scene, Visitor};
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};
use tokio_tungstenite::tungstenite::{self, Message};

/// The longest time that a move of an uninvolved player may take, on a busy machine.
const MAX_MOVE_TIME: Duration = Duration::from_secs(5);

/// The address of the uninvolved players.
const OTHER_ADDRESS: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
const EARLY_ADDRESS: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);

fn start_server() -> (TempDir, Server) {
    allow_many_connections();
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[]);
    (data, server)
}

/// Raises the limit of open files for this process and the server, which is 1,024 by default on many systems.
fn allow_many_connections() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).unwrap();
}

async fn arrive(server: SocketAddr) -> Visitor {
    Visitor::arrive(server, Ipv4Addr::LOCALHOST).await.unwrap()
}

async fn sit_down(visitor: &Visitor, path: &str, form: &str) -> String {
    let answer = visitor.post(path, form).await.unwrap();
    assert_eq!(answer.status, 303, "{}", answer.body);
    answer.header("location").to_owned()
}

async fn watch_table(visitor: &Visitor, table: &str) -> Line {
    visitor.open(&format!("{table}/live")).await.unwrap()
}

async fn next_scene(line: &mut Line) -> Scene {
    loop {
        let message = line.next().await.expect("the connection is open");
        if let Some(scene) = Scene::read(&message) {
            return scene;
        }
    }
}

/// Waits for the first scene in which this player may act.
async fn my_turn(line: &mut Line) -> Scene {
    loop {
        let scene = next_scene(line).await;
        assert!(!scene.over);
        if !scene.legal.is_empty() {
            return scene;
        }
    }
}

/// An uninvolved player from another address, who plays match after match against a bot.
struct Bystander {
    stop: watch::Sender<bool>,
    playing: JoinHandle<(u32, Duration)>,
    moves: watch::Receiver<u32>,
}

impl Bystander {
    async fn sit_down(server: SocketAddr) -> Bystander {
        let visitor = Visitor::arrive(server, OTHER_ADDRESS).await.unwrap();
        let table = sit_down(&visitor, "/tables/enchanted-lands", "seats=me&seats=greedy").await;
        let (stop, stopped) = watch::channel(false);
        let (count, moves) = watch::channel(0);
        let playing = tokio::spawn(Bystander::play(visitor, table, stopped, count));
        Bystander { stop, playing, moves }
    }

    async fn play(
        visitor: Visitor,
        mut table: String,
        stopped: watch::Receiver<bool>,
        count: watch::Sender<u32>,
    ) -> (u32, Duration) {
        let mut longest = Duration::ZERO;
        loop {
            let mut line = watch_table(&visitor, &table).await;
            let mut sent: Option<(u64, Instant)> = None;
            loop {
                let scene = next_scene(&mut line).await;
                if let Some((_, when)) = sent.take_if(|(seq, _)| scene.seq > *seq) {
                    longest = longest.max(when.elapsed());
                    count.send_modify(|count| *count += 1);
                }
                if *stopped.borrow() {
                    return (*count.borrow(), longest);
                }
                if scene.over {
                    break;
                }
                if sent.is_none() && !scene.legal.is_empty() {
                    // People think for a moment. Without this pause, many finished matches would stay in memory for a
                    // while.
                    tokio::time::sleep(Duration::from_millis(25)).await;
                    sent = Some((scene.seq, Instant::now()));
                    line.act(&scene.legal[0], &scene).await.expect("the connection is open");
                }
            }
            table = sit_down(&visitor, &format!("{table}/rematch"), "").await;
        }
    }

    /// Waits until the bystander has made this number of further moves.
    async fn wait_for_moves(&mut self, moves: u32) {
        let goal = *self.moves.borrow() + moves;
        let played =
            tokio::time::timeout(Duration::from_mins(1), self.moves.wait_for(|count| *count >= goal));
        played.await.expect("the bystander keeps playing").expect("the bystander has not failed");
    }

    /// Stops the bystander, and asserts that none of their moves was delayed.
    async fn stop(self) {
        self.stop.send_replace(true);
        let (moves, longest) = self.playing.await.expect("the bystander has not failed");
        assert!(moves > 0 && longest < MAX_MOVE_TIME, "the longest of {moves} moves took {longest:?}");
    }
}

/// Asserts that within ten seconds the memory of the server shrinks to at most 120 % of what it was before.
async fn assert_memory_shrinks(server: &Server, before: u64) {
    let limit = before + before / 5;
    let end = Instant::now() + Duration::from_secs(10);
    while server.memory() > limit {
        assert!(Instant::now() < end, "{before} bytes before, {} ten seconds later", server.memory());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Whether a message is a refusal with a reason of reasonable length.
#[track_caller]
fn is_refusal(message: &Value) -> bool {
    message["refused"].as_str().is_some_and(|why| !why.trim().is_empty() && why.len() < 1000)
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_messages_are_refused() {
    let (_data, server) = start_server();
    let ada = arrive(server.address).await;
    let table = sit_down(&ada, "/tables/enchanted-lands", "seats=me&seats=greedy").await;
    let mut line = watch_table(&ada, &table).await;
    let scene = my_turn(&mut line).await;
    let deep = "[".repeat(2000);
    let long = json!({ "act": { "sentence": "x".repeat(3000), "question": scene.question } }).to_string();
    let wrong_question = json!({ "act": { "sentence": "no", "question": -1 } }).to_string();
    for text in [
        "",
        " ",
        "{",
        "null",
        "[]",
        "{}",
        "17",
        "\"act\"",
        "hello?",
        "{\"act\":{}}",
        "{\"act\":null}",
        "{\"act\":{\"sentence\":3,\"question\":1}}",
        "{\"act\":{\"sentence\":\"dawn-1\",\"question\":1e99}}",
        "{\"act\":{\"sentence\":\"\\u0000\\ud83d\\ude00\",\"question\":99}}",
        "{\"act\":{\"sentence\":\"\",\"question\":0},\"look\":{\"seat\":0}}",
        "{\"dance\":{}}",
        "\u{202e}{\"act\"}",
        &deep,
        &long,
        &wrong_question,
    ] {
        line.0.send(Message::text(text)).await.unwrap();
        let message = line.next().await.unwrap_or_else(|| panic!("{text:?} closes the connection"));
        assert!(is_refusal(&message), "{text:?} gives {message}");
    }
    // Binary frames are not valid messages either. The server may close the connection, but it keeps running.
    line.0.send(Message::binary(vec![0xff; 100])).await.unwrap();
    line.0.send(Message::Ping(vec![1].into())).await.unwrap();
    let mut line = watch_table(&ada, &table).await;
    assert_eq!(next_scene(&mut line).await.seq, scene.seq);
    line.act(&scene.legal[0], &scene).await.unwrap();
    assert!(next_scene(&mut line).await.seq > scene.seq, "a legal move is accepted afterwards");
}

/// A masked WebSocket frame, as clients send it.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        length @ 0..126 => bytes.push(0x80 | length as u8),
        length @ 126..0x1_0000 => {
            bytes.push(0x80 | 0x7e);
            bytes.extend((length as u16).to_be_bytes());
        }
        length => {
            bytes.push(0x80 | 0x7f);
            bytes.extend((length as u64).to_be_bytes());
        }
    }
    // A mask of zeros changes nothing.
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_frames_close_only_their_own_connection() {
    let (_data, server) = start_server();
    let mut bystander = Bystander::sit_down(server.address).await;
    bystander.wait_for_moves(20).await;
    let before = server.memory();
    let ada = arrive(server.address).await;
    let table = sit_down(&ada, "/tables/enchanted-lands", "seats=me&seats=greedy").await;
    let seq = my_turn(&mut watch_table(&ada, &table).await).await.seq;
    let million = json!({ "act": { "sentence": "x".repeat(1_000_000), "question": seq } }).to_string();
    let too_long_for_a_ping = frame(0x89, &[0; 200]);
    for (what, bytes) in [
        ("a sentence of a million characters", frame(0x81, million.as_bytes())),
        ("text that is not UTF-8", frame(0x81, b"\xff\xfe\xfd")),
        ("an unmasked frame", vec![0x81, 2, b'{', b'}']),
        ("an unknown kind of frame", frame(0x83, b"{}")),
        ("reserved bits", frame(0xf1, b"{}")),
        ("a continuation without a start", frame(0x80, b"{}")),
        ("a long ping", too_long_for_a_ping),
        ("a length of exabytes", [&[0x81, 0xff][..], &[0x7f; 8], &[0; 4]].concat()),
        ("plain HTTP", b"GET / HTTP/1.1\r\n\r\n".to_vec()),
    ] {
        let mut line = watch_table(&ada, &table).await;
        assert_eq!(next_scene(&mut line).await.seq, seq);
        // The server may close the connection before it has read everything.
        let _ = line.0.get_mut().write_all(&bytes).await;
        while let Some(message) = line.next().await {
            assert!(is_refusal(&message), "{what} gives {message}");
        }
    }
    assert_eq!(next_scene(&mut watch_table(&ada, &table).await).await.seq, seq);
    bystander.wait_for_moves(20).await;
    assert_memory_shrinks(&server, before).await;
    bystander.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_can_act_for_another_player() {
    let (data, server) = start_server();
    let (ada, ben) = (arrive(server.address).await, arrive(server.address).await);
    let table = sit_down(&ada, "/tables/enchanted-lands", "seats=me&seats=open").await;
    sit_down(&ben, &format!("{table}/sit"), "").await;
    let scene = next_scene(&mut watch_table(&ada, &table).await).await;
    let (mover, other) = if scene.legal.is_empty() { (&ben, &ada) } else { (&ada, &ben) };
    let scene = my_turn(&mut watch_table(mover, &table).await).await;

    // The last sixteen characters of a cookie are the id; the signature comes before them.
    let split = |visitor: &Visitor| {
        let (signature, id) = visitor.cookie.split_at(visitor.cookie.len() - 16);
        (signature.to_owned(), id.to_owned())
    };
    let ((own, id), (_, others_id)) = (split(other), split(mover));
    let (_elsewhere, foreign) = start_server();
    let stranger = arrive(server.address).await;
    let foreigner = arrive(foreign.address).await;
    let mut cookies = vec![
        ("no", String::new()),
        ("a stranger's", stranger.cookie.clone()),
        ("another server's", foreigner.cookie),
        ("a mixed", format!("{own}{others_id}")),
        ("an unsigned", format!("atlas={others_id}")),
        ("an empty", "atlas=".to_owned()),
        ("a malformed", "atlas=%%%=\"; atlas=;;".to_owned()),
        ("a long", format!("atlas={}", "x".repeat(4000))),
    ];
    let forged = if id.ends_with('2') { "3" } else { "2" };
    cookies.push(("a changed", format!("{own}{}{forged}", &id[..15])));
    cookies.push(("the other player's", other.cookie.clone()));
    for (what, cookie) in cookies {
        let intruder = Visitor { cookie, ..stranger.clone() };
        let mut line = watch_table(&intruder, &table).await;
        let seen = next_scene(&mut line).await;
        assert!(
            seen.seq == scene.seq && seen.legal.is_empty(),
            "{what} cookie shows the legal moves of a player"
        );
        line.act(&scene.legal[0], &scene).await.unwrap();
        let answer = line.next().await.expect("the connection is open");
        assert!(is_refusal(&answer), "{what} cookie gives {answer}");
    }

    // The mover's own cookie is useless at other tables and at tables that do not exist.
    let not_theirs = sit_down(&stranger, "/tables/enchanted-lands", "seats=me&seats=greedy").await;
    let mut line = watch_table(mover, &not_theirs).await;
    next_scene(&mut line).await;
    line.act(&scene.legal[0], &scene).await.unwrap();
    let refused = loop {
        let message = line.next().await.expect("the connection is open");
        if Scene::read(&message).is_none() {
            break message;
        }
    };
    assert!(is_refusal(&refused), "{refused}");
    for nowhere in ["/t/nosuchtablehere1", "/t/..%2f..%2fetc", "/t/%00", "/t/x", "/t/%F0%9F%98%80"] {
        assert_eq!(mover.get(nowhere).await.unwrap().status, 404, "{nowhere}");
        let refused = mover.open(&format!("{nowhere}/live")).await;
        assert!(
            matches!(refused, Err(tungstenite::Error::Http(answer)) if answer.status() == 404),
            "{nowhere}"
        );
    }

    // Nothing has changed, and the mover can still act.
    let mut line = watch_table(mover, &table).await;
    assert_eq!(next_scene(&mut line).await.seq, scene.seq);
    line.act(&scene.legal[0], &scene).await.unwrap();
    assert_eq!(next_scene(&mut line).await.seq, scene.seq + 1);
    an_unknown_guest_is_new(data.path(), mover, &table).await;
}

/// A guest with a valid cookie who is not in the database is treated as a new guest.
async fn an_unknown_guest_is_new(data: &Path, guest: &Visitor, table: &str) {
    let empty = tempfile::tempdir().unwrap();
    std::fs::copy(data.join("cookie.key"), empty.path().join("cookie.key")).unwrap();
    let server = Server::start(empty.path(), &[]);
    let guest = Visitor::at(server.address, &guest.cookie);
    assert_eq!(guest.get("/").await.unwrap().status, 200);
    assert_eq!(guest.get(table).await.unwrap().status, 404);
    let table = sit_down(&guest, "/tables/enchanted-lands", "seats=me&seats=greedy").await;
    my_turn(&mut watch_table(&guest, &table).await).await;
}

/// The tokens of a visitor's seats at a table.
async fn tokens(visitor: &Visitor, table: &str) -> Vec<String> {
    let answer = visitor.get(&format!("{table}/tokens")).await.unwrap();
    let list: Value = serde_json::from_str(&answer.body).unwrap_or_default();
    let seats = list["seats"].as_array().cloned().unwrap_or_default();
    seats.iter().map(|seat| seat["token"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_valid_only_for_its_own_seat() {
    let (_data, server) = start_server();
    let (ada, ben) = (arrive(server.address).await, arrive(server.address).await);
    let table = sit_down(&ada, "/tables/enchanted-lands", "seats=me&seats=open").await;
    sit_down(&ben, &format!("{table}/sit"), "").await;
    let other = sit_down(&ada, "/tables/enchanted-lands", "seats=me&seats=greedy").await;
    let (adas, bens, others) =
        (tokens(&ada, &table).await, tokens(&ben, &table).await, tokens(&ada, &other).await);
    assert_eq!((adas.len(), bens.len(), others.len()), (1, 1, 1));
    assert!(adas != bens && adas != others);
    let stranger = arrive(server.address).await;
    assert!(tokens(&stranger, &table).await.is_empty(), "a stranger has no seat here");

    let mut half = adas[0].clone();
    half.pop();
    for token in ["", "0", "x", &others[0], &half, &format!("{}0", adas[0]), &"x".repeat(2000)] {
        let refused = ada.open(&format!("{table}/seat?token={token}")).await;
        let Err(tungstenite::Error::Http(answer)) = refused else { panic!("{token:?} opens a seat") };
        assert!(answer.status().is_client_error(), "{token:?}: {}", answer.status());
    }

    // A program can act only for its own seat, and invalid answers are refused.
    let anonymous = Visitor { cookie: String::new(), ..stranger };
    for (token, seat) in [(&adas[0], 0), (&bens[0], 1)] {
        let mut line = anonymous.open(&format!("{table}/seat?token={token}")).await.unwrap();
        let start = line.next().await.unwrap();
        assert_eq!((&start["type"], &start["seat"]), (&json!("start"), &json!(seat)));
        let state = line.next().await.unwrap();
        for answer in ["", "dance", "{", "{\"action\":7}", &"x".repeat(3000)] {
            line.0.send(Message::text(answer)).await.unwrap();
            let message = loop {
                let message = line.next().await.expect("the connection is open");
                if message["type"] == "refused" {
                    break message;
                }
                assert_eq!(message["view"], state["view"], "nothing has changed");
            };
            assert!(
                message["message"].as_str().is_some_and(|why| !why.is_empty() && why.len() < 1000),
                "{message}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn markup_is_escaped() {
    let (_data, server) = start_server();
    let (ada, ben) = (arrive(server.address).await, arrive(server.address).await);
    let table = sit_down(&ada, "/tables/enchanted-lands", "seats=me&seats=open&public=yes").await;
    assert_eq!(ada.post("/name", "name=%3Cimg+src%3Dx%3E%22'%26").await.unwrap().status, 303);
    sit_down(&ben, &format!("{table}/sit"), "word=%3Cscript%3E").await;
    for page in ["/", &table] {
        for guest in [&ada, &ben] {
            let body = guest.get(page).await.unwrap().body;
            assert!(body.contains("&lt;img src=x&gt;") || (page == "/" && guest.cookie == ben.cookie));
            assert!(!body.contains("<img src=x"), "{body}");
        }
    }
    let (mut a, mut b) = (watch_table(&ada, &table).await, watch_table(&ben, &table).await);
    next_scene(&mut a).await;
    next_scene(&mut b).await;
    let text = "<script>alert('x')</script> <img src=x> & \"so on\"";
    a.send(&json!({ "say": { "text": text } })).await.unwrap();
    for line in [&mut a, &mut b] {
        let chat = loop {
            let message = line.next().await.expect("the connection is open");
            if message.get("chat").is_some_and(|it| it.as_array().is_some_and(|lines| !lines.is_empty())) {
                break message.to_string();
            }
        };
        assert!(
            chat.contains("&lt;script&gt;") && !chat.contains("<script") && !chat.contains("<img"),
            "{chat}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn huge_and_broken_requests_are_refused() {
    let (_data, server) = start_server();
    let mut bystander = Bystander::sit_down(server.address).await;
    bystander.wait_for_moves(20).await;
    let before = server.memory();
    let ada = arrive(server.address).await;
    let table = sit_down(&ada, "/tables/enchanted-lands", "seats=me&seats=greedy").await;
    let headers = format!("Host: {}\r\nConnection: close\r\nCookie: {}\r\n", server.address, ada.cookie);
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let post = |length: &str, body: &str| {
        format!("POST /tables/enchanted-lands HTTP/1.1\r\n{headers}{form}{length}\r\n{body}")
    };
    let megabytes = "x".repeat(4 << 20);
    let chunks = format!("{}0\r\n\r\n", format!("1000\r\n{}\r\n", "x".repeat(0x1000)).repeat(100));
    for (what, request) in [
        ("a huge form", post(&format!("Content-Length: {}\r\n", megabytes.len()), &megabytes)),
        ("the length of a huge form", post("Content-Length: 99999999999\r\n", "seats=me")),
        ("a form in a hundred chunks", post("Transfer-Encoding: chunked\r\n", &chunks)),
        ("a length that is not a number", post("Content-Length: many\r\n", "seats=me")),
        ("two lengths", post("Content-Length: 5\r\nContent-Length: 6\r\n", "seats=")),
        ("invalid chunks", post("Transfer-Encoding: chunked\r\n", "zzz\r\nseats=me\r\n")),
        ("no form at all", post("Content-Length: 0\r\n", "")),
        ("an unknown bot", post("Content-Length: 21\r\n", "seats=me&seats=genius")),
        ("nine hundred seats", post("Content-Length: 9000\r\n", &"seats=me&&".repeat(900))),
        ("an unknown game", format!("POST /play/chess HTTP/1.1\r\n{headers}{form}Content-Length: 0\r\n\r\n")),
        ("a long address", format!("GET /{} HTTP/1.1\r\n{headers}\r\n", "x".repeat(200_000))),
        ("a long header", format!("GET / HTTP/1.1\r\n{headers}X-Long: {megabytes}\r\n\r\n")),
        ("a thousand headers", format!("GET / HTTP/1.1\r\n{headers}{}\r\n", "X-More: yes\r\n".repeat(1000))),
        ("something other than HTTP", "\0\u{1}\u{2} hello\r\n\r\n".to_owned()),
        (
            "a request from another site",
            format!(
                "POST {table}/rematch HTTP/1.1\r\n{headers}Origin: http://evil.example\r\n{form}Content-Length: 0\r\n\r\n"
            ),
        ),
        ("a record before the end", format!("GET {table}/record HTTP/1.1\r\n{headers}\r\n")),
        (
            "a rematch before the end",
            format!("POST {table}/rematch HTTP/1.1\r\n{headers}{form}Content-Length: 0\r\n\r\n"),
        ),
        (
            "a seat at an unknown table",
            format!("POST /t/nosuchtablehere1/sit HTTP/1.1\r\n{headers}{form}Content-Length: 0\r\n\r\n"),
        ),
    ] {
        // The server answers with an error or closes the connection.
        if let Ok(answer) = ada.send(request.as_bytes()).await {
            assert!((400..500).contains(&answer.status), "{what}: {} {}", answer.head, answer.body);
            assert!(!answer.body.contains("panicked") && answer.body.len() < 20_000, "{what}");
        }
    }
    assert_eq!(ada.get("/healthz").await.unwrap().status, 200);
    bystander.wait_for_moves(20).await;
    assert_memory_shrinks(&server, before).await;
    bystander.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_and_silent_clients_do_not_block_others() {
    let (_data, server) = start_server();
    let mut bystander = Bystander::sit_down(server.address).await;
    bystander.wait_for_moves(20).await;
    let before = server.memory();
    let ada = arrive(server.address).await;
    let table = sit_down(&ada, "/tables/enchanted-lands", "seats=me&seats=greedy").await;
    let mut half = Vec::new();
    for beginning in [
        "",
        "GET ",
        "GET / HTTP/1.1\r\nHost: ",
        "POST /tables/enchanted-lands HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\r\nseats=",
    ] {
        for _ in 0..40 {
            let mut stream = ada.connect().await.unwrap();
            stream.write_all(beginning.as_bytes()).await.unwrap();
            half.push(stream);
        }
    }
    // Viewers that never read their messages, while a whole match is played at their table.
    let mut silent = Vec::new();
    for _ in 0..50 {
        silent.push(watch_table(&ada, &table).await);
    }
    let mut line = watch_table(&ada, &table).await;
    tokio::time::timeout(Duration::from_mins(1), line.play_out())
        .await
        .expect("the match ends in time")
        .expect("the connection is open");
    bystander.wait_for_moves(20).await;
    drop((half, silent, line));
    assert_memory_shrinks(&server, before).await;
    bystander.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_connections_from_one_address_are_limited() {
    let (_data, server) = start_server();
    // The allocator keeps some of the memory that a first crowd needs. The second one must leave nothing behind.
    let early = Visitor::arrive(server.address, EARLY_ADDRESS).await.unwrap();
    let first_table = sit_down(&early, "/tables/enchanted-lands", "seats=me&seats=greedy").await;
    drop(crowd(&early, &first_table).await);
    let mut bystander = Bystander::sit_down(server.address).await;
    bystander.wait_for_moves(20).await;
    let before = server.memory();
    let ada = arrive(server.address).await;
    let table = sit_down(&ada, "/tables/enchanted-lands", "seats=me&seats=greedy").await;
    let accepted = crowd(&ada, &table).await;
    // A client from another address is accepted, and other players are not affected.
    let ben = Visitor::arrive(server.address, OTHER_ADDRESS).await.unwrap();
    next_scene(&mut watch_table(&ben, &table).await).await;
    bystander.wait_for_moves(20).await;
    drop(accepted);
    assert_memory_shrinks(&server, before).await;
    bystander.stop().await;
}

/// Opens many connections of one visitor at once, and returns those that are accepted.
async fn crowd(visitor: &Visitor, table: &str) -> Vec<Line> {
    const CROWD: usize = 3000;
    let mut crowd = JoinSet::new();
    for _ in 0..CROWD {
        let (visitor, path) = (visitor.clone(), format!("{table}/live"));
        crowd.spawn(async move { visitor.open(&path).await });
    }
    let (mut accepted, mut refused, mut closed) = (Vec::new(), 0, 0);
    while let Some(result) = crowd.join_next().await {
        match result.unwrap() {
            Ok(line) => accepted.push(line),
            Err(tungstenite::Error::Http(answer)) => {
                assert_eq!(answer.status(), 429);
                refused += 1;
            }
            Err(_) => closed += 1,
        }
    }
    let count = accepted.len();
    eprintln!("{count} accepted, {refused} refused, {closed} closed");
    assert!((1..1000).contains(&count), "{count} of {CROWD} were accepted");
    accepted
}
