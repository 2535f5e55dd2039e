//! The replay of a finished match: its moves from every viewpoint, and the proof that it was fair.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Deserialize;
use thirtyfour::Key;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::Site;
use crate::friends::reveals;
use crate::page::{Look, Page};
use crate::support::{PATIENCE, arg, atlas};
use crate::table::Style;

/// The visible state of a replay.
#[derive(PartialEq, Deserialize, Debug)]
struct Moment {
    at: u64,
    of: u64,
    title: String,
    told: String,
    board: Vec<String>,
    /// The hands, the pile and the removed cards, with their titles.
    open: Vec<(String, Vec<String>)>,
    viewpoint: String,
    share: String,
}

const MOMENT: &str = "
    const [replay, told, viewpoint, share] = ['replay', 'told', 'viewpoint', 'share'].map((id) => document.getElementById(id));
    const things = (it) => Array.from(it.querySelectorAll('.el-card[data-thing]'), (card) => card.dataset.thing).sort();
    const open = Array.from(replay.querySelectorAll('.el-hand, .el-open'), (it) => [
        it.querySelector('h2')?.innerText ?? 'own hand', things(it)]);
    return {
        at: Number(replay.dataset.at),
        of: Number(replay.dataset.of),
        title: document.getElementById('moment-title').innerText,
        told: told.innerText,
        board: things(replay.querySelector('.el-board')),
        open,
        viewpoint: viewpoint.value,
        share: share.value,
    };";

impl Moment {
    /// All cards that were not public.
    fn hidden(&self) -> impl Iterator<Item = &String> {
        self.open.iter().flat_map(|(_, cards)| cards)
    }

    fn named(&self, part: &str) -> &[String] {
        let found = self.open.iter().find(|(name, _)| name.contains(part));
        &found.unwrap_or_else(|| panic!("no {part} in {self:?}")).1
    }
}

impl Page {
    async fn moment(&self) -> Moment {
        serde_json::from_value(self.eval(MOMENT).await).expect("a replay has these fields")
    }

    async fn moment_at(&self, at: u64) -> Moment {
        let there = format!("return document.getElementById('replay')?.dataset.at === '{at}'");
        self.until(format!("entry {at}"), &there).await;
        self.moment().await
    }
}

