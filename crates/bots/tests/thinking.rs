//! What is true of every bot, shown with Enchanted Lands.

use std::time::{Duration, Instant};

use atlas_bots::{BotTable, Budget, LEVELS, Level, think};
use atlas_core::{Chance, Edition, Eyes, First, Game, Insight, Match, Seat, Secret, Table, Turn};
use atlas_enchanted_lands::{EnchantedLands, Options};

/// A state some random moves into a game.
fn midgame(seats: u8, moves: u32, seed: u64) -> EnchantedLands {
    let mut chance = Chance::quick(seed);
    let mut state =
        EnchantedLands::start(Edition::newest::<EnchantedLands>(), &Options::default(), seats, &mut chance)
            .unwrap();
    for _ in 0..moves {
        let seat = state.acting().first().unwrap();
        let action = state.pick(seat, &mut chance, &mut Vec::new());
        state.play(seat, action, &mut Turn::quiet(&mut chance));
    }
    state
}

const FEW: Option<Budget> = Some(Budget::Playouts(200));

#[test]
fn every_level_plays_whole_games_legally() {
    for level in &LEVELS {
        for seats in 2..=4 {
            let mut state = midgame(seats, 0, 5);
            let mut chance = Chance::quick(1);
            while let Some(seat) = state.acting().first() {
                let action = think(Eyes::new(&state, seat), level, FEW, 1, &mut chance).action;
                state.judge(seat, action).unwrap_or_else(|refusal| panic!("{}: {refusal}", level.name));
                state.play(seat, action, &mut Turn::quiet(&mut chance));
            }
        }
    }
}

/// A bot with equal chance does the same in two states that its seat cannot tell apart, so nothing hidden
/// can have reached it.
#[test]
fn a_bot_cannot_tell_apart_what_its_seat_cannot() {
    for level in &LEVELS {
        for moves in [0, 5, 11, 18] {
            let state = midgame(2, moves, 7 + u64::from(moves));
            let seat = state.acting().first().unwrap();
            let thought =
                |state: &EnchantedLands| think(Eyes::new(state, seat), level, FEW, 1, &mut Chance::quick(3));
            for other in 0..5 {
                let other = state.imagine(seat, &mut Chance::quick(other));
                assert_eq!(thought(&state), thought(&other), "{} after {moves} moves", level.name);
            }
        }
    }
}

#[test]
fn the_same_seed_and_playouts_give_the_same_thought_on_any_number_of_threads() {
    let state = midgame(3, 9, 2);
    let eyes = Eyes::new(&state, state.acting().first().unwrap());
    let level = Level::named("master").unwrap();
    for threads in [1, 2, 3] {
        let thought =
            |seed| think(eyes, level, Some(Budget::Playouts(501)), threads, &mut Chance::quick(seed));
        assert_eq!(thought(4), thought(4));
        assert_eq!(thought(4).playouts, 501);
        assert_ne!(thought(4).considered, thought(5).considered);
    }
}

#[test]
fn time_is_kept_and_more_of_it_is_used() {
    let state = midgame(2, 4, 2);
    let eyes = Eyes::new(&state, state.acting().first().unwrap());
    let level = Level::named("adept").unwrap();
    let within = |millis| {
        let begin = Instant::now();
        let budget = Some(Budget::Time(Duration::from_millis(millis)));
        let thought = think(eyes, level, budget, 1, &mut Chance::quick(1));
        assert!(begin.elapsed() < Duration::from_millis(millis + 500), "it took {:?}", begin.elapsed());
        thought.playouts
    };
    assert!(within(200) > within(10));
}

/// With one card left there is nothing to think about, and right before the end the best is found.
#[test]
fn the_obvious_is_done() {
    let master = Level::named("master").unwrap();
    let mut state = midgame(2, 25, 3);
    let seat = state.acting().first().unwrap();
    let thought = think(Eyes::new(&state, seat), master, FEW, 1, &mut Chance::quick(1));
    state.play(seat, thought.action, &mut Turn::quiet(&mut Chance::quick(1)));
    assert!(state.outcome().is_some());
}

#[test]
fn advice_is_for_the_seat_that_acts() {
    let options = Options { first: First::Seat(Seat(1)) };
    let table = Match::<EnchantedLands>::new(
        Edition::newest::<EnchantedLands>(),
        options,
        2,
        Secret([1; 32]),
        Vec::new(),
    )
    .unwrap();
    let novice = Level::named("novice").unwrap();
    let advice = table.advise(Seat(1), novice, None, 1, 1).unwrap();
    assert!(table.legal(Seat(1)).contains(&advice.action));
    assert_eq!(advice.playouts, 300);
    assert!(advice.value.is_some_and(|value| (0.0..=1.0).contains(&value)));
    assert!(table.advise(Seat(0), novice, None, 1, 1).is_err());
}

/// A reason is one sentence: the remark of the game, or that there is no other legal move.
#[test]
fn a_reason_is_the_remark_of_the_game() {
    let options = Options { first: First::Seat(Seat(0)) };
    let mut table = Match::<EnchantedLands>::new(
        Edition::newest::<EnchantedLands>(),
        options,
        2,
        Secret([3; 32]),
        Vec::new(),
    )
    .unwrap();
    let (mut turns, mut forced) = (0_u32, 0_u32);
    while let Some(seat) = table.acting().first() {
        let level = &LEVELS[turns as usize % LEVELS.len()];
        let advice = table.advise(seat, level, FEW, 1, 7).unwrap();
        let action = table.state().read(seat, &advice.action).unwrap();
        let reason = advice.reason.to_string();
        if table.legal(seat).len() == 1 {
            assert_eq!(reason, "It is your only legal move.");
            forced += 1;
        } else {
            assert_eq!(reason, table.state().remark(seat, action).unwrap().to_string());
        }
        assert!(reason.ends_with('.') && reason.matches('.').count() == 1, "one sentence: {reason}");
        table.act(seat, &advice.action).unwrap();
        turns += 1;
    }
    assert!(turns == 26 && (1..26).contains(&forced), "{forced} of {turns} moves were forced");
}

#[test]
fn playouts_count_every_game_once() {
    let table = Match::<EnchantedLands>::new(
        Edition::newest::<EnchantedLands>(),
        Options::default(),
        4,
        Secret([1; 32]),
        Vec::new(),
    )
    .unwrap();
    let result = table.playouts(500, 1);
    assert_eq!((result.games, result.moves), (500, 500 * 28));
    assert!((result.wins.iter().sum::<f64>() - 500.0).abs() < 1e-6);
    assert_eq!(result.wins, table.playouts(500, 1).wins);
}
