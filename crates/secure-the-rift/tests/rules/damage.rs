//! Damage, dying and checks (SR-90 to SR-110).

use atlas_core::{Game, Seat};

use crate::table::{table, table_for};

/// SR-90: battle damage is the attack at that moment, or 0 if the attack is negative.
#[test]
fn battle_damage_is_the_attack_at_that_moment() {
    let mut table =
        table().cells(1, 1).hand(1, "weaken").front(0, "wall").front(0, "giant").front(1, "coward").deal();
    table.attack(0, &["wall.1 base.1", "giant.1 base.1"]);
    table.pass().does(1, "play weaken wall.1");
    assert_eq!(table.shows("wall.1"), "-1/3 vulnerable");
    table.fight_on();
    assert_eq!(table.life(1), 34, "the Wall deals nothing and heals nothing");
}

/// SR-91, SR-98: a Base that is dealt damage loses that much life.
#[test]
fn damage_to_a_base() {
    let mut table = table().front(0, "giant").front(0, "plain-two").deal();
    table.attack(0, &["giant.1 base.1", "plain-two.1 base.1"]).fight_on();
    assert_eq!((table.life(1), table.life(0)), (32, 40));
}

/// SR-92, SR-98: the attacked Soul is dealt the damage, which stays until cleanup.
#[test]
fn damage_to_a_soul_stays() {
    let mut table =
        table().cells(0, 3).hand(0, "shock").front(0, "plain-two").front(1, "wall vulnerable").deal();
    table.attack(0, &["plain-two.1 wall.1"]).fight_on();
    assert_eq!((table.shows("wall.1").as_str(), table.life(1)), ("1/5 damage 2 vulnerable", 40));
    table.does(0, "play shock wall.1");
    assert_eq!(table.scrap(1), "wall", "SR-99: 2 and 3 damage are enough");
}

/// SR-93: a blocked attacker deals damage neither to the Base nor to the attacked Soul.
#[test]
fn a_blocked_attacker_damages_only_its_blockers() {
    let mut table = table().front(0, "giant").front(1, "plain-one vulnerable").front(1, "plain-two").deal();
    table.attack(0, &["giant.1 plain-one.1"]).block(1, &["plain-two.1 giant.1"]).fight_on();
    assert_eq!((table.front(1).as_str(), table.life(1)), ("plain-one", 40));
}

/// SR-94: all damage is assigned, and an earlier blocker never gets too little.
#[test]
fn dividing_damage() {
    let setting = || {
        let mut table = table().front(0, "giant").front(1, "plain-two").front(1, "border-mastiff").deal();
        table.attack(0, &["giant.1 base.1"]).block(1, &["plain-two.1 giant.1", "border-mastiff.1 giant.1"]);
        table.play(0, "first plain-two.1").all_pass();
        table
    };
    let mut table = setting();
    assert_eq!(table.choices(), ["assign 2", "assign 3", "assign 4", "assign 5", "assign 6"]);
    table.refuses(0, "assign 1", "SR-94").refuses(1, "assign 2", "SR-94").refuses(0, "pass", "SR-94");
    table.play(0, "assign 2").fight_on();
    assert_eq!(table.front(1), "");
    let mut all_on_one = setting();
    all_on_one.play(0, "assign 6").fight_on();
    assert_eq!(all_on_one.front(1), "border-mastiff");
    assert_eq!(all_on_one.shows("border-mastiff.1"), "3/3");
}

/// SR-94: if there is too little damage for the first blocker, there is nothing to choose.
#[test]
fn too_little_to_divide() {
    let mut table = table().front(0, "plain-two").front(1, "wall").front(1, "plain-one").deal();
    table.attack(0, &["plain-two.1 base.1"]).block(1, &["wall.1 plain-two.1", "plain-one.1 plain-two.1"]);
    table.play(0, "first wall.1").fight_on();
    assert_eq!(
        (table.shows("wall.1").as_str(), table.shows("plain-one.1").as_str()),
        ("1/5 damage 2", "1/1")
    );
    assert_eq!(table.scrap(0), "plain-two");
}

