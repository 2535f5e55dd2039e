//! Projects.

use serde_json::json;

use crate::table::{seats, with};

/// AR-51, AR-52, AR-53: two seats pay together, each from its own goods; both figures are used.
#[test]
fn two_seats_pay_together() {
    let setup = seats(4)
        .island([5, 5, 6, 6, 6, 6])
        .goods(0, [2, 1, 0, 0])
        .goods(1, [0, 0, 0, 1])
        .figure(0, "follower", "build")
        .act();
    setup.clone().table().no(0, "build tidal-anchor", "AR-51");
    let mut table = setup.figure(1, "follower", "build").table();
    table.play(0, "build tidal-anchor");
    assert_eq!(table.acting(), [0, 1]);
    table.no(0, "give atlantium", "AR-51");
    table.no(2, "done", "AR-22");
    table.play(0, "give gold").play(1, "give atlantium").play(0, "give gold").play(0, "give crystal");
    // AR-52: the seat that opened the project raises a tile.
    assert_eq!((table.acting(), table.asked(0)), (vec![0], "raise"));
    table.play(0, "raise libraries");
    assert_eq!((table.island()[1], table.at("/gate/0/built")), (6, json!(1)));
    assert_eq!((table.figures(0, "build"), table.figures(1, "build")), ((0, 1), (0, 1)));
    table.no(1, "build aether-well", "AR-51");
    table.no(0, "build tidal-anchor", "AR-51");
}

/// AR-51: a seat that gives nothing takes no part, and can still build something else.
#[test]
fn only_those_who_give_take_part() {
    let setup = seats(4)
        .goods(0, [2, 1, 0, 1])
        .goods(1, [1, 2, 0, 1])
        .figure(0, "follower", "build")
        .figure(1, "follower", "build")
        .act();
    let mut table = setup.table();
    table.play(0, "build tidal-anchor");
    for resource in ["gold", "gold", "crystal", "atlantium"] {
        table.play(0, &format!("give {resource}"));
    }
    assert_eq!((table.figures(0, "build"), table.figures(1, "build")), ((0, 1), (1, 0)));
    table.play(1, "build aether-well");
    assert_eq!((table.at("/gate/1/built"), table.goods(1)), (json!(1), [0; 4]));
}

/// AR-51, AR-22: a seat that is asked to pay can drop the project. Everybody takes their goods back, and the opener may
/// not open it again this round.
#[test]
fn a_project_can_be_dropped() {
    let setup = seats(4)
        .goods(0, [2, 1, 0, 0])
        .goods(1, [0, 0, 0, 1])
        .figure(0, "follower", "build")
        .figure(1, "follower", "build")
        .act();
    let mut table = setup.table();
    table.play(0, "build tidal-anchor").play(0, "give gold").play(1, "drop");
    assert_eq!((table.goods(0), table.goods(1)), ([2, 1, 0, 0], [0, 0, 0, 1]));
    table.no(0, "build tidal-anchor", "AR-51");
    table.play(1, "build tidal-anchor");
}

/// AR-42, AR-R37: the Artificer's Leader saves one resource.
#[test]
fn the_artificer_saves_a_resource() {
    let setup = with(&["artificer", "scholar", "mystic", "warden"])
        .goods(0, [2, 1, 0, 0])
        .figure(0, "leader", "build")
        .act();
    let mut table = setup.table();
    table.play(0, "build tidal-anchor").play(0, "less atlantium");
    table.no(0, "less gold", "AR-R37");
    table.play(0, "give gold").play(0, "give gold").play(0, "give crystal");
    assert_eq!(table.at("/gate/0/built"), 1);
    // A follower of the Artificer saves nothing.
    let setup = with(&["artificer", "scholar", "mystic", "warden"]).goods(0, [2, 1, 0, 0]);
    setup.figure(0, "follower", "build").act().table().no(0, "build tidal-anchor", "AR-51");
}

/// AR-R37: discounts add up, also those of a seat that only joins, and a component costs at least one resource.
#[test]
fn discounts_add_up() {
    let setup = with(&["scholar", "artificer", "mystic", "warden"])
        .goods(0, [1, 1, 0, 0])
        .cards(1, &["mystic-adze"])
        .figure(0, "follower", "build")
        .figure(1, "leader", "build")
        .act();
    let mut table = setup.table();
    table.play(0, "build tidal-anchor").play(1, "less atlantium").play(1, "less gold");
    table.no(1, "less gold", "AR-22");
    table.play(0, "give gold").play(0, "give crystal");
    assert_eq!((table.at("/gate/0/built"), table.goods(0)), (json!(1), [0; 4]));
    assert_eq!(table.figures(1, "build"), (0, 1));
}

/// AR-27, AR-51: a component that was built has its spaces in the next round only.
#[test]
fn spaces_open_in_the_next_round() {
    let setup =
        seats(4).goods(0, [0, 2, 0, 2]).figure(0, "follower", "build").figure(1, "follower", "source").act();
    let mut table = setup.round(3).table();
    table.play(0, "build mystic-siphon");
    table.no(1, "act follower mystic-siphon", "AR-41");
    table.all("done").play(0, "flood forests");
    table.play(0, "place follower mystic-siphon");
    assert_eq!(table.at("/round"), 4);
}

/// AR-51: a figure on a build space has no other action.
#[test]
fn builders_only_build() {
    let table = seats(4).figure(0, "follower", "build").act().table();
    table.no(0, "act follower build", "AR-51");
    table.no(0, "build codex-engine", "AR-14");
}
