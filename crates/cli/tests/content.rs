//! `--content`: somebody's own cards in place of the house's, and matches that find the cards they were played
//! with, or say that they miss them.

#[path = "../../server/tests/support/mod.rs"]
#[allow(dead_code)]
mod visitors;

mod support;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};
use support::server::Server;
use support::{Engine, Talk, arg, atlas};
use tempfile::TempDir;
use visitors::Guest;

const GAME: &str = "shadow-of-atlas";

/// Cards of a group that plays at home.
const OWN: &str = r#"
name = "Our Cards"
planet = [
    { id = "one", name = "One" },
    { id = "two", name = "Two" },
    { id = "three", name = "Three" },
    { id = "four", name = "Four" },
    { id = "five", name = "Five" },
]

[[order]]
id = "miners"
name = "Miners"
count = 10
ability = [{ do = "gain_credit", n = 1 }]

[[order]]
id = "scouts"
name = "Scouts"
count = 5
ability = [{ do = "draw", n = 1 }]
in_hand = { name = "Ahead", rule = "survey_discount", discard_self = true, cost = 1 }

[[order]]
id = "builders"
name = "Builders"
count = 5
ability = [{ do = "discard", may = true, then = [{ do = "gain_outpost", n = 1 }] }]

[[order]]
id = "raiders"
name = "Raiders"
count = 5
ability = [{ do = "discard_opposing_order" }]

[[order]]
id = "envoys"
name = "Envoys"
count = 5
ability = [{ do = "move_order", whose = "you" }]

[[order]]
id = "twins"
name = "Twins"
count = 5
ability = [{ do = "use_ability_of" }]
in_hand = { name = "Alike", rule = "expand_wildcard" }
"#;

/// A folder with a file of cards.
struct Shelf {
    folder: TempDir,
    cards: PathBuf,
}

impl Shelf {
    fn new() -> Shelf {
        let folder = TempDir::new().unwrap();
        let cards = folder.path().join("own.toml");
        fs::write(&cards, OWN).unwrap();
        Shelf { folder, cards }
    }

    fn own(&self) -> [&str; 2] {
        ["--content", arg(&self.cards)]
    }

    /// The file of a match between bots, played with these arguments.
    fn record(&self, name: &str, more: &[&str]) -> PathBuf {
        let file = self.folder.path().join(name);
        let play = ["play", GAME, "--seats", "random,random", "--seed", "5", "--save", arg(&file)];
        atlas(&[&play, more].concat()).succeeded();
        file
    }
}

#[test]
fn a_program_plays_a_whole_game_with_them() {
    let shelf = Shelf::new();
    for args in [["--content", arg(&shelf.cards), "engine"], ["engine", "--content", arg(&shelf.cards)]] {
        let mut engine = Engine(Talk::start(&args));
        engine.ask(&json!({ "cmd": "new", "game": GAME, "seats": 2, "seed": 1 }));
        let planets = engine.position()["planets"].clone();
        let ids: Vec<&str> =
            planets.as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
        assert_eq!(ids, ["one", "two", "three", "four", "five"]);
        let mut played = Vec::new();
        while let Some(action) = engine.legal().into_iter().next() {
            played.push(action.clone());
            engine.act(&action);
        }
        assert_eq!(engine.cmd("outcome")["over"], true);
        let ventured: Vec<&String> = played.iter().filter(|it| it.starts_with("venture ")).collect();
        assert!(ventured.len() > 5, "{played:?}");
        let own = ["miners", "scouts", "builders", "raiders", "envoys", "twins"];
        assert!(ventured.iter().all(|it| own.iter().any(|order| it.ends_with(order))), "{ventured:?}");
    }
}

#[test]
fn simulations_and_the_environment_know_them_too() {
    let shelf = Shelf::new();
    let sim = ["sim", GAME, "--seats", "random,random", "--games", "20", "--json"];
    let with = atlas(&[&sim[..], &shelf.own()].concat());
    let house = atlas(&sim);
    let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
    let by_environment = Talk::of(command.args(sim).env("ATLAS_CONTENT", &shelf.cards)).finish();
    let players = |stdout: &str| serde_json::from_str::<Value>(stdout).unwrap()["per_game"].clone();
    assert_eq!(players(&with.stdout), players(&by_environment.stdout));
    assert_ne!(players(&with.stdout), players(&house.stdout));
}

