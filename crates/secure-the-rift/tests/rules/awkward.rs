//! Combinations of rules: simultaneous events, the last card, empty piles, and players who leave in the middle.

use atlas_core::Game;

use crate::table::{table, table_for};

/// SR-R29, SR-67: a Soul that dies in the cleanup is remembered in the next turn, when its ability concludes.
#[test]
fn dying_in_the_cleanup() {
    let mut table = table().cells(0, 3).hand(0, "steal weakener").front(1, "glass").deal();
    table.does(0, "play steal glass.1").does(0, "play weakener");
    assert_eq!(table.shows("glass.1"), "3/1");
    table.end_turn();
    assert_eq!((table.front(1).as_str(), table.sequence().as_str()), ("", "glass"));
    table.settle();
    assert_eq!(table.life(0), 38);
}

/// SR-R50: the effects of a player stay when the player leaves, but control of cards returns to their owners.
#[test]
fn effects_stay_when_their_player_leaves() {
    let mut table =
        table_for(3).cells(1, 4).hand(1, "feral-surge steal").front(2, "wall").front(2, "giant").deal();
    table.pass().play(1, "play feral-surge wall.1").settle();
    table.pass().play(1, "play steal giant.1").settle();
    assert_eq!(table.front(1), "giant");
    table.leave(1);
    assert_eq!((table.shows("wall.1").as_str(), table.front(2).as_str()), ("4/8", "wall giant"));
    table.end_turn();
    assert_eq!(table.shows("wall.1"), "1/5");
}

/// SR-98, SR-120: Techs and Energy cards are not dealt damage, so LIFEGAIN gains nothing from them.
#[test]
fn only_bases_and_souls_are_damaged() {
    let mut table =
        table().cells(1, 2).front(0, "scourer").front(1, "drone-bay").front(1, "wall").life(0, 10).deal();
    table.does(0, "use scourer.1 1");
    assert_eq!((table.life(0), table.shows("wall.1").as_str()), (12, "1/5 damage 1"));
    assert_eq!(
        (table.shows("scourer.1").as_str(), table.shows("drone-bay.1").as_str()),
        ("1/3 damage 1 LIFEGAIN", "")
    );
}

/// SR-106: preventing a negative amount of damage prevents nothing.
#[test]
fn preventing_a_negative_amount() {
    let mut table = table().cells(0, 2).hand(0, "poor-shield shock").front(0, "wall").deal();
    table.does(0, "play poor-shield wall.1").does(0, "play shock wall.1");
    assert_eq!(table.shows("wall.1"), "1/5 damage 3");
}

/// SR-R53: the values of cards are limited too.
#[test]
fn values_are_limited() {
    let mut table = table().cells(0, 1).hand(0, "emergency-rations").front(0, "doubler").life(0, 5).deal();
    table.play(0, "play emergency-rations");
    for _ in 0..21 {
        table.all_pass();
    }
    assert_eq!(table.shows("doubler.1"), "9999/9999");
}

/// SR-R45: a search for any card must find one, if there is one.
#[test]
fn searching_for_any_card() {
    let mut table = table().cells(0, 1).hand(0, "tutor").deck(0, "wall giant").no_more_deck(0).deal();
    table.does(0, "play tutor");
    assert_eq!(table.choices(), ["choose wall", "choose giant"]);
    let mut empty = crate::table::table().cells(0, 1).hand(0, "tutor").no_more_deck(0).deal();
    empty.does(0, "play tutor").play(0, "nothing");
    assert_eq!(empty.hand(0), "");
}

/// SR-17: a search that puts a card into play cannot find an Action.
#[test]
fn no_action_is_found_for_the_front_lines() {
    let mut table =
        table().cells(0, 1).hand(0, "summon").deck(0, "shock giant drone-bay").no_more_deck(0).deal();
    table.does(0, "play summon");
    assert_eq!(table.choices(), ["choose drone-bay", "choose giant"]);
    table.play(0, "choose giant");
    assert_eq!(table.front(0), "giant");
}

/// SR-R12, SR-R33: a Soul that returns to its owner because the card that took it died is still the same card, with its
/// damage.
#[test]
fn a_returned_soul_keeps_its_damage() {
    let mut table = table().cells(0, 7).hand(0, "taker rift-tremor").front(1, "giant").deal();
    table.does(0, "play taker");
    assert_eq!(table.front(0), "giant taker");
    table.does(0, "play rift-tremor");
    assert_eq!((table.front(0).as_str(), table.shows("giant.1").as_str()), ("", "6/6 damage 3"));
    assert_eq!(table.front(1), "giant");
}

/// SR-R24, SR-118, SR-105: OVERKILL, LIFEGAIN and prevention in one damage event: damage that is prevented at the Base
/// gains no life.
#[test]
fn overkill_lifegain_and_ward_lattice() {
    let mut table = table()
        .cells(0, 1)
        .hand(0, "blessing")
        .front(0, "antler-titan")
        .front(1, "plain-two")
        .front(1, "ward-lattice")
        .life(0, 10)
        .deal();
    table.does(0, "play blessing antler-titan.1");
    table.attack(0, &["antler-titan.1 base.1"]).block(1, &["plain-two.1 antler-titan.1"]).fight_on();
    // The blocker gets 2 damage and the Base 3, of which 1 is prevented.
    assert_eq!((table.life(0), table.life(1)), (14, 38));
}

