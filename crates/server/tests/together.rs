//! Several seats at once on a server: seven programs that plan at the same time, and pages on which others move.

#[allow(dead_code, reason = "not every test needs every guest")]
mod support;

use std::time::Duration;

use atlas_catalog::{Catalog, GameEntry};
use atlas_lighthouse::{Lighthouse, RULES};
use serde_json::{Value, json};
use support::{Guest, Seen, TestServer};

const GAMES: Catalog = Catalog(&[GameEntry::of::<Lighthouse>(RULES)]);

/// How a program behaves.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    Prompt,
    /// It takes its time for every answer.
    Slow,
    /// It loses its connection after every answer, and comes back.
    Reconnecting,
    /// It sends every answer twice.
    Twice,
}

/// What a program was told.
#[derive(Default)]
struct Heard {
    turns: Vec<u64>,
    conflicts: usize,
    /// Refusals with a rule: somebody else took the room.
    taken: usize,
    result: Value,
}

fn answer(turn: &Value) -> String {
    let legal: Vec<&str> = turn["legal"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect();
    // Everyone wants the first beacon, so that some find it full.
    let action = if turn["question"]["kind"] == "plan" { legal[0] } else { "ready" };
    json!({ "action": action, "question": turn["question"]["id"] }).to_string()
}

/// Plays one seat to the end of the match.
async fn play(host: Guest, table: String, seat: usize, manner: Manner) -> Heard {
    let mut heard = Heard::default();
    let mut program = host.send_program_to(&table, seat).await;
    loop {
        let message = program.next().await;
        match message["type"].as_str().unwrap() {
            "start" => assert_eq!(message["seat"], seat),
            "turn" => {
                heard.turns.push(message["question"]["id"].as_u64().unwrap());
                if manner == Manner::Slow {
                    tokio::time::sleep(Duration::from_millis(60)).await;
                }
                program.say(&answer(&message)).await;
                if manner == Manner::Twice {
                    program.say(&answer(&message)).await;
                }
                if manner == Manner::Reconnecting {
                    // Without a pause it would be limited like any stranger.
                    tokio::time::sleep(Duration::from_millis(30)).await;
                    program = host.send_program_to(&table, seat).await;
                }
            }
            "seen" => {}
            "refused" if message["code"] == "conflict" => heard.conflicts += 1,
            "refused" => {
                assert_eq!(message["rule"], "LH-05", "{message}");
                heard.taken += 1;
            }
            "over" => {
                heard.result = message["result"].clone();
                return heard;
            }
            other => panic!("{other}: {message}"),
        }
    }
}

/// Everyone's answers count once, nobody waits for the slow one to plan, and the match is genuine.
#[tokio::test(flavor = "multi_thread")]
async fn seven_programs_plan_at_the_same_time() {
    use Manner::{Prompt, Reconnecting, Slow, Twice};
    let server = TestServer::with_games(GAMES).await;
    let host = server.guest().await;
    let table = host.sit_down("/tables/lighthouse", &["seats=me"; 7].join("&")).await;
    let manners = [Prompt, Twice, Prompt, Reconnecting, Prompt, Slow, Prompt];
    let playing = manners
        .into_iter()
        .enumerate()
        .map(|(seat, manner)| tokio::spawn(play(host.clone(), table.clone(), seat, manner)));
    let mut all = Vec::new();
    for program in playing.collect::<Vec<_>>() {
        all.push(program.await.unwrap());
    }
    let winners = all[0].result["winners"].as_array().unwrap().len();
    assert!(winners == 0 || winners == 7, "everyone wins or nobody does: {:?}", all[0].result);
    for (heard, manner) in all.iter().zip(manners) {
        assert_eq!(heard.result, all[0].result);
        let prompt = matches!(manner, Prompt | Slow);
        assert!(!prompt || heard.conflicts == 0, "a neighbour's entry makes nobody's answer stale");
        let mut once = heard.turns.clone();
        once.dedup();
        // A question is asked again only after a refusal or on a new connection.
        assert!(manner == Reconnecting || heard.turns.len() <= once.len() + heard.taken + heard.conflicts);
    }
    assert!(all.iter().map(|heard| heard.taken).sum::<usize>() > 0, "somebody found the first beacon full");
    assert!(all[1].conflicts > 0, "the second of two answers is refused");

    let record = host.get(&format!("{table}/record")).await.body;
    let replayed = GAMES.replay(&record).unwrap();
    assert_eq!(replayed.result(), all[0].result);
    // Planning was really simultaneous: the slow seat said ready after others had planned in the same night.
    let seats: Vec<u8> = replayed.records().iter().filter_map(|it| it.seat).map(|seat| seat.0).collect();
    let changes = seats.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert!(changes > 14, "the entries of the seats are mixed: {seats:?}");
}

/// A page with several seats of one person shows the whole table, and says how it ended for everyone.
#[tokio::test]
async fn a_page_says_that_everyone_won_or_lost_together() {
    let server = TestServer::with_games(GAMES).await;
    let host = server.guest().await;
    let table = host.sit_down("/tables/lighthouse", "seats=me&seats=novice&seats=novice").await;
    let mut seen = host.watch(&table).await;
    loop {
        seen.my_turn().await;
        if seen.is_over() {
            break;
        }
        let sentence = seen.legal().last().unwrap().clone();
        let before = seen.seq();
        seen.act(&sentence).await;
        while seen.seq() <= before && !seen.is_over() {
            seen.next_scene().await;
        }
    }
    assert!(
        seen.part("end").contains("You all win!") || seen.part("end").contains("You all lose."),
        "{}",
        seen.part("end")
    );
    let watcher = server.guest().await.watch(&table).await;
    assert!(watcher.is_over() && watcher.html().contains("The players "), "{}", watcher.html());
    assert!(watcher.legal().is_empty());
}

/// A double click acts once: the second click names a question that has been answered.
#[tokio::test]
async fn a_double_click_acts_once() {
    let server = TestServer::with_games(GAMES).await;
    let host = server.guest().await;
    let table = host.sit_down("/tables/lighthouse", "seats=me&seats=open").await;
    let other = server.guest().await;
    other.post(&format!("{table}/sit"), "word=").await;
    let mut seen = host.watch(&table).await;
    seen.my_turn().await;
    let sentence = seen.legal()[0].clone();
    seen.act(&sentence).await;
    seen.act(&sentence).await;
    let mut conflicts = 0;
    while conflicts == 0 {
        let message = seen.next().await;
        conflicts += usize::from(message["conflict"] == true);
    }
    assert_eq!(host.watch(&table).await.seq(), 1, "one entry was made");
}

/// What a neighbour does leaves my question open: the answer that I had chosen before still counts.
#[tokio::test]
async fn a_neighbours_move_does_not_make_my_answer_stale() {
    let server = TestServer::with_games(GAMES).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.sit_down("/tables/lighthouse", "seats=me&seats=open").await;
    bob.post(&format!("{table}/sit"), "word=").await;
    let mut ann_sees: Seen = ann.watch(&table).await;
    let mut bob_sees: Seen = bob.watch(&table).await;
    ann_sees.my_turn().await;
    bob_sees.my_turn().await;
    let chosen = ann_sees.legal()[0].clone();
    let sentence = bob_sees.legal().last().unwrap().clone();
    bob_sees.act(&sentence).await;
    while bob_sees.seq() < 1 {
        bob_sees.next_scene().await;
    }
    // Ann's page has not heard of it yet, and answers the question that it shows.
    ann_sees.act(&chosen).await;
    while ann_sees.seq() < 2 {
        let message = ann_sees.next().await;
        assert!(message.get("refused").is_none(), "{message}");
    }
}
