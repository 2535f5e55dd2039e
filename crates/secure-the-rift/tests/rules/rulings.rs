//! The rulings (SR-R01 to SR-R65) that the tests of the chapters do not cover.

use atlas_core::{Chance, Game, Seat, Turn, Viewer};
use atlas_secure_the_rift::{Action, LibraryRef, Options, SecureTheRift};

use crate::table::{FILLER, Table, table, table_for};

/// SR-R01: destroyed, scrapped, discarded, concluded and cancelled cards all go to one pile, in the order of their
/// arrival.
#[test]
fn there_is_one_scrap_pile() {
    let mut table = table()
        .cells(0, 10)
        .cells(1, 3)
        .hand(0, "slay plain-two harrow emergency-rations wall wall")
        .hand(1, "unwrite")
        .front(0, "giant")
        .front(0, "plain-one")
        .front(0, "soul-press")
        .deal();
    table.does(0, "play slay giant.1").does(0, "use soul-press.1 1");
    table.play(0, "play plain-two").pass().play(1, "play unwrite plain-two.1").settle();
    assert_eq!(table.scrap(0), "giant slay plain-one plain-two");
    table.does(0, "play harrow base.0").play(0, "choose wall").play(0, "choose wall");
    table.does(0, "play emergency-rations");
    assert_eq!(table.scrap(0), "giant slay plain-one plain-two wall wall harrow emergency-rations");
}

/// SR-R02: a player does not lose in the middle of a conclusion.
#[test]
fn losing_waits_for_the_check() {
    let mut table = table().cells(0, 1).hand(0, "lose-then-gain").life(0, 4).deal();
    table.does(0, "play lose-then-gain");
    assert_eq!((table.outcome(), table.life(0)), (None, 4));
}

/// SR-R03, SR-R04: the player decides the order of the cards on the bottom, and it stays until a shuffle.
#[test]
fn cards_on_the_bottom_stay_there() {
    let mut table = table()
        .front(0, "rift-lens")
        .cells(0, 2)
        .hand(0, "call-of-the-deep-wood")
        .deck(0, "giant wall")
        .deal();
    table.does(0, "use rift-lens.1 1").play(0, "yes");
    let known = |table: &crate::table::Table| table.state.view(Viewer::Seat(Seat(0))).players[0].deck.clone();
    assert_eq!(known(&table), [(table.deck_size(0) - 1, "giant".to_owned())]);
    table.end_turn().end_turn().until_step("main");
    assert_eq!(known(&table), [(table.deck_size(0) - 1, "giant".to_owned())]);
    table.does(0, "play call-of-the-deep-wood").play(0, "nothing");
    assert_eq!(known(&table), []);
}

/// SR-R06: making Energy does not use the Sequence. In the first version of the rules, a card had to be scrapped for
/// Energy before the payment.
#[test]
fn energy_is_made_before_paying() {
    for rules in [1, 2] {
        let setting = table().rules(rules).cells(0, 1).front(0, "spare-cell").hand(0, "plain-two");
        let mut table = setting.deal();
        assert_eq!(table.may(0, "play plain-two"), rules == 2);
        table.play(0, "use spare-cell.1 1");
        assert_eq!(
            (table.sequence().as_str(), table.scrap(0).as_str(), table.asked()),
            ("", "spare-cell", 0)
        );
        table.does(0, "play plain-two");
        assert_eq!((table.front(0).as_str(), table.cells(0)), ("plain-two", (1, 1)));
    }
}

/// SR-R06, SR-47: a card that is scrapped for Energy can pay for another card, together with those that stay in play.
#[test]
fn cards_are_scrapped_for_energy_while_paying() {
    let mut table = table().cells(0, 1).front(0, "spare-cell").hand(0, "bulk-order").deal();
    table.does(0, "play bulk-order");
    assert_eq!((table.front(0).as_str(), table.scrap(0).as_str()), ("drone drone", "spare-cell bulk-order"));
    assert_eq!((table.cells(0), table.view().players[0].energy), ((1, 0), 0));
    // A Volatile Cell is activated first and scrapped then.
    let mut both = crate::table::table().front(0, "volatile-cell").hand(0, "bulk-order bulk-order").deal();
    both.does(0, "play bulk-order").refuses(0, "play bulk-order", "SR-48");
    assert_eq!((both.scrap(0).as_str(), both.cells(0)), ("volatile-cell bulk-order", (0, 0)));
}

/// SR-R06: nothing is scrapped for Energy if there is another way, and then a Tech before an Energy card.
#[test]
fn cards_are_scrapped_for_energy_only_if_needed() {
    let setting = || table().front(0, "volatile-cell").front(0, "spare-cell").hand(0, "bulk-order");
    let mut enough = setting().cells(0, 2).deal();
    enough.does(0, "play bulk-order");
    assert_eq!(
        (enough.scrap(0).as_str(), enough.front(0).as_str()),
        ("bulk-order", "spare-cell drone drone")
    );
    let mut one_missing = setting().cells(0, 1).deal();
    one_missing.does(0, "play bulk-order");
    assert_eq!(one_missing.scrap(0), "spare-cell bulk-order");
    assert_eq!((one_missing.cells(0), one_missing.view().players[0].energy), ((2, 1), 0));
}

/// SR-R06, SR-20: a card that pays a cost in another way cannot be scrapped for Energy as well, and X counts what can be
/// scrapped.
#[test]
fn a_card_is_given_up_only_once() {
    let mut table = table().front(0, "spare-cell").front(0, "tech-eater").deal();
    table.refuses(0, "use tech-eater.1 1", "SR-20");
    let mut two =
        crate::table::table().front(0, "spare-cell").front(0, "spare-cell").front(0, "tech-eater").deal();
    two.play(0, "use tech-eater.1 1").play(0, "pay spare-cell.2").settle();
    assert_eq!((two.scrap(0).as_str(), two.view().players[0].hand_size), ("spare-cell spare-cell", 1));
    table = crate::table::table().cells(0, 1).front(0, "spare-cell").hand(0, "backdraft").deal();
    table.refuses(0, "play backdraft x 3", "SR-R42");
    table.play(0, "play backdraft x 2").play(0, "target base.1").settle();
    assert_eq!((table.life(1), table.scrap(0).as_str()), (38, "spare-cell backdraft"));
}

/// SR-R06, SR-50: a player who can pay only by scrapping a card is asked too.
#[test]
fn an_effect_asks_who_can_scrap_for_energy() {
    for (answer, front, scrap) in [("yes", "plain-one", "spare-cell"), ("no", "spare-cell", "plain-one")] {
        let setting = table().cells(0, 1).front(0, "spare-cell").hand(0, "plain-one");
        let mut table = setting.cells(1, 2).hand(1, "interdict").deal();
        table.play(0, "play plain-one").pass();
        table.play(1, "play interdict plain-one.1").all_pass();
        assert_eq!((table.asked(), table.may(0, "yes")), (0, true));
        table.play(0, answer).settle();
        assert_eq!((table.front(0).as_str(), table.scrap(0).as_str()), (front, scrap));
    }
}

