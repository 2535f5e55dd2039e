//! Thirty-five test vectors for situations in which several rules apply.

use crate::table::{FILLER, Table, table, table_for};

use atlas_core::{Chance, Game, Seat};
use atlas_secure_the_rift::{LibraryRef, Options, SecureTheRift};

/// A new game in which nobody redraws.
fn begun(seats: u8) -> Table {
    let options = Options { first: Some(Seat(0)), ..Options::default() };
    let state =
        SecureTheRift::start(LibraryRef::core().edition(), &options, seats, &mut Chance::quick(3)).unwrap();
    let mut table = Table::of(state);
    (0..seats).for_each(|seat| {
        table.play(seat, "keep");
    });
    table
}

/// SR-33, SR-34: in the first turn of the game, the player gets an Energy card but draws no card.
#[test]
fn t01_the_first_turn_has_no_draw() {
    let table = begun(2);
    assert_eq!(table.view().players[0].hand_size, 5);
    assert_eq!(table.view().front.iter().filter(|piece| piece.controller == Seat(0)).count(), 1);
    assert_eq!((table.view().players[0].deck_size, table.view().players[0].pile_size), (35, 9));
}

/// SR-33: in the first turn of the second player, the player gets both.
#[test]
fn t02_the_second_player_draws() {
    let mut table = begun(2);
    table.end_turn();
    assert_eq!(table.view().players[1].hand_size, 6);
    assert_eq!(table.view().front.iter().filter(|piece| piece.controller == Seat(1)).count(), 1);
}

/// SR-28: if the energy pile is empty, the player gets no Energy card, without a penalty.
#[test]
fn t03_an_empty_energy_pile_is_no_penalty() {
    let mut table = table().active(1).cells(0, 10).deal();
    table.end_turn();
    assert_eq!((table.view().active, table.cells(0)), (Seat(0), (10, 10)));
    assert_eq!((table.life(0), table.hand(0).as_str()), (40, FILLER));
}

/// SR-104: gaining life at 40 still counts as gaining life.
#[test]
fn t04_gaining_at_40_counts() {
    let mut table = table()
        .cells(0, 1)
        .hand(0, "emergency-rations")
        .front(0, "aid-station")
        .front(0, "coil-hatchling")
        .deal();
    table.play(0, "play emergency-rations").all_pass();
    assert_eq!((table.life(0), table.sequence().as_str()), (40, "aid-station"));
    assert_eq!(table.state.dump()["sequence"][0]["amount"], 4);
    table.settle();
    assert_eq!(table.shows("coil-hatchling.1"), "3/4");
}

/// SR-91: an unblocked 3/3 deals its damage to the Base.
#[test]
fn t05_unblocked_damage_hits_the_base() {
    let mut table = table().front(0, "border-mastiff").life(1, 10).deal();
    table.attack(0, &["border-mastiff.1 base.1"]).fight_on();
    assert_eq!(table.life(1), 7);
}

/// SR-93: a blocked attacker deals no damage to the Base.
#[test]
fn t06_blocked_damage_stays_with_the_blocker() {
    let mut table = table().front(0, "catacomb-knight").front(1, "plain-two").deal();
    table.attack(0, &["catacomb-knight.1 base.1"]).block(1, &["plain-two.1 catacomb-knight.1"]).fight_on();
    assert_eq!((table.life(1), table.scrap(1).as_str()), (40, "plain-two"));
    assert_eq!(table.shows("catacomb-knight.1"), "5/5 damage 2 vulnerable");
}

/// SR-118: with OVERKILL, the excess damage goes to the Base.
#[test]
fn t07_overkill_goes_through_the_blocker() {
    let mut table = table().front(0, "antler-titan").front(1, "plain-two").deal();
    table.attack(0, &["antler-titan.1 base.1"]).block(1, &["plain-two.1 antler-titan.1"]).fight_on();
    assert_eq!((table.life(1), table.scrap(1).as_str()), (37, "plain-two"));
}

/// SR-86, SR-R21: OVERKILL against a vulnerable Soul, which does not strike back.
#[test]
fn t08_overkill_against_a_vulnerable_soul() {
    let mut table = table().front(0, "antler-titan").front(1, "plain-two vulnerable").deal();
    table.attack(0, &["antler-titan.1 plain-two.1"]).fight_on();
    assert_eq!((table.life(1), table.scrap(1).as_str()), (37, "plain-two"));
    assert_eq!(table.shows("antler-titan.1"), "5/5 vulnerable OVERKILL");
}

/// SR-R23: OVERKILL splits the damage before SAFEGUARD stops the damage to the Soul.
#[test]
fn t09_overkill_against_safeguard() {
    let mut table = table().front(0, "antler-titan").front(1, "shieldbearer").deal();
    table.attack(0, &["antler-titan.1 base.1"]).block(1, &["shieldbearer.1 antler-titan.1"]).fight_on();
    assert_eq!((table.life(1), table.shows("shieldbearer.1").as_str()), (38, "1/3"));
}

