//! Matches on file: made by `atlas play --save`, proved by `atlas verify`, walked through by `atlas replay`,
//! and what happens to those that somebody touched.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use atlas_core::Log;
use serde_json::{Value, json};
use support::{Talk, arg, atlas, title};
use tempfile::TempDir;

/// A folder with a finished match between two bots.
struct Shelf {
    folder: TempDir,
    file: PathBuf,
    text: String,
}

impl Shelf {
    fn new() -> Shelf {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("match.jsonl");
        let args = ["play", support::GAME, "--seats", "greedy,greedy", "--seed", "7", "--save", arg(&file)];
        let output = atlas(&args).succeeded();
        assert!(output.ends_with(&format!("The match is saved in {}.\n", arg(&file))), "{output}");
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left");
        Shelf { folder, file, text }
    }

    /// The header, the entries and the end, line by line.
    fn lines(&self) -> Vec<Value> {
        self.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// A file beside the match.
    fn put(&self, content: impl AsRef<[u8]>) -> PathBuf {
        let file = self.folder.path().join("touched.jsonl");
        fs::write(&file, content).unwrap();
        file
    }

    /// A match that somebody changed is neither proved nor shown, and both say why.
    #[track_caller]
    fn refuses(&self, content: impl AsRef<[u8]>, why: &str) {
        let content = content.as_ref();
        assert_ne!(content, self.text.as_bytes(), "nothing was changed");
        let file = self.put(content);
        refuses(&file, why);
        assert_eq!(fs::read(&file).unwrap(), content, "the file was written to");
    }

    #[track_caller]
    fn refuses_lines(&self, why: &str, change: impl FnOnce(&mut Vec<Value>)) {
        let mut lines = self.lines();
        change(&mut lines);
        self.refuses(joined(&lines), why);
    }

    /// The same for somebody who knows how the hashes are made.
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

/// The log with numbers, hashes and commitment that fit each other.
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
        assert!(message.contains(why), "{args:?} says {message:?} and not {why:?}");
        assert!(message.contains(arg(file)), "{args:?} does not name the file: {message:?}");
    }
}

#[test]
fn a_match_that_was_saved_is_proved_genuine() {
    let shelf = Shelf::new();
    let proof = atlas(&["verify", arg(&shelf.file)]).succeeded();
    assert!(proof.starts_with("genuine: Enchanted Lands with 2 seats"), "{proof}");
    let lines = shelf.lines();
    let (header, end) = (&lines[0], &lines[27]);
    assert_eq!(lines.len(), 28, "a header, 26 plays and the end");
    assert_eq!(end["secret"], format!("07{}", "0".repeat(62)));
    for shown in [&header["commitment"], &end["secret"], &lines[26]["hash"]] {
        assert!(proof.contains(shown.as_str().unwrap()), "{proof}");
    }
    assert!(proof.contains(&end["result"].to_string()) && proof.contains("26, all legal"), "{proof}");
    assert_eq!(fs::read_to_string(&shelf.file).unwrap(), shelf.text);
}

#[test]
fn the_same_seed_and_players_make_the_same_file() {
    assert_eq!(Shelf::new().text, Shelf::new().text);
}

