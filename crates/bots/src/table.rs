//! Bots for matches whose game is known only at run time.

use std::time::{Duration, Instant};

use atlas_core::game::playout;
use atlas_core::{Chance, Eyes, Insight, Match, Refusal, Seat, Table, Text, Viewer, text};

use crate::level::{Budget, Level, Thought, think};

/// The decision of a bot, in sentences.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// The chosen action.
    pub action: String,
    /// The expected share of the win, if the bot looked ahead.
    pub value: Option<f64>,
    /// The reason, for people.
    pub reason: Text,
    /// The number of playouts.
    pub playouts: u32,
    /// The best actions considered, each with its number of visits and its expected share of the win.
    pub considered: Vec<(String, u32, f64)>,
}

/// The results of random games.
#[derive(Clone, PartialEq, Debug)]
pub struct Playouts {
    /// The number of games.
    pub games: u64,
    /// The number of moves in all games.
    pub moves: u64,
    /// The time that they took.
    pub time: Duration,
    /// The wins of each seat; a tie is split.
    pub wins: Vec<f64>,
}

/// A table at which bots can play.
pub trait BotTable: Table {
    /// The decision of a bot in a seat that may act.
    fn advise(
        &self,
        seat: Seat,
        level: &Level,
        budget: Option<Budget>,
        threads: usize,
        seed: u64,
    ) -> Result<Advice, Refusal>;

    /// The only action of the seat that is worth considering; `None` unless there is exactly one.
    fn only_choice(&self, seat: Seat) -> Option<String>;

    /// Plays uniformly random games from here.
    fn playouts(&self, count: u64, seed: u64) -> Playouts;
}

/// Why a bot chose an action, in one sentence: the game's remark, or else how often the bot expects to win with it.
fn reason<G: Insight>(eyes: Eyes<'_, G>, thought: &Thought<G::Action>) -> Text {
    if eyes.legal().len() == 1 {
        return "It is your only legal move.".into();
    }
    if let Some(remark) = eyes.remark(thought.action) {
        return remark;
    }
    let who = if G::FACTS.cooperative { "The team" } else { "It" };
    match thought.value {
        Some(share) => text![who, " wins about ", (100.0 * share).round() as u32, " in 100 games from here."],
        None if eyes.candidates().len() == 1 => "No other move makes sense.".into(),
        None => "It looks as good as any other move.".into(),
    }
}

impl<G: Insight> BotTable for Match<G> {
    fn advise(
        &self,
        seat: Seat,
        level: &Level,
        budget: Option<Budget>,
        threads: usize,
        seed: u64,
    ) -> Result<Advice, Refusal> {
        if !self.state().acting().contains(seat) {
            return Err(Refusal::not_your_turn(self.state().acting()));
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
}
