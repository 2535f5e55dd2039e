//! Playing a card and using an ability (SR-43 to SR-51).

use crate::table::{table, table_for};

/// SR-43: whoever has no priority waits.
#[test]
fn only_with_priority() {
    let mut table = table_for(3).cells(1, 2).cells(2, 1).hand(1, "shock shock").hand(2, "shock").deal();
    table.refuses(1, "play shock base.0", "SR-43").refuses(2, "pass", "SR-43");
    table.pass();
    table.play(1, "play shock base.0").refuses(2, "play shock base.0", "SR-43");
    table.pass();
    assert!(table.may(2, "play shock base.0"));
}

/// SR-44, SR-R08: not in the Beginning, not in the End, not on top of something, not in an attack.
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

/// SR-45, SR-121, SR-R55: WARP goes always, for a Soul too, in anybody's turn.
#[test]
fn warp_goes_always() {
    let mut table = table().cells(0, 1).cells(1, 3).hand(0, "shock").hand(1, "phase-skimmer").deal();
    table.play(0, "play shock base.1").pass().play(1, "play phase-skimmer").all_pass();
    assert_eq!((table.front(1).as_str(), table.sequence().as_str()), ("phase-skimmer", "shock"));
    let mut own = crate::table::table().cells(0, 3).hand(0, "phase-skimmer").deal();
    own.does(0, "play phase-skimmer");
    assert_eq!(own.front(0), "phase-skimmer");
}

/// SR-46: an ability of one's own, if it can be paid.
#[test]
fn abilities_go_whenever_they_can_be_paid() {
    let mut table = table().cells(1, 1).front(1, "worker").front(0, "worker").deal();
    table.refuses(0, "use worker.1 1", "SR-46").refuses(0, "use worker.2 1", "SR-46");
    table.pass().does(1, "use worker.1 1").pass().pass();
    assert_eq!(table.cells(1), (1, 0));
}

/// SR-47: everything is chosen and paid, or nothing has happened.
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

/// SR-47: first the target, then what is paid with; meanwhile nobody else may do anything.
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

/// SR-47: what is chosen as the target may be what is paid with; then there is no target.
#[test]
fn a_target_can_be_paid_with() {
    let mut table = table().cells(0, 2).hand(0, "downsizing").front(0, "plain-one").deal();
    table.does(0, "play downsizing plain-one.1");
    assert_eq!(table.scrap(0), "plain-one downsizing");
}

/// SR-48, SR-R43: more, then less, then the minimum, and never below 0.
#[test]
fn what_it_costs() {
    // 1, +1 for the Static Field, -1 for the Archivist: 1.
    let field =
        table().cells(0, 1).hand(0, "emergency-rations").front(0, "sael-archivist").front(1, "static-field");
    assert!(field.deal().may(0, "play emergency-rations"));
    let alone = table().hand(0, "emergency-rations").front(0, "sael-archivist").deal();
    alone.refuses(0, "play emergency-rations", "SR-48");
    // 7, less one for each Drone, but at least 3.
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
    // Two Archivists take off two, but leave 1.
    let two = table()
        .cells(0, 1)
        .hand(0, "spark-volley harrow")
        .front(0, "sael-archivist")
        .front(0, "sael-archivist");
    let two = two.deal();
    assert!(two.may(0, "play spark-volley sael-archivist.1") && two.may(0, "play harrow base.1"));
}

/// SR-48, SR-R42: X is chosen, paid in full, and at most what there is.
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

/// SR-R42: however much Energy there is, X may be all of it.
#[test]
fn x_has_no_limit() {
    let mut table = table().energy(0, 41).hand(0, "backdraft").deal();
    table.play(0, "play backdraft x 40").play(0, "target base.1").settle();
    assert_eq!(table.winners(), [0]);
}

/// SR-49: ACTIVATE is paid by the card itself, so it cannot also make the Energy.
#[test]
fn a_card_is_turned_once() {
    let table = table().cells(0, 2).front(0, "annex-dynamo").deal();
    table.refuses(0, "use annex-dynamo.1 2", "SR-46");
    let mut enough = crate::table::table().cells(0, 3).front(0, "annex-dynamo").deal();
    enough.does(0, "use annex-dynamo.1 2");
    assert_eq!((enough.front(0).as_str(), enough.cells(0)), ("drone", (4, 0)));
}

/// SR-50: what is paid stays paid.
#[test]
fn paid_is_paid() {
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

/// SR-51: after a card one still has priority.
#[test]
fn one_keeps_priority() {
    let mut table = table().cells(0, 2).cells(1, 1).hand(0, "shock shock").hand(1, "shock").deal();
    table.play(0, "play shock base.1");
    assert_eq!(table.asked(), 0);
    table.play(0, "play shock base.1");
    assert_eq!((table.asked(), table.sequence().as_str()), (0, "shock shock"));
    table.pass().play(1, "play shock base.0");
    assert_eq!(table.asked(), 1);
}

/// SR-20, SR-47: a card that is turned to pay does not make Energy for the same cost.
#[test]
fn one_card_does_not_pay_twice() {
    let mut short = table().cells(0, 2).front(0, "turner vulnerable").deal();
    short.refuses(0, "use turner.1 1", "SR-20");
    short = table().cells(0, 3).front(0, "turner vulnerable").life(0, 10).deal();
    short.does(0, "use turner.1 1").play(0, "pay rift-cell.2").settle();
    assert_eq!((short.cells(0), short.life(0)), ((3, 0), 11));
    // The Tech itself may be turned, and then two Energy cards are enough; but no Energy card may.
    let mut tech = table().cells(0, 2).front(0, "turner").deal();
    tech.play(0, "use turner.1 1");
    assert_eq!((tech.cells(0), tech.shows("turner.1").as_str()), ((2, 0), "vulnerable"));
}

/// SR-49: what ACTIVATE turns is not turned for the rest of the cost, nor is scrapped what has been returned.
#[test]
fn one_card_does_not_pay_for_itself_twice() {
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
