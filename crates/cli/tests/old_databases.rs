//! The databases of older versions open in this version, and their matches can be continued.

#[path = "../../server/tests/support/mod.rs"]
#[allow(dead_code)]
mod visitors;

mod support;

use std::fs;
use std::path::Path;

use serde_json::Value;
use support::server::Server;
use support::strings;
use support::visits::Visitor;
use visitors::Guest;

#[tokio::test(flavor = "multi_thread")]
async fn every_old_database_can_be_opened_and_continued() {
    let databases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/databases");
    let mut folders: Vec<_> =
        fs::read_dir(databases).unwrap().map(|it| it.unwrap().path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    assert!(!folders.is_empty());
    for folder in folders {
        eprintln!("{}", folder.display());
        open_and_continue(&folder).await;
    }
}

async fn open_and_continue(folder: &Path) {
    let data = tempfile::tempdir().unwrap();
    for name in ["atlas.db", "cookie.key"] {
        fs::copy(folder.join(name), data.path().join(name)).unwrap();
    }
    let contents: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("contents.json")).unwrap()).unwrap();
    let text = |key: &str| contents[key].as_str().unwrap();
    let server = Server::start(data.path(), &[]);
    let guest = |name: &str| Guest { address: server.address, cookie: text(name).to_owned() };
    let (ada, ben) = (guest("ada"), guest("ben"));
    for (guest, name) in [(&ada, "Ada"), (&ben, "Ben")] {
        assert!(guest.get("/").await.body.contains(name), "the old cookie still belongs to {name}");
    }

    // The finished match has the same entries.
    let table = text("finished");
    assert!(ada.watch(table).await.is_over());
    let record = ada.get(&format!("{table}/record")).await;
    assert_eq!(record.body, fs::read_to_string(folder.join("finished.jsonl")).unwrap());

    // In the running match the bot acts, and then everybody plays to the end.
    play_out(&ada, &ben, text("running")).await;
    let record = ada.get(&format!("{}/record", text("running"))).await;
    let log = atlas_catalog::replay(&record.body).unwrap();
    let played = strings(&contents["played"]);
    assert!(log.records().iter().zip(&played).all(|(entry, sentence)| entry.text == *sentence));
    assert_eq!(log.records()[played.len()].seat, Some(atlas_core::Seat(1)), "the bot acted next");

    // Somebody joins the waiting table.
    ben.sit_down(&format!("{}/sit", text("waiting")), "word=at+last").await;
    play_out(&ada, &ben, text("waiting")).await;
    let record = ada.get(&format!("{}/record", text("waiting"))).await;
    assert_eq!(atlas_catalog::replay(&record.body).unwrap().header().words, ["ada", "at last"]);
}

/// Lets Ada and Ben play a match to its end.
async fn play_out(ada: &Guest, ben: &Guest, table: &str) {
    let play = async |guest: &Guest| {
        let visitor = Visitor::at(guest.address, &guest.cookie);
        let mut line = visitor.open(&format!("{table}/live")).await.unwrap();
        line.play_out().await.expect("the connection stays open");
    };
    tokio::join!(play(ada), play(ben));
}
