//! The failures that a worker returns, as faults.

use super::bindings::exports::pyxsd::worker::types::{
    Failure, LimitReached, Malformed, Missing, Place, Role, Unresolved, UnsupportedConstruct,
};
use super::report::Issue;
use crate::fault::{Fault, FaultCode};
use crate::limits::{LimitEntry, Limits};
use serde_json::{Value, json};

/// The fault of a failure.
pub fn fault(failure: Failure, limits: &Limits) -> Fault {
    match failure {
        Failure::NotFound(Missing { path, role }) => Fault::missing_file(&path, role_name(role)),
        Failure::Malformed(malformed) => invalid_xml(malformed),
        Failure::Incomplete(unresolved) => schema_incomplete(&unresolved),
        Failure::InvalidSchema(issues) => invalid_schema(issues.into_iter().map(Issue::from).collect()),
        Failure::InputLimit(reached) => input_limit(reached, limits),
        Failure::Unsupported(constructs) => unsupported(&constructs),
        Failure::InvalidArgument(message) => Fault::new(FaultCode::InvalidArgument, message),
    }
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Document => "document",
        Role::Schema => "schema",
    }
}

fn invalid_xml(Malformed { place, role, message }: Malformed) -> Fault {
    let Place { file, line, column, offset } = place;
    Fault::new(FaultCode::InvalidXml, format!("{file}:{line}:{column}: {message}"))
        .with("path", file)
        .with("line", line)
        .with("column", column)
        .with("offset", offset)
        .with("role", role_name(role))
}

fn schema_incomplete(unresolved: &[Unresolved]) -> Fault {
    let first = unresolved.first().map(|first| first.target.as_str()).unwrap_or_default();
    let message = match unresolved.len() {
        1 => format!("A part of the schema is missing: `{first}`."),
        many => format!("{many} parts of the schema are missing, first `{first}`."),
    };
    let listed: Vec<Value> = unresolved
        .iter()
        .map(|part| json!({"location": part.location, "target": part.target, "asked_by": asked_by(&part.asked_by)}))
        .collect();
    Fault::new(FaultCode::SchemaIncomplete, message).with("unresolved", listed)
}

/// Who asked: a place in a document, or an option, which has none.
fn asked_by(asked_by: &Place) -> Value {
    if asked_by.line == 0 { json!({"option": "namespace_schemas"}) } else { place(asked_by) }
}

fn invalid_schema(issues: Vec<Issue>) -> Fault {
    let message = match issues.first() {
        Some(first) => {
            format!("The schema has errors, first at {}:{}:{}: {}", first.file, first.line, first.column, first.message)
        }
        None => "The schema has errors.".to_owned(),
    };
    let listed: Vec<Value> = issues.iter().map(|issue| json!(issue)).collect();
    Fault::new(FaultCode::InvalidSchema, message).with("issues", listed)
}

fn input_limit(reached: LimitReached, limits: &Limits) -> Fault {
    let fault = match LimitEntry::of(&reached.limit) {
        Some(entry) => limits.reached(entry.key, reached.value),
        // The parser has bounds that no operator needs to raise.
        None => Fault::new(
            FaultCode::InputLimit,
            format!("The limit `{}` of {} was reached with {}.", reached.limit, reached.maximum, reached.value),
        )
        .with("limit", reached.limit)
        .with("value", reached.value)
        .with("maximum", reached.maximum),
    };
    match reached.place {
        Some(at) => fault.with("path", at.file).with("line", at.line).with("column", at.column),
        None => fault,
    }
}

fn unsupported(constructs: &[UnsupportedConstruct]) -> Fault {
    let message = match constructs.first() {
        Some(first) => format!(
            "`{}` at {}:{}:{} is not implemented.",
            first.what, first.place.file, first.place.line, first.place.column
        ),
        None => "The schema uses a construct that is not implemented.".to_owned(),
    };
    let listed: Vec<Value> =
        constructs.iter().map(|construct| json!({"what": construct.what, "place": place(&construct.place)})).collect();
    Fault::new(FaultCode::Unsupported, message).with("constructs", listed)
}

fn place(place: &Place) -> Value {
    json!({"file": place.file, "line": place.line, "column": place.column})
}
