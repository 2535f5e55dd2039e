//! `atlas admin` beside a running server: statistics, closing, deleting, bans, pruning, backups.

#[path = "../../server/tests/support/mod.rs"]
#[allow(dead_code)]
mod visitors;

mod support;

use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use support::server::Server;
use visitors::Guest;

fn admin(data: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
    command.args(["admin", "--data"]).arg(data).args(args).output().unwrap()
}

#[track_caller]
fn done(data: &Path, args: &[&str]) -> String {
    let output = admin(data, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn refused(data: &Path, args: &[&str]) -> String {
    let output = admin(data, args);
    assert!(!output.status.success(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Asks until the server answers with this status, because it reads bans every few seconds.
async fn get_until(guest: &Guest, path: &str, status: u16) {
    for _ in 0..200 {
        if guest.get(path).await.status == status {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{path} never has status {status}");
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_counted_closed_and_deleted() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[]);
    let guest = Guest::arrive(server.address).await;
    let form = "word=w&seats=me&seats=greedy&option-first=0";
    let table = guest.sit_down("/tables/enchanted-lands", form).await;
    let other = guest.sit_down("/tables/enchanted-lands", form).await;
    guest.sit_down("/tables/enchanted-lands", "word=w&seats=me&seats=open").await;
    let stats = done(data.path(), &["stats"]);
    assert!(stats.contains("3 matches: 2 in progress, 1 with open seats"), "{stats}");

    // The server notices at the next move that somebody has closed the table or deleted the match.
    for (table, command, why) in [(&table, "close", "aborted"), (&other, "delete", "deleted")] {
        let mut seen = guest.watch(table).await;
        seen.my_turn().await;
        let id = table.trim_start_matches("/t/");
        done(data.path(), &[command, id]);
        let sentence = seen.legal()[0].clone();
        seen.act(&sentence).await;
        loop {
            let message = seen.next().await;
            if let Some(refused) = message["refused"].as_str() {
                assert!(refused.contains(why), "{command}: {refused}");
                break;
            }
        }
        assert!(refused(data.path(), &[command, id]).contains("there is no such table"));
    }
    // Other tables go on.
    let mut seen = guest.watch(&guest.sit_down("/tables/enchanted-lands", form).await).await;
    seen.my_turn().await;
    let sentence = seen.legal()[0].clone();
    seen.act(&sentence).await;
    while seen.seq() < 2 {
        seen.next_scene().await;
    }
    let stats = done(data.path(), &["stats"]);
    assert!(stats.contains("3 matches: 1 in progress, 1 with open seats"), "{stats}");
    assert_eq!(done(data.path(), &["prune", "--days", "1"]), "0 matches are deleted.\n");
    assert_eq!(done(data.path(), &["prune", "--days", "0"]), "3 matches are deleted.\n");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_addresses_are_banned() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[]);
    let (ann, bob) = (Guest::arrive(server.address).await, Guest::arrive(server.address).await);
    let table = ann.sit_down("/tables/enchanted-lands", "word=w&seats=me&seats=greedy&option-first=0").await;
    let mut seen = ann.watch(&table).await;
    seen.my_turn().await;
    let id = table.trim_start_matches("/t/");
    done(data.path(), &["ban", "--host-of", id, "--reason", "flooding"]);
    let stats = done(data.path(), &["stats"]);
    assert!(stats.contains("1 bans") && stats.contains("flooding"), "{stats}");
    get_until(&ann, "/", 403).await;
    assert_eq!(bob.get("/").await.status, 200);
    let sentence = seen.legal()[0].clone();
    seen.act(&sentence).await;
    assert_eq!(seen.next().await["refused"], "You are banned from this server.");
    done(data.path(), &["unban", "--host-of", id]);
    get_until(&ann, "/", 200).await;

    done(data.path(), &["ban", "--address", "127.0.0.1"]);
    get_until(&bob, "/", 403).await;
    done(data.path(), &["unban", "--origin-of", id]);
    get_until(&bob, "/", 200).await;
    assert!(refused(data.path(), &["unban", "--address", "127.0.0.1"]).contains("there is no such ban"));
    let empty = tempfile::tempdir().unwrap();
    assert!(refused(empty.path(), &["ban", "--address", "127.0.0.1"]).contains("there is no server here"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_restored() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path(), &[]);
    let guest = Guest::arrive(server.address).await;
    let form = "word=w&seats=me&seats=greedy&option-first=0";
    let kept = guest.sit_down("/tables/enchanted-lands", form).await;
    let backup = data.path().join("backup.db");
    let backup = backup.to_str().unwrap();
    done(data.path(), &["backup", backup]);
    assert!(refused(data.path(), &["backup", backup]).contains("exists already"));
    let lost = guest.sit_down("/tables/enchanted-lands", form).await;
    assert!(refused(data.path(), &["restore", backup]).contains("another server uses"));
    server.kill();
    let nonsense = data.path().join("nonsense.db");
    std::fs::write(&nonsense, "this is no database at all, although it is long enough").unwrap();
    assert!(refused(data.path(), &["restore", nonsense.to_str().unwrap()]).contains("damaged"));
    // A backup also replaces a damaged database.
    std::fs::copy(&nonsense, data.path().join("atlas.db")).unwrap();
    done(data.path(), &["restore", backup]);
    server.start_again();
    guest.watch(&kept).await.my_turn().await;
    assert_eq!(guest.get(&lost).await.status, 404);
}
