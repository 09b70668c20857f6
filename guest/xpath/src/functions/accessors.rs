//! Accessors, errors and trace (F&O 2 to 4).

use super::arguments::{
    Answer, Arguments, STRING, optional_item, optional_node, required_string, string, text_of, uri,
};
use crate::evaluate::{Evaluation, Expected, Focus, Sequence};
use crate::values::{quoted, uris};
use crate::{Atomic, ErrorCode, NodeKind, Tree, XPathError};
use pyxsd_datatypes::{Builtin, QNameValue, Value};

/// The namespace name of error codes.
const ERRORS: &str = "http://www.w3.org/2005/xqt-errors";

pub(super) fn node_name<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let node = optional_node(evaluation, &arguments.take())?;
    Ok(Sequence::optional(node.and_then(|node| {
        let name = evaluation.tree.name(node)?;
        let tree = evaluation.tree;
        let value = QNameValue {
            namespace: tree.namespace_uri(tree.namespace_of(name)).to_owned(),
            local: tree.local(name).to_owned(),
            prefix: tree.prefix(node).to_owned(),
        };
        Some(Atomic::of(Builtin::QName, Value::QName(value)))
    })))
}

pub(super) fn nilled<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    let node = optional_node(evaluation, &arguments.take())?;
    let element = node.filter(|&node| evaluation.tree.kind(node) == NodeKind::Element);
    Ok(Sequence::optional(element.map(|node| Atomic::boolean(evaluation.tree.is_nilled(node)))))
}

pub(super) fn string_of<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    focus: &Focus<T::Node>,
) -> Answer<T::Node> {
    let item = optional_item(&arguments.take_or_focus(focus)?)?;
    let text = item.map(|item| evaluation.string_of(&item)).transpose()?;
    string(evaluation, text.unwrap_or_default())
}

pub(super) fn data<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    evaluation.data(arguments.take()).map(Sequence::atomics)
}

pub(super) fn base_uri<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    focus: &Focus<T::Node>,
) -> Answer<T::Node> {
    let node = optional_node(evaluation, &arguments.take_or_focus(focus)?)?;
    Ok(node.and_then(|node| evaluation.tree.base_uri(node)).map_or(Sequence::EMPTY, uri))
}

pub(super) fn document_uri<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let node = optional_node(evaluation, &arguments.take())?;
    let document = node.filter(|&node| evaluation.tree.kind(node) == NodeKind::Document);
    Ok(document.and_then(|node| evaluation.tree.document_uri(node)).map_or(Sequence::EMPTY, uri))
}

/// `fn:error`: the code that the expression gives, or `FOER0000`.
pub(super) fn error<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    let code = arguments.take_if_given();
    let description = arguments.take_if_given();
    let code = match code {
        None => None,
        Some(code) if description.is_some() => evaluation.optional(code, Expected::Type(Builtin::QName))?,
        Some(code) => Some(evaluation.required(code, Expected::Type(Builtin::QName))?),
    };
    let description = description.map(|text| required_string(evaluation, text)).transpose()?;
    let message =
        description.filter(|text| !text.is_empty()).unwrap_or_else(|| "the expression calls error()".to_owned());
    let Some(Atomic { value: Value::QName(name), .. }) = code else {
        return Err(XPathError::new(ErrorCode::FOER0000, message));
    };
    let known = ErrorCode::ALL.iter().find(|code| name.namespace == ERRORS && code.as_str() == name.local);
    let expanded = match name.namespace.as_str() {
        "" => name.local,
        namespace => format!("{{{namespace}}}{}", name.local),
    };
    Err(XPathError::new(known.copied().unwrap_or(ErrorCode::FOER0000), message).raising(expanded))
}

/// `fn:trace`: there is nothing to trace to; the value is what the call gives.
pub(super) fn trace<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    let value = arguments.take();
    required_string(evaluation, arguments.take())?;
    Ok(value)
}

/// `fn:doc`: there are no documents but those of the context.
pub(super) fn doc<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    let Some(name) = evaluation.optional(arguments.take(), STRING)?.map(text_of) else {
        return Ok(Sequence::EMPTY);
    };
    if !uris::is_reference(&name) {
        return Err(XPathError::new(ErrorCode::FODC0005, format!("{} is no URI", quoted(&name))));
    }
    let message = format!("{}: documents other than the one that is queried cannot be read", quoted(&name));
    Err(XPathError::new(ErrorCode::FODC0002, message))
}

pub(super) fn doc_available<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    evaluation.optional(arguments.take(), STRING)?;
    Ok(Sequence::boolean(false))
}

pub(super) fn collection<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let argument = arguments.take_if_given();
    let name = argument.map(|name| evaluation.optional(name, STRING)).transpose()?.flatten().map(text_of);
    match name {
        None => Err(XPathError::new(ErrorCode::FODC0002, "there is no default collection: no documents can be read")),
        Some(name) => {
            let message = format!("{}: collections of documents cannot be read", quoted(&name));
            let is_reference = uris::is_reference(&name);
            let code = if is_reference { ErrorCode::FODC0002 } else { ErrorCode::FODC0004 };
            Err(XPathError::new(code, message))
        }
    }
}
