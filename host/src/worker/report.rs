//! Reports and issues as clients see them.

use super::bindings::exports::pyxsd::worker::types;
use std::collections::BTreeMap;

/// The verdict on a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// No issue of severity error.
    pub valid: bool,
    /// How many issues there are, kept or not.
    pub counts: Counts,
    /// Issues counted but not kept.
    pub suppressed: u64,
    /// Issues kept, in order of discovery.
    pub issues: Vec<Issue>,
}

/// How many issues there are.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    /// Of severity error.
    pub errors: u64,
    /// Of severity warning.
    pub warnings: u64,
    /// By code.
    pub by_code: BTreeMap<String, u64>,
}

/// Severity of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Severity {
    Error,
    Warning,
}

/// What an issue is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Phase {
    Schema,
    Instance,
}

/// How exactly a location names the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// The element or attribute itself.
    Exact,
    /// The parent of what is missing.
    Container,
    /// The document as a whole.
    Document,
}

/// One step from the root.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Step {
    /// `{ns}local` or `local`.
    pub name: String,
    /// From 1, among siblings of the same name.
    pub index: u32,
}

/// An occurrence in a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Location {
    /// From the root element down.
    pub path: Vec<Step>,
    /// The attribute of that element.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
}

/// A place in a file. Serialised as clients see the place of a declaration: file and line.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Place {
    /// Path of the file.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    #[serde(skip)]
    pub column: u32,
    /// From 0, in bytes of the file.
    #[serde(skip)]
    pub offset: u64,
}

/// One finding. Serialised as the contract has it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Issue {
    /// Whether it decides the verdict.
    pub severity: Severity,
    /// Stable code.
    pub code: String,
    /// Rule of the Recommendation.
    pub rule: String,
    /// One line for a person.
    pub message: String,
    /// Schema or instance.
    pub phase: Phase,
    /// Path of the file.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// From 0, in bytes of the file; for showing the source, not for clients.
    #[serde(skip)]
    pub offset: u64,
    /// Which occurrence.
    pub location: Location,
    /// How exact `location` is.
    pub location_precision: Precision,
    /// What was allowed at that place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expected: Vec<String>,
    /// The declaration that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared_at: Option<Place>,
}

impl From<types::Report> for Report {
    fn from(report: types::Report) -> Self {
        Report {
            valid: report.valid,
            counts: Counts {
                errors: report.errors,
                warnings: report.warnings,
                by_code: report.by_code.into_iter().map(|entry| (entry.code, entry.count)).collect(),
            },
            suppressed: report.suppressed,
            issues: report.issues.into_iter().map(Issue::from).collect(),
        }
    }
}

impl From<types::Issue> for Issue {
    fn from(issue: types::Issue) -> Self {
        Issue {
            severity: match issue.severity {
                types::Severity::Error => Severity::Error,
                types::Severity::Warning => Severity::Warning,
            },
            code: issue.code,
            rule: issue.rule,
            message: issue.message,
            phase: match issue.phase {
                types::Phase::Schema => Phase::Schema,
                types::Phase::Instance => Phase::Instance,
            },
            file: issue.place.file,
            line: issue.place.line,
            column: issue.place.column,
            offset: issue.place.offset,
            location: issue.location.into(),
            location_precision: match issue.precision {
                types::Precision::Exact => Precision::Exact,
                types::Precision::Container => Precision::Container,
                types::Precision::Document => Precision::Document,
            },
            expected: issue.expected,
            declared_at: issue.declared_at.map(Place::from),
        }
    }
}

impl From<types::Location> for Location {
    fn from(location: types::Location) -> Self {
        Location {
            path: location.path.into_iter().map(|step| Step { name: step.name, index: step.index }).collect(),
            attribute: location.attribute,
        }
    }
}

impl From<types::Place> for Place {
    fn from(place: types::Place) -> Self {
        Place { file: place.file, line: place.line, column: place.column, offset: place.offset }
    }
}
