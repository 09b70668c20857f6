//! Operands that are to have one value or none.

use super::convert::Expected;
use super::node_test::Resolved;
use super::plan::{Source, Stage};
use super::{Evaluation, Focus};
use crate::ast::{Axis, ExprId, ExprKind};
use crate::{Atomic, ErrorCode, Item, Tree, XPathError};

impl<'e, T: Tree> Evaluation<'e, T> {
    /// The atomised value of an operand that may have one item or none.
    pub(super) fn operand(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<Option<Atomic>, XPathError> {
        let items = match &self.expr(id).kind {
            ExprKind::Literal(atomic) => return Ok(Some(atomic.clone())),
            ExprKind::ContextItem => match focus.item() {
                Ok(Item::Node(node)) => return self.node_operand(*node, id),
                _ => self.collect(id, focus)?,
            },
            ExprKind::Path(_) => match self.single_attribute(id, focus) {
                Some(Some(node)) => return self.node_operand(node, id),
                Some(None) => return Ok(None),
                None => self.collect(id, focus)?,
            },
            _ => self.collect(id, focus)?,
        };
        match items.into_single() {
            Ok(Item::Node(node)) => self.node_operand(node, id),
            Ok(Item::Atomic(atomic)) => Ok(Some(atomic)),
            Err(items) => self.optional(items, Expected::Any).map_err(|error| error.at(self.position_of(id))),
        }
    }

    fn node_operand(&mut self, node: T::Node, id: ExprId) -> Result<Option<Atomic>, XPathError> {
        match self.single_value(node).map_err(|error| error.at(self.position_of(id)))? {
            Some(value) => Ok(value),
            None => {
                let message = "a list of several values where at most one is allowed";
                Err(XPathError::new(ErrorCode::XPTY0004, message).at(self.position_of(id)))
            }
        }
    }

    /// The value of an operand that is an attribute of the context node, if it has one value or none; `None` for any other operand.
    pub(super) fn attribute_value(
        &mut self,
        id: ExprId,
        focus: &Focus<T::Node>,
    ) -> Result<Option<Option<Atomic>>, XPathError> {
        let ExprKind::Path(_) = &self.expr(id).kind else {
            return Ok(None);
        };
        match self.single_attribute(id, focus) {
            Some(Some(node)) => self.single_value(node).map_err(|error| error.at(self.position_of(id))),
            Some(None) => Ok(Some(None)),
            None => Ok(None),
        }
    }

    /// The attribute that `@name` finds, where the expression is that: the commonest operand.
    fn single_attribute(&self, id: ExprId, focus: &Focus<T::Node>) -> Option<Option<T::Node>> {
        let path = self.path_plan(id);
        let (Source::Context, [Stage::Axes { steps, .. }]) = (path.source, path.stages.as_slice()) else {
            return None;
        };
        let [step] = steps.as_slice() else {
            return None;
        };
        let test = &self.tests[step.test];
        let single = matches!(test, Resolved::Name(..) | Resolved::Nothing);
        if step.axis != Axis::Attribute || !single || !step.predicates.is_empty() {
            return None;
        }
        let Ok(Item::Node(node)) = focus.item() else {
            return None;
        };
        let mut attribute = self.tree.first_attribute(*node);
        while let Some(candidate) = attribute
            && !test.accepts(self.tree, candidate)
        {
            attribute = self.tree.next_attribute(candidate);
        }
        Some(attribute)
    }

    /// The typed value of a node, if it is one value or none.
    fn single_value(&mut self, node: T::Node) -> Result<Option<Option<Atomic>>, XPathError> {
        self.step(1)?;
        let mut values = std::mem::take(&mut self.scratch);
        values.clear();
        let outcome = self.atomize(Item::Node(node), &mut values);
        let value = values.pop();
        let single = values.is_empty();
        self.scratch = values;
        outcome?;
        Ok(single.then_some(value))
    }
}
