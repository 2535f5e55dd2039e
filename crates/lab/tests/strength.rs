//! A slice of `atlas lab strength`: the whole takes minutes and is in `docs/bots.md`.

use std::sync::atomic::AtomicBool;

use atlas_lab::strength::{Terms, duel};
use serde_json::Value;

fn rate(better: &str, worse: &str, games: u64) -> f64 {
    let terms =
        Terms { game: "enchanted-lands".to_owned(), options: Value::Null, games, seed: 11, threads: 2 };
    duel(&terms, (better, worse), &|_| {}, &AtomicBool::new(false)).unwrap().rate
}

/// What the full run shows with 400 games each, here with bounds that so few games keep for certain: the
/// seed is fixed, so a failure means that a bot plays differently.
#[test]
fn the_levels_are_in_order() {
    let greedy = rate("greedy", "random", 2_000);
    assert!(greedy > 0.82, "greedy beats random in {greedy}");
    let novice = rate("novice", "greedy", 60);
    assert!(novice > 0.55, "novice beats greedy in {novice}");
    let adept = rate("adept", "greedy", 16);
    assert!(adept > 0.6, "adept beats greedy in {adept}");
}
