//! Invariants of every game with the house Orders.

use atlas_core::{Game, Seat, Study};

use crate::tables::{asked, open, random_game, random_moves};

const GAMES: u64 = 150;

/// SA-03: each of the 35 cards is in one place.
#[test]
fn every_card_is_in_exactly_one_place() {
    for made in random_moves(GAMES) {
        let position = open(&made.after);
        let planets: usize = position.planets.iter().flat_map(|planet| &planet.orders).map(Vec::len).sum();
        let hands: usize = position.hands.iter().chain(&position.outposts).map(Vec::len).sum();
        let turned_up = position.pending.as_ref().is_some_and(|it| it.card.is_some());
        let all = planets + hands + position.deck.len() + position.discard.len() + usize::from(turned_up);
        assert_eq!(all, 35, "after {}", made.sentence());
    }
}

/// SA-13, SA-14: nobody has more than five Credits, and every change of Credits is an event.
#[test]
fn credits_change_only_with_events() {
    use atlas_shadow_of_atlas::Event;
    for made in random_moves(GAMES) {
        let mut credits = open(&made.before).credits;
        for (_, event) in &made.news {
            match event {
                Event::Spent { seat, n } => credits[seat.index()] -= n,
                Event::Gained { seat, n } => credits[seat.index()] += n,
                _ => {}
            }
            assert!(credits.iter().all(|it| *it <= 5));
        }
        assert_eq!(open(&made.after).credits, credits);
    }
}

/// SA-25, SA-28: between Actions no side has three Orders, and an Arbiter has no Orders at their planet.
#[test]
fn sides_are_small_between_actions() {
    for made in random_moves(GAMES) {
        if made.after.acting().is_empty() || asked(&made.after) != "action" {
            continue;
        }
        for planet in open(&made.after).planets {
            assert!(planet.orders.iter().all(|side| side.len() <= 2), "{planet:?}");
            if let Some(arbiter) = planet.arbiter {
                assert!(planet.orders[arbiter.index()].is_empty(), "{planet:?}");
            }
        }
    }
}

/// SA-17, SA-21: the numbers of Outposts and of Developed planets never fall.
#[test]
fn outposts_and_developed_planets_never_fall() {
    for made in random_moves(GAMES) {
        let (before, after) = (open(&made.before), open(&made.after));
        for seat in 0..2 {
            assert!(after.outposts[seat].len() >= before.outposts[seat].len());
        }
        let developed = |planets: &[atlas_shadow_of_atlas::position::PlanetPosition]| {
            planets.iter().filter(|planet| planet.arbiter.is_some()).count()
        };
        assert!(developed(&after.planets) >= developed(&before.planets));
    }
}

/// SA-29: in a turn only the player's own Orders at planets change, except for one that Mors removes.
#[test]
fn only_mors_changes_the_other_sides() {
    for made in random_moves(GAMES) {
        let other = made.seat.next(2).index();
        let (before, after) = (open(&made.before), open(&made.after));
        let lost: usize = before
            .planets
            .iter()
            .zip(&after.planets)
            .map(|(was, is)| was.orders[other].len().abs_diff(is.orders[other].len()))
            .sum();
        let removed = made.rules().iter().filter(|rule| **rule == "SA-80").count();
        assert_eq!(lost, removed, "after {}", made.sentence());
        assert!(after.hands[other] == before.hands[other] && after.outposts[other] == before.outposts[other]);
    }
}

/// SA-R26: no game has more than sixty turns, and random games end in all possible ways.
#[test]
fn every_game_ends() {
    let mut ways = std::collections::BTreeSet::new();
    for seed in 0..GAMES {
        let last = random_game(seed).pop().unwrap().after;
        assert!(open(&last).turn <= 60);
        let by = last.result_details()[0].1.as_str().unwrap().to_owned();
        let outcome = last.outcome().unwrap();
        assert_eq!(outcome.winners().len(), if by == "draw" { 2 } else { 1 });
        ways.insert(by);
    }
    assert_eq!(ways.into_iter().collect::<Vec<_>>(), ["draw", "outposts", "planets", "points"]);
}

/// SA-33: only the player whose turn it is acts.
#[test]
fn one_player_acts_at_a_time() {
    for made in random_moves(GAMES) {
        assert_eq!(made.before.acting().iter().collect::<Vec<_>>(), [made.seat]);
        assert!(made.seat == Seat(0) || made.seat == Seat(1));
    }
}

/// SA-80 to SA-92: random games contain everything that the house Orders can do.
#[test]
fn random_games_play_everything() {
    let mut seen = std::collections::BTreeSet::new();
    for made in random_moves(GAMES) {
        let sentence = made.sentence();
        let words: Vec<&str> = sentence.split(' ').collect();
        seen.insert(match words.as_slice() {
            ["venture" | "move", _, order] => format!("{} {order}", words[0]),
            ["place", _] => "place".to_owned(),
            _ => sentence,
        });
    }
    let orders = ["mors", "ceres", "janus", "laverna", "vulcan", "mercury"];
    for verb in ["venture", "move", "remove", "melt", "discard"] {
        for order in orders.iter().filter(|order| verb != "move" || **order != "mercury") {
            assert!(seen.contains(&format!("{verb} {order}")), "{verb} {order}");
        }
    }
    for order in orders {
        assert!(seen.contains(&format!("expand {order} {order}")), "{order}");
        assert_eq!(seen.contains(&format!("copy {order}")), order != "janus", "{order}");
    }
    for sentence in ["survey", "survey laverna", "place", "draw", "decline", "done", "expand mors janus"] {
        assert!(seen.contains(sentence), "{sentence}");
    }
}

/// SA-26, SA-27: the statistics that research counts.
#[test]
fn events_have_statistics() {
    use atlas_shadow_of_atlas::ShadowOfAtlas;
    let counted = |example: &str| -> Vec<&'static str> {
        let made = crate::tables::played(example);
        made.news.iter().filter_map(|(_, event)| ShadowOfAtlas::statistic(event)).collect()
    };
    assert_eq!(
        counted("atlas: mors vulcan |\ncredits 3 2\nseat 0 plays venture atlas ceres"),
        ["Ventures", "planets developed"]
    );
    assert_eq!(
        counted("atlas of seat 1: mors vulcan |\ncredits 3 2\nseat 0 plays venture atlas ceres"),
        ["Ventures", "planets taken over"]
    );
    assert_eq!(
        counted("credits 3 2\ndeck mors\ndiscard ceres\nseat 0 plays survey"),
        ["Surveys", "reshuffles"]
    );
    assert_eq!(counted("seat 0 plays expand mors mors"), ["Expands"]);
    assert_eq!(counted("seat 0 plays done"), ["turns"]);
}

/// SA-12, SA-30: the features that research compares with the winner: the Orders played, and the Actions of first
/// turns.
#[test]
fn events_have_features() {
    let features = |example: &str| -> Vec<String> {
        let made = crate::tables::played(example);
        let features = made.news.iter().filter_map(|(_, event)| made.after.feature(event));
        features.map(|it| format!("{} {} {}", it.seat, it.kind, it.name)).collect()
    };
    assert_eq!(
        features("turn 2\nseat 1 plays venture atlas mors"),
        ["seat 1 first turn Venture Mors", "seat 1 Order played Mors"]
    );
    assert_eq!(features("turn 3\nseat 0 plays venture atlas mors"), ["seat 0 Order played Mors"]);
    assert_eq!(features("turn 1\nseat 0 plays expand mors mors"), ["seat 0 first turn Expand"]);
}
