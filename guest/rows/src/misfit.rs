//! Places of a document that do not fit what was asked for.

use crate::value::Reader;
use pyxsd_document::{NodeId, View};
use pyxsd_schema::components::{DerivationSet, ElementId, TypeId};
use pyxsd_schema::{Component, Location, Schema, SchemaTypes, Step, derivation_ok};
use pyxsd_tools::Ids;
use pyxsd_xpath::{NodeKind, Tree, TypeRef, Types};

/// A place of the document that does not fit what was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// One line.
    pub message: String,
    /// The place.
    pub location: Location,
    /// What a document may have and rows may not.
    pub construct: Option<Construct>,
    /// Id of the declaration of the element; empty where it has none.
    pub at: String,
    /// Names of child elements that lead from the declaration of the rows to one that works all the same; empty where none is known.
    pub descendant: Vec<String>,
}

/// What a document may have and rows may not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Construct {
    /// Another type than that of the declaration.
    OtherType,
    /// A member of a substitution group in place of its head.
    Substitution,
    /// Rows that are not all in the same place.
    Routes,
    /// A row without declaration.
    Undeclared,
}

impl Construct {
    /// In words.
    pub fn text(self) -> &'static str {
        match self {
            Construct::OtherType => "another type than declared (xsi:type or a type alternative)",
            Construct::Substitution => "a member of a substitution group in place of its head",
            Construct::Routes => "rows that do not share one route",
            Construct::Undeclared => "a row that the schema does not declare",
        }
    }
}

impl Misfit {
    /// The same, as an instance of a construct.
    pub(crate) fn of(self, construct: Construct) -> Misfit {
        Misfit { construct: Some(construct), ..self }
    }
}

/// Why a row has no form.
#[derive(Debug)]
pub(crate) enum Mismatch {
    Misfit(Box<Misfit>),
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
    let message = format!("{name} {message}");
    let declared = view.document().declaration(node).filter(|_| view.kind(node) == NodeKind::Element);
    let at = declared.map_or_else(String::new, |id| Ids::new(schema).id(Component::Element(ElementId(id))));
    Misfit { message, location: Location { path, attribute }, construct: None, at, descendant: Vec::new() }
}

impl Reader<'_> {
    /// A node that its column has no place for.
    pub(crate) fn misfit(&self, node: NodeId, message: &str) -> Mismatch {
        Mismatch::Misfit(Box::new(place(self.schema, &self.view, node, message)))
    }

    /// The same, as an instance of a construct.
    pub(crate) fn misfit_of(&self, node: NodeId, message: &str, construct: Construct) -> Mismatch {
        Mismatch::Misfit(Box::new(place(self.schema, &self.view, node, message).of(construct)))
    }

    /// Refuses an element of another type than its declaration says.
    pub(crate) fn check_type(&self, node: NodeId) -> Result<(), Mismatch> {
        if self.declared_type(node).is_some_and(|declared| TypeRef(declared.0) == self.view.type_of(node)) {
            return Ok(());
        }
        Err(self.other_type(node))
    }

    /// Whether the type of an element extends that of its declaration: all that the declaration promises is there, and more. Refuses other types
    /// than declared that do not.
    pub(crate) fn is_extended(&self, node: NodeId) -> Result<bool, Mismatch> {
        let found = self.view.type_of(node);
        match self.declared_type(node) {
            Some(declared) if TypeRef(declared.0) == found => Ok(false),
            Some(declared) if self.extends(found, declared) => Ok(true),
            _ => Err(self.other_type(node)),
        }
    }

    fn declared_type(&self, node: NodeId) -> Option<TypeId> {
        let declaration = self.view.document().declaration(node).map(ElementId)?;
        self.schema.components.elements.get(declaration.index()).map(|found| found.type_id)
    }

    /// A restriction has declarations of its own for the same names.
    fn extends(&self, found: TypeRef, declared: TypeId) -> bool {
        let components = &self.schema.components;
        let is_known = (found.0 as usize) < components.types.len();
        is_known && derivation_ok(components, TypeId(found.0), declared, DerivationSet::RESTRICTION)
    }

    fn other_type(&self, node: NodeId) -> Mismatch {
        let types = SchemaTypes { components: &self.schema.components, names: &self.schema.names };
        let type_name = types.type_name(self.view.type_of(node));
        let message =
            format!("is of the type {type_name}, not of that of its declaration (xsi:type or a type alternative)");
        self.misfit_of(node, &message, Construct::OtherType)
    }
}
