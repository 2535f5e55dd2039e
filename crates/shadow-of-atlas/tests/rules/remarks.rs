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

/// SA-25 to SA-28, SA-40: the cost of a Venture, the Ability, and what the third Order brings.
#[test]
fn a_venture_is_remarked_on() {
    let state = dealt(
        "atlas: mors vulcan |\ngenua-iv of seat 1: mors vulcan |\ndorsi-ii: mors |\ncredits 5 2\nhand 0 ceres\nseat 0 plays done",
    );
    for (sentence, says) in [
        ("venture umeri-i ceres", "It costs 1 Credit (SA-40). Its Ability: Gain two Credits."),
        (
            "venture dorsi-ii ceres",
            "It costs 2 Credits (SA-40). Its Ability: Gain two Credits. With one more Order at Dorsi II you become its Arbiter.",
        ),
        (
            "venture atlas ceres",
            "It costs 3 Credits (SA-40). Its Ability: Gain two Credits. It is your third Order at Atlas, so you become \
             its Arbiter (SA-26). You draw a card and gain an Outpost (SA-28).",
        ),
        (
            "venture genua-iv ceres",
            "It costs 3 Credits (SA-40). Its Ability: Gain two Credits. It is your third Order at Genua IV, so you take \
             the planet over from seat 1 (SA-27). You draw a card and gain an Outpost (SA-28).",
        ),
    ] {
        assert_eq!(remark(&state, sentence), says);
    }
}

/// SA-43, SA-48, SA-91: a Survey and an Expand.
#[test]
fn a_survey_and_an_expand_are_remarked_on() {
    let state = dealt(
        "atlas: mors vulcan |\ngenua-iv: mors vulcan |\noutposts 8 6\ncredits 3 2\nhand 0 laverna laverna\nseat 0 plays done",
    );
    let survey = "You turn up the top card of the deck and choose a planet for it (SA-44). It could be your third Order \
                  at Atlas or Genua IV.";
    for (sentence, says) in [
        ("survey", format!("It costs 3 Credits. {survey}")),
        ("survey laverna", format!("You discard Laverna for it. It costs 1 Credit. {survey}")),
        (
            "expand laverna laverna",
            "You gain an Outpost and a Credit (SA-48). Then you have 9 Outposts. You and your opponent then have 15 \
             Outposts, so the game ends after the Second Player's turn (SA-62)."
                .to_owned(),
        ),
    ] {
        assert_eq!(remark(&state, sentence), says);
    }
    let last = dealt("outposts 9 0\nhand 0 mors mors\nseat 0 plays done");
    assert!(
        remark(&last, "expand mors mors").ends_with("With 10 Outposts you win when your turn ends (SA-60).")
    );
}

/// SA-14, SA-38, SA-60, SA-64: the end of a turn.
#[test]
fn the_end_of_a_turn_is_remarked_on() {
    for (table, says) in [
        ("hand 0 mors", "You gain 2 Credits and draw 3 cards (SA-38)."),
        (
            "credits 4 2\nhand 0 mors ceres vulcan",
            "You gain 2 Credits and draw 3 cards (SA-38). 1 Credit of that would be lost: the limit is 5 (SA-14). Then you \
             discard 1 card (SA-R19).",
        ),
        ("outposts 10 0", "You have 10 Outposts, so you win (SA-60)."),
        (
            "umeri-i of seat 0\ndorsi-ii of seat 0\natlas of seat 0\ngenua-iv of seat 0",
            "You are Arbiter of 4 planets, so you win (SA-60).",
        ),
        ("idle 3\noutposts 1 3", "The game ends. You have 1 point, your opponent has 3 (SA-64)."),
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
            "Your opponent then has 1 Order at Atlas. Ceres may be played there again.",
        ),
        (
            "atlas: | ceres vulcan\nseat 0 plays venture atlas janus",
            "copy ceres",
            "You use its Ability: Gain two Credits.",
        ),
        (
            "hand 0 vulcan vulcan\nseat 0 plays venture atlas vulcan",
            "melt vulcan",
            "Vulcan goes from your hand to the discard pile. Then the Ability continues.",
        ),
        (
            "hand 0 vulcan vulcan\nseat 0 plays venture atlas vulcan",
            "decline",
            "You skip this step of the Ability.",
        ),
        (
            "genua-iv: ceres vulcan |\nseat 0 plays venture atlas mercury",
            "move genua-iv ceres",
            "The Ability of an Order that moves is not used (SA-R29). You then have 1 Order at Genua IV.",
        ),
        (
            "atlas: ceres |\ngenua-iv: vulcan |\ncredits 2 2\nseat 0 plays venture atlas mercury",
            "move genua-iv vulcan",
            "The Ability of an Order that moves is not used (SA-R29). It is your third Order at Atlas, so you become its \
             Arbiter (SA-26). You draw a card and gain an Outpost (SA-28).",
        ),
        ("genua-iv: vulcan |\nseat 0 plays venture atlas mercury", "draw", "You draw from the deck (SA-15)."),
        (
            "hand 0 mors mors mors ceres\ndeck mors mors vulcan ...\nseat 0 plays done",
            "discard ceres",
            "It is your only Ceres.",
        ),
    ] {
        assert_eq!(remark(&played(example).after, sentence), says);
    }
}

/// SA-33: every legal action has a remark of whole sentences.
#[test]
fn every_action_has_a_remark() {
    for made in random_moves(10) {
        let mut actions = Vec::new();
        made.before.legal(made.seat, &mut actions);
        for action in actions {
            let text = made.before.remark(made.seat, action).unwrap().to_string();
            assert!(text.starts_with(char::is_alphanumeric) && text.ends_with('.'), "{action:?}: {text}");
        }
    }
}