/// SR-95, SR-R19: damage that a blocker already has counts. SAFEGUARD and prevention do not.
#[test]
fn enough_to_destroy() {
    let mut table =
        table().front(0, "giant").front(1, "wall damage 4").front(1, "shieldbearer").front(1, "wall").deal();
    table.attack(0, &["giant.1 base.1"]);
    table.block(1, &["wall.1 giant.1", "shieldbearer.1 giant.1", "wall.2 giant.1"]);
    table.play(0, "first wall.1").play(0, "first shieldbearer.1").all_pass();
    table.refuses(0, "assign 0", "SR-94");
    table.play(0, "assign 1").refuses(0, "assign 2", "SR-94");
    table.play(0, "assign 3").fight_on();
    assert_eq!((table.scrap(1).as_str(), table.shows("shieldbearer.1").as_str()), ("wall", "1/3"));
    assert_eq!(table.shows("wall.1"), "1/5 damage 2");
}

/// SR-96: every blocker deals damage to the attacker.
#[test]
fn blockers_damage_their_attacker() {
    let mut table =
        table().front(0, "giant").front(0, "wall").front(1, "border-mastiff").front(1, "toxic-four").deal();
    table.attack(0, &["giant.1 base.1", "wall.1 base.1"]);
    table.block(1, &["border-mastiff.1 giant.1", "toxic-four.1 wall.1"]).fight_on();
    assert_eq!(table.shows("giant.1"), "6/6 damage 3 vulnerable");
    assert_eq!((table.scrap(0).as_str(), table.scrap(1).as_str()), ("wall", "border-mastiff"));
}

/// SR-97: if one of two blockers is left, it gets all the damage.
#[test]
fn one_of_two_blockers_is_left() {
    let mut table = table()
        .cells(1, 1)
        .hand(1, "banish")
        .front(0, "giant")
        .front(1, "wall")
        .front(1, "toxic-four")
        .deal();
    table.attack(0, &["giant.1 base.1"]).block(1, &["wall.1 giant.1", "toxic-four.1 giant.1"]);
    table.play(0, "first wall.1").pass().play(1, "play banish wall.1").settle().fight_on();
    assert_eq!(
        (table.life(1), table.scrap(1).as_str(), table.scrap(0).as_str()),
        (40, "banish toxic-four", "giant")
    );
}

/// SR-99: a Soul dies when the damage of the turn, from all sources together, reaches its defence.
#[test]
fn lethal_damage() {
    let mut table =
        table().cells(0, 3).hand(0, "spark-volley spark-volley spark-volley").front(1, "wall").deal();
    table.does(0, "play spark-volley wall.1").does(0, "play spark-volley wall.1");
    assert_eq!(table.shows("wall.1"), "1/5 damage 4");
    table.does(0, "play spark-volley wall.1");
    assert_eq!(table.front(1), "");
}

/// SR-100: a Soul without defence dies, damaged or not.
#[test]
fn no_defence() {
    let mut table =
        table().cells(0, 1).hand(0, "weaken").front(1, "shieldbearer damage 0").front(1, "plain-two").deal();
    table.does(0, "play weaken plain-two.1");
    assert_eq!((table.front(1).as_str(), table.scrap(1).as_str()), ("shieldbearer", "plain-two"));
}

/// SR-101, SR-116: a card that is destroyed or scrapped goes to its owner's Scrap pile and dies.
#[test]
fn destroyed_and_scrapped_cards_die() {
    let mut table =
        table().cells(0, 4).hand(0, "communion").front(0, "candle-bearer").front(1, "grave-novice").deal();
    table.does(0, "play communion mode 1");
    assert_eq!(
        (table.scrap(0).as_str(), table.scrap(1).as_str()),
        ("candle-bearer communion", "grave-novice")
    );
    assert_eq!((table.life(0), table.view().players[0].hand_size), (38, 1));
}

