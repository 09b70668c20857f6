//! Which nodes.

use super::prepare::Route;
use super::{GivenName, Planner, Target};
use crate::{EditError, StepPart, SuppliedNodes};
use pyxsd_document::{NodeFlags, NodeId};
use pyxsd_schema::{Location, Step};
use pyxsd_xpath::{Budget, DynamicContext, Expression, Item, NodeKind, Tree};

const NOT_WRITTEN: &str =
    "the schema supplies these attributes and the document does not have them; they were left out";

impl Planner<'_> {
    /// The selected nodes in document order, each with where it is written.
    pub fn select(&mut self) -> Result<Vec<(NodeId, Target)>, EditError> {
        let mut nodes = match &self.prepared.select {
            Route::Path(elements, attribute) => self.follow(elements, attribute.as_ref()),
            Route::Expression(expression) => self.nodes(expression)?,
        };
        nodes.sort_unstable();
        nodes.dedup();
        self.plan.selected = nodes.len() as u64;
        let mut targets = Vec::with_capacity(nodes.len());
        for node in nodes {
            self.check_kind(node)?;
            match self.target(node) {
                Some(target) => targets.push((node, target)),
                None if self.step.supplied == SuppliedNodes::Skip => self.warn(NOT_WRITTEN, node),
                None => {
                    return Err(self.impossible(
                        node,
                        "the schema supplies this attribute and the document does not have it: leave such out with \
                     `supplied: skip`, or write it first with `set_attribute`",
                    ));
                }
            }
        }
        Ok(targets)
    }

    fn nodes(&self, expression: &Expression) -> Result<Vec<NodeId>, EditError> {
        let items = self.evaluate(expression, self.root, StepPart::Select, None)?;
        let count = items.len();
        let nodes: Vec<NodeId> = items.into_iter().filter_map(node_of).collect();
        if nodes.len() < count {
            let message =
                "the selection gives values that are no nodes: write a path, such as `//item` or `item/@unit`";
            return Err(EditError::Argument(message.to_owned()));
        }
        Ok(nodes)
    }

    /// The value of an expression; `at` is the node that is told with an error.
    pub fn evaluate(
        &self,
        expression: &Expression,
        item: Option<NodeId>,
        part: StepPart,
        at: Option<NodeId>,
    ) -> Result<Vec<Item<NodeId>>, EditError> {
        let context = DynamicContext {
            item: item.map(Item::Node),
            variables: Vec::new(),
            now: self.now.clone(),
            budget: Budget::default(),
        };
        expression.evaluate(&self.view, self.types, &context).map_err(|error| {
            let at = at.map(|node| self.location(node));
            EditError::Expression { part, error: error.into(), at }
        })
    }

    /// Every occurrence of a path.
    pub fn follow(&self, elements: &[GivenName], attribute: Option<&GivenName>) -> Vec<NodeId> {
        let mut found: Vec<NodeId> = Vec::new();
        for (level, name) in elements.iter().enumerate() {
            let Some(symbol) = self.view.find_name(&name.element_namespace, &name.local) else { return Vec::new() };
            let is_it = |node: &NodeId| {
                self.view.kind(*node) == NodeKind::Element && self.view.document().name(*node) == Some(symbol)
            };
            found = match level {
                0 => self.root.into_iter().filter(is_it).collect(),
                _ => found.into_iter().flat_map(|node| self.children(node)).filter(is_it).collect(),
            };
        }
        let Some(name) = attribute else { return found };
        found.into_iter().filter_map(|element| self.attribute(element, name)).collect()
    }

    fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.view.first_child(node), |child| self.view.next_sibling(*child))
    }

    /// An attribute of an element by name.
    pub fn attribute(&self, element: NodeId, name: &GivenName) -> Option<NodeId> {
        let symbol = self.view.find_name(&name.attribute_namespace, &name.local)?;
        let mut attributes =
            std::iter::successors(self.view.first_attribute(element), |attribute| self.view.next_attribute(*attribute));
        attributes.find(|attribute| self.view.document().name(*attribute) == Some(symbol))
    }

    fn check_kind(&self, node: NodeId) -> Result<(), EditError> {
        let what = match self.view.kind(node) {
            NodeKind::Element | NodeKind::Attribute => return Ok(()),
            NodeKind::Document => "the document node is selected: select the document element, with `.` or `/*`",
            NodeKind::Text => "a text node is selected: select its element",
            NodeKind::Namespace => "a namespace node is selected: `change_namespace` changes declarations",
            NodeKind::Comment | NodeKind::ProcessingInstruction => "only elements and attributes can be selected",
        };
        Err(self.impossible(node, what))
    }

    /// Where a node is written; nothing for what the schema supplies.
    pub fn target(&self, node: NodeId) -> Option<Target> {
        let start = |node| self.view.document().written_span(node).map(|span| span.start as u32);
        match self.view.kind(node) {
            NodeKind::Element => Some(Target { element: start(node)?, attribute: None }),
            _ => {
                let element = self.view.parent(node)?;
                Some(Target { element: start(element)?, attribute: Some(start(node)?) })
            }
        }
    }

    /// Whether the schema supplies the content of an element.
    pub fn is_supplied(&self, node: NodeId) -> bool {
        self.view.document().flags(node).has(NodeFlags::DEFAULTED)
    }

    pub fn location(&self, node: NodeId) -> Location {
        let shown = |name| self.names.display(name).to_string();
        let placement = self.view.document().placement(node);
        let step = |step: &pyxsd_document::PathStep| Step { name: shown(step.name), index: step.index };
        Location { path: placement.path.iter().map(step).collect(), attribute: placement.attribute.map(shown) }
    }

    pub fn impossible(&self, node: NodeId, message: impl Into<String>) -> EditError {
        EditError::Impossible { message: message.into(), at: self.location(node) }
    }

    pub fn warn(&mut self, message: &str, node: NodeId) {
        let mut warnings = std::mem::take(&mut self.plan.warnings);
        warnings.add(message, || Some(self.location(node)));
        self.plan.warnings = warnings;
    }
}

pub(super) fn node_of(item: Item<NodeId>) -> Option<NodeId> {
    match item {
        Item::Node(node) => Some(node),
        Item::Atomic(_) => None,
    }
}
