//! Playing, copying and imagining allocate no memory.

use std::hint::black_box;

use allocation_counter::measure;
use atlas_core::game::playout;
use atlas_core::{Chance, Edition, Game, Turn, Viewer};
use atlas_shadow_of_atlas::{Action, ContentRef, Options, ShadowOfAtlas};

/// The maximum length of a legal list: six Orders at five planets, two Surveys, pairs with and without a Janus, `done`.
const MAX_LEGAL: usize = 6 * 5 + 2 + 6 + 5 + 1;

fn start(chance: &mut Chance) -> ShadowOfAtlas {
    ShadowOfAtlas::start(Edition::newest::<ShadowOfAtlas>(), &Options::default(), 2, chance).unwrap()
}

fn assert_no_allocation(what: &str, work: impl FnMut()) {
    // The house file is read before anything is measured.
    ContentRef::house();
    let used = measure(work);
    assert_eq!(used.count_total, 0, "{what} allocates {} bytes", used.bytes_total);
}

#[test]
fn the_counter_detects_an_allocation() {
    let state = start(&mut Chance::quick(1));
    let used = measure(|| drop(black_box(state.view(Viewer::Spectator))));
    assert!(used.count_total > 0);
}

#[test]
fn a_game_with_legal_lists_allocates_nothing() {
    let mut chance = Chance::quick(2);
    let mut legal: Vec<Action> = Vec::with_capacity(MAX_LEGAL);
    assert_no_allocation("a game", || {
        for _ in 0..200 {
            let mut state = start(&mut chance);
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

#[test]
fn a_playout_allocates_nothing() {
    let mut chance = Chance::quick(3);
    let mut scratch = Vec::with_capacity(MAX_LEGAL);
    assert_no_allocation("a playout", || {
        for _ in 0..200 {
            let mut state = start(&mut chance);
            playout(&mut state, &mut chance, &mut scratch);
            black_box(state.outcome());
        }
    });
}

#[test]
fn copies_imagined_states_and_outcomes_allocate_nothing() {
    let mut chance = Chance::quick(4);
    let mut scratch = Vec::with_capacity(MAX_LEGAL);
    assert_no_allocation("a search", || {
        for _ in 0..20 {
            let mut state = start(&mut chance);
            while let Some(seat) = state.acting().first() {
                black_box(state.clone());
                black_box(state.imagine(seat, &mut chance));
                black_box(state.outcome());
                let action = state.pick(seat, &mut chance, &mut scratch);
                state.play(seat, action, &mut Turn::quiet(&mut chance));
            }
            black_box(state.clone());
            black_box(state.outcome().unwrap().winners());
        }
    });
}
