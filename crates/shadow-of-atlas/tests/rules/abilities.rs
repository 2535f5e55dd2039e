//! The language of Abilities, tested with Orders made for each step.

use atlas_core::laws::positions_come_back;
use atlas_core::{Chance, Game, Seat, Viewer};
use atlas_shadow_of_atlas::ShadowOfAtlas;
use atlas_shadow_of_atlas::example::Example;

use crate::tables::{
    Move, edition, holds_with, legal, open, played_with, refused_by, with_ability, with_orders,
};

/// SA-14, SA-15, SA-17: either player gains Credits, cards and Outposts.
#[test]
fn gains_go_to_you_or_to_your_opponent() {
    let gifts = with_ability(
        "ceres",
        "[{ do = \"gain_credit\", who = \"opponent\", n = 2 }, { do = \"draw\", who = \"opponent\", n = 2 }, \
          { do = \"gain_outpost\", who = \"opponent\", n = 2 }, { do = \"gain_outpost\", who = \"you\", n = 1 }]",
    );
    holds_with(
        gifts,
        "credits 1 2
         deck mors mors vulcan vulcan janus ...
         seat 0 plays venture atlas ceres
         -> credits 0 4
         -> hand 1 mors mors
         -> hand 0 nothing
         -> outposts 1 2
         -> deck 29",
    );
    let made = played_with(gifts, "deck mors mors vulcan ...\nseat 0 plays venture atlas ceres");
    let told =
        |viewer| made.texts(viewer).into_iter().filter(|text| text.contains("draws")).collect::<Vec<_>>();
    assert_eq!(told(Viewer::Seat(Seat(0))), ["Seat 1 draws a card.", "Seat 1 draws a card."]);
    assert_eq!(told(Viewer::Seat(Seat(1))), ["Seat 1 draws Mors.", "Seat 1 draws Mors."]);
}

/// SA-31, SA-R03, SA-R04: several cards are drawn one by one, with a shuffle between them, until none is left.
#[test]
fn several_cards_are_drawn_one_by_one() {
    let draw = with_ability("ceres", "[{ do = \"draw\", n = 4 }]");
    holds_with(
        draw,
        "deck mors\ndiscard vulcan\nseat 0 plays venture atlas ceres\n-> hand 0 mors vulcan\n-> deck nothing",
    );
    let outposts = with_ability("ceres", "[{ do = \"gain_outpost\", n = 3 }]");
    holds_with(
        outposts,
        "deck mors\ndiscard vulcan\nseat 0 plays venture atlas ceres\n-> outposts 2 0\n-> deck nothing",
    );
}

/// SA-31: `then` follows only if the step had an effect, whatever kind of step it is.
#[test]
fn then_follows_only_what_happened() {
    // A step, a table where it has an effect, and one where it has none.
    for (step, happens, fails) in [
        ("do = \"spend\", n = 1", "credits 2 0", "credits 1 0"),
        ("do = \"spend\", who = \"opponent\", n = 2", "credits 1 2", "credits 1 1"),
        ("do = \"draw\", n = 1", "deck mors mors ...", "deck nothing\ndiscard nothing"),
        ("do = \"gain_outpost\", n = 1", "deck mors mors ...", "deck nothing\ndiscard nothing"),
        ("do = \"discard\"", "hand 0 laverna mors", "hand 0 laverna"),
        (
            "do = \"discard\", match = \"order_at_this_planet\"",
            "hand 0 laverna laverna",
            "hand 0 laverna mors",
        ),
        ("do = \"discard_opposing_order\"", "atlas: | mors", "genua-iv: | mors"),
        ("do = \"move_order\"", "genua-iv: mors |", "genua-iv: | mors"),
        ("do = \"move_order\", whose = \"opponent\"", "genua-iv: | mors", "genua-iv: mors |"),
        ("do = \"use_ability_of\"", "atlas: | mors", "genua-iv: | mors"),
        ("do = \"play_order\"", "hand 0 laverna ceres", "hand 0 laverna"),
    ] {
        let content = with_orders(&format!(
            "[[order]]\nid = \"janus\"\nname = \"Janus\"\ncount = 5\nability = []\n\
             [[order]]\nid = \"laverna\"\nname = \"Laverna\"\ncount = 6\n\
             ability = [{{ {step}, then = [{{ do = \"gain_credit\", who = \"opponent\", n = 3 }}] }}]"
        ));
        for (table, gained) in [(happens, 3), (fails, 0)] {
            let made = played_with(content, &format!("{table}\nseat 0 plays venture atlas laverna"));
            let taken = if step.contains("n = 2") && gained > 0 { 2 } else { 0 };
            let (before, after) = (open(&made.before).credits[1], open(&made.after).credits[1]);
            assert_eq!(after, before - taken + gained, "{step}\n{table}");
        }
    }
    // Gaining Credits has no effect for a player with five.
    let gain = with_ability(
        "laverna",
        "[{ do = \"gain_credit\", n = 3 }, { do = \"gain_credit\", n = 1, then = [{ do = \"draw\", n = 1 }] }]",
    );
    holds_with(gain, "credits 5 0\nseat 0 plays venture atlas laverna\n-> credits 5 0\n-> hand 0 0");
    holds_with(gain, "credits 2 0\nseat 0 plays venture atlas laverna\n-> credits 5 0\n-> hand 0 1");
}

