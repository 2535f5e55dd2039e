//! `atlas serve` as a host runs it: a process that is started, asked to stop, and killed.

#[path = "../../server/tests/support/mod.rs"]
#[allow(dead_code)]
mod visitors;

mod support;

use std::process::Command;

use support::server::Server;
use visitors::Guest;

/// The server is killed after every second move of a match. All acknowledged moves are still there, the bot continues
/// by itself, and the record is genuine.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_survives_repeated_kills() {
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
async fn sigterm_stops_the_server_cleanly_and_keeps_the_key() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path(), &[]);
    let guest = Guest::arrive(server.address).await;
    let table = guest.sit_down("/play/enchanted-lands", "word=w").await;
    // An open page does not delay the shutdown.
    let _page = guest.watch(&table).await;
    assert!(server.stop().success());

    server.start_again();
    let mut seen = guest.watch(&table).await;
    seen.my_turn().await;
    assert!(!seen.legal().is_empty(), "the old cookie still owns the seat");
}

/// With PostgreSQL, acknowledged moves survive a kill too.
#[cfg(feature = "external")]
#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_stored_in_postgresql() {
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

/// `atlas` without a command starts the server. The settings come from the environment.
#[tokio::test(flavor = "multi_thread")]
async fn atlas_without_a_command_starts_the_server() {
    // A folder with special characters of URLs in its name.
    let data = tempfile::Builder::new().prefix("a 100%25 odd? name#").tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
    command.env("ATLAS_DATA", data.path());
    let server = Server::run(command);
    assert!(Guest::arrive(server.address).await.get("/").await.body.contains("Four worlds, one table."));
    assert!(data.path().join("atlas.db").is_file());
}

#[test]
fn invalid_settings_are_reported() {
    let data = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_atlas")).arg("serve").args(args).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let folder = data.path().to_str().unwrap();
    let (code, message) = run(&["--data", folder, "--listen", "nowhere"]);
    assert!(code == Some(2) && message.contains("--listen"), "{message}");
    let (code, message) = run(&["--data", folder, "--listen", "127.0.0.1:0", "--database", "paper:notes"]);
    assert!(code == Some(2) && message.contains("database"), "{message}");
    let (code, message) = run(&["--data", folder, "--listen", "127.0.0.1:0", "--cookie-key", "abc"]);
    assert!(code == Some(2) && message.contains("128 hexadecimal digits"), "{message}");
    std::fs::write(data.path().join("cookie.key"), "short").unwrap();
    let (code, message) = run(&["--data", folder, "--listen", "127.0.0.1:0"]);
    assert!(code == Some(2) && message.contains("cookie.key"), "{message}");
}

/// Several processes behind one proxy can share a key from the environment.
#[tokio::test(flavor = "multi_thread")]
async fn processes_can_share_a_key_from_the_environment() {
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
    assert_eq!(names(&there.body), names(&guest.get("/").await.body), "both servers know the guest");
    assert!(!one.path().join("cookie.key").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn only_one_server_uses_an_sqlite_file() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &[]);
    let mut second = Command::new(env!("CARGO_BIN_EXE_atlas"));
    second.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data.path());
    let output = second.output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && message.contains("another server uses"), "{message}");
    assert_eq!(Guest::arrive(server.address).await.get("/readyz").await.status, 200);
}

#[test]
fn a_database_that_cannot_be_used_is_explained() {
    let data = tempfile::tempdir().unwrap();
    let explained = |database: &str| {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_atlas"));
        serve.args(["serve", "--listen", "127.0.0.1:0", "--database", database, "--data"]).arg(data.path());
        let output = serve.output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let file = data.path().join("damaged.db");
    std::fs::write(&file, "not a database, but long enough to look like a file of one".repeat(100)).unwrap();
    let message = explained(&format!("sqlite:{}", file.display()));
    assert!(message.contains("is damaged or is not a database of Atlas"), "{message}");
    let message = explained(&format!("sqlite:{}/no/such/folder/atlas.db", data.path().display()));
    assert!(message.contains("No such file or directory"), "{message}");
    assert!(explained("mysql://localhost/atlas").contains("must begin with sqlite: or postgres://"));
    // A newer version has used it.
    let file = data.path().join("newer.db");
    let database = rusqlite::Connection::open(&file).unwrap();
    database
        .execute_batch(
            "CREATE TABLE schema_versions (version BIGINT); INSERT INTO schema_versions VALUES (9999)",
        )
        .unwrap();
    let message = explained(&format!("sqlite:{}", file.display()));
    assert!(message.contains("a newer version of Atlas"), "{message}");
}

/// The base URL decides about links, cookies, origins and HSTS, whatever the proxy calls the host.
#[tokio::test(flavor = "multi_thread")]
async fn the_base_url_decides() {
    let data = tempfile::tempdir().unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let (listen, base) = (format!("127.0.0.1:{port}"), format!("https://atlas.example.org:{port}"));
    let server = Server::start(data.path(), &["--listen", &listen, "--base-url", &base]);
    let request = async |method: &str, path: &str, cookie: &str, form: &str, more: &str| {
        visitors::request(server.address, method, path, cookie, form, more).await
    };
    let home = request("GET", "/", "", "", "").await;
    let cookie = home.header("set-cookie");
    assert!(
        cookie.contains("Secure") && home.header("strict-transport-security").contains("max-age"),
        "{cookie}"
    );
    assert_eq!(home.header("cache-control"), "private, no-cache");
    let cookie = cookie.split(';').next().unwrap();
    let own = format!("Origin: {base}\r\n");
    let opened = request("POST", "/tables/enchanted-lands", cookie, "seats=me&seats=open", &own).await;
    assert_eq!(opened.status, 303, "{}", opened.body);
    let table = request("GET", &opened.header("location"), cookie, "", "").await;
    assert!(table.body.contains(&format!("{base}/t/")), "{}", table.body);
    for other in ["Origin: file://\r\n", "Origin: null\r\n", "Origin: http://atlas.example.org\r\n"] {
        let refused = request("POST", "/tables/enchanted-lands", cookie, "seats=me&seats=open", other).await;
        assert_eq!(refused.status, 403, "{other}");
    }
    // The address of a style sheet changes with its text, so it can be kept forever.
    let style = home.body.split("href=\"").find(|rest| rest.contains("/style.css\"")).unwrap();
    let style = request("GET", style.split('"').next().unwrap(), "", "", "").await;
    assert!(style.header("cache-control").contains("immutable"));
}
