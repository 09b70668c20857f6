//! `union`, `intersect` and `except` (XPath 2.0, 3.3.3): merges in document order.

use super::path::sort_nodes;
use super::{Demand, Evaluation, Focus, Sequence};
use crate::ast::{ExprId, SetOperator};
use crate::{ErrorCode, Item, Tree, XPathError};
use std::cmp::Ordering;

impl<'e, T: Tree> Evaluation<'e, T> {
    pub(super) fn set(
        &mut self,
        first: ExprId,
        rest: &'e [(SetOperator, ExprId)],
        focus: &Focus<T::Node>,
    ) -> Result<Sequence<T::Node>, XPathError> {
        let mut nodes = self.sorted_nodes(first, focus)?;
        let mut rest = rest;
        // A chain of unions is sorted once.
        let unions = rest.iter().take_while(|(operator, _)| *operator == SetOperator::Union).count();
        if unions > 1 {
            for (_, operand) in &rest[..unions] {
                nodes.append(&mut self.sorted_nodes(*operand, focus)?);
                self.check_items(nodes.len() as u64)?;
            }
            sort_nodes(&mut nodes);
            rest = &rest[unions..];
        }
        for (operator, operand) in rest {
            let right = self.sorted_nodes(*operand, focus)?;
            self.step((nodes.len() + right.len()) as u64)?;
            nodes = merge(*operator, nodes, right);
            self.check_items(nodes.len() as u64)?;
        }
        Ok(Sequence::nodes(nodes))
    }

    fn sorted_nodes(&mut self, id: ExprId, focus: &Focus<T::Node>) -> Result<Vec<T::Node>, XPathError> {
        let position = self.position_of(id);
        let mut nodes = Vec::new();
        self.each_unordered(id, focus, &mut |evaluation, item| {
            let Item::Node(node) = item else {
                let message = "an atomic value where only nodes are allowed: union, intersect and except are of nodes";
                return Err(XPathError::new(ErrorCode::XPTY0004, message).at(position));
            };
            evaluation.check_items(nodes.len() as u64 + 1)?;
            nodes.push(node);
            Ok(Demand::More)
        })?;
        sort_nodes(&mut nodes);
        Ok(nodes)
    }
}

fn merge<N: Copy + Ord>(operator: SetOperator, left: Vec<N>, right: Vec<N>) -> Vec<N> {
    let mut merged = Vec::new();
    let mut right = right.into_iter().peekable();
    for node in left {
        while let Some(other) = right.next_if(|other| *other < node) {
            if operator == SetOperator::Union {
                merged.push(other);
            }
        }
        let common = right.peek().map(|other| other.cmp(&node)) == Some(Ordering::Equal);
        if common {
            right.next();
        }
        let kept = match operator {
            SetOperator::Union => true,
            SetOperator::Intersect => common,
            SetOperator::Except => !common,
        };
        if kept {
            merged.push(node);
        }
    }
    if operator == SetOperator::Union {
        merged.extend(right);
    }
    merged
}
