//! Totals over many games that show whether a game is fair. They are whole numbers, so the order of adding makes no
//! difference.

use std::collections::BTreeMap;

use crate::report::{Share, WHOLE, wilson};
use crate::simulate::Row;

/// Findings about the balance of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Findings {
    /// The wins by order of play: of the seat that acted first, of the seat after it, and so on.
    pub places: Vec<Share>,
    /// The number of games that ended in each way.
    pub endings: BTreeMap<String, u64>,
    /// The lengths of the games in actions.
    pub moves: Histogram,
    /// The lengths of the games in turns, if the game counts them.
    pub turns: Histogram,
    /// The features of play, by kind.
    pub features: BTreeMap<&'static str, Kind>,
}

/// The features of one kind.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Kind {
    /// All features of this kind together, for comparison: winners do more of everything.
    pub all: Deeds,
    /// Each feature by name.
    pub names: BTreeMap<String, Deeds>,
}

impl Findings {
    /// The findings of no games yet, for a number of seats.
    pub(crate) fn new(seats: usize) -> Findings {
        Findings {
            places: vec![Share::default(); seats],
            endings: BTreeMap::new(),
            moves: Histogram::default(),
            turns: Histogram::default(),
            features: BTreeMap::new(),
        }
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, row: &Row) {
        let seats = self.places.len();
        for seat in 0..seats {
            self.places[(seat + seats - usize::from(row.first)) % seats].add(row.shares[seat]);
        }
        if let Some(ending) = &row.ending {
            *self.endings.entry((*ending).to_owned()).or_default() += 1;
        }
        self.moves.add(row.moves);
        if let Some(turns) = row.counts.get("turns") {
            self.turns.add(*turns);
        }
        let won: Vec<u64> = (0..seats).map(|seat| row.shares[seat]).collect();
        let mut all: BTreeMap<&'static str, Vec<u32>> = BTreeMap::new();
        for ((kind, name), done) in &row.features {
            self.features.entry(kind).or_default().names.entry(name.clone()).or_default().add(done, &won);
            let all = all.entry(kind).or_insert_with(|| vec![0; seats]);
            all.iter_mut().zip(done).for_each(|(all, done)| *all += done);
        }
        for (kind, done) in all {
            self.features.entry(kind).or_default().all.add(&done, &won);
        }
    }

    /// Adds the findings of other games.
    pub(crate) fn merge(&mut self, other: &Findings) {
        self.places.iter_mut().zip(&other.places).for_each(|(own, other)| own.merge(other));
        for (ending, games) in &other.endings {
            *self.endings.entry(ending.clone()).or_default() += games;
        }
        self.moves.merge(&other.moves);
        self.turns.merge(&other.turns);
        for (kind, other) in &other.features {
            let own = self.features.entry(kind).or_default();
            own.all.merge(&other.all);
            for (name, deeds) in &other.names {
                own.names.entry(name.clone()).or_default().merge(deeds);
            }
        }
    }
}

/// The number of games of each length.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Histogram(pub BTreeMap<u32, u64>);

impl Histogram {
    fn add(&mut self, length: u32) {
        *self.0.entry(length).or_default() += 1;
    }

    fn merge(&mut self, other: &Histogram) {
        for (length, games) in &other.0 {
            *self.0.entry(*length).or_default() += games;
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.0.values().sum()
    }

    /// The mean length.
    pub fn mean(&self) -> f64 {
        let sum: u64 = self.0.iter().map(|(length, games)| u64::from(*length) * games).sum();
        sum as f64 / self.games().max(1) as f64
    }

    /// The smallest length that at least this share of the games does not exceed.
    pub fn quantile(&self, share: f64) -> u32 {
        let (wanted, mut seen) = (share * self.games() as f64, 0);
        let enough = |(_, games): &(&u32, &u64)| {
            seen += **games;
            seen as f64 >= wanted
        };
        self.0.iter().find(enough).map_or(0, |(length, _)| *length)
    }
}

/// How often players did something, and how that is related to winning.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Deeds {
    /// The number of times that it was done.
    pub times: u64,
    /// The number of games in which it was done.
    pub games: u64,
    /// The games in which one player did it more often than all others, with the wins of that player.
    pub most: Share,
    /// The number of times that the winner did it, in parts of [`WHOLE`].
    won: u64,
    // Squares and products summed over games, for the interval.
    won_won: u64,
    won_times: u64,
    times_times: u64,
}

