//! Playing a card by clicking its place on the board, or by dragging it there.

use crate::Site;
use crate::page::{Look, Page};

/// The place of a card on the board.
fn place(card: &str) -> String {
    format!("[data-drop='{card}']")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_is_played_by_clicking_its_place() {
    let site = Site::open();
    let page = site.visitor().await;
    page.play_now().await;
    let before = page.my_turn().await;
    let (first, second) = (&before.hand[0], &before.hand[1]);
    // Without a pick, a place picks its card.
    page.press(&place(first)).await;
    let picked = page.table_where("a pick", "table.picked.length === 1").await;
    assert_eq!(picked.picked, [first.as_str()]);
    page.see(&format!("{}.target", place(first))).await;
    // Another card is picked instead, and its place plays it.
    page.press(&format!("[data-token='{second}']")).await;
    page.table_where("another pick", &format!("table.picked.includes('{second}')")).await;
    page.press(&place(second)).await;
    let after = page.table_at(before.seq + 1).await;
    assert!(!after.hand.contains(second) && after.hand.contains(first), "{after:?}");
    assert_eq!(page.console_messages().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_is_dragged_to_its_place() {
    let site = Site::open();
    let page = site.visitor().await;
    page.emulate(Look::LIVELY).await;
    page.play_now().await;
    for dropped_in_vain in [true, false] {
        let before = page.my_turn().await;
        let card = &before.hand[0];
        let token = format!(".el-hand [data-token='{card}']");
        if dropped_in_vain {
            page.drag(&token, ".brand").await;
            let kept = page.table_where("the card to be picked", "table.picked.length === 1").await;
            assert_eq!((kept.seq, &kept.hand), (before.seq, &before.hand), "nothing is played elsewhere");
            page.press("#clear").await;
        }
        page.drag(&token, &place(card)).await;
        let after = page.table_at(before.seq + 1).await;
        assert!(!after.hand.contains(card), "{after:?}");
    }
    assert_eq!(page.console_messages().await, [""; 0]);
}

/// In the Shadow of Atlas, a planet is a place for every card that may go there.
#[tokio::test(flavor = "multi_thread")]
async fn a_card_is_played_by_clicking_a_planet() {
    let site = Site::open();
    let page = site.visitor().await;
    page.go("/").await;
    page.press("form[action='/play/shadow-of-atlas'] button").await;
    page.table().await;
    let before = page.my_turn().await;
    let venture = venture(&page).await;
    let [_, planet, card] = venture.split(' ').collect::<Vec<_>>()[..] else { panic!("{venture}") };
    page.pick(card).await;
    page.press(&format!("[data-token='{planet}'].lit")).await;
    let after = page.table_at(before.seq + 1).await;
    assert!(after.hand.len() < before.hand.len(), "{after:?}");
    assert_eq!(page.console_messages().await, [""; 0]);
}

/// A legal Venture. In the first turn there is one.
async fn venture(page: &Page) -> String {
    let legal = page.legal().await;
    legal.into_iter().find(|sentence| sentence.starts_with("venture")).expect("a Venture is possible")
}
