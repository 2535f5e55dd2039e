//! Components and set-up: SA-01 to SA-12.

use std::collections::BTreeMap;

use atlas_core::play::read_options;
use atlas_core::{Chance, Code, First, Game, Seat};
use atlas_shadow_of_atlas::{ContentRef, Options, Order, Planet, ShadowOfAtlas};
use serde_json::{Value, json};

use crate::tables::{
    Move, acting, dealt, edition, holds, legal, open, random_game, random_moves, started, started_by,
};

const PLANETS: [&str; 5] = ["umeri-i", "dorsi-ii", "atlas", "bracchii-iii", "genua-iv"];

/// SA-01: the five planets of the row, in order.
#[test]
fn there_are_five_planets_in_a_row() {
    let row: Vec<String> = open(&started(1)).planets.into_iter().map(|planet| planet.id).collect();
    assert_eq!(row, PLANETS);
    let house = ContentRef::house();
    let names: Vec<&str> = Planet::all().map(|planet| house.planet(planet).name.as_str()).collect();
    assert_eq!(names, ["Umeri I", "Dorsi II", "Atlas", "Bracchii III", "Genua IV"]);
}

/// The position and a sentence, with the planets rotated.
fn rotated(position: &Value, sentence: &str, by: usize) -> (Value, String) {
    let mut position = position.clone();
    let planets = position["planets"].as_array_mut().unwrap();
    planets.rotate_right(by);
    planets.iter_mut().zip(PLANETS).for_each(|(planet, id)| planet["id"] = json!(id));
    let other = |word: &str| match PLANETS.iter().position(|id| *id == word) {
        Some(at) => PLANETS[(at + by) % 5].to_owned(),
        None => word.to_owned(),
    };
    if let Some(Value::String(planet)) = position["pending"].get_mut("planet") {
        *planet = other(planet);
    }
    (position, sentence.split(' ').map(other).collect::<Vec<_>>().join(" "))
}

/// SA-02, SA-R01: all planets are alike: if they change places, the game is the same.
#[test]
fn all_planets_are_alike() {
    for (at, made) in random_moves(30).enumerate() {
        let by = 1 + at % 4;
        let (position, sentence) = rotated(&made.before.dump(), &made.sentence(), by);
        let twin = ShadowOfAtlas::load(edition(ContentRef::house()), &position).unwrap();
        assert_eq!(legal(&twin).len(), legal(&made.before).len());
        let luck = || Chance::quick(at as u64);
        let once = Move::make(made.before.clone(), made.seat, made.action, &mut luck());
        let again = Move::act(twin, made.seat, &sentence, &mut luck());
        assert_eq!(again.after.dump(), rotated(&once.after.dump(), "", by).0, "{sentence}");
        assert_eq!(again.rules(), once.rules());
    }
}

/// The number of cards of each Order.
fn census(state: &ShadowOfAtlas) -> BTreeMap<String, usize> {
    let position = open(state);
    let on_planets = position.planets.into_iter().flat_map(|planet| planet.orders.into_iter().flatten());
    let piles = position.hands.into_iter().chain(position.outposts).flatten();
    let turned_up = position.pending.and_then(|pending| pending.card);
    let mut counts = BTreeMap::new();
    for card in on_planets.chain(piles).chain(position.deck).chain(position.discard).chain(turned_up) {
        *counts.entry(card).or_default() += 1;
    }
    counts
}

/// SA-03, SA-04: 35 cards of six Orders, five of Janus and six of each other.
#[test]
fn there_are_thirty_five_cards_of_six_orders() {
    let counts = census(&started(1));
    assert_eq!(counts.values().sum::<usize>(), 35);
    for order in ["mors", "ceres", "laverna", "vulcan", "mercury"] {
        assert_eq!(counts[order], 6, "{order}");
    }
    assert_eq!((counts.len(), counts["janus"]), (6, 5));
    assert!(random_moves(20).all(|made| census(&made.after) == counts));
    let house = ContentRef::house();
    let names: Vec<&str> = Order::all().map(|order| house.order(order).name.as_str()).collect();
    assert_eq!(names, ["Mors", "Ceres", "Janus", "Laverna", "Vulcan", "Mercury"]);
}

