//! One unprivileged client does what it can to keep the others from playing. Nobody else notices.
//!
//! The bounds are generous, because the tests run on busy machines. What matters is counted.

// Only Linux has /proc, and accepts connections from 127.0.0.2 without configuration.
#![cfg(target_os = "linux")]

mod support;

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use serde_json::json;
use support::server::Server;
use support::visits::{Answer, Line, Scene, Visitor};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::{JoinError, JoinSet};

const ATTACKER: Ipv4Addr = Ipv4Addr::LOCALHOST;
const PLAYER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

/// How long a player of another address may wait for anything, on a busy machine.
const GENEROUS: Duration = Duration::from_secs(20);

/// A table against a bot that searches and moves first.
const BOT_FIRST: &str = "word=w&seats=me&seats=adept&option-first=1";
const MASTER_FIRST: &str = "word=w&seats=me&seats=master&option-first=1";

/// A server with metrics.
struct Watched {
    server: Server,
    metrics: SocketAddr,
    data: TempDir,
}

impl Watched {
    fn start(args: &[&str]) -> Watched {
        let data = tempfile::tempdir().unwrap();
        let metrics = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let address = metrics.to_string();
        let args = [&["--metrics", &address], args].concat();
        Watched { server: Server::start(data.path(), &args), metrics, data }
    }

    fn address(&self) -> SocketAddr {
        self.server.address
    }

    /// The value of a metric, which may have labels.
    async fn metric(&self, name: &str) -> f64 {
        let mut stream = TcpStream::connect(self.metrics).await.unwrap();
        stream.write_all(b"GET /metrics HTTP/1.1\r\n\r\n").await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        let line = text.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap_or(0.0)
    }

    /// The number of threads of the server.
    fn threads(&self) -> usize {
        std::fs::read_dir(format!("/proc/{}/task", self.server.id())).unwrap().count()
    }
}

async fn sit_down(visitor: &Visitor, path: &str, form: &str) -> String {
    let answer = visitor.post(path, form).await.unwrap();
    assert_eq!(answer.status, 303, "{}", answer.body);
    answer.header("location").to_owned()
}

/// Waits for a message with this key.
async fn message(line: &mut Line, key: &str) -> serde_json::Value {
    loop {
        let message = line.next().await.expect("the connection is open");
        if let Some(value) = message.get(key) {
            return value.clone();
        }
    }
}

/// Waits until the player may act.
async fn my_turn(line: &mut Line) -> Scene {
    loop {
        let message = line.next().await.expect("the connection is open");
        if let Some(scene) = Scene::read(&message).filter(|scene| !scene.legal.is_empty()) {
            return scene;
        }
    }
}

/// The time until the bot of a player from another address has moved.
async fn bot_reply(server: SocketAddr) -> Duration {
    let player = Visitor::arrive(server, PLAYER).await.unwrap();
    let begin = Instant::now();
    let table = sit_down(&player, "/tables/shadow-of-atlas", BOT_FIRST).await;
    let mut line = player.open(&format!("{table}/live")).await.unwrap();
    my_turn(&mut line).await;
    begin.elapsed()
}

