//! An attack, step by step (SR-74 to SR-89).

use crate::table::{table, table_for};

/// SR-74: the active player may attack in the Main step, while the Sequence is empty and no attack is under way, any
/// number of times.
#[test]
fn when_an_attack_is_possible() {
    for step in ["beginning", "end"] {
        table().step(step).front(0, "giant").deal().refuses(0, "attack giant.1 base.1", "SR-74");
    }
    let mut table =
        table().cells(0, 1).hand(0, "shock").front(0, "giant").front(0, "wall").front(1, "plain-two").deal();
    table.play(0, "play shock base.1").refuses(0, "attack giant.1 base.1", "SR-74");
    table.settle();
    table.attack(0, &["giant.1 base.1"]).refuses(0, "attack wall.1 base.1", "SR-74");
    table.pass().refuses(1, "attack plain-two.1 base.0", "SR-74");
    table.fight_on();
    table.attack(0, &["wall.1 base.1"]).fight_on();
    assert_eq!(table.life(1), 40 - 3 - 6 - 1);
}

/// SR-75: Bases and vulnerable Souls of opponents can be attacked, and each attacker attacks once.
#[test]
fn what_can_be_attacked() {
    let mut table = table()
        .front(0, "giant")
        .front(0, "wall vulnerable")
        .front(1, "plain-two vulnerable")
        .front(0, "plain-one")
        .deal();
    table.refuses(0, "attack giant.1 base.0", "SR-75").refuses(0, "attack giant.1 wall.1", "SR-75");
    table.play(0, "attack giant.1 plain-two.1");
    table.refuses(0, "attack giant.1 base.1", "SR-75").refuses(0, "pass", "SR-75");
    table.play(0, "attack plain-one.1 plain-two.1").play(0, "declare").fight_on();
    assert_eq!((table.scrap(1).as_str(), table.life(1)), ("plain-two", 40));
}

/// SR-76: a Soul in stand by can attack for its controller, whatever its attack is.
#[test]
fn which_souls_can_attack() {
    let mut table = table().front(0, "drone-bay").front(0, "coward").front(1, "giant").deal();
    table.refuses(0, "attack drone-bay.1 base.1", "SR-76").refuses(0, "attack giant.1 base.1", "SR-76");
    table.attack(0, &["coward.1 base.1"]).fight_on();
    assert_eq!((table.life(1), table.shows("coward.1").as_str()), (40, "0/2 vulnerable"));
}

/// SR-77, SR-113: attackers become vulnerable. ATTACKS abilities go into the Sequence; the attack itself does not.
#[test]
fn attackers_become_vulnerable() {
    let mut table = table().cells(1, 3).hand(1, "unwrite").front(0, "fuse-thief").front(0, "giant").deal();
    table.attack(0, &["fuse-thief.1 base.1", "giant.1 base.1"]);
    assert_eq!(
        (table.shows("fuse-thief.1").as_str(), table.shows("giant.1").as_str()),
        ("2/2 vulnerable", "6/6 vulnerable")
    );
    assert_eq!(table.sequence(), "fuse-thief");
    table.pass().refuses(1, "play unwrite fuse-thief.1", "SR-69");
    table.pass();
    assert_eq!(table.life(1), 39);
    table.fight_on();
    assert_eq!(table.life(1), 31);
}

/// SR-78: everyone may react before blocks are chosen.
#[test]
fn reacting_before_blocks() {
    let mut table = table().cells(1, 1).hand(1, "shock").front(0, "plain-two").front(1, "wall").deal();
    table.attack(0, &["plain-two.1 base.1"]);
    assert_eq!((table.stage().as_str(), table.asked()), ("react", 0));
    table.pass().does(1, "play shock plain-two.1").fight_on();
    assert_eq!((table.life(1), table.scrap(0).as_str()), (40, "plain-two"));
}

/// SR-79: nobody has to block. Several Souls may block one attacker, each Soul blocks only one, and only the attacked
/// player blocks.
#[test]
fn how_blocks_are_chosen() {
    let mut table = table()
        .front(0, "giant")
        .front(0, "toxic-four")
        .front(1, "wall")
        .front(1, "wall")
        .front(0, "plain-one")
        .deal();
    table.attack(0, &["giant.1 base.1", "toxic-four.1 base.1"]).until_blocks();
    table.refuses(0, "block plain-one.1 giant.1", "SR-79").refuses(1, "pass", "SR-79");
    table.play(1, "block wall.1 giant.1").refuses(1, "block wall.1 toxic-four.1", "SR-79");
    table.refuses(1, "block plain-one.1 giant.1", "SR-79");
    table.play(1, "block wall.2 giant.1");
    table.play(0, "first wall.1").all_pass().play(0, "assign 5").fight_on();
    assert_eq!((table.life(1), table.scrap(1).as_str()), (36, "wall"));
    assert_eq!(table.shows("giant.1"), "6/6 damage 2 vulnerable");
}

