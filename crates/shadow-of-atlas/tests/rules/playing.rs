//! Playing an Order: SA-22 to SA-32.

use atlas_core::{Seat, Viewer};
use atlas_shadow_of_atlas::{Action, Event};

use crate::tables::{
    dealt, holds, holds_with, legal, legal_like, open, played, random_moves, refused_by, with_ability,
    with_orders,
};

/// SA-22: an Order is always played to the player's own side, as the newest there.
#[test]
fn an_order_is_played_to_the_players_side() {
    for made in random_moves(40) {
        for (_, event) in &made.news {
            if let Event::Played { seat, .. } = event {
                assert_eq!(*seat, made.seat);
            }
        }
    }
    holds("atlas: ceres | mors\nseat 1 plays venture atlas vulcan\n-> atlas: ceres | mors vulcan");
}

/// SA-23: the Arbiter of a planet may not play Orders there in any way. The other player may.
#[test]
fn the_arbiter_may_not_play_there() {
    let state = dealt("atlas of seat 0\nhand 0 mors ceres\ncredits 5 5\nseat 0 plays done");
    assert_eq!(refused_by(&state, Seat(0), "venture atlas mors"), Some("SA-23"));
    assert!(legal_like(&state, "venture atlas").is_empty());
    assert_eq!(legal_like(&state, "venture").len(), 8);
    // SA-R10: a Survey cannot be placed there either.
    holds(
        "atlas of seat 0\ncredits 3 2\ndeck mors ...\nseat 0 plays survey\n-> cannot place atlas\n-> can place genua-iv",
    );
    holds("atlas of seat 0\nseat 1 plays venture atlas mors\n-> atlas of seat 0: | mors");
}

/// SA-24: no Order is at a planet twice, on either side.
#[test]
fn an_order_is_at_a_planet_only_once() {
    for there in ["mors |", "| mors", "ceres mors |", "vulcan | mors"] {
        let state = dealt(&format!("atlas: {there}\ncredits 5 5\nhand 0 mors\nseat 0 plays done"));
        assert_eq!(refused_by(&state, Seat(0), "venture atlas mors"), Some("SA-24"), "{there}");
        assert_eq!(legal_like(&state, "venture").len(), 4, "{there}");
    }
    for made in random_moves(40) {
        for planet in open(&made.after).planets {
            let mut orders: Vec<String> = planet.orders.into_iter().flatten().collect();
            let all = orders.len();
            orders.sort();
            orders.dedup();
            assert_eq!(orders.len(), all, "{}", planet.id);
        }
    }
}

/// SA-24: when an Order has left a planet, it may be played there again.
#[test]
fn an_order_that_left_may_be_played_again() {
    holds(
        "atlas: | mors
         credits 3 2
         hand 0 mors mors
         seat 0 plays venture atlas mors
         -> refused SA-24
         seat 0 plays venture genua-iv mors
         -> genua-iv: mors |",
    );
    holds(
        "atlas: ceres vulcan |
         credits 4 2
         seat 0 plays venture atlas mors
         -> atlas of seat 0
         seat 0 plays done
         seat 1 plays venture atlas mors
         -> atlas of seat 0: | mors",
    );
}

/// SA-25: the card is placed, then the Ability is used, then the test follows.
#[test]
fn a_play_has_three_steps() {
    let made = played("atlas: mors ceres | vulcan\ncredits 3 2\nseat 0 plays venture atlas laverna");
    assert_eq!(
        made.rules(),
        ["SA-39", "SA-13", "SA-25", "SA-13", "SA-83", "SA-26", "SA-28", "SA-15", "SA-17"],
        "the cost, the card, what Laverna takes and gives, the planet and the reward"
    );
    // The Ability is used while all three Orders are there: Vulcan may melt a card that matches any of them.
    holds(
        "atlas: mors ceres |
         credits 3 2
         hand 0 vulcan mors
         seat 0 plays venture atlas vulcan
         -> atlas: mors ceres vulcan |
         -> asks melt
         seat 0 plays melt mors
         -> atlas of seat 0
         -> outposts 2 0
         -> discard mors mors ceres vulcan",
    );
}

/// SA-25: two Orders are not enough, and Orders at another planet or on the other side do not count.
#[test]
fn two_orders_are_not_enough_for_an_arbiter() {
    holds("atlas: ceres |\nseat 0 plays venture atlas mors\n-> atlas: ceres mors |");
    holds("atlas: ceres laverna |\nseat 0 plays venture genua-iv mors\n-> genua-iv: mors |");
    holds("atlas: | ceres laverna\nseat 0 plays venture atlas vulcan\n-> atlas: vulcan | ceres laverna");
}

/// SA-26: an Undeveloped planet becomes Developed, with the player as Arbiter.
#[test]
fn an_undeveloped_planet_is_developed() {
    holds(
        "genua-iv: | mors ceres
         credits 2 3
         seat 1 plays venture genua-iv vulcan
         -> by SA-26
         -> genua-iv of seat 1",
    );
}

/// SA-27: a Developed planet can be taken over again and again.
#[test]
fn a_planet_can_be_taken_over_and_back() {
    holds(
        "atlas: ceres laverna | mors vulcan
         credits 3 3
         hand 0 mercury
         seat 0 plays venture atlas mercury
         -> by SA-26
         -> atlas of seat 0: | mors vulcan
         seat 0 plays done
         seat 1 plays venture atlas ceres
         -> by SA-27
         -> atlas of seat 1",
    );
    let made = played("atlas of seat 1: mors vulcan |\ncredits 3 2\nseat 0 plays venture atlas ceres");
    let told = made.texts(Viewer::Spectator);
    assert!(
        told.contains(&"Seat 0 takes over Atlas from seat 1 and becomes its Arbiter.".to_owned()),
        "{told:?}"
    );
}

