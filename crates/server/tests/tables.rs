//! Tables, from the front door: guests come, play, watch, cheat, and lose the server under their hands.

#[allow(dead_code, reason = "not every test needs every guest")]
mod support;

use support::{Guest, TestServer, is_turned_away, request};

const TWO_OPEN: &str = "word=w&seats=me&seats=open";

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_whole_game_against_a_bot_and_gets_a_genuine_record() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    let table = guest.sit_down("/play/enchanted-lands", "word=mine").await;
    let mut seen = guest.watch(&table).await;
    assert_eq!(guest.get(&format!("{table}/record")).await.status, 400, "the secret stays until the end");
    let mut moves = 0;
    loop {
        seen.my_turn().await;
        if seen.is_over() {
            break;
        }
        let legal = seen.legal();
        seen.act(&legal[moves % legal.len()]).await;
        seen.next_scene().await;
        moves += 1;
    }
    assert_eq!((moves, seen.seq()), (13, 26));
    let record = guest.get(&format!("{table}/record")).await;
    let replayed = atlas_catalog::replay(&record.body).unwrap();
    assert!(replayed.outcome().is_some());
    assert!(record.body.contains("\"mine\""), "the player's word is in the seed");

    let next = guest.sit_down(&format!("{table}/rematch"), "").await;
    assert_ne!(next, table);
    assert_eq!(guest.sit_down(&format!("{table}/rematch"), "").await, next, "there is one rematch");
}

/// Two guests play through an invite link while a third watches: no frame shows the watcher a card that is
/// in a hand, and no player one that is in the other's.
#[tokio::test(flavor = "multi_thread")]
async fn friends_play_by_invitation_and_nobody_sees_a_hidden_card() {
    let server = TestServer::open().await;
    let (ann, bob, eve) = (server.guest().await, server.guest().await, server.guest().await);
    let table = ann.sit_down("/tables/enchanted-lands", TWO_OPEN).await;
    let mut ann_sees = ann.watch(&table).await;
    assert!(ann_sees.html().contains(&table), "the invite link is shown: {}", ann_sees.html());
    bob.sit_down(&format!("{table}/sit"), "word=b").await;
    ann_sees.next_scene().await;
    let (mut bob_sees, mut eve_sees) = (bob.watch(&table).await, eve.watch(&table).await);
    for seq in 0..26 {
        for seen in [&mut ann_sees, &mut bob_sees, &mut eve_sees] {
            while seen.seq() < seq {
                seen.next_scene().await;
            }
        }
        let hand =
            |cards: Vec<String>| -> Vec<String> { cards.into_iter().filter(|it| it.contains('-')).collect() };
        let (ann_hand, bob_hand) = (hand(ann_sees.all("data-token")), hand(bob_sees.all("data-token")));
        assert!(!ann_hand.is_empty() || !bob_hand.is_empty());
        for (name, seen, secret) in [
            ("ann", &ann_sees, &bob_hand),
            ("bob", &bob_sees, &ann_hand),
            ("eve", &eve_sees, &ann_hand),
            ("eve", &eve_sees, &bob_hand),
        ] {
            let things = seen.all("data-thing");
            for card in secret {
                assert!(!things.contains(card), "{name} sees {card} after {seq} moves");
            }
            let news = seen.scene["news"].to_string();
            assert!(name != "eve" || !news.contains("draws D"), "a drawn card is told: {news}");
        }
        assert!(eve_sees.legal().is_empty());
        let actor = if ann_sees.legal().is_empty() { &mut bob_sees } else { &mut ann_sees };
        let sentence = actor.legal()[0].clone();
        actor.act(&sentence).await;
    }
    while ann_sees.seq() < 26 {
        ann_sees.next_scene().await;
    }
    assert!(ann_sees.is_over());
}

