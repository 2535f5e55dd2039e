//! Two friends at a table and a spectator, each in a separate browser.

use futures_util::StreamExt;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::Site;
use crate::page::Page;
use crate::support::{PATIENCE, title};
use crate::table::Style;

/// Neither the messages of the server to a spectator nor the HTML of their page contain a card of a hand before it is
/// played.
#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_never_receives_the_cards_of_a_hand() {
    let site = Site::open();
    let (host, friend, spectator) = tokio::join!(site.visitor(), site.visitor(), site.visitor());
    host.open_table("open").await;
    let invitation = host.eval("return document.getElementById('invite').value").await;
    let invitation = invitation.as_str().expect("a link");
    // A guest who opens the link is asked for a name, and takes the seat.
    friend.go(invitation).await;
    friend.write("#sit-name", "Bob").await;
    friend.press("#sit button").await;
    friend.table().await;
    assert_eq!(friend.see("[data-plate='1'] .el-person").await, "Bob");
    spectator.go(invitation).await;
    let mut connection = Connection::open(&site, &spectator).await;

    let mut seq = host.table().await.seq;
    loop {
        let (hers, his) = (host.table_at(seq).await, friend.table_at(seq).await);
        let (seen, messages) = (spectator.table_at(seq).await, connection.until(seq).await);
        if hers.over {
            break;
        }
        assert!(!(hers.hand.is_empty() && his.hand.is_empty()) && seen.hand.is_empty());
        assert_eq!((seen.lit, seen.armed), (Vec::new(), None), "a spectator cannot act");
        let page = spectator.source().await;
        for card in hers.hand.iter().chain(&his.hand) {
            assert!(!reveals(&page, card), "the spectator's page reveals {card}");
            assert!(
                !messages.iter().any(|text| reveals(text, card)),
                "the server reveals {card} to a spectator"
            );
        }
        // The check can fail: each player's own page reveals their hand.
        for (page, hand) in [(&host, &hers.hand), (&friend, &his.hand)] {
            let page = page.source().await;
            assert!(hand.iter().all(|card| reveals(&page, card)));
        }
        let (player, style) =
            if hers.lit.is_empty() { (&friend, Style::Bold) } else { (&host, Style::Careful) };
        seq = player.take_turn(style).await.seq;
    }
    let scores = host.scores().await;
    assert_eq!(scores.len(), 2);
    assert_eq!((friend.scores().await, spectator.scores().await), (scores.clone(), scores));
    for page in [&host, &friend, &spectator] {
        assert_eq!(page.console_messages().await, [""; 0]);
    }
}

/// Whether a text reveals a card by its token or its title. The title of an empty place on the board does not count.
pub(crate) fn reveals(text: &str, card: &str) -> bool {
    let title = title(card);
    let mut titles = text.split(&title).skip(1).filter_map(|rest| rest.split(['"', '\\', '<']).next());
    text.contains(card) || titles.any(|rest| !rest.ends_with(": empty"))
}

/// A WebSocket connection with the spectator's cookie, to read the raw messages.
struct Connection {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    messages: Vec<String>,
}

impl Connection {
    async fn open(site: &Site, spectator: &Page) -> Connection {
        let address = site.server.address;
        let live = format!("ws://{address}{}/live?seen=0", spectator.path().await);
        let mut request = live.into_client_request().expect("an address");
        let cookie = format!("atlas={}", spectator.cookie("atlas").await);
        let headers = request.headers_mut();
        headers.insert("cookie", cookie.parse().expect("a cookie"));
        headers.insert("origin", format!("http://{address}").parse().expect("an origin"));
        let (socket, _) = tokio_tungstenite::connect_async(request).await.expect("spectators are allowed");
        Connection { socket, messages: Vec::new() }
    }

    /// Reads messages until this entry arrives, and returns all messages so far.
    async fn until(&mut self, seq: u64) -> &[String] {
        // The HTML follows after the head, which is JSON.
        let head =
            |text: &str| serde_json::from_str::<Value>(text.split('\u{1}').next().unwrap_or_default()).ok();
        let is_later =
            |text: &String| head(text).and_then(|it| it["seq"].as_u64()).is_some_and(|it| it >= seq);
        let deadline = Instant::now() + PATIENCE;
        while !self.messages.iter().any(is_later) {
            let wait = tokio::time::timeout_at(deadline, self.socket.next());
            let message =
                wait.await.expect("the server sends a message in time").expect("the connection is open");
            if let Message::Text(text) = message.expect("the connection is open") {
                self.messages.push(text.to_string());
            }
        }
        &self.messages
    }
}
