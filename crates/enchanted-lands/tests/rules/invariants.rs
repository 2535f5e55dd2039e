//! Invariants: EL-I1 to EL-I9, and statistics of random games.

use atlas_core::{Chance, Game, Seat, Turn};
use atlas_enchanted_lands::{Card, Cards, EnchantedLands, Event, Suit};

use crate::ending::finished;
use crate::tables::{
    Move, allotment, dealt, flipped, hand, holds, open, pile, random_game, random_moves, removed, stacks,
    turns, up,
};

/// The number of games for each number of seats.
const GAMES: u64 = 1_500;

/// EL-I1: all players have the same number of turns, and all dealt or drawn cards are played.
#[test]
fn everyone_has_the_same_number_of_turns() {
    for seats in 2..=4 {
        for seed in 0..GAMES {
            let game = random_game(seats, seed);
            assert_eq!(game.len(), turns(seats) * usize::from(seats));
            for seat in Seat::all(seats) {
                assert_eq!(game.iter().filter(|made| made.seat == seat).count(), turns(seats));
            }
        }
    }
}

/// EL-I2: after each turn no card of a completed Time or Place is face up.
#[test]
fn no_completed_time_or_place_stays_face_up() {
    for made in random_moves(GAMES) {
        let (up, flipped) = (up(&made.after), flipped(&made.after));
        for suit in Suit::ALL {
            let mut run = 0;
            for card in (1..=8).map(|number| Card::new(suit, number)) {
                run = match (up.contains(card), flipped.contains(card)) {
                    (true, _) => run + 1,
                    (_, true) => run,
                    _ => 0,
                };
                assert!(run < 4, "a run of four at {card}");
            }
        }
        for number in 1..=8 {
            let column = Card::new(Suit::Dawn, number).column();
            assert!((up | flipped) & column != column || (up & column).len() < 3, "a Place of {number}s");
        }
    }
}

/// EL-I3: a Time has at most seven cards, at most three on each side of the played card.
#[test]
fn a_time_has_at_most_seven_cards() {
    let mut longest = 0;
    for made in random_moves(GAMES).filter(|made| !made.time().is_empty()) {
        let time = made.time();
        longest = longest.max(time.len());
        assert!((4..=7).contains(&time.len()));
        assert!(time.filter(|card| *card < made.card()).count() <= 3);
        assert!(time.filter(|card| *card > made.card()).count() <= 3);
    }
    assert_eq!(longest, 7);
    holds(
        "seats 4
         day     1  2  3  (4)  .  6  7  8
         night   .  2  .  .    .  .  .  .
         seat 0 plays day-5
         -> time day-1 day-2 day-3 day-5 day-6 day-7 day-8",
    );
}

/// EL-I4: for each player, the chips in hand, on the board and lost always add up to the initial number.
#[test]
fn chips_add_up() {
    for seats in 2..=4 {
        for seed in 0..GAMES {
            let mut gone = vec![0; seats.into()];
            for made in random_game(seats, seed) {
                for (_, stack) in made.lost().into_iter().chain(made.swept()) {
                    gone[stack.seat.index()] += stack.chips;
                }
                for seat in Seat::all(seats) {
                    let own = stacks(&made.after).into_iter().filter(|it| it.1.seat == seat);
                    let on_board: u8 = own.map(|it| it.1.chips).sum();
                    let in_hand = open(&made.after).chips[seat.index()];
                    assert_eq!(in_hand + on_board + gone[seat.index()], allotment(seats));
                }
            }
        }
    }
}

