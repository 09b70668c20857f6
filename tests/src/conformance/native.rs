//! The engine's crates called directly, without the sandbox.

use super::{Engine, Question, Verdict};
use pyxsd_schema::{CompileError, CompileOptions, Resolver, Schema, XsdVersion, resolve_location};
use pyxsd_validator::{Report, ValidateOptions};
use std::collections::BTreeSet;
use std::fs;

/// The text of a schema document that declares nothing, for groups that name none.
pub const EMPTY_SCHEMA: &str = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/>";
const EMPTY_PATH: &str = "empty-schema.xsd";

/// Reads files by absolute path; the engine's paths are those without the leading `/`. Remembers what was asked for.
#[derive(Default)]
pub struct FileResolver {
    /// Paths that were read.
    pub loaded: BTreeSet<String>,
}

impl Resolver for FileResolver {
    fn load(&mut self, path: &str) -> Option<Vec<u8>> {
        if path == EMPTY_PATH {
            return Some(EMPTY_SCHEMA.into());
        }
        let bytes = fs::read(format!("/{path}")).ok()?;
        self.loaded.insert(path.to_string());
        Some(bytes)
    }
}

/// The engine in this process.
#[derive(Default)]
pub struct Native {
    compiled: Option<(String, Vec<String>, Result<Schema, CompileError>)>,
}

impl Native {
    /// The schema of the last question, where it compiled.
    pub fn schema(&self) -> Option<&Schema> {
        self.compiled.as_ref().and_then(|(_, _, schema)| schema.as_ref().ok())
    }
}

impl Engine for Native {
    fn decide(&mut self, question: &Question<'_>) -> Verdict {
        let entries = entries(question);
        let fresh =
            !matches!(&self.compiled, Some((version, paths, _)) if version == question.version && *paths == entries);
        if fresh {
            let schema = compile(question.version, &entries);
            self.compiled = Some((question.version.to_string(), entries, schema));
        }
        match &mut self.compiled {
            Some((_, _, Ok(schema))) => decide_with(schema, question.instance),
            Some((_, _, Err(error))) => Verdict { schema: Some(false), instance: None, note: format!("{error:?}") },
            None => Verdict::default(),
        }
    }
}

/// The entry documents of a question as engine paths: those given, else the hints of the instance, else an empty schema.
pub fn entries(question: &Question<'_>) -> Vec<String> {
    let mut entries: Vec<String> =
        question.schemas.iter().map(|path| path.trim_start_matches('/').to_string()).collect();
    if let (true, Some(instance)) = (entries.is_empty(), question.instance) {
        let bytes = fs::read(instance).unwrap_or_default();
        let hints = pyxsd_validator::hints(&bytes, &ValidateOptions::default().parse).unwrap_or_default();
        for hint in hints {
            let path = resolve_location(instance.trim_start_matches('/'), &hint.location);
            entries.extend(path.filter(|path| fs::exists(format!("/{path}")).unwrap_or(false)));
        }
        entries.dedup();
    }
    if entries.is_empty() {
        entries.push(EMPTY_PATH.to_string());
    }
    entries
}

fn compile(version: &str, entries: &[String]) -> Result<Schema, CompileError> {
    let version = if version == "1.0" { XsdVersion::V1_0 } else { XsdVersion::V1_1 };
    let options = CompileOptions { version, ..CompileOptions::default() };
    pyxsd_schema::compile(entries, &options, &mut FileResolver::default())
}

fn decide_with(schema: &mut Schema, instance: Option<&str>) -> Verdict {
    if !schema.unsupported.is_empty() {
        return Verdict { note: format!("unsupported: {}", schema.unsupported[0].what), ..Verdict::default() };
    }
    if schema.has_errors() {
        let note = schema.issues.iter().find(|issue| issue.severity == pyxsd_schema::Severity::Error);
        let note = note.map(|issue| format!("[{}] {} {}", issue.code.as_str(), issue.rule, issue.message));
        return Verdict { schema: Some(false), instance: None, note: note.unwrap_or_default() };
    }
    let Some(path) = instance else {
        return Verdict { schema: Some(true), ..Verdict::default() };
    };
    let Ok(bytes) = fs::read(path) else {
        return Verdict { schema: Some(true), instance: None, note: format!("cannot read {path}") };
    };
    match pyxsd_validator::validate(schema, path, &bytes, &ValidateOptions::default()) {
        Ok(report) => Verdict { schema: Some(true), instance: Some(report.is_valid()), note: first_issue(&report) },
        Err(error) => Verdict { schema: Some(true), instance: Some(false), note: error.to_string() },
    }
}

fn first_issue(report: &Report) -> String {
    report
        .issues
        .first()
        .map(|issue| format!("[{}] {} {}", issue.code.as_str(), issue.rule, issue.message))
        .unwrap_or_default()
}
