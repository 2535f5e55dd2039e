//! Every command of `atlas engine`, and whole games over its pipes.

mod support;

use serde_json::{Value, json};
use support::{Engine, GAME, numbers, strings, title};

/// EL-12: the number of cards that are played with this number of seats.
fn plays(seats: u8) -> usize {
    [26, 27, 28][usize::from(seats) - 2]
}

/// EL-53 to EL-55, EL-R11: the points, the stacks and the winners, computed from the position.
fn result_of(position: &Value) -> (Vec<i64>, Vec<i64>, Vec<i64>) {
    let seats = position["hands"].as_array().unwrap().len();
    let (mut scores, mut stacks) = (vec![0; seats], vec![0; seats]);
    for placed in position["board"].as_array().unwrap() {
        if let (Some(seat), "flipped") =
            (placed["stack"]["seat"].as_u64(), placed["face"].as_str().expect("a face"))
        {
            scores[seat as usize] += placed["stack"]["chips"].as_i64().unwrap() + 1;
            stacks[seat as usize] += 1;
        }
    }
    let merit = |seat: &usize| (scores[*seat], stacks[*seat]);
    let best = (0..seats).map(|seat| merit(&seat)).max().unwrap();
    let winners = (0..seats).filter(|seat| merit(seat) == best).map(|seat| seat as i64).collect();
    (scores, stacks, winners)
}

/// Plays legal actions until the game ends, and returns all answers.
fn play_out(engine: &mut Engine, mut choose: impl FnMut(usize, &[String]) -> usize) -> Vec<Value> {
    let mut answers = Vec::new();
    loop {
        let legal = engine.legal();
        if legal.is_empty() {
            return answers;
        }
        let choice = choose(answers.len(), &legal) % legal.len();
        answers.push(engine.act(&legal[choice]));
    }
}

#[test]
fn hello_reports_the_protocol_and_the_version() {
    let mut engine = Engine::start();
    let expected = json!({ "ok": true, "protocol": 1, "version": env!("CARGO_PKG_VERSION") });
    assert_eq!(engine.cmd("hello"), expected);
}

#[test]
fn games_lists_the_games() {
    let games = Engine::start().cmd("games");
    let known = json!({
        "id": GAME, "name": "Enchanted Lands", "rules_version": 1, "rules_versions": [1], "min_seats": 2,
        "max_seats": 4, "cooperative": false,
    });
    assert!(games["games"].as_array().unwrap().contains(&known), "{games}");
}

#[test]
fn commands_are_refused_before_a_game_exists() {
    let mut engine = Engine::start();
    for request in [
        json!({ "cmd": "position" }),
        json!({ "cmd": "view", "seat": 0 }),
        json!({ "cmd": "awaiting" }),
        json!({ "cmd": "legal" }),
        json!({ "cmd": "why", "action": "dawn-3" }),
        json!({ "cmd": "act", "action": "dawn-3" }),
        json!({ "cmd": "outcome" }),
        json!({ "cmd": "undo" }),
        json!({ "cmd": "fork", "as": "copy" }),
        json!({ "cmd": "bot", "seat": 0, "level": "random" }),
        json!({ "cmd": "playouts", "count": 1 }),
    ] {
        let (code, rule, message) = engine.refused(&request);
        assert_eq!((code.as_str(), rule), ("request", None), "{request}");
        assert!(message.contains("no game yet"), "{message}");
    }
}

#[test]
fn a_new_game_returns_its_seed_and_the_acting_seats() {
    let mut engine = Engine::start();
    let answer = engine.new_game(3, 258);
    assert_eq!(answer["seed"], format!("0201{}", "0".repeat(60)));
    let acting = numbers(&answer["acting"]);
    assert!(acting.len() == 1 && (0..3).contains(&acting[0]), "{answer}");
    assert_eq!(engine.position()["to_act"], acting[0]);
}

