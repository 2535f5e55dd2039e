//! Impossible positions are refused with the rule and the error.

use atlas_core::{Code, Game};
use atlas_enchanted_lands::EnchantedLands;
use serde_json::{Value, json};

use crate::ending::finished;
use crate::tables::{drawn, random_game};

/// A valid position of a random game after this number of plays.
fn dumped(seats: u8, plays: usize) -> Value {
    random_game(seats, 4)[plays].before.dump()
}

/// A position with three cards on the board, two stacks, and seat 0 to act.
fn small() -> Value {
    drawn("dawn 1/1T2 2/0P1 . . . . .\nday 1 . . . . . .\nseat 0 plays night-7").dump()
}

/// The card at a JSON pointer, such as `/hands/0/0`.
fn name(position: &Value, pointer: &str) -> String {
    position.pointer(pointer).and_then(Value::as_str).expect("there is a card").to_owned()
}

/// Moves the first card of one list to the end of another.
fn transfer(position: &mut Value, from: &str, to: &str) {
    let moved = position.pointer_mut(from).and_then(Value::as_array_mut).unwrap().remove(0);
    let moved = moved.get("card").cloned().unwrap_or(moved);
    position.pointer_mut(to).and_then(Value::as_array_mut).unwrap().push(moved);
}

/// A change that makes a position impossible, the rule that refuses it, and words that the message must contain.
struct Case {
    what: &'static str,
    position: Value,
    change: fn(&mut Value),
    rule: Option<&'static str>,
    words: Vec<String>,
}

impl Case {
    /// The case with a harmless change made first.
    fn with(mut self, change: fn(&mut Value)) -> Case {
        change(&mut self.position);
        self
    }
}

fn case(
    what: &'static str,
    position: &Value,
    change: fn(&mut Value),
    rule: impl Into<Option<&'static str>>,
    words: &[&str],
) -> Case {
    let words = words.iter().map(|word| (*word).to_owned()).collect();
    Case { what, position: position.clone(), change, rule: rule.into(), words }
}

#[track_caller]
fn all_refused(cases: Vec<Case>) {
    for Case { what, mut position, change, rule, words } in cases {
        EnchantedLands::load(atlas_core::Edition::newest::<EnchantedLands>(), &position)
            .unwrap_or_else(|refusal| panic!("before {what}: {refusal}"));
        change(&mut position);
        let Err(refusal) = EnchantedLands::load(atlas_core::Edition::newest::<EnchantedLands>(), &position)
        else {
            panic!("{what} is accepted: {position}");
        };
        assert_eq!(
            (refusal.code, refusal.rule.map(|rule| rule.0)),
            (Code::Position, rule),
            "{what}: {refusal}"
        );
        for word in words {
            assert!(refusal.to_string().contains(&word), "{what} should name {word}: {refusal}");
        }
    }
}

/// EL-01, EL-07, EL-I5: every card of the deck is in exactly one place.
#[test]
fn every_card_must_be_in_one_place() {
    let (two, four) = (dumped(2, 8), dumped(4, 8));
    let in_hand = name(&two, "/hands/1/0");
    let away = name(&two, "/removed/0");
    let on_board = name(&two, "/board/0/card");
    all_refused(vec![
        case(
            "a card twice in a hand",
            &two,
            |it| it["hands"][1][1] = it["hands"][1][0].clone(),
            "EL-01",
            &[&in_hand, "twice"],
        ),
        case(
            "a card in two hands",
            &two,
            |it| it["hands"][0][0] = it["hands"][1][0].clone(),
            "EL-01",
            &[&in_hand, "twice"],
        ),
        case(
            "a card on the board and in the pile",
            &two,
            |it| it["pile"][0] = it["board"][0]["card"].clone(),
            "EL-01",
            &[&on_board, "twice"],
        ),
        case(
            "a card twice on the board",
            &two,
            |it| it["board"][1] = it["board"][0].clone(),
            "EL-01",
            &[&on_board, "twice"],
        ),
        case(
            "an extra card",
            &two,
            |it| {
                let card = it["hands"][1][0].clone();
                it["removed"].as_array_mut().unwrap().push(card);
            },
            "EL-01",
            &[&in_hand, "twice"],
        ),
        case(
            "a card missing",
            &two,
            |it| drop(it["removed"].as_array_mut().unwrap().remove(0)),
            "EL-01",
            &[&away, "missing"],
        ),
        case(
            "an 8 with two seats",
            &two,
            |it| it["removed"][0] = json!("day-8"),
            "EL-07",
            &["day-8", "2 seats"],
        ),
        case(
            "an 8 on the board with three seats",
            &dumped(3, 4),
            |it| it["board"][0]["card"] = json!("night-8"),
            "EL-07",
            &["night-8", "3 seats"],
        ),
        case(
            "an 8 missing with four seats",
            &four,
            |it| {
                let text = it.to_string().replace("\"sunset-8\"", "\"sunset-7\"");
                *it = text.parse().unwrap();
            },
            "EL-01",
            &["sunset-7", "twice"],
        ),
    ]);
}

