//! Questions about a schema that need no document: what it has, how an element looks as JSON, whether JSON data fits it.

use super::bindings::Validation;
use super::bindings::exports::pyxsd::worker::inspection as wit;
use super::bindings::exports::pyxsd::worker::models::{self, ModelFailure};
use super::request::Readings;
use super::sandbox::Sandbox;
use super::schema::SchemaSummary;
use super::{description, failure};
use crate::fault::{Fault, FaultCode, Outcome};
use crate::limits::Limits;
use serde_json::{Value, json};
use std::sync::Arc;
use wasmtime::Store;
use wasmtime::component::ResourceAny;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inquiry {
    /// What there is: namespace, roots, counts.
    Overview {
        /// The entry documents.
        entries: Vec<String>,
    },
    /// The schema, or what these components are made of, as text.
    Stub {
        /// Component ids; all if none.
        components: Vec<String>,
        /// Levels.
        depth: u32,
        /// Whether it is for reading, or for a small context window.
        full: bool,
        /// Most bytes as a JSON string.
        bytes: u64,
    },
    /// Descriptions of components and of what they refer to.
    Describe {
        /// Component ids.
        components: Vec<String>,
        /// Levels.
        depth: u32,
    },
    /// Components that meet conditions.
    Find {
        /// The conditions.
        search: Box<Search>,
        /// How many to leave out.
        start: u64,
        /// How many to give.
        count: u32,
    },
    /// The JSON Schema of an element.
    Model {
        /// Which.
        element: Selection,
    },
    /// Whether JSON data fits an element.
    ValidateData {
        /// Which.
        element: Selection,
        /// The data, as JSON text.
        data: String,
    },
}

/// What is searched for; every condition given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Part of the name or documentation.
    pub text: Option<String>,
    /// The kind.
    pub kind: Option<&'static str>,
    /// The name.
    pub name: Option<String>,
    /// The namespace.
    pub namespace: Option<String>,
    /// Id: what this refers to.
    pub uses: Option<String>,
    /// Id: what refers to this.
    pub used_by: Option<String>,
}

/// An element declaration, or one below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Component id or name.
    pub element: String,
    /// Names of child elements.
    pub path: Vec<String>,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct InquiryOutcome {
    /// The `data` of a reply.
    pub data: Value,
    /// The schema that was asked about.
    pub schema: Arc<SchemaSummary>,
    /// What the call cost.
    pub readings: Readings,
}

/// Words for kinds of components, as ids have them.
pub const KINDS: [(&str, wit::ComponentKind); 8] = [
    ("element", wit::ComponentKind::Element),
    ("attribute", wit::ComponentKind::Attribute),
    ("complexType", wit::ComponentKind::ComplexType),
    ("simpleType", wit::ComponentKind::SimpleType),
    ("group", wit::ComponentKind::Group),
    ("attributeGroup", wit::ComponentKind::AttributeGroup),
    ("notation", wit::ComponentKind::Notation),
    ("identityConstraint", wit::ComponentKind::IdentityConstraint),
];

/// Asks a guest that holds the schema.
pub(super) async fn ask(
    store: &mut Store<Sandbox>,
    exports: &Validation,
    schema: ResourceAny,
    inquiry: &Inquiry,
    now: &str,
    limits: &Limits,
) -> wasmtime::Result<Outcome<Value>> {
    let inspection = exports.pyxsd_worker_inspection();
    Ok(match inquiry {
        Inquiry::Overview { entries } => Ok(overview(inspection.call_overview_of(store, schema, entries).await?)),
        Inquiry::Stub { components, depth, full, bytes } => {
            let form = if *full { wit::StubForm::Full } else { wit::StubForm::Compact };
            let stub = inspection.call_stub(store, schema, components, *depth, form, *bytes).await?;
            stub.map(|text| json!({ "text": text })).map_err(no_component)
        }
        Inquiry::Describe { components, depth } => {
            let described = inspection.call_describe(store, schema, components, *depth).await?;
            described.map(description::described).map_err(no_component)
        }
        Inquiry::Find { search, start, count } => {
            let found = inspection.call_find(store, schema, &lower(search), *start, *count).await?;
            found.map(finds).map_err(no_component)
        }
        Inquiry::Model { element: Selection { element, path } } => {
            let model = exports.pyxsd_worker_models().call_model_of(store, schema, element, path).await?;
            model.map_err(|cause| no_model(cause, limits)).and_then(self::model)
        }
        Inquiry::ValidateData { element: Selection { element, path }, data } => {
            let models = exports.pyxsd_worker_models();
            let verdict = models.call_validate_data(store, schema, element, path, data, now).await?;
            verdict.map(data_verdict).map_err(|cause| no_model(cause, limits))
        }
    })
}