/// SR-R09: an ability is not a card, so effects that cancel cards cannot target it.
#[test]
fn abilities_are_not_cancelled() {
    let mut table = table().front(0, "hive-foreman").cells(1, 3).hand(1, "unwrite").deal();
    table.play(0, "use hive-foreman.1 1").pass().refuses(1, "play unwrite hive-foreman.1", "SR-69");
    table.settle();
    assert_eq!(table.front(0), "hive-foreman drone");
}

/// SR-R09b: if the target is not cancelled, the rest of the cancelling card still happens.
#[test]
fn the_rest_of_a_cancelling_card_happens() {
    let mut table = table()
        .cells(0, 6)
        .cells(1, 1)
        .hand(0, "final-judgement")
        .hand(1, "unwrite-and-gain")
        .life(1, 10)
        .deal();
    table
        .play(0, "play final-judgement")
        .pass()
        .play(1, "play unwrite-and-gain final-judgement.1")
        .all_pass();
    assert_eq!((table.life(1), table.sequence().as_str()), (11, "final-judgement"));
}

/// SR-R11: the trigger belongs to the last controller, and the card to its owner.
#[test]
fn the_last_controller_has_the_trigger() {
    let mut table = table().cells(0, 1).hand(0, "slay").front(0, "grave-novice of 1").deal();
    table.does(0, "play slay grave-novice.1");
    assert_eq!((table.life(0), table.life(1), table.scrap(1).as_str()), (40, 38, "grave-novice"));
}

/// SR-R12: Techs do not wait. A Soul whose controller changes must wait again, even when it returns.
#[test]
fn which_cards_wait() {
    let mut table = table().cells(0, 3).front(0, "drone-bay new").front(1, "giant").hand(0, "steal").deal();
    table.does(0, "use drone-bay.1 1").does(0, "play steal giant.1");
    assert_eq!(table.front(0), "drone-bay giant drone");
    table.refuses(0, "attack giant.1 base.1", "SR-84");
    table.end_turn().until_step("main");
    assert_eq!(table.front(1), "giant");
    table.attack(1, &["giant.1 base.0"]).fight_on();
    assert_eq!(table.life(0), 34, "its owner's turn has begun since");
    let mut own = crate::table::table()
        .active(1)
        .cells(0, 1)
        .hand(0, "steal")
        .front(1, "giant")
        .front(1, "ash-runner")
        .deal();
    own.pass().does(0, "play steal giant.1").end_turn();
    assert_eq!(own.front(1), "giant ash-runner");
}

/// SR-R12, SR-R27: control follows timestamps: when an effect ends, the card goes to the player who would control it
/// without that effect.
#[test]
fn control_follows_timestamps() {
    let setting = || table_for(3).cells(0, 1).cells(1, 1).cells(2, 1).hand(0, "steal").front(1, "giant");
    let mut both = setting().hand(1, "steal").deal();
    both.play(0, "play steal giant.1").all_pass();
    assert_eq!(both.front(0), "giant");
    both.pass().play(1, "play steal giant.1").settle();
    assert_eq!(both.front(1), "giant");
    both.end_turn();
    assert_eq!((both.front(0).as_str(), both.front(1).as_str()), ("", "giant"));
    let mut third = setting().hand(2, "keep-it").deal();
    third.play(0, "play steal giant.1").all_pass();
    third.pass().pass().play(2, "play keep-it giant.1").settle();
    third.end_turn();
    assert_eq!((third.front(1).as_str(), third.front(2).as_str()), ("", "giant"), "it is permanent");
    third.leave(2);
    assert_eq!(third.front(1), "giant");
}

/// SR-64: a card comes under a player's control when that player takes it, and again when it returns.
#[test]
fn taking_control_is_an_event() {
    let setting = || table().cells(0, 1).hand(0, "steal").front(1, "drone");
    let mut taker = setting().front(0, "liability-shield").deal();
    assert_eq!(taker.shows("drone.1"), "1/1", "it was there before");
    taker.does(0, "play steal drone.1");
    assert_eq!(taker.shows("drone.1"), "1/1 SAFEGUARD");
    taker.end_turn();
    assert_eq!((taker.front(1).as_str(), taker.shows("drone.1").as_str()), ("drone", "1/1 SAFEGUARD"));

    let mut owner = setting().front(1, "liability-shield").deal();
    owner.does(0, "play steal drone.1");
    assert_eq!(owner.shows("drone.1"), "1/1", "another player controls it");
    owner.end_turn().until_step("main");
    assert_eq!(owner.shows("drone.1"), "1/1 SAFEGUARD", "it came back");

    let mut own = table().cells(0, 1).hand(0, "steal").front(0, "liability-shield").front(0, "drone").deal();
    own.does(0, "play steal drone.1").end_turn().until_step("main");
    assert_eq!(own.shows("drone.1"), "1/1", "its controller never changed");
}

/// SR-64, SR-R27: effects that end together return a card once, and not at all if its owner already controls it.
#[test]
fn control_returns_once() {
    let setting = || {
        table_for(3)
            .cells(0, 1)
            .cells(1, 1)
            .cells(2, 1)
            .hand(0, "steal")
            .front(1, "giant")
            .front(1, "welcome")
    };
    let mut twice = setting().hand(2, "steal").deal();
    twice.play(0, "play steal giant.1").all_pass();
    twice.pass().pass().play(2, "play steal giant.1").settle();
    assert_eq!(twice.front(2), "giant");
    twice.end_turn();
    assert_eq!((twice.front(1).as_str(), twice.view().sequence.len()), ("giant welcome", 1));
    let mut back = setting().hand(1, "steal").deal();
    back.play(0, "play steal giant.1").all_pass();
    back.pass().play(1, "play steal giant.1").settle();
    back.end_turn();
    assert_eq!((back.front(1).as_str(), back.view().sequence.len()), ("giant welcome", 0), "it stays there");
}

/// SR-64, SR-R50: a card that a leaving player had taken comes under its owner's control, and so does a card that was
/// taken until another card leaves.
#[test]
fn control_returns_when_a_player_or_a_card_leaves() {
    let setting = || table_for(3).cells(0, 2).front(1, "drone").front(1, "liability-shield");
    let mut leaver = setting().hand(0, "keep-it").deal();
    leaver.does(0, "play keep-it drone.1").leave(0);
    leaver.until_step("main");
    assert_eq!(
        (leaver.front(1).as_str(), leaver.shows("drone.1").as_str()),
        ("drone liability-shield", "1/1 SAFEGUARD")
    );

    let mut freed = setting().cells(1, 1).hand(0, "taker").hand(1, "banish").deal();
    freed.does(0, "play taker").pass().does(1, "play banish taker.1").settle();
    assert_eq!(
        (freed.front(1).as_str(), freed.shows("drone.1").as_str()),
        ("drone liability-shield", "1/1 SAFEGUARD")
    );
}

