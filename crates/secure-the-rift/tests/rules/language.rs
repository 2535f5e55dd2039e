//! The parts of the card language that no card of the core set uses. They work as `docs/cards.md` describes them.

use atlas_core::{Game, Seat, Viewer};

use crate::table::{table, table_for};

/// SR-104: a player who cannot gain life gains none, so nothing triggers. Life can still be lost.
#[test]
fn a_player_who_cannot_gain_life() {
    let mut table = table()
        .front(0, "drought")
        .front(0, "grateful")
        .front(1, "grateful")
        .cells(1, 2)
        .hand(0, "lose-then-gain")
        .hand(1, "second-watch leveller-of-life")
        .life(0, 30)
        .life(1, 20)
        .cells(0, 1)
        .deal();
    let cards = table.deck_size(1);
    table.play(0, "pass").play(1, "play second-watch").play(1, "enough").settle();
    assert_eq!((table.life(1), table.deck_size(1)), (20, cards));
    // The prohibition affects only opponents.
    let cards = table.deck_size(0);
    table.does(0, "play lose-then-gain");
    assert_eq!((table.life(0), table.deck_size(0)), (30, cards - 1));
}

/// SR-104, SR-R24: LIFEGAIN gains nothing either. If life is set to a value, it can fall but not rise.
#[test]
fn lifegain_of_a_player_who_cannot_gain_life() {
    let mut table = table()
        .active(1)
        .front(0, "drought")
        .front(1, "healer")
        .hand(1, "leveller-of-life")
        .life(1, 10)
        .deal();
    let before = table.life(0);
    table.attack(1, &["healer.1 base.0"]).fight_on();
    assert!(table.life(0) < before);
    assert_eq!(table.life(1), 10);
    table.does(1, "play leveller-of-life base.0");
    assert_eq!(table.life(1), 10);
}

/// SR-21, SR-33: a card is refreshed at the beginning of the turn or by an effect. A card in stand by is not refreshed.
#[test]
fn refreshing_is_an_event() {
    let mut table = table()
        .life(0, 20)
        .front(0, "early-bird vulnerable")
        .front(0, "early-bird")
        .hand(0, "turn-back")
        .cells(0, 3)
        .deal();
    table.does(0, "play turn-back early-bird.1");
    assert_eq!(table.life(0), 21);
    table.end_turn().end_turn().settle();
    assert_eq!(table.life(0), 21, "both stood by");
}

/// SR-R36: a card that does not refresh triggers nothing.
#[test]
fn a_card_that_does_not_refresh_triggers_nothing() {
    let mut table = table()
        .active(1)
        .life(0, 20)
        .front(0, "early-bird vulnerable")
        .front(0, "early-bird vulnerable skips 1")
        .deal();
    table.end_turn().settle();
    assert_eq!(table.life(0), 21);
}

/// SR-65, SR-R06: using an ability is an event, even if its card is scrapped as the cost. Making Energy is not.
#[test]
fn using_an_ability_is_an_event() {
    let mut table = table()
        .life(0, 30)
        .front(1, "overseer-of-use")
        .front(0, "worker")
        .front(0, "spare-cell")
        .front(0, "last-resort")
        .deal();
    table.does(0, "use worker.1 2");
    assert_eq!(table.life(0), 31, "two gained, one lost");
    table.does(0, "use spare-cell.1 1");
    assert_eq!(table.life(0), 31);
    table.does(0, "use last-resort.1 1");
    assert_eq!((table.life(0), table.scrap(0).as_str()), (30, "spare-cell last-resort"));
}

/// SR-68, SR-R65: becoming a target is an event, once for each card or ability. Being attacked is not.
#[test]
fn being_a_target_is_an_event() {
    let mut table =
        table().front(1, "touchy vulnerable").front(0, "plain-one").hand(0, "twice shock").cells(0, 4).deal();
    let cards = table.deck_size(1);
    table.attack(0, &["plain-one.1 touchy.1"]).fight_on();
    assert_eq!((table.life(0), table.deck_size(1)), (40, cards));
    table.play(0, "play twice touchy.1").play(0, "target touchy.1").settle();
    assert_eq!((table.life(0), table.deck_size(1)), (39, cards));
    table.does(0, "play shock base.1");
    assert_eq!((table.life(0), table.deck_size(1)), (39, cards - 1));
}

