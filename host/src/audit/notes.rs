//! What is known of an operation while it runs, so that a fault and a cancellation have it too.

use crate::digest::Digest;
use crate::envelope::Provenance;
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};

/// What is known of an operation so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// The workspace and its generation.
    pub workspace: Option<(String, u64)>,
    /// Digests of the files that it reads.
    pub inputs: Vec<Digest>,
    /// Whether a compiled schema was at hand.
    pub cache: Option<&'static str>,
    /// Fuel used.
    pub fuel: Option<u64>,
    /// Linear memory of the largest worker.
    pub memory_bytes: Option<u64>,
}

impl Known {
    /// The same, with what was noted where nothing is known.
    #[must_use]
    pub fn or(self, noted: Known) -> Known {
        Known {
            workspace: self.workspace.or(noted.workspace),
            inputs: if self.inputs.is_empty() { noted.inputs } else { self.inputs },
            cache: self.cache.or(noted.cache),
            fuel: self.fuel.or(noted.fuel),
            memory_bytes: self.memory_bytes.or(noted.memory_bytes),
        }
    }

    /// What the provenance of an answer says.
    pub fn of(provenance: &Provenance) -> Known {
        let cache = provenance.reading("cache").and_then(Value::as_str);
        Known {
            workspace: provenance.workspace().map(|(id, generation)| (id.to_owned(), generation)),
            inputs: provenance.inputs().to_vec(),
            cache: ["hit", "miss"].into_iter().find(|word| Some(*word) == cache),
            fuel: provenance.reading("fuel").and_then(Value::as_u64),
            memory_bytes: provenance.reading("memory_bytes").and_then(Value::as_u64),
        }
    }
}

tokio::task_local! {
    static OPERATION: Notes;
}

/// Takes notes of one operation. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Notes(Arc<Mutex<Known>>);

impl Notes {
    /// Runs a part of the operation, within which [`note`] writes here.
    pub async fn within<T>(&self, part: impl Future<Output = T>) -> T {
        OPERATION.scope(self.clone(), part).await
    }

    /// Runs a part that blocks.
    pub fn within_sync<T>(&self, part: impl FnOnce() -> T) -> T {
        OPERATION.sync_scope(self.clone(), part)
    }

    /// What is known.
    pub fn known(&self) -> Known {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Notes something about the operation that this code is part of; nothing happens where nobody observes it.
pub fn note(change: impl FnOnce(&mut Known)) {
    let _ = OPERATION.try_with(|notes| change(&mut notes.0.lock().unwrap_or_else(PoisonError::into_inner)));
}
