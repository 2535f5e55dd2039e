//! Remarks about actions, compared with what the actions do.

use atlas_core::{Game, Insight, Seat};
use atlas_enchanted_lands::{Action, Card, Cards, Stack};

use crate::tables::{drawn, legal, random_moves};

/// The remark about an action on the drawn board.
#[track_caller]
fn remark(example: &str, sentence: &str) -> String {
    let state = drawn(example);
    let action = Action::read(sentence).unwrap();
    state.judge(Seat(0), action).unwrap();
    state.remark(Seat(0), action).unwrap().to_string()
}

/// EL-23, EL-48, EL-49, EL-53: the remark names what is completed, the points that it scores and the chips that it
/// costs.
#[test]
fn a_completed_time_names_points_and_lost_chips() {
    assert_eq!(
        remark("dawn . 2/0T2 3/1P3 4/1T1 . . .\nhand 0 dawn-5\nseat 0 plays dawn-5", "dawn-5"),
        "It completes a Time of four, scores you 3 points, scores seat 1 2 points and costs seat 1 3 chips."
    );
}

/// EL-27: chips are not mentioned if there are none.
#[test]
fn a_completed_place_without_chips_mentions_no_chips() {
    let column = "dawn . 2 . . . . .\nday . 2 . . . . .\nsunset . 2 . . . . .\nseat 0 plays night-2";
    assert_eq!(remark(column, "night-2"), "It completes a Place.");
}

/// EL-R02: both are completed at once, and each judges its own stacks.
#[test]
fn time_and_place_at_once_are_both_named() {
    let both = "dawn . . . . . 6/0P2 .\nday . . (3) (4) (5) (6) .\nsunset . . . . . 6 .\nnight . . 3 4 5/1P1 . .\n\
                seat 0 plays night-6";
    assert_eq!(
        remark(both, "night-6"),
        "It completes a Time of four and a Place, scores you 3 points and costs seat 1 1 chip."
    );
}

/// EL-35: the remark counts the missing cards for either side, and how many of them the seat holds. The side of the bet
/// comes first.
#[test]
fn a_bet_counts_the_missing_cards() {
    let row =
        "dawn . 2 3 . . . .\nhand 0 dawn-4 dawn-5 night-4\nhand 1 day-4 sunset-4 dawn-1\nseat 0 plays dawn-4";
    assert_eq!(
        remark(row, "dawn-4 time 2"),
        "A Time here needs 1 more card, which you hold, and a Place needs 3 more cards, 1 of which you hold."
    );
    assert_eq!(
        remark(row, "dawn-4 place 2"),
        "A Place here needs 3 more cards, 1 of which you hold, and a Time needs 1 more card, which you hold."
    );
}

/// EL-28: the remark names the only side that is still possible.
#[test]
fn a_dead_column_is_named() {
    let dead = "dawn . . . . . 6 .\nday . . (3) (4) (5) (6) .\nsunset . . (3) (4) (5) (6) .\nhand 0 night-6\n\
                hand 1 night-5 night-7 night-4\nseat 0 plays night-6";
    let said = remark(dead, "night-6 time 1");
    assert_eq!(said, "Only a Time is still possible here, and it needs 3 more cards.");
    assert_eq!(remark(dead, "night-6 place 1"), said);
}

/// EL-39: the remark names chips on the board that come closer to being right, and how many cards they still need.
#[test]
fn own_chips_that_come_closer_are_named() {
    let row = "dawn . 2/0T3 . . . . .\nnight . . . . . . 7\nhand 0 dawn-4\nseat 0 plays dawn-4";
    assert_eq!(remark(row, "dawn-4"), "It brings your 3 Time chips on Dawn 2 within 2 cards of scoring.");
}

/// EL-34: the remark tells whether the action gives the next player something to complete.
#[test]
fn an_action_without_a_bet_tells_whether_it_helps_the_next_player() {
    let row = "dawn . 2 3 . . . .\nhand 0 dawn-4 night-7\nhand 1 dawn-5 dawn-1\nseat 0 plays dawn-4";
    assert_eq!(remark(row, "night-7"), "It gives the next player nothing new to complete.");
    assert!(
        remark(row, "dawn-4").starts_with("A Time here needs 1 more card, and a Place needs 3 more cards")
    );
}

/// EL-23, EL-27, EL-48, EL-49, EL-53: in whole games, remarks name what happens and nothing else.
#[test]
fn remarks_are_true() {
    for made in random_moves(60) {
        let said = made.before.remark(made.seat, made.action).unwrap().to_string();
        assert_eq!(said.contains("completes"), made.completes(), "{said}");
        assert!(said.ends_with('.') && said.matches('.').count() == 1, "one sentence: {said}");
        if !made.completes() {
            continue;
        }
        assert_eq!(said.contains("a Time of"), !made.time().is_empty(), "{said}");
        assert_eq!(said.contains("a Place"), !made.place().is_empty(), "{said}");
        let mut expected = Vec::new();
        for seat in Seat::all(made.before.seats()) {
            let whom = if seat == made.seat { "you".to_owned() } else { seat.to_string() };
            let chips = |stacks: Vec<(Card, Stack)>| -> (u8, u8) {
                let own = stacks.into_iter().filter(|(_, stack)| stack.seat == seat);
                own.fold((0, 0), |(stacks, chips), (_, stack)| (stacks + 1, chips + stack.chips))
            };
            let ((stacks, kept), (_, lost)) = (chips(made.kept()), chips(made.lost()));
            let plural = |n: u8| if n == 1 { "" } else { "s" };
            if stacks > 0 {
                expected.push(format!("scores {whom} {} points", stacks + kept));
            }
            if lost > 0 {
                expected.push(format!("costs {whom} {lost} chip{}", plural(lost)));
            }
        }
        for effect in &expected {
            assert!(said.contains(effect), "{effect}: {said}");
        }
        let named = said.matches("scores").count() + said.matches("costs").count();
        assert_eq!(named, expected.len(), "{said}");
    }
}

/// EL-58: every legal action has a remark, and it names no card that the seat cannot see.
#[test]
fn remarks_name_only_visible_cards() {
    for made in random_moves(4) {
        for sentence in legal(&made.before) {
            let said = made.before.remark(made.seat, Action::read(&sentence).unwrap()).unwrap().to_string();
            for card in Cards::deck(4).filter(|card| said.contains(card.title())) {
                assert!(crate::tables::up(&made.before).contains(card), "{sentence}: {said}");
            }
            assert!(Cards::deck(4).all(|card| !said.contains(card.name())), "{said}");
        }
    }
}
