//! Type definitions (part 1, 3.4 and 3.16).

use super::{AttributeGroupId, AttributeId, AttributeUses, ElementId, GroupId, Particle, TypeId, WildcardId};
use crate::automaton::ContentModel;
use crate::conditions::Assertions;
use crate::issue::Place;
use pyxsd_datatypes::SimpleType;
use pyxsd_xml::Symbol;
use std::sync::Arc;

/// A set of `extension`, `restriction`, `substitution`, `list`, `union`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DerivationSet(pub u8);

impl DerivationSet {
    /// `extension`.
    pub const EXTENSION: DerivationSet = DerivationSet(1);
    /// `restriction`.
    pub const RESTRICTION: DerivationSet = DerivationSet(2);
    /// `substitution`.
    pub const SUBSTITUTION: DerivationSet = DerivationSet(4);
    /// `list`.
    pub const LIST: DerivationSet = DerivationSet(8);
    /// `union`.
    pub const UNION: DerivationSet = DerivationSet(16);

    /// Whether the sets share a member.
    pub fn intersects(self, other: DerivationSet) -> bool {
        self.0 & other.0 != 0
    }
    /// Both sets together.
    pub fn with(self, other: DerivationSet) -> DerivationSet {
        DerivationSet(self.0 | other.0)
    }
}

/// How a type is derived from its base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Derivation {
    /// By restriction.
    Restriction,
    /// By extension.
    Extension,
    /// A list of items.
    List,
    /// A union of members.
    Union,
}

impl Derivation {
    /// As a one-member set.
    pub fn as_set(self) -> DerivationSet {
        match self {
            Derivation::Restriction => DerivationSet::RESTRICTION,
            Derivation::Extension => DerivationSet::EXTENSION,
            Derivation::List => DerivationSet::LIST,
            Derivation::Union => DerivationSet::UNION,
        }
    }
}

/// Where a component stands: globally, or inside another one (for component ids and issues).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// Top level of a schema document, or built in.
    Global,
    /// Local to a type.
    Type(TypeId),
    /// Local to an element (its anonymous type, its identity constraints).
    Element(ElementId),
    /// Local to an attribute (its anonymous type).
    Attribute(AttributeId),
    /// Local to a named group.
    Group(GroupId),
    /// Local to a named attribute group.
    AttributeGroup(AttributeGroupId),
}

/// A simple or complex type definition.
#[derive(Debug)]
pub struct TypeDefinition {
    /// Expanded name; `None` for an anonymous type.
    pub name: Option<Symbol>,
    /// Where it is defined.
    pub owner: Owner,
    /// `{base type definition}`; `anyType` is its own base.
    pub base: TypeId,
    /// `{derivation method}`, for simple types by their variety.
    pub derivation: Derivation,
    /// `{final}`.
    pub final_: DerivationSet,
    /// The defining element in the schema document; `None` for built-in types.
    pub place: Option<Place>,
    /// What kind of type.
    pub detail: TypeDetail,
}

impl TypeDefinition {
    /// `{prohibited substitutions}`; a simple type has none.
    pub fn block(&self) -> DerivationSet {
        match &self.detail {
            TypeDetail::Complex(complex) => complex.block,
            TypeDetail::Simple(_) => DerivationSet::default(),
        }
    }
}

/// Simple or complex.
#[derive(Debug)]
pub enum TypeDetail {
    /// A simple type.
    Simple(SimpleDetail),
    /// A complex type.
    Complex(Box<ComplexType>),
}

/// A simple type beside its [`SimpleType`].
#[derive(Debug)]
pub struct SimpleDetail {
    /// The datatype. Its `tag` is the index of this type.
    pub datatype: Arc<SimpleType>,
    /// `{item type definition}` of a list.
    pub item: Option<TypeId>,
    /// `{member type definitions}` of a union, as written.
    pub members: Vec<TypeId>,
}

/// A complex type.
#[derive(Debug)]
pub struct ComplexType {
    /// `{abstract}`.
    pub is_abstract: bool,
    /// `{prohibited substitutions}`.
    pub block: DerivationSet,
    /// `{content type}`.
    pub content: Content,
    /// `{attribute uses}` and `{attribute wildcard}`.
    pub attributes: AttributeUses,
    /// `{assertions}` (1.1), those of the base first.
    pub assertions: Option<Arc<Assertions>>,
}

/// `{content type}` of a complex type.
#[derive(Debug)]
// Nearly every type of a schema has elements: a box would cost an indirection in the hot path and save little.
#[allow(clippy::large_enum_variant)]
pub enum Content {
    /// No element, no character.
    Empty,
    /// Text of a simple type.
    Simple {
        /// The simple type definition.
        type_id: TypeId,
        /// Its datatype.
        datatype: Arc<SimpleType>,
    },
    /// Elements, and text where `mixed`.
    Elements {
        /// Whether text may stand between the elements.
        mixed: bool,
        /// `{particle}`.
        particle: Particle,
        /// `{open content}` (1.1).
        open: Option<OpenContent>,
        /// The particle and open content, compiled.
        model: ContentModel,
    },
}

/// `{open content}` (1.1).
#[derive(Clone, Debug)]
pub struct OpenContent {
    /// Whether the wildcard may match anywhere (`interleave`) or only at the end (`suffix`).
    pub interleave: bool,
    /// The wildcard.
    pub wildcard: WildcardId,
}
