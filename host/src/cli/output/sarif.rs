//! SARIF 2.1.0 (OASIS): one run with a result for each finding, for code scanning and for editors.

use super::finding::{Finding, Findings};
use super::place::{seen_from, uri};
use super::{Decided, Output, count};
use crate::cli::Exit;
use crate::cli::validate::Files;
use crate::fault::FAULTS;
use crate::operations::issue_table::IssueTable;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{Result, Write};
use std::path::Path;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Name of what relative addresses are relative to: the folder that the command was started in.
const BASE: &str = "%SRCROOT%";

/// Collects results. A document that could not be looked at is a notification of the tool instead: it is nothing that the file says.
#[derive(Debug, Default)]
pub struct Sarif {
    findings: Findings,
    results: Vec<(String, Value)>,
    notifications: Vec<(String, Value)>,
    notes: Vec<Value>,
}

impl Output for Sarif {
    fn tell(&mut self, files: &Files, name: &str, decided: &Decided, _: &mut dyn Write) -> Result<()> {
        let is_about_the_file = super::exit(decided) == Exit::Invalid || decided.is_ok();
        for finding in self.findings.of(files, name, decided) {
            let code = finding.code.clone();
            match is_about_the_file {
                true => self.results.push((code, result(files, &finding))),
                false => self.notifications.push((code, notification(files, &finding))),
            }
        }
        if let Ok((document, verdict)) = decided
            && verdict.outcome.report.suppressed > 0
        {
            let message = format!("{} not listed.", count(verdict.outcome.report.suppressed, "more issue"));
            let location =
                json!({"physicalLocation": {"artifactLocation": artifact(files, &files.path(document.as_str()))}});
            let descriptor = json!({"id": "issues_collected"});
            let text = json!({"text": message});
            self.notes
                .push(json!({"descriptor": descriptor, "level": "note", "message": text, "locations": [location]}));
        }
        Ok(())
    }

    fn end(&mut self, exit: Exit, to: &mut dyn Write) -> Result<()> {
        let codes: BTreeSet<&str> = self.results.iter().map(|(code, _)| code.as_str()).collect();
        let codes: Vec<&str> = codes.into_iter().collect();
        let indexed = |(code, result): &(String, Value)| {
            let mut result = result.clone();
            result["ruleIndex"] = json!(codes.binary_search(&code.as_str()).ok());
            result
        };
        let results: Vec<Value> = self.results.iter().map(indexed).collect();
        let notifications: Vec<&Value> =
            self.notifications.iter().map(|(_, notification)| notification).chain(&self.notes).collect();
        let notified: BTreeSet<&str> = self.notifications.iter().map(|(code, _)| code.as_str()).collect();
        let log = json!({
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [{
                "tool": {"driver": {
                    "name": "pyxsd-mcp",
                    "version": env!("CARGO_PKG_VERSION"),
                    "semanticVersion": env!("CARGO_PKG_VERSION"),
                    "rules": codes.iter().map(|code| rule(code)).collect::<Vec<_>>(),
                    "notifications": notified.iter().map(|code| rule(code)).collect::<Vec<_>>(),
                }},
                "invocations": [{
                    "executionSuccessful": self.notifications.is_empty(),
                    "exitCode": exit as u8,
                    "toolExecutionNotifications": notifications,
                }],
                "columnKind": "unicodeCodePoints",
                "results": results,
            }],
        });
        writeln!(to, "{log:#}")
    }
}

fn result(files: &Files, finding: &Finding) -> Value {
    let mut location = json!({"physicalLocation": physical(files, finding)});
    if let Some(path) = &finding.location {
        let kind = if path.contains("/@") { "attribute" } else { "element" };
        location["logicalLocations"] = json!([{"fullyQualifiedName": path, "kind": kind}]);
    }
    let mut result = json!({
        "ruleId": finding.code,
        "level": if finding.is_error { "error" } else { "warning" },
        "message": {"text": finding.message},
        "locations": [location],
    });
    if let Some((file, line)) = &finding.declared_at {
        result["relatedLocations"] = json!([{
            "physicalLocation": {"artifactLocation": artifact(files, file), "region": {"startLine": line}},
            "message": {"text": "The declaration that says so."},
        }]);
    }
    if let Some(rule) = &finding.rule {
        result["properties"] = json!({"rule": rule});
    }
    result
}

fn notification(files: &Files, finding: &Finding) -> Value {
    json!({
        "descriptor": {"id": finding.code},
        "level": "error",
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": physical(files, finding)}],
    })
}

fn physical(files: &Files, finding: &Finding) -> Value {
    let mut physical = json!({"artifactLocation": artifact(files, &finding.file)});
    if let Some((line, column)) = finding.place {
        physical["region"] = json!({"startLine": line, "startColumn": column});
    }
    physical
}

fn artifact(files: &Files, file: &Path) -> Value {
    let seen = seen_from(files.working_directory(), file);
    let address = uri(&seen);
    if seen.is_absolute() { json!({"uri": address}) } else { json!({"uri": address, "uriBaseId": BASE}) }
}

/// What is known of a code: an issue's, or a fault's.
fn rule(code: &str) -> Value {
    if let Some(entry) = IssueTable::get().entry(code) {
        let fixes: Vec<&str> = entry["fixes"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        return json!({
            "id": code,
            "shortDescription": {"text": entry["meaning"]},
            "help": {"text": fixes.join("\n")},
            "defaultConfiguration": {"level": entry["severity"]},
            "properties": {"rule": entry["rule"], "phase": entry["phase"]},
        });
    }
    let fault = FAULTS.iter().find(|fault| fault.name == code);
    json!({
        "id": code,
        "shortDescription": {"text": fault.map_or(code, |fault| fault.when.split(". ").next().unwrap_or(code))},
        "help": {"text": fault.map_or("", |fault| fault.remedy)},
        "defaultConfiguration": {"level": "error"},
    })
}
