//! Positions: they can be loaded again, and those that cannot occur are refused with a rule and a reason.

use atlas_core::laws::positions_come_back;
use atlas_core::{Chance, Code, Game, Refusal, Seat, Turn};
use atlas_shadow_of_atlas::{ContentRef, ShadowOfAtlas};
use serde_json::{Value, json};

use crate::tables::{acting, asked, dealt, edition, legal, open, played, random_moves, with_ability};

/// A position with seat 0 to act, Orders of both seats at Atlas, two cards in each hand, and a discard pile.
fn sketched() -> Value {
    dealt(
        "atlas: mors ceres | laverna
         genua-iv of seat 1
         hand 0 janus vulcan
         hand 1 mercury vulcan
         outposts 1 2
         discard mors
         seat 0 plays done",
    )
    .dump()
}

fn load(position: &Value) -> Result<ShadowOfAtlas, Refusal> {
    ShadowOfAtlas::load(edition(ContentRef::house()), position)
}

/// Moves the last card of one list to the end of another.
fn transfer(position: &mut Value, from: &str, to: &str) {
    let moved = position.pointer_mut(from).and_then(Value::as_array_mut).unwrap().pop().unwrap();
    position.pointer_mut(to).and_then(Value::as_array_mut).unwrap().push(moved);
}

/// A description, a change that makes the position impossible, the rule that refuses it, and words of the message.
type Case<'a> = (&'a str, fn(&mut Value), &'a str, &'a [&'a str]);

#[track_caller]
fn all_refused(position: &Value, cases: &[Case<'_>]) {
    load(position).unwrap_or_else(|refusal| panic!("before the change: {refusal}"));
    for (what, change, rule, says) in cases {
        let mut broken = position.clone();
        change(&mut broken);
        let Err(refusal) = load(&broken) else { panic!("{what} is accepted: {broken}") };
        let found = refusal.rule.map_or("", |rule| rule.0);
        assert_eq!((refusal.code, found), (Code::Position, *rule), "{what}: {refusal}");
        for word in *says {
            assert!(refusal.to_string().contains(word), "{what} should name {word}: {refusal}");
        }
    }
}

/// SA-70, SA-71: every position of random games can be loaded again, and so can those that the player to act imagines.
#[test]
fn positions_of_games_can_be_loaded_again() {
    for (at, made) in random_moves(40).enumerate() {
        positions_come_back(&made.after).unwrap();
        let seat = made.after.acting().first().unwrap_or(Seat(0));
        let world = made.after.imagine(seat, &mut Chance::quick(at as u64));
        positions_come_back(&world).unwrap();
    }
    let mut left = dealt("seat 0 plays done");
    left.leave(Seat(0), &mut Turn::quiet(&mut Chance::scripted([])));
    positions_come_back(&left).unwrap();
}

/// SA-01, SA-20: the format of a position.
#[test]
fn a_position_has_this_format() {
    let position = sketched();
    let keys: Vec<&str> = position.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "to_act",
            "first",
            "turn",
            "acted",
            "idle_turns",
            "planets",
            "credits",
            "outposts",
            "hands",
            "known",
            "deck",
            "discard",
            "pending"
        ]
    );
    assert_eq!(
        position["planets"][2],
        json!({ "id": "atlas", "arbiter": null, "orders": [["mors", "ceres"], ["laverna"]] })
    );
    assert_eq!(position["planets"][4], json!({ "id": "genua-iv", "arbiter": 1, "orders": [[], []] }));
    assert_eq!(position["hands"], json!([["janus", "vulcan"], ["vulcan", "mercury"]]));
    assert_eq!((&position["to_act"], &position["pending"]), (&json!(0), &Value::Null));
}

/// SA-15: the deck starts with its top card and the discard pile with its oldest. Hands may be in any order.
#[test]
fn piles_have_an_order_and_hands_have_none() {
    let mut position = sketched();
    position["hands"][1] = json!(["vulcan", "mercury"]);
    let state = load(&position).unwrap();
    assert_eq!(open(&state).hands[1], ["vulcan", "mercury"]);
    position["hands"][1] = json!(["mercury", "vulcan"]);
    assert_eq!(load(&position).unwrap(), state);
    let top = position["deck"][0].as_str().unwrap().to_owned();
    let done = state.read(Seat(0), "done").unwrap();
    let mut after = state.clone();
    after.play(Seat(0), done, &mut Turn::quiet(&mut Chance::scripted([])));
    assert!(open(&after).hands[0].contains(&top));
}

