//! Completing a Time or a Place: EL-44 to EL-50.

use atlas_core::{Game, Seat};
use atlas_enchanted_lands::{Card, Side};

use crate::tables::{
    Move, card, cards, drawn, flipped, holds, open, played, random_game, random_moves, stack, stacks, up,
};

/// EL-44: all members are flipped, and other cards stay as they are.
#[test]
fn exactly_the_members_are_flipped() {
    for made in random_moves(300) {
        let members = made.time() | made.place();
        let before = up(&made.before) | made.card().alone();
        assert_eq!(up(&made.after), before & !members);
        assert_eq!(flipped(&made.after), flipped(&made.before) | members);
        assert!((members & !before).is_empty(), "a member was not face up");
    }
}

/// EL-44: the members of a Time and a Place are flipped in the same turn.
#[test]
fn time_and_place_are_flipped_together() {
    let made = played(
        "dawn    .  .  .  .  .  6  .
         day     .  .  .  .  .  6  7
         sunset  .  2  .  .  .  6  .
         night   .  .  3  4  5  .  7
         seat 0 plays night-6",
    );
    assert_eq!(made.time(), cards("night-3 night-4 night-5 night-6 night-7"));
    assert_eq!(made.place(), cards("dawn-6 day-6 sunset-6 night-6"));
    assert_eq!(flipped(&made.after), made.time() | made.place());
    assert_eq!(up(&made.after), cards("day-7 sunset-2"));
}

/// The cards whose stacks were kept, and those whose stacks were lost.
fn verdicts(made: &Move) -> (Vec<String>, Vec<String>) {
    let names = |stacks: Vec<_>| stacks.iter().map(|it: &(Card, _)| it.0.to_string()).collect();
    (names(made.kept()), names(made.lost()))
}

/// EL-45: a Time proves Time right and Place wrong, whoever completes it.
#[test]
fn a_time_proves_time_right() {
    for seat in 0..=1 {
        let made = played(&format!(
            "dawn 1/0T1 2/1P2 3/{}T3 . . . .\nday 1/{}P1 . . . . . .\nseat {seat} plays dawn-4",
            1 - seat,
            seat,
        ));
        let (kept, lost) = verdicts(&made);
        assert_eq!((kept, lost), (vec!["dawn-1".to_owned(), "dawn-3".to_owned()], vec!["dawn-2".to_owned()]));
        assert!(stack(&made.after, "day-1").is_some(), "a stack outside the Time is not judged");
    }
}

/// EL-46: a Place proves Place right and Time wrong, whoever completes it.
#[test]
fn a_place_proves_place_right() {
    for seat in 0..=1 {
        let made = played(&format!(
            "dawn    .  .  3/{}P1      4/{seat}T1  .  .  .
             sunset  .  .  3/{}T2      .           .  .  .
             night   .  .  3/{seat}P5  .           .  .  .
             seat {seat} plays day-3",
            1 - seat,
            1 - seat,
        ));
        let (kept, lost) = verdicts(&made);
        assert_eq!(
            (kept, lost),
            (vec!["dawn-3".to_owned(), "night-3".to_owned()], vec!["sunset-3".to_owned()])
        );
        assert!(stack(&made.after, "dawn-4").is_some(), "a stack outside the Place is not judged");
    }
}

/// EL-45, EL-46: in random games every stack is judged by what flipped its card.
#[test]
fn every_stack_is_judged_by_what_flipped_its_card() {
    for made in random_moves(300) {
        for (card, stack) in stacks(&made.before) {
            let right = match stack.side {
                Side::Time => made.time().contains(card),
                Side::Place => made.place().contains(card),
            };
            let wrong = match stack.side {
                Side::Time => made.place().contains(card),
                Side::Place => made.time().contains(card),
            };
            assert_eq!(made.kept().contains(&(card, stack)), right);
            assert_eq!(made.lost().contains(&(card, stack)), wrong);
        }
    }
}

/// EL-47: if a Time and a Place are completed at once, only the played card is in both. It has no chips, so no stack is
/// judged twice.
#[test]
fn no_stack_is_judged_twice() {
    let mut both = 0;
    for made in random_moves(600).filter(|made| !made.time().is_empty() && !made.place().is_empty()) {
        both += 1;
        assert_eq!(made.time() & made.place(), made.card().alone());
        let judged: Vec<Card> = made.kept().into_iter().chain(made.lost()).map(|it| it.0).collect();
        assert!(!judged.contains(&made.card()));
        for card in &judged {
            assert_eq!(judged.iter().filter(|it| *it == card).count(), 1);
        }
    }
    assert!(both > 300, "both were completed at once only {both} times");
}

