//! Zones, states and Energy (SR-16 to SR-31).

use atlas_core::{Game, Seat};

use crate::table::{FILLER, table, table_for};

/// SR-16, SR-17, SR-58: an Action is never on the front lines. Souls and Techs stay there.
#[test]
fn where_cards_go() {
    let mut table = table().cells(0, 6).hand(0, "emergency-rations drone-bay plain-two").deal();
    table.does(0, "play emergency-rations").does(0, "play drone-bay").does(0, "play plain-two");
    assert_eq!(
        (table.front(0).as_str(), table.scrap(0).as_str()),
        ("drone-bay plain-two", "emergency-rations")
    );
}

/// SR-18: a card goes to a zone of its owner, no matter who controls it.
#[test]
fn cards_go_to_zones_of_their_owner() {
    let setting = || table().cells(0, 2).front(0, "giant of 1");
    let mut table = setting().hand(0, "slay").deal();
    table.does(0, "play slay giant.1");
    assert_eq!((table.scrap(0).as_str(), table.scrap(1).as_str()), ("slay", "giant"));
    let mut table = setting().hand(0, "shunt").deal();
    table.does(0, "play shunt giant.1");
    assert_eq!((table.hand(0).as_str(), table.hand(1).as_str()), ("", "giant"));
    let mut table = setting().hand(0, "banish").deal();
    table.does(0, "play banish giant.1");
    assert_eq!((table.void(0).as_str(), table.void(1).as_str()), ("", "giant"));
}

/// SR-19, SR-20, SR-49: activating a card makes it vulnerable, and only a card in stand by can be activated.
#[test]
fn activating_makes_a_card_vulnerable() {
    let mut table = table().front(0, "hive-foreman").deal();
    assert_eq!(table.shows("hive-foreman.1"), "2/3");
    table.does(0, "use hive-foreman.1 1");
    assert_eq!(table.shows("hive-foreman.1"), "2/3 vulnerable");
    table.refuses(0, "use hive-foreman.1 1", "SR-49");
    assert_eq!(table.front(0), "hive-foreman drone");
}

/// SR-21: a refreshed card stands by and can be used again.
#[test]
fn a_refreshed_card_can_be_used_again() {
    let mut table = table().cells(0, 2).front(0, "hive-foreman vulnerable").front(0, "relay-beacon").deal();
    table.does(0, "use relay-beacon.1 1 hive-foreman.1");
    assert_eq!(table.shows("hive-foreman.1"), "2/3");
    table.does(0, "use hive-foreman.1 1");
    assert_eq!(table.front(0), "hive-foreman relay-beacon drone");
}

/// SR-22, SR-23: what a vulnerable Soul cannot do, and what a Soul in stand by can do.
#[test]
fn vulnerable_and_stand_by() {
    let mut table = table()
        .front(0, "giant vulnerable")
        .front(0, "worker")
        .front(1, "wall vulnerable")
        .front(1, "plain-two")
        .deal();
    table.refuses(0, "attack giant.1 base.1", "SR-22");
    table.refuses(0, "attack worker.1 plain-two.1", "SR-23");
    assert!(table.may(0, "use worker.1 2"));
    table.attack(0, &["worker.1 wall.1"]).until_blocks();
    table.refuses(1, "block wall.1 worker.1", "SR-22");
    assert!(table.may(1, "block plain-two.1 worker.1"));
}

/// SR-24: the continuous and triggered abilities of a vulnerable card still work.
#[test]
fn vulnerable_cards_keep_their_other_abilities() {
    let mut table = table()
        .cells(0, 1)
        .hand(0, "slay")
        .front(0, "plated-overseer vulnerable")
        .front(0, "drone")
        .front(0, "mourning-usher vulnerable")
        .front(0, "plain-one")
        .life(0, 10)
        .deal();
    assert_eq!(table.shows("drone.1"), "2/2");
    table.does(0, "play slay plain-one.1");
    assert_eq!((table.life(0), table.life(1)), (11, 39));
}

