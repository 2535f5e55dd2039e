use crate::House;
use crate::support::title;
use crate::table::Style;

const STEP: &str = "#guide .el-step";
const CLOSE: &str = "#guide > [data-say]";

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_is_guided_for_as_long_as_they_like() {
    let house = House::open();
    let page = house.visitor().await;
    page.play_now().await;
    let mut lessons = vec![guided(&page, "1 of 4").await];
    // It speaks of the cards that lie there, and the rule it names opens beside the table.
    let table = page.my_turn().await;
    let said = page.see("#guide").await;
    assert!(table.hand.iter().any(|card| said.contains(&title(card))), "{said} {:?}", table.hand);
    page.press("#guide a[href$='#EL-31']").await;
    assert!(page.see("#rules-beside .here").await.contains("EL-31"));
    page.press("#rules-close").await;

    for turn in 2..=4 {
        page.take_turn(Style::Careful).await;
        lessons.push(guided(&page, &format!("{turn} of 4")).await);
    }
    lessons.sort();
    lessons.dedup();
    assert_eq!(lessons.len(), 4, "each turn has a lesson of its own: {lessons:?}");
    page.take_turn(Style::Careful).await;
    page.my_turn().await;
    page.see_no("#guide").await;
    assert_eq!(page.complaints().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_knows_the_way_is_left_alone() {
    let house = House::open();
    let page = house.visitor().await;
    page.play_now().await;
    guided(&page, "1 of 4").await;
    page.press(CLOSE).await;
    page.see_no("#guide").await;
    page.reload().await;
    page.my_turn().await;
    assert!(!page.is_there("#guide").await, "it stays away");
    page.choose_at_table("guide").await;
    guided(&page, "1 of 4").await;
    page.choose_at_table("guide").await;
    page.see_no("#guide").await;
    page.play_now().await;
    page.my_turn().await;
    assert!(!page.is_there("#guide").await, "it stays away from other tables too");
}

/// Waits for a lesson, and reads its title.
async fn guided(page: &crate::page::Page, step: &str) -> String {
    page.my_turn().await;
    page.see_in(STEP, step).await;
    page.see("#guide h2").await
}
