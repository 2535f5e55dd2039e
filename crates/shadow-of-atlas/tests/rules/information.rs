//! Public and hidden information: SA-70 to SA-73.

use atlas_core::{Chance, Game, Seat, Turn, Viewer};
use atlas_shadow_of_atlas::{Event, ShadowOfAtlas, View};
use serde_json::Value;

use crate::tables::{
    Move, dealt, legal, open, planets_in, played, played_with, random_game, random_moves, with_ability,
};

const SEATS: [Seat; 2] = [Seat(0), Seat(1)];

fn json(state: &ShadowOfAtlas, viewer: Viewer) -> Value {
    serde_json::to_value(state.view(viewer)).unwrap()
}

/// SA-70: each player sees only their own hand, and a spectator sees no hand.
#[test]
fn only_its_owner_sees_a_hand() {
    for made in random_moves(20) {
        let (state, position) = (&made.after, open(&made.after));
        for seat in SEATS {
            let view = state.view(Viewer::Seat(seat));
            assert_eq!(view.hands[seat.index()].as_ref(), Some(&position.hands[seat.index()]));
            assert_eq!(view.hands[seat.next(2).index()], None);
        }
        assert_eq!(state.view(Viewer::Spectator).hands, [None, None]);
    }
}

/// SA-70: everything public is the same in every view.
#[test]
fn public_information_is_the_same_in_every_view() {
    for made in random_moves(20) {
        let (state, position) = (&made.after, open(&made.after));
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Everything] {
            let view: View = state.view(viewer);
            assert_eq!(view.to_act, position.to_act);
            assert_eq!((view.first, view.turn), (position.first, position.turn));
            assert_eq!((view.acted, view.idle_turns), (position.acted, position.idle_turns));
            assert_eq!(view.credits, position.credits);
            assert_eq!(view.outpost_counts, position.outposts.each_ref().map(Vec::len));
            assert_eq!(view.hand_sizes, position.hands.each_ref().map(Vec::len));
            assert_eq!(view.known, position.known);
            assert_eq!(view.deck_size, position.deck.len());
            assert_eq!(view.discard, position.discard);
            assert_eq!(view.pending, position.pending);
            assert_eq!(planets_in(view), position.planets);
        }
    }
}

/// SA-71: the views of players and spectators do not contain the deck and the fronts of the Outposts, not even as empty
/// fields.
#[test]
fn views_do_not_contain_hidden_cards() {
    for made in random_moves(10) {
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
            let view = json(&made.after, viewer);
            for key in ["deck", "outposts", "left", "content"] {
                assert!(view.get(key).is_none(), "{key}");
            }
        }
    }
    let keys = json(&dealt("seat 0 plays done"), Viewer::Spectator);
    let keys: Vec<&str> = keys.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        [
            "to_act",
            "first",
            "turn",
            "acted",
            "idle_turns",
            "planets",
            "credits",
            "outpost_counts",
            "hands",
            "hand_sizes",
            "known",
            "deck_size",
            "discard",
            "pending",
            "points",
            "income",
            "hand_options"
        ]
    );
}

/// The state with the cards that this seat cannot see dealt again.
fn other_world(state: &ShadowOfAtlas, seat: Seat, seed: u64) -> ShadowOfAtlas {
    state.imagine(seat, &mut Chance::quick(seed))
}

/// SA-71: the view of a seat does not depend on the hidden cards.
#[test]
fn views_do_not_depend_on_hidden_cards() {
    let mut others = 0;
    for (at, made) in random_moves(20).enumerate() {
        for seat in SEATS {
            let world = other_world(&made.after, seat, at as u64);
            assert_eq!(json(&world, Viewer::Seat(seat)), json(&made.after, Viewer::Seat(seat)));
            assert_eq!(json(&world, Viewer::Spectator), json(&made.after, Viewer::Spectator));
            assert_eq!(world.awaiting(seat), made.after.awaiting(seat));
            others += usize::from(world != made.after);
        }
    }
    assert!(others > 100);
}

/// SA-71: if a player must discard a matching card, every hand that the opponent imagines for them has one.
#[test]
fn imagined_hands_can_answer_the_question() {
    let forced = with_ability("vulcan", "[{ do = \"discard\", match = \"order_at_this_planet\" }]");
    let made = played_with(
        forced,
        "atlas: ceres |\nhand 0 vulcan vulcan mors ceres\ncredits 2 2\nseat 0 plays venture atlas vulcan",
    );
    for seed in 0..200 {
        let world = other_world(&made.after, Seat(1), seed);
        let hand = &open(&world).hands[0];
        assert!(hand.iter().any(|card| card == "vulcan" || card == "ceres"), "{hand:?}");
        assert!(!legal(&world).is_empty());
    }
}

/// SA-71, SA-R08: a known card stays in the hand in every imagined state. The others may be anywhere.
#[test]
fn known_cards_stay_in_every_imagined_state() {
    let state = dealt("hand 1 mors mors ceres\nknown 1 mors\nseat 0 plays done");
    let mut holdings = std::collections::BTreeSet::new();
    for seed in 0..300 {
        let world = other_world(&state, Seat(0), seed);
        let hand = open(&world).hands[1].clone();
        assert!(hand.contains(&"mors".to_owned()));
        holdings.insert(hand);
    }
    assert!(holdings.len() > 15, "{} hands", holdings.len());
}

