use crate::House;
use crate::page::{Look, Page};
use crate::table::Style;

/// axe-core, as `cargo xtask test --install` puts it there.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/tools/axe.min.js");

/// Every page, in the ways that people look at it, is examined by axe-core.
#[tokio::test(flavor = "multi_thread")]
async fn no_page_has_a_serious_barrier() {
    let house = House::open();
    let page = house.visitor().await;
    let mut barriers = Vec::new();
    let all = [Look::DESK, Look::DARK, Look::PHONE, Look::DARK_PHONE];

    barriers.extend(examine(&page, "home", &all).await);
    page.press("article.game details summary").await;
    barriers.extend(examine(&page, "new table", &all[..2]).await);
    page.go("/rules/enchanted-lands").await;
    barriers.extend(examine(&page, "rules", &all[..2]).await);
    page.go("/nowhere").await;
    barriers.extend(examine(&page, "error", &all[..2]).await);
    page.open_table("open").await;
    barriers.extend(examine(&page, "waiting table", &all).await);

    page.play_now().await;
    for _ in 0..5 {
        page.take_turn(Style::Bold).await;
    }
    let table = page.my_turn().await;
    page.pick(&table.lit[0]).await;
    barriers.extend(examine(&page, "table", &all).await);
    page.press("#clear").await;
    page.play_to_the_end().await;
    barriers.extend(examine(&page, "end", &all).await);
    page.go("/").await;
    barriers.extend(examine(&page, "home with matches", &all[..2]).await);
    assert!(barriers.is_empty(), "{}", barriers.join("\n"));
}

/// The serious and critical findings, each in a line.
async fn examine(page: &Page, what: &str, looks: &[Look]) -> Vec<String> {
    let axe = std::fs::read_to_string(AXE).expect("axe-core is there after `cargo xtask test --install`");
    let mut found = Vec::new();
    for look in looks {
        page.wear(*look).await;
        page.ask(&axe).await;
        let said = page.ask_and_wait(EXAMINE).await;
        let lines = said.as_array().unwrap_or_else(|| panic!("axe-core fails on {what}: {said}"));
        let Look { width, dark, .. } = look;
        let scheme = if *dark { "dark" } else { "light" };
        found.extend(lines.iter().map(|line| format!("{what}, {width} wide, {scheme}: {line}")));
    }
    page.wear(Look::DESK).await;
    found
}

const EXAMINE: &str = "
    const done = arguments[arguments.length - 1];
    const grave = (it) => ['serious', 'critical'].includes(it.impact);
    axe.run(document, { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } }).then(
        ({ violations, passes }) => done(passes.length < 10 ? 'it looked at nothing' : violations.filter(grave).map(
            (it) => `${it.id}: ${it.nodes.map((node) => `${node.target} (${node.failureSummary})`).join(' | ')}`)),
        (error) => done(String(error)));";