#[test]
fn a_random_seed_is_returned_and_can_be_used_again() {
    let mut engine = Engine::start();
    let request = json!({ "cmd": "new", "game": GAME, "seats": 4 });
    let seed = engine.ask(&request)["seed"].take();
    let position = engine.position();
    assert_ne!(engine.ask(&request)["seed"], seed);
    assert_ne!(engine.position(), position);
    engine.ask(&json!({ "cmd": "new", "game": GAME, "seats": 4, "seed": null }));
    assert_ne!(engine.position(), position);
    engine.ask(&json!({ "cmd": "new", "game": GAME, "seats": 4, "seed": seed }));
    assert_eq!(engine.position(), position);
}

#[test]
fn a_seed_can_be_a_number_or_sixty_four_digits() {
    let mut engine = Engine::start();
    engine.new_game(2, 7);
    let position = engine.position();
    let written = format!("07{}", "0".repeat(62));
    engine.ask(&json!({ "cmd": "new", "game": GAME, "seats": 2, "seed": written }));
    assert_eq!(engine.position(), position);
    engine.new_game(2, 8);
    assert_ne!(engine.position(), position);
    engine.new_game(2, u64::MAX);
    assert_ne!(engine.position(), position);
}

#[test]
fn the_options_can_choose_who_begins() {
    let mut engine = Engine::start();
    for seed in 0..8 {
        for first in 0..3 {
            let options = json!({ "first": first });
            let request = json!({ "cmd": "new", "game": GAME, "seats": 3, "seed": seed, "options": options });
            assert_eq!(numbers(&engine.ask(&request)["acting"]), [first]);
        }
    }
    let mut random = |options: Value| -> Vec<i64> {
        let new =
            |seed: u64| json!({ "cmd": "new", "game": GAME, "seats": 3, "seed": seed, "options": options });
        (0..30).map(|seed| engine.ask(&new(seed))["acting"][0].as_i64().unwrap()).collect()
    };
    let first = random(json!({ "first": "random" }));
    assert!((0..3).all(|seat| first.contains(&seat)), "{first:?}");
    assert_eq!(random(json!({})), first);
    assert_eq!(random(Value::Null), first);
}

#[test]
fn whole_games_report_their_events_with_rules() {
    let mut engine = Engine::start();
    for (seats, step) in [(2, 0), (2, 7), (3, 0), (3, 11), (4, 0), (4, 5)] {
        engine.new_game(seats, 100 + step as u64);
        for turn in 0..plays(seats) {
            let before = engine.cmd("outcome");
            assert_eq!(before, json!({ "ok": true, "over": false, "scores": [], "winners": [] }));
            let legal = engine.cmd("legal");
            let (seat, actions) = (legal["seat"].as_i64().unwrap(), strings(&legal["actions"]));
            let mut distinct = actions.clone();
            distinct.sort();
            distinct.dedup();
            assert_eq!(distinct.len(), actions.len());
            for other in (0..i64::from(seats)).filter(|other| *other != seat) {
                let none = engine.ask(&json!({ "cmd": "legal", "seat": other }));
                assert_eq!(none, json!({ "ok": true, "seat": other, "actions": [] }));
            }
            let action = &actions[turn * step % actions.len()];
            let answer = engine.ask(&json!({ "cmd": "act", "seat": seat, "action": action }));
            let events = answer["events"].as_array().unwrap();
            let card = action.split(' ').next().unwrap();
            assert_eq!(events[0]["text"], format!("Seat {seat} plays {}.", title(card)));
            for event in events {
                assert!(event["rule"].as_str().unwrap().starts_with("EL-"), "{event}");
                assert!(!event["text"].as_str().unwrap().is_empty(), "{event}");
            }
            let last = turn + 1 == plays(seats);
            let next = if last { vec![] } else { vec![(seat + 1) % i64::from(seats)] };
            assert_eq!((numbers(&answer["acting"]), &answer["over"]), (next, &json!(last)));
        }
        let (scores, stacks, winners) = result_of(&engine.position());
        let expected = json!({
            "ok": true, "over": true, "scores": scores, "winners": winners, "stacks": stacks,
        });
        assert_eq!(engine.cmd("outcome"), expected);
        assert_eq!(engine.cmd("legal"), json!({ "ok": true, "seat": null, "actions": [] }));
        assert_eq!(engine.cmd("awaiting"), json!({ "ok": true, "questions": [] }));
        let (code, rule, _) = engine.refused(&json!({ "cmd": "act", "action": "dawn-3" }));
        assert_eq!((code.as_str(), rule.as_deref()), ("over", Some("EL-51")));
        let (code, ..) = engine.refused(&json!({ "cmd": "bot", "level": "random" }));
        assert_eq!(code, "not-your-turn");
    }
}