/// SA-70: a question is written with its verb and its planet.
#[test]
fn a_position_contains_the_question() {
    for (example, pending) in [
        ("credits 3 2\ndeck mors ...\nseat 0 plays survey", json!({ "choose": "place", "card": "mors" })),
        (
            "atlas: | ceres vulcan\nseat 0 plays venture atlas mors",
            json!({ "choose": "remove", "planet": "atlas" }),
        ),
        (
            "atlas: | ceres vulcan\nseat 0 plays venture atlas janus",
            json!({ "choose": "copy", "planet": "atlas" }),
        ),
        (
            "hand 0 vulcan vulcan\nseat 0 plays venture atlas vulcan",
            json!({ "choose": "melt", "planet": "atlas" }),
        ),
        (
            "genua-iv: ceres |\nseat 0 plays venture atlas mercury",
            json!({ "choose": "move", "planet": "atlas" }),
        ),
        ("hand 0 mors mors ceres vulcan\nseat 0 plays done", json!({ "choose": "discard", "left": 2 })),
        // Janus asks what the copied Vulcan or Mercury asks.
        (
            "atlas: | vulcan\nhand 0 janus vulcan\nseat 0 plays venture atlas janus",
            json!({ "choose": "melt", "planet": "atlas" }),
        ),
        (
            "atlas: | mercury\ngenua-iv: ceres |\nseat 0 plays venture atlas janus",
            json!({ "choose": "move", "planet": "atlas" }),
        ),
    ] {
        let made = played(example);
        assert_eq!(made.after.dump()["pending"], pending, "{example}");
        positions_come_back(&made.after).unwrap();
    }
}

/// SA-03: every card must be in exactly one place.
#[test]
fn every_card_must_be_in_one_place() {
    all_refused(
        &sketched(),
        &[
            ("a card twice", |it| it["hands"][0][1] = json!("janus"), "SA-03", &["5 cards of Janus, not 6"]),
            (
                "a card missing",
                |it| drop(it["hands"][0].as_array_mut().unwrap().remove(0)),
                "SA-03",
                &["5 cards of Janus, not 4"],
            ),
            (
                "a card too many",
                |it| it["discard"].as_array_mut().unwrap().push(json!("mors")),
                "SA-03",
                &["Mors, not 7"],
            ),
            (
                "another card on a planet",
                |it| it["planets"][2]["orders"][1][0] = json!("vulcan"),
                "SA-03",
                &["Laverna, not 5"],
            ),
            (
                "a turned-up card that is also elsewhere",
                |it| {
                    it["pending"] = json!({ "choose": "place", "card": "mors" });
                    it["acted"] = json!(true);
                },
                "SA-03",
                &["6 cards of Mors, not 7"],
            ),
            ("a thousand cards", |it| it["deck"] = json!(vec!["mors"; 1_000]), "SA-03", &["Mors"]),
        ],
    );
}

/// SA-01, SA-20, SA-24: the planets.
#[test]
fn the_planets_must_be_right() {
    all_refused(
        &sketched(),
        &[
            (
                "a planet missing",
                |it| drop(it["planets"].as_array_mut().unwrap().pop()),
                "SA-01",
                &["umeri-i, dorsi-ii, atlas, bracchii-iii, genua-iv"],
            ),
            ("no planets", |it| it["planets"] = json!([]), "SA-01", &[]),
            (
                "another order",
                |it| it["planets"].as_array_mut().unwrap().swap(0, 1),
                "SA-01",
                &["in this order"],
            ),
            ("a planet twice", |it| it["planets"][0]["id"] = json!("atlas"), "SA-01", &[]),
            (
                "an Arbiter at a missing seat",
                |it| it["planets"][0]["arbiter"] = json!(2),
                "SA-20",
                &["Seat 2"],
            ),
            (
                "an Order twice on a side",
                |it| it["planets"][2]["orders"][0][1] = json!("mors"),
                "SA-24",
                &["Mors is at atlas twice"],
            ),
            (
                "an Order on both sides",
                |it| it["planets"][2]["orders"][1][0] = json!("ceres"),
                "SA-24",
                &["Ceres is at atlas twice"],
            ),
        ],
    );
}

