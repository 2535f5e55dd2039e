//! The rulings: EL-R01 to EL-R20.

use std::collections::BTreeMap;

use atlas_core::play::{Secrecy, read_options};
use atlas_core::{Chance, Code, Entry, First, Game, Log, Match, Seat, Secret, Table, Turn, Viewer};
use atlas_enchanted_lands::board::Board;
use atlas_enchanted_lands::{Action, Card, Cards, EnchantedLands, Event, Options, Side};
use serde_json::json;

use crate::tables::{
    Move, acting, card, cards, dealt, drawn, flipped, hand, holds, legal, open, pile, played, random_game,
    random_moves, refused_by, removed, shuffle_draws, stacks, started, started_by, up,
};

/// EL-R01: every run of five, six or seven that one card can complete is flipped whole.
#[test]
fn runs_longer_than_four_are_flipped_whole() {
    for length in 5..=7_u8 {
        for start in 1..=8 - length {
            // At most three cards on each side: four would already have been a Time.
            for last in (start..start + length).filter(|it| it - start <= 3 && start + length - 1 - it <= 3) {
                let cell = |n: u8| {
                    let there = (start..start + length).contains(&n) && n != last;
                    if there { n.to_string() } else { ".".to_owned() }
                };
                let row: Vec<String> = (1..=7).map(cell).collect();
                let made = played(&format!("day {}\nseat 0 plays day-{last}", row.join(" ")));
                let run: Cards = (start..start + length).map(|n| card(&format!("day-{n}"))).collect();
                assert_eq!((made.time(), flipped(&made.after)), (run, run), "{row:?}");
            }
        }
    }
}

/// EL-R02: both are decided before any flip. If one were flipped first, the other would not be complete.
#[test]
fn time_and_place_at_once_do_not_prevent_each_other() {
    let made = played(
        "dawn    .  .  .  .  .  6/0P2  .
         day     .  .  .  .  .  (6)    .
         sunset  .  .  .  .  .  6      .
         night   .  .  3  4  5/1T1  .  .
         seat 1 plays night-6",
    );
    assert_eq!(made.time(), cards("night-3 night-4 night-5 night-6"));
    assert_eq!(made.place(), cards("dawn-6 sunset-6 night-6"));
    assert_eq!(made.kept().len(), 2);
    assert!(up(&made.after).is_empty());
}

/// EL-R03: flipped cards do not count for the length, however many there are.
#[test]
fn flipped_cards_do_not_count_for_the_length() {
    holds(
        "seats 4
         dawn    1  (2)  (3)  (4)  (5)  (6)  7  .
         night   .  2    .    .    .    .    .  .
         seat 0 plays dawn-8 time 1
         -> nothing
         -> up dawn-1 dawn-7 dawn-8",
    );
}

/// EL-R04: an empty spot breaks a run; once it is filled, both parts are one run.
#[test]
fn an_empty_spot_breaks_a_run_until_it_is_filled() {
    holds(
        "night   1  2  3  .  .  6  .
         seat 0 plays night-5 place 1
         -> nothing
         seat 1 plays night-7
         -> nothing
         seat 0 plays night-4
         -> time night-1 night-2 night-3 night-4 night-5 night-6 night-7
         -> loses night-5",
    );
}

/// EL-R05: any number of flipped cards is skipped, in the middle and at the ends.
#[test]
fn any_number_of_flipped_cards_is_skipped() {
    holds(
        "seats 4
         dawn    .    .  .    .    .  6  .    .
         night   (1)  2  (3)  (4)  5  .  (7)  8
         seat 2 plays night-6
         -> time night-2 night-5 night-6 night-8
         -> flipped night-1 night-2 night-3 night-4 night-5 night-6 night-7 night-8",
    );
    holds(
        "seats 4
         dawn    .  .  .    .    .    6    .  .
         night   1  2  (3)  (4)  (5)  (6)  .  8
         seat 2 plays night-7
         -> time night-1 night-2 night-7 night-8",
    );
}

