//! Casting (F&O 17).

use super::arithmetic::bounded;
use super::dates;
use super::kind::{Kind, is_integer, quoted, shown_type};
use super::text::to_string;
use crate::types::derives_from;
use crate::{Atomic, ErrorCode, TypeRef, Types, XPathError};
use pyxsd_datatypes::{
    BEYOND_BOUNDS, Builtin, Decimal, Duration, Fraction, Moment, Primitive, QNameValue, Rounding, SimpleType, Value,
    ValueContext, Variety,
};

/// Digits that a number may have: arithmetic on longer ones would take time beyond all proportion.
pub(crate) const MAX_DIGITS: u32 = 10_000;

/// `cast as` (F&O 17): to an atomic type, built-in or of the schema. `XPTY0004` where the types never cast, `FORG0001` and its kin where
/// the value does not.
pub(crate) fn cast(value: &Atomic, target: TypeRef, types: &dyn Types) -> Result<Atomic, XPathError> {
    if value.type_ref == target {
        return Ok(value.clone());
    }
    if target == TypeRef::UNTYPED_ATOMIC {
        return Ok(Atomic::untyped(to_string(value, types)));
    }
    if let Some(value) = quick_cast(value, target) {
        return Ok(value);
    }
    let (datatype, primitive) = atomic_type(target, types)?;
    if derives_from(types, value.type_ref, target) {
        return Ok(Atomic { value: value.value.clone(), type_ref: target });
    }
    let kind = Kind::of(value, types);
    if let (Kind::Untyped | Kind::String, Value::String(text)) = (kind, &value.value) {
        if matches!(primitive, Primitive::QName | Primitive::Notation) {
            return Err(never(value, target, types));
        }
        return parse(text, target, &datatype, &NoPrefix, types);
    }
    let converted = convert(value, datatype.builtin, primitive, types)?.ok_or_else(|| never(value, target, types))?;
    if is_whole_space(target) {
        return Ok(Atomic { value: converted, type_ref: target });
    }
    let nearest = Atomic { value: converted, type_ref: TypeRef::builtin(primitive.builtin()) };
    let context = OnePrefix(match &nearest.value {
        Value::QName(name) | Value::Notation(name) => Some(name),
        _ => None,
    });
    parse(&to_string(&nearest, types), target, &datatype, &context, types)
}

/// The casts that expressions over documents without a schema do most: text to a string or to a number of usual form.
fn quick_cast(value: &Atomic, target: TypeRef) -> Option<Atomic> {
    let Value::String(text) = &value.value else {
        return None;
    };
    if target == TypeRef::builtin(Builtin::String) {
        return Some(Atomic::string(text.as_str()));
    }
    (target == TypeRef::builtin(Builtin::Double)).then(|| quick_double(text))?.map(Atomic::double)
}

/// The number that a text of digits, signs, a point and an exponent stands for; `None` for what needs a closer look.
pub(crate) fn quick_double(text: &str) -> Option<f64> {
    let usual = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+' | b'e' | b'E');
    // Without letters, what the standard library reads is what the type has.
    text.bytes().all(usual).then(|| text.parse().ok())?
}

/// The datatype of a type that values may be cast to.
fn atomic_type(target: TypeRef, types: &dyn Types) -> Result<(std::sync::Arc<SimpleType>, Primitive), XPathError> {
    if let Some(datatype) = types.datatype(target)
        && let Variety::Atomic(primitive) = datatype.variety
    {
        return Ok((datatype, primitive));
    }
    let code =
        if target == TypeRef::builtin(Builtin::AnyAtomicType) { ErrorCode::XPST0080 } else { ErrorCode::XPST0051 };
    Err(XPathError::new(code, format!("{} is no atomic type that values can be cast to", shown_type(target, types))))
}

/// Whether a conversion gives every value of the type and no other.
fn is_whole_space(target: TypeRef) -> bool {
    let whole = [Builtin::Integer, Builtin::YearMonthDuration, Builtin::DayTimeDuration];
    (Builtin::String as u32..=Builtin::Notation as u32).contains(&target.0)
        || whole.iter().any(|&builtin| target == TypeRef::builtin(builtin))
}

fn never(value: &Atomic, target: TypeRef, types: &dyn Types) -> XPathError {
    let (source, target) = (shown_type(value.type_ref, types), shown_type(target, types));
    XPathError::new(ErrorCode::XPTY0004, format!("{source} cannot be cast to {target}"))
}

fn parse(
    text: &str,
    target: TypeRef,
    datatype: &SimpleType,
    context: &dyn ValueContext,
    types: &dyn Types,
) -> Result<Atomic, XPathError> {
    let value = datatype.parse(text, context).map_err(|error| {
        let code = match datatype.variety {
            Variety::Atomic(Primitive::Duration) if error.rule == BEYOND_BOUNDS => ErrorCode::FODT0002,
            Variety::Atomic(primitive) if error.rule == BEYOND_BOUNDS && primitive.is_moment() => ErrorCode::FODT0001,
            _ => ErrorCode::FORG0001,
        };
        let target = shown_type(target, types);
        XPathError::new(code, format!("{} cannot be cast to {target}: {}", quoted(text), error.message))
    })?;
    dates::check_range(&value)?;
    if let Value::Decimal(number) = &value
        && number.total_digits() > MAX_DIGITS
    {
        let code = if is_integer(datatype.builtin) { ErrorCode::FOCA0003 } else { ErrorCode::FOCA0006 };
        return Err(XPathError::new(code, format!("numbers of more than {MAX_DIGITS} digits are not supported")));
    }
    Ok(Atomic { value, type_ref: target })
}

