//! Positions: whatever is loaded can be played to its end, and what cannot occur is refused.

use atlas_core::{Chance, Game, Turn};
use atlas_secure_the_rift::deck::DeckChoice;
use atlas_secure_the_rift::{LibraryRef, Options, SecureTheRift, probe};
use serde_json::{Value, json};

/// Positions of a random game, one after every move.
fn positions(seats: u8, seed: u64) -> Vec<Value> {
    let mut chance = Chance::quick(seed);
    let decks = vec![DeckChoice("any".to_owned()); seats.into()];
    let options = Options { decks, ..Options::default() };
    let edition = LibraryRef::core().edition();
    let mut state = SecureTheRift::start(edition, &options, seats, &mut chance).expect("the game starts");
    let (mut all, mut scratch) = (Vec::new(), Vec::new());
    while let Some(seat) = state.acting().draw(&mut chance) {
        all.push(state.dump());
        let action = state.pick(seat, &mut chance, &mut scratch);
        state.play(seat, action, &mut Turn::quiet(&mut chance));
    }
    all.push(state.dump());
    all
}

/// The JSON pointers of all values within a value.
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

/// Changes one value: to a value like it from elsewhere, to a nearby or an extreme number, or removes or repeats it.
fn mutate(position: &mut Value, others: &[Value], chance: &mut Chance) {
    let mut all = Vec::new();
    places(position, "", &mut all);
    let draw = |chance: &mut Chance, size: usize| chance.below(size as u32) as usize;
    // The cards of a player are many, and seldom interesting.
    let is_dull = |place: &str| {
        let cards = ["/deck", "/pile", "/hand/", "/scrap/", "/void/", "/front/", "/gone/"];
        cards.iter().any(|zone| place.contains(zone))
    };
    all.retain(|place| !place.is_empty() && (!is_dull(place) || chance.below(20) == 0));
    let place = all[draw(chance, all.len())].clone();
    let item = position.pointer(&place).cloned().expect("the pointer is valid");
    let (parent, key) = place.rsplit_once('/').unwrap_or(("", ""));
    match chance.below(10) {
        0..=2 => {
            let new = match &item {
                Value::Number(n) => {
                    let n = n.as_i64().unwrap_or(0);
                    let near = [n - 1, n + 1, 0, 1, 2, -1, -3, 255, 9_999, 40, 300];
                    json!(near[draw(chance, near.len())])
                }
                Value::Bool(it) => json!(!it),
                Value::String(_) => {
                    let words =
                        ["base.0", "base.1", "base.3", "card.1", "card.9999", "drone", "", "main", "end"];
                    json!(words[draw(chance, words.len())])
                }
                _ => json!([]),
            };
            *position.pointer_mut(&place).expect("the pointer is valid") = new;
        }
        3..=5 => {
            // A value of the same type from this position or from another one.
            let other =
                if chance.coin() { position.clone() } else { others[draw(chance, others.len())].clone() };
            let mut theirs = Vec::new();
            places(&other, "", &mut theirs);
            theirs.retain(|it| {
                let same_key = it.rsplit_once('/').is_some_and(|(_, k)| k == key);
                let same_type = other
                    .pointer(it)
                    .is_some_and(|it| std::mem::discriminant(it) == std::mem::discriminant(&item));
                same_type && (same_key || chance.below(8) == 0)
            });
            if !theirs.is_empty() {
                let it = &theirs[draw(chance, theirs.len())];
                *position.pointer_mut(&place).expect("the pointer is valid") =
                    other.pointer(it).cloned().expect("the pointer is valid");
            }
        }
        6 => {
            // A part that another position has.
            let other = &others[draw(chance, others.len())];
            let keys: Vec<&String> = other.as_object().expect("a position").keys().collect();
            let key = keys[draw(chance, keys.len())];
            position[key.as_str()] = other[key.as_str()].clone();
        }
        7 => {
            // The owner of cards changes, so that the number of cards still fits.
            let all = position.as_object_mut().expect("a position");
            let front = all.get_mut("front").and_then(Value::as_array_mut);
            for piece in front.into_iter().flatten() {
                let keys = ["damage", "upgrades", "skips", "since"];
                if piece.is_object() && chance.below(4) == 0 {
                    piece[keys[draw(chance, keys.len())]] = json!(chance.below(12));
                }
            }
        }
        _ => match position.pointer_mut(parent) {
            Some(Value::Array(items)) => {
                if let Ok(at) = key.parse::<usize>() {
                    if chance.coin() {
                        items.remove(at);
                    } else {
                        items.insert(at, item);
                    }
                }
            }
            Some(Value::Object(fields)) => drop(fields.remove(key)),
            _ => {}
        },
    }
}