/// EL-R06: a flip never completes anything: after it, no face-up card is in a Time or a Place.
#[test]
fn a_flip_completes_nothing() {
    let mut flips = 0;
    for made in random_moves(400).filter(Move::completes) {
        flips += 1;
        let board = Board { up: up(&made.after), flipped: flipped(&made.after) };
        assert!(up(&made.after).all(|card| board.completion(card).is_nothing()), "after {}", made.card());
        let completed = made.news.iter().filter(|it| matches!(it.1, Event::Time(_) | Event::Place(_)));
        assert!(completed.count() <= 2);
    }
    assert!(flips > 2_000, "only {flips} flips");
}

/// EL-R07: the fourth card of a dead column completes nothing and may carry any prediction.
#[test]
fn the_fourth_card_of_a_dead_column_may_be_bet_on() {
    for dead in ["(2)", "2"] {
        let board = format!("dawn . {dead} . . . . .\nday . (2) . . . . .\nsunset . (2) . . . . .\n");
        let state = drawn(&format!("{board}seat 1 plays night-2"));
        let listed = legal(&state).into_iter().filter(|it| it.starts_with("night-2")).count();
        assert_eq!(listed, 11);
        let made = played(&format!("{board}seat 1 plays night-2 place 5"));
        assert!(!made.completes() && made.bet().is_some());
        assert!(up(&made.after).contains(card("night-2")));
    }
}

/// EL-R08: impossible predictions are legal: a Place in a dead column, a Time in a used row.
#[test]
fn hopeless_predictions_are_legal() {
    let state = drawn(
        "dawn    (1)  (2)  (3)  (4)  (5)  (6)  .
         day     .    (2)  (3)  (4)  (5)  .    .
         hand 0 sunset-3
         seat 0 plays dawn-7",
    );
    for sentence in ["dawn-7 time 5", "sunset-3 place 5", "dawn-7 place 1"] {
        assert!(legal(&state).contains(&sentence.to_owned()), "{sentence}");
    }
    holds(
        "sunset  (1)  (2)  (3)  (4)  .    .  .
         night   .    (2)  (3)  (4)  (5)  .  .
         seat 0 plays dawn-3 place 2
         -> nothing
         -> keeps dawn-3
         -> chips 14 16",
    );
}

/// EL-R09: each of the 672 ways to draw the two start cards gives a different ordered pair, so all pairs of different
/// suit and number are equally likely.
#[test]
fn every_pair_of_start_cards_is_drawn_in_exactly_two_ways() {
    let mut pairs: BTreeMap<Vec<Card>, u32> = BTreeMap::new();
    for one in 0..32 {
        for two in 0..21 {
            let mut chance = Chance::scripted([0, one, two].into_iter().chain(vec![0; shuffle_draws(4)]));
            let state = dealt(4, &mut chance);
            *pairs.entry(up(&state).collect()).or_default() += 1;
        }
    }
    assert_eq!(pairs.len(), 32 * 21 / 2);
    for (pair, ways) in pairs {
        assert!(pair[0].suit() != pair[1].suit() && pair[0].number() != pair[1].number(), "{pair:?}");
        assert_eq!(ways, 2, "{pair:?}");
    }
}

/// EL-R09: over many starts the pairs are uniform, by a chi-square test with 335 degrees of freedom.
#[test]
fn start_cards_are_uniform_over_many_starts() {
    const EACH: u32 = 200;
    let (mut pairs, mut chance) = (BTreeMap::new(), Chance::quick(9));
    for _ in 0..336 * EACH {
        let state = dealt(4, &mut chance);
        *pairs.entry(up(&state).collect::<Vec<_>>()).or_insert(0_u32) += 1;
    }
    assert_eq!(pairs.len(), 336);
    let expected = f64::from(EACH);
    let chi_square: f64 = pairs.values().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
    assert!((200.0..470.0).contains(&chi_square), "{chi_square}");
    assert!(pairs.values().all(|count| (EACH - 85..EACH + 85).contains(count)));
}

/// EL-R10: a table may choose the first player; by default chance decides.
#[test]
fn the_first_player_is_random_or_chosen() {
    for seats in 2..=4 {
        for first in Seat::all(seats) {
            assert!((0..20).all(|seed| acting(&started_by(first, seats, seed)) == first));
            assert!((0..200).any(|seed| acting(&started(seats, seed)) == first));
        }
    }
    assert_eq!(Options::default().first, First::Random);
}

