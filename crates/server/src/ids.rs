//! Ids that nobody can guess, and the time.

use std::time::{SystemTime, UNIX_EPOCH};

/// The characters of ids, in the order in which databases sort them.
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// The number of characters for the time.
const TIME: usize = 8;
/// The number of random characters: 80 bits.
const RANDOM: usize = 16;

/// A new id of a person, or half of a token.
pub(crate) fn fresh_id() -> String {
    let mut bytes = [0_u8; RANDOM];
    getrandom::fill(&mut bytes).expect("the operating system provides random bytes");
    bytes.iter().map(|byte| letter(usize::from(*byte))).collect()
}

/// A new id of a match. It begins with the time, so that the entries of matches that are played at the same time are next
/// to each other in the database.
pub(crate) fn fresh_match_id() -> String {
    let time = now();
    let letters = (0..TIME).rev().map(|place| letter((time >> (5 * place)) as usize));
    letters.collect::<String>() + &fresh_id()
}

fn letter(number: usize) -> char {
    char::from(LETTERS[number % LETTERS.len()])
}

/// Whether a text has the form of an id.
pub(crate) fn is_id(text: &str) -> bool {
    [RANDOM, TIME + RANDOM].contains(&text.len()) && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}
