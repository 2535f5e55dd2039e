//! The end and the score: EL-51 to EL-56.

use atlas_core::{Code, Game, Seat, Seats};
use atlas_enchanted_lands::{Action, Card, EnchantedLands, Event, Face};
use serde_json::json;

use crate::tables::{Move, allotment, drawn, hand, holds, open, pile, played, random_game, stacks, up};

/// A finished game in which each seat has correct stacks of these sizes. All cards but one are flipped.
pub(crate) fn finished(stacks: &[&[u8]]) -> EnchantedLands {
    let seats = stacks.len() as u8;
    let columns = if seats == 4 { 8 } else { 7 };
    let away = if seats == 3 { 1 } else { 2 };
    let names: Vec<String> = ["dawn", "day", "sunset", "night"]
        .iter()
        .flat_map(|suit| (1..=columns).map(move |number| format!("{suit}-{number}")))
        .collect();
    let (board, removed) = names.split_at(names.len() - away);
    let mut carried = stacks.iter().enumerate().flat_map(|(seat, sizes)| {
        sizes.iter().map(move |chips| json!({ "seat": seat, "side": "time", "chips": chips }))
    });
    let board: Vec<_> = board
        .iter()
        .map(|name| match name.as_str() {
            "dawn-1" => json!({ "card": name, "face": "up", "stack": null }),
            _ => json!({ "card": name, "face": "flipped", "stack": carried.next() }),
        })
        .collect();
    let position = json!({
        "to_act": null,
        "board": board,
        "hands": vec![Vec::<String>::new(); seats.into()],
        "chips": stacks.iter().map(|sizes| allotment(seats) - sizes.iter().sum::<u8>()).collect::<Vec<_>>(),
        "pile": [],
        "removed": removed,
    });
    EnchantedLands::load(atlas_core::Edition::newest::<EnchantedLands>(), &position).unwrap()
}

/// EL-51: the game continues as long as anyone holds a card, and ends with the last card.
#[test]
fn the_game_ends_when_the_last_card_is_played() {
    for seats in 2..=4 {
        for seed in 0..100 {
            let game = random_game(seats, seed);
            for (turn, made) in game.iter().enumerate() {
                let last = turn + 1 == game.len();
                let empty = Seat::all(seats).all(|seat| hand(&made.after, seat).is_empty());
                assert_eq!((empty, made.after.outcome().is_some()), (last, last));
                assert_eq!(made.after.acting() == Seats::NONE, last);
                assert_eq!(open(&made.after).to_act.is_none(), last);
                assert_eq!(made.news.iter().any(|it| it.1 == Event::Over), last);
            }
            assert!(pile(&game.last().unwrap().after).is_empty());
        }
    }
}

/// EL-51: nobody can act after the end.
#[test]
fn nobody_acts_after_the_end() {
    let state = finished(&[&[5], &[1, 1]]);
    for seat in Seat::all(2) {
        let mut actions = Vec::new();
        state.legal(seat, &mut actions);
        assert!(actions.is_empty() && state.awaiting(seat).is_none());
        let refusal = state.judge(seat, Action::play("night-7".parse().unwrap())).unwrap_err();
        assert_eq!((refusal.code, refusal.rule.unwrap().0), (Code::Over, "EL-51"));
    }
}

/// EL-52: at the end stacks on face-up cards are removed, and the others stay.
#[test]
fn stacks_on_face_up_cards_are_removed_at_the_end() {
    let mut swept = 0;
    for seats in 2..=4 {
        for seed in 0..200 {
            let game = random_game(seats, seed);
            let (earlier, last) = game.split_at(game.len() - 1);
            assert!(earlier.iter().all(|made| made.swept().is_empty()));
            let last = &last[0];
            assert!(stacks(&last.after).iter().all(|it| !up(&last.after).contains(it.0)));
            for put in stacks(&last.before).into_iter().chain(last.bet()) {
                let gone = last.swept().contains(&put);
                assert_eq!(gone, up(&last.after).contains(put.0), "{put:?}");
                swept += usize::from(gone);
            }
        }
    }
    assert!(swept > 500, "only {swept} stacks were removed");
}

/// EL-52: stacks removed at the end score nothing, and their owners do not get the chips back.
#[test]
fn removed_stacks_score_nothing() {
    holds(
        "dawn    (1)  (2)      .    (4)  .        6    (7)/1P3
         day     (1)  (2)/0P1  (3)  (4)  (5)      (6)  (7)
         sunset  (1)  (2)      3/0T4    (4)  5/1P5        .    (7)
         night   (1)  (2)      3    (4)  (5)/0T2  (6)  (7)
         seat 1 plays sunset-6
         -> loses sunset-3 sunset-5
         -> chips 9 8
         -> over
         -> scores 5 4
         -> winners 0",
    );
}

/// EL-53: each chip and each stack scores one point.
#[test]
fn chips_and_stacks_score_one_point_each() {
    for (sizes, points) in [
        (&[][..], 0),
        (&[1], 2),
        (&[5], 6),
        (&[1, 1, 1, 1], 8),
        (&[5, 5, 5, 1], 20),
        (&[2, 2, 1], 8),
        (&[1; 13], 26),
    ] {
        assert_eq!(finished(&[sizes, &[]]).outcome().unwrap().scores(), [points, 0], "{sizes:?}");
        assert_eq!(finished(&[&[3], sizes]).outcome().unwrap().scores(), [4, points], "{sizes:?}");
    }
}

