//! A small version of the balance report that runs with the tests. The seed is fixed, so a failure means that the game
//! or a bot has changed. The bounds are wide; only the full report is precise.

use std::sync::atomic::AtomicBool;

use atlas_core::Feature;
use atlas_lab::balance::{Findings, Settings};
use atlas_lab::simulate;

/// The findings of games between adept bots and between greedy bots.
fn findings(game: &str, games: u64, greedy_games: u64) -> [Findings; 2] {
    let settings = Settings {
        game: game.to_owned(),
        seats: None,
        games,
        greedy_games,
        playouts: 60,
        seed: 3,
        threads: 2,
    };
    let plans = settings.plans().unwrap();
    plans.map(|plan| simulate(&plan, &|_| {}, &AtomicBool::new(false)).unwrap().tally.findings)
}

#[test]
fn in_the_shadow_of_atlas_is_roughly_balanced() {
    let all = findings("shadow-of-atlas", 100, 2_000);
    for (found, bot) in all.iter().zip(["adept", "greedy"]) {
        let first = found.places[0].rate();
        assert!((0.30..0.70).contains(&first), "the first player wins {first} between {bot} bots");
        assert!((6.0..24.0).contains(&found.turns.mean()), "{} turns between {bot} bots", found.turns.mean());
        let orders = &found.features["Order played"].names;
        assert_eq!(orders.len(), 6, "{:?}", orders.keys());
        for (order, deeds) in orders {
            assert!((0.35..0.65).contains(&deeds.rate()), "{order}: {} by the winner", deeds.rate());
            let (low, high) = deeds.interval();
            assert!(low < deeds.rate() && deeds.rate() < high && high - low < 0.2, "{order}: {low} {high}");
        }
        assert!(found.features[Feature::OPENING].names.len() > 5);
    }
    for way in ["planets", "outposts", "points"] {
        assert!(all.iter().all(|found| found.endings.contains_key(way)), "no game ends by {way}");
    }
}

#[test]
fn a_game_without_features_has_no_findings_about_them() {
    let [adept, greedy] = findings("enchanted-lands", 2, 200);
    for found in [&adept, &greedy] {
        assert!(found.features.is_empty() && found.endings.is_empty() && found.turns.games() == 0);
    }
    assert_eq!((adept.moves.games(), greedy.moves.games()), (2, 200));
    assert_eq!(greedy.places[0].games(), 200);
}
