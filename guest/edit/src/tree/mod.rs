//! The document as it is written: an arena of nodes that point into the source, linked so that they can be moved.
//!
//! Text nodes are what stands between tags, comments and processing instructions, as it is written: CDATA sections and references included, and
//! white space and the XML declaration outside the document element too. So the nodes cover the source, and what nothing touched is copied.

mod layout;
mod links;
mod locate;
mod read;
mod scopes;
mod tag;

pub(crate) use layout::{Unit, indentation, is_space};
pub(crate) use read::read;
pub(crate) use scopes::Scopes;
pub(crate) use tag::{Item, Tag, decode, qname_end};

use crate::plan::Parts;
use pyxsd_xml::{Names, NamespaceId, Symbol};
use std::collections::BTreeMap;

/// The absence of a node or of a scope.
pub(crate) const NONE: u32 = u32::MAX;

/// The document node.
pub(crate) const DOCUMENT: u32 = 0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Document,
    Element,
    Text,
    /// A comment or processing instruction.
    Remark,
}

/// Something inside, or the node itself, is not as it is written.
pub(crate) const DIRTY: u8 = 1;
/// Not in the source: of a text node, the text stands in [`Tree::made`].
pub(crate) const MADE: u8 = 2;
/// An element with namespace declarations of its own.
pub(crate) const DECLARES: u8 = 4;
/// White space inside means something.
pub(crate) const PRESERVE: u8 = 8;
/// An element with text that is not white space beside whatever else.
pub(crate) const MIXED: u8 = 16;
/// Written as an empty-element tag.
pub(crate) const EMPTY_TAG: u8 = 32;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub kind: Kind,
    pub flags: u8,
    pub parent: u32,
    pub previous: u32,
    pub next: u32,
    pub first: u32,
    pub last: u32,
    /// Where it stands in the source.
    pub start: u32,
    pub end: u32,
    /// Of an element the ends of its start tag and the beginning of its end tag.
    pub tag_end: u32,
    pub close: u32,
    /// Bindings in scope inside an element.
    pub scope: u32,
    /// Position in [`Tree::edits`].
    pub edit: u32,
}

impl Node {
    pub fn new(kind: Kind, start: u32, end: u32) -> Node {
        let links = (NONE, NONE, NONE, NONE, NONE);
        let (parent, previous, next, first, last) = links;
        let (tag_end, close, scope, edit) = (end, end, 0, NONE);
        Node { kind, flags: 0, parent, previous, next, first, last, start, end, tag_end, close, scope, edit }
    }

    pub fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// What is different about a node.
#[derive(Debug, Default)]
pub(crate) struct Edit {
    pub tag: Option<Tag>,
    /// By how many characters the lines inside an element, or of a text node, are indented more.
    pub shift: i32,
}

/// A document.
#[derive(Debug)]
pub(crate) struct Tree<'s> {
    pub text: &'s str,
    pub nodes: Vec<Node>,
    pub edits: Vec<Edit>,
    /// Texts that are new, as they are to be written.
    pub made: String,
    /// New texts that have names in them, by node.
    pub parts: BTreeMap<u32, Parts>,
    /// By element the prefixes of values that it took over and for which it had the right declaration around it.
    pub carried: BTreeMap<u32, Vec<(Symbol, NamespaceId)>>,
    pub names: Names,
    pub scopes: Scopes,
    /// How the document indents.
    pub unit: Unit,
}

impl<'s> Tree<'s> {
    pub fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    pub fn node_mut(&mut self, node: u32) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    /// The element whose tag begins at an offset of the source.
    pub fn at(&self, offset: u32) -> Option<u32> {
        // New nodes stand behind those of the source, which are in order.
        let written = self.nodes.partition_point(|node| !node.is(MADE) && node.start <= offset);
        let found = (0..written).rev().map(|index| index as u32).take_while(|index| self.node(*index).start == offset);
        found.into_iter().find(|index| self.node(*index).kind == Kind::Element)
    }

