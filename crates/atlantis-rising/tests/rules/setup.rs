//! The board, the decks and the figures at the start.

use atlas_atlantis_rising::things::{Peninsula, Spot};
use atlas_atlantis_rising::{AtlantisRising, ContentRef, Options, Selection};
use atlas_core::{Chance, Edition, Game, Seat};
use serde_json::{Value, json};

use crate::table::{LANDS, level, new_game, seats, with};

fn start(options: &Value, seats: u8, seed: u64) -> Result<AtlantisRising, atlas_core::Refusal> {
    let options: Options = serde_json::from_value(options.clone()).unwrap();
    AtlantisRising::start(Edition::newest::<AtlantisRising>(), &options, seats, &mut Chance::quick(seed))
}

fn refusal(options: &Value, seats: u8) -> String {
    start(options, seats, 0).expect_err("it is refused").rule.unwrap().0.to_owned()
}

/// AR-01, AR-02, AR-03, AR-08: six peninsulas of six tiles clockwise, three of them wild, with 67 spaces.
#[test]
fn the_island_has_six_peninsulas() {
    let content = ContentRef::house();
    let ids: Vec<&str> = content.peninsulas.iter().map(|it| it.named.id.as_str()).collect();
    assert_eq!(ids, LANDS);
    assert_eq!(Peninsula::all().count() as u8 * 6, Spot::TILES);
    assert_eq!(content.tiles.iter().map(|tile| u32::from(tile.spaces)).sum::<u32>(), 67);
    let wild = content
        .tiles
        .iter()
        .filter(|tile| matches!(tile.action, atlas_atlantis_rising::content::TileAction::Wild { .. }));
    assert_eq!(wild.count(), 18);
}

/// AR-10, AR-11, AR-12, AR-13, AR-14, AR-15, AR-16: the start with four seats at level 1.
#[test]
fn four_seats_at_level_1() {
    let state = new_game(1, &["explorer", "scholar", "mystic", "warden"]);
    let at = |pointer: &str| state.dump().pointer(pointer).cloned().unwrap();
    for land in LANDS {
        assert_eq!(at(&format!("/island/{land}")), 6);
    }
    assert_eq!((at("/barriers"), at("/wrath"), at("/round")), (json!([]), json!(1), json!(1)));
    assert_eq!(at("/misfortunes/deck").as_array().unwrap().len(), 61);
    assert_eq!(at("/library/deck").as_array().unwrap().len(), 27);
    assert_eq!(at("/box/artifacts").as_array().unwrap().len(), 6);
    let gate: Vec<Value> = (0..9).map(|at_| at(&format!("/gate/{at_}/id"))).collect();
    let wanted = [
        "tidal-anchor",
        "aether-well",
        "heralds-bell",
        "archive-lattice",
        "bulwark-ring",
        "mystic-siphon",
        "matter-converter",
        "numinous-beacon",
        "entropy-drive",
    ];
    assert_eq!(gate, wanted.map(|id| json!(id)));
    for seat in 0..4 {
        assert_eq!(at(&format!("/teams/{seat}/energy")), 1);
        assert_eq!(at(&format!("/teams/{seat}/pool")), json!({ "leader": 1, "follower": 2 }));
        assert_eq!(at(&format!("/teams/{seat}/supply")), json!({ "follower": 2 }));
        assert_eq!(at(&format!("/teams/{seat}/cards")), json!([]));
    }
}

/// AR-12, AR-13: the misfortune deck and the energy by level and number of players.
#[test]
fn the_levels_decide_the_deck_and_the_energy() {
    let all = ["explorer", "scholar", "mystic", "warden", "emissary", "priestess", "forgemaster"];
    let cards = [(9, 3), (9, 3), (6, 6), (6, 6), (6, 6)];
    let full = [4, 1, 1, 1, 0, 0, 1];
    for (level, (calm, controlled)) in (1_u8..).zip(cards) {
        for count in 1..=7 {
            let state = new_game(level, &all[..count]);
            let position = state.position();
            let cards = &position.misfortunes.deck;
            let of = |id: &str| cards.iter().filter(|it| *it == id).count();
            assert_eq!(
                (of("calm-seas"), of("controlled-flood"), of("catastrophic-flood")),
                (calm, controlled, 0)
            );
            assert!(LANDS.iter().all(|land| of(land) == 6));
            assert_eq!(cards.len(), 36 + 13 + calm + controlled);
            let energy: i32 = match level {
                1..=3 => full[count - 1],
                4 => (full[count - 1] - 1).max(0),
                _ => 0,
            };
            // AR-21: a single player gains 1 at the start of each round.
            let energy = energy + i32::from(count == 1);
            assert!(position.teams.iter().all(|team| i32::from(team.energy) == energy), "{level} {count}");
        }
    }
}

