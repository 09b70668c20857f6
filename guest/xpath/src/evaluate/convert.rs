//! Atomisation and the function conversion rules (XPath 2.0, 2.4.2 and 3.1.5).

use super::{Evaluation, Sequence};
use crate::types::derives_from;
use crate::{Atomic, ErrorCode, Item, Tree, TypeRef, XPathError, values};
use pyxsd_datatypes::{Builtin, Value};

/// The atomic type that a parameter of a function of F&O has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expected {
    /// `xs:anyAtomicType`: nothing is converted.
    Any,
    /// `numeric`: untyped values become `xs:double`.
    Numeric,
    /// A built-in atomic type.
    Type(Builtin),
}

impl<T: Tree> Evaluation<'_, T> {
    /// Appends the typed value of a node, or the value that the item is.
    pub fn atomize(&self, item: Item<T::Node>, out: &mut Vec<Atomic>) -> Result<(), XPathError> {
        match item {
            Item::Atomic(atomic) => {
                out.push(atomic);
                Ok(())
            }
            Item::Node(node) if self.tree.typed_value(node, out) => Ok(()),
            Item::Node(node) => Err(self.no_typed_value(node)),
        }
    }

    fn no_typed_value(&self, node: T::Node) -> XPathError {
        let name = self.tree.name(node).map_or("", |name| self.tree.local(name));
        let message = format!(
            "element {name} has no typed value, for its type has element-only content: use string() or a child"
        );
        XPathError::new(ErrorCode::FOTY0012, message)
    }

    /// `fn:data`
    pub fn data(&self, sequence: Sequence<T::Node>) -> Result<Vec<Atomic>, XPathError> {
        self.check_items(sequence.len())?;
        let mut values = Vec::new();
        for item in sequence {
            self.atomize(item, &mut values)?;
            self.check_items(values.len() as u64)?;
        }
        Ok(values)
    }

    /// The atomic values of an argument, converted to what a parameter `expected*` takes.
    pub fn values(&self, sequence: Sequence<T::Node>, expected: Expected) -> Result<Vec<Atomic>, XPathError> {
        let mut values = self.data(sequence)?;
        if expected != Expected::Any {
            for value in &mut values {
                self.convert(value, expected)?;
            }
        }
        Ok(values)
    }

    /// The value of an argument, converted to what a parameter `expected?` takes.
    pub fn optional(&self, sequence: Sequence<T::Node>, expected: Expected) -> Result<Option<Atomic>, XPathError> {
        let mut values = match sequence.into_single() {
            Ok(Item::Atomic(mut value)) => {
                self.convert(&mut value, expected)?;
                return Ok(Some(value));
            }
            Ok(node) => self.data(Sequence::one(node))?,
            Err(sequence) => self.data(sequence)?,
        };
        let Some(mut value) = values.pop() else {
            return Ok(None);
        };
        if !values.is_empty() {
            let count = values.len() + 1;
            return Err(XPathError::new(ErrorCode::XPTY0004, format!("{count} values where at most one is allowed")));
        }
        self.convert(&mut value, expected)?;
        Ok(Some(value))
    }

    /// The value of an argument, converted to what a parameter `expected` takes.
    pub fn required(&self, sequence: Sequence<T::Node>, expected: Expected) -> Result<Atomic, XPathError> {
        self.optional(sequence, expected)?
            .ok_or_else(|| XPathError::new(ErrorCode::XPTY0004, "the empty sequence where one value is needed"))
    }

    /// The text of an argument of type `xs:string?`.
    pub fn optional_string(&self, sequence: Sequence<T::Node>) -> Result<Option<String>, XPathError> {
        if let Some(Item::Node(node)) = sequence.as_one()
            && self.has_text_value(*node)
        {
            return self.string_of(&Item::Node(*node)).map(Some);
        }
        let value = self.optional(sequence, Expected::Type(Builtin::String))?;
        Ok(value.map(|value| match value.value {
            Value::String(text) => text,
            other => other.canonical(),
        }))
    }

    /// Whether the typed value of a node is its string value, as untyped or as `xs:string`.
    pub fn has_text_value(&self, node: T::Node) -> bool {
        match self.tree.type_of(node) {
            TypeRef::UNTYPED | TypeRef::UNTYPED_ATOMIC => true,
            other => other == TypeRef::builtin(Builtin::String) && !self.tree.is_nilled(node),
        }
    }

    /// The text of an argument of type `xs:string?` where the empty sequence is the empty string.
    pub fn string_or_empty(&self, sequence: Sequence<T::Node>) -> Result<String, XPathError> {
        self.optional_string(sequence).map(Option::unwrap_or_default)
    }

    /// `fn:string` of an item.
    pub fn string_of(&self, item: &Item<T::Node>) -> Result<String, XPathError> {
        match item {
            Item::Atomic(atomic) => Ok(values::to_string(atomic, self.types)),
            Item::Node(node) => {
                let mut text = String::new();
                self.tree.string_value(*node, &mut text);
                self.check_string(text.len())?;
                Ok(text)
            }
        }
    }

    /// Converts a value to the type of a parameter: untyped values are cast, numbers and URIs promoted.
    pub fn convert(&self, value: &mut Atomic, expected: Expected) -> Result<(), XPathError> {
        let target = match expected {
            Expected::Any => return Ok(()),
            Expected::Numeric if is_numeric(&value.value) => return Ok(()),
            Expected::Numeric => Builtin::Double,
            Expected::Type(target) => target,
        };
        let untyped = value.type_ref == TypeRef::UNTYPED_ATOMIC;
        let known = expected != Expected::Numeric;
        if !untyped && known && derives_from(self.types, value.type_ref, TypeRef::builtin(target)) {
            return Ok(());
        }
        if untyped && target == Builtin::String {
            value.type_ref = TypeRef::builtin(target);
            return Ok(());
        }
        if untyped || (known && is_promoted(&value.value, target)) {
            *value = values::cast(value, TypeRef::builtin(target), self.types)?;
            return Ok(());
        }
        let wanted = if known { format!("xs:{}", target.name()) } else { "a number".to_owned() };
        let found = self.types.type_name(value.type_ref);
        Err(XPathError::new(ErrorCode::XPTY0004, format!("a value of type {found} where {wanted} is needed")))
    }
}

pub(crate) fn is_numeric(value: &Value) -> bool {
    matches!(value, Value::Decimal(_) | Value::Float(_) | Value::Double(_))
}

/// Type promotion (XPath 2.0, B.1).
fn is_promoted(value: &Value, target: Builtin) -> bool {
    match target {
        Builtin::Double => matches!(value, Value::Float(_) | Value::Decimal(_)),
        Builtin::Float => matches!(value, Value::Decimal(_)),
        Builtin::String => matches!(value, Value::AnyUri(_)),
        _ => false,
    }
}