/// SR-25: cards enter in stand by, unless an effect says otherwise.
#[test]
fn cards_enter_in_stand_by() {
    let mut table = table().active(1).pile(0, "twin-conduit").hand(0, "plain-two").cells(0, 2).deal();
    table.end_turn();
    assert_eq!(table.shows("twin-conduit.1"), "vulnerable");
    table.until_step("main").does(0, "play plain-two");
    assert_eq!(table.shows("plain-two.1"), "2/2");
    let mut curfew = crate::table::table().cells(0, 2).hand(0, "plain-two").front(1, "curfew-beacon").deal();
    curfew.does(0, "play plain-two");
    assert_eq!(curfew.shows("plain-two.1"), "2/2 vulnerable");
}

/// SR-26, SR-29, SR-R05, SR-R06: making Energy happens at once. A card makes 1 Energy, unless it says otherwise.
#[test]
fn making_energy() {
    let mut table = table().cells(0, 1).front(0, "twin-conduit").deal();
    table.play(0, "use rift-cell.1 1");
    assert_eq!((table.view().players[0].energy, table.sequence().as_str(), table.asked()), (1, "", 0));
    table.play(0, "use twin-conduit.1 1");
    assert_eq!(table.view().players[0].energy, 3);
    table.refuses(0, "use rift-cell.1 1", "SR-49");
}

/// SR-27, SR-52, SR-R09: the turn's Energy card is not played and costs nothing.
#[test]
fn one_energy_card_each_turn() {
    let mut table = table().active(1).hand(1, "unwrite").cells(1, 3).pile(0, "rift-cell").deal();
    table.end_turn();
    assert_eq!(
        (table.cells(0), table.view().players[0].pile_size, table.sequence().as_str()),
        ((1, 1), 9, "")
    );
    table.pass().refuses(1, "play unwrite rift-cell.1", "SR-69");
}

/// SR-30, SR-R07: Energy is lost at the end of a step, but not between the stages of an attack.
#[test]
fn unspent_energy_is_lost() {
    let mut table = table().energy(0, 2).energy(1, 1).front(0, "giant").deal();
    table.attack(0, &["giant.1 base.1"]).fight_on();
    assert_eq!((table.view().players[0].energy, table.view().players[1].energy), (2, 1));
    table.until_step("end");
    assert_eq!((table.view().players[0].energy, table.view().players[1].energy), (0, 0));
}

/// SR-R07: a payment takes as much as is needed and no more. The cards that made the Energy stay vulnerable.
#[test]
fn payment_takes_only_what_is_needed() {
    let mut table = table().cells(0, 3).front(0, "sprout-tender").hand(0, "plain-two").deal();
    table.does(0, "play plain-two");
    assert_eq!((table.cells(0), table.view().players[0].energy), ((3, 1), 0));
    assert_eq!(table.shows("sprout-tender.1"), "0/3", "Energy cards are used before Souls");
}

/// SR-31, SR-R12: an Energy card can be used in the turn in which it enters.
#[test]
fn energy_cards_do_not_wait() {
    let mut table = table().active(1).hand(0, "plain-one").deal();
    table.end_turn().until_step("main").does(0, "play plain-one");
    assert_eq!((table.front(0).as_str(), table.cells(0)), ("plain-one", (1, 0)));
}

/// SR-28: an effect that takes a card from an empty energy pile takes none, and the rest of the effect happens.
#[test]
fn an_effect_on_an_empty_energy_pile() {
    let mut table = table_for(3).cells(0, 3).no_more_pile(0).hand(0, "tectonic-bloom").deal();
    table.does(0, "play tectonic-bloom");
    assert_eq!((table.cells(0), table.hand(0).as_str()), ((3, 0), FILLER));
    assert_eq!(table.state.acting().iter().collect::<Vec<_>>(), [Seat(0)]);
}
