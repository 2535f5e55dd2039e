//! Tests of the rules of Lighthouse.

use atlas_core::play::TakeBack;
use atlas_core::{
    Chance, Code, Edition, Entry, Game, Match, Outcome, Seat, Seats, Secret, Table, Turn, Viewer,
};
use atlas_lighthouse::{Lighthouse, RULES};
use serde_json::{Value, json};

fn table(seats: u8) -> Match<Lighthouse> {
    Match::new(Edition::newest::<Lighthouse>(), (), seats, Secret([7; 32]), Vec::new()).unwrap()
}

/// Two keepers with known hands and storms.
fn two() -> Match<Lighthouse> {
    let mut deck: Vec<u8> = (0..42).map(|card| card / 7 + 1).collect();
    for card in [1, 2, 3, 4, 5, 6] {
        deck.remove(deck.iter().position(|it| *it == card).unwrap());
    }
    let position = json!({
        "night": 1, "storms": [8, 10], "hands": [[1, 2, 3], [4, 5, 6]], "plans": [null, null],
        "ready": [], "gone": [], "deck": deck, "discard": [], "lit": 0,
    });
    Match::from_position(Edition::newest::<Lighthouse>(), &position, Secret([7; 32])).unwrap()
}

#[track_caller]
fn refuse(table: &mut Match<Lighthouse>, seat: u8, sentence: &str, rule: &str) {
    let refusal = table.act(Seat(seat), sentence).expect_err(sentence);
    assert_eq!(refusal.rule.map(|rule| rule.0), Some(rule), "{refusal}");
}

fn act(table: &mut Match<Lighthouse>, seat: u8, sentence: &str) {
    table.act(Seat(seat), sentence).unwrap_or_else(|refusal| panic!("{sentence}: {refusal}"));
}

/// LH-01, LH-09: everyone shares the result.
#[test]
fn all_win_or_all_lose() {
    for won in [true, false] {
        let outcome = Outcome::together(7, won, 3);
        let share = if won { 1.0 } else { 0.0 };
        assert!(Seat::all(7).all(|seat| (outcome.share(seat) - share).abs() < 1e-9));
    }
    let refusal =
        Match::<Lighthouse>::new(Edition::newest::<Lighthouse>(), (), 8, Secret([1; 32]), Vec::new());
    assert_eq!(refusal.unwrap_err().code, Code::Seats);
}

/// LH-02, LH-03, LH-04: hands of three, beacons by the number of keepers, storms from 5 to 10.
#[test]
fn the_set_up_fits_the_number_of_keepers() {
    for (seats, beacons) in [(1, 2), (2, 2), (3, 3), (4, 3), (7, 5)] {
        let position = table(seats).position();
        assert_eq!(position["storms"].as_array().unwrap().len(), beacons);
        let storms = position["storms"].as_array().unwrap().iter();
        assert!(storms.map(|it| it.as_u64().unwrap()).all(|storm| (5..=10).contains(&storm)));
        assert!(position["hands"].as_array().unwrap().iter().all(|hand| hand.as_array().unwrap().len() == 3));
    }
}

/// LH-05: all keepers plan at once; a beacon has room for two; the first to place gets the last room.
#[test]
fn the_first_to_place_gets_the_last_room() {
    let mut table = table(3);
    assert_eq!(table.state().acting(), Seats::all(3));
    for seat in 0..2 {
        let sentence =
            table.legal(Seat(seat)).into_iter().find(|it| it.starts_with("place beacon-1")).unwrap();
        act(&mut table, seat, &sentence);
    }
    let wanted = format!("place beacon-1 {}", table.position()["hands"][2][0]);
    refuse(&mut table, 2, &wanted, "LH-05");
    assert!(table.legal(Seat(2)).iter().all(|it| !it.starts_with("place beacon-1")));
    refuse(&mut table, 2, "place beacon-9 1", "LH-03");
}

/// LH-05, LH-06, LH-07: a keeper places one card per night and may take it back until they are ready.
#[test]
fn a_card_can_be_taken_back_until_its_keeper_is_ready() {
    let mut table = two();
    refuse(&mut table, 0, "take-back", "LH-06");
    refuse(&mut table, 0, "place beacon-1 6", "LH-05");
    act(&mut table, 0, "place beacon-1 3");
    refuse(&mut table, 0, "place beacon-2 2", "LH-05");
    act(&mut table, 0, "take-back");
    act(&mut table, 0, "place beacon-2 2");
    act(&mut table, 0, "ready");
    refuse(&mut table, 0, "take-back", "LH-07");
    assert_eq!(table.state().acting(), Seats::one(Seat(1)));
}

