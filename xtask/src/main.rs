//! Development tasks of the project.

mod audit;
mod compare;
mod needs;
mod suites;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use clap::{Parser, Subcommand};

/// Development tasks of the project
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Run all checks and tests, and print the time of each suite
    Test {
        /// Install missing Debian packages and axe-core first
        #[arg(long)]
        install: bool,
    },
    /// Count the instructions of a random game under callgrind
    Instructions,
    /// Load-test a server and print the table of docs/performance.md
    Load {
        /// Compare the CPU time per move with that of a relay on Node.js instead
        #[arg(long)]
        compare: bool,
    },
    /// Rewrite the playthrough files; review the diff afterwards
    Playthroughs,
    /// Record the matches and fingerprints of the current rules versions in tests/replays
    Fixtures,
    /// Kill servers in the middle of many matches, more often than the tests do
    Faults {
        /// The number of kills in each run
        #[arg(long, default_value_t = 50)]
        kills: u32,
    },
    /// Retake the pictures of the documentation
    Screenshots {
        /// Install missing packages first
        #[arg(long)]
        install: bool,
    },
    /// Check every page: valid HTML, Lighthouse's scores, pictures in Firefox
    Audit {
        /// Install missing Debian packages first
        #[arg(long)]
        install: bool,
    },
    /// Fuzz a parser
    Fuzz {
        /// The fuzz target: cards, deck, notation, position, record, request or rift-position
        target: String,
        /// The duration in seconds
        #[arg(long, default_value_t = 60)]
        seconds: u32,
    },
    /// Check the licences and sources of all dependencies
    Deny {
        /// Install cargo-deny first if it is missing
        #[arg(long)]
        install: bool,
    },
}

type Done = Result<(), String>;

