//! Times: EL-18 to EL-25.

use atlas_core::{Game, Seat};
use atlas_enchanted_lands::board::Board;
use atlas_enchanted_lands::position::Position;
use atlas_enchanted_lands::{Card, Cards, Suit};

use crate::tables::{cards, drawn, flipped, holds, legal, played, random_moves, stacks, up};

/// The run of the face-up card at `spot`, found by walking from it in both directions. 0 is an empty spot, 1 a face-up
/// card, 2 a flipped card.
fn walked(row: [u32; 8], spot: usize) -> Vec<usize> {
    let mut run = vec![spot];
    let reached = |other: &usize| row[*other] != 0;
    run.extend((0..spot).rev().take_while(reached).filter(|other| row[*other] == 1));
    run.extend((spot + 1..8).take_while(reached).filter(|other| row[*other] == 1));
    run.sort_unstable();
    run
}

/// EL-18, EL-19, EL-20, EL-21, EL-22, EL-23, EL-24, EL-25: in each of the 6561 possible rows, in each suit, every
/// face-up card has the run that walking finds, and the run is a Time exactly if it has four cards or more. Another row
/// makes no difference.
#[test]
fn every_possible_row_has_the_right_runs() {
    for code in 0..3_u32.pow(8) {
        let row: [u32; 8] = std::array::from_fn(|spot| code / 3_u32.pow(spot as u32) % 3);
        for (suit, other) in [(0, 3), (1, 0), (2, 1), (3, 2)].map(|(a, b)| (Suit::ALL[a], Suit::ALL[b])) {
            let with_face = |suit: Suit, face: u32| -> Cards {
                (1..=8).filter(|n| row[usize::from(*n) - 1] == face).map(|n| Card::new(suit, n)).collect()
            };
            let around = Card::new(other, 1).row();
            for board in [
                Board { up: with_face(suit, 1), flipped: with_face(suit, 2) },
                Board { up: with_face(suit, 1) | around, flipped: with_face(suit, 2) },
            ] {
                for card in with_face(suit, 1) {
                    let run = walked(row, usize::from(card.number()) - 1);
                    let run: Cards = run.into_iter().map(|spot| Card::new(suit, spot as u8 + 1)).collect();
                    assert_eq!(board.run(card), run, "{row:?} from {card}");
                    let time = if run.len() >= 4 { run } else { Cards::NONE };
                    assert_eq!(board.completion(card).time, time, "{row:?} from {card}");
                }
                for card in with_face(suit, 0) {
                    let with = Board { up: board.up | card.alone(), ..board };
                    let completes = !with.completion(card).is_nothing();
                    assert_eq!(board.completing().contains(card), completes, "{row:?} with {card}");
                }
            }
        }
    }
}

/// EL-18: cards of another suit do not count.
#[test]
fn all_cards_of_a_time_have_the_same_suit() {
    holds(
        "dawn    1  2  3  .  .  .  .
         day     .  .  .  .  5  6  .
         seat 0 plays day-4 time 1
         -> nothing
         -> up dawn-1 dawn-2 dawn-3 day-4 day-5 day-6",
    );
    for made in random_moves(200).filter(|made| !made.time().is_empty()) {
        assert!(made.time().all(|member| member.suit() == made.card().suit()));
    }
}

/// EL-18: the last spot of a row and the first spot of the next are not neighbours, although their indices are.
#[test]
fn a_run_does_not_continue_in_the_next_row() {
    holds(
        "seats 4
         dawn    .  .  .  .  .  .  7  8
         day     1  .  3  .  .  .  .  .
         seat 0 plays day-2 place 1
         -> nothing",
    );
    holds(
        "dawn    .  .  .  .  5  6  7
         day     .  2  3  .  .  .  .
         seat 0 plays day-1 time 1
         -> nothing",
    );
}

/// EL-19: neighbours are linked, and so are cards with only flipped cards between them.
#[test]
fn cards_are_linked_across_flipped_cards() {
    holds(
        "sunset  1  (2)  (3)  4  .  6  .
         seat 1 plays sunset-5
         -> time sunset-1 sunset-4 sunset-5 sunset-6
         -> flipped sunset-1 sunset-2 sunset-3 sunset-4 sunset-5 sunset-6",
    );
}

