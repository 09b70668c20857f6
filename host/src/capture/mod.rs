//! Captures: the private, content-verified set of input files of one operation.
//!
//! Files are immutable, read-only copies of our own, named by digest (see [`blobs`]). A capture holds them open to use by
//! reference; a worker sees them as hard links in its slot.

pub mod blobs;
pub mod folder;
pub mod source_root;
pub mod tree;

use crate::digest::Digest;
use crate::fault::{Fault, Outcome};
use crate::workspace::WorkspacePath;
use blobs::Blob;
use cap_std::fs::Dir;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// One file of a capture.
#[derive(Debug, Clone)]
pub struct CapturedFile {
    /// Digest of the contents.
    pub digest: Digest,
    /// Bytes.
    pub size: u64,
    blob: Arc<Blob>,
}

impl CapturedFile {
    /// A file whose contents are `blob`.
    pub fn new(blob: Arc<Blob>) -> CapturedFile {
        CapturedFile { digest: blob.digest(), size: blob.size(), blob }
    }

    /// The contents, verified against the digest.
    pub fn read(&self) -> Outcome<Vec<u8>> {
        self.blob.read()
    }
}

/// The input files of one operation, by path.
#[derive(Debug, Clone, Default)]
pub struct Capture {
    files: BTreeMap<WorkspacePath, CapturedFile>,
}

impl Capture {
    /// A capture of these files.
    pub fn new(files: BTreeMap<WorkspacePath, CapturedFile>) -> Capture {
        Capture { files }
    }

    /// Adds or replaces a file.
    pub fn insert(&mut self, path: WorkspacePath, file: CapturedFile) {
        self.files.insert(path, file);
    }

    /// The files, sorted by path.
    pub fn files(&self) -> &BTreeMap<WorkspacePath, CapturedFile> {
        &self.files
    }

    /// The file at `path` alone; nothing where there is none.
    pub fn only(&self, path: &WorkspacePath) -> Capture {
        Capture {
            files: self
                .files
                .get_key_value(path)
                .map(|(path, file)| (path.clone(), file.clone()))
                .into_iter()
                .collect(),
        }
    }

    /// Whether it has the same files at the same paths.
    pub fn is_same(&self, other: &Capture) -> bool {
        let digests = |capture: &Capture| capture.files.values().map(|file| file.digest).collect::<Vec<_>>();
        self.files.keys().eq(other.files.keys()) && digests(self) == digests(other)
    }

    /// Bytes of all files.
    pub fn bytes(&self) -> u64 {
        self.files.values().map(|file| file.size).sum()
    }

    /// Fills an empty slot with the files, each at its path, as hard links of our own copies or, where linking fails, as copies.
    pub fn populate(&self, slot: &Dir) -> Outcome<()> {
        let mut made = BTreeSet::new();
        for (path, file) in &self.files {
            for folder in path.folders() {
                if made.insert(folder.to_owned()) {
                    slot.create_dir(folder).map_err(|cause| Fault::state_io("Filling a worker's folder", cause))?;
                }
            }
            file.blob.place(slot, path)?;
        }
        Ok(())
    }
}

/// Empties a slot. The folder itself stays, since a live worker holds it open.
pub fn clear(slot: &Dir) -> Outcome<()> {
    let failed = |cause| Fault::state_io("Emptying a worker's folder", cause);
    for entry in slot.entries().map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        if entry.file_type().map_err(failed)?.is_dir() {
            slot.remove_dir_all(&name).map_err(failed)?;
        } else {
            slot.remove_file(&name).map_err(failed)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::blobs::Scratch;
    use super::*;

    fn capture_of(scratch: &Arc<Scratch>, files: &[(&str, &[u8])]) -> Capture {
        let entry = |(path, bytes): &(&str, &[u8])| {
            let blob = scratch.store(bytes).unwrap();
            (WorkspacePath::parse(path).unwrap(), CapturedFile::new(blob))
        };
        Capture::new(files.iter().map(entry).collect())
    }

    fn open(folder: &tempfile::TempDir) -> Dir {
        Dir::open_ambient_dir(folder.path(), cap_std::ambient_authority()).unwrap()
    }

    #[test]
    fn a_slot_is_filled_emptied_and_filled_again() {
        let scratch = Scratch::create().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let slot = open(&folder);
        let capture = capture_of(&scratch, &[("a/b/x.xml", b"<x/>"), ("a/y.xml", b"<y/>"), ("z.xml", b"<x/>")]);
        for _ in 0..2 {
            capture.populate(&slot).unwrap();
            assert_eq!(slot.read("a/b/x.xml").unwrap(), b"<x/>");
            assert_eq!(slot.read("z.xml").unwrap(), b"<x/>");
            clear(&slot).unwrap();
            assert_eq!(slot.entries().unwrap().count(), 0);
        }
    }

    #[test]
    fn a_captured_file_outlives_the_workspace_that_held_it() {
        let scratch = Scratch::create().unwrap();
        let capture = capture_of(&scratch, &[("x.xml", b"<x/>")]);
        let file = capture.files().values().next().unwrap().clone();
        drop(capture);
        assert_eq!(file.read().unwrap(), b"<x/>");
    }
}
