//! `--packs`: more cards for Secure the Rift, and matches that find the packs they were played with, or say which
//! one they miss.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use support::{Engine, Talk, arg, atlas};
use tempfile::TempDir;

const GAME: &str = "secure-the-rift";

/// Seats that take any legal deck, so that cards of packs are in them.
const ANY: &str = r#"{"decks":["any","any"]}"#;

/// A pack of a group that plays at home: Unbound Souls, so that they are in many decks.
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
struct Shelf(TempDir);

impl Shelf {
    fn new() -> Shelf {
        Shelf(TempDir::new().unwrap())
    }

    /// Puts a pack there.
    fn pack(&self, folder: &str, id: &str, cards: &str) -> PathBuf {
        let folder = self.0.path().join(folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("pack.toml"), format!("id = \"{id}\"\nname = \"{id}\"\n")).unwrap();
        fs::write(folder.join("cards.toml"), cards).unwrap();
        fs::write(folder.join("README"), "Not for programs.").unwrap();
        folder
    }

    /// The file of a match between bots, played with these arguments.
    fn record(&self, name: &str, more: &[&str]) -> PathBuf {
        let file = self.0.path().join(name);
        let play =
            ["play", GAME, "--seats", "random,random", "--seed", "5", "--options", ANY, "--save", arg(&file)];
        atlas(&[&play, more].concat()).succeeded();
        file
    }
}

/// What a record says its cards are.
fn content(record: &Path) -> String {
    let text = fs::read_to_string(record).unwrap();
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    header["content"].as_str().expect("a record names its cards").to_owned()
}

#[test]
fn programs_and_simulations_play_with_them() {
    let shelf = Shelf::new();
    let heroes = shelf.pack("heroes", "heroes", &souls(&HEROES));
    for args in [["--packs", arg(&heroes), "engine"], ["engine", "--packs", arg(&heroes)]] {
        let mut engine = Engine(Talk::start(&args));
        let options = json!({ "decks": ["any", "any"] });
        engine.ask(&json!({ "cmd": "new", "game": GAME, "seats": 2, "seed": 1, "options": options }));
        let position = engine.position().to_string();
        assert!(HEROES.iter().any(|hero| position.contains(&format!("\"{hero}\""))), "{position}");
    }
    let sim = ["sim", GAME, "--seats", "random,random", "--games", "8", "--json", "--options", ANY];
    let with = atlas(&[&sim[..], &["--packs", arg(&heroes)]].concat()).stdout;
    let mut command = Command::new(env!("CARGO_BIN_EXE_atlas"));
    let by_environment = Talk::of(command.args(sim).env("ATLAS_PACKS", &heroes)).finish().stdout;
    let per_game = |stdout: &str| serde_json::from_str::<Value>(stdout).unwrap()["per_game"].clone();
    assert_eq!(per_game(&with), per_game(&by_environment));
    assert_ne!(per_game(&with), per_game(&atlas(&sim).stdout));
}

#[test]
fn a_record_is_proved_with_the_packs_it_was_played_with() {
    let shelf = Shelf::new();
    let one = shelf.pack("one", "one", &souls(&HEROES[..6]));
    let two = shelf.pack("two", "two", &souls(&HEROES[6..]));
    let core = shelf.record("core.jsonl", &[]);
    let first = shelf.record("first.jsonl", &["--packs", arg(&one)]);
    let both = shelf.record("both.jsonl", &["--packs", arg(&one), "--packs", arg(&two)]);

    let (core_hash, hash) = (content(&core), content(&first));
    assert_eq!(hash.split('+').next(), Some(core_hash.as_str()));
    assert_eq!(content(&both).strip_prefix(&hash).map(|rest| rest.split('+').count()), Some(2));
    assert!(atlas(&["games", "--packs", arg(&one)]).succeeded().contains(&hash));

    // A second pack takes nothing away from those who played with the first, or with none; nor does the order.
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
            assert!(message.contains(named), "{message} does not say {named}");
        }
    }

    // What people read may be mended. What a card does may not; but the older version can stand beside the newer.
    let cards = souls(&HEROES[..6]);
    let renamed = shelf.pack("renamed", "one", &cards.replace("The abel", "Abel the Brave"));
    atlas(&["verify", arg(&first), "--packs", arg(&renamed)]).succeeded();
    let changed = shelf.pack("changed", "one", &cards.replace("attack = 2", "attack = 3"));
    assert!(atlas(&["verify", arg(&first), "--packs", arg(&changed)]).failed().contains("--packs"));
    let versions = ["--packs", arg(&changed), "--packs", arg(&one)];
    atlas(&[&["verify", arg(&first)][..], &versions].concat()).succeeded();
    let newer = shelf.record("newer.jsonl", &versions);
    atlas(&["verify", arg(&newer), "--packs", arg(&changed)]).succeeded();
}

