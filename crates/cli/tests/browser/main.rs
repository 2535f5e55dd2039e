//! Tests of the pages with a real server and a real browser. All actions are clicks and key presses.
//!
//! Scripts only inspect a page; they never act on it.

#[path = "../support/mod.rs"]
mod support;

mod chrome;
mod page;
mod table;

mod accessibility;
mod friends;
mod gestures;
mod guide;
mod keyboard;
mod layout;
mod leaving;
mod lobby;
mod names;
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

/// A server and a WebDriver for the browsers of its visitors. Both are stopped when the value is dropped.
struct Site {
    chrome: Chrome,
    server: Server,
    _data: TempDir,
}

impl Site {
    fn open() -> Site {
        Site::open_with(&[])
    }

    /// Starts a server with further arguments.
    fn open_with(args: &[&str]) -> Site {
        let data = tempfile::tempdir().unwrap();
        let server = Server::start(data.path(), args);
        Site { chrome: Chrome::start(), server, _data: data }
    }

    /// Opens the first page as a new guest in a new browser.
    async fn visitor(&self) -> Page {
        let page = Page::new(self.chrome.window().await, self.address());
        page.emulate(page::Look::DESK).await;
        page.go("/").await;
        page
    }

    /// Ann opens a table and Bob joins it, each in a separate browser.
    async fn ann_and_bob(&self) -> (Page, Page) {
        let (ann, bob) = tokio::join!(self.visitor(), self.visitor());
        tokio::join!(ann.set_name("Ann"), bob.set_name("Bob"));
        ann.open_table("open").await;
        bob.go(&ann.path().await).await;
        bob.press("#sit button").await;
        tokio::join!(ann.table(), bob.table());
        (ann, bob)
    }

    /// The address for the browser. The host is the same as in invite links and cookies.
    fn address(&self) -> String {
        format!("http://localhost:{}", self.server.address.port())
    }
}