/// SA-25, SA-28: the Orders at a planet while nothing is resolved there.
#[test]
fn sides_at_rest_must_be_possible() {
    all_refused(
        &sketched(),
        &[
            (
                "three Orders at rest",
                |it| transfer(it, "/hands/0", "/planets/2/orders/0"),
                "SA-25",
                &["3 Orders at Atlas"],
            ),
            (
                "three Orders of the other player",
                |it| {
                    transfer(it, "/hands/0", "/planets/2/orders/1");
                    transfer(it, "/hands/1", "/planets/2/orders/1");
                },
                "SA-25",
                &["Seat 1 has 3 Orders"],
            ),
            (
                "an Arbiter with Orders",
                |it| it["planets"][2]["arbiter"] = json!(0),
                "SA-28",
                &["Seat 0 is Arbiter of Atlas"],
            ),
            (
                "another Arbiter with Orders",
                |it| it["planets"][2]["arbiter"] = json!(1),
                "SA-28",
                &["Seat 1 is Arbiter of Atlas"],
            ),
        ],
    );
    // They may be there if an Ability could have moved them.
    let pusher = with_ability("mors", "[{ do = \"move_order\", whose = \"opponent\" }]");
    let mut position = sketched();
    position["planets"][2]["arbiter"] = json!(0);
    transfer(&mut position, "/hands/0", "/planets/2/orders/0");
    ShadowOfAtlas::load(edition(pusher), &position).unwrap();
}

/// SA-13, SA-R08: the Credits and known cards of the players.
#[test]
fn credits_and_known_cards_must_be_possible() {
    all_refused(
        &sketched(),
        &[
            (
                "six Credits",
                |it| it["credits"][1] = json!(6),
                "SA-13",
                &["Seat 1 has 6 Credits, more than 5"],
            ),
            ("200 Credits", |it| it["credits"][0] = json!(200), "SA-13", &["200"]),
            (
                "a known card that is not held",
                |it| it["known"][0] = json!(["mors"]),
                "SA-R08",
                &["1 card of Mors, but holds 0"],
            ),
            (
                "two known cards of one held",
                |it| it["known"][0] = json!(["janus", "janus"]),
                "SA-R08",
                &["Janus, but holds 1"],
            ),
            ("known cards in the other hand", |it| it["known"][1] = json!(["janus"]), "SA-R08", &["Seat 1"]),
            (
                "more known cards than a byte counts",
                |it| it["known"][0] = json!(vec!["mors"; 256]),
                "SA-R08",
                &["Seat 0"],
            ),
        ],
    );
}

/// SA-05, SA-33, SA-R26: seats and turns.
#[test]
fn seats_and_turns_must_be_possible() {
    all_refused(
        &sketched(),
        &[
            ("a First Player at seat 2", |it| it["first"] = json!(2), "SA-05", &["seat 2"]),
            ("a missing seat to act", |it| it["to_act"] = json!(9), "SA-05", &["seat 9"]),
            ("a missing seat that left", |it| it["left"] = json!(3), "SA-05", &["seat 3"]),
            ("the other player's turn", |it| it["to_act"] = json!(1), "SA-33", &["Turn 5 is seat 0's turn"]),
            ("the other First Player", |it| it["first"] = json!(1), "SA-33", &["Turn 5 is seat 1's turn"]),
            ("turn 0", |it| it["turn"] = json!(0), "SA-R26", &["from 1 to 60, not 0"]),
            ("turn 61", |it| it["turn"] = json!(61), "SA-R26", &["not 61"]),
            (
                "four idle turns in a game that continues",
                |it| it["idle_turns"] = json!(4),
                "SA-R26",
                &["at most 3"],
            ),
            (
                "more idle turns than turns",
                |it| {
                    it["turn"] = json!(1);
                    it["idle_turns"] = json!(1);
                },
                "SA-R26",
                &["idle_turns is 1, but it can be at most 0"],
            ),
        ],
    );
}

