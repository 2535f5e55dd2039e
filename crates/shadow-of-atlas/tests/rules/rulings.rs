//! The rulings: SA-R01 to SA-R30.

use atlas_core::play::{Secrecy, TakeBack};
use atlas_core::{Chance, Code, Entry, Game, Log, Marks, Match, Seat, Secret, Table, Turn, Viewer};
use atlas_shadow_of_atlas::{Action, ContentRef, Event, Options, ShadowOfAtlas};

use crate::tables::{
    Move, acting, asked, dealt, edition, holds, holds_with, legal, legal_like, open, played, random_game,
    random_moves, refusal, refused_by, with_ability,
};

/// SA-R03: the shuffle comes as soon as the deck is empty, not when a card is needed. After every play the deck is
/// empty only if the discard pile is empty too.
#[test]
fn the_deck_is_refilled_at_once() {
    let mut emptied = 0;
    for made in random_moves(200) {
        let position = open(&made.after);
        let discarding = position.pending.as_ref().is_some_and(|pending| pending.choose == "discard");
        if !discarding {
            assert!(!position.deck.is_empty() || position.discard.is_empty());
        }
        emptied += usize::from(made.rules().contains(&"SA-18"));
    }
    assert!(emptied > 40, "only {emptied} shuffles");
}

/// SA-R03: the shuffle comes right after every single step that empties the deck or fills the discard pile.
#[test]
fn the_shuffle_comes_after_each_single_step() {
    // A draw.
    holds(
        "deck mors\ndiscard ceres ceres\nseat 0 plays venture atlas mercury\n-> hand 0 mors\n-> deck ceres ceres",
    );
    // An Outpost: the pair just discarded is shuffled in.
    holds(
        "deck mors\ndiscard nothing\nseat 0 plays expand ceres ceres\n-> outposts 1 0\n-> deck ceres ceres",
    );
    // A card turned up: it is not shuffled in itself.
    holds("deck mors\ndiscard ceres\ncredits 3 2\nseat 0 plays survey\n-> deck ceres\n-> asks place");
    // An Order removed while deck and discard pile are empty.
    holds(
        "deck nothing\ndiscard nothing\natlas: | ceres\nseat 0 plays venture atlas mors\n-> deck ceres\n-> discard nothing",
    );
    // The three Orders of a new Arbiter, then the draw, then the Outpost.
    holds(
        "deck janus\ndiscard nothing\natlas: mors ceres |\ncredits 3 2\nseat 0 plays venture atlas laverna\n-> hand 0 janus\n-> deck 2\n-> outposts 1 0",
    );
}

/// SA-R03: a group of discards is one step: both cards of an Expand are shuffled together.
#[test]
fn a_pair_is_one_group() {
    let made = played("deck nothing\ndiscard nothing\nhand 0 mors janus\nseat 0 plays expand mors janus");
    let shuffled: Vec<_> =
        made.news.iter().filter(|(rule, _)| rule.0 == "SA-18").map(|(_, event)| event).collect();
    assert_eq!(shuffled, [&Event::Reshuffled { cards: 2 }]);
}

/// SA-R04: without any cards there is nothing to draw, no Outpost and no Survey, and nobody loses.
#[test]
fn the_game_continues_without_any_cards() {
    let empty = "deck nothing\ndiscard nothing\n";
    holds(&format!("{empty}seat 0 plays done\n-> hand 0 nothing\n-> credits 4 2\n-> to act 1"));
    holds(&format!(
        "{empty}genua-iv: ceres |\nseat 0 plays venture atlas mercury\nseat 0 plays draw\n-> hand 0 nothing"
    ));
    // Two cards for three draws.
    holds(
        "deck mors ceres\ndiscard nothing\nseat 0 plays done\n-> hand 0 mors ceres\n-> deck nothing\n-> to act 1",
    );
    let gain = with_ability("ceres", "[{ do = \"gain_outpost\", n = 1 }]");
    holds_with(gain, &format!("{empty}seat 0 plays venture atlas ceres\n-> outposts 0 0\n-> atlas: ceres |"));
    let state = dealt(&format!("{empty}credits 5 5\nhand 0 mors\nseat 0 plays done"));
    assert_eq!(refused_by(&state, Seat(0), "survey"), Some("SA-R04"));
}

/// SA-R04: the next card that is discarded becomes the deck at once and can be turned up.
#[test]
fn the_next_discard_becomes_the_deck() {
    holds(
        "deck nothing
         discard nothing
         atlas: | ceres
         credits 5 2
         seat 0 plays survey
         -> refused SA-R04
         seat 0 plays venture atlas mors
         -> deck ceres
         seat 0 plays survey
         -> asks place
         -> deck nothing",
    );
}

