//! Axes (XPath 2.0, 3.2.1.1) as cursors that walk without a stack.

use super::node_test::Resolved;
use crate::Tree;
use crate::ast::Axis;

/// The nodes of an axis from one context node, in the order of the axis.
pub(super) enum AxisCursor<N> {
    Done,
    One(N),
    /// A node and its following siblings.
    Siblings(N),
    Attributes(N),
    /// A node and all that follow it in document order, up to a node that is not among them.
    Forward(N, Option<N>),
    /// A node and its ancestors.
    Ancestors(N),
    /// A node and its preceding siblings.
    PrecedingSiblings(N),
    /// A node, and the topmost node that has it below or is it and precedes the context node.
    Preceding(N, N),
    Namespaces(std::vec::IntoIter<N>),
}

impl<N: Copy + Ord> AxisCursor<N> {
    pub fn new<T: Tree<Node = N>>(tree: &T, axis: Axis, node: N) -> Self {
        let or_done = |first: Option<N>, cursor: fn(N) -> Self| first.map_or(Self::Done, cursor);
        match axis {
            Axis::SelfAxis => Self::One(node),
            Axis::Parent => or_done(tree.parent(node), Self::One),
            Axis::Child => or_done(tree.first_child(node), Self::Siblings),
            Axis::FollowingSibling => or_done(tree.next_sibling(node), Self::Siblings),
            Axis::PrecedingSibling => or_done(tree.previous_sibling(node), Self::PrecedingSiblings),
            Axis::Attribute => or_done(tree.first_attribute(node), Self::Attributes),
            Axis::Namespace => Self::Namespaces(tree.namespace_nodes(node).into_iter()),
            Axis::AncestorOrSelf => Self::Ancestors(node),
            Axis::Ancestor => or_done(tree.parent(node), Self::Ancestors),
            Axis::DescendantOrSelf if tree.first_child(node).is_none() => Self::One(node),
            Axis::DescendantOrSelf => Self::Forward(node, after_subtree(tree, node)),
            Axis::Descendant => match tree.first_child(node) {
                Some(first) => Self::Forward(first, after_subtree(tree, node)),
                None => Self::Done,
            },
            Axis::Following => match after_descendants(tree, node) {
                Some(next) => Self::Forward(next, None),
                None => Self::Done,
            },
            Axis::Preceding => match before_ancestors(tree, element_of(tree, node)) {
                Some(top) => Self::Preceding(deepest_last(tree, top), top),
                None => Self::Done,
            },
        }
    }

    /// The next node that passes the test; adds the number of nodes looked at.
    #[inline]
    pub fn next<T: Tree<Node = N>>(&mut self, tree: &T, test: &Resolved<'_>, steps: &mut u64) -> Option<N> {
        loop {
            let node = self.advance(tree)?;
            *steps += 1;
            if test.accepts(tree, node) {
                return Some(node);
            }
        }
    }

    #[inline]
    fn advance<T: Tree<Node = N>>(&mut self, tree: &T) -> Option<N> {
        let (node, rest) = match self {
            Self::Done => return None,
            Self::Forward(node, end) => {
                let current = *node;
                match tree.next_in_document(current) {
                    Some(next) if *end != Some(next) => *node = next,
                    _ => *self = Self::Done,
                }
                return Some(current);
            }
            Self::Siblings(node) => {
                let current = *node;
                match tree.next_sibling(current) {
                    Some(next) => *node = next,
                    None => *self = Self::Done,
                }
                return Some(current);
            }
            Self::One(node) => (*node, None),
            Self::Attributes(node) => (*node, tree.next_attribute(*node).map(Self::Attributes)),
            Self::Ancestors(node) => (*node, tree.parent(*node).map(Self::Ancestors)),
            Self::PrecedingSiblings(node) => (*node, tree.previous_sibling(*node).map(Self::PrecedingSiblings)),
            Self::Preceding(node, top) => (*node, preceding(tree, *node, *top)),
            Self::Namespaces(nodes) => return nodes.next(),
        };
        *self = rest.unwrap_or(Self::Done);
        Some(node)
    }
}

/// Whether the order of the axis is the reverse of document order.
pub(super) fn is_reverse(axis: Axis) -> bool {
    matches!(axis, Axis::Ancestor | Axis::AncestorOrSelf | Axis::Preceding | Axis::PrecedingSibling)
}

/// The first node after the descendants of a node that is a child of something.
pub(super) fn after_subtree<T: Tree>(tree: &T, node: T::Node) -> Option<T::Node> {
    let mut current = node;
    loop {
        if let Some(next) = tree.next_sibling(current) {
            return Some(next);
        }
        current = tree.parent(current)?;
    }
}

/// Where the axis `following` starts. What follows an attribute or namespace node are the descendants of its element, too.
pub(super) fn after_descendants<T: Tree>(tree: &T, node: T::Node) -> Option<T::Node> {
    let element = element_of(tree, node);
    if element != node { tree.next_in_document(element) } else { after_subtree(tree, node) }
}

/// The element of an attribute or namespace node, or the node itself.
fn element_of<T: Tree>(tree: &T, node: T::Node) -> T::Node {
    use crate::NodeKind::{Attribute, Namespace};
    match tree.parent(node) {
        Some(parent) if matches!(tree.kind(node), Attribute | Namespace) => parent,
        _ => node,
    }
}

/// The nearest preceding sibling of the node or of its nearest ancestor that has one.
fn before_ancestors<T: Tree>(tree: &T, node: T::Node) -> Option<T::Node> {
    let mut current = node;
    loop {
        if let Some(previous) = tree.previous_sibling(current) {
            return Some(previous);
        }
        current = tree.parent(current)?;
    }
}

fn deepest_last<T: Tree>(tree: &T, node: T::Node) -> T::Node {
    let mut current = node;
    while let Some(child) = tree.last_child(current) {
        current = child;
    }
    current
}

fn preceding<T: Tree>(tree: &T, node: T::Node, top: T::Node) -> Option<AxisCursor<T::Node>> {
    if node == top {
        let top = before_ancestors(tree, top)?;
        return Some(AxisCursor::Preceding(deepest_last(tree, top), top));
    }
    let previous = match tree.previous_sibling(node) {
        Some(previous) => deepest_last(tree, previous),
        None => tree.parent(node)?,
    };
    Some(AxisCursor::Preceding(previous, top))
}
