//! A match that is over: every move of it, through anyone's eyes, and the proof that it was fair.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Deserialize;
use thirtyfour::Key;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::House;
use crate::friends::tells;
use crate::page::{Look, Page};
use crate::support::{PATIENCE, arg, atlas};
use crate::table::Style;

/// What a replay shows.
#[derive(PartialEq, Deserialize, Debug)]
struct Moment {
    at: u64,
    of: u64,
    title: String,
    told: String,
    board: Vec<String>,
    /// The hands, the pile and what was put away, by what they are called.
    open: Vec<(String, Vec<String>)>,
    viewpoint: String,
    share: String,
}

const MOMENT: &str = "
    const [replay, told, viewpoint, share] = ['replay', 'told', 'viewpoint', 'share'].map((id) => document.getElementById(id));
    const things = (it) => Array.from(it.querySelectorAll('.el-card[data-thing]'), (card) => card.dataset.thing).sort();
    const open = Array.from(replay.querySelectorAll('.el-own, .el-open'), (it) => [
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
    /// Everything that only some knew, or nobody.
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
        serde_json::from_value(self.ask(MOMENT).await).expect("a replay has what we asked for")
    }

    async fn moment_at(&self, at: u64) -> Moment {
        let there = format!("return document.getElementById('replay')?.dataset.at === '{at}'");
        self.until(format!("entry {at}"), &there).await;
        self.moment().await
    }
}

/// Somebody plays one card, lets a bot play the rest, and looks at the replay.
async fn replay_of_a_match(house: &House) -> Page {
    let page = house.visitor().await;
    page.call_me("Ann").await;
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
    let house = House::open();
    let page = replay_of_a_match(&house).await;
    page.wear(Look::LIVELY).await;
    let start = page.moment_at(0).await;
    assert_eq!((start.told.as_str(), start.board.len()), ("The match begins.", 0));
    assert!(start.of > 26, "26 cards, and the seat that was given to a bot: {start:?}");

    page.press("a.step[rel=next]").await;
    let first = page.moment_at(1).await;
    assert!(first.title.contains("entry 1 of") && first.board.len() == 1, "{first:?}");
    page.press("a.step[rel=last]").await;
    let end = page.moment_at(start.of).await;
    assert_eq!(end.board.len(), 26, "every card of both players");
    page.press("a.step[rel=prev]").await;
    page.moment_at(start.of - 1).await;

    // A click into the middle of the scrubber, and its own arrow keys.
    page.press("#scrub").await;
    let middle = page.until("the middle", MIDDLE).await.as_u64().expect("a number");
    assert!(page.moment_at(middle).await.board.len() > 5);
    page.key(Key::Right).await;
    page.moment_at(middle + 1).await;

    // The keys of the page.
    page.press("h1").await;
    for (key, at) in
        [(Key::Left, middle), (Key::Left, middle - 1), (Key::Home, 0), (Key::Right, 1), (Key::End, start.of)]
    {
        page.key(key).await;
        page.moment_at(at).await;
    }

    // From the end it plays from the start, move by move. The page itself keeps an eye on it: it may be faster than
    // we can ask.
    page.ask(WATCH).await;
    page.key(Key::Space).await;
    page.see_in("#play-pause", "Pause").await;
    assert_eq!(page.until("three moments", WATCHED).await, serde_json::json!([0, 1, 2]));
    page.press("#play-pause").await;
    page.see_in("#play-pause", "Play").await;
    page.press("a.step[rel=first]").await;
    assert_eq!(page.moment_at(0).await, Moment { share: start.share.clone(), ..start });
    assert_eq!(page.complaints().await, [""; 0]);
}

/// Where the scrubber is, once it is far from both ends and the page has followed.
const MIDDLE: &str = "
    const [at, of] = [Number(document.getElementById('scrub').value), Number(document.getElementById('replay').dataset.of)];
    return at > of / 4 && at < of * 3 / 4 && document.getElementById('replay').dataset.at === String(at) ? at : null";