/// SA-R05: an Expand with an empty deck, in which a Janus stands for the other card.
#[test]
fn the_pair_of_an_expand_becomes_the_deck() {
    holds(
        "deck nothing\ndiscard nothing\nhand 0 vulcan janus\nseat 0 plays expand janus vulcan\n-> outposts 1 0\n-> deck 1\n-> credits 3 2",
    );
}

/// SA-R07: the card is seen first, and it must be played.
#[test]
fn a_surveyed_card_must_be_played() {
    let made = played("credits 3 2\ndeck vulcan ...\nseat 0 plays survey");
    assert_eq!(legal(&made.after).len(), 5);
    assert!(legal(&made.after).iter().all(|sentence| sentence.starts_with("place ")));
    assert_eq!(refused_by(&made.after, Seat(0), "decline"), Some("SA-46"));
}

/// SA-R08: the known card leaves the hand first, however it leaves.
#[test]
fn a_known_card_leaves_first() {
    let known = "hand 0 laverna laverna vulcan vulcan\nknown 0 laverna vulcan\ncredits 5 2\n";
    for (play, left) in [
        ("venture atlas laverna", "vulcan"),
        ("survey laverna", "vulcan"),
        ("expand laverna laverna", "vulcan"),
        ("expand vulcan vulcan", "laverna"),
        ("venture atlas vulcan", "laverna"),
    ] {
        holds(&format!("{known}seat 0 plays {play}\n-> known 0 {left}"));
    }
    // A second card of the Order stays unknown.
    holds(&format!(
        "{known}seat 0 plays venture atlas laverna\n-> known 0 vulcan\n-> hand 0 laverna vulcan vulcan"
    ));
    // A known card is melted.
    holds(
        "hand 0 vulcan mors
         known 0 mors
         atlas: | mors
         seat 0 plays venture atlas vulcan
         -> known 0 mors
         seat 0 plays melt mors
         -> known 0 nothing",
    );
    // A known card is discarded at the end of the turn.
    holds(
        "hand 0 mors mors ceres
         known 0 mors
         deck vulcan vulcan janus ...
         seat 0 plays done
         -> known 0 mors
         seat 0 plays discard mors
         -> known 0 nothing
         -> hand 0 mors ceres vulcan vulcan janus",
    );
    // An Expand takes one of two known cards.
    holds("hand 0 mors mors janus\nknown 0 mors mors\nseat 0 plays expand mors janus\n-> known 0 mors");
}

/// SA-R08: a known card stays known in later turns, and both players see it.
#[test]
fn a_known_card_stays_known() {
    let state = dealt("hand 0 mors ceres\nknown 0 mors\nseat 0 plays done");
    let made = Move::act(state, Seat(0), "done", &mut Chance::quick(1));
    assert_eq!(open(&made.after).known[0], ["mors"]);
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator] {
        assert_eq!(made.after.view(viewer).known[0], ["mors"]);
    }
    for made in random_moves(200) {
        let position = open(&made.after);
        for seat in 0..2 {
            for card in &position.known[seat] {
                let count = |cards: &[String]| cards.iter().filter(|it| *it == card).count();
                assert!(count(&position.known[seat]) <= count(&position.hands[seat]), "{card}");
            }
        }
    }
}

const MINE: &str =
    "umeri-i of seat 0\ndorsi-ii of seat 0\natlas of seat 0\nbracchii-iii of seat 0\ngenua-iv of seat 0\n";

/// SA-R09: a Survey is legal if the card can be played nowhere. The card goes to the hand, and the Credits stay spent.
#[test]
fn a_survey_without_an_open_planet_is_legal() {
    holds(&format!(
        "{MINE}credits 5 2\ndeck ceres ...\nseat 0 plays survey\n-> credits 2 2\n-> hand 0 ceres\n-> known 0 ceres"
    ));
    holds(&format!(
        "{MINE}credits 1 2\nhand 0 laverna\ndeck laverna ...\nseat 0 plays survey laverna\n-> hand 0 laverna\n-> known 0 laverna\n-> credits 0 2"
    ));
}

