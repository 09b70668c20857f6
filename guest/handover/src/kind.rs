//! What a value is, in the numbers of the table.

use pyxsd_datatypes::{Builtin, Primitive, SimpleType, Value, Variety};

/// There is no value: the content is empty, elements only, or nilled.
pub(crate) const NOTHING: u32 = 0;
/// The string value of the node as it stands in the document; no schema says more.
pub(crate) const UNTYPED: u32 = 1;
/// The first of the primitive types, which follow in the order of [`Primitive`].
const FIRST_PRIMITIVE: u32 = 2;
/// `xs:integer` and what is derived from it.
pub(crate) const INTEGER: u32 = FIRST_PRIMITIVE + Primitive::Notation as u32 + 1;
/// A list of items of several kinds, each with its own.
pub(crate) const ITEMS: u32 = INTEGER + 1;
/// Added for a list of items of one kind.
pub(crate) const LIST: u32 = 0x100;
/// The rest are facts about a node: it is nilled.
pub(crate) const NILLED: u32 = 0x200;
/// The schema supplies the attribute, or the content of the element.
pub(crate) const DEFAULTED: u32 = 0x400;
/// It is invalid, or nothing declares it.
pub(crate) const GENERIC: u32 = 0x800;
/// Only elements may stand inside.
pub(crate) const ELEMENT_ONLY: u32 = 0x1000;
/// The bound document does not have it.
pub(crate) const UNBOUND: u32 = 0x2000;

/// How the value of a node of one type is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Plan {
    /// The node has none by its type.
    Nothing,
    /// The string value is the value.
    Untyped,
    /// The normalised text is the lexical form of this kind.
    Text(u32),
    /// Each value has to be looked at.
    Each,
}

/// The plan for a datatype.
pub(crate) fn plan(datatype: &SimpleType) -> Plan {
    match &datatype.variety {
        Variety::Ur => Plan::Text(of_primitive(Primitive::String)),
        Variety::Union(_) => Plan::Each,
        Variety::Atomic(_) => atomic(datatype).map_or(Plan::Each, Plan::Text),
        Variety::List(item) => match item.variety {
            Variety::Atomic(_) => atomic(item).map_or(Plan::Each, |kind| Plan::Text(kind | LIST)),
            _ => Plan::Each,
        },
    }
}

/// The kind of an atomic type; `None` where a value is more than its text.
fn atomic(datatype: &SimpleType) -> Option<u32> {
    match datatype.variety {
        Variety::Atomic(Primitive::QName | Primitive::Notation) => None,
        Variety::Atomic(Primitive::Decimal) if is_integer(datatype.builtin) => Some(INTEGER),
        Variety::Atomic(primitive) => Some(of_primitive(primitive)),
        _ => None,
    }
}

fn is_integer(builtin: Builtin) -> bool {
    std::iter::successors(Some(builtin), |builtin| builtin.base()).any(|base| base == Builtin::Integer)
}

fn of_primitive(primitive: Primitive) -> u32 {
    FIRST_PRIMITIVE + primitive as u32
}

/// The kind of an atomic value; `builtin` is the nearest built-in type of its type.
pub(crate) fn of_value(value: &Value, builtin: Option<Builtin>) -> u32 {
    of_primitive(match value {
        Value::String(_) | Value::List(_) => Primitive::String,
        Value::Boolean(_) => Primitive::Boolean,
        Value::Decimal(_) if builtin.is_some_and(is_integer) => return INTEGER,
        Value::Decimal(_) => Primitive::Decimal,
        Value::Float(_) => Primitive::Float,
        Value::Double(_) => Primitive::Double,
        Value::Duration(_) => Primitive::Duration,
        Value::Moment(moment) => moment.primitive,
        Value::HexBinary(_) => Primitive::HexBinary,
        Value::Base64Binary(_) => Primitive::Base64Binary,
        Value::AnyUri(_) => Primitive::AnyUri,
        Value::QName(_) => Primitive::QName,
        Value::Notation(_) => Primitive::Notation,
    })
}
