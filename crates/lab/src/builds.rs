//! Plays the bots of one build against those of another, to check that a change has not made them weaker.
//!
//! Both builds run as `atlas engine` with the same game and seed. Every move is sent to both, and the bot of each seat
//! runs in the engine of its own build.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use atlas_core::{Code, Refusal};
use serde_json::{Value, json};

use crate::report::{Share, WHOLE};

/// The settings of a comparison.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The game's id.
    pub game: String,
    /// The options of the table; null for the default.
    pub options: Value,
    /// The binary of the build that should not be weaker.
    pub new: PathBuf,
    /// The binary of the other build.
    pub old: PathBuf,
    /// The level of both bots.
    pub level: String,
    /// The number of playouts of each move, in place of the level's own.
    pub playouts: Option<u32>,
    /// The number of two-seat games. The builds change seats after each game, and each deal is played twice.
    pub games: u64,
    /// The seed of the first deal.
    pub seed: u64,
    /// The number of games played at the same time.
    pub threads: usize,
}

/// Plays the games and returns the share that the new build wins.
pub fn compare(
    comparison: &Comparison,
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Result<Share, Refusal> {
    let (next, wins) = (AtomicU64::new(0), Mutex::new(Share::default()));
    let work = || -> Result<(), Refusal> {
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= comparison.games || stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let parts = comparison.play(game)?;
            let mut wins = wins.lock().unwrap_or_else(PoisonError::into_inner);
            wins.add(parts);
            progress(wins.games());
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..comparison.threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a game does not panic"))
    })?;
    Ok(wins.into_inner().unwrap_or_else(PoisonError::into_inner))
}

impl Comparison {
    /// Plays one game and returns the new build's share of the win, in parts of [`WHOLE`].
    fn play(&self, game: u64) -> Result<u64, Refusal> {
        let mut engines = [Engine::start(&self.new)?, Engine::start(&self.old)?];
        let (seed, new_seat) = (self.seed + game / 2, game % 2);
        let start =
            json!({ "cmd": "new", "game": self.game, "seats": 2, "seed": seed, "options": self.options });
        let mut acting = Value::Null;
        for engine in &mut engines {
            acting = engine.ask(&start)?["acting"].clone();
        }
        let mut moves = 0;
        while let Some(seat) = acting[0].as_u64() {
            moves += 1;
            let mut bot =
                json!({ "cmd": "bot", "seat": seat, "level": self.level, "seed": seed * 100_000 + moves });
            if let Some(playouts) = self.playouts {
                bot["playouts"] = playouts.into();
            }
            let action = engines[usize::from(seat != new_seat)].ask(&bot)?["action"].clone();
            for engine in &mut engines {
                let act = json!({ "cmd": "act", "seat": seat, "action": action });
                acting = engine.ask(&act)?["acting"].clone();
            }
        }
        let outcome = engines[0].ask(&json!({ "cmd": "outcome" }))?;
        let winners = outcome["winners"].as_array().map_or(&[][..], Vec::as_slice);
        Ok(if winners.contains(&new_seat.into()) { WHOLE / winners.len() as u64 } else { 0 })
    }
}

/// A running `atlas engine`.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

fn failed(what: impl std::fmt::Display) -> Refusal {
    Refusal::new(Code::Request, what.to_string())
}

impl Engine {
    fn start(binary: &Path) -> Result<Engine, Refusal> {
        let mut child = Command::new(binary)
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(format!("{} cannot be started: {error}.", binary.display())))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let output = BufReader::new(output.expect("it is piped"));
        Ok(Engine { input: input.expect("it is piped"), output, child })
    }

    fn ask(&mut self, request: &Value) -> Result<Value, Refusal> {
        writeln!(self.input, "{request}").map_err(failed)?;
        let mut line = String::new();
        self.output.read_line(&mut line).map_err(failed)?;
        let answer: Value = serde_json::from_str(&line)
            .map_err(|error| failed(format!("The engine answered {line:?}: {error}.")))?;
        if answer["ok"] == true {
            Ok(answer)
        } else {
            Err(failed(format!("{request} was refused: {answer}.")))
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process may already have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
