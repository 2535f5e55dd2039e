//! The reason why something cannot be picked, with its rule.

use thirtyfour::Key;

use crate::Site;
use crate::page::Page;

/// After a bet on Time, a bet on Place is not possible.
const PLACE: &str = "[data-token=place]";

#[tokio::test(flavor = "multi_thread")]
async fn pointing_at_something_illegal_shows_the_reason() {
    let site = Site::open();
    let page = site.visitor().await;
    page.play_now().await;
    bet_on_time(&page).await;
    // A tip disappears after a moment, and this machine may be slow. So it is retried.
    loop {
        page.point_at(PLACE).await;
        let tip = page.see("#tip").await;
        assert!(tip.contains("Bet on Time or on Place") && tip.contains("EL-37"), "{tip}");
        assert!(page.exists(&format!("{PLACE}[aria-describedby=tip]")).await);
        if page.can_press("#tip a.rule").await {
            break;
        }
    }
    opened_beside(&page, "EL-37").await;
    let table = page.table().await;
    assert_eq!(table.picked.len(), 2, "the picks are kept: {table:?}");
    assert_eq!(page.console_messages().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn focusing_something_illegal_shows_the_reason() {
    let site = Site::open();
    let page = site.visitor().await;
    page.play_now().await;
    bet_on_time(&page).await;
    page.tab_to(PLACE).await;
    assert!(page.see("#tip").await.contains("EL-37"));
    page.key(Key::Escape).await;
    page.until("the tip to go", "return document.getElementById('tip').hidden").await;
    // Pressing it anyway replaces the conflicting pick. The card stays picked.
    page.key(Key::Enter).await;
    let table = page.table_where("the other side", "table.picked.includes('place')").await;
    assert_eq!(table.picked.len(), 2, "{table:?}");
    assert!(table.picked.contains(&table.hand[0]), "{table:?}");
    assert_eq!(page.console_messages().await, [""; 0]);
}

/// Pressing something that cannot be picked at all shows the reason in the bar, with a link to the rule.
#[tokio::test(flavor = "multi_thread")]
async fn pressing_something_illegal_shows_the_reason() {
    let site = Site::open();
    let (ann, bob) = site.ann_and_bob().await;
    let waiting = if ann.table().await.lit.is_empty() { &ann } else { &bob };
    // With this delay, the answer arrives after the moment when the page would have requested a tip.
    waiting.delay_messages().await;
    waiting.go(&waiting.path().await).await;
    waiting.table().await;
    waiting.tab_to(".el-hand [data-token]").await;
    waiting.tab_back().await;
    waiting.keys_at_once(&[Key::Tab, Key::Enter]).await;
    let rule = waiting.see("#says a.rule").await;
    waiting.tab_to("#says a.rule").await;
    waiting.key(Key::Enter).await;
    opened_beside(waiting, &rule).await;
    assert!(waiting.has_focus("#rules-text").await, "the rule can be read on by keyboard");
    assert_eq!(waiting.console_messages().await, [""; 0]);
}

/// While another player thinks, nothing can be picked, and the reason is that it is not the player's turn.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_shows_whose_turn_it_is() {
    let site = Site::open();
    let (ann, bob) = site.ann_and_bob().await;
    let (mut acting, mut waiting) =
        if ann.table().await.lit.is_empty() { (&bob, &ann) } else { (&ann, &bob) };
    for _ in 0..2 {
        assert_eq!(acting.title().await, "Your turn: Enchanted Lands");
        assert_eq!(waiting.title().await, "Enchanted Lands");
        waiting.point_at(".el-hand [data-token]").await;
        assert!(waiting.see("#tip").await.contains("turn"));
        let seq = acting.take_turn(crate::table::Style::Careful).await.seq;
        waiting.table_at(seq).await;
        (acting, waiting) = (waiting, acting);
    }
    let table = acting.path().await;
    acting.go("/").await;
    waiting.go("/").await;
    assert_eq!(acting.title().await, "(1) Atlas");
    assert!(acting.see(&format!("li.waits:has(a[href='{table}'])")).await.contains("Your move"));
    assert_eq!(waiting.title().await, "Atlas: four worlds, one table");
    assert!(waiting.exists(&format!(".matches a[href='{table}']")).await);
    assert!(!waiting.exists(".matches .waits").await);
}

async fn bet_on_time(page: &Page) {
    let table = page.my_turn().await;
    page.pick(&table.hand[0]).await;
    let table = page.pick("time").await;
    assert!(!table.lit.contains(&"place".to_owned()), "{table:?}");
}

/// Waits until the rules are open beside the table, with this rule visible.
async fn opened_beside(page: &Page, rule: &str) {
    assert!(page.see("#rules-text .here").await.contains(rule));
    let visible = "
        const box = document.querySelector('#rules-text .here').getBoundingClientRect();
        return box.top >= 0 && box.bottom <= innerHeight";
    page.until(format!("{rule} to be visible"), visible).await;
    assert!(page.exists("#stage [data-token]").await, "the table is still there");
}
