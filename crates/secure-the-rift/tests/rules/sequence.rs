//! The Sequence, abilities and targets (SR-52 to SR-73).

use atlas_core::Seat;

use crate::table::{FILLER, table, table_for};

/// SR-52, SR-55: the newest item concludes first.
#[test]
fn the_newest_item_concludes_first() {
    let mut table = table()
        .cells(0, 1)
        .cells(1, 2)
        .hand(0, "spark-volley")
        .hand(1, "feral-surge")
        .front(1, "plain-two")
        .deal();
    table.play(0, "play spark-volley plain-two.1").pass().play(1, "play feral-surge plain-two.1");
    assert_eq!(table.sequence(), "spark-volley feral-surge");
    table.all_pass();
    assert_eq!((table.sequence().as_str(), table.shows("plain-two.1").as_str()), ("spark-volley", "5/5"));
    table.settle();
    assert_eq!(table.shows("plain-two.1"), "5/5 damage 2");
}

/// SR-53: after each conclusion the active player has priority first.
#[test]
fn the_active_player_is_first_again() {
    let mut table = table_for(3).active(1).cells(2, 1).hand(2, "shock").deal();
    assert_eq!(table.asked(), 1);
    table.pass().play(2, "play shock base.0").all_pass();
    assert_eq!((table.life(0), table.asked()), (37, 1));
    table.all_pass();
    assert_eq!((table.view().step.as_str(), table.asked()), ("end", 1));
}

/// SR-54, SR-55: all players must pass in succession. A play in between begins a new round.
#[test]
fn all_must_pass_in_a_row() {
    let mut table = table_for(3).cells(0, 1).cells(2, 1).hand(0, "shock").hand(2, "shock").deal();
    table.play(0, "play shock base.1").pass().pass();
    table.play(2, "play shock base.0").pass();
    assert_eq!((table.asked(), table.sequence().as_str()), (0, "shock shock"));
    table.pass();
    assert_eq!(table.sequence(), "shock shock");
    table.pass();
    assert_eq!((table.sequence().as_str(), table.life(0), table.life(1)), ("shock", 37, 40));
    table.refuses(0, "keep", "SR-54");
}

/// SR-56: when all players pass with an empty Sequence, the step ends.
#[test]
fn an_empty_sequence_ends_the_step() {
    let mut table = table().deal();
    table.pass();
    assert_eq!(table.view().step.as_str(), "main");
    table.pass();
    assert_eq!(table.view().step.as_str(), "end");
}

/// SR-57: a Soul or a Tech enters under its player's control.
#[test]
fn souls_and_techs_enter_play() {
    let mut table = table().cells(0, 5).hand(0, "wall drone-bay").deal();
    table.play(0, "play wall");
    assert_eq!(table.front(0), "");
    table.settle();
    table.does(0, "play drone-bay");
    assert_eq!(
        (table.front(0).as_str(), table.view().front.last().unwrap().controller),
        ("wall drone-bay", Seat(0))
    );
}

/// SR-58: the instructions of an Action are executed in order, and then it goes to the Scrap pile.
#[test]
fn an_action_goes_to_the_scrap_pile_last() {
    let mut table =
        table().cells(0, 4).hand(0, "cartographers-insight").deck(0, "wall giant plain-one").deal();
    table.play(0, "play cartographers-insight").all_pass();
    assert_eq!((table.hand(0).as_str(), table.scrap(0).as_str()), ("plain-one wall giant", ""));
    table.play(0, "choose giant");
    assert_eq!(
        (table.hand(0).as_str(), table.scrap(0).as_str()),
        ("plain-one wall", "cartographers-insight")
    );
}

