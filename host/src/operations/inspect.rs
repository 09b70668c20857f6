//! `pyxsd_inspect_schema`: what a schema has, at first sight or in detail.

use super::arguments::{Arguments, text};
use super::gather::Gathering;
use super::inquiry::{self, SchemaReference};
use super::references;
use crate::envelope::{Reply, Warning};
use crate::fault::{Fault, Outcome};
use crate::host::Host;
use crate::worker::Times;
use crate::worker::inquiry::{Inquiry, InquiryOutcome};
use crate::worker::schema::SchemaSummary;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Levels that inspection goes down where nothing is said.
pub const DEFAULT_DEPTH: u32 = 2;
/// Levels that it goes down at most.
pub const MAX_DEPTH: u32 = 8;
/// Issues of the schema that an overview repeats.
const SHOWN_ISSUES: usize = 50;

/// What is shown of a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// Roots, documents, counts, issues.
    Overview,
    /// Few lines for a small context window.
    Compact,
    /// Classes with comments.
    Full,
    /// Descriptions of components.
    Components,
}

/// The words for views.
pub const VIEWS: &[(&str, View)] =
    &[("overview", View::Overview), ("compact", View::Compact), ("full", View::Full), ("components", View::Components)];

/// `pyxsd_inspect_schema {workspace_id, schema_ref, view?, components?, depth?}`.
pub async fn inspect_schema(host: Arc<Host>, arguments: Map<String, Value>) -> Outcome<Reply> {
    let mut arguments = Arguments::new(arguments);
    let workspace_id = arguments.string("workspace_id")?;
    let schema = references::schema(&mut arguments, "schema_ref")?;
    let view = arguments.optional_choice("view", VIEWS)?.unwrap_or(View::Overview);
    let components = strings(&mut arguments, "components")?;
    let depth = arguments.optional_number("depth", 1, MAX_DEPTH.into())?;
    let depth = depth.and_then(|depth| u32::try_from(depth).ok()).unwrap_or(DEFAULT_DEPTH);
    arguments.finish()?;
    if view == View::Components && components.is_empty() {
        let message = "`components` is missing: the view `components` describes the components named there, by id.";
        return Err(Fault::argument("components", message));
    }
    if view == View::Overview && !components.is_empty() {
        let message = "`components` says nothing to an overview; choose the view `components`, `compact` or `full`.";
        return Err(Fault::argument("components", message));
    }
    let mut gathering = Gathering::of_workspace(&host, &workspace_id)?;
    let inquiry = question(&schema, view, components, depth);
    let times = Times::of_document(&host.settings.limits);
    let (outcome, snapshot) = inquiry::ask(&mut gathering, &schema, inquiry, times).await?;
    let (outcome, warnings) = completed(outcome, view);
    let mut reply = inquiry::reply(outcome, &snapshot, &schema);
    reply.warnings = warnings;
    Ok(reply)
}

/// The question that a view asks.
pub fn question(schema: &SchemaReference, view: View, components: Vec<String>, depth: u32) -> Inquiry {
    match view {
        View::Overview => Inquiry::Overview { entries: vec![schema.path.as_str().to_owned()] },
        View::Compact => Inquiry::Stub { components, depth, full: false },
        View::Full => Inquiry::Stub { components, depth, full: true },
        View::Components => Inquiry::Describe { components, depth },
    }
}

/// The answer with what the summary of the schema adds to it, and what a reader should know.
pub fn completed(mut outcome: InquiryOutcome, view: View) -> (InquiryOutcome, Vec<Warning>) {
    let mut warnings = inquiry::gaps(&outcome.schema);
    if view == View::Overview {
        add_summary(&mut outcome.data, &outcome.schema);
    }
    if let Some(complete) = outcome.data.as_object_mut().and_then(|data| data.shift_remove("complete"))
        && complete == json!(false)
    {
        let message = "There are more components within this depth; lower `depth`, or ask for the ones of interest.";
        warnings.push(Warning { code: "incomplete".to_owned(), message: message.to_owned() });
    }
    (outcome, warnings)
}

fn add_summary(data: &mut Value, summary: &SchemaSummary) {
    data["documents"] = json!(summary.documents);
    let shown = summary.issues.len().min(SHOWN_ISSUES);
    data["issues"] = json!(summary.issues[..shown]);
    data["issues_total"] = json!(summary.issues.len());
}

/// An array of strings that may be absent.
pub fn strings(arguments: &mut Arguments, name: &'static str) -> Outcome<Vec<String>> {
    let place = arguments.place(name);
    let items = match arguments.take(name) {
        None => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        Some(Value::String(inner)) => match serde_json::from_str(&inner) {
            Ok(Value::Array(items)) => items,
            _ => return Err(Fault::argument(&place, format!("`{place}` is an array of strings, not a string."))),
        },
        Some(_) => return Err(Fault::argument(&place, format!("`{place}` is an array of strings."))),
    };
    items.into_iter().enumerate().map(|(index, item)| text(&format!("{place}[{index}]"), item)).collect()
}
