//! A small version of `atlas lab strength`. The full run takes minutes; its results are in `docs/bots.md`.

use std::sync::atomic::AtomicBool;

use atlas_lab::strength::{Terms, duel};
use serde_json::Value;

fn rate(better: &str, worse: &str, games: u64) -> f64 {
    let terms =
        Terms { game: "enchanted-lands".to_owned(), options: Value::Null, games, seed: 11, threads: 2 };
    duel(&terms, (better, worse), &|_| {}, &AtomicBool::new(false)).unwrap().rate
}

/// The full run plays 400 games for each pair. Here the bounds are wide enough for fewer games. The seed is fixed, so a
/// failure means that a bot has changed.
#[test]
fn the_levels_are_in_order() {
    let greedy = rate("greedy", "random", 2_000);
    assert!(greedy > 0.82, "greedy beats random in {greedy}");
    let novice = rate("novice", "greedy", 60);
    assert!(novice > 0.55, "novice beats greedy in {novice}");
    let adept = rate("adept", "greedy", 16);
    assert!(adept > 0.6, "adept beats greedy in {adept}");
}