/// EL-I5: every card is in exactly one place.
#[test]
fn every_card_is_in_exactly_one_place() {
    for made in random_moves(GAMES) {
        let state = &made.after;
        let seats = state.seats();
        let mut all: Vec<Card> = open(state).board.iter().map(|placed| placed.card).collect();
        all.extend(Seat::all(seats).flat_map(|seat| hand(state, seat)));
        all.extend(pile(state).into_iter().chain(removed(state)));
        assert_eq!(all.len(), if seats == 4 { 32 } else { 28 });
        all.sort_unstable();
        all.dedup();
        assert!(all.iter().copied().eq(Cards::deck(seats)), "{all:?}");
        assert_eq!(removed(state), removed(&made.before), "the removed cards changed");
    }
}

/// EL-I6: a row of seven columns has at most one Time per game, a row of eight at most two.
#[test]
fn a_row_has_at_most_one_time_or_two_with_eight_columns() {
    let mut twice = 0;
    for seats in 2..=4 {
        for seed in 0..GAMES {
            let game = random_game(seats, seed);
            for suit in Suit::ALL {
                let times = game.iter().filter(|made| !made.time().is_empty() && made.card().suit() == suit);
                let times = times.count();
                assert!(times <= if seats == 4 { 2 } else { 1 });
                twice += usize::from(times == 2);
            }
        }
    }
    assert!(twice > 0);
}

/// EL-I7: a column has at most one Place per game.
#[test]
fn a_column_has_at_most_one_place() {
    for seats in 2..=4 {
        for seed in 0..GAMES {
            let mut places: Vec<u8> = random_game(seats, seed)
                .iter()
                .filter(|made| !made.place().is_empty())
                .map(|made| made.card().number())
                .collect();
            let all = places.len();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), all);
        }
    }
}

/// EL-I8: a turn adds one face-up card, or reduces their number if it completes something.
#[test]
fn a_turn_adds_at_most_one_face_up_card() {
    for made in random_moves(GAMES) {
        let (before, after) = (up(&made.before).len(), up(&made.after).len());
        if made.completes() {
            assert!(after < before, "{before} before, {after} after {}", made.card());
        } else {
            assert_eq!(after, before + 1);
        }
    }
}

/// EL-I9: no score exceeds the maximum.
#[test]
fn no_score_exceeds_the_maximum() {
    for (seats, maximum) in [(2, 29), (3, 23), (4, 19)] {
        for seed in 0..GAMES {
            let end = random_game(seats, seed).pop().unwrap().after;
            assert!(end.outcome().unwrap().scores().iter().all(|score| (0..=maximum).contains(score)));
        }
    }
}

/// EL-I9: chips and turns limit the score: the best possible position scores exactly the maximum, and another stack or
/// chip is refused.
#[test]
fn the_maximum_score_is_limited_by_chips_and_turns() {
    for (seats, maximum) in [(2_u8, 29), (3, 23), (4, 19)] {
        let mut best = vec![1; turns(seats)];
        let spare = allotment(seats) - best.len() as u8;
        best[0] += spare.min(4);
        best[1] += spare - spare.min(4);
        let none: &[u8] = &[];
        let mut all = vec![none; seats.into()];
        all[1] = &best;
        let state = finished(&all);
        assert_eq!(state.outcome().unwrap().scores()[1], maximum);

        let mut richer = state.dump();
        richer["chips"][1] = 1.into();
        assert_eq!(
            EnchantedLands::load(atlas_core::Edition::newest::<EnchantedLands>(), &richer)
                .unwrap_err()
                .rule
                .unwrap()
                .0,
            "EL-06"
        );
        let mut busier = state.dump();
        let board = busier["board"].as_array_mut().unwrap();
        board[1]["stack"]["chips"] = 1.into();
        let bare = board.iter_mut().skip(1).find(|placed| placed["stack"].is_null()).unwrap();
        bare["stack"] = serde_json::json!({ "seat": 1, "side": "time", "chips": 1 });
        assert_eq!(
            EnchantedLands::load(atlas_core::Edition::newest::<EnchantedLands>(), &busier)
                .unwrap_err()
                .rule
                .unwrap()
                .0,
            "EL-38"
        );
    }
}

