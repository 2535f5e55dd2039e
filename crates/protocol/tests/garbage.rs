//! Runs the probes that fuzzing uses on random bytes, on random text and on damaged valid input.

use std::sync::LazyLock;

use atlas_bots::BotTable;
use atlas_catalog::GAMES;
use atlas_core::play::Secrecy;
use atlas_core::{Entry, Secret};
use atlas_protocol::probe;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

/// A match of the first game after `plays` legal actions, or at its end.
fn table(seats: u8, plays: usize) -> Box<dyn BotTable> {
    // The probes use the same secret, so the sentences are legal at their tables.
    let start = (GAMES.games()[0].start)(&Value::Null, seats, Secret([7; 32]), Vec::new());
    let mut table = start.unwrap_or_else(|refusal| panic!("{refusal}"));
    for turn in 0..plays {
        let Some(seat) = table.acting().first() else { break };
        let legal = table.legal(seat);
        table.act(seat, &legal[turn * 7 % legal.len()]).unwrap();
    }
    table
}

/// All sentences of a game, one per line.
static SENTENCES: LazyLock<String> = LazyLock::new(|| {
    let table = table(2, usize::MAX);
    table.records().iter().map(|record| format!("{}\n", record.text)).collect()
});

/// Positions from the start to the end of a game, for each number of seats.
static POSITIONS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let at = |seats| (0..=28).step_by(4).map(move |plays| table(seats, plays).position());
    (2..=4).flat_map(at).collect()
});

/// Valid requests, in an order in which every one succeeds.
static REQUESTS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let game = GAMES.games()[0].facts.id;
    let action = SENTENCES.lines().next().unwrap();
    vec![
        json!({ "cmd": "hello" }),
        json!({ "cmd": "games" }),
        json!({ "cmd": "new", "game": game, "seats": 3, "seed": 1, "options": { "first": 1 } }),
        json!({ "cmd": "view", "seat": 1 }),
        json!({ "cmd": "awaiting", "seat": 0 }),
        json!({ "cmd": "legal", "seat": 0 }),
        json!({ "cmd": "new", "game": game, "seats": 2, "seed": "07".repeat(32) }),
        json!({ "cmd": "why", "seat": 0, "action": action }),
        json!({ "cmd": "preview", "seat": 0, "action": action }),
        json!({ "cmd": "act", "action": action }),
        json!({ "cmd": "outcome" }),
        json!({ "cmd": "undo" }),
        json!({ "cmd": "fork", "as": "branch" }),
        json!({ "cmd": "use", "name": "branch" }),
        json!({ "cmd": "bot", "level": "greedy", "seed": 1 }),
        json!({ "cmd": "bot", "level": "novice", "playouts": 5 }),
        json!({ "cmd": "playouts", "count": 3, "seed": 1 }),
        json!({ "cmd": "load", "game": game, "position": POSITIONS[3], "seed": 5 }),
        json!({ "cmd": "position" }),
    ]
});

/// Records of matches: finished, unfinished, with every kind of entry, and from a position.
static RECORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut eventful = table(3, 9);
    let seat = eventful.acting().first().unwrap();
    for entry in [
        Entry::Undo { to: 4 },
        Entry::Given { seat, to: atlas_core::Control::Bot("greedy".to_owned()) },
        Entry::Undo { to: 0 },
        Entry::Leave { seat },
        Entry::Time { seat: seat.next(3) },
    ] {
        eventful.append(entry).unwrap();
    }
    let mut from_position =
        (GAMES.games()[0].load)(&POSITIONS[2], Secret([9; 32])).unwrap_or_else(|no| panic!("{no}"));
    let seat = from_position.acting().first().unwrap();
    let sentence = from_position.legal(seat).remove(0);
    from_position.act(seat, &sentence).unwrap();
    [table(2, usize::MAX), table(4, 11), eventful, from_position]
        .map(|table| table.log(Secrecy::Revealed).to_text())
        .to_vec()
});

/// Values that often break parsers.
fn extremes() -> impl Strategy<Value = Value> {
    select(vec![
        Value::Null,
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(5),
        json!(255),
        json!(256),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1e308),
        json!(""),
        json!("dawn-3"),
        json!("night-8"),
        json!("\u{0}\u{1f332}é"),
        json!("x".repeat(3000)),
        json!("0".repeat(64)),
        json!([]),
        json!([[[[[]]]]]),
        json!({}),
        json!({ "seat": 0, "side": "time", "chips": 5 }),
    ])
}

/// Damage to one value of a JSON document.
#[derive(Clone, Debug)]
enum Mutation {
    Replace(Value),
    Delete,
    Duplicate,
    Swap(Index),
    Nudge(bool),
}

