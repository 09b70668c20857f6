//! The context nodes of a stage of a path: sorted, and without those that add nothing.

use super::Evaluation;
use super::axis::{after_descendants, after_subtree};
use super::path::{Contexts, sort_nodes};
use super::plan::Reduce;
use crate::{NodeKind, Tree, XPathError};
use std::collections::HashSet;

impl<T: Tree> Evaluation<'_, T> {
    /// Sorts context nodes and leaves out those that add nothing.
    pub(super) fn arrange(
        &mut self,
        contexts: &mut Contexts<T::Node>,
        sort: bool,
        reduce: Reduce,
    ) -> Result<(), XPathError> {
        let replaced = matches!(reduce, Reduce::Parents | Reduce::Ancestors | Reduce::AncestorsOrSelf);
        if let Contexts::One(node) = contexts
            && replaced
        {
            *contexts = Contexts::Many(vec![*node]);
        }
        let Contexts::Many(nodes) = contexts else {
            return Ok(());
        };
        if sort {
            sort_nodes(nodes);
        }
        match reduce {
            Reduce::Nothing => {}
            Reduce::Nested => retain_outermost(self.tree, nodes),
            Reduce::LaterSiblings => retain_one_child(self.tree, nodes),
            Reduce::EarlierSiblings => {
                nodes.reverse();
                retain_one_child(self.tree, nodes);
                nodes.reverse();
            }
            Reduce::Earlier => *nodes = self.last_of_each_document(nodes),
            Reduce::LaterEnds => *nodes = self.first_end_of_each_document(nodes),
            Reduce::Parents => {
                *nodes = nodes.iter().filter_map(|node| self.tree.parent(*node)).collect();
                sort_nodes(nodes);
            }
            Reduce::Ancestors => *nodes = self.ancestors(nodes, false)?,
            Reduce::AncestorsOrSelf => *nodes = self.ancestors(nodes, true)?,
        }
        Ok(())
    }

    /// The ancestors of all nodes, each looked at once.
    fn ancestors(&mut self, nodes: &[T::Node], or_self: bool) -> Result<Vec<T::Node>, XPathError> {
        let (mut seen, mut found) = (HashSet::new(), Vec::new());
        for &node in nodes {
            let mut next = if or_self { Some(node) } else { self.tree.parent(node) };
            while let Some(ancestor) = next
                && seen.insert(ancestor)
            {
                self.step(1)?;
                found.push(ancestor);
                next = self.tree.parent(ancestor);
            }
        }
        sort_nodes(&mut found);
        Ok(found)
    }

    /// The root of the tree that a node is in.
    pub(super) fn top(&self, node: T::Node) -> T::Node {
        let mut top = node;
        while let Some(parent) = self.tree.parent(top) {
            top = parent;
        }
        top
    }

    /// Splits nodes in document order by document.
    fn documents<'n>(&self, nodes: &'n [T::Node]) -> Vec<&'n [T::Node]> {
        match nodes {
            [] => Vec::new(),
            [first, .., last] if self.top(*first) != self.top(*last) => {
                nodes.chunk_by(|a, b| self.top(*a) == self.top(*b)).collect()
            }
            _ => vec![nodes],
        }
    }

    fn last_of_each_document(&self, nodes: &[T::Node]) -> Vec<T::Node> {
        self.documents(nodes).into_iter().filter_map(|nodes| nodes.last().copied()).collect()
    }

    fn first_end_of_each_document(&self, nodes: &[T::Node]) -> Vec<T::Node> {
        let end = |node: &T::Node| after_descendants(self.tree, *node);
        let first = |nodes: &[T::Node]| nodes.iter().copied().filter(|node| end(node).is_some()).min_by_key(end);
        self.documents(nodes).into_iter().filter_map(first).collect()
    }
}

/// Leaves out what is below another node.
fn retain_outermost<T: Tree>(tree: &T, nodes: &mut Vec<T::Node>) {
    let mut outer: Option<(T::Node, Option<T::Node>)> = None;
    nodes.retain(|&node| {
        let nested = match outer {
            None => false,
            Some((_, Some(end))) => node < end,
            // The end of the document is the end of the subtree, but there may be other documents.
            Some((top, None)) => is_below(tree, node, top),
        };
        if !nested {
            outer = Some((node, after_subtree(tree, node)));
        }
        !nested
    });
}

fn is_below<T: Tree>(tree: &T, node: T::Node, top: T::Node) -> bool {
    let mut current = node;
    while current > top
        && let Some(parent) = tree.parent(current)
    {
        current = parent;
    }
    current == top
}

/// Keeps the first node of each parent.
fn retain_one_child<T: Tree>(tree: &T, nodes: &mut Vec<T::Node>) {
    let mut parents = HashSet::new();
    nodes.retain(|&node| {
        let has_siblings = !matches!(tree.kind(node), NodeKind::Attribute | NodeKind::Namespace);
        has_siblings && tree.parent(node).is_some_and(|parent| parents.insert(parent))
    });
}
