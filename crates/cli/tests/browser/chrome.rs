//! Chromium, driven by its WebDriver.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use serde_json::json;
use tempfile::TempDir;
use thirtyfour::{CapabilitiesHelper, ChromiumLikeCapabilities, DesiredCapabilities, WebDriver};

/// A WebDriver process on a free port.
pub(crate) struct Chrome {
    driver: Child,
    port: u16,
    /// The temporary files of the browsers.
    _folder: TempDir,
}

impl Chrome {
    pub(crate) fn start() -> Chrome {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // It chooses a port that is free for one address family and then needs the same port for the other family,
        // where it may be taken.
        let started = (0..50).find_map(|_| Chrome::run(&folder));
        let (driver, port) = started.expect("chromedriver prints its port");
        Chrome { driver, port, _folder: folder }
    }

    fn run(folder: &TempDir) -> Option<(Child, u16)> {
        let mut start = Command::new("chromedriver");
        let start = start.arg("--port=0").env("TMPDIR", folder.path()).stdout(Stdio::piped());
        let start = start.stderr(Stdio::null());
        let mut driver = start.spawn().expect("`cargo xtask test --install` installs chromedriver");
        let lines = BufReader::new(driver.stdout.take().expect("stdout is piped")).lines();
        let port = lines
            .map_while(Result::ok)
            .find_map(|line| line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse().ok());
        if port.is_none() {
            let _ = driver.kill();
            let _ = driver.wait();
        }
        Some((driver, port?))
    }

    /// Starts a new browser with its own profile. It is closed when its last handle is dropped.
    pub(crate) async fn window(&self) -> WebDriver {
        let mut capabilities = DesiredCapabilities::chrome();
        for argument in [
            "--headless",
            // The sandbox does not work for root and in most containers. Only our own pages are opened.
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            // Several browsers run at the same time, and none of them may be throttled as a background window.
            "--disable-backgrounding-occluded-windows",
            "--disable-renderer-backgrounding",
            "--disable-background-timer-throttling",
        ] {
            capabilities.add_arg(argument).expect("the argument is valid");
        }
        capabilities.set("goog:loggingPrefs", json!({ "browser": "ALL" })).expect("the capability is valid");
        WebDriver::new(format!("http://127.0.0.1:{}", self.port), capabilities)
            .await
            .expect("a browser starts")
    }
}

impl Drop for Chrome {
    fn drop(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
