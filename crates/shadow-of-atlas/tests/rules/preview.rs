//! Previews: what they predict about an action, and where they end.

use atlas_core::{Game, Preview, Seat};
use atlas_shadow_of_atlas::{ContentRef, ShadowOfAtlas};

use crate::tables::{Move, acting, dealt, legal, open, played, played_with, random_moves, with_ability};

/// The preview of a sentence of the seat to act.
#[track_caller]
fn preview_of(state: &ShadowOfAtlas, sentence: &str) -> Preview {
    let seat = acting(state);
    let action = state.read(seat, sentence).and_then(|action| state.judge(seat, action).map(|()| action));
    state.preview(seat, action.unwrap_or_else(|refusal| panic!("{sentence}: {refusal}")))
}

/// The preview of the last play of an example, before it is played.
#[track_caller]
fn preview(example: &str) -> Preview {
    preview_with(ContentRef::house(), example)
}

#[track_caller]
fn preview_with(content: ContentRef, example: &str) -> Preview {
    let Move { before, seat, action, .. } = played_with(content, example);
    before.preview(seat, action)
}

/// The predicted events, each with its rule.
fn predicted(preview: &Preview) -> Vec<String> {
    preview.events.iter().map(|news| format!("{} ({})", news.told.text, news.rule)).collect()
}

/// SA-25, SA-26, SA-28: a Venture that makes the player Arbiter, with the card and the Outpost, but without their
/// names.
#[test]
fn a_third_order_is_predicted_with_its_reward() {
    let preview = preview(
        "atlas: mors vulcan | laverna
         credits 3 2
         deck janus ceres ...
         seat 0 plays venture atlas ceres",
    );
    assert_eq!(
        predicted(&preview),
        [
            "Seat 0 ventures to Atlas with Ceres. (SA-39)",
            "Seat 0 spends 3 Credits. (SA-13)",
            "Seat 0 plays Ceres to Atlas. (SA-25)",
            "Seat 0 gains 2 Credits. (SA-81)",
            "Seat 0 develops Atlas and becomes its Arbiter. (SA-26)",
            "Seat 0 discards Mors, Vulcan and Ceres from Atlas. (SA-28)",
            "Seat 0 draws a card. (SA-15)",
            "Seat 0 gains an Outpost. (SA-17)",
        ]
    );
    assert_eq!(preview.points, [4, 0]);
    assert!(!preview.open && preview.odds.is_empty());
}

/// SA-27, SA-64: when a planet is taken over, the other player loses its points.
#[test]
fn a_takeover_is_predicted_with_both_changes() {
    let preview = preview("atlas of seat 1: mors vulcan |\ncredits 3 2\nseat 0 plays venture atlas ceres");
    assert_eq!(preview.points, [4, -3]);
    let says = "Seat 0 takes over Atlas from seat 1 and becomes its Arbiter. (SA-27)";
    assert!(predicted(&preview).contains(&says.to_owned()), "{preview:?}");
}

/// SA-18, SA-R30: a shuffle ends what can be predicted. The planet is certain, and so are its points.
#[test]
fn a_shuffle_ends_the_preview() {
    let preview = preview(
        "atlas: mors vulcan |
         credits 3 2
         deck nothing
         discard nothing
         seat 0 plays venture atlas ceres",
    );
    let events = predicted(&preview);
    assert_eq!(
        events.last().unwrap(),
        "The discard pile is shuffled into a new deck of 3 cards. (SA-18)",
        "{events:?}"
    );
    assert_eq!((preview.points.as_slice(), preview.open), (&[3, 0][..], true));
}

/// SA-80, SA-84: a Venture whose Ability asks something is predicted up to the question.
#[test]
fn a_preview_ends_with_a_question() {
    let mors = preview("atlas: | ceres laverna\nseat 0 plays venture atlas mors");
    let start = |order: &str| {
        vec![
            format!("Seat 0 ventures to Atlas with {order}. (SA-39)"),
            "Seat 0 spends 1 Credit. (SA-13)".to_owned(),
            format!("Seat 0 plays {order} to Atlas. (SA-25)"),
        ]
    };
    assert_eq!((predicted(&mors), mors.open), (start("Mors"), false));
    assert!(mors.points.is_empty());
    let vulcan = preview("hand 0 vulcan vulcan\nseat 0 plays venture atlas vulcan");
    assert_eq!((predicted(&vulcan), vulcan.open), (start("Vulcan"), false));
    // With one opposing Order there is no question.
    let forced = preview("atlas: | ceres\nseat 0 plays venture atlas mors");
    assert_eq!(predicted(&forced).last().unwrap(), "Seat 0 removes the opposing Ceres from Atlas. (SA-80)");
}