/// SA-60, SA-R27: a finished game must have a reason for its end, and a game in progress must have none.
#[test]
fn a_finished_game_must_have_a_reason() {
    let position = sketched();
    all_refused(
        &position,
        &[
            (
                "an end without a reason",
                |it| it["to_act"] = Value::Null,
                "SA-60",
                &["nothing has ended the game"],
            ),
            (
                "a player who left, and a game that continues",
                |it| it["left"] = json!(0),
                "SA-R27",
                &["to_act must be null"],
            ),
            (
                "a question after the end",
                |it| {
                    it["to_act"] = Value::Null;
                    it["pending"] = json!({ "choose": "discard", "left": 1 });
                },
                "SA-60",
                &["pending must be null"],
            ),
        ],
    );
    let four = dealt(
        "umeri-i of seat 0\ndorsi-ii of seat 0\natlas of seat 0\ngenua-iv of seat 0\nseat 0 plays done",
    );
    all_refused(
        &four.dump(),
        &[(
            "four planets of the waiting player",
            |it| {
                it["turn"] = json!(6);
                it["to_act"] = json!(1);
            },
            "SA-60",
            &["Seat 0 is Arbiter of four planets and would have won"],
        )],
    );
    // Every way in which a game ends is a reason, and so is a player who left.
    for (change, winners) in [
        (json!({ "left": 0 }), vec![Seat(1)]),
        (json!({ "turn": 60 }), vec![Seat(1)]),
        (json!({ "idle_turns": 4 }), vec![Seat(1)]),
    ] {
        let mut ended = position.clone();
        ended["to_act"] = Value::Null;
        for (key, value) in change.as_object().unwrap() {
            ended[key] = value.clone();
        }
        let state = load(&ended).unwrap();
        assert_eq!(state.outcome().unwrap().winners().iter().collect::<Vec<_>>(), winners, "{change}");
        positions_come_back(&state).unwrap();
    }
}

/// SA-R03: while the deck is empty, the discard pile is empty too, except between the discards at the end of a turn.
#[test]
fn an_empty_deck_needs_an_empty_pile() {
    all_refused(
        &sketched(),
        &[(
            "an empty deck",
            |it| {
                let deck = it["deck"].as_array().unwrap().clone();
                it["deck"] = json!([]);
                it["discard"].as_array_mut().unwrap().extend(deck);
            },
            "SA-R03",
            &["would have become the deck"],
        )],
    );
}

/// SA-31, SA-35, SA-46: the pending question must fit the position.
#[test]
fn a_pending_question_must_fit() {
    let made = played(
        "atlas: | ceres laverna\ngenua-iv: | vulcan\nhand 0 mors vulcan\nseat 0 plays venture atlas mors",
    );
    all_refused(
        &made.after.dump(),
        &[
            ("no Action before it", |it| it["acted"] = json!(false), "SA-35", &["must have had an Action"]),
            ("an unknown question", |it| it["pending"]["choose"] = json!("guess"), "SA-31", &["“guess”"]),
            (
                "a question that no Ability asks",
                |it| it["pending"]["choose"] = json!("play"),
                "SA-31",
                &["“play”"],
            ),
            (
                "no planet",
                |it| it["pending"] = json!({ "choose": "remove" }),
                "SA-31",
                &["any other choice has a planet"],
            ),
            (
                "a card as well",
                |it| {
                    it["deck"].as_array_mut().unwrap().pop();
                    it["deck"].as_array_mut().unwrap().pop();
                    let card = it["deck"].as_array_mut().unwrap().pop().unwrap();
                    it["pending"]["card"] = card;
                },
                "SA-03",
                &[],
            ),
            ("a number as well", |it| it["pending"]["left"] = json!(1), "SA-31", &[]),
            (
                "another planet, where no Order asks",
                |it| it["pending"]["planet"] = json!("dorsi-ii"),
                "SA-31",
                &["fewer than two answers"],
            ),
            (
                "one answer only",
                |it| it["pending"]["planet"] = json!("genua-iv"),
                "SA-31",
                &["fewer than two answers"],
            ),
            (
                "a planet that does not exist",
                |it| it["pending"]["planet"] = json!("mars"),
                "",
                &["“mars” is not a planet"],
            ),
        ],
    );
    // The Order that asks must be there.
    let mut position = made.after.dump();
    transfer(&mut position, "/planets/2/orders/0", "/hands/0");
    let refused = load(&position).unwrap_err();
    assert_eq!(refused.rule.unwrap().0, "SA-25", "{refused}");
}

