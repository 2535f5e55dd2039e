//! The Actions: SA-39 to SA-49.

use atlas_core::{Marks, Seat, Viewer};
use atlas_shadow_of_atlas::{Action, Event};

use crate::tables::{
    dealt, holds, holds_with, legal, legal_like, open, played, random_moves, refusal, refused_by,
    with_ability,
};

/// SA-39: a Venture takes a card from the player's own hand to a planet where it may be played.
#[test]
fn a_venture_takes_a_card_from_the_players_hand() {
    let state = dealt("hand 0 mors\nhand 1 ceres\ncredits 5 5\nseat 0 plays done");
    assert_eq!(refused_by(&state, Seat(0), "venture atlas ceres"), Some("SA-39"));
    assert_eq!(
        refusal(&state, Seat(0), "venture atlas ceres").message.to_string(),
        "You have no Ceres in your hand."
    );
    assert_eq!(legal_like(&state, "venture").len(), 5);
    for made in random_moves(30) {
        if let Action::Venture(..) = made.action {
            let (before, after) = (open(&made.before).hands, open(&made.after).hands);
            let order = made.sentence().rsplit(' ').next().unwrap().to_owned();
            let count = |hand: &[String]| hand.iter().filter(|card| **card == order).count();
            let drawn = made.news.iter().filter(|(rule, _)| rule.0 == "SA-15").count();
            assert!(count(&before[made.seat.index()]) > 0);
            // A draw by Mercury or as a reward adds a card, and Vulcan may discard one.
            assert!(after[made.seat.index()].len() <= before[made.seat.index()].len() - 1 + drawn);
        }
    }
}

/// SA-40, SA-R22: a Venture costs one Credit and one more for each own Order there, counted before the card is placed.
#[test]
fn a_venture_costs_one_more_for_each_own_order_there() {
    for (side, cost) in [("", 1), ("vulcan", 2), ("vulcan mors", 3)] {
        for other in ["", "janus", "janus mercury"] {
            holds(&format!(
                "atlas: {side} | {other}\ncredits 5 0\nseat 0 plays venture atlas laverna\n-> credits {} 0",
                5 - cost
            ));
        }
    }
}

/// SA-40: after four Orders that an Ability left on a side, the next one costs five.
#[test]
fn the_fifth_order_costs_five() {
    let pusher = with_ability(
        "mors",
        "[{ do = \"move_order\", from = \"this_planet\", whose = \"opponent\", to = \"other_planet\" }]",
    );
    holds_with(
        pusher,
        "genua-iv: | janus laverna vulcan mercury
         credits 0 5
         seat 1 plays venture genua-iv ceres
         -> genua-iv of seat 1
         -> credits 0 2",
    );
    holds_with(
        pusher,
        "genua-iv: | janus laverna vulcan mercury
         credits 0 4
         seat 1 plays venture genua-iv ceres
         -> refused SA-41",
    );
}

/// SA-41: a Venture needs enough Credits, and the refusal says how many the player has.
#[test]
fn a_venture_needs_its_credits() {
    let state = dealt("atlas: mors ceres |\ngenua-iv: mors |\ncredits 1 5\nhand 0 vulcan\nseat 0 plays done");
    let said = |sentence| refusal(&state, Seat(0), sentence).message.to_string();
    assert_eq!(said("venture atlas vulcan"), "A Venture to Atlas costs 3 Credits. You have 1.");
    assert_eq!(said("venture genua-iv vulcan"), "A Venture to Genua IV costs 2 Credits. You have 1.");
    let poor = dealt("credits 0 5\nhand 0 vulcan\nseat 0 plays done");
    let said = refusal(&poor, Seat(0), "venture atlas vulcan").message.to_string();
    assert_eq!(said, "A Venture to Atlas costs 1 Credit. You have none.");
}

/// SA-42: the cost is paid, and then the Order is played.
#[test]
fn a_venture_is_paid_and_then_played() {
    // Ceres cannot pay for itself: two Credits are spent before it is played.
    holds("atlas: mors |\ncredits 1 2\nseat 0 plays venture atlas ceres\n-> refused SA-41");
    holds("atlas: mors |\ncredits 2 2\nseat 0 plays venture atlas ceres\n-> credits 2 2");
}

/// SA-43: a Survey costs three Credits, whatever Orders are at the planet.
#[test]
fn a_survey_costs_three_credits() {
    for side in ["", "vulcan", "vulcan laverna"] {
        holds(&format!(
            "atlas: {side} |\ncredits 4 0\ndeck mors ...\nseat 0 plays survey\n-> credits 1 0\nseat 0 plays place atlas\n-> credits 1 0"
        ));
    }
}

/// SA-44: a Survey turns up the top card, which can be the third Order like any other.
#[test]
fn a_survey_plays_the_top_card() {
    holds(
        "atlas: vulcan laverna |
         credits 3 2
         deck ceres mors ...
         seat 0 plays survey
         -> by SA-44
         -> hand 0 nothing
         -> deck mors ...
         seat 0 plays place atlas
         -> atlas of seat 0
         -> credits 2 2
         -> hand 0 mors",
    );
    let made = played("credits 3 2\ndeck ceres ...\nseat 0 plays survey");
    assert!(made.marks.contains(Marks::REVEALED));
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        assert!(made.texts(viewer).contains(&"Seat 0 turns up Ceres.".to_owned()));
    }
}

