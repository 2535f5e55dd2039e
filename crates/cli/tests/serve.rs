//! `atlas serve` as a host runs it: a process that is started, asked to stop, and killed.

#[path = "../../server/tests/support/mod.rs"]
#[allow(dead_code)]
mod visitors;

mod support;

use std::process::Command;

use support::server::Server;
use visitors::Guest;

/// Plays a whole match while the server is killed after every second move. What was acknowledged is there
/// each time, the bot goes on by itself, and the record is genuine.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_survives_kill_after_kill() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path(), &[]);
    let guest = Guest::arrive(server.address).await;
    let table = guest.sit_down("/play/enchanted-lands", "word=w").await;
    let (mut acknowledged, mut kills) = (0, 0);
    loop {
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
        server.start_again();
    }
    assert_eq!(kills, 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_polite_stop_ends_well_and_the_key_is_kept() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path(), &[]);
    let guest = Guest::arrive(server.address).await;
    let table = guest.sit_down("/play/enchanted-lands", "word=w").await;
    // An open page does not hold the server up.
    let _page = guest.watch(&table).await;
    assert!(server.stop().success());

    server.start_again();
    let mut seen = guest.watch(&table).await;
    seen.my_turn().await;
    assert!(!seen.legal().is_empty(), "the cookie of before still owns the seat");
}

/// The same tables on PostgreSQL: what was played there is there after a kill.
#[cfg(feature = "external")]
#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_kept_in_postgresql() {
    let (data, postgres) = (tempfile::tempdir().unwrap(), support::postgres::Postgres::start());
    let mut server = Server::start(data.path(), &["--database", &postgres.url()]);
    let guest = Guest::arrive(server.address).await;
    let table = guest.sit_down("/play/enchanted-lands", "word=w").await;
    let mut seen = guest.watch(&table).await;
    seen.my_turn().await;
    let sentence = seen.legal().remove(0);
    seen.act(&sentence).await;
    seen.next_scene().await;
    let acknowledged = seen.seq();
    server.kill();
    server.start_again();
    assert!(guest.watch(&table).await.seq() >= acknowledged);
    assert!(!data.path().join("atlas.db").exists());
}

/// What a newcomer types: `atlas` alone opens the table, here with its settings in the environment.
#[tokio::test(flavor = "multi_thread")]
async fn atlas_alone_opens_the_table() {
    // A folder whose name would mean something in an address.
    let data = tempfile::Builder::new().prefix("a 100%25 odd? name#").tempdir().unwrap();
    let mut alone = Command::new(env!("CARGO_BIN_EXE_atlas"));
    alone.env("ATLAS_DATA", data.path());
    let server = Server::run(alone);
    assert!(Guest::arrive(server.address).await.get("/").await.body.contains("Play now"));
    assert!(data.path().join("atlas.db").is_file());
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
    let (code, said) = run(&["--data", folder, "--listen", "127.0.0.1:0", "--cookie-key", "abc"]);
    assert!(code == Some(2) && said.contains("128 hexadecimal digits"), "{said}");
    std::fs::write(data.path().join("cookie.key"), "short").unwrap();
    let (code, said) = run(&["--data", folder, "--listen", "127.0.0.1:0"]);
    assert!(code == Some(2) && said.contains("cookie.key"), "{said}");
}

/// Several processes behind one proxy share a key that need not lie in any of their folders.
#[tokio::test(flavor = "multi_thread")]
async fn a_key_from_the_environment_signs_cookies_everywhere() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let open = |data: &std::path::Path| {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_atlas"));
        serve.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data);
        serve.env("ATLAS_COOKIE_KEY", "0f".repeat(64));
        Server::run(serve)
    };
    let (first, second) = (open(one.path()), open(two.path()));
    let guest = Guest::arrive(first.address).await;
    let there = Guest { address: second.address, ..guest.clone() }.get("/").await;
    let names = |page: &str| page.split("value=\"Guest ").nth(1).map(|rest| rest[..4].to_owned());
    assert_eq!(names(&there.body), names(&guest.get("/").await.body), "both know who it is");
    assert!(!one.path().join("cookie.key").exists());
}
