//! The engine's crates called directly, without the sandbox.

use super::{Engine, Question, Verdict};
use pyxsd_schema::{CompileError, CompileOptions, Resolver, Schema, XsdVersion};
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

    /// The entry documents of the last question, those that its instance names among them.
    pub fn entries(&self) -> &[String] {
        self.compiled.as_ref().map_or(&[], |(_, entries, _)| entries)
    }

    fn compile(&mut self, version: &str, entries: &[String]) {
        let known = self.compiled.as_ref().is_some_and(|(known, paths, _)| known == version && paths == entries);
        if !known {
            self.compiled = Some((version.to_string(), entries.to_vec(), compile(version, entries)));
        }
    }

    /// Adds the documents that the instance names, where the schema is then free of errors.
    fn widen(&mut self, question: &Question<'_>) {
        let more = self.schema().map_or_else(Vec::new, |schema| hinted(question, schema));
        if more.is_empty() {
            return;
        }
        let mut wider = Native::default();
        wider.compile(question.version, &[self.entries(), &more].concat());
        if wider.schema().is_some_and(|schema| !schema.has_errors()) {
            *self = wider;
        }
    }
}

impl Engine for Native {
    fn decide(&mut self, question: &Question<'_>) -> Verdict {
        self.compile(question.version, &entries(question));
        self.widen(question);
        let verdict = match &mut self.compiled {
            Some((_, _, Ok(schema))) => decide_with(schema, question.instance),
            Some((_, _, Err(error))) => Verdict { schema: Some(false), instance: None, note: format!("{error:?}") },
            None => Verdict::default(),
        };
        settled(question, verdict)
    }
}

/// Where no schema is given, nothing is asked of it: an instance whose own hints lead to a broken one is not valid.
pub fn settled(question: &Question<'_>, verdict: Verdict) -> Verdict {
    match (question.schemas.is_empty(), question.instance, verdict.schema) {
        (true, Some(_), Some(false)) => Verdict { schema: None, instance: Some(false), ..verdict },
        _ => verdict,
    }
}

/// The schema documents that the instance names for namespaces of which the given schema has no document (part 1, 4.3.2).
fn hinted(question: &Question<'_>, schema: &Schema) -> Vec<String> {
    let (false, Some(instance)) = (question.schemas.is_empty(), question.instance) else { return Vec::new() };
    let documents = &schema.components.documents;
    let is_known =
        |namespace: &str| documents.iter().any(|document| schema.names.namespace_uri(document.namespace) == namespace);
    located(instance, |namespace| !is_known(namespace))
}

/// The documents that exist where the hints of an instance say, of the namespaces wanted.
fn located(instance: &str, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let bytes = fs::read(instance).unwrap_or_default();
    let path = instance.trim_start_matches('/');
    let hints = pyxsd_validator::hints(path, &bytes, &ValidateOptions::default().parse).unwrap_or_default();
    let mut paths: Vec<String> = Vec::new();
    for hint in hints.into_iter().filter(|hint| wanted(&hint.namespace)) {
        let path = hint.path.filter(|path| fs::exists(format!("/{path}")).unwrap_or(false) && !paths.contains(path));
        paths.extend(path);
    }
    paths
}

/// The entry documents of a question as engine paths: those given, else the hints of the instance, else an empty schema.
fn entries(question: &Question<'_>) -> Vec<String> {
    let mut entries: Vec<String> =
        question.schemas.iter().map(|path| path.trim_start_matches('/').to_string()).collect();
    if let (true, Some(instance)) = (entries.is_empty(), question.instance) {
        entries = located(instance, |_| true);
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
