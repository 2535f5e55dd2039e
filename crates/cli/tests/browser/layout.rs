//! Everything that a decision needs is on one screen: the question, the board, all players, the hand and the buttons.

use serde_json::{Value, json};

use crate::Site;
use crate::page::{Look, Page};
use crate::shadow::Input;
use crate::table::Style;

/// The screens that a table must fit.
const SCREENS: [(u32, u32); 8] =
    [(1280, 720), (1440, 900), (2560, 1440), (820, 1180), (1180, 820), (390, 844), (360, 640), (844, 390)];

/// Lists what is wrong with a table: what lies outside the window or under something else, and text that is too small.
/// Only a hand with too many cards may scroll within itself, so its cards are scrolled to.
const FAULTS: &str = "
    const faults = [];
    const name = (it) => (it.getAttribute('aria-label') ?? it.innerText ?? '').slice(0, 40) || it.outerHTML.slice(0, 60);
    const shown = (selector) => Array.from(document.querySelectorAll(selector)).filter((it) => it.checkVisibility({ visibilityProperty: true }));
    if (document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth) {
        faults.push(`the page scrolls: ${document.documentElement.scrollWidth} x ${document.documentElement.scrollHeight}`);
    }
    const must = '#stage [data-token], #stage [data-plate], .question, #do, #hint, .answers button, .rail-tab';
    for (const it of shown(must)) {
        if (it.disabled && it.id !== 'do') continue;
        const scroller = it.closest('.el-hand, .sa-hand');
        if (scroller && scroller.scrollWidth > scroller.clientWidth + 1) it.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const box = it.getBoundingClientRect();
        // Browsers round to whole pixels.
        if (box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1) {
            faults.push(`${name(it)} is outside: ${Math.round(box.left)}, ${Math.round(box.top)} to ${Math.round(box.right)}, ${Math.round(box.bottom)}`);
            continue;
        }
        // Cards of a hand may overlap: then the edge of each can be reached.
        const lies = it.matches('.el-hand > *, .sa-hand > *');
        const points = lies ? [[.5, .5], [.2, .5], [.1, .3]] : [[.5, .5]];
        const hit = points.some(([x, y]) => it.contains(document.elementFromPoint(box.x + box.width * x, box.y + box.height * y)));
        if (!hit) {
            const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            faults.push(`${name(it)} is covered by ${over?.outerHTML.slice(0, 80)}`);
        }
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { parentElement: it, data } = walker.currentNode;
        if (!data.trim() || !it.checkVisibility() || it.closest('svg, script, [hidden]')) continue;
        const size = parseFloat(getComputedStyle(it).fontSize);
        if (size > 0 && size < 11.99) faults.push(`${data.trim().slice(0, 30)} has ${size} px`);
    }
    return Array.from(new Set(faults));";

/// Checks the open table at every size, with the guide and without, in both themes.
async fn assert_fits(page: &Page, what: &str) {
    let mut faults = Vec::new();
    page.point_at(".brand").await;
    for (width, height) in SCREENS {
        let look = Look { width, height, touch: width < 700 || height < 480, ..Look::DESK };
        page.emulate(look).await;
        // Two frames, so that everything is laid out.
        page.eval_async(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done(1)))",
        )
        .await;
        let found = page.eval(FAULTS).await;
        let found = found.as_array().expect("a list").iter();
        faults.extend(found.map(|fault| format!("{what} at {width} x {height}: {fault}")));
    }
    page.emulate(Look::DESK).await;
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Opens a table of a game with this number of bots.
async fn play_against(page: &Page, game: &str, bots: usize) {
    let mut seats = vec!["seats=me"];
    seats.resize(bots + 1, "seats=greedy");
    let form = format!("word=w&option-first=0&{}", seats.join("&"));
    let opened = page
        .eval_async(&format!(
            "const done = arguments[0];
            fetch('/tables/{game}', {{ method: 'POST', headers: {{ 'content-type': 'application/x-www-form-urlencoded' }}, body: {form:?} }})
                .then((answer) => done(answer.url), (error) => done(String(error)))"
        ))
        .await;
    page.go(opened.as_str().expect("an address")).await;
    page.table().await;
    page.confirm_moves().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_enchanted_lands_fits_every_screen() {
    let site = Site::open();
    for players in 2..=4 {
        let page = site.visitor().await;
        page.set_name("Bartholomew Longfellow I").await;
        play_against(&page, "enchanted-lands", players - 1).await;
        page.my_turn().await;
        page.see("#guide").await;
        assert_fits(&page, &format!("{players} players, with the guide")).await;
        let table = page.my_turn().await;
        page.pick(&table.lit[0]).await;
        assert_fits(&page, &format!("{players} players, a card picked")).await;
        page.press("#clear").await;
        page.press("#guide > [data-say]").await;
        page.see_no("#guide").await;
        for _ in 0..3 {
            page.take_turn(Style::Bold).await;
        }
        let table = page.my_turn().await;
        page.pick(&table.lit[0]).await;
        assert_fits(&page, &format!("{players} players in the middle")).await;
        page.choose_at_table("\"bot\"").await;
        page.table_where("the end", "table.over").await;
        page.see(".ending").await;
        assert_end_fits(&page, &format!("{players} players, the end")).await;
        assert_eq!(page.console_messages().await, [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_the_shadow_of_atlas_fits_every_screen() {
    let site = Site::open();
    let page = site.visitor().await;
    page.set_name("Bartholomew Longfellow I").await;
    play_against(&page, "shadow-of-atlas", 1).await;
    page.my_turn().await;
    page.see("#guide").await;
    assert_fits(&page, "with the guide").await;
    let venture = page.act_until(|it| it.starts_with("venture")).await.expect("a Venture is possible");
    page.pick(venture.split(' ').next_back().expect("a Venture has a card")).await;
    assert_fits(&page, "with a card picked").await;
    page.press("#clear").await;
    let asked = |sentence: &str| {
        ["melt", "move", "remove", "copy", "place", "discard"].iter().any(|it| sentence.starts_with(it))
    };
    for n in 0..4 {
        if let Some(sentence) = page.act_until(asked).await {
            assert_fits(&page, &format!("asked for {sentence} ({n})")).await;
            page.act(Input::Mouse).await;
        }
    }
    if !page.my_turn().await.over {
        page.choose_at_table("\"bot\"").await;
    }
    page.table_where("the end", "table.over").await;
    page.see(".ending").await;
    assert_end_fits(&page, "the end").await;
    assert_eq!(page.console_messages().await, [""; 0]);
}

/// The result and its buttons are visible at every size, or can be scrolled to within the panel.
async fn assert_end_fits(page: &Page, what: &str) {
    for (width, height) in SCREENS {
        page.emulate(Look { width, height, ..Look::DESK }).await;
        let seen = page
            .eval(
                "return ['#end-title', '.standings .points', '.end-actions .lamp'].filter((selector) => {
                    const it = document.querySelector(selector);
                    it.scrollIntoView({ block: 'nearest' });
                    const box = it.getBoundingClientRect();
                    return !it.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
                })",
            )
            .await;
        assert_eq!(seen, json!([]), "{what} at {width} x {height}");
        let scrolls: Value = page.eval("return document.documentElement.scrollHeight > innerHeight").await;
        assert_eq!(scrolls, json!(false), "{what} at {width} x {height}");
    }
    page.emulate(Look::DESK).await;
}
