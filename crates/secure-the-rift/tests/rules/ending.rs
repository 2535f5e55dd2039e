//! Winning, losing, hidden information and chance (SR-126 to SR-134).

use atlas_core::{Chance, Game, Marks, Seat, Turn, Viewer};
use atlas_secure_the_rift::Action;

use crate::table::{Table, table, table_for};

/// SR-126: a player with 0 life or less loses.
#[test]
fn no_life_left() {
    for life in [3, 1] {
        let mut table = table().cells(0, 1).hand(0, "shock").life(1, life).deal();
        table.does(0, "play shock base.1");
        assert_eq!(table.winners(), [0]);
        assert!(table.view().players[1].lost);
    }
}

/// SR-127, SR-R34: a player who must draw and cannot loses. An empty deck alone is not a loss.
#[test]
fn no_card_left() {
    let mut table = table().cells(0, 1).hand(0, "thought").deck(0, "wall wall wall").no_more_deck(0).deal();
    table.does(0, "play thought");
    assert_eq!((table.outcome(), table.deck_size(0)), (None, 0));
    let mut short =
        crate::table::table().cells(0, 1).hand(0, "thought").deck(0, "wall").no_more_deck(0).deal();
    short.does(0, "play thought");
    assert_eq!(short.winners(), [1]);
}

/// SR-128, SR-R58: a player may leave at any time, and nothing that was still waiting happens.
#[test]
fn conceding() {
    let mut table = table().cells(0, 1).hand(0, "shock").life(1, 1).deal();
    table.play(0, "play shock base.1").leave(0);
    assert_eq!((table.winners(), table.life(1)), (vec![1], 1));
    let mut waiting = crate::table::table().deal();
    waiting.leave(1);
    assert_eq!(waiting.winners(), [0]);
    waiting.refuses(0, "pass", "SR-129");
}

