//! A file that may have so many bytes.

use crate::bindings::exports::pyxsd::worker::encoding::EncodingFailure;
use crate::schema::invalid;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Bytes that are gathered before they are written.
const BUFFER: usize = 64 * 1024;

/// A file that refuses what is beyond its bound. Clones of `tally` see how far it is.
pub struct BoundedFile {
    file: BufWriter<File>,
    maximum: u64,
    tally: Arc<Tally>,
}

/// How far a file is.
#[derive(Default)]
pub struct Tally {
    bytes: AtomicU64,
    exceeded: AtomicBool,
}

impl Tally {
    /// Bytes that were accepted.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Whether something was refused.
    pub fn is_exceeded(&self) -> bool {
        self.exceeded.load(Ordering::Relaxed)
    }
}

impl BoundedFile {
    /// A new file below a folder, with the folders of its path.
    pub fn create(root: &Path, path: &str, maximum: u64) -> Result<(BoundedFile, Arc<Tally>), EncodingFailure> {
        let location = locate(root, path)?;
        let unwritable = |error: io::Error| EncodingFailure::Unwritable(format!("{path}: {error}"));
        if let Some(folder) = location.parent() {
            fs::create_dir_all(folder).map_err(unwritable)?;
        }
        let file = OpenOptions::new().write(true).create_new(true).open(location).map_err(unwritable)?;
        let tally = Arc::new(Tally::default());
        let file = BufWriter::with_capacity(BUFFER, file);
        Ok((BoundedFile { file, maximum, tally: Arc::clone(&tally) }, tally))
    }
}

impl Write for BoundedFile {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let bytes = self.tally.bytes() + data.len() as u64;
        if bytes > self.maximum {
            self.tally.exceeded.store(true, Ordering::Relaxed);
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the file is too large"));
        }
        let written = self.file.write(data)?;
        self.tally.bytes.fetch_add(written as u64, Ordering::Relaxed);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn locate(root: &Path, path: &str) -> Result<PathBuf, EncodingFailure> {
    let is_plain = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', '\0']);
    if !path.split('/').all(is_plain) {
        return Err(invalid(format!("`file` is no plain relative path: {path:?}")));
    }
    Ok(path.split('/').fold(root.to_owned(), |folder, part| folder.join(part)))
}