/// SR-102: a card that is returned, discarded, cancelled or milled does not die.
#[test]
fn cards_that_do_not_die() {
    let returned = || table().cells(0, 4).front(0, "dirge-engine").front(0, "mourning-usher").life(1, 20);
    let mut table = returned().hand(0, "shunt").front(0, "grave-novice").deal();
    table.does(0, "play shunt grave-novice.1").until_step("end");
    assert_eq!((table.life(1), table.sequence().as_str()), (20, ""));
    let mut table = returned().hand(0, "harrow grave-novice candle-bearer").deal();
    table.does(0, "play harrow base.0");
    assert_eq!((table.scrap(0).as_str(), table.life(1)), ("grave-novice candle-bearer harrow", 20));
    let mut table =
        returned().hand(0, "bone-ledger").deck(0, "grave-novice candle-bearer grave-novice").deal();
    table.does(0, "play bone-ledger").until_step("end");
    assert_eq!((table.scrap(0).as_str(), table.life(1)), ("grave-novice candle-bearer grave-novice", 20));
    let mut table = returned().hand(0, "grave-novice").cells(1, 3).hand(1, "unwrite").deal();
    table
        .play(0, "play grave-novice")
        .pass()
        .play(1, "play unwrite grave-novice.1")
        .settle()
        .until_step("end");
    assert_eq!((table.scrap(0).as_str(), table.life(1)), ("grave-novice", 20));
}

/// SR-103: losing life is not damage, so LIFEGAIN gains nothing.
#[test]
fn losing_life_is_not_damage() {
    let mut table = table().cells(0, 1).hand(0, "drain").front(0, "healer").front(1, "ward-lattice").deal();
    table.does(0, "play drain");
    assert_eq!((table.life(0), table.life(1)), (35, 35));
}

/// SR-105: the life of each player changes by the net amount, and then the maximum applies.
#[test]
fn one_net_change() {
    let mut table =
        table().life(1, 40).front(0, "furnace-champion").front(0, "plain-one").front(1, "healer").deal();
    table.attack(0, &["furnace-champion.1 base.1", "plain-one.1 base.1"]);
    table.block(1, &["healer.1 plain-one.1"]).fight_on();
    assert_eq!(table.life(1), 39);
}

/// SR-105, SR-R44: OVERKILL splits the damage first, then prevention applies, then SAFEGUARD, but only if damage is
/// left.
#[test]
fn the_order_of_damage_effects() {
    let mut table =
        table().cells(1, 2).hand(1, "hold-the-line").front(0, "antler-titan").front(1, "shieldbearer").deal();
    table.attack(0, &["antler-titan.1 base.1"]).block(1, &["shieldbearer.1 antler-titan.1"]);
    table.pass().play(1, "play hold-the-line").settle().fight_on();
    assert_eq!((table.life(1), table.shows("shieldbearer.1").as_str()), (38, "1/3 SAFEGUARD"));
}

/// SR-106: 0 damage is no damage: SAFEGUARD stays and nothing triggers.
#[test]
fn zero_damage() {
    let mut table = table()
        .cells(0, 1)
        .hand(0, "backdraft")
        .front(0, "coward")
        .front(1, "shieldbearer vulnerable")
        .deal();
    table.attack(0, &["coward.1 shieldbearer.1"]).fight_on();
    table.play(0, "play backdraft x 0").play(0, "target shieldbearer.1").settle();
    assert_eq!(table.shows("shieldbearer.1"), "1/3 vulnerable SAFEGUARD");
}

/// SR-110: everything that one check finds happens at once. Then the check is repeated.
#[test]
fn checks_are_repeated() {
    // The Overseer dies first. Then the Drone has lost its bonus and dies too.
    let mut table = table()
        .cells(0, 5)
        .hand(0, "rift-tremor")
        .front(1, "plated-overseer damage 1")
        .front(1, "drone upgrades 2")
        .front(1, "wall")
        .deal();
    assert_eq!(table.shows("drone.1"), "4/4");
    table.does(0, "play rift-tremor");
    assert_eq!((table.front(1).as_str(), table.scrap(1).as_str()), ("wall", "plated-overseer"));
}

/// SR-110: players who lose and Souls that die in one check leave together, so the dying Soul of such a player triggers
/// nothing.
#[test]
fn losing_players_and_dying_souls_leave_together() {
    let mut table = table_for(3).cells(0, 1).hand(0, "hurt-all").life(1, 5).front(1, "grave-novice").deal();
    table.does(0, "play hurt-all");
    assert_eq!((table.life(0), table.life(2), table.view().players[1].lost), (35, 35, true));
    assert_eq!((table.front(1).as_str(), table.asked()), ("", 0));
}