/// SR-80, SR-114: blockers do not become vulnerable, and BLOCKS triggers.
#[test]
fn blockers_do_not_become_vulnerable() {
    let mut table = table().front(0, "plain-two").front(1, "oath-warden").deal();
    table.attack(0, &["plain-two.1 base.1"]).block(1, &["oath-warden.1 plain-two.1"]);
    assert_eq!((table.sequence().as_str(), table.shows("oath-warden.1").as_str()), ("oath-warden", "2/4"));
    table.settle();
    assert_eq!(table.shows("oath-warden.1"), "4/4");
    table.fight_on();
    assert_eq!(table.shows("oath-warden.1"), "4/4 damage 2");
}

/// SR-81, SR-94: the attacking player orders the blockers. The first must get enough damage before the next one gets
/// any.
#[test]
fn the_order_of_blockers() {
    for (first, enough, dead) in [("wall.1", 5, "wall"), ("border-mastiff.1", 3, "border-mastiff")] {
        let mut table = table().front(0, "giant").front(1, "wall").front(1, "border-mastiff").deal();
        table.attack(0, &["giant.1 base.1"]).block(1, &["wall.1 giant.1", "border-mastiff.1 giant.1"]);
        table
            .refuses(1, "first wall.1", "SR-81")
            .refuses(0, "first giant.1", "SR-81")
            .refuses(0, "pass", "SR-81");
        table.play(0, &format!("first {first}")).all_pass();
        table.refuses(0, &format!("assign {}", enough - 1), "SR-94");
        table.play(0, &format!("assign {enough}")).fight_on();
        assert_eq!((table.scrap(1).as_str(), table.life(1)), (dead, 40));
    }
}

/// SR-82: after the blocks everyone may react again, even if nobody blocked.
#[test]
fn reacting_after_blocks() {
    let mut table = table().cells(0, 2).hand(0, "feral-surge").front(0, "plain-two").deal();
    table.attack(0, &["plain-two.1 base.1"]).all_pass();
    assert_eq!(table.stage(), "react-to-blocks");
    table.does(0, "play feral-surge plain-two.1").fight_on();
    assert_eq!(table.life(1), 35);
}

/// SR-83: all damage is dealt at once. Then everyone may react before the attack is over.
#[test]
fn reacting_after_damage() {
    let mut table = table()
        .front(0, "plain-two")
        .front(1, "plain-two")
        .front(0, "giant")
        .cells(0, 1)
        .hand(0, "plain-one")
        .deal();
    table.attack(0, &["plain-two.1 base.1"]).block(1, &["plain-two.2 plain-two.1"]).all_pass();
    assert_eq!(
        (table.stage().as_str(), table.scrap(0).as_str(), table.scrap(1).as_str()),
        ("after", "plain-two", "plain-two")
    );
    table.refuses(0, "attack giant.1 base.1", "SR-74").refuses(0, "play plain-one", "SR-44");
    table.all_pass();
    assert_eq!((table.stage().as_str(), table.view().step.as_str(), table.asked()), ("", "main", 0));
    assert!(table.may(0, "attack giant.1 base.1"));
}

/// SR-84: a Soul that entered in another player's turn can attack once its controller's turn has begun.
#[test]
fn a_soul_that_entered_in_another_turn_need_not_wait() {
    let mut table = table().active(1).cells(0, 3).hand(0, "phase-skimmer").deal();
    table.pass().does(0, "play phase-skimmer");
    table.end_turn().until_step("main");
    table.attack(0, &["phase-skimmer.1 base.1"]).fight_on();
    assert_eq!(table.life(1), 38);
}

/// SR-84: a Soul that enters in its controller's Beginning step must wait.
#[test]
fn a_soul_that_enters_in_the_beginning_step_waits() {
    let mut table = table().active(1).front(0, "ilun-chief-executor").deal();
    table.end_turn().settle().until_step("main");
    table.refuses(0, "attack drone.1 base.1", "SR-84");
    assert!(table.view().front.iter().any(|piece| piece.card == "drone" && piece.waits));
}

/// SR-85, SR-111: an AIRBORNE Soul can be blocked only by AIRBORNE Souls and by Souls with permission. It may attack
/// any Soul on the ground.
#[test]
fn blocking_airborne_souls() {
    let mut table = table()
        .front(0, "sky-bastion")
        .front(0, "swarm-courier")
        .front(1, "wall")
        .front(1, "canopy-stalker")
        .front(1, "chart-apprentice")
        .front(1, "plain-two vulnerable")
        .deal();
    table.attack(0, &["sky-bastion.1 base.1", "swarm-courier.1 plain-two.1"]).until_blocks();
    table.refuses(1, "block wall.1 sky-bastion.1", "SR-85");
    assert!(table.may(1, "block canopy-stalker.1 sky-bastion.1"));
    table.block(1, &["chart-apprentice.1 sky-bastion.1"]).fight_on();
    assert_eq!((table.scrap(1).as_str(), table.life(1)), ("chart-apprentice plain-two", 40));
}

