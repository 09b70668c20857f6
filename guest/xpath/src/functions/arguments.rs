//! The arguments of a call, and what the functions share in reading them.

use crate::evaluate::{Evaluation, Expected, Focus, Sequence};
use crate::values::strings::CODEPOINT_COLLATION;
use crate::values::{quoted, shown_type, uris};
use crate::{Atomic, ErrorCode, Item, Tree, XPathError};
use pyxsd_datatypes::{Builtin, Decimal, Value};

pub(super) const STRING: Expected = Expected::Type(Builtin::String);

/// Evaluated arguments, taken from left to right.
pub(super) struct Arguments<N>(std::vec::IntoIter<Sequence<N>>);

impl<N: Copy> Arguments<N> {
    pub fn new(arguments: Vec<Sequence<N>>) -> Self {
        Self(arguments.into_iter())
    }

    /// The next argument. The arity was checked when the expression was compiled.
    pub fn take(&mut self) -> Sequence<N> {
        self.0.next().unwrap_or(Sequence::EMPTY)
    }

    /// The next argument, if the call has it.
    pub fn take_if_given(&mut self) -> Option<Sequence<N>> {
        self.0.next()
    }

    /// The next argument, or the context item where the call has none.
    pub fn take_or_focus(&mut self, focus: &Focus<N>) -> Result<Sequence<N>, XPathError> {
        match self.0.next() {
            Some(argument) => Ok(argument),
            None => focus.item().map(|item| Sequence::one(item.clone())),
        }
    }
}

pub(super) type Answer<N> = Result<Sequence<N>, XPathError>;

/// An item of a parameter `item()?`.
pub(super) fn optional_item<N: Copy>(argument: &Sequence<N>) -> Result<Option<Item<N>>, XPathError> {
    match argument.len() {
        0 | 1 => Ok(argument.first()),
        count => Err(XPathError::new(ErrorCode::XPTY0004, format!("{count} items where at most one is allowed"))),
    }
}

/// A node of a parameter `node()?`.
pub(super) fn optional_node<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    argument: &Sequence<T::Node>,
) -> Result<Option<T::Node>, XPathError> {
    match optional_item(argument)? {
        None => Ok(None),
        Some(Item::Node(node)) => Ok(Some(node)),
        Some(Item::Atomic(atomic)) => {
            let found = shown_type(atomic.type_ref, evaluation.types);
            Err(XPathError::new(ErrorCode::XPTY0004, format!("a value of type {found} where a node is needed")))
        }
    }
}

/// A node of a parameter `node()`.
pub(super) fn required_node<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    argument: &Sequence<T::Node>,
) -> Result<T::Node, XPathError> {
    optional_node(evaluation, argument)?
        .ok_or_else(|| XPathError::new(ErrorCode::XPTY0004, "the empty sequence where a node is needed"))
}

/// The text of a parameter `xs:string`.
pub(super) fn required_string<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    argument: Sequence<T::Node>,
) -> Result<String, XPathError> {
    let value = evaluation.required(argument, STRING)?;
    Ok(text_of(value))
}

/// The text of a string.
pub(super) fn text_of(atomic: Atomic) -> String {
    match atomic.value {
        Value::String(text) | Value::AnyUri(text) => text,
        other => other.canonical(),
    }
}

/// The number of a parameter `xs:double`.
pub(super) fn required_double<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    argument: Sequence<T::Node>,
) -> Result<f64, XPathError> {
    match evaluation.required(argument, Expected::Type(Builtin::Double))?.value {
        Value::Double(number) => Ok(number),
        _ => Ok(f64::NAN),
    }
}

/// The number of a parameter `xs:integer`; one that is farther away than any position or digit counts as the nearest `i64`.
pub(super) fn required_integer<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    argument: Sequence<T::Node>,
) -> Result<i64, XPathError> {
    match evaluation.required(argument, Expected::Type(Builtin::Integer))?.value {
        Value::Decimal(number) => Ok(nearest_i64(&number)),
        _ => Ok(0),
    }
}

pub(super) fn nearest_i64(number: &Decimal) -> i64 {
    number.to_i64().unwrap_or(if number.is_negative() { i64::MIN } else { i64::MAX })
}

/// Checks the collation argument, where the call has one: only that by code points is known.
pub(super) fn check_collation<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    argument: Option<Sequence<T::Node>>,
) -> Result<(), XPathError> {
    let Some(argument) = argument else {
        return Ok(());
    };
    let mut name = required_string(evaluation, argument)?;
    if let Some(resolved) = evaluation.base_uri().and_then(|base| uris::resolve(&name, base)) {
        name = resolved;
    }
    if name == CODEPOINT_COLLATION {
        return Ok(());
    }
    let message = format!("the collation {} is not known; {CODEPOINT_COLLATION} is", quoted(&name));
    Err(XPathError::new(ErrorCode::FOCH0002, message))
}

/// One `xs:string`, whose length is within the budget.
pub(super) fn string<T: Tree>(evaluation: &Evaluation<'_, T>, text: String) -> Answer<T::Node> {
    evaluation.check_string(text.len())?;
    Ok(Sequence::atomic(Atomic::string(text)))
}

/// One `xs:anyURI`.
pub(super) fn uri<N: Copy>(text: String) -> Sequence<N> {
    Sequence::atomic(Atomic::of(Builtin::AnyUri, Value::AnyUri(text)))
}
