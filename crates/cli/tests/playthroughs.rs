//! One whole game for each game and number of seats, with every public fact, as text that is reviewed when it
//! changes. `cargo xtask playthroughs` writes the files anew.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use atlas_catalog::{Entry, GAMES};
use atlas_core::{Chance, Seat, Seed, Viewer};
use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/playthroughs")
}

/// The options that a game is written down with, and between how many moves the whole table is drawn.
fn manner(game: &Entry) -> (Value, usize) {
    match game.facts.id {
        // Forty life points last for hundreds of moves of players who play anything.
        "secure-the-rift" => (json!({ "life": 4 }), 20),
        _ => (Value::Null, 1),
    }
}

fn playthrough(game: &Entry, seats: u8) -> String {
    let mut text = String::new();
    let mut line = |words: String| writeln!(text, "{}", words.trim_end()).unwrap();
    let seed = Seed::from(u64::from(seats));
    let (options, every) = manner(game);
    let mut table = (game.start)(&options, seats, seed.into(), Vec::new()).unwrap();
    let names: Vec<String> = Seat::all(seats).map(|seat| format!("player {}", seat.0)).collect();
    let mut choices = Chance::quick(seats.into());
    line(format!("{}, rules version {}, {seats} seats", game.facts.name, game.facts.rules_version));
    line(format!("header {}", serde_json::to_string(table.header()).unwrap()));
    line(format!("position {}", table.position()));
    let mut moves = 0;
    while let Some(seat) = table.acting().first() {
        line(String::new());
        if moves % every == 0 {
            line(atlas_boards::text(&game.facts, &table.view(Viewer::Everything), &names, 0).unwrap());
            line(format!("spectator {}", table.view(Viewer::Spectator)));
        }
        moves += 1;
        for seat in table.acting().iter() {
            let question = table.awaiting(seat).unwrap();
            line(format!("{seat} is asked ({}): {}", question.kind, question.text));
            line(format!("{seat} may: {}", table.legal(seat).join(", ")));
        }
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
    line(atlas_boards::text(&game.facts, &table.view(Viewer::Everything), &names, 0).unwrap());
    line(format!("result {}", table.result()));
    line(format!("head {}", table.records().last().unwrap().hash));
    text
}

#[test]
fn playthroughs_are_as_they_were() {
    let update = std::env::var_os("UPDATE_PLAYTHROUGHS").is_some();
    for game in GAMES {
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
