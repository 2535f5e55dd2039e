//! The six house Orders: SA-80 to SA-92.

use atlas_core::Seat;

use crate::tables::{
    asked, dealt, holds, holds_with, legal, legal_like, open, played, refused_by, with_ability,
};

/// SA-80, SA-86: the player chooses an opposing Order at this planet, and must remove one.
#[test]
fn mors_removes_an_opposing_order() {
    let made = played(
        "atlas: laverna | ceres vulcan\ngenua-iv: | janus\ncredits 5 2\nseat 0 plays venture atlas mors",
    );
    assert_eq!(legal(&made.after), ["remove ceres", "remove vulcan"]);
    for sentence in ["remove laverna", "remove mors", "remove janus"] {
        assert_eq!(refused_by(&made.after, Seat(0), sentence), Some("SA-80"), "{sentence}");
    }
    holds(
        "atlas: | ceres vulcan
         seat 0 plays venture atlas mors
         seat 0 plays remove ceres
         -> by SA-80
         -> atlas: mors | vulcan
         -> discard ceres
         -> hand 1 nothing",
    );
}

/// SA-86: a single opposing Order is removed without a question. Without any, nothing happens.
#[test]
fn mors_does_not_ask_where_there_is_no_choice() {
    holds(
        "atlas: ceres | vulcan\nseat 0 plays venture atlas mors\n-> atlas: ceres mors |\n-> discard vulcan",
    );
    holds(
        "atlas: ceres |\ngenua-iv: | vulcan\nseat 0 plays venture atlas mors\n-> genua-iv: | vulcan\n-> discard nothing",
    );
}

/// SA-86: Mors reduces two Orders to one, so a third one is not enough to become Arbiter.
#[test]
fn mors_breaks_a_threat() {
    holds(
        "genua-iv: | ceres vulcan
         credits 1 3
         seat 0 plays venture genua-iv mors
         seat 0 plays remove ceres
         seat 0 plays done
         seat 1 plays venture genua-iv laverna
         -> genua-iv: mors | vulcan laverna
         -> credits 1 2",
    );
}

/// SA-81: Ceres gains two Credits, and those above five are lost.
#[test]
fn ceres_brings_two_credits() {
    holds("credits 1 2\nseat 0 plays venture atlas ceres\n-> credits 2 2\n-> by SA-81");
    holds("credits 5 2\natlas: mors |\nseat 0 plays venture atlas ceres\n-> credits 5 2");
}

/// SA-82, SA-87: Janus uses the Ability of any other Order there, on either side.
#[test]
fn janus_uses_any_other_ability_there() {
    let made = played(
        "atlas: ceres | mors mercury\ngenua-iv: vulcan |\ncredits 2 2\nseat 0 plays venture atlas janus",
    );
    assert_eq!(legal(&made.after), ["copy mors", "copy ceres", "copy mercury"]);
    for sentence in ["copy janus", "copy vulcan", "copy laverna", "decline"] {
        assert!(refused_by(&made.after, Seat(0), sentence).is_some(), "{sentence}");
    }
    assert_eq!(refused_by(&made.after, Seat(0), "copy vulcan"), Some("SA-82"));
    let made = played(
        "atlas: ceres | laverna\ncredits 2 2\nseat 0 plays venture atlas janus\nseat 0 plays copy laverna",
    );
    assert_eq!(made.rules(), ["SA-82", "SA-13", "SA-83"], "the copied Order is neither played nor moved");
    assert_eq!(open(&made.after).credits, [1, 1]);
}

/// SA-87: alone, Janus does nothing. Beside one other Order, there is no question.
#[test]
fn janus_alone_does_nothing() {
    holds("genua-iv: ceres |\nseat 0 plays venture atlas janus\n-> credits 1 2\n-> asks action");
    holds("atlas: | ceres\nseat 0 plays venture atlas janus\n-> credits 3 2\n-> by SA-82\n-> asks action");
}