/// SA-R10: an Arbiter can neither venture nor survey to their planet. The other player can, at the usual cost.
#[test]
fn an_arbiter_cannot_play_to_their_planet() {
    let state = dealt(&format!("{MINE}credits 5 5\nhand 0 mors ceres\nseat 0 plays done"));
    assert!(legal_like(&state, "venture").is_empty());
    holds(
        "atlas of seat 0: | mors ceres
         credits 0 3
         seat 1 plays venture atlas laverna
         -> atlas of seat 1
         -> credits 0 0
         -> outposts 0 1",
    );
    let state = dealt("atlas of seat 0: | mors\ncredits 0 1\nhand 1 vulcan\nseat 1 plays done");
    assert_eq!(refused_by(&state, Seat(1), "venture atlas vulcan"), Some("SA-41"), "the second costs two");
}

/// SA-R11: two Orders that stayed at a planet take it over with a third one, for the same reward.
#[test]
fn orders_left_behind_take_the_planet_over() {
    holds(
        "atlas: vulcan laverna | mors ceres
         credits 3 3
         hand 0 mercury
         hand 1 vulcan
         seat 0 plays venture atlas mercury
         -> atlas of seat 0: | mors ceres
         -> outposts 1 0
         seat 0 plays done
         seat 1 plays venture atlas vulcan
         -> atlas of seat 1
         -> outposts 1 1
         -> hand 1 1
         -> credits 2 0",
    );
}

/// SA-R14: with the house Orders, no turn has more than thirty plays, and no side more than three Orders.
#[test]
fn a_turn_is_never_endless() {
    let mut most = 0;
    for seed in 0..300 {
        let mut plays = std::collections::BTreeMap::new();
        for made in random_game(seed) {
            let turn = open(&made.before).turn;
            let played = made.rules().iter().filter(|rule| **rule == "SA-25").count();
            *plays.entry(turn).or_insert(0) += played;
            let sides = open(&made.after).planets;
            assert!(sides.iter().flat_map(|planet| &planet.orders).all(|side| side.len() <= 3));
        }
        most = most.max(plays.into_values().max().unwrap_or_default());
    }
    assert!((5..=30).contains(&most), "{most}");
}

/// SA-R15: with equal points and planets the game is a draw, and both players are winners.
#[test]
fn a_complete_tie_is_a_draw() {
    let made = played("outposts 8 8\nseat 1 plays done");
    let outcome = made.after.outcome().unwrap();
    assert_eq!((outcome.ranks(), outcome.winners().len()), (&[0, 0][..], 2));
    assert_eq!(made.after.result_details(), [("by", "draw".into())]);
    holds("idle 3\nseat 0 plays done\n-> over by draw\n-> points 0 0\n-> winners 0 1");
}

/// SA-R16: the First Player wins at once in either way, whatever the Second Player has.
#[test]
fn the_first_player_needs_no_last_round() {
    holds("outposts 10 14\nseat 0 plays done\n-> over by outposts\n-> winners 0");
    holds(
        "umeri-i of seat 0
         dorsi-ii of seat 0
         atlas: mors ceres |
         genua-iv of seat 0
         outposts 0 14
         credits 3 2
         seat 0 plays venture atlas vulcan
         seat 0 plays done
         -> over by planets
         -> winners 0",
    );
}

/// SA-R17: winning outright comes first, before fifteen Outposts, five planets, the sixtieth turn and four idle turns.
#[test]
fn winning_outright_comes_first() {
    let four = "umeri-i of seat 1\ndorsi-ii of seat 1\natlas of seat 1\ngenua-iv of seat 1\nbracchii-iii of seat 0\n";
    holds(&format!(
        "{four}outposts 16 0\nseat 1 plays done\n-> by SA-60\n-> over by planets\n-> winners 1\n-> points 19 12"
    ));
    holds("outposts 16 10\nseat 1 plays done\n-> by SA-60\n-> over by outposts\n-> winners 1");
    holds("turn 60\nidle 3\noutposts 16 10\nseat 1 plays done\n-> by SA-60\n-> winners 1");
    // SA-62 comes before the house ruling.
    holds("turn 60\nidle 3\noutposts 16 9\nseat 1 plays done\n-> by SA-62\n-> winners 0");
}

fn new_match() -> Match<ShadowOfAtlas> {
    let words = vec!["orbit".to_owned(), "dust".to_owned()];
    Match::new(edition(ContentRef::house()), Options::default(), 2, Secret([5; 32]), words).unwrap()
}

fn act(game: &mut Match<ShadowOfAtlas>, pick: impl Fn(&[String]) -> usize) {
    let (seat, sentences) = (acting(game.state()), legal(game.state()));
    let sentence = sentences[pick(&sentences)].clone();
    game.append(Entry::Act { seat, sentence }).unwrap();
}

