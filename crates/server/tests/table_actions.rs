//! What people do at a table besides moving: talk, leave, come back, change their minds.

#[allow(dead_code, reason = "not every test needs every guest")]
mod support;

use serde_json::{Value, json};
use support::{Guest, Seen, TestServer};

const FRIENDS: &str = "word=w&seats=me&seats=open&option-first=0";

/// Two friends at one table, Ann to move.
async fn friends(server: &TestServer) -> (String, (Guest, Seen), (Guest, Seen)) {
    friends_at(server, "enchanted-lands").await
}

async fn friends_at(server: &TestServer, game: &str) -> (String, (Guest, Seen), (Guest, Seen)) {
    let (ann, bob) = (server.guest().await, server.guest().await);
    ann.post("/name", "name=Ann").await;
    bob.post("/name", "name=Bob").await;
    let table = ann.sit_down(&format!("/tables/{game}"), FRIENDS).await;
    bob.sit_down(&format!("{table}/sit"), "word=b").await;
    let (mut ann_sees, bob_sees) = (ann.watch(&table).await, bob.watch(&table).await);
    ann_sees.my_turn().await;
    (table, (ann, ann_sees), (bob, bob_sees))
}

async fn say(seen: &mut Seen, message: Value) {
    seen.say(&message.to_string()).await;
}

/// The next message that has this key.
async fn heard(seen: &mut Seen, key: &str) -> Value {
    loop {
        let message = seen.next().await;
        if let Some(value) = message.get(key) {
            return value.clone();
        }
    }
}

/// Waits until the table says something.
async fn shows(seen: &mut Seen, words: &str) {
    while !seen.html().contains(words) {
        seen.next_scene().await;
    }
}

/// Plays in these seats until the table has so many entries or the match is over.
async fn play_until(seens: &mut [&mut Seen], seq: u64) {
    loop {
        let newest = seens.iter().map(|seen| seen.seq()).max().unwrap_or(0);
        for seen in &mut *seens {
            while seen.seq() < newest {
                seen.next_scene().await;
            }
        }
        if newest >= seq || seens[0].is_over() {
            return;
        }
        let actor = seens.iter().position(|seen| !seen.legal().is_empty());
        let actor = &mut *seens[actor.unwrap_or(0)];
        if let Some(sentence) = actor.legal().first().cloned() {
            actor.act(&sentence).await;
        }
        while actor.seq() == newest {
            actor.next_scene().await;
        }
    }
}

/// Plays until a move no longer reveals a card. Returns the player who has just moved, and the other one.
async fn play_until_the_pile_is_empty<'a>(
    one: &'a mut Seen,
    two: &'a mut Seen,
) -> (&'a mut Seen, &'a mut Seen) {
    play_until(&mut [&mut *one, &mut *two], 23).await;
    for seen in [&mut *one, &mut *two] {
        while seen.seq() < 23 {
            seen.next_scene().await;
        }
    }
    if one.legal().is_empty() { (one, two) } else { (two, one) }
}

