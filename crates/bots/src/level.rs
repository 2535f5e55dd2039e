//! Bot levels: the bots that can take a seat, from weakest to strongest.

use std::time::{Duration, Instant};

use atlas_core::{Chance, Eyes, Insight};

use crate::search::{self, Settings};

/// A bot that can take a seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// The name in commands and at tables.
    pub name: &'static str,
    /// A description for people.
    pub about: &'static str,
    method: Method,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Method {
    Random,
    /// Plays the action with the best first impression, averaged over a number of imagined worlds.
    Greedy {
        worlds: u32,
    },
    Search(Settings),
}

/// The effort of a search, in place of the level's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// A number of playouts. The same seed then gives the same result.
    Playouts(u32),
    /// A duration. The result depends on the speed of the machine.
    Time(Duration),
    /// The level's own effort, but no longer than until this moment. For live tables.
    Until(Instant),
}

/// The levels, weakest first.
pub const LEVELS: [Level; 5] = [
    Level { name: "random", about: "plays any legal move", method: Method::Random },
    Level {
        name: "greedy",
        about: "plays the move that looks best at first sight",
        method: Method::Greedy { worlds: 1 },
    },
    Level {
        name: "novice",
        about: "looks ahead before each move",
        method: Method::Search(Settings { playouts: 300, ..search::DEFAULT }),
    },
    Level {
        name: "adept",
        about: "looks ahead more than ten times as thoroughly as a novice",
        method: Method::Search(Settings { playouts: 4_000, ..search::DEFAULT }),
    },
    Level {
        name: "master",
        about: "looks ahead eight times as thoroughly as an adept",
        method: Method::Search(Settings { playouts: 32_000, ..search::DEFAULT }),
    },
];

impl Level {
    /// The level of this name.
    pub fn named(name: &str) -> Option<&'static Level> {
        LEVELS.iter().find(|level| level.name == name)
    }

    /// Whether it looks ahead, which takes much longer than deciding at first sight.
    pub fn searches(&self) -> bool {
        matches!(self.method, Method::Search(_))
    }
}

/// The decision of a bot and how it came about.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<A> {
    /// The chosen action.
    pub action: A,
    /// The expected share of the win, if the bot looked ahead.
    pub value: Option<f64>,
    /// The number of playouts.
    pub playouts: u32,
    /// The actions considered, best first, each with its number of visits and its expected share of the win.
    pub considered: Vec<(A, u32, f64)>,
}

impl<A> Thought<A> {
    fn at_sight(action: A) -> Thought<A> {
        Thought { action, value: None, playouts: 0, considered: Vec::new() }
    }
}

/// The decision of a bot of this level. The seat must be allowed to act.
///
/// The same eyes, level, budget of playouts, number of threads and chance always give the same result.
pub fn think<G: Insight>(
    eyes: Eyes<'_, G>,
    level: &Level,
    budget: Option<Budget>,
    threads: usize,
    chance: &mut Chance,
) -> Thought<G::Action> {
    match level.method {
        Method::Random => {
            let legal = eyes.legal();
            Thought::at_sight(legal[chance.below(legal.len() as u32) as usize])
        }
        Method::Greedy { worlds } => Thought::at_sight(at_first_sight(eyes, worlds, chance)),
        Method::Search(settings) => {
            let effort = G::FORESIGHT.map_or(1.0, |foresight| foresight.effort);
            let own = (settings.playouts as f32 * effort) as u32;
            let (playouts, deadline) = match budget {
                None => (own, None),
                Some(Budget::Playouts(playouts)) => (playouts, None),
                Some(Budget::Time(time)) => (u32::MAX, Some(Instant::now() + time)),
                Some(Budget::Until(deadline)) => (own, Some(deadline)),
            };
            search::search(eyes, &Settings { playouts, ..settings }, deadline, threads, chance)
        }
    }
}

/// The action that looks best on average over imagined worlds. Ties are broken at random.
fn at_first_sight<G: Insight>(eyes: Eyes<'_, G>, worlds: u32, chance: &mut Chance) -> G::Action {
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
