//! Test vectors: small tables, a few plays, and the expected results.

use atlas_core::Seat;

use crate::tables::{dealt, holds, holds_with, legal, played, refused_by, with_ability};

/// The printed example: Liz has two Orders at Atlas and a Janus in hand, and her opponent has one Order there.
const LIZ: &str = "atlas: mors ceres | laverna\n";

/// SA-25, SA-26, SA-27, SA-28, SA-29, SA-40: the printed example. The Venture costs three Credits. The Ability comes
/// first, then the planet is developed. All her Orders leave, she draws one card and gains one Outpost. The other side
/// stays.
#[test]
fn t01_the_printed_example() {
    holds(&format!(
        "{LIZ}credits 3 2
         seat 0 plays venture atlas janus
         -> credits 0 2
         -> asks copy
         seat 0 plays copy laverna
         -> credits 1 1
         -> by SA-26
         -> atlas of seat 0: | laverna
         -> discard mors ceres janus
         -> hand 0 1
         -> outposts 1 0
         -> deck 29"
    ));
    let made =
        played(&format!("{LIZ}credits 3 2\nseat 0 plays venture atlas janus\nseat 0 plays copy ceres"));
    assert_eq!(made.rules(), ["SA-82", "SA-81", "SA-26", "SA-28", "SA-15", "SA-17"], "Ability, flip, reward");
}

/// SA-24: the same table with Mors in hand.
#[test]
fn t02_an_order_that_is_already_there() {
    let state = dealt(&format!("{LIZ}credits 3 2\nhand 0 mors ceres laverna janus\nseat 0 plays done"));
    for order in ["mors", "ceres", "laverna"] {
        assert_eq!(refused_by(&state, Seat(0), &format!("venture atlas {order}")), Some("SA-24"));
    }
    assert!(legal(&state).contains(&"venture atlas janus".to_owned()));
}

/// SA-36, SA-41: the same table with two Credits.
#[test]
fn t03_too_few_credits() {
    let state = dealt(&format!("{LIZ}credits 2 2\nseat 0 plays venture atlas janus"));
    assert_eq!(refused_by(&state, Seat(0), "venture atlas janus"), Some("SA-41"));
    assert!(legal(&state).contains(&"venture genua-iv janus".to_owned()));
}

/// SA-23: a Venture of the Arbiter.
#[test]
fn t04_the_arbiter_ventures() {
    let state = dealt("atlas of seat 0\nseat 0 plays venture atlas janus");
    assert_eq!(refused_by(&state, Seat(0), "venture atlas janus"), Some("SA-23"));
}

/// SA-27, SA-28: the opponent's planet is taken over.
#[test]
fn t05_a_planet_is_taken_over() {
    holds(
        "atlas of seat 1: ceres laverna |
         credits 3 2
         seat 0 plays venture atlas mors
         -> by SA-27
         -> atlas of seat 0
         -> discard ceres laverna mors
         -> hand 0 1
         -> outposts 1 0",
    );
}

/// SA-14: five Credits stay five at the end of the turn.
#[test]
fn t06_five_credits_at_the_end_of_a_turn() {
    holds("credits 5 2\nseat 0 plays done\n-> credits 5 2");
}

/// SA-34, SA-R23: four Credits and five Outposts at the start of a turn.
#[test]
fn t07_the_bonus_stops_at_five() {
    holds("credits 0 4\noutposts 0 5\nseat 0 plays done\n-> to act 1\n-> credits 2 5");
}

/// SA-R24: the third Outpost brings no Credit in the turn in which it is gained.
#[test]
fn t08_the_third_outpost_in_this_turn() {
    holds(
        "outposts 2 0
         credits 0 0
         seat 0 plays expand mors mors
         -> outposts 3 0
         -> credits 1 0
         seat 0 plays done
         -> credits 3 0
         seat 1 plays done
         -> credits 4 2",
    );
}

/// SA-18: three draws from a deck of one card and a discard pile of four.
#[test]
fn t09_a_shuffle_between_draws() {
    holds(
        "deck mors
         discard ceres ceres ceres ceres
         seat 0 plays done
         -> hand 0 mors ceres ceres
         -> deck ceres ceres
         -> discard nothing",
    );
}

/// SA-R04: without any card there is no Survey.
#[test]
fn t10_no_survey_without_a_card() {
    let state = dealt("credits 3 2\ndeck nothing\ndiscard nothing\nseat 0 plays done");
    assert_eq!(refused_by(&state, Seat(0), "survey"), Some("SA-R04"));
    assert!(!legal(&state).contains(&"survey".to_owned()));
}

