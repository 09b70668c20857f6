//! [`Tree`] over an arena.

use crate::document::{NONE, Record};
use crate::{Document, NodeFlags, NodeId};
use pyxsd_datatypes::{Builtin, Value};
use pyxsd_xml::{Names, NamespaceId, Symbol};
use pyxsd_xpath::{Atomic, NodeKind, Tree, TypeRef, Types};

/// An arena with the names and types that its numbers stand for.
#[derive(Clone, Copy)]
pub struct View<'d> {
    pub(crate) document: &'d Document,
    pub(crate) names: &'d Names,
    pub(crate) types: &'d dyn Types,
    /// An element to take for a root without parent and siblings; [`NONE`] for the whole arena.
    root: u32,
    /// The root counts as of `xs:anyType`.
    untyped_root: bool,
    /// Names are compared by their local parts.
    local_names: bool,
}

impl<'d> View<'d> {
    /// A view of the whole arena. `names` is the table that it was built with, `types` the schema that its types are numbered by.
    pub fn new(document: &'d Document, names: &'d Names, types: &'d dyn Types) -> View<'d> {
        View { document, names, types, root: NONE, untyped_root: false, local_names: false }
    }

    /// A view of the subtree of an element, which has neither parent nor siblings in it. Only nodes of the subtree may be asked about.
    pub fn rooted_at(self, element: NodeId) -> View<'d> {
        View { root: element.index, ..self }
    }

    /// A view whose root, as [`View::rooted_at`] has made it, is of `xs:anyType`: its value is untyped, those of what is inside are typed.
    pub fn with_untyped_root(self) -> View<'d> {
        View { untyped_root: true, ..self }
    }

    /// A view in which elements and attributes have no namespace.
    pub fn by_local_names(self) -> View<'d> {
        View { local_names: true, ..self }
    }

    /// The arena.
    pub fn document(&self) -> &'d Document {
        self.document
    }

    fn has_untyped(&self, index: u32) -> bool {
        self.untyped_root && index == self.root
    }

    fn is_root(&self, index: u32) -> bool {
        index == self.root || self.document.record(index).parent == NONE
    }

    pub(crate) fn append_string_value(&self, index: u32, record: &Record, out: &mut String) {
        let is_container = matches!(record.kind, NodeKind::Element | NodeKind::Document);
        if !is_container || !record.flags.has(NodeFlags::SCATTERED) {
            out.push_str(self.document.text(record));
            return;
        }
        let inside = &self.document.nodes[index as usize + 1..record.end as usize];
        for node in inside.iter().filter(|node| node.kind == NodeKind::Text) {
            out.push_str(self.document.text(node));
        }
    }

    /// The binding that a namespace node stands for.
    fn binding(&self, node: NodeId) -> Option<(&'d str, NamespaceId)> {
        let position = node.binding.checked_sub(1)?;
        let scope = self.document.record(node.index).scope;
        self.document.scopes.bindings(scope, self.names).get(position as usize).copied()
    }
}

