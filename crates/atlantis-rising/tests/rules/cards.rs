//! AR-70 to AR-72: the library cards and artifacts.

use serde_json::json;

use crate::table::{seats, with};

/// AR-71, AR-72: Foresight shows the top four misfortunes to all and puts them back in any order.
#[test]
fn foresight() {
    let top = ["hills", "forests", "calm-seas", "drain"];
    let mut table = seats(4).cards(0, &["foresight"]).top(&top).table();
    table.play(0, "play foresight");
    assert_eq!(table.acting(), [0]);
    table.no(0, "next cities", "AR-72");
    table.play(0, "next calm-seas").play(0, "next drain").play(0, "next hills");
    let deck = table.at("/misfortunes/deck");
    assert_eq!(deck.as_array().unwrap()[..4], ["calm-seas", "drain", "hills", "forests"].map(|it| json!(it)));
    assert_eq!(table.at("/misfortunes/seen"), 4);
    assert_eq!(table.at("/library/discard"), json!(["foresight"]));
    table.no(0, "play foresight", "AR-71");
}

/// AR-71, AR-R18: Mystic Conversion turns one or two energy into as many resources, twice as many with the Receiver.
#[test]
fn mystic_conversion() {
    let setup = seats(4).cards(0, &["mystic-conversion"]).energy(0, 2).act();
    let mut table = setup.clone().table();
    table.play(0, "play mystic-conversion 2").play(0, "gain atlantium").play(0, "gain gold");
    assert_eq!((table.goods(0), table.energy(0)), ([1, 0, 0, 1], 0));
    let receiver =
        setup.round(3).blueprint("numinous-beacon", "laic-receiver").built(&[("laic-receiver", 2)]);
    let mut table = receiver.clone().table();
    table.play(0, "play mystic-conversion 1").play(0, "gain atlantium").play(0, "gain atlantium");
    assert_eq!((table.goods(0), table.energy(0)), ([0, 0, 0, 2], 1));
    let mut table = receiver.table();
    table.play(0, "play mystic-conversion 2");
    table.times(4, 0, "gain ore");
    assert_eq!(table.goods(0), [0, 0, 4, 0]);
    let table = seats(4).cards(0, &["mystic-conversion"]).energy(0, 1).act().table();
    table.no(0, "play mystic-conversion 2", "AR-71");
    let table = seats(4).cards(0, &["mystic-conversion"]).energy(0, 1).table();
    table.no(0, "play mystic-conversion 1", "AR-71");
}

/// AR-71: the Libram of Unity lets a full tile take any number of figures this round.
#[test]
fn libram_of_unity() {
    let mut table = seats(4).cards(0, &["libram-of-unity"]).figure(1, "follower", "forests-6").table();
    table.no(0, "place follower forests-6", "AR-08");
    table.no(0, "play libram-of-unity hills-6", "AR-71");
    table.play(0, "play libram-of-unity forests-6");
    table.play(0, "place follower forests-6").play(2, "place follower forests-6");
    assert_eq!(table.at("/effects"), json!(["unity forests-6"]));
}

/// AR-71: Veins of Plenty makes a failed roll succeed.
#[test]
fn veins_of_plenty() {
    let mut table = seats(4).cards(1, &["veins-of-plenty"]).figure(1, "follower", "hills-1").act().table();
    table.no(1, "play veins-of-plenty", "AR-20");
    table.roll(1, "act follower hills-1", &[0]);
    assert_eq!(table.legal(1), ["play veins-of-plenty", "stand"]);
    table.play(1, "play veins-of-plenty");
    assert_eq!((table.goods(1), table.hand(1).len()), ([1, 0, 0, 0], 0));
}

/// AR-71, AR-73: Call of the Citadel brings a volunteer now.
#[test]
fn call_of_the_citadel() {
    let mut table = seats(4).cards(0, &["call-of-the-citadel"]).table();
    table.play(0, "play call-of-the-citadel");
    assert_eq!(table.pool(0, "volunteer"), 1);
}

/// AR-71: the Sealed Floodgate places a barrier in phases 1 and 3.
#[test]
fn sealed_floodgate() {
    for setup in [seats(4), seats(4).act()] {
        let mut table = setup.cards(0, &["sealed-floodgate"]).barriers(&["hills"]).table();
        table.no(0, "play sealed-floodgate hills", "AR-71");
        table.play(0, "play sealed-floodgate forges");
        assert_eq!(table.at("/barriers"), json!(["hills", "forges"]));
    }
}

/// AR-71: Turned Tide is played only when a tile is about to flood.
#[test]
fn turned_tide_waits_for_a_flood() {
    seats(4).cards(0, &["turned-tide"]).table().no(0, "play turned-tide", "AR-71");
}