/// EL-20: an empty spot breaks the link, wherever its card is.
#[test]
fn an_empty_spot_breaks_the_link_wherever_its_card_is() {
    let state = drawn("dawn 1 2 . 4 5 . .\nhand 1 dawn-3\nseat 0 plays dawn-6");
    let in_hand = state.position();
    let missing = in_hand.hands[1].iter().position(|card| card.to_string() == "dawn-3").unwrap();
    let variants: [fn(&mut Position, usize); 4] = [
        |_, _| {},
        |position, missing| std::mem::swap(&mut position.hands[1][missing], &mut position.pile[0]),
        |position, missing| std::mem::swap(&mut position.hands[1][missing], &mut position.removed[0]),
        |position, missing| {
            let own = position.hands[0].iter().position(|card| card.to_string() != "dawn-6").unwrap();
            let swapped = position.hands[0][own];
            position.hands[0][own] = std::mem::replace(&mut position.hands[1][missing], swapped);
        },
    ];
    for variant in variants {
        let mut position = in_hand.clone();
        variant(&mut position, missing);
        let state =
            position.build(atlas_core::Edition::newest::<atlas_enchanted_lands::EnchantedLands>()).unwrap();
        assert!(legal(&state).contains(&"dawn-6 time 5".to_owned()), "{position:?}");
        let action = state.read(Seat(0), "dawn-6").unwrap();
        let made = crate::tables::Move::make(state, Seat(0), action);
        assert!(!made.completes() && flipped(&made.after).is_empty());
    }
}

/// EL-21: the run follows all links in both directions, not only those of the card itself.
#[test]
fn a_run_continues_in_both_directions() {
    let made = played("night 1 . (3) 4 (5) 6 7\nseat 0 plays night-2");
    assert_eq!(made.time(), cards("night-1 night-2 night-4 night-6 night-7"));
}

/// EL-21: a card that is not linked stays unchanged.
#[test]
fn a_card_beyond_a_gap_is_not_in_the_run() {
    let made = played(
        "seats 4
         sunset  1/3T1  .  3  4  5  .  7  8/2P1
         night   .      .  .  .  .  6  .  .
         seat 1 plays sunset-6",
    );
    assert_eq!(made.time(), cards("sunset-3 sunset-4 sunset-5 sunset-6 sunset-7 sunset-8"));
    assert_eq!(up(&made.after), cards("sunset-1 night-6"));
    assert_eq!(stacks(&made.after).len(), 1);
}

/// EL-22: flipped cards are skipped inside a run and at its ends, and do not add to its length.
#[test]
fn flipped_cards_are_skipped_and_not_counted() {
    holds(
        "day     (1)  2  (3)  4  .  (6)  (7)
         seat 0 plays day-5 place 3
         -> nothing
         -> up day-2 day-4 day-5",
    );
    holds(
        "day     (1)  2  (3)  4  .  (6)  7
         seat 0 plays day-5
         -> time day-2 day-4 day-5 day-7",
    );
}

/// EL-23: three cards are not a Time, four are.
#[test]
fn four_cards_make_a_time_and_three_do_not() {
    holds(
        "day     .  2  3  .  .  .  .
         seat 0 plays day-4
         -> nothing
         seat 1 plays day-5
         -> time day-2 day-3 day-4 day-5",
    );
}

/// EL-24: all cards of a longer run are flipped.
#[test]
fn a_run_of_six_is_flipped_whole() {
    holds(
        "dawn    1  2  3  .  5  6  .
         seat 1 plays dawn-4
         -> time dawn-1 dawn-2 dawn-3 dawn-4 dawn-5 dawn-6
         -> flipped dawn-1 dawn-2 dawn-3 dawn-4 dawn-5 dawn-6",
    );
}

/// EL-24: in random games every face-up card that is linked to a completed Time is part of it.
#[test]
fn every_linked_card_is_part_of_a_time() {
    let mut longer = 0;
    for made in random_moves(300).filter(|made| !made.time().is_empty()) {
        let time = made.time();
        longer += usize::from(time.len() > 4);
        assert!(time.len() >= 4 && time.contains(made.card()));
        let before = up(&made.before) | made.card().alone();
        let board = Board { up: before, flipped: flipped(&made.before) };
        for card in before & made.card().row() {
            let linked = board.run(card).contains(made.card());
            assert_eq!(time.contains(card), linked, "{card} when {} was played", made.card());
        }
    }
    assert!(longer > 100, "only {longer} long Times");
}

/// EL-25: a row is not a circle.
#[test]
fn the_ends_of_a_row_are_not_neighbours() {
    holds(
        "dawn    .  2  .  .  .  6  7
         seat 0 plays dawn-1 time 1
         -> nothing",
    );
    holds(
        "seats 4
         dawn    1  2  .  .  .  .  7  .
         night   .  2  .  .  .  .  .  .
         seat 0 plays dawn-8 time 1
         -> nothing",
    );
}
