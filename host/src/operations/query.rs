//! `pyxsd_query_document`.

use super::arguments::{Arguments, text};
use super::cursor::Binding;
use super::fingerprint::Fingerprints;
use super::gather::Gathering;
use super::paging::Paging;
use super::references;
use crate::audit;
use crate::capture::Capture;
use crate::envelope::{Provenance, Reply, Warning};
use crate::fault::{Fault, Outcome};
use crate::host::Host;
use crate::worker::query::{Item, Node, Query, QueryOutcome, QueryRequest, Subtree};
use crate::worker::{Lease, SchemaSource, Times};
use crate::workspace::{Snapshot, WorkspacePath};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use std::sync::Arc;

const RESULTS: &[(&str, bool)] = &[("summary", false), ("subtree", true)];

/// What is asked, without the page.
#[derive(Debug)]
struct Asked {
    document: WorkspacePath,
    schema: SchemaSource,
    expression: String,
    namespaces: Vec<(String, String)>,
    subtrees: bool,
}

/// `pyxsd_query_document {workspace_id, document, xpath, namespaces?, result?, schema_ref?, cursor?, page_size?}`. Every page evaluates the
/// expression again: its value is the same as long as the cursor holds.
pub async fn query_document(host: Arc<Host>, arguments: Map<String, Value>) -> Outcome<Reply> {
    let limits = &host.settings.limits;
    let mut arguments = Arguments::new(arguments);
    let workspace_id = arguments.string("workspace_id")?;
    let asked = Asked {
        document: references::document(&mut arguments)?,
        schema: references::optional_schema(&mut arguments)?,
        expression: arguments.string("xpath")?,
        namespaces: namespaces(&mut arguments)?,
        subtrees: arguments.optional_choice("result", RESULTS)?.unwrap_or(false),
    };
    let paging = Paging::take(&mut arguments, limits)?;
    arguments.finish()?;

    let times = Times::of_document(limits);
    let mut gathering = Gathering::of_workspace(&host, &workspace_id)?;
    gathering.question(&asked.document, &asked.schema, times).await?;
    let snapshot = gathering.finish().await?;
    let binding = bind(&snapshot, &asked);
    let start = paging.start(&binding)?;
    let capture = Arc::clone(gathering.capture());
    let request = QueryRequest {
        capture,
        schema: gathering.resolved(&asked.document, &asked.schema, times).await?,
        document: asked.document,
        query: Query {
            expression: asked.expression,
            namespaces: asked.namespaces,
            subtrees: asked.subtrees,
            first: start,
            count: u32::try_from(paging.size()).unwrap_or(u32::MAX),
        },
    };
    let (outcome, fingerprints) = ask(gathering.lease().await?, request, times).await?;
    drop(gathering);

    let items: Vec<Value> = outcome.items.iter().map(item).collect();
    let reply = reply(&outcome, fingerprints, &snapshot);
    let more = start + (items.len() as u64) < outcome.total;
    let cursor = |returned: usize| paging.next(&binding, start + returned as u64, &[]);
    paging.fill(reply, "items", &items, more, cursor, limits)
}

/// Asks a worker, and tells what the answer hangs on.
pub async fn ask(lease: &mut Lease, request: QueryRequest, times: Times) -> Outcome<(QueryOutcome, Fingerprints)> {
    let (document, schema) = (request.document.clone(), request.schema.clone());
    let capture: Arc<Capture> = Arc::clone(&request.capture);
    let digest = capture
        .files()
        .get(&document)
        .map(|file| file.digest)
        .ok_or_else(|| Fault::missing_file(document.as_str(), "document"))?;
    audit::note(|known| known.inputs.push(digest));
    let outcome = lease.query(request, times).await?;
    let fingerprints = Fingerprints::new(&capture, (&document, digest), &schema, &outcome.schema);
    Ok((outcome, fingerprints))
}

fn namespaces(arguments: &mut Arguments) -> Outcome<Vec<(String, String)>> {
    let Some(given) = arguments.optional_object("namespaces")? else { return Ok(Vec::new()) };
    let entry = |(prefix, value): (String, Value)| {
        let uri = text(&format!("namespaces.{prefix}"), value)?;
        Ok::<_, Fault>((prefix, uri))
    };
    let mut namespaces = given.rest().into_iter().map(entry).collect::<Outcome<Vec<_>>>()?;
    // An object of JSON has no order that counts.
    namespaces.sort();
    Ok(namespaces)
}

/// Everything that decides which items there are and in which order, but for the time.
fn bind(snapshot: &Snapshot, asked: &Asked) -> Binding {
    let asked = format!("{asked:?}");
    let generation = snapshot.generation.to_le_bytes();
    let head =
        ["pyxsd_query_document".as_bytes(), snapshot.workspace_id.as_bytes(), generation.as_slice(), asked.as_bytes()];
    let files = snapshot.capture.files().iter();
    let files = files.flat_map(|(path, file)| [path.as_str().as_bytes(), file.digest.bytes().as_slice()]);
    Binding::new(head.into_iter().chain(files))
}

fn reply(outcome: &QueryOutcome, fingerprints: Fingerprints, snapshot: &Snapshot) -> Reply {
    let inputs = fingerprints.inputs.iter().map(|(path, digest)| (path.as_str(), *digest));
    let provenance = Provenance::of(snapshot, inputs)
        .with_schema(fingerprints.schema, fingerprints.schema_documents)
        .with_worker(json!(outcome.readings));
    Reply {
        data: json!({"kind": outcome.kind, "total": outcome.total, "items": []}),
        page: None,
        warnings: warnings(outcome),
        artifacts: Vec::new(),
        provenance,
    }
}

/// What the value does not show of the document, where the expression asks for it.
pub fn warnings(outcome: &QueryOutcome) -> Vec<Warning> {
    let warning = |place| {
        let message = format!(
            "The step at {place} of `xpath` selects nothing in any document: comments and processing instructions are no part of the \
             bound document. `result: \"subtree\"` gives the source of an element, with those inside it."
        );
        Warning { code: "not_in_tree".to_owned(), message }
    };
    outcome.comment_step.map(warning).into_iter().collect()
}

/// An item as it is told: one with a subtree has nothing of a summary but name and location.
pub fn item(item: &Item) -> Value {
    match item {
        Item::Atomic { type_name, value } => json!({"type": type_name, "value": value}),
        Item::Node(Node { name, location, subtree: Some(subtree), .. }) => {
            let mut told = self::subtree(subtree);
            told["name"] = json!(name);
            told["location"] = json!(location);
            told
        }
        Item::Node(Node { kind, name, location, value, subtree: None }) => {
            let mut told = json!({"kind": kind, "name": name, "location": location});
            if let Some(value) = value {
                told["value"] = json!(value);
            }
            told
        }
    }
}

fn subtree(subtree: &Subtree) -> Value {
    match subtree {
        Subtree::Source { start, end, data } => json!({
            "name": null,
            "location": null,
            "encoding": "base64",
            "data": STANDARD.encode(data),
            "byte_length": data.len(),
            "span": {"start": start, "end": end},
            "source_faithful": true,
            "fault": null,
        }),
        Subtree::Unavailable => json!({
            "name": null,
            "location": null,
            "encoding": "base64",
            "data": null,
            "byte_length": null,
            "span": null,
            "source_faithful": false,
            "fault": {
                "code": "source_unavailable",
                "message": "The element or its content is not written in the document: the schema supplies it.",
            },
        }),
    }
}
