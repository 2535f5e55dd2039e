//! A pack: cards that belong together, with `pack.toml`, which says whose they are and what they are called.

use std::fmt::Write;
use std::sync::{Mutex, OnceLock, PoisonError};

use atlas_content::{ContentError, Keys, Read, Wrong, read_file};
use atlas_core::fair::Hash;

use super::read::{LARGEST, TABLES};
use super::{CORE, File, Library, LibraryRef};

/// What is for people alone, and may be mended without losing a match.
const FOR_PEOPLE: [&str; 3] = ["name", "code", "flavour"];

/// The pack that every other stands on.
const CORE_ID: &str = "core";

/// Cards that belong together.
#[derive(PartialEq, Eq, Debug)]
pub struct Pack {
    /// The word for it. Of two packs with one id, one is an older version of the other.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// Which version it is, for people.
    pub version: String,
    /// Under which licence it may be passed on.
    pub licence: String,
    /// Anything else that should be said about it.
    pub note: String,
    /// The hash of what its cards do, which logs know it by.
    pub hash: String,
    files: Vec<(String, String)>,
}

/// Every pack that was read, for good: logs may name any of them.
static PACKS: Mutex<Vec<&'static Pack>> = Mutex::new(Vec::new());

impl Pack {
    /// The core set.
    pub fn core() -> &'static Pack {
        static CORE_SET: OnceLock<Pack> = OnceLock::new();
        CORE_SET.get_or_init(|| {
            let manifest = ("core/pack.toml", include_str!("../../packs/core/pack.toml"));
            Pack::described(manifest, &CORE).expect("the core set is right")
        })
    }

    /// Reads a pack and keeps it for good. Its cards may name those of the core set and each other.
    pub fn read(manifest: File<'_>, cards: &[File<'_>]) -> Result<&'static Pack, ContentError> {
        let pack = Pack::described(manifest, cards)?;
        let wrong = |message: &str| ContentError {
            file: manifest.0.to_owned(),
            line: 1,
            message: message.to_owned(),
        };
        if pack.id == CORE_ID {
            return Err(wrong("the core set is there already: another pack needs another id"));
        }
        let files: Vec<File<'_>> = Pack::core().files().chain(pack.files()).collect();
        if Library::build(&files, String::new())?.cards().len() == LibraryRef::core().cards().len() {
            return Err(wrong("the pack has no cards"));
        }
        let mut all = PACKS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = all.iter().find(|it| ***it == pack) {
            return Ok(same);
        }
        let new: &'static Pack = Box::leak(Box::new(pack));
        all.push(new);
        Ok(new)
    }

    /// The pack of this hash, if it was read.
    pub(super) fn of_hash(hash: &str) -> Option<&'static Pack> {
        PACKS.lock().unwrap_or_else(PoisonError::into_inner).iter().find(|it| it.hash == hash).copied()
    }

    /// What `pack.toml` says, before anybody looks at what the cards do.
    fn described((file, said): File<'_>, cards: &[File<'_>]) -> Result<Pack, ContentError> {
        let pack = read_file(file, said, LARGEST, |keys| {
            let keys = keys.knowing(&["id", "name", "version", "licence", "note"])?;
            let words = |key: &str, most| keys.get(key).map_or(Ok(String::new()), |_| keys.words(key, most));
            Ok(Pack {
                id: keys.id("id")?.0,
                name: keys.words("name", 40)?,
                version: words("version", 20)?,
                licence: words("licence", 60)?,
                note: words("note", 400)?,
                hash: String::new(),
                files: cards.iter().map(|(file, said)| ((*file).to_owned(), (*said).to_owned())).collect(),
            })
        })?;
        Ok(Pack { hash: hash(&pack.id, cards)?, ..pack })
    }

    /// Its card files.
    pub fn files(&self) -> impl Iterator<Item = File<'_>> {
        self.files.iter().map(|(file, said)| (file.as_str(), said.as_str()))
    }

    /// The file that a card or token of the pack is in, and the lines that make it.
    pub fn source(&self, id: &str) -> Option<File<'_>> {
        self.files().find_map(|(file, said)| {
            let lines = read_file(file, said, LARGEST, |keys| lines_of(keys, said, id));
            lines.ok().flatten().map(|lines| (file, lines))
        })
    }
}

/// The lines of a card: from its head to that of the next, without what is said about that.
fn lines_of<'a>(keys: Keys<'_>, said: &'a str, id: &str) -> Read<Option<&'a str>> {
    for (key, what, _) in TABLES {
        for node in keys.maybe_list(key)? {
            if Keys::of(node, what)?.id("id")?.0 != id {
                continue;
            }
            let whole = said.get(node.span()).ok_or_else(|| Wrong::at(0, "it is not in this file"))?;
            if !whole.starts_with("[[") {
                return Ok(Some(whole));
            }
            let rest = &said[node.span().start..];
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

/// The hash of what cards do. It is over what the files say in one fixed form, and not over what this program makes
/// of it, so it stays the same for as long as the files say the same.
pub(super) fn hash(id: &str, files: &[File<'_>]) -> Result<String, ContentError> {
    let mut text = format!("secure the rift\n{id}\n");
    for (file, said) in files {
        read_file(file, said, LARGEST, |keys| {
            for (key, what, _) in TABLES {
                for node in keys.maybe_list(key)? {
                    let card = Keys::of(node, what)?.as_json(&FOR_PEOPLE);
                    writeln!(text, "{key} {card}").expect("a string takes all");
                }
            }
            Ok(())
        })?;
    }
    Ok(Hash::of([text.as_bytes()]).to_string())
}