/// EL-R10: a seat that does not exist cannot be chosen.
#[test]
fn a_nonexistent_seat_cannot_begin() {
    for (seats, first) in [(2, 2), (3, 3), (4, 4), (2, 255)] {
        let options = Options { first: First::Seat(Seat(first)) };
        let refusal = EnchantedLands::start(
            atlas_core::Edition::newest::<EnchantedLands>(),
            &options,
            seats,
            &mut Chance::quick(1),
        )
        .unwrap_err();
        assert_eq!((refusal.code, refusal.rule.unwrap().0), (Code::Options, "EL-R10"));
        assert!(refusal.to_string().contains(&first.to_string()), "{refusal}");
    }
}

/// EL-R10: the option as JSON.
#[test]
fn the_first_player_is_an_option_of_the_table() {
    let read = |value| read_options::<EnchantedLands>(&value).map(|options| options.first);
    assert_eq!(read(json!(null)), Ok(First::Random));
    assert_eq!(read(json!({})), Ok(First::Random));
    assert_eq!(read(json!({ "first": "random" })), Ok(First::Random));
    assert_eq!(read(json!({ "first": 2 })), Ok(First::Seat(Seat(2))));
    for first in [First::Random, First::Seat(Seat(3))] {
        let options = Options { first };
        assert_eq!(read(serde_json::to_value(&options).unwrap()), Ok(first));
    }
    for wrong in
        [json!({ "first": "forest" }), json!({ "first": -1 }), json!({ "frist": 0 }), json!({ "first": 1.5 })]
    {
        assert_eq!(read(wrong.clone()).unwrap_err().code, Code::Options, "{wrong}");
    }
}

