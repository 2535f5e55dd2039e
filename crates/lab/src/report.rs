//! Reports of simulations: for people, for programs, and as a table with a row for each game.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::{Value, json};

use crate::balance::Findings;
use crate::simulate::{Played, Row};

/// The number of parts of a whole win. Shares are counted in whole parts, so that sums are exact in any order.
pub(crate) const WHOLE: u64 = 840;

/// The share of games won, with its confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Share {
    parts: u64,
    games: u64,
}

impl Share {
    /// A share of `times` out of `games`.
    pub(crate) fn counted(times: u64, games: u64) -> Share {
        Share { parts: times * WHOLE, games }
    }

    /// Adds a game with this share of the win, in parts of [`WHOLE`].
    pub(crate) fn add(&mut self, parts: u64) {
        self.games += 1;
        self.parts += parts;
    }

    pub(crate) fn merge(&mut self, other: &Share) {
        self.games += other.games;
        self.parts += other.parts;
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The share of games won. A tie counts in part.
    pub fn rate(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.parts as f64 / (self.games * WHOLE) as f64 }
    }

    /// The 95 % interval of the true rate.
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.rate(), self.games as f64)
    }
}

/// The 95 % Wilson score interval of the true rate when `n` samples have the rate `p`.
pub(crate) fn wilson(p: f64, n: f64) -> (f64, f64) {
    const Z: f64 = 1.959_964;
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let middle = (p + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let reach = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt() / (1.0 + Z * Z / n);
    ((middle - reach).max(0.0), (middle + reach).min(1.0))
}

/// One line of the report: a player, a seat, or a whole team.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Line {
    /// The name.
    pub name: String,
    /// The games won.
    pub wins: Share,
    /// The sum of all points.
    points: i64,
    /// The number of moves played at random because the program gave no legal answer.
    pub faults: u64,
}

impl Line {
    /// The mean number of points per game.
    pub fn mean_score(&self) -> f64 {
        self.points as f64 / self.wins.games.max(1) as f64
    }

    fn add(&mut self, row: &Row, seat: usize) {
        self.wins.add(row.shares[seat]);
        self.points += i64::from(row.scores[seat]);
        self.faults += u64::from(row.faults[seat]);
    }

    fn merge(&mut self, other: &Line) {
        self.wins.merge(&other.wins);
        self.points += other.points;
        self.faults += other.faults;
    }

    fn to_json(&self) -> Value {
        let (low, high) = self.wins.interval();
        json!({
            "name": self.name,
            "games": self.wins.games,
            "win_rate": self.wins.rate(),
            "win_rate_95": [low, high],
            "mean_score": self.mean_score(),
            "faults": self.faults,
        })
    }
}

/// The sums over many games. They are whole numbers, so the order of adding makes no difference.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// The number of games.
    pub games: u64,
    players: Vec<Line>,
    seats: Vec<Line>,
    moves: u64,
    shortest: u32,
    longest: u32,
    counts: BTreeMap<&'static str, u64>,
    shared_wins: u64,
    /// Findings about the balance of the game.
    pub findings: Findings,
}

impl Tally {
    /// Sums over no games yet, for a number of players.
    pub fn new(players: usize) -> Tally {
        Tally {
            games: 0,
            players: vec![Line::default(); players],
            seats: (0..players)
                .map(|seat| Line { name: format!("seat {seat}"), ..Line::default() })
                .collect(),
            moves: 0,
            shortest: u32::MAX,
            longest: 0,
            counts: BTreeMap::new(),
            shared_wins: 0,
            findings: Findings::new(players),
        }
    }

    /// The results by seat.
    pub fn seats(&self) -> &[Line] {
        &self.seats
    }