/// SA-87: Janus copies Mors. "Opposing" means opposed to the player of Janus, so the copied Mors itself can be removed.
#[test]
fn janus_copies_mors() {
    holds(
        "atlas: mors | ceres\ncredits 2 2\nseat 0 plays venture atlas janus\nseat 0 plays copy mors\n-> atlas: mors janus |",
    );
    holds(
        "atlas: | mors ceres
         seat 0 plays venture atlas janus
         -> asks copy
         seat 0 plays copy mors
         -> asks remove
         -> can remove ceres
         seat 0 plays remove mors
         -> atlas: janus | ceres
         -> discard mors",
    );
    // Without an opposing Order, the Ability of the player's own Mors has no effect.
    holds(
        "atlas: mors |\ncredits 2 2\nseat 0 plays venture atlas janus\n-> atlas: mors janus |\n-> discard nothing",
    );
}

/// SA-87: Janus copies Vulcan. A card matches the Orders that are there now, including Janus.
#[test]
fn janus_copies_vulcan() {
    holds(
        "atlas: | vulcan
         hand 0 janus janus vulcan ceres
         seat 0 plays venture atlas janus
         -> asks melt
         -> can melt janus
         -> can melt vulcan
         -> cannot melt ceres
         seat 0 plays melt janus
         -> outposts 1 0
         -> hand 0 vulcan ceres",
    );
    holds(
        "atlas: | vulcan\nhand 0 janus ceres\nseat 0 plays venture atlas janus\n-> asks action\n-> outposts 0 0",
    );
    holds(
        "atlas: | vulcan\nhand 0 janus vulcan\nseat 0 plays venture atlas janus\nseat 0 plays decline\n-> outposts 0 0\n-> hand 0 vulcan",
    );
}

/// SA-87: Janus copies Mercury. The Order moves to the planet of Janus and may be the third there.
#[test]
fn janus_copies_mercury() {
    holds(
        "atlas: ceres | mercury
         genua-iv: vulcan |
         credits 2 2
         seat 0 plays venture atlas janus
         seat 0 plays copy mercury
         -> asks move
         seat 0 plays move genua-iv vulcan
         -> atlas of seat 0: | mercury
         -> credits 0 2",
    );
    holds("atlas: | mercury\nseat 0 plays venture atlas janus\n-> hand 0 1\n-> asks action");
    holds(
        "atlas: | mercury\ngenua-iv: ceres |\nseat 0 plays venture atlas janus\nseat 0 plays draw\n-> hand 0 1\n-> genua-iv: ceres |",
    );
}

/// SA-83, SA-88: Laverna takes one Credit from the opponent, if they have one.
#[test]
fn laverna_takes_a_credit() {
    holds("credits 2 3\nseat 0 plays venture atlas laverna\n-> credits 2 2\n-> by SA-83");
    holds("credits 2 1\nseat 0 plays venture atlas laverna\n-> credits 2 0");
    holds("credits 2 0\nseat 0 plays venture atlas laverna\n-> credits 1 0");
}

/// SA-88: if the player has five Credits, the opponent still loses one, and the gain is lost.
#[test]
fn laverna_takes_even_if_nothing_can_be_gained() {
    let rich = with_ability(
        "laverna",
        "[{ do = \"gain_credit\", n = 3 }, { do = \"spend\", who = \"opponent\", n = 1, then = [{ do = \"gain_credit\", n = 1 }] }]",
    );
    holds_with(rich, "credits 5 2\nseat 0 plays venture atlas laverna\n-> credits 5 1");
}

/// SA-84: a card that matches an Order at this planet may be discarded for an Outpost.
#[test]
fn vulcan_melts_what_matches() {
    let made = played(
        "atlas: mors | ceres
         genua-iv: laverna |
         hand 0 vulcan vulcan mors ceres laverna janus
         credits 2 2
         seat 0 plays venture atlas vulcan",
    );
    assert_eq!(legal(&made.after), ["melt mors", "melt ceres", "melt vulcan", "decline"]);
    assert_eq!(refused_by(&made.after, Seat(0), "melt laverna"), Some("SA-84"), "it is at another planet");
    assert_eq!(refused_by(&made.after, Seat(0), "melt janus"), Some("SA-84"), "Cloning is for Expand only");
    assert_eq!(refused_by(&made.after, Seat(0), "melt mercury"), Some("SA-84"), "it is not in the hand");
    holds(
        "hand 0 vulcan vulcan
         seat 0 plays venture atlas vulcan
         seat 0 plays melt vulcan
         -> atlas: vulcan |
         -> discard vulcan
         -> outposts 1 0",
    );
}

