//! The rulings that no other file tests.

use crate::table::{seats, with};

/// AR-R04: figures name a tile and take any free space.
#[test]
fn spaces_of_a_tile_are_alike() {
    let mut table = seats(4).table();
    table
        .play(0, "place follower forests-1")
        .play(1, "place follower forests-1")
        .play(2, "place follower forests-1");
    table.no(3, "place follower forests-1", "AR-08");
    let legal = table.legal(3);
    assert_eq!(legal.iter().filter(|it| it.starts_with("place follower hills-1")).count(), 1);
}

/// AR-R07, AR-22: the starting player chooses for all.
#[test]
fn the_starting_player_chooses_for_all() {
    let mut table = seats(4).nobody().round(2).edit(|it| it["start"] = serde_json::json!(3)).act().table();
    table.all("done");
    assert_eq!(table.acting(), [3]);
}

/// AR-R02, AR-R94: with more than two figures in the Cities the partner is named; each pair has one action.
#[test]
fn a_crowd_in_the_cities() {
    let setup = seats(4)
        .effects(&["unity cities-4"])
        .figure(0, "follower", "cities-4")
        .figure(1, "follower", "cities-4")
        .figure(2, "leader", "cities-4")
        .act();
    let mut table = setup.table();
    table.no(0, "act follower cities-4", "AR-R94");
    table.no(0, "act follower cities-4 volunteer 1", "AR-R94");
    table.play(0, "act follower cities-4 leader 2").play(0, "to 0").play(0, "to 2");
    assert_eq!((table.pool(0, "follower"), table.energy(2)), (2, 1));
    table.no(1, "act follower cities-4", "AR-09");
}

/// AR-R20: the build spaces are one place, and each component is another.
#[test]
fn components_are_separate_places() {
    let setup = with(&["priestess", "scholar", "mystic", "warden"]).round(2);
    let setup = setup
        .built(&[("mystic-siphon", 1)])
        .figure(0, "leader", "mystic-siphon")
        .figure(1, "follower", "build");
    let mut table = setup.act().table();
    table.play(0, "act leader mystic-siphon");
    assert_eq!((table.energy(0), table.energy(1)), (3, 0));
}

/// AR-R83: the Observatory is not the Astral Watchtower.
#[test]
fn names_that_look_alike() {
    let setup = seats(4)
        .round(2)
        .blueprint("numinous-beacon", "astral-watchtower")
        .built(&[("astral-watchtower", 1)]);
    let mut table = setup.table();
    table.no(0, "place follower observatory", "AR-R21");
    table.play(0, "place follower astral-watchtower");
}

/// AR-R89: a seat that is done stays done; a seat that is ready comes back only when it is overruled.
#[test]
fn done_is_final() {
    let mut table = seats(4).figure(0, "follower", "source").act().table();
    table.play(0, "done");
    table.no(0, "act follower source", "AR-R89");
    assert_eq!(table.acting(), [1, 2, 3]);
    let mut table = seats(4).nobody().table();
    table.play(1, "ready");
    table.no(1, "ready", "AR-29");
}

/// AR-R02: another seat may begin the action of a pair with a figure of a seat that is done.
#[test]
fn a_pair_with_a_seat_that_is_done() {
    let mut table =
        seats(4).figure(0, "follower", "cities-3").figure(1, "follower", "cities-3").act().table();
    table.play(0, "done").play(1, "act follower cities-3").play(1, "to 0");
    assert_eq!(table.pool(0, "follower"), 2);
}

/// AR-R10, AR-R11: with the Source alone figures can still act there.
#[test]
fn the_source_is_the_last_place() {
    let mut table = seats(4).island([0; 6]).figure(0, "follower", "source").act().table();
    table.play(0, "act follower source");
    assert_eq!(table.energy(0), 1);
}
