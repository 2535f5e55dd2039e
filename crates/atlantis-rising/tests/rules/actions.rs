//! Phase 3: what figures do on the island.

use serde_json::json;

use crate::table::{seats, with};

/// AR-41: each standing figure has one action, in any order across seats; acting is optional.
#[test]
fn each_figure_acts_once() {
    let mut table = seats(4).figure(0, "follower", "source").figure(1, "leader", "source").act().table();
    table.play(1, "act leader source").play(0, "act follower source");
    table.no(0, "act follower source", "AR-41");
    table.no(0, "act leader source", "AR-41");
    assert_eq!(table.figures(0, "source"), (0, 1));
    let mut table = seats(4).figure(0, "follower", "source").act().table();
    table.play(0, "done");
    assert_eq!(table.energy(0), 0);
}

/// AR-43, AR-60: after a failed roll energy adds 1 each.
#[test]
fn energy_saves_a_roll() {
    let setup = seats(4).figure(1, "follower", "forests-4").act();
    let mut table = setup.clone().energy(1, 1).table();
    table.roll(1, "act follower forests-4", &[2]);
    assert_eq!((table.acting(), table.asked(1)), (vec![1], "add"));
    table.play(1, "add");
    assert_eq!((table.goods(1), table.energy(1)), ([0, 1, 0, 0], 0));
    // A roll that cannot be saved is not asked about.
    let mut table = setup.clone().energy(1, 1).table();
    table.roll(1, "act follower forests-4", &[1]);
    assert_eq!((table.goods(1), table.energy(1), table.acting().len()), ([0; 4], 1, 4));
    // A roll that succeeds neither.
    let mut table = setup.clone().energy(1, 5).table();
    table.roll(1, "act follower forests-4", &[3]);
    assert_eq!((table.goods(1), table.energy(1)), ([0, 1, 0, 0], 5));
    let mut table = setup.energy(1, 5).table();
    table.roll(1, "act follower forests-4", &[0]);
    table.play(1, "add").play(1, "stand");
    assert_eq!((table.goods(1), table.energy(1)), ([0; 4], 4));
}

/// AR-43, AR-44, AR-03: the targets of the wild tiles and what they give.
#[test]
fn wild_tiles_have_targets() {
    for (land, goods) in [("forests", [0, 1, 0, 0]), ("hills", [1, 0, 0, 0]), ("mountains", [0, 0, 1, 0])] {
        for (ring, target) in [(6, 3), (5, 4), (4, 4), (3, 5), (2, 5), (1, 6)] {
            let tile = format!("{land}-{ring}");
            for die in 1..=6 {
                let mut table = seats(4).figure(1, "follower", &tile).act().table();
                table.roll(1, &format!("act follower {tile}"), &[die - 1]);
                assert_eq!(table.goods(1), if die >= target { goods } else { [0; 4] }, "{tile} {die}");
            }
        }
    }
}

/// AR-44: a target that cannot be missed needs no roll.
#[test]
fn an_easy_target_needs_no_roll() {
    let setup = with(&["explorer"]).figure(0, "leader", "forests-6").figure(0, "automaton", "forests-6");
    // Forests 6: 3, less 1 for the Explorer, and 2 more for the Automaton.
    let mut table = setup.act().table();
    table.play(0, "act leader forests-6");
    assert_eq!(table.goods(0), [0, 1, 0, 0]);
}

/// AR-45: the Forges exchange ore for Atlantium.
#[test]
fn the_forges_exchange_ore() {
    for (ring, ore, made) in [(6, 1, 2), (5, 2, 3), (3, 1, 1), (2, 2, 1), (1, 2, 1)] {
        let tile = format!("forges-{ring}");
        let mut table = seats(4).goods(0, [0, 0, ore, 0]).figure(0, "follower", &tile).act().table();
        table.play(0, &format!("act follower {tile}"));
        assert_eq!(table.goods(0), [0, 0, 0, made], "{tile}");
        let poor = seats(4).goods(0, [0, 0, ore - 1, 0]).figure(0, "follower", &tile).act().table();
        poor.no(0, &format!("act follower {tile}"), "AR-45");
    }
    let mut table = seats(4).goods(0, [0, 0, 3, 0]).figure(0, "follower", "forges-4").act().table();
    table.play(0, "act follower forges-4");
    table.no(0, "forge 3", "AR-45");
    table.play(0, "forge 2");
    assert_eq!(table.goods(0), [0, 0, 1, 2]);
    let mut table = seats(4).goods(0, [0, 0, 1, 0]).figure(0, "follower", "forges-4").act().table();
    table.play(0, "act follower forges-4");
    assert_eq!(table.goods(0), [0, 0, 0, 1]);
}

