//! The turn: SA-33 to SA-38.

use atlas_core::{Code, Game, Marks, Seat, Viewer};
use atlas_shadow_of_atlas::{Action, Event};

use crate::tables::{
    acting, asked, dealt, holds, legal, open, played, random_game, random_moves, refusal, refused_by,
};

/// SA-33: the players alternate, and nobody acts in the other player's turn.
#[test]
fn the_players_take_turns() {
    for seed in 0..30 {
        let game = random_game(seed);
        for made in &game {
            let position = open(&made.before);
            let second = position.turn.is_multiple_of(2);
            assert_eq!(made.seat == position.first, !second);
            let other = made.seat.next(2);
            for sentence in legal(&made.before) {
                let refused = refusal(&made.before, other, &sentence);
                assert_eq!((refused.code, refused.rule.unwrap().0), (Code::NotYourTurn, "SA-33"));
            }
            assert!(made.before.awaiting(other).is_none());
            let mut actions = Vec::new();
            made.before.legal(other, &mut actions);
            assert!(actions.is_empty());
        }
        let turns: Vec<u8> = game.iter().map(|made| open(&made.before).turn).collect();
        assert!(turns.windows(2).all(|pair| pair[1] == pair[0] || pair[1] == pair[0] + 1));
    }
}

/// SA-33: a seat that does not exist has no turn.
#[test]
fn a_seat_that_does_not_exist_has_no_turn() {
    let state = dealt("seat 0 plays done");
    for seat in [2, 3, 7, 8, 255] {
        assert_eq!(refused_by(&state, Seat(seat), "done"), Some("SA-33"));
        assert!(state.awaiting(Seat(seat)).is_none());
        assert_eq!(state.view(Viewer::Seat(Seat(seat))), state.view(Viewer::Spectator));
    }
}

/// SA-34: the player gains up to two Credits at the start of a turn, depending on their Outposts.
#[test]
fn outposts_bring_credits_at_the_start_of_a_turn() {
    for (outposts, bonus) in [(0, 0), (2, 0), (3, 1), (4, 1), (5, 2), (9, 2)] {
        holds(&format!(
            "outposts 9 {outposts}\ncredits 0 1\nseat 0 plays done\n-> to act 1\n-> credits 2 {}",
            1 + bonus
        ));
    }
    let made = played("outposts 0 5\nseat 0 plays done");
    let told = made.texts(Viewer::Spectator);
    assert_eq!(made.news.last().unwrap().0.0, "SA-34");
    assert_eq!(told.last().unwrap(), "Seat 1 gains 2 Credits.");
}

/// SA-35: a turn has any number of Actions, in any order, including repeated ones.
#[test]
fn any_number_of_actions_in_any_order() {
    for made in random_moves(60) {
        if asked(&made.before) == "action" {
            assert!(legal(&made.before).contains(&"done".to_owned()), "done is always legal");
        }
        if matches!(
            made.action,
            Action::Venture(..) | Action::Survey | Action::SurveyWith(_) | Action::Expand(..)
        ) {
            assert!(open(&made.after).acted);
            assert_eq!(acting(&made.after), made.seat, "an Action does not end the turn");
        }
    }
    holds(
        "credits 5 2
         hand 0 mors mors ceres ceres
         seat 0 plays expand mors mors
         seat 0 plays venture atlas ceres
         seat 0 plays venture genua-iv ceres
         -> credits 5 2
         -> outposts 1 0
         seat 0 plays survey
         -> credits 2 2",
    );
}

/// SA-35: an answer without a question is refused.
#[test]
fn an_answer_needs_a_question() {
    let state = dealt("hand 0 mors\nseat 0 plays done");
    for sentence in [
        "place atlas",
        "remove mors",
        "copy mors",
        "melt mors",
        "move atlas mors",
        "draw",
        "mode 1",
        "play atlas mors",
        "discard mors",
        "decline",
    ] {
        assert_eq!(refused_by(&state, Seat(0), sentence), Some("SA-35"), "{sentence}");
    }
}

