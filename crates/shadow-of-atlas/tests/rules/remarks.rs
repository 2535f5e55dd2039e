//! Remarks on actions, for players who ask for a hint.

use atlas_core::{Game, Insight};
use atlas_shadow_of_atlas::ShadowOfAtlas;

use crate::tables::{acting, dealt, played, random_moves};

/// The remark on a sentence of the seat to act.
#[track_caller]
fn remark(state: &ShadowOfAtlas, sentence: &str) -> String {
    let seat = acting(state);
    let action = state.read(seat, sentence).unwrap();
    state.judge(seat, action).unwrap_or_else(|refusal| panic!("{sentence}: {refusal}"));
    state.remark(seat, action).unwrap().to_string()
}

/// SA-25 to SA-27, SA-40, SA-60: the Ability of a first Order, and what the second and third bring.
#[test]
fn a_venture_is_remarked_on() {
    let state = dealt(
        "atlas: mors vulcan |\ngenua-iv of seat 1: mors vulcan |\ndorsi-ii: mors |\ncredits 5 2\nhand 0 ceres vulcan\nseat 0 plays done",
    );
    for (sentence, says) in [
        ("venture umeri-i ceres", "For 1 Credit you use the Ability of Ceres: gain two Credits."),
        ("venture umeri-i vulcan", "For 1 Credit you use the Ability of Vulcan."),
        ("venture dorsi-ii ceres", "It is your second Order at Dorsi II, and a third makes you Arbiter."),
        ("venture atlas ceres", "Your third Order at Atlas makes you its Arbiter."),
        ("venture genua-iv ceres", "Your third Order at Genua IV takes the planet from seat 1."),
    ] {
        assert_eq!(remark(&state, sentence), says);
    }
    let last = dealt(
        "umeri-i of seat 0\ndorsi-ii of seat 0\ngenua-iv of seat 0\natlas: mors vulcan |\ncredits 5 2\n\
         hand 0 ceres\nseat 0 plays done",
    );
    assert_eq!(
        remark(&last, "venture atlas ceres"),
        "Your third Order at Atlas makes you Arbiter of 4 planets, and you win when your turn ends."
    );
}

/// SA-43, SA-48, SA-60, SA-62, SA-91: a Survey and an Expand.
#[test]
fn a_survey_and_an_expand_are_remarked_on() {
    let third = dealt(
        "atlas: mors vulcan |\ngenua-iv: mors vulcan |\noutposts 8 6\ncredits 3 2\nhand 0 laverna laverna\nseat 0 plays done",
    );
    for (sentence, says) in [
        ("survey", "The card you turn up could be your third Order at Atlas or Genua IV."),
        ("survey laverna", "The card you turn up could be your third Order at Atlas or Genua IV."),
        (
            "expand laverna laverna",
            "There are then 15 Outposts, so the game ends after the Second Player's turn.",
        ),
    ] {
        assert_eq!(remark(&third, sentence), says);
    }
    let early = dealt("outposts 2 1\ncredits 3 2\nhand 0 laverna laverna\nseat 0 plays done");
    for (sentence, says) in [
        ("survey", "For 3 Credits you play the top card of the deck to a planet."),
        ("survey laverna", "With Laverna the Survey costs only 1 Credit."),
        ("expand laverna laverna", "You gain a Credit and your third Outpost."),
    ] {
        assert_eq!(remark(&early, sentence), says);
    }
    let last = dealt("outposts 9 0\nhand 0 mors mors\nseat 0 plays done");
    assert_eq!(remark(&last, "expand mors mors"), "With 10 Outposts you win when your turn ends.");
}

/// SA-14, SA-38, SA-60, SA-64: the end of a turn.
#[test]
fn the_end_of_a_turn_is_remarked_on() {
    for (table, says) in [
        ("hand 0 mors", "You gain 2 Credits and draw 3 cards."),
        ("credits 4 2\nhand 0 mors ceres vulcan", "You gain 1 Credit, draw 3 cards and discard 1 card."),
        ("credits 5 2\nhand 0 mors", "You draw 3 cards."),
        ("outposts 10 0", "You have 10 Outposts, so you win."),
        (
            "umeri-i of seat 0\ndorsi-ii of seat 0\natlas of seat 0\ngenua-iv of seat 0",
            "You are Arbiter of 4 planets, so you win.",
        ),
        ("idle 3\noutposts 1 3", "The game ends with 1 point for you and 3 for your opponent."),
    ] {
        assert_eq!(remark(&dealt(&format!("{table}\nseat 0 plays done")), "done"), says);
    }
}

/// SA-80 to SA-85, SA-R19: answers to Abilities, and discards.
#[test]
fn answers_are_remarked_on() {
    for (example, sentence, says) in [
        (
            "atlas: | ceres vulcan\nseat 0 plays venture atlas mors",
            "remove ceres",
            "It leaves your opponent 1 Order at Atlas.",
        ),
        (
            "atlas: | ceres vulcan\nseat 0 plays venture atlas janus",
            "copy ceres",
            "You use the Ability of Ceres: gain two Credits.",
        ),
        (
            "hand 0 vulcan vulcan\nseat 0 plays venture atlas vulcan",
            "melt vulcan",
            "You discard Vulcan, and the Ability continues.",
        ),
        (
            "hand 0 vulcan vulcan\nseat 0 plays venture atlas vulcan",
            "decline",
            "You skip this step of the Ability.",
        ),
        (
            "genua-iv: ceres vulcan |\nseat 0 plays venture atlas mercury",
            "move genua-iv ceres",
            "It leaves you 1 Order at Genua IV.",
        ),
        (
            "genua-iv: vulcan |\nseat 0 plays venture atlas mercury",
            "move genua-iv vulcan",
            "It leaves you no Order at Genua IV.",
        ),
        (
            "atlas: ceres |\ngenua-iv: vulcan |\ncredits 2 2\nseat 0 plays venture atlas mercury",
            "move genua-iv vulcan",
            "Your third Order at Atlas makes you its Arbiter.",
        ),
        ("genua-iv: vulcan |\nseat 0 plays venture atlas mercury", "draw", "You draw from the deck."),
        (
            "hand 0 mors mors mors ceres\ndeck mors mors vulcan ...\nseat 0 plays done",
            "discard ceres",
            "It is your only Ceres.",
        ),
        (
            "hand 0 mors mors mors ceres\ndeck mors mors vulcan ...\nseat 0 plays done",
            "discard mors",
            "You still have a pair of Mors.",
        ),
    ] {
        assert_eq!(remark(&played(example).after, sentence), says);
    }
}

/// SA-33: every legal action has a remark of one sentence.
#[test]
fn every_action_has_a_remark() {
    for made in random_moves(10) {
        let mut actions = Vec::new();
        made.before.legal(made.seat, &mut actions);
        for action in actions {
            let text = made.before.remark(made.seat, action).unwrap().to_string();
            assert!(text.starts_with(char::is_uppercase) && text.ends_with('.'), "{action:?}: {text}");
            assert_eq!(text.matches('.').count(), 1, "{action:?}: {text}");
        }
    }
}