#[test]
fn scores_and_winners_are_correct_in_many_games() {
    let mut engine = Engine::start();
    let mut draws = 0;
    for seed in 0..200 {
        let seats = (2 + seed % 3) as u8;
        engine.new_game(seats, seed);
        // The choices vary between Time and Place, and between small and large bets.
        play_out(&mut engine, |turn, legal| legal.len() * (turn * 5 + seed as usize) / 37 + turn);
        let outcome = engine.cmd("outcome");
        let (scores, stacks, winners) = result_of(&engine.position());
        assert_eq!(numbers(&outcome["scores"]), scores);
        assert_eq!(numbers(&outcome["stacks"]), stacks);
        assert_eq!(numbers(&outcome["winners"]), winners);
        draws += usize::from(winners.len() > 1);
    }
    assert!((1..100).contains(&draws), "{draws} of 200 games were draws");
}

#[test]
fn a_view_shows_a_seat_its_own_hand_and_a_spectator_none() {
    let mut engine = Engine::start();
    engine.new_game(3, 5);
    let position = engine.position();
    for seat in 0..3 {
        let view = engine.ask(&json!({ "cmd": "view", "seat": seat }))["view"].take();
        for other in 0..3 {
            let expected = if other == seat { position["hands"][other].clone() } else { Value::Null };
            assert_eq!(view["hands"][other], expected);
        }
        let text = view.to_string();
        for hidden in ["pile", "removed"].into_iter().flat_map(|place| strings(&position[place])) {
            assert!(!text.contains(&hidden), "seat {seat} sees {hidden}");
        }
    }
    let spectator = engine.ask(&json!({ "cmd": "view", "seat": null }));
    assert_eq!(spectator["view"]["hands"], json!([null, null, null]));
    assert_eq!(spectator["view"]["hand_sizes"], json!([7, 7, 7]));
    assert_eq!(engine.cmd("view"), spectator);
}

#[test]
fn awaiting_lists_the_questions_of_the_acting_seats() {
    let mut engine = Engine::start();
    let acting = engine.new_game(4, 1)["acting"][0].as_i64().unwrap();
    let asked = engine.cmd("awaiting");
    let question = &asked["questions"][0];
    assert_eq!((&question["seat"], &question["kind"]), (&json!(acting), &json!("play")));
    assert_eq!(question["text"], "Play a card, with a bet if you like.");
    for seat in 0..4 {
        let alone = engine.ask(&json!({ "cmd": "awaiting", "seat": seat }));
        let expected = if seat == acting { json!([question]) } else { json!([]) };
        assert_eq!(alone["questions"], expected);
    }
}

#[test]
fn why_cites_the_rule_and_plays_nothing() {
    let mut engine = Engine::start();
    let acting = engine.new_game(2, 3)["acting"][0].as_u64().unwrap();
    let position = engine.position();
    let own = strings(&position["hands"][acting as usize])[0].clone();
    let other = strings(&position["hands"][1 - acting as usize])[0].clone();
    let mut why = |request: Value| {
        let answer = engine.ask(&request);
        assert!(!answer["message"].as_str().unwrap().is_empty());
        assert_eq!(engine.position(), position);
        (answer["legal"].as_bool().unwrap(), answer["rule"].as_str().map(str::to_owned))
    };
    let no = |rule: &str| (false, Some(rule.to_owned()));
    assert_eq!(why(json!({ "cmd": "why", "action": own })), (true, None));
    assert_eq!(why(json!({ "cmd": "why", "seat": acting, "action": format!("{own} time 5") })), (true, None));
    assert_eq!(why(json!({ "cmd": "why", "action": format!("{own} time 6") })), no("EL-36"));
    assert_eq!(why(json!({ "cmd": "why", "action": other })), no("EL-31"));
    assert_eq!(why(json!({ "cmd": "why", "seat": 1 - acting, "action": other })), no("EL-43"));
    assert_eq!(why(json!({ "cmd": "why", "action": "xyzzy" })), (false, None));
}