/// SA-46: a card that was turned up must have more than one planet to go to.
#[test]
fn a_card_turned_up_must_have_a_choice() {
    let made = played("credits 3 2\ndeck mors ...\nseat 0 plays survey");
    all_refused(
        &made.after.dump(),
        &[
            ("no card", |it| it["pending"] = json!({ "choose": "place" }), "SA-03", &["Mors, not 5"]),
            (
                "a planet as well",
                |it| it["pending"]["planet"] = json!("atlas"),
                "SA-31",
                &["place has a card"],
            ),
            (
                "no card at all",
                |it| {
                    it["pending"] = json!({ "choose": "place" });
                    it["hands"][0].as_array_mut().unwrap().push(json!("mors"));
                },
                "SA-31",
                &["place has a card"],
            ),
            (
                "one place only",
                |it| (0..4).for_each(|planet| it["planets"][planet]["arbiter"] = json!(0)),
                "SA-31",
                &["fewer than two answers"],
            ),
        ],
    );
}

/// SA-38, SA-R19: the number of pending discards must be the number of cards above the limit.
#[test]
fn discards_must_fit_the_hand() {
    let made = played("hand 0 mors mors ceres vulcan\nseat 0 plays done");
    assert_eq!(asked(&made.after), "discard");
    all_refused(
        &made.after.dump(),
        &[
            (
                "too few",
                |it| it["pending"]["left"] = json!(1),
                "SA-R19",
                &["2 cards too many, but left is 1"],
            ),
            ("too many", |it| it["pending"]["left"] = json!(3), "SA-R19", &["left is 3"]),
            ("none", |it| it["pending"]["left"] = json!(0), "SA-R19", &[]),
            (
                "no number",
                |it| it["pending"] = json!({ "choose": "discard" }),
                "SA-31",
                &["discard has left"],
            ),
        ],
    );
    let mut over = made.after.dump();
    let deck = over["deck"].as_array_mut().unwrap().split_off(10);
    over["outposts"][0] = json!(deck[..10]);
    over["discard"] = json!(deck[10..]);
    let refused = load(&over).unwrap_err();
    assert_eq!(refused.rule.unwrap().0, "SA-60", "the game would be over: {refused}");
}

/// SA-R12: a stack that is written by hand must be possible.
#[test]
fn a_stack_must_be_possible() {
    let made = played("hand 0 vulcan vulcan\nseat 0 plays venture atlas vulcan");
    let stacked = |stack: &[&str]| {
        let mut position = made.after.dump();
        position["pending"]["stack"] = json!(stack);
        load(&position)
    };
    // The stack may be written even if it could be left out.
    assert_eq!(stacked(&["test atlas", "vulcan 0 atlas"]).unwrap(), made.after);
    for (stack, rule, says) in [
        (&[][..], "SA-R12", "must end with the Ability that asks to choose “melt”"),
        (&["test atlas"][..], "SA-R12", "must end with the Ability that asks"),
        (&["test atlas", "mors 0 atlas"], "SA-R12", "must end with the Ability that asks"),
        (&["test genua-iv", "vulcan 0 genua-iv"], "SA-R12", "must end with the Ability that asks"),
        (&["vulcan 0 atlas"], "SA-R12", "“vulcan 0 atlas” does not belong to the play below it"),
        (&["test genua-iv", "vulcan 0 atlas"], "SA-R12", "does not belong to the play below it"),
        (&["test atlas", "janus 0 atlas", "janus 0 atlas", "vulcan 0 atlas"], "SA-R12", "does not belong"),
        (&["test atlas", "vulcan 9 atlas"], "SA-R12", "The Ability has no step “9”"),
        (&["test atlas", "vulcan x atlas"], "SA-R12", "The Ability has no step “x”"),
        (&["test atlas", "vulcan 999 atlas"], "SA-R12", "The Ability has no step “999”"),
        // The end of an Ability is never on the stack.
        (&["test atlas", "vulcan 2 atlas", "vulcan 0 atlas"], "SA-R12", "The Ability has no step “2”"),
        (&["test atlas", "janus 1 atlas", "vulcan 0 atlas"], "SA-R12", "The Ability has no step “1”"),
        (&["test atlas", "mercury 2 atlas", "vulcan 0 atlas"], "SA-R12", "The Ability has no step “2”"),
        (&["test", "vulcan 0 atlas"], "SA-R12", "“test” is not a test or a step of an Ability"),
        (&["rest atlas", "vulcan 0 atlas"], "SA-R12", "is not a test or a step of an Ability"),
        (&["test mars", "vulcan 0 atlas"], "", "“mars” is not a planet"),
        (&["test atlas", "pluto 0 atlas"], "", "“pluto” is not an Order"),
    ] {
        let refused = stacked(stack).unwrap_err();
        let found = refused.rule.map_or("", |rule| rule.0);
        assert_eq!((refused.code, found), (Code::Position, rule), "{stack:?}: {refused}");
        assert!(refused.to_string().contains(says), "{stack:?}: {refused}");
    }
    let refused = stacked(&["test atlas"; 40]).unwrap_err();
    assert_eq!(refused.rule.unwrap().0, "SA-R14", "{refused}");
}

