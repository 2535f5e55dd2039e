use crate::House;
use crate::table::Style;

/// The server is killed without a word, twice, and started again. The page comes back by itself, at the move
/// where it was, and the game goes on.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_comes_back_by_itself_after_the_server_was_killed() {
    let mut house = House::open();
    let page = house.visitor().await;
    page.play_now().await;
    for turns in [2, 3] {
        for _ in 0..turns {
            page.take_turn(Style::Bold).await;
        }
        let before = page.my_turn().await;
        let story = page.ask(STORY).await;
        assert!(story.as_array().is_some_and(|lines| lines.len() as u64 >= before.seq), "{story}");
        house.server.kill();
        page.until("the page to notice", "return document.getElementById('live').dataset.connected === 'no'")
            .await;
        house.server.start_again();
        assert_eq!(page.my_turn().await, before);
        assert_eq!(page.ask(STORY).await, story, "nothing is told twice, nothing is lost");
    }
    page.play_to_the_end().await;
    assert_eq!(page.scores().await.len(), 2);
}

/// Asked politely, the server says what happens before it goes.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_says_that_the_house_is_restarting() {
    let mut house = House::open();
    let page = house.visitor().await;
    page.play_now().await;
    page.take_turn(Style::Careful).await;
    let before = page.my_turn().await;
    assert!(house.server.stop().success());
    page.see_in("#status", "The house is restarting").await;
    page.until("the page to notice", "return document.getElementById('live').dataset.connected === 'no'")
        .await;
    assert!(page.see("#status").await.contains("restarting"), "it goes on saying so");
    house.server.start_again();
    assert_eq!(page.my_turn().await, before);
    page.until("the notice to go", "return document.getElementById('status').innerText === ''").await;
    page.take_turn(Style::Careful).await;
}

const STORY: &str = "return Array.from(document.querySelectorAll('#story li'), (it) => it.innerText)";
