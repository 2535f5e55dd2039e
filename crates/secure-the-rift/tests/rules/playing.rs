//! Playing a card and using an ability (SR-43 to SR-51).

use crate::table::{table, table_for};

/// SR-43: only the player with priority may act.
#[test]
fn acting_needs_priority() {
    let mut table = table_for(3).cells(1, 2).cells(2, 1).hand(1, "shock shock").hand(2, "shock").deal();
    table.refuses(1, "play shock base.0", "SR-43").refuses(2, "pass", "SR-43");
    table.pass();
    table.play(1, "play shock base.0").refuses(2, "play shock base.0", "SR-43");
    table.pass();
    assert!(table.may(2, "play shock base.0"));
}

/// SR-44, SR-R08: a card without WARP cannot be played in the Beginning step, in the End step, while the Sequence is
/// not empty, or in an attack.
#[test]
fn when_a_card_without_warp_may_be_played() {
    for step in ["beginning", "end"] {
        let table = table().step(step).cells(0, 1).hand(0, "plain-one").deal();
        table.refuses(0, "play plain-one", "SR-44");
    }
    let mut table = table().cells(0, 2).hand(0, "plain-one shock").front(0, "giant").deal();
    table.play(0, "play shock base.1").refuses(0, "play plain-one", "SR-44");
    table.settle();
    table.attack(0, &["giant.1 base.1"]).refuses(0, "play plain-one", "SR-44");
    table.fight_on();
    assert!(table.may(0, "play plain-one"));
}

/// SR-45, SR-121, SR-R55: a card with WARP, even a Soul, can be played at any time, in any player's turn.
#[test]
fn warp_cards_can_be_played_at_any_time() {
    let mut table = table().cells(0, 1).cells(1, 3).hand(0, "shock").hand(1, "phase-skimmer").deal();
    table.play(0, "play shock base.1").pass().play(1, "play phase-skimmer").all_pass();
    assert_eq!((table.front(1).as_str(), table.sequence().as_str()), ("phase-skimmer", "shock"));
    let mut own = crate::table::table().cells(0, 3).hand(0, "phase-skimmer").deal();
    own.does(0, "play phase-skimmer");
    assert_eq!(own.front(0), "phase-skimmer");
}

/// SR-46: a player may use an ability of their own card if they can pay for it.
#[test]
fn abilities_can_be_used_whenever_they_can_be_paid() {
    let mut table = table().cells(1, 1).front(1, "worker").front(0, "worker").deal();
    table.refuses(0, "use worker.1 1", "SR-46").refuses(0, "use worker.2 1", "SR-46");
    table.pass().does(1, "use worker.1 1").pass().pass();
    assert_eq!(table.cells(1), (1, 0));
}

/// SR-47: an announcement needs all its choices and payments. Otherwise nothing happens.
#[test]
fn an_announcement_is_all_or_nothing() {
    let table = table().cells(0, 4).hand(0, "downsizing all-or-nothing").front(1, "giant").deal();
    table.refuses(0, "play downsizing giant.1", "SR-47").refuses(0, "play downsizing", "SR-47");
    let nothing_to_discard = crate::table::table().cells(0, 4).hand(0, "all-or-nothing").deal();
    nothing_to_discard.refuses(0, "play all-or-nothing", "SR-47");
    let mut one =
        crate::table::table().cells(0, 4).hand(0, "all-or-nothing wall").front(0, "giant vulnerable").deal();
    one.does(0, "play all-or-nothing");
    assert_eq!((one.scrap(0).as_str(), one.shows("giant.1").as_str()), ("wall all-or-nothing", "6/6"));
}

/// SR-47: the target is chosen first, then the payment. Nobody else may act in the meantime.
#[test]
fn choices_come_one_after_another() {
    let mut table = table()
        .cells(0, 2)
        .cells(1, 1)
        .hand(0, "downsizing")
        .hand(1, "shock")
        .front(0, "plain-one")
        .front(0, "wall")
        .front(1, "giant")
        .deal();
    table.play(0, "play downsizing giant.1");
    assert_eq!((table.asked(), table.cells(0)), (0, (2, 2)), "nothing is paid yet");
    table.refuses(1, "play shock base.0", "SR-47").refuses(0, "pass", "SR-47").refuses(
        0,
        "pay giant.1",
        "SR-47",
    );
    table.play(0, "pay plain-one.1");
    assert_eq!((table.cells(0), table.scrap(0).as_str()), ((2, 0), "plain-one"));
    table.settle();
    assert_eq!((table.front(0).as_str(), table.front(1).as_str()), ("wall", ""));
}

/// SR-47: the chosen target may also be used as the payment. Then the card has no target left.
#[test]
fn a_target_can_be_used_as_payment() {
    let mut table = table().cells(0, 2).hand(0, "downsizing").front(0, "plain-one").deal();
    table.does(0, "play downsizing plain-one.1");
    assert_eq!(table.scrap(0), "plain-one downsizing");
}

