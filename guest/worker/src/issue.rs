//! Issues, places and what a schema lacks, in the terms of the WIT package.

use crate::bindings::exports::pyxsd::worker::types as wit;
use pyxsd_schema::{Issue, Location, Phase, Place, Precision, Severity, Unresolved, Unsupported};
use pyxsd_xml::Position;

/// One finding.
pub fn issue(issue: &Issue) -> wit::Issue {
    wit::Issue {
        severity: match issue.severity {
            Severity::Error => wit::Severity::Error,
            Severity::Warning => wit::Severity::Warning,
        },
        code: issue.code.as_str().to_owned(),
        rule: issue.rule.to_owned(),
        message: issue.message.clone(),
        phase: match issue.phase {
            Phase::Schema => wit::Phase::Schema,
            Phase::Instance => wit::Phase::Instance,
        },
        place: place(&issue.place),
        location: location(&issue.location),
        precision: match issue.precision {
            Precision::Exact => wit::Precision::Exact,
            Precision::Container => wit::Precision::Container,
            Precision::Document => wit::Precision::Document,
        },
        expected: issue.expected.clone(),
        declared_at: issue.declared_at.as_ref().map(place),
    }
}

/// A place of the engine.
pub fn place(place: &Place) -> wit::Place {
    position(&place.file, place.position)
}

/// A position in the file at `path`.
pub fn position(path: &str, position: Position) -> wit::Place {
    wit::Place { file: path.to_owned(), line: position.line, column: position.column, offset: position.offset }
}

/// A reference that no document resolves.
pub fn unresolved(unresolved: &Unresolved) -> wit::Unresolved {
    wit::Unresolved {
        location: unresolved.location.clone(),
        target: unresolved.target.clone(),
        asked_by: place(&unresolved.asked_by),
    }
}

/// A construct that is not implemented.
pub fn unsupported(unsupported: &Unsupported) -> wit::UnsupportedConstruct {
    wit::UnsupportedConstruct { what: unsupported.what.clone(), place: place(&unsupported.place) }
}

/// An occurrence.
pub fn location(location: &Location) -> wit::Location {
    wit::Location {
        path: location.path.iter().map(|step| wit::Step { name: step.name.clone(), index: step.index }).collect(),
        attribute: location.attribute.clone(),
    }
}
