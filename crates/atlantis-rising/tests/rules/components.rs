//! AR-50, AR-52: the components.

use serde_json::json;

use crate::table::{Setup, Table, level, seats};

/// A table of four seats that has built a component in this round with the goods it costs.
fn build(setup: Setup, id: &str) -> Table {
    let content = atlas_atlantis_rising::ContentRef::house();
    let component = content.component(content.component_named(id).unwrap());
    let mut table = setup.goods(0, component.cost.0).figure(0, "follower", "build").act().table();
    table.play_any(0, &format!("build {id}"));
    assert_eq!(table.goods(0), [0; 4], "{id}");
    table
}

/// A table with a component that was built in the last round, in place of another of its letter. Double components
/// need no other: they are at level 5.
fn with_built(old: &str, id: &str) -> Setup {
    let mut setup = if old.is_empty() {
        let mut setup = level(5, &["explorer", "scholar", "forgemaster", "warden"]);
        let gate = setup.0["gate"].as_array().unwrap();
        let there = gate.iter().any(|it| it["id"] == id);
        if !there {
            let content = atlas_atlantis_rising::ContentRef::house();
            let d = |it: &serde_json::Value| {
                let component = content.component_named(it["id"].as_str().unwrap()).unwrap();
                content.component(component).letter == 3
            };
            let other = gate.iter().find(|it| d(it)).unwrap()["id"].as_str().unwrap().to_owned();
            setup = setup.blueprint(&other, id);
        }
        return setup.round(2).built(&[(id, 1)]);
    } else {
        seats(4)
    };
    if old != id {
        setup = setup.blueprint(old, id);
    }
    setup.round(2).built(&[(id, 1)])
}

/// AR-52: the Tidal Anchor raises a tile.
#[test]
fn tidal_anchor() {
    let table = build(seats(4).island([5, 6, 6, 6, 6, 6]), "tidal-anchor");
    assert_eq!(table.island()[0], 6);
}

/// AR-52: the Aether Well gives every seat an energy.
#[test]
fn aether_well() {
    let table = build(seats(4), "aether-well");
    assert_eq!([0, 1, 2, 3].map(|seat| table.energy(seat)), [1; 4]);
}

/// AR-52, AR-49: the Herald's Bell gives two followers to any seats.
#[test]
fn heralds_bell() {
    let mut table = build(seats(4), "heralds-bell");
    table.play(0, "to 3").play(0, "to 1");
    assert_eq!((table.pool(3, "follower"), table.pool(1, "follower")), (3, 3));
}

/// AR-52: the Archive Lattice gives every seat a library card.
#[test]
fn archive_lattice() {
    let table = build(seats(4), "archive-lattice");
    assert_eq!([0, 1, 2, 3].map(|seat| table.hand(seat).len()), [1; 4]);
}

/// AR-52: the Bulwark Ring places up to two barriers.
#[test]
fn bulwark_ring() {
    let mut table = build(seats(4), "bulwark-ring");
    table.play(0, "barrier hills");
    table.no(0, "barrier hills", "AR-52");
    table.play(0, "stop");
    assert_eq!(table.at("/barriers"), json!(["hills"]));
}

/// AR-50: the Mystic Siphon gives 2 energy for each filled space.
#[test]
fn mystic_siphon() {
    let setup = with_built("mystic-siphon", "mystic-siphon");
    let setup = setup.figure(0, "follower", "mystic-siphon").figure(1, "follower", "mystic-siphon");
    let mut table = setup.act().table();
    table.play(0, "act follower mystic-siphon").play(1, "act follower mystic-siphon");
    assert_eq!((table.energy(0), table.energy(1)), (2, 2));
}

/// AR-50: the Matter Converter exchanges up to two resources, but not for Atlantium.
#[test]
fn matter_converter() {
    let setup = with_built("matter-converter", "matter-converter").figure(0, "follower", "matter-converter");
    setup.clone().act().table().no(0, "act follower matter-converter", "AR-50");
    let mut table = setup.goods(0, [0, 2, 0, 1]).act().table();
    table.play(0, "act follower matter-converter");
    table.no(0, "swap crystal atlantium", "AR-50");
    table.play(0, "swap crystal gold").play(0, "swap atlantium ore");
    assert_eq!((table.goods(0), table.acting().len()), ([1, 1, 1, 0], 4));
}

