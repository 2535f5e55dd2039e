//! AR-42: the powers of the Leaders.

use serde_json::json;

use crate::table::{Setup, with};

const OTHERS: [&str; 3] = ["scholar", "mystic", "forgemaster"];

/// Four seats; seat 0 plays this councilor.
fn led_by(councilor: &str) -> Setup {
    let mut all = vec![councilor];
    all.extend(OTHERS.iter().filter(|it| **it != councilor));
    all.push(if councilor == "explorer" { "warden" } else { "explorer" });
    with(&all[..4])
}

/// AR-42: the Artificer's Leader uses the action of the component in the Workshop, alone.
#[test]
fn artificer() {
    let setup = led_by("artificer").edit(|it| it["teams"][0]["workshop"] = json!("codex-engine"));
    let mut table = setup.clone().table();
    table.no(0, "place follower workshop", "AR-42");
    table.no(1, "place leader workshop", "AR-42");
    table.play(0, "place leader workshop");
    let mut table =
        setup.library_top(&["turned-tide", "foresight"]).figure(0, "leader", "workshop").act().table();
    table.play(0, "act leader workshop").play(0, "keep foresight");
    assert_eq!(table.hand(0), ["foresight"]);
}

/// AR-42: at set-up the Artificer keeps one of two action components that are not in the blueprint.
#[test]
fn artificer_chooses_a_component() {
    let state = crate::table::new_game(1, &["artificer", "scholar", "mystic", "warden"]);
    let mut table = crate::table::Table { state };
    assert_eq!((table.acting(), table.phase(), table.asked(0)), (vec![0], "power".to_owned(), "workshop"));
    let legal = table.legal(0);
    assert_eq!(legal.len(), 2);
    table.no(0, "ready", "AR-42");
    table.play(0, &legal[1]);
    assert_eq!(format!("keep {}", table.at("/teams/0/workshop").as_str().unwrap()), legal[1]);
    assert_eq!(table.phase(), "place");
}

/// AR-42, AR-R21: the Astrologer's Leader and two others wait on the Observatory and are placed after the misfortunes.
#[test]
fn astrologer() {
    let setup = led_by("astrologer").nobody().edit(|it| {
        it["teams"][0]["pool"] = json!({ "leader": 1 });
        it["teams"][0]["supply"] = json!({ "follower": 4 });
        for seat in 1..4 {
            it["teams"][seat]["pool"] = json!({ "follower": 1 });
            it["teams"][seat]["supply"] = json!({ "leader": 1, "follower": 3 });
        }
    });
    let mut table = setup.top(&["hills", "calm-seas", "calm-seas", "calm-seas"]).table();
    table.no(1, "place follower observatory", "AR-R21");
    table.play(0, "place leader observatory");
    table.play(1, "place follower observatory").play(2, "place follower observatory");
    table.no(3, "place follower observatory", "AR-R21");
    table.play(3, "place follower forests-6").all("ready");
    assert_eq!((table.phase(), table.acting()), ("late".to_owned(), vec![0, 1, 2]));
    table.no(1, "place follower forests-6", "AR-08");
    table.no(1, "place follower hills-6", "AR-25");
    table.no(1, "place follower observatory", "AR-R21");
    table.no(1, "done", "AR-R21");
    table.play(1, "place follower hills-5").play(0, "place leader source").play(2, "place follower source");
    assert_eq!((table.phase(), table.figures(1, "hills-5")), ("act".to_owned(), (1, 0)));
}

/// AR-R21: without the Astrologer's Leader nobody stays on the Observatory.
#[test]
fn astrologer_is_taken_back() {
    let mut table =
        led_by("astrologer").figure(0, "leader", "observatory").figure(1, "follower", "observatory").table();
    table.play(0, "recall leader observatory");
    assert_eq!((table.pool(1, "follower"), table.figures(1, "observatory")), (2, (0, 0)));
}

/// AR-42: the Emissary's Leader needs no space, and one more figure has room beside it.
#[test]
fn emissary() {
    let mut table = led_by("emissary").figure(1, "follower", "forests-6").table();
    table.no(2, "place follower forests-6", "AR-08");
    table.play(0, "place leader forests-6").play(2, "place follower forests-6");
    table.no(3, "place follower forests-6", "AR-08");
    // The Leader cannot leave its company behind.
    table.no(0, "recall leader forests-6", "AR-24");
    table.play(2, "recall follower forests-6").play(0, "recall leader forests-6");
}

/// AR-42: targets beside the Explorer are 1 lower, for all figures there.
#[test]
fn explorer() {
    let setup = led_by("explorer").figure(0, "leader", "mountains-1").figure(1, "follower", "mountains-1");
    let mut table = setup.figure(2, "follower", "hills-1").act().table();
    table.roll(0, "act leader mountains-1", &[4]).roll(1, "act follower mountains-1", &[4]);
    table.roll(2, "act follower hills-1", &[4]);
    assert_eq!((table.goods(0), table.goods(1), table.goods(2)), ([0, 0, 1, 0], [0, 0, 1, 0], [0; 4]));
}

