//! The use of chance: EL-62.

use atlas_core::{Chance, First, Game, Seat, Turn};
use atlas_enchanted_lands::{EnchantedLands, Options};

use crate::tables::{Move, acting, dealt, pile, random_game, shuffle_draws};

/// EL-62: chance decides the first player, the start cards with four players and the order of the deck, and nothing
/// else.
#[test]
fn set_up_draws_first_player_start_cards_and_shuffle() {
    for (seats, start_cards) in [(2, 0), (3, 0), (4, 2)] {
        for (first, begins, drawn) in [(First::Random, Seat(0), 1), (First::Seat(Seat(1)), Seat(1), 0)] {
            let mut chance = Chance::scripted(vec![0; drawn + start_cards + shuffle_draws(seats)]);
            let state = EnchantedLands::start(
                atlas_core::Edition::newest::<EnchantedLands>(),
                &Options { first },
                seats,
                &mut chance,
            )
            .unwrap();
            assert_eq!(acting(&state), begins);
        }
    }
}

/// EL-62: a refused start draws nothing.
#[test]
fn a_start_that_is_refused_draws_nothing() {
    let options = Options { first: First::Seat(Seat(2)) };
    assert!(
        EnchantedLands::start(
            atlas_core::Edition::newest::<EnchantedLands>(),
            &options,
            2,
            &mut Chance::scripted([])
        )
        .is_err()
    );
    assert!(
        EnchantedLands::start(
            atlas_core::Edition::newest::<EnchantedLands>(),
            &Options::default(),
            5,
            &mut Chance::scripted([])
        )
        .is_err()
    );
}

/// EL-62: after set-up nothing is random: no play uses chance, and the same plays lead to the same end.
#[test]
fn after_set_up_nothing_is_random() {
    for seats in 2..=4 {
        for seed in 0..100 {
            let game = random_game(seats, seed);
            let mut twin = game[0].before.clone();
            for made in &game {
                assert_eq!(twin, made.before);
                twin.play(made.seat, made.action, &mut Turn::quiet(&mut Chance::scripted([])));
            }
            assert_eq!(twin, game.last().unwrap().after);
        }
    }
}

/// EL-62: the order of the pile is fixed during set-up.
#[test]
fn the_deal_determines_all_draws() {
    for seats in 2..=3 {
        for seed in 0..50 {
            let game = random_game(seats, seed);
            let drawn: Vec<_> = game.iter().filter_map(Move::drew).collect();
            assert_eq!(drawn, pile(&game[0].before));
        }
    }
}

/// EL-62: the same seed deals the same table, and different seeds deal different tables.
#[test]
fn a_seed_determines_the_deal() {
    for seats in 2..=4 {
        let start = |seed| {
            let mut chance = Chance::seeded(atlas_core::Seed::from(seed), 0);
            dealt(seats, &mut chance)
        };
        assert_eq!(start(1), start(1));
        assert!((2..50).all(|seed| start(seed) != start(1)));
    }
}
