//! `atlas engine` with invalid input: it answers every invalid line with one refusal, changes nothing, and continues.

mod support;

use serde_json::{Value, json};
use support::{Engine, GAME, refusal, strings};

const POSITION: &[u8] = br#"{"cmd":"position"}"#;

/// An engine in the middle of a game with a fork, and its answer to `position`.
struct Fixture {
    engine: Engine,
    before: String,
    position: Value,
}

impl Fixture {
    fn new() -> Fixture {
        let mut engine = Engine::start();
        engine.ask(&json!({ "cmd": "new", "game": GAME, "seats": 3, "seed": 11, "options": { "first": 1 } }));
        for _ in 0..4 {
            let legal = engine.legal();
            engine.act(&legal[3]);
        }
        engine.ask(&json!({ "cmd": "fork", "as": "other" }));
        let before = engine.answer(POSITION);
        let position = serde_json::from_str::<Value>(&before).unwrap()["position"].take();
        Fixture { engine, before, position }
    }

    /// The acting seat.
    fn acting(&self) -> u64 {
        self.position["to_act"].as_u64().unwrap()
    }

    /// Asserts that the line is refused with one line, and that the position stays the same.
    #[track_caller]
    fn refuses(&mut self, line: impl AsRef<[u8]>) -> (String, Option<String>, String) {
        let line = line.as_ref();
        let answer = self.engine.answer(line);
        let shown = String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
        assert!(answer.starts_with(r#"{"ok":false"#), "{shown} gives {answer}");
        let refused = refusal(&answer);
        assert_eq!(self.engine.answer(POSITION), self.before, "after {shown}");
        refused
    }

    #[track_caller]
    fn refuses_as(&mut self, code: &str, line: impl AsRef<[u8]>) -> String {
        let (found, _, message) = self.refuses(line);
        assert_eq!(found, code, "{message}");
        message
    }

    #[track_caller]
    fn refuses_by(&mut self, code: &str, rule: &str, line: impl AsRef<[u8]>) {
        let (found, cited, message) = self.refuses(line);
        assert_eq!((found.as_str(), cited.as_deref()), (code, Some(rule)), "{message}");
    }

    /// Asserts that the position with one change is refused by a rule.
    #[track_caller]
    fn refuses_position(&mut self, rule: Option<&str>, change: impl FnOnce(&mut Value)) {
        let mut position = self.position.clone();
        change(&mut position);
        let request = json!({ "cmd": "load", "game": GAME, "position": position });
        let (code, cited, message) = self.refuses(request.to_string());
        assert_eq!((code.as_str(), cited.as_deref()), ("position", rule), "{message}");
    }
}

#[test]
fn invalid_json_is_refused() {
    let mut fixture = Fixture::new();
    let deep_object = r#"{"a":"#.repeat(50_000);
    let lines: Vec<Vec<u8>> = vec![
        b"hello".to_vec(),
        b"{".to_vec(),
        b"}".to_vec(),
        br#"{"cmd":"hello""#.to_vec(),
        br#"{"cmd":"hello"}}"#.to_vec(),
        br#"{"cmd":"hello"} {"cmd":"hello"}"#.to_vec(),
        br#"{"cmd":"hello",}"#.to_vec(),
        br"{'cmd':'hello'}".to_vec(),
        br#"{"cmd":"hel"#.to_vec(),
        br#"{"cmd":"\ud800"}"#.to_vec(),
        b"{\"cmd\":\"hello\t\"}".to_vec(),
        b"NaN".to_vec(),
        b"1e400".to_vec(),
        br#"{"cmd":"playouts","count":1e400}"#.to_vec(),
        b"\0".to_vec(),
        b"\0\0\0\0".to_vec(),
        b"{\"cmd\":\"hello\"\0}".to_vec(),
        b"\xef\xbb\xbf{\"cmd\":\"hello\"}".to_vec(),
        b"\xff\xfe".to_vec(),
        b"{\"cmd\":\"hello\xff\"}".to_vec(),
        b"{\"cmd\":\"\xe2\x82\"}".to_vec(),
        b"{\"cmd\":\"\xed\xa0\x80\"}".to_vec(),
        b"{\"cmd\":\"hello\"}\rx".to_vec(),
        vec![b'['; 100_000],
        [vec![b'['; 100_000], vec![b']'; 100_000]].concat(),
        deep_object.into_bytes(),
        vec![b' '; 200_000].into_iter().chain(*b"x").collect(),
    ];
    for line in lines {
        fixture.refuses_as("request", line);
    }
}

#[test]
fn a_line_of_ten_million_bytes_is_refused() {
    let mut fixture = Fixture::new();
    for filler in [b'x', b'[', b' ', b'\0', b'"', 0xff] {
        let message = fixture.refuses_as("request", vec![filler; 10 << 20]);
        assert!(message.contains("longer"), "{message}");
    }
    let act = format!(r#"{{"cmd":"act","action":"{}"}}"#, "dawn-3 ".repeat(2 << 20));
    fixture.refuses_as("request", act);
}

#[test]
fn json_that_is_not_a_request_is_refused() {
    let mut fixture = Fixture::new();
    for line in [
        "null",
        "true",
        "7",
        r#""hello""#,
        "[]",
        r#"["hello"]"#,
        r#"[{"cmd":"hello"}]"#,
        "{}",
        r#"{"CMD":"hello"}"#,
        r#"{"cmd":null}"#,
        r#"{"cmd":7}"#,
        r#"{"cmd":["hello"]}"#,
        r#"{"cmd":{"hello":{}}}"#,
        r#"{"cmd":""}"#,
        r#"{"cmd":"Hello"}"#,
        r#"{"cmd":"hello "}"#,
        r#"{"cmd":"quit"}"#,
        r#"{"cmd":"hello","extra":1}"#,
        r#"{"cmd":"games","game":"enchanted-lands"}"#,
        r#"{"cmd":"position","seat":0}"#,
        r#"{"cmd":"undo","to":0}"#,
        r#"{"cmd":"legal","seats":0}"#,
        r#"{"cmd":"act"}"#,
        r#"{"cmd":"act","action":null}"#,
        r#"{"cmd":"act","action":3}"#,
        r#"{"cmd":"act","action":["dawn-3"]}"#,
        r#"{"cmd":"act","sentence":"dawn-3"}"#,
        r#"{"cmd":"why"}"#,
        r#"{"cmd":"fork"}"#,
        r#"{"cmd":"fork","as":7}"#,
        r#"{"cmd":"fork","name":"x"}"#,
        r#"{"cmd":"use"}"#,
        r#"{"cmd":"use","name":null}"#,
        r#"{"cmd":"use","name":"nowhere"}"#,
        r#"{"cmd":"use","name":""}"#,
        r#"{"cmd":"load"}"#,
        r#"{"cmd":"load","game":"enchanted-lands"}"#,
        r#"{"cmd":"new"}"#,
        r#"{"cmd":"new","game":"enchanted-lands"}"#,
        r#"{"cmd":"new","seats":2}"#,
        r#"{"cmd":"new","game":7,"seats":2}"#,
    ] {
        fixture.refuses_as("request", line);
    }
}

/// Values that are refused in place of a small whole number.
const INVALID_NUMBERS: [&str; 12] = [
    "-1",
    "1.5",
    "1e3",
    "1e30",
    "-1e308",
    "99999999999999999999",
    "340282366920938463463374607431768211456",
    "\"1\"",
    "true",
    "[]",
    "[1]",
    "{}",
];

#[test]
fn invalid_numbers_are_refused_everywhere() {
    let mut fixture = Fixture::new();
    for number in INVALID_NUMBERS {
        for request in [
            r#"{"cmd":"new","game":"enchanted-lands","seats":#}"#,
            r#"{"cmd":"new","game":"enchanted-lands","seats":2,"seed":#}"#,
            r#"{"cmd":"view","seat":#}"#,
            r#"{"cmd":"awaiting","seat":#}"#,
            r#"{"cmd":"legal","seat":#}"#,
            r#"{"cmd":"why","seat":#,"action":"dawn-3"}"#,
            r#"{"cmd":"act","seat":#,"action":"dawn-3"}"#,
            r#"{"cmd":"bot","seat":#,"level":"random"}"#,
            r#"{"cmd":"bot","level":"random","playouts":#}"#,
            r#"{"cmd":"bot","level":"random","millis":#}"#,
            r#"{"cmd":"bot","level":"random","seed":#}"#,
            r#"{"cmd":"playouts","count":#}"#,
            r#"{"cmd":"playouts","count":1,"seed":#}"#,
        ] {
            fixture.refuses_as("request", request.replace('#', number));
        }
    }
}

#[test]
fn unknown_seats_are_refused() {
    let mut fixture = Fixture::new();
    for seat in ["3", "4", "8", "255", "256", "257", "4294967296", "18446744073709551615"] {
        for request in [
            r#"{"cmd":"view","seat":#}"#,
            r#"{"cmd":"awaiting","seat":#}"#,
            r#"{"cmd":"legal","seat":#}"#,
            r#"{"cmd":"why","seat":#,"action":"dawn-3"}"#,
            r#"{"cmd":"act","seat":#,"action":"dawn-3"}"#,
            r#"{"cmd":"bot","seat":#,"level":"random"}"#,
        ] {
            fixture.refuses_as("seats", request.replace('#', seat));
        }
    }
    for seats in ["0", "1", "5", "8", "255", "256", "258", "18446744073709551615"] {
        let message = fixture
            .refuses_as("seats", r#"{"cmd":"new","game":"enchanted-lands","seats":#}"#.replace('#', seats));
        assert!(message.contains("2 to 4"), "{message}");
    }
}

#[test]
fn invalid_games_options_and_seeds_are_refused() {
    let mut fixture = Fixture::new();
    let long = "x".repeat(500_000);
    for game in ["", "chess", "Enchanted-Lands", "enchanted-lands ", "../enchanted-lands", long.as_str()] {
        let message =
            fixture.refuses_as("game", json!({ "cmd": "new", "game": game, "seats": 2 }).to_string());
        assert!(message.contains(GAME), "{message}");
        let position = &fixture.position;
        let load = json!({ "cmd": "load", "game": game, "position": position });
        fixture.refuses_as("game", load.to_string());
    }
    for options in [
        json!(3),
        json!("first"),
        json!({ "first": -1 }),
        json!({ "first": 256 }),
        json!({ "first": 1.5 }),
        json!({ "first": "sometimes" }),
        json!({ "first": null }),
        json!({ "first": [0, 1] }),
        json!({ "second": 1 }),
        json!({ "first": 1, "second": 1 }),
    ] {
        let new = json!({ "cmd": "new", "game": GAME, "seats": 2, "options": options });
        fixture.refuses_as("options", new.to_string());
    }
    let first = json!({ "cmd": "new", "game": GAME, "seats": 2, "options": { "first": 2 } });
    fixture.refuses_by("options", "EL-R10", first.to_string());
    for seed in ["", "7", "0x07", &"0".repeat(63), &"0".repeat(65), &"g".repeat(64), &"é".repeat(32), &long]
    {
        let new = json!({ "cmd": "new", "game": GAME, "seats": 2, "seed": seed });
        fixture.refuses_as("request", new.to_string());
    }
}

#[test]
fn invalid_bot_levels_and_limits_are_refused() {
    let mut fixture = Fixture::new();
    for level in ["", "genius", "Greedy", "cmd:true", &"x".repeat(300_000)] {
        let message = fixture.refuses_as("request", json!({ "cmd": "bot", "level": level }).to_string());
        assert!(message.contains("novice"), "{message}");
    }
    for line in [
        r#"{"cmd":"bot"}"#,
        r#"{"cmd":"bot","level":null}"#,
        r#"{"cmd":"bot","level":3}"#,
        r#"{"cmd":"bot","level":"novice","playouts":0}"#,
        r#"{"cmd":"bot","level":"novice","playouts":50000001}"#,
        r#"{"cmd":"bot","level":"novice","playouts":4294967296}"#,
        r#"{"cmd":"bot","level":"novice","millis":0}"#,
        r#"{"cmd":"bot","level":"novice","millis":600001}"#,
        r#"{"cmd":"bot","level":"novice","millis":18446744073709551615}"#,
        r#"{"cmd":"bot","level":"novice","playouts":10,"millis":10}"#,
        r#"{"cmd":"bot","level":"novice","depth":3}"#,
        r#"{"cmd":"playouts"}"#,
        r#"{"cmd":"playouts","count":50000001}"#,
        r#"{"cmd":"playouts","count":4294967296}"#,
    ] {
        fixture.refuses_as("request", line);
    }
    let idle = (fixture.acting() + 1) % 3;
    fixture.refuses_as("not-your-turn", json!({ "cmd": "bot", "seat": idle, "level": "greedy" }).to_string());
}

#[test]
fn invalid_and_illegal_actions_are_refused() {
    let mut fixture = Fixture::new();
    let acting = fixture.acting();
    let hand = strings(&fixture.position["hands"][acting as usize]);
    let (own, elsewhere) = (&hand[0], strings(&fixture.position["pile"])[0].clone());
    let act = |sentence: &str| json!({ "cmd": "act", "action": sentence }).to_string();
    for sentence in [
        String::new(),
        " ".to_owned(),
        "\n".to_owned(),
        "\0".to_owned(),
        "xyzzy".to_owned(),
        "dawn".to_owned(),
        "dawn-".to_owned(),
        "dawn-0".to_owned(),
        "dawn-9".to_owned(),
        "dawn-10".to_owned(),
        "dawn--3".to_owned(),
        "dawn-+3".to_owned(),
        "dawn-٣".to_owned(),
        "dawn-99999999999999999999".to_owned(),
        "Dawn-3".to_owned(),
        "dawn 3".to_owned(),
        format!("{own} {own}"),
        format!("{own}\0"),
        format!("{own} bet 2"),
        format!("{own} time"),
        format!("{own} time time"),
        format!("{own} time -1"),
        format!("{own} time +1"),
        format!("{own} time 1.0"),
        format!("{own} time 1e0"),
        format!("{own} time ١"),
        format!("{own} time 2 place 2"),
        format!("{own} time 2 2"),
        format!("{own}{}", " time".repeat(200_000)),
        "dawn-3".repeat(100_000),
        "\u{1f332}".repeat(250_000),
        "x".repeat(1_000_000),
    ] {
        let message = fixture.refuses_as("notation", act(&sentence));
        assert!(message.chars().count() < 150, "{message}");
    }
    for chips in ["0", "00", "6", "255", "256", "257", "99999999999999999999", &"9".repeat(900_000)] {
        fixture.refuses_by("illegal", "EL-36", act(&format!("{own} place {chips}")));
    }
    fixture.refuses_by("illegal", "EL-31", act(&elsewhere));
    fixture.refuses_by("illegal", "EL-31", act("dawn-8"));
    for other in (0..3).filter(|seat| *seat != acting) {
        let card = &strings(&fixture.position["hands"][other as usize])[0];
        let request = json!({ "cmd": "act", "seat": other, "action": card });
        fixture.refuses_by("not-your-turn", "EL-43", request.to_string());
    }
}

#[test]
fn impossible_positions_are_refused_with_the_rule() {
    let mut fixture = Fixture::new();
    for (key, _) in fixture.position.clone().as_object().unwrap() {
        fixture.refuses_position(None, |it| drop(it.as_object_mut().unwrap().remove(key)));
        for wrong in [json!("x"), json!(-1), json!(1e300), json!({ "a": 1 }), json!([[[]]])] {
            fixture.refuses_position(None, |it| it[key] = wrong);
        }
    }
    fixture.refuses_position(None, |it| it["weather"] = json!("rain"));
    fixture.refuses_position(None, |it| *it = Value::Null);
    fixture.refuses_position(None, |it| *it = json!([]));
    fixture.refuses_position(None, |it| *it = json!("start"));
    fixture.refuses_position(None, |it| it["hands"][0][0] = json!("dawn-9"));
    fixture.refuses_position(None, |it| it["hands"][0][0] = json!(17));
    fixture.refuses_position(None, |it| it["board"][0]["face"] = json!("sideways"));
    fixture.refuses_position(None, |it| it["board"][0]["color"] = json!("red"));
    fixture.refuses_position(None, |it| it["board"][0]["stack"] = json!({ "seat": 0, "side": "time" }));
    fixture.refuses_position(None, |it| it["chips"][0] = json!(256));

    fixture.refuses_position(Some("EL-05"), |it| it["hands"] = json!(vec![json!([]); 9]));
    fixture.refuses_position(Some("EL-05"), |it| it["hands"] = json!([]));
    fixture.refuses_position(Some("EL-05"), |it| it["to_act"] = json!(3));
    fixture.refuses_position(Some("EL-05"), |it| it["to_act"] = json!(255));
    fixture.refuses_position(Some("EL-06"), |it| it["chips"] = json!([1, 2]));
    fixture.refuses_position(Some("EL-06"), |it| it["chips"][0] = json!(15));
    fixture.refuses_position(Some("EL-06"), |it| it["chips"][0] = json!(255));
    fixture.refuses_position(Some("EL-07"), |it| it["hands"][0][0] = json!("dawn-8"));
    fixture.refuses_position(Some("EL-01"), |it| it["hands"][0][0] = it["hands"][1][0].clone());
    fixture.refuses_position(Some("EL-01"), |it| it["pile"][0] = it["board"][0]["card"].clone());
    fixture.refuses_position(Some("EL-01"), |it| drop(it["pile"].as_array_mut().unwrap().pop()));
    fixture.refuses_position(Some("EL-10"), |it| {
        let card = it["pile"].as_array_mut().unwrap().pop().unwrap();
        it["removed"].as_array_mut().unwrap().push(card);
    });
    fixture.refuses_position(Some("EL-12"), |it| {
        let card = it["pile"].as_array_mut().unwrap().pop().unwrap();
        it["hands"][0].as_array_mut().unwrap().push(card);
    });
    fixture.refuses_position(Some("EL-12"), |it| {
        let card = it["hands"][0].as_array_mut().unwrap().pop().unwrap();
        it["hands"][1].as_array_mut().unwrap().push(card);
    });
    fixture.refuses_position(Some("EL-51"), |it| it["to_act"] = Value::Null);
    // Every card on this board has a stack, and every seat but one has had one turn.
    fixture.refuses_position(Some("EL-36"), |it| it["board"][0]["stack"]["chips"] = json!(0));
    fixture.refuses_position(Some("EL-06"), |it| it["board"][0]["stack"]["chips"] = json!(255));
    fixture.refuses_position(Some("EL-05"), |it| it["board"][0]["stack"]["seat"] = json!(3));
    fixture.refuses_position(Some("EL-05"), |it| it["board"][0]["stack"]["seat"] = json!(255));
    fixture.refuses_position(Some("EL-38"), |it| {
        for place in 0..3 {
            it["board"][place]["stack"]["seat"] = json!(0);
        }
        it["chips"][0] = json!(0);
    });
}

#[test]
fn very_long_positions_are_refused_quickly() {
    let mut fixture = Fixture::new();
    fixture.refuses_position(Some("EL-01"), |it| it["pile"] = json!(vec!["dawn-3"; 90_000]));
    fixture.refuses_position(Some("EL-05"), |it| it["hands"] = json!(vec![json!([]); 300_000]));
    fixture.refuses_position(Some("EL-06"), |it| it["chips"] = json!(vec![0; 400_000]));
    // Messages quote only the beginning of a long text.
    let long = "x".repeat(900_000);
    fixture.refuses_position(None, |it| it[&long] = json!(1));
    fixture.refuses_position(None, |it| it["to_act"] = json!(long));
    fixture.refuses_position(None, |it| it["hands"][0][0] = json!(long));
    fixture.refuses_as("request", json!({ "cmd": long }).to_string());
    fixture.refuses_as("request", json!({ "cmd": "hello", (long.clone()): 1 }).to_string());
    fixture.refuses_as("request", json!({ "cmd": "use", "name": long }).to_string());
    let options = json!({ (long.clone()): 1 });
    let new = json!({ "cmd": "new", "game": GAME, "seats": 2, "options": options });
    fixture.refuses_as("options", new.to_string());
}

#[test]
fn refusals_do_not_change_a_fork() {
    let mut fixture = Fixture::new();
    fixture.refuses(b"\xff");
    fixture.refuses(r#"{"cmd":"use","name":"nowhere"}"#);
    fixture.engine.ask(&json!({ "cmd": "use", "name": "other" }));
    assert_eq!(fixture.engine.answer(POSITION), fixture.before);
}

#[test]
fn blank_lines_get_no_answer() {
    let mut fixture = Fixture::new();
    fixture.engine.0.write(b"\n\r\n   \n\t\r\n\n");
    assert_eq!(fixture.engine.answer(POSITION), fixture.before);
    assert_eq!(fixture.engine.answer(b"  {\"cmd\":\"position\"}  \r"), fixture.before);
    assert_eq!(fixture.engine.0.finish().succeeded(), "");
}

#[test]
fn the_engine_exits_cleanly_if_the_input_ends_in_the_middle_of_a_line() {
    for last in [&br#"{"cmd":"act","acti"#[..], b"{", b"\xe2\x82", b"\0", &[b'['; 5000], &vec![b'x'; 3 << 20]]
    {
        let mut fixture = Fixture::new();
        fixture.engine.0.write(last);
        let output = fixture.engine.0.finish().succeeded();
        // The incomplete line gets one answer.
        assert_eq!(output.matches('\n').count(), 1, "{output}");
        refusal(output.trim_end());
    }
}
