//! Actual values: equality, order, keys and canonical forms.

use crate::{Decimal, Duration, Moment, binary, float};
use std::cmp::Ordering;

/// An actual value of a simple type: one variant a value space.
#[derive(Clone, Debug)]
pub enum Value {
    /// A string value; also that of the ur-types.
    String(String),
    /// `boolean`.
    Boolean(bool),
    /// `decimal` and the integer types.
    Decimal(Decimal),
    /// `float`.
    Float(f32),
    /// `double`.
    Double(f64),
    /// `duration` and its subsets.
    Duration(Duration),
    /// The date and time types.
    Moment(Moment),
    /// `hexBinary`, as octets.
    HexBinary(Vec<u8>),
    /// `base64Binary`, as octets.
    Base64Binary(Vec<u8>),
    /// `anyURI`, as written.
    AnyUri(String),
    /// `QName`.
    QName(QNameValue),
    /// `NOTATION`.
    Notation(QNameValue),
    /// A list.
    List(Vec<Value>),
}

/// An expanded name as a value.
#[derive(Clone, Debug)]
pub struct QNameValue {
    /// The namespace name; empty for none.
    pub namespace: String,
    /// The local name.
    pub local: String,
    /// The prefix as written, empty for none. It takes no part in equality.
    pub prefix: String,
}

impl PartialEq for QNameValue {
    fn eq(&self, other: &Self) -> bool {
        self.local == other.local && self.namespace == other.namespace
    }
}

impl Value {
    /// Equality as XSD defines it for enumeration, fixed values and identity constraints: values of different primitives are
    /// never equal, `NaN` equals itself, zeros of both signs are equal, points in time with and without timezone are not.
    /// A list of one item equals the item.
    pub fn equals(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals(b)),
            (Value::List(items), single) | (single, Value::List(items)) => {
                matches!(items.as_slice(), [item] if item.equals(single))
            }
            (Value::Duration(a), Value::Duration(b)) => a == b,
            (Value::Moment(a), Value::Moment(b)) => a.equals(b),
            (Value::String(a), Value::String(b)) | (Value::AnyUri(a), Value::AnyUri(b)) => a == b,
            (Value::HexBinary(a), Value::HexBinary(b)) | (Value::Base64Binary(a), Value::Base64Binary(b)) => a == b,
            (Value::QName(a), Value::QName(b)) | (Value::Notation(a), Value::Notation(b)) => a == b,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            _ => self.compare(other) == Some(Ordering::Equal),
        }
    }

    /// Order; `None` where the values are incomparable or their type is not ordered. `NaN` compares only with itself. Durations
    /// may compare as equal without being it: `P400Y` and `P146097D` end together from everywhere.
    pub fn compare(&self, other: &Value) -> Option<Ordering> {
        match (self, other) {
            (Value::Decimal(a), Value::Decimal(b)) => Some(a.cmp(b)),
            (Value::Float(a), Value::Float(b)) => compare_floats(f64::from(*a), f64::from(*b)),
            (Value::Double(a), Value::Double(b)) => compare_floats(*a, *b),
            (Value::Duration(a), Value::Duration(b)) => a.compare(b),
            (Value::Moment(a), Value::Moment(b)) => a.compare(b),
            _ => None,
        }
    }

    pub(crate) fn is_nan(&self) -> bool {
        matches!(self, Value::Float(value) if value.is_nan()) || matches!(self, Value::Double(value) if value.is_nan())
    }

    /// Appends a key that is byte-equal exactly for equal values, for hashing by identity constraints. Self-delimiting.
    pub fn write_key(&self, key: &mut Vec<u8>) {
        match self {
            Value::String(text) => write_text(key, b's', text.as_bytes()),
            Value::Boolean(value) => key.extend_from_slice(&[b'b', u8::from(*value)]),
            Value::Decimal(value) => {
                key.push(b'd');
                value.write_key(key);
            }
            Value::Float(value) => {
                let value = if value.is_nan() { f32::NAN } else { value + 0.0 };
                key.push(b'f');
                key.extend_from_slice(&value.to_bits().to_le_bytes());
            }
            Value::Double(value) => {
                let value = if value.is_nan() { f64::NAN } else { value + 0.0 };
                key.push(b'g');
                key.extend_from_slice(&value.to_bits().to_le_bytes());
            }
            Value::Duration(value) => {
                key.push(b'p');
                value.write_key(key);
            }
            Value::Moment(value) => {
                key.extend_from_slice(&[b't', value.primitive as u8]);
                value.write_key(key);
            }
            Value::HexBinary(octets) => write_text(key, b'h', octets),
            Value::Base64Binary(octets) => write_text(key, b'a', octets),
            Value::AnyUri(text) => write_text(key, b'u', text.as_bytes()),
            Value::QName(name) => write_name(key, b'q', name),
            Value::Notation(name) => write_name(key, b'n', name),
            Value::List(items) => {
                Self::start_list_key(items.len() as u64, key);
                for item in items {
                    item.write_key(key);
                }
            }
        }
    }

    /// What stands before the keys of the items of a list: nothing for one item, which equals the list.
    pub(crate) fn start_list_key(length: u64, key: &mut Vec<u8>) {
        if length != 1 {
            key.push(b'l');
            key.extend_from_slice(&length.to_le_bytes());
        }
    }

    /// The canonical lexical form, as XSD 1.1 defines it; of a QName the form with the prefix as written.
    pub fn canonical(&self) -> String {
        match self {
            Value::String(text) | Value::AnyUri(text) => text.clone(),
            Value::Boolean(value) => value.to_string(),
            Value::Decimal(value) => value.to_string(),
            Value::Float(value) => float::canonical(*value),
            Value::Double(value) => float::canonical(*value),
            Value::Duration(value) => value.to_string(),
            Value::Moment(value) => value.to_string(),
            Value::HexBinary(octets) => binary::encode_hex(octets),
            Value::Base64Binary(octets) => binary::encode_base64(octets),
            Value::QName(name) | Value::Notation(name) if name.prefix.is_empty() => name.local.clone(),
            Value::QName(name) | Value::Notation(name) => format!("{}:{}", name.prefix, name.local),
            Value::List(items) => items.iter().map(Value::canonical).collect::<Vec<_>>().join(" "),
        }
    }
}

fn compare_floats(a: f64, b: f64) -> Option<Ordering> {
    if a.is_nan() && b.is_nan() { Some(Ordering::Equal) } else { a.partial_cmp(&b) }
}

fn write_text(key: &mut Vec<u8>, tag: u8, text: &[u8]) {
    key.push(tag);
    key.extend_from_slice(&(text.len() as u64).to_le_bytes());
    key.extend_from_slice(text);
}

fn write_name(key: &mut Vec<u8>, tag: u8, name: &QNameValue) {
    write_text(key, tag, name.namespace.as_bytes());
    write_text(key, tag, name.local.as_bytes());
}