/// SA-R12: the game can be played to its end from every stack that is accepted.
#[test]
fn games_continue_from_every_accepted_stack() {
    let made = played("atlas: ceres |\nhand 0 vulcan vulcan\ncredits 2 2\nseat 0 plays venture atlas vulcan");
    for stack in [
        &["test atlas", "janus 0 atlas", "vulcan 0 atlas"][..],
        &["test atlas", "vulcan 1 atlas", "vulcan 0 atlas"],
        &["test atlas", "mercury 0 atlas", "vulcan 0 atlas"],
        &["test genua-iv", "ceres 0 genua-iv", "test atlas", "vulcan 0 atlas"],
        &["test atlas", "test atlas", "test atlas", "vulcan 0 atlas"],
    ] {
        let mut position = made.after.dump();
        position["pending"]["stack"] = json!(stack);
        let Ok(mut state) = load(&position) else { continue };
        let mut chance = Chance::quick(1);
        while let Some(seat) = state.acting().first() {
            let sentences = legal(&state);
            let action = state.read(seat, &sentences[chance.below(sentences.len() as u32) as usize]).unwrap();
            state.play(acting(&state), action, &mut Turn::quiet(&mut chance));
        }
    }
}

/// SA-01: JSON that is not a position.
#[test]
fn other_json_is_refused() {
    for value in [
        json!(null),
        json!([]),
        json!(5),
        json!("atlas"),
        json!({}),
        json!([0, 0, 1, false, 0, [], [2, 2], [[], []], [[], []], [[], []], [], [], null]),
    ] {
        let refused = load(&value).unwrap_err();
        assert_eq!((refused.code, refused.rule), (Code::Position, None), "{value}");
        assert!(
            refused.to_string().starts_with("This is not a position of In the Shadow of Atlas: "),
            "{refused}"
        );
    }
    all_refused(
        &sketched(),
        &[
            (
                "a key missing",
                |it| drop(it.as_object_mut().unwrap().shift_remove("deck")),
                "",
                &["missing field `deck`"],
            ),
            (
                "to_act left out",
                |it| drop(it.as_object_mut().unwrap().shift_remove("to_act")),
                "",
                &["to_act"],
            ),
            (
                "pending left out",
                |it| drop(it.as_object_mut().unwrap().shift_remove("pending")),
                "",
                &["pending"],
            ),
            (
                "an arbiter left out",
                |it| drop(it["planets"][0].as_object_mut().unwrap().shift_remove("arbiter")),
                "",
                &["arbiter"],
            ),
            ("a key too many", |it| it["dice"] = json!(6), "", &["unknown field `dice`"]),
            (
                "a key too many at a planet",
                |it| it["planets"][0]["moons"] = json!(6),
                "",
                &["unknown field `moons`"],
            ),
            ("negative Credits", |it| it["credits"][0] = json!(-1), "", &["-1"]),
            ("300 Credits", |it| it["credits"][0] = json!(300), "", &["300"]),
            ("half a turn", |it| it["turn"] = json!(1.5), "", &["1.5"]),
            ("three hands", |it| it["hands"] = json!([[], [], []]), "", &[]),
            ("one hand", |it| it["hands"] = json!([[]]), "", &[]),
            ("a number as a card", |it| it["deck"][0] = json!(3), "", &["3"]),
            ("an unknown card", |it| it["deck"][0] = json!("pluto"), "", &["“pluto” is not an Order"]),
            ("a display name", |it| it["deck"][0] = json!("Mors"), "", &["“Mors” is not an Order"]),
            (
                "a planet as a list",
                |it| it["planets"][0] = json!(["umeri-i", null, [[], []]]),
                "",
                &["is not an object"],
            ),
            (
                "a question as a list",
                |it| it["pending"] = json!(["place", "mors"]),
                "",
                &["is not an object"],
            ),
            ("a question as a word", |it| it["pending"] = json!("place"), "", &["is not an object"]),
        ],
    );
}

