//! Checks of every page in the browsers that people use. The scores depend on the machine, so they are no tests.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use crate::compare::install_modules;
use crate::needs::{self, Need};
use crate::{Done, cargo, command, is_installed, root, run};

/// The folder of the script.
const AUDIT: &str = "xtask/audit";

const NEEDS: [Need; 2] = [
    Need { package: "chromium", is_met: || is_installed("chromium") },
    Need { package: "firefox-esr", is_met: || is_installed("firefox-esr") },
];

/// A server that is stopped when the value is dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

pub(crate) fn audit(install: bool) -> Done {
    needs::meet(&[&NEEDS], install)?;
    install_modules(AUDIT)?;
    cargo("build --release -p atlas --locked")?;
    let folder = root().join("target/audit");
    let failed = |error: std::io::Error| error.to_string();
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(failed)?;
    }
    let mut serve = command("target/release/atlas serve --listen 127.0.0.1:0 --pace 1");
    serve.arg("--data").arg(folder.join("data")).stdout(Stdio::piped());
    let mut server = Server(serve.spawn().map_err(failed)?);
    let output = server.0.stdout.take().ok_or("the server prints nothing")?;
    let line = BufReader::new(output).lines().next().ok_or("the server prints nothing")?.map_err(failed)?;
    let address = line.split_whitespace().find(|word| word.starts_with("http")).ok_or(line.clone())?;
    run(command("node xtask/audit/audit.js").arg(address).arg(folder.join("firefox")))
}
