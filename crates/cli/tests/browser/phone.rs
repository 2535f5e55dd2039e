use crate::Site;
use crate::page::{Look, Page};
use crate::table::Style;

/// On a small phone, all pages fit the width, all controls are large enough for a thumb, and a game can be played.
#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_on_a_phone() {
    let site = Site::open();
    let page = site.visitor().await;
    page.emulate(Look::PHONE).await;
    page.go("/").await;
    assert_fits_phone(&page, "the first page").await;
    page.press("article.game details summary").await;
    assert_fits_phone(&page, "the form for a table").await;
    page.go("/rules/enchanted-lands").await;
    assert_fits_phone(&page, "the rules").await;
    page.play_now().await;
    page.my_turn().await;
    assert_fits_phone(&page, "the table at the start").await;
    for _ in 0..4 {
        page.take_turn(Style::Bold).await;
    }
    page.my_turn().await;
    assert_fits_phone(&page, "the table in the middle").await;
    let words = page.eval(&format!("return ({SMALL})('[data-token], #do', 44)")).await;
    assert_eq!(words, serde_json::json!([]), "the cards and buttons are large enough for a thumb");
    page.play_to_the_end().await;
    assert_fits_phone(&page, "the end").await;
    assert_eq!(page.console_messages().await, [""; 0]);
}

/// The hand has two rows, with the chips, the play button and the messages below it. At no scroll position does
/// anything cover them, and the page scrolls to the next control by itself.
#[tokio::test(flavor = "multi_thread")]
async fn no_element_covers_another_on_a_phone() {
    let site = Site::open();
    let page = site.visitor().await;
    page.emulate(Look::PHONE).await;
    page.play_now().await;
    let before = page.my_turn().await;
    assert_nothing_covered(&page, "the table at the start").await;

    let card = before.hand.last().expect("a hand has cards");
    page.press_at_the_bottom(&format!("[data-token='{card}']")).await;
    page.table_where("a card to be picked", "table.armed").await;
    page.see_without_scrolling("#do").await;
    assert_nothing_covered(&page, "the table with a card picked").await;

    page.write("#sentence", "dawn-9 time 1").await;
    page.press("#say button").await;
    page.see_without_scrolling("#status").await;
    assert_nothing_covered(&page, "the table with a refusal").await;
    assert_eq!(page.console_messages().await, [""; 0]);
}

/// Scrolls through the whole page in small steps, and asserts that no text or control is covered by another element.
async fn assert_nothing_covered(page: &Page, what: &str) {
    let covered = page
        .eval(
            "const found = new Set();
            const before = scrollY;
            const all = Array.from(document.querySelectorAll(
                '[data-token], .turn-line, .el-player, .armed button, #status, main summary, .side :is(h2, input, button)'));
            for (let y = 0; y < document.documentElement.scrollHeight; y += 40) {
                scrollTo({ top: y, behavior: 'instant' });
                for (const it of all.filter((it) => it.checkVisibility())) {
                    const box = it.getBoundingClientRect();
                    for (const [x, y] of [.1, .5, .9].map((part) => [box.left + box.width / 2, box.top + box.height * part])) {
                        // Browsers use whole pixels here.
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

pub(crate) async fn assert_fits_phone(page: &Page, what: &str) {
    let width = page.eval("return Math.max(innerWidth, document.documentElement.scrollWidth)").await;
    assert_eq!(width, Look::PHONE.width, "{what} is wider than the phone");
    let small = page.eval(&format!("return ({SMALL})('a[href], button, input, select, summary', 24)")).await;
    assert_eq!(small, serde_json::json!([]), "{what} has controls that are too small");
}

/// The elements that are smaller than this number of pixels. Links within a text may be smaller, and links that are
/// shown only with the focus do not count. A label counts as a part of its control.
pub(crate) const SMALL: &str = "(selector, size) => Array.from(document.querySelectorAll(selector))
    .filter((it) => it.checkVisibility() && it.type !== 'hidden' && getComputedStyle(it).display !== 'inline')
    .map((it) => ({ it, box: (it.closest('label') ?? it).getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && box.right > 0 && (box.width < size || box.height < size))
    .map(({ it, box }) => `${it.outerHTML.slice(0, 80)}: ${box.width} x ${box.height}`)";