/// SR-R50, SR-R49: the attacking player leaves while blocks are being chosen, and the attack ends.
#[test]
fn the_attacking_player_leaves() {
    let mut table = table_for(3).front(0, "giant").front(1, "wall").front(2, "wall").deal();
    table.attack(0, &["giant.1 base.1"]).until_blocks();
    assert_eq!(table.asked(), 1);
    table.leave(0);
    assert_eq!((table.stage().as_str(), table.view().active.0, table.life(1)), ("", 1, 40));
    assert_eq!((table.shows("wall.1").as_str(), table.shows("wall.2").as_str()), ("1/5", "1/5"));
}

/// SR-105, SR-R20, SR-R23: OVERKILL and TOXIC against SAFEGUARD: the excess damage is dealt, and TOXIC does not affect
/// the Soul.
#[test]
fn overkill_and_toxic_against_safeguard() {
    let mut table = table().front(0, "toxic-crusher").front(1, "shieldbearer vulnerable").deal();
    table.attack(0, &["toxic-crusher.1 shieldbearer.1"]).fight_on();
    assert_eq!((table.life(1), table.shows("shieldbearer.1").as_str()), (39, "1/3 vulnerable"));
}

/// SR-120, SR-R23: LIFEGAIN counts damage that is dealt, not damage that was prevented.
#[test]
fn lifegain_and_prevention() {
    let mut table = table().front(0, "healer").front(1, "ward-lattice").life(0, 10).deal();
    table.attack(0, &["healer.1 base.1"]).fight_on();
    assert_eq!((table.life(0), table.life(1)), (13, 37));
    let mut line = crate::table::table()
        .cells(1, 2)
        .hand(1, "hold-the-line")
        .front(0, "healer")
        .front(1, "wall vulnerable")
        .life(0, 10)
        .deal();
    line.attack(0, &["healer.1 wall.1"]).pass().play(1, "play hold-the-line").settle();
    line.fight_on();
    assert_eq!((line.life(0), line.shows("wall.1").as_str()), (10, "1/5 vulnerable"));
}

/// SR-89, SR-R17: control of the attacker, of the blocker or of the attacked Soul changes in the middle of an attack.
#[test]
fn control_changes_in_an_attack() {
    let setting = || table().cells(1, 1).hand(1, "steal").cells(0, 1).hand(0, "steal").front(0, "giant");
    let mut attacker = setting().deal();
    attacker.attack(0, &["giant.1 base.1"]).pass().play(1, "play steal giant.1").settle();
    attacker.fight_on();
    assert_eq!((attacker.life(1), attacker.front(1).as_str()), (40, "giant"));
    let mut blocker = setting().front(1, "wall").deal();
    blocker.attack(0, &["giant.1 base.1"]).block(1, &["wall.1 giant.1"]);
    blocker.play(0, "play steal wall.1").settle().fight_on();
    assert_eq!((blocker.life(1), blocker.shows("wall.1").as_str()), (40, "1/5"));
    assert_eq!(blocker.shows("giant.1"), "6/6 vulnerable");
    let mut attacked = setting().front(1, "wall vulnerable").deal();
    attacked.attack(0, &["giant.1 wall.1"]).play(0, "play steal wall.1").settle().fight_on();
    assert_eq!((attacked.life(1), attacked.shows("wall.1").as_str()), (40, "1/5 vulnerable"));
}

/// SR-88, SR-R18: a blocker that has lost AIRBORNE still blocks an AIRBORNE attacker.
#[test]
fn a_blocker_that_loses_airborne() {
    let mut table =
        table().cells(0, 1).hand(0, "ground").front(0, "phase-skimmer").front(1, "chart-apprentice").deal();
    table.attack(0, &["phase-skimmer.1 base.1"]).block(1, &["chart-apprentice.1 phase-skimmer.1"]);
    table.play(0, "play ground chart-apprentice.1").settle().fight_on();
    assert_eq!((table.life(1), table.front(1).as_str()), (40, ""));
    assert_eq!(table.shows("phase-skimmer.1"), "2/2 damage 1 vulnerable AIRBORNE WARP");
}

/// SR-R30, SR-R31, SR-R33: a token that is returned or voided is gone for good, even if a Containment Box voided it.
#[test]
fn tokens_that_change_zones() {
    let mut table = table()
        .cells(0, 7)
        .hand(0, "shunt containment-box")
        .front(1, "drone")
        .front(1, "drone")
        .cells(1, 1)
        .hand(1, "wreck")
        .deal();
    table.does(0, "play shunt drone.1");
    assert_eq!((table.front(1).as_str(), table.hand(1).as_str()), ("drone", "wreck"));
    table.does(0, "play containment-box");
    assert_eq!((table.front(1).as_str(), table.void(1).as_str()), ("", ""));
    table.pass().does(1, "play wreck containment-box.1");
    assert_eq!(table.front(1), "");
}

