//! Fairness that anyone can check afterwards.
//!
//! Before the match the table publishes a commitment to its secret. Then the seats add words of their own. The seed is
//! computed from both, so neither the table nor a seat can choose it. When the match is over the secret is revealed,
//! and anyone can recompute every shuffle.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Code, Refusal};

/// The seed of all randomness in a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed(pub [u8; 32]);

/// The table's part of a seed, unknown to the seats until the match is over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Secret(pub [u8; 32]);

/// A SHA-256 hash: a commitment, or a link of a log's chain.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 32]);

impl Secret {
    /// The hash that is published before the match.
    pub fn commitment(&self) -> Hash {
        Hash::of([b"atlas commitment\n".as_slice(), &self.0])
    }

    /// The seed computed from this secret and the seats' words. Without words it is the secret itself, so that a match
    /// can be played from a given seed.
    pub fn seed(&self, words: &[String]) -> Seed {
        if words.is_empty() {
            return Seed(self.0);
        }
        let mut hasher = Sha256::new();
        hasher.update(b"atlas seed\n");
        hasher.update(self.0);
        for word in words {
            hasher.update((word.len() as u64).to_le_bytes());
            hasher.update(word);
        }
        Seed(hasher.finalize().into())
    }
}

impl From<u64> for Seed {
    /// A small number as a seed: its little-endian bytes, padded with zeros.
    fn from(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }
}

impl From<Seed> for Secret {
    fn from(seed: Seed) -> Secret {
        Secret(seed.0)
    }
}

impl Hash {
    /// The hash of the concatenated parts.
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Hash {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        Hash(hasher.finalize().into())
    }

    /// The hash of a line in a chain. It covers the previous hash and the text of the line.
    pub(crate) fn of_line(before: Hash, line: fmt::Arguments<'_>) -> Hash {
        struct Hashed(Sha256);
        impl fmt::Write for Hashed {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.0.update(text);
                Ok(())
            }
        }
        let mut hashed = Hashed(Sha256::new_with_prefix(before.0));
        fmt::write(&mut hashed, line).expect("writing to a hasher cannot fail");
        Hash(hashed.0.finalize().into())
    }
}

macro_rules! hexadecimal {
    ($name:ident, $what:literal) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut digits = [0; 64];
                for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
                    pair.copy_from_slice(&[DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
                }
                f.write_str(std::str::from_utf8(&digits).expect("hexadecimal digits are ASCII"))
            }
        }

        impl FromStr for $name {
            type Err = Refusal;

            fn from_str(text: &str) -> Result<$name, Refusal> {
                unhex(text).map($name).ok_or_else(|| {
                    Refusal::new(Code::Request, concat!("A ", $what, " is 64 hexadecimal digits."))
                })
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let error = |_| serde::de::Error::custom(concat!("a ", $what, " is 64 hexadecimal digits"));
                String::deserialize(deserializer)?.parse().map_err(error)
            }
        }
    };
}

hexadecimal!(Seed, "seed");
hexadecimal!(Secret, "secret");
hexadecimal!(Hash, "hash");

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Seeds are secret while a match is played; a stray debug print must not give one away.
        f.write_str("Seed(…)")
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

const DIGITS: &[u8; 16] = b"0123456789abcdef";

fn unhex(text: &str) -> Option<[u8; 32]> {
    let digits: &[u8; 64] = text.as_bytes().try_into().ok()?;
    let value = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = value(pair[0])? << 4 | value(pair[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_change_the_seed_and_cannot_be_shifted_between_seats() {
        let secret = Secret([7; 32]);
        let seed = |words: &[&str]| secret.seed(&words.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(seed(&[]), Seed([7; 32]));
        assert_ne!(seed(&["ab", "c"]), seed(&["a", "bc"]));
        assert_ne!(seed(&["a"]), seed(&[]));
    }

    #[test]
    fn hexadecimal_text_round_trips() {
        let seed = Seed::from(0x0102_0304);
        assert_eq!(seed.to_string().parse(), Ok(seed));
        for bad in ["", "zz", &"g".repeat(64), &"0".repeat(65), &"é".repeat(32)] {
            assert!(bad.parse::<Seed>().is_err(), "{bad}");
        }
    }
}
