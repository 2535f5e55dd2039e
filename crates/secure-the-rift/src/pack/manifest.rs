//! Packs: cards that belong together, described by a `pack.toml`.

use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

use atlas_content::{ContentError, Keys, Read, Wrong, read_file};
use atlas_core::fair::Hash;

use super::read::{MAX_FILE_LEN, TABLES};
use super::{CORE_SETS, CoreSet, File, Library, core_sets};

/// The keys that do not affect the rules. They can be corrected without changing the hash.
const COSMETIC: [&str; 3] = ["name", "code", "flavour"];

/// The id of the core set, on which all other packs are based.
const CORE_ID: &str = "core";

/// A pack of cards.
#[derive(PartialEq, Eq, Debug)]
pub struct Pack {
    /// Its id. Two packs with the same id are versions of one pack.
    pub id: String,
    /// The display name.
    pub name: String,
    /// The version, for display only.
    pub version: String,
    /// The licence.
    pub licence: String,
    /// Further remarks.
    pub note: String,
    /// The hash of what its cards do, by which logs name it.
    pub hash: String,
    files: Vec<(String, String)>,
}

/// All packs that were read. They are never freed, because logs may name any of them.
static PACKS: Mutex<Vec<&'static Pack>> = Mutex::new(Vec::new());

impl Pack {
    /// The current core set.
    pub fn core() -> &'static Pack {
        core_sets::current().pack()
    }

    /// Reads a pack, which is then never freed. Its cards may refer to cards of the pack and of a core set: the current
    /// one, or an archived one for the sake of old matches.
    pub fn read(manifest: File<'_>, cards: &[File<'_>]) -> Result<&'static Pack, ContentError> {
        Pack::read_for(&CORE_SETS, manifest, cards)
    }

    /// Reads a pack that fits at least one of these core sets.
    pub(super) fn read_for(
        core_sets: &'static [CoreSet],
        manifest: File<'_>,
        cards: &[File<'_>],
    ) -> Result<&'static Pack, ContentError> {
        let pack = Pack::described(manifest, cards)?;
        let error = |message: &str| ContentError {
            file: manifest.0.to_owned(),
            line: 1,
            message: message.to_owned(),
        };
        if pack.id == CORE_ID {
            return Err(error("the id “core” is reserved for the core set: choose another id"));
        }
        let mut fits = core_sets.iter().map(|set| {
            let files: Vec<File<'_>> = set.pack().files().chain(pack.files()).collect();
            Library::build(&files, String::new(), &[]).map(drop)
        });
        // If it fits none of the core sets, the error about the current one is reported.
        let first = fits.next().unwrap_or(Ok(()));
        if first.is_err() && !fits.any(|fits| fits.is_ok()) {
            first?;
        }
        if pack.is_empty()? {
            return Err(error("the pack has no cards"));
        }
        let mut all = PACKS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = all.iter().find(|it| ***it == pack) {
            return Ok(same);
        }
        let new: &'static Pack = Box::leak(Box::new(pack));
        all.push(new);
        Ok(new)
    }

    /// The pack with this hash, if it was read.
    pub(super) fn with_hash(hash: &str) -> Option<&'static Pack> {
        PACKS.lock().unwrap_or_else(PoisonError::into_inner).iter().find(|it| it.hash == hash).copied()
    }

    /// Reads `pack.toml` and computes the hash, without checking the cards.
    pub(super) fn described((file, text): File<'_>, cards: &[File<'_>]) -> Result<Pack, ContentError> {
        let pack = read_file(file, text, MAX_FILE_LEN, |keys| {
            let keys = keys.knowing(&["id", "name", "version", "licence", "note"])?;
            let words = |key: &str, max| keys.get(key).map_or(Ok(String::new()), |_| keys.words(key, max));
            Ok(Pack {
                id: keys.id("id")?.0,
                name: keys.words("name", 40)?,
                version: words("version", 20)?,
                licence: words("licence", 60)?,
                note: words("note", 400)?,
                hash: String::new(),
                files: cards.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect(),
            })
        })?;
        Ok(Pack { hash: hash(&pack.id, cards)?, ..pack })
    }

    /// Whether it has neither cards nor tokens.
    fn is_empty(&self) -> Result<bool, ContentError> {
        let mut empty = true;
        for (file, text) in self.files() {
            read_file(file, text, MAX_FILE_LEN, |keys| {
                for (key, ..) in TABLES {
                    empty &= keys.maybe_list(key)?.is_empty();
                }
                Ok(())
            })?;
        }
        Ok(empty)
    }

    /// Its card files.
    pub fn files(&self) -> impl Iterator<Item = File<'_>> {
        self.files.iter().map(|(file, text)| (file.as_str(), text.as_str()))
    }

    /// The name of the file that defines a card or token of the pack, and the lines that define it.
    pub fn source(&self, id: &str) -> Option<File<'_>> {
        self.files().find_map(|(file, text)| {
            let lines = read_file(file, text, MAX_FILE_LEN, |keys| lines_of(keys, text, id));
            lines.ok().flatten().map(|lines| (file, lines))
        })
    }
}

/// The lines that define a card: from its heading up to the next, without the comments on the next.
fn lines_of<'a>(keys: Keys<'_>, text: &'a str, id: &str) -> Read<Option<&'a str>> {
    for (key, what, _) in TABLES {
        for node in keys.maybe_list(key)? {
            if Keys::of(node, what)?.id("id")?.0 != id {
                continue;
            }
            let whole = text.get(node.span()).ok_or_else(|| Wrong::at(0, "the card is not in this file"))?;
            if !whole.starts_with("[[") {
                return Ok(Some(whole));
            }
            let rest = &text[node.span().start..];
            let is_next = |line: &str| TABLES.iter().any(|(key, ..)| line.starts_with(&format!("[[{key}]]")));
            let (mut end, mut size) = (0, 0);
            for line in rest.split_inclusive('\n') {
                if size > 0 && is_next(line) {
                    break;
                }
                size += line.len();
                if !line.trim().is_empty() && !line.starts_with('#') {
                    end = size;
                }
            }
            return Ok(Some(rest[..end].trim_end()));
        }
    }
    Ok(None)
}

/// The hash of what cards do. It covers the content of the files in a canonical form and not their interpretation, so
/// it never changes as long as the files have the same content.
pub(super) fn hash(id: &str, files: &[File<'_>]) -> Result<String, ContentError> {
    let mut canonical = format!("secure the rift\n{id}\n");
    for (file, text) in files {
        read_file(file, text, MAX_FILE_LEN, |keys| {
            for (key, what, _) in TABLES {
                for node in keys.maybe_list(key)? {
                    let card = Keys::of(node, what)?.as_json(&COSMETIC);
                    writeln!(canonical, "{key} {card}").expect("writing to a string cannot fail");
                }
            }
            Ok(())
        })?;
    }
    Ok(Hash::of([canonical.as_bytes()]).to_string())
}
