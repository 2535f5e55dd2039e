//! Bots for matches whose game is known only at run time.

use std::time::{Duration, Instant};

use atlas_core::game::playout;
use atlas_core::{Chance, Code, Eyes, Game, Match, Refusal, Seat, Table, Viewer};

use crate::level::{Budget, Level, Thought, think};

/// What a bot made of its turn, in sentences.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// What it would do.
    pub action: String,
    /// The share of the win that it expects, if it looked ahead.
    pub value: Option<f64>,
    /// Why, for people: what it does, and how it compares with the next best.
    pub reason: String,
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

    /// What a seat that may act does in any case: the only thing that is worth considering, if there is only one.
    fn only_choice(&self, seat: Seat) -> Option<String>;

    /// Plays uniformly random games from here.
    fn playouts(&self, count: u64, seed: u64) -> Playouts;

    /// A copy that goes its own way.
    fn fork(&self) -> Box<dyn BotTable>;
}

/// Why a bot would do this: what the game says of it, and what the search found.
fn reason<G: Game>(eyes: Eyes<'_, G>, thought: &Thought<G::Action>) -> String {
    let percent = |value: f64| format!("{:.0} %", 100.0 * value);
    let searched = match thought.considered.as_slice() {
        _ if eyes.legal().len() == 1 => Some("There is nothing else to do.".to_owned()),
        [(_, _, best), (next, tried, other), ..] if *tried > 0 => Some(format!(
            "In {} imagined games it brings {} of the win; the next best, {}, {}.",
            thought.playouts,
            percent(*best),
            eyes.write(*next),
            percent(*other)
        )),
        _ => None,
    };
    let said: Vec<String> = eyes.remark(thought.action).into_iter().chain(searched).collect();
    if said.is_empty() { "It looks as good as anything.".to_owned() } else { said.join(" ") }
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
            reason: reason(eyes, &thought),
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

    fn only_choice(&self, seat: Seat) -> Option<String> {
        match Eyes::new(self.state(), seat).candidates().as_slice() {
            [only] => Some(self.state().write(*only, Viewer::Seat(seat))),
            _ => None,
        }
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
