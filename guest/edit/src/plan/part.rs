//! Values with names in them, whose text depends on what prefixes stand for where they are written.

use super::evaluate::task;
use super::{Planner, Target, Task};
use crate::Operation;
use pyxsd_datatypes::{QNameValue, Value};
use pyxsd_document::NodeId;
use pyxsd_xpath::{Atomic, NodeKind, Tree};
use std::rc::Rc;

/// Of a value that cannot follow its names out of a namespace.
pub(crate) const KEPT: &str = "these values have names with a prefix of the old namespace and keep it, since no prefix can stand for no \
     namespace; set them anew where that is not meant";

/// One item of a value.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Text(String),
    Name(QNameValue),
}

/// The items of a value, between which stands a space.
pub(crate) type Parts = Rc<[Part]>;

/// A value of a selected node that has a name without prefix in it.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    /// Where the element begins.
    pub element: u32,
    /// Where the attribute begins; nothing for the text of the element.
    pub attribute: Option<u32>,
    pub parts: Parts,
}

impl Part {
    /// The name, if it is one.
    pub fn name(&self) -> Option<&QNameValue> {
        match self {
            Part::Name(name) => Some(name),
            Part::Text(_) => None,
        }
    }
}

/// The text with every prefix as it was.
pub(crate) fn text_of(parts: &[Part]) -> String {
    let shown = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::Name(name) if name.prefix.is_empty() => name.local.clone(),
        Part::Name(name) => format!("{}:{}", name.prefix, name.local),
    };
    parts.iter().map(shown).collect::<Vec<_>>().join(" ")
}

impl Planner<'_> {
    /// The items of a value; nothing where none of them is a name.
    pub fn parts(&self, atomics: &[Atomic]) -> Option<Parts> {
        let part = |atomic: &Atomic| match &atomic.value {
            Value::QName(name) | Value::Notation(name) => Part::Name(name.clone()),
            _ => Part::Text(atomic.lexical(self.types)),
        };
        let parts: Vec<Part> = atomics.iter().map(part).collect();
        parts.iter().any(|part| part.name().is_some()).then(|| parts.into())
    }

    /// The values of a node that a change of the default namespace would give another meaning. Only the operations that can change it ask.
    pub fn held(&self, node: NodeId, target: Target) -> Vec<Held> {
        let leaves = match &self.step.operation {
            Operation::Rename { .. } => self.prepared.names[0].element_namespace.is_empty(),
            Operation::Move { .. } => target.attribute.is_some(),
            Operation::Merge { .. } | Operation::Split { .. } => true,
            _ => false,
        };
        if !leaves {
            return Vec::new();
        }
        if self.view.kind(node) == NodeKind::Attribute {
            return self.unprefixed(node).into_iter().collect();
        }
        self.with_attributes(node).filter_map(|node| self.unprefixed(node)).collect()
    }

    /// Finds the values that depend on prefixes in what leaves a namespace for none, and warns of those that cannot follow.
    pub fn leaving(&mut self, nodes: &[(NodeId, Target)], from: &str) {
        let mut last = None;
        for (top, target) in nodes {
            let mut held = Vec::new();
            if last.is_none_or(|last| *top > last) {
                let mut next = Some(*top);
                while let Some(node) = next {
                    last = Some(node);
                    self.leaving_node(node, from, &mut held);
                    next = self.following(node, *top);
                }
            }
            self.plan.tasks.push(Task { held, ..task(*target) });
        }
    }

    /// The next node of a subtree in document order.
    fn following(&self, node: NodeId, top: NodeId) -> Option<NodeId> {
        if let Some(child) = self.view.first_child(node) {
            return Some(child);
        }
        let mut node = node;
        while node != top {
            if let Some(next) = self.view.next_sibling(node) {
                return Some(next);
            }
            node = self.view.parent(node)?;
        }
        None
    }

    fn leaving_node(&mut self, node: NodeId, from: &str, held: &mut Vec<Held>) {
        if !matches!(self.view.kind(node), NodeKind::Element) {
            return;
        }
        let values: Vec<NodeId> = self.with_attributes(node).collect();
        // Of this one the operation tells, whether the tree has types or not.
        let xsi_type = self.view.find_name("http://www.w3.org/2001/XMLSchema-instance", "type");
        for value in values {
            let Some(parts) = self.written_parts(value) else { continue };
            let mut names = parts.iter().filter_map(Part::name);
            if names.clone().any(|name| name.namespace == from && !name.prefix.is_empty()) {
                let is_type =
                    self.view.kind(value) == NodeKind::Attribute && self.view.document().name(value) == xsi_type;
                if !is_type {
                    self.warn(KEPT, value);
                }
            }
            if names.any(|name| name.namespace != from && name.prefix.is_empty()) {
                held.extend(self.unprefixed(value));
            }
        }
    }

    fn with_attributes(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let attributes =
            std::iter::successors(self.view.first_attribute(node), |attribute| self.view.next_attribute(*attribute));
        std::iter::once(node).chain(attributes)
    }

    /// The parts of a value that the document has and that has names in it.
    fn written_parts(&self, node: NodeId) -> Option<Parts> {
        let attribute = self.target(node)?.attribute;
        let mut atomics = Vec::new();
        if attribute.is_none() && self.is_supplied(node) || !self.view.typed_value(node, &mut atomics) {
            return None;
        }
        self.parts(&atomics)
    }

    fn unprefixed(&self, node: NodeId) -> Option<Held> {
        let Target { element, attribute } = self.target(node)?;
        let parts = self.written_parts(node)?;
        let held = parts.iter().filter_map(Part::name).any(|name| name.prefix.is_empty());
        held.then_some(Held { element, attribute, parts })
    }
}
