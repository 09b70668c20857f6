//! Places of a document that do not fit what was asked for.

use crate::value::Reader;
use pyxsd_document::{NodeId, View};
use pyxsd_schema::components::ElementId;
use pyxsd_schema::{Location, Schema, SchemaTypes, Step};
use pyxsd_xpath::{Tree, TypeRef, Types};

/// A place of the document that does not fit what was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// One line.
    pub message: String,
    /// The place.
    pub location: Location,
}

/// Why a row has no form.
#[derive(Debug)]
pub(crate) enum Mismatch {
    Misfit(Misfit),
    Large(LargeRow),
}

/// A row of too many bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LargeRow {
    pub bytes: u64,
    pub maximum: u64,
}

/// What is wrong with a node; `message` goes on from its name.
pub(crate) fn place(schema: &Schema, view: &View<'_>, node: NodeId, message: &str) -> Misfit {
    let names = &schema.names;
    let placement = view.document().placement(node);
    let shown = |name| names.display(name).to_string();
    let path: Vec<Step> =
        placement.path.iter().map(|step| Step { name: shown(step.name), index: step.index }).collect();
    let attribute = placement.attribute.map(shown);
    let name = match (&attribute, path.last()) {
        (Some(attribute), _) => format!("@{attribute}"),
        (None, Some(step)) => step.name.clone(),
        (None, None) => "the document".to_owned(),
    };
    Misfit { message: format!("{name} {message}"), location: Location { path, attribute } }
}

impl Reader<'_> {
    /// A node that its column has no place for.
    pub(crate) fn misfit(&self, node: NodeId, message: &str) -> Mismatch {
        Mismatch::Misfit(place(self.schema, &self.view, node, message))
    }

    /// Refuses an element of another type than its declaration says.
    pub(crate) fn check_type(&self, node: NodeId) -> Result<(), Mismatch> {
        let declaration = self.view.document().declaration(node).map(ElementId);
        let components = &self.schema.components;
        let declared = declaration.and_then(|id| components.elements.get(id.index())).map(|found| found.type_id);
        let found = self.view.type_of(node);
        if declared.is_some_and(|declared| TypeRef(declared.0) == found) {
            return Ok(());
        }
        let types = SchemaTypes { components, names: &self.schema.names };
        let type_name = types.type_name(found);
        let message =
            format!("is of the type {type_name}, not of that of its declaration (xsi:type or a type alternative)");
        Err(self.misfit(node, &message))
    }
}
