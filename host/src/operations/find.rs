//! `pyxsd_find_schema_components`: components by text, kind, name, namespace, and what refers to what.

use super::arguments::Arguments;
use super::cursor::Binding;
use super::gather::Gathering;
use super::inquiry::{self, SchemaReference};
use super::paging::Paging;
use super::references;
use crate::envelope::{Reply, Warning};
use crate::fault::{FaultCode, Outcome};
use crate::host::Host;
use crate::worker::Times;
use crate::worker::inquiry::{Inquiry, KINDS, Search};
use serde_json::{Map, Value};
use std::sync::Arc;

/// `pyxsd_find_schema_components {workspace_id, schema_ref, text?, kind?, name?, namespace?, uses?, used_by?, cursor?, page_size?}`.
pub async fn find_components(host: Arc<Host>, arguments: Map<String, Value>) -> Outcome<Reply> {
    let limits = &host.settings.limits;
    let mut arguments = Arguments::new(arguments);
    let workspace_id = arguments.string("workspace_id")?;
    let schema = references::schema(&mut arguments, "schema_ref")?;
    let kinds = KINDS.map(|(word, _)| (word, word));
    let search = Search {
        text: arguments.optional_string("text")?,
        kind: arguments.optional_choice("kind", &kinds)?,
        name: arguments.optional_string("name")?,
        namespace: arguments.optional_string("namespace")?,
        uses: arguments.optional_string("uses")?,
        used_by: arguments.optional_string("used_by")?,
    };
    let paging = Paging::take(&mut arguments, limits)?;
    arguments.finish()?;

    let times = Times::of_document(limits);
    let mut gathering = Gathering::of_workspace(&host, &workspace_id)?;
    gathering.schema(&schema.path, &schema.options, times).await?;
    let snapshot = gathering.finish().await?;
    let said = format!("{schema:?} {search:?}");
    let generation = snapshot.generation.to_le_bytes();
    let head =
        [b"pyxsd_find_schema_components".as_slice(), snapshot.workspace_id.as_bytes(), &generation, said.as_bytes()];
    let files = snapshot.capture.files().iter();
    let files = files.flat_map(|(path, file)| [path.as_str().as_bytes(), file.digest.bytes().as_slice()]);
    let binding = Binding::new(head.into_iter().chain(files));
    let start = paging.start(&binding)?;
    let count = u32::try_from(paging.size()).unwrap_or(u32::MAX);
    let name = search.name.clone();
    let inquiry = Inquiry::Find { search: Box::new(search), start, count };
    let (outcome, snapshot) = inquiry::ask(&mut gathering, &schema, inquiry, times).await?;
    let mut warnings = inquiry::gaps(&outcome.schema);
    if let Some(name) = name.filter(|_| outcome.data["total"] == 0) {
        warnings.extend(similar(&mut gathering, &schema, name, times).await?);
    }
    let mut reply = inquiry::reply(outcome, &snapshot, &schema);
    reply.warnings = warnings;
    let items = match reply.data["components"].take() {
        Value::Array(items) => items,
        _ => Vec::new(),
    };
    let total = reply.data["total"].as_u64().unwrap_or(0);
    let more = start + (items.len() as u64) < total;
    let cursor = |returned: usize| paging.next(&binding, start + returned as u64, &[]);
    paging.fill(reply, "components", &items, more, cursor, limits)
}

/// What a name that nothing has may have meant.
async fn similar(
    gathering: &mut Gathering<'_>,
    schema: &SchemaReference,
    name: String,
    times: Times,
) -> Outcome<Option<Warning>> {
    let inquiry = Inquiry::Describe { components: vec![name.clone()], depth: 1 };
    let Err(fault) = inquiry::ask(gathering, schema, inquiry, times).await else { return Ok(None) };
    if fault.code != FaultCode::NotFound {
        return if fault.code == FaultCode::InvalidArgument { Ok(None) } else { Err(fault) };
    }
    let near = fault.details.get("candidates").and_then(|near| near.as_array()).into_iter().flatten();
    let near: Vec<String> = near.filter_map(Value::as_str).map(|id| format!("`{id}`")).collect();
    let message = || format!("Nothing is named `{name}`; like it are {}.", near.join(", "));
    Ok((!near.is_empty()).then(|| Warning { code: "similar".to_owned(), message: message() }))
}
