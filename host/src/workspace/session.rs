//! The workspaces of one server.

use super::batch::Batch;
use super::path::WorkspacePath;
use crate::capture::blobs::Scratch;
use crate::capture::{Capture, CapturedFile};
use crate::clock::Clock;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::limits::Limits;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The workspaces of one server, with their files in private scratch. Nothing outlives the server.
#[derive(Debug)]
pub struct Workspaces {
    limits: Arc<Limits>,
    clock: Clock,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    // Made with the first upload, so that a server that is only asked what it can do leaves no trace.
    scratch: Option<Arc<Scratch>>,
    by_id: BTreeMap<String, Workspace>,
    created: u64,
}

#[derive(Debug)]
struct Workspace {
    order: u64,
    generation: u64,
    created_at: String,
    files: BTreeMap<WorkspacePath, CapturedFile>,
}

/// A workspace as clients see it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct WorkspaceSummary {
    /// Its handle.
    pub workspace_id: String,
    /// How many batches have changed it.
    pub generation: u64,
    /// How many files it holds.
    pub files: u64,
    /// Bytes of these files.
    pub bytes: u64,
    /// When it was made, RFC 3339 in UTC.
    pub created_at: String,
}

/// A file as clients see it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct FileSummary {
    /// Its path.
    pub path: WorkspacePath,
    /// Bytes.
    pub size: u64,
    /// Digest of its contents.
    pub digest: crate::digest::Digest,
}

/// The set of files of a workspace at one moment.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The workspace.
    pub workspace_id: String,
    /// Its generation at that moment.
    pub generation: u64,
    /// Its files.
    pub capture: Capture,
}

impl Workspace {
    fn bytes(&self) -> u64 {
        self.files.values().map(|file| file.size).sum()
    }

    fn summary(&self, id: &str) -> WorkspaceSummary {
        WorkspaceSummary {
            workspace_id: id.to_owned(),
            generation: self.generation,
            files: self.files.len() as u64,
            bytes: self.bytes(),
            created_at: self.created_at.clone(),
        }
    }
}

impl Workspaces {
    /// None yet.
    pub fn new(limits: Arc<Limits>, clock: Clock) -> Workspaces {
        Workspaces { limits, clock, state: Mutex::default() }
    }

    /// Makes an empty workspace. `input_limit` when there are as many as `workspaces` allows.
    pub fn create(&self) -> Outcome<WorkspaceSummary> {
        let mut state = self.lock();
        if state.by_id.len() as u64 >= self.limits.workspaces {
            let fault = self.limits.reached("workspaces", state.by_id.len() as u64 + 1);
            return Err(Fault { message: format!("{} Release one that is no longer needed.", fault.message), ..fault });
        }
        let id = self.clock.identity();
        let order = state.created;
        state.created += 1;
        let workspace = Workspace { order, generation: 0, created_at: self.clock.timestamp(), files: BTreeMap::new() };
        let summary = workspace.summary(&id);
        state.by_id.insert(id, workspace);
        Ok(summary)
    }

    /// All workspaces, in the order in which they were made.
    pub fn list(&self) -> Vec<WorkspaceSummary> {
        let state = self.lock();
        let mut workspaces: Vec<_> = state.by_id.iter().collect();
        workspaces.sort_by_key(|(_, workspace)| workspace.order);
        workspaces.into_iter().map(|(id, workspace)| workspace.summary(id)).collect()
    }

    /// Forgets a workspace and its files; gives its last state. Operations that run on a snapshot of it are not disturbed.
    pub fn release(&self, id: &str) -> Outcome<WorkspaceSummary> {
        let removed = self.lock().by_id.remove(id);
        // Dropped outside the lock, since it removes files.
        removed.map(|workspace| workspace.summary(id)).ok_or_else(|| unknown(id))
    }

    /// Adds or replaces the files of a batch, all or none. Gives the workspace afterwards and the files of the batch in its order.
    /// The generation grows by one if anything changed.
    pub fn put(&self, id: &str, batch: Batch) -> Outcome<(WorkspaceSummary, Vec<FileSummary>)> {
        self.lock().by_id.get(id).map(drop).ok_or_else(|| unknown(id))?;
        let mut copies = Vec::with_capacity(batch.files().len());
        for (path, bytes) in batch.files() {
            copies.push((path.clone(), CapturedFile::new(self.scratch()?.store(bytes)?)));
        }
        let mut guard = self.lock();
        let state = &mut *guard;
        let others: u64 =
            state.by_id.iter().filter(|(other, _)| *other != id).map(|(_, workspace)| workspace.bytes()).sum();
        let workspace = state.by_id.get_mut(id).ok_or_else(|| unknown(id))?;
        let mut files = workspace.files.clone();
        for (path, file) in &copies {
            files.insert(path.clone(), file.clone());
        }
        self.check(&files, others)?;
        let changed =
            copies.iter().any(|(path, file)| workspace.files.get(path).is_none_or(|old| old.digest != file.digest));
        let replaced = changed.then(|| {
            workspace.generation += 1;
            std::mem::replace(&mut workspace.files, files)
        });
        let summary = workspace.summary(id);
        drop(guard);
        drop(replaced);
        let files =
            copies.into_iter().map(|(path, file)| FileSummary { path, size: file.size, digest: file.digest }).collect();
        Ok((summary, files))
    }

    fn check(&self, files: &BTreeMap<WorkspacePath, CapturedFile>, others: u64) -> Outcome<()> {
        if files.len() as u64 > self.limits.input_entries {
            return Err(self.limits.reached("input_entries", files.len() as u64));
        }
        let bytes = others + files.values().map(|file| file.size).sum::<u64>();
        if bytes > self.limits.session_bytes {
            return Err(self.limits.reached("session_bytes", bytes));
        }
        for path in files.keys() {
            for folder in path.folders() {
                if files.contains_key(folder) {
                    let message = format!("`{folder}` cannot be a file and the folder of `{path}` at the same time.");
                    return Err(Fault::argument("files", message).with("path", path.as_str()));
                }
            }
        }
        Ok(())
    }

    /// The files of a workspace as they are now.
    pub fn snapshot(&self, id: &str) -> Outcome<Snapshot> {
        let state = self.lock();
        let workspace = state.by_id.get(id).ok_or_else(|| unknown(id))?;
        Ok(Snapshot {
            workspace_id: id.to_owned(),
            generation: workspace.generation,
            capture: Capture::new(workspace.files.clone()),
        })
    }

    /// Forgets everything and removes the scratch, whoever still uses it: for the end of the process.
    pub fn discard(&self) {
        let state = std::mem::take(&mut *self.lock());
        drop(state.by_id);
        if let Some(scratch) = state.scratch {
            scratch.discard();
        }
    }

    /// Private scratch for copies of input files.
    pub fn scratch(&self) -> Outcome<Arc<Scratch>> {
        let mut state = self.lock();
        if let Some(scratch) = &state.scratch {
            return Ok(Arc::clone(scratch));
        }
        let scratch = Scratch::create()?;
        state.scratch = Some(Arc::clone(&scratch));
        Ok(scratch)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unknown(id: &str) -> Fault {
    let message = "There is no such workspace: workspaces end with the server or when they are released. Make a new one with \
                   pyxsd_manage_workspace {\"action\": \"create\"} and upload the files again with pyxsd_put_files.";
    Fault::new(FaultCode::NotFound, message).with("id", id).with("role", "workspace")
}
