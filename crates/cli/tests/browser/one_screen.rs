use crate::Site;
use crate::table::Style;

/// A hand is shown only after the player whose turn it is has pressed a button.
#[tokio::test(flavor = "multi_thread")]
async fn two_people_who_share_a_screen_do_not_see_each_others_hands() {
    let site = Site::open();
    let page = site.visitor().await;
    page.open_table("me").await;
    let mut hands = Vec::new();
    loop {
        let table = page
            .table_where(
                "a player to be asked, or the end",
                "table.over || document.querySelector('[data-look]')",
            )
            .await;
        if table.over {
            break;
        }
        assert!(table.lit.is_empty() && table.hand.is_empty(), "{table:?}");
        let asked = page.eval("return document.querySelector('[data-look]').dataset.look").await;
        page.press("[data-look]").await;
        let shown = page.my_turn().await;
        assert!(!shown.hand.is_empty());
        let seat = page.eval("return document.getElementById('table').dataset.seat ?? null").await;
        assert_eq!(seat, asked, "the hand belongs to the player who was asked");
        hands.push((asked, shown.hand));
        page.take_turn(Style::Careful).await;
    }
    let ([first, second, ..], 16..) = (hands.as_slice(), hands.len()) else { panic!("{hands:?}") };
    assert!(first.0 != second.0 && first.1.iter().all(|card| !second.1.contains(card)), "{hands:?}");
    assert_eq!(page.scores().await.len(), 2);
    assert_eq!(page.console_messages().await, [""; 0]);
}