/// SA-44, SA-71: a Survey is predicted up to the card that is turned up, even if it could go to one planet only.
#[test]
fn the_preview_of_a_survey_does_not_depend_on_the_card() {
    let one_place = "umeri-i of seat 0\ndorsi-ii of seat 0\natlas: mors vulcan |\nbracchii-iii of seat 0\n\
                     genua-iv of seat 0\n";
    for card in ["ceres", "mors", "laverna"] {
        for table in ["", one_place] {
            let preview = preview(&format!("{table}credits 3 2\ndeck {card} ...\nseat 0 plays survey"));
            assert_eq!(
                predicted(&preview),
                ["Seat 0 surveys. (SA-43)", "Seat 0 spends 3 Credits. (SA-13)"],
                "{card}"
            );
            assert!(preview.open && preview.points.is_empty(), "{card}: {preview:?}");
        }
    }
    let cheap = preview("credits 1 2\nhand 0 laverna\ndeck ceres ...\nseat 0 plays survey laverna");
    assert_eq!(
        predicted(&cheap),
        ["Seat 0 surveys. (SA-43)", "Seat 0 discards Laverna. (SA-91)", "Seat 0 spends 1 Credit. (SA-13)"]
    );
    assert!(cheap.open);
}

/// SA-46: placing the card that was turned up is predicted like any play.
#[test]
fn placing_a_card_is_predicted() {
    let preview = preview(
        "atlas: mors vulcan |\ncredits 3 2\ndeck ceres ...\nseat 0 plays survey\nseat 0 plays place atlas",
    );
    assert_eq!(predicted(&preview)[0], "Seat 0 plays Ceres to Atlas. (SA-25)");
    assert_eq!((preview.points.as_slice(), preview.open), (&[4, 0][..], false));
}

/// SA-48: an Expand, with the Outpost and the Credit.
#[test]
fn an_expand_is_predicted() {
    let preview = preview("hand 0 mors janus\nseat 0 plays expand mors janus");
    assert_eq!(
        predicted(&preview),
        [
            "Seat 0 expands with Mors and Janus. (SA-48)",
            "Seat 0 gains an Outpost. (SA-17)",
            "Seat 0 gains 1 Credit. (SA-48)"
        ]
    );
    assert_eq!((preview.points.as_slice(), preview.open), (&[1, 0][..], false));
}

/// SA-34, SA-38: the end of a turn, with the income of the other player.
#[test]
fn the_end_of_a_turn_is_predicted() {
    let preview = preview("hand 0 mors ceres\noutposts 0 3\nseat 0 plays done");
    assert_eq!(
        predicted(&preview),
        [
            "Seat 0 ends their turn. (SA-37)",
            "Seat 0 gains 2 Credits. (SA-38)",
            "Seat 0 draws a card. (SA-15)",
            "Seat 0 draws a card. (SA-15)",
            "Seat 0 draws a card. (SA-15)",
            "Seat 1 gains 1 Credit. (SA-34)",
        ]
    );
    assert!(preview.points.is_empty() && !preview.open);
}

/// SA-38, SA-R19: above the hand limit the turn ends with a choice of discards. With a hand of one Order, the cards
/// that are drawn decide whether there is a choice.
#[test]
fn the_hand_limit_ends_the_preview() {
    let end = |hand: &str, deck: &str| {
        let preview = preview(&format!("hand 0 {hand}\noutposts 0 3\ndeck {deck} ...\nseat 0 plays done"));
        (predicted(&preview).len(), preview.open)
    };
    assert_eq!(end("mors ceres vulcan", "mors mors mors"), (5, false), "the choice is certain");
    assert_eq!(end("mors mors mors", "mors mors mors"), (5, true), "nothing would be asked");
    assert_eq!(end("mors mors mors", "ceres mors mors"), (5, true), "something would be asked");
    // Later discards are predicted: the hand is known.
    let last = preview(
        "hand 0 mors mors mors ceres
         outposts 0 3
         deck mors mors mors ...
         seat 0 plays done
         seat 0 plays discard ceres",
    );
    assert_eq!(
        predicted(&last),
        [
            "Seat 0 discards Ceres. (SA-R19)",
            "Seat 0 discards Mors. (SA-R19)",
            "Seat 1 gains 1 Credit. (SA-34)"
        ]
    );
    assert!(!last.open);
}

/// SA-60, SA-65: the end of the game is predicted with its winner.
#[test]
fn the_end_of_the_game_is_predicted() {
    for (table, says) in [
        ("outposts 10 0\nseat 0", "The game is over: seat 0 wins with 10 Outposts. (SA-60)"),
        ("outposts 9 6\nseat 1", "The game is over: seat 0 wins with 9 points to 6. (SA-62)"),
        ("idle 3\nseat 0", "The game is over: it is a draw with 0 points each. (SA-R26)"),
    ] {
        let preview = preview(&format!("{table} plays done"));
        assert_eq!(predicted(&preview)[1..], [says]);
        assert!(preview.points.is_empty() && !preview.open);
    }
}