/// In sentences and logs the first seat is 0. No page says so.
#[tokio::test(flavor = "multi_thread")]
async fn people_count_seats_from_1() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    guest.post("/name", "name=Ann").await;
    let home = guest.get("/new").await.body;
    for (value, text) in [("0", "Seat 1"), ("1", "Seat 2")] {
        assert!(home.contains(&format!("<option value=\"{value}\">{text}</option>")), "{home}");
    }
    assert!(home.contains("Seat 1<") && home.contains("Seat 2<"));

    let waiting = guest.sit_down("/tables/enchanted-lands", TWO_OPEN).await;
    let waiting = guest.get(&waiting).await.body;
    assert!(waiting.contains("<b>Ann</b>") && waiting.contains("Open seat"), "{waiting}");

    let four = "word=w&seats=me&seats=me&seats=greedy&seats=greedy&option-first=0";
    let table = guest.sit_down("/tables/enchanted-lands", four).await;
    let mut seen = guest.watch(&table).await;
    for told in [
        "Ann (seat 1), show my hand",
        "Let a bot play for Ann (seat 2)",
        "Ann (seat 1)",
        "greedy bot (seat 4)",
    ] {
        assert!(seen.html().contains(told), "{told}: {}", seen.html());
    }
    seen.say("{\"look\":{\"seat\":0}}").await;
    seen.my_turn().await;
    seen.say("{\"text\":{}}").await;
    let text = seen.next().await["text"].to_string();
    assert!(text.contains("hand of seat 1: "), "{text}");
    let hand = seen.all("data-token");
    let card = (1..=8).map(|number| format!("dawn-{number}")).find(|card| !hand.contains(card)).unwrap();
    seen.act(&card).await;
    let refused = seen.next().await["refused"].to_string();
    assert!(refused.contains("is not in your hand."), "{refused}");
    for page in [&home, &waiting, &seen.html(), &text, &refused] {
        assert!(!page.contains("seat 0") && !page.contains("Seat 0"), "{page}");
    }
    let refused = guest.post("/tables/shadow-of-atlas", "word=w&seats=me&seats=greedy&option-first=7").await;
    assert!(refused.status == 400 && !refused.body.contains("seat 0"), "{}", refused.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_answers_to_one_question_one_counts() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    let table = guest.sit_down("/tables/enchanted-lands", "word=w&seats=me&seats=me").await;
    let mut first = guest.watch(&table).await;
    // At a shared screen a hand is shown after a tap only.
    assert!(first.legal().is_empty() && first.all("data-token").iter().all(|token| !token.contains('-')));
    let seat = first.all("data-look")[0].clone();
    let mut second = guest.watch(&table).await;
    for seen in [&mut first, &mut second] {
        seen.say(&format!("{{\"look\":{{\"seat\":{seat}}}}}")).await;
        seen.next_scene().await;
    }
    let (one, two) = (first.legal()[0].clone(), first.legal().last().unwrap().clone());
    tokio::join!(first.act(&one), second.act(&two));
    let mut refused = 0;
    for seen in [&mut first, &mut second] {
        // Answers come in order, so the one to this stands behind the one to the action.
        seen.say("{").await;
        loop {
            match seen.next().await["refused"].as_str() {
                Some(marker) if marker.starts_with("The message is not valid") => break,
                Some(_) => refused += 1,
                None => {}
            }
        }
    }
    assert_eq!(refused, 1, "one answer counts, and the other is told that it does not");
    assert_eq!(guest.watch(&table).await.seq(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_moves_for_another() {
    let server = TestServer::open().await;
    let (ann, eve) = (server.guest().await, server.guest().await);
    let table = ann.sit_down("/play/enchanted-lands", "word=w").await;
    let mut ann_sees = ann.watch(&table).await;
    ann_sees.my_turn().await;
    let sentence = ann_sees.legal()[0].clone();
    let forged = Guest { cookie: format!("{}x", ann.cookie), ..ann.clone() };
    for cheat in [&eve, &forged] {
        let mut seen = cheat.watch(&table).await;
        let before = seen.seq();
        seen.act(&sentence).await;
        assert_eq!(seen.next().await["refused"], "You are watching this table.");
        seen.say("{\"look\":{\"seat\":0}}").await;
        seen.next_scene().await;
        assert!(
            seen.all("data-token").iter().all(|token| !token.contains('-')),
            "a hand is shown to a stranger"
        );
        assert_eq!(seen.seq(), before);
    }
    let full = eve.post(&format!("{table}/sit"), "word=e").await;
    assert_eq!(full.status, 400, "{}", full.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_is_answered_and_the_table_goes_on() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    let table = guest.sit_down("/play/enchanted-lands", "word=w").await;
    let mut seen = guest.watch(&table).await;
    seen.my_turn().await;
    for garbage in
        ["", "{", "[]", "null", "{\"act\":3}", "{\"act\":{\"question\":1}}", "{\"dance\":{}}", "\u{0}"]
    {
        seen.say(garbage).await;
        assert!(seen.next().await["refused"].is_string(), "{garbage}");
    }
    seen.act("day-1 place 9").await;
    let refused = seen.next().await;
    assert!(refused["rule"].as_str().unwrap().contains("/rules/enchanted-lands#EL-36"), "{refused}");
    // A message beyond all measure ends its own connection and nothing else.
    seen.say(&"x".repeat(1_000_000)).await;
    let mut seen = guest.watch(&table).await;
    seen.my_turn().await;
    let sentence = seen.legal()[0].clone();
    seen.act(&sentence).await;
    seen.next_scene().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_cannot_act_and_wrong_addresses_are_pages() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    let other = "Origin: https://evil.example\r\n";
    let forged =
        request(server.address, "POST", "/play/enchanted-lands", &guest.cookie, "word=w", other).await;
    assert_eq!(forged.status, 403);
    let table = guest.sit_down("/play/enchanted-lands", "word=w").await;
    assert!(is_turned_away(&guest, &table, "https://evil.example").await);
    for path in ["/t/nothing", "/t/aaaaaaaaaaaaaaaa", "/rules/chess", "/assets/../key", "/elsewhere"] {
        assert_eq!(guest.get(path).await.status, 404, "{path}");
    }
    assert_eq!(guest.post("/tables/enchanted-lands", "word=w&seats=me").await.status, 400);
    assert_eq!(guest.post("/tables/enchanted-lands", "seats=me&seats=genius").await.status, 400);
    assert_eq!(guest.post("/name", &format!("name={}", "x".repeat(100_000))).await.status, 413);
    for path in ["/healthz", "/readyz"] {
        assert_eq!(guest.get(path).await.status, 200, "{path}");
    }
    let page = guest.get(&table).await.body;
    let files: Vec<&str> =
        page.split("=\"/assets/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    for name in ["style.css", "theme.js", "table.js", "figtree.woff2", "alegreya.woff2", "icon.svg"] {
        let file =
            files.iter().find(|file| file.ends_with(&format!("/{name}"))).unwrap_or_else(|| panic!("{name}"));
        let answer = guest.get(&format!("/assets/{file}")).await;
        assert_eq!(
            (answer.status, answer.header("cache-control").as_str()),
            (200, "public, max-age=31536000, immutable")
        );
    }
    assert_eq!(guest.get("/assets/000000000000/style.css").await.status, 404, "an old version is gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_shown_as_text_and_pages_have_no_inline_code() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    guest.post("/name", "name=%3Cscript%3Ex%3C/script%3E").await;
    let table = guest.sit_down("/tables/enchanted-lands", &format!("{TWO_OPEN}&public=yes")).await;
    let rules = guest.get("/rules/enchanted-lands").await;
    assert!(rules.body.contains("<a id=\"EL-23\"></a>"), "every rule can be linked to");
    for path in ["/", &table, "/rules/enchanted-lands"] {
        let page = guest.get(path).await;
        assert_eq!(page.status, 200);
        assert!(page.header("content-security-policy").contains("default-src 'none'"));
        assert!(!page.body.contains("<script>") && !page.body.contains(" style="), "{path}");
        assert!(page.body.contains("&lt;script&gt;"), "{path} shows the name as text");
    }
    assert!(guest.get("/").await.body.contains(&table), "the open table is in the lobby");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_cannot_be_read_keeps_nobody_from_the_others() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    let (damaged, whole) = (
        guest.sit_down("/play/enchanted-lands", "word=w").await,
        guest.sit_down("/play/enchanted-lands", "word=w").await,
    );
    let mut seen = guest.watch(&damaged).await;
    seen.my_turn().await;
    let sentence = seen.legal()[0].clone();
    seen.act(&sentence).await;
    seen.next_scene().await;

    let id = damaged.trim_start_matches("/t/");
    server.sql(&format!("UPDATE entries SET text = 'night-8' WHERE match_id = '{id}'"));

    let again = server.again().await;
    let guest = Guest { address: again.address, ..guest };
    let home = guest.get("/").await;
    // The list does not read the matches, so it also contains the one that cannot be shown.
    assert!(home.body.contains(&whole) && home.body.contains(&damaged), "{}", home.body);
    assert_eq!(guest.get(&whole).await.status, 200);
    assert_eq!(guest.get(&damaged).await.status, 500);
}
