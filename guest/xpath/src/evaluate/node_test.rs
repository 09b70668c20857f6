//! Node tests and sequence types against items (XPath 2.0, 2.5.4 and 3.2.1.2).

use super::Evaluation;
use crate::ast::{Axis, ExpandedName, ItemType, KindTest, NameTest, NodeTest, Occurrence, SequenceType};
use crate::types::derives_from;
use crate::{Item, NodeKind, Tree, TypeRef, Types};
use pyxsd_xml::{NamespaceId, Symbol};

/// A node test whose names are bound to the symbols of a tree.
#[derive(Clone, Copy)]
pub(super) enum Resolved<'e> {
    /// No node of the tree.
    Nothing,
    Anything,
    Kind(NodeKind),
    Name(NodeKind, Symbol),
    Namespace(NodeKind, NamespaceId),
    Local(NodeKind, &'e str),
    Typed(&'e KindTest, &'e dyn Types),
}

impl<'e> Resolved<'e> {
    pub fn new<T: Tree>(tree: &T, types: &'e dyn Types, axis: Axis, test: &'e NodeTest) -> Self {
        let principal = match axis {
            Axis::Attribute => NodeKind::Attribute,
            Axis::Namespace => NodeKind::Namespace,
            _ => NodeKind::Element,
        };
        match test {
            NodeTest::Name(NameTest::Any) => Self::Kind(principal),
            NodeTest::Name(NameTest::Namespace(uri)) => {
                tree.find_namespace(uri).map_or(Self::Nothing, |namespace| Self::Namespace(principal, namespace))
            }
            NodeTest::Name(NameTest::Local(local)) => Self::Local(principal, local),
            NodeTest::Name(NameTest::Name(name)) => Self::named(tree, principal, name),
            NodeTest::Kind(kind) => Self::of_kind(tree, types, kind),
        }
    }

    fn of_kind<T: Tree>(tree: &T, types: &'e dyn Types, test: &'e KindTest) -> Self {
        match test {
            KindTest::Node => Self::Anything,
            KindTest::Text => Self::Kind(NodeKind::Text),
            KindTest::Comment => Self::Kind(NodeKind::Comment),
            KindTest::ProcessingInstruction(None) => Self::Kind(NodeKind::ProcessingInstruction),
            KindTest::ProcessingInstruction(Some(target)) => Self::Local(NodeKind::ProcessingInstruction, target),
            KindTest::Document(None) => Self::Kind(NodeKind::Document),
            KindTest::Element { name, type_ref: None, .. } => Self::optionally_named(tree, NodeKind::Element, name),
            KindTest::Attribute { name, type_ref: None } => Self::optionally_named(tree, NodeKind::Attribute, name),
            _ => Self::Typed(test, types),
        }
    }

    fn optionally_named<T: Tree>(tree: &T, kind: NodeKind, name: &Option<ExpandedName>) -> Self {
        name.as_ref().map_or(Self::Kind(kind), |name| Self::named(tree, kind, name))
    }

    fn named<T: Tree>(tree: &T, kind: NodeKind, name: &ExpandedName) -> Self {
        tree.find_name(&name.namespace, &name.local).map_or(Self::Nothing, |name| Self::Name(kind, name))
    }

    #[inline]
    pub fn accepts<T: Tree>(&self, tree: &T, node: T::Node) -> bool {
        match self {
            Self::Name(kind, name) => tree.kind(node) == *kind && tree.name(node) == Some(*name),
            Self::Kind(kind) => tree.kind(node) == *kind,
            Self::Anything => true,
            Self::Nothing => false,
            Self::Namespace(kind, namespace) => {
                tree.kind(node) == *kind && tree.name(node).is_some_and(|name| tree.namespace_of(name) == *namespace)
            }
            Self::Local(kind, local) => {
                tree.kind(node) == *kind && tree.name(node).is_some_and(|name| tree.local(name) == *local)
            }
            Self::Typed(test, types) => accepts_kind(tree, *types, test, node),
        }
    }
}

/// Whether a node passes a kind test.
fn accepts_kind<T: Tree>(tree: &T, types: &dyn Types, test: &KindTest, node: T::Node) -> bool {
    match test {
        KindTest::Document(Some(content)) => {
            tree.kind(node) == NodeKind::Document
                && only_element(tree, node).is_some_and(|element| accepts_element(tree, types, content, element))
        }
        KindTest::Element { .. } | KindTest::SchemaElement(_) => accepts_element(tree, types, test, node),
        KindTest::Attribute { name, type_ref } => {
            tree.kind(node) == NodeKind::Attribute
                && has_name(tree, node, name)
                && type_ref.is_none_or(|type_ref| derives_from(types, tree.type_of(node), type_ref))
        }
        KindTest::SchemaAttribute(declaration) => {
            tree.kind(node) == NodeKind::Attribute
                && tree.name(node).is_some_and(|name| types.attribute_matches(*declaration, name, tree.type_of(node)))
        }
        _ => Resolved::of_kind(tree, types, test).accepts(tree, node),
    }
}

fn accepts_element<T: Tree>(tree: &T, types: &dyn Types, test: &KindTest, node: T::Node) -> bool {
    if tree.kind(node) != NodeKind::Element {
        return false;
    }
    match test {
        KindTest::Element { name, type_ref, nillable } => {
            let typed = |type_ref: TypeRef| {
                derives_from(types, tree.type_of(node), type_ref) && (*nillable || !tree.is_nilled(node))
            };
            has_name(tree, node, name) && type_ref.is_none_or(typed)
        }
        KindTest::SchemaElement(declaration) => tree
            .name(node)
            .is_some_and(|name| types.element_matches(*declaration, name, tree.type_of(node), tree.is_nilled(node))),
        _ => false,
    }
}

fn has_name<T: Tree>(tree: &T, node: T::Node, name: &Option<ExpandedName>) -> bool {
    let Some(wanted) = name else {
        return true;
    };
    tree.name(node).is_some_and(|name| {
        tree.local(name) == wanted.local && tree.namespace_uri(tree.namespace_of(name)) == wanted.namespace
    })
}

/// The element child of a document that has exactly one and no text.
fn only_element<T: Tree>(tree: &T, document: T::Node) -> Option<T::Node> {
    let mut found = None;
    let mut child = tree.first_child(document);
    while let Some(node) = child {
        match tree.kind(node) {
            NodeKind::Element if found.is_none() => found = Some(node),
            NodeKind::Element | NodeKind::Text => return None,
            _ => {}
        }
        child = tree.next_sibling(node);
    }
    found
}

impl<T: Tree> Evaluation<'_, T> {
    /// Whether one item has an item type.
    pub(super) fn is_of_type(&self, item: &Item<T::Node>, item_type: &ItemType) -> bool {
        match (item_type, item) {
            (ItemType::Item, _) => true,
            (ItemType::Kind(test), Item::Node(node)) => accepts_kind(self.tree, self.types, test, *node),
            (ItemType::Atomic(type_ref), Item::Atomic(atomic)) => derives_from(self.types, atomic.type_ref, *type_ref),
            _ => false,
        }
    }
}

/// The least and greatest number of items of a sequence type.
pub(super) fn occurrence(sequence_type: &SequenceType) -> (u64, u64) {
    match sequence_type {
        SequenceType::Empty => (0, 0),
        SequenceType::Of(_, Occurrence::One) => (1, 1),
        SequenceType::Of(_, Occurrence::Optional) => (0, 1),
        SequenceType::Of(_, Occurrence::Any) => (0, u64::MAX),
        SequenceType::Of(_, Occurrence::OneOrMore) => (1, u64::MAX),
    }
}
