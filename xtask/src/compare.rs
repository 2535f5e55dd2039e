//! The comparison of a server with a relay on Node.js that knows no rules and stores nothing.

use serde_json::Value;

use crate::{Done, cargo, command, is_installed, load_once, root, run};

/// The number of runs of each. The runs alternate, because the speed of a machine changes with time.
const ROUNDS: usize = 9;
const TABLES: u32 = 200;
const SECONDS: u32 = 5;
/// The number of matches that are opened ahead at each table of the server. A match at the relay never ends.
const AHEAD: u32 = 24;

/// The folder of the relay.
const RELAY: &str = "xtask/relay";

/// The figures of one run.
struct Figures {
    moves_per_second: f64,
    /// The CPU time per move, in microseconds.
    cpu: f64,
}

pub(crate) fn compare() -> Done {
    install_modules(RELAY)?;
    cargo("build --release -p atlas --locked")?;

    let mut rounds = Vec::new();
    for number in 1..=ROUNDS {
        let server = measure(&format!("--ahead {AHEAD}"))?;
        let relay = measure(&format!("--as relay --relay {RELAY}/relay.js"))?;
        eprintln!("round {number} of {ROUNDS}: server {:.1} µs, relay {:.1} µs", server.cpu, relay.cpu);
        rounds.push([server, relay]);
    }
    print(&rounds);
    Ok(())
}

/// Installs the packages of a Node.js program in this folder, once.
pub(crate) fn install_modules(folder: &str) -> Done {
    for (program, package) in [("node", "nodejs"), ("npm", "npm")] {
        if !is_installed(program) {
            return Err(format!("{program} is missing: install the Debian package {package}"));
        }
    }
    let folder = root().join(folder);
    if folder.join("node_modules").is_dir() {
        return Ok(());
    }
    run(command("npm ci --no-audit --no-fund").current_dir(folder))
}

/// Measures a run with these further arguments.
fn measure(words: &str) -> Result<Figures, String> {
    let report = load_once(&format!("--tables {TABLES} --seconds {SECONDS} --json {words}"))?;
    let report: Value = serde_json::from_str(&report).map_err(|error| format!("{report:?}: {error}"))?;
    let figure = |key: &str| report[key].as_f64().ok_or_else(|| format!("{key} was not measured: {report}"));
    Ok(Figures { moves_per_second: figure("moves_a_second")?, cpu: figure("cpu_us_a_move")? })
}

fn print(rounds: &[[Figures; 2]]) {
    let [server_moves, relay_moves] = [0, 1].map(|at| median(rounds, |round| round[at].moves_per_second));
    let [server_cpu, relay_cpu] = [0, 1].map(|at| median(rounds, |round| round[at].cpu));
    println!("| {TABLES} tables, medians of {ROUNDS} runs | moves/s | CPU, µs per move |");
    println!("| --- | ---: | ---: |");
    println!("| Atlas server | {server_moves:.0} | {server_cpu:.1} |");
    println!("| relay on `ws`, Node.js {} | {relay_moves:.0} | {relay_cpu:.1} |", node_version());
    println!("| server / relay | {:.2} | {:.2} |", server_moves / relay_moves, server_cpu / relay_cpu);
}

fn median(rounds: &[[Figures; 2]], figure: impl Fn(&[Figures; 2]) -> f64) -> f64 {
    let mut figures: Vec<f64> = rounds.iter().map(figure).collect();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn node_version() -> String {
    let output = command("node --version").output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}