/// Plays one card, lets a bot play the rest of the match, and opens the replay.
async fn replay_of_a_match(site: &Site) -> Page {
    let page = site.visitor().await;
    page.set_name("Ann").await;
    page.play_now().await;
    page.take_turn(Style::Bold).await;
    page.choose_at_table("\"bot\"").await;
    page.table_where("the end", "table.over").await;
    page.press(".ending a[href$='/replay']").await;
    page.see("#board-at .el-board").await;
    page
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_goes_to_any_move() {
    let site = Site::open();
    let page = replay_of_a_match(&site).await;
    page.emulate(Look::LIVELY).await;
    let start = page.moment_at(0).await;
    assert_eq!((start.told.as_str(), start.board.len()), ("The match begins.", 0));
    assert!(start.of > 26, "26 cards, and an entry for the change to a bot: {start:?}");

    page.press("a.step[rel=next]").await;
    let first = page.moment_at(1).await;
    assert!(first.title.contains("Move 1 of") && first.board.len() == 1, "{first:?}");
    page.press("a.step[rel=last]").await;
    let end = page.moment_at(start.of).await;
    assert_eq!(end.board.len(), 26, "all cards are played");
    page.press("a.step[rel=prev]").await;
    page.moment_at(start.of - 1).await;

    // A click in the middle of the slider, and its arrow keys.
    page.press("#scrub").await;
    let middle = page.until("the middle", MIDDLE).await.as_u64().expect("a number");
    assert!(page.moment_at(middle).await.board.len() > 5);
    page.key(Key::Right).await;
    page.moment_at(middle + 1).await;

    // The shortcuts of the page.
    page.press("#play-pause").await;
    page.press("#play-pause").await;
    for (key, at) in
        [(Key::Left, middle), (Key::Left, middle - 1), (Key::Home, 0), (Key::Right, 1), (Key::End, start.of)]
    {
        page.key(key).await;
        page.moment_at(at).await;
    }

    // At the end, the play button starts again from the first move. A script in the page records the moments, because
    // they may change faster than the test can check.
    page.eval(WATCH).await;
    page.key(Key::Space).await;
    page.see("#play-pause[title=Pause]").await;
    assert_eq!(page.until("three moments", WATCHED).await, serde_json::json!([0, 1, 2]));
    page.press("#play-pause").await;
    page.see("#play-pause[title=Play]").await;
    page.press("a.step[rel=first]").await;
    assert_eq!(page.moment_at(0).await, Moment { share: start.share.clone(), ..start });
    assert_eq!(page.console_messages().await, [""; 0]);
}

/// The position of the slider, once it is far from both ends and the page shows the same entry.
const MIDDLE: &str = "
    const [at, of] = [Number(document.getElementById('scrub').value), Number(document.getElementById('replay').dataset.of)];
    return at > of / 4 && at < of * 3 / 4 && document.getElementById('replay').dataset.at === String(at) ? at : null";

/// Records every moment that the page shows from now on.
const WATCH: &str = "
    window.moments = [];
    new MutationObserver(() => {
        const at = Number(document.getElementById('replay')?.dataset.at);
        if (at !== moments.at(-1)) moments.push(at);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    return true";

/// The first three moments after the start, once they are recorded.
const WATCHED: &str = "
    const begin = moments.indexOf(0);
    return begin >= 0 && moments.length >= begin + 3 ? moments.slice(begin, begin + 3) : null";

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_shows_what_each_player_saw() {
    let site = Site::open();
    let page = replay_of_a_match(&site).await;
    let replay = page.path().await;
    page.go(&format!("{replay}?at=7")).await;
    let all = page.moment_at(7).await;
    assert_eq!(all.viewpoint, "everyone");
    let mut deck: Vec<&String> = all.board.iter().chain(all.hidden()).collect();
    deck.sort();
    deck.dedup();
    assert_eq!(deck.len(), 28, "nothing is hidden: {all:?}");
    let (ann, bot) = (all.named("Hand of Ann"), all.named("Hand of novice bot"));

    // A link opens a viewpoint directly, and the page can change it.
    page.go(&format!("{replay}?at=7&as=1")).await;
    let seen = page.moment_at(7).await;
    assert_eq!((seen.viewpoint.as_str(), &seen.board), ("1", &all.board));
    assert_eq!(seen.open, [("own hand".to_owned(), bot.to_vec())]);
    assert_reveals_none_of(&page, all.hidden().filter(|card| !bot.contains(card))).await;

    page.choose("#viewpoint", "0").await;
    page.until("Ann's viewpoint", "return location.search.includes('as=0')").await;
    let own =
        format!("return document.querySelector(\"#board-at .el-hand [data-thing='{}']\") !== null", ann[0]);
    page.until("Ann's hand", &own).await;
    let seen = page.moment_at(7).await;
    assert_eq!(seen.open, [("own hand".to_owned(), ann.to_vec())]);
    assert_reveals_none_of(&page, all.hidden().filter(|card| !ann.contains(card))).await;

    page.choose("#viewpoint", "watcher").await;
    page.see_no("#board-at .el-hand").await;
    assert!(page.moment_at(7).await.open.is_empty());
    assert_reveals_none_of(&page, all.hidden()).await;

    // The shared link opens the same move with the same viewpoint.
    page.choose("#viewpoint", "1").await;
    page.see("#board-at .el-hand").await;
    page.press("a.step[rel=next]").await;
    let mine = page.moment_at(8).await;
    page.press("[data-copy=share]").await;
    page.see_in(".link [role=status]", "Copied").await;
    page.go("/").await;
    page.press(".person summary").await;
    let pasted = page.paste_into("#name").await;
    assert!(mine.share.starts_with(&pasted) && !pasted.is_empty(), "{pasted}");
    let friend = site.visitor().await;
    friend.go(&mine.share).await;
    assert_eq!(friend.moment_at(8).await, mine);
    assert_eq!(mine.viewpoint, "1");
    for page in [&page, &friend] {
        assert_eq!(page.console_messages().await, [""; 0]);
    }
}

async fn assert_reveals_none_of(page: &Page, cards: impl Iterator<Item = &String>) {
    // The list of moves names cards that are played later.
    let source = page.eval("return document.getElementById('stage').innerHTML").await;
    let source = source.as_str().expect("there is a board");
    for card in cards {
        assert!(!reveals(source, card), "the page reveals {card}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_verifies_the_record_and_detects_forgeries() {
    let site = Site::open();
    let page = replay_of_a_match(&site).await;
    assert_eq!(checks(&page).await, ["yes"; 4]);

    let folder = tempfile::tempdir().unwrap();
    page.download_to(folder.path()).await;
    page.press("aside a[download]").await;
    let replay = page.path().await;
    let table = replay.split('/').nth(2).expect("the path names the table");
    let record = folder.path().join(format!("{table}.jsonl"));
    let text = downloaded(&record).await;
    atlas(&["verify", arg(&record)]).succeeded();

    let secret =
        text.split("\"secret\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a secret");
    let another: String = secret.chars().rev().collect();
    for (truth, lie, expected) in [
        ("\"act\",\"seat\":0", "\"act\",\"seat\":1", ["yes", "yes", "no", "yes"]),
        (secret, &another, ["no", "no", "yes", "yes"]),
    ] {
        assert!(text.contains(truth), "{text}");
        let port = forging_proxy(site.server.address, truth, lie).await;
        page.go(&format!("http://localhost:{port}{replay}")).await;
        assert_eq!(checks(&page).await, expected, "{truth}");
    }
}

/// The results of the checks, once all are done.
async fn checks(page: &Page) -> Vec<String> {
    let script = "
        const checks = Array.from(document.querySelectorAll('#proof [data-check]'), (it) => it.dataset.ok);
        return checks.length > 0 && checks.every(Boolean) ? checks : null";
    crate::support::strings(&page.until("the checks", script).await)
}

/// Waits for a download, and returns its text.
async fn downloaded(path: &Path) -> String {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match std::fs::read_to_string(path) {
            Ok(text) if text.contains("\"secret\"") && text.ends_with('\n') => return text,
            other => assert!(Instant::now() < deadline, "{}: {other:?}", path.display()),
        }
        tokio::time::sleep(Duration::from_millis(15)).await;
    }
}

/// Starts a proxy between the browser and the server that replaces `truth` with `lie`, a text of the same length.
/// Returns the port of the proxy.
async fn forging_proxy(server: SocketAddr, truth: &str, lie: &str) -> u16 {
    let (truth, lie) = (truth.to_owned(), lie.to_owned());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((browser, _)) = listener.accept().await {
            let (truth, lie) = (truth.clone(), lie.clone());
            tokio::spawn(async move { forge(browser, server, &truth, &lie).await });
        }
    });
    port
}

/// Forwards one request without compression and keep-alive, so that the whole response can be changed.
async fn forge(mut browser: TcpStream, server: SocketAddr, truth: &str, lie: &str) -> std::io::Result<()> {
    let mut request = Vec::new();
    while !request.ends_with(b"\r\n\r\n") {
        request.push(browser.read_u8().await?);
    }
    let request = String::from_utf8_lossy(&request)
        .replace("Accept-Encoding:", "X-Ignored:")
        .replace("Connection: keep-alive", "Connection: close");
    let mut stream = TcpStream::connect(server).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    browser.write_all(answer.replace(truth, lie).as_bytes()).await
}
