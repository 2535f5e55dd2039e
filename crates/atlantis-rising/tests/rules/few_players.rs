//! One and two players: Hologram, Automaton and volunteers.

use atlas_core::Game;
use serde_json::json;

use crate::table::{Setup, Table, new_game, seats, with};

/// AR-74, AR-75, AR-16: with two players the starting player chooses a power for the Hologram in each round.
#[test]
fn the_hologram_has_a_power() {
    let mut table = Table { state: new_game(1, &["explorer", "scholar"]) };
    let start = table.acting()[0];
    assert_eq!((table.phase(), table.asked(start)), ("power".to_owned(), "power"));
    assert_eq!(table.at("/start"), json!(start));
    let legal = table.legal(start);
    assert_eq!((legal.len(), table.at("/hologram/deck").as_array().unwrap().len()), (2, 6));
    table.play(start, &legal[0]);
    assert_eq!(format!("power {}", table.at("/hologram/powers/0").as_str().unwrap()), legal[0]);
    assert_eq!(table.at("/hologram/discard").as_array().unwrap().len(), 1);
    assert_eq!((table.pool(start, "hologram"), table.pool(1 - start, "hologram")), (1, 0));
}

fn hologram_with(power: &str) -> Setup {
    let mut setup = with(&["explorer", "scholar"]);
    let old = setup.0["hologram"]["powers"][0].as_str().unwrap().to_owned();
    if old != power {
        setup.0["hologram"]["powers"] = json!([power]);
        for pile in ["deck", "discard"] {
            for card in setup.0["hologram"][pile].as_array_mut().unwrap() {
                if card == power {
                    *card = json!(old);
                }
            }
        }
        let ids: Vec<String> = atlas_atlantis_rising::ContentRef::house()
            .councilors
            .iter()
            .map(|it| it.named.id.clone())
            .collect();
        let discard = setup.0["hologram"]["discard"].as_array_mut().unwrap();
        discard.sort_by_key(|card| ids.iter().position(|id| card == id));
    }
    setup
}

/// AR-75: the Hologram acts like a Leader with its power; afterwards the card is discarded.
#[test]
fn the_hologram_acts_with_its_power() {
    let setup = hologram_with("forgemaster").goods(0, [0, 0, 1, 0]).figure(0, "hologram", "forges-3");
    let mut table = setup.act().table();
    table.play(0, "act hologram forges-3");
    assert_eq!(table.goods(0), [0, 0, 0, 2]);
    table.play(0, "done").play(1, "done");
    assert_eq!((table.phase(), table.acting()), ("power".to_owned(), vec![1]));
    assert_eq!((table.pool(0, "hologram"), table.pool(1, "hologram")), (0, 1));
    assert!(table.at("/hologram/discard").as_array().unwrap().contains(&json!("forgemaster")));
}

/// AR-75: with the Stormcaller's power the Hologram itself goes out until the next round.
#[test]
fn the_hologram_prevents_a_flood() {
    let setup = hologram_with("stormcaller").nobody().edit(|it| {
        it["teams"][0]["pool"] = json!({ "hologram": 1 });
    });
    let mut table =
        setup.figure(0, "hologram", "source").top(&["hills", "calm-seas", "calm-seas", "calm-seas"]).table();
    table.all("ready").play(0, "prevent hologram");
    assert_eq!((table.island()[2], table.pool(0, "hologram"), table.at("/figures")), (6, 0, json!([])));
}

/// AR-75: the Hologram is no Leader: it cannot contribute, and it has no Workshop.
#[test]
fn the_hologram_is_no_leader() {
    let mut table = hologram_with("artificer").round(9).all_built(8).table();
    table.play(0, "place hologram");
    table.no(0, "place hologram core", "AR-28");
    table.no(0, "place hologram workshop", "AR-42");
}

/// AR-75, AR-R12: an empty Hologram deck is made of its discard pile.
#[test]
fn the_hologram_deck_is_shuffled() {
    let setup = with(&["explorer", "scholar"]).nobody().act().edit(|it| {
        let ids: Vec<String> = atlas_atlantis_rising::ContentRef::house()
            .councilors
            .iter()
            .map(|it| it.named.id.clone())
            .collect();
        let mut all = it["hologram"]["discard"].as_array().unwrap().clone();
        all.extend(it["hologram"]["deck"].as_array().unwrap().iter().cloned());
        all.sort_by_key(|card| ids.iter().position(|id| card == id));
        it["hologram"]["discard"] = json!(all);
        it["hologram"]["deck"] = json!([]);
    });
    let mut table = setup.table();
    table.play(0, "done").play_any(1, "done");
    assert_eq!(table.at("/hologram/deck").as_array().unwrap().len(), 6);
}

/// AR-16, AR-21, AR-18: one player has 4 + 1 energy, gains 1 each round, and draws four misfortunes.
#[test]
fn one_player() {
    let state = new_game(1, &["explorer"]);
    assert_eq!(state.dump()["teams"][0]["energy"], 5);
    let mut table = seats(1).nobody().edit(|it| it["teams"][0]["pool"] = json!({})).act();
    table.0["teams"][0]["pool"] = json!({ "automaton": 1 });
    let mut table = table.table();
    table.play(0, "done");
    assert_eq!((table.energy(0), table.at("/round")), (1, json!(2)));
}

/// AR-76, AR-R76: the Automaton stands beside another figure, takes no space and no action, and adds 2 to rolls.
#[test]
fn the_automaton_helps() {
    let mut table = seats(1).figure(0, "follower", "mountains-1").table();
    table.no(0, "place automaton hills-1", "AR-76");
    table.play(0, "place automaton mountains-1");
    let setup = seats(1).figure(0, "follower", "mountains-1").figure(0, "follower", "mountains-1");
    let mut table = setup.figure(0, "automaton", "mountains-1").act().table();
    table.no(0, "act automaton mountains-1", "AR-76");
    table.roll(0, "act follower mountains-1", &[3]).roll(0, "act follower mountains-1", &[2]);
    assert_eq!(table.goods(0), [0, 0, 1, 0]);
    // It goes back with the last figure beside it.
    let mut table =
        seats(1).figure(0, "follower", "mountains-1").figure(0, "automaton", "mountains-1").table();
    table.play(0, "recall follower mountains-1");
    assert_eq!(table.pool(0, "automaton"), 1);
    let setup = seats(1).nobody().figure(0, "follower", "hills-6").figure(0, "automaton", "hills-6");
    let mut table = setup.top(&["hills", "calm-seas", "calm-seas", "calm-seas"]).table();
    table.play(0, "ready");
    assert_eq!((table.pool(0, "automaton"), table.pool(0, "follower")), (1, 1));
}

/// AR-73: a volunteer acts like a follower, but is none when followers are gained, and cannot contribute.
#[test]
fn volunteers_are_no_followers() {
    let setup =
        seats(4).round(9).all_built(8).figure(0, "volunteer", "cities-3").figure(0, "volunteer", "cities-3");
    let mut table = setup.act().table();
    table.play(0, "act volunteer cities-3");
    assert_eq!((table.pool(0, "follower"), table.pool(0, "volunteer")), (3, 0));
    let mut table = seats(4).round(9).all_built(8).cards(0, &["call-of-the-citadel"]).table();
    table.play(0, "play call-of-the-citadel").play(0, "place volunteer");
    table.no(0, "place volunteer core", "AR-28");
    table.play(0, "place volunteer source");
}
