//! Items of the data model: nodes and atomic values.

use crate::Types;
use pyxsd_datatypes::{Builtin, Decimal, Value};

/// A type of the in-scope schema: the built-in simple types by their [`Builtin`] number, then `xs:anyType`, then those that a
/// [`crate::Types`] numbers, as `pyxsd-schema` does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeRef(pub u32);

impl TypeRef {
    /// `xs:anyType`.
    pub const ANY_TYPE: TypeRef = TypeRef(Builtin::Error as u32 + 1);
    /// `xs:untyped`: an element that no schema describes.
    pub const UNTYPED: TypeRef = TypeRef(u32::MAX);
    /// `xs:untypedAtomic`: text that no schema describes.
    pub const UNTYPED_ATOMIC: TypeRef = TypeRef(u32::MAX - 1);

    /// A built-in simple type.
    pub fn builtin(builtin: Builtin) -> TypeRef {
        TypeRef(builtin as u32)
    }
}

/// An atomic value with its type.
#[derive(Clone, Debug)]
pub struct Atomic {
    /// The value; an `xs:untypedAtomic` is a [`Value::String`], an integer a [`Value::Decimal`]. Never a list.
    pub value: Value,
    /// Its most specific type: an atomic type, or [`TypeRef::UNTYPED_ATOMIC`].
    pub type_ref: TypeRef,
}

impl Atomic {
    /// The value as `cast as xs:string` gives it; of a QName the prefix as written and the local name. `types` are those that the type is
    /// numbered by.
    pub fn lexical(&self, types: &dyn Types) -> String {
        crate::values::to_string(self, types)
    }
}

impl Atomic {
    /// An `xs:integer`.
    pub(crate) fn integer(value: i64) -> Atomic {
        Atomic { value: Value::Decimal(Decimal::from(value)), type_ref: TypeRef::builtin(Builtin::Integer) }
    }

    /// An `xs:integer` of at most 38 digits.
    pub(crate) fn big_integer(value: i128) -> Atomic {
        Atomic { value: Value::Decimal(Decimal::from_i128(value)), type_ref: TypeRef::builtin(Builtin::Integer) }
    }

    /// An `xs:boolean`.
    pub(crate) fn boolean(value: bool) -> Atomic {
        Atomic { value: Value::Boolean(value), type_ref: TypeRef::builtin(Builtin::Boolean) }
    }

    /// An `xs:string`.
    pub(crate) fn string(text: impl Into<String>) -> Atomic {
        Atomic { value: Value::String(text.into()), type_ref: TypeRef::builtin(Builtin::String) }
    }

    /// An `xs:untypedAtomic`.
    pub(crate) fn untyped(text: impl Into<String>) -> Atomic {
        Atomic { value: Value::String(text.into()), type_ref: TypeRef::UNTYPED_ATOMIC }
    }

    /// An `xs:double`.
    pub(crate) fn double(value: f64) -> Atomic {
        Atomic { value: Value::Double(value), type_ref: TypeRef::builtin(Builtin::Double) }
    }
}

/// An item.
#[derive(Clone, Debug)]
pub enum Item<N> {
    /// A node.
    Node(N),
    /// An atomic value.
    Atomic(Atomic),
}
