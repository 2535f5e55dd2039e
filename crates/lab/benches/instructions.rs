//! Plays random games and does nothing else, so that their instructions can be counted: `cargo xtask instructions` runs
//! this benchmark under callgrind with two different numbers of games and takes the difference.

use std::hint::black_box;

use atlas_bots::{Level, think};
use atlas_catalog::Visitor;
use atlas_core::game::playout;
use atlas_core::{Chance, Edition, Eyes, Game, Insight, Study, Turn};

struct Run {
    way: String,
    seats: u8,
    games: u64,
}

impl Visitor for Run {
    type Output = ();

    fn visit<G: Insight + Study>(self) {
        let (mut chance, mut list) = (Chance::quick(1), Vec::with_capacity(256));
        for _ in 0..self.games {
            let mut state = G::start(Edition::newest::<G>(), &G::Options::default(), self.seats, &mut chance)
                .expect("the game starts");
            match self.way.as_str() {
                "list" => by_list(&mut state, &mut chance, &mut list),
                "pick" => drop(playout(&mut state, &mut chance, &mut list)),
                "search" => search(&state, &mut chance),
                other => panic!("{other} is not a way to play: use list, pick or search"),
            }
            black_box(state.outcome());
        }
    }
}

fn by_list<G: Game>(state: &mut G, chance: &mut Chance, list: &mut Vec<G::Action>) {
    while let Some(seat) = state.acting().draw(chance) {
        list.clear();
        state.legal(seat, list);
        let action = list[chance.below(list.len() as u32) as usize];
        state.play(seat, action, &mut Turn::quiet(chance));
    }
}

/// One search for the first move, to profile where a search spends its time.
fn search<G: Insight>(state: &G, chance: &mut Chance) {
    let seat = state.acting().first().expect("the game is not over");
    let level = Level::named("adept").expect("adept is a level");
    black_box(think(Eyes::new(state, seat), level, None, 1, chance));
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    // `cargo bench` runs every benchmark; this one does nothing without arguments.
    let [game, way, seats, games] = args.as_slice() else { return };
    let (seats, games) = (seats.parse().expect("seats"), games.parse().expect("games"));
    atlas_catalog::visit(game, Run { way: way.clone(), seats, games }).expect("the game is known");
}
