//! Components and set-up: EL-01 to EL-13.

use std::collections::BTreeMap;

use atlas_core::{Chance, Code, Game, Seat, Viewer};
use atlas_enchanted_lands::{Card, EnchantedLands, Options, Suit};
use serde_json::Value;

use crate::tables::{
    acting, allotment, card, dealt, drawn, hand, holds, open, pile, random_game, random_moves, refusal,
    removed, started,
};

/// The place of each card.
fn places(state: &EnchantedLands) -> Vec<(Card, String)> {
    let view = open(state);
    let mut found: Vec<(Card, String)> =
        view.board.iter().map(|placed| (placed.card, "board".to_owned())).collect();
    for (seat, cards) in view.hands.iter().enumerate() {
        found.extend(cards.iter().flatten().map(|card| (*card, format!("hand {seat}"))));
    }
    found.extend(pile(state).into_iter().enumerate().map(|(i, card)| (card, format!("pile {i}"))));
    found.extend(removed(state).into_iter().map(|card| (card, "removed".to_owned())));
    found
}

/// EL-01: there are 32 different cards, one for each suit and number.
#[test]
fn there_are_thirty_two_different_cards() {
    let mut names: Vec<String> = places(&started(4, 1)).iter().map(|(card, _)| card.to_string()).collect();
    names.sort();
    let mut all: Vec<String> = ["dawn", "day", "sunset", "night"]
        .iter()
        .flat_map(|suit| (1..=8).map(move |number| format!("{suit}-{number}")))
        .collect();
    all.sort();
    assert_eq!(names, all);
}

/// EL-01: other names are not cards.
#[test]
fn other_names_are_not_cards() {
    for name in
        ["dawn-0", "dawn-9", "dawn-10", "dusk-1", "Dawn-1", "dawn 1", "dawn-01", "dawn-+1", "dawn", "-", ""]
    {
        assert_eq!(name.parse::<Card>().unwrap_err().code, Code::Notation, "{name}");
    }
}

/// EL-02: the order of the rows.
#[test]
fn the_rows_are_dawn_day_sunset_night_from_top_to_bottom() {
    assert_eq!(Suit::ALL.map(Suit::name), ["dawn", "day", "sunset", "night"]);
    for made in random_moves(20) {
        let board: Vec<Card> = open(&made.after).board.iter().map(|placed| placed.card).collect();
        let key = |card: &Card| (Suit::ALL.iter().position(|suit| *suit == card.suit()), card.number());
        assert!(board.is_sorted_by_key(key), "{board:?}");
    }
}

/// The position with exchanged suits: `suits` are the new suits for Dawn, Day, Sunset and Night.
fn with_suits(position: &Value, suits: [&str; 4]) -> Value {
    let mut text = position.to_string();
    for (suit, mark) in Suit::ALL.iter().zip(["0-", "1-", "2-", "3-"]) {
        text = text.replace(&format!("\"{}-", suit.name()), &format!("\"{mark}"));
    }
    for (suit, mark) in suits.iter().zip(["0-", "1-", "2-", "3-"]) {
        text = text.replace(&format!("\"{mark}"), &format!("\"{suit}-"));
    }
    text.parse().unwrap()
}

/// EL-02: the order of the suits only matters for the layout. A game with exchanged suits is the same game.
#[test]
fn no_suit_is_better_than_another() {
    for suits in [["night", "sunset", "day", "dawn"], ["day", "sunset", "night", "dawn"]] {
        for seats in 2..=4 {
            for seed in 0..60 {
                for made in random_game(seats, seed) {
                    let exchanged = |state: &EnchantedLands| {
                        EnchantedLands::load(
                            atlas_core::Edition::newest::<EnchantedLands>(),
                            &with_suits(&state.dump(), suits),
                        )
                        .expect("this position is possible as well")
                    };
                    let mut twin = exchanged(&made.before);
                    let sentence = made.action.to_string();
                    let (suit, rest) = sentence.split_once('-').unwrap();
                    let suit = suits[Suit::ALL.iter().position(|it| it.name() == suit).unwrap()];
                    let action = twin.read(made.seat, &format!("{suit}-{rest}")).unwrap();
                    let mut chance = Chance::scripted([]);
                    twin.apply(made.seat, action, &mut atlas_core::Turn::quiet(&mut chance)).unwrap();
                    assert_eq!(twin, exchanged(&made.after));
                    assert_eq!(twin.outcome(), made.after.outcome());
                }
            }
        }
    }
}

