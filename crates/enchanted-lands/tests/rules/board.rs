//! The board: EL-14 to EL-17.

use atlas_core::{Code, Game};
use atlas_enchanted_lands::{Card, Cards, EnchantedLands, Face, Suit};
use serde_json::json;

use crate::tables::{drawn, flipped, holds, open, random_game, random_moves, stacks, up};

/// EL-14: a card belongs to the row of its suit and the column of its number.
#[test]
fn a_card_has_one_row_and_one_column() {
    for card in Cards::deck(4) {
        let row: Vec<Card> = card.row().collect();
        let column: Vec<Card> = card.column().collect();
        assert_eq!(row, (1..=8).map(|number| Card::new(card.suit(), number)).collect::<Vec<_>>());
        assert_eq!(column, Suit::ALL.map(|suit| Card::new(suit, card.number())));
    }
}

/// EL-14: a board cannot be drawn with a card on another spot.
#[test]
fn a_card_drawn_on_another_spot_is_an_error() {
    let parsed = "dawn . 3 . . . . .\nseat 0 plays dawn-1".parse::<atlas_enchanted_lands::example::Example>();
    assert!(parsed.unwrap_err().contains('3'));
}

/// EL-14: once on the board, a card stays there.
#[test]
fn cards_on_the_board_never_leave_it() {
    for made in random_moves(100) {
        let (before, after) =
            (up(&made.before) | flipped(&made.before), up(&made.after) | flipped(&made.after));
        assert_eq!(after, before | made.card().alone());
    }
}

/// EL-15: a spot is empty, or its card is face up, or its card is flipped.
#[test]
fn a_spot_is_empty_or_face_up_or_flipped() {
    let state = drawn("dawn 1 (2) . . . . .\nseat 0 plays day-1");
    let board: Vec<(String, Face)> =
        open(&state).board.iter().map(|placed| (placed.card.to_string(), placed.face)).collect();
    assert_eq!(board, [("dawn-1".to_owned(), Face::Up), ("dawn-2".to_owned(), Face::Flipped)]);

    let mut position = state.dump();
    position["board"][1]["face"] = json!("sideways");
    let refusal =
        EnchantedLands::load(atlas_core::Edition::newest::<EnchantedLands>(), &position).unwrap_err();
    assert_eq!(refusal.code, Code::Position);
    assert!(refusal.to_string().contains("sideways"), "{refusal}");
}

/// EL-16: a flipped card stays flipped until the end.
#[test]
fn a_flipped_card_stays_flipped() {
    for made in random_moves(200) {
        let (before, after) = (flipped(&made.before), flipped(&made.after));
        assert_eq!(before & after, before, "{:?}", made.action);
    }
}

/// EL-16: a Time across a flipped card, or a Place in its column, does not affect it.
#[test]
fn a_flipped_card_is_not_affected_by_a_time_across_it() {
    holds(
        "dawn    .  .  (3)  .  .  .  .
         day     1  2  (3)  4  .  .  .
         sunset  .  .  3    .  .  .  .
         seat 0 plays day-5
         -> time day-1 day-2 day-4 day-5
         -> flipped dawn-3 day-3
         -> up sunset-3",
    );
}

/// EL-17: a card carries at most one stack, which its player bet when the card was played.
#[test]
fn a_card_carries_at_most_one_stack_of_its_player() {
    for seats in 2..=4 {
        for seed in 0..100 {
            let game = random_game(seats, seed);
            for (at, made) in game.iter().enumerate() {
                for (card, stack) in stacks(&made.after) {
                    let player = game[..=at].iter().find(|it| it.card() == card).expect("it was played");
                    assert_eq!(player.bet(), Some((card, stack)));
                    assert_eq!(player.seat, stack.seat);
                }
            }
        }
    }
}

/// EL-17: a second stack on a card is refused, however it is written.
#[test]
fn a_second_stack_on_a_card_cannot_be_set_up() {
    let state = drawn("dawn 1/0T2 2 . . . . .\nday 1 . . . . . .\nseat 1 plays day-2");
    let mut twice = state.dump();
    twice["board"][1] =
        json!({ "card": "dawn-1", "face": "up", "stack": { "seat": 1, "side": "place", "chips": 1 } });
    let refusal = EnchantedLands::load(atlas_core::Edition::newest::<EnchantedLands>(), &twice).unwrap_err();
    assert!(refusal.to_string().contains("dawn-1"), "{refusal}");

    let mut listed = state.dump();
    let stack = listed["board"][0]["stack"].clone();
    listed["board"][0]["stack"] = json!([stack.clone(), stack]);
    assert_eq!(
        EnchantedLands::load(atlas_core::Edition::newest::<EnchantedLands>(), &listed).unwrap_err().code,
        Code::Position
    );
}
