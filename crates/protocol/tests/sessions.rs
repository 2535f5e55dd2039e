//! The sessions in `docs/protocol.md` go as they are told there.

use atlas_core::Rulebook;
use atlas_protocol::engine::Session;
use serde_json::Value;

const PAGE: Rulebook = Rulebook { prefix: "", text: include_str!("../../../docs/protocol.md") };

/// Whether `answer` is what the page shows, which may leave things out: keys of an object, and with `"…"`
/// the rest of a list.
fn fits(shown: &Value, answer: &Value) -> bool {
    match (shown, answer) {
        (Value::Object(shown), Value::Object(answer)) => {
            shown.iter().all(|(key, shown)| answer.get(key).is_some_and(|answer| fits(shown, answer)))
        }
        (Value::Array(shown), Value::Array(answer)) => {
            let (shown, lengths_fit) = match shown.split_last() {
                Some((last, first)) if last == "…" => (first, first.len() < answer.len()),
                _ => (shown.as_slice(), shown.len() == answer.len()),
            };
            lengths_fit && shown.iter().zip(answer).all(|(shown, answer)| fits(shown, answer))
        }
        _ => shown == answer,
    }
}

#[test]
fn the_sessions_of_the_page_go_as_told() {
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
                assert!(fits(&shown, &answer), "docs/protocol.md:{number}: the answer is {answer}");
                answers += 1;
            } else {
                panic!("docs/protocol.md:{number}: neither a request nor an answer");
            }
        }
    }
    assert!(answers >= 18, "only {answers} answers were found");
}

#[test]
fn a_page_that_tells_something_else_is_noticed() {
    let answer = serde_json::from_str(r#"{"ok":true,"list":[1,2,3],"deep":{"a":1,"b":2}}"#).unwrap();
    for (shown, right) in [
        (r#"{"ok":true,"deep":{"b":2}}"#, true),
        (r#"{"list":[1,"…"]}"#, true),
        (r#"{"list":[1,2,3,"…"]}"#, false),
        (r#"{"list":[1,2]}"#, false),
        (r#"{"list":[2,"…"]}"#, false),
        (r#"{"deep":{"c":1}}"#, false),
        (r#"{"ok":false}"#, false),
    ] {
        assert_eq!(fits(&serde_json::from_str(shown).unwrap(), &answer), right, "{shown}");
    }
}