/// SA-R18: during the match, logs and views of spectators contain nothing hidden, and the log cannot be replayed. After
/// the match the replay shows everything.
#[test]
fn the_replay_shows_everything_when_it_is_over() {
    let mut game = new_match();
    let mut past = vec![game.state().dump()];
    while game.state().outcome().is_none() {
        act(&mut game, |sentences| (sentences.len() * 7 + 3) % sentences.len());
        past.push(game.state().dump());
        if game.state().outcome().is_none() {
            let sealed = Log::from_text(&game.log(Secrecy::Sealed).to_text()).unwrap();
            assert_eq!(Match::<ShadowOfAtlas>::replay(&sealed).unwrap_err().code, Code::Log);
            let view = Table::view(&game, Viewer::Spectator);
            assert!(view.get("deck").is_none() && view["hands"][0].is_null() && view["hands"][1].is_null());
        }
    }
    let log = Log::from_text(&game.log(Secrecy::Revealed).to_text()).unwrap();
    let replayed = Match::<ShadowOfAtlas>::replay(&log).unwrap();
    assert_eq!(replayed.state().dump(), *past.last().unwrap());
    let view = Table::view(&replayed, Viewer::Everything);
    assert!(view["deck"].is_array() && view["outposts"][0].is_array() && view["hands"][1].is_array());
}

/// SA-R19: there is no hand limit during a turn, one's own or the opponent's.
#[test]
fn the_hand_limit_applies_only_at_the_end_of_the_players_turn() {
    let gift = with_ability("ceres", "[{ do = \"draw\", who = \"opponent\", n = 3 }]");
    holds_with(
        gift,
        "hand 1 mors mors ceres vulcan janus
         seat 0 plays venture atlas ceres
         -> hand 1 8
         seat 0 plays done
         -> to act 1
         -> hand 1 8
         -> asks action",
    );
}

/// SA-R19, SA-R03: the discards are one group. If a shuffle is needed, it comes after the last of them.
#[test]
fn the_discards_at_the_end_of_a_turn_are_one_group() {
    let made = played(
        "hand 0 mors mors mors ceres ceres
         hand 1 janus janus janus janus janus laverna laverna laverna laverna laverna laverna vulcan vulcan vulcan vulcan \
           vulcan vulcan mercury mercury mercury mercury mercury mercury mors mors mors
         deck ceres ceres
         discard nothing
         outposts 1 1
         seat 0 plays done
         seat 0 plays discard mors",
    );
    assert_eq!(asked(&made.after), "discard");
    let position = open(&made.after);
    assert_eq!((position.deck.len(), position.discard.len()), (0, 1), "no shuffle yet");
    let made = Move::act(made.after, Seat(0), "discard ceres", &mut Chance::quick(1));
    let position = open(&made.after);
    assert_eq!((position.deck.len(), position.discard.len()), (2, 0));
    assert_eq!(made.rules(), ["SA-R19", "SA-18"]);
    assert_eq!(acting(&made.after), Seat(1));
}

/// SA-R20: an Ability without "may" cannot be declined, and the player of the Order chooses.
#[test]
fn abilities_are_mandatory() {
    for (table, play) in [
        ("atlas: | ceres vulcan", "mors"),
        ("atlas: | ceres vulcan", "janus"),
        ("genua-iv: ceres |", "mercury"),
    ] {
        let made = played(&format!("{table}\nseat 0 plays venture atlas {play}"));
        assert!(refused_by(&made.after, Seat(0), "decline").is_some(), "{play}");
        assert!(refused_by(&made.after, Seat(0), "done").is_some(), "{play}");
        assert_eq!(acting(&made.after), Seat(0), "{play}");
    }
}

/// SA-R21: an Order may be ventured even if its Ability has no effect.
#[test]
fn an_ability_may_do_nothing() {
    for order in ["mors", "janus", "laverna", "vulcan", "mercury"] {
        holds(&format!(
            "credits 1 0\ndeck nothing\ndiscard nothing\nseat 0 plays venture atlas {order}\n-> atlas: {order} |\n-> credits 0 0\n-> asks action"
        ));
    }
    holds("credits 5 0\nseat 0 plays venture atlas ceres\n-> credits 5 0");
}

/// SA-R22: the cost counts the Orders that were there before the card.
#[test]
fn the_cost_is_counted_before_the_card_is_placed() {
    holds(
        "atlas: mors ceres |\ncredits 3 0\nseat 0 plays venture atlas vulcan\n-> credits 0 0\n-> atlas of seat 0",
    );
}