/// SR-52, SR-98, SR-110: a changed position is refused, or it can be played to its end.
#[test]
fn changed_positions_are_refused_or_can_be_played() {
    let number: u64 = std::env::var("ATLAS_POSITIONS").ok().and_then(|it| it.parse().ok()).unwrap_or(1_500);
    let games: Vec<Vec<Value>> = (0..9).map(|seed| positions(2 + (seed % 3) as u8, seed)).collect();
    let mut accepted = 0;
    for seed in 0..number {
        let mut chance = Chance::quick(seed);
        let game = &games[seed as usize % games.len()];
        // Most of the time, a player has to choose something.
        let choosing: Vec<&Value> = game.iter().filter(|it| it["ask"]["kind"] != "priority").collect();
        let from: Vec<&Value> = if chance.below(4) > 0 { choosing } else { game.iter().collect() };
        let mut position = from[chance.below(from.len() as u32) as usize].clone();
        for _ in 0..=chance.below(3) {
            mutate(&mut position, game, &mut chance);
        }
        let text = position.to_string();
        let played = std::panic::catch_unwind(|| probe::position(text.as_bytes()));
        accepted += usize::from(played.unwrap_or_else(|_| panic!("seed {seed}: {text}")) > 0);
    }
    assert!(accepted * 20 > number as usize, "only {accepted} of {number} positions were accepted");
}

/// The seeds of fuzzing are accepted.
#[test]
fn the_seeds_of_fuzzing_are_accepted() {
    for seed in [
        &include_bytes!("../../../fuzz/seeds/rift-position/announcing")[..],
        &include_bytes!("../../../fuzz/seeds/rift-position/blocking")[..],
        &include_bytes!("../../../fuzz/seeds/rift-position/choosing")[..],
    ] {
        assert!(probe::position(seed) > 0);
    }
}

/// A position of a game of two: in the Main step of seat 0, each with some Souls, and with Energy.
fn plain() -> Value {
    let deck = |size: usize| vec!["rift-stray"; size];
    let player = |hand: Value, deck: Vec<&str>| json!({ "life": 20, "hand": hand, "deck": deck, "pile": vec!["rift-cell"; 9], "began": 8 });
    let mut position = json!({
        "turn": 9, "step": "main", "active": 0, "first": 0,
        "players": [player(json!(["spark-volley", "all-or-nothing"]), deck(36)), player(json!([]), deck(38))],
        "front": [
            { "id": "hired-blade.1", "owner": 0 }, { "id": "border-mastiff.2", "owner": 0 },
            { "id": "rift-cell.3", "owner": 0 },
            { "id": "convoy-guard.4", "owner": 1 }, { "id": "field-surgeon.5", "owner": 1 },
            { "id": "rift-cell.6", "owner": 1 },
        ],
        "ask": { "kind": "priority" },
    });
    position["players"][0]["began"] = json!(9);
    position
}

/// The plain position, in the middle of an attack of the Hired Blade.
fn attacking(stage: &str, ask: &Value, fights: &Value, blocks: &Value) -> Value {
    let mut position = plain();
    position["ask"] = ask.clone();
    position["attack"] = json!({ "stage": stage, "fights": fights, "blocks": blocks });
    if stage != "declare" {
        position["front"][0]["vulnerable"] = json!(true);
    }
    position
}

/// The plain position, with an item in the Sequence.
fn waiting(item: &Value) -> Value {
    let mut position = plain();
    position["players"][0]["hand"] = json!(["all-or-nothing"]);
    position["sequence"] = json!([item]);
    position
}

#[track_caller]
fn refused(position: &Value, rule: &str) {
    match SecureTheRift::load(LibraryRef::core().edition(), position) {
        Ok(_) => panic!("it is accepted: {position}"),
        Err(refusal) => assert_eq!(refusal.rule.map(|it| it.0), Some(rule), "{refusal}"),
    }
}

#[track_caller]
fn accepted(position: &Value) {
    let loaded = SecureTheRift::load(LibraryRef::core().edition(), position);
    loaded.unwrap_or_else(|refusal| panic!("{refusal}: {position}"));
    assert!(probe::position(position.to_string().as_bytes()) > 1, "it is not played");
}

