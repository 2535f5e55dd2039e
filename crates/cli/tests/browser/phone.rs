use crate::House;
use crate::page::{Look, Page};
use crate::table::Style;

/// On a small phone everything fits its width, everything can be hit with a thumb, and a game can be played.
#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_on_a_phone() {
    let house = House::open();
    let page = house.visitor().await;
    page.wear(Look::PHONE).await;
    page.go("/").await;
    suits_a_phone(&page, "the first page").await;
    page.press("article.game details summary").await;
    suits_a_phone(&page, "the form for a table").await;
    page.go("/rules/enchanted-lands").await;
    suits_a_phone(&page, "the rules").await;
    page.play_now().await;
    page.my_turn().await;
    suits_a_phone(&page, "the table at the start").await;
    for _ in 0..4 {
        page.take_turn(Style::Bold).await;
    }
    page.my_turn().await;
    suits_a_phone(&page, "the table in the middle").await;
    let words = page.ask(&format!("return ({SMALL})('[data-token], #do', 44)")).await;
    assert_eq!(words, serde_json::json!([]), "what is played with is as large as a thumb");
    page.play_to_the_end().await;
    suits_a_phone(&page, "the end").await;
    assert_eq!(page.complaints().await, [""; 0]);
}

/// The hand has two rows, and below it are chips to bet with, the button that plays, and what is said. Wherever one
/// scrolls, nothing of it lies under anything else; and what one needs next comes into the picture by itself.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_lies_over_anything_on_a_phone() {
    let house = House::open();
    let page = house.visitor().await;
    page.wear(Look::PHONE).await;
    page.play_now().await;
    let before = page.my_turn().await;
    is_free(&page, "the table at the start").await;

    let card = before.hand.last().expect("a hand has cards");
    page.press_at_the_foot(&format!("[data-token='{card}']")).await;
    page.table_where("a card to be picked", "table.armed").await;
    page.see_in_the_picture("#do").await;
    is_free(&page, "the table with a card picked").await;

    page.write("#sentence", "dawn-9 time 1").await;
    page.press("#say button").await;
    page.see_in_the_picture("#status").await;
    is_free(&page, "the table with a refusal").await;
    assert_eq!(page.complaints().await, [""; 0]);
}

/// Goes through the whole page, a thumb's width at a time, and looks whether anything that is read or pressed lies
/// under something else.
async fn is_free(page: &Page, what: &str) {
    let covered = page
        .ask(
            "const found = new Set();
            const before = scrollY;
            const all = Array.from(document.querySelectorAll(
                '[data-token], .turn-line, .el-player, .armed button, #status, main summary, .side :is(h2, input, button)'));
            for (let y = 0; y < document.documentElement.scrollHeight; y += 40) {
                scrollTo({ top: y, behavior: 'instant' });
                for (const it of all.filter((it) => it.checkVisibility())) {
                    const box = it.getBoundingClientRect();
                    for (const [x, y] of [.1, .5, .9].map((part) => [box.left + box.width / 2, box.top + box.height * part])) {
                        // Browsers look at whole pixels.
                        if (box.height === 0 || y < 0 || Math.round(y) >= innerHeight) continue;
                        const there = document.elementFromPoint(x, y);
                        if (!it.contains(there)) found.add(`${it.outerHTML.slice(0, 60)} under ${there?.outerHTML.slice(0, 60)}`);
                    }
                }
            }
            scrollTo({ top: before, behavior: 'instant' });
            return Array.from(found);",
        )
        .await;
    assert_eq!(covered, serde_json::json!([]), "{what}");
}

pub(crate) async fn suits_a_phone(page: &Page, what: &str) {
    let width = page.ask("return Math.max(innerWidth, document.documentElement.scrollWidth)").await;
    assert_eq!(width, Look::PHONE.width, "{what} is wider than the phone");
    let small = page.ask(&format!("return ({SMALL})('a[href], button, input, select, summary', 24)")).await;
    assert_eq!(small, serde_json::json!([]), "{what} has what is hard to hit");
}

/// What is smaller than so many pixels. A link in a line of text may be as low as the line, and a link that
/// comes into the picture only with the focus is not there for thumbs. A label is part of what it labels.
pub(crate) const SMALL: &str = "(selector, size) => Array.from(document.querySelectorAll(selector))
    .filter((it) => it.checkVisibility() && it.type !== 'hidden' && getComputedStyle(it).display !== 'inline')
    .map((it) => ({ it, box: (it.closest('label') ?? it).getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && box.right > 0 && (box.width < size || box.height < size))
    .map(({ it, box }) => `${it.outerHTML.slice(0, 80)}: ${box.width} x ${box.height}`)";
