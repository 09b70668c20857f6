//! Comparison of values (XPath 2.0, 3.5.1 and B.2) and keys for looking up equal ones.

use super::cast::to_double;
use super::kind::{Kind, no_operator};
use super::text::borrowed_text;
use crate::ast::Comparison;
use crate::{Atomic, Types, XPathError};
use pyxsd_datatypes::{Primitive, Value};
use std::cmp::Ordering;

impl Comparison {
    /// Whether the order of the operands is one that the operator asks for; `None` is that of `NaN`.
    pub fn admits(self, order: Option<Ordering>) -> bool {
        match self {
            Comparison::Equal => order == Some(Ordering::Equal),
            Comparison::NotEqual => order != Some(Ordering::Equal),
            Comparison::Less => order == Some(Ordering::Less),
            Comparison::LessOrEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Comparison::Greater => order == Some(Ordering::Greater),
            Comparison::GreaterOrEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        }
    }

    /// The operator of value comparisons.
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Equal => "eq",
            Comparison::NotEqual => "ne",
            Comparison::Less => "lt",
            Comparison::LessOrEqual => "le",
            Comparison::Greater => "gt",
            Comparison::GreaterOrEqual => "ge",
        }
    }

    /// The operator of general comparisons.
    pub fn general_symbol(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        }
    }

    fn is_equality(self) -> bool {
        matches!(self, Comparison::Equal | Comparison::NotEqual)
    }
}

/// A value comparison (XPath 2.0, 3.5.1 and B.2); untyped values are strings here. `timezone` is the implicit one in minutes.
/// `XPTY0004` where the types do not compare.
pub(crate) fn compare(
    operator: Comparison,
    a: &Atomic,
    b: &Atomic,
    timezone: i16,
    types: &dyn Types,
) -> Result<bool, XPathError> {
    let order = match (&a.value, &b.value) {
        (Value::String(a), Value::String(b)) => Relation::Ordered(Some(a.as_str().cmp(b))),
        _ => relation(a, b, timezone, types),
    };
    match order {
        Relation::Ordered(order) => Ok(operator.admits(order)),
        Relation::Equality(equal) if operator.is_equality() => Ok(equal == (operator == Comparison::Equal)),
        _ => Err(no_operator(operator.symbol(), a, b, types)),
    }
}

/// The order of two values of types with `lt`: `Some(None)` where one is `NaN`; `None` for types without order or unlike each other.
pub(crate) fn order(a: &Atomic, b: &Atomic, timezone: i16, types: &dyn Types) -> Option<Option<Ordering>> {
    match relation(a, b, timezone, types) {
        Relation::Ordered(order) => Some(order),
        _ => None,
    }
}

/// Whether two values are equal by `eq`; values of types that do not compare are not.
pub(crate) fn equal(a: &Atomic, b: &Atomic, timezone: i16, types: &dyn Types) -> bool {
    match relation(a, b, timezone, types) {
        Relation::Ordered(order) => order == Some(Ordering::Equal),
        Relation::Equality(equal) => equal,
        Relation::Foreign => false,
    }
}

/// How two values stand to each other.
enum Relation {
    /// Of types with an order; `None` for `NaN`.
    Ordered(Option<Ordering>),
    /// Of types that only have `eq` and `ne`.
    Equality(bool),
    /// Of types that do not compare.
    Foreign,
}

fn relation(a: &Atomic, b: &Atomic, timezone: i16, types: &dyn Types) -> Relation {
    use Relation::{Equality, Foreign, Ordered};
    match (&a.value, &b.value) {
        (Value::Decimal(a), Value::Decimal(b)) => Ordered(Some(a.cmp(b))),
        (Value::Boolean(a), Value::Boolean(b)) => Ordered(Some(a.cmp(b))),
        (Value::Moment(x), Value::Moment(y)) => match x.compare_in(y, timezone) {
            None => Foreign,
            order if matches!(x.primitive, Primitive::DateTime | Primitive::Date | Primitive::Time) => Ordered(order),
            order => Equality(order == Some(Ordering::Equal)),
        },
        (Value::Duration(x), Value::Duration(y)) => match (Kind::of(a, types), Kind::of(b, types)) {
            (Kind::YearMonthDuration, Kind::YearMonthDuration) => Ordered(Some(x.months().cmp(&y.months()))),
            (Kind::DayTimeDuration, Kind::DayTimeDuration) => Ordered(Some(x.exact_seconds().cmp(&y.exact_seconds()))),
            _ => Equality(x == y),
        },
        (Value::HexBinary(a), Value::HexBinary(b)) | (Value::Base64Binary(a), Value::Base64Binary(b)) => {
            Equality(a == b)
        }
        (Value::QName(a), Value::QName(b)) | (Value::Notation(a), Value::Notation(b)) => Equality(a == b),
        (x, y) => match (borrowed_text(a), borrowed_text(b)) {
            (Some(a), Some(b)) => Ordered(Some(a.cmp(b))),
            (None, None) => compare_numbers(x, y).map_or(Foreign, Ordered),
            _ => Foreign,
        },
    }
}

