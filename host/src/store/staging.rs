//! Retaining files: all of an operation, or none.

use super::Store;
use super::artifact::{ArtifactId, ArtifactRef, Draft, checked};
use super::folder::{Folder, create_private, durable, unusable};
use super::index::Index;
use crate::digest::Digest;
use crate::fault::{Fault, FaultCode, Outcome};
use cap_fs_ext::{DirExt as _, OpenOptionsFollowExt as _};
use cap_std::fs::{File, OpenOptions, OpenOptionsExt as _};
use std::io::{Read, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const PRIVATE_FILE: u32 = 0o600;

/// Says that what is being retained is no longer wanted. Cheap to clone; all clones say the same.
#[derive(Debug, Clone, Default)]
pub struct Withdrawal(Arc<AtomicBool>);

impl Withdrawal {
    /// Says so, from now on.
    pub fn withdraw(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn check(&self) -> Outcome<()> {
        if self.0.load(Ordering::Relaxed) {
            return Err(Fault::new(FaultCode::Cancelled, "The operation was cancelled."));
        }
        Ok(())
    }
}

/// Files that are written and not listed yet. What is not published is removed again.
#[derive(Debug)]
pub struct Staging<'a> {
    store: &'a Store,
    folder: Folder,
    withdrawal: Withdrawal,
    staged: Vec<ArtifactRef>,
}

impl<'a> Staging<'a> {
    pub(super) fn new(store: &'a Store, withdrawal: Withdrawal) -> Outcome<Staging<'a>> {
        let folder = store.place.make()?;
        // Before anything is written, so that a store that is not ours is left alone.
        Index::find(&folder)?;
        Ok(Staging { store, folder, withdrawal, staged: Vec::new() })
    }

    /// Writes a file and everything that leads to it to the disk. `output_limit` over `artifact_bytes`, `state_io` where it cannot be
    /// written, `cancelled` once withdrawn.
    pub fn add(&mut self, draft: Draft, contents: impl Read) -> Outcome<()> {
        checked(&draft)?;
        let id = self.store.clock.identity();
        let artifact_id = ArtifactId::parse(&id).ok_or_else(|| Fault::internal("an identity is not one"))?;
        create_private(self.folder.artifacts()?, &id).map_err(unusable)?;
        let (dataset_id, relative_path) =
            draft.membership.map_or((None, None), |member| (Some(member.dataset_id), Some(member.relative_path)));
        // Noted before it is written, so that it is removed whatever happens.
        self.staged.push(ArtifactRef {
            kind: draft.kind,
            media_type: draft.media_type.to_owned(),
            size: 0,
            digest: Digest::of(b""),
            path: self.folder.path.join("artifacts").join(&id).join(&draft.filename),
            created_at: self.store.clock.timestamp(),
            dataset_id,
            relative_path,
            artifact_id,
            filename: draft.filename,
        });
        let dir = self.folder.artifacts()?.open_dir_nofollow(&id).map_err(unusable)?;
        let Some(artifact) = self.staged.last_mut() else { return Ok(()) };
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(PRIVATE_FILE);
        options.follow(cap_fs_ext::FollowSymlinks::No);
        let file = dir.open_with(&artifact.filename, &options).map_err(unusable)?;
        let mut copy = Copy { contents, file, bytes: 0, fault: None, store: self.store, withdrawal: &self.withdrawal };
        let hashed = Digest::of_reader(&mut copy);
        if let Some(fault) = copy.fault {
            return Err(fault);
        }
        (artifact.digest, artifact.size) = hashed.map_err(unusable)?;
        copy.file.sync_all().map_err(unusable)?;
        durable(&dir).map_err(unusable)
    }

    /// Lists the files, all at once; gives their references in the order in which they were added.
    pub fn publish(mut self) -> Outcome<Vec<ArtifactRef>> {
        durable(self.folder.artifacts()?).map_err(unusable)?;
        let mut index = Index::make(&self.folder, &self.store.clock)?;
        self.withdrawal.check()?;
        let inserted = index.insert(&self.staged);
        drop(index);
        match inserted {
            Ok(()) => Ok(std::mem::take(&mut self.staged)),
            Err(fault) => self.settle(fault),
        }
    }

    /// A commit that failed may have reached the disk after all: the index decides. Where it cannot be asked the files stay, since a
    /// listed artifact without its file would be worse than a file that is not listed.
    fn settle(&mut self, fault: Fault) -> Outcome<Vec<ArtifactRef>> {
        let Some(first) = self.staged.first() else { return Err(fault) };
        let listed = match Index::find(&self.folder) {
            Ok(Some(index)) => index.get(&first.artifact_id).map(|entry| entry.is_some()),
            Ok(None) => Ok(false),
            Err(cause) => Err(cause),
        };
        match listed {
            Ok(true) => Ok(std::mem::take(&mut self.staged)),
            Ok(false) => Err(fault),
            Err(_) => {
                self.staged.clear();
                Err(fault)
            }
        }
    }
}

impl Drop for Staging<'_> {
    fn drop(&mut self) {
        let Ok(artifacts) = self.folder.artifacts() else { return };
        for artifact in &self.staged {
            if let Err(cause) = artifacts.remove_dir_all(artifact.artifact_id.as_str()) {
                tracing::warn!("a file that was not retained is left in the store: {cause}");
            }
        }
    }
}

/// Writes down whatever is read through it.
struct Copy<'a, R> {
    contents: R,
    file: File,
    bytes: u64,
    /// Why it stopped, where that is no error of the disk.
    fault: Option<Fault>,
    store: &'a Store,
    withdrawal: &'a Withdrawal,
}

impl<R: Read> Copy<'_, R> {
    fn stop(&mut self, fault: Fault) -> std::io::Error {
        self.fault = Some(fault);
        std::io::Error::other("stopped")
    }
}

impl<R: Read> Read for Copy<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if let Err(fault) = self.withdrawal.check() {
            return Err(self.stop(fault));
        }
        let read = self.contents.read(buffer)?;
        self.bytes += read as u64;
        if self.bytes > self.store.limits.artifact_bytes {
            let fault = self.store.limits.reached("artifact_bytes", self.bytes);
            return Err(self.stop(fault));
        }
        self.file.write_all(&buffer[..read])?;
        Ok(read)
    }
}
