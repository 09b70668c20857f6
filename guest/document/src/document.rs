//! The arena.

use crate::NodeFlags;
use crate::namespaces::Scopes;
use pyxsd_xml::{Names, NamespaceId, Span, Symbol};
use pyxsd_xpath::{Atomic, NodeKind, TypeRef};
use std::fmt;

/// A node of a [`Document`]. Its order is document order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId {
    /// Position in the arena; of a namespace node that of its element.
    pub(crate) index: u32,
    /// 0, or of a namespace node one more than its position among the bindings in scope.
    pub(crate) binding: u32,
}

impl NodeId {
    pub(crate) fn of(index: u32) -> NodeId {
        NodeId { index, binding: 0 }
    }

    /// Position in the arena, for dense side tables; a namespace node has that of its element.
    pub fn index(self) -> usize {
        self.index as usize
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index)?;
        if self.binding > 0 {
            write!(f, "/{}", self.binding)?;
        }
        Ok(())
    }
}

/// The absence of a node: no arena is so long.
pub(crate) const NONE: u32 = u32::MAX;

/// One node. The children of an element stand behind its attributes, so that most steps are a comparison of positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub kind: NodeKind,
    pub flags: NodeFlags,
    /// Attributes behind an element; the greatest number stands for itself and more.
    pub attributes: u16,
    /// The name; [`Document::no_name`] where there is none.
    pub name: Symbol,
    /// The prefix as a name in no namespace.
    pub prefix: Symbol,
    pub parent: u32,
    pub previous_sibling: u32,
    pub last_child: u32,
    /// One past the last descendant or attribute.
    pub end: u32,
    /// Of elements and text nodes in [`Document::characters`], of others, and of defaulted text, in [`Document::values`].
    pub text: (u32, u32),
    pub type_ref: TypeRef,
    /// The simple type that the value is read by: that of the content for a complex type.
    pub value_type: TypeRef,
    /// The governing declaration, in the numbering of the schema; [`NONE`] for none.
    pub declaration: u32,
    pub span: (u32, u32),
    /// Namespaces in scope of an element.
    pub scope: u32,
}

/// One or several documents, each a tree below a document node or an element.
#[derive(Debug)]
pub struct Document {
    pub(crate) nodes: Vec<Record>,
    /// The text of elements, in document order: that of one element stands together.
    pub(crate) characters: String,
    /// The text of attributes, comments and processing instructions, and text that the schema supplies.
    pub(crate) values: String,
    pub(crate) scopes: Scopes,
    /// Elements that were left out, by parent, name and the node before which they stood.
    pub(crate) absent: Vec<Absent>,
    /// Values that the schema supplies and that cannot be read in the namespaces of the document: by node, with a position in `known`.
    pub(crate) supplied: Vec<(u32, u32)>,
    pub(crate) known: Vec<Vec<Atomic>>,
    /// URI of each document node that has one, by node.
    pub(crate) uris: Vec<(u32, String)>,
    /// What stands for the lack of a name and of a prefix.
    pub(crate) no_name: Symbol,
}

/// An element of the source that the tree does not show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Absent {
    pub parent: u32,
    pub name: Symbol,
    pub before: u32,
}

impl Document {
    /// An arena without nodes. `names` is the table that its names will be symbols of.
    pub fn new(names: &mut Names) -> Document {
        let no_name = names.intern(NamespaceId::NONE, "");
        // The name of the namespace node that no declaration brings.
        names.intern(NamespaceId::NONE, "xml");
        Document {
            nodes: Vec::new(),
            characters: String::new(),
            values: String::new(),
            scopes: Scopes::default(),
            absent: Vec::new(),
            supplied: Vec::new(),
            known: Vec::new(),
            uris: Vec::new(),
            no_name,
        }
    }

