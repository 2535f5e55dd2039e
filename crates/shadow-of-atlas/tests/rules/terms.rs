//! Terms: SA-13 to SA-21.

use atlas_core::{Game, Seat, Viewer};
use atlas_shadow_of_atlas::{Action, Event};

use crate::tables::{
    dealt, holds, holds_with, legal, open, planets_in, played, random_moves, refused_by, with_ability,
};

/// SA-13: players can spend all their Credits, but no more than they have.
#[test]
fn credits_can_be_spent_down_to_zero() {
    holds("credits 1 2\nseat 0 plays venture atlas mors\n-> credits 0 2\n-> cannot venture genua-iv mors");
    holds("credits 3 2\nseat 0 plays survey\n-> credits 0 2");
    let state = dealt("credits 0 5\nhand 0 mors laverna ceres\nseat 0 plays done");
    assert_eq!(legal(&state), ["done"]);
    for sentence in ["venture atlas mors", "survey", "survey laverna"] {
        assert!(refused_by(&state, Seat(0), sentence).is_some(), "{sentence}");
    }
}

/// SA-13: spending is an event with the seat and the number.
#[test]
fn spending_is_an_event() {
    let made = played("atlas: mors |\ncredits 4 2\nseat 0 plays venture atlas ceres");
    assert!(made.texts(Viewer::Spectator).contains(&"Seat 0 spends 2 Credits.".to_owned()));
    let made = played("seat 0 plays venture atlas laverna");
    let texts = made.texts(Viewer::Spectator);
    assert!(texts.contains(&"Seat 0 spends 1 Credit.".to_owned()), "{texts:?}");
    assert!(texts.contains(&"Seat 1 spends 1 Credit.".to_owned()), "{texts:?}");
}

/// SA-14: a gain stops at five Credits, and the event has the number that was actually gained.
#[test]
fn a_gain_stops_at_five() {
    for (credits, after, told) in
        [(2, 3, "gains 2 Credits"), (4, 5, "gains 2 Credits"), (5, 5, "gains 1 Credit")]
    {
        let made = played(&format!("credits {credits} 2\nseat 0 plays venture atlas ceres"));
        assert_eq!(open(&made.after).credits, [after, 2]);
        assert!(made.texts(Viewer::Spectator).contains(&format!("Seat 0 {told}.")), "{told}");
    }
    let made = played("credits 5 2\nseat 0 plays done");
    assert!(!made.rules().contains(&"SA-38"), "nothing was gained");
}

/// SA-15: the top card of the deck goes to the hand, and the others keep their order.
#[test]
fn a_draw_takes_the_top_card() {
    let made = played("deck laverna vulcan janus mors ...\nseat 0 plays venture atlas mercury");
    let (before, after) = (open(&made.before), open(&made.after));
    assert_eq!((after.hands[0].as_slice(), &after.deck[..]), (&before.deck[..1], &before.deck[1..]));
    holds(
        "deck laverna vulcan janus mors ...\nseat 0 plays done\n-> hand 0 laverna vulcan janus\n-> deck mors ...",
    );
}

/// SA-15: a discard comes from the player's own hand and goes to the top of the pile.
#[test]
fn a_discard_comes_from_the_players_hand() {
    holds(
        "discard vulcan
         hand 0 ceres ceres janus
         hand 1 ceres
         seat 0 plays expand ceres janus
         -> discard vulcan ceres janus
         -> hand 0 ceres
         -> hand 1 ceres",
    );
}

/// SA-16: everybody sees every card of the discard pile.
#[test]
fn the_discard_pile_is_public() {
    for made in random_moves(20) {
        let discard = open(&made.after).discard;
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
            assert_eq!(made.after.view(viewer).discard, discard);
        }
    }
}

/// SA-17: an Outpost is the top card of the deck, and nobody sees its front, not even its owner.
#[test]
fn an_outpost_is_the_top_card_and_stays_hidden() {
    let made = played("deck janus vulcan ...\nseat 0 plays expand mors mors");
    assert_eq!(open(&made.after).outposts, [vec!["janus".to_owned()], Vec::new()]);
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
        let view = made.after.view(viewer);
        assert_eq!((view.outpost_counts, view.outposts), ([1, 0], None));
        assert!(made.told(viewer).iter().all(|told| !told.text.to_string().contains("Janus")));
    }
}

/// SA-17: Outposts are kept in the order in which they were gained.
#[test]
fn outposts_are_never_lost_or_exchanged() {
    for made in random_moves(30) {
        for seat in 0..2 {
            assert!(open(&made.after).outposts[seat].starts_with(&open(&made.before).outposts[seat]));
        }
    }
}

/// SA-18: a shuffle turns the whole discard pile into the deck.
#[test]
fn a_shuffle_makes_the_discard_pile_the_deck() {
    let mut shuffles = 0;
    for made in random_moves(60) {
        for (rule, event) in &made.news {
            if let Event::Reshuffled { cards } = event {
                assert_eq!(rule.0, "SA-18");
                assert!(*cards > 0);
                shuffles += 1;
            }
        }
    }
    assert!(shuffles > 20, "only {shuffles} shuffles");
}

/// SA-19: each player has a side of each planet, and Orders on the other side do not count.
#[test]
fn each_player_has_a_side() {
    holds(
        "atlas: mors ceres | laverna vulcan
         credits 5 3
         seat 1 plays venture atlas mercury
         -> credits 5 0
         -> atlas of seat 1: mors ceres |",
    );
    holds(
        "atlas: | laverna vulcan
         seat 0 plays venture atlas ceres
         -> credits 3 2
         -> atlas: ceres | laverna vulcan",
    );
}

/// SA-20: a planet is Developed exactly if it has an Arbiter, and every viewer sees who it is.
#[test]
fn a_developed_planet_has_one_arbiter() {
    for made in random_moves(20) {
        let planets = open(&made.after).planets;
        for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
            assert_eq!(planets_in(made.after.view(viewer)), planets);
        }
    }
    let made = played("atlas: mors vulcan |\ncredits 3 2\nseat 0 plays venture atlas ceres");
    let told = made.texts(Viewer::Spectator);
    assert!(told.contains(&"Seat 0 develops Atlas and becomes its Arbiter.".to_owned()), "{told:?}");
}

/// SA-21: once Developed, a planet always has an Arbiter.
#[test]
fn a_developed_planet_stays_developed() {
    let mut turned = 0;
    for made in random_moves(80) {
        for (was, is) in open(&made.before).planets.iter().zip(&open(&made.after).planets) {
            assert!(was.arbiter.is_none() || is.arbiter.is_some());
            turned += usize::from(was.arbiter.is_some() && was.arbiter != is.arbiter);
        }
    }
    assert!(turned > 10, "only {turned} planets were taken over");
}

/// SA-13: an Ability spends all the Credits it names, or none.
#[test]
fn an_ability_spends_all_or_nothing() {
    let drain = with_ability("laverna", "[{ do = \"spend\", who = \"opponent\", n = 3 }]");
    holds_with(drain, "credits 2 3\nseat 0 plays venture atlas laverna\n-> credits 1 0");
    holds_with(drain, "credits 2 2\nseat 0 plays venture atlas laverna\n-> credits 1 2");
}

/// SA-15, SA-17: the sentences of actions do not name hidden cards.
#[test]
fn actions_name_no_hidden_card() {
    for made in random_moves(10) {
        if matches!(made.action, Action::Survey | Action::Done | Action::Draw | Action::Decline) {
            assert!(!made.sentence().contains(' '));
        }
    }
}