fn main() -> ExitCode {
    let done = match Args::parse().task {
        Task::Test { install } => test(install),
        Task::Instructions => instructions(),
        Task::Load { compare: false } => load(),
        Task::Load { compare: true } => compare::compare(),
        Task::Playthroughs => playthroughs(),
        Task::Fixtures => fixtures(),
        Task::Faults { kills } => faults(kills),
        Task::Screenshots { install } => screenshots(install),
        Task::Audit { install } => audit::audit(install),
        Task::Fuzz { target, seconds } => fuzz(&target, seconds),
        Task::Deny { install } => deny(install),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn test(install: bool) -> Done {
    let mut suites = suites::Suites::default();
    suites.time("install", || needs::meet(&[&needs::TESTS], install))?;
    suites.time("format", || cargo("fmt --all --check"))?;
    suites.time("clippy", || {
        cargo("clippy --workspace --all-targets --all-features --locked -- -D warnings")
    })?;
    suites.time("documentation", || {
        run(command("cargo doc --workspace --no-deps --locked").env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    suites.time("build", || cargo("test --workspace --all-features --locked --no-run"))?;
    let tested = suites.run_tests(&mut command("cargo test --workspace --all-features --locked"));
    suites.print();
    tested
}

fn instructions() -> Done {
    if !is_installed("valgrind") {
        return Err("valgrind is missing: install the Debian package valgrind".to_owned());
    }
    cargo("bench -p atlas-lab --bench instructions --no-run")?;
    let bench = newest(&root().join("target/release/deps"), "instructions-")?;
    println!("| game | seats | way | instructions per game |\n| --- | ---: | --- | ---: |");
    // The longer a game is, the fewer games give the same precision.
    let games = [
        ("enchanted-lands", 2..=4, 10_000),
        ("shadow-of-atlas", 2..=2, 10_000),
        ("secure-the-rift", 2..=4, 100),
    ];
    for (game, all_seats, number) in games {
        for seats in all_seats {
            for way in ["list", "pick"] {
                // The difference of two runs excludes the start-up and the end of the process.
                let count = |games: u64| count(&bench, &[game, way, &seats.to_string(), &games.to_string()]);
                let few = number / 10;
                println!("| {game} | {seats} | {way} | {} |", (count(few + number)? - count(few)?) / number);
            }
        }
    }
    Ok(())
}

/// Runs the bench under callgrind and returns the number of instructions.
fn count(bench: &Path, args: &[&str]) -> Result<u64, String> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(bench)
        .args(args)
        .output()
        .map_err(|error| format!("valgrind cannot be started: {error}"))?;
    let output_text = String::from_utf8_lossy(&output.stderr);
    let counted = output_text.lines().find_map(|line| line.split("Collected : ").nth(1));
    counted
        .and_then(|number| number.trim().parse().ok())
        .ok_or_else(|| format!("callgrind printed no count:\n{output_text}"))
}

fn load() -> Done {
    cargo("build --release -p atlas --locked")?;
    let loads = [
        "--tables 50 --ahead 80 --seconds 5",
        "--tables 200 --ahead 24 --seconds 5",
        "--tables 1000 --ahead 6 --seconds 5",
        "--tables 1000 --every 1000",
        "--tables 200 --ahead 10 --seconds 5 --as pages",
        "--open 5000",
    ];
    for (number, words) in loads.into_iter().enumerate() {
        // The header of the table is printed once.
        let header = if number == 0 { 0 } else { 2 };
        load_once(words)?.lines().skip(header).for_each(|line| println!("{line}"));
    }
    Ok(())
}

/// Runs `atlas load --spawn` with these arguments and returns its report.
fn load_once(words: &str) -> Result<String, String> {
    let output = command(&format!("target/release/atlas load --spawn {words}"))
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("atlas cannot be started: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("`atlas load --spawn {words}` failed: {}", output.status))
    }
}

fn fixtures() -> Done {
    // Only the tests that record matches. The other tests read the recorded files.
    let tests = "cargo test -p atlas --test replays -- every_recorded_match no_rules_version";
    run(command(tests).env("UPDATE_FIXTURES", "1"))
}

fn playthroughs() -> Done {
    run(command("cargo test -p atlas --test playthroughs").env("UPDATE_PLAYTHROUGHS", "1"))
}

fn faults(kills: u32) -> Done {
    let mut tests = command("cargo test -p atlas --features external --test faults -- --nocapture");
    run(tests.env("ATLAS_KILLS", kills.to_string()))
}

/// Takes the pictures in a test, and compresses the files, because every clone contains them.
fn screenshots(install: bool) -> Done {
    needs::meet(&[&needs::TESTS, &needs::PICTURES], install)?;
    let folder = root().join("docs/pictures");
    let take = "cargo test -p atlas --features external --test browser -- pictures";
    run(command(take).env("UPDATE_PICTURES", "1"))?;
    let files = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let pictures = files.filter_map(Result::ok).map(|file| file.path());
    let pictures = pictures.filter(|path| path.extension().is_some_and(|it| it == "png"));
    run(command("pngquant --force --ext .png --strip --speed 1 128").args(pictures))
}

fn fuzz(target: &str, seconds: u32) -> Done {
    if !is_installed("cargo-fuzz") {
        return Err("cargo-fuzz is missing: `cargo install cargo-fuzz`".to_owned());
    }
    let line = format!(
        "cargo fuzz run --sanitizer none {target} fuzz/corpus/{target} fuzz/seeds/{target} -- -max_total_time={seconds}"
    );
    // The corpus grows in a separate folder, so the seeds stay as they are.
    std::fs::create_dir_all(root().join("fuzz/corpus").join(target)).map_err(|error| error.to_string())?;
    run(&mut command(&line))
}

fn deny(install: bool) -> Done {
    if !is_installed("cargo-deny") {
        if !install {
            return Err("cargo-deny is missing: `cargo xtask deny --install`".to_owned());
        }
        cargo("install cargo-deny --locked")?;
    }
    cargo("deny check licenses bans sources")
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in a subfolder of the project").to_owned()
}

fn newest(folder: &Path, prefix: &str) -> Result<PathBuf, String> {
    let files = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let binaries = files.filter_map(Result::ok).map(|file| file.path()).filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(prefix) && path.extension().is_none()
    });
    let modified = |path: &PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    binaries.max_by_key(modified).ok_or_else(|| format!("no binary called {prefix}… was built"))
}

fn cargo(words: &str) -> Done {
    run(&mut command(&format!("cargo {words}")))
}

fn command(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().expect("a command has a name"));
    command.args(words).current_dir(root());
    command
}

fn run(command: &mut Command) -> Done {
    let words: Vec<_> = std::iter::once(command.get_program()).chain(command.get_args()).collect();
    let line = words.join(" ".as_ref()).to_string_lossy().into_owned();
    eprintln!("+ {line}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` failed: {status}")),
        Err(error) => Err(format!("`{line}` cannot be started: {error}")),
    }
}
