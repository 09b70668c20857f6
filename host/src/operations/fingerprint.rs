//! What an answer hangs on: the document, the schema's documents and options.

use super::references;
use crate::capture::Capture;
use crate::digest::Digest;
use crate::worker::SchemaSource;
use crate::worker::schema::{SchemaOptions, SchemaSummary};
use crate::workspace::WorkspacePath;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What a schema was made of.
#[derive(Debug, Clone)]
pub struct Print {
    /// Of the documents and the options.
    pub fingerprint: Digest,
    /// The documents that take part, as `{path, digest, namespace}`.
    pub documents: Vec<Value>,
    /// Every file that was read, each once; those that take no part come last.
    pub inputs: Vec<(String, Digest)>,
}

impl Print {
    /// Of a schema compiled from these files. The way in which it was named does not count.
    pub fn of(capture: &Capture, summary: &SchemaSummary, options: &SchemaOptions) -> Print {
        let source = SchemaSource::Hints { options: options.clone() };
        let mut parts = vec![format!("{:?}", references::options(&source)).into_bytes()];
        let (mut documents, mut inputs, mut known) = (Vec::new(), Vec::new(), BTreeSet::new());
        for entry in &summary.documents {
            // Documents that the component carries itself, such as the schema of `xml:`, are not in the capture.
            let Some(file) = capture.files().get(entry.path.as_str()) else { continue };
            let (path, namespace) = (entry.path.as_bytes(), entry.namespace.as_bytes());
            parts.extend([path.to_vec(), file.digest.bytes().to_vec(), namespace.to_vec()]);
            documents.push(json!({"path": entry.path, "digest": file.digest, "namespace": entry.namespace}));
            if known.insert(entry.path.as_str()) {
                inputs.push((entry.path.clone(), file.digest));
            }
        }
        for path in summary.read.iter().filter(|path| !known.contains(path.as_str())) {
            let Some(file) = capture.files().get(path.as_str()) else { continue };
            parts.extend([path.as_bytes().to_vec(), file.digest.bytes().to_vec()]);
            inputs.push((path.clone(), file.digest));
        }
        Print { fingerprint: Digest::of_parts(parts.iter().map(Vec::as_slice)), documents, inputs }
    }
}

/// Digests of the inputs of one answer about a document.
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
        let Print { fingerprint, documents, mut inputs } = Print::of(capture, summary, references::options(schema));
        inputs.retain(|(path, _)| path != document.as_str());
        inputs.insert(0, (document.as_str().to_owned(), digest));
        Fingerprints { schema: fingerprint, schema_documents: documents, inputs }
    }
}