/// SR-09, SR-98, SR-99, SR-110, SR-H06: Souls and players that would not be there any more, and impossible values.
#[test]
fn souls_and_players_that_cannot_be_there() {
    accepted(&plain());
    for (place, value, rule) in [
        ("/front/0/damage", json!(2), "SR-110"),
        ("/front/0/damage", json!(9), "SR-110"),
        ("/front/0/damage", json!(-1), "SR-98"),
        ("/front/2/damage", json!(1), "SR-98"),
        ("/front/0/poisoned", json!(true), "SR-110"),
        ("/front/0/upgrades", json!(-1), "SR-H06"),
        ("/front/0/since", json!(10), "SR-84"),
        ("/players/1/life", json!(0), "SR-110"),
        ("/players/1/life", json!(-3), "SR-110"),
        ("/players/1/life", json!(41), "SR-09"),
        ("/players/1/life", json!(-10_000), "SR-09"),
        ("/players/1/overdrawn", json!(true), "SR-110"),
        ("/players/1/began", json!(10), "SR-84"),
        ("/players/1/loss", json!("life"), "SR-129"),
        ("/passes", json!(2), "SR-54"),
        ("/turn", json!(0), "SR-84"),
        ("/last_number", json!(60_000), "SR-R53"),
        ("/used", json!([[1, 0, 101]]), "SR-R53"),
        ("/moved", json!([[1, 99]]), "SR-R32"),
    ] {
        let mut position = plain();
        let (parent, key) = place.rsplit_once('/').expect("a pointer");
        position.pointer_mut(parent).expect("the place exists")[key] = value;
        refused(&position, rule);
    }
    // A Soul may have some damage, and a bonus counts.
    let mut damaged = plain();
    damaged["front"][0]["damage"] = json!(1);
    accepted(&damaged);
    damaged["front"][0]["damage"] = json!(2);
    damaged["front"][0]["upgrades"] = json!(1);
    accepted(&damaged);
}

/// SR-02: each player has forty cards and ten Energy cards.
#[test]
fn too_much_energy() {
    let mut position = plain();
    position["players"][0]["deck"] = json!(vec!["rift-stray"; 35]);
    position["players"][0]["pile"] = json!(vec!["rift-cell"; 10]);
    refused(&position, "SR-02");
}

/// SR-52, SR-68, SR-69, SR-R41: targets that cannot have been chosen.
#[test]
fn impossible_targets() {
    let bolt =
        |targets: Value| waiting(&json!({ "id": "spark-volley.7", "controller": 0, "targets": targets }));
    accepted(&bolt(json!([[0, "card.4"]])));
    for (targets, rule) in [
        (json!([]), "SR-69"),
        (json!([[0, "base.1"]]), "SR-68"),
        (json!([[0, "rift-stray"]]), "SR-68"),
        (json!([[0, "card.99"]]), "SR-R32"),
        (json!([[1, "card.4"]]), "SR-68"),
        (json!([[0, "card.4"], [0, "card.4"]]), "SR-68"),
        (json!([[0, "card.4"], [0, "card.5"]]), "SR-69"),
    ] {
        refused(&bolt(targets), rule);
    }
    for (item, rule) in [
        (json!({ "id": "spark-volley", "controller": 0, "targets": [[0, "card.4"]] }), "SR-52"),
        (json!({ "id": "spark-volley.7", "controller": 0, "targets": [[0, "card.4"]], "x": 2 }), "SR-R42"),
        (json!({ "id": "rift-cell.7", "controller": 0, "source": 3, "ability": 0 }), "SR-02"),
        (json!({ "id": "hired-blade.7", "controller": 0, "source": 1, "ability": 0 }), "SR-52"),
    ] {
        refused(&waiting(&item), rule);
    }
}