/// SR-59: an ability in the Sequence concludes even if its card has left.
#[test]
fn an_ability_concludes_without_its_card() {
    let mut table =
        table().cells(0, 1).cells(1, 2).front(0, "scorch-turret").hand(1, "shunt").front(0, "worker").deal();
    table.play(0, "use worker.1 2").pass().play(1, "play shunt worker.1").settle();
    assert_eq!(table.hand(0), "worker");
    let mut dying =
        crate::table::table().cells(0, 1).front(0, "worker").hand(0, "hurt-all").life(0, 30).deal();
    dying.play(0, "use worker.1 2").all_pass();
    assert_eq!(dying.life(0), 32);
}

/// SR-60: nobody may react while an item concludes.
#[test]
fn nobody_reacts_during_a_conclusion() {
    let mut table = table().cells(0, 2).cells(1, 1).hand(0, "harrow").hand(1, "shock wall giant").deal();
    table.play(0, "play harrow base.1").all_pass();
    table.refuses(1, "play shock base.0", "SR-60").refuses(1, "pass", "SR-60").refuses(0, "pass", "SR-R35");
    table.play(1, "choose wall").play(1, "choose giant");
    assert_eq!((table.scrap(1).as_str(), table.asked()), ("wall giant", 0));
}

/// SR-61, SR-R09: a Soul can be cancelled too. It never enters, so its abilities do not trigger.
#[test]
fn cancelled_cards_go_to_the_scrap_pile() {
    let mut table = table().cells(0, 3).cells(1, 3).hand(0, "blast-courier").hand(1, "unwrite").deal();
    table.play(0, "play blast-courier").pass().play(1, "play unwrite blast-courier.1").settle();
    assert_eq!(
        (table.front(0).as_str(), table.scrap(0).as_str(), table.scrap(1).as_str()),
        ("", "blast-courier", "unwrite")
    );
    assert_eq!(table.asked(), 0);
}

/// SR-62, SR-R02: Souls that die and players who lose are removed before any player can react.
#[test]
fn checks_come_before_priority() {
    let mut table =
        table().cells(0, 1).cells(1, 4).hand(0, "shock").life(1, 3).hand(1, "searing-verdict").deal();
    table.play(0, "play shock base.1").all_pass();
    assert_eq!(table.winners(), [0]);
}

/// SR-63, SR-124: a continuous ability applies as long as its card is in play, and it is never in the Sequence.
#[test]
fn continuous_abilities_are_always_on() {
    let mut table = table()
        .cells(0, 5)
        .hand(0, "plated-overseer clean-sweep")
        .front(0, "drone")
        .front(0, "swarm-courier")
        .deal();
    table.play(0, "play plated-overseer");
    assert_eq!(table.shows("drone.1"), "1/1");
    table.all_pass();
    assert_eq!((table.shows("drone.1").as_str(), table.sequence().as_str()), ("2/2", ""));
    assert_eq!(table.shows("swarm-courier.1"), "3/2 AIRBORNE");
    assert_eq!(table.shows("plated-overseer.1"), "2/4", "only other Drones get the bonus");
}

/// SR-64: a triggered ability costs nothing and goes into the Sequence, where players can react to it.
#[test]
fn triggered_abilities_wait_in_the_sequence() {
    let mut table = table().cells(0, 2).cells(1, 1).hand(0, "line-welder").hand(1, "banish").deal();
    table.play(0, "play line-welder").all_pass();
    assert_eq!(
        (table.sequence().as_str(), table.front(0).as_str(), table.cells(0)),
        ("line-welder", "line-welder", (2, 0))
    );
    table.pass().play(1, "play banish line-welder.1").settle();
    assert_eq!(table.front(0), "drone");
}

/// SR-65: an ability that the card does not have cannot be used.
#[test]
fn activated_abilities_are_numbered() {
    let table = table().cells(0, 2).front(0, "worker").deal();
    table.refuses(0, "use worker.1 3", "SR-65");
    assert!(table.may(0, "use worker.1 1") && table.may(0, "use worker.1 2"));
}

