use crate::House;
use crate::table::Style;

/// Whoever hands the screen on shows nothing: a hand is there only after a tap of the one whose turn it is.
#[tokio::test(flavor = "multi_thread")]
async fn two_people_share_a_screen_and_keep_their_hands_to_themselves() {
    let house = House::open();
    let page = house.visitor().await;
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
        let asked = page.ask("return document.querySelector('[data-look]').dataset.look").await;
        page.press("[data-look]").await;
        let shown = page.my_turn().await;
        assert!(!shown.hand.is_empty());
        let seat = page.ask("return document.querySelector('.play').dataset.seat").await;
        assert_eq!(seat, asked, "the hand is of the one who was asked");
        hands.push((asked, shown.hand));
        page.take_turn(Style::Careful).await;
    }
    let ([first, second, ..], 16..) = (hands.as_slice(), hands.len()) else { panic!("{hands:?}") };
    assert!(first.0 != second.0 && first.1.iter().all(|card| !second.1.contains(card)), "{hands:?}");
    assert_eq!(page.scores().await.len(), 2);
    assert_eq!(page.complaints().await, [""; 0]);
}