/// SR-119: one damage from a Soul with TOXIC is enough.
#[test]
fn t10_one_toxic_damage_is_enough() {
    let mut table = table().front(0, "giant").front(1, "marrow-rat").deal();
    table.attack(0, &["giant.1 base.1"]).block(1, &["marrow-rat.1 giant.1"]).fight_on();
    assert_eq!((table.scrap(0).as_str(), table.scrap(1).as_str()), ("giant", "marrow-rat"));
}

/// SR-R23: TOXIC does not work if SAFEGUARD stops the damage.
#[test]
fn t11_safeguard_stops_toxic() {
    let mut table = table().front(0, "safe-giant").front(1, "marrow-rat").deal();
    table.attack(0, &["safe-giant.1 base.1"]).block(1, &["marrow-rat.1 safe-giant.1"]).fight_on();
    assert_eq!(table.shows("safe-giant.1"), "6/6 vulnerable");
    assert_eq!(table.scrap(1), "marrow-rat");
}

/// SR-R19: with TOXIC, a blocker needs only one damage before the next blocker gets any.
#[test]
fn t12_one_toxic_damage_for_each_blocker() {
    let mut table = table().front(0, "toxic-four").front(1, "wall").front(1, "wall").front(1, "wall").deal();
    table.attack(0, &["toxic-four.1 base.1"]);
    table.block(1, &["wall.1 toxic-four.1", "wall.2 toxic-four.1", "wall.3 toxic-four.1"]);
    table.play(0, "first wall.3").play(0, "first wall.1");
    table.all_pass();
    table.refuses(0, "assign 0", "SR-94").refuses(0, "assign 5", "SR-94");
    table.play(0, "assign 1").play(0, "assign 1").fight_on();
    assert_eq!((table.front(1).as_str(), table.scrap(1).as_str()), ("", "wall wall wall"));
}

/// SR-R20: TOXIC does not increase the excess damage of OVERKILL.
#[test]
fn t13_toxic_does_not_increase_overkill() {
    let mut table = table().front(0, "toxic-crusher").front(1, "wall").deal();
    table.attack(0, &["toxic-crusher.1 base.1"]).block(1, &["wall.1 toxic-crusher.1"]).fight_on();
    assert_eq!((table.life(1), table.scrap(1).as_str()), (40, "wall"));
}

/// SR-79, SR-R22: a Soul blocks one attacker. One SAFEGUARD stops all damage of one moment.
#[test]
fn t14_two_attackers_one_safeguard() {
    let mut blocked = table().front(0, "giant").front(0, "giant").front(1, "shieldbearer").deal();
    blocked.attack(0, &["giant.1 base.1", "giant.2 base.1"]).until_blocks();
    blocked.play(1, "block shieldbearer.1 giant.1").refuses(1, "block shieldbearer.1 giant.2", "SR-43");

    let mut table = table().front(0, "giant").front(0, "giant").front(1, "shieldbearer vulnerable").deal();
    table.attack(0, &["giant.1 shieldbearer.1", "giant.2 shieldbearer.1"]).fight_on();
    assert_eq!(table.shows("shieldbearer.1"), "1/3 vulnerable");
}

/// SR-22: a vulnerable Soul cannot block.
#[test]
fn t15_a_vulnerable_soul_cannot_block() {
    let mut table = table().front(0, "giant").front(1, "wall vulnerable").front(1, "plain-one").deal();
    table.attack(0, &["giant.1 base.1"]).until_blocks();
    table.refuses(1, "block wall.1 giant.1", "SR-22");
}

/// SR-23: a Soul in stand by cannot be attacked.
#[test]
fn t16_a_soul_in_stand_by_cannot_be_attacked() {
    table().front(0, "giant").front(1, "wall").deal().refuses(0, "attack giant.1 wall.1", "SR-23");
}

/// SR-85: only AIRBORNE Souls can attack an AIRBORNE Soul. An AIRBORNE Soul can block Souls on the ground.
#[test]
fn t17_airborne_souls() {
    let mut table =
        table().front(0, "giant").front(1, "swarm-courier vulnerable").front(1, "chart-apprentice").deal();
    table.refuses(0, "attack giant.1 swarm-courier.1", "SR-85");
    table.attack(0, &["giant.1 base.1"]).block(1, &["chart-apprentice.1 giant.1"]).fight_on();
    assert_eq!((table.life(1), table.scrap(1).as_str()), (40, "chart-apprentice"));
}

