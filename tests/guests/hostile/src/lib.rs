//! A component of the world `worker` that does what its arguments name: the tests of the sandbox choose a misdeed by the path
//! of the schema or the document.

mod deeds;
mod probes;
mod unasked;
mod unchanged;

/// What `wit-bindgen` makes of the WIT package, and the component's exports.
#[allow(missing_docs, unsafe_code, clippy::all)]
mod bindings {
    wit_bindgen::generate!({ path: "../../../wit", world: "worker" });

    export!(Hostile with_types_in self);

    use crate::Hostile;
}

use bindings::exports::pyxsd::worker::types::{Failure, Limits, Report, SchemaOptions};
use bindings::exports::pyxsd::worker::{documents, schemas};
use std::cell::Cell;

struct Hostile;

/// A schema that depends on its entry documents and on the absence of `absent.xsd`.
struct Schema {
    entries: Vec<String>,
}

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

impl schemas::Guest for Hostile {
    type Schema = Schema;

    fn references(_: String, _: SchemaOptions, _: Limits) -> Result<Vec<schemas::Reference>, Failure> {
        Ok(Vec::new())
    }

    fn hints(document: String, _: Limits) -> Result<Vec<schemas::Hint>, Failure> {
        deeds::act(&document);
        Ok(deeds::hints(&document))
    }
}

impl schemas::GuestSchema for Schema {
    fn compile(entries: Vec<String>, _: SchemaOptions, _: Limits) -> Result<schemas::Schema, Failure> {
        for entry in &entries {
            deeds::act(entry);
            if let Some(failure) = deeds::failure(entry) {
                return Err(failure);
            }
        }
        Ok(schemas::Schema::new(Schema { entries }))
    }

    fn summary(&self) -> schemas::Summary {
        schemas::Summary {
            prefixes: Vec::new(),
            documents: self
                .entries
                .iter()
                .map(|path| schemas::SchemaDocument { path: path.clone(), namespace: String::new() })
                .collect(),
            read: self.entries.clone(),
            absent: vec!["absent.xsd".to_owned()],
            issues: Vec::new(),
            unresolved: Vec::new(),
            unsupported: Vec::new(),
        }
    }
}

impl documents::Guest for Hostile {
    /// `errors` is the number of calls that the instance has seen; the issues are what a probe found.
    fn validate(_: schemas::SchemaBorrow<'_>, document: String, _: String, _: Limits) -> Result<Report, Failure> {
        CALLS.set(CALLS.get() + 1);
        deeds::act(&document);
        if let Some(failure) = deeds::failure(&document) {
            return Err(failure);
        }
        let issues = probes::findings(&document);
        Ok(Report {
            valid: issues.is_empty(),
            errors: CALLS.get(),
            warnings: 0,
            by_code: Vec::new(),
            suppressed: 0,
            issues,
        })
    }
}
