//! AR-36: the special misfortunes.

use serde_json::json;

use crate::table::{Setup, Table, seats, with};

fn after(setup: Setup, card: &str) -> Table {
    let mut table = setup.top(&[card, "calm-seas", "calm-seas", "calm-seas"]).table();
    table.all("ready");
    table
}

/// AR-36: Spur the Cycle shuffles the discard pile and itself into the deck, and another card is drawn.
#[test]
fn spur_the_cycle() {
    let mut table = seats(4).nobody().top(&["spur-the-cycle"]).table();
    table.play(0, "ready").play(1, "ready").play(2, "ready");
    table.play_any(3, "ready");
    let position = table.state.position();
    let cards = position.misfortunes;
    assert_eq!(cards.deck.len() + cards.discard.len() + cards.open.len(), 61);
    // The card that was drawn instead counts as the only one of its seat: at most four are used up.
    assert!(cards.deck.len() >= 57 || cards.discard.len() <= 4, "{cards:?}");
}

/// AR-36: Earthquake raises all targets by 1, and the Explorer lowers them again.
#[test]
fn earthquake() {
    let setup = with(&["explorer", "scholar", "mystic", "warden"])
        .nobody()
        .figure(0, "leader", "forests-6")
        .figure(1, "follower", "hills-6");
    let mut table = after(setup, "earthquake");
    assert_eq!(table.at("/effects"), json!(["earthquake"]));
    // Forests 6: 3 + 1 - 1. Hills 6: 3 + 1.
    table.roll(0, "act leader forests-6", &[2]);
    assert_eq!(table.goods(0), [0, 1, 0, 0]);
    table.roll(1, "act follower hills-6", &[2]);
    assert_eq!(table.goods(1), [0, 0, 0, 0]);
}

/// AR-36: Malfunction makes every project cost one resource more, of a kind in its cost.
#[test]
fn malfunction() {
    let setup = |goods| {
        let setup = seats(4).nobody().figure(0, "follower", "build").goods(0, goods);
        after(setup, "malfunction")
    };
    setup([2, 1, 0, 1]).no(0, "build tidal-anchor", "AR-51");
    setup([2, 1, 1, 1]).no(0, "build tidal-anchor", "AR-51");
    let mut table = setup([3, 1, 0, 1]);
    table.play(0, "build tidal-anchor");
    for resource in ["gold", "gold", "gold", "crystal", "atlantium"] {
        table.play(0, &format!("give {resource}"));
    }
    assert_eq!((table.goods(0), table.at("/gate/0/built")), ([0; 4], json!(1)));
}

/// AR-36: Lost Schema allows one project in the round.
#[test]
fn lost_schema() {
    let setup =
        seats(4).nobody().figure(0, "follower", "build").figure(0, "leader", "build").goods(0, [4, 3, 1, 2]);
    let mut table = after(setup, "lost-schema");
    table.play(0, "build tidal-anchor");
    table.no(0, "build aether-well", "AR-36");
}

/// AR-36, AR-R87: The Hundred Hands floods one tip for every ten Atlanteans in play, at least one.
#[test]
fn the_hundred_hands() {
    let mut setup = seats(4).nobody();
    for seat in 0..4 {
        for spot in ["source", "source", "source", "source"] {
            setup = setup.figure(seat, "follower", spot);
        }
        setup = setup.figure(seat, "leader", "source");
    }
    setup = setup.figure(0, "volunteer", "source").figure(1, "volunteer", "source").figure(
        2,
        "volunteer",
        "source",
    );
    let mut table = after(setup, "the-hundred-hands");
    // 23 figures: two floods.
    table.play(0, "flood hills").play(0, "flood hills");
    assert_eq!((table.island()[2], table.phase()), (4, "act".to_owned()));
    let mut table = after(seats(4).nobody(), "the-hundred-hands");
    table.play(0, "flood hills");
    assert_eq!(table.phase(), "act");
}

/// AR-36: Landslide, Wildfire, Claim Dispute, Cold Furnaces, Sealed Archives and Curfew close a peninsula.
#[test]
fn closed_peninsulas() {
    let cards = [
        ("landslide", "mountains"),
        ("wildfire", "forests"),
        ("claim-dispute", "hills"),
        ("cold-furnaces", "forges"),
        ("sealed-archives", "libraries"),
        ("curfew", "cities"),
    ];
    for (card, land) in cards {
        let tile = format!("{land}-4");
        let setup = seats(4)
            .nobody()
            .goods(0, [0, 0, 5, 0])
            .figure(0, "follower", &tile)
            .figure(0, "follower", &tile);
        let mut table = after(setup, card);
        assert_eq!(table.at("/effects"), json!([format!("closed {land}")]));
        table.no(0, &format!("act follower {tile}"), "AR-36");
        table.all("done");
        assert_eq!(table.at("/effects"), json!([]), "it ends with the round");
    }
}

/// AR-36, AR-42: beside the Mystic an action on a closed tile gives energy.
#[test]
fn the_mystic_helps_on_a_closed_tile() {
    let setup = with(&["mystic", "scholar", "explorer", "warden"])
        .nobody()
        .figure(0, "leader", "hills-4")
        .figure(1, "follower", "hills-4");
    let mut table = after(setup, "claim-dispute");
    table.play(0, "act leader hills-4").play(1, "act follower hills-4");
    assert_eq!((table.energy(0), table.energy(1)), (1, 1));
    assert_eq!((table.goods(0), table.goods(1)), ([0; 4], [0; 4]));
}

/// AR-36: Drain takes one energy from every team that has some.
#[test]
fn drain() {
    let table = after(seats(4).nobody().energy(0, 3).energy(1, 1), "drain");
    assert_eq!([0, 1, 2, 3].map(|seat| table.energy(seat)), [2, 0, 0, 0]);
}

/// AR-36: Rogue Wave floods the peninsula with most figures; the drawer decides ties.
#[test]
fn rogue_wave() {
    let setup = seats(4).nobody().figure(1, "follower", "hills-2").figure(2, "follower", "hills-1");
    let setup = setup.figure(3, "follower", "forests-1");
    assert_eq!(after(setup.clone(), "rogue-wave").island(), [6, 6, 5, 6, 6, 6]);
    let mut table = after(setup.figure(3, "leader", "forests-2"), "rogue-wave");
    table.no(0, "flood cities", "AR-34");
    table.play(0, "flood forests");
    assert_eq!(table.island(), [5, 6, 6, 6, 6, 6]);
    assert_eq!(after(seats(4).nobody().island([0; 6]), "rogue-wave").at("/over"), "sunk");
}
