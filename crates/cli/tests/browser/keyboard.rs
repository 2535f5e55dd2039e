use thirtyfour::Key;

use crate::Site;

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_with_the_keyboard_alone() {
    let site = Site::open();
    let page = site.visitor().await;
    page.tab_to("form[action='/play/enchanted-lands'] button").await;
    page.key(Key::Enter).await;
    let mut turns = 0;
    loop {
        let before = page.my_turn().await;
        assert!(turns == 0 || page.has_focus(".play, .play *").await, "the focus has left the table");
        if before.over {
            break;
        }
        page.tab_to(".el-hand .lit").await;
        assert!(page.eval(FOCUS_IS_VISIBLE).await == true, "the focused element is covered");
        page.key(Key::Space).await;
        if turns % 2 == 0 && page.exists(".el-bet-side.lit").await {
            page.tab_to(".el-bet-side.lit").await;
            page.key(Key::Space).await;
            page.tab_to(".el-bet.lit:not(.el-bet-side)").await;
            page.key(Key::Enter).await;
        }
        // One step too far and back.
        page.tab_to("#clear").await;
        page.tab_back().await;
        assert!(page.has_focus("#do").await);
        page.key(Key::Enter).await;
        page.table_at(before.seq + 1).await;
        turns += 1;
    }
    assert!(turns >= 8, "{turns}");
    assert_eq!(page.scores().await.len(), 2);
    page.tab_to("form[action$='/rematch'] button").await;
    page.key(Key::Enter).await;
    page.table_where("another match", "!table.over").await;
    assert_eq!(page.console_messages().await, [""; 0]);
}

const FOCUS_IS_VISIBLE: &str = "
    const box = document.activeElement.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return document.activeElement.contains(top)";
