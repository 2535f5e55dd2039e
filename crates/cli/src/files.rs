//! Files, read and written with care: nothing is overwritten unasked, and nothing is half there.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What is read here is small: records of matches, content. More than this is something else.
const LONGEST: u64 = 64 << 20;

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    read_at_most(LONGEST, path)
}

/// The text of a file of at most so many bytes. A larger one is refused by its size, before it is read.
pub(crate) fn read_at_most(most: u64, path: &Path) -> Result<String, String> {
    let shown = path.display();
    let unreadable = |error: io::Error| format!("{shown} cannot be read: {error}");
    let too_large = || format!("{shown} is too large: at most {} MB are read", most >> 20);
    let file = File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > most {
        return Err(too_large());
    }
    String::from_utf8(bytes).map_err(|error| format!("{shown} is not text: {error}"))
}

/// A file that appears under its name only when it is complete.
pub(crate) struct NewFile {
    path: PathBuf,
    draft: PathBuf,
    file: File,
    replace: bool,
}

impl NewFile {
    /// Makes sure now, before any work, that the file can be written.
    pub(crate) fn create(path: &Path, replace: bool) -> Result<NewFile, String> {
        let shown = path.display();
        if path.exists() && !replace {
            return Err(format!("{shown} is there already and was left alone"));
        }
        let Some(name) = path.file_name() else { return Err(format!("{shown} is not the name of a file")) };
        if path.is_dir() {
            return Err(format!("{shown} is a folder"));
        }
        let draft = path.with_file_name(format!(".{}.{}", name.to_string_lossy(), std::process::id()));
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&draft)
            .map_err(|error| format!("{shown} cannot be written: {error}"))?;
        Ok(NewFile { path: path.to_owned(), draft, file, replace })
    }

    /// Writes the text and gives the file its name.
    pub(crate) fn finish(mut self, text: &str) -> Result<(), String> {
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_all())
            // A second name fails where a move would replace what has come there meanwhile.
            .and_then(|()| {
                if self.replace {
                    fs::rename(&self.draft, &self.path)
                } else {
                    fs::hard_link(&self.draft, &self.path)
                }
            })
            .map_err(|error| format!("{} cannot be written: {error}", self.path.display()))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // Gone already if it has taken the place of the file.
        let _ = fs::remove_file(&self.draft);
    }
}
