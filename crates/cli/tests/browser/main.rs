//! The pages as people use them: a real server, a real browser, and nothing done but what a hand or a
//! keyboard does.
//!
//! Scripts are run to look at a page, never to act on it.

#[path = "../support/mod.rs"]
mod support;

mod chrome;
mod page;
mod table;

mod accessibility;
mod friends;
mod guide;
mod keyboard;
mod leaving;
mod lobby;
mod newcomer;
mod one_screen;
mod phone;
mod pictures;
mod replay;
mod restart;
mod shadow;
mod talk;
mod why;
mod words;

use tempfile::TempDir;

use chrome::Chrome;
use page::Page;
use support::server::Server;

/// A server and the browsers of its visitors. All of it is gone when the test is over.
struct House {
    chrome: Chrome,
    server: Server,
    _data: TempDir,
}

impl House {
    fn open() -> House {
        House::open_with(&[])
    }

    /// A server with more arguments.
    fn open_with(words: &[&str]) -> House {
        let data = tempfile::tempdir().unwrap();
        let server = Server::start(data.path(), words);
        House { chrome: Chrome::start(), server, _data: data }
    }

    /// Somebody who has never been here opens the first page, in a browser of their own.
    async fn visitor(&self) -> Page {
        let page = Page::new(self.chrome.window().await, self.address());
        page.wear(page::Look::DESK).await;
        page.go("/").await;
        page
    }

    /// Ann opens a table and Bob sits down at it, each in a browser of their own.
    async fn ann_and_bob(&self) -> (Page, Page) {
        let (ann, bob) = tokio::join!(self.visitor(), self.visitor());
        tokio::join!(ann.call_me("Ann"), bob.call_me("Bob"));
        ann.open_table("open").await;
        bob.go(&ann.path().await).await;
        bob.press("form[action$='/sit'] button").await;
        tokio::join!(ann.table(), bob.table());
        (ann, bob)
    }

    /// What people type: invitations name the same host, and cookies belong to it.
    fn address(&self) -> String {
        format!("http://localhost:{}", self.server.address.port())
    }
}
