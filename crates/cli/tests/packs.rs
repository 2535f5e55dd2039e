//! `--packs`: more cards for Secure the Rift. Matches find the packs that they were played with, or report which one is
//! missing.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use support::{Engine, Process, arg, atlas};
use tempfile::TempDir;

const GAME: &str = "secure-the-rift";

/// Options that give each seat a random legal deck, so that decks contain cards of packs.
const ANY: &str = r#"{"decks":["any","any"]}"#;

/// The cards of a custom pack. They are Unbound Souls, so that they are in many decks.
fn souls(names: &[&str]) -> String {
    let card = |name: &&str| {
        format!(
            "[[card]]\nid = \"{name}\"\nname = \"The {name}\"\nfaction = \"unbound\"\ntype = \"soul\"\ncost = 1\n\
             attack = 2\ndefence = 1\n[[card.ability]]\nkind = \"triggered\"\nwhen = \"enters\"\n\
             effect = [{{ do = \"create_token\", token = \"drone\" }}]\n\n"
        )
    };
    names.iter().map(card).collect()
}

const HEROES: [&str; 12] =
    ["abel", "bela", "cleo", "dora", "ezra", "fritz", "gerda", "hanno", "inga", "jorn", "karla", "lothar"];

/// A folder with packs.
struct Fixture(TempDir);

impl Fixture {
    fn new() -> Fixture {
        Fixture(TempDir::new().unwrap())
    }

    /// Writes a pack.
    fn pack(&self, folder: &str, id: &str, cards: &str) -> PathBuf {
        let folder = self.0.path().join(folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("pack.toml"), format!("id = \"{id}\"\nname = \"{id}\"\n")).unwrap();
        fs::write(folder.join("cards.toml"), cards).unwrap();
        fs::write(folder.join("README"), "Not for programs.").unwrap();
        folder
    }

    /// Plays a match between bots with these arguments, and returns its file.
    fn record(&self, name: &str, more: &[&str]) -> PathBuf {
        let file = self.0.path().join(name);
        let play =
            ["play", GAME, "--seats", "random,random", "--seed", "5", "--options", ANY, "--save", arg(&file)];
        atlas(&[&play, more].concat()).succeeded();
        file
    }
}

/// The content hash in the header of a record.
fn content(record: &Path) -> String {
    let text = fs::read_to_string(record).unwrap();
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    header["content"].as_str().expect("a record names its cards").to_owned()
}

#[test]
fn programs_and_simulations_use_packs() {
    let fixture = Fixture::new();
    let heroes = fixture.pack("heroes", "heroes", &souls(&HEROES));
    for args in [["--packs", arg(&heroes), "engine"], ["engine", "--packs", arg(&heroes)]] {
        let mut engine = Engine(Process::start(&args));
        let options = json!({ "decks": ["any", "any"] });
        engine.ask(&json!({ "cmd": "new", "game": GAME, "seats": 2, "seed": 1, "options": options }));
        let position = engine.position().to_string();
        assert!(HEROES.iter().any(|hero| position.contains(&format!("\"{hero}\""))), "{position}");
    }
    let sim = ["sim", GAME, "--seats", "random,random", "--games", "8", "--json", "--options", ANY];
    let with = atlas(&[&sim[..], &["--packs", arg(&heroes)]].concat()).stdout;
    let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
    let by_environment = Process::of(command.args(sim).env("ATLAS_PACKS", &heroes)).finish().stdout;
    let per_game = |stdout: &str| serde_json::from_str::<Value>(stdout).unwrap()["per_game"].clone();
    assert_eq!(per_game(&with), per_game(&by_environment));
    assert_ne!(per_game(&with), per_game(&atlas(&sim).stdout));
}

#[test]
fn a_record_is_verified_with_the_packs_it_was_played_with() {
    let fixture = Fixture::new();
    let one = fixture.pack("one", "one", &souls(&HEROES[..6]));
    let two = fixture.pack("two", "two", &souls(&HEROES[6..]));
    let core = fixture.record("core.jsonl", &[]);
    let first = fixture.record("first.jsonl", &["--packs", arg(&one)]);
    let both = fixture.record("both.jsonl", &["--packs", arg(&one), "--packs", arg(&two)]);

    let (core_hash, hash) = (content(&core), content(&first));
    assert_eq!(hash.split('+').next(), Some(core_hash.as_str()));
    assert_eq!(content(&both).strip_prefix(&hash).map(|rest| rest.split('+').count()), Some(2));
    assert!(atlas(&["games", "--packs", arg(&one)]).succeeded().contains(&hash));

    // Records with fewer packs stay valid when a pack is added, and the order of the packs does not matter.
    let listed = format!("{},{}", arg(&two), arg(&one));
    for record in [&core, &first, &both] {
        for packs in [&["--packs", arg(&one), "--packs", arg(&two)][..], &["--packs", &listed]] {
            let verified = atlas(&[&["verify", arg(record)][..], packs].concat()).succeeded();
            assert!(verified.starts_with("genuine"), "{verified}");
            atlas(&[&["replay", arg(record), "--at", "1"][..], packs].concat()).succeeded();
        }
    }
    for command in ["verify", "replay"] {
        let message = atlas(&[command, arg(&both), "--packs", arg(&one)]).failed();
        let missing = content(&both).split('+').nth(2).unwrap()[..12].to_owned();
        for named in ["both.jsonl", "--packs", &missing] {
            assert!(message.contains(named), "{message:?} does not contain {named:?}");
        }
    }

    // Names may change, but what a card does may not. The old version can be passed after the new one.
    let cards = souls(&HEROES[..6]);
    let renamed = fixture.pack("renamed", "one", &cards.replace("The abel", "Abel the Brave"));
    atlas(&["verify", arg(&first), "--packs", arg(&renamed)]).succeeded();
    let changed = fixture.pack("changed", "one", &cards.replace("attack = 2", "attack = 3"));
    assert!(atlas(&["verify", arg(&first), "--packs", arg(&changed)]).failed().contains("--packs"));
    let versions = ["--packs", arg(&changed), "--packs", arg(&one)];
    atlas(&[&["verify", arg(&first)][..], &versions].concat()).succeeded();
    let newer = fixture.record("newer.jsonl", &versions);
    atlas(&["verify", arg(&newer), "--packs", arg(&changed)]).succeeded();
}

