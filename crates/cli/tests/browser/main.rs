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
mod keyboard;
mod newcomer;
mod one_screen;
mod phone;
mod pictures;
mod restart;
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
        let data = tempfile::tempdir().unwrap();
        let server = Server::start(data.path(), &[]);
        House { chrome: Chrome::start(), server, _data: data }
    }

    /// Somebody who has never been here opens the first page, in a browser of their own.
    async fn visitor(&self) -> Page {
        let page = Page::new(self.chrome.window().await, self.address());
        page.wear(page::Look::DESK).await;
        page.go("/").await;
        page
    }

    /// What people type: invitations name the same host, and cookies belong to it.
    fn address(&self) -> String {
        format!("http://localhost:{}", self.server.address.port())
    }
}