/// AR-46, AR-70: library cards are looked at and kept; what is not kept is discarded, and so is what is too much.
#[test]
fn the_libraries_give_cards() {
    let setup = seats(4)
        .cards(0, &["foresight", "foresight"])
        .library_top(&["turned-tide", "second-wind", "shared-stores"])
        .figure(0, "follower", "libraries-6")
        .act();
    let mut table = setup.table();
    table.play(0, "act follower libraries-6");
    table.no(0, "keep foresight", "AR-46");
    table.no(1, "done", "AR-22");
    table.play(0, "keep turned-tide").play(0, "keep second-wind");
    assert_eq!((table.hand(0).len(), table.asked(0)), (4, "discard"));
    table.play(0, "discard foresight");
    assert_eq!(table.hand(0), ["foresight", "turned-tide", "second-wind"]);
    assert_eq!(table.at("/library/discard"), json!(["foresight", "shared-stores"]));
}

/// AR-46: the cards of each Libraries tile, and the price of the innermost.
#[test]
fn the_libraries_tiles() {
    let top = ["turned-tide", "second-wind", "shared-stores", "foresight"];
    for (ring, look, keep) in [(6, 3, 2), (5, 4, 1), (4, 3, 1), (3, 2, 1), (2, 1, 1), (1, 1, 1)] {
        let tile = format!("libraries-{ring}");
        let setup = seats(4).energy(0, 1).library_top(&top).figure(0, "follower", &tile).act();
        let mut table = setup.table();
        table.play(0, &format!("act follower {tile}"));
        for card in &top[..keep] {
            if table.acting() == [0] {
                table.play(0, &format!("keep {card}"));
            }
        }
        assert_eq!(table.hand(0).len(), keep, "{tile}");
        assert_eq!(table.at("/library/deck").as_array().unwrap().len(), 27 - look, "{tile}");
        assert_eq!(table.energy(0), u64::from(ring != 1), "{tile}");
    }
    let table = seats(4).figure(0, "follower", "libraries-1").act().table();
    table.no(0, "act follower libraries-1", "AR-46");
}

/// AR-46, AR-R12: in the middle of a draw the discard pile is shuffled; without any card nothing is drawn.
#[test]
fn an_empty_library() {
    let setup = |deck: usize, discard: usize| {
        seats(4).figure(0, "follower", "libraries-4").act().edit(|it| {
            let mut cards = it["library"]["deck"].as_array().unwrap().clone();
            let order = crate::table::card_order();
            cards.sort_by_key(|card| order.iter().position(|id| card == id));
            it["library"]["deck"] = json!(cards[..deck]);
            it["library"]["discard"] = json!(cards[deck..deck + discard]);
            let mut rest = cards[deck + discard..].to_vec();
            // The other cards are in the hands.
            for seat in 0..4 {
                let hand: Vec<_> = rest.drain(..rest.len().min(3)).collect();
                it["teams"][seat]["cards"] = json!(hand);
            }
            assert!(rest.is_empty());
        })
    };
    let mut table = setup(1, 14).table();
    table.play_any(0, "act follower libraries-4");
    assert_eq!(table.at("/pending/0/cards").as_array().unwrap().len(), 3);
}

/// AR-47, AR-09: two figures act together; one alone has no action.
#[test]
fn a_pair_acts_in_the_cities() {
    let table = seats(4).figure(0, "follower", "cities-4").act().table();
    table.no(0, "act follower cities-4", "AR-09");
    for (ring, followers, energy, cost) in
        [(6, 2, 0, 0), (5, 1, 2, 0), (4, 1, 1, 0), (3, 1, 0, 0), (2, 1, 0, 1), (1, 1, 0, 2)]
    {
        let tile = format!("cities-{ring}");
        let setup = seats(4).energy(0, cost).figure(0, "follower", &tile).figure(0, "follower", &tile);
        let mut table = setup.act().table();
        table.play(0, &format!("act follower {tile}"));
        assert_eq!((table.pool(0, "follower"), table.energy(0)), (followers, energy), "{tile}");
        assert_eq!(table.figures(0, &tile), (0, 2));
    }
    let setup = seats(4).energy(0, 1).figure(0, "follower", "cities-1").figure(0, "follower", "cities-1");
    setup.act().table().no(0, "act follower cities-1", "AR-47");
}