#[tokio::test(flavor = "multi_thread")]
async fn players_talk_and_mute_each_other() {
    let server = TestServer::open().await;
    let (table, (_ann, mut ann_sees), (bob, mut bob_sees)) = friends(&server).await;
    say(&mut bob_sees, json!({ "say": { "text": " <b>hello</b>\u{7} " } })).await;
    let chat = heard(&mut ann_sees, "chat").await;
    let line = chat[0].as_str().unwrap();
    assert!(line.ends_with("<p><b>Bob</b> &lt;b&gt;hello&lt;/b&gt;</p></li>"), "{line}");
    say(&mut ann_sees, json!({ "mute": { "seat": 1 } })).await;
    let muted = ann_sees.next().await;
    assert_eq!(muted, json!({ "chat": [], "from": 0, "muted": [1] }));
    say(&mut bob_sees, json!({ "say": { "text": "are you there?" } })).await;
    assert!(heard(&mut bob_sees, "chat").await[0].as_str().unwrap().contains("hello"));
    heard(&mut bob_sees, "chat").await;
    say(&mut ann_sees, json!({ "unmute": { "seat": 1 } })).await;
    loop {
        let message = ann_sees.next().await;
        if let Some(chat) = message.get("chat") {
            assert_eq!(chat.as_array().unwrap().len(), 2, "what was muted is there again: {message}");
            break;
        }
    }
    // Whoever comes later reads what was said; who only watches says nothing.
    let eve = server.guest().await;
    let mut eve_sees = eve.watch(&table).await;
    assert_eq!(heard(&mut eve_sees, "chat").await.as_array().unwrap().len(), 2);
    say(&mut eve_sees, json!({ "say": { "text": "hi" } })).await;
    assert_eq!(heard(&mut eve_sees, "refused").await, "Only players can write at this table.");
    // A flood is not let through.
    for _ in 0..9 {
        say(&mut bob_sees, json!({ "say": { "text": "!" } })).await;
    }
    assert_eq!(heard(&mut bob_sees, "refused").await, "You are writing too fast. Wait a moment.");
    say(&mut ann_sees, json!({ "say": { "text": "x".repeat(301) } })).await;
    assert!(heard(&mut ann_sees, "refused").await.as_str().unwrap().contains("at most 300 characters"));
    assert_eq!(bob.get(&table).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_in_which_nobody_moved_is_called_off() {
    let server = TestServer::open().await;
    let (table, (ann, mut ann_sees), (_bob, mut bob_sees)) = friends(&server).await;
    let mut eve_sees = server.guest().await.watch(&table).await;
    say(&mut eve_sees, json!({ "abort": {} })).await;
    assert_eq!(heard(&mut eve_sees, "refused").await, "Only players can abort a match.");
    say(&mut bob_sees, json!({ "abort": {} })).await;
    shows(&mut ann_sees, "Game aborted").await;
    ann_sees.act("dawn-1").await;
    assert_eq!(heard(&mut ann_sees, "refused").await, "The match was aborted.");
    assert!(ann.get("/").await.body.contains("Aborted"));
    assert_eq!(ann.get(&format!("{table}/record")).await.status, 400, "nothing of it is revealed");
    let next = ann.sit_down(&format!("{table}/rematch"), "").await;
    assert_ne!(next, table);

    let (_table, (_ann, mut ann_sees), (_bob, mut bob_sees)) = friends(&server).await;
    play_until(&mut [&mut ann_sees, &mut bob_sees], 1).await;
    say(&mut bob_sees, json!({ "abort": {} })).await;
    assert_eq!(
        heard(&mut bob_sees, "refused").await,
        "A move has already been made. You can resign instead."
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_waiting_table_is_called_off_and_nobody_sits_down_any_more() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let table = ann.sit_down("/tables/enchanted-lands", &format!("{FRIENDS}&public=yes")).await;
    let mut ann_sees = ann.watch(&table).await;
    assert!(bob.get("/lobby").await.body.contains(&table));
    assert!(ann_sees.html().contains("class=\"qr\""), "the invitation can be scanned");
    say(&mut ann_sees, json!({ "abort": {} })).await;
    shows(&mut ann_sees, "Game aborted").await;
    assert_eq!(bob.post(&format!("{table}/sit"), "word=b").await.status, 400);
    assert!(!bob.get("/lobby").await.body.contains(&table));
}

/// EL-R18: whoever leaves is replaced by a bot, and the hand stays.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_finishes_for_whoever_resigns() {
    let server = TestServer::open().await;
    let (table, (ann, mut ann_sees), (_bob, mut bob_sees)) = friends(&server).await;
    play_until(&mut [&mut ann_sees, &mut bob_sees], 2).await;
    say(&mut bob_sees, json!({ "resign": {} })).await;
    while bob_sees.seq() < 4 {
        bob_sees.next_scene().await;
    }
    assert!(bob_sees.legal().is_empty());
    say(&mut bob_sees, json!({ "return": {} })).await;
    assert_eq!(
        heard(&mut bob_sees, "refused").await,
        "You have resigned, so you cannot take your seat back."
    );
    play_until(&mut [&mut ann_sees], 99).await;
    assert!(ann_sees.is_over());
    let record = ann.get(&format!("{table}/record")).await.body;
    assert!(record.contains("\"kind\":\"leave\",\"seat\":1") && record.contains("bot:adept"), "{record}");
    assert!(atlas_catalog::replay(&record).unwrap().outcome().is_some());
}

/// SA-R27: with two players, giving up ends the match: the other one wins, and nobody plays on.
#[tokio::test(flavor = "multi_thread")]
async fn who_gives_up_a_game_of_two_loses_it() {
    let server = TestServer::open().await;
    let (table, (ann, mut ann_sees), (bob, mut bob_sees)) = friends_at(&server, "shadow-of-atlas").await;
    let sentence = ann_sees.legal()[0].clone();
    ann_sees.act(&sentence).await;
    while bob_sees.seq() < 1 {
        bob_sees.next_scene().await;
    }
    let mut program = bob.send_program(&table).await;
    // Whose turn it is does not matter.
    say(&mut bob_sees, json!({ "resign": {} })).await;
    for seen in [&mut ann_sees, &mut bob_sees] {
        while !seen.is_over() {
            seen.next_scene().await;
        }
        assert!(seen.legal().is_empty());
        assert!(
            seen.scene["news"].to_string().contains("<b>Bob</b> leaves, so <b>Ann</b> wins"),
            "{}",
            seen.scene["news"]
        );
        assert_eq!(seen.seq(), 2, "the seat is given to nobody");
    }
    assert!(ann_sees.part("end").contains("You win!"), "{}", ann_sees.part("end"));
    assert!(bob_sees.part("end").contains("Ann wins!"), "{}", bob_sees.part("end"));
    while program.next().await["type"] != "over" {}
    say(&mut bob_sees, json!({ "return": {} })).await;
    assert_eq!(heard(&mut bob_sees, "refused").await, "No bot is playing for you.");
    say(&mut ann_sees, json!({ "resign": {} })).await;
    assert_eq!(heard(&mut ann_sees, "refused").await, "The game is over.");

    let record = ann.get(&format!("{table}/record")).await.body;
    assert!(record.contains("\"kind\":\"leave\",\"seat\":1") && !record.contains("given"), "{record}");
    let again = atlas_catalog::replay(&record).unwrap();
    assert_eq!(again.result()["winners"], json!([0]));
    let replay = bob.get(&format!("{table}/replay?at=2&as=1")).await;
    assert!(replay.body.contains("data-check=\"replay\" data-ok=\"yes\""), "{}", replay.body);
    assert!(
        replay.body.contains("Move 2 of 2") && replay.body.contains("<b>Bob</b> leaves, so <b>Ann</b> wins")
    );
    assert!(!ann.get("/").await.body.contains("your turn"), "it is not the turn of anybody");
    // It has ended for another process too.
    assert!(server.again().await.guest().await.get(&table).await.body.contains("Ann wins!"));
}

/// A bot that thinks when its opponent gives up has nothing to say any more.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_wins_when_its_only_opponent_gives_up() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    for first in ["0", "1"] {
        let form = format!("word=w&seats=me&seats=adept&option-first={first}");
        let table = guest.sit_down("/tables/shadow-of-atlas", &form).await;
        let mut seen = guest.watch(&table).await;
        say(&mut seen, json!({ "resign": {} })).await;
        while !seen.is_over() {
            seen.next_scene().await;
        }
        assert!(seen.html().contains("adept bot wins!"), "{}", seen.html());
        let record = guest.get(&format!("{table}/record")).await.body;
        let last = record.lines().rev().nth(1).unwrap();
        assert!(last.contains("\"kind\":\"leave\""), "nothing comes after it: {record}");
        assert!(atlas_catalog::replay(&record).unwrap().outcome().is_some());
    }
}

