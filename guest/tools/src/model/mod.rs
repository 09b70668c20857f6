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

use crate::ids::Ids;
use pyxsd_schema::Component;

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
    let id = select::select(ids, element, path)?;
    let shapes = shape::shapes(ids, id).map_err(|unsupported| select::with_way_out(ids, id, unsupported))?;
    let (schema, notes) = schema::schema(ids, &shapes);
    Ok(Model { element: ids.id(Component::Element(id)), schema: schema.to_string(), notes })
}

/// Checks JSON data against an element declaration, chosen as for [`model`]. What decides are the datatypes and declarations of the
/// schema, not the JSON Schema: exact decimals, every facet, equality in the value space. `data` is JSON text.
pub fn validate_data(ids: &Ids<'_>, element: &str, path: &[String], data: &str) -> Result<Verdict, ModelFailure> {
    let id = select::select(ids, element, path)?;
    let shapes = shape::shapes(ids, id).map_err(|unsupported| select::with_way_out(ids, id, unsupported))?;
    if let Some(object) = shapes.objects.iter().find(|object| !object.assertions.is_empty()) {
        let construct = format!("an assertion, which is decided on documents only: {}", object.assertions[0]);
        let unsupported = shape::Unsupported::new(construct, Component::Element(object.element));
        return Err(select::with_way_out(ids, id, unsupported));
    }
    let data = crate::json::parse(data).map_err(|error| ModelFailure::Argument {
        message: format!("`data` is not JSON {error}"),
        candidates: Vec::new(),
    })?;
    Ok(data::check(ids, &shapes, &data))
}
