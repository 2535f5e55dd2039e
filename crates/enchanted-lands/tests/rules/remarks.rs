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

/// EL-23, EL-48, EL-49: the remark names what is completed and who was right.
#[test]
fn a_completed_time_names_right_and_wrong_chips() {
    assert_eq!(
        remark("dawn . 2/0T2 3/1P3 4/1T1 . . .\nhand 0 dawn-5\nseat 0 plays dawn-5", "dawn-5"),
        "It completes a Time with Dawn 2, Dawn 3 and Dawn 4 (EL-23). That proves right: your 2 Time chips on \
         Dawn 2, 1 Time chip of seat 1 on Dawn 4 (EL-48). It proves wrong: 3 Place chips of seat 1 on Dawn 3 \
         (EL-49)."
    );
}

/// EL-27: chips are not mentioned if there are none.
#[test]
fn a_completed_place_without_chips_mentions_no_chips() {
    let column = "dawn . 2 . . . . .\nday . 2 . . . . .\nsunset . 2 . . . . .\nseat 0 plays night-2";
    assert_eq!(remark(column, "night-2"), "It completes a Place with Dawn 2, Day 2 and Sunset 2 (EL-27).");
}

/// EL-R02: both are completed at once, and each judges its own stacks.
#[test]
fn time_and_place_at_once_are_both_named() {
    let both = "dawn . . . . . 6/0P2 .\nday . . (3) (4) (5) (6) .\nsunset . . . . . 6 .\nnight . . 3 4 5/1P1 . .\n\
                seat 0 plays night-6";
    assert_eq!(
        remark(both, "night-6"),
        "It completes a Time with Night 3, Night 4 and Night 5 and a Place with Dawn 6 and Sunset 6 (EL-R02). \
         That proves right: your 2 Place chips on Dawn 6 (EL-48). It proves wrong: 1 Place chip of seat 1 on \
         Night 5 (EL-49)."
    );
}

/// EL-35: the remark counts the missing cards for either side, and how many of them the seat holds.
#[test]
fn a_bet_counts_the_missing_cards() {
    let row =
        "dawn . 2 3 . . . .\nhand 0 dawn-4 dawn-5 night-4\nhand 1 day-4 sunset-4 dawn-1\nseat 0 plays dawn-4";
    assert_eq!(
        remark(row, "dawn-4 time 2"),
        "This card needs 1 more card for a Time, which you hold; it needs 3 more cards for a Place, 1 of which you \
         hold. So a Time is nearer (EL-35)."
    );
    assert!(!remark(row, "dawn-4 place 2").contains("nearer"));
}

/// EL-28: the remark names a side that is no longer possible.
#[test]
fn a_dead_column_is_named() {
    let dead = "dawn . . . . . 6 .\nday . . (3) (4) (5) (6) .\nsunset . . (3) (4) (5) (6) .\nhand 0 night-6\n\
                hand 1 night-5 night-7 night-4\nseat 0 plays night-6";
    let said = remark(dead, "night-6 time 1");
    assert!(said.contains("it can no longer be taken by a Place. So a Time is nearer"), "{said}");
}

/// EL-39: the remark names chips on the board that come closer to being right, and how many cards they still need.
#[test]
fn own_chips_that_come_closer_are_named() {
    let row = "dawn . 2/0T3 . . . . .\nnight . . . . . . 7\nhand 0 dawn-4\nseat 0 plays dawn-4";
    assert_eq!(
        remark(row, "dawn-4"),
        "It helps your 3 Time chips on Dawn 2, which then needs only 2 more cards."
    );
}

/// EL-34: the remark tells whether the action gives the next player something to complete.
#[test]
fn an_action_without_a_bet_tells_whether_it_helps_the_next_player() {
    let row = "dawn . 2 3 . . . .\nhand 0 dawn-4 night-7\nhand 1 dawn-5 dawn-1\nseat 0 plays dawn-4";
    assert_eq!(remark(row, "night-7"), "It gives the next player nothing new to complete.");
    assert!(
        remark(row, "dawn-4").starts_with("This card needs 1 more card for a Time, which you do not hold;")
    );
}

/// EL-23, EL-27, EL-48, EL-49: in whole games, remarks name what happens and nothing else.
#[test]
fn remarks_are_true() {
    for made in random_moves(60) {
        let said = made.before.remark(made.seat, made.action).unwrap().to_string();
        assert_eq!(said.contains("completes"), made.completes(), "{said}");
        assert_eq!(said.contains("a Time with"), !made.time().is_empty(), "{said}");
        assert_eq!(said.contains("a Place with"), !made.place().is_empty(), "{said}");
        let judged = |cards: Vec<(Card, Stack)>, what: &str| {
            let named = said.split(what).nth(1).map_or("", |rest| rest.split(" (").next().unwrap());
            assert_eq!(named.matches(" on ").count(), cards.len(), "{said}");
            for (card, stack) in cards {
                let whose = if stack.seat == made.seat { "your " } else { &format!(" of {} ", stack.seat) };
                assert!(
                    named.contains(&format!("on {}", card.title())) && named.contains(whose),
                    "{card}: {said}"
                );
            }
        };
        if made.completes() {
            judged(made.kept(), "That proves right: ");
            judged(made.lost(), "It proves wrong: ");
        }
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
