//! One whole game for each game and number of seats, with every public fact, as text whose changes are reviewed.
//! `cargo xtask playthroughs` rewrites the files.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use atlas_catalog::{GAMES, GameEntry};
use atlas_core::{Chance, Seat, Seed, Viewer};
use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/playthroughs")
}

/// The options of a game's playthrough, the number of moves between two drawings of the whole table, and the number of
/// moves between two lists of all legal moves.
fn settings(game: &GameEntry) -> (Value, usize, usize) {
    match game.facts.id {
        // Random players need hundreds of moves to lose forty life points.
        "secure-the-rift" => (json!({ "life": 4 }), 20, 1),
        // All seats may act at once, each with a long list, in hundreds of moves.
        "atlantis-rising" => (Value::Null, 100, 100),
        _ => (Value::Null, 1, 1),
    }
}

fn playthrough(game: &GameEntry, seats: u8) -> String {
    let mut text = String::new();
    let mut line = |content: String| writeln!(text, "{}", content.trim_end()).unwrap();
    let seed = Seed::from(u64::from(seats));
    let (options, every, listed) = settings(game);
    let mut table = (game.start)(&options, seats, seed.into(), Vec::new()).unwrap();
    let names: Vec<String> = Seat::all(seats).map(|seat| format!("player {}", seat.0)).collect();
    let mut choices = Chance::quick(seats.into());
    line(format!("{}, rules version {}, {seats} seats", game.facts.name, game.facts.rules_version));
    line(format!("header {}", serde_json::to_string(table.header()).unwrap()));
    line(format!("position {}", table.position()));
    let mut moves = 0;
    while let Some(seat) = table.acting().draw(&mut choices) {
        line(String::new());
        if moves % every == 0 {
            line(table.text(Viewer::Everything, &names, 0));
            line(format!("spectator {}", table.view(Viewer::Spectator)));
        }
        for seat in table.acting().iter().filter(|_| moves % listed == 0) {
            let prompt = &table.question(seat).unwrap().prompt;
            line(format!("{seat} is asked ({}): {}", prompt.kind, prompt.text));
            line(format!("{seat} may: {}", table.legal(seat).join(", ")));
        }
        moves += 1;
        let legal = table.legal(seat);
        let sentence = &legal[choices.below(legal.len() as u32) as usize];
        table.act(seat, sentence).unwrap();
        line(format!("> {seat}: {sentence}"));
        for news in table.news(Viewer::Everything) {
            line(format!("  {} {} {}", news.rule, news.told.text, news.told.things.join(" ")));
        }
        for news in table.news(Viewer::Spectator) {
            line(format!("  (spectator) {}", news.told.text));
        }
    }
    line(String::new());
    line(table.text(Viewer::Everything, &names, 0));
    line(format!("result {}", table.result()));
    line(format!("head {}", table.records().last().unwrap().hash));
    text
}

#[test]
fn playthroughs_have_not_changed() {
    let update = std::env::var_os("UPDATE_PLAYTHROUGHS").is_some();
    for game in GAMES.games() {
        for seats in game.facts.seats() {
            let path = folder().join(format!("{}-{seats}.txt", game.facts.id));
            let now = playthrough(game, seats);
            if update {
                fs::write(&path, &now).unwrap();
            }
            let then = fs::read_to_string(&path).unwrap_or_default();
            let differs = now.lines().zip(then.lines()).position(|(now, then)| now != then);
            assert!(
                now == then,
                "{} is missing or differs from line {}; review it with `cargo xtask playthroughs`",
                path.display(),
                differs.unwrap_or(0) + 1
            );
        }
    }
}