#[test]
fn why_agrees_with_the_list_of_legal_actions() {
    let mut engine = Engine::start();
    engine.new_game(3, 2);
    for turn in 0..plays(3) {
        let legal = engine.legal();
        // A quarter of all sentences in each turn.
        for number in (turn % 4..4 * 7 * 11).step_by(4) {
            let (card, bet) = (number / 11, number % 11);
            let card = format!("{}-{}", ["dawn", "day", "sunset", "night"][card / 7], card % 7 + 1);
            let sentence = match bet {
                0 => card,
                1..=5 => format!("{card} time {bet}"),
                _ => format!("{card} place {}", bet - 5),
            };
            let answer = engine.ask(&json!({ "cmd": "why", "action": sentence }));
            assert_eq!(answer["legal"], legal.contains(&sentence), "{sentence}: {answer}");
        }
        engine.act(&legal[legal.len() / 2]);
    }
}

#[test]
fn an_action_without_a_seat_is_played_by_the_lowest_acting_seat() {
    let mut engine = Engine::start();
    for first in [1, 0] {
        engine.ask(
            &json!({ "cmd": "new", "game": GAME, "seats": 2, "seed": 4, "options": { "first": first } }),
        );
        let legal = engine.cmd("legal");
        assert_eq!(legal["seat"], first);
        let events = engine.act(legal["actions"][0].as_str().unwrap())["events"].take();
        assert!(events[0]["text"].as_str().unwrap().starts_with(&format!("Seat {first} plays")), "{events}");
    }
}

#[test]
fn a_saved_position_loads_to_the_same_game() {
    let (mut engine, mut other) = (Engine::start(), Engine::start());
    for seats in 2..=4 {
        engine.new_game(seats, 9);
        for turn in 0..=plays(seats) {
            let position = engine.position();
            let loaded = other.ask(&json!({ "cmd": "load", "game": GAME, "position": position, "seed": 1 }));
            let acting: Vec<i64> = position["to_act"].as_i64().into_iter().collect();
            assert_eq!(numbers(&loaded["acting"]), acting);
            assert_eq!(other.position().to_string(), position.to_string());
            for request in
                [json!({ "cmd": "legal" }), json!({ "cmd": "view", "seat": 1 }), json!({ "cmd": "outcome" })]
            {
                assert_eq!(other.ask(&request), engine.ask(&request));
            }
            if let Some(action) = engine.legal().get(turn * 3 % 5) {
                assert_eq!(engine.act(action), other.act(action));
                assert_eq!(engine.position(), other.position());
            }
        }
    }
}

#[test]
fn forks_are_independent() {
    let mut engine = Engine::start();
    let acting = engine.new_game(2, 6)["acting"].take();
    let start = engine.position();
    assert_eq!(engine.ask(&json!({ "cmd": "fork", "as": "branch" })), json!({ "ok": true }));
    // The fork exists, but the original stays selected.
    let legal = engine.legal();
    engine.act(&legal[0]);
    let main = engine.position();
    assert_eq!(engine.ask(&json!({ "cmd": "use", "name": "branch" }))["acting"], acting);
    assert_eq!(engine.position(), start);
    engine.act(&legal[1]);
    let branch = engine.position();
    assert_ne!(branch, main);
    engine.ask(&json!({ "cmd": "use", "name": "main" }));
    assert_eq!(engine.position(), main);
    // A new game replaces the current position only.
    engine.new_game(4, 6);
    engine.ask(&json!({ "cmd": "use", "name": "branch" }));
    assert_eq!(engine.position(), branch);
    engine.cmd("undo");
    assert_eq!(engine.position(), start);
    let (code, _, message) = engine.refused(&json!({ "cmd": "use", "name": "nowhere" }));
    assert!(code == "request" && message.contains("branch") && message.contains("main"), "{message}");
    assert_eq!(engine.position(), start);
}