/// EL-03: a player never has more than the 16 chips of one colour, and a chip shows Time or Place.
#[test]
fn a_colour_has_sixteen_chips_with_two_sides() {
    holds(
        "seat 0 plays dawn-1 time 5
         seat 1 plays night-1
         seat 0 plays dawn-3 place 5
         seat 1 plays night-3
         seat 0 plays dawn-5 time 5
         seat 1 plays night-5
         -> chips 1 16
         seat 0 plays dawn-7 place 1
         -> chips 0 16
         seat 1 plays night-7
         seat 0 plays day-1 time 1
         -> refused EL-36",
    );
    let other = refusal(&started(2, 1), Seat(0), "dawn-1 edge 1");
    assert_eq!(other.code, Code::Notation);
    assert!(other.to_string().contains("edge"), "{other}");
}

/// EL-04: the suit markers only label rows. They are not part of the view, and no action uses them.
#[test]
fn suit_markers_are_not_part_of_the_game() {
    let seen = serde_json::to_value(started(4, 3).view(Viewer::Spectator)).unwrap();
    let keys: Vec<&String> = seen.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        ["to_act", "board", "hands", "hand_sizes", "chips", "points", "pile_size", "removed_count"]
    );
    for sentence in ["dawn", "dawn time 1", "marker dawn"] {
        let state = started(4, 3);
        assert_eq!(refusal(&state, acting(&state), sentence).code, Code::Notation, "{sentence}");
    }
}

/// EL-05: the game is for two, three or four players.
#[test]
fn the_game_is_for_two_to_four_players() {
    for seats in 0..=u8::MAX {
        let state = EnchantedLands::start(
            atlas_core::Edition::newest::<EnchantedLands>(),
            &Options::default(),
            seats,
            &mut Chance::quick(1),
        );
        match state {
            Ok(state) => assert!((2..=4).contains(&seats) && state.seats() == seats, "{seats} seats"),
            Err(refusal) => {
                assert!(!(2..=4).contains(&seats), "{seats} seats");
                assert_eq!(refusal.code, Code::Seats);
                assert!(refusal.to_string().contains(&seats.to_string()), "{refusal}");
            }
        }
    }
}

/// EL-05: seats form a circle, and turns go round it clockwise.
#[test]
fn turns_go_round_the_table() {
    for seats in 2..=4 {
        for seed in 0..20 {
            let game = random_game(seats, seed);
            let first = game[0].seat.0;
            for (turn, made) in game.iter().enumerate() {
                assert_eq!(made.seat.index(), (usize::from(first) + turn) % usize::from(seats));
            }
        }
    }
}

/// EL-06: each player has 16, 14 or 12 chips.
#[test]
fn chips_depend_on_the_number_of_players() {
    for (seats, chips) in [(2, 16), (3, 14), (4, 12)] {
        assert_eq!(open(&started(seats, 5)).chips, vec![chips; seats.into()]);
    }
}

/// EL-07: the 8s are used only with four players.
#[test]
fn the_eights_are_used_only_with_four_players() {
    for (seats, deck, eights) in [(2, 28, 0), (3, 28, 0), (4, 32, 4)] {
        for seed in 0..50 {
            let cards = places(&started(seats, seed));
            assert_eq!(cards.len(), deck);
            assert_eq!(cards.iter().filter(|(card, _)| card.number() == 8).count(), eights);
        }
    }
    let state = started(2, 1);
    assert_eq!(refusal(&state, acting(&state), "dawn-8").rule.unwrap().0, "EL-31");
}

/// EL-07: with four players the eighth column is played like the others.
#[test]
fn the_eighth_column_can_be_a_place_and_end_a_time() {
    holds(
        "seats 4
         dawn    .  .  .  .  .  .  .  8
         day     .  .  .  .  .  .  .  8
         sunset  .  .  .  .  .  .  .  8
         night   .  .  .  .  5  6  7  .
         seat 1 plays night-8
         -> time night-5 night-6 night-7 night-8
         -> place dawn-8 day-8 sunset-8 night-8",
    );
}

/// EL-08: with four players, two cards of different suit and number start face up on the board, without chips.
#[test]
fn four_players_start_with_two_cards_on_the_board() {
    for seed in 0..2_000 {
        let view = open(&started(4, seed));
        let [one, two] = view.board.as_slice() else { panic!("{:?}", view.board) };
        assert!(one.card.suit() != two.card.suit() && one.card.number() != two.card.number());
        for placed in [one, two] {
            assert_eq!((placed.face, placed.stack), (atlas_enchanted_lands::Face::Up, None));
        }
    }
}

