//! `inspect`.

use super::described::{described, overview};
use super::flags::Format;
use super::meter::Meter;
use super::schema_flags::{Gathered, InspectArguments, ShownView};
use super::short_names::Prefixes;
use super::source::{printable, shown};
use super::validate::{interruptible, settings};
use super::{Exit, refused, usage};
use crate::capture::tree::Tree;
use crate::envelope::Warning;
use crate::fault::{Fault, Outcome};
use crate::host::Host;
use crate::limits::Limits;
use crate::operations::gather::Gathering;
use crate::operations::inquiry::{self, SchemaReference};
use crate::operations::inspect::{View, completed, question};
use crate::server;
use crate::worker::Times;
use crate::worker::inquiry::{Inquiry, Search, Selection};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::Arc;

/// Components that a search lists at most.
const MAX_FOUND: u32 = 10_000;

/// The issue of a document whose root is no schema.
const NO_SCHEMA: &str = "schema";

/// Shows a schema. Ends with 1 where the file is none; a schema with errors and gaps can be shown.
pub fn run(arguments: &InspectArguments, limits: Limits) -> Exit {
    interruptible(inspect(arguments, limits))
}

async fn inspect(arguments: &InspectArguments, limits: Limits) -> Exit {
    let host = Host::new(settings(limits), server::protocol_versions());
    let asked = Meter::new().during(&shown(&arguments.schema).into(), ask(&host, arguments)).await;
    let Answer { data, warnings, prefixes, is_schema } = match asked {
        Ok(answer) => answer,
        Err(fault) => return refused(&fault, arguments.format),
    };
    let printed = match arguments.format {
        Format::Text => {
            warnings.iter().for_each(|warning| _ = usage(&printable(&warning.message)));
            print(&text(arguments, &data, &prefixes))
        }
        Format::Json => print(&format!("{:#}\n", json!({"ok": true, "data": data, "warnings": warnings}))),
    };
    printed.or(if is_schema { Exit::Valid } else { Exit::Invalid })
}

/// What inspection gives.
struct Answer {
    data: Value,
    warnings: Vec<Warning>,
    prefixes: Prefixes,
    /// Whether the file named is a schema at all.
    is_schema: bool,
}

async fn ask(host: &Host, arguments: &InspectArguments) -> Outcome<Answer> {
    if arguments.view == Some(ShownView::Components) && arguments.components.is_empty() {
        let message = "--view components shows the components that --component ID names; --find TEXT lists ids.";
        return Err(Fault::argument("components", message));
    }
    if arguments.view == Some(ShownView::Overview) && !arguments.components.is_empty() {
        let message = "--component says nothing to an overview; choose --view components, compact or full.";
        return Err(Fault::argument("components", message));
    }
    let Gathered { folder, paths, options } = arguments.compile.gather(&[arguments.schema.as_path()])?;
    let mut gathering = Gathering::of_tree(host, Arc::new(folder) as Arc<dyn Tree>);
    let path = paths.into_iter().next().unwrap_or_else(|| Err(Fault::internal("no path")));
    let schema = SchemaReference { path: path?, options };
    let (inquiry, view) = inquiry_of(arguments, &schema);
    let times = Times::of_document(&host.settings.limits);
    let (outcome, _) = inquiry::ask(&mut gathering, &schema, inquiry, times).await?;
    let entry = schema.path.as_str();
    let is_schema = !outcome.schema.issues.iter().any(|issue| issue.code == NO_SCHEMA && issue.file == entry);
    let prefixes = Prefixes::of(&outcome.schema);
    let (outcome, warnings) = match view {
        Some(view) => completed(outcome, view),
        None => (outcome, Vec::new()),
    };
    Ok(Answer { data: outcome.data, warnings, prefixes, is_schema })
}

fn inquiry_of(arguments: &InspectArguments, schema: &SchemaReference) -> (Inquiry, Option<View>) {
    if let Some(element) = &arguments.model {
        return (Inquiry::Model { element: Selection { element: element.clone(), path: Vec::new() } }, None);
    }
    let (text, uses, used_by) = (&arguments.find, &arguments.uses, &arguments.used_by);
    if text.is_some() || uses.is_some() || used_by.is_some() {
        let search = Search { text: text.clone(), uses: uses.clone(), used_by: used_by.clone(), ..Search::default() };
        return (Inquiry::Find { search: Box::new(search), start: 0, count: MAX_FOUND }, None);
    }
    let view = match arguments.view {
        Some(view) => view.into(),
        None if arguments.components.is_empty() => View::Overview,
        None => View::Components,
    };
    (question(schema, view, arguments.components.clone(), arguments.depth, u64::MAX), Some(view))
}

fn text(arguments: &InspectArguments, data: &Value, prefixes: &Prefixes) -> String {
    if let Some(text) = data["text"].as_str() {
        return text.to_owned();
    }
    if arguments.model.is_some() {
        let notes = data["notes"].as_array().into_iter().flatten().filter_map(Value::as_str);
        notes.for_each(|note| _ = usage(&printable(note)));
        return format!("{:#}\n", data["schema"]);
    }
    if data.get("total").is_some() {
        return prefixes.shorten(&found(data));
    }
    prefixes.shorten(&match data["components"].as_array() {
        Some(components) => described(components),
        None => overview(data),
    })
}

fn found(data: &Value) -> String {
    let mut text = String::new();
    for component in data["components"].as_array().into_iter().flatten() {
        text.push_str(&printable(component["id"].as_str().unwrap_or_default()));
        if let Some(path) = component["path"].as_str() {
            text.push_str(&format!("  {}:{}", printable(path), component["line"]));
        }
        text.push('\n');
    }
    text + &format!("{} found\n", data["total"])
}

/// Prints a text. A reader that has seen enough is no error of ours.
pub fn print(text: &str) -> Exit {
    let mut output = std::io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Ok(()) => Exit::Valid,
        Err(cause) if cause.kind() == std::io::ErrorKind::BrokenPipe => Exit::Usage,
        Err(cause) => usage(&format!("standard output: {cause}")),
    }
}
