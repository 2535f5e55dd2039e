//! Games with three or more players, and players who leave (SR-R49 to SR-R51).

use atlas_core::Seat;

use crate::table::table_for;

/// SR-R50: the cards of a player who leaves are removed, including those in the Sequence.
#[test]
fn the_cards_of_a_leaving_player_are_removed() {
    let mut table = table_for(3)
        .cells(0, 1)
        .cells(1, 2)
        .hand(0, "shock")
        .hand(1, "shock wall")
        .front(1, "giant")
        .scrap(1, "plain-one")
        .deal();
    table.play(0, "play shock base.2").pass().play(1, "play shock base.0").leave(1);
    assert_eq!(
        (table.sequence().as_str(), table.front(1).as_str(), table.hand(1).as_str()),
        ("shock", "", "")
    );
    assert_eq!(table.view().players[1].deck_size + table.view().players[1].scrap.len(), 0);
    table.settle();
    assert_eq!((table.life(0), table.life(2), table.outcome()), (40, 37, None));
}

/// SR-R50: cards that a leaving player controls return to their owners and must wait again. Cards that the player owns
/// leave too.
#[test]
fn controlled_cards_return_to_their_owners() {
    let mut table = table_for(3).front(1, "giant of 0").front(0, "wall of 1").deal();
    table.leave(1);
    assert_eq!((table.front(0).as_str(), table.view().front[0].controller), ("giant", Seat(0)));
    table.refuses(0, "attack giant.1 base.2", "SR-84");
}

/// SR-R50, SR-R33: a card that a leaving player's card kept in the void returns to its owner.
#[test]
fn cards_in_the_void_return_to_their_owners() {
    let mut table =
        table_for(3).cells(0, 4).hand(0, "containment-box").front(1, "giant").front(2, "wall").deal();
    table.play(0, "play containment-box").all_pass().play(0, "target giant.1").settle();
    assert_eq!((table.front(1).as_str(), table.void(1).as_str()), ("", "giant"));
    table.leave(0);
    assert_eq!((table.front(1).as_str(), table.void(1).as_str()), ("giant", ""));
}

/// SR-R50: attackers stop if the player they attack leaves. The other attackers continue.
#[test]
fn attacks_on_a_leaving_player_stop() {
    let mut table =
        table_for(3).front(0, "giant").front(0, "plain-two").front(1, "wall").front(2, "wall").deal();
    table.attack(0, &["giant.1 base.1", "plain-two.1 base.2"]).until_blocks();
    assert_eq!(table.asked(), 1);
    table.leave(1);
    assert_eq!(table.asked(), 2);
    table.play(2, "declare").fight_on();
    assert_eq!((table.life(2), table.shows("giant.1").as_str()), (38, "6/6 vulnerable"));
}

/// SR-R50: the turn of a leaving player ends at once, and the next turn begins.
#[test]
fn the_turn_of_a_leaving_player_ends() {
    let mut table = table_for(3)
        .cells(0, 1)
        .hand(0, "shock")
        .front(1, "giant damage 3")
        .cells(1, 1)
        .hand(1, "banish")
        .deal();
    table.play(0, "play shock base.2").pass().play(1, "play banish giant.1").leave(0);
    assert_eq!(
        (table.view().active, table.view().step.as_str(), table.sequence().as_str()),
        (Seat(1), "beginning", "")
    );
    assert_eq!((table.shows("giant.1").as_str(), table.scrap(1).as_str()), ("6/6", "banish"));
}

/// SR-R50: a card that is concluding when the turn ends goes to its owner's Scrap pile too.
#[test]
fn the_turn_ends_during_a_conclusion() {
    let mut table = table_for(3).cells(0, 4).cells(1, 2).hand(0, "plain-two").hand(1, "interdict").deal();
    table.play(0, "play plain-two").pass().play(1, "play interdict plain-two.1").all_pass();
    assert_eq!(table.choices(), ["yes", "no"]);
    table.leave(0);
    assert_eq!((table.view().active, table.scrap(1).as_str()), (Seat(1), "interdict"));
}

