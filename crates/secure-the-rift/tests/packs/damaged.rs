//! Thousands of damaged card files and deck lists: each is read, or refused with an error.

use atlas_core::Chance;
use atlas_secure_the_rift::deck::PRECONSTRUCTED;
use atlas_secure_the_rift::pack::{CORE, Library};
use atlas_secure_the_rift::probe;

/// A text with a few places changed: bytes removed, overwritten, or copied from elsewhere in it.
fn damaged(text: &str, chance: &mut Chance) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=chance.below(3) {
        let mut below = |n: usize| chance.below(n.max(1) as u32) as usize;
        let (at, size) = (below(bytes.len()), 1 + below(12));
        let end = (at + size).min(bytes.len());
        match below(5) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes[at..end].fill(b' ' + below(95) as u8),
            2 => bytes[at] = below(256) as u8,
            3 => {
                let piece = bytes[at..end].to_vec();
                let to = below(bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => {
                // One line replaces another.
                let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
                let (one, other) = (below(lines.len()), below(lines.len()));
                let mut changed = lines.clone();
                changed[one] = lines[other];
                bytes = changed.join(&b'\n');
            }
        }
    }
    bytes
}

/// The cards of a core file with other ids and names, so that they can be combined with the core set.
fn copies(file: &str) -> String {
    let line = |line: &str| match line.split_once(" = \"") {
        Some((key @ ("id" | "name"), value)) => format!("{key} = \"x{}\n", value.replace('X', "x")),
        _ => format!("{line}\n"),
    };
    file.lines().map(line).collect()
}

/// The seeds of fuzzing are accepted, except for the list that is meant to be refused.
#[test]
fn the_seeds_of_fuzzing_are_accepted() {
    assert_eq!(probe::cards(include_bytes!("../../../../fuzz/seeds/cards/every-kind")), 6);
    assert_eq!(probe::deck(include_bytes!("../../../../fuzz/seeds/deck/requiem")), 50);
    assert_eq!(probe::deck(include_bytes!("../../../../fuzz/seeds/deck/refused")), 0);
}

#[test]
fn damaged_card_files_are_read_or_refused() {
    let (mut read, mut refused) = (0, 0);
    for seed in 0..2_000 {
        let mut chance = Chance::quick_part(11, seed);
        let (_, file) = CORE[chance.below(CORE.len() as u32) as usize];
        match probe::cards(&damaged(&copies(file), &mut chance)) {
            0 => refused += 1,
            _ => read += 1,
        }
    }
    assert!(read > 100 && refused > 800, "{read} were read, {refused} refused");
}

/// If a file of the core set is damaged, the error may be in another file that refers to it, but it always names a
/// file.
#[test]
fn a_damaged_core_set_names_a_file() {
    let mut refused = 0;
    for seed in 0..1_000 {
        let mut chance = Chance::quick_part(12, seed);
        let which = chance.below(CORE.len() as u32) as usize;
        let said = damaged(CORE[which].1, &mut chance);
        let said = String::from_utf8_lossy(&said);
        let mut files = CORE;
        files[which].1 = &said;
        if let Err(error) = Library::read(&files) {
            assert!(files.iter().any(|(file, _)| *file == error.file), "{error}");
            assert!(error.line >= 1 && !error.message.is_empty(), "{error}");
            refused += 1;
        }
    }
    assert!(refused > 300, "{refused} refused");
}

#[test]
fn damaged_deck_lists_are_read_or_refused() {
    let (mut read, mut refused) = (0, 0);
    for seed in 0..4_000 {
        let mut chance = Chance::quick_part(13, seed);
        let (_, list) = PRECONSTRUCTED[chance.below(6) as usize];
        match probe::deck(&damaged(list, &mut chance)) {
            0 => refused += 1,
            _ => read += 1,
        }
    }
    assert!(read > 400 && refused > 1_000, "{read} were read, {refused} refused");
}
