//! What a view contains about planets, hands and questions, so that clients need not derive it from the rules.

use atlas_core::{Game, Seat, Viewer};
use atlas_shadow_of_atlas::view::{HandOptions, SurveyOption, View};

use crate::tables::{dealt, holds_with, legal_like, open, played, played_with, random_moves, with_ability};

const VIEWERS: [Viewer; 4] =
    [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Everything];

/// The options of the hand of seat 0, as seat 0 sees them.
#[track_caller]
fn options(example: &str) -> HandOptions {
    let [own, other] = dealt(example).view(Viewer::Seat(Seat(0))).hand_options;
    assert_eq!(other, None);
    own.unwrap()
}

fn survey(cost: u8, discard: Option<&str>) -> SurveyOption {
    SurveyOption { cost, discard: discard.map(str::to_owned) }
}

/// SA-23, SA-40: the cost of a Venture for each seat, and none for the Arbiter.
#[test]
fn a_view_contains_the_costs_of_ventures() {
    let state = dealt("atlas: mors ceres | laverna\ngenua-iv of seat 1: mors |\nseat 0 plays done");
    for viewer in VIEWERS {
        let costs: Vec<_> =
            state.view(viewer).planets.into_iter().map(|planet| planet.venture_costs).collect();
        let plain = [Some(1), Some(1)];
        assert_eq!(costs, [plain, plain, [Some(3), Some(2)], plain, [Some(2), None]]);
    }
}

/// SA-23, SA-24, SA-40, SA-41: the legal Ventures are exactly those that the view allows.
#[test]
fn costs_agree_with_legal_ventures() {
    for made in random_moves(20) {
        let state = &made.before;
        if state.awaiting(made.seat).unwrap().kind != "action" {
            continue;
        }
        let view = state.view(Viewer::Seat(made.seat));
        let credits = view.credits[made.seat.index()];
        let mut hand = view.hands[made.seat.index()].clone().unwrap();
        hand.dedup();
        for planet in &view.planets {
            let paid = planet.venture_costs[made.seat.index()].is_some_and(|cost| cost <= credits);
            let free = hand.iter().filter(|card| !planet.orders.iter().flatten().any(|order| order == *card));
            let expected = if paid { free.count() } else { 0 };
            assert_eq!(legal_like(state, &format!("venture {} ", planet.id)).len(), expected);
        }
    }
}

/// SA-25, SA-R06: the Orders that are missing until a seat becomes Arbiter.
#[test]
fn a_view_contains_the_missing_orders() {
    let missing = |view: View, planet: usize| view.planets[planet].missing_orders;
    let state = dealt("atlas: mors ceres | laverna\ngenua-iv of seat 1: mors |\nseat 0 plays done");
    for viewer in VIEWERS {
        let view = state.view(viewer);
        assert_eq!(missing(view.clone(), 0), [Some(3), Some(3)]);
        assert_eq!(missing(view.clone(), 2), [Some(1), Some(2)]);
        assert_eq!(missing(view, 4), [Some(2), None]);
    }
    // While the third Order asks something, nothing is missing any more.
    let made = played("atlas: ceres vulcan | mors laverna\ncredits 3 2\nseat 0 plays venture atlas janus");
    assert_eq!(missing(made.after.view(Viewer::Spectator), 2), [Some(0), Some(1)]);
    // Orders that were moved there need one more play.
    let pusher = with_ability("mors", "[{ do = \"move_order\", whose = \"opponent\" }]");
    let table = "atlas: | ceres vulcan\ngenua-iv: | janus\nseat 0 plays venture atlas mors";
    holds_with(pusher, &format!("{table}\n-> atlas: mors | ceres vulcan janus"));
    let made = played_with(pusher, table);
    assert_eq!(missing(made.after.view(Viewer::Spectator), 2), [Some(2), Some(1)]);
}

/// SA-34, SA-64: points and income.
#[test]
fn a_view_counts_points_and_income() {
    for (outposts, income) in [([0, 2], [0, 0]), ([3, 4], [1, 1]), ([5, 9], [2, 2])] {
        let [one, two] = outposts;
        let state = dealt(&format!("atlas of seat 0\noutposts {one} {two}\nseat 0 plays done"));
        let view = state.view(Viewer::Spectator);
        assert_eq!((view.points, view.income), ([3 + one, two], income));
    }
    for seed in 0..10 {
        let last = crate::tables::random_game(seed).pop().unwrap().after;
        assert_eq!(last.view(Viewer::Spectator).points.to_vec(), last.outcome().unwrap().scores());
    }
}