#[test]
fn what_is_wrong_with_a_pack_is_told_before_anything_is_done() {
    let shelf = Shelf::new();
    let said = |folder: &Path| {
        let games = atlas(&["games", "--packs", arg(folder)]).failed();
        assert_eq!(atlas(&["sim", GAME, "--packs", arg(folder)]).failed(), games);
        assert_eq!(atlas(&["serve", "--data", arg(shelf.0.path()), "--packs", arg(folder)]).failed(), games);
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
        let message = said(&shelf.pack("bad", "bad", &cards));
        assert!(message.contains(named), "{message} does not say {named}");
    }
    let bad = shelf.pack("bad", "bad", &soul);
    fs::write(bad.join("pack.toml"), "id = \"bad\"\nname = \"Bad\"\ncolour = 1\n").unwrap();
    assert!(said(&bad).contains("pack.toml:3: the file has no key “colour”"));
    fs::remove_file(bad.join("pack.toml")).unwrap();
    assert!(said(&bad).contains("pack.toml cannot be read"));
    assert!(said(&shelf.0.path().join("missing")).contains("missing cannot be read"));
    assert!(said(&shelf.pack("bad", "bad", &soul).join("cards.toml")).contains("cannot be read"));

    fs::write(bad.join("cards.toml"), vec![b'#'; 10_000_000]).unwrap();
    assert!(said(&bad).contains("cards.toml is too large: at most 1 MB are read"));
    // So large that it could not be read: its size is enough.
    fs::File::create(bad.join("cards.toml")).unwrap().set_len(1 << 40).unwrap();
    assert!(said(&bad).contains("cards.toml is too large"));
    fs::write(bad.join("cards.toml"), b"\xff\xfe").unwrap();
    assert!(said(&bad).contains("cards.toml is not text"));
    let crowd = shelf.pack("crowd", "crowd", &soul);
    (0..64).for_each(|n| fs::write(crowd.join(format!("{n}.toml")), "").unwrap());
    assert!(said(&crowd).contains("crowd has 65 card files; a pack has at most 64"));

    let packs: Vec<PathBuf> = (0..17)
        .map(|n| shelf.pack(&format!("p{n}"), &format!("p{n}"), &souls(&[&format!("soul{n}")])))
        .collect();
    let listed = packs.iter().map(|it| arg(it)).collect::<Vec<_>>().join(",");
    assert!(atlas(&["games", "--packs", &listed]).failed().contains("at most 16 packs, not with 17"));
    let clash = shelf.pack("clash", "clash", &souls(&["soul3"]));
    let message = atlas(&["games", "--packs", arg(&packs[3]), "--packs", arg(&clash)]).failed();
    assert!(message.contains("clash/cards.toml:2: another card has the id “soul3” already"), "{message}");
    assert!(!shelf.0.path().join("atlas.db").exists(), "no table was opened");
}

#[test]
fn all_cards_are_drawn_on_one_page_own_ones_too() {
    let shelf = Shelf::new();
    let pack = shelf.pack("heroes", "heroes", &souls(&["abel"]));
    let page = shelf.0.path().join("cards.html");
    let gallery = ["pack", "gallery", "--out", arg(&page), "--packs", arg(&pack)];
    atlas(&gallery).succeeded();
    let drawn = fs::read_to_string(&page).unwrap();
    for name in ["Survey Drone", "Rift Cell", "The abel"] {
        assert!(drawn.contains(name), "{name} is not drawn");
    }
    assert!(!drawn.contains("http:") && !drawn.contains("https:"), "the page needs something from elsewhere");
    atlas(&gallery).failed();
}