/// Statistics of random games.
#[derive(Default, Debug)]
struct Counts {
    times: u32,
    long_times: u32,
    places: u32,
    places_of_three: u32,
    both: u32,
    skips: u32,
    dead_columns: u32,
}

/// Plays games with uniformly random cards. There are no predictions, because they do not affect the cards.
fn count(seats: u8, games: u64) -> Counts {
    let mut counts = Counts::default();
    let mut news = Vec::new();
    for game in 0..games {
        let mut chance = Chance::quick_part(u64::from(seats) + 40, game);
        let mut state = dealt(seats, &mut chance);
        let mut actions = Vec::with_capacity(77);
        while let Some(seat) = state.acting().first() {
            actions.clear();
            state.legal(seat, &mut actions);
            actions.retain(|action| action.chips() == 0);
            let action = actions[chance.below(actions.len() as u32) as usize];
            news.clear();
            state.play(seat, action, &mut Turn::told(&mut chance, &mut news));
            let (mut time, mut place) = (Cards::NONE, Cards::NONE);
            for (_, event) in &news {
                match event {
                    Event::Time(members) => time = *members,
                    Event::Place(members) => place = *members,
                    _ => {}
                }
            }
            let spread = |cards: Cards| {
                let numbers = || cards.map(Card::number);
                numbers().max().unwrap_or(0) - numbers().min().unwrap_or(0) + u8::from(!cards.is_empty())
            };
            counts.times += u32::from(!time.is_empty());
            counts.long_times += u32::from(time.len() > 4);
            counts.skips += u32::from(usize::from(spread(time)) > time.len());
            counts.places += u32::from(!place.is_empty());
            counts.places_of_three += u32::from(place.len() == 3);
            counts.both += u32::from(!time.is_empty() && !place.is_empty());
            let column = action.card().column();
            let full = (up(&state) | flipped(&state)) & column == column;
            counts.dead_columns += u32::from(full && time.is_empty() && place.is_empty());
        }
    }
    counts
}

/// EL-23, EL-24, EL-27, EL-33: in random games, Times, Places and both at once are as frequent as in the first
/// simulation of the rules.
#[test]
fn random_games_have_the_expected_statistics() {
    const GAMES: u32 = 20_000;
    for (seats, times, long, places, both, skips, dead) in [
        (2, 2.5, 0.72, 3.3, 0.46, 0.87, 1.4),
        (3, 2.7, 0.78, 3.6, 0.48, 0.98, 1.8),
        (4, 3.1, 0.89, 3.7, 0.54, 1.08, 1.8),
    ] {
        let counts = count(seats, GAMES.into());
        let near = |what: &str, found: u32, expected: f64, tolerance: f64| {
            let found = f64::from(found) / f64::from(GAMES);
            assert!(
                (found - expected).abs() < tolerance,
                "{what} with {seats} seats: {found}, not {expected}"
            );
        };
        near("Times", counts.times, times, 0.08);
        near("Times longer than four", counts.long_times, long, 0.03);
        near("Places", counts.places, places, 0.08);
        near("both at once", counts.both, both, 0.03);
        near("runs that skip flipped cards", counts.skips, skips, 0.03);
        near("dead columns", counts.dead_columns, dead, 0.08);
        assert!(counts.places_of_three * 2 > counts.places, "{counts:?}");
    }
}

/// EL-R06, EL-I2: the events of moves that complete something agree with the change of the board.
#[test]
fn events_agree_with_the_board() {
    for made in random_moves(200).filter(Move::completes) {
        let members = made.time() | made.place();
        assert_eq!(flipped(&made.after) & !flipped(&made.before), members);
        let judged: Vec<Card> = made.kept().into_iter().chain(made.lost()).map(|it| it.0).collect();
        let carrying = stacks(&made.before).into_iter().filter(|it| members.contains(it.0)).count();
        assert_eq!(judged.len(), carrying);
    }
}
