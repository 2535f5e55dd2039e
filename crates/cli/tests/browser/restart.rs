use crate::Site;
use crate::table::Style;

/// The server is killed and restarted twice. The page reconnects by itself, shows the same move, and the game
/// continues.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_reconnects_after_the_server_was_killed() {
    let mut site = Site::open();
    let page = site.visitor().await;
    page.play_now().await;
    for turns in [2, 3] {
        for _ in 0..turns {
            page.take_turn(Style::Bold).await;
        }
        let before = page.my_turn().await;
        let story = page.eval(STORY).await;
        assert!(story.as_array().is_some_and(|lines| lines.len() as u64 >= before.seq), "{story}");
        site.server.kill();
        page.until(
            "the page to notice",
            "return document.getElementById('table').dataset.connected === 'no'",
        )
        .await;
        site.server.start_again();
        assert_eq!(page.my_turn().await, before);
        assert_eq!(page.eval(STORY).await, story, "no line is repeated or lost");
    }
    page.play_to_the_end().await;
    assert_eq!(page.scores().await.len(), 2);
}

/// On SIGTERM, the server notifies the page before it exits.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_shows_that_the_server_is_restarting() {
    let mut site = Site::open();
    let page = site.visitor().await;
    page.play_now().await;
    page.take_turn(Style::Careful).await;
    let before = page.my_turn().await;
    assert!(site.server.stop().success());
    page.see_in("#says", "The server is restarting").await;
    page.until("the page to notice", "return document.getElementById('table').dataset.connected === 'no'")
        .await;
    assert!(page.see("#says").await.contains("restarting"), "the message stays");
    site.server.start_again();
    assert_eq!(page.my_turn().await, before);
    page.until("the notice to go", "return document.getElementById('says').innerText === ''").await;
    page.take_turn(Style::Careful).await;
}

const STORY: &str = "return Array.from(document.querySelectorAll('#story .told p'), (it) => it.innerText)";
