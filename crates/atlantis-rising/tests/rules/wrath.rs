//! Phase 4.

use serde_json::json;

use crate::table::seats;

/// AR-65, AR-66, AR-67: the starting player floods as many tips as the track shows, then the token moves.
#[test]
fn wrath_floods_by_the_track() {
    for (space, floods) in [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 3), (9, 4), (10, 5)] {
        let mut table = seats(4).nobody().round(space).act().table();
        table.all("done");
        for _ in 0..floods {
            assert_eq!((table.acting(), table.asked(0)), (vec![0], "flood"), "space {space}");
            table.no(1, "flood forests", "AR-22");
            table.play(0, "flood forests");
        }
        assert_eq!((table.island()[0], table.at("/wrath")), (6 - floods, json!(space + 1)), "space {space}");
        assert_eq!(table.phase(), "place");
    }
}

/// AR-62: Wrath ignores barriers and leaves them. AR-R79: no figure is on the board then.
#[test]
fn wrath_ignores_barriers() {
    let lands = ["forests", "libraries", "hills", "cities", "mountains", "forges"];
    let mut table =
        seats(4).nobody().round(10).barriers(&lands).figure(1, "follower", "hills-6").act().table();
    table.all("done");
    table.times(5, 0, "flood hills");
    assert_eq!((table.island()[2], table.at("/barriers")), (1, json!(lands)));
    assert_eq!(table.pool(1, "follower"), 1);
}

/// AR-65, AR-39: a card prevents a flood of Wrath.
#[test]
fn cards_prevent_wrath() {
    let mut table = seats(4).nobody().round(2).cards(3, &["turned-tide"]).act().table();
    table.all("done").play(0, "flood hills");
    assert_eq!(table.acting(), [3]);
    table.play(3, "prevent turned-tide");
    assert_eq!((table.island()[2], table.at("/round")), (6, json!(3)));
}

/// AR-R92, AR-40: with fewer tips than its value Wrath takes the Source.
#[test]
fn wrath_takes_the_source() {
    let mut table = seats(4).nobody().round(8).island([1, 1, 0, 0, 0, 0]).act().table();
    table.all("done").play(0, "flood forests");
    assert_eq!((table.at("/over"), table.island()), (json!("sunk"), [0; 6]));
}

/// AR-68: Wrath grows without limit, so every game ends long before round 60.
#[test]
fn every_game_ends() {
    let mut table = seats(4).nobody().round(45).act().table();
    table.all("done");
    for _ in 0..36 {
        if table.at("/over") == "sunk" {
            break;
        }
        let legal = table.legal(0);
        table.play(0, &legal[0]);
    }
    assert_eq!((table.at("/over"), table.at("/round")), (json!("sunk"), json!(45)));
}