/// AR-50, AR-72: the Surveyor's Eye orders the top three misfortunes.
#[test]
fn surveyors_eye() {
    let setup = with_built("matter-converter", "surveyors-eye").figure(0, "follower", "surveyors-eye");
    let mut table = setup.top(&["drain", "hills", "forges"]).act().table();
    table.play(0, "act follower surveyors-eye").play(0, "next forges").play(0, "next hills");
    assert_eq!(
        table.at("/misfortunes/deck").as_array().unwrap()[..3],
        ["forges", "hills", "drain"].map(|it| json!(it))
    );
}

/// AR-50, AR-73: the Recruiting Horn brings a volunteer next round.
#[test]
fn recruiting_horn() {
    let setup = with_built("matter-converter", "recruiting-horn").figure(0, "follower", "recruiting-horn");
    let mut table = setup.act().table();
    table.play(0, "act follower recruiting-horn");
    assert_eq!(table.at("/teams/0/due"), json!({ "volunteer": 1 }));
    table.all("done").play(0, "flood hills");
    assert_eq!((table.pool(0, "volunteer"), table.at("/teams/0/due")), (1, json!({})));
}

/// AR-50: the Codex Engine looks at two library cards and keeps one.
#[test]
fn codex_engine() {
    let setup = with_built("matter-converter", "codex-engine").figure(0, "follower", "codex-engine");
    let mut table = setup.library_top(&["turned-tide", "foresight"]).act().table();
    table.play(0, "act follower codex-engine").play(0, "keep turned-tide");
    assert_eq!(
        (table.hand(0), table.at("/library/discard")),
        (vec!["turned-tide".to_owned()], json!(["foresight"]))
    );
}

/// AR-52, AR-21: the Numinous Beacon gives the starting player 2 energy at the start of each round.
#[test]
fn numinous_beacon() {
    let mut table = build(seats(4), "numinous-beacon");
    table.all("done");
    assert_eq!((table.energy(0), table.energy(1)), (0, 2));
}

/// AR-52, AR-67: the Entropy Drive stops the next Wrath; the token still moves.
#[test]
fn entropy_drive() {
    let mut table = build(seats(4).round(6), "entropy-drive");
    table.all("done");
    assert_eq!((table.island(), table.at("/wrath"), table.at("/round")), ([6; 6], json!(7), json!(7)));
}

/// AR-50: the Astral Watchtower moves a figure to any unflooded tile, where it acts.
#[test]
fn astral_watchtower() {
    let setup = with_built("numinous-beacon", "astral-watchtower").figure(0, "follower", "astral-watchtower");
    let setup = setup.figure(1, "follower", "forests-5").island([5, 6, 6, 6, 6, 6]);
    let mut table = setup.act().table();
    table.play(0, "act follower astral-watchtower");
    table.no(0, "move forests-6", "AR-42");
    table.play(0, "move forests-5").roll(0, "act follower forests-5", &[3]);
    assert_eq!((table.goods(0), table.at("/figures/0/extra")), ([0, 1, 0, 0], json!(true)));
    table.no(0, "act follower forests-5", "AR-41");
}

/// AR-52, AR-R18: the Laic Receiver halves prices from the moment it is built, and pledges for old prices return.
#[test]
fn laic_receiver() {
    let setup =
        seats(4).blueprint("numinous-beacon", "laic-receiver").island([3, 6, 6, 6, 6, 6]).energy(1, 5);
    let mut table = setup.goods(0, [1, 2, 0, 3]).figure(0, "follower", "build").act().table();
    table.times(4, 1, "pledge raise forests");
    table.play(0, "build laic-receiver");
    assert_eq!(table.energy(1), 5);
    table.times(3, 1, "pledge raise forests");
    assert_eq!((table.island()[0], table.energy(1)), (4, 2));
}

