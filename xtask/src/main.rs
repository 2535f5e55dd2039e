//! The project's own chores.

mod needs;
mod suites;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use clap::{Parser, Subcommand};

/// The project's own chores.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Args {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Run every check and every test, and print the minutes of each suite
    Test {
        /// First install what is missing: programs from Debian's packages, axe-core from Python's
        #[arg(long)]
        install: bool,
    },
    /// Count the instructions of a random game under callgrind
    Instructions,
    /// Put a server under load and print the table of docs/performance.md
    Load,
    /// Rewrite the playthrough files, to be reviewed as a diff
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
        /// Install what is missing first
        #[arg(long)]
        install: bool,
    },
    /// Let a fuzzer look for input that breaks a parser
    Fuzz {
        /// notation, position, request or record
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
    let done = match Args::parse().chore {
        Chore::Test { install } => test(install),
        Chore::Instructions => instructions(),
        Chore::Load => load(),
        Chore::Playthroughs => playthroughs(),
        Chore::Fixtures => fixtures(),
        Chore::Faults { kills } => faults(kills),
        Chore::Screenshots { install } => screenshots(install),
        Chore::Fuzz { target, seconds } => fuzz(&target, seconds),
        Chore::Deny { install } => deny(install),
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
    if !is_there("valgrind") {
        return Err("valgrind is missing: install Debian's package valgrind".to_owned());
    }
    cargo("bench -p atlas-lab --bench instructions --no-run")?;
    let bench = newest(&root().join("target/release/deps"), "instructions-")?;
    println!("| game | seats | way | instructions a game |\n| --- | ---: | --- | ---: |");
    // Fewer long games are enough for the same precision.
    let games = [
        ("enchanted-lands", 2..=4, 10_000),
        ("shadow-of-atlas", 2..=2, 10_000),
        ("secure-the-rift", 2..=4, 100),
    ];
    for (game, all_seats, more) in games {
        for seats in all_seats {
            for way in ["list", "pick"] {
                // The difference of two runs leaves out the start and the end of the program.
                let count = |games: u64| count(&bench, &[game, way, &seats.to_string(), &games.to_string()]);
                let few = more / 10;
                println!("| {game} | {seats} | {way} | {} |", (count(few + more)? - count(few)?) / more);
            }
        }
    }
    Ok(())
}

/// The instructions that callgrind counts for a number of games.
fn count(bench: &Path, words: &[&str]) -> Result<u64, String> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(bench)
        .args(words)
        .output()
        .map_err(|error| format!("valgrind cannot be started: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let counted = said.lines().find_map(|line| line.split("Collected : ").nth(1));
    counted
        .and_then(|number| number.trim().parse().ok())
        .ok_or_else(|| format!("callgrind counted nothing:\n{said}"))
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
        let output = command(&format!("target/release/atlas load --spawn {words}"))
            .stderr(Stdio::inherit())
            .output()
            .map_err(|error| format!("atlas cannot be started: {error}"))?;
        if !output.status.success() {
            return Err(format!("`atlas load --spawn {words}` failed: {}", output.status));
        }
        // All tables have the same head.
        let said = String::from_utf8_lossy(&output.stdout);
        let head = if number == 0 { 0 } else { 2 };
        said.lines().skip(head).for_each(|line| println!("{line}"));
    }
    Ok(())
}

fn fixtures() -> Done {
    // Only the tests that record; the others read what these have written.
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

/// A test takes the pictures. The files are then made small, because every clone contains them.
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
    if !is_there("cargo-fuzz") {
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
    if !is_there("cargo-deny") {
        if !install {
            return Err("cargo-deny is missing: `cargo xtask deny --install`".to_owned());
        }
        cargo("install cargo-deny --locked")?;
    }
    cargo("deny check licenses bans sources")
}

fn is_there(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project").to_owned()
}

fn newest(folder: &Path, prefix: &str) -> Result<PathBuf, String> {
    let files = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let built = files.filter_map(Result::ok).map(|file| file.path()).filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(prefix) && path.extension().is_none()
    });
    let age = |path: &PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    built.max_by_key(age).ok_or_else(|| format!("nothing called {prefix}… was built"))
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