impl Tree for View<'_> {
    type Node = NodeId;

    fn kind(&self, node: NodeId) -> NodeKind {
        self.document.kind(node)
    }

    fn name(&self, node: NodeId) -> Option<Symbol> {
        if node.binding == 0 {
            let name = self.document.name(node)?;
            // The name without namespace is in the table if an expression asks for it; otherwise any other does.
            let bare = || self.names.find(NamespaceId::NONE, self.names.local(name)).unwrap_or(name);
            return Some(if self.local_names { bare() } else { name });
        }
        let (prefix, _) = self.binding(node).filter(|(prefix, _)| !prefix.is_empty())?;
        self.names.find(NamespaceId::NONE, prefix)
    }

    fn prefix(&self, node: NodeId) -> &str {
        if node.binding > 0 { "" } else { self.names.local(self.document.record(node.index).prefix) }
    }

    fn find_name(&self, namespace: &str, local: &str) -> Option<Symbol> {
        if self.local_names {
            return self.names.find(NamespaceId::NONE, local);
        }
        self.names.find(self.names.find_namespace(namespace)?, local)
    }

    fn find_namespace(&self, namespace: &str) -> Option<NamespaceId> {
        if self.local_names { Some(NamespaceId::NONE) } else { self.names.find_namespace(namespace) }
    }

    fn namespace_of(&self, name: Symbol) -> NamespaceId {
        self.names.namespace_of(name)
    }

    fn namespace_uri(&self, namespace: NamespaceId) -> &str {
        self.names.namespace_uri(namespace)
    }

    fn local(&self, name: Symbol) -> &str {
        self.names.local(name)
    }

    fn parent(&self, node: NodeId) -> Option<NodeId> {
        if node.binding > 0 {
            return Some(NodeId::of(node.index));
        }
        if node.index == self.root {
            return None;
        }
        self.document.parent(node.index).map(NodeId::of)
    }

    fn first_child(&self, node: NodeId) -> Option<NodeId> {
        self.document.first_child(node.index).filter(|_| node.binding == 0).map(NodeId::of)
    }

    fn last_child(&self, node: NodeId) -> Option<NodeId> {
        Some(self.document.record(node.index).last_child)
            .filter(|child| *child != NONE && node.binding == 0)
            .map(NodeId::of)
    }

    fn next_sibling(&self, node: NodeId) -> Option<NodeId> {
        if node.binding > 0 || node.index == self.root {
            return None;
        }
        self.document.next_sibling(node.index).map(NodeId::of)
    }

    fn previous_sibling(&self, node: NodeId) -> Option<NodeId> {
        if node.binding > 0 || node.index == self.root {
            return None;
        }
        Some(self.document.record(node.index).previous_sibling).filter(|sibling| *sibling != NONE).map(NodeId::of)
    }

    fn next_in_document(&self, node: NodeId) -> Option<NodeId> {
        let record = self.document.record(node.index);
        let element = if record.kind == NodeKind::Attribute { record.parent } else { node.index };
        if element == NONE {
            return None;
        }
        if let Some(child) = self.document.first_child(element) {
            return Some(NodeId::of(child));
        }
        let next = self.document.record(element).end;
        let limit = match self.root {
            NONE => self.document.len() as u32,
            root => self.document.record(root).end,
        };
        (next < limit && !self.is_root(next)).then(|| NodeId::of(next))
    }

    fn first_attribute(&self, node: NodeId) -> Option<NodeId> {
        let has_attributes = node.binding == 0 && self.document.record(node.index).attributes > 0;
        has_attributes.then(|| NodeId::of(node.index + 1))
    }

    fn next_attribute(&self, node: NodeId) -> Option<NodeId> {
        let next = node.index + 1;
        let is_attribute = |record: &Record| {
            record.kind == NodeKind::Attribute && record.parent == self.document.record(node.index).parent
        };
        self.document.get(next).is_some_and(is_attribute).then(|| NodeId::of(next))
    }

    fn namespaces(&self, node: NodeId) -> Vec<(String, String)> {
        let bindings = self.document.scopes.bindings(self.document.record(node.index).scope, self.names);
        let owned = |(prefix, namespace): (&str, NamespaceId)| {
            (prefix.to_owned(), self.names.namespace_uri(namespace).to_owned())
        };
        bindings.into_iter().map(owned).collect()
    }

    fn namespace_nodes(&self, node: NodeId) -> Vec<NodeId> {
        if self.kind(node) != NodeKind::Element {
            return Vec::new();
        }
        let count = self.document.scopes.bindings(self.document.record(node.index).scope, self.names).len() as u32;
        (1..=count).map(|binding| NodeId { binding, ..node }).collect()
    }

    fn string_value(&self, node: NodeId, out: &mut String) {
        if let Some((_, namespace)) = self.binding(node) {
            out.push_str(self.names.namespace_uri(namespace));
            return;
        }
        self.append_string_value(node.index, self.document.record(node.index), out);
    }

    fn type_of(&self, node: NodeId) -> TypeRef {
        match self.kind(node) {
            NodeKind::Element if self.has_untyped(node.index) => TypeRef::ANY_TYPE,
            NodeKind::Element | NodeKind::Attribute => self.document.record(node.index).type_ref,
            NodeKind::Document | NodeKind::Text => TypeRef::UNTYPED_ATOMIC,
            NodeKind::Comment | NodeKind::ProcessingInstruction | NodeKind::Namespace => {
                TypeRef::builtin(Builtin::String)
            }
        }
    }

    fn typed_value(&self, node: NodeId, out: &mut Vec<Atomic>) -> bool {
        if let Some((_, namespace)) = self.binding(node) {
            let value = Value::String(self.names.namespace_uri(namespace).to_owned());
            out.push(Atomic { value, type_ref: TypeRef::builtin(Builtin::String) });
            return true;
        }
        let record = self.document.record(node.index);
        if self.has_untyped(node.index) {
            let mut text = String::new();
            self.append_string_value(node.index, record, &mut text);
            out.push(Atomic { value: Value::String(text), type_ref: TypeRef::UNTYPED_ATOMIC });
            return true;
        }
        if record.flags.has(NodeFlags::NO_VALUE) {
            return false;
        }
        if !record.flags.has(NodeFlags::NILLED) && !record.flags.has(NodeFlags::EMPTY) {
            self.read_value(node.index, record, out);
        }
        true
    }

    fn is_nilled(&self, node: NodeId) -> bool {
        self.document.flags(node).has(NodeFlags::NILLED)
    }

    fn is_id(&self, node: NodeId) -> bool {
        node.binding == 0 && self.document.flags(node).has(NodeFlags::ID)
    }

    fn is_idref(&self, node: NodeId) -> bool {
        node.binding == 0 && self.document.flags(node).has(NodeFlags::IDREF)
    }

    fn base_uri(&self, node: NodeId) -> Option<String> {
        if node.binding > 0 {
            return None;
        }
        self.base_uri_of(node.index)
    }

    fn document_uri(&self, node: NodeId) -> Option<String> {
        if self.kind(node) != NodeKind::Document {
            return None;
        }
        self.document.uri_of(node.index).map(str::to_owned)
    }
}
