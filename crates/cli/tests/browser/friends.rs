//! Friends at one table, each in a browser of their own, and somebody who watches.

use futures_util::StreamExt;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::House;
use crate::page::Page;
use crate::support::{PATIENCE, title};
use crate::table::Style;

/// Everything that the server says to the watcher is read on the wire, and everything that the watcher's page
/// is made of: no card of a hand is in it before it is played.
#[tokio::test(flavor = "multi_thread")]
async fn friends_play_by_invitation_and_nobody_who_watches_learns_a_hand() {
    let house = House::open();
    let (host, friend, watcher) = tokio::join!(house.visitor(), house.visitor(), house.visitor());
    host.open_table("open").await;
    let invitation = host.ask("return document.getElementById('invite').value").await;
    let invitation = invitation.as_str().expect("a link");
    // Whoever opens the link sits down.
    friend.go(invitation).await;
    friend.table().await;
    watcher.go(invitation).await;
    let mut wire = Wire::tap(&house, &watcher).await;

    let mut seq = host.table().await.seq;
    loop {
        let (hers, his) = (host.table_at(seq).await, friend.table_at(seq).await);
        let (seen, heard) = (watcher.table_at(seq).await, wire.until(seq).await);
        if hers.over {
            break;
        }
        assert!(!(hers.hand.is_empty() && his.hand.is_empty()) && seen.hand.is_empty());
        assert_eq!((seen.lit, seen.armed), (Vec::new(), None), "a watcher has nothing to do");
        let page = watcher.source().await;
        for card in hers.hand.iter().chain(&his.hand) {
            assert!(!tells(&page, card), "the watcher's page tells {card}");
            assert!(!heard.iter().any(|text| tells(text, card)), "the server tells a watcher {card}");
        }
        // What is looked for would be found: each player's own page tells their hand.
        for (page, hand) in [(&host, &hers.hand), (&friend, &his.hand)] {
            let page = page.source().await;
            assert!(hand.iter().all(|card| tells(&page, card)));
        }
        let (player, style) =
            if hers.lit.is_empty() { (&friend, Style::Bold) } else { (&host, Style::Careful) };
        seq = player.take_turn(style).await.seq;
    }
    let scores = host.scores().await;
    assert_eq!(scores.len(), 2);
    assert_eq!((friend.scores().await, watcher.scores().await), (scores.clone(), scores));
    for page in [&host, &friend, &watcher] {
        assert_eq!(page.complaints().await, [""; 0]);
    }
}

/// Whether a text gives a card away: by its word, or by its title anywhere but at its empty place.
pub(crate) fn tells(text: &str, card: &str) -> bool {
    let title = title(card);
    let mut told = text.split(&title).skip(1).filter_map(|rest| rest.split(['"', '\\', '<']).next());
    text.contains(card) || told.any(|rest| !rest.ends_with(": empty"))
}

/// The watcher's connection, without a browser that could hide what comes.
struct Wire {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    heard: Vec<String>,
}

impl Wire {
    async fn tap(house: &House, watcher: &Page) -> Wire {
        let address = house.server.address;
        let live = format!("ws://{address}{}/live?seen=0", watcher.path().await);
        let mut request = live.into_client_request().expect("an address");
        let cookie = format!("atlas={}", watcher.cookie("atlas").await);
        let headers = request.headers_mut();
        headers.insert("cookie", cookie.parse().expect("a cookie"));
        headers.insert("origin", format!("http://{address}").parse().expect("an origin"));
        let (socket, _) = tokio_tungstenite::connect_async(request).await.expect("watchers are welcome");
        Wire { socket, heard: Vec::new() }
    }

    /// Listens until that entry has been told, and gives everything that was ever said.
    async fn until(&mut self, seq: u64) -> &[String] {
        let is_told = |text: &String| {
            serde_json::from_str::<Value>(text).is_ok_and(|it| it["seq"].as_u64().is_some_and(|it| it >= seq))
        };
        while !self.heard.iter().any(is_told) {
            let wait = tokio::time::timeout(PATIENCE, self.socket.next());
            let message =
                wait.await.expect("the server says something in time").expect("the connection lives");
            if let Message::Text(text) = message.expect("the connection lives") {
                self.heard.push(text.to_string());
            }
        }
        &self.heard
    }
}
