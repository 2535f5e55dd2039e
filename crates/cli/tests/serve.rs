//! `atlas serve` as a host runs it: a process that is started, asked to stop, and killed.

#[path = "../../server/tests/support/mod.rs"]
#[allow(dead_code)]
mod visitors;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use visitors::Guest;

/// A server in a process of its own.
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_atlas"));
        serve.args(["serve", "--listen", "127.0.0.1:0", "--pace", "0", "--data"]).arg(data);
        Server::run(&mut serve)
    }

    fn run(command: &mut Command) -> Server {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().rsplit(':').next().unwrap().parse().unwrap_or_else(|_| panic!("{line:?}"));
        Server { process, address: SocketAddr::from(([127, 0, 0, 1], port)) }
    }

    /// `SIGKILL`: it has no time to say or store anything.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// Plays a whole match while the server is killed after every second move. What was acknowledged is there
/// each time, the bot goes on by itself, and the record is genuine.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_survives_kill_after_kill() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let guest = Guest::arrive(server.address).await;
    let table = guest.sit_down("/play/enchanted-lands", "word=w").await;
    let (mut acknowledged, mut kills) = (0, 0);
    loop {
        let guest = Guest { address: server.address, ..guest.clone() };
        let mut seen = guest.watch(&table).await;
        assert!(seen.seq() >= acknowledged, "entry {acknowledged} was acknowledged and is gone");
        for _ in 0..2 {
            seen.my_turn().await;
            let Some(sentence) = seen.legal().first().cloned() else { break };
            seen.act(&sentence).await;
            seen.next_scene().await;
            acknowledged = seen.seq();
        }
        seen.my_turn().await;
        if seen.is_over() {
            let record = guest.get(&format!("{table}/record")).await;
            assert!(atlas_catalog::replay(&record.body).unwrap().outcome().is_some());
            break;
        }
        server.kill();
        kills += 1;
        server = Server::start(data.path());
    }
    assert_eq!(kills, 6);
    server.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_polite_stop_ends_well_and_the_key_is_kept() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    let guest = Guest::arrive(server.address).await;
    let table = guest.sit_down("/play/enchanted-lands", "word=w").await;
    // An open page does not hold the server up.
    let _page = guest.watch(&table).await;
    let kill = Command::new("kill").args(["-TERM", &server.process.id().to_string()]).status().unwrap();
    assert!(kill.success());
    assert!(server.process.wait().unwrap().success());

    let server = Server::start(data.path());
    let guest = Guest { address: server.address, ..guest };
    let mut seen = guest.watch(&table).await;
    seen.my_turn().await;
    assert!(!seen.legal().is_empty(), "the cookie of before still owns the seat");
    server.kill();
}

/// What a newcomer types: `atlas` alone opens the table, here with its settings in the environment.
#[tokio::test(flavor = "multi_thread")]
async fn atlas_alone_opens_the_table() {
    // A folder whose name would mean something in an address.
    let data = tempfile::Builder::new().prefix("a 100%25 odd? name#").tempdir().unwrap();
    let mut alone = Command::new(env!("CARGO_BIN_EXE_atlas"));
    let server = Server::run(alone.env("ATLAS_LISTEN", "127.0.0.1:0").env("ATLAS_DATA", data.path()));
    assert!(Guest::arrive(server.address).await.get("/").await.body.contains("Play now"));
    assert!(data.path().join("atlas.db").is_file());
    server.kill();
}

#[test]
fn a_host_is_told_what_is_wrong() {
    let data = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_atlas")).arg("serve").args(words).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let folder = data.path().to_str().unwrap();
    let (code, said) = run(&["--data", folder, "--listen", "nowhere"]);
    assert!(code == Some(2) && said.contains("--listen"), "{said}");
    let (code, said) = run(&["--data", folder, "--listen", "127.0.0.1:0", "--database", "paper:notes"]);
    assert!(code == Some(2) && said.contains("database"), "{said}");
    std::fs::write(data.path().join("cookie.key"), "short").unwrap();
    let (code, said) = run(&["--data", folder, "--listen", "127.0.0.1:0"]);
    assert!(code == Some(2) && said.contains("cookie.key"), "{said}");
}
