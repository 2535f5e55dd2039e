//! Why something cannot be picked, and the rule that decides it.

use thirtyfour::Key;

use crate::House;
use crate::page::Page;

/// Whoever bets on the Time cannot bet on the Place.
const PLACE: &str = "[data-token=place]";

#[tokio::test(flavor = "multi_thread")]
async fn pointing_at_what_cannot_be_picked_says_why() {
    let house = House::open();
    let page = house.visitor().await;
    page.play_now().await;
    bet_on_time(&page).await;
    // A tip stays for a moment only, and this machine may be slow: then one points again.
    loop {
        page.point_at(PLACE).await;
        let tip = page.see("#tip").await;
        assert!(tip.contains("one side") && tip.contains("EL-37"), "{tip}");
        assert!(page.is_there(&format!("{PLACE}[aria-describedby=tip]")).await);
        if page.can_press("#tip a.rule").await {
            break;
        }
    }
    opened_beside(&page, "EL-37").await;
    page.key(Key::Escape).await;
    page.until("the rules to close", "return document.getElementById('rules-beside').hidden").await;
    assert!(page.has_focus(PLACE).await, "whoever closes them is where they were");
    let table = page.table().await;
    assert_eq!(table.picked.len(), 2, "what was picked stays picked: {table:?}");
    assert_eq!(page.complaints().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_keyboard_is_told_why_too() {
    let house = House::open();
    let page = house.visitor().await;
    page.play_now().await;
    bet_on_time(&page).await;
    page.tab_to(PLACE).await;
    assert!(page.see("#tip").await.contains("EL-37"));
    page.key(Key::Escape).await;
    page.until("the tip to go", "return document.getElementById('tip').hidden").await;
    // To press it all the same is to choose anew: what does not go with it gives way, the card stays picked.
    page.key(Key::Enter).await;
    let table = page.table_where("the other side", "table.picked.includes('place')").await;
    assert_eq!(table.picked.len(), 2, "{table:?}");
    assert!(table.picked.contains(&table.hand[0]), "{table:?}");
    assert_eq!(page.complaints().await, [""; 0]);
}

/// What cannot be picked at all says why where it can be read at leisure, and the keyboard reaches its rule.
#[tokio::test(flavor = "multi_thread")]
async fn pressing_what_cannot_be_picked_says_why() {
    let house = House::open();
    let (ann, bob) = house.ann_and_bob().await;
    let waiting = if ann.table().await.lit.is_empty() { &ann } else { &bob };
    // The answer comes after the page would have asked for a tip, if it had not been asked to say it aloud.
    waiting.have_a_slow_line().await;
    waiting.go(&waiting.path().await).await;
    waiting.table().await;
    waiting.tab_to(".el-hand [data-token]").await;
    waiting.tab_back().await;
    waiting.keys_at_once(&[Key::Tab, Key::Enter]).await;
    let rule = waiting.see("#status a.rule").await;
    waiting.tab_to("#status a.rule").await;
    waiting.key(Key::Enter).await;
    opened_beside(waiting, &rule).await;
    assert!(waiting.has_focus("#rules-close").await);
    waiting.key(Key::Enter).await;
    waiting.until("the rules to close", "return document.getElementById('rules-beside').hidden").await;
    assert!(waiting.has_focus("#status a.rule").await);
    assert_eq!(waiting.complaints().await, [""; 0]);
}

/// While somebody else thinks nothing can be picked, and that has a reason too.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_says_whose_turn_it_is() {
    let house = House::open();
    let (ann, bob) = house.ann_and_bob().await;
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
    assert_eq!(acting.see(&format!("li:has(a[href='{table}']) .turn")).await.trim(), "your turn");
    assert_eq!(waiting.title().await, "Atlas: a digital tabletop");
    assert!(waiting.is_there(&format!(".matches a[href='{table}']")).await);
    assert!(!waiting.is_there(".matches .turn").await);
}

async fn bet_on_time(page: &Page) {
    let table = page.my_turn().await;
    page.pick(&table.hand[0]).await;
    let table = page.pick("time").await;
    assert!(!table.lit.contains(&"place".to_owned()), "{table:?}");
}

/// Waits until the rules are open beside the table, at this one and in sight.
async fn opened_beside(page: &Page, rule: &str) {
    assert!(page.see("#rules-beside .here").await.contains(rule));
    let in_sight = "
        const box = document.querySelector('#rules-beside .here').getBoundingClientRect();
        return box.top >= 0 && box.bottom <= innerHeight";
    page.until(format!("{rule} to be in sight"), in_sight).await;
    assert!(page.is_there(".play").await, "the table is still there");
}
