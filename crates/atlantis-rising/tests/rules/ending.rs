//! The Power Core, winning and losing.

use atlas_core::{Game, Seat, Turn};
use serde_json::json;

use crate::table::seats;

/// AR-55, AR-56, AR-57, AR-58, AR-59: the last Leader wins the game before Wrath; energy may come from the Source first.
#[test]
fn the_last_leader_wins() {
    let mut setup = seats(4).round(9).all_built(8).island([5, 5, 5, 5, 5, 5]).figure(2, "follower", "source");
    for seat in 0..4 {
        setup = setup.figure(seat, "leader", "core").energy(seat, u8::from(seat != 2));
    }
    let mut table = setup.act().table();
    table.no(2, "act leader core", "AR-55");
    table.play(0, "act leader core").play(1, "act leader core").play(3, "act leader core");
    assert_eq!(table.at("/core"), json!([0, 1, 3]));
    table.play(2, "act follower source").play(2, "act leader core");
    assert_eq!(table.at("/over"), "won");
    let outcome = table.state.outcome().unwrap();
    assert_eq!((outcome.scores(), outcome.winners().len()), ([171; 4].as_slice(), 4));
    assert_eq!(100 + 2 * 30 + 20 - 9, 171);
    let details = table.state.result_details();
    assert_eq!(details[0], ("by", json!("gate")));
    table.no(0, "done", "AR-58");
}

/// AR-59, AR-58: a loss with nine components and three of four Leaders scores 96.
#[test]
fn a_loss_is_scored() {
    let setup = seats(4).nobody().round(12).all_built(8).island([1, 0, 0, 0, 0, 0]);
    let mut table = setup.edit(|it| it["core"] = json!([0, 1, 3])).act().table();
    table.all("done");
    let outcome = table.state.outcome().unwrap();
    assert_eq!((table.at("/over"), outcome.scores()), (json!("sunk"), [96; 4].as_slice()));
    assert!(outcome.winners().is_empty() && outcome.is_shared());
    assert_eq!(table.state.result_details()[0], ("by", json!("sunk")));
}

/// AR-28, AR-55: a Leader that has contributed does not go to the Core again.
#[test]
fn a_leader_contributes_once() {
    let table = seats(4).round(9).all_built(7).edit(|it| it["core"] = json!([0])).table();
    table.no(0, "place leader core", "AR-28");
    assert!(table.legal(1).iter().any(|it| it == "place leader core"));
}

/// AR-56: a Leader in the supply has to be gained first and contributes in a later round.
#[test]
fn a_leader_in_the_supply_is_gained_first() {
    let setup = seats(4).nobody().round(9).all_built(8).energy(1, 1);
    let mut table = setup.figure(1, "follower", "cities-3").figure(1, "follower", "cities-3").act().table();
    table.no(1, "act leader core", "AR-41");
    table.play(1, "act follower cities-3").play(1, "gain leader");
    assert_eq!(table.pool(1, "leader"), 1);
}

/// AR-28: nine components that are built in phase 3 open the Core in the next round.
#[test]
fn the_core_opens_in_the_next_round() {
    let setup = seats(4).round(8).all_built(7).edit(|it| it["gate"][0]["built"] = json!(null));
    let setup = setup.goods(0, [2, 1, 0, 1]).figure(0, "follower", "build");
    let mut table = setup.act().table();
    table.play(0, "build tidal-anchor");
    table.no(0, "act leader core", "AR-41");
    table.all("done");
    table.times(3, 0, "flood forests");
    table.play(1, "place leader core");
}

/// AR-R10: a win comes in phase 3 and a loss in phases 2 and 4, so they never meet.
#[test]
fn a_won_game_floods_nothing_more() {
    let setup =
        seats(1).round(9).all_built(8).island([1, 0, 0, 0, 0, 0]).energy(0, 1).figure(0, "leader", "core");
    let mut table = setup.act().table();
    table.play(0, "act leader core");
    assert_eq!((table.at("/over"), table.island()[0]), (json!("won"), 1));
}

/// AR-R80: the next seat decides for a player who left; without anybody the game is lost.
#[test]
fn others_decide_for_a_player_who_left() {
    let mut table = seats(3).table();
    let leave = |table: &mut crate::table::Table, seat| {
        let mut chance = atlas_core::Chance::scripted([]);
        table.state.leave(Seat(seat), &mut Turn::quiet(&mut chance));
    };
    leave(&mut table, 1);
    assert_eq!(table.acting(), [0, 2]);
    for figure in ["leader", "follower", "follower", "follower"] {
        table.play(2, &format!("place {figure} source"));
    }
    table.play(2, "ready");
    assert!(table.state.awaiting(Seat(2)).unwrap().text.to_string().contains("seat 1"));
    table.play(2, "place leader hills-6");
    assert_eq!(table.figures(1, "hills-6"), (1, 0));
    let again = atlas_atlantis_rising::AtlantisRising::load(table.state.edition(), &table.state.dump());
    assert_eq!(again.unwrap(), table.state);
    leave(&mut table, 2);
    assert_eq!(table.acting(), [0]);
    leave(&mut table, 0);
    assert_eq!((table.acting().len(), table.at("/over")), (0, json!("sunk")));
}
