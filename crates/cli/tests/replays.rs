//! Records replay forever: every recorded match of every rules version replays to the same end, and no rules version
//! changes its behaviour.
//!
//! `tests/replays/<game>/v<version>/` has for each recorded match `NAME.jsonl`, the record, and `NAME.end.json`: the
//! position at the end, and a hash of all legal sentences before each entry. `fingerprint.json` is a hash over many
//! random games of that version, with the content that they were played with. To turn a reported problem into a test,
//! add its record there.
//!
//! `cargo xtask fixtures` records what is missing for the current version of each game. It never overwrites anything:
//! if a test here fails after a change of rules, the change needs a new rules version.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use atlas_catalog::{GAMES, GameEntry, GameTable};
use atlas_core::fair::Hash;
use atlas_core::log::Header;
use atlas_core::play::Secrecy;
use atlas_core::{Chance, Log, Secret, Seed};
use serde_json::{Value, json};

/// The number of random games in a fingerprint.
const GAMES_IN_FINGERPRINT: u64 = 60;
/// The number of moves that each of them is played for.
const MOVES_IN_FINGERPRINT: usize = 400;

fn replays() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/replays")
}

fn folder(game: &GameEntry, version: u32) -> PathBuf {
    replays().join(game.facts.id).join(format!("v{version}"))
}

/// Whether this run records missing files.
fn records() -> bool {
    std::env::var_os("UPDATE_FIXTURES").is_some()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).into_iter().flatten().map(|file| file.unwrap().path());
    let mut paths: Vec<PathBuf> =
        all.filter(|path| path.extension().is_some_and(|it| it == "jsonl")).collect();
    paths.sort();
    paths
}

/// A short hash of the legal sentences of all acting seats.
fn legal_hash(table: &dyn GameTable) -> String {
    let mut text = String::new();
    for seat in table.acting().iter() {
        let kind = table.question(seat).unwrap().prompt.kind;
        writeln!(text, "{} {kind} {}", seat.0, table.legal(seat).join(";")).unwrap();
    }
    Hash::of([text.as_bytes()]).to_string()[..16].to_owned()
}

/// Replays a record, and returns the table at the end and the hashes of the legal sentences before each entry.
fn replayed(game: &GameEntry, log: &Log) -> Result<(Box<dyn GameTable>, Vec<String>), String> {
    (game.replay)(log).map_err(|refusal| refusal.to_string())?;
    let secret = log.reveal.as_ref().expect("a record has its secret").secret;
    let mut table = (game.begin)(&log.header, secret).map_err(|refusal| refusal.to_string())?;
    let mut legal = Vec::new();
    for record in &log.records {
        legal.push(legal_hash(&*table));
        table.append_record(record).map_err(|refusal| refusal.to_string())?;
    }
    Ok((table, legal))
}

