//! Refusals, hints and names.

use crate::Site;

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_links_to_its_rule() {
    let site = Site::open();
    let page = site.visitor().await;
    page.play_now().await;
    let before = page.my_turn().await;
    let card = &before.hand[0];
    page.open_tab("table").await;
    page.write("#sentence", &format!("{card} time 9")).await;
    page.press("#say button").await;
    let rule = page.see("#says a.rule").await;
    page.see_without_scrolling("#says").await;
    assert!(rule.starts_with("EL-"), "{rule}");
    assert_eq!(page.my_turn().await, before, "a refusal changes nothing");

    let link = page.eval("return document.querySelector('#says a.rule').href").await;
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
    let hint = page.see_in("#says", "Hint: Play").await;
    assert_eq!(page.table().await.picked, [""; 0], "a hint picks nothing by itself");
    page.press("#pick-hint").await;
    page.table_where("the hint to be picked", "table.armed && table.picked.length > 0").await;
    let label = page.see("#do").await;
    assert!(hint.contains(&label), "{hint} {label}");
    page.press("#do").await;
    page.table_at(before.seq + 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn markup_in_a_name_is_escaped() {
    const NAME: &str = "<img src=x><b>&amp;\"'";
    let site = Site::open();
    let page = site.visitor().await;
    page.set_name(NAME).await;
    page.play_now().await;
    assert_eq!(page.see("[data-plate='0'] .el-person").await, NAME);
    page.take_turn(crate::table::Style::Careful).await;
    assert!(page.see("#story").await.contains(NAME));
    assert_eq!(page.eval("return document.querySelectorAll('main img, main .el-person b').length").await, 0);
    assert_eq!(page.console_messages().await, [""; 0]);
}