/// SR-128: a seat may concede at any time, also when another one has to act.
#[test]
fn a_seat_concedes() {
    let mut engine = Engine::start();
    for (seat, winner) in [(0, 1), (1, 0)] {
        engine.ask(&json!({ "cmd": "new", "game": "secure-the-rift", "seats": 2, "seed": 3 }));
        let answer = engine.ask(&json!({ "cmd": "concede", "seat": seat }));
        assert_eq!((&answer["over"], &answer["events"][0]["rule"]), (&json!(true), &json!("SR-128")));
        let outcome = engine.cmd("outcome");
        assert_eq!((&outcome["winners"], &outcome["losses"][seat]), (&json!([winner]), &json!("conceded")));
        let (code, ..) = engine.refused(&json!({ "cmd": "concede", "seat": seat }));
        assert_eq!(code, "over");
    }
}

#[test]
fn undo_goes_back_one_action_at_a_time_until_the_start() {
    let mut engine = Engine::start();
    engine.new_game(3, 12);
    let mut positions = vec![engine.position()];
    for turn in 0..plays(3) {
        let legal = engine.legal();
        engine.act(&legal[turn * 2 % legal.len()]);
        positions.push(engine.position());
    }
    positions.pop();
    for position in positions.iter().rev() {
        let acting = numbers(&engine.cmd("undo")["acting"]);
        assert_eq!(engine.position().to_string(), position.to_string());
        assert_eq!(position["to_act"], acting[0]);
        assert_eq!(engine.cmd("outcome")["over"], false);
    }
    let (code, _, message) = engine.refused(&json!({ "cmd": "undo" }));
    assert!(code == "request" && message.contains("start"), "{message}");
    // After an undo, another action can be played.
    let legal = engine.legal();
    engine.act(&legal[1]);
    assert_ne!(engine.position(), positions[1]);
    engine.cmd("undo");
    engine.act(&legal[0]);
    assert_eq!(engine.position(), positions[1]);
}

#[test]
fn every_level_returns_a_legal_action_with_its_evaluation() {
    let mut engine = Engine::start();
    let seat = engine.new_game(3, 21)["acting"][0].clone();
    let (position, legal) = (engine.position(), engine.legal());
    for level in ["random", "greedy", "novice", "adept", "master"] {
        let request = json!({ "cmd": "bot", "seat": seat, "level": level, "playouts": 60, "seed": 5 });
        let answer = engine.ask(&request);
        let action = answer["action"].as_str().unwrap().to_owned();
        assert!(legal.contains(&action), "{level}: {action}");
        if ["random", "greedy"].contains(&level) {
            assert_eq!((&answer["value"], &answer["playouts"]), (&Value::Null, &json!(0)), "{level}");
        } else {
            let value = answer["value"].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&value), "{level}: {value}");
            assert_eq!(answer["playouts"], 60, "{level}");
            assert_eq!(answer["considered"][0]["action"], action.as_str(), "{level}");
        }
        assert_eq!(engine.ask(&request), answer, "the same seed gives the same answer");
        assert_eq!(engine.position(), position);
    }
    let random = |seed: u64| json!({ "cmd": "bot", "level": "random", "seed": seed });
    let actions: Vec<Value> = (0..20).map(|seed| engine.ask(&random(seed))["action"].take()).collect();
    assert!(actions.iter().any(|action| *action != actions[0]), "the seed changes the action");
    let timed = engine.ask(&json!({ "cmd": "bot", "level": "adept", "millis": 20 }));
    assert!(timed["playouts"].as_u64().unwrap() > 0);
    assert_eq!(engine.ask(&json!({ "cmd": "bot", "level": "novice" }))["playouts"], 300);
    let other = (seat.as_u64().unwrap() + 1) % 3;
    let (code, ..) = engine.refused(&json!({ "cmd": "bot", "seat": other, "level": "greedy" }));
    assert_eq!(code, "not-your-turn");
}