/// SA-R05: an Expand without a deck.
#[test]
fn t11_expand_from_an_empty_deck() {
    holds(
        "deck nothing
         discard nothing
         hand 0 ceres ceres
         seat 0 plays expand ceres ceres
         -> outposts 1 0
         -> deck ceres
         -> discard nothing
         -> credits 3 2",
    );
}

/// SA-45: a card that can be played nowhere goes to the hand, and three Credits are spent.
#[test]
fn t12_a_survey_that_fits_nowhere() {
    holds(
        "umeri-i: vulcan |
         dorsi-ii: | vulcan
         atlas: | vulcan
         bracchii-iii of seat 0
         genua-iv: vulcan mors |
         credits 5 2
         hand 0 mors
         deck vulcan ...
         seat 0 plays survey
         -> hand 0 mors vulcan
         -> credits 2 2
         -> outposts 0 0
         -> asks action",
    );
}

/// SA-R16: the First Player's tenth Outpost wins before the Second Player has a turn.
#[test]
fn t13_the_first_players_tenth_outpost() {
    holds(
        "outposts 9 9
         seat 0 plays expand mors mors
         -> to act 0
         seat 0 plays done
         -> over by outposts
         -> winners 0
         -> points 10 9",
    );
}

/// SA-63: the First Player develops the fifth planet, and the game continues for one turn.
#[test]
fn t14_the_fifth_planet_in_the_first_players_turn() {
    holds(
        "umeri-i of seat 0
         dorsi-ii of seat 1
         atlas: mors ceres |
         bracchii-iii of seat 1
         genua-iv of seat 0
         credits 3 2
         seat 0 plays venture atlas laverna
         seat 0 plays done
         -> to act 1
         -> asks action
         seat 1 plays done
         -> over by points",
    );
}

/// SA-62: eight and seven Outposts after the Second Player's turn.
#[test]
fn t15_fifteen_outposts() {
    holds("outposts 8 7\nseat 1 plays done\n-> over by points\n-> points 8 7\n-> winners 0");
    holds("outposts 8 6\nseat 1 plays done\n-> to act 0");
}

/// SA-65: at equal points, more planets win.
#[test]
fn t16_planets_break_the_tie() {
    holds(
        "umeri-i of seat 1
         dorsi-ii of seat 1
         atlas of seat 1
         bracchii-iii of seat 0
         genua-iv of seat 0
         outposts 6 3
         seat 1 plays done
         -> points 12 12
         -> over by points
         -> winners 1",
    );
}

/// SA-38, SA-R19: a player with seven cards after drawing discards two of their choice.
#[test]
fn t17_seven_cards_after_drawing() {
    holds(
        "hand 0 mors ceres janus vulcan
         deck mors mors mors ...
         seat 0 plays done
         -> hand 0 7
         -> asks discard
         -> can discard mors
         -> can discard vulcan
         -> cannot discard laverna
         seat 0 plays discard vulcan
         seat 0 plays discard mors
         -> hand 0 mors mors mors ceres janus
         -> discard vulcan mors
         -> to act 1",
    );
}

/// SA-R19: a player may hold eight cards during a turn.
#[test]
fn t18_eight_cards_during_the_turn() {
    holds(
        "hand 0 mors mors mors ceres ceres janus vulcan mercury
         seat 0 plays venture atlas ceres
         -> hand 0 7
         -> asks action",
    );
}

/// SA-R25: a player who gains the tenth Outpost in the opponent's turn wins at the end of their own turn.
#[test]
fn t19_ten_outposts_in_the_other_turn() {
    let gift = with_ability("mors", "[{ do = \"gain_outpost\", who = \"opponent\", n = 1 }]");
    holds_with(
        gift,
        "outposts 3 9
         seat 0 plays venture atlas mors
         -> outposts 3 10
         seat 0 plays done
         -> to act 1
         seat 1 plays done
         -> over by outposts
         -> winners 1",
    );
}

/// SA-25, SA-85, SA-R06: Mercury as the second Order brings the third, so the planet costs two Credits.
#[test]
fn t20_mercury_brings_the_third_order() {
    holds(
        "atlas: ceres |
         umeri-i: laverna |
         credits 2 2
         seat 0 plays venture atlas mercury
         -> atlas: ceres mercury |
         seat 0 plays move umeri-i laverna
         -> atlas of seat 0
         -> umeri-i: |
         -> credits 0 2
         -> outposts 1 0
         -> hand 0 1",
    );
}
