use crate::House;
use crate::page::{Look, Page};
use crate::table::Style;

/// axe-core, as `cargo xtask test --install` puts it there.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/tools/axe.min.js");

pub(crate) const ALL: [Look; 4] = [Look::DESK, Look::DARK, Look::PHONE, Look::DARK_PHONE];

/// The pages on the way to a table, in the ways that people look at them, are examined by axe-core.
#[tokio::test(flavor = "multi_thread")]
async fn no_page_before_a_match_has_a_serious_barrier() {
    let house = House::open();
    let page = house.visitor().await;
    let mut barriers = Vec::new();
    barriers.extend(examine(&page, "home", &ALL).await);
    page.press("article.game details summary").await;
    barriers.extend(examine(&page, "new table", &ALL[1..3]).await);
    page.go("/rules/enchanted-lands").await;
    barriers.extend(examine(&page, "rules", &ALL[1..3]).await);
    page.go("/nowhere").await;
    barriers.extend(examine(&page, "error", &ALL).await);
    page.open_public_table().await;
    page.see(".qr").await;
    barriers.extend(examine(&page, "waiting table", &ALL).await);
    page.be_somebody_else().await;
    page.go("/lobby").await;
    page.see("ul.matches a").await;
    barriers.extend(examine(&page, "lobby", &ALL).await);
    page.press("ul.matches a").await;
    page.see("form[action$='/sit'] button").await;
    barriers.extend(examine(&page, "invited", &ALL[1..3]).await);
    assert!(barriers.is_empty(), "{}", barriers.join("\n"));
}

/// So are a table, with what can be opened there, and what is left of it afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn no_page_of_a_match_has_a_serious_barrier() {
    let house = House::open();
    let page = house.visitor().await;
    let mut barriers = Vec::new();
    page.play_now().await;
    page.my_turn().await;
    page.see("#guide").await;
    page.press("#table-menu summary").await;
    barriers.extend(examine(&page, "table with guide and menu", &ALL).await);
    page.press("#guide a[href$='#EL-31']").await;
    page.see("#rules-beside .here").await;
    barriers.extend(examine(&page, "rules beside the table", &ALL[1..3]).await);
    page.press("#rules-close").await;
    for _ in 0..5 {
        page.take_turn(Style::Bold).await;
    }
    let table = page.my_turn().await;
    page.pick(&table.lit[0]).await;
    barriers.extend(examine(&page, "table", &ALL).await);
    page.choose_at_table("\"bot\"").await;
    page.table_where("the end", "table.over").await;
    barriers.extend(examine(&page, "end", &ALL).await);
    page.press(".ending a[href$='/replay']").await;
    page.see("#proof [data-check=chain][data-ok=yes]").await;
    barriers.extend(examine(&page, "replay", &ALL[..1]).await);
    page.press("a.step[rel=last]").await;
    page.press("#proof summary").await;
    barriers.extend(examine(&page, "end of the replay", &ALL[1..]).await);
    page.go("/").await;
    barriers.extend(examine(&page, "home with matches", &ALL[..2]).await);
    assert!(barriers.is_empty(), "{}", barriers.join("\n"));
}

/// The serious and critical findings, each in a line.
pub(crate) async fn examine(page: &Page, what: &str, looks: &[Look]) -> Vec<String> {
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