    /// Forgets every node and keeps the allocations.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.characters.clear();
        self.values.clear();
        self.scopes.clear();
        self.absent.clear();
        self.supplied.clear();
        self.known.clear();
        self.uris.clear();
    }

    /// Gives back what was allocated ahead.
    pub fn shrink(&mut self) {
        self.nodes.shrink_to_fit();
        self.characters.shrink_to_fit();
        self.values.shrink_to_fit();
    }

    /// Number of nodes, namespace nodes not counted.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The roots, each a document node or an element without parent, in document order.
    pub fn roots(&self) -> impl Iterator<Item = NodeId> {
        let first = (!self.nodes.is_empty()).then_some(0u32);
        std::iter::successors(first, |root| {
            Some(self.record(*root).end).filter(|end| (*end as usize) < self.nodes.len())
        })
        .map(NodeId::of)
    }

    /// The document element below a document node; the node itself where it is an element.
    pub fn document_element(&self, root: NodeId) -> Option<NodeId> {
        let mut next = Some(root.index);
        while let Some(index) = next {
            match self.record(index).kind {
                NodeKind::Element => return Some(NodeId::of(index)),
                NodeKind::Document => next = self.first_child(index),
                _ => next = self.next_sibling(index),
            }
        }
        None
    }

    /// What is known of a node beside name and type.
    pub fn flags(&self, node: NodeId) -> NodeFlags {
        self.record(node.index).flags
    }

    /// The governing declaration of an element or attribute, in the numbering of the schema.
    pub fn declaration(&self, node: NodeId) -> Option<u32> {
        Some(self.record(node.index).declaration).filter(|declaration| node.binding == 0 && *declaration != NONE)
    }

    /// Kind of a node.
    pub fn kind(&self, node: NodeId) -> NodeKind {
        if node.binding > 0 { NodeKind::Namespace } else { self.record(node.index).kind }
    }

    /// Name of an element, attribute or processing instruction.
    pub fn name(&self, node: NodeId) -> Option<Symbol> {
        Some(self.record(node.index).name).filter(|name| *name != self.no_name && node.binding == 0)
    }

    /// The text of a text node, attribute, comment or processing instruction; of an element the text inside, where it stands together.
    pub(crate) fn text(&self, record: &Record) -> &str {
        let (start, end) = (record.text.0 as usize, record.text.1 as usize);
        let in_characters = match record.kind {
            NodeKind::Element | NodeKind::Document => true,
            NodeKind::Text => !record.flags.has(NodeFlags::DEFAULTED),
            _ => false,
        };
        if in_characters { &self.characters[start..end] } else { &self.values[start..end] }
    }

    #[inline]
    pub(crate) fn record(&self, index: u32) -> &Record {
        &self.nodes[index as usize]
    }

    /// The record at a position that lies in the arena.
    pub(crate) fn get(&self, index: u32) -> Option<&Record> {
        self.nodes.get(index as usize)
    }

    pub(crate) fn parent(&self, index: u32) -> Option<u32> {
        Some(self.record(index).parent).filter(|parent| *parent != NONE)
    }

    /// Where the children of an element or document begin.
    fn content(&self, index: u32) -> u32 {
        let record = self.record(index);
        let start = index + 1 + u32::from(record.attributes);
        if record.attributes < u16::MAX {
            return start;
        }
        let is_attribute = |at: &u32| self.get(*at).is_some_and(|record| record.kind == NodeKind::Attribute);
        (start..record.end).find(|at| !is_attribute(at)).unwrap_or(record.end)
    }

    pub(crate) fn first_child(&self, index: u32) -> Option<u32> {
        (self.record(index).last_child != NONE).then(|| self.content(index))
    }

    pub(crate) fn next_sibling(&self, index: u32) -> Option<u32> {
        let record = self.record(index);
        if record.kind == NodeKind::Attribute || record.parent == NONE {
            return None;
        }
        Some(record.end).filter(|end| self.get(*end).is_some_and(|next| next.parent == record.parent))
    }

    /// Where a node stands in the source; `None` for what the schema supplied and for an element whose content it did.
    pub fn span(&self, node: NodeId) -> Option<Span> {
        self.written_span(node).filter(|_| !self.flags(node).has(NodeFlags::DEFAULTED))
    }

    /// Like [`Document::span`], also for an element whose content the schema supplied: its tags stand in the source. Of an element from `<` of
    /// the start tag to past the end tag, of an attribute from its name to past the closing quote.
    pub fn written_span(&self, node: NodeId) -> Option<Span> {
        let record = self.record(node.index);
        let supplied = record.flags.has(NodeFlags::DEFAULTED) && record.kind != NodeKind::Element;
        let absent = supplied || node.binding > 0 || record.kind == NodeKind::Document;
        (!absent).then_some(Span { start: record.span.0 as usize, end: record.span.1 as usize })
    }
}

#[cfg(test)]
mod tests {
    use super::Record;

    #[test]
    fn a_node_takes_at_most_64_bytes() {
        assert!(size_of::<Record>() <= 64);
    }
}
