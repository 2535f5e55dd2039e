//! Keywords (SR-111 to SR-125).

use crate::table::table;

/// SR-112: a Soul with AMBUSH can attack at once, and so can a Soul that is granted AMBUSH.
#[test]
fn ambush_does_not_wait() {
    let mut table =
        table().front(0, "ash-runner new").front(0, "drone new").front(0, "uplink-mast new").deal();
    assert_eq!(table.shows("drone.1"), "1/1 AMBUSH");
    table.attack(0, &["ash-runner.1 base.1", "drone.1 base.1"]).fight_on();
    assert_eq!(table.life(1), 37);
}

/// SR-113: ATTACKS triggers once for each attack, after the Soul has become vulnerable.
#[test]
fn attacks_triggers_on_declaration() {
    let mut table = table().front(0, "lantern-captain").front(0, "nomad-colossus").life(0, 30).deal();
    table.attack(0, &["lantern-captain.1 base.1", "nomad-colossus.1 base.1"]);
    assert_eq!(table.choices(), ["trigger 1", "trigger 2"]);
    table.play(0, "trigger 1").settle();
    assert_eq!((table.life(0), table.shows("nomad-colossus.1").as_str()), (32, "6/6"));
    table.fight_on();
    assert_eq!(table.life(1), 31);
}

/// SR-114: BLOCKS triggers once for each blocker.
#[test]
fn blocks_triggers_on_declaration() {
    let mut table =
        table().front(0, "giant").front(1, "bramble-hide").front(1, "bulwark-walker").life(1, 10).deal();
    table.attack(0, &["giant.1 base.1"]).block(1, &["bulwark-walker.1 giant.1"]).settle();
    assert_eq!((table.life(0), table.life(1)), (39, 10), "a Soul that does not block does not trigger");
}

/// SR-115: ENTERS triggers no matter how the card enters play.
#[test]
fn enters_triggers_in_every_case() {
    let mut table = table().cells(0, 3).hand(0, "second-breath").scrap(0, "line-welder").deal();
    table.does(0, "play second-breath line-welder.1");
    assert_eq!(table.front(0), "line-welder drone");
    let mut pile = crate::table::table().active(1).pile(0, "verdant-wellspring").life(0, 10).deal();
    pile.end_turn().settle();
    assert_eq!(pile.life(0), 12);
    let mut ramp = crate::table::table()
        .cells(0, 3)
        .pile(0, "verdant-wellspring")
        .hand(0, "tectonic-bloom")
        .life(0, 10)
        .deal();
    ramp.does(0, "play tectonic-bloom");
    assert_eq!(ramp.life(0), 12);
}

/// SR-116: DIES triggers although the card is already in the Scrap pile.
#[test]
fn dies_triggers_from_the_scrap_pile() {
    let mut table = table().cells(0, 1).hand(0, "slay").front(0, "pyre-herald").front(1, "plain-one").deal();
    table.play(0, "play slay pyre-herald.1").all_pass();
    assert_eq!(table.scrap(0), "pyre-herald slay");
    table.play(0, "target plain-one.1");
    assert_eq!(table.sequence(), "pyre-herald");
    table.settle();
    assert_eq!(table.scrap(1), "plain-one");
}

/// SR-117: SAFEGUARD stops the next damage event, but not the one after it.
#[test]
fn safeguard_stops_one_event() {
    let mut table = table().cells(0, 2).hand(0, "shock shock").front(1, "shieldbearer").deal();
    table.does(0, "play shock shieldbearer.1");
    assert_eq!(table.shows("shieldbearer.1"), "1/3");
    table.does(0, "play shock shieldbearer.1");
    assert_eq!(table.scrap(1), "shieldbearer");
}

/// SR-117: a used SAFEGUARD does not return in the next turn.
#[test]
fn a_used_safeguard_does_not_return() {
    let mut table = table().cells(0, 1).hand(0, "shock").front(1, "shieldbearer").deal();
    table.does(0, "play shock shieldbearer.1").end_turn().end_turn();
    assert_eq!(table.shows("shieldbearer.1"), "1/3");
}