/// SA-72: everybody sees which card a Survey turns up and where it goes.
#[test]
fn a_surveyed_card_is_seen_by_all() {
    let made = played("credits 3 2\ndeck ceres ...\nseat 0 plays survey");
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
        assert_eq!(made.after.view(viewer).pending.unwrap().card.as_deref(), Some("ceres"));
    }
    let five = "umeri-i of seat 0\ndorsi-ii of seat 0\natlas of seat 0\nbracchii-iii of seat 0\ngenua-iv of seat 0\n";
    let made = played(&format!("{five}credits 3 2\ndeck ceres ...\nseat 0 plays survey"));
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
        assert_eq!(made.after.view(viewer).known, [vec!["ceres".to_owned()], Vec::new()]);
        let told = made.texts(viewer);
        assert_eq!(told.last().unwrap(), "Seat 0 cannot play Ceres anywhere and adds it to their hand.");
    }
}

/// SA-73: a spectator sees what is public. When the game is over, everything can be shown.
#[test]
fn everything_can_be_shown_at_the_end() {
    for seed in 0..10 {
        let last = random_game(seed).pop().unwrap().after;
        let (view, position) = (last.view(Viewer::Everything), open(&last));
        assert_eq!(view.hands.map(Option::unwrap), position.hands);
        assert_eq!(view.outposts.unwrap(), position.outposts);
        assert_eq!(view.deck.unwrap(), position.deck);
        let spectator = last.view(Viewer::Spectator);
        assert_eq!((spectator.hands, spectator.outposts, spectator.deck), ([None, None], None, None));
    }
}

/// SA-70: only the player who draws a card sees which card it is, in the words and the things of the event.
#[test]
fn only_the_drawing_player_sees_the_drawn_card() {
    let made = played("deck janus ...\nseat 0 plays venture atlas mercury");
    let told = |viewer| made.told(viewer).pop().unwrap();
    let own = told(Viewer::Seat(Seat(0)));
    assert_eq!(
        (own.text.to_string().as_str(), own.things),
        ("Seat 0 draws Janus.", vec!["hand/janus".to_owned()])
    );
    assert_eq!(told(Viewer::Everything).text.to_string(), "Seat 0 draws Janus.");
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        let other = told(viewer);
        assert_eq!((other.text.to_string().as_str(), other.things.len()), ("Seat 0 draws a card.", 0));
    }
}

/// SA-70, SA-71: the events that others see do not depend on the cards that are hidden from them.
#[test]
fn events_do_not_depend_on_hidden_cards() {
    for (at, made) in random_moves(20).enumerate() {
        let observer = made.seat.next(2);
        for event in made.news.iter().map(|(_, event)| event) {
            if let Event::Drew { .. } | Event::Outpost { .. } = event {
                let told = |state: &ShadowOfAtlas| {
                    let seen = state.seen(event, Viewer::Seat(observer)).unwrap();
                    state.tell(&seen)
                };
                assert_eq!(told(&made.after), told(&other_world(&made.after, observer, at as u64)));
                let text = told(&made.after).text.to_string();
                assert!(["a card.", "an Outpost."].iter().any(|what| text.ends_with(what)), "{text}");
            }
        }
    }
}

/// SA-70: the words of every event for a spectator, and its things.
#[test]
fn every_event_has_its_words() {
    let told = |example: &str| -> Vec<String> {
        let told = played(example).told(Viewer::Spectator);
        told.into_iter().map(|told| format!("{} [{}]", told.text, told.things.join(" "))).collect()
    };
    assert_eq!(
        told(
            "atlas: mors ceres | laverna\ncredits 3 2\ndeck mors ...\nseat 0 plays venture atlas janus\nseat 0 plays copy ceres"
        ),
        [
            "Seat 0 uses the Ability of Ceres at Atlas. [atlas/ceres]",
            "Seat 0 gains 2 Credits. [credits/0]",
            "Seat 0 develops Atlas and becomes its Arbiter. [atlas]",
            "Seat 0 discards Mors, Ceres and Janus from Atlas. [discard]",
            "Seat 0 draws a card. []",
            "Seat 0 gains an Outpost. [outposts/0]",
        ]
    );
    assert_eq!(
        told("atlas: | vulcan\nseat 0 plays venture atlas mors"),
        [
            "Seat 0 ventures to Atlas with Mors. [atlas/mors]",
            "Seat 0 spends 1 Credit. [credits/0]",
            "Seat 0 plays Mors to Atlas. [atlas/mors]",
            "Seat 0 removes the opposing Vulcan from Atlas. [discard atlas]",
        ]
    );
    assert_eq!(
        told("genua-iv: ceres |\nseat 0 plays venture atlas mercury\nseat 0 plays move genua-iv ceres"),
        ["Seat 0 moves Ceres from Genua IV to Atlas. [atlas/ceres]"]
    );
    assert_eq!(
        told("hand 0 vulcan vulcan\nseat 0 plays venture atlas vulcan\nseat 0 plays melt vulcan"),
        ["Seat 0 discards Vulcan. [discard]", "Seat 0 gains an Outpost. [outposts/0]"]
    );
    assert_eq!(
        told("hand 0 vulcan vulcan\nseat 0 plays venture atlas vulcan\nseat 0 plays decline"),
        ["Seat 0 declines. []"]
    );
    assert_eq!(
        told("credits 1 2\nhand 0 laverna\nseat 0 plays survey laverna"),
        [
            "Seat 0 surveys. [deck]",
            "Seat 0 discards Laverna. [discard]",
            "Seat 0 spends 1 Credit. [credits/0]",
            told("credits 1 2\nhand 0 laverna\nseat 0 plays survey laverna")[3].as_str(),
        ]
    );
    assert_eq!(
        told("deck vulcan\ndiscard nothing\nseat 0 plays expand mors mors"),
        [
            "Seat 0 expands with a pair of Mors. [discard]",
            "Seat 0 gains an Outpost. [outposts/0]",
            "The discard pile is shuffled into a new deck of 2 cards. [deck]",
            "Seat 0 gains 1 Credit. [credits/0]",
        ]
    );
    assert_eq!(
        told("deck nothing\ndiscard nothing\ncredits 5 2\nseat 0 plays done"),
        ["Seat 0 ends their turn. []"]
    );
}

