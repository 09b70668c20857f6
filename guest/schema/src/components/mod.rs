//! The compiled schema: components in arenas, named by typed indexes (part 1, section 3).

mod declarations;
mod identity;
mod ids;
mod local;
mod particles;
mod types;
mod wildcards;

pub use declarations::*;
pub use identity::*;
pub use ids::*;
pub use particles::*;
pub use types::*;
pub use wildcards::*;

use crate::conditions::Clock;
use hashbrown::HashMap;
use pyxsd_datatypes::XsdVersion;
use pyxsd_xml::{Names, NamespaceId, Symbol};
use std::sync::Arc;

/// How names of an instance are matched with names of declarations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NameMatching {
    /// By expanded name.
    #[default]
    Strict,
    /// By local name only.
    Legacy,
}

/// A schema document that took part.
#[derive(Debug)]
pub struct SchemaDocument {
    /// Path, as the resolver knows it.
    pub path: Arc<str>,
    /// Target namespace.
    pub namespace: NamespaceId,
    /// The prefixes that its root element declares, for namespaces that have names in the schema; in the order of the document.
    pub prefixes: Vec<(Arc<str>, NamespaceId)>,
}

/// Every component of a schema.
#[derive(Debug, Default)]
pub struct Components {
    /// The version compiled for.
    pub version: XsdVersion,
    /// How names are matched.
    pub matching: NameMatching,
    /// Documents, in the order of reading; the entries come first. A document included as a chameleon for several namespaces stands once a namespace.
    pub documents: Vec<SchemaDocument>,
    /// Type definitions: the built-in simple types as [`Builtin::ALL`], `anyType`, then those of the documents.
    pub types: Vec<TypeDefinition>,
    /// Element declarations, global and local.
    pub elements: Vec<ElementDeclaration>,
    /// Attribute declarations, global and local.
    pub attributes: Vec<AttributeDeclaration>,
    /// Wildcards.
    pub wildcards: Vec<Wildcard>,
    /// Named model groups.
    pub groups: Vec<GroupDefinition>,
    /// Named attribute groups.
    pub attribute_groups: Vec<AttributeGroupDefinition>,
    /// Identity constraints.
    pub identity_constraints: Vec<IdentityConstraint>,
    /// Notations.
    pub notations: Vec<NotationDeclaration>,
    /// Named model groups that a redefinition defines without reference to themselves, each with the one that it redefines and must restrict
    /// (src-redefine.6.2).
    pub redefined_groups: Vec<(GroupId, GroupId)>,
    /// The same for attribute groups (src-redefine.7.2).
    pub redefined_attribute_groups: Vec<(AttributeGroupId, AttributeGroupId)>,
    /// Global elements by matching key. Never iterated: [`Components::elements`] has the order.
    pub element_by_key: HashMap<Symbol, ElementId>,
    /// Global attributes by matching key.
    pub attribute_by_key: HashMap<Symbol, AttributeId>,
    /// Global types by matching key, the built-in ones included.
    pub type_by_key: HashMap<Symbol, TypeId>,
    /// Notations by name.
    pub notation_by_key: HashMap<Symbol, NotationId>,
    /// Whether some element declaration has a type table.
    pub has_type_tables: bool,
    /// The time in assertions and type alternatives.
    pub clock: Arc<Clock>,
    /// What the schema documents say about their components.
    pub documentation: crate::Documentation,
}

impl Components {
    /// The matching key of a name of an instance.
    pub fn key(&self, names: &mut Names, name: Symbol) -> Symbol {
        match self.matching {
            NameMatching::Strict => name,
            NameMatching::Legacy => names.without_namespace(name),
        }
    }
    /// A type definition.
    pub fn type_(&self, id: TypeId) -> &TypeDefinition {
        &self.types[id.index()]
    }
    /// A type as a complex one.
    pub fn complex(&self, id: TypeId) -> Option<&ComplexType> {
        match &self.type_(id).detail {
            TypeDetail::Complex(complex) => Some(complex),
            TypeDetail::Simple(_) => None,
        }
    }
    /// The particle of a complex type with element content.
    pub fn particle(&self, id: TypeId) -> Option<&Particle> {
        match &self.complex(id)?.content {
            Content::Elements { particle, .. } => Some(particle),
            Content::Empty | Content::Simple { .. } => None,
        }
    }
    /// An element declaration.
    pub fn element(&self, id: ElementId) -> &ElementDeclaration {
        &self.elements[id.index()]
    }
    /// An attribute declaration.
    pub fn attribute(&self, id: AttributeId) -> &AttributeDeclaration {
        &self.attributes[id.index()]
    }
    /// A wildcard.
    pub fn wildcard(&self, id: WildcardId) -> &Wildcard {
        &self.wildcards[id.index()]
    }
    /// An identity constraint.
    pub fn identity(&self, id: IdentityId) -> &IdentityConstraint {
        &self.identity_constraints[id.index()]
    }
}
