//! The process of the server under load: starting it, and what it costs.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// A process, by its id.
pub(super) struct Process(pub(super) u32);

impl Process {
    /// The processor time it has used; nothing where the system does not tell.
    pub(super) fn cpu(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0)).ok()?;
        // The name of the program comes second, in brackets, and may contain anything.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let (user, system): (u64, u64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        // Linux counts hundredths of a second here, whatever its own clock does.
        Some(Duration::from_millis(10 * (user + system)))
    }

    /// The memory that it has in use, in bytes.
    pub(super) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
    }
}

/// A server of our own with an empty database, gone when the load is.
pub(super) struct Spawned {
    child: Child,
    pub(super) address: SocketAddr,
    pub(super) token: String,
    _data: TempDir,
}

impl Spawned {
    /// Starts a server, if possible on a core of its own while we take another.
    pub(super) fn start() -> Result<Spawned, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let data = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut secret = [0; 16];
        getrandom::fill(&mut secret).map_err(|error| error.to_string())?;
        let token: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut serve = if is_pinned("1") {
            let mut taskset = Command::new("taskset");
            taskset.args(["-c", "0"]).arg(program);
            taskset
        } else {
            Command::new(program)
        };
        serve.args(["serve", "--listen", "127.0.0.1:0", "--pace", "0", "--data"]).arg(data.path());
        serve.env("ATLAS_LOAD_TOKEN", &token).env_remove("ATLAS_DATABASE").env("RUST_LOG", "error");
        let mut child = serve
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("no server could be started: {error}"))?;
        let mut line = String::new();
        let output = child.stdout.take().expect("it is piped");
        let _ = BufReader::new(output).read_line(&mut line);
        let port = line.trim().rsplit(':').next().and_then(|port| port.parse().ok());
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.unwrap_or(0)));
        let spawned = Spawned { child, address, token, _data: data };
        if port.is_some() { Ok(spawned) } else { Err(format!("the server did not open its table: {line:?}")) }
    }

    pub(super) fn process(&self) -> Process {
        // `taskset` becomes the server that it starts.
        Process(self.child.id())
    }
}

impl Drop for Spawned {
    fn drop(&mut self) {
        // Its folder goes with it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether we run on this core alone from now on.
fn is_pinned(core: &str) -> bool {
    let own = std::process::id().to_string();
    let taskset = Command::new("taskset").args(["-acp", core, &own]).stdout(Stdio::null()).status();
    taskset.is_ok_and(|status| status.success())
}

/// Lets this process, and what it starts, have as many open connections as the system allows.
pub(crate) fn allow_many_connections() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        // If it may not, opening too many says so.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}