/// SR-48, SR-R43: increases apply first, then reductions, then the minimum. The cost is never below 0.
#[test]
fn changes_of_the_cost() {
    // The cost is 1, plus 1 for the Static Field, minus 1 for the Archivist: 1.
    let field =
        table().cells(0, 1).hand(0, "emergency-rations").front(0, "sael-archivist").front(1, "static-field");
    assert!(field.deal().may(0, "play emergency-rations"));
    let alone = table().hand(0, "emergency-rations").front(0, "sael-archivist").deal();
    alone.refuses(0, "play emergency-rations", "SR-48");
    // The cost is 7, minus 1 for each Drone, but at least 3.
    let mut swarm = table().cells(0, 3).hand(0, "foundry-colossus");
    for _ in 0..6 {
        swarm = swarm.front(0, "drone");
    }
    let mut swarm = swarm.deal();
    swarm.play(0, "play foundry-colossus");
    assert_eq!(swarm.cells(0), (3, 0));
    let few = table().cells(0, 5).hand(0, "foundry-colossus").front(0, "drone").deal();
    few.refuses(0, "play foundry-colossus", "SR-48");
    assert!(
        table()
            .cells(0, 6)
            .hand(0, "foundry-colossus")
            .front(0, "drone")
            .deal()
            .may(0, "play foundry-colossus")
    );
    // Two Archivists reduce the cost by 2, but not below 1.
    let two = table()
        .cells(0, 1)
        .hand(0, "spark-volley harrow")
        .front(0, "sael-archivist")
        .front(0, "sael-archivist");
    let two = two.deal();
    assert!(two.may(0, "play spark-volley sael-archivist.1") && two.may(0, "play harrow base.1"));
}

/// SR-48, SR-R42: X is chosen and paid in full, and it cannot be more than the player can pay.
#[test]
fn x_is_paid_in_full() {
    let mut table = table().cells(0, 5).hand(0, "backdraft mass-deployment").deal();
    table.refuses(0, "play backdraft", "SR-R42").refuses(0, "play backdraft x 5", "SR-R42");
    table.play(0, "play backdraft x 2").play(0, "target base.1");
    assert_eq!((table.cells(0), table.view().sequence[0].x), ((5, 2), Some(2)));
    table.settle();
    assert_eq!(table.life(1), 38);
    table.does(0, "play mass-deployment x 0");
    assert_eq!((table.front(0).as_str(), table.cells(0)), ("", (5, 0)));
}

/// SR-R42: X can be as large as the available Energy allows.
#[test]
fn x_has_no_limit() {
    let mut table = table().energy(0, 41).hand(0, "backdraft").deal();
    table.play(0, "play backdraft x 40").play(0, "target base.1").settle();
    assert_eq!(table.winners(), [0]);
}

/// SR-49: the card itself pays for ACTIVATE, so it cannot also make the Energy.
#[test]
fn a_card_cannot_pay_both_activate_and_energy() {
    let table = table().cells(0, 2).front(0, "annex-dynamo").deal();
    table.refuses(0, "use annex-dynamo.1 2", "SR-46");
    let mut enough = crate::table::table().cells(0, 3).front(0, "annex-dynamo").deal();
    enough.does(0, "use annex-dynamo.1 2");
    assert_eq!((enough.front(0).as_str(), enough.cells(0)), ("drone", (4, 0)));
}

/// SR-50: a cost stays paid, even if the card is cancelled or its target is gone.
#[test]
fn costs_are_not_returned() {
    let mut table = table().cells(0, 2).cells(1, 3).hand(0, "plain-two").hand(1, "unwrite").deal();
    table.play(0, "play plain-two").pass().play(1, "play unwrite plain-two.1").settle();
    assert_eq!(
        (table.scrap(0).as_str(), table.cells(0), table.view().players[0].energy),
        ("plain-two", (2, 0), 0)
    );
    let mut ability = crate::table::table()
        .cells(0, 2)
        .cells(1, 1)
        .front(0, "field-plating")
        .front(0, "wall")
        .hand(1, "banish")
        .deal();
    ability.play(0, "use field-plating.1 1 wall.1").pass().play(1, "play banish wall.1").settle();
    assert_eq!((ability.shows("field-plating.1").as_str(), ability.cells(0)), ("vulnerable", (2, 0)));
}

/// SR-51: a player still has priority after playing a card.
#[test]
fn a_player_keeps_priority_after_a_play() {
    let mut table = table().cells(0, 2).cells(1, 1).hand(0, "shock shock").hand(1, "shock").deal();
    table.play(0, "play shock base.1");
    assert_eq!(table.asked(), 0);
    table.play(0, "play shock base.1");
    assert_eq!((table.asked(), table.sequence().as_str()), (0, "shock shock"));
    table.pass().play(1, "play shock base.0");
    assert_eq!(table.asked(), 1);
}

/// SR-20, SR-47: a card that becomes vulnerable to pay a cost does not make Energy for the same cost.
#[test]
fn one_card_does_not_pay_twice() {
    let mut short = table().cells(0, 2).front(0, "turner vulnerable").deal();
    short.refuses(0, "use turner.1 1", "SR-20");
    short = table().cells(0, 3).front(0, "turner vulnerable").life(0, 10).deal();
    short.does(0, "use turner.1 1").play(0, "pay rift-cell.2").settle();
    assert_eq!((short.cells(0), short.life(0)), ((3, 0), 11));
    // The Tech itself can become vulnerable, and then two Energy cards are enough. No Energy card can do it instead.
    let mut tech = table().cells(0, 2).front(0, "turner").deal();
    tech.play(0, "use turner.1 1");
    assert_eq!((tech.cells(0), tech.shows("turner.1").as_str()), ((2, 0), "vulnerable"));
}

/// SR-49: a card that becomes vulnerable for ACTIVATE cannot pay the rest of the cost, and a card that is returned
/// cannot be scrapped as well.
#[test]
fn one_card_does_not_pay_two_parts_of_a_cost() {
    let mut table = table().front(0, "turner").deal();
    table.refuses(0, "use turner.1 2", "SR-47").refuses(0, "use turner.1 3", "SR-47");
    table = crate::table::table().front(0, "turner").front(0, "echo").front(0, "mine").life(0, 10).deal();
    table.play(0, "use turner.1 2").refuses(0, "pay turner.1", "SR-47");
    table.play(0, "pay mine.1");
    assert_eq!(
        (table.shows("turner.1").as_str(), table.shows("mine.1").as_str()),
        ("vulnerable", "vulnerable")
    );
}
