//! Who leaves a table, for good or for a while, and who plays for them.

use serde_json::{Value, json};

use crate::House;
use crate::page::Page;
use crate::support::atlas;
use crate::table::Style;

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_on_for_whoever_resigns() {
    let house = House::open();
    let (ann, bob) = house.ann_and_bob().await;
    let (leaver, other) = in_turn(&ann, &bob).await;
    let seq = leaver.take_turn(Style::Bold).await.seq;
    other.table_at(seq).await;

    // Nobody is sent away before their time.
    let_a_bot_play(leaver, seat_of(other).await).await;
    leaver.see_in("#status", "more seconds to answer").await;

    let resign = "#table-menu [data-say*='resign']";
    leaver.press(resign).await;
    leaver.see_in(resign, "Really").await;
    assert_eq!(other.table().await.seq, seq, "once is not enough");
    leaver.press(resign).await;
    other.see_in("#story li", "has left").await;
    other.see_in("#story li", "adept bot plays for").await;
    other.play_to_the_end().await;
    leaver.table_where("the end", "table.over").await;
    assert!(!leaver.is_there("[data-say*='return']").await, "there is no way back");
    assert_eq!(leaver.scores().await, other.scores().await);
    for page in [&ann, &bob] {
        assert_eq!(page.complaints().await, [""; 0]);
    }
}

/// The server is told that nobody has to be waited for.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_plays_for_whoever_is_away_and_gives_the_seat_back() {
    let house = House::open_with(&["--player-limit", "0"]);
    let (ann, bob) = house.ann_and_bob().await;
    let (away, other) = in_turn(&ann, &bob).await;

    let_a_bot_play(away, seat_of(away).await).await;
    assert_eq!(other.my_turn().await.seq, 2, "the seat was given to a bot, and the bot has played");
    let mine = away.table_at(2).await;
    assert!(mine.lit.is_empty() && !mine.hand.is_empty(), "they watch their own hand: {mine:?}");
    away.press(".request [data-say*='return']").await;
    other.see_in("#story li", "is back").await;
    away.see_no(".request").await;

    // Now the other one is gone.
    let_a_bot_play(away, seat_of(other).await).await;
    let mine = away.my_turn().await;
    assert_eq!(mine.seq, 5, "there is somebody to play against again");
    other.press(".request [data-say*='return']").await;
    other.see_no(".request").await;
    away.table_at(6).await;
    let seq = away.take_turn(Style::Careful).await.seq;
    assert_eq!(other.my_turn().await.seq, seq, "the turn waits for whoever is back");
    for page in [&ann, &bob] {
        assert_eq!(page.complaints().await, [""; 0]);
    }
}

/// A move shows its player a new card, so it stays where it is until there is nothing left to draw; then
/// everyone must agree, because the turn has passed.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_is_taken_back_when_everyone_agrees_and_nothing_was_revealed() {
    const NOTHING: &str = "Nothing to take back: hidden information has been revealed";
    let house = House::open();
    let (ann, bob) = house.ann_and_bob().await;
    let (mut asker, mut other) = in_turn(&ann, &bob).await;
    asker.press("#table-menu summary").await;
    asker.see_in("#table-menu .quiet", "Nothing to take back: this seat has done nothing").await;
    let mut after = asker.take_turn(Style::Careful).await;
    asker.see_in("#table-menu .quiet", NOTHING).await;
    while !asker.is_there("#table-menu [data-say*='back']").await {
        asker.see_in("#table-menu .quiet", NOTHING).await;
        (asker, other) = (other, asker);
        if !asker.is_there("#table-menu[open]").await {
            asker.press("#table-menu summary").await;
        }
        asker.table_at(after.seq).await;
        after = asker.take_turn(Style::Careful).await;
        assert!(!after.over, "the pile is empty before the end");
    }
    let seq = after.seq;
    let played =
        asker.ask("return document.querySelectorAll('.el-board .el-card:not(.el-empty)').length").await;

    asker.choose_at_table("back").await;
    other.see_in(".request", "asks to take the last move back").await;
    other.press(".request [data-say*='keep']").await;
    asker.see_no(".request").await;
    assert_eq!(asker.table().await.seq, seq, "it was declined");

    asker.choose_at_table("back").await;
    asker.see_in(".request", "Waiting until everyone agrees").await;
    other.see(".request [data-say*='back']").await;
    other.press(".request [data-say*='back']").await;
    let again = asker.my_turn().await;
    assert_eq!(again.seq, seq + 1, "taking back is an entry too");
    asker.see_in("#story li", "was taken back").await;
    let fewer =
        asker.ask("return document.querySelectorAll('.el-board .el-card:not(.el-empty)').length").await;
    assert_eq!(fewer.as_u64().map(|cards| cards + 1), played.as_u64());
    asker.take_turn(Style::Careful).await;
    for page in [&ann, &bob] {
        assert_eq!(page.complaints().await, [""; 0]);
    }
}

/// With the address that the menu gives, a program of six lines plays for somebody to the end.
#[tokio::test(flavor = "multi_thread")]
async fn a_program_plays_the_rest_of_a_game() {
    const PROGRAM: &str = concat!("python3 ", env!("CARGO_MANIFEST_DIR"), "/../../examples/seat_bot.py");
    let house = House::open();
    let page = house.visitor().await;
    page.play_now().await;
    page.take_turn(Style::Bold).await;
    let before = page.my_turn().await;
    page.press("#table-menu summary").await;
    page.press("#tokens").await;
    page.see("#program input").await;
    let command = page.ask("return document.querySelector('#program input').value").await;
    let seat = command.as_str().and_then(|line| line.split('\'').nth(1)).expect("an address").to_owned();
    let run = move || atlas(&["bot-protocol", "--join", &seat, "--program", PROGRAM]);
    let ran = tokio::task::spawn_blocking(run).await.expect("it runs");
    ran.succeeded();
    let after = page.table_where("the end", "table.over").await;
    assert!(after.seq >= before.seq + 12, "{after:?}");
    assert_eq!(page.scores().await.len(), 2);
}

async fn seat_of(page: &Page) -> Value {
    page.ask("return Number(document.querySelector('.play').dataset.seat)").await
}

async fn let_a_bot_play(page: &Page, seat: Value) {
    page.choose_at_table(&json!({ "bot": { "seat": seat } }).to_string()).await;
}

/// The two, whose turn it is first.
async fn in_turn<'a>(ann: &'a Page, bob: &'a Page) -> (&'a Page, &'a Page) {
    if ann.table().await.lit.is_empty() { (bob, ann) } else { (ann, bob) }
}