fn mutations() -> impl Strategy<Value = (Index, Mutation)> {
    let mutation = prop_oneof![
        3 => extremes().prop_map(Mutation::Replace),
        1 => Just(Mutation::Delete),
        1 => Just(Mutation::Duplicate),
        3 => any::<Index>().prop_map(Mutation::Swap),
        2 => any::<bool>().prop_map(Mutation::Nudge),
    ];
    (any::<Index>(), mutation)
}

/// Appends the JSON pointer of every value within `value`.
fn places(value: &Value, here: &str, out: &mut Vec<String>) {
    out.push(here.to_owned());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, item)| places(item, &format!("{here}/{i}"), out));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(key, item)| places(item, &format!("{here}/{key}"), out));
        }
        _ => {}
    }
}

fn mutate(value: &mut Value, (place, mutation): &(Index, Mutation)) {
    let mut all = Vec::new();
    places(value, "", &mut all);
    let place = all[place.index(all.len())].clone();
    let item = value.pointer(&place).cloned().expect("the pointer is valid");
    let (parent, key) = place.rsplit_once('/').unwrap_or(("", ""));
    match mutation {
        Mutation::Replace(extreme) => {
            value.pointer_mut(&place).into_iter().for_each(|item| *item = extreme.clone());
        }
        Mutation::Swap(other) => {
            // Values of the same type change places, so that the result is often almost valid.
            all.retain(|place| {
                let other = value.pointer(place).expect("the pointer is valid");
                std::mem::discriminant(other) == std::mem::discriminant(&item) && place.len() > 1
            });
            if all.is_empty() {
                return;
            }
            let other = &all[other.index(all.len())];
            let theirs = value.pointer(other).cloned().expect("the pointer is valid");
            value.pointer_mut(other).into_iter().for_each(|it| *it = item.clone());
            value.pointer_mut(&place).into_iter().for_each(|it| *it = theirs.clone());
        }
        Mutation::Nudge(up) => {
            if let Some(number) = item.as_i64() {
                let nudged = if *up { number.wrapping_add(1) } else { number.wrapping_sub(1) };
                value.pointer_mut(&place).into_iter().for_each(|it| *it = nudged.into());
            }
        }
        Mutation::Delete | Mutation::Duplicate => match value.pointer_mut(parent) {
            Some(Value::Array(items)) => {
                let Ok(index) = key.parse::<usize>() else { return };
                if matches!(mutation, Mutation::Delete) {
                    items.remove(index);
                } else {
                    items.insert(index, item);
                }
            }
            Some(Value::Object(fields)) if matches!(mutation, Mutation::Delete) => drop(fields.remove(key)),
            Some(Value::Object(fields)) => drop(fields.insert(format!("{key}{key}"), item)),
            _ => {}
        },
    }
}

fn mutated(value: &Value, mutations: &[(Index, Mutation)]) -> Value {
    let mut value = value.clone();
    mutations.iter().for_each(|mutation| mutate(&mut value, mutation));
    value
}

/// Damage to text, regardless of its meaning.
#[derive(Clone, Debug)]
enum Edit {
    Flip(Index, u8),
    Delete(Index, usize),
    Repeat(Index, usize),
    Insert(Index, Vec<u8>),
    Word(Index, &'static str),
    Line(Index, Index),
}

fn edits() -> impl Strategy<Value = Edit> {
    let word = select(vec![
        "",
        "0",
        "-1",
        "6",
        "255",
        "99999999999999999999",
        "1e400",
        "dawn-8",
        "place",
        "time",
        "undo",
        "leave",
        "null",
        "\u{1f332}",
        "[[[[",
        "\\u0000",
    ]);
    prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, bits)| Edit::Flip(at, bits)),
        (any::<Index>(), 1..40_usize).prop_map(|(at, size)| Edit::Delete(at, size)),
        (any::<Index>(), 1..200_usize).prop_map(|(at, size)| Edit::Repeat(at, size)),
        (any::<Index>(), vec(any::<u8>(), 1..10)).prop_map(|(at, bytes)| Edit::Insert(at, bytes)),
        (any::<Index>(), word).prop_map(|(at, word)| Edit::Word(at, word)),
        (any::<Index>(), any::<Index>()).prop_map(|(one, other)| Edit::Line(one, other)),
    ]
}

