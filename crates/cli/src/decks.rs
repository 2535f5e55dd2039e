//! `atlas deck`: decks for Secure the Rift.

use std::io::{self, Read};
use std::path::Path;

use atlas_secure_the_rift::deck::PRECONSTRUCTED;
use atlas_secure_the_rift::{Deck, Library, LibraryRef};

use crate::{Done, files, print};

/// Maximum size of a deck file, in bytes. The game's own limit is lower.
const MAX_SIZE: u64 = 1 << 20;

/// `atlas deck check`: checks whether a deck is legal, and lists every rule that it breaks.
pub(crate) fn check(file: &Path) -> Done {
    let library = LibraryRef::default();
    let (deck, wrong) = Deck::examine(&library, &read(file)?);
    if wrong.is_empty() {
        return print(&format!("legal: {}\n", describe(&library, &deck)));
    }
    let wrong: Vec<String> = wrong.iter().map(|error| format!("  {error}")).collect();
    Err(format!("{} is not legal:\n{}", file.display(), wrong.join("\n")))
}

/// `atlas deck list`: lists the preconstructed decks.
pub(crate) fn list() -> Done {
    let library = LibraryRef::default();
    let line = |(name, text): &(&str, &str)| {
        let deck = Deck::read(&library, text).map_err(|error| error.to_string())?;
        Ok(format!("{name:<18} {}\n", describe(&library, &deck)))
    };
    print(&PRECONSTRUCTED.iter().map(line).collect::<Result<String, String>>()?)
}

/// `atlas deck show`: prints a deck as a list.
pub(crate) fn show(deck: &Path) -> Done {
    let library = LibraryRef::default();
    let known = PRECONSTRUCTED.iter().find(|(name, _)| deck.as_os_str() == *name);
    let text = match known {
        Some((_, text)) => (*text).to_owned(),
        None => read(deck).map_err(|error| {
            let names: Vec<&str> = PRECONSTRUCTED.iter().map(|(name, _)| *name).collect();
            format!("{error}; the preconstructed decks are {}", names.join(", "))
        })?,
    };
    let read = Deck::read(&library, &text).map_err(|error| format!("{}: {error}", deck.display()))?;
    print(&read.write(&library))
}

/// A summary such as `Two Flags, 40 cards of annex and cinder, 10 Energy cards`.
fn describe(library: &Library, deck: &Deck) -> String {
    let factions: Vec<&str> = deck.factions(library).into_iter().map(|it| library.faction(it)).collect();
    let of = if factions.is_empty() { "unbound".to_owned() } else { factions.join(" and ") };
    let name = if deck.name.is_empty() { String::new() } else { format!("{}, ", deck.name) };
    format!("{name}{} cards of {of}, {} Energy cards", deck.main.len(), deck.energy.len())
}

/// Reads a file, or standard input for `-`.
fn read(file: &Path) -> Result<String, String> {
    if file.as_os_str() != "-" {
        return files::read_at_most(MAX_SIZE, file);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().take(MAX_SIZE + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MAX_SIZE {
        return Err("standard input is too large: the limit is 1 MB".to_owned());
    }
    String::from_utf8(bytes).map_err(|error| format!("standard input is not text: {error}"))
}