/// SA-31: a nested `then` depends on all the steps around it. What comes after the list follows in any case.
#[test]
fn then_can_be_nested() {
    let nested = with_ability(
        "mors",
        "[{ do = \"spend\", n = 1, then = [{ do = \"spend\", n = 1, then = [{ do = \"spend\", n = 1, then = \
          [{ do = \"gain_outpost\", n = 1 }] }, { do = \"draw\", n = 1 }] }] }, { do = \"draw\", n = 1 }]",
    );
    for (credits, after, hand, outposts) in
        [(1, 0, 1, 0), (2, 0, 1, 0), (3, 0, 2, 0), (4, 0, 2, 1), (5, 1, 2, 1)]
    {
        holds_with(
            nested,
            &format!(
                "credits {credits} 0\nseat 0 plays venture atlas mors\n-> credits {after} 0\n-> hand 0 {hand}\n-> outposts {outposts} 0"
            ),
        );
    }
}

/// SA-R20: an optional step without a choice is performed by `mode 1`. It is not offered if it would have no effect.
#[test]
fn plain_steps_may_be_declined() {
    for (step, table, done, cannot) in [
        ("do = \"gain_credit\", n = 2", "credits 2 2", "credits 3 2", None),
        ("do = \"spend\", who = \"opponent\", n = 2", "credits 2 2", "credits 1 0", Some("credits 2 1")),
        ("do = \"draw\", n = 2", "credits 2 2", "hand 0 2", Some("deck nothing\ndiscard nothing")),
        (
            "do = \"gain_outpost\", n = 1",
            "credits 2 2",
            "outposts 1 0",
            Some("deck nothing\ndiscard nothing"),
        ),
    ] {
        let content = with_ability("mors", &format!("[{{ {step}, may = true }}]"));
        let play = "seat 0 plays venture atlas mors";
        holds_with(
            content,
            &format!("{table}\n{play}\n-> asks mode\nseat 0 plays mode 1\n-> {done}\n-> asks action"),
        );
        holds_with(
            content,
            &format!("{table}\n{play}\nseat 0 plays decline\n-> hand 0 0\n-> outposts 0 0\n-> asks action"),
        );
        if let Some(table) = cannot {
            holds_with(content, &format!("{table}\n{play}\n-> asks action"));
        }
        let made = played_with(content, &format!("{table}\n{play}"));
        assert_eq!(legal(&made.after), ["mode 1", "decline"], "{step}");
        for sentence in ["mode 2", "mode 0", "draw", "done"] {
            assert!(refused_by(&made.after, Seat(0), sentence).is_some(), "{sentence}");
        }
    }
}

