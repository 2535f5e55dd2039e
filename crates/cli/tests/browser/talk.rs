use crate::Site;
use crate::page::Page;

const MUTE_ANN: &str = "[data-mute='0']";

#[tokio::test(flavor = "multi_thread")]
async fn chat_messages_are_shown_as_plain_text() {
    const MARKUP: &str = "<b>hello</b> <img src=x> &amp; \"you\"";
    let site = Site::open();
    let (ann, bob) = site.ann_and_bob().await;
    let watcher = site.visitor().await;
    watcher.go(&ann.path().await).await;
    write(&ann, MARKUP).await;
    write(&bob, "hello yourself").await;
    for page in [&ann, &bob, &watcher] {
        see_message(page, "hello yourself").await;
        assert_eq!(lines(page).await, [format!("Ann {MARKUP}"), "Bob hello yourself".to_owned()]);
        assert_eq!(page.eval("return document.querySelectorAll('#talk img, #talk b').length").await, 2);
    }
    assert!(!watcher.exists("#chat").await, "only players can write");
    bob.reload().await;
    see_message(&bob, "hello yourself").await;
    assert_eq!(lines(&bob).await.len(), 2, "the messages are still there");
    for page in [&ann, &bob, &watcher] {
        assert_eq!(page.console_messages().await, [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_muted_player_is_hidden_until_unmuted() {
    let site = Site::open();
    let (ann, bob) = site.ann_and_bob().await;
    write(&ann, "one").await;
    see_message(&bob, "one").await;
    bob.open_tab("chat").await;
    bob.press(MUTE_ANN).await;
    bob.see(&format!("{MUTE_ANN}[aria-pressed=true]")).await;
    assert_eq!(lines(&bob).await, [""; 0], "her earlier messages are hidden too");
    write(&ann, "two").await;
    see_message(&ann, "two").await;
    // Bob's message comes after hers.
    write(&bob, "three").await;
    see_message(&bob, "three").await;
    assert_eq!(lines(&bob).await, ["Bob three"]);
    see_message(&ann, "three").await;
    assert_eq!(lines(&ann).await.len(), 3, "she does not notice that she is muted");

    bob.open_tab("chat").await;
    bob.press(MUTE_ANN).await;
    bob.see(&format!("{MUTE_ANN}[aria-pressed=false]")).await;
    assert_eq!(lines(&bob).await, ["Ann one", "Ann two", "Bob three"]);
    bob.open_tab("chat").await;
    bob.press(MUTE_ANN).await;
    bob.see(&format!("{MUTE_ANN}[aria-pressed=true]")).await;
    bob.reload().await;
    see_message(&bob, "three").await;
    assert_eq!(lines(&bob).await, ["Bob three"], "she stays muted");
    bob.see(&format!("{MUTE_ANN}[aria-pressed=true]")).await;
    // Ann joined before Bob, and can mute him too.
    ann.press("[data-mute='1']").await;
    ann.see("[data-mute='1'][aria-pressed=true]").await;
    assert_eq!(lines(&ann).await, ["Ann one", "Ann two"]);
}

/// The limit is five messages at once, and one more every two seconds.
#[tokio::test(flavor = "multi_thread")]
async fn chat_messages_are_rate_limited() {
    let site = Site::open();
    let page = site.visitor().await;
    page.play_now().await;
    let mut sent = 0;
    while !page
        .eval("return document.getElementById('says').innerText")
        .await
        .to_string()
        .contains("writing too fast")
    {
        assert!(sent < 60, "there is no limit");
        write(&page, &format!("number {sent}")).await;
        sent += 1;
    }
    assert!(sent > 5, "{sent}");
    let before = lines(&page).await.len();
    assert!(before >= 5 && before <= sent, "{before} of {sent}");
}

async fn write(page: &Page, text: &str) {
    page.open_tab("chat").await;
    page.write("#chat-text", text).await;
    page.press("#chat button.primary").await;
}

async fn see_message(page: &Page, text: &str) {
    page.open_tab("chat").await;
    page.see_in("#talk li", text).await;
}

async fn lines(page: &Page) -> Vec<String> {
    let lines =
        page.eval("return Array.from(document.querySelectorAll('#talk li'), (it) => it.querySelector('p').innerText)").await;
    crate::support::strings(&lines)
}
