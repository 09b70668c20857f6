//! Taking nodes out and putting them in.

use super::{DIRTY, Edit, Kind, MADE, NONE, Node, Tag, Tree};
use pyxsd_xml::Symbol;

impl Tree<'_> {
    /// Takes a node out, with everything inside.
    pub fn unlink(&mut self, node: u32) {
        let Node { parent, previous, next, .. } = *self.node(node);
        if parent == NONE {
            return;
        }
        self.touch(parent);
        match previous {
            NONE => self.node_mut(parent).first = next,
            previous => self.node_mut(previous).next = next,
        }
        match next {
            NONE => self.node_mut(parent).last = previous,
            next => self.node_mut(next).previous = previous,
        }
        let node = self.node_mut(node);
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
    }

    /// Puts a node without parent before a child of an element; as the last one, before [`NONE`].
    pub fn insert(&mut self, parent: u32, node: u32, before: u32) {
        let previous = if before == NONE { self.node(parent).last } else { self.node(before).previous };
        match previous {
            NONE => self.node_mut(parent).first = node,
            previous => self.node_mut(previous).next = node,
        }
        match before {
            NONE => self.node_mut(parent).last = node,
            before => self.node_mut(before).previous = node,
        }
        let record = self.node_mut(node);
        (record.parent, record.previous, record.next) = (parent, previous, before);
        self.touch(parent);
    }

    /// Takes a node from its place and puts it before another.
    pub fn relink(&mut self, parent: u32, node: u32, before: u32) {
        self.unlink(node);
        self.insert(parent, node, before);
    }

    /// A new text node, written as it is given.
    pub fn make_text(&mut self, raw: &str) -> u32 {
        let start = self.made.len() as u32;
        self.made.push_str(raw);
        let mut node = Node::new(Kind::Text, start, self.made.len() as u32);
        node.flags = MADE | DIRTY;
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// A new element.
    pub fn make_element(&mut self, name: Symbol) -> u32 {
        let mut node = Node::new(Kind::Element, NONE, NONE);
        node.flags = MADE | DIRTY;
        node.edit = self.edits.len() as u32;
        self.edits.push(Edit { tag: Some(Tag::new(name)), shift: 0 });
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }
}
