use crate::House;
use crate::page::Look;

/// With everything moving as it does for most people.
#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_whole_game_by_clicking_what_is_lit() {
    let house = House::open();
    let page = house.visitor().await;
    page.wear(Look::LIVELY).await;
    page.play_now().await;
    assert_ne!(page.see(".turn-line").await, "");
    let turns = page.play_to_the_end().await;
    assert!(turns >= 8, "{turns}");
    assert!(page.see(".ending h1").await.contains("win"));
    let scores = page.scores().await;
    assert_eq!(scores.len(), 2, "{scores:?}");
    assert!(scores.iter().any(|(_, points)| *points != 0), "{scores:?}");
    assert_eq!(page.complaints().await, [""; 0]);
}
