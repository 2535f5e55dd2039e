//! The end: SA-60 to SA-65.

use atlas_core::{Code, Game, Seat, Viewer};

use crate::tables::{dealt, holds, open, planets, played, random_game, refusal};

/// SA-60: a player wins with four planets, ten Outposts, or both, at the end of their own turn.
#[test]
fn four_planets_or_ten_outposts_win() {
    let four = "umeri-i of seat 0\ndorsi-ii of seat 0\natlas of seat 0\ngenua-iv of seat 0\n";
    holds(&format!("{four}seat 0 plays done\n-> over by planets\n-> winners 0"));
    holds("outposts 10 0\nseat 0 plays done\n-> over by outposts\n-> winners 0");
    holds("outposts 13 0\nseat 0 plays done\n-> over by outposts\n-> winners 0");
    holds(&format!("{four}outposts 11 0\nseat 0 plays done\n-> over by planets\n-> winners 0"));
    holds(&format!("{four}bracchii-iii of seat 0\nseat 0 plays done\n-> over by planets\n-> points 15 0"));
    holds("outposts 9 0\nseat 0 plays done\n-> to act 1");
    holds("umeri-i of seat 0\ndorsi-ii of seat 0\natlas of seat 0\nseat 0 plays done\n-> to act 1");
}

/// SA-60: a player who has enough to win in the middle of a turn continues until the turn ends.
#[test]
fn nobody_wins_in_the_middle_of_a_turn() {
    holds(
        "outposts 9 0
         hand 0 mors mors ceres ceres
         seat 0 plays expand mors mors
         -> outposts 10 0
         -> asks action
         seat 0 plays expand ceres ceres
         -> outposts 11 0
         seat 0 plays done
         -> over by outposts",
    );
}

/// SA-60: when the game is over, every action is refused.
#[test]
fn every_action_is_refused_after_the_end() {
    let made = played("outposts 10 0\nhand 0 mors\nseat 0 plays done");
    for seat in [Seat(0), Seat(1)] {
        let refused = refusal(&made.after, seat, "venture atlas mors");
        assert_eq!((refused.code, refused.rule.unwrap().0), (Code::Over, "SA-60"));
        assert!(made.after.awaiting(seat).is_none());
        let mut actions = Vec::new();
        made.after.legal(seat, &mut actions);
        assert!(actions.is_empty() && made.after.acting().is_empty());
    }
}

/// SA-61: only the player whose turn ends wins in this way.
#[test]
fn only_the_player_who_ends_a_turn_wins_outright() {
    holds(
        "outposts 0 12\nseat 0 plays done\n-> to act 1\nseat 1 plays done\n-> over by outposts\n-> winners 1",
    );
    // Both have ten at the end of the First Player's turn.
    holds("outposts 10 10\nseat 0 plays done\n-> over by outposts\n-> winners 0");
    holds("outposts 10 10\nseat 1 plays done\n-> over by outposts\n-> winners 1");
    // The First Player's ten Outposts do not win at the end of the Second Player's turn: they are only points.
    holds("outposts 10 5\nseat 1 plays done\n-> over by points\n-> points 10 5\n-> winners 0");
}

const ALL: &str =
    "umeri-i of seat 0\ndorsi-ii of seat 0\natlas of seat 0\nbracchii-iii of seat 1\ngenua-iv of seat 1\n";

/// SA-62: the game ends after the Second Player's turn with all planets Developed, fifteen Outposts, or both.
#[test]
fn the_second_players_turn_can_end_the_game() {
    holds(&format!("{ALL}seat 1 plays done\n-> by SA-62\n-> over by points\n-> points 9 6\n-> winners 0"));
    holds("outposts 9 6\nseat 1 plays done\n-> by SA-62\n-> over by points\n-> winners 0");
    holds("outposts 9 5\nseat 1 plays done\n-> to act 0");
    holds(&format!("{ALL}outposts 7 9\nseat 1 plays done\n-> over by points\n-> points 16 15"));
}

/// SA-62: taking a planet over in the last turn counts.
#[test]
fn a_planet_can_be_taken_over_in_the_last_turn() {
    holds(
        "umeri-i of seat 0
         dorsi-ii of seat 0
         atlas of seat 0: | mors ceres
         bracchii-iii of seat 1
         genua-iv of seat 1
         credits 2 3
         seat 1 plays venture atlas vulcan
         seat 1 plays done
         -> over by points
         -> points 6 10
         -> winners 1",
    );
}

/// SA-63: if this happens in the First Player's turn, the Second Player still has a turn.
#[test]
fn the_second_player_has_a_last_turn() {
    holds(&format!("{ALL}outposts 8 8\nseat 0 plays done\n-> to act 1\n-> asks action"));
    holds(
        "outposts 8 6
         credits 2 3
         hand 0 mors mors
         hand 1 ceres ceres
         seat 0 plays expand mors mors
         -> outposts 9 6
         seat 0 plays done
         -> to act 1
         seat 1 plays expand ceres ceres
         -> outposts 9 7
         seat 1 plays done
         -> over by points
         -> winners 0",
    );
}

/// SA-64: a planet is worth three points, an Outpost one, and nothing else counts.
#[test]
fn points_are_for_planets_and_outposts() {
    holds(&format!(
        "{ALL}outposts 1 9
         credits 5 5
         hand 0 mors mors mors
         seat 1 plays done
         -> points 10 15
         -> winners 1"
    ));
    for seed in 0..40 {
        let last = random_game(seed).pop().unwrap().after;
        let (position, outcome) = (open(&last), last.outcome().unwrap());
        for seat in [Seat(0), Seat(1)] {
            let must = 3 * planets(&last, seat) + position.outposts[seat.index()].len();
            assert_eq!(outcome.scores()[seat.index()], must as i32);
        }
    }
}

/// SA-65, SA-R15: points decide, then planets, then it is a draw. The events name the reason.
#[test]
fn points_then_planets_decide() {
    holds("outposts 7 8\nseat 1 plays done\n-> over by points\n-> winners 1");
    let tie = "umeri-i of seat 0\noutposts 5 8\nturn 60\nseat 1 plays done";
    holds(&format!("{tie}\n-> points 8 8\n-> over by points\n-> winners 0"));
    let told = |example: &str| played(example).texts(Viewer::Spectator).pop().unwrap();
    assert_eq!(told(tie), "The game is over: both have 8 points, and seat 0 wins with more planets.");
    assert_eq!(
        told("outposts 1 0\nturn 60\nseat 1 plays done"),
        "The game is over: seat 0 wins with 1 point to 0."
    );
    assert_eq!(told("outposts 8 8\nseat 1 plays done"), "The game is over: it is a draw with 8 points each.");
    assert_eq!(told("outposts 10 1\nseat 0 plays done"), "The game is over: seat 0 wins with 10 Outposts.");
    assert_eq!(
        told("umeri-i of seat 1\ndorsi-ii of seat 1\natlas of seat 1\ngenua-iv of seat 1\nseat 1 plays done"),
        "The game is over: seat 1 wins as Arbiter of 4 planets."
    );
}

/// SA-60, SA-65: the way in which the game ended is part of the result.
#[test]
fn the_result_contains_the_ending() {
    for (example, by) in [
        ("outposts 10 0\nseat 0 plays done", "outposts"),
        ("outposts 9 6\nseat 1 plays done", "points"),
        ("outposts 8 8\nseat 1 plays done", "draw"),
    ] {
        assert_eq!(played(example).after.result_details(), [("by", by.into())]);
    }
    assert!(dealt("seat 0 plays done").result_details().is_empty());
}
