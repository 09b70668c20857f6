//! What callers ask of a worker, and what they get.

use super::engine::Tier;
use super::report::Report;
use super::schema::{SchemaOptions, SchemaSummary};
use crate::capture::Capture;
use crate::digest::Digest;
use crate::workspace::WorkspacePath;
use std::sync::Arc;

/// Where the schema of a validation comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
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
