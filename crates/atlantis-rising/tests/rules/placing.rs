//! Phase 1: placing figures.

use serde_json::json;

use crate::table::{seats, with};

/// AR-08, AR-24: who comes first holds the space, and the refusal names that seat.
#[test]
fn a_space_holds_one_figure() {
    let table = seats(4).figure(1, "follower", "forests-6").table();
    let (rule, message) = table.refused(2, "place follower forests-6");
    assert_eq!(rule, "AR-08");
    assert!(message.contains("seat 1"), "{message}");
}

/// AR-R05, AR-22: the starting player overrules a space once, and that seat stays away.
#[test]
fn the_starting_player_overrules() {
    let mut table = seats(4).figure(1, "follower", "forests-6").table();
    table.no(2, "overrule forests-6", "AR-R05");
    table.play(0, "overrule forests-6").play(2, "place follower forests-6");
    table.no(1, "place follower forests-6", "AR-R05");
    table.no(0, "overrule forests-6", "AR-R05");
    assert_eq!(table.pool(1, "follower"), 2);
    table.play(0, "place follower source").play(1, "place follower source");
    table.no(0, "overrule source", "AR-R05");
}

/// AR-R05: with figures of several seats the seat is named, and a seat that was ready is not any more.
#[test]
fn an_overruled_seat_is_not_ready() {
    let mut table =
        seats(4).nobody().figure(1, "follower", "forests-4").figure(2, "follower", "forests-4").table();
    table.play(1, "ready").play(2, "ready");
    assert_eq!(table.acting(), [0, 3]);
    table.play(0, "overrule forests-4 2");
    assert_eq!(table.acting(), [0, 2, 3]);
    assert_eq!((table.pool(1, "follower"), table.pool(2, "follower")), (0, 1));
}

/// AR-23, AR-29: a seat is ready only when its pool is empty.
#[test]
fn nobody_keeps_figures_back() {
    let mut table = seats(2).table();
    table.no(0, "ready", "AR-29");
    table.no(1, "place volunteer source", "AR-23");
    table.no(1, "done", "AR-20");
    table.play(1, "place leader source");
    for _ in 0..4 {
        table.play(1, "place follower source");
    }
    table.play(1, "ready");
    table.no(1, "place follower source", "AR-29");
}

/// AR-26, AR-R03: with four players there are two build spaces.
#[test]
fn four_seats_have_two_build_spaces() {
    let table = seats(4).figure(0, "follower", "build").figure(1, "follower", "build").table();
    table.no(2, "place follower build", "AR-26");
}

/// AR-08: the Source has room for any number.
#[test]
fn the_source_has_room_for_all() {
    let mut setup = seats(4);
    for seat in 0..4 {
        setup = setup.figure(seat, "leader", "source").figure(seat, "follower", "source");
        setup = setup.figure(seat, "volunteer", "source");
    }
    let mut table = setup.table();
    table.play(0, "place follower source");
    assert_eq!(table.figures(0, "source"), (4, 0));
}

/// AR-25: a flooded tile cannot be used. AR-07: the unflooded tiles are the inner ones.
#[test]
fn flooded_tiles_are_closed() {
    let mut table = seats(4).island([5, 6, 6, 6, 6, 6]).table();
    table.no(0, "place follower forests-6", "AR-25");
    table.play(0, "place follower forests-5");
}

/// AR-24, AR-R81: figures can be taken back eight times a round.
#[test]
fn figures_can_be_taken_back() {
    let mut table = seats(4).table();
    for _ in 0..8 {
        table.play(0, "place follower hills-1").play(0, "recall follower hills-1");
    }
    table.play(0, "place follower hills-1");
    table.no(0, "recall follower hills-1", "AR-R81");
    table.play(1, "place follower hills-1");
    table.no(2, "recall follower hills-1", "AR-24");
}

/// AR-27, AR-R03: action components have two spaces and one for five or more players, double components a pair spot.
#[test]
fn components_have_spaces() {
    let built = |count: usize| {
        let setup = seats(count).round(2).built(&[("mystic-siphon", 1)]);
        setup.figure(0, "follower", "mystic-siphon").figure(1, "follower", "mystic-siphon")
    };
    built(4).table().no(2, "place follower mystic-siphon", "AR-R03");
    let mut five = built(5).table();
    five.play(2, "place follower mystic-siphon");
    five.no(3, "place follower mystic-siphon", "AR-08");
    let table = seats(4).round(2).built(&[("mystic-siphon", 2)]).table();
    table.no(0, "place follower mystic-siphon", "AR-27");
    table.no(0, "place follower tidal-anchor", "AR-27");
    table.no(0, "place follower matter-converter", "AR-27");
}

/// AR-28: the Core is open to Leaders when all nine were built before this round.
#[test]
fn the_core_opens_after_nine_components() {
    let mut table = seats(4).round(9).all_built(8).table();
    table.no(0, "place follower core", "AR-28");
    table.play(0, "place leader core").play(1, "place leader core");
    seats(4).round(8).all_built(8).table().no(0, "place leader core", "AR-28");
}

/// AR-20, AR-29: when everybody is ready the misfortunes begin.
#[test]
fn the_phase_ends_when_all_are_ready() {
    let mut table = seats(4).nobody().top(&["calm-seas"; 4]).table();
    table.all("ready");
    assert_eq!(table.phase(), "act");
    assert_eq!(table.at("/ready"), json!([]));
}

/// AR-23: with three or more kinds of figures the kind is chosen first, so that lists stay short.
#[test]
fn many_kinds_are_chosen_first() {
    let mut table = with(&["explorer", "scholar"]).table();
    assert!(table.legal(0).iter().any(|it| it == "place hologram"));
    table.no(0, "place hologram source", "AR-23");
    table.play(0, "place hologram");
    table.no(0, "place leader", "AR-23");
    table.no(0, "place leader source", "AR-23");
    table.play(0, "place hologram source").play(0, "place leader forests-4");
    assert_eq!(table.figures(0, "forests-4"), (1, 0));
}

/// AR-23: lists stay short in every phase.
#[test]
fn lists_are_short() {
    for count in 1..=7 {
        let table = seats(count).energy(0, 2).table();
        assert!(table.legal(0).len() <= 95, "{count} seats: {}", table.legal(0).len());
    }
}
