//! Reports: the whole of what was found in an invalid document, retained.

use super::references;
use super::validate::Verdict;
use crate::envelope::Warning;
use crate::fault::{Fault, Outcome};
use crate::host::Host;
use crate::store::{ArtifactId, ArtifactRef, Draft, Kind};
use crate::worker::SchemaSource;
use crate::worker::report::{Counts, Issue};
use crate::worker::schema::SchemaOptions;
use serde::Serialize;
use serde_json::{Value, json};

/// Format of a report.
pub const FORMAT: &str = "pyxsd-report/1";
const FILENAME: &str = "report.json";

/// A report: `{format, valid, counts, collected, suppressed, fingerprints, options, issues}`, with every issue that was collected.
///
/// It is written as it stands. Millions of steps to the places of issues would take gigabytes as values of JSON.
#[derive(Debug, Serialize)]
pub struct Document<'a> {
    format: &'static str,
    valid: bool,
    counts: &'a Counts,
    collected: usize,
    suppressed: u64,
    fingerprints: Value,
    options: Value,
    issues: &'a [Issue],
}

/// The report of a verdict.
pub fn document<'a>(verdict: &'a Verdict, options: &SchemaOptions) -> Document<'a> {
    let report = &verdict.outcome.report;
    Document {
        format: FORMAT,
        valid: report.valid,
        counts: &report.counts,
        collected: report.issues.len(),
        suppressed: report.suppressed,
        fingerprints: json!({"document": verdict.document, "schema": verdict.schema}),
        options: references::options_json(options),
        issues: &report.issues,
    }
}

/// Retains the report on an invalid document; nothing for a valid one.
pub async fn retain(host: &Host, verdict: &Verdict, schema: &SchemaSource) -> Outcome<Option<ArtifactRef>> {
    if verdict.outcome.report.valid {
        return Ok(None);
    }
    let (draft, bytes) = draft(verdict, schema)?;
    host.retain(draft, bytes).await.map(Some)
}

/// A report before it is retained.
pub fn draft(verdict: &Verdict, schema: &SchemaSource) -> Outcome<(Draft, Vec<u8>)> {
    let bytes = serde_json::to_vec(&document(verdict, references::options(schema))).map_err(Fault::internal)?;
    Ok((Draft::json(Kind::Report, FILENAME), bytes))
}

/// The report that the first page retained, for a later one; with a warning if it has been deleted since.
pub async fn retained(host: &Host, id: Option<ArtifactId>) -> Outcome<(Option<ArtifactRef>, Option<Warning>)> {
    let Some(id) = id else { return Ok((None, None)) };
    let found = host.with_store(move |store| store.find(&id)).await?;
    let warning = found.is_none().then(|| Warning {
        code: "report_deleted".to_owned(),
        message: "The report of the first page was deleted; repeat the call without a cursor for a new one.".to_owned(),
    });
    Ok((found, warning))
}
