//! `--content`: custom cards instead of the built-in ones. Matches find the cards that they were played with, or report
//! which ones are missing.

#[path = "../../server/tests/support/mod.rs"]
#[allow(dead_code)]
mod visitors;

mod support;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::{Value, json};
use support::server::Server;
use support::{Engine, Process, arg, atlas};
use tempfile::TempDir;
use visitors::Guest;

const GAME: &str = "shadow-of-atlas";

/// A custom content file.
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

/// A folder with a content file.
struct Fixture {
    folder: TempDir,
    cards: PathBuf,
}

impl Fixture {
    fn new() -> Fixture {
        let folder = TempDir::new().unwrap();
        let cards = folder.path().join("own.toml");
        fs::write(&cards, OWN).unwrap();
        Fixture { folder, cards }
    }

    /// The arguments for the content file.
    fn own(&self) -> [&str; 2] {
        ["--content", arg(&self.cards)]
    }

    /// Plays a match between bots with these arguments, and returns its file.
    fn record(&self, name: &str, more: &[&str]) -> PathBuf {
        let file = self.folder.path().join(name);
        let play = ["play", GAME, "--seats", "random,random", "--seed", "5", "--save", arg(&file)];
        atlas(&[&play, more].concat()).succeeded();
        file
    }
}

#[test]
fn a_program_plays_a_whole_game_with_custom_cards() {
    let fixture = Fixture::new();
    for args in [["--content", arg(&fixture.cards), "engine"], ["engine", "--content", arg(&fixture.cards)]] {
        let mut engine = Engine(Process::start(&args));
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
fn simulations_and_the_environment_variable_use_custom_cards() {
    let fixture = Fixture::new();
    let sim = ["sim", GAME, "--seats", "random,random", "--games", "20", "--json"];
    let with = atlas(&[&sim[..], &fixture.own()].concat());
    let built_in = atlas(&sim);
    let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
    let by_environment = Process::of(command.args(sim).env("ATLAS_CONTENT", &fixture.cards)).finish();
    let players = |stdout: &str| serde_json::from_str::<Value>(stdout).unwrap()["per_game"].clone();
    assert_eq!(players(&with.stdout), players(&by_environment.stdout));
    assert_ne!(players(&with.stdout), players(&built_in.stdout));
}

#[test]
fn a_record_is_verified_with_the_cards_it_was_played_with() {
    let fixture = Fixture::new();
    let (own, built_in) =
        (fixture.record("own.jsonl", &fixture.own()), fixture.record("built-in.jsonl", &[]));

    assert!(atlas(&[&["verify", arg(&own)][..], &fixture.own()].concat()).succeeded().starts_with("genuine"));
    let walk = atlas(&[&["replay", arg(&own), "--at", "0"][..], &fixture.own()].concat()).succeeded();
    assert!(walk.contains("miners") && !walk.contains("mors"), "{walk}");
    // Without the file, the error names its hash, and `atlas games` prints the hash of a file.
    let text = fs::read_to_string(&own).unwrap();
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let hash = header["content"].as_str().expect("a record names its cards");
    assert!(atlas(&[&["games"][..], &fixture.own()].concat()).succeeded().contains(hash));
    assert!(!atlas(&["games"]).succeeded().contains(hash));
    for command in ["verify", "replay"] {
        let message = atlas(&[command, arg(&own)]).failed();
        for named in ["own.jsonl", "--content", &hash[..12]] {
            assert!(message.contains(named), "{message:?} does not contain {named:?}");
        }
    }

    // The built-in cards are always available.
    for more in [&[][..], &fixture.own()] {
        assert!(atlas(&[&["verify", arg(&built_in)][..], more].concat()).succeeded().starts_with("genuine"));
    }

    // Names may change without invalidating a record, but what a card does may not.
    let renamed = fixture.folder.path().join("renamed.toml");
    fs::write(&renamed, OWN.replace("name = \"Miners\"", "name = \"Diggers\"")).unwrap();
    atlas(&["verify", arg(&own), "--content", arg(&renamed)]).succeeded();
    let changed = fixture.folder.path().join("changed.toml");
    fs::write(&changed, OWN.replace("do = \"gain_credit\", n = 1", "do = \"gain_credit\", n = 2")).unwrap();
    assert!(atlas(&["verify", arg(&own), "--content", arg(&changed)]).failed().contains("--content"));
    // The old file can be passed after the new one, for old matches.
    let both = ["--content", arg(&changed), "--content", arg(&fixture.cards)];
    atlas(&[&["verify", arg(&own)][..], &both].concat()).succeeded();
    let newer = fixture.record("newer.jsonl", &both);
    atlas(&["verify", arg(&newer), "--content", arg(&changed)]).succeeded();
}

#[test]
fn errors_in_a_file_are_reported_with_the_line_before_anything_starts() {
    let fixture = Fixture::new();
    let bad = fixture.folder.path().join("bad.toml");
    let line =
        |text: &str| OWN.lines().position(|it| it.contains(text)).expect("the text is in the file") + 1;
    let at = |text: &str, named: &str| format!("bad.toml:{}: {named}", line(text));
    for (text, named) in [
        (OWN.replace("id = \"scouts\"", "id = \"Scouts!\""), at("id = \"scouts\"", "an id has")),
        (OWN.replace("do = \"draw\"", "do = \"dance\""), at("do = \"draw\"", "there is no step “dance”")),
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
            [&["games"][..], &["engine"], &["sim", GAME], &["serve", "--data", arg(fixture.folder.path())]]
        {
            let message = atlas(&[command, &["--content", arg(&bad)]].concat()).failed();
            assert!(message.contains(&named), "{command:?}: {message:?} does not contain {named:?}");
        }
    }
    fs::write(&bad, b"\xff\xfe").unwrap();
    assert!(atlas(&["games", "--content", arg(&bad)]).failed().contains("bad.toml is not text"));
    let missing = fixture.folder.path().join("missing.toml");
    assert!(atlas(&["games", "--content", arg(&missing)]).failed().contains("missing.toml cannot be read"));
    assert!(atlas(&["games", "--content", arg(fixture.folder.path())]).failed().contains("cannot be read"));
    assert!(!fixture.folder.path().join("atlas.db").exists(), "no server was started");
}

/// Waits for the guest's turn, and makes a move.
async fn make_move(guest: &Guest, table: &str) {
    let mut seen = guest.watch(table).await;
    seen.my_turn().await;
    let before = seen.seq();
    let sentence = seen.legal().remove(0);
    seen.act(&sentence).await;
    seen.next_scene().await;
    assert!(seen.seq() > before);
}

/// Matches continue when a host adds custom cards, and when the host removes them again.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_continues_every_match_with_the_cards_it_began_with() {
    let fixture = Fixture::new();
    let data = fixture.folder.path().join("data");
    let play = format!("/play/{GAME}");

    let mut server = Server::start(&data, &[]);
    let guest = Guest::arrive(server.address).await;
    let built_in = guest.sit_down(&play, "word=w").await;
    make_move(&guest, &built_in).await;
    assert!(server.stop().success());

    let mut server = Server::start(&data, &fixture.own());
    let guest = Guest { address: server.address, ..guest };
    let own = guest.sit_down(&play, "word=w").await;
    for (table, cards) in [(&built_in, "umeri-i"), (&own, "three")] {
        let page = guest.get(table).await;
        assert_eq!(page.status, 200, "{}", page.body);
        assert!(page.body.contains(cards), "{table} is not played with {cards}");
        make_move(&guest, table).await;
    }
    let home = guest.get("/").await.body;
    assert!(home.contains(&built_in) && home.contains(&own));
    assert!(server.stop().success());

    let server = Server::start(&data, &[]);
    let guest = Guest { address: server.address, ..guest };
    let page = guest.get(&own).await;
    assert_eq!(page.status, 400);
    assert!(page.body.contains("--content") && page.body.contains("other Orders"), "{}", page.body);
    let home = guest.get("/").await;
    // The list does not read the matches, so it also contains the one that cannot be shown.
    assert!(home.status == 200 && home.body.contains(&built_in) && home.body.contains(&own), "{}", home.body);
    make_move(&guest, &built_in).await;
    make_move(&guest, &guest.sit_down(&play, "word=w").await).await;
    make_move(&guest, &guest.sit_down("/play/enchanted-lands", "word=w").await).await;
}
