//! `compare`.

use super::flags::Format;
use super::inspect::print;
use super::meter::{Meter, steps_of};
use super::schema_flags::{CompareArguments, Gathered};
use super::short_names::Prefixes;
use super::source::printable;
use super::validate::{interruptible, settings};
use super::{Exit, refused};
use crate::capture::tree::Tree;
use crate::fault::Outcome;
use crate::host::Host;
use crate::limits::Limits;
use crate::operations::compare::compared;
use crate::operations::gather::Gathering;
use crate::operations::inquiry::SchemaReference;
use crate::operations::progress::Progress;
use crate::server;
use crate::workspace::WorkspacePath;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Characters of two values that stand in one line.
const SHORT: usize = 80;

/// Compares two schemas; with a corpus, what becomes of it. Ends with 1 where a document of the corpus regressed.
pub fn run(arguments: &CompareArguments, limits: Limits) -> Exit {
    interruptible(compare(arguments, limits))
}

async fn compare(arguments: &CompareArguments, limits: Limits) -> Exit {
    let host = Host::new(settings(limits), server::protocol_versions());
    let (label, progress) = steps_of("comparing");
    let (data, prefixes) = match Meter::new().during(&label, ask(&host, arguments, progress)).await {
        Ok(answer) => answer,
        Err(fault) => return refused(&fault, arguments.format),
    };
    let regressed = data["corpus"]["totals"]["regressed"].as_u64().unwrap_or(0);
    let printed = print(&match arguments.format {
        Format::Text => prefixes.shorten(&text(&data)),
        Format::Json => format!("{:#}\n", json!({ "ok": true, "data": data })),
    });
    printed.or(if regressed > 0 { Exit::Invalid } else { Exit::Valid })
}

async fn ask(host: &Host, arguments: &CompareArguments, progress: Progress) -> Outcome<(Value, Prefixes)> {
    let schemas = [&arguments.old, &arguments.new];
    let named: Vec<&Path> = schemas.into_iter().chain(&arguments.corpus).map(PathBuf::as_path).collect();
    let Gathered { folder, paths, options } = arguments.compile.gather(&named)?;
    let paths = paths.into_iter().collect::<Outcome<Vec<WorkspacePath>>>()?;
    let mut gathering = Gathering::of_tree(host, Arc::new(folder) as Arc<dyn Tree>);
    let schema = |path: &WorkspacePath| SchemaReference { path: path.clone(), options: options.clone() };
    let (old, new) = (schema(&paths[0]), schema(&paths[1]));
    let corpus = (!arguments.corpus.is_empty()).then_some(&paths[2..]);
    let (data, outcome, _) = compared(host, &mut gathering, (&old, &new), corpus, progress).await?;
    Ok((data, Prefixes::of_both(&outcome.old, &outcome.new)))
}

fn text(data: &Value) -> String {
    let mut text = String::new();
    if data["namespace_changed"] == true {
        text.push_str("The target namespace is another one: every component of it is new.\n");
    }
    for (sign, name) in [("+", "added"), ("-", "removed")] {
        for id in strings(&data[name]) {
            let _ = writeln!(text, "{sign} {id}");
        }
    }
    for change in data["changed_details"].as_array().into_iter().flatten() {
        let _ = writeln!(text, "~ {}", string(&change["id"]));
        for field in change["changes"].as_array().into_iter().flatten() {
            let side = |side: &Value| if side.is_null() { "nothing".to_owned() } else { string(side) };
            let (name, old, new) = (string(&field["field"]), side(&field["old"]), side(&field["new"]));
            let _ = match old.chars().count() + new.chars().count() {
                0..=SHORT => writeln!(text, "    {name}: {old} → {new}"),
                _ => writeln!(text, "    {name}:\n      - {old}\n      + {new}"),
            };
        }
    }
    let impact = data["potential_impact"].as_array().map_or(&[] as &[_], Vec::as_slice);
    if !impact.is_empty() {
        text.push_str("May be touched:\n");
    }
    for item in impact {
        let _ = writeln!(text, "  {} (by {})", string(&item["id"]), string(&item["because"]));
    }
    let totals = &data["totals"];
    let _ = writeln!(text, "{} added, {} removed, {} changed", totals["added"], totals["removed"], totals["changed"]);
    corpus(&mut text, &data["corpus"]);
    text
}

fn corpus(text: &mut String, corpus: &Value) {
    let Some(files) = corpus["files"].as_array() else { return };
    text.push_str("Corpus:\n");
    for file in files {
        let _ = writeln!(text, "  {}: {}", string(&file["path"]), string(&file["category"]));
        for evidence in file["evidence"].as_array().into_iter().flatten() {
            let _ = writeln!(text, "    [{}] {}", string(&evidence["code"]), string(&evidence["message"]));
        }
    }
    let counts = corpus["totals"].as_object().into_iter().flatten();
    let counts = counts.filter(|(name, count)| *name != "files" && **count != 0);
    let counts: Vec<String> = counts.map(|(name, count)| format!("{count} {name}")).collect();
    let _ = writeln!(text, "  {}", counts.join(", "));
}

fn strings(value: &Value) -> impl Iterator<Item = String> {
    value.as_array().into_iter().flatten().map(string)
}

fn string(value: &Value) -> String {
    value.as_str().map(printable).unwrap_or_else(|| value.to_string())
}
