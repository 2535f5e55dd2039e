//! Players who resign or are away, bots that replace them, and taking moves back.

use serde_json::{Value, json};

use crate::Site;
use crate::page::Page;
use crate::support::atlas;
use crate::table::Style;

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_replaces_a_player_who_resigns() {
    let site = Site::open();
    let (ann, bob) = site.ann_and_bob().await;
    let (leaver, other) = in_turn(&ann, &bob).await;
    let seq = leaver.take_turn(Style::Bold).await.seq;
    other.table_at(seq).await;

    // A player who is at the table cannot be replaced.
    leaver.see(".question").await;
    assert!(!leaver.exists("[data-replace]:not([hidden])").await);

    leaver.open_tab("table").await;
    let resign = ".menu [data-say*='resign']";
    leaver.press(resign).await;
    leaver.see_in(resign, "Really").await;
    assert_eq!(other.table().await.seq, seq, "one press is not enough");
    leaver.press(resign).await;
    other.open_tab("log").await;
    other.see_in("#story li", "has left").await;
    other.see_in("#story li", "A bot (adept) plays for").await;
    other.play_to_the_end().await;
    leaver.table_where("the end", "table.over").await;
    assert!(!leaver.exists("[data-say*='return']").await, "a player who resigned cannot return");
    assert_eq!(leaver.scores().await, other.scores().await);
    for page in [&ann, &bob] {
        assert_eq!(page.console_messages().await, [""; 0]);
    }
}

/// With `--player-limit 0`, players can be replaced at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_replaces_a_player_who_is_away_until_they_return() {
    let site = Site::open_with(&["--player-limit", "0"]);
    let (ann, bob) = site.ann_and_bob().await;
    let (away, other) = in_turn(&ann, &bob).await;

    let_a_bot_play(away, seat_of(away).await).await;
    assert_eq!(other.my_turn().await.seq, 2, "the seat was given to a bot, and the bot has played");
    let mine = away.table_at(2).await;
    assert!(mine.lit.is_empty() && !mine.hand.is_empty(), "they still see their own hand: {mine:?}");
    away.press(".ask [data-say*='return']").await;
    other.open_tab("log").await;
    other.see_in("#story li", "is back").await;
    away.see_no(".ask [data-say*='return']").await;

    // Now the other player closes the page.
    let table = other.path().await;
    other.go("/").await;
    away.press("[data-replace]:not([hidden])").await;
    let mine = away.my_turn().await;
    assert_eq!(mine.seq, 5, "the bot has played for the other player");
    other.go(&table).await;
    other.press(".ask [data-say*='return']").await;
    other.see_no(".ask [data-say*='return']").await;
    away.table_at(6).await;
    let seq = away.take_turn(Style::Careful).await.seq;
    assert_eq!(other.my_turn().await.seq, seq, "the returned player takes their own turn");
    for page in [&ann, &bob] {
        assert_eq!(page.console_messages().await, [""; 0]);
    }
}

/// A move reveals a new card to its player, so it cannot be taken back while there are cards to draw. After that,
/// everyone must agree, because the turn has passed.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_taken_back_when_everyone_agrees_and_nothing_was_revealed() {
    const NOTHING: &str = "#undo[title='You cannot undo: hidden cards have been revealed since.']";
    let site = Site::open();
    let (ann, bob) = site.ann_and_bob().await;
    let (mut asker, mut other) = in_turn(&ann, &bob).await;
    asker.press("#undo").await;
    asker.see_in("#says", "You cannot undo: you have not made a move yet").await;
    let mut after = asker.take_turn(Style::Careful).await;
    asker.see(NOTHING).await;
    while !asker.exists("#undo[data-say*='back']").await {
        asker.see(NOTHING).await;
        (asker, other) = (other, asker);
        asker.table_at(after.seq).await;
        after = asker.take_turn(Style::Careful).await;
        assert!(!after.over, "the pile should be empty before the end");
    }
    let seq = after.seq;
    let played =
        asker.eval("return document.querySelectorAll('.el-board .el-card:not(.el-empty)').length").await;

    asker.press("#undo").await;
    other.see_in(".question", "asks to take back the last move").await;
    other.press(".answers [data-say*='keep']").await;
    asker.see_in(".more", "would rather keep the last move").await;
    assert_eq!(asker.table().await.seq, seq, "the request was declined");

    asker.press("#undo").await;
    asker.see_in(".more", "Waiting until everyone agrees").await;
    other.press(".answers [data-say*='back']").await;
    let again = asker.my_turn().await;
    assert_eq!(again.seq, seq + 1, "taking back adds an entry");
    asker.open_tab("log").await;
    asker.see_in("#story li", "was taken back").await;
    let fewer =
        asker.eval("return document.querySelectorAll('.el-board .el-card:not(.el-empty)').length").await;
    assert_eq!(fewer.as_u64().map(|cards| cards + 1), played.as_u64());
    asker.take_turn(Style::Careful).await;
    for page in [&ann, &bob] {
        assert_eq!(page.console_messages().await, [""; 0]);
    }
}

/// A program plays the rest of a game with the address from the table menu.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_plays_the_rest_of_a_game() {
    const PROGRAM: &str = concat!("python3 ", env!("CARGO_MANIFEST_DIR"), "/../../examples/seat_bot.py");
    let site = Site::open();
    let page = site.visitor().await;
    page.play_now().await;
    page.take_turn(Style::Bold).await;
    let before = page.my_turn().await;
    page.open_tab("table").await;
    page.press("#program summary").await;
    page.see("#program input").await;
    let command = page.eval("return document.querySelector('#program input').value").await;
    let seat = command.as_str().and_then(|line| line.split('\'').nth(1)).expect("an address").to_owned();
    let run = move || atlas(&["bot-protocol", "--join", &seat, "--program", PROGRAM]);
    let ran = tokio::task::spawn_blocking(run).await.expect("the program runs");
    ran.succeeded();
    let after = page.table_where("the end", "table.over").await;
    assert!(after.seq >= before.seq + 12, "{after:?}");
    assert_eq!(page.scores().await.len(), 2);
}

async fn seat_of(page: &Page) -> Value {
    page.eval("return Number(document.getElementById('table').dataset.seat)").await
}

async fn let_a_bot_play(page: &Page, seat: Value) {
    page.choose_at_table(&json!({ "bot": { "seat": seat } }).to_string()).await;
}

/// Both players, the one whose turn it is first.
async fn in_turn<'a>(ann: &'a Page, bob: &'a Page) -> (&'a Page, &'a Page) {
    if ann.table().await.lit.is_empty() { (bob, ann) } else { (ann, bob) }
}
