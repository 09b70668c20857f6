//! What callers ask of a worker, and what they get.

use super::engine::Tier;
use super::report::Report;
use super::schema::{SchemaOptions, SchemaSummary};
use crate::capture::Capture;
use crate::digest::Digest;
use crate::fault::{Fault, FaultCode};
use crate::limits::Limits;
use crate::workspace::WorkspacePath;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where the schema of a validation comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SchemaSource {
    /// An entry document and options.
    Reference {
        /// The entry document.
        path: WorkspacePath,
        /// What it is compiled with.
        options: SchemaOptions,
    },
    /// Several entry documents and options.
    Documents {
        /// The entry documents; at least one.
        entries: Vec<WorkspacePath>,
        /// What they are compiled with.
        options: SchemaOptions,
    },
    /// The location hints of the document itself. Those that name captured files are the entry documents; where there is none,
    /// the call ends as `not_found` with role `schema`.
    Hints {
        /// What the schema is compiled with.
        options: SchemaOptions,
    },
}

/// One document to validate.
#[derive(Clone, Debug)]
pub struct ValidateRequest {
    /// The files: document and schema documents.
    pub capture: Arc<Capture>,
    /// The schema.
    pub schema: SchemaSource,
    /// The document.
    pub document: WorkspacePath,
}

/// A stretch of wall-clock time and the limit that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// How long.
    pub time: Duration,
    /// The limit's key.
    pub limit: &'static str,
    /// The limit's value in seconds, of which `time` may be the rest.
    pub seconds: u64,
}

impl Allowance {
    /// The whole of a limit.
    pub fn new(limit: &'static str, seconds: u64) -> Allowance {
        Allowance { time: Duration::from_secs(seconds), limit, seconds }
    }

    /// What is left of it if it began then.
    #[must_use]
    pub fn since(self, began: Instant) -> Allowance {
        Allowance { time: self.time.saturating_sub(began.elapsed()), ..self }
    }

    /// The fault of not having ended within it.
    pub fn passed(self) -> Fault {
        let message = format!("The operation did not end within the {} s of `{}`.", self.seconds, self.limit);
        Fault::new(FaultCode::WorkerTimeout, message)
            .with("limit", self.limit)
            .with("maximum", self.seconds)
            .with("flag", format!("--limit {}=SECONDS", self.limit))
    }

    /// The shorter of the two.
    #[must_use]
    pub fn within(self, other: Allowance) -> Allowance {
        if other.time < self.time { other } else { self }
    }
}

/// How long the steps of a call may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// Compiling the schema, and reading its documents for their references.
    pub compile: Allowance,
    /// Each operation on the document.
    pub document: Allowance,
}

impl Times {
    /// Those of an operation on one document.
    pub fn of_document(limits: &Limits) -> Times {
        Times {
            compile: Allowance::new("compile_seconds", limits.compile_seconds),
            document: Allowance::new("query_seconds", limits.query_seconds),
        }
    }

    /// Those of one document of a batch, of whose time so much is left.
    pub fn of_batch(limits: &Limits, left: Allowance) -> Times {
        Times {
            compile: Allowance::new("compile_seconds", limits.compile_seconds).within(left),
            document: Allowance::new("corpus_file_seconds", limits.corpus_file_seconds).within(left),
        }
    }
}

/// The verdict on a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidateOutcome {
    /// Verdict and issues.
    pub report: Report,
    /// The schema that decided; its paths are those of the request's capture.
    pub schema: Arc<SchemaSummary>,
    /// What the call cost.
    pub readings: Readings,
}

/// What is known of a compiled schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaOutcome {
    /// Its documents, issues and gaps; its paths are those of the request's capture.
    pub schema: Arc<SchemaSummary>,
    /// What the call cost.
    pub readings: Readings,
}

/// Readings of one call, for provenance. They are no part of a deterministic answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Readings {
    /// Digest of the component.
    pub component: Digest,
    /// Who compiled its code.
    pub tier: Tier,
    /// Fuel used, compilation of the schema included.
    pub fuel: u64,
    /// Bytes of linear memory at the end.
    pub memory_bytes: u64,
    /// Whether a compiled schema was at hand.
    pub cache: Cache,
}

/// Whether a compiled schema was at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cache {
    /// It was.
    Hit,
    /// It was compiled in this call.
    Miss,
}
