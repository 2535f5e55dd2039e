//! Test vectors: a small table, one play or one final position, and the expected result.

use atlas_core::{Game, Seat};
use atlas_enchanted_lands::{Cards, Side};

use crate::ending::finished;
use crate::tables::{
    Move, acting, card, cards, drawn, flipped, hand, holds, legal, open, pile, played, random_game,
    refused_by, stack, stacks, up,
};

/// EL-23, EL-34, EL-45, EL-49: the example of the printed rules. Yellow closes the gap, Blue's Place is wrong, Green's
/// Time is right, and Yellow may not predict.
#[test]
fn t01_the_printed_example() {
    let example = "seats 3\nday 1 . 3/1P1 4/2T1 . . .\nseat 0 plays day-2";
    let made = played(example);
    assert_eq!((made.time(), made.place()), (cards("day-1 day-2 day-3 day-4"), Cards::NONE));
    assert_eq!(flipped(&made.after), made.time());
    assert_eq!(made.lost().iter().map(|it| (it.0, it.1.seat.0)).collect::<Vec<_>>(), [(card("day-3"), 1)]);
    assert_eq!(made.kept().iter().map(|it| (it.0, it.1.seat.0)).collect::<Vec<_>>(), [(card("day-4"), 2)]);
    assert_eq!(open(&made.after).chips, [14, 13, 13]);
    assert_eq!(refused_by(&drawn(example), Seat(0), "day-2 time 1"), Some("EL-34"));
}

/// EL-22, EL-23: a Time across a flipped card, which stays unchanged.
#[test]
fn t02_a_time_skips_a_flipped_card() {
    let made = played("dawn 1 2 (3)/0P2 4 . . .\nseat 0 plays dawn-5");
    assert_eq!(made.time(), cards("dawn-1 dawn-2 dawn-4 dawn-5"));
    assert_eq!(flipped(&made.after), cards("dawn-1 dawn-2 dawn-3 dawn-4 dawn-5"));
    let old = stack(&made.after, "dawn-3").unwrap();
    assert_eq!((old.side, old.chips), (Side::Place, 2));
}

/// EL-22, EL-35: three face-up cards and one flipped card are not a Time, so a bet is allowed.
#[test]
fn t03_a_flipped_card_does_not_count() {
    let made = played("dawn 1 (2) 3 . . . .\nseat 0 plays dawn-4 time 5");
    assert!(!made.completes());
    assert_eq!(stack(&made.after, "dawn-4").unwrap().chips, 5);
    assert_eq!(up(&made.after), cards("dawn-1 dawn-3 dawn-4"));
}

/// EL-20: a gap whose card is in a hand breaks the row.
#[test]
fn t04_a_gap_breaks_a_row() {
    let made = played("dawn 1 2 . 4 5 . .\nhand 1 dawn-3\nseat 0 plays dawn-6");
    assert!(!made.completes() && flipped(&made.after).is_empty());
    assert!(legal(&made.before).contains(&"dawn-6 place 5".to_owned()));
}

/// EL-24: the card that fills the gap makes a Time of six.
#[test]
fn t05_closing_a_gap_makes_a_time_of_six() {
    let made = played("dawn 1 2 . 4 5 6 .\nseat 1 plays dawn-3");
    let six = cards("dawn-1 dawn-2 dawn-3 dawn-4 dawn-5 dawn-6");
    assert_eq!((made.time(), flipped(&made.after)), (six, six));
}

/// EL-I3: the longest possible Time.
#[test]
fn t06_a_time_of_seven() {
    let made = played("dawn 1 2 3 . 5 6 7\nseat 0 plays dawn-4");
    assert_eq!(made.time().len(), 7);
    assert_eq!((flipped(&made.after), up(&made.after)), (made.time(), Cards::NONE));
}

/// EL-27: four face-up cards are a Place.
#[test]
fn t07_a_place_of_four() {
    let made = played("dawn . . . . . 6 .\nday . . . . . 6 .\nsunset . . . . . 6 .\nseat 1 plays night-6");
    assert_eq!((made.time(), made.place()), (Cards::NONE, cards("dawn-6 day-6 sunset-6 night-6")));
}

/// EL-27, EL-29: three face-up cards and one flipped card are a Place of the three.
#[test]
fn t08_a_place_of_three_and_one() {
    let made = played("dawn . . . . . 6 .\nday . . . . . (6) .\nsunset . . . . . 6 .\nseat 1 plays night-6");
    assert_eq!(made.place(), cards("dawn-6 sunset-6 night-6"));
    assert_eq!(flipped(&made.after), cards("dawn-6 day-6 sunset-6 night-6"));
}

/// EL-28, EL-R07: with two flipped cards nothing is completed, and the card may carry a bet.
#[test]
fn t09_a_dead_column() {
    let board = "dawn . . . . . 6 .\nday . . . . . (6) .\nsunset . . . . . (6) .\n";
    let made = played(&format!("{board}seat 1 plays night-6 place 1"));
    assert!(!made.completes());
    assert_eq!(up(&made.after), cards("dawn-6 night-6"));
    assert!(stack(&made.after, "night-6").is_some());
}