/// EL-08: with fewer players the board starts empty.
#[test]
fn two_or_three_players_start_with_an_empty_board() {
    for seats in 2..=3 {
        assert!((0..50).all(|seed| open(&started(seats, seed)).board.is_empty()));
    }
}

/// EL-09, EL-10, EL-11: the deck is shuffled. All cards are equally likely to be dealt to each hand, to be at each
/// place of the pile, and to be removed.
#[test]
fn the_deal_is_uniform() {
    const STARTS: u32 = 12_000;
    for seats in 2..=4 {
        let mut counts: BTreeMap<(String, Card), u32> = BTreeMap::new();
        let mut sizes: BTreeMap<String, u32> = BTreeMap::new();
        let mut chance = Chance::quick(99);
        for start in 0..STARTS {
            let state = dealt(seats, &mut chance);
            for (card, place) in places(&state) {
                if start == 0 {
                    *sizes.entry(place.clone()).or_default() += 1;
                }
                *counts.entry((place, card)).or_default() += 1;
            }
        }
        let deck: u32 = sizes.values().sum();
        assert_eq!(counts.len() as u32, deck * sizes.len() as u32, "some card is never at some place");
        for ((place, card), count) in counts {
            let expected = f64::from(STARTS * sizes[&place]) / f64::from(deck);
            let deviations = (f64::from(count) - expected) / expected.sqrt();
            assert!(deviations.abs() < 5.0, "{card} at {place} with {seats} seats: {count}, not {expected}");
        }
    }
}

/// EL-09: everyone gets seven cards.
#[test]
fn everyone_gets_seven_cards() {
    for seats in 2..=4 {
        for seed in 0..50 {
            assert_eq!(open(&started(seats, seed)).hand_sizes, vec![7; seats.into()]);
        }
    }
}

/// EL-10: two cards are removed with two players, one with three, two with four.
#[test]
fn some_cards_are_removed_unseen() {
    for (seats, away) in [(2, 2), (3, 1), (4, 2)] {
        for seed in 0..50 {
            let state = started(seats, seed);
            assert_eq!((removed(&state).len(), open(&state).removed_count), (away, away));
        }
    }
}

/// EL-11: the remaining cards are the pile; with four players there are none.
#[test]
fn the_remaining_cards_are_the_pile() {
    for (seats, rest) in [(2, 12), (3, 6), (4, 0)] {
        for seed in 0..50 {
            let state = started(seats, seed);
            assert_eq!((pile(&state).len(), open(&state).pile_size), (rest, rest));
        }
    }
}

/// EL-12: the numbers of cards after set-up, of plays in a game and of turns for each player.
#[test]
fn the_counts_match_the_table_in_the_book() {
    for (seats, used, board, hands, away, rest, plays, each) in
        [(2, 28, 0, 14, 2, 12, 26, 13), (3, 28, 0, 21, 1, 6, 27, 9), (4, 32, 2, 28, 2, 0, 28, 7)]
    {
        let game = random_game(seats, 8);
        let places = places(&game[0].before);
        let count = |what: &str| places.iter().filter(|(_, place)| place.starts_with(what)).count();
        assert_eq!(places.len(), used);
        assert_eq!((count("board"), count("hand")), (board, hands));
        assert_eq!((count("removed"), count("pile")), (away, rest));
        assert_eq!(game.len(), plays);
        for seat in Seat::all(seats) {
            assert_eq!(game.iter().filter(|made| made.seat == seat).count(), each);
        }
    }
}

/// EL-13: by default every seat is equally likely to begin.
#[test]
fn the_first_player_is_uniformly_random() {
    for seats in 2..=4 {
        let mut counts = vec![0_i32; seats.into()];
        let mut chance = Chance::quick(13);
        for _ in 0..12_000 {
            let state = dealt(seats, &mut chance);
            counts[acting(&state).index()] += 1;
        }
        let expected = 12_000 / i32::from(seats);
        assert!(counts.iter().all(|count| (count - expected).abs() < 300), "{counts:?}");
    }
}

/// EL-06, EL-12: a table drawn for a test has the right counts, so that the other tests can rely on it.
#[test]
fn drawn_tables_have_the_right_counts() {
    let state = drawn("seats 3\nday 1 . 3/1P1 4/2T1 . . .\nseat 0 plays day-2");
    let view = open(&state);
    assert_eq!((view.hand_sizes, view.pile_size, view.removed_count), (vec![7, 7, 7], 3, 1));
    assert_eq!(view.chips, [allotment(3), 13, 13]);
    assert!(hand(&state, Seat(0)).contains(&card("day-2")));
}
