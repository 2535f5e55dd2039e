//! What an older version left on the disk opens in this one, and everybody plays on.

#[path = "../../server/tests/support/mod.rs"]
#[allow(dead_code)]
mod visitors;

mod support;

use std::fs;
use std::path::Path;

use serde_json::Value;
use support::server::Server;
use support::strings;
use visitors::{Guest, Seen};

#[tokio::test(flavor = "multi_thread")]
async fn every_old_database_opens_with_all_that_is_in_it() {
    let databases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/databases");
    let mut folders: Vec<_> =
        fs::read_dir(databases).unwrap().map(|it| it.unwrap().path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    assert!(!folders.is_empty());
    for folder in folders {
        eprintln!("{}", folder.display());
        opens(&folder).await;
    }
}

async fn opens(folder: &Path) {
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
        assert!(guest.get("/").await.body.contains(name), "the old cookie is still {name}");
    }

    // The finished match is finished, entry by entry.
    let table = text("finished");
    assert!(ada.watch(table).await.is_over());
    let record = ada.get(&format!("{table}/record")).await;
    assert_eq!(record.body, fs::read_to_string(folder.join("finished.jsonl")).unwrap());

    // In the running one the bot acts, and then everybody up to the end.
    let (mut a, mut b) = (ada.watch(text("running")).await, ben.watch(text("running")).await);
    play_out(&mut [&mut a, &mut b]).await;
    let record = ada.get(&format!("{}/record", text("running"))).await;
    let log = atlas_catalog::replay(&record.body).unwrap();
    let played = strings(&contents["played"]);
    assert!(log.records().iter().zip(&played).all(|(entry, sentence)| entry.text == *sentence));
    assert_eq!(log.records()[played.len()].seat, Some(atlas_core::Seat(1)), "the bot went on");

    // And somebody comes to the table that waits.
    ben.sit_down(&format!("{}/sit", text("waiting")), "word=at+last").await;
    let (mut a, mut b) = (ada.watch(text("waiting")).await, ben.watch(text("waiting")).await);
    play_out(&mut [&mut a, &mut b]).await;
    let record = ada.get(&format!("{}/record", text("waiting"))).await;
    assert_eq!(atlas_catalog::replay(&record.body).unwrap().header().words, ["ada", "at last"]);
}

/// Plays a match to its end, whoever is to act.
async fn play_out(viewers: &mut [&mut Seen]) {
    while !viewers[0].is_over() {
        let before = viewers[0].seq();
        if let Some(seen) = viewers.iter_mut().find(|seen| !seen.legal().is_empty()) {
            let sentence = seen.legal().swap_remove(0);
            seen.act(&sentence).await;
        }
        // Who acted, or the bot, has added an entry; everybody sees it.
        for seen in viewers.iter_mut() {
            while seen.seq() <= before {
                seen.next_scene().await;
            }
        }
        let newest = viewers.iter().map(|seen| seen.seq()).max().unwrap();
        for seen in viewers.iter_mut() {
            while seen.seq() < newest {
                seen.next_scene().await;
            }
        }
    }
}
