//! The balance report: what many games between equal bots show about a game.
//!
//! [`Settings`] make the [`Plan`]s, [`simulate`](crate::simulate()) plays them, [`Findings`] add up the results, and
//! [`Balance`] is the report: `sections` builds its content, and the page, the Markdown and the picture present it. It
//! shows whether a competitive game is fair, or how often the team wins a co-operative one.

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

/// The settings of a balance report.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// The game's id.
    pub game: String,
    /// The number of seats; by default the smallest number of at least two.
    pub seats: Option<u8>,
    /// The number of games between bots that search.
    pub games: u64,
    /// The number of games between greedy bots.
    pub greedy_games: u64,
    /// The number of playouts of a searching bot.
    pub playouts: u32,
    /// The seed of all games.
    pub seed: u64,
    /// The number of games played at the same time. It makes no difference to the report.
    pub threads: usize,
}

impl Settings {
    /// The plans to play, in the order of the report. The goals apply to the bots of the first plan.
    pub fn plans(&self) -> Result<[Plan; 2], Refusal> {
        let facts = atlas_catalog::find(&self.game)?.facts;
        let seats = self.seats.unwrap_or(facts.min_seats.max(2));
        let plan = |level: &str, games: u64| Plan {
            game: self.game.clone(),
            players: vec![Player::Bot(Level::named(level).expect("the level exists")); seats.into()],
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
    /// The planned number of games.
    asked: u64,
    tally: Tally,
}

/// The balance report of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Balance {
    facts: Facts,
    settings: Settings,
    seats: usize,
    content: Option<String>,
    /// The goals apply to the first study.
    studies: Vec<Study>,
}

impl Balance {
    /// Builds the report from simulations. Returns `None` if no game was finished.
    pub fn of(settings: &Settings, played: &[Played]) -> Option<Balance> {
        let studies: Vec<Study> = played
            .iter()
            .filter(|played| played.tally.games > 0)
            .map(|played| Study {
                bot: played.plan.players[0].name(),
                asked: played.plan.games,
                tally: played.tally.clone(),
            })
            .collect();
        let first = played.first().filter(|_| !studies.is_empty())?;
        Some(Balance {
            facts: first.facts,
            settings: settings.clone(),
            seats: first.plan.players.len(),
            content: first.content.clone(),
            studies,
        })
    }

    /// The report as a self-contained HTML page.
    pub fn to_html(&self) -> String {
        page::page(self).into_string()
    }

    /// The report as Markdown. `picture` is the path of its picture, relative to the Markdown file.
    pub fn to_markdown(&self, picture: Option<&str>) -> String {
        markdown::markdown(self, picture)
    }

    /// The plots of the report as an SVG picture.
    pub fn to_picture(&self) -> String {
        picture::picture(self).into_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::WHOLE;
    use crate::simulate::Row;

    fn settings() -> Settings {
        Settings {
            game: "shadow-of-atlas".to_owned(),
            seats: None,
            games: 100,
            greedy_games: 100,
            playouts: 10,
            seed: 1,
            threads: 1,
        }
    }

    /// The report after `played` games of each plan, of which the first player won `first_won`. The winner played
    /// `<Mors>`, and both players played Ceres.
    fn balance(played: [u64; 2], first_won: u64) -> Option<Balance> {
        let settings = settings();
        let plans = settings.plans().unwrap();
        let played: Vec<Played> = plans
            .into_iter()
            .zip(played)
            .map(|(plan, games)| {
                let mut tally = Tally::new(2);
                for game in 0..games {
                    let winner = usize::from(game >= first_won);
                    let mut mors = vec![0, 0];
                    mors[winner] = 1;
                    tally.add(&Row {
                        game,
                        seating: vec![0, 1],
                        first: 0,
                        scores: vec![0, 0],
                        winners: vec![winner as u8],
                        shares: (0..2).map(|seat| if seat == winner { WHOLE } else { 0 }).collect(),
                        moves: 30,
                        counts: [("turns", 10)].into(),
                        ending: None,
                        features: [
                            (("Order played", "<Mors>".to_owned()), mors),
                            (("Order played", "Ceres".to_owned()), vec![2, 2]),
                        ]
                        .into(),
                        faults: vec![0, 0],
                    });
                }
                let facts = atlas_catalog::find(&plan.game).unwrap().facts;
                Played { plan, facts, content: None, tally, rows: Vec::new(), time: Duration::ZERO }
            })
            .collect();
        Balance::of(&settings, &played)
    }

    #[test]
    fn missed_goals_are_marked_by_words_and_by_shape() {
        let report = balance([100, 100], 70).unwrap();
        let (page, summary) = (report.to_html(), report.to_markdown(None));
        let headline = "✗ 1 of 3 goals are met. Outside: first player, ";
        assert!(page.contains(&format!("{headline}&lt;Mors&gt;.")), "names are escaped: {page}");
        assert!(summary.contains(&format!("**{headline}<Mors>.**")), "{summary}");
        let row = |name: &str| summary.lines().find(|line| line.starts_with(name)).expect("a row").to_owned();
        assert_eq!(
            row("| the first player's wins"),
            "| the first player's wins | 70.0 % | 60.4 - 78.1 % | 47.0 - 53.0 % | ✗ outside |"
        );
        assert!(row("| <Mors>, Order").ends_with("| 1.000 | 0.963 - 1.000 | 0.450 - 0.550 | ✗ outside |"));
        assert!(row("| Ceres, Order").contains("| 0.500 |") && row("| Ceres, Order").contains("✓ within"));
        // In the plots: the first player and Mors, of both kinds of bot.
        assert_eq!(page.matches("class=\"cross\"").count(), 4);
        assert!(report.to_picture().contains("✗ 70.0 %"));
    }

    #[test]
    fn a_first_player_who_wins_half_of_the_games_is_within_the_goal() {
        let report = balance([100, 100], 50).unwrap();
        assert!(report.to_markdown(None).contains("Outside: <Mors>.**"));
        assert!(!report.to_html().contains("✗ 50.0 %") && report.to_html().contains("✓ 50.0 %"));
    }

    #[test]
    fn the_report_of_a_stopped_run_is_marked_as_stopped() {
        let report = balance([40, 0], 20).unwrap();
        let summary = report.to_markdown(None);
        assert!(summary.contains("40 of 100 games (stopped) between adept bots"), "{summary}");
        assert!(!summary.contains("greedy bots"), "{summary}");
        assert!(balance([0, 0], 0).is_none(), "nothing was played");
    }
}