/// SR-105, SR-R44: a part of the damage is redirected to another Soul, as damage from the same source, until the effect
/// is used up.
#[test]
fn damage_is_redirected() {
    let mut table = table()
        .front(1, "bodyguard")
        .front(1, "plain-two")
        .hand(0, "searing-verdict searing-verdict")
        .cells(0, 6)
        .deal();
    table.play(0, "pass").does(1, "use bodyguard.1 1 base.1");
    table.does(0, "play searing-verdict base.1");
    assert_eq!((table.life(1), table.shows("bodyguard.1").as_str()), (38, "1/6 damage 2"));
    table.does(0, "play searing-verdict base.1");
    assert_eq!((table.life(1), table.shows("bodyguard.1").as_str()), (34, "1/6 damage 2"));
}

/// SR-R44: damage that has been redirected is not redirected again.
#[test]
fn damage_is_redirected_only_once() {
    let mut table = table()
        .front(1, "giant")
        .front(1, "wall")
        .hand(0, "mirror mirror searing-verdict")
        .cells(0, 3)
        .deal();
    table.play(0, "play mirror giant.1").play(0, "target wall.1").settle();
    table.play(0, "play mirror wall.1").play(0, "target giant.1").settle();
    table.does(0, "play searing-verdict giant.1");
    assert_eq!((table.shows("giant.1").as_str(), table.shows("wall.1").as_str()), ("6/6", "1/5 damage 4"));
}

/// SR-R17, SR-R44: damage is not redirected to a card that has left play, and SAFEGUARD stops damage that is redirected
/// to its Soul.
#[test]
fn where_damage_cannot_be_redirected() {
    let mut table = table()
        .front(1, "giant")
        .front(1, "wall")
        .front(1, "safe-giant")
        .hand(0, "mirror mirror searing-verdict searing-verdict slay")
        .cells(0, 9)
        .deal();
    table.play(0, "play mirror giant.1").play(0, "target wall.1").settle();
    table.does(0, "play slay wall.1").does(0, "play searing-verdict giant.1");
    assert_eq!(table.shows("giant.1"), "6/6 damage 4");
    table.play(0, "play mirror base.1").play(0, "target safe-giant.1").settle();
    table.does(0, "play searing-verdict base.1");
    assert_eq!((table.life(1), table.shows("safe-giant.1").as_str()), (40, "6/6"));
}

/// SR-R44: the affected player chooses the order of prevention and redirection if it makes a difference.
#[test]
fn redirection_and_prevention() {
    let mut table = table()
        .front(1, "bodyguard")
        .front(1, "ward-lattice")
        .hand(0, "searing-verdict backdraft")
        .cells(0, 6)
        .deal();
    table.play(0, "pass").does(1, "use bodyguard.1 1 base.1");
    table.does(0, "play searing-verdict base.1");
    // In either order, 2 damage is redirected to the Bodyguard and the Lattice prevents 1.
    assert_eq!((table.life(1), table.shows("bodyguard.1").as_str()), (39, "1/6 damage 2"));
    table.play(0, "pass").does(1, "use bodyguard.1 1 base.1");
    table.play(0, "play backdraft x 2").play(0, "target base.1").settle();
    assert_eq!((table.asked(), table.choices().join(" ").as_str()), (1, "apply 1 apply 2"));
    table.play(1, "apply 1");
    assert_eq!((table.life(1), table.shows("bodyguard.1").as_str()), (39, "1/6 damage 3"));
}

/// SR-132: everyone sees a revealed card. It stays where it is, and the deck keeps its order.
#[test]
fn revealing_cards() {
    let mut table =
        table_for(3).hand(0, "confession").hand(1, "giant wall").deck(0, "plain-one plain-two worker").deal();
    table.play(0, "play confession base.1").settle();
    let told: Vec<String> = table
        .news
        .iter()
        .filter_map(|(_, event)| table.state.seen(event, Viewer::Spectator))
        .map(|event| table.state.tell(&event).text.to_string())
        .filter(|text| text.contains("reveals"))
        .collect();
    assert_eq!(told.len(), 4, "{told:?}");
    let view = table.state.view(Viewer::Seat(Seat(2)));
    assert_eq!(view.players[0].deck, [(0, "plain-one".to_owned()), (1, "plain-two".to_owned())]);
    assert_eq!(table.hand(1), "wall giant");
    table.end_turn().end_turn().end_turn();
    assert!(table.hand(0).contains("plain-one"));
}

/// SR-R35: all cards of all hands are discarded together, and nobody has to choose.
#[test]
fn discarding_whole_hands() {
    let mut table = table().hand(0, "empty-hands wall wall").hand(1, "giant wall").deal();
    table.does(0, "play empty-hands");
    assert_eq!((table.hand(0).as_str(), table.hand(1).as_str()), ("", ""));
    assert_eq!((table.scrap(0).as_str(), table.scrap(1).as_str()), ("wall wall empty-hands", "wall giant"));
}

