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
    page.press("article.game .drop summary").await;
    assert_fits_phone(&page, "the menu of a game").await;
    for (path, what) in
        [("/new", "the form for a table"), ("/lobby", "the lobby"), ("/games", "the list of games")]
    {
        page.go(path).await;
        assert_fits_phone(&page, what).await;
    }
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
    let words =
        page.eval(&format!("return ({SMALL})('[data-token]', 34).concat(({SMALL})('#do, #hint', 44))")).await;
    assert_eq!(words, serde_json::json!([]), "the cards and buttons are large enough for a thumb");
    page.play_to_the_end().await;
    assert_fits_phone(&page, "the end").await;
    assert_eq!(page.console_messages().await, [""; 0]);
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