/// SA-84, SA-R20: Vulcan can be declined, so there is a question even with one matching card.
#[test]
fn vulcan_may_be_declined() {
    let made = played("hand 0 vulcan vulcan ceres\nseat 0 plays venture atlas vulcan");
    assert_eq!(legal(&made.after), ["melt vulcan", "decline"]);
    holds("hand 0 vulcan ceres\nseat 0 plays venture atlas vulcan\n-> asks action\n-> outposts 0 0");
}

/// SA-84, SA-R04, SA-R05: if the deck is empty, the melted card becomes the deck and then the Outpost.
#[test]
fn vulcan_melts_into_the_last_outpost() {
    holds(
        "deck nothing
         discard nothing
         hand 0 vulcan vulcan
         seat 0 plays venture atlas vulcan
         seat 0 plays melt vulcan
         -> by SA-18
         -> outposts 1 0
         -> deck nothing
         -> discard nothing",
    );
    let made = played(
        "deck nothing\ndiscard nothing\nhand 0 vulcan vulcan\nseat 0 plays venture atlas vulcan\nseat 0 plays melt vulcan",
    );
    assert_eq!(open(&made.after).outposts[0], ["vulcan"], "the melted card is the Outpost");
}

/// SA-85, SA-89: Mercury moves an Order here or draws.
#[test]
fn mercury_moves_or_draws() {
    let made = played(
        "atlas: | vulcan
         genua-iv: ceres vulcan | laverna
         umeri-i: mors |
         dorsi-ii: | janus
         seat 0 plays venture atlas mercury",
    );
    assert_eq!(legal(&made.after), ["move umeri-i mors", "move genua-iv ceres", "draw"]);
    for (sentence, rule) in [
        ("move genua-iv vulcan", "SA-24"),
        ("move genua-iv laverna", "SA-85"),
        ("move dorsi-ii janus", "SA-85"),
        ("move atlas mercury", "SA-85"),
        ("decline", "SA-31"),
        ("mode 1", "SA-31"),
    ] {
        assert_eq!(refused_by(&made.after, Seat(0), sentence), Some(rule), "{sentence}");
    }
    holds(
        "genua-iv: ceres |\ndeck janus ...\nseat 0 plays venture atlas mercury\nseat 0 plays draw\n-> hand 0 janus\n-> genua-iv: ceres |",
    );
}

/// SA-89: the moved Order leaves its old planet at once and is the newest at its new one.
#[test]
fn mercury_lowers_the_cost_at_the_old_planet() {
    holds(
        "genua-iv: ceres vulcan |
         credits 2 2
         hand 0 mercury laverna
         seat 0 plays venture atlas mercury
         seat 0 plays move genua-iv ceres
         -> atlas: mercury ceres |
         -> genua-iv: vulcan |
         -> credits 1 2
         seat 0 plays venture genua-iv laverna
         -> refused SA-41",
    );
    holds(
        "genua-iv: vulcan |
         credits 2 0
         hand 0 mercury laverna
         seat 0 plays venture atlas mercury
         seat 0 plays move genua-iv vulcan
         seat 0 plays venture genua-iv laverna
         -> credits 0 0
         -> genua-iv: laverna |",
    );
}

/// SA-89: an Order can also move away from a planet of which the opponent is Arbiter.
#[test]
fn mercury_moves_from_any_planet() {
    holds(
        "genua-iv of seat 1: ceres |
         atlas of seat 1
         seat 0 plays venture atlas mercury
         seat 0 plays move genua-iv ceres
         -> atlas of seat 1: mercury ceres |
         -> genua-iv of seat 1",
    );
}

/// SA-89: drawing can be chosen even if there is no card to draw. If nothing can move, Mercury draws without a
/// question.
#[test]
fn mercury_may_draw_nothing() {
    holds(
        "deck nothing
         discard nothing
         genua-iv: ceres |
         seat 0 plays venture atlas mercury
         -> can draw
         seat 0 plays draw
         -> hand 0 nothing
         -> asks action",
    );
    holds(
        "deck nothing\ndiscard nothing\nseat 0 plays venture atlas mercury\n-> hand 0 nothing\n-> asks action",
    );
}

