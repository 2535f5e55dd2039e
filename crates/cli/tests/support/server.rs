//! `atlas serve` in a separate process, as a host runs it.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

/// A server process that is killed when the value is dropped.
pub(crate) struct Server {
    command: Command,
    process: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts a server whose bots act without delay. `args` are further arguments, such as `--database URL`. It listens
    /// on a free port, unless the arguments name one.
    pub(crate) fn start(data: &Path, args: &[&str]) -> Server {
        let mut serve = Command::new(env!("CARGO_BIN_EXE_atlas"));
        serve.env("ATLAS_PACE", "0").args(["serve", "--data"]).arg(data).args(args);
        Server::run(serve)
    }

    /// Runs a command that starts a server, and waits until it listens.
    pub(crate) fn run(mut command: Command) -> Server {
        let (process, port) = open(command.env("ATLAS_LISTEN", "127.0.0.1:0"));
        Server { command, process, address: SocketAddr::from(([127, 0, 0, 1], port)) }
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Sends SIGKILL: the server cannot send or store anything more.
    pub(crate) fn kill(&mut self) {
        self.process.kill().expect("the process is a child");
        self.process.wait().expect("the process is a child");
    }

    /// Starts the server again at the same address, after it was stopped or killed.
    pub(crate) fn start_again(&mut self) {
        (self.process, _) = open(self.command.env("ATLAS_LISTEN", self.address.to_string()));
    }

    /// Sends SIGTERM and waits for a clean exit.
    pub(crate) fn stop(&mut self) -> ExitStatus {
        let id = self.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().is_ok_and(|status| status.success()));
        self.process.wait().expect("the process is a child")
    }

    /// The memory that the server uses, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.id())).expect("the server runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("the status has VmRSS");
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().expect("a number");
        kilobytes << 10
    }
}

/// Starts a server, and returns the process and its port.
fn open(command: &mut Command) -> (Child, u16) {
    let mut process = command.stdout(Stdio::piped()).spawn().expect("the server starts");
    let mut line = String::new();
    let output = process.stdout.take().expect("stdout is piped");
    BufReader::new(output).read_line(&mut line).expect("the server prints its address");
    let port = line.trim().rsplit(':').next().and_then(|port| port.parse().ok());
    (process, port.unwrap_or_else(|| panic!("the server should print its port: {line:?}")))
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have ended already. It must not outlive its test.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
