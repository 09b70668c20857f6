//! Asking a worker about a schema of a workspace: files, worker, provenance.

use super::gather::Gathering;
use super::references;
use crate::capture::Capture;
use crate::digest::Digest;
use crate::envelope::{Provenance, Reply, Warning};
use crate::fault::{DETAIL_ITEMS, Outcome};
use crate::worker::inquiry::{Inquiry, InquiryOutcome};
use crate::worker::schema::{SchemaOptions, SchemaSummary};
use crate::worker::{SchemaSource, Times};
use crate::workspace::{Snapshot, WorkspacePath};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A schema as a caller names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaReference {
    /// The entry document.
    pub path: WorkspacePath,
    /// What it is compiled with.
    pub options: SchemaOptions,
}

/// Gathers a schema and asks about it. Faults are those of its files, of its compilation and of the question.
pub async fn ask(
    gathering: &mut Gathering<'_>,
    schema: &SchemaReference,
    inquiry: Inquiry,
    times: Times,
) -> Outcome<(InquiryOutcome, Snapshot)> {
    gathering.schema(&schema.path, &schema.options, times).await?;
    let snapshot = gathering.finish().await?;
    let capture = Arc::clone(gathering.capture());
    let (entries, options) = (vec![schema.path.clone()], schema.options.clone());
    let outcome = gathering.lease().await?.inquire(capture, entries, options, inquiry, times).await?;
    Ok((outcome, snapshot))
}

/// The reply to a question.
pub fn reply(outcome: InquiryOutcome, snapshot: &Snapshot, schema: &SchemaReference) -> Reply {
    let print = Print::of(&snapshot.capture, &outcome.schema, &schema.options);
    let inputs = print.inputs.iter().map(|(path, digest)| (path.as_str(), *digest));
    let provenance = Provenance::of(snapshot, inputs)
        .with_schema(print.fingerprint, print.documents.clone())
        .with_worker(json!(outcome.readings));
    Reply { data: outcome.data, page: None, warnings: Vec::new(), artifacts: Vec::new(), provenance }
}

/// The fingerprint of a schema, its documents as `{path, digest, namespace}`, and the files that it was read from.
#[derive(Debug, Clone)]
pub struct Print {
    /// Of the documents and the options.
    pub fingerprint: Digest,
    /// The documents.
    pub documents: Vec<Value>,
    /// The files, each once.
    pub inputs: Vec<(String, Digest)>,
}

impl Print {
    /// Of a schema compiled from these files. It is the same that validation gives.
    pub fn of(capture: &Capture, summary: &SchemaSummary, options: &SchemaOptions) -> Print {
        let source = SchemaSource::Hints { options: options.clone() };
        let mut parts = vec![format!("{:?}", references::options(&source)).into_bytes()];
        let (mut documents, mut inputs, mut known) = (Vec::new(), Vec::new(), BTreeSet::new());
        for entry in &summary.documents {
            // Documents that the component carries itself are not in the capture.
            let Some(file) = capture.files().get(entry.path.as_str()) else { continue };
            let (path, namespace) = (entry.path.as_bytes(), entry.namespace.as_bytes());
            parts.extend([path.to_vec(), file.digest.bytes().to_vec(), namespace.to_vec()]);
            documents.push(json!({"path": entry.path, "digest": file.digest, "namespace": entry.namespace}));
            if known.insert(entry.path.as_str()) {
                inputs.push((entry.path.clone(), file.digest));
            }
        }
        Print { fingerprint: Digest::of_parts(parts.iter().map(Vec::as_slice)), documents, inputs }
    }
}

/// What a reader of a schema with gaps should know.
pub fn gaps(summary: &SchemaSummary) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |code: &str, message: String| warnings.push(Warning { code: code.to_owned(), message });
    if summary.unresolved > 0 {
        let message =
            format!("{} references of the schema lead nowhere: it is inspected without them.", summary.unresolved);
        warn("schema_incomplete", message);
    }
    let errors = summary.issues.iter().filter(|issue| issue.severity == crate::worker::report::Severity::Error).count();
    if errors > 0 {
        warn("invalid_schema", format!("The schema has {errors} errors: what they are about may be missing here."));
    }
    for construct in summary.unsupported.iter().take(DETAIL_ITEMS) {
        warn("unsupported", format!("`{construct}` is not implemented."));
    }
    warnings
}
