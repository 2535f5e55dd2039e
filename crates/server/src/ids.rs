//! Names that nobody can guess, and the time.

use std::time::{SystemTime, UNIX_EPOCH};

/// In the order in which databases sort them.
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// The letters of a name that tell when it was given.
const TIME: usize = 8;
/// The letters that nobody can guess: 80 bits.
const RANDOM: usize = 16;

/// A new name for a person or a token.
pub fn fresh_id() -> String {
    let mut bytes = [0_u8; RANDOM];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| letter(usize::from(*byte))).collect()
}

/// A new name for a match. It begins with the time, so that matches that are played at the same time lie next to
/// each other in the database, and their entries on few pages.
pub fn fresh_match_id() -> String {
    let time = now();
    let letters = (0..TIME).rev().map(|place| letter((time >> (5 * place)) as usize));
    letters.collect::<String>() + &fresh_id()
}

fn letter(number: usize) -> char {
    char::from(LETTERS[number % LETTERS.len()])
}

/// Whether a text could be a name of ours, before anybody looks for it.
pub fn is_id(text: &str) -> bool {
    [RANDOM, TIME + RANDOM].contains(&text.len()) && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}
