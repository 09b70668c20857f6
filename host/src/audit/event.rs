//! What is recorded of an operation.

use crate::digest::Digest;
use serde_json::{Value, json};
use std::time::Duration;

/// Status of an operation that gave a result.
pub const OK: &str = "ok";

/// One operation that has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// When it ended, RFC 3339 in UTC.
    pub time: String,
    /// The tool, or `resources/read`.
    pub operation: &'static str,
    /// [`OK`], or the code of the fault.
    pub status: &'static str,
    /// How long it took, waiting in the queue included.
    pub duration: Duration,
    /// The workspace and its generation, as far as it came.
    pub workspace: Option<(String, u64)>,
    /// `hit` or `miss`: whether a compiled schema was at hand. None where none was needed or it did not come so far.
    pub cache: Option<&'static str>,
    /// Digests of the files that were uploaded or read, in the order of the answer, or of the artifact that was read.
    pub inputs: Vec<Digest>,
    /// Fuel used by the workers of the operation; none where none gave a result.
    pub fuel: Option<u64>,
    /// Linear memory of the largest worker, in bytes; it never shrinks during an operation.
    pub memory_bytes: Option<u64>,
}

impl Event {
    /// The event as a line of the audit file has it. Every member is always there, null where nothing is known.
    pub fn to_json(&self) -> Value {
        let (workspace_id, generation) = self.workspace.as_ref().map(|(id, generation)| (id, generation)).unzip();
        json!({
            "time": self.time,
            "operation": self.operation,
            "status": self.status,
            "duration_us": u64::try_from(self.duration.as_micros()).unwrap_or(u64::MAX),
            "workspace_id": workspace_id,
            "generation": generation,
            "cache": self.cache,
            "inputs": self.inputs,
            "fuel": self.fuel,
            "memory_bytes": self.memory_bytes,
        })
    }
}
