//! The process of the server under load: starting it, and measuring its CPU time and memory.

use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// A process, by its id.
pub(super) struct Process(pub(super) u32);

impl Process {
    /// The CPU time that it has used; `None` if the system does not report it.
    pub(super) fn cpu(&self) -> Option<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.0)).ok()?;
        // The second field is the name of the program in brackets, which may contain any character.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        let (user, system): (u64, u64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
        // Linux always counts in hundredths of a second here.
        Some(Duration::from_millis(10 * (user + system)))
    }

    /// The memory that it uses, in bytes.
    pub(super) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
    }
}

/// A server with an empty database that is stopped after the run.
pub(super) struct Spawned {
    child: Child,
    pub(super) address: SocketAddr,
    pub(super) token: String,
    _data: TempDir,
}

impl Spawned {
    /// Starts a server. If possible, it runs on one core and this process on another.
    pub(super) fn start() -> Result<Spawned, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let data = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut secret = [0; 16];
        getrandom::fill(&mut secret).map_err(|error| error.to_string())?;
        let token: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut serve = if pin_to_core("1") {
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

    pub(super) fn process(&self) -> Process {
        // `taskset` replaces itself with the server, so the id is that of the server.
        Process(self.child.id())
    }
}

impl Drop for Spawned {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
