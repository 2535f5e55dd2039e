//! Explanations of why words cannot be picked, with the rule that decides.

use atlas_core::game::contains_words;
use atlas_core::{Chance, Code, Game, Seat, Viewer};
use atlas_enchanted_lands::{Cards, EnchantedLands};

use crate::tables::{acting, drawn, hand, legal, random_moves, started, started_by};

/// The rule that excludes every sentence of the seat with these words.
#[track_caller]
fn excluded_by(state: &EnchantedLands, seat: Seat, words: &str) -> &'static str {
    let refusal = state.explain(seat, words).expect_err(words);
    refusal.rule.unwrap_or_else(|| panic!("“{words}”: no rule in “{refusal}”")).0
}

#[track_caller]
fn open(state: &EnchantedLands, seat: Seat, words: &str) {
    state.explain(seat, words).unwrap_or_else(|refusal| panic!("“{words}”: {refusal}"));
}

fn chips(state: &EnchantedLands, seat: Seat) -> u8 {
    state.view(Viewer::Spectator).chips[seat.index()]
}

/// Every word that can be picked, on any board.
fn tokens() -> Vec<String> {
    let cards = Cards::deck(4).map(|card| card.to_string());
    cards.chain(["time", "place", "1", "2", "3", "4", "5"].map(str::to_owned)).collect()
}

/// EL-31: only one card can be picked, and it must be in the seat's hand.
#[test]
fn only_one_card_in_hand_can_be_picked() {
    let state = drawn("dawn . 2 . . . . .\nhand 0 day-1 day-2\nhand 1 night-7\nseat 0 plays day-1");
    open(&state, Seat(0), "day-1");
    for words in
        ["dawn-2", "night-7", "dawn-8", "night-7 time", "2 time night-7", "day-1 day-2", "day-1 day-1"]
    {
        assert_eq!(excluded_by(&state, Seat(0), words), "EL-31", "{words}");
    }
    let on_board = state.explain(Seat(0), "dawn-2").unwrap_err().to_string();
    assert!(on_board.contains("on the board"), "{on_board}");
}

/// EL-34: a card that completes something takes no chips, whichever word of the bet is picked first.
#[test]
fn a_card_that_completes_something_takes_no_bet() {
    let state = drawn("dawn . 2 3 4 . . .\nhand 0 dawn-5 day-7\nseat 0 plays dawn-5");
    open(&state, Seat(0), "dawn-5");
    for words in ["dawn-5 time", "dawn-5 5", "place dawn-5", "1 dawn-5", "dawn-5 time 2", "2 time dawn-5"] {
        assert_eq!(excluded_by(&state, Seat(0), words), "EL-34", "{words}");
    }
    let message = state.explain(Seat(0), "dawn-5 time").unwrap_err().to_string();
    assert!(message.contains("completes a Time,"), "{message}");
    for words in ["time", "5", "day-7 time", "2 day-7"] {
        open(&state, Seat(0), words);
    }
}

/// EL-34: if every card of the hand completes something, no bet is possible.
#[test]
fn a_hand_of_completing_cards_allows_no_bet() {
    let only_completes = |state: &EnchantedLands| {
        legal(state).iter().all(|sentence| !sentence.contains(' ')) && chips(state, acting(state)) > 0
    };
    let state = random_moves(50).find(|made| only_completes(&made.before)).expect("it occurs").before;
    let seat = acting(&state);
    hand(&state, seat).iter().for_each(|card| open(&state, seat, card.name()));
    for words in ["time", "place", "1", "2 time"] {
        assert_eq!(excluded_by(&state, seat, words), "EL-34", "{words}");
    }
}

/// EL-36: a bet has one to five chips, and no more than the seat has.
#[test]
fn a_seat_cannot_bet_more_chips_than_it_has() {
    let state = drawn(
        "dawn . . . . . . 7/0P4\nday (1) (2)/0T5 (3) (4)/0T5 . . .\nsunset . . . . 5 . .\nseat 0 plays sunset-3",
    );
    for words in ["2", "1 sunset-3", "sunset-3 place", "place 2", "2 place sunset-3"] {
        open(&state, Seat(0), words);
    }
    for words in ["3", "5", "sunset-3 3", "time 4", "sunset-3 place 3", "0", "6", "sunset-3 99", "1 2", "2 2"]
    {
        assert_eq!(excluded_by(&state, Seat(0), words), "EL-36", "{words}");
    }
}

/// EL-36, EL-40: without chips no word of a bet can be picked, but every card can.
#[test]
fn without_chips_there_is_no_bet() {
    let state = drawn(
        "dawn 1 . . . . . 7/0P4\nday (1) (2)/0T5 (3) (4)/0T5 . . .\nsunset . . 3/0P2 . 5 . .\nseat 0 plays night-1",
    );
    for words in ["time", "place", "1", "5", "night-1 time", "night-1 1"] {
        assert_eq!(excluded_by(&state, Seat(0), words), "EL-36", "{words}");
    }
    hand(&state, Seat(0)).iter().for_each(|card| open(&state, Seat(0), card.name()));
}

/// EL-37: all chips of a prediction show the same side.
#[test]
fn a_bet_has_one_side() {
    let state = started_by(Seat(0), 2, 1);
    let card = hand(&state, Seat(0))[0];
    for words in ["time place", "place time 2", "time time", &format!("{card} time place")] {
        assert_eq!(excluded_by(&state, Seat(0), words), "EL-37", "{words}");
    }
}

/// EL-43, EL-51: a seat that may not act gets that reason, whatever the words are.
#[test]
fn out_of_turn_and_after_the_end_nothing_can_be_picked() {
    let state = started_by(Seat(1), 3, 4);
    let over = random_moves(1).find(|made| made.after.outcome().is_some()).unwrap().after;
    for words in tokens().iter().map(String::as_str).chain(["", "time place", "dawn-1 dawn-2"]) {
        let refusal = state.explain(Seat(0), words).unwrap_err();
        assert_eq!((refusal.code, refusal.rule.unwrap().0), (Code::NotYourTurn, "EL-43"), "{words}");
        assert_eq!(excluded_by(&over, Seat(0), words), "EL-51", "{words}");
    }
}

/// EL-31, EL-34, EL-36, EL-37: any combination of words can be picked, or a rule excludes it.
#[test]
fn every_combination_of_words_can_be_picked_or_is_excluded_by_a_rule() {
    let (mut chance, tokens) = (Chance::quick(3), tokens());
    for made in random_moves(6) {
        let (state, seat) = (&made.before, acting(&made.before));
        let legal = legal(state);
        for token in &tokens {
            let mut picks = vec![token.as_str()];
            for _ in 0..chance.below(3) {
                picks.push(&tokens[chance.below(tokens.len() as u32) as usize]);
            }
            let words = picks.join(" ");
            match state.explain(seat, &words) {
                Ok(()) => assert!(legal.iter().any(|sentence| contains_words(sentence, &words)), "{words}"),
                Err(refusal) => {
                    assert!(
                        !legal.iter().any(|sentence| contains_words(sentence, &words)),
                        "{words}: {refusal}"
                    );
                    assert!(refusal.rule.is_some() && refusal.code == Code::Illegal, "{words}: {refusal}");
                }
            }
        }
    }
}

/// Unknown words are refused as wrong notation.
#[test]
fn unknown_words_are_refused() {
    let state = started(2, 1);
    for words in ["mumble", "dawn-9", "Time", "dawn-3 edge", "-1", "1.5", "é"] {
        assert_eq!(state.explain(acting(&state), words).unwrap_err().code, Code::Notation, "{words}");
    }
    open(&state, acting(&state), "");
}
