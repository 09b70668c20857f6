//! What an answer hangs on: the document, the schema's documents and options.

use super::references;
use crate::capture::Capture;
use crate::digest::Digest;
use crate::worker::SchemaSource;
use crate::worker::schema::SchemaSummary;
use crate::workspace::WorkspacePath;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Digests of the inputs of one answer.
#[derive(Debug, Clone)]
pub struct Fingerprints {
    /// The schema: its documents and options.
    pub schema: Digest,
    /// The schema's documents as `{path, digest, namespace}`.
    pub schema_documents: Vec<Value>,
    /// Every file that was read, the document first.
    pub inputs: Vec<(String, Digest)>,
}

impl Fingerprints {
    /// Those of an answer about a document whose digest is known.
    pub fn new(
        capture: &Capture,
        (document, digest): (&WorkspacePath, Digest),
        schema: &SchemaSource,
        summary: &SchemaSummary,
    ) -> Fingerprints {
        let mut parts = vec![format!("{:?}", references::options(schema)).into_bytes()];
        let mut inputs = vec![(document.as_str().to_owned(), digest)];
        let mut known = BTreeSet::new();
        let mut schema_documents = Vec::new();
        for entry in &summary.documents {
            // Documents that the component carries itself, such as the schema of `xml:`, are not in the capture.
            let Some(file) = capture.files().get(entry.path.as_str()) else { continue };
            parts.extend([
                entry.path.as_bytes().to_vec(),
                file.digest.bytes().to_vec(),
                entry.namespace.as_bytes().to_vec(),
            ]);
            schema_documents.push(json!({"path": entry.path, "digest": file.digest, "namespace": entry.namespace}));
            if entry.path != document.as_str() && known.insert(entry.path.as_str()) {
                inputs.push((entry.path.clone(), file.digest));
            }
        }
        let schema = Digest::of_parts(parts.iter().map(Vec::as_slice));
        Fingerprints { schema, schema_documents, inputs }
    }
}