/// AR-52, AR-R85: the Storm Gyve adds three Calm Seas if the box has them.
#[test]
fn storm_gyve() {
    let councilors = ["explorer", "scholar", "forgemaster", "warden"];
    for (level_, added) in [(1, 0), (5, 3)] {
        let mut setup = level(level_, &councilors);
        let gate = setup.0["gate"].as_array().unwrap().clone();
        if !gate.iter().any(|it| it["id"] == "storm-gyve") {
            let content = atlas_atlantis_rising::ContentRef::house();
            let c = gate.iter().find(|it| {
                let component = content.component_named(it["id"].as_str().unwrap()).unwrap();
                content.component(component).letter == 2
            });
            setup = setup.blueprint(c.unwrap()["id"].as_str().unwrap(), "storm-gyve");
        }
        let before = setup.0["misfortunes"]["deck"].as_array().unwrap().len();
        let table = build(setup, "storm-gyve");
        assert_eq!(table.at("/misfortunes/deck").as_array().unwrap().len(), before + added);
    }
}

fn double(id: &str) -> Setup {
    with_built("", id).figure(0, "follower", id).figure(1, "follower", id)
}

/// AR-27, AR-50, AR-09: the Continental Winch raises a tile for a pair, once.
#[test]
fn continental_winch() {
    let setup = double("continental-winch").island([5, 6, 6, 6, 6, 6]);
    let mut table = setup.act().table();
    table.play(1, "act follower continental-winch");
    assert_eq!((table.island()[0], table.figures(0, "continental-winch")), (6, (0, 1)));
    table.no(0, "act follower continental-winch", "AR-41");
    let alone = with_built("", "continental-winch").figure(0, "follower", "continental-winch");
    alone.island([5, 6, 6, 6, 6, 6]).act().table().no(0, "act follower continental-winch", "AR-09");
}

/// AR-50: the Omni-Assembler gives one owner two resources or one Atlantium.
#[test]
fn omni_assembler() {
    let mut table = double("omni-assembler").act().table();
    table.play(0, "act follower omni-assembler").play(0, "to 1").play(1, "gain gold");
    table.no(1, "gain atlantium", "AR-50");
    table.play(1, "gain ore");
    assert_eq!(table.goods(1), [1, 0, 1, 0]);
    let mut table = double("omni-assembler").act().table();
    table.play(0, "act follower omni-assembler").play(0, "to 0").play(0, "gain atlantium");
    assert_eq!((table.goods(0), table.acting().len()), ([0, 0, 0, 1], 4));
}

/// AR-50, AR-73: the Legion Crucible brings each owner a volunteer next round.
#[test]
fn legion_crucible() {
    let mut table = double("legion-crucible").act().table();
    table.play(0, "act follower legion-crucible");
    assert_eq!([0, 1].map(|seat| table.at(&format!("/teams/{seat}/due/volunteer"))), [json!(1), json!(1)]);
}

/// AR-50, AR-53: at the Foundry Heart the two owners exchange up to four ore together, each their own.
#[test]
fn foundry_heart() {
    let mut table = double("foundry-heart").goods(0, [0, 0, 2, 0]).goods(1, [0, 0, 5, 0]).act().table();
    table.play(0, "act follower foundry-heart").play(0, "forge 1");
    assert_eq!(table.acting(), [1]);
    table.no(1, "forge 4", "AR-50");
    table.play(1, "forge 3");
    assert_eq!((table.goods(0), table.goods(1)), ([0, 0, 1, 1], [0, 0, 2, 3]));
    double("foundry-heart").act().table().no(0, "act follower foundry-heart", "AR-50");
}

/// AR-50: the Gravity Loom places a barrier and gives one owner an energy.
#[test]
fn gravity_loom() {
    let mut table = double("gravity-loom").act().table();
    table.play(0, "act follower gravity-loom").play(0, "barrier cities").play(0, "to 1");
    assert_eq!((table.at("/barriers"), table.energy(1)), (json!(["cities"]), 1));
}

/// Every component has a test in this file.
#[test]
fn every_component_has_a_test() {
    let tests = include_str!("components.rs");
    for component in &atlas_atlantis_rising::ContentRef::house().components {
        let name = component.named.id.replace('-', "_");
        assert!(tests.contains(&format!("fn {name}")), "{name} has no test");
    }
}
