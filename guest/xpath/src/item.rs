//! Items of the data model: nodes and atomic values.

use pyxsd_datatypes::{Builtin, Value};

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

/// An item.
#[derive(Clone, Debug)]
pub enum Item<N> {
    /// A node.
    Node(N),
    /// An atomic value.
    Atomic(Atomic),
}
