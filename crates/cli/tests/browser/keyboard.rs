use thirtyfour::Key;

use crate::House;

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_is_played_with_the_keyboard_alone() {
    let house = House::open();
    let page = house.visitor().await;
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
        assert!(page.ask(IN_SIGHT).await == true, "what has the focus is covered");
        page.key(Key::Space).await;
        if turns % 2 == 0 && page.is_there(".el-bet-side.lit").await {
            page.tab_to(".el-bet-side.lit").await;
            page.key(Key::Space).await;
            page.tab_to(".el-bet.lit:not(.el-bet-side)").await;
            page.key(Key::Enter).await;
        }
        // One step too far, and back.
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
    assert_eq!(page.complaints().await, [""; 0]);
}

const IN_SIGHT: &str = "
    const box = document.activeElement.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return document.activeElement.contains(top)";