fn overview(overview: wit::Overview) -> Value {
    let counts = overview.counts;
    json!({
        "target_namespace": overview.target_namespace,
        "documents": [],
        "roots": overview.roots,
        "entry_roots": overview.entry_roots,
        "counts": {
            "elements": counts.elements,
            "global_elements": counts.global_elements,
            "attributes": counts.attributes,
            "complex_types": counts.complex_types,
            "simple_types": counts.simple_types,
            "groups": counts.groups,
            "attribute_groups": counts.attribute_groups,
            "notations": counts.notations,
            "identity_constraints": counts.identity_constraints,
        },
        "issues": [],
    })
}

fn lower(search: &Search) -> wit::Search {
    wit::Search {
        text: search.text.clone(),
        kind: search.kind.and_then(|word| KINDS.iter().find(|(name, _)| *name == word)).map(|(_, kind)| *kind),
        name: search.name.clone(),
        namespace: search.namespace.clone(),
        uses: search.uses.clone(),
        used_by: search.used_by.clone(),
    }
}

fn finds(finds: wit::Finds) -> Value {
    let component = |found: wit::Found| {
        let (path, line) = match found.place {
            Some(place) => (json!(place.file), json!(place.line)),
            None => (Value::Null, Value::Null),
        };
        json!({"id": found.id, "kind": description::kind(found.kind), "name": found.name, "path": path, "line": line})
    };
    let components: Vec<Value> = finds.components.into_iter().map(component).collect();
    json!({"total": finds.total, "components": components})
}

fn model(model: models::Model) -> Outcome<Value> {
    let schema: Value = serde_json::from_str(&model.schema).map_err(Fault::internal)?;
    Ok(json!({"schema": schema, "element": model.element, "notes": model.notes}))
}

fn data_verdict(verdict: models::DataVerdict) -> Value {
    let errors: Vec<Value> = verdict
        .errors
        .into_iter()
        .map(|error| json!({"pointer": error.pointer, "code": error.code, "message": error.message}))
        .collect();
    json!({"valid": verdict.valid, "errors": errors, "suppressed": verdict.suppressed})
}

fn no_component(cause: wit::NoComponent) -> Fault {
    match cause {
        wit::NoComponent::Unknown((id, near)) => {
            let advice = match near.first() {
                Some(first) => format!("`{first}` is like it"),
                None => "pyxsd_find_schema_components finds ids by name or text".to_owned(),
            };
            let message = format!("The schema has no component `{id}`; {advice}.");
            let fault = Fault::new(FaultCode::NotFound, message).with("id", id).with("role", "component");
            if near.is_empty() { fault } else { fault.with("candidates", near) }
        }
        wit::NoComponent::Ambiguous((id, candidates)) => {
            let message = format!("`{id}` fits {} components; give the whole id of one.", candidates.len());
            Fault::new(FaultCode::InvalidArgument, message).with("id", id).with("candidates", candidates)
        }
    }
}

fn no_model(cause: ModelFailure, limits: &Limits) -> Fault {
    match cause {
        ModelFailure::Undecidable(failure) => failure::fault(failure, limits),
        ModelFailure::Unknown((id, message)) => {
            let message = format!("There is no element `{id}`: {message}.");
            Fault::new(FaultCode::NotFound, message).with("id", id).with("role", "component")
        }
        ModelFailure::Argument((message, candidates)) => {
            let fault = Fault::new(FaultCode::InvalidArgument, format!("{message}."));
            if candidates.is_empty() { fault } else { fault.with("candidates", candidates) }
        }
        ModelFailure::Unsupported(shape) => {
            let way_out = if shape.descendant.is_empty() {
                "nothing below it has one".to_owned()
            } else {
                format!("`path` {:?} leads to an element that has one", shape.descendant)
            };
            let message = format!("This has no form in JSON: {}, at {}; {way_out}.", shape.construct, shape.at);
            let descendant = if shape.descendant.is_empty() { Value::Null } else { json!(shape.descendant) };
            let mut fault =
                Fault::new(FaultCode::InvalidArgument, message).with("construct", shape.construct).with("at", shape.at);
            fault.details.insert("descendant".to_owned(), descendant);
            fault
        }
    }
}