/// EL-R11: players with equal points and equal stacks share the win, and the final event names them all.
#[test]
fn a_complete_tie_is_a_shared_win() {
    let tied = crate::ending::finished(&[&[2, 1], &[3], &[1, 2]]);
    let outcome = tied.outcome().unwrap();
    assert_eq!(outcome.winners().iter().map(|seat| seat.0).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(outcome.ranks(), [0, 2, 0]);
    let told = tied.tell(&Event::Over).text.to_string();
    assert!(told.contains("seat 0 and seat 2") && !told.contains("seat 1"), "{told}");
}

/// EL-R12: the prediction is made before the draw, and the card that will be drawn cannot be played.
#[test]
fn the_prediction_comes_before_the_draw() {
    let made = played("dawn 1 . . . . . .\nseat 1 plays dawn-3 time 2");
    let steps: Vec<&Event> = made.news.iter().map(|it| &it.1).collect();
    assert!(matches!(steps[..], [Event::Played { .. }, Event::Bet { .. }, Event::Drew { .. }]), "{steps:?}");
    for made in random_game(2, 2) {
        let Some(drawn) = pile(&made.before).first().copied() else { break };
        assert_eq!(refused_by(&made.before, made.seat, &drawn.to_string()), Some("EL-31"));
    }
}

fn new_match(seats: u8) -> Match<EnchantedLands> {
    Match::new(
        atlas_core::Edition::newest::<EnchantedLands>(),
        Options::default(),
        seats,
        Secret([seats; 32]),
        vec!["forest".to_owned()],
    )
    .unwrap()
}

fn act_first(game: &mut Match<EnchantedLands>) {
    let seat = acting(game.state());
    let sentence = legal(game.state())[0].clone();
    game.append(Entry::Act { seat, sentence }).unwrap();
}

/// EL-R13: during the game neither a spectator's view nor the record reveals a hidden card, and the record cannot be
/// replayed.
#[test]
fn no_hidden_card_is_revealed_during_the_game() {
    for seats in 2..=4 {
        let mut game = new_match(seats);
        for _ in 0..10 {
            act_first(&mut game);
            let state = game.state();
            let mut public = game.log(Secrecy::Sealed).to_text();
            public.push_str(&Table::view(&game, Viewer::Spectator).to_string());
            public.push_str(&serde_json::to_string(&game.news(Viewer::Spectator)).unwrap());
            let hands = Seat::all(seats).flat_map(|seat| hand(state, seat));
            for card in hands.chain(pile(state)).chain(removed(state)) {
                assert!(
                    ![card.name(), card.title()].iter().any(|it| public.contains(it)),
                    "{card} in {public}"
                );
            }
        }
        let sealed = Log::from_text(&game.log(Secrecy::Sealed).to_text()).unwrap();
        assert_eq!(Match::<EnchantedLands>::replay(&sealed).unwrap_err().code, Code::Log);
    }
}

/// EL-R13: after the game the replay shows all hands at all times, the pile and the removed cards.
#[test]
fn after_the_game_the_replay_shows_everything() {
    for seats in 2..=4 {
        let mut game = new_match(seats);
        let mut past = vec![game.state().clone()];
        while game.state().outcome().is_none() {
            act_first(&mut game);
            past.push(game.state().clone());
        }
        let log = Log::from_text(&game.log(Secrecy::Revealed).to_text()).unwrap();
        let replayed = Match::<EnchantedLands>::replay(&log).unwrap();
        let mut again = EnchantedLands::start(
            atlas_core::Edition::newest::<EnchantedLands>(),
            &Options::default(),
            seats,
            &mut Chance::seeded(replayed.seed(), 0),
        )
        .unwrap();
        assert_eq!(again.dump(), past[0].dump());
        for (record, then) in replayed.records().iter().zip(&past[1..]) {
            let seat = record.seat.unwrap();
            let action = again.read(seat, &record.text).unwrap();
            again.play(seat, action, &mut Turn::quiet(&mut Chance::scripted([])));
            let view = again.view(Viewer::Everything);
            assert_eq!(view, open(then));
            assert!(view.hands.iter().all(Option::is_some) && view.pile.is_some() && view.removed.is_some());
        }
    }
}

/// EL-R14: card and prediction are one command. A bet on a card that completes something is refused as a whole, and it
/// is still the same player's turn.
#[test]
fn card_and_prediction_are_one_command() {
    let state = drawn("dawn . 2 3 4 . . .\nseat 1 plays dawn-5");
    assert_eq!(refused_by(&state, Seat(1), "dawn-5 time 2"), Some("EL-34"));
    assert_eq!(acting(&state), Seat(1));
    for made in random_moves(50) {
        assert_ne!(made.after.acting(), made.before.acting(), "one command is one turn");
        assert_eq!(made.bet().map(|it| it.1.chips).unwrap_or_default(), made.action.chips());
    }
}

/// EL-R15: the last card may carry a prediction, which never scores.
#[test]
fn a_bet_on_the_last_card_is_legal_but_never_scores() {
    let mut bets = 0;
    for seats in 2..=4 {
        for seed in 0..60 {
            let last = random_game(seats, seed).pop().unwrap();
            let card = hand(&last.before, last.seat)[0];
            let chips = open(&last.before).chips[last.seat.index()];
            if chips == 0 || last.completes() {
                continue;
            }
            for side in [Side::Time, Side::Place] {
                bets += 1;
                let action = Action::bet(card, side, chips.min(5));
                let bare = Move::make(last.before.clone(), last.seat, Action::play(card));
                let made = Move::make(last.before.clone(), last.seat, action);
                assert_eq!(made.after.outcome(), bare.after.outcome());
                assert!(made.swept().contains(&made.bet().unwrap()));
                assert!(stacks(&made.after).iter().all(|it| it.0 != card));
            }
        }
    }
    assert!(bets > 50, "only {bets} last cards were bet on");
}

/// EL-R16: no step of set-up is missing: every card in use is somewhere, and there are no stacks before the first turn.
#[test]
fn no_step_of_set_up_is_missing() {
    for (seats, used) in [(2, 28), (3, 28), (4, 32)] {
        let state = started(seats, 1);
        let view = open(&state);
        let hands: usize = view.hand_sizes.iter().sum();
        assert_eq!(view.board.len() + hands + view.pile_size + view.removed_count, used);
        assert!(stacks(&state).is_empty());
        assert_eq!(view.pile_size + hands, random_game(seats, 1).len());
    }
}

/// EL-R17: the start cards belong to nobody and never carry chips.
#[test]
fn start_cards_never_carry_chips() {
    for seed in 0..100 {
        let game = random_game(4, seed);
        let start = up(&game[0].before);
        for made in &game {
            assert!(!start.contains(made.card()), "a start card was played");
            assert!(stacks(&made.after).iter().all(|it| !start.contains(it.0)));
        }
    }
    let state = drawn("seats 4\ndawn . 2 . . . . . .\nnight . . . . . 6 . .\nseat 0 plays dawn-3");
    assert_eq!(refused_by(&state, Seat(0), "dawn-2 time 1"), Some("EL-31"));
}

/// EL-R17: start cards count like any other face-up card in Times and Places.
#[test]
fn start_cards_count_in_times_and_places() {
    holds(
        "seats 4
         day     .  .  .  4  .  .  .  .
         night   .  .  .  .  .  6  .  .
         seat 0 plays day-3 time 1
         seat 1 plays day-5 place 1
         seat 2 plays day-6
         -> time day-3 day-4 day-5 day-6
         -> keeps day-3
         -> loses day-5
         seat 3 plays dawn-6
         seat 0 plays sunset-6
         -> place dawn-6 sunset-6 night-6",
    );
}

/// EL-R18: when a player leaves, the cards and chips stay in the game, and somebody else plays for the seat.
#[test]
fn the_hand_stays_when_a_player_leaves() {
    for seats in 2..=4 {
        let mut game = new_match(seats);
        for _ in 0..5 {
            act_first(&mut game);
        }
        let before = game.state().clone();
        game.append(Entry::Leave { seat: Seat(0) }).unwrap();
        assert_eq!(*game.state(), before);
        assert!(game.gone().contains(Seat(0)));
        assert!(matches!(game.latest(), [(rule, Event::Left { seat: Seat(0) })] if rule.0 == "EL-R18"));
        for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
            let told = &game.news(viewer)[0].told;
            assert!(told.text.to_string().contains("Seat 0") && told.things.is_empty(), "{told:?}");
        }
        game.append(Entry::Given { seat: Seat(0), to: atlas_core::Control::Bot("adept".to_owned()) })
            .unwrap();
        let mut turns = vec![0; seats.into()];
        while game.state().outcome().is_none() {
            turns[acting(game.state()).index()] += 1;
            act_first(&mut game);
        }
        let rest: usize = turns.iter().sum();
        assert_eq!(rest + 5, random_game(seats, 0).len());
        assert!(turns[0] > 0);
    }
}