/// SR-R12: a Soul that makes Energy with ACTIVATE must wait too.
#[test]
fn a_soul_waits_to_make_energy() {
    let table = table().front(0, "sprout-tender new").hand(0, "plain-one").deal();
    table.refuses(0, "use sprout-tender.1 1", "SR-84").refuses(0, "play plain-one", "SR-48");
    let mut old = crate::table::table().front(0, "sprout-tender").hand(0, "plain-one").deal();
    old.does(0, "play plain-one");
    assert_eq!(old.shows("sprout-tender.1"), "0/3 vulnerable");
}

/// SR-R12, SR-84: a Soul must wait only for its own ACTIVATE. A new Soul, like any other, may become vulnerable to pay
/// for another card.
#[test]
fn a_new_soul_can_pay_for_another_card() {
    let mut table =
        table().cells(0, 2).front(0, "turner").front(0, "giant new").front(0, "wall vulnerable").deal();
    table.play(0, "use turner.1 1").play(0, "pay giant.1");
    assert_eq!(table.shows("giant.1"), "6/6 vulnerable");
}

/// SR-R15: a Soul that is refreshed in between can attack again.
#[test]
fn attacking_twice() {
    let mut table = table().cells(0, 1).hand(0, "turn-back").front(0, "giant").deal();
    table.attack(0, &["giant.1 base.1"]).fight_on();
    table.refuses(0, "attack giant.1 base.1", "SR-22");
    table.does(0, "play turn-back giant.1");
    table.attack(0, &["giant.1 base.1"]).fight_on();
    assert_eq!(table.life(1), 28);
}

/// SR-R16: an attacked Soul that is refreshed is still dealt the damage, or blocks its own attacker.
#[test]
fn the_attacked_soul_is_refreshed() {
    for blocks in [false, true] {
        let mut table =
            table().cells(1, 1).hand(1, "turn-back").front(0, "plain-two").front(1, "wall vulnerable").deal();
        table.attack(0, &["plain-two.1 wall.1"]);
        table.pass().play(1, "play turn-back wall.1").settle();
        table.block(1, if blocks { &["wall.1 plain-two.1"] } else { &[] }).fight_on();
        assert_eq!(table.shows("wall.1"), "1/5 damage 2");
        let wanted = if blocks { "2/2 damage 1 vulnerable" } else { "2/2 vulnerable" };
        assert_eq!(table.shows("plain-two.1"), wanted);
    }
}

/// SR-R17: if the attacked Soul leaves or changes control, the attacker deals no damage, even with OVERKILL, but it can
/// be blocked.
#[test]
fn the_attacked_soul_is_gone() {
    for attacker in ["giant", "antler-titan"] {
        let mut table =
            table().cells(1, 1).hand(1, "banish").front(0, attacker).front(1, "wall vulnerable").deal();
        table.attack(0, &[&format!("{attacker}.1 wall.1")]);
        table.pass().play(1, "play banish wall.1").settle().fight_on();
        assert_eq!(table.life(1), 40, "{attacker}");
    }
    let mut taken =
        table().cells(0, 1).hand(0, "keep-it").front(0, "giant").front(1, "wall vulnerable").deal();
    taken.attack(0, &["giant.1 wall.1"]).does(0, "play keep-it wall.1").fight_on();
    assert_eq!((taken.shows("wall.1").as_str(), taken.life(1)), ("1/5 vulnerable", 40));
    let mut blocked = table()
        .cells(1, 1)
        .hand(1, "banish")
        .front(0, "giant")
        .front(1, "wall vulnerable")
        .front(1, "toxic-four")
        .deal();
    blocked.attack(0, &["giant.1 wall.1"]);
    blocked.pass().play(1, "play banish wall.1").settle();
    blocked.block(1, &["toxic-four.1 giant.1"]).fight_on();
    assert_eq!((blocked.scrap(0).as_str(), blocked.scrap(1).as_str()), ("giant", "banish toxic-four"));
}

/// SR-R18: a blocker that becomes vulnerable and an attacker that is refreshed both still fight.
#[test]
fn states_that_change_during_an_attack() {
    let mut table =
        table().cells(0, 2).hand(0, "turn-over turn-back").front(0, "giant").front(1, "wall").deal();
    table.attack(0, &["giant.1 base.1"]).does(0, "play turn-back giant.1");
    table.block(1, &["wall.1 giant.1"]).does(0, "play turn-over wall.1").fight_on();
    assert_eq!((table.shows("giant.1").as_str(), table.scrap(1).as_str()), ("6/6 damage 1", "wall"));
}

/// SR-R20: if no blocker is left, OVERKILL deals damage to the attacked Soul and the excess to the Base. Without
/// OVERKILL, no damage is dealt.
#[test]
fn overkill_without_a_blocker() {
    for (attacker, left, life) in [("antler-titan", "", 37), ("giant", "plain-two", 40)] {
        let mut table = table()
            .cells(1, 1)
            .hand(1, "banish")
            .front(0, attacker)
            .front(1, "plain-two vulnerable")
            .front(1, "wall")
            .deal();
        table.attack(0, &[&format!("{attacker}.1 plain-two.1")]);
        table.block(1, &[&format!("wall.1 {attacker}.1")]);
        table.pass().play(1, "play banish wall.1").settle().fight_on();
        assert_eq!((table.front(1).as_str(), table.life(1)), (left, life), "{attacker}");
    }
}

/// SR-R21: OVERKILL also applies when the Soul blocks, and to damage of the card's own ability, even to Souls of the
/// same player.
#[test]
fn overkill_everywhere() {
    let mut table = table().front(0, "plain-two").front(1, "antler-titan").deal();
    table.attack(0, &["plain-two.1 base.1"]).block(1, &["antler-titan.1 plain-two.1"]).fight_on();
    assert_eq!((table.life(0), table.life(1)), (37, 40));
    let mut enters = crate::table::table()
        .cells(0, 7)
        .hand(0, "vharn-magma-tyrant")
        .front(1, "plain-one")
        .front(0, "plain-one")
        .front(1, "wall")
        .deal();
    enters.does(0, "play vharn-magma-tyrant");
    assert_eq!((enters.life(0), enters.life(1)), (39, 39));
}