/// SR-R50: the player of the concluding card leaves while another player is choosing.
#[test]
fn leaving_while_the_players_own_card_concludes() {
    let mut table = table_for(3).cells(0, 4).cells(1, 2).hand(0, "plain-two").hand(1, "interdict").deal();
    table.play(0, "play plain-two").pass().play(1, "play interdict plain-two.1").all_pass();
    table.leave(1);
    assert_eq!((table.asked(), table.sequence().as_str()), (0, "plain-two"));
    table.settle();
    assert_eq!(table.front(0), "plain-two");
}

/// SR-R50, SR-35: the next turn begins with its own triggers, and their controller is asked for the targets.
#[test]
fn the_next_turn_begins_with_its_triggers() {
    let mut table = table_for(3).cells(0, 1).hand(0, "hurt-all").life(0, 5).front(1, "watcher").deal();
    table.does(0, "play hurt-all");
    assert_eq!((table.view().active, table.asked()), (Seat(1), 1));
    table.play(1, "target base.2");
    assert_eq!(table.sequence(), "watcher");
    table.settle();
    assert_eq!(table.life(2), 34);
}

/// SR-R50: a player leaves in the middle of a round of passing. Players who have not passed yet are still asked.
#[test]
fn a_round_of_passing_continues_without_the_leaving_player() {
    let mut table = table_for(4).cells(0, 1).hand(0, "shock").deal();
    table.play(0, "play shock base.3").pass().pass();
    assert_eq!(table.asked(), 2);
    table.leave(1);
    assert_eq!(table.asked(), 2);
    table.pass();
    assert_eq!((table.asked(), table.sequence().as_str()), (3, "shock"), "seat 3 has not passed yet");
    table.pass().pass();
    assert_eq!(table.life(3), 37, "the table has changed, so seat 0 is asked again");
}

/// SR-R50: the player with priority leaves.
#[test]
fn leaving_with_priority() {
    let mut table = table_for(3).cells(0, 1).hand(0, "shock").deal();
    table.play(0, "play shock base.2").pass().leave(1);
    assert_eq!(table.asked(), 2);
    table.pass().pass();
    assert_eq!(table.life(2), 37);
}

/// SR-R50, SR-81: a player leaves while the attacking player orders their blockers.
#[test]
fn leaving_while_blockers_are_ordered() {
    let mut table = table_for(3).front(0, "giant").front(1, "wall").front(1, "wall").deal();
    table.attack(0, &["giant.1 base.1"]).block(1, &["wall.1 giant.1", "wall.2 giant.1"]);
    assert_eq!(table.choices().len(), 2);
    table.leave(1);
    table.fight_on();
    assert_eq!((table.view().step.as_str(), table.asked()), ("main", 0));
}

/// SR-R50, SR-94: a player leaves while an attacker's damage is divided among their blockers.
#[test]
fn leaving_while_damage_is_divided() {
    let mut table =
        table_for(3).front(0, "giant").front(1, "plain-two").front(1, "wall").front(0, "plain-one").deal();
    table.attack(0, &["giant.1 base.1", "plain-one.1 base.2"]);
    table.block(1, &["plain-two.1 giant.1", "wall.1 giant.1"]).play(0, "first plain-two.1").all_pass();
    table.leave(1);
    table.fight_on();
    assert_eq!((table.life(2), table.view().step.as_str()), (39, "main"));
}

/// SR-R50, SR-47: an announcement that has no legal target left is withdrawn without any effect.
#[test]
fn leaving_while_a_target_is_chosen() {
    let mut table = table_for(3)
        .cells(0, 3)
        .hand(0, "backdraft slay-two")
        .front(1, "giant")
        .front(1, "wall")
        .front(1, "coward")
        .deal();
    table.play(0, "play slay-two giant.1").leave(1);
    assert_eq!((table.asked(), table.cells(0)), (0, (3, 3)));
    assert!(table.may(0, "pass") && table.hand(0).contains("slay-two"));
}

/// SR-R50, SR-69: a triggered ability whose last possible target has left is dropped.
#[test]
fn leaving_while_a_trigger_needs_a_target() {
    let mut table =
        table_for(3).cells(0, 4).hand(0, "threshold-keeper").front(1, "giant").front(1, "wall").deal();
    table.play(0, "play threshold-keeper").all_pass();
    assert_eq!(table.choices().len(), 2);
    table.leave(1);
    assert_eq!(
        (table.asked(), table.sequence().as_str(), table.front(0).as_str()),
        (0, "", "threshold-keeper")
    );
    assert!(table.may(0, "pass"));
}

