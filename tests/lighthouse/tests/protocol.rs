//! Simultaneous seats over the engine protocol.

use atlas_catalog::{Catalog, GameEntry};
use atlas_lighthouse::{Lighthouse, RULES};
use atlas_protocol::engine::Session;
use serde_json::{Value, json};

const GAMES: Catalog = Catalog(&[GameEntry::of::<Lighthouse>(RULES)]);

struct Engine(Session);

impl Engine {
    fn with_seats(seats: u8) -> Engine {
        let mut engine = Engine(Session::new(GAMES));
        engine.ask(&json!({ "cmd": "new", "game": "lighthouse", "seats": seats, "seed": 3 }));
        engine
    }

    fn try_ask(&mut self, request: &Value) -> Value {
        self.0.answer(request.to_string().as_bytes())
    }

    fn ask(&mut self, request: &Value) -> Value {
        let answer = self.try_ask(request);
        assert_eq!(answer["ok"], true, "{request}: {answer}");
        answer
    }

    fn question(&mut self, seat: u8) -> Value {
        self.ask(&json!({ "cmd": "awaiting", "seat": seat }))["questions"][0].clone()
    }

    fn legal(&mut self, seat: u8) -> Vec<String> {
        let answer = self.ask(&json!({ "cmd": "legal", "seat": seat }));
        answer["actions"].as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect()
    }

    fn place(&mut self, seat: u8, beacon: &str) -> String {
        self.legal(seat).into_iter().find(|it| it.starts_with(&format!("place {beacon} "))).unwrap()
    }
}

#[test]
fn all_seats_have_questions_at_once_and_questions_have_parts() {
    let mut engine = Engine::with_seats(7);
    let questions = engine.ask(&json!({ "cmd": "awaiting" }))["questions"].clone();
    let seats: Vec<u64> =
        questions.as_array().unwrap().iter().map(|it| it["seat"].as_u64().unwrap()).collect();
    assert_eq!(seats, [0, 1, 2, 3, 4, 5, 6]);
    assert_eq!(
        questions[3]["parts"],
        json!(["Night ", { "number": 1 }, ": place a card at a beacon, or choose ready. (LH-05)"])
    );
    assert_eq!(engine.ask(&json!({ "cmd": "games" }))["games"][0]["cooperative"], true);
}

/// A second answer to the same question is a conflict, even if its sentence would be legal again.
#[test]
fn a_second_answer_to_a_question_is_a_conflict() {
    let mut engine = Engine::with_seats(3);
    let id = engine.question(1)["id"].clone();
    let sentence = engine.place(1, "beacon-1");
    let act = json!({ "cmd": "act", "seat": 1, "action": sentence, "question": id });
    engine.ask(&act);
    let again = engine.try_ask(&act);
    assert_eq!((&again["ok"], &again["error"]["code"]), (&json!(false), &json!("conflict")), "{again}");
    let take_back = json!({ "cmd": "act", "seat": 1, "action": "take-back", "question": id });
    assert_eq!(engine.try_ask(&take_back)["error"]["code"], "conflict");
}

/// Actions of other seats do not make an answer stale. If they made it illegal, it is refused with the rule.
#[test]
fn actions_of_other_seats_leave_a_question_open() {
    let mut engine = Engine::with_seats(3);
    let id = engine.question(2)["id"].clone();
    let wanted = engine.place(2, "beacon-1");
    for seat in 0..2 {
        let sentence = engine.place(seat, "beacon-1");
        engine.ask(&json!({ "cmd": "act", "seat": seat, "action": sentence }));
    }
    assert_eq!(engine.question(2)["id"], id, "the question is the same");
    let refused = engine.try_ask(&json!({ "cmd": "act", "seat": 2, "action": wanted, "question": id }));
    assert_eq!((&refused["error"]["code"], &refused["error"]["rule"]), (&json!("illegal"), &json!("LH-05")));
    let other = engine.place(2, "beacon-2");
    engine.ask(&json!({ "cmd": "act", "seat": 2, "action": other, "question": id }));
}

/// A bot can move for any seat that may act, and any legal action can be previewed.
#[test]
fn bots_and_previews_are_for_the_named_seat() {
    let mut engine = Engine::with_seats(5);
    let advice = engine.ask(&json!({ "cmd": "bot", "seat": 4, "level": "novice", "playouts": 100 }));
    assert!(engine.legal(4).contains(&advice["action"].as_str().unwrap().to_owned()), "{advice}");
    let sentence = engine.place(4, "beacon-2");
    let preview = engine.ask(&json!({ "cmd": "preview", "seat": 4, "action": sentence }))["preview"].clone();
    assert_eq!(preview["events"][0]["text"], "Seat 4 places a card at beacon 2");
    assert!(preview["odds"][0]["chance"].is_number(), "{preview}");
    let refused = engine.try_ask(&json!({ "cmd": "preview", "seat": 4, "action": "take-back" }));
    assert_eq!(refused["error"]["rule"], "LH-06");
}

/// The seats play a whole game over the protocol, acting in any order. Everyone wins or nobody does.
#[test]
fn seven_seats_play_a_whole_game() {
    let mut engine = Engine::with_seats(7);
    let mut turn = 0;
    loop {
        let acting = engine.ask(&json!({ "cmd": "awaiting" }))["questions"].clone();
        let acting = acting.as_array().unwrap();
        if acting.is_empty() {
            break;
        }
        turn += 3;
        let question = &acting[turn % acting.len()];
        let seat = question["seat"].as_u64().unwrap() as u8;
        let sentence =
            if question["kind"] == "plan" { engine.legal(seat).swap_remove(0) } else { "ready".to_owned() };
        engine.ask(&json!({ "cmd": "act", "seat": seat, "action": sentence, "question": question["id"] }));
    }
    let outcome = engine.ask(&json!({ "cmd": "outcome" }));
    let winners = outcome["winners"].as_array().unwrap().len();
    assert!(outcome["over"] == true && (winners == 0 || winners == 7), "{outcome}");
}
