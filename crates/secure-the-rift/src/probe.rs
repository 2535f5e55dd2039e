//! Entry points for fuzzing, which tests use as well. Each takes arbitrary bytes, panics if a guarantee is broken, and
//! returns how much of the input was accepted, so that tests can see that it is not all rejected.

use atlas_core::{Chance, Game, Seat, Turn, Viewer};

use crate::deck::Deck;
use crate::pack::{self, CORE, File, Library, LibraryRef};
use crate::state::SecureTheRift;

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

/// The number of moves after which a random game from a position has surely not ended by itself.
const MAX_MOVES: usize = 400_000;

/// Tries bytes as a position in JSON. An accepted position can be written and loaded again, everyone can see it, and
/// random play comes to an end. Returns the number of moves and one for the position, or 0 if it was refused.
pub fn position(bytes: &[u8]) -> usize {
    let Ok(position) = serde_json::from_slice(bytes) else { return 0 };
    let edition = LibraryRef::core().edition();
    let Ok(mut state) = SecureTheRift::load(edition, &position) else { return 0 };
    let again = SecureTheRift::load(edition, &state.dump()).expect("a saved position can be loaded");
    assert!(again == state, "loading a position preserves it");
    let seats = Seat::all(state.seats());
    let viewers: Vec<Viewer> =
        seats.map(Viewer::Seat).chain([Viewer::Spectator, Viewer::Everything]).collect();
    let (mut chance, mut legal) = (Chance::quick(7), Vec::new());
    for moves in 1.. {
        // Views and questions are checked in the position itself and now and then in the game that follows.
        if moves == 1 || moves % 97 == 0 {
            viewers.iter().for_each(|viewer| drop(state.view(*viewer)));
            assert_eq!(
                state.acting().is_empty(),
                state.outcome().is_some(),
                "seats act until the game is over"
            );
        }
        let Some(seat) = state.acting().first() else { return moves };
        assert!(moves < MAX_MOVES, "the game does not end");
        legal.clear();
        state.legal(seat, &mut legal);
        assert!(state.awaiting(seat).is_some() && !legal.is_empty(), "an acting seat can act");
        let action = legal[chance.below(legal.len() as u32) as usize];
        let mut news = Vec::new();
        state.play(seat, action, &mut Turn::told(&mut chance, &mut news));
        news.iter().for_each(|(_, event)| drop(state.tell(event)));
    }
    0
}
