//! Sentences: writing and reading actions.

use atlas_core::{Code, Game, Seat, Viewer};

use crate::tables::{dealt, legal, played, random_moves, refusal};

/// SA-39, SA-43, SA-48: every action of random games is read as it was written, for every viewer.
#[test]
fn written_actions_can_be_read_back() {
    for made in random_moves(60) {
        let mut actions = Vec::new();
        made.before.legal(made.seat, &mut actions);
        for action in actions {
            for viewer in
                [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Everything]
            {
                let sentence = made.before.write(action, viewer);
                assert_eq!(made.before.read(made.seat, &sentence), Ok(action), "{sentence}");
            }
        }
    }
}

/// SA-39 to SA-49: every verb can be written and read.
#[test]
fn every_verb_is_read_as_it_is_written() {
    let state = dealt("seat 0 plays done");
    for sentence in [
        "venture bracchii-iii mercury",
        "survey",
        "survey laverna",
        "expand mors mors",
        "expand mors janus",
        "done",
        "place umeri-i",
        "remove ceres",
        "copy vulcan",
        "melt janus",
        "move dorsi-ii laverna",
        "draw",
        "mode 1",
        "mode 12",
        "play genua-iv mors",
        "discard mors",
        "decline",
    ] {
        let action = state.read(Seat(0), sentence).unwrap();
        assert_eq!(state.write(action, Viewer::Everything), sentence);
    }
}

/// SA-48: the cards of a pair may be named in either order, and extra spaces do not matter.
#[test]
fn a_pair_is_written_in_the_order_of_the_content() {
    let state = dealt("seat 0 plays done");
    let read = |sentence| state.read(Seat(0), sentence).unwrap();
    assert_eq!(read("expand janus mors"), read("expand mors janus"));
    assert_eq!(state.write(read("expand vulcan janus"), Viewer::Everything), "expand janus vulcan");
    assert_eq!(read("  venture\tatlas   mors "), read("venture atlas mors"));
}

/// SA-35: a sentence that is not an action is refused with a list of what is possible.
#[test]
fn garbage_is_refused_with_help() {
    let state = dealt("seat 0 plays done");
    for (sentence, says) in [
        ("", "Name a move, such as venture, survey, expand or done."),
        ("  ", "Name a move"),
        ("pass", "“pass” is not a move in this game. The moves are venture, survey, expand and done."),
        ("Venture atlas mors", "“Venture” is not a move in this game"),
        ("venture", "Add a planet after venture, such as atlas."),
        ("venture atlas", "Add an Order after venture, such as mors."),
        (
            "venture mors atlas",
            "“mors” is not a planet. The planets are umeri-i, dorsi-ii, atlas, bracchii-iii and genua-iv.",
        ),
        (
            "venture atlas pluto",
            "“pluto” is not an Order. The Orders are mors, ceres, janus, laverna, vulcan and mercury.",
        ),
        ("venture Atlas mors", "“Atlas” is not a planet"),
        ("venture atlas mors now", "Leave out “now”: the move is complete without it."),
        ("survey atlas", "“atlas” is not an Order"),
        ("survey laverna laverna", "Leave out “laverna”"),
        ("expand mors", "Add an Order after expand"),
        ("expand mors mors mors", "Leave out “mors”"),
        ("done done", "Leave out “done”"),
        ("place", "Add a planet after place"),
        ("move mors atlas", "“mors” is not a planet"),
        ("mode", "Add a number after mode, such as 1."),
        ("mode one", "“one” is not a number"),
        ("mode 01", "“01” is not a number"),
        ("mode +1", "“+1” is not a number"),
        ("mode 256", "“256” is not a number"),
        ("decline mors", "Leave out “mors”"),
        ("\u{1F680}", "is not a move in this game"),
    ] {
        let refused = refusal(&state, Seat(0), sentence);
        assert_eq!((refused.code, refused.rule), (Code::Notation, None), "{sentence}");
        assert!(refused.to_string().contains(says), "{sentence}: {}", refused.message);
    }
    let long = "x".repeat(10_000);
    assert!(refusal(&state, Seat(0), &long).to_string().len() < 1_000);
}

/// SA-35: legal lists are in the order of planets and Orders, without repetitions, and end with `done`.
#[test]
fn legal_lists_are_sorted() {
    let state = dealt(
        "hand 0 mors laverna laverna janus\ncredits 3 2\nbracchii-iii of seat 0\natlas: mors ceres |\nseat 0 plays done",
    );
    assert_eq!(
        legal(&state),
        [
            "venture umeri-i mors",
            "venture umeri-i janus",
            "venture umeri-i laverna",
            "venture dorsi-ii mors",
            "venture dorsi-ii janus",
            "venture dorsi-ii laverna",
            "venture atlas janus",
            "venture atlas laverna",
            "venture genua-iv mors",
            "venture genua-iv janus",
            "venture genua-iv laverna",
            "survey",
            "survey laverna",
            "expand mors janus",
            "expand janus laverna",
            "expand laverna laverna",
            "done",
        ]
    );
    let made = played("credits 3 2\ndeck mors ...\nseat 0 plays survey");
    assert_eq!(legal(&made.after).len(), 5);
}