/// AR-71: Second Wind lets a figure that lies down act again.
#[test]
fn second_wind() {
    let mut table = seats(4).cards(0, &["second-wind"]).figure(0, "follower", "source").act().table();
    table.no(0, "play second-wind follower source", "AR-71");
    table
        .play(0, "act follower source")
        .play(0, "play second-wind follower source")
        .play(0, "act follower source");
    assert_eq!(table.energy(0), 2);
}

/// AR-71, AR-53: Shared Stores moves up to three resources, and the giver chooses them.
#[test]
fn shared_stores() {
    let mut table = seats(4).cards(0, &["shared-stores"]).goods(1, [2, 1, 1, 0]).act().table();
    table.no(0, "play shared-stores 2 0", "AR-71");
    table.play(0, "play shared-stores 1 3");
    assert_eq!(table.acting(), [1]);
    table.no(1, "give atlantium", "AR-53");
    table.play(1, "give gold").play(1, "give ore").play(1, "stop");
    assert_eq!((table.goods(1), table.goods(3)), ([1, 1, 0, 0], [1, 0, 1, 0]));
}

/// AR-71: Smelter's Notes turn up to three ore into as much Atlantium.
#[test]
fn smelters_notes() {
    let mut table = seats(4).cards(0, &["smelters-notes"]).goods(0, [0, 0, 5, 0]).act().table();
    table.play(0, "play smelters-notes");
    table.no(0, "forge 4", "AR-50");
    table.play(0, "forge 3");
    assert_eq!(table.goods(0), [0, 0, 2, 3]);
    seats(4).cards(0, &["smelters-notes"]).act().table().no(0, "play smelters-notes", "AR-71");
}

/// AR-71: the Raised Causeway raises a tile in phases 1 and 3.
#[test]
fn raised_causeway() {
    for setup in [seats(4), seats(4).act()] {
        let mut table = setup.cards(0, &["raised-causeway"]).island([3, 6, 6, 6, 6, 6]).table();
        table.no(0, "play raised-causeway hills", "AR-71");
        table.play(0, "play raised-causeway forests");
        assert_eq!(table.island()[0], 4);
    }
}

/// AR-71, AR-42: the Cipher of Expertise gives a follower the power of its Leader for the round.
#[test]
fn cipher_of_expertise() {
    let setup =
        with(&["explorer", "scholar", "mystic", "warden"]).nobody().cards(0, &["cipher-of-expertise"]);
    let mut table = setup.figure(0, "follower", "hills-2").top(&["calm-seas"; 4]).table();
    table.play(0, "play cipher-of-expertise hills-2");
    assert_eq!(table.at("/figures/0/power"), "explorer");
    table.no(0, "recall follower hills-2", "AR-R81");
    table.all("ready");
    table.roll(0, "act follower hills-2", &[3]);
    assert_eq!(table.goods(0), [1, 0, 0, 0], "5 less 1");
}

/// AR-71: the Numinous Amplifier makes each energy on a roll count 2.
#[test]
fn numinous_amplifier() {
    let setup = seats(4).cards(1, &["numinous-amplifier"]).energy(1, 1).figure(1, "follower", "hills-1");
    let mut table = setup.act().table();
    table.roll(1, "act follower hills-1", &[3]);
    table.play(1, "add");
    assert_eq!(table.goods(1), [1, 0, 0, 0]);
}

/// AR-71, AR-R37: the Mystic Adze makes projects of its owner cheaper.
#[test]
fn mystic_adze() {
    let setup = seats(4).cards(0, &["mystic-adze"]).goods(0, [2, 1, 0, 0]).figure(0, "follower", "build");
    let mut table = setup.act().table();
    table.play(0, "build tidal-anchor").play(0, "less atlantium");
    table.play(0, "give gold").play(0, "give gold").play(0, "give crystal");
    assert_eq!(table.at("/gate/0/built"), 1);
}

/// AR-71: the Golden Scales exchange one resource for another once a round.
#[test]
fn golden_scales() {
    let mut table = seats(4).cards(0, &["golden-scales"]).goods(0, [2, 0, 0, 0]).act().table();
    table.no(0, "play golden-scales", "AR-71");
    table.play(0, "use golden-scales").play(0, "swap gold atlantium");
    assert_eq!(table.goods(0), [1, 0, 0, 1]);
    table.no(0, "use golden-scales", "AR-71");
    assert_eq!(table.hand(0), ["golden-scales"]);
}

/// AR-71: the Tide Glass shows the top misfortune once a round, in phase 1.
#[test]
fn tide_glass() {
    let mut table = seats(4).cards(0, &["tide-glass"]).top(&["drain"]).table();
    table.play(0, "use tide-glass");
    assert_eq!((table.at("/misfortunes/seen"), table.at("/effects")), (json!(1), json!(["used tide-glass"])));
    table.no(0, "use tide-glass", "AR-71");
    seats(4).cards(0, &["tide-glass"]).act().table().no(0, "use tide-glass", "AR-71");
}