#[test]
fn a_match_of_any_number_of_seats_or_from_a_seed_nobody_chose_is_genuine_too() {
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
fn a_match_that_was_left_early_is_genuine_and_says_that_it_is_not_over() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("left.jsonl");
    let mut talk = Talk::start(&["play", "--seats", "human,greedy", "--seed", "7", "--save", arg(&file)]);
    talk.say("quit");
    let ran = talk.finish();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let proof = atlas(&["verify", arg(&file)]).succeeded();
    assert!(proof.contains(r#""over":false"#), "{proof}");
}

#[test]
fn a_replay_shows_every_entry_with_its_rules() {
    let shelf = Shelf::new();
    let shown = atlas(&["replay", arg(&shelf.file)]).succeeded();
    assert!(shown.starts_with("== 0: the start ==\n"), "{shown}");
    let mut rest = shown.as_str();
    for entry in &shelf.lines()[1..27] {
        let (seq, seat) = (&entry["seq"], &entry["seat"]);
        let sentence = entry["text"].as_str().unwrap();
        let heading = format!("== {seq}: seat {seat} act {sentence} ==\n");
        let place = rest.find(&heading).unwrap_or_else(|| panic!("no {heading} in order"));
        rest = &rest[place + heading.len()..];
        let card = sentence.split(' ').next().unwrap();
        let told = format!("   Seat {seat} plays {} (EL-32)\n", title(card));
        assert!(rest.starts_with(&told), "{heading}{rest}");
    }
    assert!(rest.contains("The game is over: seat 0 wins with 14 points (EL-55)"), "{rest}");
    assert_eq!(shown.matches("== ").count(), 27);
}

#[test]
fn a_replay_can_go_straight_to_an_entry() {
    let shelf = Shelf::new();
    let all = atlas(&["replay", arg(&shelf.file)]).succeeded();
    for at in [0, 5, 26] {
        let one = atlas(&["replay", arg(&shelf.file), "--at", &at.to_string()]).succeeded();
        assert!(one.starts_with(&format!("== {at}: ")), "{one}");
        assert_eq!(one.matches("== ").count(), 1, "{one}");
        assert!(all.contains(&one), "the same as in the whole: {one}");
        assert!(one.contains(&format!("pile {}", 12_usize.saturating_sub(at))), "{one}");
    }
    for at in ["27", "1000000", "18446744073709551615", "18446744073709551616", "-1", "five", ""] {
        let message = atlas(&["replay", arg(&shelf.file), &format!("--at={at}")]).failed();
        assert!(message.contains("26") || message.contains("--at"), "{message}");
    }
}

#[test]
fn a_replay_as_one_seat_hides_what_that_seat_could_not_see() {
    let shelf = Shelf::new();
    let everything = atlas(&["replay", arg(&shelf.file)]).succeeded();
    assert!(everything.contains("hand of seat 1: ") && everything.contains("pile, next first: "));
    for (seat, other) in [(0, 1), (1, 0)] {
        let seen = atlas(&["replay", arg(&shelf.file), "--seat", &seat.to_string()]).succeeded();
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
        let message = atlas(&["replay", arg(&shelf.file), &format!("--seat={seat}")]).failed();
        assert!(message.contains(seat), "{message}");
    }
}

#[test]
fn entries_that_were_touched_are_found() {
    let shelf = Shelf::new();
    let changed = |seq: usize| format!("Entry {seq} or something before it was changed");
    for seq in [1, 13, 26] {
        shelf.refuses_lines(&changed(seq), |lines| lines[seq]["text"] = json!("dawn-3 place 2"));
        shelf.refuses_lines(&changed(seq), |lines| {
            let seat = lines[seq]["seat"].as_u64().unwrap();
            lines[seq]["seat"] = json!(1 - seat);
        });
        shelf.refuses_lines(&changed(seq), |lines| lines[seq]["kind"] = json!("leave"));
        shelf.refuses_lines(&changed(seq), |lines| lines[seq]["hash"] = json!("0".repeat(64)));
        shelf.refuses_lines(&format!("Entry {seq} is missing"), |lines| lines[seq]["seq"] = json!(77));
    }
    shelf.refuses_lines("Entry 4 is missing: entry 5 is in its place", |lines| lines.swap(4, 5));
    shelf.refuses_lines("Entry 1 is missing", |lines| lines.swap(1, 26));
    shelf.refuses_lines("Entry 9 is missing", |lines| drop(lines.remove(9)));
    shelf.refuses_lines("Entry 10 is missing", |lines| lines.insert(9, lines[9].clone()));
    shelf.refuses_lines("The stated result", |lines| drop(lines.remove(26)));
    shelf.refuses_lines("The stated result", |lines| drop(lines.drain(1..27)));
}

#[test]
fn secrets_results_and_headers_that_were_touched_are_found() {
    let shelf = Shelf::new();
    let secret = "The revealed secret does not match the commitment";
    let header = "Entry 1 or something before it was changed";
    shelf.refuses_lines(secret, |lines| lines[27]["secret"] = json!(format!("08{}", "0".repeat(62))));
    shelf.refuses_lines("Line 28", |lines| lines[27]["secret"] = json!("7"));
    shelf.refuses_lines("Line 28", |lines| lines[27]["secret"] = json!(7));
    shelf.refuses_lines("Line 28", |lines| lines[27]["note"] = json!("well played"));
    let result = "The stated result is not the one";
    shelf.refuses_lines(result, |lines| lines[27]["result"]["winners"] = json!([1]));
    shelf.refuses_lines(result, |lines| lines[27]["result"]["scores"] = json!([14, 1]));
    shelf.refuses_lines(result, |lines| lines[27]["result"]["stacks"] = json!([3, 1]));
    shelf.refuses_lines(result, |lines| lines[27]["result"]["over"] = json!(false));
    shelf.refuses_lines(result, |lines| lines[27]["result"] = Value::Null);
    shelf.refuses_lines(header, |lines| lines[0]["words"] = json!(["luck"]));
    shelf.refuses_lines(header, |lines| lines[0]["commitment"] = json!("0".repeat(64)));
    shelf.refuses_lines(header, |lines| lines[0]["options"] = json!({ "first": 1 }));
    shelf.refuses_lines(header, |lines| lines[0]["seats"] = json!(3));
    shelf.refuses_lines(header, |lines| lines[0]["rules_version"] = json!(2));
    shelf.refuses_lines("file format 2", |lines| lines[0]["atlas"] = json!(2));
    shelf.refuses_lines("file format 0", |lines| lines[0]["atlas"] = json!(0));
    shelf.refuses_lines("“chess”", |lines| lines[0]["game"] = json!("chess"));
    shelf.refuses_lines("Line 1", |lines| lines[0]["author"] = json!("me"));
    shelf.refuses_lines("Line 1", |lines| lines[0]["seats"] = json!(256));
    shelf.refuses_lines("Line 1", |lines| drop(lines[0].as_object_mut().unwrap().remove("commitment")));
    shelf.refuses_lines("Line 1", |lines| drop(lines.remove(0)));
}

#[test]
fn files_that_were_cut_or_added_to_are_found() {
    let shelf = Shelf::new();
    let cut = |line: usize| {
        let start = shelf.text.lines().take(line - 1).map(|it| it.len() + 1).sum::<usize>();
        &shelf.text[..start + 20]
    };
    shelf.refuses(cut(1), "Line 1");
    shelf.refuses(cut(2), "Line 2: this is not JSON");
    shelf.refuses(cut(14), "Line 14: this is not JSON");
    shelf.refuses(cut(28), "Line 28: this is not JSON");
    shelf.refuses_lines("The secret is not revealed", |lines| lines.truncate(14));
    shelf.refuses_lines("The secret is not revealed", |lines| lines.truncate(27));
    shelf.refuses_lines("The secret is not revealed", |lines| lines.truncate(1));
    let more = "Line 29: nothing may follow the end of the match";
    for line in [shelf.text.lines().nth(5).unwrap(), shelf.text.lines().last().unwrap(), "{}", "goodbye"] {
        shelf.refuses(format!("{}{line}\n", shelf.text), more);
    }
    shelf.refuses(shelf.text.repeat(2), more);
    shelf.refuses_lines("Line 6", |lines| lines.insert(5, json!("a remark")));
    shelf.refuses_lines("Line 6", |lines| lines.insert(5, json!({ "seq": 5 })));
    shelf.refuses_lines("Line 6", |lines| lines.insert(5, json!(null)));
}

#[test]
fn files_that_are_no_matches_at_all_are_refused() {
    let shelf = Shelf::new();
    shelf.refuses("", "empty");
    shelf.refuses("\n \n\t\n", "empty");
    shelf.refuses("hello\n", "Line 1: the header of a match is a JSON object");
    shelf.refuses("{}\n", "Line 1: this is not the header of a match");
    shelf.refuses("[".repeat(100_000), "Line 1");
    shelf.refuses(b"\x7fELF\x02\x01\x01\0\xff\xfe\0\0", "not text");
    shelf.refuses(shelf.text.as_bytes().iter().flat_map(|byte| [*byte, 0]).collect::<Vec<u8>>(), "Line 1");
    shelf.refuses(format!("\u{feff}{}", shelf.text), "Line 1");
    refuses(shelf.folder.path(), "cannot be read");
    refuses(&shelf.folder.path().join("missing.jsonl"), "cannot be read");
    for command in ["verify", "replay"] {
        assert!(atlas(&[command]).failed().contains("<FILE>"));
    }
}

#[test]
fn line_ends_of_another_system_do_no_harm() {
    let shelf = Shelf::new();
    let file = shelf.put(shelf.text.replace('\n', "\r\n"));
    assert!(atlas(&["verify", arg(&file)]).succeeded().starts_with("genuine: "));
    let file = shelf.put(shelf.text.trim_end());
    assert!(atlas(&["verify", arg(&file)]).succeeded().starts_with("genuine: "));
}

#[test]
fn forgeries_whose_hashes_fit_are_found_by_the_rules() {
    let shelf = Shelf::new();
    let other_hand = |log: &mut Log| log.records[0].text = log.records[1].text.clone();
    shelf.refuses_forged("Entry 1: Day 5 is not in your hand. (EL-31)", other_hand);
    shelf.refuses_forged("(EL-36)", |log| log.records[2].text += "0");
    shelf.refuses_forged("Entry 2", |log| log.records.swap(1, 2));
    shelf.refuses_forged("(EL-43)", |log| drop(log.records.remove(1)));
    shelf.refuses_forged("The game is over", |log| log.records.push(log.records[25].clone()));
    shelf.refuses_forged("Entry 3: “mumble” is not a card", |log| {
        log.records[2].text = "mumble".to_owned();
    });
    shelf.refuses_forged("“cheat” is not a kind of entry", |log| {
        log.records[4].kind = "cheat".to_owned();
    });
    shelf.refuses_forged("Entry 4: the seat is missing", |log| log.records[3].seat = None);
    shelf.refuses_forged("Entry 4", |log| log.records[3].seat = Some(atlas_core::Seat(9)));
    shelf.refuses_forged("Entry 4: The entry to go back to does not exist", |log| {
        (log.records[3].kind, log.records[3].text) = ("undo".to_owned(), "4".to_owned());
    });
    shelf.refuses_forged("Entry 4: the entry to go back to is not a number", |log| {
        (log.records[3].kind, log.records[3].text) = ("undo".to_owned(), "-1".to_owned());
    });
    // Another seed deals other cards.
    shelf.refuses_forged("Entry 1", |log| log.reveal.as_mut().unwrap().secret = atlas_core::Secret([9; 32]));
    shelf.refuses_forged("Entry 1", |log| log.header.words = vec!["luck".to_owned()]);
    shelf.refuses_forged("Entry 1", |log| log.header.seats = 3);
    shelf.refuses_forged("with 2 to 4 players", |log| log.header.seats = 9);
    shelf.refuses_forged("version 2 of the rules of Enchanted Lands", |log| log.header.rules_version = 2);
    shelf.refuses_forged("“chess”", |log| log.header.game = "chess".to_owned());
    shelf.refuses_forged("options", |log| log.header.options = json!({ "last": 1 }));
    shelf.refuses_forged("The header is not the one", |log| log.header.options = json!({}));
    shelf.refuses_forged("no content files", |log| log.header.content = Some("abc".to_owned()));
    shelf.refuses_forged("position", |log| log.header.position = Some(json!({})));
}

#[test]
fn a_match_is_never_saved_over_a_file() {
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
