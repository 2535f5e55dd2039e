//! A temporary PostgreSQL server.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

/// A database server that listens only on a Unix socket in its own folder, and is stopped when the value is dropped.
pub(crate) struct Postgres {
    programs: PathBuf,
    folder: TempDir,
}

impl Postgres {
    pub(crate) fn start() -> Postgres {
        let folder = tempfile::Builder::new().prefix("atlas-pg").tempdir().expect("a temporary folder");
        let postgres = Postgres { programs: programs(), folder };
        if is_root() {
            // PostgreSQL refuses to run as root.
            run(Command::new("chown").arg("postgres:").arg(postgres.folder.path()));
        }
        let data = postgres.data();
        run(postgres.program("initdb").args(["-A", "trust", "-U", "postgres", "--no-sync", "-D"]).arg(&data));
        postgres.restart();
        postgres
    }

    /// Starts the server after it was stopped.
    pub(crate) fn restart(&self) {
        let folder = self.folder.path().display();
        let options = format!("-c listen_addresses='' -c unix_socket_directories='{folder}'");
        let log = self.folder.path().join("log");
        let mut start = self.program("pg_ctl");
        run(start.args(["-w", "-o", &options, "-l"]).arg(log).arg("-D").arg(self.data()).arg("start"));
    }

    /// Stops the server at once, as if it had failed.
    pub(crate) fn stop(&self) {
        run(self.program("pg_ctl").args(["-w", "-m", "immediate", "-D"]).arg(self.data()).arg("stop"));
    }

    /// The URL of the database.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@localhost/postgres?host={}", self.folder.path().display())
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A command that runs one of the PostgreSQL programs, as the user of the server.
    fn program(&self, name: &str) -> Command {
        let path = self.programs.join(name);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args([OsStr::new("-u"), OsStr::new("postgres"), OsStr::new("--"), path.as_os_str()]);
            command
        } else {
            Command::new(path)
        };
        command.current_dir(self.folder.path());
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // The data is not needed any more, so the immediate mode is enough.
        let _ = self.program("pg_ctl").args(["-m", "immediate", "-D"]).arg(self.data()).arg("stop").output();
    }
}

/// The folder of the PostgreSQL programs, which Debian installs by version outside the path.
fn programs() -> PathBuf {
    let versions =
        std::fs::read_dir("/usr/lib/postgresql").expect("the Debian package postgresql is installed");
    let folders = versions.filter_map(Result::ok).map(|version| version.path().join("bin"));
    folders.filter(|bin| bin.join("initdb").is_file()).max().expect("a version with its programs")
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n")
}

fn run(command: &mut Command) {
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
