//! The strength of the bots against each other.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use atlas_bots::Level;
use atlas_core::Refusal;
use serde_json::Value;

use crate::report::Report;
use crate::simulate::{Plan, Player, simulate};

/// The pairs that are compared: the bot that should win, and its opponent.
pub const PAIRS: [(&str, &str); 5] = [
    ("greedy", "random"),
    ("novice", "greedy"),
    ("adept", "random"),
    ("adept", "greedy"),
    ("master", "adept"),
];

/// The result of comparing two bots.
#[derive(Clone, PartialEq, Debug)]
pub struct Duel {
    /// The bot that should win.
    pub better: &'static str,
    /// Its opponent.
    pub worse: &'static str,
    /// The share of games that the better bot won.
    pub rate: f64,
    /// The 95 % interval of the rate.
    pub interval: (f64, f64),
    /// The number of games.
    pub games: u64,
    /// The time that they took.
    pub time: Duration,
}

/// The settings of a duel.
#[derive(Clone, PartialEq, Debug)]
pub struct Terms {
    /// The game's id.
    pub game: String,
    /// The options of the table; null for the default.
    pub options: Value,
    /// The number of games.
    pub games: u64,
    /// The seed of all games.
    pub seed: u64,
    /// The number of games played at the same time.
    pub threads: usize,
}

/// Plays two-seat games between two bots that change seats after every game.
pub fn duel(
    terms: &Terms,
    (better, worse): (&str, &str),
    progress: &(dyn Fn(u64) + Sync),
    stop: &AtomicBool,
) -> Result<Duel, Refusal> {
    let level = |name: &str| Level::named(name).expect("the pairs name levels");
    let (better, worse) = (level(better), level(worse));
    let plan = Plan {
        game: terms.game.clone(),
        players: vec![Player::Bot(better), Player::Bot(worse)],
        games: terms.games,
        seed: terms.seed,
        options: terms.options.clone(),
        threads: terms.threads,
        playouts: None,
        limit: Duration::ZERO,
        keep_rows: false,
    };
    let played = simulate(&plan, progress, stop)?;
    let report = Report::of(&played);
    let wins = report.players()[0].wins;
    Ok(Duel {
        better: better.name,
        worse: worse.name,
        rate: wins.rate(),
        interval: wins.interval(),
        games: played.tally.games,
        time: played.time,
    })
}

/// The duels as a table in Markdown.
pub fn to_markdown(duels: &[Duel]) -> String {
    let mut text =
        "| bot | against | games | wins | 95 % interval |\n| --- | --- | ---: | ---: | ---: |\n".to_owned();
    for duel in duels {
        let (low, high) = duel.interval;
        writeln!(
            text,
            "| {} | {} | {} | {:.1} % | {:.1} - {:.1} % |",
            duel.better,
            duel.worse,
            duel.games,
            100.0 * duel.rate,
            100.0 * low,
            100.0 * high,
        )
        .expect("writing to a string cannot fail");
    }
    text
}