/// SR-126 to SR-129: a player who has lost has no points, and the result says why they lost. So a loser with much life
/// never seems to be ahead.
#[test]
fn why_a_player_has_lost() {
    let result = |table: &Table| {
        let losses = table.state.result_details().into_iter().find(|(name, _)| *name == "losses");
        (table.outcome().expect("the game is over").scores().to_vec(), losses.map(|(_, it)| it.to_string()))
    };
    for rules in [1, 2] {
        let old = |scores: [i32; 2]| (scores.to_vec(), None);
        let setting = || table().rules(rules).cells(0, 1).life(1, 3);
        let mut drew = setting().hand(0, "thought").deck(0, "wall").no_more_deck(0).deal();
        drew.does(0, "play thought");
        let deck = (vec![0, 3], Some(r#"["deck",null]"#.to_owned()));
        assert_eq!(result(&drew), if rules == 1 { old([40, 3]) } else { deck });
        let mut left = setting().deal();
        left.leave(0);
        let conceded = (vec![0, 3], Some(r#"["conceded",null]"#.to_owned()));
        assert_eq!(result(&left), if rules == 1 { old([40, 3]) } else { conceded });
        let mut killed = setting().hand(0, "shock").deal();
        killed.does(0, "play shock base.1");
        let life = (vec![40, 0], Some(r#"[null,"life"]"#.to_owned()));
        assert_eq!(result(&killed), if rules == 1 { old([40, 0]) } else { life });
        let seen = killed.view().players[1].loss.clone();
        assert_eq!(seen.as_deref(), Some("life").filter(|_| rules == 2));
    }
}

/// SR-129, SR-R25: the last player wins. If all remaining players lose at the same time, it is a draw; otherwise the
/// others continue.
#[test]
fn the_last_player_wins() {
    let mut table = table_for(3).cells(0, 2).hand(0, "hurt-all shock").life(1, 5).life(2, 8).deal();
    table.does(0, "play hurt-all");
    assert_eq!(table.outcome(), None);
    table.does(0, "play shock base.2");
    assert_eq!(table.winners(), [0]);
    let mut draw = table_for(3).cells(0, 1).hand(0, "hurt-all").life(0, 5).life(1, 4).life(2, 3).deal();
    draw.does(0, "play hurt-all");
    assert_eq!(draw.outcome().unwrap().ranks(), [0, 0, 0]);
    let mut two = table_for(3).cells(0, 1).hand(0, "hurt-all").life(0, 5).life(1, 4).deal();
    two.does(0, "play hurt-all");
    assert_eq!(two.winners(), [2]);
}

/// SR-130: nobody sees another player's hand, or the order of a deck or an energy pile.
#[test]
fn hidden_information() {
    let table = table().hand(0, "giant").hand(1, "wall").deal();
    let mine = table.state.view(Viewer::Seat(Seat(0)));
    assert_eq!(
        (mine.players[0].hand.as_deref(), mine.players[1].hand.as_deref()),
        (Some(&["giant".to_owned()][..]), None)
    );
    assert!(mine.players.iter().all(|player| player.deck.is_empty() && player.pile.is_none()));
    let watched = table.state.view(Viewer::Spectator);
    assert!(
        watched
            .players
            .iter()
            .all(|player| player.hand.is_none() && player.deck.is_empty() && player.pile.is_none())
    );
}

/// A table of three at which everyone knows some cards in the hand of seat 0, who has to put one of four cards on the
/// bottom of the deck.
fn burying(rules: u32, known: &str) -> Table {
    let mut setting = table_for(3).rules(rules).cells(0, 9).hand(0, "drift-scout");
    for card in known.split_whitespace() {
        setting = setting.front(0, card).hand(0, "shunt");
    }
    let mut table = setting.hand(0, "plain-one").deck(0, "plain-two").deal();
    for card in known.split_whitespace() {
        table.does(0, &format!("play shunt {card}.1"));
    }
    table.does(0, "play drift-scout");
    table
}

/// SR-130: when a card leaves a hand face down, everyone else sees the same, whichever card it was. Of each name that
/// they knew, they know one card less: it may have been that one.
#[test]
fn a_card_that_leaves_a_hand_face_down() {
    for (known, left) in [("wall giant", ""), ("giant giant", "giant"), ("wall giant giant", "giant")] {
        for rules in [1, 2] {
            let choices = burying(rules, known).choices();
            assert!(choices.len() > 2, "{choices:?}");
            for viewer in [Viewer::Seat(Seat(1)), Viewer::Seat(Seat(2)), Viewer::Spectator] {
                let seen: Vec<_> = choices
                    .iter()
                    .map(|choice| {
                        let mut table = burying(rules, known);
                        assert_eq!(table.state.view(viewer).players[0].known.join(" "), known);
                        table.play(0, choice);
                        let news = table.news.iter().filter_map(|(_, event)| table.state.seen(event, viewer));
                        (table.state.view(viewer), news.collect::<Vec<_>>())
                    })
                    .collect();
                assert!(seen.iter().all(|it| *it == seen[0]), "{seen:?}");
                assert_eq!(seen[0].0.players[0].known.join(" "), left, "{known}");
            }
        }
    }
}

/// SR-130: a player is asked which card leaves the hand even if all cards are alike, because others would notice that
/// the question is missing. Version 1 of the rules did not ask.
#[test]
fn questions_do_not_tell_that_cards_are_alike() {
    for rules in [1, 2] {
        let asks = |table: &Table, said: &str| assert_eq!(table.may(0, said), rules == 2, "{said}");
        let setting = || table().rules(rules).cells(0, 9);
        let mut buried = setting().hand(0, "drift-scout wall").deck(0, "wall").deal();
        asks(buried.does(0, "play drift-scout"), "choose wall");
        let mut discarded = setting().hand(0, "harrow wall wall wall").deal();
        asks(discarded.does(0, "play harrow base.0"), "choose wall");
        let mut paid = setting().front(0, "giant").hand(0, "all-or-nothing wall wall").deal();
        asks(paid.play(0, "play all-or-nothing"), "pay wall");
    }
    // If the number of cards leaves no choice, nobody is asked.
    let mut only = table().cells(0, 9).hand(0, "drift-scout").deck(0, "wall").deal();
    only.does(0, "play drift-scout");
    assert!(only.may(0, "pass"));
    let mut all = table().cells(0, 9).hand(0, "harrow wall giant").deal();
    all.does(0, "play harrow base.0");
    assert_eq!((all.may(0, "pass"), all.hand(0).as_str()), (true, ""));
}

/// SR-130, SR-R03, SR-R35: a choice that only its player may know is written without the card for others.
#[test]
fn sentences_for_others() {
    let written = |table: &Table, said: &str| {
        let action = table.judged(0, said).expect("a legal action");
        [0, 1].map(|seat| table.state.write(action, Viewer::Seat(Seat(seat))))
    };
    let buried = burying(2, "giant");
    assert_eq!(written(&buried, "choose giant"), ["choose giant", "choose a card"]);
    let mut discarded = table().cells(0, 9).hand(0, "harrow wall wall giant").deal();
    discarded.does(0, "play harrow base.0");
    assert_eq!(written(&discarded, "choose wall"), ["choose wall", "choose a card"]);
    discarded.play(0, "choose wall");
    assert_eq!(written(&discarded, "choose giant"), ["choose giant", "choose giant"]);
}

/// SR-131: everything else is public.
#[test]
fn public_information() {
    let mut table = table()
        .cells(0, 1)
        .energy(0, 2)
        .hand(0, "shock")
        .front(1, "wall damage 2 upgrades 1 vulnerable")
        .scrap(1, "giant plain-one")
        .deal();
    table.play(0, "play shock wall.1");
    let seen = table.state.view(Viewer::Seat(Seat(1)));
    let wall = seen.front.iter().find(|piece| piece.card == "wall").unwrap();
    assert_eq!((wall.damage, wall.upgrades, wall.vulnerable), (2, 1, true));
    assert_eq!(seen.sequence[0].targets, [wall.id.as_str()]);
    assert_eq!((seen.players[0].energy, seen.players[0].hand_size, seen.players[0].deck_size), (1, 0, 39));
    assert_eq!((seen.players[1].scrap.len(), seen.to_act, seen.players[0].pile_size), (2, Some(Seat(0)), 9));
    assert_eq!(seen.front, table.state.view(Viewer::Spectator).front);
}

/// SR-131: abilities of two cards with the same name, about two cards with the same name, are told apart in the
/// question, in the view and in the log.
#[test]
fn abilities_are_told_apart() {
    let setting = table().cells(0, 3).front(0, "liability-shield").front(0, "liability-shield");
    let mut table = setting.hand(0, "bulk-order").deal();
    table.play(0, "play bulk-order").all_pass();
    let question = table.state.awaiting(Seat(0)).expect("a question").text.to_string();
    let drones: Vec<String> = table
        .view()
        .front
        .iter()
        .filter(|it| it.card == "drone")
        .map(|it| it.id.replace("drone.", "Drone "))
        .collect();
    for (shield, drone) in [(4, 0), (5, 0), (4, 1), (5, 1)] {
        let words = format!("Liability Shield {shield} for {}", drones[drone]);
        assert!(question.contains(&words), "{question}");
    }
    table.play(0, "trigger 1");
    let told = table.news.iter().map(|(_, event)| table.state.tell(event).text.to_string());
    let words = format!("the ability of Liability Shield 4 for {} into the Sequence", drones[0]);
    assert!(told.clone().any(|it| it.contains(&words)), "{:?}", told.collect::<Vec<_>>());
    let item = table.state.view(Viewer::Seat(Seat(1))).sequence[0].clone();
    assert_eq!(item.source.as_deref(), Some("liability-shield.4"));
    assert_eq!(item.about, Some(drones[0].replace("Drone ", "drone.")));
}

/// SR-132: a player who looks at two cards of a deck of one sees it once, even if they put it on the bottom.
#[test]
fn looking_at_more_cards_than_there_are() {
    for (rules, asked_again) in [(1, true), (2, false)] {
        for answer in ["yes", "no"] {
            let setting = table().rules(rules).hand(0, "survey").deck(0, "giant").no_more_deck(0);
            let mut table = setting.deal();
            table.does(0, "play survey").play(0, answer);
            assert_eq!(table.may(0, "yes"), asked_again && answer == "yes");
        }
    }
    let mut two = table().hand(0, "survey").deck(0, "giant wall").no_more_deck(0).deal();
    two.does(0, "play survey").play(0, "yes").play(0, "yes");
    assert!(two.may(0, "pass"));
}

/// SR-132: only the player who looks at a card sees it. Everyone sees a card that was found by a search for a kind of
/// card.
#[test]
fn looking_and_revealing() {
    let mut table = table().front(0, "rift-lens").deck(0, "giant wall").deal();
    table.play(0, "use rift-lens.1 1").all_pass();
    let giant = |viewer| table.state.view(viewer).players[0].deck.iter().any(|(_, card)| card == "giant");
    assert!(giant(Viewer::Seat(Seat(0))) && !giant(Viewer::Seat(Seat(1))) && !giant(Viewer::Spectator));
    table.play(0, "yes");
    let own = table.state.view(Viewer::Seat(Seat(0))).players[0].deck.clone();
    assert_eq!(own, [(table.deck_size(0) - 1, "giant".to_owned())]);

    let mut other = crate::table::table().hand(0, "peek").deck(1, "giant wall").deal();
    other.play(0, "play peek base.1").all_pass();
    let seen =
        |table: &crate::table::Table, seat| table.state.view(Viewer::Seat(Seat(seat))).players[1].clone();
    assert_eq!((seen(&other, 0).deck[0].1.as_str(), seen(&other, 1).deck.len()), ("giant", 0));
    other.play(0, "no");
    other.end_turn().until_step("main");
    assert_eq!(seen(&other, 0).known, ["giant"], "the card is still known after it was drawn");

    let mut search =
        crate::table::table().cells(0, 2).hand(0, "call-of-the-deep-wood").deck(0, "wall giant").deal();
    search.does(0, "play call-of-the-deep-wood").play(0, "choose giant");
    assert_eq!(search.state.view(Viewer::Seat(Seat(1))).players[0].known, ["giant"]);
}

/// SR-133: a spectator sees public information. At the end everything can be shown.
#[test]
fn spectators() {
    let table = table().hand(0, "giant").deal();
    assert_eq!(table.state.view(Viewer::Spectator).players[0].hand, None);
    let all = table.state.view(Viewer::Everything);
    assert_eq!(all.players[0].hand.as_deref(), Some(&["giant".to_owned()][..]));
    assert_eq!((all.players[0].deck.len(), all.players[0].pile.as_ref().map(Vec::len)), (39, Some(10)));
}

/// SR-134: chance is used only where the rules require it, and the use is marked: a search shuffles, and a random
/// discard is random.
#[test]
fn where_chance_is_used() {
    let marks = |table: &mut crate::table::Table, seat: u8, action: Action| {
        let mut chance = Chance::quick(7);
        let mut turn = Turn::quiet(&mut chance);
        table.state.play(Seat(seat), action, &mut turn);
        turn.marks()
    };
    let mut table = table().cells(0, 1).hand(0, "chance-discard").hand(1, "giant wall").deal();
    table.play(0, "play chance-discard base.1").pass();
    assert!(marks(&mut table, 1, Action::Pass).contains(Marks::CHANCE));
    assert_eq!(table.view().players[1].hand_size, 1);
    let mut plain = crate::table::table().cells(0, 1).hand(0, "shock").deal();
    plain.play(0, "play shock base.1").pass();
    assert!(!marks(&mut plain, 1, Action::Pass).contains(Marks::CHANCE));
    let mut search =
        crate::table::table().cells(0, 2).hand(0, "call-of-the-deep-wood").deck(0, "giant").deal();
    search.does(0, "play call-of-the-deep-wood");
    assert!(marks(&mut search, 0, Action::Nothing).contains(Marks::CHANCE));
}
