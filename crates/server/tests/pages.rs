//! The pages around the table: home, lobby, the list of games, rules, and the files that go with them.

#[allow(dead_code, reason = "not every test needs every guest")]
mod support;

use support::{Guest, TestServer, request};

const TWO_OPEN: &str = "word=w&seats=me&seats=open";

/// The response to a rename that was sent from another page.
async fn rename_from(guest: &Guest, page: &str, name: &str) -> support::Answer {
    let headers = format!("Origin: http://{0}\r\nReferer: {page}\r\n", guest.address);
    request(guest.address, "POST", "/name", &guest.cookie, &format!("name={name}"), &headers).await
}

fn id(table: &str) -> &str {
    table.trim_start_matches("/t/")
}

/// Plays the first legal move until the match is over.
async fn play_out(guest: &Guest, table: &str) {
    let mut seen = guest.watch(table).await;
    loop {
        seen.my_turn().await;
        if seen.is_over() {
            return;
        }
        let sentence = seen.legal()[0].clone();
        seen.act(&sentence).await;
        seen.next_scene().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_sees_the_games_and_no_empty_lists() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    let home = guest.get("/").await.body;
    assert_eq!(home.matches("<h1").count(), 1);
    for game in atlas_catalog::GAMES.games() {
        assert!(home.contains(game.facts.name), "{home}");
        assert!(home.contains(&format!("href=\"/rules/{}\"", game.facts.id)));
        let play = format!("action=\"/play/{}\"", game.facts.id);
        assert_eq!(home.contains(&play), game.defs.is_some(), "{}", game.facts.id);
    }
    assert!(!home.contains("Your games</h2>") && !home.contains("Open tables</h2>"), "{home}");
    for level in ["novice", "adept", "master"] {
        assert!(home.contains(&format!("name=\"level\" value=\"{level}\"")), "{level}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_begins_at_once_against_a_bot_of_the_chosen_level() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    let table = guest.sit_down("/play/enchanted-lands", "word=w&level=greedy").await;
    assert!(guest.watch(&table).await.html().contains("greedy bot"));
    let table = guest.sit_down("/play/enchanted-lands", "word=w").await;
    assert!(guest.watch(&table).await.html().contains("novice bot"));
    assert_eq!(guest.post("/play/enchanted-lands", "word=w&level=genius").await.status, 400);
    assert_eq!(guest.post("/play/chess", "word=w").await.status, 404);
    let home = guest.get("/").await.body;
    assert!(home.contains("Your games</h2>") && home.contains("against novice bot"), "{home}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_opened_with_a_form_that_needs_no_script() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    guest.post("/name", "name=Ann").await;
    let form = guest.get("/new?game=shadow-of-atlas").await.body;
    assert!(
        form.contains("action=\"/tables/shadow-of-atlas\"") && form.contains("name=\"seat-1\""),
        "{form}"
    );
    assert!(!form.contains("name=\"seat-2\""), "the game is for two");
    assert_eq!(guest.get("/new?game=chess").await.status, 404);

    let chosen =
        "word=w&seat-0=me&level-0=novice&name-0=&seat-1=bot&level-1=greedy&name-1=Bo&seat-2=open&seat-3=none";
    let table = guest.sit_down("/tables/enchanted-lands", chosen).await;
    let waiting = guest.watch(&table).await.html();
    assert!(
        waiting.contains("Ann") && waiting.contains("greedy bot") && !waiting.contains("Bo<"),
        "{waiting}"
    );
}

/// Players who share a screen have names of their own, which a rematch and a new name of the person do not change.
#[tokio::test(flavor = "multi_thread")]
async fn players_at_one_screen_have_names() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    guest.post("/name", "name=Ann").await;
    for form in [
        "word=w&seats=me&names=&seats=me&names=++Bo++",
        "word=w&seat-0=me&name-0=Nobody&seat-1=here&name-1=Bo&seat-2=none",
    ] {
        let table = guest.sit_down("/tables/enchanted-lands", form).await;
        let page = guest.get(&table).await.body;
        assert!(page.contains("Ann") && page.contains("Bo") && !page.contains("Ann (seat"), "{page}");
        assert!(!page.contains("Nobody"));
        let mut seen = guest.watch(&table).await;
        guest.post("/name", "name=Anna").await;
        seen.next_scene().await;
        assert!(seen.html().contains("Anna") && seen.html().contains("Bo"), "{}", seen.html());
        guest.post("/name", "name=Ann").await;
        let games = guest.get("/games").await.body;
        assert!(games.contains("Ann and Bo"), "{games}");
        seen.say("{\"abort\":{}}").await;
        while !seen.html().contains("aborted") {
            seen.next_scene().await;
        }
        let next = guest.sit_down(&format!("{table}/rematch"), "").await;
        assert!(guest.get(&next).await.body.contains("Bo"), "a rematch has the same names");
    }
    let refused = guest.post("/tables/enchanted-lands", "seats=me&names=&seats=me&names=adept+bot").await;
    assert_eq!(refused.status, 400, "{}", refused.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_name_is_shown_at_the_table_and_the_page_comes_back() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    ann.post("/name", "name=Ann").await;
    let table = ann.sit_down("/tables/enchanted-lands", TWO_OPEN).await;
    bob.sit_down(&format!("{table}/sit"), "word=b").await;
    let mut bob_sees = bob.watch(&table).await;
    assert!(bob_sees.html().contains("Ann"));

    let here = format!("http://{}", server.address);
    let renamed = rename_from(&ann, &format!("{here}{table}"), "Annika").await;
    assert_eq!((renamed.status, renamed.header("location")), (303, table.clone()));
    bob_sees.next_scene().await;
    assert!(bob_sees.html().contains("Annika"), "{}", bob_sees.html());
    assert!(bob.get("/games").await.body.contains("against Annika"));

    for (page, back) in [
        (format!("{here}/rules/enchanted-lands?x=1"), "/rules/enchanted-lands?x=1"),
        (here.clone(), "/"),
        (format!("{here}//evil.example/"), "/"),
        ("https://evil.example/lobby".to_owned(), "/"),
        (format!("{here}.evil.example/lobby"), "/"),
    ] {
        assert_eq!(rename_from(&ann, &page, "Ann").await.header("location"), back, "{page}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_lists_tables_whose_host_is_there() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    assert!(bob.get("/lobby").await.body.contains("Nobody is waiting right now."));
    ann.post("/name", "name=Ann").await;
    let table = ann.sit_down("/tables/enchanted-lands", &format!("{TWO_OPEN}&public=yes")).await;
    let _ann_sees = ann.watch(&table).await;
    let lobby = bob.get("/lobby").await.body;
    assert!(lobby.contains("Ann hosts, one seat free") && lobby.contains(&format!("{table}/sit")), "{lobby}");
    assert!(!ann.get("/lobby").await.body.contains(&format!("{table}/sit")), "the host sits there already");
    assert!(!bob.get("/lobby?game=shadow-of-atlas").await.body.contains(&table));
    assert!(bob.get("/").await.body.contains("Open tables</h2>"));
    bob.sit_down(&format!("{table}/sit"), "word=b").await;
    assert!(!bob.get("/lobby").await.body.contains(&table), "it is full");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_listed_filtered_and_removed() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    assert!(ann.get("/games").await.body.contains("Your games will be here."));
    let waiting = ann.sit_down("/tables/shadow-of-atlas", TWO_OPEN).await;
    let playing = ann.sit_down("/tables/enchanted-lands", TWO_OPEN).await;
    bob.sit_down(&format!("{playing}/sit"), "word=b").await;
    let finished = ann.sit_down("/play/enchanted-lands", "word=w&level=greedy").await;
    play_out(&ann, &finished).await;

    let lists = async |query: &str| {
        let page = ann.get(&format!("/games{query}")).await.body;
        [&waiting, &playing, &finished].map(|table| page.contains(&format!("data-row=\"{}\"", id(table))))
    };
    assert_eq!(lists("").await, [true, true, true]);
    assert_eq!(lists("?state=waiting").await, [true, false, false]);
    assert_eq!(lists("?state=playing").await, [false, true, false]);
    assert_eq!(lists("?state=finished").await, [false, false, true]);
    assert_eq!(lists("?game=shadow-of-atlas").await, [true, false, false]);
    assert_eq!(lists("?game=enchanted-lands&state=playing").await, [false, true, false]);
    assert_eq!(lists("?page=2").await, [false, false, false]);
    assert_eq!(ann.get("/games?game=chess").await.status, 404);

    let page = ann.get("/games?state=finished").await.body;
    let result = ["Won ", "Lost ", "Shared the win "].iter().find(|text| page.contains(**text));
    assert!(result.is_some_and(|_| page.contains(" to ")), "{page}");
    assert!(page.contains(&format!("{finished}/replay")) && page.contains("<time datetime="), "{page}");

    // The first press asks, and the second removes.
    let asked = ann.get(&format!("/games?state=playing&remove={}", id(&playing))).await.body;
    assert!(asked.contains(&format!("action=\"{playing}/remove\"")), "{asked}");
    let removed = ann.post(&format!("{playing}/remove"), "back=/games?state%3Dplaying").await;
    assert_eq!((removed.status, removed.header("location")), (303, "/games?state=playing".to_owned()));
    assert_eq!(lists("").await, [true, false, true]);
    assert!(bob.get("/games").await.body.contains(id(&playing)), "the others keep it");
    assert_eq!(ann.get(&playing).await.status, 200, "the table is still there");
    let elsewhere = ann.post(&format!("{finished}/remove"), "back=//evil.example").await;
    assert_eq!(elsewhere.header("location"), "/games");
    assert_eq!(bob.post(&format!("{waiting}/remove"), "").await.status, 404, "it is not theirs");
}

#[tokio::test(flavor = "multi_thread")]
async fn long_lists_have_pages() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    let table = guest.sit_down("/tables/enchanted-lands", TWO_OPEN).await;
    let template = id(&table);
    for number in 0..34 {
        let copy = format!("{}{:02}", &template[..22], 22 + number).replace(['0', '1'], "z");
        server.sql(&format!(
            "INSERT OR IGNORE INTO matches SELECT '{copy}', game, options, secret, listing, host, created - 1 - {number}, \
                 header, ended, rematch, aborted, people_to_act, bots_to_act, seatings, origin, host_seen, result \
                 FROM matches WHERE id = '{template}'; \
             INSERT OR IGNORE INTO seats SELECT '{copy}', seat, kind, holder, word, token, name, hidden, away FROM seats \
                 WHERE match_id = '{template}'"
        ));
    }
    let rows = async |page: &str| guest.get(page).await.body.matches("data-row=").count();
    assert_eq!(rows("/games").await, 30);
    let rest = rows("/games?page=2").await;
    assert!((1..30).contains(&rest), "{rest}");
    let first = guest.get("/games").await.body;
    assert!(first.contains("rel=\"next\" href=\"/games?page=2\"") && !first.contains("rel=\"prev\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_are_public_and_searchable() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    let books = guest.get("/rules").await.body;
    for game in atlas_catalog::GAMES.games() {
        assert!(books.contains(&format!("href=\"/rules/{}\"", game.facts.id)));
        let book = guest.get(&format!("/rules/{}", game.facts.id)).await.body;
        assert!(book.contains("<article class=\"rules\">") && !book.contains("noindex"), "{}", game.facts.id);
        assert!(book.contains("type=\"search\"") && book.matches("<h1").count() == 1);
    }
    let book = guest.get("/rules/enchanted-lands").await.body;
    assert!(book.contains("<a id=\"EL-31\"></a>") && book.contains("class=\"stage\""), "examples are drawn");
    assert!(guest.get("/games").await.body.contains("noindex"));
}

#[tokio::test(flavor = "multi_thread")]
async fn robots_manifest_and_icons_are_served() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    let robots = guest.get("/robots.txt").await.body;
    assert!(robots.contains("Disallow: /t/") && robots.contains("Allow: /rules"), "{robots}");
    let manifest = guest.get("/manifest.webmanifest").await;
    assert_eq!(manifest.header("content-type"), "application/manifest+json");
    let manifest: serde_json::Value = serde_json::from_str(&manifest.body).unwrap();
    assert_eq!((&manifest["display"], &manifest["start_url"]), (&"standalone".into(), &"/".into()));
    let home = guest.get("/").await.body;
    for part in ["rel=\"manifest\"", "apple-touch-icon", "og:image\"", "/favicon.ico"] {
        assert!(home.contains(part), "{part}");
    }
    for game in atlas_catalog::GAMES.games() {
        let at = guest.get("/new").await.body;
        let Some(start) = at.find("/covers/") else { panic!("{at}") };
        let version = at[start..].split('/').nth(2).unwrap();
        let cover = guest.get(&format!("/covers/{version}/{}.svg", game.facts.id)).await;
        assert_eq!((cover.status, cover.header("content-type")), (200, "image/svg+xml".to_owned()));
    }
    for (path, kind) in [
        ("/favicon.ico", "image/x-icon"),
        ("/apple-touch-icon.png", "image/png"),
        ("/icon-192.png", "image/png"),
        ("/icon-512.png", "image/png"),
        ("/og.png", "image/png"),
    ] {
        // Only the head is text.
        let answer = request(server.address, "HEAD", path, &guest.cookie, "", "").await;
        assert_eq!((answer.status, answer.header("content-type")), (200, kind.to_owned()), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn error_pages_say_what_can_be_done() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    for (path, status, text) in [
        ("/nowhere", 404, "This table is not on the map."),
        ("/t/aaaaaaaaaaaaaaaa", 404, "This table is not on the map."),
        ("/rules/chess", 404, "This game is not on the map."),
    ] {
        let page = guest.get(path).await;
        assert_eq!(page.status, status);
        assert!(page.body.contains(text) && page.body.contains("noindex"), "{}", page.body);
        assert_eq!(page.body.matches("<h1").count(), 1);
    }
    let refused = guest.post("/name", "name=").await;
    assert_eq!(refused.status, 400);
    assert!(refused.body.contains("data-reason"), "{}", refused.body);
}

/// A finished match has a page with a picture, which programs that show links find without a cookie.
#[tokio::test(flavor = "multi_thread")]
async fn a_finished_match_is_shared_with_a_picture() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    for game in ["enchanted-lands", "shadow-of-atlas"] {
        let table = guest.sit_down(&format!("/play/{game}"), "word=w&level=random").await;
        for page in ["share", "picture.png"] {
            let early = guest.get(&format!("{table}/{page}")).await;
            assert_eq!(early.status, 400, "{page}");
            assert!(early.body.contains("A match can be shared when it is over."), "{}", early.body);
        }
        play_out(&guest, &table).await;
        let page = guest.get(&format!("{table}/share")).await.body;
        let picture = format!("http://{}{table}/picture.png", server.address);
        assert!(page.contains(&format!("property=\"og:image\" content=\"{picture}\"")), "{page}");
        assert!(
            page.contains("name=\"robots\" content=\"noindex\"") && page.contains("The final board"),
            "{page}"
        );
        let drawn = request(server.address, "GET", &format!("{table}/picture.png"), "", "", "").await;
        assert_eq!((drawn.status, drawn.header("content-type").as_str()), (200, "image/png"));
    }
}

/// Where several people play in private, neither their names nor their board are shown to strangers.
#[tokio::test(flavor = "multi_thread")]
async fn a_private_match_of_several_people_shows_only_the_cover() {
    let server = TestServer::open().await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    for (form, open) in [(TWO_OPEN.to_owned(), false), (format!("{TWO_OPEN}&public=yes"), true)] {
        let table = ann.sit_down("/tables/enchanted-lands", &form).await;
        bob.post(&format!("{table}/sit"), "word=w&name=Bob").await;
        tokio::join!(play_out(&ann, &table), play_out(&bob, &table));
        let page = server.guest().await.get(&format!("{table}/share")).await.body;
        assert_eq!(page.contains("Several people played at this private table"), !open, "{page}");
        assert_eq!(page.contains("A finished match"), !open);
        assert_eq!(page.contains("The final board"), open);
        assert_eq!(ann.get(&format!("{table}/picture.png")).await.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_of_matches_are_limited_for_each_address() {
    let server = TestServer::open().await;
    let guest = server.guest().await;
    let table = guest.sit_down("/play/enchanted-lands", "word=w&level=random").await;
    play_out(&guest, &table).await;
    let mut limited = 0;
    for _ in 0..60 {
        let answer = guest.get(&format!("{table}/picture.png")).await;
        limited += u32::from(answer.status == 429);
    }
    assert!(limited > 20, "{limited}");
}
