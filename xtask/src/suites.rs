//! The running time of each test suite.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::Done;

/// The suites in the order in which they ran, with their times.
#[derive(Default)]
pub(crate) struct Suites(Vec<(String, Duration)>);

impl Suites {
    /// Runs a step and records its time.
    pub(crate) fn time(&mut self, name: &str, step: impl FnOnce() -> Done) -> Done {
        let begin = Instant::now();
        let done = step();
        self.0.push((name.to_owned(), begin.elapsed()));
        done
    }

    /// Runs `cargo test`, forwards its output and records the time of each test binary.
    pub(crate) fn run_tests(&mut self, command: &mut Command) -> Done {
        eprintln!("+ cargo test");
        // Cargo announces each test binary on standard error.
        let mut child = command
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cargo cannot be started: {error}"))?;
        let output = child.stderr.take().expect("stderr is piped");
        let mut running: Option<(String, Instant)> = None;
        for line in BufReader::new(output).lines() {
            let line = line.map_err(|error| error.to_string())?;
            eprintln!("{line}");
            if let Some(name) = suite(&line) {
                self.end(running.replace((name, Instant::now())));
            }
        }
        let status = child.wait().map_err(|error| error.to_string())?;
        self.end(running);
        if status.success() { Ok(()) } else { Err(format!("`cargo test` failed: {status}")) }
    }

    fn end(&mut self, suite: Option<(String, Instant)>) {
        self.0.extend(suite.map(|(name, begin)| (name, begin.elapsed())));
    }

    /// Prints the time of each suite and the total, in minutes.
    pub(crate) fn print(&self) {
        let minutes = |time: Duration| time.as_secs_f64() / 60.0;
        println!("\nminutes  suite");
        for (name, time) in self.0.iter().filter(|(_, time)| time.as_secs() >= 1) {
            println!("{:7.1}  {name}", minutes(*time));
        }
        let total = self.0.iter().map(|(_, time)| *time).sum();
        println!("{:7.1}  total", minutes(total));
    }
}

/// The name of the test binary, if a line of cargo's output announces one.
fn suite(line: &str) -> Option<String> {
    let line = line.trim();
    if let Some(name) = line.strip_prefix("Doc-tests ") {
        return Some(format!("{name}: documentation"));
    }
    let (source, binary) = line.strip_prefix("Running ")?.split_once(" (")?;
    let file = binary.rsplit('/').next()?.trim_end_matches(')');
    let name = file.rsplit_once('-').map_or(file, |(name, _)| name);
    Some(format!("{name}: {source}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_named_after_their_source() {
        let line = "     Running tests/rules/main.rs (target/debug/deps/rules-c12ddd25a6b7b587)";
        assert_eq!(suite(line).as_deref(), Some("rules: tests/rules/main.rs"));
        assert_eq!(suite("   Doc-tests atlas_core").as_deref(), Some("atlas_core: documentation"));
        assert_eq!(suite("test it_works ... ok"), None);
    }
}