/// EL-05, EL-06: there are hands and chips for two, three or four seats.
#[test]
fn there_must_be_two_three_or_four_seats() {
    let two = dumped(2, 8);
    all_refused(vec![
        case("nine hands", &two, |it| it["hands"] = json!(vec![Vec::<String>::new(); 9]), "EL-05", &["9"]),
        case("one hand", &two, |it| it["hands"] = json!([[]]), "EL-05", &["1"]),
        case("no hand", &two, |it| it["hands"] = json!([]), "EL-05", &["0"]),
        case("300 hands", &two, |it| it["hands"] = json!(vec![Vec::<String>::new(); 300]), "EL-05", &["300"]),
        case(
            "258 hands, which is 2 in a byte",
            &two,
            |it| it["hands"] = json!(vec![Vec::<String>::new(); 258]),
            "EL-05",
            &["258"],
        ),
        case("chips for one seat", &two, |it| it["chips"] = json!([3]), "EL-06", &["2 hands", "1 seat"]),
        case("chips for no seat", &two, |it| it["chips"] = json!([]), "EL-06", &["2 hands", "0 seat"]),
        case(
            "chips for three seats",
            &two,
            |it| it["chips"] = json!([0, 0, 0]),
            "EL-06",
            &["2 hands", "3 seat"],
        ),
    ]);
}

/// EL-08, EL-10, EL-12, EL-I1: the sizes of the hands, the pile and the removed cards follow from the number of plays.
#[test]
fn the_counts_must_match_the_number_of_plays() {
    let (two, three, four) = (dumped(2, 8), dumped(3, 4), dumped(4, 0));
    all_refused(vec![
        case(
            "an extra card in hand 0",
            &two,
            |it| transfer(it, "/hands/1", "/hands/0"),
            "EL-12",
            &["seat 0", "7", "8"],
        ),
        case(
            "an extra card in hand 2",
            &three,
            |it| transfer(it, "/hands/0", "/hands/2"),
            "EL-12",
            &["seat 0", "7", "6"],
        ),
        case("a longer pile", &two, |it| transfer(it, "/hands/0", "/pile"), "EL-12", &["pile", "4", "5"]),
        case("a shorter pile", &two, |it| transfer(it, "/pile", "/hands/0"), "EL-12", &["pile", "4", "3"]),
        case(
            "a pile with four seats",
            &four,
            |it| transfer(it, "/hands/0", "/pile"),
            "EL-12",
            &["pile", "0", "1"],
        ),
        case("three removed cards", &two, |it| transfer(it, "/pile", "/removed"), "EL-10", &["2", "3"]),
        case("no removed card", &three, |it| transfer(it, "/removed", "/pile"), "EL-10", &["1", "0"]),
        case(
            "a play without a draw",
            &two,
            |it| {
                let card = it["hands"][0].as_array_mut().unwrap().remove(0);
                it["board"]
                    .as_array_mut()
                    .unwrap()
                    .push(json!({ "card": card, "face": "up", "stack": null }));
            },
            "EL-12",
            &["pile"],
        ),
        case("one start card", &four, |it| transfer(it, "/board", "/hands/0"), "EL-08", &["start cards"]),
    ]);
}

/// EL-05, EL-12, EL-51, EL-I1: once the pile is empty, the sizes of the hands determine whose turn it is.
#[test]
fn the_turn_must_match_the_hands() {
    let (late, four) = (dumped(2, 15), dumped(4, 5));
    all_refused(vec![
        case(
            "the other seat to act",
            &late,
            |it| it["to_act"] = json!(1 - it["to_act"].as_u64().unwrap()),
            "EL-12",
            &["to act"],
        ),
        case(
            "the next of four to act",
            &four,
            |it| it["to_act"] = json!((it["to_act"].as_u64().unwrap() + 1) % 4),
            "EL-12",
            &["to act"],
        ),
        case("seat 7 to act", &dumped(2, 3), |it| it["to_act"] = json!(7), "EL-05", &["7", "0 to 1"]),
        case("seat 2 of two to act", &dumped(2, 3), |it| it["to_act"] = json!(2), "EL-05", &["2", "0 to 1"]),
        case("seat 255 to act", &four, |it| it["to_act"] = json!(255), "EL-05", &["255", "0 to 3"]),
        case(
            "no seat to act during the game",
            &dumped(2, 3),
            |it| it["to_act"] = json!(null),
            "EL-51",
            &["to_act", "left to play"],
        ),
        case(
            "no seat to act before the last card",
            &dumped(3, 26),
            |it| it["to_act"] = json!(null),
            "EL-51",
            &["to_act", "left to play"],
        ),
        case(
            "a seat to act after the end",
            &finished(&[&[1], &[]]).dump(),
            |it| it["to_act"] = json!(0),
            "EL-51",
            &["to_act", "null"],
        ),
    ]);
}

