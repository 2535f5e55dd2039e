//! Chance: SA-74.

use std::collections::BTreeMap;

use atlas_core::{Chance, Game, Marks};
use atlas_shadow_of_atlas::{ContentRef, Event, Options, ShadowOfAtlas};

use crate::tables::{Move, dealt, edition, open, random_moves};

/// SA-74: set-up draws one result for the First Player and 34 for the shuffle, and nothing else.
#[test]
fn set_up_is_one_choice_and_one_shuffle() {
    let house = edition(ContentRef::house());
    let results = std::iter::once(1).chain(vec![0; 34]);
    let state = ShadowOfAtlas::start(house, &Options::default(), 2, &mut Chance::scripted(results));
    assert_eq!(open(&state.unwrap()).first.0, 1);
    let chosen = Options { first: atlas_core::First::Seat(atlas_core::Seat(1)) };
    ShadowOfAtlas::start(house, &chosen, 2, &mut Chance::scripted(vec![0; 34])).unwrap();
}

/// SA-74: after set-up only shuffles of the discard pile use chance: a pile of n cards draws n - 1 results.
#[test]
fn only_shuffles_use_chance() {
    let mut shuffled = 0;
    for made in random_moves(60) {
        let piles = made.news.iter().filter_map(|(_, event)| match event {
            Event::Reshuffled { cards } => Some(*cards),
            _ => None,
        });
        let draws: usize = piles.map(|cards| cards - 1).sum();
        // A script that is too short or too long would fail.
        let again =
            Move::make(made.before.clone(), made.seat, made.action, &mut Chance::scripted(vec![0; draws]));
        assert_eq!(again.rules(), made.rules());
        let used = again.news.iter().any(|(_, event)| matches!(event, Event::Reshuffled { .. }));
        assert_eq!(again.marks.contains(Marks::CHANCE), used);
        shuffled += usize::from(used);
    }
    assert!(shuffled > 20, "only {shuffled} shuffles");
}

/// SA-74: the same state, action and luck lead to the same state.
#[test]
fn the_same_luck_leads_to_the_same_state() {
    for (at, made) in random_moves(20).enumerate() {
        let once = Move::make(made.before.clone(), made.seat, made.action, &mut Chance::quick(at as u64));
        let again = Move::make(made.before.clone(), made.seat, made.action, &mut Chance::quick(at as u64));
        assert_eq!((once.after, once.news), (again.after, again.news));
    }
}

/// SA-74: every order of a shuffled pile is equally likely.
#[test]
fn a_shuffle_is_fair() {
    let state = dealt("deck vulcan\ndiscard mors ceres\nhand 0 janus laverna\nseat 0 plays done");
    let mut orders: BTreeMap<Vec<String>, u32> = BTreeMap::new();
    for seed in 0..6_000 {
        // All other cards are in hand 1. Taking the Outpost empties the deck, so the discard pile is shuffled.
        let made =
            Move::act(state.clone(), atlas_core::Seat(0), "expand janus laverna", &mut Chance::quick(seed));
        *orders.entry(open(&made.after).deck).or_default() += 1;
    }
    // The discarded Janus and Laverna are in the pile too: four cards, 24 orders, 250 of each on average.
    assert_eq!(orders.len(), 24);
    assert!(orders.values().all(|times| (180..330).contains(times)), "{orders:?}");
}