/// SR-66, SR-R10: each player chooses the order of their own triggers.
#[test]
fn triggers_of_one_player_are_ordered() {
    let mut table = table()
        .cells(0, 5)
        .hand(0, "rift-tremor")
        .front(0, "grave-novice")
        .front(0, "candle-bearer")
        .front(0, "recall-sentinel damage 2")
        .deal();
    table.play(0, "play rift-tremor").all_pass();
    assert_eq!(table.choices().len(), 3);
    table.refuses(0, "trigger 4", "SR-R10").refuses(0, "pass", "SR-R10").refuses(1, "trigger 1", "SR-R10");
    table.play(0, "trigger 2").play(0, "trigger 2");
    assert_eq!(table.sequence(), "candle-bearer recall-sentinel grave-novice");
}

/// SR-67: abilities of cards in a hand, in a deck or in a Scrap pile have no effect.
#[test]
fn abilities_work_only_in_play() {
    let mut table = table()
        .cells(0, 1)
        .hand(0, "slay mourning-usher")
        .scrap(0, "mourning-usher plated-overseer")
        .deck(0, "mourning-usher")
        .front(0, "plain-one")
        .front(0, "drone")
        .deal();
    assert_eq!(table.shows("drone.1"), "1/1");
    table.does(0, "play slay plain-one.1");
    assert_eq!((table.life(0), table.life(1)), (40, 40));
    table.refuses(0, "use mourning-usher.1 1", "SR-67");
}

/// SR-68, SR-R65: only the word "target" makes something a target. Being attacked, or being one of "each", does not.
#[test]
fn only_the_word_target_targets() {
    let mut table = table().cells(0, 6).hand(0, "rift-tremor slay").front(0, "giant").front(1, "wall").deal();
    table.refuses(0, "play slay base.1", "SR-68").refuses(0, "play slay", "SR-68");
    table.play(0, "play rift-tremor");
    assert!(table.view().sequence[0].targets.is_empty());
}

/// SR-69: a card or an ability with too few legal targets cannot be announced.
#[test]
fn all_targets_must_exist() {
    let table = table().cells(0, 1).hand(0, "slay-two").front(1, "wall").deal();
    table.refuses(0, "play slay-two wall.1", "SR-69");
    let ability = crate::table::table().cells(0, 2).front(0, "field-plating").front(1, "wall").deal();
    ability.refuses(0, "use field-plating.1 1 wall.1", "SR-69");
}

/// SR-70: "any target" is any Soul or any player, and nothing else.
#[test]
fn any_target() {
    let table = table_for(3)
        .cells(0, 1)
        .hand(0, "shock")
        .front(0, "wall")
        .front(2, "giant")
        .front(1, "drone-bay")
        .deal();
    for target in ["base.0", "base.1", "base.2", "wall.1", "giant.1"] {
        assert!(table.may(0, &format!("play shock {target}")), "{target}");
    }
    for target in ["drone-bay.1", "rift-cell.1"] {
        table.refuses(0, &format!("play shock {target}"), "SR-68");
    }
}

/// SR-71, SR-131: everyone sees the targets, and they do not change.
#[test]
fn targets_are_public_and_do_not_change() {
    let mut table = table().cells(0, 1).hand(0, "slay").front(1, "wall").front(1, "giant").deal();
    table.play(0, "play slay wall.1");
    assert_eq!(table.view().sequence[0].targets.len(), 1);
    table.refuses(0, "target giant.1", "SR-54");
    table.settle();
    assert_eq!(table.front(1), "giant");
}

/// SR-72: a target that is no longer legal is not affected.
#[test]
fn a_target_must_still_be_legal() {
    let mut table = table()
        .cells(0, 3)
        .cells(1, 1)
        .hand(0, "snuff-out")
        .hand(1, "turn-back")
        .front(1, "giant vulnerable")
        .front(1, "wall")
        .deal();
    table.refuses(0, "play snuff-out wall.1", "SR-68");
    table.play(0, "play snuff-out giant.1").pass().play(1, "play turn-back giant.1").settle();
    assert_eq!((table.front(1).as_str(), table.scrap(0).as_str()), ("giant wall", "snuff-out"));
}

