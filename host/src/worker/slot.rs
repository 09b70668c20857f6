//! The folder that a worker sees as `/capture`.

use crate::capture::{self, Capture};
use crate::fault::{Fault, Outcome};
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::path::Path;
use tempfile::TempDir;

/// A folder that is emptied and refilled but never replaced, since the instance holds it open.
#[derive(Debug)]
pub struct Slot {
    // Before `folder`, so that it is closed when the folder is removed.
    dir: Dir,
    folder: TempDir,
}

impl Slot {
    /// A new, empty, private folder.
    pub fn create() -> Outcome<Slot> {
        let failed = |cause| Fault::state_io("Making a worker's folder", cause);
        let folder = tempfile::Builder::new().prefix("pyxsd-slot-").tempdir().map_err(failed)?;
        let dir = Dir::open_ambient_dir(folder.path(), ambient_authority()).map_err(failed)?;
        Ok(Slot { dir, folder })
    }

    /// Makes it hold exactly the files of the capture.
    pub fn fill(&self, capture: &Capture) -> Outcome<()> {
        self.empty()?;
        capture.populate(&self.dir)
    }

    /// Makes it hold nothing.
    pub fn empty(&self) -> Outcome<()> {
        capture::clear(&self.dir)
    }

    /// Where it is, for the preopen.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}
