//! Asking a worker about a schema of a workspace: files, worker, provenance.

use super::fingerprint::Print;
use super::gather::Gathering;
use crate::envelope::{Provenance, Reply, Warning};
use crate::fault::{DETAIL_ITEMS, Outcome};
use crate::worker::Times;
use crate::worker::inquiry::{Inquiry, InquiryOutcome};
use crate::worker::schema::{SchemaOptions, SchemaSummary};
use crate::workspace::{Snapshot, WorkspacePath};
use serde_json::json;
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

/// What a reader of a schema with gaps should know.
pub fn gaps(summary: &SchemaSummary) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |code: &str, message: String| warnings.push(Warning { code: code.to_owned(), message });
    if summary.unresolved > 0 {
        let message = match summary.unresolved {
            1 => "A reference of the schema leads nowhere: it is inspected without it.".to_owned(),
            many => format!("{many} references of the schema lead nowhere: it is inspected without them."),
        };
        warn("schema_incomplete", message);
    }
    let errors = summary.issues.iter().filter(|issue| issue.severity == crate::worker::report::Severity::Error).count();
    if errors > 0 {
        let message = match errors {
            1 => "The schema has an error: what it is about may be missing here.".to_owned(),
            many => format!("The schema has {many} errors: what they are about may be missing here."),
        };
        warn("invalid_schema", message);
    }
    for construct in summary.unsupported.iter().take(DETAIL_ITEMS) {
        warn("unsupported", format!("`{construct}` is not implemented."));
    }
    warnings
}
