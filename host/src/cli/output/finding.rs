//! What is to be told, as a flat list: issues, and faults with their particulars, each with its place.

use super::Decided;
use crate::cli::text::{place, text, why_missing};
use crate::cli::validate::Files;
use crate::fault::{Fault, FaultCode};
use crate::worker::report::{Issue, Severity};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// One thing to tell.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// An issue code or a fault code.
    pub code: String,
    /// Whether it is a fault or an issue that decides the verdict.
    pub is_error: bool,
    /// The rule of the Recommendation, of an issue.
    pub rule: Option<String>,
    /// One line or several.
    pub message: String,
    /// The file, as named on the command line or as found.
    pub file: PathBuf,
    /// Line and column from 1, the column in characters; nothing where the file as a whole is meant.
    pub place: Option<(u32, u32)>,
    /// The element or attribute, as a path of expanded names with indexes.
    pub location: Option<String>,
    /// The declaration that was broken: file and line.
    pub declared_at: Option<(PathBuf, u32)>,
}

/// Everything there is to tell of documents; what is told of the schema for several is told once.
#[derive(Debug, Default)]
pub struct Findings {
    known: BTreeSet<Finding>,
}

impl Findings {
    /// What is new of a document.
    pub fn of(&mut self, files: &Files, name: &str, decided: &Decided) -> Vec<Finding> {
        let found = match decided {
            Ok((_, verdict)) => {
                let issues = verdict.outcome.schema.issues.iter().chain(&verdict.outcome.report.issues);
                issues.map(|issue| of_issue(files, issue)).collect()
            }
            Err(fault) => of_fault(files, name, fault),
        };
        found.into_iter().filter(|finding| self.known.insert(finding.clone())).collect()
    }
}

fn of_issue(files: &Files, issue: &Issue) -> Finding {
    let steps = issue.location.path.iter().map(|step| format!("/{}[{}]", step.name, step.index));
    let attribute = issue.location.attribute.iter().map(|name| format!("/@{name}"));
    let location: String = steps.chain(attribute).collect();
    Finding {
        code: issue.code.clone(),
        is_error: issue.severity == Severity::Error,
        rule: Some(issue.rule.clone()),
        message: issue.message.clone(),
        file: files.path(&issue.file),
        place: Some((issue.line, issue.column)),
        location: Some(location).filter(|location| !location.is_empty()),
        declared_at: issue.declared_at.as_ref().map(|place| (files.path(&place.file), place.line)),
    }
}

/// A fault, then the particulars that it lists, each at its place.
fn of_fault(files: &Files, name: &str, fault: &Fault) -> Vec<Finding> {
    let error = |code: &str, message: String, file: PathBuf, place: Option<(u32, u32)>| Finding {
        code: code.to_owned(),
        is_error: true,
        rule: None,
        message,
        file,
        place,
        location: None,
        declared_at: None,
    };
    let main = match place(&fault.details, "path") {
        Some((file, line, column)) => {
            // The message repeats the place.
            let prefix = format!("{file}:{line}:{column}: ");
            let message = fault.message.strip_prefix(&prefix).unwrap_or(&fault.message);
            error(fault.code.name(), message.to_owned(), files.path(&file), Some((line, column)))
        }
        None => {
            let file = fault.details.get("path").and_then(Value::as_str).map(|path| files.path(path));
            let file = file.unwrap_or_else(|| Path::new(name).to_owned());
            error(fault.code.name(), fault.message.clone(), file, None)
        }
    };
    let (list, particular): (&str, fn(&Value) -> Particular<'_>) = match fault.code {
        FaultCode::InvalidSchema => {
            ("issues", |item| Some((item.as_object()?, text(item, "code"), text(item, "message").to_owned())))
        }
        FaultCode::SchemaIncomplete => ("unresolved", |item| {
            let message = format!("`{}` is missing{}", text(item, "target"), why_missing(item));
            Some((item.get("asked_by")?.as_object()?, "schema_incomplete", message))
        }),
        FaultCode::Unsupported => ("constructs", |item| {
            let message = format!("`{}` is not implemented", text(item, "what"));
            Some((item.get("place")?.as_object()?, "unsupported", message))
        }),
        _ => ("", |_| None),
    };
    let items = fault.details.get(list).and_then(Value::as_array).into_iter().flatten();
    let listed = items.filter_map(|item| {
        let (at, code, message) = particular(item)?;
        let (file, line, column) = place(at, "file")?;
        let rule = item.get("rule").and_then(Value::as_str).map(str::to_owned);
        Some(Finding { rule, ..error(code, message, files.path(&file), Some((line, column))) })
    });
    std::iter::once(main).chain(listed).collect()
}

/// A member of a list in the details: its place, a code, a message.
type Particular<'v> = Option<(&'v Map<String, Value>, &'v str, String)>;
