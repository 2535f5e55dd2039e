//! The ways in for anything at all: what fuzzing and tests share. Each probe takes any bytes and panics where a promise
//! is broken. It gives how much of them was accepted, so that a test can see that it gets past the door.

use crate::deck::Deck;
use crate::pack::{CORE, File, Library, LibraryRef, text};

/// The bytes as a card file beside the core set. What is accepted has its words; what is not is named with its file and
/// its line.
pub fn cards(bytes: &[u8]) -> usize {
    let said = String::from_utf8_lossy(bytes);
    let files: Vec<File<'_>> = CORE.into_iter().chain([("probe.toml", said.as_ref())]).collect();
    match Library::read(&files) {
        Ok(library) => {
            for (_, card) in library.cards() {
                let lines = text::lines(&library, card);
                assert!(lines.iter().all(|line| line.ends_with('.')), "{}: {lines:?}", card.id);
            }
            library.cards().len() - LibraryRef::core().cards().len()
        }
        Err(error) => {
            assert_eq!(error.file, "probe.toml", "{error}");
            assert!((1..=said.lines().count().max(1) + 1).contains(&error.line), "{error}");
            assert!(!error.message.is_empty());
            0
        }
    }
}

/// The bytes as a deck list. What is accepted comes back as it was written; what is not is named with its line, or with
/// the rule that it breaks.
pub fn deck(bytes: &[u8]) -> usize {
    let (said, library) = (String::from_utf8_lossy(bytes), LibraryRef::core());
    let (deck, wrong) = Deck::examine(&library, &said);
    for error in &wrong {
        assert!(error.line.is_some() || error.rule.is_some(), "{error}");
        assert!(error.line.is_none_or(|line| (1..=said.lines().count().max(1)).contains(&line)), "{error}");
        assert!(!error.message.is_empty());
    }
    match Deck::read(&library, &said) {
        Ok(read) => {
            assert_eq!(read, deck, "there is one way to read a list");
            assert_eq!(Deck::read(&library, &read.write(&library)), Ok(read), "a list comes back");
            deck.main.len() + deck.energy.len()
        }
        Err(error) => {
            assert_eq!(Some(&error), wrong.first(), "the first fault is the one that is told");
            0
        }
    }
}