impl Deeds {
    /// Adds a game. `done` is how often each seat did it, and `won` is its share of the win in parts of [`WHOLE`].
    fn add(&mut self, done: &[u32], won: &[u64]) {
        let times: u64 = done.iter().copied().map(u64::from).sum();
        let by_winner: u64 = done.iter().zip(won).map(|(done, won)| u64::from(*done) * won).sum();
        self.games += 1;
        self.times += times;
        self.won += by_winner;
        self.won_won += by_winner * by_winner;
        self.won_times += by_winner * times;
        self.times_times += times * times;
        let most = done.iter().max().copied().unwrap_or_default();
        let mut leaders = (0..done.len()).filter(|seat| done[*seat] == most);
        if let (Some(leader), None) = (leaders.next(), leaders.next()) {
            self.most.add(won[leader]);
        }
    }

    fn merge(&mut self, other: &Deeds) {
        self.times += other.times;
        self.games += other.games;
        self.most.merge(&other.most);
        self.won += other.won;
        self.won_won += other.won_won;
        self.won_times += other.won_times;
        self.times_times += other.times_times;
    }

    /// The share of all times in which the winner did it. A shared win counts in part.
    pub fn rate(&self) -> f64 {
        if self.times == 0 { 0.0 } else { self.won as f64 / (self.times * WHOLE) as f64 }
    }

    /// The 95 % interval of the true share.
    ///
    /// The plays of one game are not independent, so the games are the samples, not the single plays. The variation
    /// between games determines how many independent plays they are worth, which is never more than their actual
    /// number. Wilson's score then gives the interval.
    pub fn interval(&self) -> (f64, f64) {
        let (p, times, games) = (self.rate(), self.times as f64, self.games as f64);
        let whole = WHOLE as f64;
        let (ww, wt) = (self.won_won as f64 / (whole * whole), self.won_times as f64 / whole);
        let spread = ww - 2.0 * p * wt + p * p * self.times_times as f64;
        let variance = spread / (times * times) * games / (games - 1.0);
        let worth = p * (1.0 - p) / variance;
        // The variation is unknown if there is only one game or if all games are the same.
        let known = self.games > 1 && spread > 1e-9 * times;
        wilson(p, if known { worth.min(times) } else { games })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(winners: &[u8]) -> Vec<u64> {
        let share = |seat: u8| if winners.contains(&seat) { WHOLE / winners.len() as u64 } else { 0 };
        vec![share(0), share(1)]
    }

    /// A two-seat game in which seat `first` acted first and `winners` won after `moves` actions. `done` holds how
    /// often each seat did something, by name.
    fn game(first: u8, winners: &[u8], moves: u32, done: &[(&str, [u32; 2])]) -> Row {
        Row {
            game: 0,
            seating: vec![0, 1],
            first,
            scores: vec![0, 0],
            winners: winners.to_vec(),
            shares: shares(winners),
            moves,
            counts: BTreeMap::from([("turns", moves / 4)]),
            ending: Some(if winners.len() == 1 { "points" } else { "draw" }),
            features: done.iter().map(|(name, by)| (("played", (*name).to_owned()), by.to_vec())).collect(),
            faults: vec![0, 0],
        }
    }

    fn findings(games: &[Row]) -> Findings {
        let mut findings = Findings::new(2);
        games.iter().for_each(|game| findings.add(game));
        findings
    }

    #[track_caller]
    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }

    #[test]
    fn places_are_counted_from_the_seat_that_acted_first() {
        let found = findings(&[
            game(0, &[0], 8, &[]),
            game(1, &[1], 8, &[]),
            game(1, &[0], 8, &[]),
            game(1, &[0, 1], 8, &[]),
        ]);
        near(found.places[0].rate(), 2.5 / 4.0);
        near(found.places[1].rate(), 1.5 / 4.0);
    }

