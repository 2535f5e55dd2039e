//! Plays a number of random games and nothing else, for counting instructions: `cargo xtask instructions`
//! runs it under callgrind for two numbers of games and takes the difference.

use std::hint::black_box;

use atlas_core::game::playout;
use atlas_core::{Chance, Game, Turn};
use atlas_enchanted_lands::{EnchantedLands, Options};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let [way, seats, games] = words.as_slice() else {
        // `cargo bench` runs every bench; this one has nothing to say without its arguments.
        return;
    };
    let (seats, games) = (seats.parse().expect("seats"), games.parse::<u64>().expect("games"));
    let (mut chance, mut list) = (Chance::quick(1), Vec::with_capacity(77));
    for _ in 0..games {
        let mut state =
            EnchantedLands::start(&Options::default(), seats, &mut chance).expect("seats are right");
        match way.as_str() {
            "list" => by_list(&mut state, &mut chance, &mut list),
            "pick" => drop(playout(&mut state, &mut chance, &mut list)),
            other => panic!("{other} is not a way to play: list or pick"),
        }
        black_box(state.outcome());
    }
}

fn by_list<G: Game>(state: &mut G, chance: &mut Chance, list: &mut Vec<G::Action>) {
    while let Some(seat) = state.acting().first() {
        list.clear();
        state.legal(seat, list);
        let action = list[chance.below(list.len() as u32) as usize];
        state.play(seat, action, &mut Turn::quiet(chance));
    }
}
