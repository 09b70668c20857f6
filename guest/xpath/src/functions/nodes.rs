//! Functions on nodes (F&O 14).

use super::arguments::{Answer, Arguments, optional_node, required_node, string, uri};
use crate::evaluate::{Evaluation, Focus, Sequence};
use crate::{Atomic, NodeKind, Tree};

const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// A property of the name of a node.
#[derive(Clone, Copy)]
pub(super) enum Name {
    /// As written, with its prefix.
    Lexical,
    Local,
    NamespaceUri,
}

pub(super) fn name<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    focus: &Focus<T::Node>,
    property: Name,
) -> Answer<T::Node> {
    let node = optional_node(evaluation, &arguments.take_or_focus(focus)?)?;
    let tree = evaluation.tree;
    let named = node.and_then(|node| tree.name(node).map(|name| (node, name)));
    let text = named.map_or("", |(_, name)| match property {
        Name::NamespaceUri => tree.namespace_uri(tree.namespace_of(name)),
        _ => tree.local(name),
    });
    match (property, named.map(|(node, _)| tree.prefix(node))) {
        (Name::NamespaceUri, _) => Ok(uri(text.to_owned())),
        (Name::Lexical, Some(prefix)) if !prefix.is_empty() => string(evaluation, format!("{prefix}:{text}")),
        _ => string(evaluation, text.to_owned()),
    }
}

/// `fn:lang`: whether the `xml:lang` in force is the language or a variety of it.
pub(super) fn lang<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    focus: &Focus<T::Node>,
) -> Answer<T::Node> {
    let wanted = evaluation.string_or_empty(arguments.take())?;
    let node = required_node(evaluation, &arguments.take_or_focus(focus)?)?;
    let tree = evaluation.tree;
    let Some(attribute_name) = tree.find_name(XML, "lang") else {
        return Ok(Sequence::boolean(false));
    };
    let mut current = Some(node);
    while let Some(node) = current {
        let mut attribute = tree.first_attribute(node).filter(|_| tree.kind(node) == NodeKind::Element);
        while let Some(candidate) = attribute {
            if tree.name(candidate) == Some(attribute_name) {
                let mut found = String::new();
                tree.string_value(candidate, &mut found);
                return Ok(Sequence::boolean(is_variety(&found, &wanted)));
            }
            attribute = tree.next_attribute(candidate);
        }
        current = tree.parent(node);
    }
    Ok(Sequence::boolean(false))
}

fn is_variety(found: &str, wanted: &str) -> bool {
    let (found, wanted) = (found.to_lowercase(), wanted.to_lowercase());
    found.strip_prefix(&wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// The topmost node above a node.
pub(super) fn root_of<T: Tree>(tree: &T, node: T::Node) -> T::Node {
    std::iter::successors(Some(node), |&node| tree.parent(node)).last().unwrap_or(node)
}

pub(super) fn root<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    focus: &Focus<T::Node>,
) -> Answer<T::Node> {
    let node = optional_node(evaluation, &arguments.take_or_focus(focus)?)?;
    Ok(Sequence::node(node.map(|node| root_of(evaluation.tree, node))))
}

/// A position in the focus as a value.
pub(super) fn count<N: Copy>(count: u64) -> Sequence<N> {
    Sequence::atomic(Atomic::integer(i64::try_from(count).unwrap_or(i64::MAX)))
}