/// AR-47, AR-R02, AR-R06: two seats share a pair: who pays, and who gains.
#[test]
fn two_seats_share_a_pair() {
    let setup =
        seats(4).energy(0, 2).energy(1, 2).figure(0, "follower", "cities-1").figure(1, "leader", "cities-1");
    let mut table = setup.act().table();
    table.play(1, "act leader cities-1").play(1, "payer 0").play(1, "to 1");
    assert_eq!((table.energy(0), table.energy(1), table.pool(1, "follower")), (0, 2, 3));
    assert_eq!((table.figures(0, "cities-1"), table.figures(1, "cities-1")), ((0, 1), (0, 1)));
    let setup = seats(4).figure(0, "follower", "cities-5").figure(1, "follower", "cities-5").act();
    let mut table = setup.table();
    table.play(0, "act follower cities-5").play(0, "to 1").play(0, "to 0").play(0, "to 1");
    assert_eq!((table.energy(0), table.energy(1), table.pool(1, "follower")), (1, 1, 2));
}

/// AR-R06, AR-17: a follower goes only to an owner with one in the supply; otherwise it is lost.
#[test]
fn followers_come_from_the_supply() {
    let setup = seats(4)
        .figure(0, "leader", "cities-6")
        .figure(1, "leader", "cities-6")
        .figure(0, "follower", "source")
        .figure(0, "follower", "source")
        .figure(0, "follower", "source")
        .figure(0, "follower", "source")
        .figure(1, "follower", "source")
        .figure(1, "follower", "source")
        .figure(1, "follower", "source");
    let mut table = setup.act().table();
    table.play(0, "act leader cities-6");
    assert_eq!(
        (table.supply(1, "follower"), table.pool(1, "follower"), table.pool(0, "follower")),
        (0, 1, 0)
    );
}

/// AR-48: the Source gives 1 energy.
#[test]
fn the_source_gives_energy() {
    let mut table = seats(4).figure(2, "follower", "source").act().table();
    table.play(2, "act follower source");
    assert_eq!(table.energy(2), 1);
}

/// AR-49, AR-R25, AR-R90: the Leader may be gained instead of a follower, and waits in the pool for the next round.
#[test]
fn a_leader_can_be_gained_back() {
    let setup = seats(4).nobody().figure(1, "follower", "cities-3").figure(1, "follower", "cities-3").act();
    let mut table = setup.table();
    table.play(1, "act follower cities-3");
    assert_eq!(table.asked(1), "gain");
    table.play(1, "gain leader");
    assert_eq!((table.pool(1, "leader"), table.pool(1, "follower"), table.supply(1, "leader")), (1, 0, 0));
    table.no(1, "place leader source", "AR-20");
}

/// AR-54: at the end of the phase all figures return to their pools.
#[test]
fn figures_return_to_their_pools() {
    let mut table = seats(4)
        .figure(0, "follower", "source")
        .figure(1, "volunteer", "source")
        .figure_as(2, "leader", "hills-3", "down")
        .act()
        .table();
    table.all("done");
    assert_eq!((table.phase(), table.at("/figures")), ("place".to_owned(), json!([])));
    assert_eq!((table.pool(0, "follower"), table.pool(1, "volunteer"), table.pool(2, "leader")), (2, 0, 1));
    assert_eq!((table.at("/round"), table.at("/start"), table.at("/wrath")), (json!(2), json!(1), json!(2)));
}

/// AR-20, AR-21: the four phases follow each other, and the starting player changes.
#[test]
fn the_phases_of_a_round() {
    let mut table = seats(4).nobody().top(&["calm-seas"; 8]).table();
    assert_eq!(table.phase(), "place");
    table.all("ready");
    assert_eq!(table.phase(), "act");
    table.no(0, "ready", "AR-20");
    table.all("done");
    assert_eq!((table.phase(), table.at("/start")), ("place".to_owned(), json!(1)));
    table.all("ready").all("done");
    assert_eq!((table.phase(), table.acting()), ("wrath".to_owned(), vec![1]));
    table.play(1, "flood forests");
    assert_eq!((table.phase(), table.at("/round")), ("place".to_owned(), json!(3)));
}
