//! Entry points for fuzzing, which tests use as well. Each takes arbitrary bytes, panics if a guarantee is broken, and
//! returns how much of the input was accepted, so that tests can see that it is not all rejected.

use crate::deck::Deck;
use crate::pack::{self, CORE, File, Library, LibraryRef};

/// Reads the bytes as a card file in addition to the core set, and returns the number of cards. Accepted cards must
/// have a text; errors must name the file and a line of it.
pub fn cards(bytes: &[u8]) -> usize {
    let text = String::from_utf8_lossy(bytes);
    let files: Vec<File<'_>> = CORE.into_iter().chain([("probe.toml", text.as_ref())]).collect();
    match Library::read(&files) {
        Ok(library) => {
            for (_, card) in library.cards() {
                let lines = pack::text::lines(&library, card);
                assert!(lines.iter().all(|line| line.ends_with('.')), "{}: {lines:?}", card.id);
            }
            library.cards().len() - LibraryRef::core().cards().len()
        }
        Err(error) => {
            assert_eq!(error.file, "probe.toml", "{error}");
            assert!((1..=text.lines().count().max(1) + 1).contains(&error.line), "{error}");
            assert!(!error.message.is_empty());
            0
        }
    }
}

/// Reads the bytes as a deck list and returns the number of cards. An accepted list must survive being written and read
/// again; errors must name a line or a rule.
pub fn deck(bytes: &[u8]) -> usize {
    let (text, library) = (String::from_utf8_lossy(bytes), LibraryRef::core());
    let (deck, errors) = Deck::examine(&library, &text);
    for error in &errors {
        assert!(error.line.is_some() || error.rule.is_some(), "{error}");
        assert!(error.line.is_none_or(|line| (1..=text.lines().count().max(1)).contains(&line)), "{error}");
        assert!(!error.message.is_empty());
    }
    match Deck::read(&library, &text) {
        Ok(read) => {
            assert_eq!(read, deck, "both ways to read a list agree");
            assert_eq!(Deck::read(&library, &read.write(&library)), Ok(read), "the list can be read again");
            deck.main.len() + deck.energy.len()
        }
        Err(error) => {
            assert_eq!(Some(&error), errors.first(), "the first error is reported");
            0
        }
    }
}