    /// The statistics of the game.
    pub fn counts(&self) -> &BTreeMap<&'static str, u64> {
        &self.counts
    }

    /// Adds a game.
    pub fn add(&mut self, row: &Row) {
        self.games += 1;
        self.moves += u64::from(row.moves);
        self.shortest = self.shortest.min(row.moves);
        self.longest = self.longest.max(row.moves);
        self.shared_wins += u64::from(row.winners.len() > 1);
        for (seat, player) in row.seating.iter().enumerate() {
            self.players[*player].add(row, seat);
            self.seats[seat].add(row, seat);
        }
        for (name, count) in &row.counts {
            *self.counts.entry(name).or_default() += u64::from(*count);
        }
        self.findings.add(row);
    }

    /// Adds the sums over other games.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.moves += other.moves;
        self.shortest = self.shortest.min(other.shortest);
        self.longest = self.longest.max(other.longest);
        self.shared_wins += other.shared_wins;
        self.players.iter_mut().zip(&other.players).for_each(|(own, other)| own.merge(other));
        self.seats.iter_mut().zip(&other.seats).for_each(|(own, other)| own.merge(other));
        for (name, count) in &other.counts {
            *self.counts.entry(name).or_default() += count;
        }
        self.findings.merge(&other.findings);
    }
}

/// The report of a simulation.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    game: String,
    cooperative: bool,
    /// The options of the table, if they are not the default.
    options: Option<Value>,
    seed: u64,
    asked: u64,
    tally: Tally,
    seconds: f64,
}

impl Report {
    /// The report of a simulation.
    pub fn of(played: &Played) -> Report {
        let plan = &played.plan;
        let names: Vec<String> = plan.players.iter().map(super::Player::name).collect();
        let mut tally = played.tally.clone();
        for (i, name) in names.iter().enumerate() {
            let before = names[..i].iter().filter(|other| *other == name).count();
            tally.players[i].name =
                if before == 0 { name.clone() } else { format!("{name} ({})", before + 1) };
        }
        Report {
            game: plan.game.clone(),
            cooperative: played.facts.cooperative,
            options: Some(plan.options.clone()).filter(|options| !options.is_null()),
            seed: plan.seed,
            asked: plan.games,
            tally,
            seconds: played.time.as_secs_f64(),
        }
    }

    /// The results by player, in the order of the plan.
    pub fn players(&self) -> &[Line] {
        &self.tally.players
    }

    /// The result of the whole team in a co-operative game, where everyone has the same result.
    pub fn team(&self) -> Option<Line> {
        let seats = self.tally.seats.len();
        let name = match seats {
            1 => "1 player".to_owned(),
            _ => format!("{seats} players"),
        };
        let faults = self.tally.players.iter().map(|player| player.faults).sum();
        self.cooperative.then(|| Line { name, faults, ..self.tally.seats[0].clone() })
    }

    fn per_game(&self, sum: u64) -> f64 {
        sum as f64 / self.tally.games.max(1) as f64
    }

    fn per_second(&self, sum: u64) -> f64 {
        sum as f64 / self.seconds.max(1e-9)
    }

    fn shortest(&self) -> u32 {
        self.tally.shortest.min(self.tally.longest)
    }

    /// Whether fewer games were played than planned.
    pub fn is_partial(&self) -> bool {
        self.tally.games < self.asked
    }

    /// The report as JSON. Everything except `timing` depends only on the plan.
    pub fn to_json(&self) -> Value {
        let counts: BTreeMap<&str, f64> =
            self.tally.counts.iter().map(|(name, count)| (*name, self.per_game(*count))).collect();
        let lines = |lines: &[Line]| lines.iter().map(Line::to_json).collect::<Vec<_>>();
        let mut report = json!({
            "game": self.game,
            "options": self.options,
            "seed": self.seed,
            "games": self.tally.games,
            "games_asked": self.asked,
        });
        if let Some(team) = self.team() {
            report["team"] = team.to_json();
        } else {
            report["players"] = json!(lines(&self.tally.players));
            report["seats"] = json!(lines(&self.tally.seats));
        }
        let rest = json!({
            "moves_per_game": { "mean": self.per_game(self.tally.moves), "min": self.shortest(), "max": self.tally.longest },
            "shared_wins": self.tally.shared_wins,
            "per_game": counts,
            "timing": {
                "seconds": self.seconds,
                "games_per_second": self.per_second(self.tally.games),
                "moves_per_second": self.per_second(self.tally.moves),
            },
        });
        if let (Value::Object(report), Value::Object(rest)) = (&mut report, rest) {
            report.extend(rest);
        }
        report
    }

