//! `fn:deep-equal` (F&O 15.3.1), with a list of pairs in the place of recursion.

use super::arguments::{Answer, Arguments, check_collation};
use crate::evaluate::{Evaluation, Sequence};
use crate::values::equal;
use crate::{Atomic, Item, NodeKind, Tree, TypeRef, XPathError};
use pyxsd_datatypes::Value;

pub(super) fn deep_equal<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let (a, b) = (arguments.take(), arguments.take());
    check_collation(evaluation, arguments.take_if_given())?;
    if a.len() != b.len() {
        return Ok(Sequence::boolean(false));
    }
    for (a, b) in a.iter().zip(b.iter()) {
        let same = match (a, b) {
            (Item::Atomic(a), Item::Atomic(b)) => are_equal(evaluation, &a, &b),
            (Item::Node(a), Item::Node(b)) => nodes_are_equal(evaluation, a, b)?,
            _ => false,
        };
        evaluation.step(1)?;
        if !same {
            return Ok(Sequence::boolean(false));
        }
    }
    Ok(Sequence::boolean(true))
}

/// `eq`, but that `NaN` equals itself.
fn are_equal<T: Tree>(evaluation: &Evaluation<'_, T>, a: &Atomic, b: &Atomic) -> bool {
    let is_nan = |atomic: &Atomic| match atomic.value {
        Value::Float(number) => number.is_nan(),
        Value::Double(number) => number.is_nan(),
        _ => false,
    };
    (is_nan(a) && is_nan(b)) || equal(a, b, evaluation.implicit_timezone(), evaluation.types)
}

fn values_are_equal<T: Tree>(evaluation: &Evaluation<'_, T>, a: &[Atomic], b: &[Atomic]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| are_equal(evaluation, a, b))
}

fn nodes_are_equal<T: Tree>(evaluation: &mut Evaluation<'_, T>, a: T::Node, b: T::Node) -> Result<bool, XPathError> {
    let mut pending = vec![(a, b)];
    while let Some((a, b)) = pending.pop() {
        evaluation.step(1)?;
        if a != b && !shallowly_equal(evaluation, a, b, &mut pending)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether two nodes are equal but for their children, which are added to what remains to be compared.
fn shallowly_equal<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    a: T::Node,
    b: T::Node,
    pending: &mut Vec<(T::Node, T::Node)>,
) -> Result<bool, XPathError> {
    let tree = evaluation.tree;
    let kind = tree.kind(a);
    if kind != tree.kind(b) || tree.name(a) != tree.name(b) {
        return Ok(false);
    }
    match kind {
        NodeKind::Document => pair_children(evaluation, a, b, true, pending),
        NodeKind::Attribute => Ok(typed_values_are_equal(evaluation, a, b)),
        NodeKind::Element => {
            if !attributes_are_equal(evaluation, a, b)? {
                return Ok(false);
            }
            match (content(evaluation, a), content(evaluation, b)) {
                (Content::Simple(a), Content::Simple(b)) => Ok(values_are_equal(evaluation, &a, &b)),
                (Content::Mixed, Content::Mixed) => pair_children(evaluation, a, b, true, pending),
                (Content::Elements, Content::Elements) => pair_children(evaluation, a, b, false, pending),
                _ => Ok(false),
            }
        }
        _ => {
            let (mut x, mut y) = (String::new(), String::new());
            tree.string_value(a, &mut x);
            tree.string_value(b, &mut y);
            Ok(x == y)
        }
    }
}

/// What the content of an element is compared as.
enum Content {
    Simple(Vec<Atomic>),
    Mixed,
    Elements,
}

fn content<T: Tree>(evaluation: &Evaluation<'_, T>, element: T::Node) -> Content {
    let tree = evaluation.tree;
    if tree.type_of(element) == TypeRef::UNTYPED {
        return Content::Mixed;
    }
    let mut values = Vec::new();
    match tree.typed_value(element, &mut values) {
        false => Content::Elements,
        true if matches!(values.as_slice(), [value] if value.type_ref == TypeRef::UNTYPED_ATOMIC) => Content::Mixed,
        true => Content::Simple(values),
    }
}

fn typed_values_are_equal<T: Tree>(evaluation: &Evaluation<'_, T>, a: T::Node, b: T::Node) -> bool {
    let (mut x, mut y) = (Vec::new(), Vec::new());
    evaluation.tree.typed_value(a, &mut x);
    evaluation.tree.typed_value(b, &mut y);
    values_are_equal(evaluation, &x, &y)
}

/// Whether two elements have the same attributes, in whatever order.
fn attributes_are_equal<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    a: T::Node,
    b: T::Node,
) -> Result<bool, XPathError> {
    let tree = evaluation.tree;
    let sorted = |element| {
        let attributes = std::iter::successors(tree.first_attribute(element), |&node| tree.next_attribute(node));
        let mut named: Vec<_> = attributes.filter_map(|node| Some((tree.name(node)?, node))).collect();
        named.sort_unstable_by_key(|(name, _)| *name);
        named
    };
    let (a, b) = (sorted(a), sorted(b));
    evaluation.step(a.len() as u64)?;
    let same = |(x, y): (&(_, T::Node), &(_, T::Node))| x.0 == y.0 && typed_values_are_equal(evaluation, x.1, y.1);
    Ok(a.len() == b.len() && a.iter().zip(&b).all(same))
}

/// Adds the children that count, pair by pair. Whether both nodes have as many.
fn pair_children<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    a: T::Node,
    b: T::Node,
    with_text: bool,
    pending: &mut Vec<(T::Node, T::Node)>,
) -> Result<bool, XPathError> {
    let tree = evaluation.tree;
    let counts = |node: &T::Node| match tree.kind(*node) {
        NodeKind::Element => true,
        NodeKind::Text => with_text,
        _ => false,
    };
    let children = |node| std::iter::successors(tree.first_child(node), |&node| tree.next_sibling(node)).filter(counts);
    let (mut a, mut b) = (children(a), children(b));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return Ok(true),
            (Some(a), Some(b)) => pending.push((a, b)),
            _ => return Ok(false),
        }
    }
}