/// SR-118, SR-R20: OVERKILL counts the damage that the Soul already has, and it splits the damage for each blocker.
#[test]
fn overkill_counts_earlier_damage() {
    let mut table = table().front(0, "antler-titan").front(1, "wall damage 3").deal();
    table.attack(0, &["antler-titan.1 base.1"]).block(1, &["wall.1 antler-titan.1"]).fight_on();
    assert_eq!((table.life(1), table.scrap(1).as_str()), (37, "wall"));
    let mut two =
        crate::table::table().front(0, "antler-titan").front(1, "plain-one").front(1, "plain-two").deal();
    two.attack(0, &["antler-titan.1 base.1"])
        .block(1, &["plain-one.1 antler-titan.1", "plain-two.1 antler-titan.1"]);
    two.play(0, "first plain-one.1").all_pass().play(0, "assign 2").fight_on();
    assert_eq!((two.life(1), two.scrap(1).as_str()), (38, "plain-one plain-two"));
}

/// SR-119: TOXIC without damage has no effect.
#[test]
fn toxic_needs_damage() {
    let mut table = table()
        .cells(1, 1)
        .hand(1, "weaken")
        .front(0, "giant")
        .front(1, "toxic-four")
        .front(0, "plain-one")
        .deal();
    table.attack(0, &["giant.1 base.1"]).block(1, &["toxic-four.1 giant.1"]);
    table.pass().play(1, "play weaken toxic-four.1").settle().fight_on();
    assert_eq!(table.scrap(0), "giant", "two toxic damage");
    let mut none = crate::table::table()
        .cells(1, 1)
        .hand(1, "weaken")
        .front(0, "giant")
        .front(1, "marrow-rat upgrades 1")
        .deal();
    none.attack(0, &["giant.1 base.1"]).block(1, &["marrow-rat.1 giant.1"]);
    none.pass().play(1, "play weaken marrow-rat.1").settle().fight_on();
    assert_eq!(none.shows("giant.1"), "6/6 vulnerable");
}

/// SR-120, SR-R24: LIFEGAIN counts damage to Souls and Bases, including excess damage.
#[test]
fn lifegain_counts_all_damage() {
    let mut table =
        table().life(0, 10).front(0, "healer").front(0, "spore-grazer").front(1, "plain-one").deal();
    table.attack(0, &["healer.1 base.1", "spore-grazer.1 base.1"]);
    table.block(1, &["plain-one.1 healer.1"]).fight_on();
    assert_eq!((table.life(0), table.life(1)), (17, 37));
}

/// SR-122, SR-R09b: FATE does not protect a card from dying.
#[test]
fn fate_protects_only_from_being_cancelled() {
    let mut table = table()
        .cells(0, 2)
        .hand(0, "slay banish")
        .front(1, "worldroot-first-seed")
        .front(1, "worldroot-first-seed")
        .deal();
    table.does(0, "play slay worldroot-first-seed.1").does(0, "play banish worldroot-first-seed.1");
    assert_eq!(
        (table.scrap(1).as_str(), table.void(1).as_str()),
        ("worldroot-first-seed", "worldroot-first-seed")
    );
}

/// SR-123: voided cards leave the game for good.
#[test]
fn voided_cards_are_gone() {
    let mut table = table().front(0, "ossuary").scrap(0, "giant wall").life(0, 10).deal();
    table.play(0, "use ossuary.1 1").play(0, "pay giant.1").settle();
    assert_eq!((table.scrap(0).as_str(), table.void(0).as_str(), table.life(0)), ("wall", "giant", 12));
}

/// SR-125: having a keyword twice is the same as having it once.
#[test]
fn keywords_do_not_add_up() {
    let mut table = table().front(0, "ash-runner new").front(0, "guardian").front(0, "shieldbearer").deal();
    assert_eq!(table.shows("ash-runner.1"), "2/1 AMBUSH SAFEGUARD");
    table.attack(0, &["ash-runner.1 base.1"]).fight_on();
    assert_eq!(table.life(1), 38);
    let mut healers =
        crate::table::table().life(0, 10).cells(0, 1).hand(0, "blessing").front(0, "healer").deal();
    healers.does(0, "play blessing healer.1");
    healers.attack(0, &["healer.1 base.1"]).fight_on();
    assert_eq!(healers.life(0), 14);
}