/// SR-R44: the affected player chooses which effect modifies the damage first, if it makes a difference.
#[test]
fn the_order_of_preventions_is_chosen() {
    for (choice, left) in [("apply 1", "1/5 damage 1"), ("apply 2", "1/5 damage 2")] {
        let mut table = table()
            .cells(0, 2)
            .hand(0, "spark-volley shock")
            .front(1, "thicket-wall")
            .front(1, "wall")
            .front(1, "field-surgeon")
            .deal();
        table.pass().does(1, "use field-surgeon.1 1 wall.1");
        table.does(0, "play spark-volley wall.1");
        assert_eq!((table.asked(), table.choices()), (1, vec!["apply 1".to_owned(), "apply 2".to_owned()]));
        table.refuses(1, "apply 3", "SR-R44").refuses(0, "pass", "SR-R44").refuses(1, "pass", "SR-R44");
        table.play(1, choice);
        assert_eq!((table.shows("wall.1").as_str(), table.asked()), ("1/5", 0), "{choice}");
        // After that, the order of the remaining shield and the Thicket Wall does not matter.
        table.does(0, "play shock wall.1");
        assert_eq!(table.shows("wall.1"), left, "{choice}");
    }
}

/// SR-R44, SR-83: in battle the order is chosen before any damage is dealt, and then the attack continues.
#[test]
fn the_order_is_chosen_in_battle() {
    for (choice, after) in [("apply 1", "1/5 damage 2 vulnerable"), ("apply 2", "1/5 vulnerable")] {
        let mut table = table()
            .front(0, "plain-two")
            .front(0, "giant")
            .front(1, "brittle vulnerable")
            .front(1, "field-surgeon")
            .deal();
        table.attack(0, &["plain-two.1 brittle.1", "giant.1 base.1"]).pass();
        table.does(1, "use field-surgeon.1 1 brittle.1").all_pass().all_pass();
        assert_eq!((table.asked(), table.life(1)), (1, 40));
        table.play(1, choice);
        assert_eq!((table.shows("brittle.1").as_str(), table.life(1)), (after, 34), "{choice}");
        table.all_pass();
        assert_eq!(table.stage(), "");
    }
}

/// SR-R44, SR-R50: a player who leaves in the meantime is not dealt damage, and the others are.
#[test]
fn leaving_while_the_order_is_chosen() {
    let setting = || {
        table_for(3)
            .front(0, "plain-two")
            .front(0, "giant")
            .front(1, "brittle vulnerable")
            .front(1, "field-surgeon")
            .deal()
    };
    for leaver in [0, 1, 2] {
        let mut table = setting();
        table.attack(0, &["plain-two.1 brittle.1", "giant.1 base.2"]).pass();
        table.does(1, "use field-surgeon.1 1 brittle.1").all_pass().all_pass();
        table.leave(leaver);
        match leaver {
            0 => assert_eq!((table.life(2), table.view().active.0), (40, 1)),
            1 => assert_eq!((table.life(2), table.asked()), (34, 0)),
            _ => {
                table.play(1, "apply 2");
                assert_eq!((table.shows("brittle.1").as_str(), table.asked()), ("1/5 vulnerable", 0));
            }
        }
    }
}

/// SR-118, SR-R20: the excess of each attacker with OVERKILL is computed from the damage that the Soul had before the
/// attack. Damage of the same moment does not count.
#[test]
fn two_with_overkill_on_one_soul() {
    let mut table = table()
        .front(0, "wrecking-crew")
        .front(0, "antler-titan")
        .front(1, "bramble-hide vulnerable damage 2")
        .deal();
    table.attack(0, &["wrecking-crew.1 bramble-hide.1", "antler-titan.1 bramble-hide.1"]).fight_on();
    assert_eq!((table.life(1), table.front(1).as_str()), (40 - 1 - 2, ""));
}

