//! The turn (SR-32 to SR-42).

use atlas_core::Seat;

use crate::table::{FILLER, table, table_for};

/// SR-32, SR-39, SR-56: a turn has the steps Beginning, Main and End. Each ends when all players have passed.
#[test]
fn a_turn_has_three_steps() {
    let mut table = table().active(1).deal();
    table.end_turn();
    let mut steps = Vec::new();
    for _ in 0..3 {
        steps.push(format!("{} {}", table.view().step, table.view().active.0));
        table.all_pass();
    }
    assert_eq!(steps, ["beginning 0", "main 0", "end 0"]);
    assert_eq!((table.view().step.as_str(), table.view().active), ("beginning", Seat(1)));
}

/// SR-33, SR-R36: all cards of the active player are refreshed, and no others.
#[test]
fn the_beginning_refreshes_the_active_players_cards() {
    let mut table = table()
        .active(1)
        .front(0, "giant vulnerable")
        .front(0, "drone-bay vulnerable")
        .front(0, "rift-cell vulnerable")
        .front(1, "wall vulnerable")
        .front(0, "wall of 1 vulnerable")
        .deal();
    table.end_turn();
    assert_eq!(table.view().front.iter().filter(|piece| piece.vulnerable).count(), 1);
    assert_eq!(table.shows("wall.1"), "1/5 vulnerable");
    assert_eq!((table.hand(0).as_str(), table.cells(0)), (FILLER, (2, 2)));
}

/// SR-33, SR-R62: everything at the beginning of a turn happens at once: the Energy card and the beginning itself
/// trigger together.
#[test]
fn the_beginning_is_one_moment() {
    let mut table =
        table().active(1).front(0, "ilun-chief-executor").pile(0, "cinder-vent").front(0, "wall").deal();
    table.end_turn();
    assert_eq!(table.choices(), ["trigger 1", "trigger 2"]);
    table.play(0, "trigger 2");
    assert_eq!(table.sequence(), "ilun-chief-executor cinder-vent");
    let mut other =
        crate::table::table().active(1).front(0, "ilun-chief-executor").pile(0, "cinder-vent").deal();
    other.end_turn().play(0, "trigger 1");
    assert_eq!(other.sequence(), "cinder-vent ilun-chief-executor");
}

/// SR-34, SR-R51: only the first turn of the game has no draw.
#[test]
fn only_the_first_player_does_not_draw() {
    let mut table = table_for(3).deal();
    for seat in [1, 2, 0] {
        table.end_turn();
        assert_eq!(table.hand(seat), FILLER, "seat {seat}");
    }
}

/// SR-35, SR-46: abilities trigger at the beginning of the turn, and then players may react.
#[test]
fn abilities_trigger_at_the_beginning_of_your_turn() {
    let mut table = table()
        .active(1)
        .front(0, "ilun-chief-executor")
        .cells(1, 2)
        .hand(1, "shunt")
        .front(0, "worker")
        .cells(0, 1)
        .hand(0, "plain-one")
        .deal();
    table.end_turn();
    assert_eq!((table.view().step.as_str(), table.sequence().as_str()), ("beginning", "ilun-chief-executor"));
    table.refuses(0, "play plain-one", "SR-44");
    table.play(0, "use worker.1 1").pass();
    assert!(table.may(1, "play shunt worker.1"));
    table.settle();
    assert_eq!(table.front(0), "ilun-chief-executor worker drone");
}

/// SR-35: abilities that wait for the beginning of your turn do not trigger in another player's turn.
#[test]
fn the_beginning_of_another_players_turn_does_not_trigger() {
    let mut table = table().front(0, "ilun-chief-executor").deal();
    table.end_turn();
    assert_eq!(table.sequence(), "");
}

/// SR-36, SR-38: plays and attacks are possible in any order and any number.
#[test]
fn plays_and_attacks_in_any_order() {
    let mut table = table()
        .cells(0, 4)
        .hand(0, "plain-one emergency-rations plain-two")
        .front(0, "giant")
        .front(0, "wall")
        .deal();
    table.attack(0, &["giant.1 base.1"]).fight_on();
    table.does(0, "play plain-one");
    table.attack(0, &["wall.1 base.1"]).fight_on();
    table.does(0, "play emergency-rations").does(0, "play plain-two");
    assert_eq!((table.life(1), table.front(0).as_str()), (33, "giant wall plain-one plain-two"));
    table.refuses(0, "play wall", "SR-36");
}

/// SR-37: in another player's turn, a player with priority may play cards with WARP and use abilities, and nothing
/// else.
#[test]
fn what_other_players_may_do() {
    let mut table =
        table().cells(1, 4).hand(1, "shock plain-two").front(1, "worker").front(1, "giant").deal();
    table.refuses(1, "play shock base.0", "SR-43");
    table.pass().refuses(1, "play plain-two", "SR-44").refuses(1, "attack giant.1 base.0", "SR-74");
    assert!(table.may(1, "use worker.1 1"));
    table.does(1, "play shock base.0");
    assert_eq!(table.life(0), 37);
    assert_eq!((table.view().step.as_str(), table.asked()), ("main", 0));
}

/// SR-40: players may react to abilities that trigger at the end of the turn.
#[test]
fn reacting_at_the_end_of_the_turn() {
    let mut table = table()
        .front(0, "elder-mycelith")
        .front(0, "plain-two")
        .cells(1, 1)
        .hand(1, "shock")
        .hand(0, "plain-one")
        .cells(0, 1)
        .deal();
    table.until_step("end");
    assert_eq!(table.sequence(), "elder-mycelith");
    table.refuses(0, "play plain-one", "SR-44");
    table.pass().play(1, "play shock plain-two.1").settle();
    assert_eq!((table.scrap(0).as_str(), table.view().step.as_str()), ("plain-two", "end"));
}

/// SR-41: at the end of every turn, the damage of all Souls is removed, and effects that last until then end.
#[test]
fn cleanup_ends_damage_and_effects() {
    let mut table = table()
        .front(0, "giant damage 5")
        .front(1, "wall damage 4")
        .cells(0, 2)
        .hand(0, "feral-surge")
        .deal();
    table.does(0, "play feral-surge wall.1");
    assert_eq!(table.shows("wall.1"), "4/8 damage 4");
    table.end_turn();
    assert_eq!((table.shows("giant.1").as_str(), table.shows("wall.1").as_str()), ("6/6", "1/5"));
}

/// SR-42: the next player in turn order has a turn. Players who have left are skipped.
#[test]
fn the_next_player_has_a_turn() {
    let mut table = table_for(4).deal();
    table.leave(1);
    table.end_turn();
    assert_eq!(table.view().active, Seat(2));
    table.end_turn().end_turn();
    assert_eq!(table.view().active, Seat(0));
}
