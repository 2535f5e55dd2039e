//! Entry points that accept any bytes, shared by fuzzing and property tests.
//!
//! Each probe tries the bytes on every game and panics if an invariant is broken. It returns how much was accepted, so
//! that a test can check that its inputs are not all refused.

use atlas_catalog::{GAMES, GameEntry};
use atlas_core::log::Reveal;
use atlas_core::play::Secrecy;
use atlas_core::{Log, Refusal, Seat, Secret, Viewer};
use serde_json::Value;

use crate::engine::serve;

const SECRET: Secret = Secret([7; 32]);

/// The bots that are fast enough for a probe, and the number of playouts they may use.
const QUICK_BOTS: [&str; 3] = ["random", "greedy", "novice"];
const FEW: u64 = 100;

/// Checks that a refusal gives a reason.
fn check(refusal: &Refusal) {
    assert!(!refusal.message.to_string().trim().is_empty(), "a refusal gives a reason: {refusal:?}");
}

/// Tries every line as a sentence of every seat. Legal ones are played; others change nothing and are refused with the
/// same words by `why` and by `act`.
pub fn notation(bytes: &[u8]) -> usize {
    let text = String::from_utf8_lossy(bytes);
    GAMES.games().iter().map(|game| sentences(game, &text)).sum()
}

fn sentences(game: &GameEntry, text: &str) -> usize {
    let start = (game.start)(&Value::Null, game.facts.min_seats, SECRET, Vec::new());
    let mut table = start.expect("a game with default options can be started");
    let (mut played, mut position) = (0, table.position());
    for line in text.lines() {
        let entries = table.records().len();
        // This includes a seat that does not exist.
        for seat in (0..=table.seats()).map(Seat) {
            match (table.why(seat, line), table.act(seat, line)) {
                (Ok(()), Ok(())) => played += 1,
                (Err(why), Err(refusal)) => {
                    assert_eq!(why, refusal, "`why` and `act` agree");
                    check(&refusal);
                }
                (why, act) => panic!("{seat}, {line:?}: `why` returns {why:?}, `act` returns {act:?}"),
            }
        }
        let now = table.position();
        if table.records().len() == entries {
            assert_eq!(now, position, "a refusal changes nothing");
        }
        position = now;
    }
    assert_eq!(table.records().len(), played, "the record contains exactly what was played");
    played
}

/// Tries the bytes as a position in JSON. An accepted position can be saved and loaded again, viewed by everyone and
/// played to the end.
pub fn position(bytes: &[u8]) -> usize {
    let Ok(position) = serde_json::from_slice::<Value>(bytes) else { return 0 };
    GAMES.games().iter().filter(|game| accepts(game, &position)).count()
}

fn accepts(game: &GameEntry, position: &Value) -> bool {
    let table = match (game.load)(position, SECRET) {
        Ok(table) => table,
        Err(refusal) => {
            check(&refusal);
            return false;
        }
    };
    let saved = table.position();
    let again = (game.load)(&saved, SECRET).expect("a saved position can be loaded");
    assert_eq!(again.position(), saved, "loading a position preserves it");
    for viewer in Seat::all(table.seats()).map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Everything]) {
        table.view(viewer);
    }
    assert_eq!(table.acting().is_empty(), table.outcome().is_some(), "seats act until the game is over");
    for seat in Seat::all(table.seats()) {
        let legal = table.legal(seat);
        assert_eq!(legal.is_empty(), !table.acting().contains(seat), "acting seats have legal actions");
        assert_eq!(table.question(seat).is_some(), !legal.is_empty(), "acting seats have a question");
        for sentence in legal {
            assert_eq!(table.why(seat, &sentence), Ok(()), "{sentence} is legal");
        }
    }
    table.playouts(1, 7);
    true
}

/// Tries every line as a request to an engine in the middle of a game. Each gets one answer, and a refusal changes
/// nothing. Slow requests are left out.
pub fn request(bytes: &[u8]) -> usize {
    let game = GAMES.games()[0].facts;
    let new = format!(r#"{{"cmd":"new","game":"{}","seats":{},"seed":7}}"#, game.id, game.min_seats);
    let position = r#"{"cmd":"position"}"#;
    let mut input = format!("{new}\n{position}\n").into_bytes();
    let mut asked = 0;
    for line in bytes.split(|byte| *byte == b'\n').filter(|line| is_quick(line)) {
        input.extend([line, b"\n", position.as_bytes(), b"\n"].concat());
        asked += 1;
    }
    let mut output = Vec::new();
    serve(input.as_slice(), &mut output).expect("buffers can be read and written");
    let output = String::from_utf8(output).expect("answers are UTF-8");
    let answers: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect();
    assert_eq!(answers.len(), 2 + 2 * asked, "each request gets one answer");
    let mut fulfilled = 0;
    for answers in answers[1..].windows(3).step_by(2) {
        let [before, answer, after] = answers else { unreachable!("windows have their size") };
        if answer["ok"] == true {
            fulfilled += 1;
            continue;
        }
        assert_eq!(answer["ok"], false, "{answer}");
        let error = &answer["error"];
        assert!(error["code"].is_string() && (error["rule"].is_null() || error["rule"].is_string()));
        assert!(error["message"].as_str().is_some_and(|message| !message.trim().is_empty()), "{error}");
        assert_eq!(before, after, "a refusal changes nothing");
    }
    fulfilled
}

/// Whether the line is not blank and, if it is a request, is answered quickly.
fn is_quick(line: &[u8]) -> bool {
    let request: Value = serde_json::from_slice(line).unwrap_or_default();
    let at_most = |key: &str, most: u64| request[key].as_u64().is_none_or(|number| number <= most);
    let quick = match request["cmd"].as_str() {
        Some("playouts") => at_most("count", FEW),
        Some("bot") => {
            let level = request["level"].as_str().unwrap_or_default();
            let usual = request["playouts"].is_null() && request["millis"].is_null();
            at_most("playouts", FEW) && at_most("millis", 3) && (!usual || QUICK_BOTS.contains(&level))
        }
        _ => true,
    };
    quick && !line.trim_ascii().is_empty()
}

/// Tries the bytes as the record of a match: first as they are, and then with corrected hashes, as a forger would write
/// them, so that the rules must check the entries.
pub fn record(bytes: &[u8]) -> usize {
    let Ok(text) = std::str::from_utf8(bytes) else { return 0 };
    if let Err(refusal) = atlas_catalog::replay(text) {
        check(&refusal);
    }
    let Ok(log) = Log::from_text(text) else { return 0 };
    Log::from_text(&log.to_text()).expect("a written record can be read");
    let log = forged(log);
    log.check_chain().expect("the hashes fit");
    let Ok(game) = atlas_catalog::find(&log.header.game) else { return 0 };
    match (game.replay)(&log) {
        Ok(table) => {
            let again = (game.replay)(&table.log(Secrecy::Revealed)).expect("its own record is valid");
            assert_eq!(again.position(), table.position(), "a record leads to one position");
            1
        }
        Err(refusal) => {
            check(&refusal);
            0
        }
    }
}

/// The log with a consistent secret, numbers and hashes.
fn forged(mut log: Log) -> Log {
    let reveal = log.reveal.get_or_insert_with(|| Reveal { secret: SECRET, result: Value::Null });
    log.header.commitment = reveal.secret.commitment();
    let mut before = log.header.hash();
    for (record, seq) in log.records.iter_mut().zip(1..) {
        record.seq = seq;
        record.hash = record.hash_after(before);
        before = record.hash;
    }
    log
}