/// AR-42: beside the Mystic an action that gains nothing gives energy.
#[test]
fn mystic() {
    let setup = led_by("mystic").figure(0, "leader", "hills-1").figure(1, "follower", "hills-1");
    let mut table = setup.act().table();
    table.roll(0, "act leader hills-1", &[0]).roll(1, "act follower hills-1", &[5]);
    assert_eq!((table.energy(0), table.energy(1), table.goods(1)), (1, 0, [1, 0, 0, 0]));
    // Without ore a Forge action gains nothing either.
    let mut table = led_by("mystic").figure(0, "leader", "forges-3").act().table();
    table.play(0, "act leader forges-3");
    assert_eq!(table.energy(0), 1);
}

/// AR-42, AR-R20: when the Priestess acts, she and one other seat there gain energy.
#[test]
fn priestess() {
    let setup = led_by("priestess").figure(0, "leader", "source").figure(1, "follower", "source");
    let mut table = setup.clone().act().table();
    table.play(0, "act leader source");
    assert_eq!((table.energy(0), table.energy(1)), (2, 1));
    let mut table = setup.figure(2, "follower", "source").act().table();
    table.play(0, "act leader source").play(0, "to 2");
    assert_eq!((table.energy(0), table.energy(1), table.energy(2)), (2, 0, 1));
    // Build spaces are one place.
    let setup = led_by("priestess")
        .goods(0, [2, 1, 0, 1])
        .figure(0, "leader", "build")
        .figure(1, "follower", "build");
    let mut table = setup.act().table();
    table.play(0, "build tidal-anchor");
    for resource in ["gold", "gold", "crystal", "atlantium"] {
        table.play(0, &format!("give {resource}"));
    }
    assert_eq!((table.energy(0), table.energy(1), table.figures(1, "build")), (1, 1, (1, 0)));
}

/// AR-42: beside the Scholar library actions show one card more; the Leader keeps one more.
#[test]
fn scholar() {
    let top = ["turned-tide", "foresight", "second-wind", "shared-stores"];
    let setup = led_by("scholar").library_top(&top).figure(0, "leader", "libraries-4").figure(
        1,
        "follower",
        "libraries-4",
    );
    let mut table = setup.clone().act().table();
    table.play(0, "act leader libraries-4");
    assert_eq!(table.legal(0).len(), 4);
    table.play(0, "keep turned-tide").play(0, "keep foresight");
    assert_eq!(table.hand(0).len(), 2);
    let mut table = setup.act().table();
    table.play(1, "act follower libraries-4");
    assert_eq!(table.legal(1).len(), 4);
    table.play(1, "keep turned-tide");
    assert_eq!((table.hand(1).len(), table.acting().len()), (1, 4));
}

/// AR-42, AR-39: the Stormcaller's Leader goes from the board to the supply and prevents a flood.
#[test]
fn stormcaller() {
    let setup = led_by("stormcaller").nobody().figure(0, "leader", "source");
    let mut table = setup.top(&["forests", "hills", "calm-seas", "calm-seas"]).table();
    table.all("ready").play(0, "prevent leader");
    assert_eq!((table.supply(0, "leader"), table.island()), (1, [6, 6, 5, 6, 6, 6]));
    assert_eq!(table.phase(), "act");
}

/// AR-42: beside the Forgemaster Forge actions make one Atlantium more.
#[test]
fn forgemaster() {
    let setup = led_by("forgemaster").goods(0, [0, 0, 2, 0]);
    let mut table = setup.figure(0, "leader", "forges-3").figure(0, "follower", "forges-3").act().table();
    table.play(0, "act leader forges-3").play(0, "act follower forges-3");
    assert_eq!(table.goods(0), [0, 0, 0, 4]);
}

/// AR-42: the Warden and the others on a tile that floods move inwards, even onto a full tile, and act there.
#[test]
fn warden() {
    let setup = led_by("warden")
        .nobody()
        .island([4, 6, 6, 6, 6, 6])
        .figure(0, "leader", "forests-4")
        .figure(1, "follower", "forests-4")
        .figure(2, "follower", "forests-3")
        .figure(3, "follower", "forests-3");
    let mut table = setup.top(&["forests", "calm-seas", "calm-seas", "calm-seas"]).table();
    table.all("ready");
    assert_eq!((table.figures(0, "forests-3"), table.figures(1, "forests-3")), ((1, 0), (1, 0)));
    table.roll(1, "act follower forests-3", &[4]);
    assert_eq!(table.goods(1), [0, 1, 0, 0]);
    let setup = led_by("warden").nobody().island([1, 6, 6, 6, 6, 6]).figure(0, "leader", "forests-1");
    let mut table = setup.top(&["forests", "calm-seas", "calm-seas", "calm-seas"]).table();
    table.all("ready");
    assert_eq!(table.pool(0, "leader"), 1);
}

/// Every councilor has a test in this file.
#[test]
fn every_councilor_has_a_test() {
    let tests = include_str!("councilors.rs");
    for councilor in &atlas_atlantis_rising::ContentRef::house().councilors {
        assert!(
            tests.contains(&format!("fn {}()", councilor.named.id)),
            "{} has no test",
            councilor.named.id
        );
    }
}