/// Opens tables from one address with new cookies, and counts those that were opened.
async fn flood(server: SocketAddr, tables: usize, path: &'static str, form: &'static str) -> usize {
    let (mut opening, mut opened) = (JoinSet::new(), 0);
    let is_opened = |answer: Option<Result<std::io::Result<Answer>, JoinError>>| {
        usize::from(answer.is_some_and(|answer| answer.unwrap().is_ok_and(|answer| answer.status == 303)))
    };
    let first = Visitor::arrive(server, ATTACKER).await.unwrap();
    for _ in 0..tables {
        // Without a cookie everybody is somebody new.
        let visitor = Visitor { cookie: String::new(), ..first.clone() };
        opening.spawn(async move { visitor.post(path, form).await });
        if opening.len() >= 50 {
            opened += is_opened(opening.join_next().await);
        }
    }
    while !opening.is_empty() {
        opened += is_opened(opening.join_next().await);
    }
    opened
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_that_search_for_strangers_starve_nobody() {
    let mut watched = Watched::start(&[]);
    flood(watched.address(), 500, "/tables/shadow-of-atlas", MASTER_FIRST).await;
    assert!(watched.metric("atlas_limited_total{kind=\"tables\"}").await >= 300.0, "most are refused");
    assert!(watched.metric("atlas_searches_waiting").await >= 10.0, "the searches of the others wait");
    assert!(watched.threads() < 40, "{} threads", watched.threads());
    let waited = bot_reply(watched.address()).await;
    assert!(waited < GENEROUS, "another player waited {waited:?} for a bot");
    assert!(watched.metric("atlas_searches_waiting").await >= 1.0, "the flood is still there");
    // The same holds after a restart.
    watched.server.kill();
    watched.server.start_again();
    let waited = bot_reply(watched.address()).await;
    assert!(waited < GENEROUS, "after a restart another player waited {waited:?} for a bot");
}

#[tokio::test(flavor = "multi_thread")]
async fn levels_that_do_not_search_never_wait() {
    let watched = Watched::start(&["--bot-limit", "60000"]);
    flood(watched.address(), 60, "/tables/shadow-of-atlas", MASTER_FIRST).await;
    assert!(watched.metric("atlas_searches_waiting").await >= 10.0);
    let player = Visitor::arrive(watched.address(), ATTACKER).await.unwrap();
    let form = "word=w&seats=me&seats=greedy&option-first=1";
    let table = sit_down(&player, "/tables/enchanted-lands", form).await;
    let mut line = player.open(&format!("{table}/live")).await.unwrap();
    my_turn(&mut line).await;
    assert!(watched.metric("atlas_searches_waiting").await >= 10.0, "nobody else has moved in the meantime");
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_are_given_one_at_a_time() {
    let watched = Watched::start(&[]);
    let mut lines = Vec::new();
    for _ in 0..80 {
        let visitor = Visitor::arrive(watched.address(), ATTACKER).await.unwrap();
        let form = "word=w&seats=me&seats=greedy&option-first=0";
        let table = sit_down(&visitor, "/tables/shadow-of-atlas", form).await;
        let mut line = visitor.open(&format!("{table}/live")).await.unwrap();
        my_turn(&mut line).await;
        lines.push(line);
    }
    for line in &mut lines {
        line.send(&json!({ "hint": {} })).await.unwrap();
        line.send(&json!({ "hint": {} })).await.unwrap();
    }
    // Another player makes moves all the while.
    let player = Visitor::arrive(watched.address(), PLAYER).await.unwrap();
    let form = "word=w&seats=me&seats=greedy&option-first=0";
    let table = sit_down(&player, "/tables/enchanted-lands", form).await;
    let mut line = player.open(&format!("{table}/live")).await.unwrap();
    for _ in 0..5 {
        let scene = my_turn(&mut line).await;
        let begin = Instant::now();
        line.act(&scene.legal[0], &scene).await.unwrap();
        assert!(begin.elapsed() < GENEROUS, "a move took {:?}", begin.elapsed());
    }
    assert!(watched.threads() < 40, "{} threads", watched.threads());
    assert!(watched.metric("atlas_searches_running").await <= 8.0);
    let why = message(&mut lines[79], "refused").await;
    assert!(why.as_str().unwrap().contains("already asked for a hint"), "{why}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_client_claims_to_have_seen_takes_no_memory() {
    let watched = Watched::start(&["--limit-requests", "100000/1ms"]);
    let visitor = Visitor::arrive(watched.address(), ATTACKER).await.unwrap();
    let table = sit_down(&visitor, "/tables/enchanted-lands", "word=w&seats=me&seats=greedy").await;
    let mut keep = visitor.open(&format!("{table}/live")).await.unwrap();
    my_turn(&mut keep).await;
    let look = async |from: u64| {
        for seen in from..from + 400 {
            let mut line = visitor.open(&format!("{table}/live?seen={seen}")).await.unwrap();
            message(&mut line, "seq").await;
        }
    };
    look(0).await;
    let before = watched.server.memory();
    look(1_000_000).await;
    let after = watched.server.memory();
    assert!(after < before + (8 << 20), "{before} bytes before, {after} bytes after");
}

/// Sends requests with these lines of forwarded addresses until one is refused.
async fn requests_until_refused(server: SocketAddr, lines: impl Fn(u32) -> String) -> u32 {
    let visitor = Visitor::at(server, "");
    for number in 0..2000 {
        let head = format!("GET /lobby HTTP/1.1\r\nHost: here\r\nConnection: close\r\n{}\r\n", lines(number));
        let Answer { status, .. } = visitor.send(head.as_bytes()).await.unwrap();
        if status == 429 {
            return number;
        }
    }
    2000
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_addresses_do_not_lift_the_limits() {
    let watched = Watched::start(&["--trusted-proxies", "1", "--limit-requests", "50/10s"]);
    let server = watched.address();
    let two_lines =
        |n: u32| format!("X-Forwarded-For: 10.{}.{}.1\r\nX-Forwarded-For: 192.0.2.1\r\n", n / 256, n % 256);
    assert!(requests_until_refused(server, two_lines).await <= 60);
    let one_line = |n: u32| format!("X-Forwarded-For: 10.{}.{}.1, 192.0.2.2\r\n", n / 256, n % 256);
    assert!(requests_until_refused(server, one_line).await <= 60);
    let subscriber = |n: u32| format!("X-Forwarded-For: 2001:db8:1:2:3:4:5:{n:x}\r\n");
    assert!(requests_until_refused(server, subscriber).await <= 60);
    // Somebody else is not affected.
    let visitor = Visitor::at(server, "");
    let request =
        "GET /lobby HTTP/1.1\r\nHost: here\r\nConnection: close\r\nX-Forwarded-For: 198.51.100.9\r\n\r\n";
    assert_eq!(visitor.send(request.as_bytes()).await.unwrap().status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_of_control_are_limited() {
    let watched = Watched::start(&[]);
    let visitor = Visitor::arrive(watched.address(), ATTACKER).await.unwrap();
    let table = sit_down(&visitor, "/tables/enchanted-lands", "word=w&seats=me&seats=open").await;
    sit_down(&Visitor::arrive(watched.address(), ATTACKER).await.unwrap(), &format!("{table}/sit"), "").await;
    let mut line = visitor.open(&format!("{table}/live")).await.unwrap();
    for _ in 0..150 {
        line.send(&json!({ "bot": { "seat": 0 } })).await.unwrap();
        line.send(&json!({ "return": {} })).await.unwrap();
    }
    let why = message(&mut line, "refused").await;
    assert!(why.is_string());
    while !message(&mut line, "refused").await.as_str().unwrap().contains("too often") {}
    let database = rusqlite::Connection::open(watched.data.path().join("atlas.db")).unwrap();
    let rows: i64 = database.query_row("SELECT COUNT(*) FROM entries", [], |row| row.get(0)).unwrap();
    assert!(rows < 100, "{rows} entries");
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_are_never_finished_are_dropped() {
    let watched = Watched::start(&[]);
    let visitor = Visitor::arrive(watched.address(), ATTACKER).await.unwrap();
    let mut waiting = JoinSet::new();
    for beginning in [
        "",
        "GET / HTTP/1.1\r\nHost: ",
        "POST /name HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n\r\nname=",
        "GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n",
    ] {
        for _ in 0..50 {
            let mut stream = visitor.connect().await.unwrap();
            waiting.spawn(async move {
                stream.write_all(beginning.as_bytes()).await.unwrap();
                let begin = Instant::now();
                let _ = stream.read_to_end(&mut Vec::new()).await;
                (beginning, begin.elapsed())
            });
        }
    }
    while let Some(dropped) = waiting.join_next().await {
        let (beginning, time) = dropped.unwrap();
        assert!(time < Duration::from_secs(40), "{beginning:?} was kept for {time:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_cannot_be_filled() {
    let watched = Watched::start(&[]);
    let public = "word=w&seats=me&seats=open&public=yes";
    let opened = flood(watched.address(), 150, "/tables/enchanted-lands", public).await;
    assert!((50..=120).contains(&opened), "{opened} tables were opened");
    let player = Visitor::arrive(watched.address(), PLAYER).await.unwrap();
    let lobby = player.get("/lobby").await.unwrap().body;
    assert_eq!(lobby.matches("href=\"/t/").count(), 0, "nobody is there");
    // Whoever waits at many tables is listed with a few.
    let attacker = Visitor::arrive(watched.address(), Ipv4Addr::new(127, 0, 0, 3)).await.unwrap();
    let mut lines = Vec::new();
    for _ in 0..12 {
        let table = sit_down(&attacker, "/tables/enchanted-lands", public).await;
        let mut line = attacker.open(&format!("{table}/live")).await.unwrap();
        message(&mut line, "seq").await;
        lines.push(line);
    }
    let table = sit_down(&player, "/tables/enchanted-lands", public).await;
    let mut line = player.open(&format!("{table}/live")).await.unwrap();
    message(&mut line, "seq").await;
    let lobby = player.get("/lobby").await.unwrap().body;
    assert_eq!(lobby.matches("href=\"/t/").count(), 6, "{lobby}");
    assert!(lobby.contains(&table));
}

#[tokio::test(flavor = "multi_thread")]
async fn abandoned_matches_do_not_delay_the_start() {
    let mut watched = Watched::start(&[]);
    let visitor = Visitor::arrive(watched.address(), ATTACKER).await.unwrap();
    let form = "word=w&seats=me&seats=master&option-first=0";
    let table = sit_down(&visitor, "/tables/enchanted-lands", form).await;
    let mut line = visitor.open(&format!("{table}/live")).await.unwrap();
    let scene = my_turn(&mut line).await;
    line.act(&scene.legal[0], &scene).await.unwrap();
    my_turn(&mut line).await;
    watched.server.kill();
    // A bot was to act in 20,000 matches.
    let database = rusqlite::Connection::open(watched.data.path().join("atlas.db")).unwrap();
    let id = table.trim_start_matches("/t/");
    database
        .execute_batch(&format!(
            "BEGIN; UPDATE entries SET people_to_act = 0, bots_to_act = 2; \
             CREATE TEMP TABLE copies AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) \
                 SELECT substr('{id}', 1, 16) || printf('%08d', i) AS id FROM n; \
             UPDATE copies SET id = replace(replace(id, '0', 'z'), '1', 'y'); \
             INSERT INTO matches SELECT copies.id, game, options, secret, listing, host, created, header, ended, rematch, \
                 aborted, people_to_act, bots_to_act, seatings, origin, host_seen, result FROM matches, copies; \
             INSERT INTO seats SELECT copies.id, seat, kind, holder, word, token, name, hidden, away FROM seats, copies \
                 WHERE match_id = '{id}'; \
             INSERT INTO entries SELECT copies.id, seq, seat, kind, text, at, hash, people_to_act, bots_to_act \
                 FROM entries, copies WHERE match_id = '{id}' AND seq = 1; COMMIT;"
        ))
        .unwrap();
    let begin = Instant::now();
    watched.server.start_again();
    assert_eq!(visitor.get("/lobby").await.unwrap().status, 200);
    assert!(begin.elapsed() < Duration::from_secs(10), "the start took {:?}", begin.elapsed());
    let waited = bot_reply(watched.address()).await;
    assert!(waited < GENEROUS, "another player waited {waited:?} for a bot");
    assert!(
        watched.metric("atlas_searches_waiting").await >= 1.0,
        "the abandoned matches are resumed beside it"
    );
}

/// Nobody waits for the bots of a table at which no person sits, so they do not search.
#[tokio::test(flavor = "multi_thread")]
async fn bots_among_themselves_do_not_search() {
    let watched = Watched::start(&[]);
    let visitor = Visitor::arrive(watched.address(), ATTACKER).await.unwrap();
    let table = sit_down(&visitor, "/tables/enchanted-lands", "word=w&seats=master&seats=master").await;
    let end = Instant::now() + GENEROUS;
    while visitor.get(&format!("{table}/record")).await.unwrap().status != 200 {
        assert!(Instant::now() < end, "the match takes too long");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(watched.metric("atlas_search_seconds_count").await < 1.0);
}