    pub fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        let first = Some(self.node(node).first).filter(|child| *child != NONE);
        std::iter::successors(first, |child| Some(self.node(*child).next).filter(|next| *next != NONE))
    }

    pub fn has_child_elements(&self, node: u32) -> bool {
        self.children(node).any(|child| self.node(child).kind == Kind::Element)
    }

    /// The text of a text node, as it is written.
    pub fn raw(&self, node: u32) -> &str {
        let node = self.node(node);
        let text = if node.is(MADE) { &self.made } else { self.text };
        &text[node.start as usize..node.end as usize]
    }

    /// Bindings in scope around an element.
    pub fn outer_scope(&self, element: u32) -> u32 {
        let node = self.node(element);
        if node.is(DECLARES) { self.scopes.outer(node.scope) } else { node.scope }
    }

    /// The name of an element of the source as it is written.
    pub fn qname(&self, element: u32) -> &'s str {
        let start = self.node(element).start as usize + 1;
        &self.text[start..qname_end(self.text, start)]
    }

    /// The namespace that a prefix has in a scope.
    pub fn resolve(&self, scope: u32, prefix: &str) -> Option<NamespaceId> {
        match prefix {
            "xml" => Some(NamespaceId::XML),
            _ => {
                let symbol = self.names.find(NamespaceId::NONE, prefix);
                let bound = symbol.and_then(|symbol| self.scopes.resolve(scope, symbol));
                if prefix.is_empty() { Some(bound.unwrap_or(NamespaceId::NONE)) } else { bound }
            }
        }
    }

    /// The expanded name of an element as it is now.
    pub fn element_name(&mut self, element: u32) -> Symbol {
        if let Some(name) = self.tag(element).and_then(|tag| tag.name) {
            return name;
        }
        let qname = self.qname(element);
        let (prefix, local) = qname.split_once(':').unwrap_or(("", qname));
        let namespace = self.resolve(self.node(element).scope, prefix).unwrap_or(NamespaceId::NONE);
        self.names.intern(namespace, local)
    }

    pub fn tag(&self, element: u32) -> Option<&Tag> {
        self.edits.get(self.node(element).edit as usize).and_then(|edit| edit.tag.as_ref())
    }

    /// The tag of an element, to be changed.
    pub fn tag_mut(&mut self, element: u32) -> &mut Tag {
        let node = *self.node(element);
        let text = self.text;
        let edit = self.edit(element);
        edit.tag.get_or_insert_with(|| Tag::lex(text, node.start as usize, node.tag_end as usize))
    }

    /// What is different about a node, to be changed; the node is marked.
    pub fn edit(&mut self, node: u32) -> &mut Edit {
        self.touch(node);
        if self.node(node).edit == NONE {
            self.node_mut(node).edit = self.edits.len() as u32;
            self.edits.push(Edit::default());
        }
        let edit = self.node(node).edit as usize;
        &mut self.edits[edit]
    }

    pub fn shift_of(&self, node: u32) -> i32 {
        self.edits.get(self.node(node).edit as usize).map_or(0, |edit| edit.shift)
    }

    /// Marks a node and everything around it.
    pub fn touch(&mut self, node: u32) {
        let mut next = node;
        while next != NONE && !self.node(next).is(DIRTY) {
            self.node_mut(next).flags |= DIRTY;
            next = self.node(next).parent;
        }
    }

    /// The expanded name of an attribute; nothing for a namespace declaration.
    pub fn attribute_name(&mut self, element: u32, item: &Item) -> Option<Symbol> {
        if let Some(name) = item.name {
            return Some(name);
        }
        let qname = item.qname(self.text);
        if item.declared(self.text).is_some() {
            return None;
        }
        let (namespace, local) = match qname.split_once(':') {
            Some((prefix, local)) => (self.resolve(self.node(element).scope, prefix)?, local),
            None => (NamespaceId::NONE, qname),
        };
        Some(self.names.intern(namespace, local))
    }

    /// Position of the attribute of that name in the tag of an element.
    pub fn find_attribute(&mut self, element: u32, name: Symbol) -> Option<usize> {
        let mut items = std::mem::take(&mut self.tag_mut(element).items);
        for item in items.iter_mut().filter(|item| item.name.is_none() && item.resolved.is_none()) {
            item.resolved = self.attribute_name(element, item);
        }
        let found = items.iter().position(|item| !item.gone && item.name.or(item.resolved) == Some(name));
        self.tag_mut(element).items = items;
        found
    }
}
