//! Plays inside plays: SA-R06, SA-R12, SA-R13 and SA-R14, with Orders that play others.

use atlas_core::laws::positions_come_back;
use atlas_core::{Chance, Game, Seat};
use atlas_shadow_of_atlas::example::Example;
use atlas_shadow_of_atlas::{ContentRef, ShadowOfAtlas};
use serde_json::json;

use crate::tables::{Move, asked, edition, holds_with, legal, open, played_with, with_ability, with_orders};

/// Content in which Mors plays another Order to any planet and then draws a card.
fn bringer() -> ContentRef {
    with_ability("mors", "[{ do = \"play_order\", to = \"any_planet\" }, { do = \"draw\", n = 1 }]")
}

/// Content in which Mors plays another Order to its own planet.
fn companion() -> ContentRef {
    with_ability("mors", "[{ do = \"play_order\" }]")
}

/// SA-R12: the inner play is completed, with its Ability and its test, before the outer Ability continues. The outer
/// test comes last.
#[test]
fn the_inner_play_is_completed_first() {
    let made = played_with(
        bringer(),
        "atlas: vulcan laverna |
         genua-iv: vulcan laverna |
         credits 3 2
         hand 0 mors ceres
         seat 0 plays venture atlas mors
         seat 0 plays play genua-iv ceres",
    );
    assert_eq!(
        made.rules(),
        [
            "SA-25", "SA-81", "SA-26", "SA-28", "SA-15", "SA-17", // Ceres, her Ability, and her planet
            "SA-15", // Mors draws
            "SA-26", "SA-28", "SA-15", "SA-17", // Mors develops Atlas
        ]
    );
    let planets: Vec<_> = open(&made.after).planets.into_iter().filter_map(|planet| planet.arbiter).collect();
    assert_eq!(planets, [Seat(0), Seat(0)]);
}

/// SA-R12: the outer test counts the Orders that are left. A third Order of the inner play counts for the inner test.
#[test]
fn the_outer_test_counts_the_remaining_orders() {
    holds_with(
        bringer(),
        "atlas: vulcan |
         credits 2 2
         hand 0 mors ceres
         deck janus janus laverna ...
         seat 0 plays venture atlas mors
         -> can play atlas ceres
         -> can play genua-iv ceres
         -> cannot play atlas mors
         seat 0 plays play atlas ceres
         -> atlas of seat 0
         -> discard vulcan mors ceres
         -> hand 0 janus laverna
         -> outposts 1 0",
    );
}

/// SA-R13: the same cards are not rewarded twice.
#[test]
fn the_same_orders_are_rewarded_once() {
    let made = played_with(
        companion(),
        "atlas: vulcan |\ncredits 2 2\nhand 0 mors ceres\nseat 0 plays venture atlas mors",
    );
    assert_eq!(made.rules().iter().filter(|rule| **rule == "SA-28").count(), 1);
    assert_eq!(open(&made.after).outposts[0].len(), 1);
}

/// SA-R06: four Orders at the inner test all leave, for one reward.
#[test]
fn four_orders_make_one_arbiter() {
    holds_with(
        companion(),
        "atlas: vulcan laverna |
         credits 3 2
         hand 0 mors ceres
         seat 0 plays venture atlas mors
         -> atlas of seat 0
         -> discard vulcan laverna mors ceres
         -> outposts 1 0
         -> credits 2 2",
    );
}

