//! Issues: what the engine finds wrong with a schema or an instance.

mod code;

pub use code::IssueCode;

use pyxsd_xml::Position;

/// Whether an issue decides the verdict.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// Makes the schema or the document invalid.
    Error,
    /// Does not.
    Warning,
}

/// What an issue is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    /// The schema.
    Schema,
    /// The instance.
    Instance,
}

/// How exactly [`Issue::location`] names the place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// The element or attribute itself.
    Exact,
    /// The parent of something that is missing.
    Container,
    /// The document as a whole.
    Document,
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// Path of the file, as the resolver knows it.
    pub file: std::sync::Arc<str>,
    /// Line, column, offset.
    pub position: Position,
}

/// One step of a [`Location`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// `{ns}local` or `local`.
    pub name: String,
    /// From 1, among siblings of the same name.
    pub index: u32,
}

/// An occurrence in a document.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Location {
    /// From the root element down.
    pub path: Vec<Step>,
    /// `{ns}local` of the attribute.
    pub attribute: Option<String>,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Issue {
    /// Whether it decides the verdict.
    pub severity: Severity,
    /// Stable code.
    pub code: IssueCode,
    /// Rule of the Recommendation.
    pub rule: &'static str,
    /// One line for a person: what was found, what was expected there, and what says so.
    pub message: String,
    /// Schema or instance.
    pub phase: Phase,
    /// Where.
    pub place: Place,
    /// Which occurrence.
    pub location: Location,
    /// How exact `location` is.
    pub precision: Precision,
    /// What was allowed at that place.
    pub expected: Vec<String>,
    /// The declaration that says so.
    pub declared_at: Option<Place>,
}