    #[test]
    fn endings_and_lengths_are_counted() {
        let lengths = [8, 12, 12, 12, 12, 12, 12, 12, 12, 40];
        let games: Vec<Row> = lengths.into_iter().map(|moves| game(0, &[0], moves, &[])).collect();
        let mut found = findings(&games);
        found.add(&game(0, &[0, 1], 8, &[]));
        assert_eq!(found.endings, BTreeMap::from([("points".to_owned(), 10), ("draw".to_owned(), 1)]));
        assert_eq!(found.moves.0, BTreeMap::from([(8, 2), (12, 8), (40, 1)]));
        assert_eq!(found.turns.0, BTreeMap::from([(2, 2), (3, 8), (10, 1)]));
        near(found.moves.mean(), 152.0 / 11.0);
        let at = |share| found.moves.quantile(share);
        assert_eq!((at(0.0), at(0.05), at(0.5), at(0.9), at(0.95), at(1.0)), (8, 8, 12, 12, 40, 40));
    }

    #[test]
    fn the_rate_counts_plays_of_the_winner_and_half_of_them_in_a_draw() {
        let found = findings(&[
            game(0, &[0], 8, &[("mors", [3, 1]), ("ceres", [1, 1])]),
            game(0, &[0, 1], 8, &[("mors", [0, 2])]),
        ]);
        let deeds = &found.features["played"].names;
        assert_eq!((deeds["mors"].times, deeds["mors"].games), (6, 2));
        near(deeds["mors"].rate(), (3.0 + 1.0) / 6.0);
        near(deeds["ceres"].rate(), 0.5);
        // In the first game seat 0 did it most and won, in the second seat 1 did and drew.
        assert_eq!(deeds["mors"].most.games(), 2);
        near(deeds["mors"].most.rate(), 0.75);
        assert_eq!(deeds["ceres"].most.games(), 0, "neither seat did it more often");
        let all = found.features["played"].all;
        assert_eq!((all.times, all.games, all.most.games()), (8, 2, 2));
        near(all.rate(), (4.0 + 1.0) / 8.0);
    }

    #[test]
    fn plays_in_one_game_are_not_independent_samples() {
        let games = |times: u32| {
            let won = (0..60).map(|_| game(0, &[0], 8, &[("mors", [times, 0])]));
            let lost = (0..40).map(|_| game(0, &[1], 8, &[("mors", [times, 0])]));
            findings(&won.chain(lost).collect::<Vec<_>>()).features["played"].names["mors"]
        };
        let (once, often) = (games(1), games(10));
        near(often.rate(), 0.6);
        assert_eq!((often.times, often.games), (1000, 100));
        let (low, high) = once.interval();
        near(low, wilson(0.6, 99.0).0);
        near(high, wilson(0.6, 99.0).1);
        near(often.interval().0, low);
        near(often.interval().1, high);
    }

    #[test]
    fn a_game_counts_for_at_most_as_many_samples_as_it_has_plays() {
        // In each game the winner did it 3 times and the loser twice, or the other way round: always near a half.
        let won = (0..50).map(|_| game(0, &[0], 8, &[("mors", [3, 2])]));
        let lost = (0..50).map(|_| game(0, &[1], 8, &[("mors", [3, 2])]));
        let deeds = findings(&won.chain(lost).collect::<Vec<_>>()).features["played"].names["mors"];
        near(deeds.rate(), 0.5);
        let (low, high) = deeds.interval();
        assert!(high - low < wilson(0.5, 100.0).1 - wilson(0.5, 100.0).0, "{low} {high}");
        near(low, wilson(0.5, 500.0).0);
    }

    #[test]
    fn a_single_game_gives_a_wide_interval() {
        let deeds = findings(&[game(0, &[0], 8, &[("mors", [7, 0])])]).features["played"].names["mors"];
        near(deeds.rate(), 1.0);
        let (low, high) = deeds.interval();
        near(low, wilson(1.0, 1.0).0);
        assert!(low < 0.25 && high > 0.999, "{low} {high}");
        assert_eq!(Deeds::default().interval(), (0.0, 1.0));
    }

    #[test]
    fn merging_gives_the_same_findings_as_adding_every_game() {
        let games: Vec<Row> = (0..20)
            .map(|n| {
                game(
                    n % 2,
                    if n % 3 == 0 { &[0] } else { &[0, 1] },
                    8 + u32::from(n),
                    &[("mors", [u32::from(n), 3])],
                )
            })
            .collect();
        let whole = findings(&games);
        let (mut one, two) = (findings(&games[13..]), findings(&games[..13]));
        one.merge(&two);
        assert_eq!(one, whole);
        assert_ne!(two, whole);
    }
}