/// SA-R12: plays can be nested more than once. Each is finished before the one around it.
#[test]
fn plays_nest_more_than_once() {
    let chain = with_orders(
        "[[order]]
id = \"mors\"
name = \"Mors\"
count = 6
ability = [{ do = \"play_order\", to = \"any_planet\" }, { do = \"gain_credit\", n = 1 }]
[[order]]
id = \"vulcan\"
name = \"Vulcan\"
count = 6
ability = [{ do = \"play_order\", to = \"any_planet\" }, { do = \"gain_outpost\", n = 1 }]",
    );
    let made = played_with(
        chain,
        "credits 1 2
         hand 0 mors vulcan ceres
         seat 0 plays venture atlas mors
         seat 0 plays play atlas vulcan
         seat 0 plays play atlas ceres",
    );
    assert_eq!(
        made.rules(),
        [
            "SA-25", "SA-81", "SA-26", "SA-28", "SA-15", "SA-17", // Ceres is the third
            "SA-17", // Vulcan continues
            "SA-31", // Mors continues and cites no rule of its own
        ]
    );
    assert_eq!((open(&made.after).credits[0], open(&made.after).outposts[0].len()), (3, 2));
}

/// SA-R12: an optional play can be declined, and an impossible play is skipped.
#[test]
fn a_play_may_be_declined_or_impossible() {
    let may = with_ability("mors", "[{ do = \"play_order\", may = true }, { do = \"gain_credit\", n = 1 }]");
    holds_with(
        may,
        "hand 0 mors ceres\nseat 0 plays venture atlas mors\n-> asks play\nseat 0 plays decline\n-> credits 2 2\n-> hand 0 ceres",
    );
    holds_with(may, "hand 0 mors\nseat 0 plays venture atlas mors\n-> asks action\n-> credits 2 2");
    holds_with(
        may,
        "atlas: | ceres\nhand 0 mors ceres\nseat 0 plays venture atlas mors\n-> asks action\n-> hand 0 ceres",
    );
    // A forced play with one option is made without a question.
    holds_with(
        companion(),
        "hand 0 mors vulcan\nseat 0 plays venture atlas mors\n-> atlas: mors vulcan |\n-> asks action",
    );
}

/// SA-R12: an illegal inner play is refused with the rule that forbids it.
#[test]
fn an_inner_play_follows_the_rules() {
    let made = played_with(
        bringer(),
        "atlas: | ceres
         dorsi-ii of seat 0
         hand 0 mors ceres vulcan
         seat 0 plays venture atlas mors",
    );
    assert_eq!(asked(&made.after), "play");
    for (sentence, rule) in [
        ("play atlas ceres", "SA-24"),
        ("play dorsi-ii vulcan", "SA-23"),
        ("play genua-iv laverna", "SA-31"),
        ("decline", "SA-31"),
        ("venture genua-iv vulcan", "SA-31"),
    ] {
        assert_eq!(crate::tables::refused_by(&made.after, Seat(0), sentence), Some(rule), "{sentence}");
    }
    let near = played_with(companion(), "hand 0 mors ceres vulcan\nseat 0 plays venture atlas mors");
    assert_eq!(crate::tables::refused_by(&near.after, Seat(0), "play genua-iv ceres"), Some("SA-31"));
}

/// SA-30: an inner play costs nothing.
#[test]
fn an_inner_play_is_free() {
    holds_with(
        companion(),
        "atlas: | janus laverna\ncredits 1 0\nhand 0 mors vulcan\nseat 0 plays venture atlas mors\n-> credits 0 0\n-> atlas: mors vulcan | janus laverna",
    );
}

/// SA-R06: a player who became Arbiter by the inner play cannot become Arbiter again, whatever the outer Ability moves
/// there. The moved Orders stay, and the position can be loaded again.
#[test]
fn an_arbiter_does_not_become_arbiter_again() {
    let crowd = with_ability(
        "mors",
        "[{ do = \"play_order\" }, { do = \"move_order\" }, { do = \"move_order\" }, { do = \"move_order\" }]",
    );
    let table = "atlas: vulcan |
         genua-iv: janus laverna |
         umeri-i: mercury |
         credits 2 2
         hand 0 mors ceres
         seat 0 plays venture atlas mors
         seat 0 plays move genua-iv janus
         seat 0 plays move genua-iv laverna
         -> atlas of seat 0: janus laverna mercury |
         -> genua-iv: |
         -> umeri-i: |
         -> outposts 1 0
         -> discard vulcan mors ceres
         -> asks action
         -> cannot venture atlas vulcan";
    holds_with(crowd, table);
    positions_come_back(&played_with(crowd, table).after).unwrap();
}

/// SA-R06: Orders that were moved to a planet count at the next play there, however many they are.
#[test]
fn moved_orders_wait_for_the_next_play() {
    let push =
        with_ability("mors", "[{ do = \"move_order\", from = \"this_planet\", to = \"other_planet\" }]");
    holds_with(
        push,
        "atlas: janus |
         genua-iv: vulcan laverna |
         credits 5 2
         hand 0 mors ceres
         seat 0 plays venture atlas mors
         seat 0 plays move genua-iv janus
         -> genua-iv: vulcan laverna janus |
         -> atlas: mors |
         seat 0 plays venture genua-iv ceres
         -> refused SA-41",
    );
    holds_with(
        push,
        "atlas: janus |
         genua-iv: vulcan laverna |
         credits 5 2
         hand 0 mors laverna
         seat 0 plays venture umeri-i mors
         -> asks move
         seat 0 plays move genua-iv mors
         -> genua-iv: vulcan laverna mors |
         -> umeri-i: |
         -> outposts 0 0
         -> credits 4 2
         seat 0 plays venture genua-iv janus
         -> refused SA-39",
    );
}

/// Content in which every Order draws two cards and plays another Order to any planet.
fn avalanche() -> ContentRef {
    let order = |(id, count): (&str, u8)| {
        format!(
            "[[order]]\nid = \"{id}\"\nname = \"{id}\"\ncount = {count}\nability = [{{ do = \"draw\", n = 2 }}, \
             {{ do = \"play_order\", to = \"any_planet\" }}, {{ do = \"gain_credit\", n = 1 }}]\n"
        )
    };
    let orders = [("mors", 6), ("ceres", 6), ("janus", 5), ("laverna", 6), ("vulcan", 6), ("mercury", 6)];
    with_orders(&orders.map(order).concat())
}

/// SA-R14: thirty nested plays fill all planets. Then they end, and each planet is taken once.
#[test]
fn thirty_plays_fill_everything_and_end() {
    let example = Example::read(
        "hand 0 mors ceres janus laverna vulcan mercury\nseat 0 plays venture atlas mors",
        avalanche(),
    );
    let mut state = example.unwrap().scenario.deal().unwrap();
    let mut chance = Chance::quick(3);
    state = Move::act(state, Seat(0), "venture umeri-i mors", &mut chance).after;
    let (mut plays, mut deepest) = (1, 0);
    while asked(&state) == "play" {
        positions_come_back(&state).unwrap();
        let stack = open(&state).pending.unwrap().stack.unwrap_or_default();
        deepest = deepest.max(stack.iter().filter(|frame| frame.starts_with("test")).count());
        let first = legal(&state)[0].clone();
        let made = Move::act(state, Seat(0), &first, &mut chance);
        plays += made.rules().iter().filter(|rule| **rule == "SA-25").count();
        state = made.after;
    }
    let position = open(&state);
    assert!(plays <= 30, "{plays} plays");
    assert!(deepest >= 25, "only {deepest} deep");
    assert!(position.planets.iter().all(|planet| planet.arbiter == Some(Seat(0))));
    assert_eq!(position.outposts[0].len(), 5);
}

/// SA-R14: at most thirty plays are open at once. One more is not played, and a position with more is refused.
#[test]
fn the_thirty_first_play_is_not_played() {
    let content = avalanche();
    let example =
        Example::read("atlas: mors |\nhand 0 ceres vulcan\nacted\nseat 0 plays done", content).unwrap();
    let mut position = example.scenario.deal().unwrap().dump();
    let mut asking = |tests: usize| {
        let mut stack = vec!["test atlas".to_owned(); tests];
        stack.push("mors 1 atlas".to_owned());
        position["pending"] = json!({ "choose": "play", "planet": "atlas", "stack": stack });
        ShadowOfAtlas::load(edition(content), &position)
    };
    let state = asking(29).unwrap();
    let made = Move::act(state, Seat(0), "play genua-iv ceres", &mut Chance::quick(1));
    assert_eq!(asked(&made.after), "action", "the thirtieth play plays no other");
    assert!(open(&made.after).hands[0].contains(&"vulcan".to_owned()));
    let refused = asking(30).unwrap_err();
    assert_eq!(refused.rule.unwrap().0, "SA-31", "it would not be asked: {refused}");
    let refused = asking(31).unwrap_err();
    assert_eq!(refused.rule.unwrap().0, "SA-R14", "{refused}");
}