/// SA-43, SA-91, SA-R04: the cheapest Survey and what is discarded for it.
#[test]
fn hand_options_contain_the_cheapest_survey() {
    assert_eq!(options("hand 0 mors\nseat 0 plays done").survey, Some(survey(3, None)));
    assert_eq!(options("hand 0 mors laverna\nseat 0 plays done").survey, Some(survey(1, Some("laverna"))));
    let empty = "deck nothing\ndiscard nothing\n";
    assert_eq!(options(&format!("{empty}hand 0 mors\nseat 0 plays done")).survey, None);
    assert_eq!(
        options(&format!("{empty}hand 0 laverna\nseat 0 plays done")).survey,
        Some(survey(1, Some("laverna")))
    );
}

/// SA-48, SA-90: a pair, of one Order if possible.
#[test]
fn hand_options_contain_a_pair() {
    for (hand, pair) in [
        ("mors ceres", None),
        ("mors ceres ceres", Some(["ceres", "ceres"])),
        ("mors janus vulcan", Some(["mors", "janus"])),
        ("janus vulcan", Some(["janus", "vulcan"])),
        ("janus", None),
        ("janus janus", Some(["janus", "janus"])),
        ("mors janus vulcan vulcan", Some(["vulcan", "vulcan"])),
        ("nothing", None),
    ] {
        let found = options(&format!("hand 0 {hand}\nseat 0 plays done")).pair;
        assert_eq!(found, pair.map(|pair| pair.map(str::to_owned)), "{hand}");
    }
}

/// SA-47, SA-48: the hand options of a view agree with the legal Actions.
#[test]
fn hand_options_agree_with_legal_actions() {
    for made in random_moves(20) {
        let state = &made.before;
        if state.awaiting(made.seat).unwrap().kind != "action" {
            continue;
        }
        let view = state.view(Viewer::Seat(made.seat));
        let options = view.hand_options[made.seat.index()].clone().unwrap();
        let expands = legal_like(state, "expand");
        match &options.pair {
            Some([one, two]) => assert!(expands.contains(&format!("expand {one} {two}")), "{expands:?}"),
            None => assert!(expands.is_empty(), "{expands:?}"),
        }
        let paid = options.survey.filter(|it| it.cost <= view.credits[made.seat.index()]);
        let surveys = legal_like(state, "survey");
        match paid {
            Some(SurveyOption { discard: Some(card), .. }) => {
                assert!(surveys.contains(&format!("survey {card}")), "{surveys:?}");
            }
            Some(_) => assert_eq!(surveys[0], "survey"),
            None => assert!(surveys.is_empty(), "{surveys:?}"),
        }
    }
}

/// SA-70: what a hand can be used for is seen by those who see the hand.
#[test]
fn hand_options_are_as_private_as_hands() {
    for made in random_moves(5) {
        for viewer in VIEWERS {
            let view = made.after.view(viewer);
            assert_eq!(view.hands.map(|hand| hand.is_some()), view.hand_options.map(|it| it.is_some()));
        }
    }
}

/// SA-46: the planets for a card that was turned up, which everybody sees.
#[test]
fn a_view_contains_the_planets_for_a_turned_up_card() {
    let made = played(
        "umeri-i: mors |
         dorsi-ii of seat 0
         atlas of seat 1
         credits 3 2
         deck mors ...
         seat 0 plays survey",
    );
    for viewer in VIEWERS {
        let turned_up = made.after.view(viewer).turned_up.unwrap();
        assert_eq!(turned_up.card, "mors");
        assert_eq!(turned_up.planets, ["atlas", "bracchii-iii", "genua-iv"]);
        assert_eq!(made.before.view(viewer).turned_up, None);
    }
}

/// SA-31, SA-70: everybody sees which Ability asks.
#[test]
fn a_view_names_the_order_that_asks() {
    for (example, asked_by) in [
        ("atlas: | ceres vulcan\nseat 0 plays venture atlas mors", Some("mors")),
        ("hand 0 vulcan vulcan\nseat 0 plays venture atlas vulcan", Some("vulcan")),
        ("atlas: | vulcan\nhand 0 janus vulcan\nseat 0 plays venture atlas janus", Some("vulcan")),
        ("genua-iv: ceres |\nseat 0 plays venture atlas mercury", Some("mercury")),
        ("credits 3 2\nseat 0 plays survey", None),
        ("hand 0 mors mors ceres vulcan\nseat 0 plays done", None),
    ] {
        let state = played(example).after;
        for viewer in VIEWERS {
            let view = state.view(viewer);
            assert_eq!(view.asked_by.as_deref(), asked_by, "{example}");
        }
    }
    for made in random_moves(10) {
        for viewer in VIEWERS {
            let view = made.after.view(viewer);
            assert!(open(&made.after).pending.is_some() || view.asked_by.is_none());
        }
    }
}

/// SA-73: a view can be written as JSON and read again.
#[test]
fn a_view_can_be_read_again() {
    for made in random_moves(5) {
        for viewer in VIEWERS {
            let view = made.after.view(viewer);
            let json = serde_json::to_value(&view).unwrap();
            assert_eq!(serde_json::from_value::<View>(json).unwrap(), view);
        }
    }
}