/// SA-70: every event names a rule of the book and has words for every viewer.
#[test]
fn every_event_has_a_rule_and_words() {
    for made in random_moves(60) {
        for (rule, event) in &made.news {
            assert!(atlas_shadow_of_atlas::RULES.find(rule.0).is_some(), "{event:?} by {rule}");
            for viewer in
                [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator, Viewer::Everything]
            {
                let seen = made.after.seen(event, viewer).unwrap();
                let text = made.after.tell(&seen).text.to_string();
                assert!(
                    text.starts_with(|first: char| first.is_uppercase()) && text.ends_with('.'),
                    "{text}"
                );
            }
        }
    }
}

/// SA-70: the words of questions.
#[test]
fn every_question_has_its_words() {
    let question = |example: &str| played(example).after.awaiting(Seat(0)).unwrap();
    for (example, kind, words) in [
        ("seat 0 plays venture atlas ceres", "action", "Take an Action or end your turn."),
        ("credits 3 2\ndeck ceres ...\nseat 0 plays survey", "place", "Where does Ceres go?"),
        (
            "atlas: | ceres vulcan\nseat 0 plays venture atlas mors",
            "remove",
            "Mors at Atlas: which opposing Order goes?",
        ),
        (
            "atlas: | ceres vulcan\nseat 0 plays venture atlas janus",
            "copy",
            "Janus at Atlas: which Ability do you use?",
        ),
        (
            "hand 0 vulcan vulcan\nseat 0 plays venture atlas vulcan",
            "melt",
            "Vulcan at Atlas: which card do you discard, if any?",
        ),
        (
            "genua-iv: ceres |\nseat 0 plays venture atlas mercury",
            "move",
            "Mercury at Atlas: move an Order or draw?",
        ),
        (
            "hand 0 mors mors ceres vulcan\nseat 0 plays done",
            "discard",
            "Your hand is full: discard 2 cards.",
        ),
    ] {
        let asked = question(example);
        assert_eq!((asked.kind, asked.text.to_string().as_str()), (kind, words));
    }
}

/// SA-73: a view names its content if it is not the house file, so that a client finds the names.
#[test]
fn a_view_names_its_content() {
    let content = with_ability("mors", "[]");
    let example = atlas_shadow_of_atlas::example::Example::read("seat 0 plays done", content).unwrap();
    let view = example.scenario.deal().unwrap().view(Viewer::Spectator);
    assert_eq!(view.content.as_ref(), Some(&content.hash));
    assert_eq!(view.content().unwrap(), content);
    let house = dealt("seat 0 plays done").view(Viewer::Spectator);
    assert_eq!(
        (house.content.as_ref(), house.content().unwrap()),
        (None, atlas_shadow_of_atlas::ContentRef::house())
    );
}

/// SA-70, SA-R27: everybody sees which player left.
#[test]
fn a_player_who_left_is_public() {
    let mut state = dealt("seat 0 plays done");
    state.leave(Seat(1), &mut Turn::quiet(&mut Chance::scripted([])));
    let view = state.view(Viewer::Spectator);
    assert_eq!((view.left, view.to_act), (Some(Seat(1)), None));
}

/// SA-71: events do not depend on the card that becomes an Outpost.
#[test]
fn events_do_not_reveal_the_front_of_an_outpost() {
    let front = |card: &str| {
        let made = played(&format!("deck {card} ...\nseat 0 plays expand mors mors"));
        Move::texts(&made, Viewer::Seat(Seat(0)))
    };
    assert_eq!(front("janus"), front("vulcan"));
}