/// SR-R22: having SAFEGUARD twice is the same as having it once. If it is gained after it was used, it is new.
#[test]
fn safeguard_again() {
    let mut table = table()
        .cells(0, 7)
        .hand(0, "shock shock shock")
        .front(0, "field-plating")
        .front(0, "shieldbearer")
        .deal();
    table.does(0, "use field-plating.1 1 shieldbearer.1").does(0, "play shock shieldbearer.1");
    assert_eq!(table.shows("shieldbearer.1"), "1/3");
    table.end_turn().end_turn().until_step("main");
    table.does(0, "use field-plating.1 1 shieldbearer.1");
    assert_eq!(table.shows("shieldbearer.1"), "1/3 SAFEGUARD");
    table.does(0, "play shock shieldbearer.1").does(0, "play shock shieldbearer.1");
    assert_eq!(table.front(0), "field-plating");
}

/// SR-R22: a continuous ability grants SAFEGUARD once, and another one grants it again.
#[test]
fn safeguard_from_a_continuous_ability() {
    let mut table =
        table().cells(0, 4).hand(0, "shock guardian").front(0, "guardian").front(0, "wall").deal();
    table.does(0, "play shock wall.1");
    assert_eq!(table.shows("wall.1"), "1/5");
    table.does(0, "play guardian");
    assert_eq!(table.shows("wall.1"), "1/5 SAFEGUARD");
}

/// SR-R26: TOXIC works only with battle damage, including damage to a vulnerable Soul that is attacked.
#[test]
fn which_damage_is_toxic() {
    let mut table = table()
        .cells(0, 4)
        .hand(0, "devouring-vines")
        .front(0, "toxic-four")
        .front(1, "giant vulnerable")
        .deal();
    table.does(0, "play devouring-vines toxic-four.1");
    assert_eq!(table.shows("giant.1"), "6/6 damage 4 vulnerable");
    let mut attack = crate::table::table().front(0, "marrow-rat").front(1, "giant vulnerable").deal();
    attack.attack(0, &["marrow-rat.1 giant.1"]).fight_on();
    assert_eq!(attack.scrap(1), "giant");
}

/// SR-R27: values that are set apply first, then all sums. Keywords follow their timestamps.
#[test]
fn computing_characteristics() {
    let mut table = table()
        .cells(0, 5)
        .hand(0, "feral-surge wings ground wings")
        .front(0, "giant upgrades 1")
        .front(0, "plated-overseer")
        .front(0, "drone")
        .front(0, "leveller")
        .deal();
    assert_eq!((table.shows("giant.1").as_str(), table.shows("drone.1").as_str()), ("3/3", "3/3"));
    table.does(0, "play feral-surge giant.1");
    assert_eq!(table.shows("giant.1"), "6/6");
    table.does(0, "play wings giant.1").does(0, "play ground giant.1");
    assert_eq!(table.shows("giant.1"), "6/6");
    table.does(0, "play wings giant.1");
    assert_eq!(table.shows("giant.1"), "6/6 AIRBORNE");
}

/// SR-R27: a keyword that was lost stays lost until a newer effect grants it.
#[test]
fn a_lost_keyword_stays_lost() {
    let mut table =
        table().cells(0, 3).hand(0, "ground uplink-mast").front(0, "drone").front(0, "uplink-mast").deal();
    table.does(0, "play ground drone.1");
    assert_eq!(table.shows("drone.1"), "1/1");
    table.does(0, "play uplink-mast");
    assert_eq!(table.shows("drone.1"), "1/1 AMBUSH");
}

/// SR-R29: abilities that trigger in the cleanup wait for the next Beginning step, and go into the Sequence before its
/// own triggers.
#[test]
fn triggers_in_cleanup() {
    let mut table = table()
        .cells(0, 3)
        .hand(0, "harden weakener")
        .front(1, "grave-novice")
        .front(1, "ilun-chief-executor")
        .deal();
    table.does(0, "play harden grave-novice.1").does(0, "play weakener");
    assert_eq!(table.shows("grave-novice.1"), "0/1");
    table.end_turn();
    assert_eq!((table.view().active, table.view().step.as_str()), (Seat(1), "beginning"));
    assert_eq!(
        (table.scrap(1).as_str(), table.sequence().as_str()),
        ("grave-novice", "grave-novice ilun-chief-executor")
    );
    table.settle();
    assert_eq!(table.life(0), 38);
}

/// SR-R30, SR-R31: a token that dies, is returned or is voided ceases to exist. It must wait, and it is a "card" in
/// play.
#[test]
fn tokens() {
    let mut table = table()
        .cells(0, 8)
        .hand(0, "bulk-order wreck shunt banish")
        .front(0, "mourning-usher")
        .front(0, "drone new")
        .deal();
    table.does(0, "play bulk-order");
    table.refuses(0, "attack drone.2 base.1", "SR-84");
    assert!(
        table.view().front.iter().filter(|piece| piece.card == "drone").all(|piece| piece.owner == Seat(0))
    );
    table.does(0, "play wreck drone.1");
    assert_eq!(table.life(1), 39, "it died");
    table.does(0, "play shunt drone.1").does(0, "play banish drone.1");
    assert_eq!(
        (table.front(0).as_str(), table.hand(0).as_str(), table.void(0).as_str()),
        ("mourning-usher", "", "")
    );
    assert_eq!(table.scrap(0), "bulk-order wreck shunt banish");
}

/// SR-R32: effects and damage do not follow a card to another zone and back.
#[test]
fn a_card_that_returns_is_new() {
    let mut table = table().cells(0, 8).hand(0, "feral-surge shock shunt").front(0, "giant").deal();
    table.does(0, "play feral-surge giant.1").does(0, "play shock giant.1").does(0, "play shunt giant.1");
    table.end_turn().end_turn().until_step("main").does(0, "play giant");
    assert_eq!(table.shows("giant.1"), "6/6");
    table.refuses(0, "attack giant.1 base.1", "SR-84");
}

/// SR-R32, SR-67: an ability that triggers because a card dies or leaves finds the card in the pile where it went.
#[test]
fn abilities_find_a_card_that_has_died() {
    for rules in [1, 2] {
        let setting = || table().rules(rules).cells(0, 9).hand(0, "slay slay banish");
        let mut own = setting().front(0, "phoenix").deal();
        own.does(0, "play slay phoenix.1");
        assert_eq!(own.front(0), if rules == 1 { "" } else { "phoenix" });
        let mut other = setting().front(0, "ferryman").front(0, "giant").front(0, "drone").deal();
        other.does(0, "play slay giant.1").does(0, "play slay drone.1");
        assert_eq!(other.hand(0), if rules == 1 { "banish" } else { "giant banish" });
        let mut voided = setting().front(0, "gravedigger").front(1, "giant").deal();
        voided.does(0, "play slay giant.1");
        assert_eq!(voided.void(1), if rules == 1 { "" } else { "giant" });
        let mut later = setting().front(0, "sleeper").deal();
        later.does(0, "play slay sleeper.1").end_turn().settle();
        assert_eq!(later.hand(0), if rules == 1 { "slay banish" } else { "slay banish sleeper" });
    }
}

