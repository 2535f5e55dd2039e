//! The process of the server under load: starting it, and measuring its CPU time and memory.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// The processes of the nodes of a server, by their ids.
pub(super) struct Processes(pub(super) Vec<u32>);

impl Processes {
    /// The CPU time that they have used together; `None` if the system does not report it.
    pub(super) fn cpu(&self) -> Option<Duration> {
        self.0.iter().map(|id| cpu(*id)).sum()
    }

    /// The memory that they use together, in bytes.
    pub(super) fn memory(&self) -> Option<u64> {
        self.0.iter().map(|id| memory(*id)).sum()
    }
}

fn cpu(id: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The second field is the name of the program in brackets, which may contain any character.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let (user, system): (u64, u64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    // Linux always counts in hundredths of a second here.
    Some(Duration::from_millis(10 * (user + system)))
}

fn memory(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

/// A server that is stopped after the run.
pub(super) struct Spawned {
    child: Child,
    pub(super) address: SocketAddr,
    /// The token that lifts the rate limits of an Atlas server.
    pub(super) token: Option<String>,
    /// The folder with the database of an Atlas server.
    _data: Option<TempDir>,
}

impl Spawned {
    /// Starts an Atlas server with an empty database.
    pub(super) fn server() -> Result<Spawned, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let data = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut secret = [0; 16];
        getrandom::fill(&mut secret).map_err(|error| error.to_string())?;
        let token: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut serve = on_another_core(program.as_os_str());
        serve.args(["serve", "--listen", "127.0.0.1:0", "--pace", "0", "--data"]).arg(data.path());
        serve.env("ATLAS_LOAD_TOKEN", &token).env_remove("ATLAS_DATABASE").env("RUST_LOG", "error");
        Spawned::start(serve, Some(token), Some(data))
    }

    /// Starts the relay that an Atlas server is compared with.
    pub(super) fn relay(script: &Path) -> Result<Spawned, String> {
        let mut node = on_another_core("node".as_ref());
        node.arg(script).arg("0");
        Spawned::start(node, None, None)
    }

    /// Starts the command and reads the address of the server from its first line.
    fn start(mut command: Command, token: Option<String>, data: Option<TempDir>) -> Result<Spawned, String> {
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("the server could not be started: {error}"))?;
        let mut line = String::new();
        let output = child.stdout.take().expect("stdout is piped");
        let _ = BufReader::new(output).read_line(&mut line);
        let port = line.trim().rsplit(':').next().and_then(|port| port.parse().ok());
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.unwrap_or(0)));
        let spawned = Spawned { child, address, token, _data: data };
        if port.is_some() {
            Ok(spawned)
        } else {
            Err(format!("the server did not print its address: {line:?}"))
        }
    }

    pub(super) fn process_id(&self) -> u32 {
        // `taskset` replaces itself with the server, so the id is that of the server.
        self.child.id()
    }
}

impl Drop for Spawned {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A command that starts a program. If possible, the program runs on one core and this process on another.
fn on_another_core(program: &OsStr) -> Command {
    if !pin_to_core("1") {
        return Command::new(program);
    }
    let mut taskset = Command::new("taskset");
    taskset.args(["-c", "0"]).arg(program);
    taskset
}

/// Restricts this process to one core, and returns whether that succeeded.
fn pin_to_core(core: &str) -> bool {
    let own = std::process::id().to_string();
    let taskset = Command::new("taskset").args(["-acp", core, &own]).stdout(Stdio::null()).status();
    taskset.is_ok_and(|status| status.success())
}

/// Raises the limit of open connections of this process and its children to the maximum that the system allows.
pub(crate) fn allow_many_connections() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        // If this fails, an error occurs when too many connections are opened.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}
