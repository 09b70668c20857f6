//! `pyxsd_validate_document`.

use super::arguments::Arguments;
use super::cursor::Binding;
use super::fingerprint::Fingerprints;
use super::gather::Gathering;
use super::paging::Paging;
use super::{references, report};
use crate::audit;
use crate::capture::Capture;
use crate::digest::Digest;
use crate::envelope::{Provenance, Reply, Warning};
use crate::fault::{DETAIL_ITEMS, Fault, Outcome};
use crate::host::Host;
use crate::store::{ArtifactId, ArtifactRef};
use crate::worker::{Lease, SchemaSource, Times, ValidateOutcome, ValidateRequest};
use crate::workspace::{Snapshot, WorkspacePath};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Longest message of a warning; the whole is in the schema's own issues.
const WARNING_CHARS: usize = 300;

/// A document, the schema that is to decide it, and the files that both are read from.
#[derive(Debug, Clone)]
pub struct Question {
    /// The files.
    pub capture: Arc<Capture>,
    /// The document.
    pub document: WorkspacePath,
    /// The schema.
    pub schema: SchemaSource,
}

/// The answer to a question.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// What the worker says.
    pub outcome: ValidateOutcome,
    /// Fingerprint of the document: the digest of its bytes.
    pub document: Digest,
    /// Fingerprint of the schema: its documents and options.
    pub schema: Digest,
    /// The schema's documents as `{path, digest, namespace}`.
    pub schema_documents: Vec<Value>,
    /// Every file that was read, the document first.
    pub inputs: Vec<(String, Digest)>,
}

/// `pyxsd_validate_document {workspace_id, document, schema_ref?, cursor?, page_size?}`. The first page of an invalid document retains
/// its report; later pages, whose cursors carry its handle, refer to the same.
pub async fn validate_document(host: Arc<Host>, arguments: Map<String, Value>) -> Outcome<Reply> {
    let limits = &host.settings.limits;
    let mut arguments = Arguments::new(arguments);
    let workspace_id = arguments.string("workspace_id")?;
    let document = references::document(&mut arguments)?;
    let schema = references::optional_schema(&mut arguments)?;
    let paging = Paging::take(&mut arguments, limits)?;
    arguments.finish()?;

    let times = Times::of_document(limits);
    let mut gathering = Gathering::of_workspace(&host, &workspace_id)?;
    gathering.question(&document, &schema, times).await?;
    let snapshot = gathering.finish().await?;
    let binding = bind(&snapshot, &document, &schema);
    let (start, note) = paging.continued(&binding)?;
    let known = if start == 0 { None } else { host.recent.get(&binding) };
    let verdict = match &known {
        Some(verdict) => Arc::clone(verdict),
        None => {
            let capture = Arc::clone(gathering.capture());
            let schema = gathering.resolved(&document, &schema, times).await?;
            Arc::new(decide(gathering.lease().await?, Question { capture, document, schema }, times).await?)
        }
    };
    drop(gathering);
    let mut reply = reply(&verdict, &snapshot, known.is_none());
    let (retained, note) = if start == 0 {
        let retained = report::retain(&host, &verdict, &schema).await?;
        reply.artifacts.extend(retained.clone());
        let note = retained.as_ref().map_or_else(Vec::new, |artifact| artifact.artifact_id.as_str().into());
        (retained, note)
    } else {
        let id = std::str::from_utf8(&note).ok().and_then(ArtifactId::parse);
        let (retained, warning) = report::retained(&host, id).await?;
        reply.warnings.extend(warning);
        (retained, note)
    };
    reply.data["report"] = retained.map_or(Value::Null, |artifact: ArtifactRef| json!(artifact));
    let issues = &verdict.outcome.report.issues;
    let reply = paging.fill_from(reply, "issues", issues, start, &binding, &note, limits)?;
    if reply.page.as_ref().is_some_and(|page| page.next_cursor.is_some()) {
        host.recent.keep(binding, verdict);
    }
    Ok(reply)
}

/// Validates within these times.
pub async fn decide(lease: &mut Lease, question: Question, times: Times) -> Outcome<Verdict> {
    let Question { capture, document, schema } = question;
    let fingerprint = capture
        .files()
        .get(&document)
        .map(|file| file.digest)
        .ok_or_else(|| Fault::missing_file(document.as_str(), "document"))?;
    audit::note(|known| known.inputs.push(fingerprint));
    let request = ValidateRequest { capture: Arc::clone(&capture), schema: schema.clone(), document: document.clone() };
    let outcome = lease.validate(request, times).await?;
    let Fingerprints { schema, schema_documents, inputs } =
        Fingerprints::new(&capture, (&document, fingerprint), &schema, &outcome.schema);
    Ok(Verdict { outcome, document: fingerprint, schema, schema_documents, inputs })
}

/// Everything that decides which issues there are and in which order.
fn bind(snapshot: &Snapshot, document: &WorkspacePath, schema: &SchemaSource) -> Binding {
    let arguments = format!("{document:?} {schema:?}");
    let generation = snapshot.generation.to_le_bytes();
    let head = [
        "pyxsd_validate_document".as_bytes(),
        snapshot.workspace_id.as_bytes(),
        generation.as_slice(),
        arguments.as_bytes(),
    ];
    let files = snapshot.capture.files().iter();
    let files = files.flat_map(|(path, file)| [path.as_str().as_bytes(), file.digest.bytes().as_slice()]);
    Binding::new(head.into_iter().chain(files))
}

/// `worked`: a worker was asked in this call, and its readings belong to the answer.
fn reply(verdict: &Verdict, snapshot: &Snapshot, worked: bool) -> Reply {
    let inputs = verdict.inputs.iter().map(|(path, digest)| (path.as_str(), *digest));
    let provenance = Provenance::of(snapshot, inputs).with_schema(verdict.schema, verdict.schema_documents.clone());
    Reply {
        data: verdict.to_json(),
        page: None,
        warnings: verdict.warnings(),
        artifacts: Vec::new(),
        provenance: if worked { provenance.with_worker(json!(verdict.outcome.readings)) } else { provenance },
    }
}

impl Verdict {
    /// The `data` of a reply, with room for the issues and the report.
    pub fn to_json(&self) -> Value {
        let report = &self.outcome.report;
        json!({
            "valid": report.valid,
            "counts": report.counts,
            "collected": report.issues.len(),
            "suppressed": report.suppressed,
            "issues": [],
            "report": null,
            "fingerprints": {"document": self.document, "schema": self.schema},
        })
    }

    /// What the schema makes one wary of.
    pub fn warnings(&self) -> Vec<Warning> {
        let warning = |issue: &crate::worker::report::Issue| {
            let message = format!("{}:{}: {}", issue.file, issue.line, issue.message);
            let message = match message.char_indices().nth(WARNING_CHARS) {
                Some((end, _)) => format!("{}…", &message[..end]),
                None => message,
            };
            Warning { code: issue.code.clone(), message }
        };
        self.outcome.schema.issues.iter().take(DETAIL_ITEMS).map(warning).collect()
    }
}
