//! Chromium, driven by its WebDriver.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::json;
use tempfile::TempDir;
use thirtyfour::{CapabilitiesHelper, ChromiumLikeCapabilities, DesiredCapabilities, WebDriver};

/// A WebDriver of our own, on a port that nobody else has.
pub(crate) struct Chrome {
    driver: Child,
    port: u16,
    /// What its browsers leave lying about.
    _folder: TempDir,
}

impl Chrome {
    pub(crate) fn start() -> Chrome {
        let folder = tempfile::tempdir().expect("there is room");
        // It takes a free port for one kind of addresses and then wants the same for the other kind, where
        // somebody may have it.
        let started = (0..50).find_map(|_| Chrome::run(&folder));
        let (driver, port) = started.expect("chromedriver says its port");
        Chrome { driver, port, _folder: folder }
    }

    fn run(folder: &TempDir) -> Option<(Child, u16)> {
        let mut start = Command::new("chromedriver");
        let start = start.arg("--port=0").env("TMPDIR", folder.path()).stdout(Stdio::piped());
        let start = start.stderr(Stdio::null());
        let mut driver = start.spawn().expect("`cargo xtask test --install` installs chromedriver");
        let lines = BufReader::new(driver.stdout.take().expect("it is piped")).lines();
        let port = lines
            .map_while(Result::ok)
            .find_map(|line| line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse().ok());
        if port.is_none() {
            let _ = driver.kill();
            let _ = driver.wait();
        }
        Some((driver, port?))
    }

    /// A new browser that knows nothing of any other. It is closed when the last handle on it is gone.
    pub(crate) async fn window(&self) -> WebDriver {
        let mut wish = DesiredCapabilities::chrome();
        for word in [
            "--headless",
            // Root, and most containers, cannot have the sandbox. Only our own pages are opened.
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            // Three browsers share this machine; none of them is "in the background".
            "--disable-backgrounding-occluded-windows",
            "--disable-renderer-backgrounding",
            "--disable-background-timer-throttling",
        ] {
            wish.add_arg(word).expect("a word is a word");
        }
        wish.set("goog:loggingPrefs", json!({ "browser": "ALL" })).expect("a wish is a wish");
        WebDriver::new(format!("http://127.0.0.1:{}", self.port), wish).await.expect("a browser starts")
    }
}

impl Drop for Chrome {
    fn drop(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
