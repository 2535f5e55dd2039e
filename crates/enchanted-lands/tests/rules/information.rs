//! Public and hidden information: EL-57 to EL-61.

use std::collections::BTreeMap;

use atlas_core::{Chance, Game, Seat, Viewer};
use atlas_enchanted_lands::{Card, EnchantedLands, Event};
use serde_json::{Value, json};

use crate::tables::{
    Move, allotment, card, drawn, hand, open, pile, played, random_game, random_moves, removed, stacks,
};

fn seen(state: &EnchantedLands, viewer: Viewer) -> Value {
    serde_json::to_value(state.view(viewer)).unwrap()
}

/// The cards that are hidden from the viewer.
fn hidden(state: &EnchantedLands, viewer: Viewer) -> Vec<Card> {
    let mut cards = [pile(state), removed(state)].concat();
    for seat in Seat::all(state.seats()).filter(|seat| viewer != Viewer::Seat(*seat)) {
        cards.extend(hand(state, seat));
    }
    cards
}

fn everyone(seats: u8) -> Vec<Viewer> {
    Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator]).collect()
}

/// EL-57: everybody sees the board, the stacks, the chips, the sizes of the hands and the pile, the number of removed
/// cards and whose turn it is.
#[test]
fn everybody_sees_public_information() {
    for made in random_moves(30) {
        let state = &made.after;
        let all = open(state);
        for viewer in everyone(state.seats()) {
            let view = state.view(viewer);
            assert_eq!((view.to_act, &view.board), (all.to_act, &all.board));
            assert_eq!((&view.chips, &view.hand_sizes), (&all.chips, &all.hand_sizes));
            assert_eq!(view.pile_size, pile(state).len());
            assert_eq!(view.removed_count, removed(state).len());
            for (size, seat) in view.hand_sizes.iter().zip(Seat::all(state.seats())) {
                assert_eq!(*size, hand(state, seat).len());
            }
        }
    }
}

/// EL-57: a stack shows its owner, its side and its size.
#[test]
fn a_stack_shows_owner_side_and_size() {
    let made = played("dawn 1 . . . . . .\nseat 1 plays dawn-3 place 4");
    let view = seen(&made.after, Viewer::Spectator);
    assert_eq!(
        view["board"][1],
        json!({
            "card": "dawn-3", "face": "up", "stack": { "seat": 1, "side": "place", "chips": 4 }
        })
    );
    assert_eq!((&view["chips"], &view["to_act"]), (&json!([16, 12]), &json!(0)));
}

/// EL-57: the number of chips that each player has lost follows from public information.
#[test]
fn everybody_can_count_lost_chips() {
    for seats in 2..=4 {
        for seed in 0..50 {
            let mut lost = vec![0; seats.into()];
            for made in random_game(seats, seed) {
                for (_, stack) in made.lost().into_iter().chain(made.swept()) {
                    lost[stack.seat.index()] += stack.chips;
                }
                let view = made.after.view(Viewer::Spectator);
                for seat in Seat::all(seats) {
                    let on_board = stacks(&made.after).into_iter().filter(|it| it.1.seat == seat);
                    let on_board: u8 = on_board.map(|it| it.1.chips).sum();
                    let counted = allotment(seats) - view.chips[seat.index()] - on_board;
                    assert_eq!(counted, lost[seat.index()]);
                }
            }
        }
    }
}

/// EL-58: a seat sees only its own hand, in order.
#[test]
fn only_its_owner_sees_a_hand() {
    for made in random_moves(30) {
        let state = &made.after;
        for viewer in everyone(state.seats()) {
            for (shown, seat) in state.view(viewer).hands.into_iter().zip(Seat::all(state.seats())) {
                let own = viewer == Viewer::Seat(seat);
                assert_eq!(shown, own.then(|| hand(state, seat)));
            }
        }
    }
}

/// Whether a text contains the name or the title of a card.
fn is_named(card: Card, text: &str) -> bool {
    text.contains(card.name()) || text.contains(card.title())
}

/// EL-58, EL-59: no hidden card is named in the view of a seat or a spectator, or in the prompt and actions of a seat.
#[test]
fn no_hidden_card_is_named_in_a_view() {
    for seats in 2..=4 {
        for seed in 0..25 {
            for made in random_game(seats, seed) {
                for viewer in everyone(seats) {
                    let mut text = seen(&made.before, viewer).to_string();
                    if let Viewer::Seat(seat) = viewer {
                        text.extend(made.before.awaiting(seat).map(|question| question.text.to_string()));
                        let mut actions = Vec::new();
                        made.before.legal(seat, &mut actions);
                        text.extend(actions.iter().map(|action| made.before.write(*action, viewer)));
                    }
                    for card in hidden(&made.before, viewer) {
                        assert!(!is_named(card, &text), "{viewer:?} sees {card}: {text}");
                    }
                }
            }
        }
    }
}

/// EL-58, EL-59: no hidden card is named in the events that a viewer gets.
#[test]
fn no_hidden_card_is_named_in_events() {
    for seats in 2..=4 {
        for seed in 0..50 {
            for made in random_game(seats, seed) {
                for viewer in everyone(seats) {
                    for (_, event) in &made.news {
                        let Some(seen) = made.after.seen(event, viewer) else { continue };
                        let told = made.after.tell(&seen);
                        for card in hidden(&made.after, viewer) {
                            assert!(!is_named(card, &told.text.to_string()), "{viewer:?} gets {told:?}");
                            assert!(told.things.iter().all(|thing| !is_named(card, thing)), "{told:?}");
                        }
                    }
                }
            }
        }
    }
}

