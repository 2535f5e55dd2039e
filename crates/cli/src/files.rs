//! Reading and writing files. No file is overwritten unless that is requested, and no file is left half-written.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Maximum size of a record or content file, in bytes.
const MAX_SIZE: u64 = 64 << 20;

/// Reads a text file.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    read_at_most(MAX_SIZE, path)
}

/// Reads a text file of at most `limit` bytes. The size of a larger file is checked before it is read.
pub(crate) fn read_at_most(limit: u64, path: &Path) -> Result<String, String> {
    let shown = path.display();
    let unreadable = |error: io::Error| format!("{shown} cannot be read: {error}");
    let too_large = || format!("{shown} is too large: the limit is {} MB", limit >> 20);
    let file = File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.len() > limit {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    file.take(limit + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
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
    /// Creates a temporary file next to `path`, so that an error is found before any work is done.
    pub(crate) fn create(path: &Path, replace: bool) -> Result<NewFile, String> {
        let shown = path.display();
        if path.exists() && !replace {
            return Err(format!("{shown} already exists and was not changed"));
        }
        let Some(name) = path.file_name() else { return Err(format!("{shown} is not a file name")) };
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

    /// Writes the text and moves the file to its path.
    pub(crate) fn finish(mut self, text: &str) -> Result<(), String> {
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_all())
            // A hard link fails if the path exists by now, while a rename would overwrite it.
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
        // This fails if the draft was renamed, which is fine.
        let _ = fs::remove_file(&self.draft);
    }
}