/// SR-R32: a card that was moved again in the meantime is not found, and an ability that triggered or was used for
/// another reason does not find a card that has died since.
#[test]
fn abilities_lose_a_card_that_has_moved_again() {
    let setting = || table().cells(0, 9).hand(0, "slay").cells(1, 2).hand(1, "grave-robbery");
    let mut moved = setting().front(0, "phoenix").deal();
    moved.play(0, "play slay phoenix.1").all_pass();
    assert_eq!(moved.sequence(), "phoenix");
    moved.pass().play(1, "play grave-robbery phoenix.2").settle();
    assert_eq!((moved.front(0).as_str(), moved.void(0).as_str()), ("", "phoenix"));
    let mut used = setting().front(0, "homesick").hand(0, "slay-warp").deal();
    used.play(0, "use homesick.1 1").play(0, "play slay-warp homesick.1").settle();
    assert_eq!((used.hand(0).as_str(), used.scrap(0).as_str()), ("slay", "homesick slay-warp"));
}

/// SR-R33: a card is voided until the Containment Box leaves, and not at all if the Box has already left.
#[test]
fn voided_until_it_leaves() {
    let setting = || {
        table()
            .cells(0, 4)
            .cells(1, 1)
            .hand(0, "containment-box")
            .hand(1, "wreck")
            .front(1, "giant damage 2")
            .front(0, "wall")
    };
    let mut table = setting().deal();
    table.play(0, "play containment-box").all_pass();
    assert_eq!(table.sequence(), "containment-box");
    table.settle();
    assert_eq!((table.front(1).as_str(), table.void(1).as_str()), ("", "giant"));
    table.pass().does(1, "play wreck containment-box.1");
    assert_eq!((table.shows("giant.1").as_str(), table.void(1).as_str()), ("6/6", ""));
    let mut early = setting().deal();
    early.play(0, "play containment-box").all_pass();
    early.pass().play(1, "play wreck containment-box.1").settle();
    assert_eq!((early.shows("giant.1").as_str(), early.void(1).as_str()), ("6/6 damage 2", ""));
}

/// SR-R35: the player who discards chooses, unless the card says otherwise. A player with too few cards discards all of
/// them.
#[test]
fn discards() {
    let mut table = table()
        .cells(0, 4)
        .hand(0, "harrow pick-discard chance-discard")
        .hand(1, "giant wall plain-one shock")
        .deal();
    table.does(0, "play harrow base.1");
    assert_eq!(table.asked(), 1);
    table.refuses(1, "choose coward", "SR-R35");
    table.play(1, "choose wall").play(1, "choose shock");
    table.does(0, "play pick-discard base.1");
    assert_eq!(table.asked(), 0);
    assert_eq!(table.state.view(Viewer::Seat(Seat(0))).players[1].known, ["plain-one", "giant"]);
    table.play(0, "choose giant").does(0, "play chance-discard base.1");
    assert_eq!((table.hand(1).as_str(), table.scrap(1).as_str()), ("", "wall shock giant plain-one"));
    let mut few = crate::table::table().cells(0, 2).hand(0, "harrow").hand(1, "giant").deal();
    few.does(0, "play harrow base.1");
    assert_eq!(few.scrap(1), "giant");
}

/// SR-R35: the discards of one instruction happen together, so nobody sees what another player has chosen.
#[test]
fn discards_happen_together() {
    let mut table =
        table().cells(0, 1).hand(0, "all-discard giant wall").hand(1, "giant plain-one plain-one").deal();
    table.play(0, "play all-discard").all_pass();
    table.play(0, "choose giant");
    assert_eq!((table.asked(), table.scrap(0).as_str(), table.hand(0).as_str()), (1, "", "wall giant"));
    assert!(table.state.view(Viewer::Seat(Seat(1))).players[0].known.is_empty());
    table.play(1, "choose plain-one");
    assert_eq!((table.scrap(0).as_str(), table.scrap(1).as_str()), ("giant all-discard", "plain-one"));
}

/// SR-R35: a card that has been chosen cannot be chosen again.
#[test]
fn each_card_is_discarded_once() {
    let mut table = table().cells(0, 2).hand(0, "harrow").hand(1, "giant wall plain-one").deal();
    table.does(0, "play harrow base.1").play(1, "choose wall").refuses(1, "choose wall", "SR-R35");
    table.play(1, "choose giant");
    assert_eq!((table.hand(1).as_str(), table.scrap(1).as_str()), ("plain-one", "wall giant"));
}

/// SR-R35, SR-R50: if a player leaves while others choose what to discard, the choice of that player is dropped.
#[test]
fn leaving_while_all_discard() {
    let mut table = table_for(3)
        .cells(0, 1)
        .hand(0, "all-discard giant wall")
        .hand(1, "giant wall")
        .hand(2, "giant wall")
        .deal();
    table.play(0, "play all-discard").all_pass();
    table.play(0, "choose giant").play(1, "choose giant").leave(1).play(2, "choose wall");
    assert_eq!((table.scrap(0).as_str(), table.scrap(2).as_str()), ("giant all-discard", "wall"));
}

/// SR-R36, SR-06: a card that cannot refresh does not, neither in the Beginning step nor by an effect.
#[test]
fn cards_that_cannot_refresh() {
    let mut table = table()
        .cells(0, 1)
        .hand(0, "turn-back")
        .front(0, "frozen vulnerable")
        .front(1, "wall vulnerable")
        .deal();
    table.does(0, "play turn-back frozen.1");
    assert_eq!(table.shows("frozen.1"), "2/2 vulnerable");
    table.end_turn().end_turn();
    assert_eq!(table.shows("frozen.1"), "2/2 vulnerable");
}

/// SR-R32: no effect lasts on a card that has left.
#[test]
fn no_effect_lasts_on_a_card_that_has_left() {
    let mut table = table().cells(0, 1).hand(0, "slay").front(0, "last-words").deal();
    table.does(0, "play slay last-words.1");
    assert_eq!(table.state.dump().get("lasting"), None);
}

/// SR-R33: an effect that lasts until a card leaves does not begin if that card has already left.
#[test]
fn no_effect_lasts_until_a_card_leaves_that_has_left() {
    let setting = || table().cells(0, 2).hand(0, "taker").cells(1, 1).hand(1, "wreck").front(1, "giant");
    let mut table = setting().deal();
    table.does(0, "play taker");
    assert_eq!(table.front(0), "giant taker");
    table.pass().does(1, "play wreck taker.1");
    assert_eq!((table.front(0).as_str(), table.front(1).as_str()), ("", "giant"));
    let mut early = setting().deal();
    early.play(0, "play taker").all_pass();
    early.pass().play(1, "play wreck taker.1").settle();
    assert_eq!((early.front(0).as_str(), early.front(1).as_str()), ("", "giant"));
}