/// Replays a record and compares it with its recorded end.
fn check(game: &GameEntry, path: &Path) -> Result<(), String> {
    let log = Log::from_text(&fs::read_to_string(path).unwrap()).map_err(|refusal| refusal.to_string())?;
    let (table, legal) = replayed(game, &log)?;
    let end = path.with_extension("end.json");
    if records() && !end.exists() {
        fs::write(&end, format!("{}\n", json!({ "position": table.position(), "legal": legal }))).unwrap();
    }
    let recorded =
        fs::read_to_string(&end).map_err(|_| "its end is not recorded; run `cargo xtask fixtures`")?;
    let recorded: Value = serde_json::from_str(&recorded).unwrap();
    let then: Vec<&str> =
        recorded["legal"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    let differs = |at: &usize| legal.get(*at).map(String::as_str) != then.get(*at).copied();
    if let Some(at) = (0..legal.len().max(then.len())).find(differs) {
        return Err(format!("the legal sentences before entry {} have changed", at + 1));
    }
    // Positions may gain fields, so the loaded states are compared and not the texts.
    let header = Header { position: Some(recorded["position"].clone()), ..log.header };
    let then = (game.begin)(&header, Secret([0; 32]))
        .map_err(|error| format!("its end cannot be loaded: {error}"))?;
    if then.position() == table.position() { Ok(()) } else { Err("it ends in another position".to_owned()) }
}

/// A hash over random games with this rules version and this content, or the newest content if none is given.
fn fingerprint(game: &GameEntry, version: u32, content: Option<&str>) -> Value {
    let mut hashes = String::new();
    let mut played_with = None;
    for number in 0..GAMES_IN_FINGERPRINT {
        let seats = game.facts.min_seats + (number % game.facts.seats().count() as u64) as u8;
        let secret = Secret(Seed::from(number).0);
        let newest = (game.start)(&Value::Null, seats, secret, Vec::new()).unwrap();
        let mut header = Header { rules_version: version, ..newest.header().clone() };
        header.content = content.map(str::to_owned).or(header.content);
        played_with.clone_from(&header.content);
        let mut table = (game.begin)(&header, secret).unwrap();
        let mut chance = Chance::quick(number);
        for _ in 0..MOVES_IN_FINGERPRINT {
            let Some(seat) = table.acting().draw(&mut chance) else { break };
            hashes.push_str(&legal_hash(&*table));
            let legal = table.legal(seat);
            table.act(seat, &legal[chance.below(legal.len() as u32) as usize]).unwrap();
        }
        hashes.push_str(&table.result().to_string());
    }
    json!({ "content": played_with, "hash": Hash::of([hashes.as_bytes()]) })
}

/// Plays a match of the current version with random moves, or with the only sensible move where there is one.
fn record(game: &GameEntry, seats: u8) -> Log {
    let secret = Secret(Seed::from(u64::from(seats) + 40).0);
    let mut table = (game.start)(&short_options(game), seats, secret, Vec::new()).unwrap();
    let mut chance = Chance::quick(seats.into());
    while let Some(seat) = table.acting().draw(&mut chance) {
        let legal = table.legal(seat);
        let random = || legal[chance.below(legal.len() as u32) as usize].clone();
        let sentence = table.only_choice(seat).unwrap_or_else(random);
        table.act(seat, &sentence).unwrap();
    }
    table.log(Secrecy::Revealed)
}

/// Options that keep a recorded match short: a low starting life, if the game has one.
fn short_options(game: &GameEntry) -> Value {
    if game.facts.choices.iter().any(|choice| choice.name == "life") {
        json!({ "life": 10 })
    } else {
        Value::Null
    }
}

#[test]
fn every_recorded_match_of_every_version_replays_to_the_same_end() {
    for game in GAMES.games() {
        if records() {
            let current = folder(game, game.facts.rules_version);
            fs::create_dir_all(&current).unwrap();
            for seats in game.facts.seats() {
                let path = current.join(format!("recorded-{seats}.jsonl"));
                if !path.exists() {
                    fs::write(&path, record(game, seats).to_text()).unwrap();
                }
            }
        }
        for version in game.facts.rules_versions() {
            let paths = files(&folder(game, version));
            assert!(
                !paths.is_empty(),
                "{} v{version} has no record; run `cargo xtask fixtures`",
                game.facts.id
            );
            for path in paths {
                check(game, &path).unwrap_or_else(|why| {
                    let rule =
                        "A change of rules needs a new rules version, and the old one must stay as it was.";
                    panic!("{}: {why}. {rule}", path.display())
                });
            }
        }
    }
}

#[test]
fn no_rules_version_changes_its_behaviour() {
    for game in GAMES.games() {
        for version in game.facts.rules_versions() {
            let path = folder(game, version).join("fingerprint.json");
            if records() && !path.exists() {
                fs::write(&path, format!("{}\n", fingerprint(game, version, None))).unwrap();
            }
            let then = fs::read_to_string(&path).expect("run `cargo xtask fixtures`");
            let then: Value = serde_json::from_str(&then).unwrap();
            let now = fingerprint(game, version, then["content"].as_str());
            let id = game.facts.id;
            assert_eq!(
                now, then,
                "{id} plays differently with rules version {version}: the change needs a new rules version"
            );
        }
    }
}

/// Every folder of records belongs to a version that can still be played, so no version is dropped unnoticed.
#[test]
fn no_version_with_records_is_dropped() {
    let versions =
        |game: &'static GameEntry| game.facts.rules_versions().map(|version| folder(game, version));
    let known: BTreeSet<PathBuf> = GAMES.games().iter().flat_map(versions).collect();
    for game in fs::read_dir(replays()).unwrap().map(|it| it.unwrap().path()) {
        for version in fs::read_dir(game).unwrap().map(|it| it.unwrap().path()) {
            assert!(
                known.contains(&version),
                "{} belongs to a version that can no longer be played",
                version.display()
            );
        }
    }
}

/// The checks above can fail: they detect a record whose legal moves or end differ.
#[test]
fn a_changed_game_is_detected() {
    let game = &GAMES.games()[0];
    let path = files(&folder(game, 1)).remove(0);
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("match.jsonl");
    fs::copy(&path, &copy).unwrap();
    let end = fs::read_to_string(path.with_extension("end.json")).unwrap();
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut end: Value = serde_json::from_str(&end).unwrap();
        change(&mut end);
        fs::write(copy.with_extension("end.json"), end.to_string()).unwrap();
        check(game, &copy)
    };
    assert_eq!(changed(&|_| {}), Ok(()));
    assert!(changed(&|end| end["legal"][3] = "0".into()).unwrap_err().contains("before entry 4"));
    assert!(changed(&|end| end["position"]["board"] = json!([])).is_err());
}