/// SA-05: there are two players with five Credit cards each.
#[test]
fn two_players_have_five_credit_cards_each() {
    for seats in [0, 1, 3, 4, 255] {
        let house = edition(ContentRef::house());
        let refused = ShadowOfAtlas::start(house, &Options::default(), seats, &mut Chance::quick(1));
        assert_eq!(refused.unwrap_err().code, Code::Seats, "{seats}");
    }
    for credits in 0..=5 {
        assert_eq!(open(&dealt(&format!("credits {credits} 5"))).credits, [credits, 5]);
    }
}

/// The position with the seats swapped.
fn mirrored(position: &Value) -> Value {
    let mut position = position.clone();
    let other = |seat: &mut Value| {
        if let Some(number) = seat.as_u64() {
            *seat = json!(1 - number);
        }
    };
    other(&mut position["to_act"]);
    other(&mut position["first"]);
    for planet in position["planets"].as_array_mut().unwrap() {
        other(&mut planet["arbiter"]);
        planet["orders"].as_array_mut().unwrap().reverse();
    }
    for pair in ["credits", "outposts", "hands", "known"] {
        position[pair].as_array_mut().unwrap().reverse();
    }
    position
}

/// SA-06: both players have the same turn and the same Actions: with the seats swapped, the game is the same.
#[test]
fn the_game_is_the_same_for_both_seats() {
    for (at, made) in random_moves(30).enumerate() {
        let twin = ShadowOfAtlas::load(edition(ContentRef::house()), &mirrored(&made.before.dump())).unwrap();
        assert_eq!(legal(&twin), legal(&made.before));
        let luck = || Chance::quick(at as u64);
        let once = Move::make(made.before.clone(), made.seat, made.action, &mut luck());
        let again = Move::make(twin, made.seat.next(2), made.action, &mut luck());
        assert_eq!(again.after.dump(), mirrored(&once.after.dump()));
    }
}

/// SA-06, SA-62: only after the Second Player's turn can the game end by SA-62, whichever seat that is.
#[test]
fn only_the_second_players_turn_can_be_the_last() {
    holds("outposts 8 8\nseat 0 plays done\n-> to act 1");
    holds("outposts 8 8\nseat 1 plays done\n-> over by draw");
    holds("first 1\noutposts 8 8\nseat 1 plays done\n-> to act 0");
    holds("first 1\noutposts 8 8\nseat 0 plays done\n-> over by draw");
}

/// SA-07, SA-09, SA-10, SA-11: every game starts with the same set-up.
#[test]
fn every_game_starts_with_the_same_set_up() {
    for seed in 0..200 {
        let position = open(&started(seed));
        for planet in &position.planets {
            assert_eq!((planet.arbiter, planet.orders.iter().flatten().count()), (None, 0));
        }
        assert_eq!(position.credits, [2, 2]);
        assert_eq!((position.hands[0].len(), position.hands[1].len(), position.deck.len()), (3, 3, 29));
        assert_eq!(position.outposts.iter().flatten().count() + position.discard.len(), 0);
        assert_eq!(position.known.iter().flatten().count(), 0);
        assert_eq!((position.turn, position.acted, position.idle_turns), (1, false, 0));
        assert!(position.pending.is_none() && position.left.is_none());
    }
}

/// SA-10: the cards are shuffled and dealt, so every Order occurs everywhere.
#[test]
fn the_cards_are_shuffled_and_dealt() {
    let mut seen: BTreeMap<(String, &str), u32> = BTreeMap::new();
    for seed in 0..600 {
        let position = open(&started(seed));
        let places = [&position.hands[0], &position.hands[1], &position.deck[..3].to_vec()];
        for (cards, place) in places.into_iter().zip(["hand 0", "hand 1", "top"]) {
            cards.iter().for_each(|card| *seen.entry((card.clone(), place)).or_default() += 1);
        }
    }
    // 600 deals of three cards: six cards of 35 come up 308 times on average, five 257 times.
    assert_eq!(seen.len(), 18);
    assert!(seen.iter().all(|(it, times)| (200..380).contains(times) || panic!("{it:?} {times}")));
}

