use thirtyfour::Key;

use crate::Site;

/// A game is played with arrow keys and Enter, with at most eight key presses for a move on average.
#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_with_the_keyboard_alone() {
    let site = Site::open();
    let page = site.visitor().await;
    page.tab_to("form[action='/play/enchanted-lands'] button.on-art").await;
    page.key(Key::Enter).await;
    let (mut turns, mut presses) = (0, 0);
    loop {
        let before = page.my_turn().await;
        assert!(turns == 0 || page.has_focus("#table, #table *").await, "the focus has left the table");
        if before.over {
            break;
        }
        presses += move_to(&page, ".el-hand .lit").await;
        assert!(page.eval(FOCUS_IS_VISIBLE).await == true, "the focused element is covered");
        page.key(Key::Enter).await;
        presses += 1;
        if turns % 2 == 0 && page.exists(".el-bet.lit").await {
            // A side without a number of chips means one chip.
            presses += move_to(&page, ".el-bet.lit").await;
            page.key(Key::Enter).await;
            presses += 1;
        }
        page.table_where("a move to be ready", "table.armed").await;
        page.shift_enter().await;
        presses += 1;
        page.table_at(before.seq + 1).await;
        turns += 1;
    }
    assert!(turns >= 8, "{turns}");
    assert!(presses <= 8 * turns, "{presses} key presses for {turns} moves");
    assert_eq!(page.scores().await.len(), 2);
    page.tab_to("form[action$='/rematch'] button").await;
    page.key(Key::Enter).await;
    page.table_where("another match", "!table.over").await;
    assert_eq!(page.console_messages().await, [""; 0]);
}

/// Moves the focus with an arrow key until the element has it, and returns the number of key presses.
async fn move_to(page: &crate::page::Page, selector: &str) -> usize {
    for presses in 0..30 {
        if page.has_focus(selector).await {
            return presses;
        }
        page.key(Key::Right).await;
    }
    panic!("the arrow keys do not reach {selector}");
}

const FOCUS_IS_VISIBLE: &str = "
    const box = document.activeElement.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return document.activeElement.contains(top)";

/// Letters open the tabs of the rail, ask for a hint and show the list of shortcuts, unless they are switched off.
#[tokio::test(flavor = "multi_thread")]
async fn letters_are_shortcuts() {
    let site = Site::open();
    let page = site.visitor().await;
    page.play_now().await;
    page.my_turn().await;
    for (key, tab) in [("c", "chat"), ("r", "rules"), ("t", "table"), ("l", "log")] {
        page.letter(key).await;
        page.see(&format!("#tab-{tab}[aria-selected=true]")).await;
        page.see(&format!("#panel-{tab}")).await;
    }
    page.letter("?").await;
    assert!(page.see("#shortcuts").await.contains("play what you have picked"));
    page.key(Key::Escape).await;
    page.until("the list to close", "return !document.getElementById('shortcuts').open").await;
    page.letter("h").await;
    page.see_in("#says", "Hint:").await;
    // In a field, letters are letters.
    page.letter("/").await;
    page.until("the search", "return document.activeElement.id === 'rule-search'").await;
    page.letter("c").await;
    assert!(page.exists("#tab-rules[aria-selected=true]").await);
    page.open_tab("table").await;
    page.press("[data-setting=keys]").await;
    page.press("#stage .el-board").await;
    page.letter("l").await;
    assert!(page.exists("#tab-table[aria-selected=true]").await, "shortcuts are switched off");
}
