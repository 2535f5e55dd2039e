//! The reasons why words cannot be picked.

use atlas_core::{Game, Seat};
use atlas_shadow_of_atlas::ShadowOfAtlas;

use crate::tables::{dealt, played};

/// The reason why seat 0 cannot use these words, with its rule.
#[track_caller]
fn reason(state: &ShadowOfAtlas, words: &str) -> String {
    state.explain(Seat(0), words).expect_err("the words cannot be used").to_string()
}

/// SA-33, SA-60: it must be the player's turn, and the game must not be over.
#[test]
fn words_are_picked_only_in_the_players_turn() {
    let state = dealt("seat 1 plays done");
    assert_eq!(reason(&state, "done"), "It is seat 1's turn. (SA-33)");
    let over = played("outposts 10 0\nseat 0 plays done").after;
    assert_eq!(reason(&over, "done"), "The game is over. (SA-60)");
}

/// SA-35 to SA-41: words of a Venture.
#[test]
fn a_venture_is_explained() {
    let state = dealt(
        "umeri-i of seat 0
         dorsi-ii: mors |
         atlas: vulcan laverna | janus
         bracchii-iii: | mors
         genua-iv: mors | janus ceres
         credits 1 2
         hand 0 mors janus
         seat 0 plays done",
    );
    for (words, says) in [
        ("venture umeri-i", "You are Arbiter of Umeri I, so you cannot play Orders there. (SA-23)"),
        ("atlas", "A Venture to Atlas costs 3 Credits. You have 1. (SA-41)"),
        ("bracchii-iii mors", "Mors is already at Bracchii III. (SA-24)"),
        ("venture ceres", "You have no Ceres in your hand. (SA-39)"),
        ("venture mors", "A Venture to Atlas costs 3 Credits. You have 1. (SA-41)"),
        ("atlas genua-iv", "A Venture takes one Order to one planet. (SA-39)"),
        ("venture expand", "Choose one action: venture or expand. (SA-35)"),
        ("venture venture", "You have already picked venture. (SA-35)"),
        ("draw", "You cannot do that now. Take an Action or end your turn. (SA-35)"),
        ("hello", "“hello” is not part of a move in this game."),
        ("3", "That is not a move in this game. (SA-35)"),
    ] {
        assert_eq!(reason(&state, words), says, "{words}");
    }
    let every = dealt("atlas: mors ceres |\ncredits 5 2\nhand 0 mors ceres\nseat 0 plays done");
    assert_eq!(reason(&every, "venture atlas"), "Every Order in your hand is already at Atlas. (SA-24)");
    let none = dealt("hand 0 nothing\nseat 0 plays done");
    assert_eq!(reason(&none, "venture atlas"), "You have no cards in your hand. (SA-39)");
    assert_eq!(
        reason(&none, "venture"),
        "You have no Order in your hand that you can play and pay for. (SA-41)"
    );
    let nowhere = dealt(
        "umeri-i of seat 0\ndorsi-ii: mors |\natlas: mors |\nbracchii-iii: mors |\ngenua-iv: | mors\n\
         hand 0 mors\nseat 0 plays done",
    );
    assert_eq!(
        reason(&nowhere, "mors"),
        "Mors is already at every planet where you could play it, and you have no card to pair it with. (SA-24)"
    );
}

/// SA-47 to SA-49, SA-91: words of a Survey and of an Expand.
#[test]
fn a_survey_and_an_expand_are_explained() {
    let state = dealt("credits 0 2\nhand 0 mors ceres laverna\nseat 0 plays done");
    for (words, says) in [
        ("survey", "A Survey costs 3 Credits. You have none. (SA-47)"),
        ("survey laverna", "A Survey with Laverna costs 1 Credit. You have none. (SA-47)"),
        ("survey mors", "Mors does not make a Survey cheaper. (SA-32)"),
        ("expand", "You have no pair in your hand. (SA-48)"),
        ("expand mors", "You have only one Mors, and no other card makes a pair with it. (SA-48)"),
        ("mors ceres", "Mors and Ceres are not a pair. (SA-48)"),
        ("expand janus", "You have no Janus in your hand. (SA-48)"),
        ("expand atlas", "An Expand needs no planet. (SA-49)"),
        ("expand mors ceres laverna", "An Expand takes two cards. (SA-48)"),
    ] {
        assert_eq!(reason(&state, words), says, "{words}");
    }
    let empty = dealt("credits 3 2\ndeck nothing\ndiscard nothing\nhand 0 mors\nseat 0 plays done");
    assert_eq!(reason(&empty, "survey"), "There is no card left to turn up. (SA-R04)");
}

/// SA-31, SA-37, SA-38, SA-46: while there is a question, it must be answered first.
#[test]
fn a_question_comes_first() {
    let place = played("atlas of seat 0\ncredits 3 2\ndeck mors ...\nseat 0 plays survey").after;
    for (words, says) in [
        ("done", "First choose a planet for Mors. (SA-46)"),
        ("place atlas", "You are Arbiter of Atlas, so you cannot play Orders there. (SA-23)"),
    ] {
        assert_eq!(reason(&place, words), says, "{words}");
    }
    let discard = played("hand 0 mors mors ceres vulcan\ndeck mors mors mors ...\nseat 0 plays done").after;
    for (words, says) in [
        ("done", "Your hand is full: discard 2 cards. (SA-37)"),
        ("survey", "Your hand is full: discard 2 cards. (SA-38)"),
        ("discard laverna", "You have no Laverna in your hand. (SA-R19)"),
    ] {
        assert_eq!(reason(&discard, words), says, "{words}");
    }
    let mors = played("atlas: | ceres vulcan\nseat 0 plays venture atlas mors").after;
    for (words, says) in [
        ("done", "First finish the Ability of Mors. (SA-31)"),
        ("remove janus", "Your opponent has no Janus at Atlas. (SA-80)"),
    ] {
        assert_eq!(reason(&mors, words), says, "{words}");
    }
}

/// SA-24, SA-82, SA-84, SA-85: answers that an Ability does not allow.
#[test]
fn answers_are_explained() {
    let janus = played("atlas: | ceres mors\nseat 0 plays venture atlas janus").after;
    assert_eq!(reason(&janus, "copy vulcan"), "There is no other Order named Vulcan at Atlas. (SA-82)");
    let vulcan = played("hand 0 vulcan vulcan ceres\nseat 0 plays venture atlas vulcan").after;
    assert_eq!(reason(&vulcan, "melt ceres"), "There is no Ceres at Atlas. (SA-84)");
    assert_eq!(reason(&vulcan, "melt janus"), "You have no Janus in your hand. (SA-84)");
    let mercury =
        played("atlas: | ceres\ngenua-iv: ceres vulcan |\nseat 0 plays venture atlas mercury").after;
    for (words, says) in [
        ("move genua-iv ceres", "Ceres is already at Atlas. (SA-24)"),
        ("move genua-iv mors", "You have no Mors at Genua IV. (SA-85)"),
        ("move atlas mercury", "The Order must move between Atlas and another planet. (SA-85)"),
    ] {
        assert_eq!(reason(&mercury, words), says, "{words}");
    }
}