/// SR-R33, SR-R48: cards that were voided together return, each to its owner. Cards that were in the void before stay
/// there.
#[test]
fn several_cards_are_voided_until_a_card_leaves() {
    let mut table = table()
        .cells(0, 2)
        .hand(0, "dragnet banish")
        .front(0, "plain-one")
        .front(0, "rift-stray of 1")
        .front(1, "giant")
        .front(1, "wall")
        .front(1, "drone")
        .cells(1, 1)
        .hand(1, "wreck")
        .deal();
    table.does(0, "play banish rift-stray.1").does(0, "play dragnet");
    assert_eq!(
        (table.void(1).as_str(), table.front(0).as_str()),
        ("rift-stray giant wall", "plain-one dragnet")
    );
    table.pass().does(1, "play wreck dragnet.1");
    assert_eq!((table.void(1).as_str(), table.front(1).as_str()), ("rift-stray", "giant wall"));
}

/// SR-06, SR-123: a card text can return something from the void. An Action never returns to the front lines (SR-17).
#[test]
fn returning_from_the_void() {
    let mut table = table()
        .cells(0, 3)
        .cells(1, 1)
        .hand(0, "from-the-void into-the-hand")
        .hand(1, "banish")
        .front(0, "giant")
        .front(0, "wall")
        .deal();
    table.pass().does(1, "play banish giant.1");
    table.does(0, "play from-the-void giant.1");
    assert_eq!((table.front(0).as_str(), table.void(0).as_str()), ("wall giant", ""));
    let mut hand = crate::table::table().cells(0, 2).hand(0, "banish into-the-hand").front(0, "wall").deal();
    hand.does(0, "play banish wall.1").does(0, "play into-the-hand wall.1");
    assert_eq!((hand.hand(0).as_str(), hand.void(0).as_str()), ("wall", ""));
    let mut action = crate::table::table().cells(0, 1).hand(0, "raise").scrap(0, "shock giant").deal();
    action.does(0, "play raise");
    assert_eq!((action.front(0).as_str(), action.scrap(0).as_str()), ("giant", "shock raise"));
}

/// SR-R36: "does not refresh" applies to one Beginning step.
#[test]
fn not_refreshing_once() {
    let mut table = table().cells(0, 3).hand(0, "detain").front(1, "giant").deal();
    table.does(0, "play detain giant.1").end_turn();
    assert_eq!(table.shows("giant.1"), "6/6 vulnerable");
    table.end_turn().end_turn();
    assert_eq!(table.shows("giant.1"), "6/6");
}

/// SR-R36: two effects in one turn mean the same Beginning step, so the card misses one refresh.
#[test]
fn not_refreshing_once_for_two_effects() {
    for (rules, shows) in [(1, "6/6 vulnerable"), (2, "6/6")] {
        let mut table = table().rules(rules).cells(0, 6).hand(0, "detain detain").front(1, "giant").deal();
        table.does(0, "play detain giant.1").does(0, "play detain giant.1").end_turn();
        assert_eq!(table.shows("giant.1"), "6/6 vulnerable");
        table.end_turn().end_turn();
        assert_eq!(table.shows("giant.1"), shows);
    }
}

/// SR-R37: "may" is decided when the ability concludes.
#[test]
fn may_is_decided_at_the_conclusion() {
    for (answer, life) in [("yes", 13), ("no", 10)] {
        let mut table = table().active(1).front(0, "cleric").life(0, 10).deal();
        table.end_turn();
        assert_eq!(table.sequence(), "cleric");
        table.all_pass().play(0, answer);
        assert_eq!(table.life(0), life);
    }
}

/// SR-R38: the condition is tested when the ability triggers and when it concludes.
#[test]
fn conditions_are_tested_twice() {
    let setting = || table().front(0, "judge").life(0, 10);
    let mut holds = setting().front(0, "giant").deal();
    holds.until_step("end").settle();
    assert_eq!(holds.life(0), 13);
    let mut never = setting().front(0, "wall").deal();
    never.until_step("end");
    assert_eq!(never.sequence(), "");
    let mut not_any_more = setting().front(0, "giant").cells(1, 1).hand(1, "banish").deal();
    not_any_more.until_step("end").pass().play(1, "play banish giant.1").settle();
    assert_eq!(not_any_more.life(0), 10);
}

/// SR-R39: a Soul enters even if there is no target for its ENTERS ability.
#[test]
fn enters_without_a_target() {
    let mut table = table().cells(0, 4).hand(0, "threshold-keeper").deal();
    table.play(0, "play threshold-keeper").all_pass();
    assert_eq!(
        (table.front(0).as_str(), table.sequence().as_str(), table.asked()),
        ("threshold-keeper", "", 0)
    );
}

/// SR-R40: "up to two" means two, one or none, and the rest happens in any case.
#[test]
fn up_to_two_targets() {
    let setting = || table().cells(0, 2).hand(0, "second-watch").life(0, 10);
    let mut none = setting().deal();
    none.does(0, "play second-watch");
    assert_eq!(none.life(0), 12);
    let mut one = setting().front(0, "giant vulnerable").front(0, "wall vulnerable").deal();
    one.play(0, "play second-watch").play(0, "target wall.1").play(0, "enough").settle();
    assert_eq!(
        (one.life(0), one.shows("giant.1").as_str(), one.shows("wall.1").as_str()),
        (12, "6/6 vulnerable", "1/5")
    );
    let mut refused = setting().front(0, "giant vulnerable").deal();
    refused.play(0, "play second-watch").play(0, "enough").settle();
    assert_eq!((refused.life(0), refused.shows("giant.1").as_str()), (12, "6/6 vulnerable"));
}

/// SR-R40, SR-73: if targets were chosen and all of them are gone, nothing happens.
#[test]
fn up_to_two_and_all_gone() {
    let mut table = table()
        .cells(0, 2)
        .cells(1, 1)
        .hand(0, "second-watch")
        .hand(1, "banish")
        .front(0, "giant vulnerable")
        .life(0, 10)
        .deal();
    table
        .play(0, "play second-watch")
        .play(0, "target giant.1")
        .pass()
        .play(1, "play banish giant.1")
        .settle();
    assert_eq!((table.life(0), table.scrap(0).as_str()), (10, "second-watch"));
}

/// SR-R41: one use of the word "target" needs different targets. Two uses may have the same target.
#[test]
fn the_same_target_twice() {
    let mut table = table()
        .cells(0, 2)
        .hand(0, "slay-two twice")
        .front(1, "giant")
        .front(1, "wall")
        .front(1, "coward")
        .deal();
    table.play(0, "play slay-two giant.1").refuses(0, "target giant.1", "SR-R41");
    table.play(0, "target coward.1").settle();
    assert_eq!(table.front(1), "wall");
    table.does(0, "play twice wall.1");
    assert_eq!(table.shows("wall.1"), "1/5 damage 2");
}

