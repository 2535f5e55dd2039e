//! Invariants of random games with all cards, including games in which players leave.

use atlas_core::{Chance, Game, Seat, Turn, Viewer};
use atlas_secure_the_rift::deck::DeckChoice;
use atlas_secure_the_rift::{Action, Options, SecureTheRift, View};

use crate::table::library_without_loops;

fn view(state: &SecureTheRift) -> View {
    state.view(Viewer::Everything)
}

/// Checks what holds at every moment: SR-02 (a position can be loaded only if it has all cards), SR-09, SR-62, SR-110.
fn holds(state: &SecureTheRift, legal: &[Action]) {
    let seen = view(state);
    assert!(seen.players.iter().all(|player| player.life <= 40), "SR-09");
    assert!(!legal.is_empty(), "the player to act has a legal action");
    let asked = seen.to_act.expect("a player is to act");
    assert!(!seen.players[asked.index()].lost, "a player who has lost is not asked");
    if legal.contains(&Action::Pass) {
        for piece in &seen.front {
            let alive = piece.defence.is_none_or(|defence| defence > 0 && piece.damage < defence);
            assert!(alive, "SR-110: {} is still there", piece.id);
        }
        assert!(seen.players.iter().all(|player| player.lost || player.life > 0), "SR-126");
    }
    let position = state.dump();
    let again = SecureTheRift::load(state.edition(), &position);
    assert!(again.as_ref() == Ok(state), "{:?}\n{position}", again.err());
}

/// Plays a random game in which players sometimes leave.
fn play(seats: u8, seed: u64, leaves: u32) {
    let mut chance = Chance::quick(seed);
    let options = Options { decks: vec![DeckChoice("any".to_owned()); seats.into()], ..Options::default() };
    let mut state =
        SecureTheRift::start(library_without_loops().edition(), &options, seats, &mut chance).unwrap();
    let mut legal = Vec::new();
    while let Some(seat) = state.acting().iter().next() {
        legal.clear();
        state.legal(seat, &mut legal);
        holds(&state, &legal);
        if leaves > 0 && chance.below(leaves) == 0 {
            let who = Seat(chance.below(seats.into()) as u8);
            state.leave(who, &mut Turn::quiet(&mut chance));
            continue;
        }
        let before = view(&state);
        // Half of the actions are passes, so that the game advances.
        let pass = legal.contains(&Action::Pass) && chance.coin();
        let action = if pass { Action::Pass } else { legal[chance.below(legal.len() as u32) as usize] };
        state.play(seat, action, &mut Turn::quiet(&mut chance));
        let after = view(&state);
        let lost = |seen: &View| seen.players.iter().filter(|player| player.lost).count();
        let goes_on = lost(&before) == lost(&after) && state.outcome().is_none();
        if goes_on && (before.turn, before.step) != (after.turn, after.step) {
            assert!(before.sequence.is_empty(), "SR-56: a step ends with an empty Sequence");
        }
    }
    assert!(state.outcome().is_some());
}

/// SR-02, SR-09, SR-56, SR-62, SR-110: complete random games.
#[test]
fn invariants_hold_in_whole_games() {
    for seed in 0..6 {
        play(2 + (seed % 3) as u8, seed, 0);
    }
}

/// SR-128, SR-R50, SR-R58: the other players can continue, no matter who leaves and when.
#[test]
fn the_other_players_continue() {
    for seed in 0..24 {
        play(3 + (seed % 2) as u8, seed, 120);
    }
}
