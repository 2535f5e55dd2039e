//! Match files: `atlas play --save` writes them, `atlas verify` verifies them and `atlas replay` shows them. Files that
//! were changed are refused.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use atlas_core::Log;
use serde_json::{Value, json};
use support::{Process, arg, atlas, title};
use tempfile::TempDir;

/// A folder with a finished match between two bots.
struct Fixture {
    folder: TempDir,
    file: PathBuf,
    text: String,
}

impl Fixture {
    fn new() -> Fixture {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("match.jsonl");
        let args = ["play", support::GAME, "--seats", "greedy,greedy", "--seed", "7", "--save", arg(&file)];
        let output = atlas(&args).succeeded();
        assert!(output.ends_with(&format!("The match is saved in {}.\n", arg(&file))), "{output}");
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
        Fixture { folder, file, text }
    }

    /// The lines of the file: the header, the entries and the end.
    fn lines(&self) -> Vec<Value> {
        self.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Writes a file next to the match.
    fn put(&self, content: impl AsRef<[u8]>) -> PathBuf {
        let file = self.folder.path().join("changed.jsonl");
        fs::write(&file, content).unwrap();
        file
    }

    /// Asserts that `verify` and `replay` refuse a changed match with this reason.
    #[track_caller]
    fn refuses(&self, content: impl AsRef<[u8]>, why: &str) {
        let content = content.as_ref();
        assert_ne!(content, self.text.as_bytes(), "nothing was changed");
        let file = self.put(content);
        refuses(&file, why);
        assert_eq!(fs::read(&file).unwrap(), content, "the file was changed");
    }

    /// Asserts that the match with changed lines is refused.
    #[track_caller]
    fn refuses_lines(&self, why: &str, change: impl FnOnce(&mut Vec<Value>)) {
        let mut lines = self.lines();
        change(&mut lines);
        self.refuses(joined(&lines), why);
    }

    /// Asserts that a changed match is refused even if its hashes are valid.
    #[track_caller]
    fn refuses_forged(&self, why: &str, change: impl FnOnce(&mut Log)) {
        let mut log = Log::from_text(&self.text).unwrap();
        change(&mut log);
        self.refuses(chained(log), why);
    }
}

fn joined(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// The text of the log with a valid commitment, and with valid numbers and hashes of all entries.
fn chained(mut log: Log) -> String {
    if let Some(reveal) = &log.reveal {
        log.header.commitment = reveal.secret.commitment();
    }
    let mut before = log.header.hash();
    for (record, seq) in log.records.iter_mut().zip(1..) {
        record.seq = seq;
        record.hash = record.hash_after(before);
        before = record.hash;
    }
    log.check_chain().unwrap();
    log.to_text()
}

#[track_caller]
fn refuses(file: &Path, why: &str) {
    for args in [&["verify"][..], &["replay"], &["replay", "--at", "0"], &["replay", "--seat", "0"]] {
        let message = atlas(&[args, &[arg(file)]].concat()).failed();
        assert!(message.starts_with("atlas: "), "{message}");
        assert!(message.contains(why), "{args:?} prints {message:?}, not {why:?}");
        assert!(message.contains(arg(file)), "{args:?} does not name the file: {message:?}");
    }
}

#[test]
fn a_saved_match_is_genuine() {
    let fixture = Fixture::new();
    let proof = atlas(&["verify", arg(&fixture.file)]).succeeded();
    assert!(proof.starts_with("genuine: Enchanted Lands with 2 seats"), "{proof}");
    let lines = fixture.lines();
    let (header, end) = (&lines[0], &lines[27]);
    assert_eq!(lines.len(), 28, "a header, 26 plays and the end");
    assert_eq!(end["secret"], format!("07{}", "0".repeat(62)));
    for shown in [&header["commitment"], &end["secret"], &lines[26]["hash"]] {
        assert!(proof.contains(shown.as_str().unwrap()), "{proof}");
    }
    assert!(proof.contains(&end["result"].to_string()) && proof.contains("26, all legal"), "{proof}");
    assert_eq!(fs::read_to_string(&fixture.file).unwrap(), fixture.text);
}

#[test]
fn the_same_seed_and_players_make_the_same_file() {
    assert_eq!(Fixture::new().text, Fixture::new().text);
}

#[test]
fn matches_with_other_seats_seeds_and_options_are_genuine() {
    let folder = TempDir::new().unwrap();
    for (number, args) in [
        &["--seats", "greedy,random,random"][..],
        &["--seats", "random,random,random,random", "--seed", "9"],
        &["--seats", "random,greedy", "--options", r#"{"first":1}"#],
        &[
            "--seats",
            "random,random",
            "--seed",
            "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
        ],
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.path().join(number.to_string());
        atlas(&[&["play", support::GAME, "--save", arg(&file)], args].concat()).succeeded();
        assert!(atlas(&["verify", arg(&file)]).succeeded().starts_with("genuine: "), "{args:?}");
        assert!(atlas(&["replay", arg(&file)]).succeeded().contains("== 26: "), "{args:?}");
    }
}

#[test]
fn an_unfinished_match_is_genuine_and_not_over() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("left.jsonl");
    let mut process =
        Process::start(&["play", "--seats", "human,greedy", "--seed", "7", "--save", arg(&file)]);
    process.send_line("quit");
    let ran = process.finish();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let proof = atlas(&["verify", arg(&file)]).succeeded();
    assert!(proof.contains(r#""over":false"#), "{proof}");
}

#[test]
fn a_replay_shows_every_entry_with_its_rules() {
    let fixture = Fixture::new();
    let shown = atlas(&["replay", arg(&fixture.file)]).succeeded();
    assert!(shown.starts_with("== 0: the start ==\n"), "{shown}");
    let mut rest = shown.as_str();
    for entry in &fixture.lines()[1..27] {
        let (seq, seat) = (&entry["seq"], &entry["seat"]);
        let sentence = entry["text"].as_str().unwrap();
        let heading = format!("== {seq}: seat {seat} act {sentence} ==\n");
        let place = rest.find(&heading).unwrap_or_else(|| panic!("{heading} is missing or out of order"));
        rest = &rest[place + heading.len()..];
        let card = sentence.split(' ').next().unwrap();
        let event = format!("   Seat {seat} plays {}. (EL-32)\n", title(card));
        assert!(rest.starts_with(&event), "{heading}{rest}");
    }
    assert!(rest.contains("The game is over: seat 0 wins with 14 points. (EL-55)"), "{rest}");
    assert_eq!(shown.matches("== ").count(), 27);
}

#[test]
fn a_replay_can_start_at_an_entry() {
    let fixture = Fixture::new();
    let all = atlas(&["replay", arg(&fixture.file)]).succeeded();
    for at in [0, 5, 26] {
        let one = atlas(&["replay", arg(&fixture.file), "--at", &at.to_string()]).succeeded();
        assert!(one.starts_with(&format!("== {at}: ")), "{one}");
        assert_eq!(one.matches("== ").count(), 1, "{one}");
        assert!(all.contains(&one), "not part of the whole replay: {one}");
        assert!(one.contains(&format!("pile {}", 12_usize.saturating_sub(at))), "{one}");
    }
    for at in ["27", "1000000", "18446744073709551615", "18446744073709551616", "-1", "five", ""] {
        let message = atlas(&["replay", arg(&fixture.file), &format!("--at={at}")]).failed();
        assert!(message.contains("26") || message.contains("--at"), "{message}");
    }
}

#[test]
fn a_replay_as_one_seat_hides_what_the_seat_could_not_see() {
    let fixture = Fixture::new();
    let everything = atlas(&["replay", arg(&fixture.file)]).succeeded();
    assert!(everything.contains("hand of seat 1: ") && everything.contains("pile, next first: "));
    for (seat, other) in [(0, 1), (1, 0)] {
        let seen = atlas(&["replay", arg(&fixture.file), "--seat", &seat.to_string()]).succeeded();
        assert_eq!(seen.matches("== ").count(), 27);
        assert!(seen.contains(&format!("hand of seat {seat}: ")), "{seen}");
        for hidden in [&format!("hand of seat {other}: "), "pile, next first: ", "removed: "] {
            assert!(!seen.contains(hidden), "{hidden}");
        }
        let mut drawn = 0;
        for line in seen.lines().filter(|line| line.contains(" draws ")) {
            let own = line.contains(&format!("Seat {seat} draws "));
            assert_eq!(own, !line.contains("draws a card"), "{line}");
            drawn += 1;
        }
        assert_eq!(drawn, 12);
    }
    for seat in ["2", "255", "256", "-1", "first"] {
        let message = atlas(&["replay", arg(&fixture.file), &format!("--seat={seat}")]).failed();
        assert!(message.contains(seat), "{message}");
    }
}

/// A replay as one seat does not name the cards that others redrew in secret.
#[test]
fn a_replay_as_one_seat_hides_secret_choices() {
    let recorded =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/replays/secure-the-rift/v1/recorded-2.jsonl");
    let redraws = |args: &[&str]| -> Vec<String> {
        let seen = atlas(&[&["replay", arg(&recorded)], args].concat()).succeeded();
        seen.lines().filter(|line| line.contains(" act redraw ")).map(str::to_owned).collect()
    };
    let all = redraws(&[]);
    assert!(!all.is_empty() && all.iter().all(|line| !line.contains("redraw a card")), "{all:?}");
    for seat in ["0", "1"] {
        for (line, known) in redraws(&["--seat", seat]).iter().zip(&all) {
            let own = known.contains(&format!("eat {seat} act"));
            assert_eq!((line == known, line.ends_with("redraw a card ==")), (own, !own), "{line}");
        }
    }
}

#[test]
fn changed_entries_are_detected() {
    let fixture = Fixture::new();
    let changed = |seq: usize| format!("Entry {seq} or something before it was changed");
    for seq in [1, 13, 26] {
        fixture.refuses_lines(&changed(seq), |lines| lines[seq]["text"] = json!("dawn-3 place 2"));
        fixture.refuses_lines(&changed(seq), |lines| {
            let seat = lines[seq]["seat"].as_u64().unwrap();
            lines[seq]["seat"] = json!(1 - seat);
        });
        fixture.refuses_lines(&changed(seq), |lines| lines[seq]["kind"] = json!("leave"));
        fixture.refuses_lines(&changed(seq), |lines| lines[seq]["hash"] = json!("0".repeat(64)));
        fixture.refuses_lines(&format!("Entry {seq} is missing"), |lines| lines[seq]["seq"] = json!(77));
    }
    fixture.refuses_lines("Entry 4 is missing: entry 5 is in its place", |lines| lines.swap(4, 5));
    fixture.refuses_lines("Entry 1 is missing", |lines| lines.swap(1, 26));
    fixture.refuses_lines("Entry 9 is missing", |lines| drop(lines.remove(9)));
    fixture.refuses_lines("Entry 10 is missing", |lines| lines.insert(9, lines[9].clone()));
    fixture.refuses_lines("The stated result", |lines| drop(lines.remove(26)));
    fixture.refuses_lines("The stated result", |lines| drop(lines.drain(1..27)));
}

#[test]
fn changed_secrets_results_and_headers_are_detected() {
    let fixture = Fixture::new();
    let secret = "The revealed secret does not match the commitment";
    let header = "Entry 1 or something before it was changed";
    fixture.refuses_lines(secret, |lines| lines[27]["secret"] = json!(format!("08{}", "0".repeat(62))));
    fixture.refuses_lines("Line 28", |lines| lines[27]["secret"] = json!("7"));
    fixture.refuses_lines("Line 28", |lines| lines[27]["secret"] = json!(7));
    fixture.refuses_lines("Line 28", |lines| lines[27]["note"] = json!("well played"));
    let result = "The stated result does not follow";
    fixture.refuses_lines(result, |lines| lines[27]["result"]["winners"] = json!([1]));
    fixture.refuses_lines(result, |lines| lines[27]["result"]["scores"] = json!([14, 1]));
    fixture.refuses_lines(result, |lines| lines[27]["result"]["stacks"] = json!([3, 1]));
    fixture.refuses_lines(result, |lines| lines[27]["result"]["over"] = json!(false));
    fixture.refuses_lines(result, |lines| lines[27]["result"] = Value::Null);
    fixture.refuses_lines(header, |lines| lines[0]["words"] = json!(["luck"]));
    fixture.refuses_lines(header, |lines| lines[0]["commitment"] = json!("0".repeat(64)));
    fixture.refuses_lines(header, |lines| lines[0]["options"] = json!({ "first": 1 }));
    fixture.refuses_lines(header, |lines| lines[0]["seats"] = json!(3));
    fixture.refuses_lines(header, |lines| lines[0]["rules_version"] = json!(2));
    fixture.refuses_lines("file format 2", |lines| lines[0]["atlas"] = json!(2));
    fixture.refuses_lines("file format 0", |lines| lines[0]["atlas"] = json!(0));
    fixture.refuses_lines("“chess”", |lines| lines[0]["game"] = json!("chess"));
    fixture.refuses_lines("Line 1", |lines| lines[0]["author"] = json!("me"));
    fixture.refuses_lines("Line 1", |lines| lines[0]["seats"] = json!(256));
    fixture.refuses_lines("Line 1", |lines| drop(lines[0].as_object_mut().unwrap().remove("commitment")));
    fixture.refuses_lines("Line 1", |lines| drop(lines.remove(0)));
}

#[test]
fn truncated_and_extended_files_are_detected() {
    let fixture = Fixture::new();
    let cut = |line: usize| {
        let start = fixture.text.lines().take(line - 1).map(|it| it.len() + 1).sum::<usize>();
        &fixture.text[..start + 20]
    };
    fixture.refuses(cut(1), "Line 1");
    fixture.refuses(cut(2), "Line 2: this is not JSON");
    fixture.refuses(cut(14), "Line 14: this is not JSON");
    fixture.refuses(cut(28), "Line 28: this is not JSON");
    fixture.refuses_lines("The secret is not revealed", |lines| lines.truncate(14));
    fixture.refuses_lines("The secret is not revealed", |lines| lines.truncate(27));
    fixture.refuses_lines("The secret is not revealed", |lines| lines.truncate(1));
    let more = "Line 29: nothing may follow the end of the match";
    for line in [fixture.text.lines().nth(5).unwrap(), fixture.text.lines().last().unwrap(), "{}", "goodbye"]
    {
        fixture.refuses(format!("{}{line}\n", fixture.text), more);
    }
    fixture.refuses(fixture.text.repeat(2), more);
    fixture.refuses_lines("Line 6", |lines| lines.insert(5, json!("a remark")));
    fixture.refuses_lines("Line 6", |lines| lines.insert(5, json!({ "seq": 5 })));
    fixture.refuses_lines("Line 6", |lines| lines.insert(5, json!(null)));
}

#[test]
fn files_that_are_not_matches_are_refused() {
    let fixture = Fixture::new();
    fixture.refuses("", "empty");
    fixture.refuses("\n \n\t\n", "empty");
    fixture.refuses("hello\n", "Line 1: the header of a match is a JSON object");
    fixture.refuses("{}\n", "Line 1: this is not the header of a match");
    fixture.refuses("[".repeat(100_000), "Line 1");
    fixture.refuses(b"\x7fELF\x02\x01\x01\0\xff\xfe\0\0", "not text");
    fixture
        .refuses(fixture.text.as_bytes().iter().flat_map(|byte| [*byte, 0]).collect::<Vec<u8>>(), "Line 1");
    fixture.refuses(format!("\u{feff}{}", fixture.text), "Line 1");
    refuses(fixture.folder.path(), "cannot be read");
    refuses(&fixture.folder.path().join("missing.jsonl"), "cannot be read");
    for command in ["verify", "replay"] {
        assert!(atlas(&[command]).failed().contains("<FILE>"));
    }
}

#[test]
fn other_line_endings_are_accepted() {
    let fixture = Fixture::new();
    let file = fixture.put(fixture.text.replace('\n', "\r\n"));
    assert!(atlas(&["verify", arg(&file)]).succeeded().starts_with("genuine: "));
    let file = fixture.put(fixture.text.trim_end());
    assert!(atlas(&["verify", arg(&file)]).succeeded().starts_with("genuine: "));
}

#[test]
fn forgeries_with_valid_hashes_are_detected_by_the_rules() {
    let fixture = Fixture::new();
    let other_hand = |log: &mut Log| log.records[0].text = log.records[1].text.clone();
    fixture.refuses_forged("Entry 1: Day 5 is not in your hand. (EL-31)", other_hand);
    fixture.refuses_forged("(EL-36)", |log| log.records[2].text += "0");
    fixture.refuses_forged("Entry 2", |log| log.records.swap(1, 2));
    fixture.refuses_forged("(EL-43)", |log| drop(log.records.remove(1)));
    fixture.refuses_forged("Entry 27 comes after the end of the match", |log| {
        log.records.push(log.records[25].clone());
    });
    fixture.refuses_forged("Entry 27 comes after the end of the match", |log| {
        let mut undo = log.records[25].clone();
        (undo.kind, undo.seat, undo.text) = ("undo".to_owned(), None, "25".to_owned());
        log.records.push(undo);
    });
    fixture.refuses_forged("Entry 3: “mumble” is not a card", |log| {
        log.records[2].text = "mumble".to_owned();
    });
    fixture.refuses_forged("“cheat” is not a kind of entry", |log| {
        log.records[4].kind = "cheat".to_owned();
    });
    fixture.refuses_forged("Entry 4: the seat is missing", |log| log.records[3].seat = None);
    fixture.refuses_forged("Entry 4", |log| log.records[3].seat = Some(atlas_core::Seat(9)));
    fixture.refuses_forged("Entry 4: The entry to go back to does not exist", |log| {
        (log.records[3].kind, log.records[3].text) = ("undo".to_owned(), "4".to_owned());
    });
    fixture.refuses_forged("Entry 4: the entry to go back to is not a number", |log| {
        (log.records[3].kind, log.records[3].text) = ("undo".to_owned(), "-1".to_owned());
    });
    // Another seed deals other cards.
    fixture
        .refuses_forged("Entry 1", |log| log.reveal.as_mut().unwrap().secret = atlas_core::Secret([9; 32]));
    fixture.refuses_forged("Entry 1", |log| log.header.words = vec!["luck".to_owned()]);
    fixture.refuses_forged("Entry 1", |log| log.header.seats = 3);
    fixture.refuses_forged("takes 2 to 4 players", |log| log.header.seats = 9);
    fixture.refuses_forged("version 2 of the rules of Enchanted Lands", |log| log.header.rules_version = 2);
    fixture.refuses_forged("“chess”", |log| log.header.game = "chess".to_owned());
    fixture.refuses_forged("options", |log| log.header.options = json!({ "last": 1 }));
    fixture.refuses_forged("The header does not belong", |log| log.header.options = json!({}));
    fixture.refuses_forged("no content files", |log| log.header.content = Some("abc".to_owned()));
    fixture.refuses_forged("position", |log| log.header.position = Some(json!({})));
}

#[test]
fn a_match_never_overwrites_a_file() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("match.jsonl");
    fs::write(&file, "precious\n").unwrap();
    let save = |path: &Path| atlas(&["play", "--seats", "random,random", "--save", arg(path)]).failed();
    let message = save(&file);
    assert!(message.contains("match.jsonl") && message.contains("already"), "{message}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious\n");
    assert!(save(folder.path()).contains("already"));
    let missing = folder.path().join("missing").join("match.jsonl");
    assert!(save(&missing).contains("cannot be written"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