fn apply(text: &mut Vec<u8>, edit: &Edit) {
    if text.is_empty() {
        return;
    }
    let size = text.len();
    match edit {
        Edit::Flip(at, bits) => text[at.index(size)] ^= bits,
        Edit::Delete(at, length) => drop(text.drain(at.index(size)..(at.index(size) + length).min(size))),
        Edit::Repeat(at, length) => {
            let part = text[at.index(size)..(at.index(size) + length).min(size)].to_vec();
            text.splice(at.index(size)..at.index(size), part);
        }
        Edit::Insert(at, bytes) => drop(text.splice(at.index(size)..at.index(size), bytes.iter().copied())),
        Edit::Word(at, word) => {
            let part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
            let start =
                text[..at.index(size)].iter().rposition(|byte| !part(byte)).map_or(0, |place| place + 1);
            let end = text[start..].iter().position(|byte| !part(byte)).map_or(size, |place| start + place);
            text.splice(start..end, word.bytes());
        }
        Edit::Line(one, other) => {
            let mut lines: Vec<Vec<u8>> = text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            let (one, other) = (one.index(lines.len()), other.index(lines.len()));
            lines.swap(one, other);
            *text = lines.join(&b'\n');
        }
    }
}

fn edited(text: &str, edits: &[Edit]) -> Vec<u8> {
    let mut text = text.as_bytes().to_vec();
    edits.iter().for_each(|edit| apply(&mut text, edit));
    text
}

fn run_all_probes(bytes: &[u8]) {
    probe::notation(bytes);
    probe::position(bytes);
    probe::request(bytes);
    probe::record(bytes);
}

#[test]
fn undamaged_input_is_accepted() {
    assert_eq!(probe::notation(SENTENCES.as_bytes()), 26);
    for position in POSITIONS.iter() {
        assert_eq!(probe::position(position.to_string().as_bytes()), 1, "{position}");
    }
    let requests: String = REQUESTS.iter().map(|request| format!("{request}\n")).collect();
    assert_eq!(probe::request(requests.as_bytes()), REQUESTS.len());
    for record in RECORDS.iter() {
        assert_eq!(probe::record(record.as_bytes()), 1, "{record}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn random_bytes_break_no_invariant(bytes in vec(any::<u8>(), 0..300)) {
        run_all_probes(&bytes);
    }

    #[test]
    fn random_text_breaks_no_invariant(text in "\\PC{0,60}(\n\\PC{0,30}){0,3}") {
        run_all_probes(text.as_bytes());
    }

    #[test]
    fn random_words_of_the_formats_break_no_invariant(
        words in vec(select(vec![
            "dawn-1", "day-2", "sunset-3", "night-4", "dawn-8", "time", "place", "1", "5", "6", "\n", " ", "-",
            "{", "}", "[", "]", ":", ",", "\"cmd\"", "\"act\"", "\"action\"", "null", "\"hands\"", "\"to_act\"",
        ]), 0..40),
    ) {
        run_all_probes(words.join(" ").as_bytes());
        run_all_probes(words.concat().as_bytes());
    }

    #[test]
    fn damaged_sentences_break_no_invariant(edits in vec(edits(), 1..6)) {
        probe::notation(&edited(&SENTENCES, &edits));
    }

    #[test]
    fn damaged_positions_break_no_invariant(which in any::<Index>(), mutations in vec(mutations(), 1..5)) {
        let position = mutated(which.get(&POSITIONS), &mutations);
        probe::position(position.to_string().as_bytes());
    }

    #[test]
    fn damaged_text_of_positions_breaks_no_invariant(which in any::<Index>(), edits in vec(edits(), 1..4)) {
        probe::position(&edited(&which.get(&POSITIONS).to_string(), &edits));
    }

    #[test]
    fn damaged_requests_are_answered(
        script in vec((any::<Index>(), vec(mutations(), 0..3)), 1..12),
        edits in vec(edits(), 0..3),
    ) {
        let line = |(which, mutations): &(Index, Vec<_>)| {
            format!("{}\n", mutated(which.get(&REQUESTS), mutations))
        };
        let text: String = script.iter().map(line).collect();
        probe::request(text.as_bytes());
        probe::request(&edited(&text, &edits));
    }

    #[test]
    fn damaged_records_break_no_invariant(
        which in any::<Index>(),
        mutations in vec((any::<Index>(), mutations()), 0..5),
        edits in vec(edits(), 0..3),
    ) {
        let record = which.get(&RECORDS);
        let mut lines: Vec<Value> = record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for (line, mutation) in &mutations {
            let line = line.index(lines.len());
            mutate(&mut lines[line], mutation);
        }
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        probe::record(text.as_bytes());
        probe::record(&edited(&text, &edits));
        probe::record(&edited(record, &edits));
    }
}