/// EL-47: the Time judges the stacks in the row, and the Place those in the column.
#[test]
fn time_and_place_each_judge_their_own_stacks() {
    let made = played(
        "dawn    .  .  .      .      .      6/1T1  .
         day     .  .  .      .      .      6/0P1  .
         sunset  .  .  .      .      .      6/1P1  .
         night   .  .  3/0T1  4/1P2  5/0P2  .      .
         seat 0 plays night-6",
    );
    let (kept, lost) = verdicts(&made);
    assert_eq!(kept, ["day-6", "sunset-6", "night-3"]);
    assert_eq!(lost, ["dawn-6", "night-4", "night-5"]);
}

/// EL-48: a correct stack stays unchanged until the game is over.
#[test]
fn correct_stacks_stay_until_the_end() {
    for seats in 2..=4 {
        for seed in 0..100 {
            let game = random_game(seats, seed);
            let end = stacks(&game.last().unwrap().after);
            let kept: Vec<_> = game.iter().flat_map(Move::kept).collect();
            assert!(kept.iter().all(|it| end.contains(it)));
            assert_eq!(kept.len(), end.len(), "only correct stacks are left");
        }
    }
}

/// EL-49: a wrong stack leaves the game, and its owner does not get the chips back.
#[test]
fn wrong_stacks_leave_the_game() {
    let made = played("dawn 1/0P5 2 3 . . . .\nseat 1 plays dawn-4");
    assert_eq!(made.lost().len(), 1);
    assert!(stacks(&made.after).is_empty());
    assert_eq!(open(&made.after).chips, [11, 16]);
    for made in random_moves(200) {
        assert!(made.lost().iter().all(|lost| !stacks(&made.after).contains(lost)));
    }
}

/// EL-49: the chips that a player bets over a game and those left in hand add up to the initial number.
#[test]
fn lost_chips_cannot_be_bet_again() {
    for seats in 2..=4 {
        for seed in 0..100 {
            let game = random_game(seats, seed);
            for seat in Seat::all(seats) {
                let bets = game.iter().filter(|made| made.seat == seat).map(|made| made.action.chips());
                let spent: u8 = bets.sum();
                let left = open(&game.last().unwrap().after).chips[seat.index()];
                assert_eq!(spent + left, open(&game[0].before).chips[seat.index()]);
            }
        }
    }
}

/// EL-50: it does not matter which seat completes something: the same board gives the same stacks and chips.
#[test]
fn completing_something_has_no_reward_of_its_own() {
    for board in [
        "seats 3\nnight . 2/1T1 3/2T2 4/0P1 . . .\n",
        "seats 3\ndawn . . . . 5/1T1 . .\nday . . . . 5/2P2 . .\nsunset . . . . 5/0P1 . .\n",
    ] {
        let seen: Vec<_> = (0..3)
            .map(|seat| {
                let made = played(&format!("{board}seat {seat} plays night-5"));
                assert!(made.completes());
                (stacks(&made.after), open(&made.after).chips)
            })
            .collect();
        assert_eq!(seen[0], seen[1]);
        assert_eq!(seen[1], seen[2]);
    }
}

/// EL-50: in random games all points come from correct stacks.
#[test]
fn points_come_only_from_correct_stacks() {
    for seats in 2..=4 {
        for seed in 0..200 {
            let game = random_game(seats, seed);
            let mut points = vec![0; seats.into()];
            for (_, stack) in game.iter().flat_map(Move::kept) {
                points[stack.seat.index()] += i32::from(stack.chips) + 1;
            }
            assert_eq!(game.last().unwrap().after.outcome().unwrap().scores(), points);
        }
    }
}

/// EL-44, EL-45, EL-49: when one card closes a gap, every stack of the run is judged, even at the far ends.
#[test]
fn stacks_at_the_far_ends_of_a_run_are_judged() {
    holds(
        "seats 4
         day     1/0T1  2  3/1P1  .  5  (6)/3P1  7/2T2  8
         sunset  .      .  .      .  .  .        7      .
         seat 3 plays day-4
         -> time day-1 day-2 day-3 day-4 day-5 day-7 day-8
         -> keeps day-1 day-6 day-7
         -> loses day-3
         -> chips 11 11 10 11",
    );
    let state = drawn("dawn 1/0P5 2 3 . . . .\nseat 1 plays dawn-4");
    assert_eq!(stack(&state, "dawn-1").map(|stack| stack.chips), Some(5));
    assert!(up(&state).contains(card("dawn-3")));
}