/// SA-28: the new Arbiter's Orders leave in the order in which they arrived; then comes a card, then an Outpost.
#[test]
fn the_reward_is_a_card_and_an_outpost() {
    holds(
        "atlas: vulcan ceres |
         credits 3 2
         deck janus laverna ...
         seat 0 plays venture atlas mors
         -> discard vulcan ceres mors
         -> hand 0 janus
         -> outposts 1 0
         -> deck 30",
    );
    let made =
        played("atlas: vulcan ceres |\ndeck janus laverna ...\ncredits 3 2\nseat 0 plays venture atlas mors");
    assert_eq!(open(&made.after).outposts[0], ["laverna"], "the card is drawn first");
}

/// SA-29: the other side does not change when a planet is developed or taken over.
#[test]
fn the_other_side_stays() {
    let table = "atlas: vulcan ceres | laverna janus
         credits 3 2
         seat 0 plays venture atlas mercury
         -> atlas of seat 0: | laverna janus";
    holds(table);
    // With the house Orders an Arbiter never has Orders there. Other Abilities can move them there.
    let pusher = with_ability("mors", "[{ do = \"move_order\", whose = \"opponent\" }]");
    holds_with(pusher, &table.replacen("atlas:", "atlas of seat 1:", 1));
}

/// SA-30: the Ability is used whether the Order comes from the hand, from the deck or from another Ability.
#[test]
fn the_ability_is_used_wherever_the_order_comes_from() {
    holds("seat 0 plays venture atlas ceres\n-> credits 3 2\n-> by SA-81");
    holds(
        "credits 3 2\ndeck ceres ...\nseat 0 plays survey\nseat 0 plays place atlas\n-> credits 2 2\n-> by SA-81",
    );
    let bringer = with_ability("mors", "[{ do = \"play_order\", to = \"any_planet\" }]");
    holds_with(
        bringer,
        "hand 0 mors ceres
         seat 0 plays venture atlas mors
         seat 0 plays play genua-iv ceres
         -> by SA-81
         -> credits 3 2
         -> genua-iv: ceres |",
    );
}

/// SA-31: steps are followed in order, and impossible ones are skipped.
#[test]
fn an_ability_is_followed_as_far_as_possible() {
    let long = with_ability(
        "mors",
        "[{ do = \"discard_opposing_order\" }, { do = \"spend\", n = 4 }, { do = \"draw\", n = 1 }]",
    );
    holds_with(
        long,
        "seat 0 plays venture atlas mors
         -> credits 1 2
         -> hand 0 1
         -> atlas: mors |",
    );
    let first = with_ability("ceres", "[{ do = \"spend\", n = 1 }, { do = \"gain_credit\", n = 2 }]");
    let last = with_ability("ceres", "[{ do = \"gain_credit\", n = 2 }, { do = \"spend\", n = 1 }]");
    holds_with(first, "credits 1 2\nseat 0 plays venture atlas ceres\n-> credits 2 2");
    holds_with(last, "credits 1 2\nseat 0 plays venture atlas ceres\n-> credits 1 2");
}

/// SA-31: while an Ability asks something, everything else is refused.
#[test]
fn an_ability_is_answered_before_anything_else() {
    let made = played("atlas: | ceres laverna\nhand 0 mors vulcan vulcan\nseat 0 plays venture atlas mors");
    assert_eq!(legal(&made.after), ["remove ceres", "remove laverna"]);
    for sentence in ["done", "venture genua-iv vulcan", "expand vulcan vulcan", "survey", "decline", "draw"] {
        assert_eq!(refused_by(&made.after, Seat(0), sentence), Some("SA-31"), "{sentence}");
    }
    assert_eq!(refused_by(&made.after, Seat(1), "remove ceres"), Some("SA-33"));
}

/// SA-32: Cloning and Scouting do nothing when the card is played to a planet.
#[test]
fn special_abilities_work_only_in_the_hand() {
    holds("seat 0 plays venture atlas janus\n-> credits 1 2\n-> outposts 0 0\n-> asks action");
    holds(
        "atlas: laverna |
         genua-iv: janus |
         hand 0 mors ceres
         credits 2 2
         seat 0 plays survey laverna
         -> refused SA-91
         seat 0 plays expand mors ceres
         -> refused SA-48
         seat 0 plays expand mors janus
         -> refused SA-48",
    );
    let state = dealt("credits 5 5\nhand 0 mors\nseat 0 plays done");
    assert_eq!(refused_by(&state, Seat(0), "survey mors"), Some("SA-32"), "only Scouting makes it cheaper");
}

/// SA-32: special Abilities belong to the Orders that the file gives them to.
#[test]
fn special_abilities_belong_to_their_orders() {
    let exchanged = with_orders(
        "[[order]]
id = \"mors\"
name = \"Mors\"
count = 6
ability = []
in_hand = { name = \"Cloning\", rule = \"expand_wildcard\" }
[[order]]
id = \"janus\"
name = \"Janus\"
count = 5
ability = []",
    );
    holds_with(
        exchanged,
        "hand 0 ceres mors janus
         seat 0 plays expand ceres janus
         -> refused SA-48
         seat 0 plays expand ceres mors
         -> outposts 1 0",
    );
}

/// SA-25: the events of a Venture begin with the play itself.
#[test]
fn the_events_of_a_venture_begin_with_the_play() {
    for made in random_moves(30).filter(|made| matches!(made.action, Action::Venture(..))) {
        assert_eq!(&made.rules()[..3], ["SA-39", "SA-13", "SA-25"]);
    }
}