/// SA-R02: in a rematch the loser of the last game is First Player. The server asks the game.
#[tokio::test(flavor = "multi_thread")]
async fn the_loser_begins_the_rematch() {
    let server = TestServer::open().await;
    let (mut table, (ann, mut ann_sees), (bob, mut bob_sees)) = friends_at(&server, "shadow-of-atlas").await;
    for _ in 0..2 {
        say(&mut bob_sees, json!({ "resign": {} })).await;
        shows(&mut ann_sees, "You win!").await;
        table = ann.sit_down(&format!("{table}/rematch"), "").await;
        (ann_sees, bob_sees) = (ann.watch(&table).await, bob.watch(&table).await);
        assert!(!bob_sees.legal().is_empty() && ann_sees.legal().is_empty(), "Bob has lost and begins");
    }
    // What is called off was not lost by anybody, so the next table is like it.
    say(&mut bob_sees, json!({ "abort": {} })).await;
    shows(&mut ann_sees, "Game aborted").await;
    table = ann.sit_down(&format!("{table}/rematch"), "").await;
    assert!(!bob.watch(&table).await.legal().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_until_its_player_is_back() {
    let server = TestServer::open().await;
    let (_table, (_ann, mut ann_sees), (_bob, mut bob_sees)) = friends(&server).await;
    let sentence = ann_sees.legal()[0].clone();
    say(&mut ann_sees, json!({ "bot": { "seat": 0 } })).await;
    // The bot moves for Ann, so it is Bob's turn.
    bob_sees.my_turn().await;
    shows(&mut ann_sees, "Take your seat back").await;
    ann_sees.act(&sentence).await;
    let refused = heard(&mut ann_sees, "refused").await;
    assert_eq!(refused, "A bot is playing for you. Take your seat back first.");
    say(&mut ann_sees, json!({ "return": {} })).await;
    while ann_sees.html().contains("Take your seat back") {
        ann_sees.next_scene().await;
    }
    while bob_sees.seq() < ann_sees.seq() {
        bob_sees.next_scene().await;
    }
    let sentence = bob_sees.legal()[0].clone();
    bob_sees.act(&sentence).await;
    ann_sees.my_turn().await;
    assert!(!ann_sees.legal().is_empty(), "Ann decides again");
}

/// Waits until a page is told that the players are present like this.
async fn until_presence(seen: &mut Seen, is: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = seen.next().await;
        if message.get("presence").is_some_and(&is) {
            return message["presence"].clone();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_away_is_replaced_only_after_a_while() {
    let patient = TestServer::patient().await;
    let (table, (ann, mut ann_sees), (_bob, mut bob_sees)) = friends(&patient).await;
    say(&mut bob_sees, json!({ "bot": { "seat": 0 } })).await;
    let refused = heard(&mut bob_sees, "refused").await;
    assert_eq!(refused, "They are at the table. Give them time to choose.");
    say(&mut ann_sees, json!({ "bot": { "seat": 1 } })).await;
    assert_eq!(heard(&mut ann_sees, "refused").await, "It is not their turn.");
    // A page that is loaded again has not left.
    drop(ann_sees);
    let ann_sees = ann.watch(&table).await;
    drop(ann_sees);
    let presence = until_presence(&mut bob_sees, |presence| presence[0]["away"].is_number()).await;
    assert_eq!(presence[1], "here");
    say(&mut bob_sees, json!({ "bot": { "seat": 0 } })).await;
    let refused = heard(&mut bob_sees, "refused").await;
    assert!(refused.as_str().unwrap().starts_with("They have just left. Wait"), "{refused}");
    let _ann_sees = ann.watch(&table).await;
    until_presence(&mut bob_sees, |presence| presence[0] == "here").await;

    let server = TestServer::open().await;
    let (table, (ann, ann_sees), (_bob, mut bob_sees)) = friends(&server).await;
    let mut eve_sees = server.guest().await.watch(&table).await;
    say(&mut eve_sees, json!({ "bot": { "seat": 0 } })).await;
    assert_eq!(heard(&mut eve_sees, "refused").await, "You are watching this table.");
    drop(ann_sees);
    until_presence(&mut bob_sees, |presence| presence[0]["away"].is_number()).await;
    say(&mut bob_sees, json!({ "bot": { "seat": 0 } })).await;
    bob_sees.my_turn().await;
    assert!(!bob_sees.legal().is_empty(), "the bot has moved for Ann");
    let ann_sees = ann.watch(&table).await;
    assert!(ann_sees.part("ask").contains("Take your seat back"), "{}", ann_sees.part("ask"));
}

/// In Enchanted Lands a move shows its player a new card, so that nothing can be taken back before the pile
/// is empty; then everyone must agree, because the turn has passed.
#[tokio::test(flavor = "multi_thread")]
async fn moves_are_taken_back_by_consent_and_never_past_what_was_revealed() {
    let server = TestServer::open().await;
    let (table, (ann, mut ann_sees), (_bob, mut bob_sees)) = friends(&server).await;
    play_until(&mut [&mut ann_sees, &mut bob_sees], 1).await;
    say(&mut ann_sees, json!({ "back": { "seq": 1 } })).await;
    let refused = heard(&mut ann_sees, "refused").await;
    assert_eq!(refused, "You cannot take this back: hidden cards have been revealed since.");
    let (asker, other) = play_until_the_pile_is_empty(&mut ann_sees, &mut bob_sees).await;
    say(asker, json!({ "back": { "seq": 22 } })).await;
    assert!(heard(asker, "refused").await.as_str().unwrap().contains("The table has changed"));
    say(asker, json!({ "back": { "seq": 23 } })).await;
    shows(asker, "Waiting until everyone agrees").await;
    shows(other, "asks to take back the last move").await;
    say(other, json!({ "keep": {} })).await;
    // The asker is told that the move is kept.
    shows(asker, "would rather keep the last move.").await;
    assert!(!asker.html().contains("Waiting until everyone agrees"));
    while other.html().contains("asks to take back the last move") {
        other.next_scene().await;
    }
    say(asker, json!({ "back": { "seq": 23 } })).await;
    shows(asker, "Waiting until everyone agrees").await;
    shows(other, "asks to take back the last move").await;
    say(other, json!({ "back": { "seq": 23 } })).await;
    while asker.seq() < 24 {
        asker.next_scene().await;
    }
    assert!(!asker.legal().is_empty(), "it is the asker's turn again");
    assert_eq!(asker.scene["from"], 0, "the story is told anew");
    assert!(asker.scene["news"].to_string().contains("taken back"));
    play_until(&mut [&mut ann_sees, &mut bob_sees], 99).await;
    let record = ann.get(&format!("{table}/record")).await.body;
    assert!(record.contains("\"kind\":\"undo\""), "{record}");
    assert!(atlas_catalog::replay(&record).is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_picked_is_explained_by_its_rule() {
    let server = TestServer::open().await;
    let (_table, (_ann, mut ann_sees), (_bob, mut bob_sees)) = friends(&server).await;
    let card = bob_sees.all("data-token")[0].clone();
    say(&mut ann_sees, json!({ "why": { "words": card } })).await;
    let message = ann_sees.next().await;
    assert!(message["rule"].as_str().unwrap().contains("/rules/enchanted-lands#EL-"), "{message}");
    say(&mut bob_sees, json!({ "why": { "words": "time" } })).await;
    assert_eq!(bob_sees.next().await["why"], "It is Ann's turn.");
    say(&mut ann_sees, json!({ "hint": {} })).await;
    let hint = ann_sees.next().await;
    assert!(ann_sees.legal().contains(&hint["hint"].as_str().unwrap().to_owned()), "{hint}");
    assert!(!hint["reason"].as_str().unwrap().is_empty(), "{hint}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_guide_is_for_newcomers_until_they_know_the_way() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    let table = guest.sit_down("/play/enchanted-lands", "word=w").await;
    let mut seen = guest.watch(&table).await;
    let guided = |seen: &Seen| !seen.part("guide").is_empty();
    seen.my_turn().await;
    assert!(guided(&seen) && guest.get(&table).await.body.contains("id=\"guide\""));
    say(&mut seen, json!({ "guide": { "show": false } })).await;
    seen.next_scene().await;
    assert!(!guided(&seen) && !guest.get(&table).await.body.contains("id=\"guide\""));
    say(&mut seen, json!({ "guide": { "show": true } })).await;
    seen.next_scene().await;
    assert!(guided(&seen));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_was_away_is_told_what_it_missed() {
    let server = TestServer::open().await;
    let (table, (ann, mut ann_sees), (_bob, mut bob_sees)) = friends(&server).await;
    play_until(&mut [&mut ann_sees, &mut bob_sees], 4).await;
    let news = |seen: &Seen| (seen.scene["from"].clone(), seen.scene["news"].as_array().unwrap().len());
    let (from, all) = news(&ann.watch_from(&table, 0).await);
    assert!(from == 0 && all >= 8, "{from} {all}");
    let (from, last) = news(&ann.watch_from(&table, 3).await);
    assert!(from == 3 && last < all, "{from} {last}");
    assert_eq!(news(&ann.watch_from(&table, 4).await), (json!(4), 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_replay_shows_each_moment_through_anyones_eyes() {
    let server = TestServer::open().await;
    let (table, (ann, mut ann_sees), (_bob, mut bob_sees)) = friends(&server).await;
    let hand = ann_sees.all("data-token")[0].clone();
    assert_eq!(ann.get(&format!("{table}/replay")).await.status, 400, "not before the end");
    play_until(&mut [&mut ann_sees, &mut bob_sees], 99).await;
    let thing = format!("data-thing=\"{hand}\"");
    let at = |query: &str| format!("{table}/replay{query}");
    let everything = ann.get(&at("")).await.body;
    assert!(everything.contains(&thing) && everything.contains("data-ok=\"yes\""));
    assert!(!ann.get(&at("?at=0&as=watcher")).await.body.contains(&thing));
    assert!(!ann.get(&at("?at=0&as=1")).await.body.contains(&thing));
    assert!(ann.get(&at("?at=0&as=0")).await.body.contains(&thing));
    let end = ann.get(&at("?at=9999")).await;
    assert!(end.status == 200 && end.body.contains("Move 26 of 26"));
    for wrong in ["?as=2", "?as=nobody", "?at=-1", "?at=x"] {
        assert_eq!(ann.get(&at(wrong)).await.status, 400, "{wrong}");
    }
}

/// The secret of a finished match is public, so nothing can be appended to it.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_happens_after_the_end() {
    let server = TestServer::open().await;
    let (table, (ann, mut ann_sees), (_bob, mut bob_sees)) = friends(&server).await;
    play_until(&mut [&mut ann_sees, &mut bob_sees], 99).await;
    assert!(ann_sees.is_over());
    let record = ann.get(&format!("{table}/record")).await.body;
    let seq = ann_sees.seq();
    for request in [
        json!({ "back": { "seq": seq } }),
        json!({ "keep": {} }),
        json!({ "bot": { "seat": 0 } }),
        json!({ "bot": { "seat": 1 } }),
        json!({ "return": {} }),
        json!({ "resign": {} }),
        json!({ "abort": {} }),
        json!({ "act": { "sentence": "dawn-1" } }),
    ] {
        say(&mut ann_sees, request.clone()).await;
        let refused = heard(&mut ann_sees, "refused").await;
        assert!(refused.is_string(), "{request}");
    }
    assert_eq!(ann.get(&format!("{table}/record")).await.body, record, "the record has not changed");
    assert!(atlas_catalog::replay(&record).is_ok());
    // A record that was continued after its end is not genuine.
    let log = atlas_core::Log::from_text(&record).unwrap();
    let mut forged = (atlas_catalog::find("enchanted-lands").unwrap().begin)(
        &log.header,
        log.reveal.as_ref().unwrap().secret,
    )
    .unwrap();
    log.records.iter().for_each(|record| forged.append_record(record).unwrap());
    forged.append(atlas_core::Entry::Undo { to: seq - 1 }).unwrap();
    let forged = forged.log(atlas_core::play::Secrecy::Revealed).to_text();
    let refusal = atlas_catalog::replay(&forged).err().unwrap();
    assert!(refusal.to_string().contains("after the end of the match"), "{refusal}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_has_no_say_in_taking_back() {
    let server = TestServer::open().await;
    let (table, (_ann, mut ann_sees), (_bob, mut bob_sees)) = friends(&server).await;
    let (asker, other) = play_until_the_pile_is_empty(&mut ann_sees, &mut bob_sees).await;
    say(asker, json!({ "back": { "seq": 23 } })).await;
    shows(other, "asks to take back the last move").await;
    let mut eve_sees = server.guest().await.watch(&table).await;
    say(&mut eve_sees, json!({ "keep": {} })).await;
    assert_eq!(heard(&mut eve_sees, "refused").await, "You are watching this table.");
    say(&mut eve_sees, json!({ "back": { "seq": 23 } })).await;
    assert_eq!(heard(&mut eve_sees, "refused").await, "You are watching this table.");
    say(other, json!({ "back": { "seq": 23 } })).await;
    while asker.seq() < 24 {
        asker.next_scene().await;
    }
    assert!(asker.scene["news"].to_string().contains("taken back"), "{}", asker.scene);
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_mislead_are_refused() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    for name in ["adept+bot", "%E2%80%8B", "%E2%80%AE", "***", ""] {
        let refused = guest.post("/name", &format!("name={name}")).await;
        assert_eq!(refused.status, 400, "{name}: {}", refused.body);
    }
    assert_eq!(guest.post("/name", "name=%E2%80%AEadA").await.status, 303);
    let home = guest.get("/").await.body;
    assert!(home.contains("value=\"adA\"") && !home.contains('\u{202e}'), "{home}");
}

/// Others do not disturb a page: only the parts that changed are sent.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_is_sent_only_what_changed() {
    let server = TestServer::open().await;
    let (_table, (_ann, mut ann_sees), (_bob, mut bob_sees)) = friends(&server).await;
    say(&mut bob_sees, json!({ "say": { "text": "hello" } })).await;
    heard(&mut ann_sees, "chat").await;
    say(&mut ann_sees, json!({ "guide": { "show": false } })).await;
    ann_sees.next_scene().await;
    let changed: Vec<&String> = ann_sees.scene["parts"].as_object().unwrap().keys().collect();
    assert_eq!(changed, ["menu", "guide"], "{}", ann_sees.scene);
    say(&mut ann_sees, json!({ "guide": { "show": false } })).await;
    ann_sees.next_scene().await;
    assert_eq!(ann_sees.scene, json!({ "seq": 0 }), "nothing is new");
}
