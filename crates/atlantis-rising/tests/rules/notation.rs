//! Sentences.

use atlas_core::{Code, Game, Seat};

use crate::table::{card_order, seats};

/// Every sentence that is not understood is refused with a reason.
#[test]
fn nonsense_is_refused_with_a_reason() {
    let table = seats(4).table();
    let cases = [
        ("", "Name a move, such as place follower source, ready or done."),
        ("place", "Add a figure after place, such as follower."),
        ("place king source", "“king” is not a figure (leader, follower, volunteer, hologram, automaton)."),
        ("place follower atlantis", "“atlantis” is not a place on the board, such as forests-4 or source."),
        ("place follower source now", "Leave out “now”: the move is complete without it."),
        ("pledge gold hills", "Energy is pledged for barrier or raise, not for “gold”."),
        (
            "flood sea",
            "“sea” is not a peninsula. They are forests, libraries, hills, cities, mountains and forges.",
        ),
        ("give wood", "“wood” is not gold, crystal, ore or atlantium."),
        ("to 9", "“9” is not a seat of this table."),
        ("forge 01", "“01” is not a number."),
        ("play dragon", "“dragon” is not a library card."),
        ("next dragon", "“dragon” is not a misfortune."),
        ("build dragon", "“dragon” is not a component."),
        ("power dragon", "“dragon” is not a councilor."),
    ];
    for (sentence, message) in cases {
        let refusal = table.state.read(Seat(0), sentence).expect_err(sentence);
        assert_eq!((refusal.code, refusal.message.to_string()), (Code::Notation, message.to_owned()));
    }
    let refusal = table.state.read(Seat(0), "sail away").unwrap_err().message.to_string();
    assert!(
        refusal.starts_with("“sail” is not a move in this game. The moves are place, recall"),
        "{refusal}"
    );
}

/// Every kind of sentence is read as what it says.
#[test]
fn sentences_are_read_and_written() {
    let table = seats(4).island([3; 6]).figure(1, "follower", "hills-3").table();
    let sentences = [
        "place follower",
        "place leader forests-4",
        "recall follower source",
        "overrule hills-3",
        "overrule build 2",
        "act follower build",
        "act volunteer cities-4 leader 1",
        "build tidal-anchor",
        "play foresight",
        "play mystic-conversion 2",
        "play libram-of-unity forests-2",
        "play sealed-floodgate hills",
        "play second-wind leader source",
        "play shared-stores 0 3",
        "play veins-of-plenty",
        "use golden-scales",
        "pledge barrier hills",
        "pledge raise hills",
        "withdraw",
        "ready",
        "done",
        "keep codex-engine",
        "keep foresight",
        "power mystic",
        "flood cities",
        "prevent turned-tide",
        "prevent leader",
        "let",
        "add",
        "reroll",
        "stand",
        "next calm-seas",
        "payer 2",
        "to 0",
        "forge 2",
        "swap gold ore",
        "gain atlantium",
        "gain leader",
        "give crystal",
        "less ore",
        "drop",
        "discard lodestone",
        "raise forges",
        "barrier hills",
        "move source",
        "stop",
        "place follower mystic-siphon",
        "place leader core",
        "place leader workshop",
        "place leader observatory",
    ];
    for sentence in sentences {
        let action =
            table.state.read(Seat(0), sentence).unwrap_or_else(|refusal| panic!("{sentence}: {refusal}"));
        assert_eq!(table.state.write(action, atlas_core::Viewer::Everything), sentence);
    }
    for card in card_order() {
        assert!(table.state.read(Seat(0), &format!("discard {card}")).is_ok());
    }
}

/// Words of a sentence that cannot be picked are explained with their rule.
#[test]
fn half_sentences_are_explained() {
    let table = seats(4).figure(1, "follower", "forests-6").table();
    let rule = |words: &str| table.state.explain(Seat(0), words).err().and_then(|it| it.rule).map(|it| it.0);
    assert_eq!(rule("follower place"), None);
    assert_eq!(rule("forests-6 follower"), Some("AR-08"));
    assert_eq!(rule("forests-6"), None, "the starting player may overrule it");
    let table = seats(4).figure(1, "follower", "forests-4").act().table();
    let rule = |words: &str| table.state.explain(Seat(0), words).err().and_then(|it| it.rule).map(|it| it.0);
    assert_eq!(rule("forests-4"), Some("AR-41"));
    assert_eq!(rule("done"), None);
}