/// Moves a card of hand 0 to the board, face up, and draws a card. It flips nothing.
fn add_card(position: &mut Value, card: &str) {
    let hand = position["hands"][0].as_array_mut().unwrap();
    let at = hand.iter().position(|held| held == card).unwrap();
    hand.remove(at);
    position["board"].as_array_mut().unwrap().push(json!({ "card": card, "face": "up", "stack": null }));
    transfer(position, "/pile", "/hands/0");
}

/// EL-44, EL-I2: no card of a completed Time or Place is face up.
#[test]
fn completed_times_and_places_must_be_flipped() {
    let row = drawn("dawn 1 2 3 . . . .\nseat 0 plays dawn-4").dump();
    let broken_row = drawn("night 1 (2) (3) 4 5 . .\nseat 0 plays night-6").dump();
    let column =
        drawn("dawn . 2 . . . . .\nday . 2 . . . . .\nsunset . 2 . . . . .\nseat 0 plays night-2").dump();
    let three =
        drawn("dawn . 2 . . . . .\nday . (2) . . . . .\nsunset . 2 . . . . .\nseat 0 plays night-2").dump();
    all_refused(vec![
        case("a run of four", &row, |it| add_card(it, "dawn-4"), "EL-44", &["dawn-1", "Time"]),
        case(
            "a run of four across flipped cards",
            &broken_row,
            |it| add_card(it, "night-6"),
            "EL-44",
            &["night-1", "Time"],
        ),
        case("a Place of four", &column, |it| add_card(it, "night-2"), "EL-44", &["dawn-2", "Place"]),
        case("a Place of three and one", &three, |it| add_card(it, "night-2"), "EL-44", &["dawn-2", "Place"]),
    ]);
}

/// EL-20, EL-22, EL-28: boards that only look complete are accepted.
#[test]
fn boards_that_only_look_complete_are_accepted() {
    for (board, card) in [
        ("dawn 1 2 (3) . . . .", "dawn-4"),
        ("dawn 1 2 3 . . . .", "dawn-5"),
        ("dawn . 2 . . . . .\nday . (2) . . . . .\nsunset . (2) . . . . .", "night-2"),
    ] {
        let mut position = drawn(&format!("{board}\nseat 0 plays {card}")).dump();
        add_card(&mut position, card);
        EnchantedLands::load(atlas_core::Edition::newest::<EnchantedLands>(), &position).unwrap();
    }
}