/// SR-84, SR-R12: a new Soul must wait to attack and to be activated, and for nothing else. A Soul with AMBUSH does not
/// wait.
#[test]
fn t18_a_new_soul_waits() {
    let mut table = table().cells(0, 2).front(0, "worker new").front(0, "quick-worker new").deal();
    table.refuses(0, "attack worker.1 base.1", "SR-84").refuses(0, "use worker.1 2", "SR-84");
    table.does(0, "use worker.1 1");
    assert!(table.may(0, "attack quick-worker.1 base.1") && table.may(0, "use quick-worker.1 1"));
    table.does(0, "use quick-worker.1 2");
    assert_eq!(table.shows("quick-worker.1"), "2/2 vulnerable AMBUSH");
}

/// SR-73: nothing happens if the only target is gone.
#[test]
fn t19_without_its_target_nothing_happens() {
    let mut table = table().cells(0, 1).cells(1, 2).hand(0, "slay").hand(1, "shunt").front(1, "giant").deal();
    table.play(0, "play slay giant.1").pass().play(1, "play shunt giant.1").settle();
    assert_eq!(
        (table.hand(1).as_str(), table.scrap(0).as_str(), table.scrap(1).as_str()),
        ("giant", "slay", "shunt")
    );
}

/// SR-72: if one of two targets is gone, the other is still affected.
#[test]
fn t20_the_other_target_is_affected() {
    let mut table = table()
        .cells(0, 1)
        .cells(1, 2)
        .hand(0, "slay-two")
        .hand(1, "shunt")
        .front(1, "giant")
        .front(1, "wall")
        .deal();
    table.play(0, "play slay-two giant.1");
    table.pass().play(1, "play shunt giant.1").settle();
    assert_eq!(
        (table.hand(1).as_str(), table.scrap(1).as_str(), table.front(1).as_str()),
        ("giant", "shunt wall", "")
    );
}

/// SR-69: "destroy target Soul" cannot be played if there is no Soul.
#[test]
fn t21_no_target_no_play() {
    table().cells(0, 1).hand(0, "slay").deal().refuses(0, "play slay", "SR-69");
}

/// SR-R09b: a card with FATE can be a target, but it is not cancelled.
#[test]
fn t22_fate_is_not_cancelled() {
    let mut table = table()
        .cells(0, 6)
        .cells(1, 3)
        .hand(0, "final-judgement")
        .hand(1, "unwrite")
        .front(1, "giant")
        .deal();
    table.play(0, "play final-judgement").pass().play(1, "play unwrite final-judgement.1").settle();
    assert_eq!((table.scrap(0).as_str(), table.scrap(1).as_str()), ("final-judgement", "unwrite giant"));
}

/// SR-R28: a damaged Drone dies when its bonus ends.
#[test]
fn t23_a_bonus_ends() {
    let mut table =
        table().cells(0, 1).hand(0, "slay").front(1, "drone damage 1").front(1, "plated-overseer").deal();
    assert_eq!(table.shows("drone.1"), "2/2 damage 1");
    table.does(0, "play slay plated-overseer.1");
    assert_eq!((table.front(1).as_str(), table.scrap(1).as_str()), ("", "plated-overseer"));
}

/// SR-41: damage and bonuses end at the same time.
#[test]
fn t24_cleanup_kills_nothing() {
    let mut table = table().cells(0, 3).hand(0, "feral-surge spark-volley").front(0, "plain-two").deal();
    table.does(0, "play feral-surge plain-two.1").does(0, "play spark-volley plain-two.1");
    assert_eq!(table.shows("plain-two.1"), "5/5 damage 2");
    table.end_turn();
    assert_eq!(table.shows("plain-two.1"), "2/2");
}

/// SR-102: a voided Soul does not die.
#[test]
fn t25_voided_souls_do_not_die() {
    let mut table = table().cells(0, 1).hand(0, "banish").front(1, "grave-novice").deal();
    table.does(0, "play banish grave-novice.1");
    assert_eq!((table.life(0), table.void(1).as_str(), table.scrap(1).as_str()), (40, "grave-novice", ""));
}

/// SR-116: a Soul that is scrapped as a cost dies, and its trigger is above the ability in the Sequence.
#[test]
fn t26_a_soul_scrapped_as_a_cost_dies() {
    let mut table = table().cells(0, 1).front(0, "soul-press").front(0, "grave-novice").deal();
    table.play(0, "use soul-press.1 1");
    assert_eq!(table.sequence(), "soul-press grave-novice");
    table.all_pass();
    assert_eq!((table.life(1), table.hand(0).as_str(), table.sequence().as_str()), (38, "", "soul-press"));
    table.settle();
    assert_eq!(table.hand(0), FILLER);
}

/// SR-129: if all players lose at the same time, it is a draw.
#[test]
fn t27_both_lose_at_once() {
    let mut table = table().cells(0, 1).hand(0, "hurt-all").life(0, 5).life(1, 3).deal();
    table.does(0, "play hurt-all");
    assert_eq!(table.outcome().unwrap().ranks(), [0, 0]);
}

