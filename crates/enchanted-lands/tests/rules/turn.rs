//! A turn: EL-30 to EL-43.

use atlas_core::{Code, Game, Seat};
use atlas_enchanted_lands::{Action, Cards, Event, Face, Side};

use crate::tables::{
    Move, acting, card, cards, drawn, hand, holds, legal, open, pile, played, random_game, random_moves,
    refusal, refused_by, stack, stacks, started, started_by, up,
};

/// The position of each event within a turn: the card, what it completes, how stacks are judged, the bet, the draw, the
/// end.
fn step(event: &Event) -> usize {
    match event {
        Event::Played { .. } => 0,
        Event::Time(_) => 1,
        Event::Place(_) => 2,
        Event::Kept { .. } => 3,
        Event::Lost { .. } => 4,
        Event::Bet { .. } => 5,
        Event::Drew { .. } => 6,
        Event::Swept { .. } => 7,
        Event::Over => 8,
        Event::Left { .. } => panic!("no player leaves a random game"),
    }
}

/// EL-30: a turn is a card, optionally a prediction, then a draw, in this order and once each.
#[test]
fn a_turn_is_card_then_prediction_then_draw() {
    for made in random_moves(200) {
        let steps: Vec<usize> = made.news.iter().map(|(_, event)| step(event)).collect();
        assert!(steps.is_sorted(), "{:?}", made.news);
        for once in [0, 1, 2, 5, 6, 8] {
            assert!(steps.iter().filter(|step| **step == once).count() <= 1, "{:?}", made.news);
        }
        assert_eq!(steps.iter().filter(|step| **step == 0).count(), 1);
        assert_eq!(made.bet().is_some(), made.action.chips() > 0);
        assert_eq!(made.drew().is_some(), !pile(&made.before).is_empty());
    }
}

/// EL-23, EL-27, EL-32, EL-35, EL-41, EL-48, EL-49, EL-52: every event is recorded with its rule.
#[test]
fn every_event_names_its_rule() {
    for made in random_moves(100) {
        for (rule, event) in &made.news {
            let expected: &[&str] = match event {
                Event::Played { .. } => &["EL-32"],
                Event::Bet { .. } => &["EL-35"],
                Event::Time(_) => &["EL-23"],
                Event::Place(_) => &["EL-27"],
                Event::Kept { .. } => &["EL-48"],
                Event::Lost { .. } => &["EL-49"],
                Event::Drew { .. } => &["EL-41"],
                Event::Swept { .. } => &["EL-52"],
                Event::Over => &["EL-55", "EL-R11"],
                Event::Left { .. } => &["EL-R18"],
            };
            assert!(expected.contains(&rule.0), "{event:?} by {rule}");
        }
    }
}

/// EL-31: every card of the hand can always be played, and exactly one is.
#[test]
fn every_card_of_the_hand_can_be_played() {
    for made in random_moves(200) {
        let held = hand(&made.before, made.seat);
        let mut actions = Vec::new();
        made.before.legal(made.seat, &mut actions);
        let bare: Vec<_> = actions.iter().filter(|it| it.chips() == 0).map(|it| it.card()).collect();
        assert_eq!(bare, held);
        let after: Vec<_> =
            hand(&made.after, made.seat).into_iter().filter(|it| Some(*it) != made.drew()).collect();
        let rest: Vec<_> = held.into_iter().filter(|it| *it != made.card()).collect();
        assert_eq!(after, rest);
    }
}

/// EL-31: cards of other hands, of the pile and of the board and removed cards cannot be played.
#[test]
fn only_cards_in_hand_can_be_played() {
    for seats in 2..=4 {
        for made in random_game(seats, 4) {
            let held = hand(&made.before, made.seat);
            for other in Cards::deck(4).filter(|card| !held.contains(card)) {
                for action in [Action::play(other), Action::bet(other, Side::Time, 1)] {
                    let refusal = made.before.judge(made.seat, action).unwrap_err();
                    assert_eq!((refusal.code, refusal.rule.unwrap().0), (Code::Illegal, "EL-31"), "{other}");
                    assert!(refusal.to_string().contains(other.title()), "{refusal}");
                }
            }
        }
    }
}

/// EL-31: a player cannot pass.
#[test]
fn passing_is_not_possible() {
    for seats in 2..=4 {
        let state = started(seats, 2);
        let seat = acting(&state);
        for sentence in ["", "  ", "pass", "time 1", "none", "draw"] {
            assert_eq!(refusal(&state, seat, sentence).code, Code::Notation, "“{sentence}”");
        }
        assert!(legal(&state).iter().all(|sentence| sentence.split('-').count() == 2));
    }
}