/// SR-86, SR-R14: an attacked vulnerable Soul does not strike back, unless the table has chosen that option.
#[test]
fn striking_back() {
    for strikes in [false, true] {
        let setting = table().front(0, "plain-two").front(1, "wall vulnerable").front(1, "plain-one");
        let mut table = if strikes { setting.striking_back().deal() } else { setting.deal() };
        table.attack(0, &["plain-two.1 wall.1"]).fight_on();
        let wanted = if strikes { "2/2 damage 1 vulnerable" } else { "2/2 vulnerable" };
        assert_eq!(table.shows("plain-two.1"), wanted);
        assert_eq!(table.shows("wall.1"), "1/5 damage 2 vulnerable");
    }
}

/// SR-R14, SR-96: a blocked attacker is dealt damage by its blocker, and not by the Soul that it attacked.
#[test]
fn only_the_blocker_strikes() {
    let mut table =
        table().striking_back().front(0, "giant").front(1, "toxic-four vulnerable").front(1, "wall").deal();
    table.attack(0, &["giant.1 toxic-four.1"]).block(1, &["wall.1 giant.1"]).fight_on();
    assert_eq!(table.shows("giant.1"), "6/6 damage 1 vulnerable");
}

/// SR-87, SR-R13: another Soul can block for an attacked Soul, which is then not damaged.
#[test]
fn blocking_for_an_attacked_soul() {
    let mut table = table().front(0, "plain-two").front(1, "plain-one vulnerable").front(1, "wall").deal();
    table.attack(0, &["plain-two.1 plain-one.1"]).block(1, &["wall.1 plain-two.1"]).fight_on();
    assert_eq!(
        (table.shows("plain-one.1").as_str(), table.shows("wall.1").as_str()),
        ("1/1 vulnerable", "1/5 damage 2")
    );
}

/// SR-88: declarations are checked only once: an AIRBORNE blocker that loses AIRBORNE still blocks, and an attacker
/// that gains it stays blocked.
#[test]
fn declarations_are_checked_only_once() {
    let mut table = table().cells(0, 1).hand(0, "wings").front(0, "plain-two").front(1, "wall").deal();
    table.attack(0, &["plain-two.1 base.1"]).block(1, &["wall.1 plain-two.1"]);
    table.does(0, "play wings plain-two.1").fight_on();
    assert_eq!((table.life(1), table.shows("wall.1").as_str()), (40, "1/5 damage 2"));
}

/// SR-89: an attacker that has left play or changed control no longer attacks.
#[test]
fn leaving_the_attack() {
    for (reaction, seat) in [("banish", 1), ("keep-it", 1)] {
        let mut table = table().cells(1, 1).hand(1, reaction).front(0, "giant").front(0, "plain-one").deal();
        table.attack(0, &["giant.1 base.1", "plain-one.1 base.1"]);
        table.pass().play(seat, &format!("play {reaction} giant.1")).settle().fight_on();
        assert_eq!(table.life(1), 39, "{reaction}");
    }
    let mut blocker = table().cells(0, 1).hand(0, "keep-it").front(0, "giant").front(1, "wall").deal();
    blocker.attack(0, &["giant.1 base.1"]).block(1, &["wall.1 giant.1"]);
    blocker.does(0, "play keep-it wall.1").fight_on();
    assert_eq!((blocker.life(1), blocker.front(0).as_str()), (40, "giant wall"));
    assert_eq!(blocker.shows("giant.1"), "6/6 vulnerable");
}

/// SR-R49: each attacked player blocks the attackers that attack them, in turn order.
#[test]
fn each_attacked_player_blocks() {
    let mut table = table_for(3)
        .active(1)
        .front(1, "giant")
        .front(1, "plain-two")
        .front(0, "wall")
        .front(2, "wall")
        .deal();
    table.attack(1, &["giant.1 base.0", "plain-two.1 base.2"]).until_blocks();
    assert_eq!(table.asked(), 2);
    table.refuses(2, "block wall.2 giant.1", "SR-R49");
    table.play(2, "block wall.2 plain-two.1");
    assert_eq!(table.asked(), 0);
    table.refuses(0, "block wall.1 plain-two.1", "SR-R49");
    table.play(0, "declare").fight_on();
    assert_eq!((table.life(0), table.life(2)), (34, 40));
}