/// SA-08, SA-12: the First Player has the first turn, and the Second Player gets nothing extra.
#[test]
fn the_first_player_has_the_first_turn() {
    for first in [Seat(0), Seat(1)] {
        let state = started_by(first, 3);
        assert_eq!((open(&state).first, acting(&state)), (first, first));
        let second = first.next(2);
        let before = open(&state);
        let mut after = Move::act(state, first, "done", &mut Chance::quick(1)).after;
        while acting(&after) == first {
            let discard = legal(&after)[0].clone();
            after = Move::act(after, first, &discard, &mut Chance::quick(1)).after;
        }
        // Nothing happens to the Second Player before their first Action.
        assert_eq!(open(&after).credits[second.index()], 2);
        assert_eq!(open(&after).hands[second.index()], before.hands[second.index()]);
    }
}

/// SA-08, SA-R02: the First Player is random, unless the table chooses one.
#[test]
fn the_first_player_is_random_or_chosen() {
    let firsts = (0..400).filter(|seed| open(&started(*seed)).first == Seat(1)).count();
    assert!((150..250).contains(&firsts), "{firsts}");
    for first in [Seat(0), Seat(1)] {
        assert!((0..20).all(|seed| open(&started_by(first, seed)).first == first));
    }
    assert_eq!(Options::default().first, First::Random);
    for seat in [2, 7, 255] {
        let options = Options { first: First::Seat(Seat(seat)) };
        let house = edition(ContentRef::house());
        let refused = ShadowOfAtlas::start(house, &options, 2, &mut Chance::quick(1));
        let refused = refused.unwrap_err();
        assert_eq!((refused.code, refused.rule.unwrap().0), (Code::Options, "SA-R02"));
    }
}

/// SA-R02: the option as JSON.
#[test]
fn the_first_player_is_an_option_of_the_table() {
    let read = |value| read_options::<ShadowOfAtlas>(&value).map(|options| options.first);
    assert_eq!(read(json!(null)), Ok(First::Random));
    assert_eq!(read(json!({})), Ok(First::Random));
    assert_eq!(read(json!({ "first": "random" })), Ok(First::Random));
    assert_eq!(read(json!({ "first": 1 })), Ok(First::Seat(Seat(1))));
    for wrong in
        [json!({ "first": "me" }), json!({ "first": -1 }), json!({ "second": 0 }), json!({ "first": 0.5 })]
    {
        assert_eq!(read(wrong.clone()).unwrap_err().code, Code::Options, "{wrong}");
    }
}

/// SA-11: the discard pile starts empty and fills during play.
#[test]
fn the_discard_pile_starts_empty_and_fills_in_play() {
    let game = random_game(0);
    assert!(open(&game[0].before).discard.is_empty());
    assert!(game.iter().any(|made| !open(&made.after).discard.is_empty()));
}

/// SA-01: a state contains the rules version and the content of its game.
#[test]
fn a_state_contains_its_edition() {
    let house = edition(ContentRef::house());
    let start = |rules: u32| {
        let edition = atlas_core::Edition { rules, ..house };
        ShadowOfAtlas::start(edition, &Options::default(), 2, &mut Chance::quick(1)).unwrap()
    };
    assert_eq!(start(1).edition(), house);
    assert_eq!(ShadowOfAtlas::load(house, &start(1).dump()).unwrap().edition(), house);
    assert_ne!(start(1), start(2), "states of different rules versions differ");
    assert_eq!(start(1).dump(), start(2).dump(), "positions do not contain the version");
    let facts = ShadowOfAtlas::FACTS;
    assert_eq!((facts.oldest_rules_version, facts.rules_version), (1, 1));
}