/// SR-R50, SR-R35: a player leaves while another player chooses cards from their hand.
#[test]
fn leaving_while_another_player_chooses_from_the_hand() {
    let mut table = table_for(3).cells(0, 1).hand(0, "pick-discard").hand(1, "giant wall").deal();
    table.does(0, "play pick-discard base.1");
    assert_eq!((table.asked(), table.choices().len()), (0, 2));
    table.leave(1);
    assert_eq!((table.asked(), table.scrap(0).as_str()), (0, "pick-discard"));
    assert!(table.may(0, "pass"));
}

/// SR-R50: every attacked player leaves while attackers are being chosen.
#[test]
fn leaving_while_attackers_are_chosen() {
    let mut table = table_for(3).front(0, "giant").front(0, "wall").deal();
    table.play(0, "attack giant.1 base.1").leave(1);
    table.play(0, "attack wall.1 base.2").play(0, "declare").fight_on();
    assert_eq!((table.life(2), table.view().step.as_str()), (39, "main"));
}

/// SR-R50, SR-R49: a player leaves while choosing blockers. The next attacked player in turn order is asked, even if
/// the order wraps around to seat 0.
#[test]
fn leaving_while_blocks_are_chosen() {
    let mut table =
        table_for(3).active(1).front(1, "giant").front(1, "giant").front(2, "wall").front(0, "wall").deal();
    table.attack(1, &["giant.1 base.2", "giant.2 base.0"]).until_blocks();
    assert_eq!(table.asked(), 2);
    table.leave(2);
    table.play(0, "block wall.1 giant.2").fight_on();
    assert_eq!((table.life(0), table.scrap(0).as_str()), (40, "wall"));
}

/// SR-R50: the only declared attacker has no target left, so the attack ends.
#[test]
fn leaving_ends_an_attack_without_other_targets() {
    let mut table = table_for(3).front(0, "giant").deal();
    table.play(0, "attack giant.1 base.1").leave(1);
    assert_eq!((table.stage().as_str(), table.shows("giant.1").as_str()), ("", "6/6"));
    table.attack(0, &["giant.1 base.2"]).fight_on();
    assert_eq!(table.life(2), 34);
}

/// SR-R50, SR-R28: the continuous abilities of a leaving player end, and the checks are made before any player acts.
#[test]
fn leaving_is_followed_by_checks() {
    let mut table = table_for(3).front(1, "plated-overseer of 2").front(1, "drone damage 1").deal();
    assert_eq!(table.shows("drone.1"), "2/2 damage 1");
    table.leave(2);
    assert_eq!(table.front(1), "");
}

/// SR-R50, SR-R64: a player who pays their last life loses, and the next player has priority.
#[test]
fn losing_with_priority() {
    let mut table = table_for(3).front(1, "bleeder").life(1, 3).cells(0, 1).hand(0, "shock").deal();
    table.play(0, "play shock base.2").pass().play(1, "use bleeder.1 1");
    assert_eq!((table.view().players[1].lost, table.asked(), table.sequence().as_str()), (true, 2, "shock"));
    table.settle();
    assert_eq!(table.life(2), 37);
}

/// SR-14, SR-R50: if the first player leaves during the redraw, the others still redraw in turn order.
#[test]
fn leaving_during_the_redraw() {
    use atlas_core::{Chance, Game};
    use atlas_secure_the_rift::{LibraryRef, Options, SecureTheRift};
    let options = Options { first: Some(Seat(2)), ..Options::default() };
    let state =
        SecureTheRift::start(LibraryRef::core().edition(), &options, 4, &mut Chance::quick(3)).unwrap();
    let mut table = crate::table::Table::of(state);
    table.leave(2);
    for seat in [3, 0, 1] {
        assert_eq!(table.asked(), seat);
        table.play(seat, "keep");
    }
    assert_eq!((table.view().active, table.view().step.as_str()), (Seat(3), "beginning"));
}
