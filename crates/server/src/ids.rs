//! Names that nobody can guess, and the time.

use std::time::{SystemTime, UNIX_EPOCH};

const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A new name for a match or a person: 80 random bits.
pub fn fresh_id() -> String {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Whether a text could be a name of ours, before anybody looks for it.
pub fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as i64)
}