/// SA-R20: an optional step with a choice can be declined too, and the next step still follows.
#[test]
fn steps_with_a_choice_may_be_declined() {
    for (step, table, yes) in [
        ("do = \"discard\"", "hand 0 laverna mors", "melt mors"),
        ("do = \"discard_opposing_order\"", "atlas: | mors", "remove mors"),
        ("do = \"move_order\"", "genua-iv: mors |", "move genua-iv mors"),
        ("do = \"move_order\", whose = \"opponent\"", "genua-iv: | mors", "move genua-iv mors"),
        ("do = \"play_order\"", "hand 0 laverna mors", "play atlas mors"),
    ] {
        let content = with_ability(
            "laverna",
            &format!(
                "[{{ {step}, may = true, then = [{{ do = \"gain_outpost\", n = 1 }}] }}, {{ do = \"draw\", n = 1 }}]"
            ),
        );
        let made = played_with(content, &format!("{table}\nseat 0 plays venture atlas laverna"));
        assert_eq!(legal(&made.after), [yes, "decline"], "{step}");
        positions_come_back(&made.after).unwrap();
        for (answer, outposts) in [(yes, 1), ("decline", 0)] {
            let after = Move::act(made.after.clone(), Seat(0), answer, &mut Chance::quick(1));
            assert_eq!(open(&after.after).outposts[0].len(), outposts, "{step} {answer}");
            assert!(after.rules().contains(&"SA-15"), "the card is drawn in any case");
        }
    }
}

/// SA-15: a forced discard, of any card or of one that matches. A single card is discarded without a question.
#[test]
fn a_discard_can_be_forced() {
    let any = with_ability("mors", "[{ do = \"discard\" }]");
    holds_with(
        any,
        "hand 0 mors ceres vulcan\nseat 0 plays venture atlas mors\n-> can melt ceres\n-> cannot decline\nseat 0 plays melt vulcan\n-> discard vulcan",
    );
    holds_with(
        any,
        "hand 0 mors ceres ceres\nseat 0 plays venture atlas mors\n-> hand 0 ceres\n-> discard ceres",
    );
    holds_with(any, "hand 0 mors\nseat 0 plays venture atlas mors\n-> asks action\n-> discard nothing");
    let matching = with_ability("mors", "[{ do = \"discard\", match = \"order_at_this_planet\" }]");
    holds_with(
        matching,
        "atlas: | ceres\nhand 0 mors ceres vulcan\nseat 0 plays venture atlas mors\n-> discard ceres\n-> hand 0 vulcan",
    );
}

/// SA-R29: an Order moves in four ways, and stays on the same player's side.
#[test]
fn orders_move_in_four_ways() {
    let table =
        "atlas: ceres | vulcan\ngenua-iv: laverna | mercury\ncredits 2 2\nseat 0 plays venture atlas mors";
    for (from, whose, to, follows) in [
        // Only one Order can move here, so there is no question. The player's own Order is the third.
        ("other_planet", "you", "this_planet", "-> atlas of seat 0: | vulcan\n-> genua-iv: | mercury"),
        (
            "other_planet",
            "opponent",
            "this_planet",
            "-> atlas: ceres mors | vulcan mercury\n-> genua-iv: laverna |",
        ),
        (
            "this_planet",
            "you",
            "other_planet",
            "seat 0 plays move genua-iv ceres\n-> atlas: mors | vulcan\n-> genua-iv: laverna ceres | mercury",
        ),
        (
            "this_planet",
            "opponent",
            "other_planet",
            "seat 0 plays move genua-iv vulcan\n-> atlas: ceres mors |\n-> genua-iv: laverna | mercury vulcan",
        ),
    ] {
        let step =
            format!("[{{ do = \"move_order\", from = \"{from}\", whose = \"{whose}\", to = \"{to}\" }}]");
        holds_with(with_ability("mors", &step), &format!("{table}\n{follows}"));
    }
}

/// SA-24, SA-R29: an Order can move to any planet that does not have its Order, even if its owner is Arbiter there. The
/// Order just played can move too.
#[test]
fn a_move_away_keeps_each_order_once() {
    let away =
        with_ability("mors", "[{ do = \"move_order\", from = \"this_planet\", to = \"other_planet\" }]");
    let made = played_with(
        away,
        "atlas: ceres |
         umeri-i: | ceres
         dorsi-ii of seat 0
         bracchii-iii: mors |
         credits 2 2
         seat 0 plays venture atlas mors",
    );
    assert_eq!(
        legal(&made.after),
        [
            "move umeri-i mors",
            "move dorsi-ii mors",
            "move dorsi-ii ceres",
            "move bracchii-iii ceres",
            "move genua-iv mors",
            "move genua-iv ceres"
        ]
    );
    assert_eq!(refused_by(&made.after, Seat(0), "move umeri-i ceres"), Some("SA-24"));
    assert_eq!(refused_by(&made.after, Seat(0), "move bracchii-iii mors"), Some("SA-24"));
    assert_eq!(refused_by(&made.after, Seat(0), "move genua-iv vulcan"), Some("SA-31"));
    assert_eq!(refused_by(&made.after, Seat(0), "move atlas ceres"), Some("SA-31"));
    let moved = Move::act(made.after, Seat(0), "move dorsi-ii ceres", &mut Chance::quick(1)).after;
    let planet = &open(&moved).planets[1];
    assert_eq!((planet.arbiter, planet.orders[0].as_slice()), (Some(Seat(0)), &["ceres".to_owned()][..]));
    positions_come_back(&moved).unwrap();
}