/// SR-74 to SR-94: attackers, blockers and divisions of damage that cannot occur.
#[test]
fn impossible_attacks_and_blocks() {
    let fights = json!([{ "attacker": "card.1", "target": "base.1", "defender": 1 }]);
    let one = json!([{ "blocker": "card.4", "attacker": "card.1" }]);
    let declare = json!({ "kind": "attackers" });
    let blocks = json!({ "kind": "blocks", "seat": 1 });
    let priority = json!({ "kind": "priority" });
    accepted(&attacking("declare", &declare, &fights, &json!([])));
    accepted(&attacking("blocks", &blocks, &fights, &one));
    for (attacker, target, defender, rule) in [
        (json!("card.4"), json!("base.1"), 1, "SR-76"),
        (json!("card.3"), json!("base.1"), 1, "SR-76"),
        (json!("card.1"), json!("base.0"), 0, "SR-75"),
        (json!("card.1"), json!("base.1"), 0, "SR-75"),
        (json!("card.1"), json!("card.4"), 1, "SR-54"),
    ] {
        let fights = json!([{ "attacker": attacker, "target": target, "defender": defender }]);
        refused(&attacking("declare", &declare, &fights, &json!([])), rule);
    }
    refused(&attacking("declare", &declare, &json!([]), &json!([])), "SR-54");
    refused(&attacking("declare", &priority, &fights, &json!([])), "SR-74");
    refused(&attacking("react", &priority, &fights, &one), "SR-79");
    for (block, rule) in [
        (json!([{ "blocker": "card.2", "attacker": "card.1" }]), "SR-79"),
        (json!([{ "blocker": "card.4", "attacker": "card.2" }]), "SR-79"),
        (json!([{ "blocker": "card.6", "attacker": "card.1" }]), "SR-79"),
        (json!([one[0], one[0]]), "SR-79"),
        (json!([{ "blocker": "card.4", "attacker": "card.1", "given": 3 }]), "SR-94"),
        (json!([{ "blocker": "card.4", "attacker": "card.1", "placed": true }]), "SR-54"),
    ] {
        refused(&attacking("blocks", &blocks, &fights, &block), rule);
    }
    let divide = json!({ "kind": "divide", "blocker": 4 });
    refused(
        &attacking(
            "damage",
            &divide,
            &fights,
            &json!([{ "blocker": "card.4", "attacker": "card.1", "placed": true, "given": -1 }]),
        ),
        "SR-54",
    );
}

/// SR-47, SR-60: announcements and costs that were not possible, and choices that no effect asks for.
#[test]
fn impossible_announcements_and_choices() {
    let announcing = |card: &str, more: Value| {
        let mut position = plain();
        position["ask"] = json!({ "kind": "announcement" });
        position["players"][0]["energy"] = json!(4);
        position["announcing"] = json!({ "item": { "id": card, "controller": 0 }, "what": "card" });
        for (key, value) in more.as_object().expect("fields") {
            position["announcing"][key] = value.clone();
        }
        position
    };
    accepted(&announcing("all-or-nothing", json!({})));
    refused(&announcing("all-or-nothing", json!({ "paid": ["spark-volley"] })), "SR-47");
    refused(&announcing("all-or-nothing", json!({ "paid": ["clean-sweep"] })), "SR-47");
    refused(&announcing("all-or-nothing", json!({ "slot": 3 })), "SR-47");
    refused(&announcing("all-or-nothing", json!({ "has_x": true })), "SR-47");
    refused(&announcing("clean-sweep", json!({})), "SR-47");
    let mut poor = announcing("all-or-nothing", json!({}));
    poor["players"][0]["energy"] = json!(0);
    refused(&poor, "SR-47");
    let mut nothing = plain();
    nothing["ask"] = json!({ "kind": "announcement" });
    refused(&nothing, "SR-54");
    let mut choice = plain();
    choice["ask"] = json!({ "kind": "choice", "seat": 0 });
    refused(&choice, "SR-54");
    choice["players"][0]["hand"] = json!(["all-or-nothing"]);
    choice["concluding"] = json!({
        "item": { "id": "spark-volley.7", "controller": 0, "targets": [[0, "card.4"]] },
        "work": [{ "do": "bury", "seat": 0, "left": 1, "top": false }],
    });
    choice["concluding"]["work"][0]["left"] = json!(0);
    refused(&choice, "SR-58");
    choice["concluding"]["work"] = json!([{ "do": "steps", "list": 0, "at": 0 }, { "do": "look", "seat": 0, "of": 1, "depth": 0, "left": 1 }]);
    refused(&choice, "SR-58");
    let mut blow = plain();
    blow["ask"] = json!({ "kind": "wards", "seat": 1 });
    blow["blow"] =
        json!({ "open": [{ "source": "hired-blade.1", "controller": 0, "to": "card.4", "amount": 2 }] });
    refused(&blow, "SR-54");
}