/// SA-R23: Credits above five are always lost: from an Ability, an Expand, and the start and end of a turn.
#[test]
fn credits_over_five_are_lost() {
    holds("credits 5 0\nseat 0 plays expand mors mors\n-> credits 5 0");
    holds("credits 4 5\noutposts 0 5\nseat 0 plays done\n-> credits 5 5");
    holds("credits 4 0\nseat 0 plays done\n-> credits 5 0");
}

/// SA-R24: the bonus depends on the Outposts at the start of the turn.
#[test]
fn the_bonus_depends_only_on_the_start_of_the_turn() {
    holds("outposts 4 0\ncredits 2 0\nseat 0 plays expand mors mors\n-> outposts 5 0\n-> credits 3 0");
}

/// SA-R25: Outposts gained in the opponent's turn count for the fifteen and for points.
#[test]
fn outposts_gained_in_the_opponents_turn_count() {
    let gift = with_ability("ceres", "[{ do = \"gain_outpost\", who = \"opponent\", n = 1 }]");
    holds_with(
        gift,
        "outposts 7 7\nseat 1 plays venture atlas ceres\n-> outposts 8 7\nseat 1 plays done\n-> over by points\n-> winners 0",
    );
}

/// SA-R26: four turns in a row without an Action end the game, in the turn of either player.
#[test]
fn four_idle_turns_end_the_game() {
    for seat in [0, 1] {
        holds(&format!("idle 3\nseat {seat} plays done\n-> by SA-R26\n-> over by draw"));
        holds(&format!("idle 2\nseat {seat} plays done\n-> to act {}\n-> idle 3", 1 - seat));
        holds(&format!("idle 3\noutposts 1 2\nseat {seat} plays done\n-> over by points\n-> winners 1"));
        // An Action in this turn resets the count.
        holds(&format!(
            "idle 3\nseat {seat} plays venture atlas mors\nseat {seat} plays done\n-> idle 0\n-> to act {}",
            1 - seat
        ));
    }
    let made = played("idle 3\noutposts 2 1\nseat 0 plays done");
    assert_eq!(open(&made.after).credits, [2, 2], "before Credits and draws");
}

/// SA-R26: if nobody ever takes an Action, the game is over after four turns.
#[test]
fn a_game_without_actions_ends_after_four_turns() {
    let mut state = crate::tables::started(4);
    let mut turns = 0;
    while let Some(seat) = state.acting().first() {
        let sentence = legal(&state).pop().unwrap();
        turns += usize::from(sentence == "done");
        state = Move::act(state, seat, &sentence, &mut Chance::quick(2)).after;
    }
    assert_eq!(turns, 4);
    assert_eq!(open(&state).idle_turns, 4);
}

/// SA-R26: an Action of any kind keeps the game going.
#[test]
fn every_kind_of_action_counts() {
    for play in ["venture atlas ceres", "survey", "survey laverna", "expand mors mors"] {
        let made = played(&format!("idle 3\ncredits 3 2\nseat 0 plays {play}"));
        assert!(open(&made.after).acted, "{play}");
    }
}

/// SA-R26: the sixtieth turn is the last.
#[test]
fn the_sixtieth_turn_is_the_last() {
    holds("turn 60\nseat 1 plays venture atlas ceres\nseat 1 plays done\n-> by SA-R26\n-> over by draw");
    holds("turn 60\nfirst 1\noutposts 0 3\nseat 0 plays done\n-> over by points\n-> winners 1");
    holds("turn 59\nseat 0 plays done\n-> to act 1\n-> turn 60");
}

/// SA-R27: a player who leaves loses, in any turn and even in the middle of an Ability.
#[test]
fn a_player_who_leaves_loses() {
    for table in ["outposts 9 0", "atlas: | ceres vulcan\nhand 0 mors", "credits 3 2"] {
        for leaver in [Seat(0), Seat(1)] {
            let mut state = dealt(&format!("{table}\nseat 0 plays done"));
            for sentence in ["venture atlas mors", "survey"] {
                if let Ok(action) = state.read(Seat(0), sentence)
                    && state.judge(Seat(0), action).is_ok()
                {
                    state.play(Seat(0), action, &mut Turn::quiet(&mut Chance::quick(1)));
                }
            }
            let mut news = Vec::new();
            let mut chance = Chance::scripted([]);
            state.leave(leaver, &mut Turn::told(&mut chance, &mut news));
            assert_eq!(news, [(atlas_core::Rule("SA-R27"), Event::Left { seat: leaver })]);
            let outcome = state.outcome().unwrap();
            assert_eq!(outcome.winners().iter().collect::<Vec<_>>(), [leaver.next(2)]);
            assert_eq!(state.result_details(), [("by", "left".into())]);
            assert!(state.acting().is_empty());
            assert_eq!(refusal(&state, Seat(0), "done").rule.unwrap().0, "SA-R27");
            let told = state.tell(&news[0].1).text.to_string();
            assert_eq!(told, format!("Seat {} leaves, so {} wins.", leaver.0, leaver.next(2)));
        }
    }
    holds("seat 1 leaves\n-> over by left\n-> winners 0");
}

