//! Previews of actions.

use atlas_core::{Game, Preview, Seat};
use atlas_enchanted_lands::Action;

use crate::tables::drawn;

#[track_caller]
fn preview(example: &str, sentence: &str) -> Preview {
    drawn(example).preview(Seat(0), Action::read(sentence).unwrap())
}

fn told(preview: &Preview) -> Vec<String> {
    preview.events.iter().map(|news| format!("{} {}", news.rule, news.told.text)).collect()
}

/// EL-23, EL-48, EL-49, EL-53: a completed Time shows which cards are flipped, whose chips stay and how many points
/// they score.
#[test]
fn a_completed_time_shows_what_everyone_gains_and_loses() {
    let seen = preview("dawn . 2/0T2 3/1P3 4/1T1 . . .\nhand 0 dawn-5\nseat 0 plays dawn-5", "dawn-5");
    assert_eq!(
        told(&seen),
        [
            "EL-32 Seat 0 plays Dawn 5.",
            "EL-23 A Time of four is complete: Dawn 2, Dawn 3, Dawn 4 and Dawn 5 are flipped.",
            "EL-48 Seat 0 is right about Dawn 2 and keeps 2 Time chips there.",
            "EL-48 Seat 1 is right about Dawn 4 and keeps 1 Time chip there.",
            "EL-49 Seat 1 is wrong about Dawn 3 and loses 3 Place chips.",
            "EL-41 Seat 0 draws a card.",
        ]
    );
    assert_eq!(seen.points, [3, 2]);
    assert!(!seen.open);
}

/// EL-35, EL-41: a bet changes no points yet, and the drawn card is not named.
#[test]
fn a_bet_shows_no_points_and_no_drawn_card() {
    let seen = preview("night . . . . . . 7\nhand 0 dawn-5\nseat 0 plays dawn-5", "dawn-5 place 3");
    assert_eq!(
        told(&seen),
        ["EL-32 Seat 0 plays Dawn 5.", "EL-35 Seat 0 bets 3 on Place.", "EL-41 Seat 0 draws a card."]
    );
    assert!(seen.points.is_empty());
}
