//! `pyxsd_validate_document`.

use super::arguments::Arguments;
use super::cursor::Binding;
use super::paging::Paging;
use super::{references, report};
use crate::capture::Capture;
use crate::digest::Digest;
use crate::envelope::{Provenance, Reply, Warning};
use crate::fault::{DETAIL_ITEMS, Fault, Outcome};
use crate::host::Host;
use crate::store::{ArtifactId, ArtifactRef};
use crate::worker::{SchemaSource, ValidateOutcome, ValidateRequest};
use crate::workspace::{Snapshot, WorkspacePath};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
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

    let snapshot = host.workspaces.snapshot(&workspace_id)?;
    let binding = bind(&snapshot, &document, &schema);
    let (start, note) = paging.continued(&binding)?;
    let known = if start == 0 { None } else { host.recent.get(&binding) };
    let verdict = match &known {
        Some(verdict) => Arc::clone(verdict),
        None => {
            let capture = Arc::new(snapshot.capture.clone());
            Arc::new(decide(&host, Question { capture, document, schema: schema.clone() }).await?)
        }
    };
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

/// Validates.
pub async fn decide(host: &Host, question: Question) -> Outcome<Verdict> {
    let Question { capture, document, schema } = question;
    let fingerprint = capture
        .files()
        .get(&document)
        .map(|file| file.digest)
        .ok_or_else(|| Fault::missing_file(document.as_str(), "document"))?;
    if let SchemaSource::Reference { path, .. } = &schema
        && !capture.files().contains_key(path)
    {
        return Err(Fault::missing_file(path.as_str(), "schema"));
    }
    let options = format!("{:?}", references::options(&schema));
    let request = ValidateRequest { capture: Arc::clone(&capture), schema, document: document.clone() };
    let outcome = host.workers().await?.validate(request).await?;

    let mut parts = vec![options.into_bytes()];
    let mut inputs = vec![(document.as_str().to_owned(), fingerprint)];
    let mut known = BTreeSet::new();
    let mut schema_documents = Vec::new();
    for entry in &outcome.schema.documents {
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