/// EL-R19: a bet with a wrong number of chips changes nothing, and it is still the same player's turn.
#[test]
fn a_wrong_number_of_chips_changes_nothing() {
    holds(
        "chips 2 16
         day     .  .  .  .  5  .  .
         seat 0 plays day-4 time 6
         -> refused EL-36
         -> chips 2 16
         seat 0 plays day-4 time 3
         -> refused EL-36
         -> hand 0 7
         seat 0 plays day-4 time 2
         -> nothing
         -> chips 0 16",
    );
    let mut game = new_match(2);
    let (seat, before) = (acting(game.state()), game.state().clone());
    let sentence = format!("{} time 6", hand(&before, seat)[0]);
    let refusal = game.append(Entry::Act { seat, sentence }).unwrap_err();
    assert_eq!((refusal.code, refusal.rule.unwrap().0), (Code::Illegal, "EL-36"));
    assert_eq!((game.state(), game.records().len()), (&before, 0));
}

/// EL-R20: a card cannot carry several stacks, because a card on the board is never played again.
#[test]
fn no_card_is_bet_on_twice() {
    for seats in 2..=4 {
        for seed in 0..200 {
            let game = random_game(seats, seed);
            let mut played = up(&game[0].before);
            for made in &game {
                assert!(!played.contains(made.card()));
                played |= made.card().alone();
                let carrying: Cards = stacks(&made.after).into_iter().map(|it| it.0).collect();
                assert_eq!(carrying.len(), stacks(&made.after).len());
            }
        }
    }
}
