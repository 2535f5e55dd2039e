//! Energy, barriers and raised tiles.

use serde_json::json;

use crate::table::seats;

/// AR-61: seats pledge for a barrier together; with four players it costs 4.
#[test]
fn seats_pledge_a_barrier_together() {
    let mut table = seats(4).energy(0, 2).energy(1, 2).table();
    table.play(0, "pledge barrier hills").play(0, "pledge barrier hills").play(1, "pledge barrier hills");
    assert_eq!(table.at("/barriers"), json!([]));
    assert_eq!(table.at("/pledges/0"), json!({ "for": "barrier hills", "seat": 0, "n": 2 }));
    table.no(0, "pledge barrier hills", "AR-61");
    table.play(1, "pledge barrier hills");
    assert_eq!((table.at("/barriers"), table.energy(0), table.energy(1)), (json!(["hills"]), 0, 0));
    assert_eq!(table.at("/pledges"), json!([]));
}

/// AR-61: with five players a barrier costs 5.
#[test]
fn five_players_pay_more_for_a_barrier() {
    let mut table = seats(5).energy(0, 5).table();
    table.times(4, 0, "pledge barrier hills");
    assert_eq!(table.at("/barriers"), json!([]));
    table.play(0, "pledge barrier hills");
    assert_eq!(table.at("/barriers"), json!(["hills"]));
}

/// AR-61: one barrier for each peninsula, and only with an unflooded tile.
#[test]
fn a_peninsula_has_one_barrier() {
    let table = seats(4).energy(0, 4).barriers(&["hills"]).island([0, 6, 6, 6, 6, 6]).table();
    table.no(0, "pledge barrier hills", "AR-61");
    table.no(0, "pledge barrier forests", "AR-61");
}

/// AR-63, AR-29: 5 energy raise the innermost flooded tile, which can be used at once; more energy raises the next.
#[test]
fn energy_raises_tiles() {
    let mut table = seats(4).energy(0, 5).energy(1, 5).island([4, 6, 6, 6, 6, 6]).table();
    table.no(0, "pledge raise hills", "AR-63");
    table.times(5, 0, "pledge raise forests");
    assert_eq!(table.island()[0], 5);
    table.play(0, "place follower forests-5");
    table.no(0, "place follower forests-6", "AR-25");
    table.times(5, 1, "pledge raise forests");
    assert_eq!(table.island()[0], 6);
}

/// AR-64: barriers and raising only in phases 1 and 3, there between actions.
#[test]
fn energy_is_used_in_phases_1_and_3() {
    let mut table = seats(4).nobody().energy(0, 4).figure(0, "follower", "source").act().table();
    table.play(0, "pledge barrier hills").play(0, "act follower source");
    table.times(3, 0, "pledge barrier hills");
    assert_eq!((table.at("/barriers"), table.energy(0)), (json!(["hills"]), 1));
    let mut table = seats(4).nobody().energy(0, 4).top(&["controlled-flood"]).table();
    table.all("ready");
    table.no(0, "pledge barrier hills", "AR-34");
}

/// AR-61: pledges can be withdrawn once in a phase, and end with it.
#[test]
fn pledges_can_be_withdrawn() {
    let mut table = seats(4).nobody().energy(0, 3).top(&["calm-seas"; 4]).table();
    table.no(0, "withdraw", "AR-61");
    table.play(0, "pledge barrier hills").play(0, "pledge barrier forests").play(0, "withdraw");
    assert_eq!(table.energy(0), 3);
    table.play(0, "pledge barrier hills");
    table.no(0, "withdraw", "AR-61");
    assert_eq!(table.energy(0), 2);
    table.all("ready");
    assert_eq!((table.energy(0), table.at("/pledges")), (3, json!([])));
}

/// AR-R18, AR-63: with the Laic Receiver a raise costs 3, and each raise is its own use.
#[test]
fn the_laic_receiver_halves_fixed_costs() {
    let setup = |energy| {
        let setup =
            seats(4).round(3).blueprint("numinous-beacon", "laic-receiver").built(&[("laic-receiver", 2)]);
        setup.island([4, 6, 6, 6, 6, 6]).energy(0, energy)
    };
    let mut table = setup(2).table();
    table.play(0, "pledge barrier hills").play(0, "pledge barrier hills");
    assert_eq!(table.at("/barriers"), json!(["hills"]));
    let mut table = setup(5).table();
    table.times(5, 0, "pledge raise forests");
    assert_eq!((table.island()[0], table.energy(0)), (5, 0));
    assert_eq!(table.at("/pledges/0/n"), 2);
}

/// AR-R18, AR-60: with the Laic Receiver each energy adds 2 to a roll, and 4 with the Numinous Amplifier.
#[test]
fn the_laic_receiver_doubles_energy_on_rolls() {
    let setup =
        seats(4).round(3).blueprint("numinous-beacon", "laic-receiver").built(&[("laic-receiver", 2)]);
    let setup = setup.figure(1, "follower", "mountains-1").energy(1, 1).act();
    let mut table = setup.clone().table();
    table.roll(1, "act follower mountains-1", &[3]);
    table.play(1, "add");
    assert_eq!((table.goods(1), table.energy(1)), ([0, 0, 1, 0], 0));
    let mut table = setup.cards(1, &["numinous-amplifier"]).table();
    table.roll(1, "act follower mountains-1", &[1]);
    table.play(1, "add");
    assert_eq!(table.goods(1), [0, 0, 1, 0]);
}