/// EL-32: the card goes face up on its own spot, and no other card is added to the board.
#[test]
fn the_card_goes_face_up_on_its_spot() {
    for made in random_moves(100).filter(|made| !made.completes()) {
        assert_eq!(up(&made.after), up(&made.before) | made.card().alone());
        let rule = &made.news[0];
        assert_eq!((rule.0.0, &rule.1), ("EL-32", &Event::Played { seat: made.seat, card: made.card() }));
    }
}

/// EL-33: the played card may be in a Time, in a Place or in both, and both are tested on the board before any flip.
#[test]
fn time_and_place_are_tested_before_anything_is_flipped() {
    let row = "night   .  .  3  4  5  .  .\n";
    let column = "dawn . . . . . 6 .\nday . . . . . (6) .\nsunset . . . . . 6 .\n";
    let play = "seat 0 plays night-6";
    let (time, place) = (cards("night-3 night-4 night-5 night-6"), cards("dawn-6 sunset-6 night-6"));
    for (board, expected) in [
        (row.to_owned(), (time, Cards::NONE)),
        (column.to_owned(), (Cards::NONE, place)),
        (format!("{column}{row}"), (time, place)),
    ] {
        let made = played(&format!("{board}{play}"));
        assert_eq!((made.time(), made.place()), expected, "{board}");
    }
}

/// EL-33: only Times and Places that contain the played card are tested.
#[test]
fn only_the_played_card_is_tested() {
    for made in random_moves(300).filter(Move::completes) {
        for members in [made.time(), made.place()] {
            assert!(members.is_empty() || members.contains(made.card()));
        }
    }
}

/// EL-34: a card that completes a Time takes no prediction, whatever its side and size.
#[test]
fn a_card_that_completes_a_time_takes_no_prediction() {
    let state = drawn("dawn . 2 3 4 . . .\nseat 1 plays dawn-5\nseat 1 plays dawn-1");
    for card in ["dawn-1", "dawn-5"] {
        for side in ["time", "place"] {
            for chips in 1..=5 {
                let sentence = format!("{card} {side} {chips}");
                assert_eq!(refused_by(&state, Seat(1), &sentence), Some("EL-34"), "{sentence}");
            }
        }
        let listed: Vec<String> = legal(&state).into_iter().filter(|it| it.starts_with(card)).collect();
        assert_eq!(listed, [card]);
    }
}

/// EL-34: a card that completes a Place takes no prediction either, with or without a flipped card in the Place.
#[test]
fn a_card_that_completes_a_place_takes_no_prediction() {
    for flipped in ["6", "(6)"] {
        let board = format!("dawn . . . . . {flipped} .\nday . . . . . 6 .\nsunset . . . . . 6 .\n");
        let state = drawn(&format!("{board}seat 1 plays night-6"));
        assert_eq!(refused_by(&state, Seat(1), "night-6 place 1"), Some("EL-34"));
        assert_eq!(legal(&state).iter().filter(|it| it.starts_with("night-6")).count(), 1);
    }
}

/// EL-35: a card that completes nothing may carry a prediction for either side.
#[test]
fn a_card_that_completes_nothing_may_carry_a_prediction() {
    for (word, side) in [("time", Side::Time), ("place", Side::Place)] {
        let made = played(&format!("sunset . . . 4 . . .\nseat 1 plays sunset-5 {word} 3"));
        let put = stack(&made.after, "sunset-5").unwrap();
        assert_eq!((put.seat, put.side, put.chips), (Seat(1), side, 3));
        assert_eq!(open(&made.after).chips, [16, 13]);
        assert_eq!(made.news[1].0.0, "EL-35");
    }
}

/// EL-35, EL-36: the legal list of a hand for every number of chips: each card without a bet, then on Time, then on
/// Place, with one to five chips or as many as are left.
#[test]
fn predictions_have_one_to_five_chips_and_no_more_than_are_left() {
    for left in 0..=16 {
        let state = drawn(&format!(
            "chips {left} 16
             dawn    .  2  3  4  .  .  .
             day     1  .  .  .  .  .  .
             hand 0 dawn-5 day-2
             seat 0 plays night-7"
        ));
        let mut expected = Vec::new();
        for card in hand(&state, Seat(0)) {
            expected.push(card.to_string());
            if ["dawn-1", "dawn-5"].contains(&card.to_string().as_str()) {
                continue;
            }
            for side in ["time", "place"] {
                expected.extend((1..=left.min(5)).map(|chips| format!("{card} {side} {chips}")));
            }
        }
        assert!(expected.contains(&"dawn-5".to_owned()));
        assert_eq!(legal(&state), expected, "with {left} chips");
        for chips in left + 1..=7 {
            let sentence = format!("day-2 place {chips}");
            assert_eq!(refused_by(&state, Seat(0), &sentence), Some("EL-36"), "with {left} chips");
        }
    }
}

