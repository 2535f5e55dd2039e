use crate::House;
use crate::page::Page;

const MUTE_ANN: &str = "[data-mute='0']";

#[tokio::test(flavor = "multi_thread")]
async fn players_talk_and_what_they_say_is_only_text() {
    const MARKUP: &str = "<b>hello</b> <img src=x> &amp; \"you\"";
    let house = House::open();
    let (ann, bob) = house.ann_and_bob().await;
    let watcher = house.visitor().await;
    watcher.go(&ann.path().await).await;
    say(&ann, MARKUP).await;
    say(&bob, "hello yourself").await;
    for page in [&ann, &bob, &watcher] {
        heard(page, "hello yourself").await;
        assert_eq!(lines(page).await, [format!("Ann: {MARKUP}"), "Bob: hello yourself".to_owned()]);
        assert_eq!(page.ask("return document.querySelectorAll('#talk img, #talk b').length").await, 2);
    }
    assert!(!watcher.is_there("#chat").await, "only those who play talk");
    bob.reload().await;
    heard(&bob, "hello yourself").await;
    assert_eq!(lines(&bob).await.len(), 2, "what was said is still there");
    for page in [&ann, &bob, &watcher] {
        assert_eq!(page.complaints().await, [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_muted_is_not_heard_until_unmuted() {
    let house = House::open();
    let (ann, bob) = house.ann_and_bob().await;
    say(&ann, "one").await;
    heard(&bob, "one").await;
    bob.press(MUTE_ANN).await;
    bob.see(&format!("{MUTE_ANN}[aria-pressed=true]")).await;
    assert_eq!(lines(&bob).await, [""; 0], "what she said before is gone too");
    say(&ann, "two").await;
    heard(&ann, "two").await;
    // What Bob says now is told after it.
    say(&bob, "three").await;
    heard(&bob, "three").await;
    assert_eq!(lines(&bob).await, ["Bob: three"]);
    heard(&ann, "three").await;
    assert_eq!(lines(&ann).await.len(), 3, "she does not notice");

    bob.press(MUTE_ANN).await;
    bob.see(&format!("{MUTE_ANN}[aria-pressed=false]")).await;
    assert_eq!(lines(&bob).await, ["Ann: one", "Ann: two", "Bob: three"]);
    bob.press(MUTE_ANN).await;
    bob.see(&format!("{MUTE_ANN}[aria-pressed=true]")).await;
    bob.reload().await;
    heard(&bob, "three").await;
    assert_eq!(lines(&bob).await, ["Bob: three"], "she stays muted");
    bob.see(&format!("{MUTE_ANN}[aria-pressed=true]")).await;
    // Ann sat there first, alone, and can mute who came later.
    ann.press("[data-mute='1']").await;
    ann.see("[data-mute='1'][aria-pressed=true]").await;
    assert_eq!(lines(&ann).await, ["Ann: one", "Ann: two"]);
}

/// A bucket of five that fills with one every other second: whoever goes on talking finds its bottom.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_talks_without_end_is_stopped() {
    let house = House::open();
    let page = house.visitor().await;
    page.play_now().await;
    let mut said = 0;
    while !page
        .ask("return document.getElementById('status').innerText")
        .await
        .to_string()
        .contains("not so fast")
    {
        assert!(said < 60, "nobody stops them");
        say(&page, &format!("number {said}")).await;
        said += 1;
    }
    assert!(said > 5, "{said}");
    let before = lines(&page).await.len();
    assert!(before >= 5 && before <= said, "{before} of {said}");
}

async fn say(page: &Page, text: &str) {
    page.write("#chat-text", text).await;
    page.press("#chat button").await;
}

async fn heard(page: &Page, text: &str) {
    page.see_in("#talk li", text).await;
}

async fn lines(page: &Page) -> Vec<String> {
    let lines =
        page.ask("return Array.from(document.querySelectorAll('#talk li'), (it) => it.innerText)").await;
    crate::support::strings(&lines)
}
