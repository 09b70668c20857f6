//! The shape of the grammar's table: what a row says of an element.

use super::vocabulary::DEFINITIONS;
use crate::issue::IssueCode;
use pyxsd_datatypes::XsdVersion;

/// An XSD element in a context. Elements that differ by context have a shape for each, such as a top-level and a local element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Schema,
    Include,
    Import,
    Redefine,
    Override,
    Annotation,
    Appinfo,
    Documentation,
    TopElement,
    LocalElement,
    /// An element of an `all` group.
    AllElement,
    TopAttribute,
    LocalAttribute,
    TopComplexType,
    LocalComplexType,
    SimpleContent,
    ComplexContent,
    SimpleContentRestriction,
    SimpleContentExtension,
    ComplexContentRestriction,
    ComplexContentExtension,
    TopSimpleType,
    LocalSimpleType,
    SimpleRestriction,
    List,
    Union,
    Facet,
    /// `pattern` and `enumeration`, which cannot be fixed.
    ListedFacet,
    Assertion,
    NamedGroup,
    GroupReference,
    /// A group reference of an `all` group.
    AllGroupReference,
    All,
    /// The `all` of a named group.
    NamedAll,
    ModelGroup,
    /// The `choice` or `sequence` of a named group.
    NamedModelGroup,
    Any,
    /// The `any` of an open content.
    OpenAny,
    AnyAttribute,
    NamedAttributeGroup,
    AttributeGroupReference,
    /// `unique` and `key`.
    Unique,
    Keyref,
    /// `selector` and `field`.
    Path,
    Notation,
    Alternative,
    OpenContent,
    DefaultOpenContent,
}

/// The lexical type of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Any string, URIs among them.
    Text,
    /// Any string with something in it.
    Filled,
    NcName,
    Id,
    QName,
    /// A list.
    QNames,
    /// Heads of substitution groups: one in 1.0, a list in 1.1.
    Heads,
    Boolean,
    /// `xs:nonNegativeInteger`.
    MinOccurs,
    /// The same, or `unbounded`.
    MaxOccurs,
    OneOf(&'static [&'static str]),
    /// `#all`, or a list of these.
    Set(&'static [&'static str]),
    /// `##any`, `##other`, or a list of URIs, `##targetNamespace` and `##local`.
    Namespaces,
    /// The list alone, with a member at least.
    NotNamespaces,
    /// A list of QNames and these.
    NotQNames(&'static [&'static str]),
    /// A URI, or one of three words.
    XPathDefaultNamespace,
}

/// An attribute that an element may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute {
    pub name: &'static str,
    pub kind: Kind,
    pub required: bool,
    pub since: XsdVersion,
    /// For a malformed value.
    pub code: IssueCode,
    /// Where a required one is absent.
    pub absent: IssueCode,
}

pub(super) const fn may(name: &'static str, kind: Kind) -> Attribute {
    let code = match kind {
        Kind::MinOccurs | Kind::MaxOccurs => IssueCode::InvalidOccurs,
        Kind::Namespaces | Kind::NotNamespaces | Kind::NotQNames(_) => IssueCode::WildcardInvalid,
        _ => IssueCode::DeclarationAttribute,
    };
    Attribute { name, kind, required: false, since: XsdVersion::V1_0, code, absent: code }
}

pub(super) const fn must(name: &'static str, kind: Kind, absent: IssueCode) -> Attribute {
    Attribute { required: true, absent, ..may(name, kind) }
}

pub(super) const fn later(name: &'static str, kind: Kind) -> Attribute {
    Attribute { since: XsdVersion::V1_1, ..may(name, kind) }
}

/// A child that an element may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub name: &'static str,
    pub shape: Shape,
    pub since: XsdVersion,
}

pub(super) const fn child(name: &'static str, shape: Shape) -> Child {
    Child { name, shape, since: XsdVersion::V1_0 }
}

pub(super) const fn later_child(name: &'static str, shape: Shape) -> Child {
    Child { name, shape, since: XsdVersion::V1_1 }
}

/// Alternatives at one place of a content model; a content model is a sequence of slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub children: &'static [Child],
    pub required: bool,
    pub repeats: bool,
    /// Excludes the slots after it.
    pub alone: bool,
    /// Elements of other namespaces are allowed too, in 1.1.
    pub foreign: bool,
    /// For a required slot that is empty.
    pub missing: IssueCode,
    /// For a child too many.
    pub repeated: IssueCode,
}

pub(super) const fn one(children: &'static [Child]) -> Slot {
    let missing = IssueCode::DeclarationChild;
    let repeated = IssueCode::DeclarationDuplicate;
    Slot { children, required: false, repeats: false, alone: false, foreign: false, missing, repeated }
}

pub(super) const fn many(children: &'static [Child]) -> Slot {
    Slot { repeats: true, ..one(children) }
}

pub(super) const fn needed(slot: Slot) -> Slot {
    Slot { required: true, ..slot }
}

/// What an element may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition {
    pub attributes: &'static [Attribute],
    pub slots: &'static [Slot],
    /// For an attribute that is not in the list.
    pub unexpected: IssueCode,
    /// For a declaration or definition that no slot can hold.
    pub misplaced: IssueCode,
    /// For any other child that no slot can hold.
    pub stranger: IssueCode,
    /// Any text and elements.
    pub open: bool,
}

pub(super) const fn of(attributes: &'static [Attribute], slots: &'static [Slot]) -> Definition {
    let (unexpected, child) = (IssueCode::DeclarationAttribute, IssueCode::DeclarationChild);
    Definition { attributes, slots, unexpected, misplaced: child, stranger: child, open: false }
}

/// The same for a part of a type or model group, which is no declaration itself.
pub(super) const fn part(attributes: &'static [Attribute], slots: &'static [Slot]) -> Definition {
    Definition { misplaced: IssueCode::MisplacedDeclaration, ..of(attributes, slots) }
}

impl Shape {
    /// What the element may have in this context.
    pub(super) fn definition(self) -> &'static Definition {
        &DEFINITIONS[self as usize].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_shape_has_its_own_row() {
        for (index, (shape, _)) in DEFINITIONS.iter().enumerate() {
            assert_eq!(*shape as usize, index, "{shape:?}");
        }
    }
}
