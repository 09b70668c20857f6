//! Items of a value, as they are told.

use crate::slice::{self, Subtree};
use pyxsd_document::{NodeId, View};
use pyxsd_schema::{Location, SchemaTypes, Step};
use pyxsd_xml::{Names, Source, Symbol};
use pyxsd_xpath::{Item, NodeKind, Tree, Types};

/// One item.
#[derive(Clone, PartialEq, Debug)]
pub enum Entry {
    /// An atomic value.
    Atomic {
        /// Expanded name of its type.
        type_name: String,
        /// Its lexical form, as a cast to `xs:string` gives it.
        value: String,
    },
    /// A node.
    Node(NodeEntry),
}

/// A node.
#[derive(Clone, PartialEq, Debug)]
pub struct NodeEntry {
    /// Which kind.
    pub kind: NodeKind,
    /// Expanded name of an element or attribute, prefix of a namespace node.
    pub name: Option<String>,
    /// The element, the one that holds it, or nothing above the document element.
    pub location: Location,
    /// The string value; not of documents and of elements with child elements.
    pub value: Option<String>,
    /// Of an element and a document, where it was asked for.
    pub subtree: Option<Subtree>,
}

/// What items are shown with.
pub(crate) struct Shown<'s> {
    pub view: &'s View<'s>,
    pub names: &'s Names,
    pub types: &'s SchemaTypes<'s>,
    /// The source, where subtrees are wanted, and its bytes.
    pub source: Option<&'s Source<'s>>,
    pub bytes: &'s [u8],
}

impl Shown<'_> {
    pub fn entry(&self, item: &Item<NodeId>) -> Entry {
        match item {
            Item::Atomic(atomic) => {
                Entry::Atomic { type_name: self.types.type_name(atomic.type_ref), value: atomic.lexical(self.types) }
            }
            Item::Node(node) => Entry::Node(self.node(*node)),
        }
    }

    fn node(&self, node: NodeId) -> NodeEntry {
        let kind = self.view.kind(node);
        let name = match kind {
            NodeKind::Namespace => {
                Some(self.view.name(node).map_or(String::new(), |name| self.names.local(name).to_owned()))
            }
            _ => self.view.name(node).map(|name| self.shown(name)),
        };
        NodeEntry {
            kind,
            name,
            location: self.location(node),
            value: self.value(node, kind),
            subtree: self.subtree(node),
        }
    }

    fn shown(&self, name: Symbol) -> String {
        self.names.display(name).to_string()
    }

    fn location(&self, node: NodeId) -> Location {
        let placement = self.view.document().placement(node);
        let step = |step: &pyxsd_document::PathStep| Step { name: self.shown(step.name), index: step.index };
        Location {
            path: placement.path.iter().map(step).collect(),
            attribute: placement.attribute.map(|name| self.shown(name)),
        }
    }

    fn value(&self, node: NodeId, kind: NodeKind) -> Option<String> {
        if kind == NodeKind::Document || (kind == NodeKind::Element && self.has_child_elements(node)) {
            return None;
        }
        let mut value = String::new();
        self.view.string_value(node, &mut value);
        Some(value)
    }

    fn has_child_elements(&self, node: NodeId) -> bool {
        let mut next = self.view.first_child(node);
        while let Some(child) = next {
            if self.view.kind(child) == NodeKind::Element {
                return true;
            }
            next = self.view.next_sibling(child);
        }
        false
    }

    fn subtree(&self, node: NodeId) -> Option<Subtree> {
        let source = self.source?;
        let document = self.view.document();
        let element = match self.view.kind(node) {
            NodeKind::Element => node,
            NodeKind::Document => document.document_element(node)?,
            _ => return None,
        };
        Some(slice::subtree(document.span(element), source, self.bytes))
    }
}
