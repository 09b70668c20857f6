//! The compiled schema: components in arenas, named by typed indexes (part 1, section 3).

use crate::automaton::ContentModel;
use crate::conditions::{Assertions, Clock, TypeTable};
use crate::issue::Place;
use hashbrown::HashMap;
use pyxsd_datatypes::{Builtin, SimpleType, Value, XsdVersion};
use pyxsd_xml::{Names, NamespaceId, Symbol};
use std::sync::Arc;

macro_rules! ids {
    ($($(#[doc = $doc:literal])+ $name:ident;)+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub u32);
        impl $name {
            /// Position in its arena.
            pub fn index(self) -> usize { self.0 as usize }
        }
    )+};
}

ids! {
    /// A type definition in [`Components::types`].
    TypeId;
    /// An element declaration in [`Components::elements`].
    ElementId;
    /// An attribute declaration in [`Components::attributes`].
    AttributeId;
    /// A wildcard in [`Components::wildcards`].
    WildcardId;
    /// A named model group in [`Components::groups`].
    GroupId;
    /// A named attribute group in [`Components::attribute_groups`].
    AttributeGroupId;
    /// An identity constraint in [`Components::identity_constraints`].
    IdentityId;
    /// A notation in [`Components::notations`].
    NotationId;
    /// A schema document in [`Components::documents`].
    DocumentId;
}

impl TypeId {
    /// `xs:anyType`. The built-in simple types come before it, numbered as [`Builtin::ALL`].
    pub const ANY_TYPE: TypeId = TypeId(Builtin::Error as u32 + 1);

    /// A built-in simple type.
    pub fn builtin(builtin: Builtin) -> TypeId {
        TypeId(builtin as u32)
    }
}

/// How names of an instance are matched with names of declarations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NameMatching {
    /// By expanded name.
    #[default]
    Strict,
    /// By local name only.
    Legacy,
}

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

/// `minOccurs` and `maxOccurs`; numbers beyond `u64` are treated as its maximum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurs {
    /// `{min occurs}`.
    pub min: u64,
    /// `{max occurs}`; `None` is unbounded.
    pub max: Option<u64>,
}

impl Occurs {
    /// Exactly once.
    pub const ONCE: Occurs = Occurs { min: 1, max: Some(1) };
}

/// A particle of a content model.
#[derive(Clone, Debug)]
pub struct Particle {
    /// How often.
    pub occurs: Occurs,
    /// What.
    pub term: Term,
    /// The element of the schema document; `None` for built-in and synthesised particles.
    pub place: Option<Place>,
}

impl Particle {
    /// Whether it may match nothing (part 1, 3.9.6.3). Recursive: the nesting of particles is bounded when they are read.
    pub fn is_emptiable(&self) -> bool {
        if self.occurs.min == 0 {
            return true;
        }
        let Term::Group(group) = &self.term else { return false };
        match group.compositor {
            Compositor::Choice => group.particles.iter().any(Particle::is_emptiable),
            Compositor::Sequence | Compositor::All => group.particles.iter().all(Particle::is_emptiable),
        }
    }
}

/// `{term}` of a particle.
#[derive(Clone, Debug)]
pub enum Term {
    /// An element declaration.
    Element(ElementId),
    /// A wildcard.
    Wildcard(WildcardId),
    /// A model group.
    Group(Arc<ModelGroup>),
}

/// A model group.
#[derive(Clone, Debug)]
pub struct ModelGroup {
    /// How its particles are combined.
    pub compositor: Compositor,
    /// `{particles}`.
    pub particles: Vec<Particle>,
    /// The named group that it comes from, for messages and inspection.
    pub named: Option<GroupId>,
}

/// `{compositor}` of a model group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Compositor {
    Sequence,
    Choice,
    All,
}

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

/// `{namespace constraint}`, without `notQName`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NamespaceConstraint {
    /// Any namespace and none.
    Any,
    /// Any but these, sorted; [`NamespaceId::NONE`] stands for no namespace.
    Not(Vec<NamespaceId>),
    /// Only these, sorted.
    Only(Vec<NamespaceId>),
}

/// `{process contents}`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum ProcessContents {
    Strict,
    Lax,
    Skip,
}

/// A wildcard.
#[derive(Clone, Debug)]
pub struct Wildcard {
    /// Namespaces admitted.
    pub namespaces: NamespaceConstraint,
    /// Names excluded (`notQName`, 1.1), sorted.
    pub not_names: Vec<Symbol>,
    /// `##defined` (1.1): names of global declarations are excluded.
    pub not_defined: bool,
    /// `##definedSibling` (1.1): names in the same content model are excluded.
    pub not_defined_siblings: bool,
    /// How what matches is assessed.
    pub process: ProcessContents,
    /// Where it stands in its schema document.
    pub place: Option<Place>,
}

impl Wildcard {
    /// Whether a namespace is admitted; names excluded one by one are not looked at.
    pub fn admits_namespace(&self, namespace: NamespaceId) -> bool {
        match &self.namespaces {
            NamespaceConstraint::Any => true,
            NamespaceConstraint::Not(list) => !list.contains(&namespace),
            NamespaceConstraint::Only(list) => list.contains(&namespace),
        }
    }
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
    /// Where it stands in its schema document.
    pub place: Option<Place>,
}

/// `{identity-constraint category}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum IdentityKind {
    Key,
    Unique,
    Keyref,
}

/// An identity constraint.
#[derive(Debug)]
pub struct IdentityConstraint {
    /// Expanded name.
    pub name: Symbol,
    /// Category.
    pub kind: IdentityKind,
    /// `{referenced key}` of a keyref.
    pub refer: Option<IdentityId>,
    /// Alternatives of the selector.
    pub selector: Vec<IdentityPath>,
    /// Fields, each with its alternatives.
    pub fields: Vec<Vec<IdentityPath>>,
    /// Where it stands in its schema document.
    pub place: Option<Place>,
}

/// One alternative of a selector or field (part 1, 3.11.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdentityPath {
    /// Whether it starts with `.//`.
    pub descendant: bool,
    /// Child steps; `.` gives none.
    pub steps: Vec<NameTest>,
    /// A final attribute step (fields only).
    pub attribute: Option<NameTest>,
}

/// A name test; symbols are matching keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameTest {
    /// `*`.
    Any,
    /// `p:*`.
    Namespace(NamespaceId),
    /// A name.
    Name(Symbol),
}

/// A schema document that took part.
#[derive(Debug)]
pub struct SchemaDocument {
    /// Path, as the resolver knows it.
    pub path: Arc<str>,
    /// Target namespace.
    pub namespace: NamespaceId,
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
