//! Reading retained files: verified first, then by range.

use super::Store;
use super::artifact::{ArtifactId, ArtifactRef};
use super::folder::{Folder, corrupt, unusable};
use super::index::Index;
use crate::digest::Digest;
use crate::fault::Outcome;
use cap_fs_ext::{DirExt as _, OpenOptionsFollowExt as _};
use cap_std::fs::{Dir, File, FileExt as _, Metadata, MetadataExt as _, OpenOptions};
use std::collections::HashMap;
use std::io::ErrorKind;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Files whose verification is remembered.
const REMEMBERED: usize = 4_096;
/// A file that was changed this recently may be changed again without its change time telling.
const SETTLED: Duration = Duration::from_secs(2);

/// A retained file that was verified and is open. It can be read to its end whoever deletes it.
#[derive(Debug)]
pub struct Reading {
    /// The artifact.
    pub artifact: ArtifactRef,
    file: File,
}

impl Reading {
    /// At most `length` bytes from `offset`; fewer only at the end of the file.
    pub fn range(&self, offset: u64, length: u64) -> Outcome<Vec<u8>> {
        let rest = self.artifact.size.saturating_sub(offset);
        let length = usize::try_from(length.min(rest)).map_err(unusable)?;
        let mut bytes = vec![0; length];
        self.file.read_exact_at(&mut bytes, offset).map_err(unusable)?;
        Ok(bytes)
    }

    /// Everything.
    pub fn whole(&self) -> Outcome<Vec<u8>> {
        self.range(0, self.artifact.size)
    }
}

/// What tells one state of a file from another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    device: u64,
    inode: u64,
    size: u64,
    changed: (i64, i64),
}

impl State {
    fn of(metadata: &Metadata) -> State {
        State {
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.size(),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    fn settled(&self, now: SystemTime) -> bool {
        let Ok(now) = now.duration_since(UNIX_EPOCH) else { return false };
        let Ok(changed) = u64::try_from(self.changed.0) else { return false };
        now.checked_sub(Duration::from_secs(changed)).is_some_and(|age| age >= SETTLED)
    }
}

/// Which files were verified, and in which state.
#[derive(Debug, Default)]
pub(super) struct Memo(HashMap<ArtifactId, (State, Digest)>);

impl Memo {
    fn holds(&self, artifact: &ArtifactRef, state: State) -> bool {
        self.0.get(&artifact.artifact_id) == Some(&(state, artifact.digest))
    }

    fn note(&mut self, artifact: &ArtifactRef, state: State) {
        if self.0.len() >= REMEMBERED {
            self.0.clear();
        }
        self.0.insert(artifact.artifact_id.clone(), (state, artifact.digest));
    }
}

impl Store {
    /// Opens an artifact after its whole file was verified. `not_found`, or `state_corrupt` where the file is missing or altered.
    pub fn open(&self, id: &ArtifactId) -> Outcome<Reading> {
        let not_found = || ArtifactId::not_found(id.as_str());
        let folder = self.place.find()?.ok_or_else(not_found)?;
        let listed = |folder: &Folder| match Index::find(folder)? {
            Some(index) => Ok(index.get(id)?.map(|entry| entry.artifact)),
            None => Ok(None),
        };
        let artifact = listed(&folder)?.ok_or_else(not_found)?;
        let Some(file) = open_file(folder.artifacts()?, &artifact)? else {
            // Another server may have deleted it in the meantime: its row goes first.
            return match listed(&folder)? {
                Some(_) => Err(corrupt("The file of an artifact is missing.", id).with("id", id.as_str())),
                None => Err(not_found()),
            };
        };
        self.verify(&artifact, &file)?;
        Ok(Reading { artifact, file })
    }

    fn verify(&self, artifact: &ArtifactRef, file: &File) -> Outcome<()> {
        let altered = || {
            corrupt("The file of an artifact was altered.", &artifact.artifact_id)
                .with("id", artifact.artifact_id.as_str())
        };
        let metadata = file.metadata().map_err(unusable)?;
        if !metadata.is_file() || metadata.len() != artifact.size {
            return Err(altered());
        }
        let state = State::of(&metadata);
        if self.memo().holds(artifact, state) {
            return Ok(());
        }
        let (digest, size) = Digest::of_reader(file).map_err(unusable)?;
        if (digest, size) != (artifact.digest, artifact.size) {
            return Err(altered());
        }
        let after = State::of(&file.metadata().map_err(unusable)?);
        if after == state && state.settled(SystemTime::now()) {
            self.memo().note(artifact, state);
        }
        Ok(())
    }
}

/// Opens the file; `None` if it is missing. A link in its place or on the way is an alteration, not a way.
fn open_file(artifacts: &Dir, artifact: &ArtifactRef) -> Outcome<Option<File>> {
    let mut options = OpenOptions::new();
    options.read(true).follow(cap_fs_ext::FollowSymlinks::No);
    let opened = artifacts.open_dir_nofollow(artifact.artifact_id.as_str()).and_then(|dir| {
        // Only a plain file is opened: opening a pipe would wait for its other end.
        if !dir.symlink_metadata(&artifact.filename)?.is_file() {
            return Err(std::io::Error::from(ErrorKind::NotADirectory));
        }
        dir.open_with(&artifact.filename, &options)
    });
    match opened {
        Ok(file) => Ok(Some(file)),
        Err(cause) => match cause.kind() {
            ErrorKind::NotFound => Ok(None),
            ErrorKind::PermissionDenied => Err(unusable(cause)),
            ErrorKind::NotADirectory => Err(altered_into(artifact, &cause)),
            _ if cause.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error()) => {
                Err(altered_into(artifact, &cause))
            }
            _ => Err(unusable(cause)),
        },
    }
}

fn altered_into(artifact: &ArtifactRef, cause: &std::io::Error) -> crate::fault::Fault {
    corrupt("The file of an artifact is no plain file.", cause).with("id", artifact.artifact_id.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verification_is_remembered_only_of_a_file_that_has_settled() {
        let state = State { device: 1, inode: 1, size: 1, changed: (1_000, 5) };
        let at = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
        assert!(!state.settled(at(999)));
        assert!(!state.settled(at(1_001)));
        assert!(state.settled(at(1_002)));
    }
}