/// EL-36: a bet with any other number than one to five chips is refused.
#[test]
fn other_numbers_of_chips_are_refused() {
    let state = drawn("seat 0 plays dawn-1");
    for number in ["0", "6", "7", "8", "16", "255", "256", "257", "99999999999999999999999"] {
        assert_eq!(refused_by(&state, Seat(0), &format!("dawn-1 time {number}")), Some("EL-36"), "{number}");
    }
    for number in ["-1", "+1", "1.0", "one", "5x", "٣"] {
        assert_eq!(
            refusal(&state, Seat(0), &format!("dawn-1 time {number}")).code,
            Code::Notation,
            "{number}"
        );
    }
    assert_eq!(refusal(&state, Seat(0), "dawn-1 time").code, Code::Notation);
}

/// EL-36: predictions are always optional.
#[test]
fn not_predicting_is_always_allowed() {
    for made in random_moves(50) {
        for card in hand(&made.before, made.seat) {
            assert_eq!(made.before.judge(made.seat, Action::play(card)), Ok(()));
        }
    }
}

/// EL-37: a card cannot carry predictions for both sides.
#[test]
fn one_card_takes_one_side_only() {
    let state = drawn("seat 0 plays dawn-1");
    for sentence in ["dawn-1 time 1 place 1", "dawn-1 time place 2", "dawn-1 both 2", "dawn-1 time 2 2"] {
        assert_eq!(refusal(&state, Seat(0), sentence).code, Code::Notation, "{sentence}");
    }
    for made in random_moves(100) {
        let Some((_, stack)) = made.bet() else { continue };
        assert_eq!((stack.side, stack.chips), (made.action.side(), made.action.chips()));
        let on_card = stacks(&made.after).into_iter().filter(|it| it.0 == made.card()).count();
        assert!(on_card == 1 || made.after.outcome().is_some());
    }
}

/// EL-38: a prediction goes on the card just played, and on no other card.
#[test]
fn chips_go_on_the_played_card_only() {
    for made in random_moves(200) {
        let before = stacks(&made.before);
        for (card, stack) in stacks(&made.after) {
            assert!(before.contains(&(card, stack)) || made.bet() == Some((card, stack)), "{card}");
            assert!(before.iter().all(|it| it.0 != made.card()));
        }
        if let Some((card, stack)) = made.bet() {
            assert_eq!((card, stack.seat), (made.card(), made.seat));
        }
    }
    let state = drawn("dawn 1 . . . . . .\nseat 0 plays dawn-3");
    for sentence in ["dawn-3 dawn-1 time 1", "dawn-3 time 1 dawn-1", "dawn-3 time 1 on dawn-1"] {
        assert_eq!(refusal(&state, Seat(0), sentence).code, Code::Notation, "{sentence}");
    }
    assert_eq!(refused_by(&state, Seat(0), "dawn-1 time 1"), Some("EL-31"));
}

/// EL-39: a stack on the board stays as it is until it is judged or the game ends, and no chips come back.
#[test]
fn chips_on_the_board_stay_as_they_are() {
    for made in random_moves(200) {
        let gone: Vec<_> = made.lost().into_iter().chain(made.swept()).collect();
        let after = stacks(&made.after);
        for put in stacks(&made.before) {
            assert!(after.contains(&put) != gone.contains(&put), "{put:?} after {:?}", made.action);
        }
        for (before, after) in open(&made.before).chips.iter().zip(open(&made.after).chips) {
            assert!(after <= *before, "chips came back after {:?}", made.action);
        }
    }
}

/// EL-40: a player without chips continues to play cards until the end.
#[test]
fn a_player_without_chips_continues_without_predictions() {
    let mut state = drawn("chips 0 16\ndawn 1 . . . . . .\nseat 0 plays day-3");
    let mut turns = 0;
    while let Some(seat) = state.acting().first() {
        let sentences = legal(&state);
        if seat == Seat(0) {
            let held: Vec<String> = hand(&state, seat).iter().map(ToString::to_string).collect();
            assert_eq!(sentences, held);
            turns += 1;
            for sentence in held {
                let rule = refused_by(&state, seat, &format!("{sentence} time 1"));
                assert!(rule == Some("EL-36") || rule == Some("EL-34"));
            }
        }
        let action = state.read(seat, &sentences[0]).unwrap();
        state = Move::make(state, seat, action).after;
    }
    assert_eq!(turns, 13);
}

