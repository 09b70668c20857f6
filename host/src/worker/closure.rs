//! What a compiled schema depends on, and so when it may be used again.

use super::schema::{SchemaOptions, SchemaSummary};
use crate::capture::Capture;
use crate::digest::Digest;
use crate::workspace::WorkspacePath;
use std::sync::Arc;

/// What a schema is asked for by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaKey {
    /// Entry documents, in order.
    pub entries: Vec<WorkspacePath>,
    /// What it is compiled with.
    pub options: SchemaOptions,
}

/// A compiled schema that some worker holds.
#[derive(Debug)]
pub struct HeldSchema {
    /// What it was asked for by.
    pub key: SchemaKey,
    /// What is known of it.
    pub summary: Arc<SchemaSummary>,
    read: Vec<(WorkspacePath, Digest)>,
    absent: Vec<WorkspacePath>,
}

impl HeldSchema {
    /// The schema that was compiled from this capture. `None` where the guest says to have read what the capture does not
    /// have: then nothing can be said of what it depends on.
    pub fn new(key: SchemaKey, summary: Arc<SchemaSummary>, capture: &Capture) -> Option<HeldSchema> {
        let mut read = Vec::with_capacity(summary.read.len());
        for path in &summary.read {
            let path = WorkspacePath::parse(path).ok()?;
            let digest = capture.files().get(&path)?.digest;
            read.push((path, digest));
        }
        // What cannot be a path of a workspace stays absent for ever.
        let absent = summary.absent.iter().filter_map(|path| WorkspacePath::parse(path).ok()).collect();
        Some(HeldSchema { key, summary, read, absent })
    }

    /// Whether compiling `key` from `capture` would give this schema: options, entry documents, and every file and absence that
    /// it depends on are the same.
    pub fn serves(&self, key: &SchemaKey, capture: &Capture) -> bool {
        let files = capture.files();
        self.key == *key
            && self.read.iter().all(|(path, digest)| files.get(path).is_some_and(|file| file.digest == *digest))
            && self.absent.iter().all(|path| !files.contains_key(path))
    }
}