#[test]
fn playouts_do_not_change_the_position() {
    let mut engine = Engine::start();
    for seats in 2..=4 {
        engine.new_game(seats, 3);
        let legal = engine.legal();
        engine.act(&legal[0]);
        let position = engine.position();
        let mut answer = engine.ask(&json!({ "cmd": "playouts", "count": 200, "seed": 8 }));
        assert_eq!(answer["games"], 200);
        assert_eq!(answer["moves"], 200 * (plays(seats) - 1));
        assert!(answer["seconds"].as_f64().unwrap() > 0.0);
        let wins: Vec<f64> =
            answer["wins"].as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect();
        assert_eq!(wins.len(), usize::from(seats));
        assert!(
            (wins.iter().sum::<f64>() - 200.0).abs() < 1e-6 && wins.iter().all(|it| *it > 0.0),
            "{wins:?}"
        );
        let mut again = engine.ask(&json!({ "cmd": "playouts", "count": 200, "seed": 8 }));
        (answer["seconds"], again["seconds"]) = (Value::Null, Value::Null);
        assert_eq!(again, answer);
        let other = engine.ask(&json!({ "cmd": "playouts", "count": 200, "seed": 9 }));
        assert_ne!(other["wins"], answer["wins"]);
        assert_eq!(engine.position(), position);
    }
    play_out(&mut engine, |_, _| 0);
    let winners = numbers(&engine.cmd("outcome")["winners"]);
    let after = engine.ask(&json!({ "cmd": "playouts", "count": 6, "seed": 1 }));
    assert_eq!(after["moves"], 0);
    let share = after["wins"][winners[0] as usize].as_f64().unwrap();
    assert!((share - 6.0 / winners.len() as f64).abs() < 1e-9, "{after}");
}

#[test]
fn the_same_seed_gives_the_same_game_in_two_processes() {
    let transcript = || {
        let mut engine = Engine::start();
        let mut lines = Vec::new();
        for seats in 2..=4_u8 {
            let new = json!({ "cmd": "new", "game": GAME, "seats": seats, "seed": 77 });
            lines.push(engine.answer(new.to_string().as_bytes()));
            while let Some(seat) = engine.cmd("legal")["seat"].as_u64() {
                let level = if seat == 0 { "novice" } else { "greedy" };
                let bot = json!({ "cmd": "bot", "seat": seat, "level": level, "playouts": 20, "seed": 3 });
                let advice = engine.answer(bot.to_string().as_bytes());
                let action = serde_json::from_str::<Value>(&advice).unwrap()["action"].take();
                lines.push(advice);
                let act = json!({ "cmd": "act", "seat": seat, "action": action });
                lines.push(engine.answer(act.to_string().as_bytes()));
                lines.push(engine.answer(br#"{"cmd":"position"}"#));
            }
            lines.push(engine.answer(br#"{"cmd":"outcome"}"#));
        }
        lines
    };
    let (one, other) = (transcript(), transcript());
    assert!(one.len() > 3 * (26 + 27 + 28));
    assert_eq!(one, other);
}

#[test]
fn the_end_of_input_is_not_an_error() {
    assert_eq!(Engine::start().0.finish().succeeded(), "");
    let mut engine = Engine::start();
    engine.new_game(2, 1);
    assert_eq!(engine.0.finish().succeeded(), "");
    // The last line needs no line break.
    let mut engine = Engine::start();
    engine.0.write(br#"{"cmd":"hello"}"#);
    assert!(engine.0.finish().succeeded().starts_with(r#"{"ok":true"#));
}