/// SA-31: modes that only move or draw are chosen by what they do, the others by their number. A mode without effect
/// can be chosen.
#[test]
fn modes_are_chosen_by_what_they_do_or_by_number() {
    let modes = with_ability(
        "mors",
        "[{ choose = 1, modes = [[{ do = \"gain_credit\", n = 1 }], [{ do = \"move_order\" }], [{ do = \"draw\", n = 2 }], []] }, \
          { do = \"gain_outpost\", n = 1 }]",
    );
    let table = "genua-iv: vulcan |\nseat 0 plays venture atlas mors";
    let made = played_with(modes, table);
    assert_eq!(legal(&made.after), ["move genua-iv vulcan", "draw", "mode 1", "mode 4"]);
    for sentence in ["mode 2", "mode 3", "mode 5", "mode 0", "decline", "move genua-iv mors"] {
        assert!(refused_by(&made.after, Seat(0), sentence).is_some(), "{sentence}");
    }
    for (answer, then) in [
        ("mode 1", "credits 2 2"),
        ("move genua-iv vulcan", "atlas: mors vulcan |"),
        ("draw", "hand 0 2"),
        ("mode 4", "credits 1 2"),
    ] {
        // The step after the choice follows whatever was chosen.
        holds_with(
            modes,
            &format!("{table}\nseat 0 plays {answer}\n-> {then}\n-> outposts 1 0\n-> asks action"),
        );
    }
    // If two modes move, the second is chosen by its number and then asks for the Order.
    let movers = with_ability(
        "mors",
        "[{ choose = 1, modes = [[{ do = \"move_order\" }], [{ do = \"move_order\", whose = \"opponent\" }]] }]",
    );
    holds_with(
        movers,
        "genua-iv: vulcan | ceres laverna
         seat 0 plays venture atlas mors
         -> can move genua-iv vulcan
         -> cannot move genua-iv ceres
         seat 0 plays mode 2
         -> asks move
         -> can move genua-iv ceres
         -> cannot move genua-iv vulcan
         seat 0 plays move genua-iv laverna
         -> atlas: mors | laverna",
    );
    // If only one mode is possible, there is no choice.
    holds_with(
        movers,
        "genua-iv: | ceres\nseat 0 plays venture atlas mors\n-> atlas: mors | ceres\n-> asks action",
    );
}

/// SA-31: modes inside modes and inside `then`, and steps inside a mode that ask something.
#[test]
fn choices_can_be_nested() {
    let nested = with_ability(
        "mors",
        "[{ do = \"spend\", n = 1, then = [{ choose = 1, modes = [[{ do = \"discard\" }, { do = \"draw\", n = 2 }], \
          [{ choose = 1, modes = [[{ do = \"gain_outpost\", n = 1 }, { do = \"gain_outpost\", n = 1 }], [{ do = \"gain_credit\", n = 3 }]] }]] }] }]",
    );
    holds_with(
        nested,
        "credits 2 2
         hand 0 mors ceres vulcan
         seat 0 plays venture atlas mors
         -> asks mode
         seat 0 plays mode 1
         -> asks melt
         seat 0 plays melt ceres
         -> hand 0 3
         -> asks action",
    );
    holds_with(
        nested,
        "credits 2 2\nhand 0 mors\nseat 0 plays venture atlas mors\nseat 0 plays mode 2\n-> asks mode\nseat 0 plays mode 1\n-> outposts 2 0",
    );
    holds_with(
        nested,
        "credits 2 2\nhand 0 mors\nseat 0 plays venture atlas mors\nseat 0 plays mode 2\nseat 0 plays mode 2\n-> credits 3 2",
    );
    holds_with(
        nested,
        "credits 1 2\nhand 0 mors ceres\nseat 0 plays venture atlas mors\n-> asks action\n-> hand 0 ceres",
    );
}

