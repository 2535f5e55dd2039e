//! How fast games are played, as ratios to a yardstick in the same run: Enchanted Lands for two, written
//! plainly.
//!
//! Machines differ and so do their moods; the rounds take turns, and the medians are compared.

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

/// Something that is done again and again.
struct Task {
    game: &'static str,
    way: String,
    /// Does it, and says how much it did.
    work: Box<dyn FnMut() -> u64>,
}

fn main() {
    let mut tasks: Vec<Task> = Vec::new();
    for seats in EnchantedLands::FACTS.seats() {
        let way = format!("plain Rust, {seats} seats");
        tasks.push(Task { game: EnchantedLands::FACTS.name, way, work: Box::new(plainly(seats)) });
        tasks.extend(playouts::<EnchantedLands>(seats));
    }
    tasks
        .extend(searches(&started::<EnchantedLands>(2, &mut Chance::quick(1)), "imagined games of a search"));
    tasks.extend(playouts::<ShadowOfAtlas>(2));
    tasks.extend(searches(&started::<ShadowOfAtlas>(2, &mut Chance::quick(1)), "imagined games of a search"));
    for seats in SecureTheRift::FACTS.seats() {
        tasks.extend(playouts::<SecureTheRift>(seats));
    }
    let middle: SecureTheRift = half_way();
    tasks.extend(searches(&middle, "three turns of a search, imagined from half-way"));
    let way = "copies of a game half-way, 2 seats".to_owned();
    tasks.push(Task { game: SecureTheRift::FACTS.name, way, work: Box::new(by_copying(middle)) });

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
            println!("\n{game}\n\n| what | a second | to the yardstick |\n| --- | ---: | ---: |");
        }
        println!("| {} | {rate:.0} | {:.2} |", task.way, rate / medians[0]);
    }
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

/// Random games on one core.
fn playouts<G: Game>(seats: u8) -> [Task; 2] {
    let task = |way: &str, work| Task { game: G::FACTS.name, way: format!("{way}, {seats} seats"), work };
    [task("legal list", Box::new(by_list::<G>(seats)) as _), task("pick", Box::new(by_pick::<G>(seats)))]
}

/// What a search imagines, from a state on.
fn searches<G: Insight>(from: &G, what: &str) -> [Task; 2] {
    [(1, "one thread"), (2, "two threads")].map(|(threads, words)| Task {
        game: G::FACTS.name,
        way: format!("{what}, {words}"),
        work: Box::new(by_search(from.clone(), threads)),
    })
}

fn plainly(seats: u8) -> impl FnMut() -> u64 {
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
    G::start(Edition::newest::<G>(), &G::Options::default(), seats, chance).expect("the seats are right")
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
    let seat = state.acting().first().expect("it is not over");
    let level = Level::named("adept").expect("there is an adept");
    move || {
        let effort = G::FORESIGHT.map_or(1.0, |foresight| foresight.effort);
        let budget = Some(Budget::Playouts((20_000.0 * effort) as u32));
        u64::from(think(Eyes::new(&state, seat), level, budget, threads, &mut chance).playouts)
    }
}

/// A game after half of its random moves.
fn half_way<G: Insight>() -> G {
    let mut list = Vec::new();
    let mut state: G = started(2, &mut Chance::quick(1));
    let moves = playout(&mut state.clone(), &mut Chance::quick(2), &mut list);
    let mut again = Chance::quick(2);
    for _ in 0..moves / 2 {
        let seat = state.acting().first().expect("it is not over yet");
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