/// SR-R09: an ability can be cancelled if the text says so, and its cost is not returned (SR-50).
#[test]
fn cancelling_an_ability() {
    let mut table = table().front(1, "hive-foreman").hand(0, "silence").active(1).deal();
    table.play(1, "use hive-foreman.1 1").play(1, "pass");
    let target =
        table.choices().into_iter().find(|it| it.starts_with("play silence")).expect("it has a target");
    table.play(0, &target).settle();
    assert_eq!(
        (table.front(1).as_str(), table.shows("hive-foreman.1").as_str()),
        ("hive-foreman", "2/3 vulnerable")
    );
    assert_eq!((table.life(0), table.sequence().as_str()), (39, ""));
}

/// SR-R09, SR-R09b: an effect that cancels abilities cannot cancel a card. FATE does not protect abilities.
#[test]
fn an_effect_that_cancels_abilities_cannot_cancel_cards() {
    let mut table = table().hand(1, "emergency-rations").cells(1, 1).hand(0, "silence").active(1).deal();
    table.play(1, "play emergency-rations").play(1, "pass");
    assert!(!table.choices().iter().any(|it| it.starts_with("play silence")));
}

/// SR-R42, SR-72: the cost of a card in the Sequence includes X. After the card was cancelled, its controller, its
/// owner and its printed cost are still known.
#[test]
fn a_cancelled_card_is_remembered() {
    let mut table = table().life(0, 20).hand(1, "backdraft").hand(0, "refund").cells(1, 4).active(1).deal();
    let cards = table.deck_size(1);
    table.play(1, "play backdraft x 3").play(1, "target base.0").play(1, "pass");
    table.play(0, "play refund backdraft.1").settle();
    assert_eq!((table.life(0), table.life(1), table.deck_size(1)), (24, 39, cards - 1));
}

/// SR-18, SR-R32: a card that was in a Scrap pile has an owner and printed values, even after it has left.
#[test]
fn a_card_from_a_scrap_pile_is_remembered() {
    let mut table = table().hand(0, "dig-up").scrap(1, "giant").deal();
    let target =
        table.choices().into_iter().find(|it| it.starts_with("play dig-up")).expect("it has a target");
    table.play(0, &target).settle();
    assert_eq!((table.front(0).as_str(), table.life(1), table.life(0)), ("giant", 28, 40));
}

/// SR-R12, SR-41: control can be given to another player, and returns later.
#[test]
fn giving_control() {
    let mut table = table().front(0, "giant").hand(0, "gift").deal();
    table.play(0, "play gift base.1").settle();
    assert_eq!((table.front(0).as_str(), table.front(1).as_str()), ("", "giant"));
    table.end_turn();
    assert_eq!((table.front(0).as_str(), table.front(1).as_str()), ("giant", ""));
}

/// SR-103, SR-104: the life of another player can be an amount. Setting life is gaining or losing life.
#[test]
fn the_life_of_another_player() {
    let mut table = table().hand(0, "leveller-of-life").life(1, 12).front(0, "bleeder").deal();
    table.does(0, "play leveller-of-life base.1");
    assert_eq!(table.life(0), 12);
}

/// SR-72: an effect on the controllers of several targets affects each of these players once.
#[test]
fn the_controllers_of_several_targets() {
    let mut table = table()
        .hand(0, "two-wakes two-wakes")
        .front(0, "wall")
        .front(1, "giant")
        .front(1, "wall")
        .front(1, "wall")
        .deal();
    let cards = |table: &crate::table::Table| (table.deck_size(0), table.deck_size(1));
    let before = cards(&table);
    table.play(0, "play two-wakes giant.1").play(0, "target wall.1").settle();
    assert_eq!(cards(&table), (before.0 - 1, before.1 - 1));
}

/// SR-R30, SR-R50: a token that an effect gives to another player is created and owned by that player. It stays when
/// the player of the effect has left.
#[test]
fn a_token_for_another_player_is_theirs() {
    let mut table = table_for(3).hand(0, "drone-for-you").deal();
    table.does(0, "play drone-for-you base.1");
    assert_eq!((table.front(0).as_str(), table.front(1).as_str()), ("", "drone"));
    table.leave(0);
    assert_eq!(table.front(1), "drone");
    table.leave(1);
    assert_eq!(table.winners(), [2]);
}