/// AR-13, AR-14: the letters of the blueprint follow the level.
#[test]
fn the_blueprint_follows_the_level() {
    let content = ContentRef::house();
    let letters = [[5, 2, 2, 0], [3, 3, 3, 0], [3, 3, 0, 3], [3, 0, 3, 3], [0, 3, 3, 3]];
    for (level, letters) in (1_u8..).zip(letters) {
        for seed in 0..20 {
            let state = start(&json!({ "level": level }), 4, seed).unwrap();
            let mut counts = [0; 4];
            for entry in state.position().gate {
                let component = content.component_named(&entry.id).unwrap();
                counts[usize::from(content.component(component).letter)] += 1;
            }
            assert_eq!(counts, letters);
        }
    }
    assert_eq!(refusal(&json!({ "level": 6 }), 4), "AR-13");
    assert_eq!(refusal(&json!({ "level": 0 }), 4), "AR-13");
    let nine = [
        "tidal-anchor",
        "aether-well",
        "heralds-bell",
        "archive-lattice",
        "bulwark-ring",
        "surveyors-eye",
        "codex-engine",
        "storm-gyve",
        "laic-receiver",
    ];
    let state = start(&json!({ "blueprint": nine }), 4, 0).unwrap();
    assert_eq!(state.position().gate.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), nine);
    assert_eq!(refusal(&json!({ "level": 2, "blueprint": nine }), 4), "AR-13");
    assert_eq!(refusal(&json!({ "blueprint": ["tidal-anchor", "tidal-anchor"] }), 4), "AR-14");
    assert_eq!(refusal(&json!({ "blueprint": ["anchor"] }), 4), "AR-14");
}

/// AR-15: every seat has a different councilor.
#[test]
fn councilors_are_different() {
    assert_eq!(refusal(&json!({ "councilors": ["mystic", "mystic"] }), 2), "AR-15");
    assert_eq!(refusal(&json!({ "councilors": ["mystic"] }), 2), "AR-15");
    assert_eq!(refusal(&json!({ "councilors": ["mystic", "king"] }), 2), "AR-15");
    for seed in 0..20 {
        let state = start(&json!({}), 7, seed).unwrap();
        let mut all: Vec<String> = state.position().teams.into_iter().map(|team| team.councilor).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 7);
    }
    assert_eq!(Options::default().councilors, Selection::Random);
}

/// AR-16, AR-17: followers by the number of players; nothing else limits them.
#[test]
fn figures_follow_the_number_of_players() {
    for (count, pool, supply) in [(1, 4, 3), (2, 4, 3), (3, 3, 3), (4, 2, 2), (5, 2, 2), (6, 2, 2), (7, 2, 2)]
    {
        let table = seats(count).table();
        for seat in 0..count as u8 {
            assert_eq!((table.pool(seat, "leader"), table.pool(seat, "follower")), (1, pool));
            assert_eq!((table.supply(seat, "leader"), table.supply(seat, "follower")), (0, supply));
        }
    }
}

/// AR-18: every component is one resource cheaper for a single player.
#[test]
fn a_single_player_pays_less() {
    for component in &ContentRef::house().components {
        assert_eq!(component.solo.total() + 1, component.cost.total(), "{}", component.named.id);
        assert!(component.solo.0.iter().zip(component.cost.0).all(|(solo, cost)| *solo <= cost));
    }
    let table = with(&["explorer"]).goods(0, [1, 1, 0, 1]).figure(0, "follower", "build").act().table();
    let mut table = table;
    table.play(0, "build tidal-anchor");
    assert_eq!(table.goods(0), [0, 0, 0, 0]);
    assert_eq!(table.at("/gate/0/built"), 1);
}

/// AR-19: the starting player is random, and each seat can be it.
#[test]
fn the_starting_player_is_random() {
    let first: std::collections::BTreeSet<u64> =
        (0..40).map(|seed| start(&json!({}), 4, seed).unwrap().dump()["start"].as_u64().unwrap()).collect();
    assert_eq!(first.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
}

/// AR-12: a first game has no special misfortunes.
#[test]
fn a_first_game_has_no_specials() {
    let state = start(&json!({ "first": true }), 4, 0).unwrap();
    assert_eq!(state.position().misfortunes.deck.len(), 48);
    assert_eq!(state.dump()["box"]["specials"].as_array().unwrap().len(), 13);
    let again = AtlantisRising::load(state.edition(), &state.dump()).unwrap();
    assert_eq!(again, state);
}

/// AR-04, AR-05, AR-06: each seat has one team with its own goods.
#[test]
fn each_seat_has_its_own_goods() {
    let table = seats(3).goods(1, [9, 8, 7, 6]).energy(1, 30).table();
    assert_eq!(table.goods(1), [9, 8, 7, 6]);
    assert_eq!((table.goods(0), table.energy(1), table.energy(0)), ([0; 4], 30, 0));
    assert_eq!(table.state.seats(), 3);
    assert!(table.state.acting().contains(Seat(2)));
}

/// AR-26: the third build space needs five players.
#[test]
fn five_seats_have_a_third_build_space() {
    let five = level(1, &["explorer", "scholar", "mystic", "warden", "emissary"]);
    let mut table = five.table();
    table.play(0, "place follower build").play(1, "place follower build").play(2, "place follower build");
    table.no(3, "place follower build", "AR-08");
}
