//! Elements as JSON: the JSON Schema of an element declaration, and the check of JSON data against the declaration itself.

mod data;
mod ecma;
mod failure;
mod parts;
mod scalar;
mod schema;
mod select;
mod shape;

pub use data::{DataError, Verdict};
pub use failure::ModelFailure;
pub use scalar::{Projection, Scalar, scalar};
pub use schema::facets;
pub use select::{FormKind, select, with_way_out};
pub use shape::{AttributeField, Field, Node, Object, Shapes, Unsupported, shapes};

use crate::ids::Ids;
use crate::json::Json;
use pyxsd_schema::Component;
use pyxsd_schema::components::ElementId;

/// A JSON Schema and what it does not say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// Id of the element declaration.
    pub element: String,
    /// The JSON Schema (draft 2020-12), as JSON text.
    pub schema: String,
    /// What the standard keywords do not express, a sentence each, without repeats.
    pub notes: Vec<String>,
}

/// The JSON Schema of an element: of the one that `element` names, or of the one that the names of child elements in `path`
/// (exact, `{ns}local` or `local`) lead to from there. The schema must be free of errors.
pub fn model(ids: &Ids<'_>, element: &str, path: &[String]) -> Result<Model, ModelFailure> {
    let id = select(ids, element, path)?;
    let shapes = shapes_of(ids, id)?;
    let (schema, notes) = schema::schema(ids, &shapes);
    Ok(Model { element: ids.id(Component::Element(id)), schema: schema.to_string(), notes })
}

/// Checks JSON data against an element declaration, chosen as for [`model`]. What decides are the datatypes and declarations of the
/// schema, not the JSON Schema: exact decimals, every facet, equality in the value space. `data` is JSON text. Where an object is due, a
/// string with an object in JSON stands for it, since language models send that.
pub fn validate_data(ids: &Ids<'_>, element: &str, path: &[String], data: &str) -> Result<Verdict, ModelFailure> {
    let id = select(ids, element, path)?;
    let shapes = shapes_of(ids, id)?;
    if let Some(object) = shapes.objects.iter().find(|object| !object.assertions.is_empty()) {
        let construct = format!("an assertion, which is decided on documents only: {}", object.assertions[0]);
        let unsupported = Unsupported::new(construct, Component::Element(object.element));
        return Err(refusal(ids, id, unsupported));
    }
    let data = match (&shapes.root.node, json(data)?) {
        (Node::Object(_), Json::String(text)) if text.trim_start().starts_with('{') => json(&text)?,
        (_, data) => data,
    };
    Ok(data::check(ids, &shapes, &data))
}

fn shapes_of(ids: &Ids<'_>, id: ElementId) -> Result<Shapes, ModelFailure> {
    shapes(ids, id, Projection::Json).map_err(|unsupported| refusal(ids, id, unsupported))
}

fn refusal(ids: &Ids<'_>, id: ElementId, unsupported: Unsupported) -> ModelFailure {
    with_way_out(ids, id, unsupported, |descendant| {
        let shapes = shapes(ids, descendant, Projection::Json).ok()?;
        let works = shapes.objects.iter().all(|object| object.assertions.is_empty());
        works.then_some(if shapes.objects.is_empty() { FormKind::Plain } else { FormKind::Members })
    })
}

fn json(text: &str) -> Result<Json, ModelFailure> {
    let refused =
        |error| ModelFailure::Argument { message: format!("`data` is not JSON {error}"), candidates: Vec::new() };
    crate::json::parse(text).map_err(refused)
}
