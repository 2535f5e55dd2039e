use crate::Site;
use crate::page::Look;

/// With animations, as most people see the page.
#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_whole_game_by_clicking() {
    let site = Site::open();
    let page = site.visitor().await;
    page.emulate(Look::LIVELY).await;
    page.play_now().await;
    assert_ne!(page.see(".question").await, "");
    let turns = page.play_to_the_end().await;
    assert!(turns >= 8, "{turns}");
    assert!(page.see(".ending h2").await.contains("win"));
    let scores = page.scores().await;
    assert_eq!(scores.len(), 2, "{scores:?}");
    assert!(scores.iter().any(|(_, points)| *points != 0), "{scores:?}");
    // Tests run beside each other, so this is generous. `cargo xtask audit` measures it on its own.
    let median = page
        .eval(
            "
        const times = performance.getEntriesByName('move').map((it) => it.duration).sort((a, b) => a - b);
        return times.length < 8 ? null : times[times.length >> 1];",
        )
        .await;
    assert!(
        median.as_f64().is_some_and(|millis| millis < 1_000.0),
        "from a press to the new board: {median} ms"
    );
    assert_eq!(page.console_messages().await, [""; 0]);
}
