//! Issues and faults as text for a person: `file:line:col: error[code]: message`, the source line, a caret.

use super::source::{Source, printable};
use super::validate::Files;
use crate::fault::{Fault, FaultCode};
use crate::operations::validate::Verdict;
use crate::worker::report::{Issue, Severity};
use crate::workspace::WorkspacePath;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

/// What was told so far.
#[derive(Debug, Default)]
pub struct Told {
    sources: BTreeMap<String, Option<Source>>,
    /// Issues of the schema that were shown: it is the same for many documents.
    issues: BTreeSet<(String, u32, u32, String)>,
}

/// Writes what was found, document by document.
pub struct Printer<'a, W: ?Sized> {
    files: &'a Files,
    told: &'a mut Told,
    output: &'a mut W,
}

impl<'a, W: Write + ?Sized> Printer<'a, W> {
    /// A printer for documents of these files.
    pub fn new(files: &'a Files, told: &'a mut Told, output: &'a mut W) -> Self {
        Printer { files, told, output }
    }

    /// The issues of a verdict, those of the schema first.
    pub fn verdict(&mut self, document: &WorkspacePath, verdict: &Verdict) -> std::io::Result<()> {
        for issue in &verdict.outcome.schema.issues {
            if self.told.issues.insert((issue.file.clone(), issue.line, issue.column, issue.code.clone())) {
                self.issue(issue)?;
            }
        }
        let report = &verdict.outcome.report;
        for issue in &report.issues {
            self.issue(issue)?;
        }
        if report.suppressed > 0 {
            let name = self.files.name(document.as_str());
            let more = super::output::count(report.suppressed, "more issue");
            writeln!(self.output, "{name}: {more} not shown (limit `issues_collected`)")?;
        }
        Ok(())
    }

    fn issue(&mut self, issue: &Issue) -> std::io::Result<()> {
        let severity = match issue.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let text = format!("{severity}[{}]: {}", issue.code, issue.message);
        self.line(&issue.file, issue.line, issue.column, &text)
    }

    fn line(&mut self, file: &str, line: u32, column: u32, text: &str) -> std::io::Result<()> {
        let name = self.files.name(file);
        writeln!(self.output, "{name}:{line}:{column}: {}", printable(text))?;
        let capture = self.files.capture();
        let source =
            self.told.sources.entry(file.to_owned()).or_insert_with(|| capture.files().get(file).map(Source::of));
        match source.as_ref().and_then(|source| source.excerpt(line, column)) {
            Some(excerpt) => self.output.write_all(excerpt.as_bytes()),
            None => Ok(()),
        }
    }

    /// A fault at its place, with the particulars that a person needs to repair it.
    pub fn fault(&mut self, document: &str, fault: &Fault) -> std::io::Result<()> {
        let code = fault.code.name();
        match place(&fault.details, "path") {
            Some((file, line, column)) => {
                // The message repeats the place in terms of the capture.
                let prefix = format!("{file}:{line}:{column}: ");
                let message = fault.message.strip_prefix(&prefix).unwrap_or(&fault.message);
                self.line(&file, line, column, &format!("error[{code}]: {message}"))?;
            }
            None => {
                let file = fault.details.get("path").and_then(Value::as_str).map(|path| self.files.name(path));
                let name = file.as_deref().unwrap_or(document);
                let message = fault.message.strip_prefix(&format!("{name} ")).unwrap_or(&fault.message);
                let wanted = if name == document { String::new() } else { format!(" (wanted for {document})") };
                writeln!(self.output, "{name}: error[{code}]: {}{wanted}", printable(message))?;
            }
        }
        self.help(fault)?;
        match fault.code {
            FaultCode::InvalidSchema => self.listed(fault, "issues", |item| {
                Some((item.as_object()?.clone(), format!("error[{}]: {}", text(item, "code"), text(item, "message"))))
            })?,
            FaultCode::SchemaIncomplete => self.listed(fault, "unresolved", |item| {
                let what = format!("error[unresolved]: `{}` is missing{}", text(item, "target"), why_missing(item));
                Some((item.get("asked_by")?.as_object()?.clone(), what))
            })?,
            FaultCode::Unsupported => self.listed(fault, "constructs", |item| {
                let what = format!("error[unsupported]: `{}` is not implemented", text(item, "what"));
                Some((item.get("place")?.as_object()?.clone(), what))
            })?,
            _ => {}
        }
        Ok(())
    }

    /// What to do about a limit, or a schema that was not found.
    fn help(&mut self, fault: &Fault) -> std::io::Result<()> {
        if let Some(raised) = raised_by(fault) {
            writeln!(self.output, "  {raised}")?;
        }
        let Some(hints) = fault.details.get("hints").and_then(Value::as_array) else { return Ok(()) };
        let leads_out = |hint: &Value| hint["path"].is_null() && !text(hint, "location").contains("://");
        if hints.iter().any(leads_out) {
            let root = self.files.root();
            writeln!(
                self.output,
                "  only {root} is read, the common folder of the files named; --schema FILE names the schema and widens it"
            )
        } else {
            writeln!(self.output, "  --schema FILE names the schema")
        }
    }

    fn listed(
        &mut self,
        fault: &Fault,
        key: &str,
        read: impl Fn(&Value) -> Option<(serde_json::Map<String, Value>, String)>,
    ) -> std::io::Result<()> {
        let items = fault.details.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        for (at, text) in items.iter().filter_map(read) {
            if let Some((file, line, column)) = place(&at, "file") {
                self.line(&file, line, column, &text)?;
            }
        }
        let total = fault.details.get(&format!("{key}_total")).and_then(Value::as_u64).unwrap_or_default();
        let more = total.saturating_sub(items.len() as u64);
        if more > 0 {
            writeln!(self.output, "and {more} more")?;
        }
        Ok(())
    }
}

/// How the limit of a fault is raised, where its message does not say so.
pub fn raised_by(fault: &Fault) -> Option<String> {
    let flag = fault.details.get("flag").and_then(Value::as_str)?;
    (!fault.message.contains(flag)).then(|| format!("`{flag}` raises it"))
}

/// What a person may not expect of a location.
pub fn why_missing(unresolved: &Value) -> &'static str {
    let location = text(unresolved, "location");
    if location.contains("://") {
        " (remote locations are never fetched)"
    } else if location.split('/').any(|part| part == "..") && text(unresolved, "target") == location {
        " (it lies outside the common folder of the files named)"
    } else {
        ""
    }
}

/// A text member, empty where it is none.
pub fn text<'a>(item: &'a Value, key: &str) -> &'a str {
    item.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// The place in an object with `line`, `column` and a member that names the file.
pub fn place(members: &serde_json::Map<String, Value>, file: &str) -> Option<(String, u32, u32)> {
    let number = |key: &str| members.get(key).and_then(Value::as_u64).and_then(|number| u32::try_from(number).ok());
    Some((members.get(file)?.as_str()?.to_owned(), number("line")?, number("column")?))
}
