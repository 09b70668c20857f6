//! Immutable copies of input files in private scratch, one for each content.

use crate::digest::Digest;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::workspace::WorkspacePath;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions, OpenOptionsExt as _, PermissionsExt as _};
use std::collections::HashMap;
use std::io::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A private folder (0700) below the system's folder for temporary files, removed with its last user. It belongs to one process.
#[derive(Debug)]
pub struct Scratch {
    dir: Dir,
    known: Mutex<HashMap<Digest, Weak<Blob>>>,
    // Removes the folder when dropped, so it comes after everything that uses it.
    folder: tempfile::TempDir,
}

/// One immutable copy: a read-only file named by its digest, removed with its last user.
#[derive(Debug)]
pub struct Blob {
    digest: Digest,
    size: u64,
    scratch: Arc<Scratch>,
}

impl Scratch {
    /// Makes a fresh one.
    pub fn create() -> Outcome<Arc<Scratch>> {
        let failed = |cause| Fault::state_io("Creating private scratch", cause);
        let folder = tempfile::Builder::new().prefix("pyxsd-mcp-").tempdir().map_err(failed)?;
        let dir = Dir::open_ambient_dir(folder.path(), ambient_authority()).map_err(failed)?;
        dir.set_permissions(".", cap_std::fs::Permissions::from_mode(0o700)).map_err(failed)?;
        Ok(Arc::new(Scratch { dir, known: Mutex::default(), folder }))
    }

    /// Keeps a copy of `bytes`, or finds the one that exists.
    pub fn store(self: &Arc<Self>, bytes: &[u8]) -> Outcome<Arc<Blob>> {
        let digest = Digest::of(bytes);
        let mut known = self.lock();
        if let Some(blob) = known.get(&digest).and_then(Weak::upgrade) {
            return Ok(blob);
        }
        let failed = |cause| Fault::state_io("Keeping a copy of an input", cause);
        let name = digest.hex();
        // A blob whose last user is gone may not have been removed yet; its file is then replaced.
        let _ = self.dir.remove_file(&name);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(0o400);
        let mut file = self.dir.open_with(&name, &options).map_err(failed)?;
        if let Err(cause) = file.write_all(bytes) {
            let _ = self.dir.remove_file(&name);
            return Err(failed(cause));
        }
        let blob = Arc::new(Blob { digest, size: bytes.len() as u64, scratch: Arc::clone(self) });
        known.insert(digest, Arc::downgrade(&blob));
        Ok(blob)
    }

    /// Removes the folder with everything in it, at the end of the process.
    pub fn discard(&self) {
        if let Err(cause) = std::fs::remove_dir_all(self.folder.path()) {
            tracing::warn!("private scratch was not removed: {cause}");
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Digest, Weak<Blob>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Blob {
    /// Digest of the contents.
    pub fn digest(&self) -> Digest {
        self.digest
    }

    /// Bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The contents, verified.
    pub fn read(&self) -> Outcome<Vec<u8>> {
        let failed = |cause| Fault::state_io("Reading the copy of an input", cause);
        let bytes = self.scratch.dir.read(self.digest.hex()).map_err(failed)?;
        if Digest::of(&bytes) != self.digest {
            return Err(Fault::new(FaultCode::StateCorrupt, "The private copy of an input was altered."));
        }
        Ok(bytes)
    }

    /// Puts the file at `path` of `slot`, whose folders exist: a hard link, else a copy.
    pub(super) fn place(&self, slot: &Dir, path: &WorkspacePath) -> Outcome<()> {
        let name = self.digest.hex();
        if self.scratch.dir.hard_link(&name, slot, path.as_str()).is_ok() {
            return Ok(());
        }
        self.scratch
            .dir
            .copy(&name, slot, path.as_str())
            .map(drop)
            .map_err(|cause| Fault::state_io("Filling a worker's folder", cause))
    }
}

impl Drop for Blob {
    fn drop(&mut self) {
        let mut known = self.scratch.lock();
        // The same content may have been stored again in between; its file is not ours to remove.
        if known.get(&self.digest).is_some_and(|blob| blob.strong_count() == 0) {
            known.remove(&self.digest);
            let _ = self.scratch.dir.remove_file(self.digest.hex());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_contents_are_kept_once_and_removed_with_their_last_user() {
        let scratch = Scratch::create().unwrap();
        let first = scratch.store(b"abc").unwrap();
        let second = scratch.store(b"abc").unwrap();
        assert!(Arc::ptr_eq(&first, &second));
        drop(first);
        assert_eq!(second.read().unwrap(), b"abc");
        drop(second);
        assert_eq!(scratch.dir.entries().unwrap().count(), 0);
    }

    #[test]
    fn scratch_is_private_and_its_files_are_read_only() {
        let scratch = Scratch::create().unwrap();
        let blob = scratch.store(b"abc").unwrap();
        assert_eq!(scratch.dir.dir_metadata().unwrap().permissions().mode() & 0o777, 0o700);
        let file = scratch.dir.metadata(blob.digest().hex()).unwrap();
        assert_eq!(file.permissions().mode() & 0o777, 0o400);
    }
}