/// SA-80, SA-85: answers to Abilities, with the test for an Arbiter that follows.
#[test]
fn answers_are_predicted() {
    let removed = preview(
        "atlas: ceres vulcan | laverna janus\ncredits 3 2\nseat 0 plays venture atlas mors\nseat 0 plays remove janus",
    );
    assert_eq!(
        predicted(&removed)[..2],
        [
            "Seat 0 removes the opposing Janus from Atlas. (SA-80)",
            "Seat 0 develops Atlas and becomes its Arbiter. (SA-26)"
        ]
    );
    assert_eq!(removed.points, [4, 0]);
    let moved = preview(
        "atlas: ceres |\ngenua-iv: vulcan |\ncredits 2 2\nseat 0 plays venture atlas mercury\nseat 0 plays move genua-iv vulcan",
    );
    assert_eq!(
        predicted(&moved),
        [
            "Seat 0 moves Vulcan from Genua IV to Atlas. (SA-85)",
            "Seat 0 develops Atlas and becomes its Arbiter. (SA-26)",
            "Seat 0 discards Ceres, Mercury and Vulcan from Atlas. (SA-28)",
            "Seat 0 draws a card. (SA-15)",
            "Seat 0 gains an Outpost. (SA-17)",
        ]
    );
    assert_eq!((moved.points.as_slice(), moved.open), (&[4, 0][..], false));
    let made = played("genua-iv: vulcan |\nseat 0 plays venture atlas mercury");
    assert_eq!(predicted(&preview_of(&made.after, "draw")), ["Seat 0 draws a card. (SA-15)"]);
}

/// SA-31, SA-71: an Ability that uses a card just drawn is predicted up to there, with the points that are certain.
#[test]
fn an_ability_is_predicted_up_to_a_drawn_card() {
    let content = with_ability(
        "mors",
        "[{ do = \"gain_outpost\", n = 1 }, { do = \"draw\", n = 1 }, { do = \"play_order\" }]",
    );
    for card in ["ceres", "vulcan", "mors"] {
        let example =
            format!("atlas: vulcan |\ncredits 2 2\ndeck janus {card} ...\nseat 0 plays venture atlas mors");
        let preview = preview_with(content, &example);
        assert_eq!(predicted(&preview).last().unwrap(), "Seat 0 draws a card. (SA-15)", "{card}");
        assert_eq!((preview.points.as_slice(), preview.open), (&[1, 0][..], true), "{card}");
    }
    // Before anything is drawn, the hand is known.
    let brought = with_ability("mors", "[{ do = \"play_order\" }, { do = \"draw\", n = 1 }]");
    let preview = preview_with(brought, "hand 0 mors ceres\nseat 0 plays venture atlas mors");
    assert!(predicted(&preview).contains(&"Seat 0 plays Ceres to Atlas. (SA-25)".to_owned()));
    assert!(!preview.open);
}

/// SA-64: the points of a closed preview are those that follow, and no preview names a hidden card.
#[test]
fn previews_of_games_are_right() {
    let points = |state: &ShadowOfAtlas, seat: Seat| {
        let position = open(state);
        let planets = position.planets.iter().filter(|planet| planet.arbiter == Some(seat)).count();
        (3 * planets + position.outposts[seat.index()].len()) as i32
    };
    let (mut closed, mut all) = (0, 0);
    for made in random_moves(40) {
        let preview = made.before.preview(made.seat, made.action);
        all += 1;
        if !preview.open {
            closed += 1;
            let change =
                [Seat(0), Seat(1)].map(|seat| points(&made.after, seat) - points(&made.before, seat));
            let must = if change == [0, 0] { Vec::new() } else { change.to_vec() };
            assert_eq!(preview.points, must, "{}", made.sentence());
            assert_eq!(preview.events.len(), made.news.len(), "{}", made.sentence());
        }
        let things = preview.events.iter().flat_map(|news| &news.told.things);
        assert!(things.into_iter().all(|thing| !thing.starts_with("hand/")));
    }
    assert!(closed * 2 > all, "only {closed} of {all} previews were complete");
}

/// SA-33: every legal action has a preview, which changes nothing.
#[test]
fn a_preview_changes_nothing() {
    let state =
        dealt("atlas: mors ceres | laverna\nhand 0 janus vulcan vulcan\ncredits 4 2\nseat 0 plays done");
    let before = state.clone();
    for sentence in legal(&state) {
        assert!(!preview_of(&state, &sentence).events.is_empty(), "{sentence}");
    }
    assert_eq!(state, before);
}
