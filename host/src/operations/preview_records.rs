//! `pyxsd_preview_records`.

use super::arguments::Arguments;
use super::fingerprint::Fingerprints;
use super::gather::Gathering;
use super::projection::projection;
use super::references;
use crate::audit;
use crate::envelope::{Provenance, Reply, Warning};
use crate::fault::{Fault, Outcome};
use crate::host::Host;
use crate::worker::Times;
use crate::worker::rows::RowsRequest;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// `pyxsd_preview_records {workspace_id, document, element + path? | selector + namespaces?, columns?, exact_count?, schema_ref?}`. Rows are found before
/// the first is shown, so that the count is complete whether or not it was asked for.
pub async fn preview_records(host: Arc<Host>, arguments: Map<String, Value>) -> Outcome<Reply> {
    let limits = &host.settings.limits;
    let mut arguments = Arguments::new(arguments);
    let workspace_id = arguments.string("workspace_id")?;
    let document = references::document(&mut arguments)?;
    let schema = references::optional_schema(&mut arguments)?;
    let projection = projection(&mut arguments)?;
    arguments.optional_bool("exact_count")?;
    arguments.finish()?;

    let times = Times::of_document(limits);
    let mut gathering = Gathering::of_workspace(&host, &workspace_id)?;
    gathering.question(&document, &schema, times).await?;
    let snapshot = gathering.finish().await?;
    let capture = Arc::clone(gathering.capture());
    let digest = capture
        .files()
        .get(&document)
        .map(|file| file.digest)
        .ok_or_else(|| Fault::missing_file(document.as_str(), "document"))?;
    audit::note(|known| known.inputs.push(digest));
    let schema = gathering.resolved(&document, &schema, times).await?;
    let chooser = projection.chooser();
    let request =
        RowsRequest { capture: Arc::clone(&capture), schema: schema.clone(), document: document.clone(), projection };
    let count = u32::try_from(limits.preview_rows).unwrap_or(u32::MAX);
    let outcome = gathering.lease().await?.preview(request, count, times).await?;
    drop(gathering);

    let Some(outcome) = outcome else {
        let message = format!("`{chooser}` finds no element in `{document}`, so that the columns are not known.");
        let warnings = vec![Warning { code: "nothing_selected".to_owned(), message }];
        let data = json!({"columns": [], "rows": [], "row_count": 0, "count_complete": true});
        let provenance = Provenance::of(&snapshot, [(document.as_str(), digest)]);
        return Ok(Reply { data, page: None, warnings, artifacts: Vec::new(), provenance });
    };
    let prints = Fingerprints::new(&capture, (&document, digest), &schema, &outcome.schema);
    let inputs = prints.inputs.iter().map(|(path, digest)| (path.as_str(), *digest));
    let provenance = Provenance::of(&snapshot, inputs)
        .with_schema(prints.schema, prints.schema_documents)
        .with_worker(json!(outcome.readings));
    let data = json!({
        "columns": outcome.shape.columns,
        "rows": outcome.rows,
        "row_count": outcome.total,
        "count_complete": true,
    });
    Ok(Reply { data, page: None, warnings: Vec::new(), artifacts: Vec::new(), provenance })
}