/// SA-45: the card goes to the hand only if it can be played to no planet. Then nothing else happens.
#[test]
fn a_surveyed_card_goes_to_the_hand_only_if_no_planet_is_open() {
    let mut kept = 0;
    for made in random_moves(400) {
        if !made.news.iter().any(|(rule, event)| rule.0 == "SA-45" && matches!(event, Event::Kept { .. })) {
            continue;
        }
        kept += 1;
        let (before, after, own) = (open(&made.before), open(&made.after), made.seat.index());
        assert_eq!(after.planets, before.planets);
        let closed = |card: &String| {
            after.planets.iter().all(|planet| {
                planet.arbiter == Some(made.seat) || planet.orders.iter().flatten().any(|order| order == card)
            })
        };
        assert!(after.known[own].iter().any(closed));
    }
    assert!(kept > 5, "only {kept} cards were kept");
    holds(
        "umeri-i of seat 0
         dorsi-ii: mors |
         atlas: mors |
         bracchii-iii: | mors
         genua-iv of seat 1: mors |
         credits 3 2
         deck mors laverna ...
         seat 0 plays survey
         -> hand 0 mors
         -> deck laverna ...
         -> discard nothing",
    );
}

/// SA-46: the planet is chosen after the card is seen, among all planets to which it may be played.
#[test]
fn the_planet_is_chosen_when_the_card_is_seen() {
    let made = played(
        "umeri-i: mors |
         dorsi-ii of seat 0
         atlas of seat 1
         genua-iv: ceres |
         credits 3 2
         deck mors ...
         seat 0 plays survey",
    );
    assert_eq!(legal(&made.after), ["place atlas", "place bracchii-iii", "place genua-iv"]);
    assert_eq!(refused_by(&made.after, Seat(0), "place umeri-i"), Some("SA-24"));
    assert_eq!(refused_by(&made.after, Seat(0), "place dorsi-ii"), Some("SA-23"));
    for sentence in ["done", "decline", "survey", "venture atlas mors", "discard mors", "draw"] {
        assert_eq!(refused_by(&made.after, Seat(0), sentence), Some("SA-46"), "{sentence}");
    }
}

/// SA-47: a Survey needs three Credits and a card. A deck of one card is enough.
#[test]
fn a_survey_needs_credits_and_a_card() {
    for credits in 0..3 {
        let state = dealt(&format!("credits {credits} 5\nseat 0 plays done"));
        assert_eq!(refused_by(&state, Seat(0), "survey"), Some("SA-47"));
    }
    holds("credits 3 2\ndeck ceres\ndiscard nothing\nseat 0 plays survey\n-> deck nothing\n-> asks place");
    // The last card of the deck is turned up, and the discard pile becomes the deck at once.
    holds(
        "credits 3 2\ndeck ceres\ndiscard mors mors\nseat 0 plays survey\n-> deck mors mors\n-> asks place",
    );
}

/// SA-48: an Expand discards a pair and gains an Outpost, then a Credit.
#[test]
fn an_expand_makes_an_outpost_and_a_credit() {
    let made = played("seat 0 plays expand vulcan vulcan");
    assert_eq!(made.rules(), ["SA-48", "SA-17", "SA-48"]);
    assert_eq!(open(&made.after).discard, ["vulcan", "vulcan"]);
    holds("credits 5 2\nseat 0 plays expand vulcan vulcan\n-> credits 5 2\n-> outposts 1 0");
    for made in random_moves(40) {
        let Action::Expand(..) = made.action else { continue };
        let (before, after) = (open(&made.before), open(&made.after));
        let own = made.seat.index();
        assert_eq!(after.hands[own].len(), before.hands[own].len() - 2);
        assert_eq!(after.outposts[own].len(), before.outposts[own].len() + 1);
        assert_eq!(after.credits[own], (before.credits[own] + 1).min(5));
    }
}

/// SA-48: two cards that are not a pair in the player's own hand are refused.
#[test]
fn an_expand_needs_a_pair() {
    let state = dealt("hand 0 mors ceres ceres\nhand 1 mors\nseat 0 plays done");
    for (sentence, why) in [
        ("expand mors mors", "You have only one Mors."),
        ("expand mors ceres", "Mors and Ceres are not a pair."),
        ("expand ceres mors", "Mors and Ceres are not a pair."),
        ("expand vulcan vulcan", "You have no Vulcan in your hand."),
        ("expand ceres janus", "You have no Janus in your hand."),
    ] {
        let refused = refusal(&state, Seat(0), sentence);
        assert_eq!(
            (refused.rule.unwrap().0, refused.message.to_string().as_str()),
            ("SA-48", why),
            "{sentence}"
        );
    }
    assert_eq!(legal_like(&state, "expand"), ["expand ceres ceres"]);
}

/// SA-49: an Expand costs no Credits and needs no planet.
#[test]
fn an_expand_costs_nothing() {
    holds(
        "umeri-i of seat 0
         dorsi-ii of seat 0
         atlas of seat 0
         bracchii-iii of seat 0
         genua-iv of seat 0
         credits 0 0
         seat 0 plays expand mors mors
         -> credits 1 0
         -> outposts 1 0",
    );
    for made in random_moves(40) {
        if let Action::Expand(..) = made.action {
            assert_eq!(open(&made.after).planets, open(&made.before).planets);
            assert!(!made.rules().contains(&"SA-13"), "nothing is spent");
        }
    }
}
