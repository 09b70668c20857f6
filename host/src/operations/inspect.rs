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
/// Bytes of the warning that descriptions are left out, at most.
const LEFT_OUT_BYTES: u64 = 320;
/// What stands beside a text in its reply is seldom more than one part in so many.
const BESIDE_TEXT: u64 = 5;
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
    let limits = &host.settings.limits;
    let asked = Asked { schema: &schema, view, components: &components, depth, times: Times::of_document(limits) };
    let reply = asked.reply(&mut gathering, limits.result_bytes - limits.result_bytes / BESIDE_TEXT).await?;
    match view {
        View::Overview => Ok(reply),
        View::Components => Ok(shortened(reply, limits.result_bytes)),
        View::Compact | View::Full if reply.steady_bytes() <= limits.result_bytes => Ok(reply),
        View::Compact | View::Full => {
            let beside = reply.steady_bytes() - reply.data["text"].to_string().len() as u64;
            asked.reply(&mut gathering, limits.result_bytes.saturating_sub(beside)).await
        }
    }
}

/// A view that is asked for.
struct Asked<'a> {
    schema: &'a SchemaReference,
    view: View,
    components: &'a [String],
    depth: u32,
    times: Times,
}

impl Asked<'_> {
    /// The answer, with a text of at most so many bytes.
    async fn reply(&self, gathering: &mut Gathering<'_>, bytes: u64) -> Outcome<Reply> {
        let inquiry = question(self.schema, self.view, self.components.to_vec(), self.depth, bytes);
        let (outcome, snapshot) = inquiry::ask(gathering, self.schema, inquiry, self.times).await?;
        let (outcome, warnings) = completed(outcome, self.view);
        let mut reply = inquiry::reply(outcome, &snapshot, self.schema);
        reply.warnings = warnings;
        Ok(reply)
    }
}

/// The question that a view asks; a text is at most `bytes` long.
pub fn question(schema: &SchemaReference, view: View, components: Vec<String>, depth: u32, bytes: u64) -> Inquiry {
    match view {
        View::Overview => Inquiry::Overview { entries: vec![schema.path.as_str().to_owned()] },
        View::Compact => Inquiry::Stub { components, depth, full: false, bytes },
        View::Full => Inquiry::Stub { components, depth, full: true, bytes },
        View::Components => Inquiry::Describe { components, depth },
    }
}

/// Descriptions that fit a reply: of those that the depth adds to the ones asked for, the last ones are left out; then ids that can be told
/// from the names beside them.
fn shortened(mut reply: Reply, result_bytes: u64) -> Reply {
    let mut bytes = reply.steady_bytes();
    let Some(components) = reply.data["components"].as_array_mut() else { return reply };
    if bytes <= result_bytes {
        return reply;
    }
    let all = components.len();
    let asked = components.iter().filter(|component| component["level"] == 1).count();
    bytes += LEFT_OUT_BYTES;
    while bytes > result_bytes && components.len() > asked {
        bytes -= components.pop().map_or(0, |last| last.to_string().len() as u64 + 1);
    }
    let (shown, left_out) = (components.len(), all - components.len());
    let mut message = format!(
        "{left_out} of {all} descriptions within this depth are left out, since only the first {shown} fit a reply; ask for them by the ids that the others name."
    );
    if bytes > result_bytes {
        components.iter_mut().for_each(|component| leave_ids_out(&mut component["content"]["particle"]));
        message += " Particles without `id` are global elements: `element:` and their `name`.";
    }
    reply.warnings.push(Warning { code: "left_out".to_owned(), message });
    reply
}

/// Takes the ids of global elements out of a particle and what is in it. Goes down as many levels as descriptions have.
fn leave_ids_out(particle: &mut Value) {
    let Some(members) = particle.as_object_mut() else { return };
    let name = members.get("name").and_then(Value::as_str);
    let global = name.map(|name| json!(format!("element:{name}")));
    if global.is_some() && members.get("id") == global.as_ref() {
        members.shift_remove("id");
    }
    members.get_mut("particles").and_then(Value::as_array_mut).into_iter().flatten().for_each(leave_ids_out);
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
    data["prefixes"] = summary.prefixes.iter().map(|(prefix, uri)| (prefix.clone(), json!(uri))).collect();
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
