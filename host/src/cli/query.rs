//! `query`.

use super::flags::Format;
use super::meter::Meter;
use super::schema_flags::{Gathered, QueryArguments};
use super::source::{escaped, printable, shown};
use super::validate::{interruptible, settings};
use super::{Exit, refused, usage};
use crate::capture::tree::Tree;
use crate::fault::{Fault, Outcome};
use crate::host::Host;
use crate::limits::Limits;
use crate::operations::gather::Gathering;
use crate::operations::query::{ask, item, warnings};
use crate::server;
use crate::worker::query::{Item, Node, Query, QueryOutcome, QueryRequest, Subtree};
use crate::worker::report::Location;
use crate::worker::schema::SchemaOptions;
use crate::worker::{SchemaSource, Times};
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// Longest expression that is repeated with a caret.
const SHOWN_CHARS: usize = 100;
/// Widest column of places; a longer place pushes its value aside.
const PLACE_WIDTH: usize = 60;

/// Evaluates an expression over a document and prints its value.
pub fn run(arguments: &QueryArguments, limits: Limits) -> Exit {
    interruptible(query(arguments, limits))
}

async fn query(arguments: &QueryArguments, limits: Limits) -> Exit {
    let host = Host::new(settings(limits), server::protocol_versions());
    let asked = Meter::new().during(&shown(&arguments.file).into(), answer(&host, arguments)).await;
    let outcome = match asked {
        Ok(outcome) => outcome,
        Err(fault) => {
            let exit = refused(&fault, arguments.format);
            if arguments.format == Format::Text {
                point_at(&fault, &arguments.xpath);
            }
            return exit;
        }
    };
    let warnings = warnings(&outcome);
    if arguments.format == Format::Text {
        warnings.iter().for_each(|warning| _ = usage(&printable(&warning.message)));
    }
    let printed = match (arguments.format, arguments.subtree) {
        (Format::Json, _) => {
            let items: Vec<Value> = outcome.items.iter().map(item).collect();
            let data = json!({"kind": outcome.kind, "total": outcome.total, "items": items});
            format!("{:#}\n", json!({"ok": true, "data": data, "warnings": warnings})).into_bytes()
        }
        (Format::Text, false) => table(&outcome).into_bytes(),
        (Format::Text, true) => sources(&outcome),
    };
    print(&printed)
}

async fn answer(host: &Host, arguments: &QueryArguments) -> Outcome<QueryOutcome> {
    let named: Vec<&Path> = std::iter::once(&arguments.file).chain(&arguments.schema).map(AsRef::as_ref).collect();
    let Gathered { folder, paths, options } = arguments.compile.gather(&named)?;
    let options = SchemaOptions { binding: arguments.binding.into(), ..options };
    let mut paths = paths.into_iter();
    let mut next = || paths.next().transpose();
    let document = next()?.ok_or_else(|| Fault::internal("no path"))?;
    let schema = match next().map_err(|fault| fault.with("role", "schema"))? {
        Some(path) => SchemaSource::Reference { path, options },
        None => SchemaSource::Hints { options },
    };
    let times = Times::of_document(&host.settings.limits);
    let mut gathering = Gathering::of_tree(host, Arc::new(folder) as Arc<dyn Tree>);
    gathering.question(&document, &schema, times).await?;
    let request = QueryRequest {
        capture: Arc::clone(gathering.capture()),
        schema: gathering.resolved(&document, &schema, times).await?,
        document,
        query: Query {
            expression: arguments.xpath.clone(),
            namespaces: arguments.ns.clone(),
            subtrees: arguments.subtree,
            first: 0,
            count: u32::MAX,
        },
    };
    ask(gathering.lease().await?, request, times).await.map(|(outcome, _)| outcome)
}

/// Shows the place of the expression that is wrong, where the fault has one.
fn point_at(fault: &Fault, expression: &str) {
    let position = fault.details.get("position").and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok());
    let Some(before) = position.and_then(|position| expression.get(..position)) else { return };
    if expression.lines().count() > 1 || expression.chars().count() > SHOWN_CHARS {
        return;
    }
    let mut errors = std::io::stderr();
    // Nobody is there to be told where standard error is closed.
    let _ = writeln!(errors, "  {}\n  {}^", printable(expression), " ".repeat(before.chars().count()));
}

/// A line an item: places beside values.
fn table(outcome: &QueryOutcome) -> String {
    let rows: Vec<(String, String)> = outcome.items.iter().map(row).collect();
    let width = rows.iter().map(|(place, _)| place.chars().count()).filter(|width| *width <= PLACE_WIDTH).max();
    let width = width.unwrap_or_default();
    let mut text = String::new();
    for (place, value) in rows {
        let line = if place.is_empty() { value } else { format!("{place:width$}  {value}") };
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn row(item: &Item) -> (String, String) {
    match item {
        Item::Atomic { value, .. } => (String::new(), escaped(value)),
        Item::Node(node) => (printable(&place(node)), escaped(node.value.as_deref().unwrap_or_default())),
    }
}

/// Where a node is, as a path of local names.
fn place(node: &Node) -> String {
    let Location { path, attribute } = &node.location;
    let mut place: String = path.iter().map(|step| format!("/{}[{}]", local(&step.name), step.index)).collect();
    match (attribute, node.kind) {
        (Some(attribute), _) => place.push_str(&format!("/@{}", local(attribute))),
        (None, "element") => {}
        (None, "document") => place.push('/'),
        (None, "namespace") => place.push_str(&format!("/namespace::{}", node.name.as_deref().unwrap_or_default())),
        (None, kind) => place.push_str(&format!("/{kind}()")),
    }
    place
}

fn local(name: &str) -> &str {
    name.rsplit('}').next().unwrap_or(name)
}

/// The bytes of each element, as they stand in the file, and values of everything else; a line between.
fn sources(outcome: &QueryOutcome) -> Vec<u8> {
    let mut bytes = Vec::new();
    for item in &outcome.items {
        match item {
            Item::Node(Node { subtree: Some(Subtree::Source { data, .. }), .. }) => bytes.extend_from_slice(data),
            Item::Node(node @ Node { subtree: Some(Subtree::Unavailable), .. }) => {
                usage(&format!("{}: not written in the document: the schema supplies it", printable(&place(node))));
                continue;
            }
            Item::Node(Node { value, .. }) => bytes.extend_from_slice(value.as_deref().unwrap_or_default().as_bytes()),
            Item::Atomic { value, .. } => bytes.extend_from_slice(value.as_bytes()),
        }
        bytes.push(b'\n');
    }
    bytes
}

/// Prints bytes. A reader that has seen enough is no error of ours.
fn print(bytes: &[u8]) -> Exit {
    let mut output = std::io::stdout().lock();
    match output.write_all(bytes).and_then(|()| output.flush()) {
        Ok(()) => Exit::Valid,
        Err(cause) if cause.kind() == std::io::ErrorKind::BrokenPipe => Exit::Usage,
        Err(cause) => usage(&format!("standard output: {cause}")),
    }
}