/// AR-71: the Orichalcum Hammer adds 1 Atlantium to Forge actions of its owner.
#[test]
fn orichalcum_hammer() {
    let setup =
        seats(4).cards(0, &["orichalcum-hammer"]).goods(0, [0, 0, 1, 0]).figure(0, "follower", "forges-3");
    let mut table = setup.act().table();
    table.play(0, "act follower forges-3");
    assert_eq!(table.goods(0), [0, 0, 0, 2]);
}

/// AR-71: the Seer's Mask shows two cards more in library actions of its owner.
#[test]
fn seers_mask() {
    let setup = seats(4).cards(0, &["seers-mask"]).figure(0, "follower", "libraries-3");
    let setup = setup.library_top(&["turned-tide", "second-wind", "shared-stores", "foresight"]);
    let mut table = setup.act().table();
    table.play(0, "act follower libraries-3");
    assert_eq!(table.legal(0).len(), 4);
    table.play(0, "keep foresight");
    assert_eq!(table.hand(0), ["foresight", "seers-mask"]);
}

/// AR-71: the Crown of Atlas adds 1 to the rolls of the Leader only.
#[test]
fn crown_of_atlas() {
    let setup = seats(4)
        .cards(1, &["crown-of-atlas"])
        .figure(1, "leader", "hills-1")
        .figure(1, "follower", "hills-1");
    let mut table = setup.act().table();
    table.roll(1, "act leader hills-1", &[4]);
    table.roll(1, "act follower hills-1", &[4]);
    assert_eq!(table.goods(1), [1, 0, 0, 0]);
}

/// AR-71: the Shell Trumpet brings an energy with each follower that is gained.
#[test]
fn shell_trumpet() {
    let setup = seats(4)
        .cards(0, &["shell-trumpet"])
        .figure(0, "follower", "cities-6")
        .figure(0, "follower", "cities-6");
    let mut table = setup.act().table();
    table.play(0, "act follower cities-6");
    assert_eq!((table.energy(0), table.pool(0, "follower")), (2, 2));
}

/// AR-71, AR-R01: the Coral Key places one figure a round on the innermost flooded tile, where it acts and is safe.
#[test]
fn coral_key() {
    let setup = seats(4).nobody().cards(0, &["coral-key"]).island([4, 6, 4, 6, 6, 6]);
    let setup = setup.edit(|it| {
        it["teams"][0]["pool"] = json!({ "follower": 2 });
        it["teams"][0]["supply"] = json!({ "leader": 1, "follower": 2 });
    });
    let mut table = setup.top(&["forests", "calm-seas", "calm-seas", "calm-seas"]).table();
    table.no(0, "place follower forests-6", "AR-25");
    table.play(0, "place follower forests-5");
    table.no(0, "place follower hills-5", "AR-25");
    table.play(0, "recall follower forests-5").play(0, "place follower hills-5");
    table
        .play(0, "recall follower hills-5")
        .play(0, "place follower forests-5")
        .play(0, "place follower source");
    table.all("ready");
    assert_eq!((table.island()[0], table.figures(0, "forests-5")), (3, (1, 0)));
    table.roll(0, "act follower forests-5", &[3]);
    assert_eq!(table.goods(0), [0, 1, 0, 0]);
}

/// AR-71: the Lodestone rolls one die again once a round.
#[test]
fn lodestone() {
    let setup =
        seats(4).cards(1, &["lodestone"]).figure(1, "follower", "hills-1").figure(1, "follower", "hills-1");
    let mut table = setup.act().table();
    table.roll(1, "act follower hills-1", &[0]).roll(1, "reroll", &[5]);
    assert_eq!(table.goods(1), [1, 0, 0, 0]);
    table.roll(1, "act follower hills-1", &[0]);
    assert_eq!((table.goods(1), table.acting().len()), ([1, 0, 0, 0], 4));
}

/// AR-70: three cards are the limit, artifacts included.
#[test]
fn three_cards_are_the_limit() {
    let setup =
        seats(4).cards(0, &["foresight", "turned-tide", "coral-key"]).figure(0, "follower", "libraries-2");
    let mut table = setup.library_top(&["second-wind"]).act().table();
    table.play(0, "act follower libraries-2");
    assert_eq!(table.legal(0).len(), 4);
    table.play(0, "discard coral-key");
    assert_eq!(table.hand(0), ["foresight", "turned-tide", "second-wind"]);
    let refusal = seats(4).cards(0, &["foresight", "turned-tide", "coral-key", "second-wind"]).refused();
    assert!(refusal.contains("AR-70"), "{refusal}");
}

/// Every card and artifact of the library has a test in this file.
#[test]
fn every_card_has_a_test() {
    let tests = include_str!("cards.rs");
    for card in crate::table::card_order() {
        let name = card.replace('-', "_");
        assert!(tests.contains(&format!("fn {name}")), "{card} has no test");
    }
}
