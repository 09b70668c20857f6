//! What the operators tell apart: the primitive types, and those derived ones that have operators of their own.

use crate::{Atomic, ErrorCode, TypeRef, Types, XPathError};
use pyxsd_datatypes::{Builtin, Primitive, Value};

/// The type of an operand as far as operators care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// `xs:untypedAtomic`.
    Untyped,
    String,
    Boolean,
    /// `xs:integer` and what is derived from it.
    Integer,
    /// Any other `xs:decimal`.
    Decimal,
    Float,
    Double,
    /// `xs:duration` that is neither of the following.
    Duration,
    YearMonthDuration,
    DayTimeDuration,
    /// The date and time types.
    Moment(Primitive),
    HexBinary,
    Base64Binary,
    AnyUri,
    QName,
    Notation,
}

impl Kind {
    /// The kind of a value.
    pub fn of(atomic: &Atomic, types: &dyn Types) -> Kind {
        match &atomic.value {
            Value::String(_) if atomic.type_ref == TypeRef::UNTYPED_ATOMIC => Kind::Untyped,
            Value::String(_) | Value::List(_) => Kind::String,
            Value::Boolean(_) => Kind::Boolean,
            Value::Decimal(_) if is_integer(builtin_of(atomic.type_ref, types)) => Kind::Integer,
            Value::Decimal(_) => Kind::Decimal,
            Value::Float(_) => Kind::Float,
            Value::Double(_) => Kind::Double,
            Value::Duration(_) => match builtin_of(atomic.type_ref, types) {
                Builtin::YearMonthDuration => Kind::YearMonthDuration,
                Builtin::DayTimeDuration => Kind::DayTimeDuration,
                _ => Kind::Duration,
            },
            Value::Moment(moment) => Kind::Moment(moment.primitive),
            Value::HexBinary(_) => Kind::HexBinary,
            Value::Base64Binary(_) => Kind::Base64Binary,
            Value::AnyUri(_) => Kind::AnyUri,
            Value::QName(_) => Kind::QName,
            Value::Notation(_) => Kind::Notation,
        }
    }

    /// Whether it is a number.
    pub fn is_numeric(self) -> bool {
        matches!(self, Kind::Integer | Kind::Decimal | Kind::Float | Kind::Double)
    }
}

/// The nearest built-in type; `xs:anyAtomicType` for `xs:untypedAtomic`.
pub(crate) fn builtin_of(type_ref: TypeRef, types: &dyn Types) -> Builtin {
    match Builtin::ALL.get(type_ref.0 as usize) {
        Some(builtin) => *builtin,
        None if type_ref == TypeRef::UNTYPED_ATOMIC => Builtin::AnyAtomicType,
        None => types.datatype(type_ref).map_or(Builtin::AnyAtomicType, |datatype| datatype.builtin),
    }
}

/// Whether a built-in type is `xs:integer` or derived from it.
pub(crate) fn is_integer(builtin: Builtin) -> bool {
    (Builtin::Integer..=Builtin::PositiveInteger).contains(&builtin)
}

/// The name of a type for messages: `xs:integer`, or the expanded name of a type of the schema.
pub(crate) fn shown_type(type_ref: TypeRef, types: &dyn Types) -> String {
    match Builtin::ALL.get(type_ref.0 as usize) {
        Some(builtin) => format!("xs:{}", builtin.name()),
        None if type_ref == TypeRef::UNTYPED_ATOMIC => "xs:untypedAtomic".to_owned(),
        None => types.type_name(type_ref),
    }
}

/// A text for messages: quoted, and cut where it is long.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("'{}…'", &text[..end]),
        None => format!("'{text}'"),
    }
}

/// An operator that is not defined for its operands.
pub(crate) fn no_operator(operator: &str, a: &Atomic, b: &Atomic, types: &dyn Types) -> XPathError {
    let (a, b) = (shown_type(a.type_ref, types), shown_type(b.type_ref, types));
    XPathError::new(ErrorCode::XPTY0004, format!("'{operator}' is not defined for {a} and {b}"))
}
