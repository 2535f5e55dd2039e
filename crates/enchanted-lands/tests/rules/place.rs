//! Places: EL-26 to EL-29.

use atlas_enchanted_lands::board::Board;
use atlas_enchanted_lands::{Card, Cards, Side, Suit};

use crate::tables::{card, cards, flipped, holds, legal, played, random_moves, stack, up};

/// EL-26, EL-27, EL-28, EL-29: in each of the 81 possible columns, at each number, the face-up cards are a Place
/// exactly if no spot is empty and three or four cards are face up.
#[test]
fn every_possible_column_is_judged_correctly() {
    for number in 1..=8 {
        for code in 0..81_u32 {
            let column: [u32; 4] = std::array::from_fn(|row| code / 3_u32.pow(row as u32) % 3);
            let with_face = |face: u32| -> Cards {
                let suits = Suit::ALL.into_iter().zip(column).filter(|(_, it)| *it == face);
                suits.map(|(suit, _)| Card::new(suit, number)).collect()
            };
            let board = Board { up: with_face(1), flipped: with_face(2) };
            let complete = with_face(0).is_empty() && with_face(1).len() >= 3;
            for card in with_face(1) {
                let place = board.completion(card).place;
                assert_eq!(place, if complete { with_face(1) } else { Cards::NONE }, "{column:?}");
            }
            for card in with_face(0) {
                let completes = with_face(0).len() == 1 && with_face(2).len() <= 1;
                assert_eq!(board.completing().contains(card), completes, "{column:?} with {card}");
            }
        }
    }
}

/// EL-26: three cards of a number are not a Place while the fourth spot is empty, even if one of them is flipped.
#[test]
fn three_of_a_number_are_not_a_place() {
    holds(
        "dawn    .  .  .  .  .  6  .
         day     .  .  .  .  .  6  .
         seat 0 plays night-6 place 5
         -> nothing
         -> up dawn-6 day-6 night-6",
    );
    holds(
        "dawn    .  .  .  .  .  (6)  .
         day     .  .  .  .  .  6  .
         seat 0 plays night-6 time 5
         -> nothing",
    );
}

/// EL-26: four cards with different numbers are not a Place.
#[test]
fn all_cards_of_a_place_have_the_same_number() {
    holds(
        "dawn    .  .  .  .  5  .  .
         day     .  .  .  .  .  6  .
         sunset  .  .  .  .  .  6  .
         seat 0 plays night-6 place 1
         -> nothing",
    );
    for made in random_moves(200).filter(|made| !made.place().is_empty()) {
        assert!(made.place().all(|member| member.number() == made.card().number()));
    }
}

/// EL-27: three face-up cards and one flipped card are a Place, whichever of the four is flipped.
#[test]
fn three_face_up_and_one_flipped_are_a_place() {
    let rows = ["dawn", "day", "sunset", "night"];
    for last in 0..4 {
        for turned in (0..4).filter(|row| *row != last) {
            let drawn = |row: usize| {
                let cell = if row == turned { "(2)" } else { "2" };
                format!("{} . {cell} . . . . .\n", rows[row])
            };
            let drawing: String = (0..4).filter(|row| *row != last).map(drawn).collect();
            let made = played(&format!("{drawing}seat 0 plays {}-2", rows[last]));
            assert_eq!(made.place().len(), 3, "{drawing}");
            assert!(!made.place().contains(card(&format!("{}-2", rows[turned]))));
            assert_eq!(flipped(&made.after).len(), 4);
        }
    }
}

/// EL-28: with two flipped cards the column is dead, and its face-up cards stay.
#[test]
fn a_dead_column_leaves_its_cards_face_up() {
    holds(
        "dawn    .  .  .  .  .  (6)  .
         day     .  .  .  .  .  6/1P2  .
         night   .  .  .  .  .  (6)  .
         seat 1 plays sunset-6 place 1
         -> nothing
         -> up day-6 sunset-6
         -> keeps day-6 sunset-6
         -> chips 16 13",
    );
}

/// EL-28: a column with three flipped cards is dead as well.
#[test]
fn a_column_with_three_flipped_cards_is_dead_too() {
    let column = "dawn (1) . . . . . .\nday (1) . . . . . .\nsunset (1) . . . . . .";
    let made = played(&format!("{column}\nseat 0 plays night-1"));
    assert!(legal(&made.before).contains(&"night-1 place 5".to_owned()));
    assert!(!made.completes());
    assert_eq!(up(&made.after), cards("night-1"));
}

/// EL-28: a face-up card of a dead column can still become part of a Time.
#[test]
fn a_card_of_a_dead_column_can_still_be_in_a_time() {
    holds(
        "dawn    .  .  .  .  .  (6)  .
         day     .  .  .  .  .  (6)  .
         sunset  .  .  .  4  5  6/0T1  .
         night   .  .  .  .  .  6  .
         seat 1 plays sunset-7
         -> time sunset-4 sunset-5 sunset-6 sunset-7
         -> keeps sunset-6
         -> up night-6",
    );
}

/// EL-29: only face-up cards are members; a stack that scored earlier is not judged again.
#[test]
fn an_already_flipped_card_is_not_judged_again() {
    let made = played(
        "dawn    .  .  .  .  .  6/0P1  .
         day     .  .  .  .  .  (6)/1T2  .
         sunset  .  .  .  .  .  6/0T3  .
         seat 1 plays night-6",
    );
    assert_eq!(made.place(), cards("dawn-6 sunset-6 night-6"));
    assert_eq!(flipped(&made.after), cards("dawn-6 day-6 sunset-6 night-6"));
    assert!(up(&made.after).is_empty());
    let judged: Vec<Card> = made.kept().into_iter().chain(made.lost()).map(|it| it.0).collect();
    assert_eq!(judged, [card("dawn-6"), card("sunset-6")]);
    let old = stack(&made.after, "day-6").expect("the stack that scored earlier");
    assert_eq!((old.seat.0, old.side, old.chips), (1, Side::Time, 2));
}