    /// The report as text for people.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let mut line =
            |words: String| writeln!(text, "{}", words.trim_end()).expect("writing to a string cannot fail");
        let stopped = if self.is_partial() { format!(" of {} (stopped)", self.asked) } else { String::new() };
        let options = self.options.as_ref().map_or(String::new(), |options| format!(", options {options}"));
        line(format!("{}: {} games{stopped}, seed {}{options}", self.game, self.tally.games, self.seed));
        let team = self.team().map(|team| vec![team]);
        let tables = match &team {
            Some(team) => vec![("team", team)],
            None => vec![("player", &self.tally.players), ("seat", &self.tally.seats)],
        };
        for (title, lines) in tables {
            line(String::new());
            let width = lines.iter().map(|it| it.name.len()).max().unwrap_or(0).max(8);
            line(format!("{title:<width$}  wins      95 % interval     mean score"));
            for it in lines {
                let (low, high) = it.wins.interval();
                let faults = match it.faults {
                    0 => String::new(),
                    n => format!("   {n} answers were late or illegal; a random move was played instead"),
                };
                line(format!(
                    "{:<width$}  {:5.1} %  {:5.1} - {:5.1} %   {:8.2}{faults}",
                    it.name,
                    100.0 * it.wins.rate(),
                    100.0 * low,
                    100.0 * high,
                    it.mean_score(),
                ));
            }
        }
        line(String::new());
        let length = self.per_game(self.tally.moves);
        line(format!("moves per game {length:.2} (from {} to {})", self.shortest(), self.tally.longest));
        if !self.cooperative {
            line(format!("ties           {:.2} %", 100.0 * self.per_game(self.tally.shared_wins)));
        }
        for (name, count) in &self.tally.counts {
            line(format!("{:<14} {:.3} per game", name, self.per_game(*count)));
        }
        line(String::new());
        line(format!(
            "{:.2} s, {:.0} games per second, {:.0} moves per second",
            self.seconds,
            self.per_second(self.tally.games),
            self.per_second(self.tally.moves),
        ));
        text
    }
}

/// The results as comma-separated values, with a row for each game.
pub fn to_csv(played: &Played) -> String {
    let seats = played.plan.players.len();
    let mut names: Vec<&str> = played.rows.iter().flat_map(|row| row.counts.keys().copied()).collect();
    names.sort_unstable();
    names.dedup();
    let mut text = "game,moves,winners".to_owned();
    (0..seats).for_each(|seat| {
        write!(text, ",player_{seat},score_{seat}").expect("writing to a string cannot fail");
    });
    names.iter().for_each(|name| {
        write!(text, ",{}", name.replace(' ', "_")).expect("writing to a string cannot fail");
    });
    text.push('\n');
    let players: Vec<String> = played.plan.players.iter().map(|player| quoted_cell(&player.name())).collect();
    for row in &played.rows {
        let winners: Vec<String> = row.winners.iter().map(ToString::to_string).collect();
        write!(text, "{},{},{}", row.game, row.moves, winners.join(" "))
            .expect("writing to a string cannot fail");
        for seat in 0..seats {
            write!(text, ",{},{}", players[row.seating[seat]], row.scores[seat])
                .expect("writing to a string cannot fail");
        }
        for name in &names {
            write!(text, ",{}", row.counts.get(name).copied().unwrap_or(0))
                .expect("writing to a string cannot fail");
        }
        text.push('\n');
    }
    text
}

fn quoted_cell(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_split_and_intervals_are_wilson_intervals() {
        let mut share = Share::default();
        (0..80).for_each(|_| share.add(WHOLE));
        (0..20).for_each(|_| share.add(0));
        let (low, high) = share.interval();
        assert!((low - 0.7112).abs() < 1e-3 && (high - 0.8666).abs() < 1e-3, "{low} {high}");
        let mut shared = Share::default();
        shared.add(WHOLE / 3);
        assert!((shared.rate() - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(Share::default().interval(), (0.0, 1.0));
    }

    #[test]
    fn cells_with_commas_are_quoted() {
        assert_eq!(quoted_cell("cmd:a,\"b\""), "\"cmd:a,\"\"b\"\"\"");
    }
}