/// EL-41: the player draws the next card of the pile, and the others keep their order.
#[test]
fn one_card_is_drawn_from_the_top_of_the_pile() {
    for made in random_moves(100) {
        let (before, after) = (pile(&made.before), pile(&made.after));
        match before.split_first() {
            Some((top, rest)) => {
                assert_eq!((made.drew(), after.as_slice()), (Some(*top), rest));
                assert!(hand(&made.after, made.seat).contains(top));
            }
            None => assert_eq!((made.drew(), after.len()), (None, 0)),
        }
        let size = hand(&made.before, made.seat).len();
        assert_eq!(hand(&made.after, made.seat).len(), size - usize::from(before.is_empty()));
        for other in Seat::all(made.before.seats()).filter(|other| *other != made.seat) {
            assert_eq!(hand(&made.after, other), hand(&made.before, other));
        }
    }
}

/// EL-41: the last card of the pile is drawn, and later turns end without a draw.
#[test]
fn an_empty_pile_ends_the_turn_without_a_draw() {
    let mut state = drawn(
        "seats 3
         dawn    1  .  3  .  .  .  .
         day     .  2  .  .  .  6  .
         sunset  1  .  .  .  .  .  .
         seat 2 plays sunset-6
         seat 0 plays day-4
         seat 1 plays night-7",
    );
    for (turn, sentence) in ["sunset-6", "day-4", "night-7"].iter().enumerate() {
        let seat = acting(&state);
        let action = state.read(seat, sentence).unwrap();
        let made = Move::make(state, seat, action);
        assert_eq!(made.drew().is_some(), turn == 0);
        assert_eq!(hand(&made.after, seat).len(), if turn == 0 { 7 } else { 6 });
        state = made.after;
    }
}

/// EL-42: a player who completes a Time, a Place or both draws as well.
#[test]
fn a_draw_follows_a_completed_time_or_place_too() {
    for board in ["day . . . 4 5 6 .", "dawn . . 3 . . . .\nsunset . . 3 . . . .\nnight . . 3 . . . ."] {
        let made = played(&format!("{board}\nseat 1 plays day-3"));
        assert!(made.completes());
        assert_eq!(made.drew(), pile(&made.before).first().copied());
        assert_eq!(hand(&made.after, Seat(1)).len(), 7);
    }
    for made in random_moves(200).filter(Move::completes) {
        assert_eq!(made.drew(), pile(&made.before).first().copied());
    }
}

/// EL-43: after a turn it is the next player's turn, and nobody else's.
#[test]
fn the_turn_passes_to_the_next_player() {
    for seats in 2..=4 {
        for first in Seat::all(seats) {
            let state = started_by(first, seats, 6);
            assert_eq!(acting(&state), first);
            let action = Action::play(hand(&state, first)[0]);
            let made = Move::make(state, first, action);
            let next = Seat((first.0 + 1) % seats);
            assert_eq!(open(&made.after).to_act, Some(next));
            for other in Seat::all(seats).filter(|other| *other != next) {
                let card = hand(&made.after, other)[0];
                let refusal = refusal(&made.after, other, &card.to_string());
                assert_eq!((refusal.code, refusal.rule.unwrap().0), (Code::NotYourTurn, "EL-43"));
                let mut actions = Vec::new();
                made.after.legal(other, &mut actions);
                assert!(actions.is_empty() && made.after.awaiting(other).is_none());
            }
            assert!(made.after.awaiting(next).is_some());
        }
    }
}

/// EL-43: a seat that does not exist has no turn.
#[test]
fn a_nonexistent_seat_has_no_turn() {
    let state = started_by(Seat(1), 2, 3);
    for seat in [2, 3, 5, 7, 255].map(Seat) {
        let own = hand(&state, Seat(1))[0];
        assert_eq!(refused_by(&state, seat, &own.to_string()), Some("EL-43"));
    }
}

/// EL-32, EL-35: a play, step by step, from an empty board.
#[test]
fn a_first_turn_with_a_prediction() {
    holds(
        "sunset  .  .  .  .  .  .  .
         seat 0 plays sunset-4 place 5
         -> nothing
         -> up sunset-4
         -> keeps sunset-4
         -> hand 0 7
         -> hand 1 7
         -> chips 11 16",
    );
    let made = played("seat 0 plays sunset-4 place 5");
    let placed = &open(&made.after).board[0];
    assert_eq!((placed.card, placed.face), (card("sunset-4"), Face::Up));
}
