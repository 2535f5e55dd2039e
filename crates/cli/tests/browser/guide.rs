use crate::Site;
use crate::support::title;
use crate::table::Style;

const STEP: &str = "#guide .lesson-number";
const CLOSE: &str = "#guide > [data-say]";

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_is_guided_for_four_turns() {
    let site = Site::open();
    let page = site.visitor().await;
    page.play_now().await;
    let mut lessons = vec![guided(&page, "1 of 4").await];
    // The guide names cards of the hand, and its rule opens beside the table.
    let table = page.my_turn().await;
    let text = page.see("#guide").await;
    assert!(table.hand.iter().any(|card| text.contains(&title(card))), "{text} {:?}", table.hand);
    page.press("#guide a[href$='#EL-31']").await;
    assert!(page.see("#rules-text .here").await.contains("EL-31"));

    for turn in 2..=4 {
        page.take_turn(Style::Careful).await;
        lessons.push(guided(&page, &format!("{turn} of 4")).await);
    }
    lessons.sort();
    lessons.dedup();
    assert_eq!(lessons.len(), 4, "each turn has a different lesson: {lessons:?}");
    page.take_turn(Style::Careful).await;
    page.my_turn().await;
    page.see_no("#guide").await;
    assert_eq!(page.console_messages().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_guide_stays_closed_after_it_was_closed() {
    let site = Site::open();
    let page = site.visitor().await;
    page.play_now().await;
    guided(&page, "1 of 4").await;
    page.press(CLOSE).await;
    page.see_no("#guide").await;
    page.reload().await;
    page.my_turn().await;
    assert!(!page.exists("#guide").await, "the guide stays closed");
    page.choose_at_table("guide").await;
    guided(&page, "1 of 4").await;
    page.choose_at_table("guide").await;
    page.see_no("#guide").await;
    page.play_now().await;
    page.my_turn().await;
    assert!(!page.exists("#guide").await, "the guide stays closed at other tables");
}

/// Waits for a step of the guide, and returns its title.
async fn guided(page: &crate::page::Page, step: &str) -> String {
    page.my_turn().await;
    page.see_in(STEP, step).await;
    page.see("#guide h2").await
}