#[test]
fn errors_in_a_pack_are_reported_before_anything_starts() {
    let fixture = Fixture::new();
    let message_for = |folder: &Path| {
        let games = atlas(&["games", "--packs", arg(folder)]).failed();
        assert_eq!(atlas(&["sim", GAME, "--packs", arg(folder)]).failed(), games);
        assert_eq!(
            atlas(&["serve", "--data", arg(fixture.0.path()), "--packs", arg(folder)]).failed(),
            games
        );
        games
    };
    let soul = souls(&["abel"]);
    for (cards, named) in [
        (soul.replace("drone", "dragon"), "cards.toml:12: abel: there is no token with the id “dragon”"),
        (soul.replace("cost = 1", "price = 1"), "cards.toml:6: abel: a card has no key “price”"),
        (
            soul.replace("abel", "survey-drone"),
            "cards.toml:2: another card has the id “survey-drone” already",
        ),
        ("card = [".to_owned(), "cards.toml:1: "),
        (String::new(), "pack.toml:1: the pack has no cards"),
    ] {
        let message = message_for(&fixture.pack("bad", "bad", &cards));
        assert!(message.contains(named), "{message:?} does not contain {named:?}");
    }
    let bad = fixture.pack("bad", "bad", &soul);
    fs::write(bad.join("pack.toml"), "id = \"bad\"\nname = \"Bad\"\ncolour = 1\n").unwrap();
    assert!(message_for(&bad).contains("pack.toml:3: the file has no key “colour”"));
    fs::remove_file(bad.join("pack.toml")).unwrap();
    assert!(message_for(&bad).contains("pack.toml cannot be read"));
    assert!(message_for(&fixture.0.path().join("missing")).contains("missing cannot be read"));
    assert!(message_for(&fixture.pack("bad", "bad", &soul).join("cards.toml")).contains("cannot be read"));

    fs::write(bad.join("cards.toml"), vec![b'#'; 10_000_000]).unwrap();
    assert!(message_for(&bad).contains("cards.toml is too large: the limit is 1 MB"));
    // A file of this size cannot be read at all, so its size must be checked first.
    fs::File::create(bad.join("cards.toml")).unwrap().set_len(1 << 40).unwrap();
    assert!(message_for(&bad).contains("cards.toml is too large"));
    fs::write(bad.join("cards.toml"), b"\xff\xfe").unwrap();
    assert!(message_for(&bad).contains("cards.toml is not text"));
    let crowd = fixture.pack("crowd", "crowd", &soul);
    (0..64).for_each(|n| fs::write(crowd.join(format!("{n}.toml")), "").unwrap());
    assert!(message_for(&crowd).contains("crowd has 65 card files; a pack has at most 64"));

    let packs: Vec<PathBuf> = (0..17)
        .map(|n| fixture.pack(&format!("p{n}"), &format!("p{n}"), &souls(&[&format!("soul{n}")])))
        .collect();
    let listed = packs.iter().map(|it| arg(it)).collect::<Vec<_>>().join(",");
    assert!(atlas(&["games", "--packs", &listed]).failed().contains("at most 16 packs, not with 17"));
    let clash = fixture.pack("clash", "clash", &souls(&["soul3"]));
    let message = atlas(&["games", "--packs", arg(&packs[3]), "--packs", arg(&clash)]).failed();
    assert!(message.contains("clash/cards.toml:2: another card has the id “soul3” already"), "{message}");
    assert!(!fixture.0.path().join("atlas.db").exists(), "no server was started");
}

#[test]
fn the_gallery_shows_all_cards() {
    let fixture = Fixture::new();
    let pack = fixture.pack("heroes", "heroes", &souls(&["abel"]));
    let page = fixture.0.path().join("cards.html");
    let gallery = ["pack", "gallery", "--out", arg(&page), "--packs", arg(&pack)];
    atlas(&gallery).succeeded();
    let drawn = fs::read_to_string(&page).unwrap();
    for name in ["Survey Drone", "Rift Cell", "The abel"] {
        assert!(drawn.contains(name), "{name} is missing");
    }
    assert!(!drawn.contains("http:") && !drawn.contains("https:"), "the page loads something from elsewhere");
    atlas(&gallery).failed();
}