/// Order after promotion to the wider type of the two; `None` for what is no number.
fn compare_numbers(a: &Value, b: &Value) -> Option<Option<Ordering>> {
    match (a, b) {
        (Value::Boolean(_), _) | (_, Value::Boolean(_)) => None,
        (Value::Double(_), _) | (_, Value::Double(_)) => Some(to_double(a)?.partial_cmp(&to_double(b)?)),
        (Value::Float(a), Value::Float(b)) => Some(a.partial_cmp(b)),
        (Value::Float(a), Value::Decimal(b)) => Some(a.partial_cmp(&b.to_f32())),
        (Value::Decimal(a), Value::Float(b)) => Some(a.to_f32().partial_cmp(b)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::tests::value;
    use crate::{BuiltinTypes, ErrorCode};

    #[test]
    fn operators_are_those_of_the_types() {
        use Comparison::*;
        for (a, operator, b, expected) in [
            ("integer 1", Equal, "double 1", Ok(true)),
            ("decimal 0.1", Equal, "double 0.1", Ok(true)),
            ("decimal 0.1", Equal, "float 0.1", Ok(true)),
            ("double 0.1", Equal, "float 0.1", Ok(false)),
            ("double NaN", Equal, "double NaN", Ok(false)),
            ("double NaN", NotEqual, "double NaN", Ok(true)),
            ("float NaN", Less, "integer 1", Ok(false)),
            ("string a", Less, "anyURI b", Ok(true)),
            ("string \u{FFFD}", Less, "string \u{10000}", Ok(true)),
            ("boolean false", Less, "boolean true", Ok(true)),
            ("dateTime 2000-01-01T00:00:00", Equal, "dateTime 2000-01-01T03:00:00+02:00", Ok(true)),
            ("date 2000-01-01", Less, "date 2000-01-02", Ok(true)),
            ("time 10:00:00Z", Greater, "time 10:00:00+02:00", Ok(true)),
            ("gYear 2000", Equal, "gYear 2000-01:00", Ok(true)),
            ("gYear 2000", Equal, "gYear 2000Z", Ok(false)),
            ("gYear 2000", Less, "gYear 2001", Err(ErrorCode::XPTY0004)),
            ("duration P1Y", Equal, "yearMonthDuration P12M", Ok(true)),
            ("duration P1Y", Less, "duration P2Y", Err(ErrorCode::XPTY0004)),
            ("yearMonthDuration P1Y", Less, "yearMonthDuration P13M", Ok(true)),
            ("yearMonthDuration P0M", Equal, "dayTimeDuration PT0S", Ok(true)),
            ("dayTimeDuration PT1.5S", Greater, "dayTimeDuration -PT2S", Ok(true)),
            ("hexBinary 0F", Equal, "hexBinary 0f", Ok(true)),
            ("hexBinary 0F", Less, "hexBinary 10", Err(ErrorCode::XPTY0004)),
            ("hexBinary 0F", Equal, "base64Binary Dw==", Err(ErrorCode::XPTY0004)),
            ("integer 1", Equal, "string 1", Err(ErrorCode::XPTY0004)),
            ("boolean true", Equal, "double 1", Err(ErrorCode::XPTY0004)),
            ("date 2000-01-01", Equal, "dateTime 2000-01-01T00:00:00", Err(ErrorCode::XPTY0004)),
        ] {
            let found = compare(operator, &value(a), &value(b), -60, &BuiltinTypes).map_err(|error| error.code);
            assert_eq!(found, expected, "{a} {} {b}", operator.symbol());
        }
    }
}