/// SA-R28: a play that revealed nothing may be taken back. A draw, a Survey, an Outpost or a shuffle may not.
#[test]
fn an_action_that_revealed_something_cannot_be_taken_back() {
    for (table, play, revealed) in [
        ("credits 2 2", "venture atlas ceres", false),
        ("atlas: | vulcan", "venture atlas mors", false),
        ("genua-iv: ceres |", "venture atlas mercury", false),
        ("credits 2 2", "venture atlas mercury", true),
        ("credits 3 2", "survey", true),
        ("credits 2 2", "expand mors mors", true),
        ("atlas: mors ceres |\ncredits 3 2", "venture atlas laverna", true),
        ("deck nothing\ndiscard nothing\natlas: | vulcan", "venture atlas mors", true),
        ("credits 2 2", "done", true),
    ] {
        let made = played(&format!("{table}\nseat 0 plays {play}"));
        assert_eq!(made.marks.contains(Marks::REVEALED), revealed, "{table}: {play}");
    }
    let mut game = new_match();
    let state = game.state().clone();
    let seat = acting(&state);
    assert!(matches!(game.take_back(seat), TakeBack::Never(_)));
    let plain = legal(&state).into_iter().find(|it| it.starts_with("venture") && !it.ends_with("mercury"));
    game.append(Entry::Act { seat, sentence: plain.expect("an Order can be ventured") }).unwrap();
    assert!(matches!(game.take_back(seat), TakeBack::Free(0)));
    while acting(game.state()) == seat {
        act(&mut game, |sentences| sentences.len() - 1);
    }
    assert!(matches!(game.take_back(seat), TakeBack::Never(_)));
}

/// SA-R29: the Ability of a moved Order is not used, and a move is not followed by a test.
#[test]
fn a_move_is_not_a_play() {
    for order in ["ceres", "laverna", "mors", "vulcan"] {
        let made = played(&format!(
            "genua-iv: {order} |\natlas: | janus\nhand 0 mercury vulcan\ncredits 1 2\nseat 0 plays venture atlas mercury\nseat 0 plays move genua-iv {order}"
        ));
        assert_eq!(made.rules(), ["SA-85"], "{order}");
    }
    for made in random_moves(60).filter(|made| matches!(made.action, Action::Move(..))) {
        assert!(!made.rules().contains(&"SA-25"));
    }
}

/// SA-R30: the Orders go to the discard pile, then a card is drawn, then an Outpost is gained, each with a shuffle if
/// the deck is empty.
#[test]
fn the_reward_follows_its_order() {
    let reward = |deck: &str| {
        let made = played(&format!(
            "deck {deck}\ndiscard nothing\natlas: mors vulcan |\ncredits 3 2\nseat 0 plays venture atlas ceres"
        ));
        let steps = made.rules().into_iter().filter(|rule| *rule != "SA-81" && *rule != "SA-13");
        (steps.skip(2).collect::<Vec<_>>(), open(&made.after))
    };
    let (steps, position) = reward("nothing");
    assert_eq!(steps, ["SA-26", "SA-28", "SA-18", "SA-15", "SA-17"]);
    assert_eq!((position.deck.len(), position.discard.len()), (1, 0));
    let (steps, position) = reward("janus");
    assert_eq!(steps, ["SA-26", "SA-28", "SA-15", "SA-18", "SA-17"]);
    assert_eq!((position.hands[0].as_slice(), position.deck.len()), (&["janus".to_owned()][..], 2));
    let (steps, position) = reward("janus laverna");
    assert_eq!(steps, ["SA-26", "SA-28", "SA-15", "SA-17", "SA-18"]);
    assert_eq!((position.outposts[0].as_slice(), position.deck.len()), (&["laverna".to_owned()][..], 3));
}
