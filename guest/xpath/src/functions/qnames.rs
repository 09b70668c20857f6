//! Functions on qualified names (F&O 11).

use super::arguments::{Answer, Arguments, required_node, required_string, uri};
use crate::evaluate::{Evaluation, Expected, Sequence};
use crate::values::quoted;
use crate::{Atomic, ErrorCode, NodeKind, Tree, XPathError};
use pyxsd_datatypes::{Builtin, QNameValue, Value, split_qname};

fn invalid(text: &str, why: &str) -> XPathError {
    XPathError::new(ErrorCode::FOCA0002, format!("{} {why}", quoted(text)))
}

fn name<N: Copy>(namespace: &str, local: &str, prefix: &str) -> Sequence<N> {
    let name = QNameValue { namespace: namespace.to_owned(), local: local.to_owned(), prefix: prefix.to_owned() };
    Sequence::atomic(Atomic::of(Builtin::QName, Value::QName(name)))
}

/// The element of a parameter `element()`.
fn element<T: Tree>(evaluation: &Evaluation<'_, T>, argument: &Sequence<T::Node>) -> Result<T::Node, XPathError> {
    let node = required_node(evaluation, argument)?;
    match evaluation.tree.kind(node) {
        NodeKind::Element => Ok(node),
        _ => Err(XPathError::new(ErrorCode::XPTY0004, "a node of another kind where an element is needed")),
    }
}

pub(super) fn resolve_qname<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let text = evaluation.optional_string(arguments.take())?;
    let element = element(evaluation, &arguments.take())?;
    let Some(text) = text else {
        return Ok(Sequence::EMPTY);
    };
    let trimmed = text.trim_matches([' ', '\t', '\n', '\r']);
    let (prefix, local) = split_qname(trimmed).ok_or_else(|| invalid(&text, "is no qualified name"))?;
    let bindings = evaluation.tree.namespaces(element);
    match bindings.iter().find(|(bound, _)| bound == prefix) {
        Some((_, namespace)) => Ok(name(namespace, local, prefix)),
        None if prefix.is_empty() => Ok(name("", local, "")),
        None => {
            let message = format!("the prefix {} is not in scope of the element", quoted(prefix));
            Err(XPathError::new(ErrorCode::FONS0004, message))
        }
    }
}

pub(super) fn qname<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    let namespace = evaluation.string_or_empty(arguments.take())?;
    let text = required_string(evaluation, arguments.take())?;
    let (prefix, local) = split_qname(&text).ok_or_else(|| invalid(&text, "is no qualified name"))?;
    if namespace.is_empty() && !prefix.is_empty() {
        return Err(invalid(&text, "has a prefix, and the namespace is none"));
    }
    Ok(name(&namespace, local, prefix))
}

/// The name of a parameter `xs:QName?`.
fn optional_name<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Result<Option<QNameValue>, XPathError> {
    let value = evaluation.optional(arguments.take(), Expected::Type(Builtin::QName))?;
    Ok(value.and_then(|value| match value.value {
        Value::QName(name) => Some(name),
        _ => None,
    }))
}

fn ncname<N: Copy>(text: String) -> Sequence<N> {
    Sequence::atomic(Atomic::of(Builtin::NcName, Value::String(text)))
}

pub(super) fn prefix<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    let prefix = optional_name(evaluation, arguments)?.map(|name| name.prefix).filter(|prefix| !prefix.is_empty());
    Ok(prefix.map_or(Sequence::EMPTY, ncname))
}

pub(super) fn local_name<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    Ok(optional_name(evaluation, arguments)?.map_or(Sequence::EMPTY, |name| ncname(name.local)))
}

pub(super) fn namespace_uri<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    Ok(optional_name(evaluation, arguments)?.map_or(Sequence::EMPTY, |name| uri(name.namespace)))
}

pub(super) fn namespace_uri_for_prefix<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let prefix = evaluation.string_or_empty(arguments.take())?;
    let element = element(evaluation, &arguments.take())?;
    let bindings = evaluation.tree.namespaces(element);
    let found = bindings.into_iter().find(|(bound, namespace)| *bound == prefix && !namespace.is_empty());
    Ok(found.map_or(Sequence::EMPTY, |(_, namespace)| uri(namespace)))
}

pub(super) fn in_scope_prefixes<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let element = element(evaluation, &arguments.take())?;
    let bindings = evaluation.tree.namespaces(element).into_iter().filter(|(_, namespace)| !namespace.is_empty());
    Ok(Sequence::atomics(bindings.map(|(prefix, _)| Atomic::string(prefix)).collect()))
}
