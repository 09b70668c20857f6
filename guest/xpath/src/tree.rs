//! The nodes that an expression is evaluated over (XDM 1.0).

use crate::{Atomic, TypeRef};
use pyxsd_xml::{NamespaceId, Symbol};
use std::fmt::Debug;
use std::hash::Hash;

/// Kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum NodeKind {
    Document,
    Element,
    Attribute,
    Text,
    Comment,
    ProcessingInstruction,
    Namespace,
}

/// One or several documents. Navigation is constant in time where not said otherwise.
pub trait Tree {
    /// A handle of a node. Its order is document order: an element before its namespace nodes, these before its attributes, these before
    /// its children; documents in the order in which they were built.
    type Node: Copy + Ord + Hash + Debug;

    /// Kind of the node.
    fn kind(&self, node: Self::Node) -> NodeKind;
    /// Expanded name of an element or attribute; of a processing instruction its target and of a namespace node its prefix, in no
    /// namespace. `None` for the other kinds and for the default namespace.
    fn name(&self, node: Self::Node) -> Option<Symbol>;
    /// The prefix that the name of an element or attribute was written with; empty for none.
    fn prefix(&self, node: Self::Node) -> &str;
    /// The symbol of an expanded name, if any node may have it.
    fn find_name(&self, namespace: &str, local: &str) -> Option<Symbol>;
    /// The number of a namespace name, if any node may have it.
    fn find_namespace(&self, namespace: &str) -> Option<NamespaceId>;
    /// Namespace of a name.
    fn namespace_of(&self, name: Symbol) -> NamespaceId;
    /// Namespace name; empty for none.
    fn namespace_uri(&self, namespace: NamespaceId) -> &str;
    /// Local part of a name.
    fn local(&self, name: Symbol) -> &str;

    /// The parent; of an attribute or namespace node its element.
    fn parent(&self, node: Self::Node) -> Option<Self::Node>;
    /// First child.
    fn first_child(&self, node: Self::Node) -> Option<Self::Node>;
    /// Last child.
    fn last_child(&self, node: Self::Node) -> Option<Self::Node>;
    /// Next sibling; `None` for attributes and namespace nodes.
    fn next_sibling(&self, node: Self::Node) -> Option<Self::Node>;
    /// Previous sibling; `None` for attributes and namespace nodes.
    fn previous_sibling(&self, node: Self::Node) -> Option<Self::Node>;
    /// The next node in document order that is neither attribute nor namespace node: first child, else what follows; whatever the depth.
    /// `None` at the end of the document.
    fn next_in_document(&self, node: Self::Node) -> Option<Self::Node>;
    /// First attribute of an element.
    fn first_attribute(&self, node: Self::Node) -> Option<Self::Node>;
    /// The attribute after this one.
    fn next_attribute(&self, node: Self::Node) -> Option<Self::Node>;
    /// In-scope namespace bindings of an element as prefix and namespace name, `xml` among them, sorted by prefix. Linear in the depth.
    fn namespaces(&self, node: Self::Node) -> Vec<(String, String)>;
    /// The namespace nodes of an element, sorted by prefix; of one and the same binding always the same node.
    fn namespace_nodes(&self, node: Self::Node) -> Vec<Self::Node>;

    /// Appends the string value. Linear in its length and the nodes that give it.
    fn string_value(&self, node: Self::Node, out: &mut String);
    /// Type annotation of an element ([`TypeRef::UNTYPED`] without schema) or attribute; [`TypeRef::UNTYPED_ATOMIC`] for text and document nodes.
    fn type_of(&self, node: Self::Node) -> TypeRef;
    /// Appends the typed value: one item for an atomic type, any number for a list, the member that matched for a union; nothing where nilled.
    /// Whether the node has one: an element with element-only content has not (`FOTY0012`).
    fn typed_value(&self, node: Self::Node, out: &mut Vec<Atomic>) -> bool;
    /// Whether an element is nilled.
    fn is_nilled(&self, node: Self::Node) -> bool;
    /// Whether the typed value of the node is an `xs:ID`.
    fn is_id(&self, node: Self::Node) -> bool;
    /// Whether the typed value of the node has an `xs:IDREF`.
    fn is_idref(&self, node: Self::Node) -> bool;
    /// Base URI, `xml:base` taken into account, where it is known.
    fn base_uri(&self, node: Self::Node) -> Option<String>;
    /// URI of a document node, where it is known.
    fn document_uri(&self, node: Self::Node) -> Option<String>;
}