/// SA-87: Janus continues with its own steps when the copied Ability is finished, even if that one asked something.
#[test]
fn a_copied_ability_is_done_before_the_rest() {
    let content = with_ability("janus", "[{ do = \"use_ability_of\" }, { do = \"draw\", n = 1 }]");
    let made = played_with(
        content,
        "atlas: | vulcan\nhand 0 janus vulcan\ndeck mors ceres ...\nseat 0 plays venture atlas janus",
    );
    assert_eq!(legal(&made.after), ["melt vulcan", "decline"]);
    positions_come_back(&made.after).unwrap();
    let pending = open(&made.after).pending.unwrap();
    assert_eq!(pending.stack.unwrap(), ["test atlas", "janus 1 atlas", "vulcan 0 atlas"]);
    let after = Move::act(made.after, Seat(0), "melt vulcan", &mut Chance::quick(1));
    assert_eq!(after.rules(), ["SA-84", "SA-17", "SA-15"], "the Outpost, then the card");
}

/// SA-R12: a position in the middle of an Ability can be loaded again, and the game continues in the same way.
#[test]
fn a_loaded_position_continues_in_the_same_way() {
    let content = with_ability(
        "mors",
        "[{ do = \"discard\", then = [{ do = \"move_order\", may = true }, { do = \"play_order\" }] }, { do = \"gain_credit\", n = 1 }]",
    );
    let table = "genua-iv: vulcan |\nhand 0 mors ceres laverna janus\nseat 0 plays venture atlas mors";
    let mut real = Example::read(table, content).unwrap().scenario.deal().unwrap();
    real = Move::act(real, Seat(0), "venture atlas mors", &mut Chance::quick(1)).after;
    for answer in ["melt ceres", "move genua-iv vulcan", "play atlas laverna"] {
        let loaded = ShadowOfAtlas::load(edition(content), &real.dump()).unwrap();
        assert_eq!(loaded, real);
        let (one, two) = (
            Move::act(real, Seat(0), answer, &mut Chance::quick(1)),
            Move::act(loaded, Seat(0), answer, &mut Chance::quick(1)),
        );
        assert_eq!((one.after.dump(), one.rules()), (two.after.dump(), two.rules()));
        real = one.after;
    }
    assert_eq!(open(&real).planets[2].arbiter, Some(Seat(0)));
}

/// SA-R20: the question of an optional step mentions that it can be declined.
#[test]
fn questions_mention_that_a_step_can_be_declined() {
    for (step, table, asks) in [
        ("do = \"discard\"", "hand 0 laverna mors", "which card do you discard, if any?"),
        ("do = \"discard_opposing_order\"", "atlas: | mors", "which opposing Order goes, if any?"),
        ("do = \"move_order\"", "genua-iv: mors |", "which Order moves, if any?"),
        ("do = \"play_order\"", "hand 0 laverna mors", "which Order do you play, if any?"),
        ("do = \"draw\", n = 1", "credits 2 2", "do you draw 1 card?"),
        (
            "do = \"gain_credit\", who = \"opponent\", n = 2",
            "credits 2 2",
            "does your opponent gain 2 Credits?",
        ),
    ] {
        let content = with_ability("laverna", &format!("[{{ {step}, may = true }}]"));
        let made = played_with(content, &format!("{table}\nseat 0 plays venture atlas laverna"));
        let question = made.after.awaiting(Seat(0)).unwrap().text.to_string();
        assert_eq!(question, format!("laverna at Atlas: {asks}"));
    }
    let copier = with_ability("janus", "[{ do = \"use_ability_of\", may = true }]");
    let made = played_with(copier, "atlas: | ceres\nseat 0 plays venture atlas janus");
    let question = made.after.awaiting(Seat(0)).unwrap().text.to_string();
    assert!(question.ends_with("at Atlas: which Ability do you use, if any?"), "{question}");
}