/// EL-05, EL-06, EL-36, EL-38: a stack has one to five chips and belongs to a seat at the table. A seat has no more
/// chips than it began with, and no more stacks than it had turns.
#[test]
fn chips_and_stacks_must_add_up() {
    let base = small();
    all_refused(vec![
        case(
            "a stack of six",
            &base,
            |it| {
                it["board"][0]["stack"]["chips"] = json!(6);
                it["chips"][1] = json!(10);
            },
            "EL-36",
            &["dawn-1", "6"],
        ),
        case(
            "a stack without chips",
            &base,
            |it| it["board"][0]["stack"]["chips"] = json!(0),
            "EL-36",
            &["dawn-1", "0"],
        ),
        case(
            "a stack of seat 2 of two",
            &base,
            |it| it["board"][1]["stack"]["seat"] = json!(2),
            "EL-05",
            &["dawn-2"],
        ),
        case(
            "a stack of seat 255",
            &base,
            |it| it["board"][1]["stack"]["seat"] = json!(255),
            "EL-05",
            &["dawn-2"],
        ),
        case(
            "an extra chip in hand",
            &base,
            |it| it["chips"][0] = json!(16),
            "EL-06",
            &["Seat 0", "17", "16"],
        ),
        case("255 chips in hand", &base, |it| it["chips"][1] = json!(255), "EL-06", &["Seat 1", "257", "16"]),
        case(
            "a stack of 255",
            &base,
            |it| it["board"][0]["stack"]["chips"] = json!(255),
            "EL-06",
            &["Seat 1", "16"],
        ),
        case(
            "thirteen chips with four seats",
            &dumped(4, 0),
            |it| it["chips"][3] = json!(13),
            "EL-06",
            &["Seat 3", "13", "12"],
        ),
        case(
            "more stacks than turns",
            &base,
            |it| {
                it["board"][2]["stack"] = json!({ "seat": 0, "side": "time", "chips": 1 });
                it["chips"][0] = json!(14);
            },
            "EL-38",
            &["Seat 0", "1 turn", "2 stacks"],
        ),
        case(
            "a stack before the first turn",
            &dumped(4, 0),
            |it| {
                it["board"][0]["stack"] = json!({ "seat": 0, "side": "time", "chips": 1 });
                it["chips"][0] = json!(11);
            },
            "EL-38",
            &["Seat 0", "0 turns", "1 stack"],
        ),
        case(
            "a stack left on a face-up card",
            &finished(&[&[1], &[2]]).dump(),
            |it| {
                it["board"][0]["stack"] = json!({ "seat": 0, "side": "time", "chips": 1 });
            },
            "EL-52",
            &["dawn-1"],
        )
        .with(|it| it["chips"] = json!([10, 10])),
    ]);
}

/// Swaps two cards wherever they are.
fn exchange(position: &mut Value, one: &str, two: &str) {
    let text = position.to_string().replace(one, "?").replace(two, one).replace('?', two);
    *position = text.parse().unwrap();
}

/// EL-08, EL-R17: with four seats, two cards without chips must be possible start cards.
#[test]
fn two_cards_must_be_possible_start_cards() {
    let start = drawn("seats 4\ndawn . 2 . . . . . .\nnight . . . . . 6 . .\nseat 0 plays day-3").dump();
    let later = drawn("seats 4\ndawn 1 2 . . . . . .\nnight . . . . . 6 . .\nseat 0 plays day-3").dump();
    all_refused(vec![
        case(
            "start cards of one suit",
            &start,
            |it| exchange(it, "night-6", "dawn-6"),
            "EL-R17",
            &["start cards"],
        ),
        case(
            "start cards of one number",
            &start,
            |it| exchange(it, "night-6", "night-2"),
            "EL-R17",
            &["start cards"],
        ),
        case(
            "chips on the only possible start card",
            &later,
            |it| {
                it["board"][2]["stack"] = json!({ "seat": 3, "side": "time", "chips": 1 });
                it["chips"][3] = json!(11);
            },
            "EL-R17",
            &["start cards"],
        ),
    ]);
}

