//! Playing, copying and imagining states allocate no memory.

use std::hint::black_box;

use allocation_counter::measure;
use atlas_core::game::playout;
use atlas_core::{Chance, Game, Turn, Viewer};
use atlas_enchanted_lands::{Action, EnchantedLands, Options};

/// The maximum length of a legal list: seven cards, each without a bet or with one to five chips on either side.
const MAX_ACTIONS: usize = 77;

fn start(seats: u8, chance: &mut Chance) -> EnchantedLands {
    EnchantedLands::start(atlas_core::Edition::newest::<EnchantedLands>(), &Options::default(), seats, chance)
        .unwrap()
}

fn assert_no_allocation(what: &str, seats: u8, work: impl FnMut()) {
    let used = measure(work);
    assert_eq!(used.count_total, 0, "{what} with {seats} seats allocates {} bytes", used.bytes_total);
}

#[test]
fn allocations_are_measured() {
    let state = start(2, &mut Chance::quick(1));
    let used = measure(|| drop(black_box(state.view(Viewer::Spectator))));
    assert!(used.count_total > 0);
}

#[test]
fn a_game_with_legal_lists_allocates_nothing() {
    for seats in 2..=4 {
        let mut chance = Chance::quick(seats.into());
        let mut legal: Vec<Action> = Vec::with_capacity(MAX_ACTIONS);
        assert_no_allocation("a game", seats, || {
            for _ in 0..200 {
                let mut state = start(seats, &mut chance);
                while let Some(seat) = state.acting().first() {
                    legal.clear();
                    state.legal(seat, &mut legal);
                    let action = legal[chance.below(legal.len() as u32) as usize];
                    state.judge(seat, action).unwrap();
                    state.play(seat, action, &mut Turn::quiet(&mut chance));
                }
                black_box(state.outcome());
            }
        });
    }
}

#[test]
fn a_playout_allocates_nothing() {
    for seats in 2..=4 {
        let mut chance = Chance::quick(seats.into());
        let mut scratch = Vec::new();
        assert_no_allocation("a playout", seats, || {
            for _ in 0..200 {
                let mut state = start(seats, &mut chance);
                playout(&mut state, &mut chance, &mut scratch);
                black_box(state.outcome());
            }
        });
    }
}

#[test]
fn copies_worlds_and_outcomes_allocate_nothing() {
    for seats in 2..=4 {
        let mut chance = Chance::quick(seats.into());
        let mut scratch = Vec::new();
        assert_no_allocation("a search", seats, || {
            let mut state = start(seats, &mut chance);
            while let Some(seat) = state.acting().first() {
                black_box(state.clone());
                black_box(state.imagine(seat, &mut chance));
                black_box(state.outcome());
                let action = state.pick(seat, &mut chance, &mut scratch);
                state.play(seat, action, &mut Turn::quiet(&mut chance));
            }
            black_box(state.clone());
            black_box(state.outcome().unwrap().winners());
        });
    }
}
