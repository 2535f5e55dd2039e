//! The engine gives the answers that `docs/protocol.md` shows.

use atlas_core::Rulebook;
use atlas_protocol::engine::Session;
use serde_json::Value;

const PAGE: Rulebook = Rulebook { prefix: "", text: include_str!("../../../docs/protocol.md") };

/// Whether `answer` matches what the page shows. The page may leave out keys of an object and, with `"…"`, the rest of
/// a list.
fn matches(shown: &Value, answer: &Value) -> bool {
    match (shown, answer) {
        (Value::Object(shown), Value::Object(answer)) => {
            shown.iter().all(|(key, shown)| answer.get(key).is_some_and(|answer| matches(shown, answer)))
        }
        (Value::Array(shown), Value::Array(answer)) => {
            let (shown, lengths_match) = match shown.split_last() {
                Some((last, first)) if last == "…" => (first, first.len() < answer.len()),
                _ => (shown.as_slice(), shown.len() == answer.len()),
            };
            lengths_match && shown.iter().zip(answer).all(|(shown, answer)| matches(shown, answer))
        }
        _ => shown == answer,
    }
}

#[test]
fn the_engine_answers_as_documented() {
    let mut session = Session::default();
    let mut answers = 0;
    for (first, block) in PAGE.blocks("session") {
        let mut answer = Value::Null;
        for (line, number) in block.lines().zip(first..) {
            if let Some(request) = line.strip_prefix("> ") {
                answer = session.answer(request.as_bytes());
            } else if let Some(shown) = line.strip_prefix("< ") {
                let shown: Value =
                    serde_json::from_str(shown).unwrap_or_else(|error| panic!("line {number}: {error}"));
                assert!(matches(&shown, &answer), "docs/protocol.md:{number}: the answer is {answer}");
                answers += 1;
            } else {
                panic!("docs/protocol.md:{number}: neither a request nor an answer");
            }
        }
    }
    assert!(answers >= 18, "only {answers} answers were found");
}

#[test]
fn a_difference_from_the_page_is_detected() {
    let answer = serde_json::from_str(r#"{"ok":true,"list":[1,2,3],"deep":{"a":1,"b":2}}"#).unwrap();
    for (shown, expected) in [
        (r#"{"ok":true,"deep":{"b":2}}"#, true),
        (r#"{"list":[1,"…"]}"#, true),
        (r#"{"list":[1,2,3,"…"]}"#, false),
        (r#"{"list":[1,2]}"#, false),
        (r#"{"list":[2,"…"]}"#, false),
        (r#"{"deep":{"c":1}}"#, false),
        (r#"{"ok":false}"#, false),
    ] {
        assert_eq!(matches(&serde_json::from_str(shown).unwrap(), &answer), expected, "{shown}");
    }
}