/// EL-14, EL-15, EL-17: JSON that is not a position is refused, and the message quotes the error.
#[test]
fn json_that_is_not_a_position_is_refused() {
    let base = small();
    all_refused(vec![
        case("an unknown key", &base, |it| it["weather"] = json!("rain"), None, &["weather"]),
        case("an unknown key of a card", &base, |it| it["board"][0]["owner"] = json!(1), None, &["owner"]),
        case(
            "an unknown key of a stack",
            &base,
            |it| it["board"][0]["stack"]["height"] = json!(1),
            None,
            &["height"],
        ),
        case("no chips", &base, |it| drop(it.as_object_mut().unwrap().remove("chips")), None, &["chips"]),
        case("no pile", &base, |it| drop(it.as_object_mut().unwrap().remove("pile")), None, &["pile"]),
        case(
            "a card without a face",
            &base,
            |it| drop(it["board"][0].as_object_mut().unwrap().remove("face")),
            None,
            &["face"],
        ),
        case(
            "a stack without a side",
            &base,
            |it| drop(it["board"][0]["stack"].as_object_mut().unwrap().remove("side")),
            None,
            &["side"],
        ),
        case("to_act as a word", &base, |it| it["to_act"] = json!("0"), None, &["\"0\""]),
        case("to_act -1", &base, |it| it["to_act"] = json!(-1), None, &["-1"]),
        case("to_act 256", &base, |it| it["to_act"] = json!(256), None, &["256"]),
        case("to_act 1e30", &base, |it| it["to_act"] = json!(1e30), None, &["1e+30"]),
        case("to_act 0.5", &base, |it| it["to_act"] = json!(0.5), None, &["0.5"]),
        case("to_act true", &base, |it| it["to_act"] = json!(true), None, &["true"]),
        case("chips -1", &base, |it| it["chips"][0] = json!(-1), None, &["-1"]),
        case("chips 1e30", &base, |it| it["chips"][0] = json!(1e30), None, &["1e+30"]),
        case(
            "chips 65552, which is 16 in a byte",
            &base,
            |it| it["chips"][0] = json!(65552),
            None,
            &["65552"],
        ),
        case("a stack of 1e30", &base, |it| it["board"][0]["stack"]["chips"] = json!(1e30), None, &["1e+30"]),
        case("a stack of -1", &base, |it| it["board"][0]["stack"]["chips"] = json!(-1), None, &["-1"]),
        case(
            "a stack of 257, which is 1 in a byte",
            &base,
            |it| it["board"][0]["stack"]["chips"] = json!(257),
            None,
            &["257"],
        ),
        case("a third side", &base, |it| it["board"][0]["stack"]["side"] = json!("edge"), None, &["edge"]),
        case("a third face", &base, |it| it["board"][0]["face"] = json!("down"), None, &["down"]),
        case("a ninth number", &base, |it| it["pile"][0] = json!("dawn-9"), None, &["dawn-9"]),
        case("a fifth suit", &base, |it| it["pile"][0] = json!("noon-1"), None, &["noon-1"]),
        case("a card as a number", &base, |it| it["pile"][0] = json!(5), None, &["5"]),
        case("a hand as a word", &base, |it| it["hands"][0] = json!("dawn-3"), None, &["dawn-3"]),
        case("hands as null", &base, |it| it["hands"][1] = json!(null), None, &["null"]),
        case("a board as a drawing", &base, |it| it["board"] = json!("dawn 1 2"), None, &["dawn 1 2"]),
        case("null", &base, |it| *it = json!(null), None, &["null"]),
        case("a number", &base, |it| *it = json!(17), None, &["17"]),
        case("a word", &base, |it| *it = json!("start"), None, &["start"]),
        case("an empty object", &base, |it| *it = json!({}), None, &["to_act"]),
        case("an empty list", &base, |it| *it = json!([]), None, &[]),
    ]);
}

/// A position is an object: a list with the same values but without names is refused. (EL-15, EL-17)
#[test]
fn a_position_written_as_lists_is_refused() {
    let base = small();
    all_refused(vec![
        case(
            "a position as a list",
            &base,
            |it| *it = it.as_object().unwrap().values().cloned().collect(),
            None,
            &[],
        ),
        case(
            "a card on the board as a list",
            &base,
            |it| {
                it["board"][0] = it["board"][0].as_object().unwrap().values().cloned().collect();
            },
            None,
            &[],
        ),
        case("a stack as a list", &base, |it| it["board"][0]["stack"] = json!([1, "time", 2]), None, &[]),
    ]);
}

/// EL-57: a view is not a position, not even a view that shows everything.
#[test]
fn a_view_is_not_a_position() {
    for viewer in [atlas_core::Viewer::Spectator, atlas_core::Viewer::Everything] {
        let view = serde_json::to_value(random_game(2, 1)[5].before.view(viewer)).unwrap();
        assert_eq!(
            EnchantedLands::load(atlas_core::Edition::newest::<EnchantedLands>(), &view).unwrap_err().code,
            Code::Position
        );
    }
}

/// EL-14: cards of the board and of a hand may be listed in any order, and a dumped position sorts them.
#[test]
fn cards_may_be_listed_in_any_order() {
    for seats in 2..=4 {
        for made in random_game(seats, 6) {
            let position = made.before.dump();
            let mut backwards = position.clone();
            backwards["board"].as_array_mut().unwrap().reverse();
            backwards["removed"].as_array_mut().unwrap().reverse();
            for hand in backwards["hands"].as_array_mut().unwrap() {
                hand.as_array_mut().unwrap().reverse();
            }
            let loaded =
                EnchantedLands::load(atlas_core::Edition::newest::<EnchantedLands>(), &backwards).unwrap();
            assert_eq!((&loaded, loaded.dump()), (&made.before, position));
        }
    }
}

/// EL-41: the pile is listed with the next card first, and its order matters.
#[test]
fn the_pile_is_listed_with_the_next_card_first() {
    let made = &random_game(2, 6)[3];
    let top = name(&made.before.dump(), "/pile/0");
    assert_eq!(made.drew().unwrap().to_string(), top);
    let mut other = made.before.dump();
    other["pile"].as_array_mut().unwrap().reverse();
    assert_ne!(
        EnchantedLands::load(atlas_core::Edition::newest::<EnchantedLands>(), &other).unwrap(),
        made.before
    );
}
