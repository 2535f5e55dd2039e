//! Each example bot plays a whole game, as the documentation describes.

use std::path::{Path, PathBuf};
use std::process::Command;

const ATLAS: &str = env!("CARGO_BIN_EXE_atlas");

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn output_of(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?} failed:\n{out}\n{err}");
    out.into_owned()
}

fn assert_whole_game(output: &str) {
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 27, "26 plays and a result: {output}");
    assert!(lines[26].starts_with("scores ") && lines[26].contains("winners"), "{}", lines[26]);
}

/// The path of an example. `cargo test` builds it with this test; otherwise it is built now.
fn built(example: &str) -> PathBuf {
    let profile = Path::new(ATLAS).parent().unwrap();
    let path = profile.join("examples").join(example);
    if !path.exists() {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--package", "atlas", "--example", example, "--target-dir"]);
        cargo.arg(profile.parent().unwrap());
        if profile.ends_with("release") {
            cargo.arg("--release");
        }
        output_of(&mut cargo);
    }
    path
}

#[test]
fn the_rust_bot_plays_a_whole_game() {
    assert_whole_game(&output_of(Command::new(built("engine_bot")).arg(ATLAS)));
}

#[test]
fn the_examples_are_short() {
    for name in ["engine_bot.py", "engine_bot.rs", "seat_bot.py"] {
        let lines = std::fs::read_to_string(examples().join(name)).unwrap().lines().count();
        assert!(lines < 60, "{name} has {lines} lines");
    }
}

#[cfg(feature = "external")]
#[test]
fn the_python_bot_plays_a_whole_game() {
    assert_whole_game(&output_of(Command::new("python3").arg(examples().join("engine_bot.py")).arg(ATLAS)));
}

/// The bot of six lines from the start of the documentation. All its answers must be legal.
#[cfg(feature = "external")]
#[test]
fn the_python_bot_for_one_seat_plays_in_a_simulation() {
    let bot = format!("greedy,cmd:python3 {}", examples().join("seat_bot.py").display());
    let report = output_of(Command::new(ATLAS).args([
        "sim",
        "enchanted-lands",
        "--games",
        "6",
        "--json",
        "--seats",
        &bot,
    ]));
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["games"], 6);
    assert_eq!(report["players"][1]["faults"], 0, "{report}");
}
