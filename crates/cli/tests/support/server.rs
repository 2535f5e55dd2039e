//! `atlas serve` in a process of its own, as a host runs it.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

/// A server that is stopped, at the latest, when the test lets go of it.
pub(crate) struct Server {
    command: Command,
    process: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a server whose bots act at once. `words` are more of its arguments, such as `--database URL`.
    /// It listens on any free port, unless they say otherwise.
    pub(crate) fn start(data: &Path, words: &[&str]) -> Server {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_atlas"));
        serve.env("ATLAS_PACE", "0").args(["serve", "--data"]).arg(data).args(words);
        Server::run(serve)
    }

    /// Runs a command that starts a server, and waits until its table is open.
    pub(crate) fn run(mut command: Command) -> Server {
        let (process, port) = open(command.env("ATLAS_LISTEN", "127.0.0.1:0"));
        Server { command, process, address: SocketAddr::from(([127, 0, 0, 1], port)) }
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// `SIGKILL`: it has no time to say or store anything.
    pub(crate) fn kill(&mut self) {
        self.process.kill().expect("it is ours");
        self.process.wait().expect("it is ours");
    }

    /// Starts it again at the same address, after it was killed.
    pub(crate) fn start_again(&mut self) {
        (self.process, _) = open(self.command.env("ATLAS_LISTEN", self.address.to_string()));
    }

    /// `SIGTERM`: a polite request to end.
    pub(crate) fn stop(&mut self) -> ExitStatus {
        let id = self.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().is_ok_and(|status| status.success()));
        self.process.wait().expect("it is ours")
    }

    /// The memory it uses, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it has memory");
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
        kilobytes << 10
    }
}

/// Starts a server and says which port it has.
fn open(command: &mut Command) -> (Child, u16) {
    let mut process = command.stdout(Stdio::piped()).spawn().expect("the binary starts");
    let mut line = String::new();
    let output = process.stdout.take().expect("it is piped");
    BufReader::new(output).read_line(&mut line).expect("it says where it listens");
    let port = line.trim().rsplit(':').next().and_then(|port| port.parse().ok());
    (process, port.unwrap_or_else(|| panic!("it should say its port: {line:?}")))
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already; either way it must not outlive its test.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
