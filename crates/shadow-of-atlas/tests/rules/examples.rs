//! The checker of examples: it finds mistakes in them.

use atlas_shadow_of_atlas::example::Example;

use crate::tables::{dealt, holds, open};

#[track_caller]
fn fails(example: &str, says: &str) {
    let error = example.parse::<Example>().and_then(|example| example.check()).expect_err("it is wrong");
    assert!(error.contains(says), "{error}\n{example}");
}

/// SA-39: every kind of expectation can fail.
#[test]
fn a_wrong_expectation_is_found() {
    let play = "atlas: | ceres\nseat 0 plays venture atlas mors\n";
    for (expected, says) in [
        ("credits 2 2", "found [1, 2], not [2, 2]"),
        ("credits 1", "not [1]"),
        ("outposts 1 0", "found [0, 0]"),
        ("hand 0 1", "found 0, not 1"),
        ("hand 0 ceres", "found []"),
        ("known 1 mors", "found []"),
        ("deck 5", "not 5"),
        ("deck nothing", "found"),
        ("discard vulcan", "found [\"ceres\"], not [\"vulcan\"]"),
        ("discard nothing", "found [\"ceres\"]"),
        ("discard ceres mors ...", "found [\"ceres\"]"),
        ("asks remove", "found Some(\"action\")"),
        ("can survey", "found false"),
        ("cannot done", "found true"),
        ("can dance", "found false"),
        ("to act 1", "found Some(Seat(0))"),
        ("turn 4", "found 5"),
        ("idle 1", "found 0"),
        ("by SA-18", "SA-80"),
        ("over by points", "found None"),
        ("points 0 0", "found None"),
        ("winners 0", "found None"),
        ("atlas: mors | ceres", "found Some"),
        ("atlas of seat 0: mors |", "found Some"),
        ("refused SA-24", "found None"),
        ("mars: |", "this expectation is not understood"),
        ("something else", "this expectation is not understood"),
        ("hand 2 mors", "no seat 2"),
        ("hand 0 pluto", "“pluto” is not an Order"),
        ("credits x 2", "x is not a number"),
    ] {
        fails(&format!("{play}-> {expected}"), says);
    }
}

/// SA-39: an unexpected refusal, and a play that should be refused and is not.
#[test]
fn an_unexpected_refusal_is_found() {
    fails("credits 0 0\nseat 0 plays venture atlas mors\n-> credits 0 0", "refused: A Venture to Atlas");
    fails("seat 0 plays venture atlas mors\n-> refused SA-41", "found None");
    fails("credits 0 0\nseat 0 plays venture atlas mors\n-> refused SA-24", "found Some(\"SA-41\")");
    fails("seat 0 plays dance", "“dance” is not a move in this game");
}

/// SA-03: a table that is impossible or not understood.
#[test]
fn a_wrong_table_is_found() {
    for (table, says) in [
        ("credits 6 2", "more than 5"),
        ("credits 2", "this line is not understood"),
        ("hand 0 janus janus janus janus janus janus", "too few cards of janus"),
        ("outposts 30 30", "there are too few cards"),
        ("atlas: mors", "a bar must separate the two sides"),
        ("atlas: mors | mors", "Mors is at atlas twice"),
        ("atlas: mors ceres vulcan |", "3 Orders at Atlas"),
        ("atlas of seat 0: mors |", "is Arbiter of Atlas and has Orders there"),
        ("mars: |", "this line is not understood"),
        ("hand 5 mors", "no seat 5"),
        ("known 0 mors", "is known to hold"),
        ("turn 61", "from 1 to 60"),
        ("turn 6", "Turn 6 is seat 1's turn"),
        ("deck nothing\ndiscard mors", "would have become the deck"),
        ("idle 4", "at most 3"),
        ("weather fine", "this line is not understood"),
    ] {
        fails(&format!("{table}\nseat 0 plays done"), says);
    }
    fails("seat 0 plays done\ncredits 2 2", "this line must come before the plays");
}

/// SA-10: what is not specified is dealt in several ways, so an example that depends on it fails.
#[test]
fn an_example_that_depends_on_luck_fails() {
    fails("seat 0 plays done\n-> hand 0 mors ceres vulcan", "found");
    fails(
        "credits 3 2\nseat 0 plays survey\n-> can place atlas\nseat 0 plays place atlas\n-> credits 0 2",
        "found",
    );
}

/// SA-10: what is not specified is as at the start of a game, or dealt to fit.
#[test]
fn unspecified_cards_are_dealt_to_fit() {
    let position = open(&dealt("seat 1 plays venture atlas mors"));
    assert_eq!((position.to_act.unwrap().0, position.turn, position.credits), (1, 6, [2, 2]));
    assert_eq!((position.hands[0].len(), position.hands[1].as_slice()), (0, &["mors".to_owned()][..]));
    assert_eq!((position.deck.len(), position.discard.len()), (34, 0));
    let position = open(&dealt("deck mors\nseat 0 plays done"));
    assert_eq!((position.deck.len(), position.discard.len()), (1, 34));
    let position = open(&dealt("deck mors\ndiscard ceres ...\nseat 0 plays done"));
    assert_eq!((position.deck.len(), position.discard[0].as_str()), (1, "ceres"));
    let position = open(&dealt("deck mors\ndiscard ceres\nseat 0 plays done"));
    assert_eq!(position.hands[1].len(), 33);
    // A card that is refused first and then played is needed once. A pair needs two cards.
    let position = open(&dealt(
        "atlas: | mors\nseat 0 plays venture atlas mors\n-> refused SA-24\nseat 0 plays venture genua-iv mors\nseat 0 plays expand ceres ceres",
    ));
    assert_eq!(position.hands[0], ["mors", "ceres", "ceres"]);
    // Expectations can be about the table itself.
    holds("credits 4 1\n-> credits 4 1\n-> can survey\n-> to act 0");
}