/// SR-103: losing life is not damage.
#[test]
fn t28_loss_of_life_is_not_prevented() {
    let mut table =
        table().cells(0, 2).hand(0, "slay shock").front(0, "grave-novice").front(1, "ward-lattice").deal();
    table.does(0, "play slay grave-novice.1");
    assert_eq!(table.life(1), 38);
    table.does(0, "play shock base.1");
    assert_eq!(table.life(1), 36);
}

/// SR-127, SR-62: a player whose turn begins with an empty deck loses.
#[test]
fn t29_an_empty_deck_loses_before_anything_else() {
    let mut table = table().active(1).no_more_deck(0).deal();
    table.end_turn();
    assert_eq!(table.winners(), [1]);
}

/// SR-R10: the active player's triggers are put into the Sequence first, so they conclude last.
#[test]
fn t30_the_opponents_triggers_conclude_first() {
    let mut table = table()
        .cells(0, 5)
        .hand(0, "rift-tremor")
        .front(0, "grave-novice")
        .front(1, "grave-novice")
        .life(0, 2)
        .life(1, 2)
        .deal();
    table.play(0, "play rift-tremor").all_pass();
    assert_eq!(table.view().sequence.iter().map(|item| item.controller.0).collect::<Vec<_>>(), [0, 1]);
    table.settle();
    assert_eq!(table.winners(), [1]);
}

/// SR-44: a card without WARP cannot be played as a reaction.
#[test]
fn t31_no_reaction_without_warp() {
    let mut table = table().cells(0, 1).cells(1, 1).hand(0, "shock").hand(1, "slay").front(0, "wall").deal();
    table.play(0, "play shock base.1").pass().refuses(1, "play slay wall.1", "SR-44");
}

/// SR-75: three attackers attack three targets.
#[test]
fn t32_each_attacker_has_its_own_target() {
    let mut table = table_for(3)
        .front(0, "giant")
        .front(0, "plain-two")
        .front(0, "border-mastiff")
        .front(1, "wall vulnerable")
        .deal();
    table.attack(0, &["giant.1 base.1", "plain-two.1 wall.1", "border-mastiff.1 base.2"]).fight_on();
    assert_eq!((table.life(1), table.life(2)), (34, 37));
    assert_eq!(table.shows("wall.1"), "1/5 damage 2 vulnerable");
}

/// SR-97, SR-R20: the only blocker returns to the hand.
#[test]
fn t33_the_only_blocker_leaves() {
    for (attacker, left) in [("giant", 40), ("antler-titan", 35)] {
        let mut table = table().cells(0, 2).hand(0, "shunt").front(0, attacker).front(1, "wall").deal();
        table.attack(0, &[&format!("{attacker}.1 base.1")]);
        table.block(1, &[&format!("wall.1 {attacker}.1")]);
        table.does(0, "play shunt wall.1").fight_on();
        assert_eq!(table.life(1), left, "{attacker}");
    }
}

/// SR-13: three cards are redrawn: the player knows them on the bottom of the deck, and the new cards come from the
/// top.
#[test]
fn t34_redrawing_three() {
    let options = Options { first: Some(Seat(0)), ..Options::default() };
    let state =
        SecureTheRift::start(LibraryRef::core().edition(), &options, 2, &mut Chance::quick(3)).unwrap();
    let mut table = Table::of(state);
    let hand: Vec<String> = table.hand(0).split(' ').map(str::to_owned).collect();
    let top: Vec<String> = table.view().players[0].deck[..3].iter().map(|(_, card)| card.clone()).collect();
    assert_eq!(table.deck_size(0), 35);
    for card in &hand[..3] {
        table.play(0, &format!("redraw {card}"));
    }
    table.play(0, "keep");
    let own = table.state.view(atlas_core::Viewer::Seat(Seat(0))).players[0].clone();
    assert_eq!(own.deck_size, 35);
    let bottom: Vec<(usize, String)> = (32..35).zip(hand[..3].iter().cloned()).collect();
    assert_eq!(own.deck, bottom);
    let mut now: Vec<String> = own.hand.unwrap();
    let mut wanted = [&hand[3..], &top].concat();
    now.sort();
    wanted.sort();
    assert_eq!(now, wanted);
}

/// SR-R24: life that is lost and gained at the same moment is one change.
#[test]
fn t35_lifegain_in_the_same_moment() {
    let mut table =
        table().life(1, 3).front(0, "furnace-champion").front(0, "plain-one").front(1, "healer").deal();
    table.attack(0, &["furnace-champion.1 base.1", "plain-one.1 base.1"]);
    table.block(1, &["healer.1 plain-one.1"]).fight_on();
    assert_eq!(table.life(1), 2);
}