#[test]
fn a_record_is_proved_with_the_cards_it_was_played_with() {
    let shelf = Shelf::new();
    let (own, house) = (shelf.record("own.jsonl", &shelf.own()), shelf.record("house.jsonl", &[]));

    assert!(atlas(&[&["verify", arg(&own)][..], &shelf.own()].concat()).succeeded().starts_with("genuine"));
    let walk = atlas(&[&["replay", arg(&own), "--at", "0"][..], &shelf.own()].concat()).succeeded();
    assert!(walk.contains("miners") && !walk.contains("mors"), "{walk}");
    // Without them it says which are missing, and `atlas games` says which these are.
    let text = fs::read_to_string(&own).unwrap();
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let hash = header["content"].as_str().expect("a record names its cards");
    assert!(atlas(&[&["games"][..], &shelf.own()].concat()).succeeded().contains(hash));
    assert!(!atlas(&["games"]).succeeded().contains(hash));
    for command in ["verify", "replay"] {
        let message = atlas(&[command, arg(&own)]).failed();
        for named in ["own.jsonl", "--content", &hash[..12]] {
            assert!(message.contains(named), "{message} does not say {named}");
        }
    }

    // The house's cards are always there.
    for more in [&[][..], &shelf.own()] {
        assert!(atlas(&[&["verify", arg(&house)][..], more].concat()).succeeded().starts_with("genuine"));
    }

    // Names are for people: they may be mended without losing a record. What a card does may not.
    let renamed = shelf.folder.path().join("renamed.toml");
    fs::write(&renamed, OWN.replace("name = \"Miners\"", "name = \"Diggers\"")).unwrap();
    atlas(&["verify", arg(&own), "--content", arg(&renamed)]).succeeded();
    let changed = shelf.folder.path().join("changed.toml");
    fs::write(&changed, OWN.replace("do = \"gain_credit\", n = 1", "do = \"gain_credit\", n = 2")).unwrap();
    assert!(atlas(&["verify", arg(&own), "--content", arg(&changed)]).failed().contains("--content"));
    // A file that only old matches were played with stands beside the new one.
    let both = ["--content", arg(&changed), "--content", arg(&shelf.cards)];
    atlas(&[&["verify", arg(&own)][..], &both].concat()).succeeded();
    let newer = shelf.record("newer.jsonl", &both);
    atlas(&["verify", arg(&newer), "--content", arg(&changed)]).succeeded();
}

#[test]
fn what_is_wrong_with_a_file_is_told_with_its_line_before_anything_is_done() {
    let shelf = Shelf::new();
    let bad = shelf.folder.path().join("bad.toml");
    let line = |text: &str| OWN.lines().position(|it| it.contains(text)).expect("it is there") + 1;
    let at = |text: &str, named: &str| format!("bad.toml:{}: {named}", line(text));
    for (text, named) in [
        (OWN.replace("id = \"scouts\"", "id = \"Scouts!\""), at("id = \"scouts\"", "an id has")),
        (OWN.replace("do = \"draw\"", "do = \"dance\""), at("do = \"draw\"", "nothing is called “dance”")),
        (OWN.replace("count = 10", "count = \"ten\""), at("count = 10", "count must be a number")),
        (OWN.replace("count = 10", "count = 9"), "35 Order cards (SA-03), not 34".to_owned()),
        (
            OWN.replace("name = \"Our Cards\"", "title = \"Our Cards\""),
            at("Our Cards", "the file has no key “title”"),
        ),
        (OWN.replace("name = \"Envoys\"", "name = Envoys"), "bad.toml:".to_owned()),
        (String::new(), "bad.toml:1: the file has no planet".to_owned()),
    ] {
        fs::write(&bad, &text).unwrap();
        for command in
            [&["games"][..], &["engine"], &["sim", GAME], &["serve", "--data", arg(shelf.folder.path())]]
        {
            let message = atlas(&[command, &["--content", arg(&bad)]].concat()).failed();
            assert!(message.contains(&named), "{command:?}: {message} does not say {named}");
        }
    }
    fs::write(&bad, b"\xff\xfe").unwrap();
    assert!(atlas(&["games", "--content", arg(&bad)]).failed().contains("bad.toml is not text"));
    let missing = shelf.folder.path().join("missing.toml");
    assert!(atlas(&["games", "--content", arg(&missing)]).failed().contains("missing.toml cannot be read"));
    assert!(atlas(&["games", "--content", arg(shelf.folder.path())]).failed().contains("cannot be read"));
    assert!(!shelf.folder.path().join("atlas.db").exists(), "no table was opened");
}

/// Waits for the guest's turn, and does something.
async fn acts(guest: &Guest, table: &str) {
    let mut seen = guest.watch(table).await;
    seen.my_turn().await;
    let before = seen.seq();
    let sentence = seen.legal().remove(0);
    seen.act(&sentence).await;
    seen.next_scene().await;
    assert!(seen.seq() > before);
}

/// A house's matches go on when a host brings cards of their own, and when the host takes them away again.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_plays_every_match_with_the_cards_it_began_with() {
    let shelf = Shelf::new();
    let data = shelf.folder.path().join("data");
    let play = format!("/play/{GAME}");

    let mut server = Server::start(&data, &[]);
    let guest = Guest::arrive(server.address).await;
    let house = guest.sit_down(&play, "word=w").await;
    acts(&guest, &house).await;
    assert!(server.stop().success());

    let mut server = Server::start(&data, &shelf.own());
    let guest = Guest { address: server.address, ..guest };
    let own = guest.sit_down(&play, "word=w").await;
    for (table, cards) in [(&house, "umeri-i"), (&own, "three")] {
        let page = guest.get(table).await;
        assert_eq!(page.status, 200, "{}", page.body);
        assert!(page.body.contains(cards), "{table} is not played with {cards}");
        acts(&guest, table).await;
    }
    let home = guest.get("/").await.body;
    assert!(home.contains(&house) && home.contains(&own));
    assert!(server.stop().success());

    let server = Server::start(&data, &[]);
    let guest = Guest { address: server.address, ..guest };
    let page = guest.get(&own).await;
    assert_eq!(page.status, 400);
    assert!(page.body.contains("--content") && page.body.contains("other Orders"), "{}", page.body);
    let home = guest.get("/").await;
    assert!(home.status == 200 && home.body.contains(&house) && !home.body.contains(&own), "{}", home.body);
    acts(&guest, &house).await;
    acts(&guest, &guest.sit_down(&play, "word=w").await).await;
    acts(&guest, &guest.sit_down("/play/enchanted-lands", "word=w").await).await;
}
