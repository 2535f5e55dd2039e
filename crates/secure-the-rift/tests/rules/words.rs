//! The sentences that players read: remarks, questions, refusals and events.

use atlas_core::{Chance, Code, Edition, Game, Insight, Seat, Turn, Viewer};
use atlas_secure_the_rift::{Options, SecureTheRift};

use crate::table::{Table, table, table_for};

#[track_caller]
fn remark(table: &Table, seat: u8, said: &str) -> Option<String> {
    let action = table.judged(seat, said).unwrap_or_else(|refusal| panic!("{said}: {refusal}"));
    table.state.remark(Seat(seat), action).map(|text| text.to_string())
}

fn question(table: &Table) -> String {
    table.state.awaiting(Seat(table.asked())).unwrap().text.to_string()
}

/// SR-48: the remark on a card names its cost and what it brings, in one sentence.
#[test]
fn remarks_on_cards_and_abilities() {
    let table = table().cells(0, 6).front(0, "worker").hand(0, "plain-two guardian shock backdraft").deal();
    for (said, says) in [
        ("play plain-two", Some("For 2 Energy you get a Soul on the front lines.")),
        ("play guardian", Some("For 2 Energy you get a Tech on the front lines.")),
        ("play shock base.1", Some("For 1 Energy it does this: deal 3 damage to any target.")),
        ("play backdraft x 1", None),
        ("use worker.1 2", Some("It uses this ability: ACTIVATE: gain 2 life.")),
        ("pass", Some("If everyone passes, this step ends.")),
    ] {
        assert_eq!(remark(&table, 0, said).as_deref(), says, "{said}");
    }
}

/// SR-86, SR-91, SR-96: remarks compare the damage of attackers and blockers with what it takes to win or to kill.
#[test]
fn remarks_on_attacks_and_blocks() {
    let mut table = table_for(2)
        .front(0, "giant")
        .front(0, "plain-two")
        .front(1, "wall vulnerable")
        .front(1, "plain-one")
        .life(1, 6)
        .deal();
    for (said, says) in [
        ("attack giant.1 base.1", "Unblocked, it deals 6 damage, enough to defeat seat 1."),
        ("attack plain-two.1 base.1", "Unblocked, it deals 2 damage to seat 1, who has 6 life."),
        ("attack giant.1 wall.1", "It deals 6 damage, enough to kill Wall 3."),
        ("attack plain-two.1 wall.1", "It deals 2 of the 5 damage that kill Wall 3."),
    ] {
        assert_eq!(remark(&table, 0, said).as_deref(), Some(says), "{said}");
    }
    table.attack(0, &["giant.1 base.1"]);
    assert_eq!(remark(&table, 0, "pass").as_deref(), Some("If everyone passes, the attack goes on."));
    table.until_blocks();
    assert_eq!(
        remark(&table, 1, "block plain-one.1 giant.1").as_deref(),
        Some("It deals 1 damage, not enough to kill the attacker, and takes 6, enough to die.")
    );
}

/// SR-36, SR-43, SR-54: questions are short, and a player who is not asked learns who is.
#[test]
fn questions_and_turns() {
    let mut table =
        table().cells(0, 6).cells(1, 1).front(0, "giant").hand(0, "shock").hand(1, "shock").deal();
    assert_eq!(question(&table), "Play a card, use an ability, attack, or pass to end the Main step.");
    let refused = |table: &Table, seat: u8| table.judged(seat, "pass").unwrap_err();
    assert_eq!(refused(&table, 1).code, Code::NotYourTurn);
    assert_eq!(refused(&table, 1).to_string(), "It is seat 0's turn. (SR-43)");
    table.play(0, "play shock base.1");
    assert_eq!(question(&table), "React to Shock, or pass.");
    assert_eq!(remark(&table, 0, "pass").as_deref(), Some("If everyone passes, Shock concludes."));
    table.play(0, "pass");
    assert_eq!(refused(&table, 0).to_string(), "Seat 1 has priority. (SR-43)");
}

/// SR-79: the question for blockers names the attackers.
#[test]
fn the_question_for_blockers() {
    let mut table = table().front(0, "giant").front(0, "plain-two").front(1, "wall").deal();
    table.attack(0, &["giant.1 base.1"]).until_blocks();
    assert_eq!(question(&table), "Block Giant 1, or let it through.");
    assert_eq!(table.judged(0, "pass").unwrap_err().to_string(), "Seat 1 is choosing. (SR-79)");
}

/// In random games, every question and every event is a sentence with a capital letter and a full stop, and every remark
/// is one sentence.
#[test]
fn texts_are_sentences() {
    let (mut remarks, mut events) = (0, 0);
    for seed in 0..6 {
        let mut chance = Chance::quick(seed);
        let edition = Edition::newest::<SecureTheRift>();
        let options = Options { life: 12, ..Options::default() };
        let mut state = SecureTheRift::start(edition, &options, 2 + seed as u8 % 3, &mut chance).unwrap();
        for _ in 0..400 {
            let Some(seat) = state.acting().first() else { break };
            let asked = state.awaiting(seat).unwrap().text.to_string();
            assert!(asked.starts_with(char::is_alphanumeric) && asked.ends_with(['.', '?']), "{asked}");
            let mut legal = Vec::new();
            state.legal(seat, &mut legal);
            for remark in legal.iter().filter_map(|action| state.remark(seat, *action)) {
                let remark = remark.to_string();
                assert!(remark.starts_with(char::is_uppercase) && remark.ends_with('.'), "{remark}");
                assert_eq!(remark.matches('.').count(), 1, "{remark}");
                remarks += 1;
            }
            let action = legal[chance.below(legal.len() as u32) as usize];
            let mut news = Vec::new();
            state.play(seat, action, &mut Turn::told(&mut chance, &mut news));
            for (_, event) in news {
                let told = state.tell(&state.seen(&event, Viewer::Spectator).unwrap()).text.to_string();
                assert!(told.starts_with(char::is_uppercase) && told.ends_with('.'), "{told}");
                events += 1;
            }
        }
    }
    assert!(remarks > 1_000 && events > 1_000, "{remarks} remarks, {events} events");
}
