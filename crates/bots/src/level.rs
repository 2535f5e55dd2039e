//! The levels a table can seat, and what each of them does.

use std::time::Duration;

use atlas_core::{Chance, Eyes, Game};

use crate::search::{self, Settings};

/// A bot by name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// The name in commands and at tables.
    pub name: &'static str,
    /// What it does, for people.
    pub about: &'static str,
    mind: Mind,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Mind {
    Random,
    /// Looks one step ahead, at so many imagined worlds.
    Greedy {
        worlds: u32,
    },
    Search(Settings),
}

/// How long to think, instead of what the level would.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many imagined games. The same seed then gives the same thought.
    Playouts(u32),
    /// So long. For live tables: how much it gets done depends on the machine.
    Time(Duration),
}

/// The levels, weakest first.
pub const LEVELS: [Level; 5] = [
    Level { name: "random", about: "plays anything that is legal", mind: Mind::Random },
    Level { name: "greedy", about: "plays what looks best at first sight", mind: Mind::Greedy { worlds: 1 } },
    Level {
        name: "novice",
        about: "imagines how it might go on before each move",
        mind: Mind::Search(Settings { playouts: 300, ..search::USUAL }),
    },
    Level {
        name: "adept",
        about: "imagines it more than ten times as often",
        mind: Mind::Search(Settings { playouts: 4_000, ..search::USUAL }),
    },
    Level {
        name: "master",
        about: "imagines it eight times as often as an adept",
        mind: Mind::Search(Settings { playouts: 32_000, ..search::USUAL }),
    },
];

impl Level {
    /// The level of this name.
    pub fn named(name: &str) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.name == name)
    }
}

/// What a bot made of its turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    /// What it would do.
    pub action: A,
    /// The share of the win that it expects, if it looked ahead.
    pub value: Option<f64>,
    /// How many games it imagined.
    pub playouts: u32,
    /// What it considered, best first: how often it tried it, and what share of the win it expects of it.
    pub considered: Vec<(A, u32, f64)>,
}

impl<A> Thought<A> {
    fn at_sight(action: A) -> Thought<A> {
        Thought { action, value: None, playouts: 0, considered: Vec::new() }
    }
}

/// What a bot of this level would do. The seat must have something to do.
///
/// The same eyes, level, budget of playouts, number of threads and chance always give the same thought.
pub fn think<G: Game>(
    eyes: Eyes<'_, G>,
    level: &Level,
    budget: Option<Budget>,
    threads: usize,
    chance: &mut Chance,
) -> Thought<G::Action> {
    match level.mind {
        Mind::Random => {
            let legal = eyes.legal();
            Thought::at_sight(legal[chance.below(legal.len() as u32) as usize])
        }
        Mind::Greedy { worlds } => Thought::at_sight(at_first_sight(eyes, worlds, chance)),
        Mind::Search(settings) => {
            let effort = G::FORESIGHT.map_or(1.0, |foresight| foresight.effort);
            let usual = || Budget::Playouts((settings.playouts as f32 * effort) as u32);
            let budget = budget.unwrap_or_else(usual);
            search::search(eyes, &settings, budget, threads, chance)
        }
    }
}

/// The action that looks best on average over imagined worlds; chance decides between equals.
fn at_first_sight<G: Game>(eyes: Eyes<'_, G>, worlds: u32, chance: &mut Chance) -> G::Action {
    let actions = eyes.candidates();
    let mut merits = vec![0.0_f32; actions.len()];
    let mut looks = Vec::with_capacity(actions.len());
    for _ in 0..worlds {
        looks.clear();
        eyes.imagine(chance).appraise(eyes.seat(), &actions, &mut looks);
        merits.iter_mut().zip(&looks).for_each(|(merit, look)| *merit += look);
    }
    let best = merits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let equals: Vec<usize> = (0..actions.len()).filter(|i| merits[*i] >= best).collect();
    actions[equals[chance.below(equals.len() as u32) as usize]]
}
