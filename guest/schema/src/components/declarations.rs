//! Declarations of elements and attributes, and named groups (part 1, 3.2, 3.3, 3.5 to 3.7, 3.14).

use super::{
    AttributeGroupId, AttributeId, DerivationSet, ElementId, IdentityId, ModelGroup, Owner, TypeId, WildcardId,
};
use crate::conditions::TypeTable;
use crate::issue::Place;
use pyxsd_datatypes::{SimpleType, Value};
use pyxsd_xml::Symbol;
use std::sync::Arc;

/// A default or fixed value.
#[derive(Clone, Debug)]
pub struct ValueConstraint {
    /// Fixed, or only a default.
    pub fixed: bool,
    /// The lexical form as written.
    pub lexical: Arc<str>,
    /// The actual value under the declared type; `None` where the type has no simple content or the form is invalid.
    pub value: Option<Value>,
}

/// An element declaration.
#[derive(Debug)]
pub struct ElementDeclaration {
    /// Expanded name.
    pub name: Symbol,
    /// The name that instances are matched with: `name`, or in legacy matching its local part in no namespace.
    pub key: Symbol,
    /// Where it is declared.
    pub owner: Owner,
    /// `{type definition}`.
    pub type_id: TypeId,
    /// `{type table}` (1.1).
    pub type_table: Option<Box<TypeTable>>,
    /// `{nillable}`.
    pub nillable: bool,
    /// `{abstract}`.
    pub is_abstract: bool,
    /// `{value constraint}`.
    pub value: Option<ValueConstraint>,
    /// `{disallowed substitutions}`.
    pub block: DerivationSet,
    /// `{substitution group exclusions}`.
    pub final_: DerivationSet,
    /// `{substitution group affiliations}`.
    pub substitution_heads: Vec<ElementId>,
    /// Every element that may stand for this one by its substitution group (transitively, blocked ones left out, itself not
    /// among them), sorted by id. Only for global declarations.
    pub substitutes: Vec<ElementId>,
    /// `{identity-constraint definitions}`.
    pub identity_constraints: Vec<IdentityId>,
    /// Where it stands in its schema document.
    pub place: Option<Place>,
}

/// An attribute declaration.
#[derive(Debug)]
pub struct AttributeDeclaration {
    /// Expanded name.
    pub name: Symbol,
    /// The name that instances are matched with.
    pub key: Symbol,
    /// Where it is declared.
    pub owner: Owner,
    /// `{type definition}`, a simple type.
    pub type_id: TypeId,
    /// Its datatype.
    pub datatype: Arc<SimpleType>,
    /// `{value constraint}` of the declaration.
    pub value: Option<ValueConstraint>,
    /// `{inheritable}` (1.1).
    pub inheritable: bool,
    /// Where it stands in its schema document.
    pub place: Option<Place>,
}

/// An attribute use.
#[derive(Clone, Debug)]
pub struct AttributeUse {
    /// The declaration.
    pub attribute: AttributeId,
    /// The matching key of the declaration.
    pub key: Symbol,
    /// `{required}`.
    pub required: bool,
    /// The value constraint in force: that of the use, else that of the declaration.
    pub value: Option<ValueConstraint>,
    /// `{inheritable}` (1.1): that of the use, else that of the declaration.
    pub inheritable: bool,
    /// Where it stands in its schema document.
    pub place: Option<Place>,
}

/// Attribute uses and wildcard of a type or attribute group.
#[derive(Clone, Debug, Default)]
pub struct AttributeUses {
    /// In order of declaration, inherited ones first.
    pub uses: Vec<AttributeUse>,
    /// Keys of attributes with `use="prohibited"` in this restriction, for messages.
    pub prohibited: Vec<Symbol>,
    /// `{attribute wildcard}`, the complete one.
    pub wildcard: Option<WildcardId>,
    /// Attribute groups referred to here, not those of the base, for inspection.
    pub groups: Vec<AttributeGroupId>,
}

/// A named model group definition.
#[derive(Debug)]
pub struct GroupDefinition {
    /// Expanded name.
    pub name: Symbol,
    /// `{model group}`.
    pub group: Arc<ModelGroup>,
    /// Where it stands in its schema document.
    pub place: Option<Place>,
}

/// A named attribute group definition.
#[derive(Debug)]
pub struct AttributeGroupDefinition {
    /// Expanded name.
    pub name: Symbol,
    /// Its uses and wildcard, references resolved.
    pub attributes: AttributeUses,
    /// Where it stands in its schema document.
    pub place: Option<Place>,
}

/// A notation declaration.
#[derive(Debug)]
pub struct NotationDeclaration {
    /// Expanded name.
    pub name: Symbol,
    /// `{public identifier}`, as written.
    pub public: Option<Arc<str>>,
    /// `{system identifier}`, as written.
    pub system: Option<Arc<str>>,
    /// Where it stands in its schema document.
    pub place: Option<Place>,
}