/// SR-R42: in the Sequence X is the chosen value, and elsewhere it is 0.
#[test]
fn x_counts_in_the_sequence() {
    for (x, may) in [(1, true), (2, false)] {
        let mut table = table().cells(0, 4).cells(1, 2).hand(0, "backdraft").front(1, "null-adept").deal();
        table.play(0, &format!("play backdraft x {x}")).play(0, "target base.1").pass();
        assert_eq!(table.may(1, "use null-adept.1 1 backdraft.1"), may, "X is {x}");
    }
}

/// SR-R44: each of several preventions applies once. SAFEGUARD applies last, and only if damage is left.
#[test]
fn several_preventions() {
    let mut lattices =
        table().cells(0, 1).hand(0, "shock").front(1, "ward-lattice").front(1, "ward-lattice").deal();
    lattices.does(0, "play shock base.1");
    assert_eq!(lattices.life(1), 39);
    for (card, after) in [("spark-volley", "1/3 SAFEGUARD"), ("shock", "1/3")] {
        let mut table =
            table().cells(0, 1).hand(0, card).front(0, "field-surgeon").front(1, "shieldbearer").deal();
        table.does(0, "use field-surgeon.1 1 shieldbearer.1").does(0, &format!("play {card} shieldbearer.1"));
        assert_eq!(table.shows("shieldbearer.1"), after, "{card}");
    }
}

/// SR-R44: a prevention of 2 damage is used up over several hits, and it ends with the turn.
#[test]
fn a_shield_is_used_up() {
    let mut table =
        table().cells(0, 2).hand(0, "shock spark-volley").front(0, "field-surgeon").front(1, "wall").deal();
    table.does(0, "use field-surgeon.1 1 wall.1").does(0, "play shock wall.1");
    assert_eq!(table.shows("wall.1"), "1/5 damage 1");
    table.does(0, "play spark-volley wall.1");
    assert_eq!(table.shows("wall.1"), "1/5 damage 3");
}

/// SR-R45: a search may find nothing, and it can find only cards of the kind that was searched for.
#[test]
fn searching() {
    let setting =
        || table().cells(0, 2).hand(0, "call-of-the-deep-wood").deck(0, "wall giant drone-bay antler-titan");
    let mut table = setting().deal();
    table.does(0, "play call-of-the-deep-wood");
    assert_eq!(table.choices(), ["choose antler-titan", "choose giant", "nothing"]);
    table.refuses(0, "choose wall", "SR-R45");
    table.play(0, "choose giant");
    assert_eq!((table.hand(0).as_str(), table.asked()), ("giant", 0));
    let mut nothing = setting().deal();
    nothing.does(0, "play call-of-the-deep-wood").play(0, "nothing");
    assert_eq!((nothing.hand(0).as_str(), nothing.scrap(0).as_str()), ("", "call-of-the-deep-wood"));
}

/// SR-R46: a "card" can be an Energy card, but a "Soul" or a "Tech" cannot.
#[test]
fn energy_cards_and_effects() {
    let mut table = table()
        .cells(0, 3)
        .cells(1, 1)
        .hand(0, "wreck clean-sweep slay")
        .front(1, "wall")
        .front(1, "drone-bay")
        .deal();
    table.refuses(0, "play slay rift-cell.4", "SR-68").refuses(0, "play clean-sweep rift-cell.4", "SR-68");
    table.does(0, "play wreck rift-cell.4");
    assert_eq!((table.scrap(1).as_str(), table.view().players[1].pile_size), ("rift-cell", 9));
    table.end_turn();
    assert_eq!(table.scrap(1), "rift-cell");
}

/// SR-R47: Techs and Energy cards can die too.
#[test]
fn techs_and_energy_cards_die() {
    let mut table =
        table().cells(0, 2).hand(0, "wreck wreck").front(0, "mine").front(0, "plain-cell").life(0, 10).deal();
    table.does(0, "play wreck mine.1").does(0, "play wreck plain-cell.1");
    assert_eq!((table.life(0), table.life(1)), (12, 37));
}

/// SR-R48: cards that die together trigger on each other's deaths.
#[test]
fn dying_together() {
    let mut table = table()
        .cells(0, 5)
        .hand(0, "rift-tremor")
        .front(0, "mourning-usher")
        .front(0, "plain-one")
        .front(0, "plain-two")
        .deal();
    table.does(0, "play rift-tremor");
    assert_eq!((table.front(0).as_str(), table.life(1)), ("", 38));
}

/// SR-R52: attacks are possible in the first turn of the game.
#[test]
fn attacking_in_the_first_turn() {
    let mut table = table().turn(1).cells(0, 1).hand(0, "ash-runner").deal();
    table.does(0, "play ash-runner");
    table.attack(0, &["ash-runner.1 base.1"]).fight_on();
    assert_eq!(table.life(1), 38);
}

/// Everyone passes until the game is over. Returns the number of passes.
fn passes_to_the_end(table: &mut Table) -> usize {
    let mut passes = 0;
    while let Some(seat) = table.view().to_act {
        let action = table.state.read(seat, "pass").unwrap();
        table.state.play(seat, action, &mut Turn::quiet(&mut Chance::quick(1)));
        passes += 1;
    }
    passes
}

/// SR-R53: a loop that repeats the same position ten times is a draw. Card numbers do not matter for that.
#[test]
fn the_same_position_ten_times() {
    let mut life = table().cells(0, 1).hand(0, "emergency-rations").front(0, "echo").deal();
    life.play(0, "play emergency-rations");
    // The Action, the ability for 4 life, and then the ability for 1 life ten times.
    assert_eq!(passes_to_the_end(&mut life), 2 * 12);
    assert_eq!(life.outcome().unwrap().ranks(), [0, 0]);
    let mut cards =
        table().cells(0, 1).hand(0, "plain-one").front(0, "undertaker").front(0, "weakener-of-all").deal();
    cards.play(0, "play plain-one");
    assert_eq!(passes_to_the_end(&mut cards), 2 * 11);
    assert_eq!(cards.outcome().unwrap().ranks(), [0, 0]);
}

/// SR-R53: it is not a loop while the position is new or players take voluntary actions.
#[test]
fn new_positions_are_not_a_loop() {
    let mut fewer = table().cells(0, 1).hand(0, "emergency-rations").front(0, "echo").life(0, 28).deal();
    fewer.play(0, "play emergency-rations");
    assert_eq!(passes_to_the_end(&mut fewer), 2 * (1 + 8 + 10));
    let mut acts = table()
        .cells(0, 1)
        .energy(0, 5)
        .hand(0, "emergency-rations")
        .front(0, "echo")
        .front(0, "worker")
        .deal();
    acts.play(0, "play emergency-rations");
    for _ in 0..3 {
        for _ in 0..6 {
            acts.all_pass();
        }
        acts.play(0, "use worker.1 1").all_pass();
    }
    assert_eq!(acts.outcome(), None);
}

