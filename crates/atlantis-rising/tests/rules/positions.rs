//! Positions that are refused.

use serde_json::json;

use crate::table::{Setup, seats, with};

fn refused(setup: Setup, word: &str) {
    let message = setup.refused();
    assert!(message.contains(word), "{message} does not mention {word}");
}

/// AR-07, AR-10, AR-61: the board.
#[test]
fn an_impossible_board() {
    refused(seats(4).edit(|it| it["island"]["hills"] = json!(7)), "AR-07");
    refused(seats(4).island([0, 6, 6, 6, 6, 6]).barriers(&["forests"]), "AR-R91");
    refused(seats(4).edit(|it| it["wrath"] = json!(0)), "AR-66");
    refused(seats(4).edit(|it| it["round"] = json!(61)), "AR-68");
    refused(seats(4).edit(|it| it["start"] = json!(4)), "starting player");
    refused(seats(4).edit(|it| it["phase"] = json!("dawn")), "a phase");
    refused(seats(4).edit(|it| it["phase"] = json!("wrath")), "must go on");
    refused(seats(4).edit(|it| it["seats"] = json!(5)), "one team for each");
    refused(seats(4).edit(|it| it["level"] = json!(6)), "AR-13");
    refused(seats(4).edit(|it| it["extra"] = json!(6)), "unknown field");
    refused(seats(4).edit(|it| drop(it.as_object_mut().unwrap().remove("wrath"))), "missing field");
    refused(seats(4).edit(|it| it["barriers"] = json!(["hills", "forests"])), "standard form");
    refused(seats(4).edit(|it| it["parts"] = json!(["allies"])), "base game");
}

/// AR-13, AR-14, AR-55, AR-57: the gate.
#[test]
fn an_impossible_gate() {
    refused(seats(4).blueprint("tidal-anchor", "codex-engine"), "AR-13");
    refused(seats(4).blueprint("tidal-anchor", "aether-well"), "AR-14");
    refused(seats(4).built(&[("tidal-anchor", 2)]), "later round");
    refused(seats(4).edit(|it| it["core"] = json!([0])), "AR-55");
    refused(seats(4).round(9).all_built(8).edit(|it| it["core"] = json!([0, 1, 2, 3])), "AR-57");
    refused(seats(4).edit(|it| it["over"] = json!("sunk")), "AR-40");
    refused(seats(4).edit(|it| it["gone"] = json!([0, 1, 2, 3])), "AR-R80");
}

/// AR-15, AR-16, AR-70: the teams.
#[test]
fn an_impossible_team() {
    refused(seats(4).edit(|it| it["teams"][0]["pool"]["leader"] = json!(2)), "AR-16");
    refused(seats(4).edit(|it| it["teams"][0]["supply"]["follower"] = json!(3)), "AR-16");
    refused(seats(4).edit(|it| it["teams"][0]["councilor"] = json!("scholar")), "AR-15");
    refused(seats(4).edit(|it| it["teams"][0]["pool"]["automaton"] = json!(1)), "AR-76");
    refused(seats(4).edit(|it| it["teams"][0]["pool"]["hologram"] = json!(1)), "AR-74");
    refused(seats(4).edit(|it| it["teams"][0]["workshop"] = json!("codex-engine")), "Workshop");
    refused(seats(4).edit(|it| it["teams"][0]["picked"] = json!("volunteer")), "cannot place");
    refused(seats(4).edit(|it| it["recalls"] = json!([9, 0, 0, 0])), "AR-R81");
    refused(seats(4).edit(|it| it["ready"] = json!([0])), "AR-29");
}

/// AR-08, AR-25, AR-27, AR-28: figures where they cannot stand.
#[test]
fn impossible_figures() {
    refused(seats(4).figure(0, "follower", "forests-6").figure(1, "follower", "forests-6"), "AR-08");
    refused(seats(4).island([5, 6, 6, 6, 6, 6]).figure(0, "follower", "forests-6"), "AR-25");
    refused(seats(4).figure(0, "follower", "mystic-siphon"), "AR-27");
    refused(seats(4).figure(0, "leader", "core"), "AR-28");
    refused(seats(4).figure(0, "leader", "workshop"), "Workshop");
    refused(seats(4).figure(0, "leader", "observatory").act(), "AR-R21");
    refused(
        seats(4).figure(0, "follower", "source").edit(|it| it["figures"][0]["state"] = json!("stone")),
        "up or down",
    );
    let unsorted = seats(4).figure(1, "follower", "source").figure(0, "follower", "source");
    refused(unsorted, "standard form");
}

/// AR-11, AR-12, AR-75: cards that are missing or too many.
#[test]
fn impossible_cards() {
    refused(seats(4).edit(|it| it["library"]["deck"][0] = json!("dragon")), "a library card");
    refused(seats(4).edit(|it| it["teams"][0]["cards"] = json!(["foresight"])), "AR-11");
    refused(seats(4).edit(|it| drop(it["misfortunes"]["deck"].as_array_mut().unwrap().pop())), "AR-12");
    refused(seats(4).edit(|it| it["misfortunes"]["seen"] = json!(62)), "known");
    refused(seats(4).edit(|it| it["misfortunes"]["open"] = json!(["hills"])), "AR-12");
    refused(seats(4).edit(|it| it["misfortunes"]["drawn"] = json!(1)), "AR-30");
    refused(with(&["explorer", "scholar"]).edit(|it| it["hologram"]["powers"] = json!([])), "AR-75");
    refused(seats(4).edit(|it| it["box"]["calm-seas"] = json!(3)), "standard form");
}

/// Effects, pledges and questions that do not fit.
#[test]
fn impossible_questions() {
    refused(seats(4).effects(&["storm"]), "an effect");
    refused(
        seats(4).edit(|it| it["pledges"] = json!([{ "for": "raise hills", "seat": 0, "n": 1 }])),
        "AR-61",
    );
    refused(
        seats(4).edit(|it| it["pledges"] = json!([{ "for": "barrier hills", "seat": 0, "n": 4 }])),
        "AR-61",
    );
    refused(seats(4).edit(|it| it["pledges"] = json!([{ "for": "song hills", "seat": 0, "n": 1 }])), "song");
    refused(seats(4).edit(|it| it["pending"] = json!([{ "choose": "song", "seat": 0 }])), "song");
    let flood = json!([{ "choose": "flood", "seat": 0, "left": 1, "among": ["hills", "forests"], "distinct": false, "cause": "wrath" }]);
    refused(seats(4).edit(|it| it["pending"] = flood), "does not fit");
    refused(seats(4).edit(|it| it["pending"] = json!([{ "choose": "discard", "seat": 0 }])), "has no answer");
    refused(
        seats(4).edit(|it| it["pending"] = json!([{ "choose": "discard", "seat": 7 }])),
        "seat does not exist",
    );
}
