//! Bots for matches whose game is known only at run time.

use std::time::{Duration, Instant};

use atlas_core::game::playout;
use atlas_core::{Chance, Code, Eyes, Game, Match, Refusal, Seat, Table, Viewer};

use crate::level::{Budget, Level, think};

/// What a bot made of its turn, in sentences.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// What it would do.
    pub action: String,
    /// The share of the win that it expects, if it looked ahead.
    pub value: Option<f64>,
    /// How many games it imagined.
    pub playouts: u32,
    /// The best of what it considered: how often it tried it, and what share of the win it expects of it.
    pub considered: Vec<(String, u32, f64)>,
}

/// What came of many random games.
#[derive(Clone, PartialEq, Debug)]
pub struct Playouts {
    /// How many games.
    pub games: u64,
    /// How many moves in all.
    pub moves: u64,
    /// How long they took.
    pub time: Duration,
    /// Wins by seat, shared ones split.
    pub wins: Vec<f64>,
}

/// A table at which bots can sit.
pub trait BotTable: Table {
    /// What a bot would do in a seat that may act.
    fn advise(
        &self,
        seat: Seat,
        level: &Level,
        budget: Option<Budget>,
        threads: usize,
        seed: u64,
    ) -> Result<Advice, Refusal>;

    /// Plays uniformly random games from here.
    fn playouts(&self, count: u64, seed: u64) -> Playouts;

    /// A copy that goes its own way.
    fn fork(&self) -> Box<dyn BotTable>;
}

impl<G: Game> BotTable for Match<G> {
    fn advise(
        &self,
        seat: Seat,
        level: &Level,
        budget: Option<Budget>,
        threads: usize,
        seed: u64,
    ) -> Result<Advice, Refusal> {
        if !self.state().acting().contains(seat) {
            return Err(Refusal::new(Code::NotYourTurn, format!("{seat} has nothing to decide now")));
        }
        let eyes = Eyes::new(self.state(), seat);
        let thought = think(eyes, level, budget, threads, &mut Chance::quick(seed));
        let write = |action| self.state().write(action, Viewer::Seat(seat));
        Ok(Advice {
            action: write(thought.action),
            value: thought.value,
            playouts: thought.playouts,
            considered: thought
                .considered
                .into_iter()
                .take(5)
                .map(|(action, tried, value)| (write(action), tried, value))
                .collect(),
        })
    }

    fn playouts(&self, count: u64, seed: u64) -> Playouts {
        let begin = Instant::now();
        let (mut chance, mut scratch) = (Chance::quick(seed), Vec::new());
        let seats = self.header().seats;
        let mut result =
            Playouts { games: count, moves: 0, time: Duration::ZERO, wins: vec![0.0; seats as usize] };
        for _ in 0..count {
            let mut state = self.state().clone();
            result.moves += u64::from(playout(&mut state, &mut chance, &mut scratch));
            if let Some(outcome) = state.outcome() {
                Seat::all(seats).for_each(|seat| result.wins[seat.index()] += outcome.share(seat));
            }
        }
        result.time = begin.elapsed();
        result
    }

    fn fork(&self) -> Box<dyn BotTable> {
        Box::new(self.clone())
    }
}
