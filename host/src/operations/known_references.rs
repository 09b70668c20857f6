//! What schema documents refer to, so that the files of a schema that was gathered before are gathered without a worker.

use crate::digest::Digest;
use crate::worker::schema::SchemaOptions;
use crate::workspace::WorkspacePath;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Documents that are known, and their references in all; of more the oldest are forgotten.
const KEPT: usize = 4_096;
const KEPT_REFERENCES: usize = 16_384;
/// References of one document; one with more is asked for each time.
const MAX_REFERENCES: usize = 2_048;

/// What decides the references of a document: its contents, where it stands, and what it is read with. Two documents of which all are equal
/// refer to the same paths, whenever they are read.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Referrer {
    /// Digest of the contents.
    pub digest: Digest,
    /// Where it stands.
    pub path: WorkspacePath,
    /// What it is read with.
    pub options: SchemaOptions,
}

/// The references of the documents that were asked about last.
#[derive(Debug, Default)]
pub struct KnownReferences(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    references: HashMap<Arc<Referrer>, Vec<WorkspacePath>>,
    order: VecDeque<Arc<Referrer>>,
    /// References in all.
    total: usize,
}

impl KnownReferences {
    /// The paths that a document refers to, where they are known.
    pub fn get(&self, referrer: &Referrer) -> Option<Vec<WorkspacePath>> {
        self.lock().references.get(referrer).cloned()
    }

    /// Remembers the paths that a document refers to.
    pub fn keep(&self, referrer: Referrer, references: &[WorkspacePath]) {
        if references.len() > MAX_REFERENCES {
            return;
        }
        let referrer = Arc::new(referrer);
        let mut kept = self.lock();
        if kept.references.insert(Arc::clone(&referrer), references.to_vec()).is_none() {
            kept.order.push_back(referrer);
            kept.total += references.len();
        }
        while (kept.order.len() > KEPT || kept.total > KEPT_REFERENCES)
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.total -= kept.references.remove(&oldest).map_or(0, |references| references.len());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn referrer(contents: &str, path: &str) -> Referrer {
        Referrer {
            digest: Digest::of(contents.as_bytes()),
            path: WorkspacePath::parse(path).unwrap(),
            options: SchemaOptions::default(),
        }
    }

    #[test]
    fn references_hold_for_the_same_contents_at_the_same_place_only() {
        let known = KnownReferences::default();
        let paths = [WorkspacePath::parse("b.xsd").unwrap()];
        known.keep(referrer("x", "a.xsd"), &paths);
        assert_eq!(known.get(&referrer("x", "a.xsd")), Some(paths.to_vec()));
        assert_eq!(known.get(&referrer("y", "a.xsd")), None);
        assert_eq!(known.get(&referrer("x", "deep/a.xsd")), None);
        let mut other = referrer("x", "a.xsd");
        other.options.version = crate::worker::schema::XsdVersion::V1_0;
        assert_eq!(known.get(&other), None);
    }

    #[test]
    fn the_oldest_are_forgotten_and_long_lists_are_not_kept() {
        let known = KnownReferences::default();
        for number in 0..=KEPT {
            known.keep(referrer(&number.to_string(), "a.xsd"), &[]);
        }
        assert_eq!(known.get(&referrer("0", "a.xsd")), None);
        assert_eq!(known.get(&referrer("1", "a.xsd")), Some(Vec::new()));
        let many = vec![WorkspacePath::parse("b.xsd").unwrap(); MAX_REFERENCES + 1];
        known.keep(referrer("long", "a.xsd"), &many);
        assert_eq!(known.get(&referrer("long", "a.xsd")), None);
    }
}