/// EL-54: chips in hand are worth nothing.
#[test]
fn chips_kept_in_hand_score_nothing() {
    for left in 0..=11 {
        let mut position = finished(&[&[5], &[2, 1]]).dump();
        position["chips"] = json!([left, 11 - left]);
        let outcome = EnchantedLands::load(atlas_core::Edition::newest::<EnchantedLands>(), &position)
            .unwrap()
            .outcome()
            .unwrap();
        assert_eq!((outcome.scores(), outcome.winners()), (&[6, 5][..], Seats::one(Seat(0))));
    }
}

fn winners(stacks: &[&[u8]]) -> Vec<u8> {
    finished(stacks).outcome().unwrap().winners().iter().map(|seat| seat.0).collect()
}

/// EL-55: the most points win, whatever the number of stacks.
#[test]
fn most_points_win() {
    assert_eq!(winners(&[&[5, 5], &[1, 1, 1, 1]]), [0]);
    assert_eq!(winners(&[&[1], &[1, 1], &[2]]), [1]);
    assert_eq!(winners(&[&[], &[1], &[], &[]]), [1]);
}

/// EL-55: among the players with the most points, the one with the most stacks wins. Stacks of other players do not
/// matter.
#[test]
fn a_tie_goes_to_the_most_stacks() {
    assert_eq!(winners(&[&[2, 2, 1], &[1, 1, 1, 1]]), [1]);
    assert_eq!(winners(&[&[1, 1, 1, 1], &[2, 2, 1]]), [0]);
    assert_eq!(winners(&[&[5, 1], &[2, 2, 1], &[1, 1, 1]]), [1]);
    assert_eq!(winners(&[&[3], &[1, 1], &[1], &[1]]), [1]);
}

/// EL-55: the ranks below the first follow the same order.
#[test]
fn everyone_is_ranked_by_points_then_stacks() {
    let outcome = finished(&[&[3], &[5], &[1, 1], &[3]]).outcome().unwrap();
    assert_eq!(outcome.scores(), [4, 6, 4, 4]);
    assert_eq!(outcome.ranks(), [2, 0, 1, 2]);
}

/// EL-56: players who are tied in points and stacks share the win, even if nobody has any points.
#[test]
fn players_who_are_still_tied_share_the_win() {
    assert_eq!(winners(&[&[2, 1], &[1, 2]]), [0, 1]);
    assert_eq!(winners(&[&[], &[]]), [0, 1]);
    assert_eq!(winners(&[&[4], &[1], &[4]]), [0, 2]);
    assert_eq!(winners(&[&[3, 1], &[2, 2], &[1, 3]]), [0, 1, 2]);
    assert_eq!(winners(&[&[], &[], &[], &[]]), [0, 1, 2, 3]);
    assert_eq!(winners(&[&[1, 1], &[2, 2], &[3, 1], &[4]]), [1, 2]);
    let outcome = finished(&[&[4], &[1], &[4]]).outcome().unwrap();
    let shares = [0, 1, 2].map(|seat| format!("{:.1}", outcome.share(Seat(seat))));
    assert_eq!(shares, ["0.5", "0.0", "0.5"]);
}

/// EL-51, EL-52, EL-53: what the last card completes is judged before the other stacks are removed.
#[test]
fn the_last_card_can_still_decide_a_prediction() {
    let made = played(
        "dawn    (1)  (2)/0P2  (3)  (4)      5    6/0T2  .
         day     (1)  (2)      (3)  (4)/1T3  (5)  .      7/1T1
         sunset  (1)  (2)      (3)  (4)      .    6/1T1  7/0P2
         night   (1)  (2)      (3)  (4)      (5)  (6)    7/0P1
         seat 1 plays dawn-7",
    );
    assert_eq!(made.kept().len(), 2);
    assert_eq!(made.lost().len(), 1);
    let names = |stacks: Vec<(Card, _)>| stacks.iter().map(|it| it.0.to_string()).collect::<Vec<_>>();
    assert_eq!(names(made.swept()), ["dawn-6", "sunset-6"]);
    assert_eq!(made.after.outcome().unwrap().scores(), [8, 4]);
    assert_eq!(open(&made.after).board.iter().filter(|it| it.face == Face::Up).count(), 3);
}

/// EL-55, EL-56: the final event cites the rule that decided the game.
#[test]
fn the_final_event_cites_the_deciding_rule() {
    let (mut alone, mut shared) = (0, 0);
    for seed in 0..400 {
        let game = random_game(2, seed);
        let last: &Move = game.last().unwrap();
        let winners = last.after.outcome().unwrap().winners().len();
        let (rule, event) = last.news.last().unwrap();
        assert_eq!(*event, Event::Over);
        assert_eq!(rule.0, if winners > 1 { "EL-R11" } else { "EL-55" });
        if winners > 1 { shared += 1 } else { alone += 1 }
    }
    assert!(alone > 100 && shared > 0, "{alone} alone, {shared} shared");
    let state = drawn("dawn 1 . . . . . .\nseat 0 plays dawn-2");
    assert_eq!(state.outcome(), None);
}