/// The value in the value space of a primitive, or of the built-in types with conversions of their own; `None` where there is no conversion.
fn convert(
    source: &Atomic,
    target: Builtin,
    primitive: Primitive,
    types: &dyn Types,
) -> Result<Option<Value>, XPathError> {
    Ok(Some(match (&source.value, primitive) {
        (_, Primitive::String) => Value::String(to_string(source, types)),
        (value, Primitive::Boolean) => return Ok(to_boolean(value).map(Value::Boolean)),
        (value, Primitive::Decimal) => {
            let integer = is_integer(target);
            let Some(number) = to_decimal(value, integer)? else {
                return Ok(None);
            };
            if !integer || number.is_integer() {
                return Ok(Some(Value::Decimal(number)));
            }
            Value::Decimal(bounded(&number)?.round(0, Rounding::Truncate))
        }
        (value, Primitive::Float) => return Ok(to_float(value).map(Value::Float)),
        (value, Primitive::Double) => return Ok(to_double(value).map(Value::Double)),
        (Value::Duration(duration), Primitive::Duration) => return Ok(part_of(duration, target).map(Value::Duration)),
        (Value::Moment(moment), _) => return Ok(project(moment, primitive).map(Value::Moment)),
        (Value::HexBinary(octets) | Value::Base64Binary(octets), Primitive::HexBinary) => {
            Value::HexBinary(octets.clone())
        }
        (Value::HexBinary(octets) | Value::Base64Binary(octets), Primitive::Base64Binary) => {
            Value::Base64Binary(octets.clone())
        }
        (Value::AnyUri(text), Primitive::AnyUri) => Value::AnyUri(text.clone()),
        (Value::QName(name) | Value::Notation(name), Primitive::QName) => Value::QName(name.clone()),
        (Value::QName(name) | Value::Notation(name), Primitive::Notation) => Value::Notation(name.clone()),
        _ => return Ok(None),
    }))
}

fn to_boolean(value: &Value) -> Option<bool> {
    Some(match value {
        Value::Boolean(value) => *value,
        Value::Decimal(number) => !number.is_zero(),
        Value::Float(number) => *number != 0.0 && !number.is_nan(),
        Value::Double(number) => *number != 0.0 && !number.is_nan(),
        _ => return None,
    })
}

/// `integer` only tells what a message speaks of.
fn to_decimal(value: &Value, integer: bool) -> Result<Option<Decimal>, XPathError> {
    let binary = match value {
        Value::Boolean(value) => return Ok(Some(Decimal::from(i64::from(*value)))),
        Value::Decimal(number) => return Ok(Some(number.clone())),
        Value::Float(number) => f64::from(*number),
        Value::Double(number) => *number,
        _ => return Ok(None),
    };
    let Some(number) = Decimal::from_f64(binary) else {
        let target = if integer { "xs:integer" } else { "xs:decimal" };
        let found = if binary.is_nan() { "NaN" } else { "an infinite number" };
        return Err(XPathError::new(ErrorCode::FOCA0002, format!("{found} has no counterpart in {target}")));
    };
    Ok(Some(number))
}

fn to_float(value: &Value) -> Option<f32> {
    Some(match value {
        Value::Boolean(value) => f32::from(*value),
        Value::Decimal(number) => number.to_f32(),
        Value::Float(number) => *number,
        Value::Double(number) => *number as f32,
        _ => return None,
    })
}

/// A number or boolean as `xs:double`.
pub(crate) fn to_double(value: &Value) -> Option<f64> {
    Some(match value {
        Value::Boolean(value) => f64::from(*value),
        Value::Decimal(number) => number.to_f64(),
        Value::Float(number) => f64::from(*number),
        Value::Double(number) => *number,
        _ => return None,
    })
}

fn part_of(duration: &Duration, target: Builtin) -> Option<Duration> {
    match target {
        Builtin::YearMonthDuration => Duration::from_months(duration.months()),
        Builtin::DayTimeDuration => Duration::from_seconds(&duration.exact_seconds()),
        _ => Some(duration.clone()),
    }
}

/// A `dateTime` or `date` as a type with fewer properties, or a `date` as the `dateTime` of its beginning.
fn project(moment: &Moment, target: Primitive) -> Option<Moment> {
    if moment.primitive == target {
        return Some(moment.clone());
    }
    if moment.primitive != Primitive::DateTime && (moment.primitive != Primitive::Date || target == Primitive::Time) {
        return None;
    }
    let moment = Moment { primitive: target, ..moment.clone() };
    let (year, month, day) = match target {
        Primitive::DateTime => return Some(moment),
        Primitive::Time => return Some(Moment { year: 1972, month: 12, day: 31, ..moment }),
        Primitive::Date => (moment.year, moment.month, moment.day),
        Primitive::GYearMonth => (moment.year, moment.month, 1),
        Primitive::GYear => (moment.year, 1, 1),
        Primitive::GMonthDay => (1972, moment.month, moment.day),
        Primitive::GDay => (1972, 12, moment.day),
        Primitive::GMonth => (1972, moment.month, 1),
        _ => return None,
    };
    Some(Moment { year, month, day, hour: 0, minute: 0, second: 0, fraction: Fraction::default(), ..moment })
}

/// No prefix is declared, and there is no default namespace.
struct NoPrefix;

impl ValueContext for NoPrefix {
    fn resolve_prefix(&self, prefix: &str) -> Option<&str> {
        prefix.is_empty().then_some("")
    }
}

/// The prefix of one name, so that its text means the name again.
struct OnePrefix<'v>(Option<&'v QNameValue>);

impl ValueContext for OnePrefix<'_> {
    fn resolve_prefix(&self, prefix: &str) -> Option<&str> {
        self.0.filter(|name| name.prefix == prefix).map(|name| name.namespace.as_str())
    }
}
