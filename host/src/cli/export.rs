//! `export`.

use super::columns::{Prefixes, column, steps};
use super::dataset::Destination;
use super::flags::Format;
use super::inspect::print;
use super::meter::{Meter, steps_of};
use super::schema_flags::{ExportArguments, Gathered};
use super::source::{printable, shown};
use super::validate::{interruptible, settings};
use super::{Exit, refused};
use crate::capture::tree::Tree;
use crate::fault::{Fault, FaultCode, Outcome};
use crate::host::Host;
use crate::limits::Limits;
use crate::operations::export::exported;
use crate::operations::export_records::{Asked, Exported, Layout};
use crate::operations::gather::Gathering;
use crate::operations::progress::Progress;
use crate::operations::projection;
use crate::server;
use crate::worker::SchemaSource;
use crate::worker::rows::{Projection, Selector};
use crate::workspace::WorkspacePath;
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes the records of the documents named to a new folder, as a data set. Nothing is left where a document is not valid.
pub fn run(arguments: &ExportArguments, limits: Limits) -> Exit {
    interruptible(export(arguments, limits))
}

async fn export(arguments: &ExportArguments, limits: Limits) -> Exit {
    let host = Host::new(settings(limits), server::protocol_versions());
    let (label, progress) = steps_of("exporting");
    let data = match Meter::new().during(&label, left(&host, arguments, progress)).await {
        Ok(data) => data,
        Err(fault) => return refuse(&fault, arguments.format),
    };
    let count = |number: &Value, thing: &str| format!("{number} {thing}{}", if *number == 1 { "" } else { "s" });
    print(&match arguments.format {
        Format::Json => format!("{:#}\n", json!({ "ok": true, "data": data })),
        Format::Text => {
            let (rows, documents) = (count(&data["rows"], "record"), count(&data["documents"], "document"));
            format!("{rows} of {documents} in {}\n", shown(&arguments.output))
        }
    })
}

/// What was written, as it is told.
async fn left(host: &Host, arguments: &ExportArguments, progress: Progress) -> Outcome<Value> {
    let projection = asked_for(arguments)?;
    let destination = Destination::new(&arguments.output)?;
    let named: Vec<&Path> = arguments.files.iter().chain(&arguments.schema).map(PathBuf::as_path).collect();
    let Gathered { folder, mut paths, options } = arguments.compile.gather(&named)?;
    let schema =
        paths.split_off(arguments.files.len()).pop().transpose().map_err(|fault| fault.with("role", "schema"))?;
    let documents = paths.into_iter().collect::<Outcome<Vec<WorkspacePath>>>()?;
    let schema = match schema {
        Some(path) => SchemaSource::Reference { path, options },
        None => SchemaSource::Hints { options },
    };
    let asked = Asked { documents, schema, projection, layout: Layout::Dataset };
    let mut gathering = Gathering::of_tree(host, Arc::new(folder) as Arc<dyn Tree>);
    let Exported { members, rows, .. } = exported(host, &mut gathering, &asked, progress).await?;
    destination.write(&members)?;
    let files: Vec<&str> = members.iter().map(|member| member.relative_path.as_str()).collect();
    Ok(json!({"files": files, "rows": rows, "documents": asked.documents.len()}))
}

fn asked_for(arguments: &ExportArguments) -> Outcome<Projection> {
    let wrong = |flag: &str, why: String| Fault::new(FaultCode::InvalidArgument, format!("--{flag}: {why}."));
    let prefixes: &Prefixes = &arguments.ns;
    let path = arguments.path.as_deref().map_or_else(|| Ok(Vec::new()), |path| steps(path, prefixes));
    let columns = arguments.columns.iter().map(|text| column(text, prefixes)).collect::<Result<Vec<_>, _>>();
    let columns = columns.map_err(|why| wrong("column", why))?;
    if !columns.is_empty() {
        projection::checked(&columns)?;
    }
    if let Some(twice) =
        (1..columns.len()).find(|at| columns[..*at].iter().any(|column| column.name == columns[*at].name))
    {
        return Err(wrong("column", format!("`{}` is there twice", columns[twice].name)));
    }
    let namespaces = (!arguments.ns.is_empty()).then(|| arguments.ns.clone());
    Ok(Projection {
        element: arguments.element.clone(),
        path: path.map_err(|why| wrong("path", why))?,
        selector: arguments.selector.clone().map(|path| Selector { path, namespaces }),
        route: None,
        columns: (!columns.is_empty()).then_some(columns),
    })
}

/// Says what is wrong; of documents that are not valid, which they are and the first errors of the first.
fn refuse(fault: &Fault, format: Format) -> Exit {
    let exit = refused(fault, format);
    if format == Format::Json {
        return exit;
    }
    let of = |value: &Value, name: &str| printable(value[name].as_str().unwrap_or_default());
    let mut lines = Vec::new();
    let issues = fault.details.get("report").and_then(|report| report["issues"].as_array());
    for issue in issues.into_iter().flatten() {
        let place = format!("{}:{}:{}", of(issue, "file"), issue["line"], issue["column"]);
        lines.push(format!("{place}: error[{}]: {}", of(issue, "code"), of(issue, "message")));
    }
    for document in fault.details.get("documents").and_then(Value::as_array).into_iter().flatten() {
        lines.push(format!("{}: errors: {}", of(document, "path"), document["errors"]));
    }
    // Nobody is there to be told where standard error is closed.
    lines.iter().for_each(|line| _ = writeln!(std::io::stderr(), "  {line}"));
    exit
}
