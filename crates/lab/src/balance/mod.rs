//! Whether a game is fair: many games between equals, and one report of what they show.
//!
//! [`Settings`] make the [`Plan`]s, [`simulate`](crate::simulate()) plays them, [`Findings`] add up, and a
//! [`Balance`] tells it: `sections` decides what is said, and the page, the Markdown and the picture say it.

mod findings;
mod judge;
mod markdown;
mod page;
mod picture;
mod plot;
mod sections;

use std::time::Duration;

use atlas_bots::Level;
use atlas_core::{Facts, Refusal};
use serde_json::Value;

use crate::report::Tally;
use crate::simulate::{Plan, Played, Player};

pub use findings::{Deeds, Findings, Histogram, Kind};
pub use judge::{Goal, Verdict};

/// What to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The game's id.
    pub game: String,
    /// How many sit at the table; the fewest that make a contest if nothing is said.
    pub seats: Option<u8>,
    /// How many games between bots that search.
    pub games: u64,
    /// How many games between greedy bots.
    pub greedy_games: u64,
    /// How many games a searching bot imagines before each move.
    pub playouts: u32,
    /// Decides every game.
    pub seed: u64,
    /// How many games are played at the same time. It makes no difference to the report.
    pub threads: usize,
}

impl Settings {
    /// The plans to play, in the order of the report: first the bots that are judged.
    pub fn plans(&self) -> Result<[Plan; 2], Refusal> {
        let facts = atlas_catalog::find(&self.game)?.facts;
        let seats = self.seats.unwrap_or(facts.min_seats.max(2));
        let plan = |level: &str, games: u64| Plan {
            game: self.game.clone(),
            players: vec![Player::Bot(Level::named(level).expect("there is such a level")); seats.into()],
            games,
            seed: self.seed,
            options: Value::Null,
            threads: self.threads,
            playouts: Some(self.playouts),
            limit: Duration::ZERO,
            keep_rows: false,
        };
        Ok([plan("adept", self.games), plan("greedy", self.greedy_games)])
    }
}

/// The games of one kind of bot.
#[derive(Clone, PartialEq, Debug)]
struct Study {
    /// The bot's name.
    bot: String,
    /// How many games were wanted.
    asked: u64,
    tally: Tally,
}

/// What games between equals show about a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Balance {
    facts: Facts,
    settings: Settings,
    seats: usize,
    content: Option<String>,
    /// The first is judged.
    studies: Vec<Study>,
}

impl Balance {
    /// The report of what was played; nothing if no game was finished.
    pub fn of(settings: &Settings, played: &[Played]) -> Result<Option<Balance>, Refusal> {
        let studies: Vec<Study> = played
            .iter()
            .filter(|played| played.tally.games > 0)
            .map(|played| Study {
                bot: played.plan.players[0].name(),
                asked: played.plan.games,
                tally: played.tally.clone(),
            })
            .collect();
        let Some(first) = played.first().filter(|_| !studies.is_empty()) else { return Ok(None) };
        Ok(Some(Balance {
            facts: atlas_catalog::find(&settings.game)?.facts,
            settings: settings.clone(),
            seats: first.plan.players.len(),
            content: first.content.clone(),
            studies,
        }))
    }

    /// The report for people who open a file: one page that needs nothing else.
    pub fn to_html(&self) -> String {
        page::page(self).into_string()
    }

    /// The report as Markdown; `picture` is where its picture lies, seen from there.
    pub fn to_markdown(&self, picture: Option<&str>) -> String {
        markdown::markdown(self, picture)
    }

    /// The plots of the report as a picture, in SVG.
    pub fn to_picture(&self) -> String {
        picture::picture(self).into_string()
    }
}