/// SR-73: if no target is legal any more, the parts without a target do not happen either.
#[test]
fn without_a_legal_target_nothing_happens() {
    let mut table = table()
        .cells(0, 1)
        .cells(1, 2)
        .hand(0, "slay-two")
        .hand(1, "banish banish")
        .front(1, "giant")
        .front(1, "wall")
        .life(0, 10)
        .deal();
    table.play(0, "play slay-two giant.1").pass();
    table.play(1, "play banish giant.1").play(1, "play banish wall.1").settle();
    assert_eq!((table.life(0), table.scrap(0).as_str()), (10, "slay-two"));
    let mut half = crate::table::table()
        .cells(0, 1)
        .cells(1, 1)
        .hand(0, "slay-two")
        .hand(1, "banish")
        .front(1, "giant")
        .front(1, "wall")
        .life(0, 10)
        .deal();
    half.play(0, "play slay-two giant.1").pass().play(1, "play banish giant.1").settle();
    assert_eq!((half.life(0), half.scrap(1).as_str()), (11, "banish wall"));
}

/// SR-58, SR-R34: a draw by an effect is a draw like any other.
#[test]
fn drawing_by_an_effect() {
    let mut table = table().cells(0, 1).hand(0, "thought").deal();
    table.does(0, "play thought");
    assert_eq!(table.hand(0), [FILLER; 3].join(" "));
    assert_eq!(table.view().players[0].hand_size, 3);
}

/// SR-R10: players are not asked for the order of interchangeable abilities, even on different cards.
#[test]
fn interchangeable_triggers_need_no_order() {
    let mut thieves = table().front(0, "fuse-thief").front(0, "fuse-thief damage 1").deal();
    thieves.attack(0, &["fuse-thief.1 base.1", "fuse-thief.2 base.1"]);
    assert_eq!((thieves.asked(), thieves.sequence().as_str()), (0, "fuse-thief fuse-thief"));
    assert!(thieves.may(0, "pass"));
}

/// SR-R10: if an ability refers to its card, the player is asked for the order.
#[test]
fn triggers_that_differ_are_ordered() {
    for (first, left) in [(1, ""), (2, "wall")] {
        let mut losers = table()
            .cells(0, 1)
            .hand(0, "slay-two")
            .front(0, "sore-loser")
            .front(0, "sore-loser upgrades 4")
            .front(1, "wall damage 1")
            .deal();
        losers.play(0, "play slay-two sore-loser.1").play(0, "target sore-loser.2").all_pass();
        losers.play(0, &format!("trigger {first}")).all_pass();
        assert_eq!(losers.front(1), left, "trigger {first} goes in first");
    }
}

/// SR-43, SR-47, SR-R10, SR-81: if another player has to decide something, the refusal names the rule of that decision.
#[test]
fn a_refusal_names_the_rule_of_the_decision() {
    let table = || table().cells(0, 9);
    table().deal().refuses(1, "pass", "SR-43");
    let mut target = table().hand(0, "slay-two").front(1, "wall").front(1, "giant").front(1, "coward").deal();
    target.play(0, "play slay-two wall.1").refuses(1, "pass", "SR-47");
    let mut attack = table().front(0, "giant").front(1, "wall").front(1, "coward").deal();
    attack.play(0, "attack giant.1 base.1").refuses(1, "pass", "SR-75");
    attack.play(0, "declare").until_blocks().refuses(0, "pass", "SR-79");
    attack.play(1, "block wall.1 giant.1").play(1, "block coward.1 giant.1").refuses(1, "pass", "SR-81");
    attack.play(0, "first coward.1").all_pass().refuses(1, "pass", "SR-94").refuses(0, "pass", "SR-94");
    let mut discard = table().hand(0, "harrow").hand(1, "giant wall coward").deal();
    discard.does(0, "play harrow base.1").refuses(0, "pass", "SR-R35").refuses(1, "pass", "SR-60");
}