/// SA-36: an Action that cannot be completed is not legal, and the refusal gives the reason.
#[test]
fn an_action_that_cannot_be_completed_is_illegal() {
    let state = dealt("atlas: mors ceres | vulcan\ncredits 2 2\nhand 0 vulcan janus mors\nseat 0 plays done");
    for (sentence, rule) in [
        ("venture atlas janus", "SA-41"),
        ("venture atlas vulcan", "SA-24"),
        ("venture atlas laverna", "SA-39"),
        ("survey", "SA-47"),
        ("survey laverna", "SA-91"),
        ("expand vulcan vulcan", "SA-48"),
        ("expand vulcan mors", "SA-48"),
        ("expand laverna laverna", "SA-48"),
    ] {
        assert_eq!(refused_by(&state, Seat(0), sentence), Some(rule), "{sentence}");
        assert!(!legal(&state).contains(&sentence.to_owned()), "{sentence}");
    }
}

/// SA-37: the Actions are over when the player plays `done`, not before.
#[test]
fn only_done_ends_the_actions() {
    for made in random_moves(40) {
        let ended = made.news.iter().any(|(_, event)| matches!(event, Event::Done { .. }));
        assert_eq!(ended, made.action == Action::Done);
        assert_eq!(made.rules().contains(&"SA-37"), ended);
    }
    // Without Credits, cards or possible Actions it is still the player's turn.
    holds("credits 1 2\nseat 0 plays venture atlas mors\n-> hand 0 nothing\n-> credits 0 2\n-> to act 0");
}

/// SA-38: the player gains two Credits, draws three cards and discards. Then the next turn begins.
#[test]
fn the_end_of_a_turn_follows_its_order() {
    let made = played("outposts 0 3\nhand 0 mors\nseat 0 plays done");
    assert_eq!(made.rules(), ["SA-37", "SA-38", "SA-15", "SA-15", "SA-15", "SA-34"]);
    let made = played(
        "outposts 0 3\nhand 0 mors ceres vulcan\ndeck janus ...\nseat 0 plays done\nseat 0 plays discard ceres",
    );
    assert_eq!(made.rules(), ["SA-R19", "SA-34"]);
    assert!(made.marks.contains(Marks::PASSED));
}

/// SA-38: the cards above five are discarded one after the other.
#[test]
fn the_hand_is_discarded_down_to_five() {
    for (kept, excess) in [(0, 0), (2, 0), (3, 1), (5, 3), (8, 6)] {
        let hand =
            ["mors", "ceres", "janus", "laverna", "vulcan", "mercury", "mors", "ceres"][..kept].join(" ");
        let mut made =
            played(&format!("hand 0 {hand}\nseat 0 plays done").replace("hand 0 \n", "hand 0 nothing\n"));
        for left in (1..=excess).rev() {
            assert_eq!(asked(&made.after), "discard");
            assert_eq!(open(&made.after).pending.unwrap().left, Some(left));
            assert_eq!(refused_by(&made.after, Seat(0), "done"), Some("SA-37"));
            assert_eq!(refused_by(&made.after, Seat(0), "survey"), Some("SA-38"));
            let discard = legal(&made.after)[0].clone();
            made = crate::tables::Move::act(made.after, Seat(0), &discard, &mut atlas_core::Chance::quick(1));
        }
        assert_eq!(acting(&made.after), Seat(1), "{kept}");
        assert_eq!(open(&made.after).hands[0].len(), (kept + 3).min(5));
    }
}

/// SA-38: if all cards are alike, the excess is discarded without a question.
#[test]
fn discards_without_a_choice_need_no_question() {
    holds(
        "hand 0 mors mors mors
         deck mors mors mors ...
         seat 0 plays done
         -> hand 0 mors mors mors mors mors
         -> discard mors
         -> to act 1",
    );
    // As soon as only one Order is left, the rest is discarded without a question.
    holds(
        "hand 0 mors mors mors mors mors
         deck mors ceres ceres ...
         seat 0 plays done
         -> asks discard
         seat 0 plays discard ceres
         -> asks discard
         seat 0 plays discard ceres
         -> hand 0 mors mors mors mors mors
         -> discard ceres ceres mors
         -> to act 1",
    );
}

/// SA-38: the end of the game is checked before Credits and cards.
#[test]
fn the_game_ends_before_credits_and_cards() {
    let made = played("outposts 10 0\nseat 0 plays done");
    assert_eq!(made.rules(), ["SA-37", "SA-60"]);
    assert_eq!((open(&made.after).credits, open(&made.after).hands[0].len()), ([2, 2], 0));
    let made = played("outposts 8 7\nseat 1 plays done");
    assert_eq!(made.rules(), ["SA-37", "SA-62"]);
    assert_eq!(open(&made.after).credits, [2, 2]);
}
