//! The laws also hold late in games, which random players lose too early: sensible players build components, reach the
//! Power Core and win.

use atlas_atlantis_rising::{AtlantisRising, Options};
use atlas_core::{Chance, Edition, Game, Insight, Turn, laws};

/// Plays a game by quick guesses and checks every state. Returns whether it was won.
fn play(level: u8, seats: u8, seed: u64) -> bool {
    let mut chance = Chance::quick_part(seed, u64::from(level) * 8 + u64::from(seats));
    let options = Options { level, ..Options::default() };
    let edition = Edition::newest::<AtlantisRising>();
    let mut state = AtlantisRising::start(edition, &options, seats, &mut chance).unwrap();
    let (mut moves, mut scratch) = (0, Vec::new());
    let mut trial = Chance::quick(seed);
    while let Some(seat) = state.acting().draw(&mut chance) {
        let action = state.guess(seat, &mut chance, &mut scratch);
        let checked = laws::legal_lists_are_sound(&state, Some((seat, action)))
            .and_then(|()| laws::positions_come_back(&state))
            .and_then(|()| {
                let costly = trial.below(12) == 0;
                if !costly {
                    return Ok(());
                }
                laws::previews_are_honest(&state, &mut trial)?;
                laws::only_listed_actions_pass(&state, &mut trial)?;
                laws::half_sentences_are_explained(&state, &mut trial)
            });
        if let Err(broken) = checked {
            panic!("level {level}, {seats} seats, seed {seed}, move {moves}: {broken}");
        }
        state.play(seat, action, &mut Turn::quiet(&mut chance));
        moves += 1;
        assert!(moves < 5_000, "the game does not end");
    }
    assert!(laws::positions_come_back(&state).is_ok());
    !state.outcome().unwrap().winners().is_empty()
}

/// Every level and every number of seats. Some games are won.
#[test]
fn the_laws_hold_in_sensible_games() {
    let mut won = 0;
    for level in 1..=5 {
        for seats in 1..=7 {
            for seed in 0..3 {
                won += u32::from(play(level, seats, seed));
            }
        }
    }
    for seed in 3..13 {
        won += u32::from(play(1, 1, seed));
    }
    assert!(won > 0, "sensible players win some games");
}
