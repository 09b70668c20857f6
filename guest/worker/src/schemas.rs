//! The interface `schemas`.

use crate::Component;
use crate::bindings::exports::pyxsd::worker::schemas as wit;
use crate::bindings::exports::pyxsd::worker::types::{Failure, Limits, Role, SchemaOptions};
use crate::capture::{self, Capture};
use crate::{failure, issue, options};
use pyxsd_schema::{ReferenceKind, Schema};
use pyxsd_tools::ids::Prefixes;
use std::cell::RefCell;
use std::rc::Rc;

/// The resource behind a handle. Validating interns names of the instance and cuts them off again, hence the cell; an extraction shares it.
pub struct Compiled(pub Rc<RefCell<Schema>>);

impl wit::Guest for Component {
    type Schema = Compiled;

    fn references(document: String, given: SchemaOptions, limits: Limits) -> Result<Vec<wit::Reference>, Failure> {
        let mut files = Capture { xsd_bytes: limits.xsd_bytes };
        pyxsd_schema::references(&document, &options::compile(given, &limits), &mut files)
            .map(|found| found.into_iter().map(reference).collect())
            .map_err(failure::compile)
    }

    fn hints(document: String, limits: Limits) -> Result<Vec<wit::Hint>, Failure> {
        let Some(bytes) = capture::read(&document, limits.xml_bytes) else {
            return Err(failure::not_found(document, Role::Document));
        };
        let found = pyxsd_validator::hints(&document, &bytes, &options::parse(&limits, limits.xml_bytes))
            .map_err(|error| failure::xml(&document, Role::Document, &error))?;
        Ok(found
            .into_iter()
            .map(|hint| wit::Hint { path: hint.path, namespace: hint.namespace, location: hint.location })
            .collect())
    }
}

impl wit::GuestSchema for Compiled {
    fn compile(entries: Vec<String>, given: SchemaOptions, limits: Limits) -> Result<wit::Schema, Failure> {
        if entries.is_empty() {
            return Err(Failure::InvalidArgument("`entries` names no document".to_owned()));
        }
        let mut files = Capture { xsd_bytes: limits.xsd_bytes };
        pyxsd_schema::compile(&entries, &options::compile(given, &limits), &mut files)
            .map(|schema| wit::Schema::new(Compiled(Rc::new(RefCell::new(schema)))))
            .map_err(failure::compile)
    }

    fn summary(&self) -> wit::Summary {
        let schema = self.0.borrow();
        let prefixes = Prefixes::of(&schema).listed(&schema);
        wit::Summary {
            documents: schema
                .components
                .documents
                .iter()
                .map(|document| wit::SchemaDocument {
                    path: document.path.to_string(),
                    namespace: schema.names.namespace_uri(document.namespace).to_owned(),
                })
                .collect(),
            prefixes: prefixes.into_iter().map(|(prefix, uri)| (prefix, uri.to_owned())).collect(),
            read: schema.read.clone(),
            absent: schema.absent.clone(),
            issues: schema.issues.iter().map(issue::issue).collect(),
            unresolved: schema.unresolved.iter().map(issue::unresolved).collect(),
            unsupported: schema.unsupported.iter().map(issue::unsupported).collect(),
        }
    }
}

fn reference(reference: pyxsd_schema::Reference) -> wit::Reference {
    wit::Reference {
        kind: match reference.kind {
            ReferenceKind::Include => wit::ReferenceKind::Include,
            ReferenceKind::Import => wit::ReferenceKind::Import,
            ReferenceKind::Redefine => wit::ReferenceKind::Redefine,
            ReferenceKind::Override => wit::ReferenceKind::Override,
        },
        namespace: reference.namespace,
        location: reference.location,
        path: reference.path,
        place: issue::place(&reference.place),
    }
}