/// EL-33, EL-44, EL-45, EL-46, EL-47: Time and Place at once. The Time stack in the row stays, the Time stack in the
/// column is lost.
#[test]
fn t10_time_and_place_at_once() {
    let made = played(
        "dawn    .  .  .  .      .  6/1T1  .
         day     .  .  .  .      .  6      .
         sunset  .  .  .  .      .  6      .
         night   .  .  3  4/1T2  5  .      .
         seat 0 plays night-6",
    );
    assert_eq!(made.time(), cards("night-3 night-4 night-5 night-6"));
    assert_eq!(made.place(), cards("dawn-6 day-6 sunset-6 night-6"));
    assert_eq!(stacks(&made.after).iter().map(|it| it.0).collect::<Vec<_>>(), [card("night-4")]);
    assert_eq!(made.lost()[0].0, card("dawn-6"));
}

/// EL-33, EL-R02: Time and Place at once, with one card of the column already flipped.
#[test]
fn t10b_time_and_a_place_of_three_and_one() {
    let made = played(
        "dawn    .  .  .  .  .  6    .
         day     .  .  .  .  .  (6)  .
         sunset  .  .  .  .  .  6    .
         night   .  .  3  4  5  .    .
         seat 0 plays night-6",
    );
    assert_eq!(made.time(), cards("night-3 night-4 night-5 night-6"));
    assert_eq!(made.place(), cards("dawn-6 sunset-6 night-6"));
    assert!(up(&made.after).is_empty());
}

/// EL-R05: a Time across four flipped cards.
#[test]
fn t11_a_time_across_four_flipped_cards() {
    let made = played("seats 4\ndawn 1 2 (3) (4) (5) (6) 7 .\nnight . 2 . . . . . .\nseat 2 plays dawn-8");
    assert_eq!(made.time(), cards("dawn-1 dawn-2 dawn-7 dawn-8"));
}

/// EL-36: nobody can bet six chips, and a player with two cannot bet three.
#[test]
fn t12_too_many_chips() {
    let state = drawn("chips 2 16\nday . . . . 5 . .\nseat 0 plays day-4");
    for sentence in ["day-4 time 6", "day-4 place 6", "day-4 time 3"] {
        assert_eq!(refused_by(&state, Seat(0), sentence), Some("EL-36"), "{sentence}");
    }
    assert!(legal(&state).contains(&"day-4 time 2".to_owned()));
}

/// EL-34, EL-R14: a bet with a completing card is refused as a whole.
#[test]
fn t13_a_bet_with_a_completing_card() {
    let state = drawn("dawn . 2 3 4 . . .\nseat 1 plays dawn-5");
    assert_eq!(refused_by(&state, Seat(1), "dawn-5 time 1"), Some("EL-34"));
    assert_eq!(acting(&state), Seat(1));
    assert!(hand(&state, Seat(1)).contains(&card("dawn-5")));
}

/// EL-53: one correct stack of five scores six points.
#[test]
fn t14_one_stack_of_five() {
    assert_eq!(finished(&[&[5], &[]]).outcome().unwrap().scores(), [6, 0]);
}

/// EL-53: four correct stacks of one score eight points.
#[test]
fn t15_four_stacks_of_one() {
    assert_eq!(finished(&[&[], &[1, 1, 1, 1]]).outcome().unwrap().scores(), [0, 8]);
}

/// EL-55: with equal points, more stacks win.
#[test]
fn t16_more_stacks_break_the_tie() {
    let outcome = finished(&[&[2, 2, 1], &[1, 1, 1, 1]]).outcome().unwrap();
    assert_eq!(outcome.scores(), [8, 8]);
    assert_eq!(outcome.winners().iter().map(|seat| seat.0).collect::<Vec<_>>(), [1]);
}

/// EL-52: chips on face-up cards are removed at the end and score nothing.
#[test]
fn t17_chips_on_face_up_cards() {
    holds(
        "dawn    (1)  (2)      .    (4)  .    6    (7)
         day     (1)  (2)      (3)  (4)  (5)  (6)  (7)
         sunset  (1)  (2)      3/0P5    (4)  5/1T5    .    (7)
         night   (1)  (2)      3    (4)  (5)  (6)  (7)
         seat 1 plays sunset-6 time 5
         -> loses sunset-3 sunset-5 sunset-6
         -> over
         -> chips 11 6
         -> scores 0 0
         -> winners 0 1",
    );
}

/// EL-41, EL-51: with two players the pile is empty after twelve draws, and the 13th turn of the second player ends the
/// game without a draw.
#[test]
fn t18_the_last_turn_draws_nothing() {
    for seed in 0..50 {
        let game = random_game(2, seed);
        assert_eq!(game.iter().filter_map(Move::drew).count(), 12);
        assert!(game[..12].iter().all(|made| made.drew().is_some()));
        assert!(pile(&game[11].after).is_empty());
        let last = &game[25];
        assert_eq!(game.iter().filter(|made| made.seat == last.seat).count(), 13);
        assert_ne!(last.seat, game[0].seat);
        assert!(last.drew().is_none() && last.after.outcome().is_some());
        assert!(game[24].after.outcome().is_none());
    }
}