/// SR-R44: if two sources deal damage to one Soul at the same time, its controller chooses what a shield prevents. The
/// order in which the attackers were declared does not matter.
#[test]
fn the_affected_player_chooses_what_a_shield_prevents() {
    let setting = |attacks: [&str; 2]| {
        let setting = table().front(0, "plain-two").front(0, "fang").front(1, "wall vulnerable");
        let mut table = setting.front(1, "field-surgeon").deal();
        table.attack(0, &attacks).pass();
        table.does(1, "use field-surgeon.1 1 wall.1").all_pass().all_pass();
        assert_eq!((table.asked(), table.choices().join(" ").as_str()), (1, "apply 1 apply 2"));
        table
    };
    let (plain, toxic) = ("plain-two.1 wall.1", "fang.1 wall.1");
    for (attacks, on_plain, on_toxic) in
        [([plain, toxic], "apply 1", "apply 2"), ([toxic, plain], "apply 2", "apply 1")]
    {
        let mut saved = setting(attacks);
        saved.play(1, on_toxic);
        assert_eq!(saved.shows("wall.1"), "1/5 damage 1 vulnerable");
        let mut poisoned = setting(attacks);
        poisoned.play(1, on_plain);
        assert_eq!((poisoned.front(1).as_str(), poisoned.scrap(1).as_str()), ("field-surgeon", "wall"));
    }
    let question = setting([plain, toxic]).state.awaiting(Seat(1)).expect("a question").text.to_string();
    let sources = ["damage from Plain Two 1, prevent 2", "damage from Fang 2, prevent 2"];
    assert!(sources.iter().all(|source| question.contains(source)), "{question}");
}

/// SR-R44: a shield for several Souls prevents the damage that their controller chooses.
#[test]
fn a_shield_for_several_souls() {
    for (choice, wall, giant) in [
        ("apply 1", "1/5 vulnerable", "6/6 damage 2 vulnerable"),
        ("apply 2", "1/5 damage 2 vulnerable", "6/6 vulnerable"),
    ] {
        let mut table = table()
            .front(0, "plain-two")
            .front(0, "plain-two")
            .front(1, "wall vulnerable")
            .front(1, "giant vulnerable")
            .hand(1, "shelter")
            .deal();
        table.attack(0, &["plain-two.1 wall.1", "plain-two.2 giant.1"]).pass();
        table.does(1, "play shelter").all_pass().all_pass();
        table.play(1, choice);
        assert_eq!((table.shows("wall.1").as_str(), table.shows("giant.1").as_str()), (wall, giant));
    }
}

/// SR-R44: nobody is asked if the order makes no difference: two equal attackers, or enough shield for both.
#[test]
fn a_shield_against_equal_damage() {
    for (attackers, left) in [(["plain-two", "plain-two"], 2), (["fang", "plain-one"], 0)] {
        let setting = table().front(0, attackers[0]).front(0, attackers[1]).front(1, "wall vulnerable");
        let mut table = setting.front(1, "field-surgeon").deal();
        let attacks = if attackers[0] == attackers[1] {
            ["plain-two.1 wall.1", "plain-two.2 wall.1"]
        } else {
            ["fang.1 wall.1", "plain-one.1 wall.1"]
        };
        table.attack(0, &attacks).pass();
        table.does(1, "use field-surgeon.1 1 wall.1").all_pass().all_pass();
        assert_eq!((table.asked(), table.view().front[2].damage), (0, left));
    }
}

/// SR-R44: in the first version of the rules, the order of the declaration decided what a shield prevents.
#[test]
fn the_first_version_went_by_the_declaration() {
    for (attacks, dies) in
        [(["plain-two.1 wall.1", "fang.1 wall.1"], true), (["fang.1 wall.1", "plain-two.1 wall.1"], false)]
    {
        let setting = table().rules(1).front(0, "plain-two").front(0, "fang").front(1, "wall vulnerable");
        let mut table = setting.front(1, "field-surgeon").deal();
        table.attack(0, &attacks).pass();
        table.does(1, "use field-surgeon.1 1 wall.1").all_pass().all_pass();
        assert_eq!((table.asked(), table.scrap(1) == "wall"), (0, dies));
    }
}

/// SR-R44: an effect applies once to the same damage, also after another effect has redirected it.
#[test]
fn an_effect_applies_once_to_redirected_damage() {
    for (rules, damage) in [(1, "1/5 damage 2"), (2, "1/5 damage 3")] {
        let setting = table().rules(rules).front(1, "thicket-wall").front(1, "giant").front(1, "wall");
        let mut table = setting.hand(0, "mirror searing-verdict").cells(0, 3).deal();
        table.play(0, "play mirror giant.1").play(0, "target wall.1").settle();
        table.does(0, "play searing-verdict giant.1");
        // In the first version the order matters, because the Thicket Wall may apply twice.
        if rules == 1 {
            table.play(1, "apply 1");
        }
        assert_eq!((table.shows("giant.1").as_str(), table.shows("wall.1").as_str()), ("6/6", damage));
    }
}