/// SR-R53: a turn with 2000 items in the Sequence ends the game in a draw.
#[test]
fn too_many_items() {
    let mut table = table().cells(0, 1).hand(0, "emergency-rations").front(0, "growing-echo").deal();
    table.play(0, "play emergency-rations");
    assert_eq!(passes_to_the_end(&mut table), 2 * 1999);
    assert_eq!(table.outcome().unwrap().ranks(), [0, 0]);
}

/// SR-R53: an effect with more than 2000 instructions ends the game in a draw.
#[test]
fn too_many_instructions() {
    let mut table = table().cells(0, 1).hand(0, "treadmill").life(0, 1).deal();
    table.play(0, "play treadmill x 1").all_pass();
    assert_eq!((table.outcome(), table.life(0)), (None, 2));
    let mut long = crate::table::table().cells(0, 2).hand(0, "treadmill").energy(0, 40).deal();
    long.play(0, "play treadmill x 30").all_pass();
    assert_eq!(long.outcome().unwrap().ranks(), [0, 0]);
}

/// SR-R53: an ability can be used, and an optional effect accepted, at most a hundred times in a turn.
#[test]
fn a_hundred_times() {
    let mut often = table().energy(0, 150).front(0, "worker").deal();
    for _ in 0..100 {
        often.play(0, "use worker.1 1");
    }
    often.refuses(0, "use worker.1 1", "SR-R53");
    let mut pumping = crate::table::table().energy(0, 1).front(0, "pump").deal();
    for _ in 0..100 {
        pumping.play(0, "use pump.1 1");
    }
    pumping.refuses(0, "use pump.1 1", "SR-R53");
    let mut may = crate::table::table().cells(0, 1).hand(0, "emergency-rations").front(0, "fond-echo").deal();
    may.play(0, "play emergency-rations").all_pass();
    for _ in 0..100 {
        may.all_pass().play(0, "yes");
    }
    may.all_pass();
    assert_eq!((may.sequence().as_str(), may.outcome()), ("", None));
}

/// SR-R53: a game has at most 400 turns.
#[test]
fn four_hundred_turns() {
    let mut table = table().turn(399).deal();
    table.end_turn();
    assert_eq!(table.view().turn, 400);
    table.end_turn();
    assert_eq!(table.outcome().unwrap().ranks(), [0, 0]);
}

/// SR-R54, SR-R59: for a player who does not answer, a default can be used: pass, no block, or the first choice. With
/// it every game ends.
#[test]
fn default_answers_end_every_game() {
    let mut chance = Chance::quick(5);
    let mut state =
        SecureTheRift::start(LibraryRef::core().edition(), &Options::default(), 3, &mut chance).unwrap();
    while let Some(seat) = state.acting().iter().next() {
        let mut legal = Vec::new();
        state.legal(seat, &mut legal);
        let answer = [Action::Pass, Action::Declare, Action::Keep].into_iter().find(|it| legal.contains(it));
        state.play(seat, answer.unwrap_or(legal[0]), &mut Turn::quiet(&mut chance));
    }
    let last = state.view(Viewer::Everything);
    assert!(state.outcome().is_some() && last.players.iter().all(|player| player.life > 0));
    assert_eq!(last.players.iter().filter(|player| player.lost).count(), 2, "they ran out of cards");
}

/// SR-R56, SR-R57: a new Soul can block. A Soul that became vulnerable for any reason can be attacked until it is
/// refreshed.
#[test]
fn new_souls_and_vulnerable_souls() {
    let mut table = table()
        .cells(0, 1)
        .hand(0, "turn-over")
        .front(0, "giant")
        .front(1, "wall new")
        .front(1, "hive-foreman")
        .deal();
    table.does(0, "play turn-over wall.1");
    assert!(table.may(0, "attack giant.1 wall.1"));
    table.refuses(0, "attack giant.1 hive-foreman.1", "SR-23");
    table.pass().does(1, "use hive-foreman.1 1");
    table.attack(0, &["giant.1 hive-foreman.1"]).block(1, &["drone.1 giant.1"]).fight_on();
    assert_eq!(table.front(1), "wall hive-foreman");
}

/// SR-R60: all bonuses add up, whatever they are called.
#[test]
fn bonuses_add_up() {
    let mut table = table()
        .cells(0, 3)
        .hand(0, "surge-protocol")
        .front(0, "drone upgrades 1")
        .front(0, "plated-overseer")
        .deal();
    table.does(0, "play surge-protocol");
    assert_eq!((table.shows("drone.1").as_str(), table.shows("plated-overseer.1").as_str()), ("4/4", "3/5"));
}

/// SR-R61: Techs and Energy cards cannot be attacked.
#[test]
fn techs_are_not_attacked() {
    let table =
        table().front(0, "giant").front(1, "drone-bay vulnerable").front(1, "rift-cell vulnerable").deal();
    table.refuses(0, "attack giant.1 drone-bay.1", "SR-R61").refuses(
        0,
        "attack giant.1 rift-cell.1",
        "SR-R61",
    );
}

/// SR-R63: a Soul with WARP that enters in A2 can block in A3.
#[test]
fn a_soul_that_enters_during_an_attack_can_block() {
    let mut table = table().cells(1, 3).hand(1, "phase-skimmer").front(0, "plain-one").deal();
    table.attack(0, &["plain-one.1 base.1"]);
    table.pass().play(1, "play phase-skimmer").settle();
    table.block(1, &["phase-skimmer.1 plain-one.1"]).fight_on();
    assert_eq!((table.life(1), table.scrap(0).as_str()), (40, "plain-one"));
}

/// SR-R64: a player may pay their last life, and then loses. Nobody can pay more life than they have.
#[test]
fn paying_with_life() {
    let mut table = table().front(0, "bleeder").life(0, 3).deal();
    table.play(0, "use bleeder.1 1");
    assert_eq!(table.winners(), [1]);
    crate::table::table().front(0, "bleeder").life(0, 2).deal().refuses(0, "use bleeder.1 1", "SR-R64");
    let mut enough = crate::table::table().front(0, "bleeder").life(0, 4).deal();
    enough.does(0, "use bleeder.1 1");
    assert_eq!((enough.life(0), enough.hand(0).as_str()), (1, FILLER));
}

/// SR-R65: a Soul that cannot be a target can be attacked.
#[test]
fn attacked_is_not_targeted() {
    let mut table = table()
        .cells(0, 1)
        .hand(0, "slay")
        .front(0, "giant")
        .front(1, "veiled vulnerable")
        .front(1, "wall")
        .deal();
    table.refuses(0, "play slay veiled.1", "SR-68");
    table.attack(0, &["giant.1 veiled.1"]).fight_on();
    assert_eq!(table.scrap(1), "veiled");
}
