//! Actual values.

use std::cmp::Ordering;

/// An actual value of a simple type. The helper of this crate gives it one variant a value space.
#[derive(Clone, Debug)]
pub enum Value {
    /// A string value.
    String(String),
    /// A list.
    List(Vec<Value>),
}

impl Value {
    /// Equality as XSD defines it for enumeration, fixed values and identity constraints (values of different primitives are never equal).
    pub fn equals(&self, _other: &Value) -> bool {
        todo!()
    }
    /// Order; `None` where the values are incomparable.
    pub fn compare(&self, _other: &Value) -> Option<Ordering> {
        todo!()
    }
    /// Appends a key that is byte-equal exactly for equal values, for hashing by identity constraints. Self-delimiting.
    pub fn write_key(&self, _key: &mut Vec<u8>) {
        todo!()
    }
    /// The canonical lexical form.
    pub fn canonical(&self) -> String {
        todo!()
    }
}
