use crate::Site;
use crate::page::{Look, Page};
use crate::table::Style;

/// The script of axe-core, which `cargo xtask test --install` installs.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/tools/axe.min.js");

pub(crate) const ALL: [Look; 4] = [Look::DESK, Look::DARK, Look::PHONE, Look::DARK_PHONE];

/// axe-core checks the pages before a match, on screens and phones, in the light and the dark theme.
#[tokio::test(flavor = "multi_thread")]
async fn pages_before_a_match_are_accessible() {
    let site = Site::open();
    let page = site.visitor().await;
    let mut barriers = Vec::new();
    barriers.extend(examine(&page, "home", &ALL).await);
    page.press("article.game .drop summary").await;
    barriers.extend(examine(&page, "menu of a game", &ALL[1..3]).await);
    page.press(".person summary").await;
    barriers.extend(examine(&page, "menu of the person", &ALL[1..3]).await);
    for (path, what) in
        [("/new", "new table"), ("/games", "no games"), ("/rules", "rule books"), ("/lobby", "empty lobby")]
    {
        page.go(path).await;
        barriers.extend(examine(&page, what, &ALL).await);
    }
    page.go("/rules/enchanted-lands").await;
    barriers.extend(examine(&page, "rules", &ALL[1..3]).await);
    page.go("/nowhere").await;
    barriers.extend(examine(&page, "error", &ALL).await);
    page.open_public_table().await;
    page.see(".qr").await;
    barriers.extend(examine(&page, "waiting table", &ALL).await);
    page.become_new_guest().await;
    page.go("/lobby").await;
    page.see("ul.matches b a").await;
    barriers.extend(examine(&page, "lobby", &ALL).await);
    page.press("ul.matches b a").await;
    page.see("form[action$='/sit'] button").await;
    barriers.extend(examine(&page, "invited", &ALL[1..3]).await);
    assert!(barriers.is_empty(), "{}", barriers.join("\n"));
}

/// axe-core checks a table with its guide, menu and rules, and the pages after a match.
#[tokio::test(flavor = "multi_thread")]
async fn pages_of_a_match_are_accessible() {
    let site = Site::open();
    let page = site.visitor().await;
    let mut barriers = Vec::new();
    page.play_now().await;
    page.my_turn().await;
    page.see("#guide").await;
    page.open_tab("table").await;
    barriers.extend(examine(&page, "table with guide and settings", &ALL).await);
    page.press("#guide a[href$='#EL-31']").await;
    page.see("#rules-text .here").await;
    barriers.extend(examine(&page, "rules beside the table", &ALL[1..3]).await);
    for _ in 0..5 {
        page.take_turn(Style::Bold).await;
    }
    let table = page.my_turn().await;
    page.pick(&table.lit[0]).await;
    barriers.extend(examine(&page, "table", &ALL).await);
    page.choose_at_table("\"bot\"").await;
    page.table_where("the end", "table.over").await;
    barriers.extend(examine(&page, "end", &ALL).await);
    let table = page.path().await;
    page.press(".ending a[href$='/share']").await;
    barriers.extend(examine(&page, "shared match", &ALL).await);
    page.go(&format!("{table}/replay")).await;
    page.see_in("#fair", "4 of 4 checks passed").await;
    barriers.extend(examine(&page, "replay", &ALL[..1]).await);
    page.press("a.step[rel=last]").await;
    page.press("#proof summary").await;
    barriers.extend(examine(&page, "end of the replay", &ALL[1..]).await);
    page.go("/").await;
    barriers.extend(examine(&page, "home with matches", &ALL[..2]).await);
    page.go("/games").await;
    barriers.extend(examine(&page, "games", &ALL).await);
    assert!(barriers.is_empty(), "{}", barriers.join("\n"));
}

/// The findings of axe-core, of whatever impact, one per line.
pub(crate) async fn examine(page: &Page, what: &str, looks: &[Look]) -> Vec<String> {
    let axe = std::fs::read_to_string(AXE).expect("`cargo xtask test --install` installs axe-core");
    let mut found = Vec::new();
    for look in looks {
        page.emulate(*look).await;
        page.eval(&axe).await;
        let result = page.eval_async(EXAMINE).await;
        let lines = result.as_array().unwrap_or_else(|| panic!("axe-core fails on {what}: {result}"));
        let Look { width, dark, .. } = look;
        let scheme = if *dark { "dark" } else { "light" };
        found.extend(lines.iter().map(|line| format!("{what}, {width} wide, {scheme}: {line}")));
    }
    page.emulate(Look::DESK).await;
    found
}

const EXAMINE: &str = "
    const done = arguments[arguments.length - 1];
    const rules = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } };
    axe.run(document, { resultTypes: ['violations'], rules }).then(
        ({ violations, passes }) => done(passes.length < 10 ? 'it checked nothing' : violations.map(
            (it) => `${it.id}: ${it.nodes.map((node) => `${node.target} (${node.failureSummary})`).join(' | ')}`)),
        (error) => done(String(error)));";