/// Notes every moment that the page shows from now on.
const WATCH: &str = "
    window.moments = [];
    new MutationObserver(() => {
        const at = Number(document.getElementById('replay')?.dataset.at);
        if (at !== moments.at(-1)) moments.push(at);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    return true";

/// The first moments from the start on, once there are three.
const WATCHED: &str = "
    const begin = moments.indexOf(0);
    return begin >= 0 && moments.length >= begin + 3 ? moments.slice(begin, begin + 3) : null";

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_shows_what_each_one_saw() {
    let house = House::open();
    let page = replay_of_a_match(&house).await;
    let replay = page.path().await;
    page.go(&format!("{replay}?at=7")).await;
    let all = page.moment_at(7).await;
    assert_eq!(all.viewpoint, "everyone");
    let mut deck: Vec<&String> = all.board.iter().chain(all.hidden()).collect();
    deck.sort();
    deck.dedup();
    assert_eq!(deck.len(), 28, "nothing is hidden: {all:?}");
    let (ann, bot) = (all.named("Hand of Ann"), all.named("Hand of novice bot"));

    // A link leads there at once, and then the viewpoint is changed on the page.
    page.go(&format!("{replay}?at=7&as=1")).await;
    let seen = page.moment_at(7).await;
    assert_eq!((seen.viewpoint.as_str(), &seen.board), ("1", &all.board));
    assert_eq!(seen.open, [("own hand".to_owned(), bot.to_vec())]);
    tells_none_of(&page, all.hidden().filter(|card| !bot.contains(card))).await;

    page.choose("#viewpoint", "0").await;
    page.until("Ann's eyes", "return location.search.includes('as=0')").await;
    let own =
        format!("return document.querySelector(\"#board-at .el-hand [data-thing='{}']\") !== null", ann[0]);
    page.until("Ann's hand", &own).await;
    let seen = page.moment_at(7).await;
    assert_eq!(seen.open, [("own hand".to_owned(), ann.to_vec())]);
    tells_none_of(&page, all.hidden().filter(|card| !ann.contains(card))).await;

    page.choose("#viewpoint", "watcher").await;
    page.see_no("#board-at .el-hand").await;
    assert!(page.moment_at(7).await.open.is_empty());
    tells_none_of(&page, all.hidden()).await;

    // What is shared is this move as it is seen now, for whoever opens it.
    page.choose("#viewpoint", "1").await;
    page.see("#board-at .el-hand").await;
    page.press("a.step[rel=next]").await;
    let mine = page.moment_at(8).await;
    page.press("[data-copy=share]").await;
    page.see_in(".link [role=status]", "Copied").await;
    let kept = page.paste_into("#name").await;
    assert!(mine.share.starts_with(&kept) && !kept.is_empty(), "{kept}");
    let friend = house.visitor().await;
    friend.go(&mine.share).await;
    assert_eq!(friend.moment_at(8).await, mine);
    assert_eq!(mine.viewpoint, "1");
    for page in [&page, &friend] {
        assert_eq!(page.complaints().await, [""; 0]);
    }
}

async fn tells_none_of(page: &Page, cards: impl Iterator<Item = &String>) {
    let source = page.source().await;
    for card in cards {
        assert!(!tells(&source, card), "the page tells {card}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_record_proves_the_match_and_a_forged_one_is_found_out() {
    let house = House::open();
    let page = replay_of_a_match(&house).await;
    assert_eq!(checks(&page).await, ["yes"; 4]);

    let folder = tempfile::tempdir().unwrap();
    page.download_to(folder.path()).await;
    page.press("aside a[download]").await;
    let replay = page.path().await;
    let table = replay.split('/').nth(2).expect("a replay is of a table");
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
        let port = forger(house.server.address, truth, lie).await;
        page.go(&format!("http://localhost:{port}{replay}")).await;
        assert_eq!(checks(&page).await, expected, "{truth}");
    }
}

/// What has become of the checks, once all are done.
async fn checks(page: &Page) -> Vec<String> {
    let script = "
        const checks = Array.from(document.querySelectorAll('#proof [data-check]'), (it) => it.dataset.ok);
        return checks.length > 0 && checks.every(Boolean) ? checks : null";
    crate::support::strings(&page.until("the checks", script).await)
}

/// A file, as soon as all of it has arrived.
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

/// Somebody between the server and the browser, who says `lie` wherever the server says `truth`, in as many
/// letters. Gives the port to call.
async fn forger(server: SocketAddr, truth: &str, lie: &str) -> u16 {
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

/// Asks for plain text and for one answer only, so that all of it can be changed.
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