/// Makes one random change: it moves a card, or changes a number, an Arbiter or the question.
fn disturb(position: &mut Value, chance: &mut Chance) {
    const LISTS: [&str; 16] = [
        "/deck",
        "/discard",
        "/hands/0",
        "/hands/1",
        "/outposts/0",
        "/outposts/1",
        "/planets/0/orders/0",
        "/planets/0/orders/1",
        "/planets/1/orders/0",
        "/planets/2/orders/1",
        "/planets/3/orders/0",
        "/planets/4/orders/1",
        "/planets/4/orders/0",
        "/known/0",
        "/known/1",
        "/hands/0",
    ];
    let mut one = |of: usize| chance.below(of as u32) as usize;
    match one(10) {
        0..4 => {
            let (from, to) = (LISTS[one(LISTS.len())], LISTS[one(LISTS.len())]);
            let from = position.pointer_mut(from).unwrap().as_array_mut().unwrap();
            if !from.is_empty() {
                let card = from.remove(one(from.len()));
                position.pointer_mut(to).unwrap().as_array_mut().unwrap().push(card);
            }
        }
        4 => {
            let turn = 1 + one(60);
            position["turn"] = json!(turn);
            let first = position["first"].as_u64().unwrap() as usize;
            position["to_act"] = json!(first ^ ((turn + 1) & 1));
        }
        5 => position["credits"][one(2)] = json!(one(6)),
        6 => position["idle_turns"] = json!(one(5)),
        7 => position["planets"][one(5)]["arbiter"] = [json!(null), json!(0), json!(1)][one(3)].clone(),
        8 => position["acted"] = json!(one(2) == 0),
        _ => {
            let planet = ["umeri-i", "dorsi-ii", "atlas", "bracchii-iii", "genua-iv"][one(5)];
            let choose = ["remove", "copy", "melt", "move", "discard", "place"][one(6)];
            position["acted"] = json!(true);
            position["pending"] = match choose {
                "discard" => json!({ "choose": choose, "left": one(4) }),
                "place" => {
                    let deck = position["deck"].as_array_mut().unwrap();
                    json!({ "choose": choose, "card": deck.pop().unwrap_or(json!("mors")) })
                }
                _ => json!({ "choose": choose, "planet": planet }),
            };
        }
    }
}

/// SA-35, SA-60: every position that is accepted can be loaded again and played to its end.
#[test]
fn accepted_positions_can_be_played_to_the_end() {
    let mut accepted = 0;
    for (at, made) in random_moves(60).enumerate() {
        let mut chance = Chance::quick(at as u64);
        let mut position = made.after.dump();
        for _ in 0..=chance.below(4) {
            disturb(&mut position, &mut chance);
        }
        let Ok(mut state) = load(&position) else { continue };
        accepted += 1;
        positions_come_back(&state).unwrap_or_else(|error| panic!("{error}\n{position}"));
        let mut plays = 0;
        while let Some(seat) = state.acting().first() {
            let mut actions = Vec::new();
            state.legal(seat, &mut actions);
            assert!(!actions.is_empty(), "no action is legal: {}\n{position}", state.dump());
            let action = actions[chance.below(actions.len() as u32) as usize];
            state.play(seat, action, &mut Turn::quiet(&mut chance));
            positions_come_back(&state).unwrap_or_else(|error| panic!("{error}\n{position}"));
            plays += 1;
            assert!(plays < 2_000, "the game does not end: {position}");
        }
    }
    assert!(accepted > 300, "only {accepted} positions were accepted");
}