/// EL-58: everyone gets the event of a draw, but only the player who drew gets the card.
#[test]
fn only_the_drawing_player_sees_the_drawn_card() {
    let mut draws = 0;
    for made in random_moves(30) {
        let Some(card) = made.drew() else { continue };
        draws += 1;
        let event = Event::Drew { seat: made.seat, card: Some(card) };
        for viewer in everyone(made.after.seats()) {
            let told = made.after.tell(&made.after.seen(&event, viewer).expect("everyone notices a draw"));
            let knows = viewer == Viewer::Seat(made.seat);
            assert_eq!(is_named(card, &told.text.to_string()), knows, "{viewer:?} gets {told:?}");
            assert!(told.text.parts().contains(&atlas_core::Part::Seat(made.seat)));
            assert!(knows || told.things.is_empty(), "{told:?}");
        }
        let everything = made.after.seen(&event, Viewer::Everything).unwrap();
        assert!(is_named(card, &made.after.tell(&everything).text.to_string()));
    }
    assert!(draws > 300);
}

/// EL-59: nobody sees the pile or the removed cards during the game, not even as a list without names.
#[test]
fn nobody_sees_the_pile_or_the_removed_cards() {
    for made in random_moves(20) {
        for viewer in everyone(made.before.seats()) {
            let view = seen(&made.before, viewer);
            assert!(view.get("pile").is_none() && view.get("removed").is_none(), "{view}");
        }
        assert!(seen(&made.before, Viewer::Everything)["pile"].is_array());
        assert!(seen(&made.before, Viewer::Everything)["removed"].is_array());
    }
}

/// EL-58, EL-59: in imagined states each unseen card is at each unseen place equally often, and everything that the
/// seat sees is unchanged.
#[test]
fn imagined_states_are_uniform() {
    const WORLDS: u32 = 4_000;
    for seats in 2..=4 {
        let made: Move = random_game(seats, 5).into_iter().nth(5).unwrap();
        let (state, seat) = (&made.before, made.seat);
        let mut chance = Chance::quick(3);
        let mut counts: BTreeMap<(String, Card), u32> = BTreeMap::new();
        let mut sizes: BTreeMap<String, u32> = BTreeMap::new();
        for world in 0..WORLDS {
            let other = state.imagine(seat, &mut chance);
            assert_eq!(other.view(Viewer::Seat(seat)), state.view(Viewer::Seat(seat)));
            let mut places = Vec::new();
            for other_seat in Seat::all(seats).filter(|it| *it != seat) {
                places.extend(
                    hand(&other, other_seat).into_iter().map(|it| (format!("hand {other_seat}"), it)),
                );
            }
            places.extend(pile(&other).into_iter().enumerate().map(|(i, card)| (format!("pile {i}"), card)));
            places.extend(removed(&other).into_iter().map(|card| ("removed".to_owned(), card)));
            for (place, card) in places {
                if world == 0 {
                    *sizes.entry(place.clone()).or_default() += 1;
                }
                *counts.entry((place, card)).or_default() += 1;
            }
        }
        let unseen: u32 = sizes.values().sum();
        assert_eq!(unseen as usize, hidden(state, Viewer::Seat(seat)).len());
        assert_eq!(counts.len(), unseen as usize * sizes.len());
        for ((place, card), count) in counts {
            let expected = f64::from(WORLDS * sizes[&place]) / f64::from(unseen);
            let deviations = (f64::from(count) - expected) / expected.sqrt();
            assert!(deviations.abs() < 5.0, "{card} at {place}: {count}, not {expected}");
        }
    }
}

/// EL-60: a flipped card stays public.
#[test]
fn everybody_sees_flipped_cards() {
    let state = drawn("dawn 1 (2)/0T3 . . . . .\nseat 1 plays day-1");
    for viewer in everyone(2) {
        let view = seen(&state, viewer);
        let stack = json!({ "seat": 0, "side": "time", "chips": 3 });
        assert_eq!(view["board"][1], json!({ "card": "dawn-2", "face": "flipped", "stack": stack }));
    }
    let made = played("dawn 1 2 3 . . . .\nseat 0 plays dawn-4");
    let told = made.after.tell(&made.after.seen(&Event::Time(made.time()), Viewer::Spectator).unwrap());
    assert_eq!(told.things, ["dawn-1", "dawn-2", "dawn-3", "dawn-4"]);
    assert!(made.time().contains(card("dawn-4")));
}

/// EL-61: a spectator sees what every seat sees, without the hand of that seat.
#[test]
fn a_spectator_sees_exactly_the_public_information() {
    for made in random_moves(30) {
        let seats = made.after.seats();
        let spectator = seen(&made.after, Viewer::Spectator);
        assert_eq!(spectator["hands"], json!(vec![Value::Null; seats.into()]));
        for seat in Seat::all(seats) {
            let mut without = seen(&made.after, Viewer::Seat(seat));
            without["hands"][seat.index()] = Value::Null;
            assert_eq!(without, spectator);
        }
    }
}
