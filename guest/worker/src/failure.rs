//! Errors of the engine as failures of the WIT package.

use crate::bindings::exports::pyxsd::worker::types as wit;
use crate::issue::position;
use pyxsd_schema::CompileError;
use pyxsd_xml::{ErrorKind, LimitKind, XmlError};

/// Why a schema was not compiled.
pub fn compile(error: CompileError) -> wit::Failure {
    match error {
        CompileError::NotFound(path) => not_found(path, wit::Role::Schema),
        CompileError::Xml { path, error } => xml(&path, wit::Role::Schema, &error),
        CompileError::Limit { limit, value, maximum } => {
            wit::Failure::InputLimit(wit::LimitReached { limit: limit.to_owned(), value, maximum, place: None })
        }
        CompileError::NamespaceSchema(message) => wit::Failure::InvalidArgument(message),
    }
}

/// A file that a call names and that is not there.
pub fn not_found(path: String, role: wit::Role) -> wit::Failure {
    wit::Failure::NotFound(wit::Missing { path, role })
}

/// Why the file at `path` was not read.
pub fn xml(path: &str, role: wit::Role, error: &XmlError) -> wit::Failure {
    let place = position(path, error.position);
    match error.kind {
        ErrorKind::Limit { kind, value, maximum } => wit::Failure::InputLimit(wit::LimitReached {
            limit: limit_key(kind, role).to_owned(),
            value,
            maximum,
            place: Some(place),
        }),
        _ => wit::Failure::Malformed(wit::Malformed { place, role, message: error.to_string() }),
    }
}

fn limit_key(kind: LimitKind, role: wit::Role) -> &'static str {
    match (kind, role) {
        (LimitKind::Bytes, wit::Role::Document) => "xml_bytes",
        (LimitKind::Bytes, wit::Role::Schema) => "xsd_bytes",
        (LimitKind::Depth, _) => "xml_depth",
        (LimitKind::Elements, _) => "xml_elements",
        (LimitKind::Attributes, _) => "xml_attributes",
        (LimitKind::Namespaces, _) => "xml_namespaces",
        (LimitKind::NameBytes, _) => "xml_name_bytes",
        (LimitKind::AttributeBytes, _) => "xml_attribute_bytes",
    }
}
