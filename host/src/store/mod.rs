//! The artifact store: files that outlive a call, under an index that several servers share.
//!
//! ```text
//! <store>/store-v2/index.sqlite3
//! <store>/store-v2/artifacts/<artifact_id>/<filename>
//! ```
//!
//! * **Made late.** Nothing is created before the first file is retained; reads, lists and deletes on an absent store find nothing.
//! * **Files before rows.** A file, its folder and the folder above are on the disk before its row is committed, so every listed
//!   artifact is complete. A process that is killed leaves at most files that nobody lists.
//! * **Rows before files.** Deletion takes the row first. Whoever has the file open reads it to its end.
//! * **Nothing is cleaned up**, neither at start nor at the end: a file without a row may belong to a writer that is at work.
//! * **Nothing is held.** The index is opened for each use; a transaction lasts for a few rows. Whoever finds it locked waits 5,000 ms
//!   and then answers `state_busy`.
//! * **Nothing is believed.** Files are verified before they are read; links are not followed; an index of an unknown format is
//!   not touched. What does not hold is `state_corrupt`, what cannot be read or written `state_io`.
//!
//! Folders have mode 0700, files 0600. Network file systems are not supported: their locks cannot be relied on.

mod artifact;
mod folder;
mod index;
mod reading;
mod staging;
#[cfg(test)]
mod tests;

pub use artifact::{ArtifactId, ArtifactRef, Draft, KINDS, Kind, Membership};
pub use index::Entry;
pub use reading::Reading;
pub use staging::{Staging, Withdrawal};

use crate::clock::Clock;
use crate::fault::Outcome;
use crate::limits::Limits;
use crate::settings::{STATE_IN_PROJECT, StateSetting};
use folder::Place;
use index::Index;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A store. Opening one touches nothing.
#[derive(Debug)]
pub struct Store {
    place: Place,
    clock: Clock,
    limits: Arc<Limits>,
    memo: Mutex<reading::Memo>,
}

/// Part of a list.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    /// Identity of the store; empty if there is none.
    pub store: String,
    /// What was asked for, in order of creation.
    pub entries: Vec<Entry>,
}

/// What a deletion did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deletion {
    /// There was nothing to delete.
    Absent,
    /// Row and file are gone.
    Done,
    /// The row is gone; the file could not be removed and is no longer listed.
    FileLeft,
}

impl Store {
    /// The store of these settings.
    pub fn new(state: &StateSetting, project_root: &Path, limits: Arc<Limits>, clock: Clock) -> Store {
        let place = match state {
            StateSetting::Project => Place::Project(project_root.to_owned(), STATE_IN_PROJECT),
            StateSetting::Folder(folder) => Place::Chosen(folder.clone()),
            StateSetting::Temporary => Place::Temporary(Mutex::default()),
        };
        Store { place, clock, limits, memo: Mutex::default() }
    }

    /// The state directory, whether or not anything is there yet; a temporary store has none before it is made.
    pub fn state_folder(&self) -> Option<PathBuf> {
        self.place.state_folder()
    }

    /// Begins to retain files, which appear together when they are published.
    pub fn stage(&self, withdrawal: Withdrawal) -> Outcome<Staging<'_>> {
        Staging::new(self, withdrawal)
    }

    /// Retains one file.
    pub fn retain(&self, draft: Draft, contents: &[u8], withdrawal: Withdrawal) -> Outcome<ArtifactRef> {
        let mut staging = self.stage(withdrawal)?;
        staging.add(draft, contents)?;
        staging.publish()?.pop().ok_or_else(|| crate::fault::Fault::internal("nothing was published"))
    }

    /// The reference of an artifact, without a look at its file.
    pub fn find(&self, id: &ArtifactId) -> Outcome<Option<ArtifactRef>> {
        let Some(folder) = self.place.find()? else { return Ok(None) };
        let Some(index) = Index::find(&folder)? else { return Ok(None) };
        Ok(index.get(id)?.map(|entry| entry.artifact))
    }

    /// At most `most` artifacts after a position, of one kind or of all, in order of creation.
    pub fn list(&self, after: u64, kind: Option<Kind>, most: u64) -> Outcome<Listing> {
        let Some(folder) = self.place.find()? else { return Ok(Listing::default()) };
        let Some(index) = Index::find(&folder)? else { return Ok(Listing::default()) };
        Ok(Listing { store: index.identity()?, entries: index.list(after, kind, most)? })
    }

    /// Deletes an artifact, also one that is damaged. Harmless if there is none.
    pub fn delete(&self, id: &ArtifactId) -> Outcome<Deletion> {
        let Some(folder) = self.place.find()? else { return Ok(Deletion::Absent) };
        let Some(mut index) = Index::find(&folder)? else { return Ok(Deletion::Absent) };
        if !index.remove(id)? {
            return Ok(Deletion::Absent);
        }
        let Ok(artifacts) = folder.artifacts() else { return Ok(Deletion::Done) };
        match artifacts.remove_dir_all(id.as_str()) {
            Ok(()) => Ok(Deletion::Done),
            Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => Ok(Deletion::Done),
            Err(cause) => {
                tracing::warn!("the file of a deleted artifact was not removed: {cause}");
                Ok(Deletion::FileLeft)
            }
        }
    }

    /// Removes a temporary store, at the end of the process. Any other stays.
    pub fn discard(&self) {
        self.place.discard();
    }

    fn memo(&self) -> MutexGuard<'_, reading::Memo> {
        self.memo.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
