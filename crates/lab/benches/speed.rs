//! Measures the speed of games and searches, as rates and as ratios to a baseline that is measured in the same run:
//! two-seat Enchanted Lands in plain Rust.
//!
//! The speed of a machine varies over time, so the tasks run in alternating rounds and their medians are compared.

use std::hint::black_box;
use std::time::{Duration, Instant};

use atlas_bots::{Budget, Level, think};
use atlas_core::game::playout;
use atlas_core::{Chance, Edition, Eyes, Game, Insight, Turn};
use atlas_enchanted_lands::EnchantedLands;
use atlas_secure_the_rift::SecureTheRift;
use atlas_shadow_of_atlas::ShadowOfAtlas;

#[path = "../../enchanted-lands/tests/plain/mod.rs"]
#[allow(dead_code, missing_docs, unreachable_pub)]
mod plain;

const ROUNDS: usize = 9;
const ROUND: Duration = Duration::from_millis(200);

/// A piece of work whose speed is measured.
struct Task {
    game: &'static str,
    name: String,
    /// Does some work and returns the number of units done.
    work: Box<dyn FnMut() -> u64>,
}

fn main() {
    let mut tasks: Vec<Task> = Vec::new();
    for seats in EnchantedLands::FACTS.seats() {
        let name = format!("plain Rust, {seats} seats");
        tasks.push(Task { game: EnchantedLands::FACTS.name, name, work: Box::new(in_plain_rust(seats)) });
        tasks.extend(playouts::<EnchantedLands>(seats));
    }
    tasks.extend(searches(&started::<EnchantedLands>(2, &mut Chance::quick(1)), "playouts of a search"));
    tasks.extend(playouts::<ShadowOfAtlas>(2));
    tasks.extend(searches(&started::<ShadowOfAtlas>(2, &mut Chance::quick(1)), "playouts of a search"));
    for seats in SecureTheRift::FACTS.seats() {
        tasks.extend(playouts::<SecureTheRift>(seats));
    }
    let middle: SecureTheRift = mid_game();
    tasks.extend(searches(&middle, "playouts of three turns of a search in mid-game"));
    let name = "copies of a state in mid-game, 2 seats".to_owned();
    tasks.push(Task { game: SecureTheRift::FACTS.name, name, work: Box::new(by_copying(middle)) });

    let mut rates: Vec<Vec<f64>> = vec![Vec::new(); tasks.len()];
    for _ in 0..ROUNDS {
        for (rates, task) in rates.iter_mut().zip(&mut tasks) {
            let (begin, mut done) = (Instant::now(), 0);
            while begin.elapsed() < ROUND {
                done += (task.work)();
            }
            rates.push(done as f64 / begin.elapsed().as_secs_f64());
        }
    }
    let medians: Vec<f64> = rates.into_iter().map(median).collect();
    let mut game = "";
    for (task, rate) in tasks.iter().zip(&medians) {
        if task.game != game {
            game = task.game;
            println!("\n{game}\n\n| task | per second | relative to the baseline |\n| --- | ---: | ---: |");
        }
        println!("| {} | {rate:.0} | {:.2} |", task.name, rate / medians[0]);
    }
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

/// Random games on one core.
fn playouts<G: Game>(seats: u8) -> [Task; 2] {
    let task = |name: &str, work| Task { game: G::FACTS.name, name: format!("{name}, {seats} seats"), work };
    [task("legal list", Box::new(by_list::<G>(seats)) as _), task("pick", Box::new(by_pick::<G>(seats)))]
}

/// Searches from a state; the units are playouts.
fn searches<G: Insight>(from: &G, name: &str) -> [Task; 2] {
    [(1, "one thread"), (2, "two threads")].map(|(threads, suffix)| Task {
        game: G::FACTS.name,
        name: format!("{name}, {suffix}"),
        work: Box::new(by_search(from.clone(), threads)),
    })
}

fn in_plain_rust(seats: u8) -> impl FnMut() -> u64 {
    let mut chance = Chance::quick(1);
    move || {
        let mut game = plain::Plain::random(seats.into(), &mut |n| chance.below(n));
        while !game.over() {
            let legal = game.legal();
            game.play(legal[chance.below(legal.len() as u32) as usize]);
        }
        black_box(game.scores());
        1
    }
}

fn started<G: Game>(seats: u8, chance: &mut Chance) -> G {
    G::start(Edition::newest::<G>(), &G::Options::default(), seats, chance).expect("the seats are valid")
}

fn by_list<G: Game>(seats: u8) -> impl FnMut() -> u64 {
    let (mut chance, mut list) = (Chance::quick(1), Vec::new());
    move || {
        let mut state: G = started(seats, &mut chance);
        while let Some(seat) = state.acting().first() {
            list.clear();
            state.legal(seat, &mut list);
            let action = list[chance.below(list.len() as u32) as usize];
            state.play(seat, action, &mut Turn::quiet(&mut chance));
        }
        black_box(state.outcome());
        1
    }
}

fn by_pick<G: Game>(seats: u8) -> impl FnMut() -> u64 {
    let (mut chance, mut list) = (Chance::quick(1), Vec::new());
    move || {
        let mut state: G = started(seats, &mut chance);
        playout(&mut state, &mut chance, &mut list);
        black_box(state.outcome());
        1
    }
}

fn by_search<G: Insight>(state: G, threads: usize) -> impl FnMut() -> u64 {
    let mut chance = Chance::quick(1);
    let seat = state.acting().first().expect("the game is not over");
    let level = Level::named("adept").expect("adept is a level");
    move || {
        let effort = G::FORESIGHT.map_or(1.0, |foresight| foresight.effort);
        let budget = Some(Budget::Playouts((20_000.0 * effort) as u32));
        u64::from(think(Eyes::new(&state, seat), level, budget, threads, &mut chance).playouts)
    }
}

/// A random game after half of its moves.
fn mid_game<G: Insight>() -> G {
    let mut list = Vec::new();
    let mut state: G = started(2, &mut Chance::quick(1));
    let moves = playout(&mut state.clone(), &mut Chance::quick(2), &mut list);
    let mut again = Chance::quick(2);
    for _ in 0..moves / 2 {
        let seat = state.acting().first().expect("the game is not over");
        let action = state.pick(seat, &mut again, &mut list);
        state.play(seat, action, &mut Turn::quiet(&mut again));
    }
    state
}

fn by_copying<G: Game>(state: G) -> impl FnMut() -> u64 {
    move || {
        for _ in 0..1_000 {
            black_box(state.clone());
        }
        1_000
    }
}