/// SA-90: Janus makes a pair with any card in an Expand, and two cards of Janus are a pair.
#[test]
fn cloning_makes_any_pair() {
    let state = dealt("hand 0 mors ceres janus janus vulcan\nseat 0 plays done");
    assert_eq!(
        legal_like(&state, "expand"),
        ["expand mors janus", "expand ceres janus", "expand janus janus", "expand janus vulcan"]
    );
    for (sentence, left) in [
        ("expand janus mors", "ceres janus vulcan"),
        ("expand janus vulcan", "mors ceres janus"),
        ("expand janus janus", "mors ceres vulcan"),
    ] {
        holds(&format!(
            "hand 0 mors ceres janus janus vulcan\nseat 0 plays {sentence}\n-> hand 0 {left}\n-> outposts 1 0"
        ));
    }
    let one = dealt("hand 0 janus\nseat 0 plays done");
    assert_eq!(refused_by(&one, Seat(0), "expand janus janus"), Some("SA-48"), "one card is not a pair");
}

/// SA-90: a pair of one Order can be expanded without Janus.
#[test]
fn cloning_is_not_forced() {
    holds("hand 0 mors mors janus\nseat 0 plays expand mors mors\n-> hand 0 janus");
}

/// SA-91: one Laverna is discarded to make a Survey cost one Credit.
#[test]
fn scouting_makes_a_survey_cheap() {
    holds(
        "hand 0 laverna laverna mors
         credits 4 2
         deck ceres ...
         seat 0 plays survey laverna
         -> credits 3 2
         -> hand 0 mors laverna
         -> discard laverna
         -> by SA-91
         -> asks place",
    );
    let state = dealt("hand 0 laverna laverna\ncredits 5 5\nseat 0 plays done");
    assert_eq!(legal_like(&state, "survey"), ["survey", "survey laverna"]);
    let refused = crate::tables::refusal(&state, Seat(0), "survey laverna laverna");
    assert_eq!(refused.code, atlas_core::Code::Notation, "only one for each Survey");
}

/// SA-91: Scouting needs a Laverna in hand.
#[test]
fn scouting_needs_laverna() {
    let state = dealt("hand 0 mors\ncredits 5 5\nseat 0 plays done");
    assert_eq!(refused_by(&state, Seat(0), "survey laverna"), Some("SA-91"));
    assert_eq!(refused_by(&state, Seat(0), "survey mors"), Some("SA-32"));
}

/// SA-92, SA-47: Scouting needs one Credit.
#[test]
fn scouting_needs_one_credit() {
    for (credits, survey) in [(0, vec![]), (1, vec!["survey laverna"]), (2, vec!["survey laverna"])] {
        let state = dealt(&format!("hand 0 laverna\ncredits {credits} 5\nseat 0 plays done"));
        assert_eq!(legal_like(&state, "survey"), survey);
        assert_eq!(refused_by(&state, Seat(0), "survey"), Some("SA-47"));
    }
    let poor = dealt("hand 0 laverna\ncredits 0 5\nseat 0 plays done");
    assert_eq!(refused_by(&poor, Seat(0), "survey laverna"), Some("SA-47"));
}

/// SA-92: Laverna is discarded before the card is turned up, so it may be that card.
#[test]
fn scouting_may_turn_up_the_scout() {
    let made =
        played("hand 0 laverna\ncredits 1 2\ndeck nothing\ndiscard nothing\nseat 0 plays survey laverna");
    assert_eq!(asked(&made.after), "place");
    assert_eq!(open(&made.after).pending.unwrap().card.as_deref(), Some("laverna"));
    assert_eq!(made.rules(), ["SA-43", "SA-91", "SA-18", "SA-13", "SA-44"]);
    // If a card is left in the deck, that one is turned up, and Laverna becomes the deck.
    holds(
        "hand 0 laverna\ncredits 1 2\ndeck ceres\ndiscard nothing\nseat 0 plays survey laverna\n-> deck laverna\n-> discard nothing",
    );
}