/// SR-R42: X may be 0, and then no Drone is created.
#[test]
fn x_may_be_0() {
    let mut table = table().cells(0, 2).hand(0, "mass-deployment").deal();
    table.play(0, "play mass-deployment x 0").settle();
    assert_eq!(
        (table.front(0).as_str(), table.scrap(0).as_str(), table.cells(0)),
        ("", "mass-deployment", (2, 0))
    );
}

/// SR-47, SR-69: a card cannot be played if none of its modes has its targets. One such mode is enough.
#[test]
fn modes_without_targets() {
    let setting = || table().cells(0, 1).hand(0, "either-or");
    setting().deal().refuses(0, "play either-or mode 1", "SR-69");
    let mut one = setting().front(1, "drone-bay").deal();
    one.refuses(0, "play either-or mode 1", "SR-69");
    one.play(0, "play either-or mode 2").settle();
    assert_eq!(one.front(1), "");
}

/// SR-72: if the Soul that deals the damage or the Soul that gets it is gone, nothing happens to the other one.
#[test]
fn one_of_two_targets_is_gone() {
    for (gone, left) in [("giant.1", "wall"), ("wall.1", "giant")] {
        let mut table = table()
            .cells(0, 4)
            .cells(1, 1)
            .hand(0, "devouring-vines")
            .hand(1, "banish")
            .front(0, "giant")
            .front(1, "wall")
            .deal();
        table.play(0, "play devouring-vines giant.1").pass().play(1, &format!("play banish {gone}")).settle();
        assert_eq!(format!("{}{}", table.front(0), table.front(1)), left, "{gone}");
        assert!(!table.news.iter().any(|(rule, _)| rule.0 == "SR-73"), "one target is still legal");
    }
}

/// SR-126, SR-127, SR-129: if one player has no card to draw and another has no life in the same check, it is a draw.
#[test]
fn the_last_card_and_the_last_life() {
    let mut table = table().cells(0, 1).hand(0, "last-breath").no_more_deck(0).life(1, 5).deal();
    table.does(0, "play last-breath");
    assert_eq!(table.outcome().unwrap().ranks(), [0, 0]);
    let mut third = table_for(3).cells(0, 1).hand(0, "last-breath").no_more_deck(0).life(1, 5).deal();
    third.does(0, "play last-breath");
    assert_eq!(third.winners(), [2]);
}

/// SR-R50, SR-R58: one of four players leaves while their card is in the Sequence among others.
#[test]
fn leaving_with_a_card_in_the_sequence() {
    let mut table = table_for(4)
        .cells(0, 1)
        .cells(1, 1)
        .cells(2, 1)
        .hand(0, "shock")
        .hand(1, "shock")
        .hand(2, "shock")
        .deal();
    table
        .play(0, "play shock base.3")
        .pass()
        .play(1, "play shock base.2")
        .pass()
        .play(2, "play shock base.1");
    table.leave(1);
    assert_eq!(table.sequence(), "shock shock");
    table.settle();
    assert_eq!((table.life(2), table.life(3)), (40, 37));
    assert_eq!(table.scrap(2), "shock", "its target is gone");
}

/// SR-R49, SR-R50: two of four players are attacked, and one of them leaves while the other chooses blockers.
#[test]
fn leaving_while_blocks_are_chosen() {
    let mut table =
        table_for(4).front(0, "giant").front(0, "plain-two").front(1, "wall").front(2, "wall").deal();
    table.attack(0, &["giant.1 base.1", "plain-two.1 base.2"]).until_blocks();
    table.play(1, "block wall.1 giant.1");
    assert_eq!(table.asked(), 2);
    table.leave(1).play(2, "block wall.1 plain-two.1").fight_on();
    assert_eq!((table.life(2), table.shows("giant.1").as_str()), (40, "6/6 vulnerable"));
}

/// SR-R33, SR-R50: when a Containment Box leaves with its owner, the card that it voided returns.
#[test]
fn leaving_with_a_containment_box() {
    let mut table = table_for(3).cells(0, 4).hand(0, "containment-box").front(1, "giant").deal();
    table.does(0, "play containment-box");
    assert_eq!(table.void(1), "giant");
    table.leave(0);
    assert_eq!((table.void(1).as_str(), table.front(1).as_str()), ("", "giant"));
}

/// SR-R56, SR-79: a Soul can block right after its control has changed, even an attacker of its previous controller.
#[test]
fn a_soul_can_block_for_its_new_controller() {
    let mut table = table().cells(1, 1).hand(1, "steal").front(0, "giant").front(0, "wall").deal();
    table.attack(0, &["giant.1 base.1"]).pass().play(1, "play steal wall.1").settle();
    table.block(1, &["wall.1 giant.1"]).fight_on();
    assert_eq!((table.life(1), table.scrap(0).as_str()), (40, "wall"));
    assert!(table.state.outcome().is_none());
}