/// LH-05, LH-08: nobody else sees a placed card before the night.
#[test]
fn a_placed_card_is_hidden_until_the_night() {
    let mut table = two();
    act(&mut table, 0, "place beacon-1 3");
    let seen = |viewer| serde_json::to_value(table.state().view(viewer)).unwrap()["plans"][0]["card"].clone();
    assert_eq!(
        (seen(Viewer::Seat(Seat(0))), seen(Viewer::Seat(Seat(1))), seen(Viewer::Spectator)),
        (json!(3), Value::Null, Value::Null)
    );
    let told = |viewer| table.news(viewer)[0].told.text.to_string();
    assert_eq!(told(Viewer::Seat(Seat(0))), "Seat 0 places a 3 at beacon 1");
    assert_eq!(told(Viewer::Seat(Seat(1))), "Seat 0 places a card at beacon 1");
}

/// LH-08, LH-09: cards and die must reach the storm, and after three nights at least half must have stayed lit.
#[test]
fn a_beacon_stays_lit_if_cards_and_die_reach_the_storm() {
    for (die, lit) in [(1, 0), (2, 1)] {
        let mut state = two().state().clone();
        let mut play = |seat: u8, sentence: &str, chance: &mut Chance| {
            let action = state.read(Seat(seat), sentence).unwrap();
            state.apply(Seat(seat), action, &mut Turn::quiet(chance)).unwrap();
            state.dump()
        };
        let mut none = Chance::scripted([]);
        play(0, "place beacon-1 2", &mut none);
        play(0, "ready", &mut none);
        play(1, "place beacon-1 4", &mut none);
        // 2 + 4 + die against 8; nothing against 10; then the storms of the next night.
        let after = play(1, "ready", &mut Chance::scripted([die - 1, 0, 0, 0]));
        assert_eq!(
            (&after["lit"], &after["night"], &after["discard"]),
            (&json!(lit), &json!(2), &json!([2, 4]))
        );
    }
    let mut table = table(2);
    while let Some(seat) = table.state().acting().first() {
        act(&mut table, seat.0, "ready");
    }
    let lit = table.position()["lit"].as_u64().unwrap();
    let everyone = if lit >= 3 { json!([0, 1]) } else { json!([]) };
    assert_eq!(table.result()["winners"], everyone);
    refuse(&mut table, 0, "ready", "LH-09");
}

/// LH-10: a keeper who leaves is ready from then on, and the others continue.
#[test]
fn the_game_continues_when_a_keeper_leaves() {
    let mut table = two();
    act(&mut table, 0, "place beacon-1 3");
    table.append(Entry::Leave { seat: Seat(0) }).unwrap();
    assert_eq!(table.position()["hands"][0], json!([1, 2, 3]));
    for _ in 0..3 {
        assert_eq!(table.state().acting(), Seats::one(Seat(1)));
        act(&mut table, 1, "ready");
    }
    assert!(table.state().outcome().is_some());
}

/// LH-05, LH-06: taking back a plan is an action of the game; an undo across another seat's later entry needs consent.
#[test]
fn an_undo_across_another_seats_entry_needs_consent() {
    let mut table = two();
    act(&mut table, 0, "place beacon-1 3");
    assert_eq!(table.take_back(Seat(0)), TakeBack::Free(0));
    act(&mut table, 1, "place beacon-2 4");
    assert_eq!(table.take_back(Seat(0)), TakeBack::Consent(0));
    assert_eq!(table.take_back(Seat(1)), TakeBack::Free(1));
}

/// LH-05: a seat's question changes with its own entries, not with those of other seats.
#[test]
fn a_question_stays_the_same_while_others_plan() {
    let mut table = two();
    let id = |table: &Match<Lighthouse>, seat: u8| table.question(Seat(seat)).map(|it| it.id);
    act(&mut table, 1, "place beacon-1 4");
    assert_eq!((id(&table, 0), id(&table, 1)), (Some(0), Some(1)));
    act(&mut table, 1, "take-back");
    act(&mut table, 1, "ready");
    assert_eq!((id(&table, 0), id(&table, 1)), (Some(0), None));
    assert_eq!(table.check_question(Seat(0), 0), Ok(()));
    act(&mut table, 0, "ready");
    assert_eq!((id(&table, 0), id(&table, 1)), (Some(4), Some(4)), "a new night renews all questions");
}

/// LH-05, LH-08: a preview shows what is certain, with the odds of the beacon.
#[test]
fn a_preview_has_odds_and_no_hidden_information() {
    let table = two();
    let seen = table.preview(Seat(1), "place beacon-1 4").unwrap();
    assert!((seen.odds[0].chance - 0.5).abs() < 1e-9, "a die of 4 or more reaches 8: {seen:?}");
    assert_eq!(seen.events[0].told.text.to_string(), "Seat 1 places a card at beacon 1");
    assert!(table.preview(Seat(1), "place beacon-1 1").is_err(), "an illegal action has no preview");
}

/// Every rule of the book has a test that cites it.
#[test]
fn every_rule_is_tested() {
    let tests = include_str!("rules.rs");
    for rule in RULES.paragraphs() {
        assert!(RULES.cited(tests).contains(&rule.id.as_str()), "{} has no test", rule.id);
    }
}
