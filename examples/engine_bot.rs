//! Plays a whole game of Enchanted Lands through `atlas engine`: seat 0 is played here, the other seat by a bot.
//!
//!     cargo run --release --example engine_bot -- target/release/atlas

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

fn main() {
    let atlas = std::env::args().nth(1).unwrap_or_else(|| "atlas".to_owned());
    let mut engine = Command::new(atlas)
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("atlas starts");
    let input = engine.stdin.take().expect("it is piped");
    let mut output = BufReader::new(engine.stdout.take().expect("it is piped"));
    let mut ask = |request: Value| -> Value {
        writeln!(&input, "{request}").expect("the engine reads requests");
        let mut line = String::new();
        output.read_line(&mut line).expect("the engine answers");
        let answer: Value = serde_json::from_str(&line).expect("answers are JSON");
        assert_eq!(answer["ok"], true, "{request}: {}", answer["error"]["message"]);
        answer
    };

    let mut acting = ask(json!({ "cmd": "new", "game": "enchanted-lands", "seats": 2, "seed": 7 }));
    while let Some(seat) = acting["acting"][0].as_u64() {
        let action = if seat == 0 {
            let view = ask(json!({ "cmd": "view", "seat": seat }))["view"].take();
            choose(&view, &ask(json!({ "cmd": "legal", "seat": seat }))["actions"])
        } else {
            ask(json!({ "cmd": "bot", "seat": seat, "level": "greedy", "seed": 1 }))["action"].take()
        };
        println!("seat {seat}: {}", action.as_str().expect("an action is a sentence"));
        acting = ask(json!({ "cmd": "act", "seat": seat, "action": action }));
    }
    let outcome = ask(json!({ "cmd": "outcome" }));
    println!("scores {} winners {}", outcome["scores"], outcome["winners"]);
    drop(input);
    engine.wait().expect("the engine ends with its input");
}

/// Predicts a Place with two chips when two or more cards of that number are on the board; otherwise plays the first
/// legal action.
fn choose(view: &Value, legal: &Value) -> Value {
    let board = view["board"].as_array().expect("a board is a list");
    let on_board =
        |number: &str| board.iter().filter(|it| it["card"].as_str().unwrap().ends_with(number)).count();
    let legal = legal.as_array().expect("actions are a list");
    let promising = |action: &&Value| match action.as_str().unwrap().split_once(" place ") {
        Some((card, "2")) => on_board(&card[card.len() - 2..]) >= 2,
        _ => false,
    };
    legal.iter().find(promising).unwrap_or(&legal[0]).clone()
}
