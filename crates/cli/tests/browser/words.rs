//! Refusals, hints and names.

use crate::Site;

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_links_to_its_rule() {
    let site = Site::open();
    let page = site.visitor().await;
    page.play_now().await;
    let before = page.my_turn().await;
    let card = &before.hand[0];
    // On a large screen the story is beside the table.
    page.see_without_scrolling("#story-title").await;
    page.write("#sentence", &format!("{card} time 9")).await;
    page.press("#say button").await;
    let rule = page.see("#status a.rule").await;
    page.see_without_scrolling("#status").await;
    assert!(rule.starts_with("EL-"), "{rule}");
    assert_eq!(page.my_turn().await, before, "a refusal changes nothing");

    let link = page.eval("return document.querySelector('#status a.rule').href").await;
    page.go(link.as_str().expect("a link")).await;
    let there = page.eval("return document.querySelector(':target')?.parentElement.innerText").await;
    assert!(there.as_str().is_some_and(|text| text.contains(&rule)), "{there}");
    assert_eq!(page.console_messages().await, [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_can_be_played_at_once() {
    let site = Site::open();
    let page = site.visitor().await;
    page.play_now().await;
    let before = page.my_turn().await;
    page.press("#hint").await;
    let advised = page.table_where("a hint", "table.armed").await;
    assert!(page.see("#status").await.contains(advised.armed.as_deref().unwrap_or("nothing")));
    page.press("#do").await;
    page.table_at(before.seq + 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn markup_in_a_name_is_escaped() {
    const NAME: &str = "<img src=x><b>&amp;\"'";
    let site = Site::open();
    let page = site.visitor().await;
    page.write("#name", NAME).await;
    page.press("form.name button").await;
    page.until("the name to be saved", &format!("return document.getElementById('name').value === {NAME:?}"))
        .await;
    page.play_now().await;
    assert_eq!(page.see(".el-seat-0 .el-person").await, NAME);
    page.take_turn(crate::table::Style::Careful).await;
    assert!(page.see("#story").await.contains(NAME));
    assert_eq!(page.eval("return document.querySelectorAll('main img, main .el-person b').length").await, 0);
    assert_eq!(page.console_messages().await, [""; 0]);
}
