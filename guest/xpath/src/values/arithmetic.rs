//! Arithmetic (XPath 2.0, 3.4 and B.2; F&O 6.2, 10.6 to 10.8).

use super::cast::{MAX_DIGITS, to_double};
use super::dates;
use super::kind::{Kind, no_operator};
use crate::ast::ArithmeticOperator::{self, Add, Divide, IntegerDivide, Modulo, Multiply, Subtract};
use crate::{Atomic, ErrorCode, TypeRef, Types, XPathError};
use pyxsd_datatypes::{Builtin, Decimal, Value};

impl ArithmeticOperator {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Add => "+",
            Subtract => "-",
            Multiply => "*",
            Divide => "div",
            IntegerDivide => "idiv",
            Modulo => "mod",
        }
    }
}

impl Atomic {
    /// A value of a built-in type.
    pub(crate) fn of(builtin: Builtin, value: Value) -> Atomic {
        Atomic { value, type_ref: TypeRef::builtin(builtin) }
    }
}

/// An arithmetic operation; no operand is untyped: the caller has made such ones `xs:double`. `timezone` is the implicit one in minutes.
///
/// Whole and decimal numbers are exact, and may have 10,000 digits; a quotient is rounded to 18 significant ones, or more.
pub(crate) fn arithmetic(
    operator: ArithmeticOperator,
    a: Atomic,
    b: Atomic,
    timezone: i16,
    types: &dyn Types,
) -> Result<Atomic, XPathError> {
    let kinds = (Kind::of(&a, types), Kind::of(&b, types));
    match (&a.value, &b.value) {
        (Value::Decimal(x), Value::Decimal(y)) => exact(operator, x, y, kinds == (Kind::Integer, Kind::Integer)),
        _ if kinds.0.is_numeric() && kinds.1.is_numeric() => {
            let values = to_double(&a.value).zip(to_double(&b.value));
            let (x, y) = values.ok_or_else(|| no_operator(operator.symbol(), &a, &b, types))?;
            if kinds.0 == Kind::Double || kinds.1 == Kind::Double {
                binary(operator, x, y, Value::Double)
            } else {
                float(operator, &a.value, &b.value)
            }
        }
        _ => match dates::arithmetic(operator, (kinds.0, &a.value), (kinds.1, &b.value), timezone) {
            Some(result) => result,
            None => Err(no_operator(operator.symbol(), &a, &b, types)),
        },
    }
}

/// Unary minus on a number.
pub(crate) fn negate(value: Atomic, types: &dyn Types) -> Result<Atomic, XPathError> {
    let kind = Kind::of(&value, types);
    Ok(match &value.value {
        Value::Decimal(number) => {
            Atomic::of(if kind == Kind::Integer { Builtin::Integer } else { Builtin::Decimal }, Value::Decimal(-number))
        }
        Value::Float(number) => Atomic::of(Builtin::Float, Value::Float(-number)),
        Value::Double(number) => Atomic::of(Builtin::Double, Value::Double(-number)),
        _ => {
            let found = super::kind::shown_type(value.type_ref, types);
            return Err(XPathError::new(ErrorCode::XPTY0004, format!("unary minus is not defined for {found}")));
        }
    })
}

/// Unary plus on a number: the number with the type that arithmetic gives.
pub(crate) fn plus(value: Atomic, types: &dyn Types) -> Result<Atomic, XPathError> {
    negate(value, types).and_then(|negated| negate(negated, types))
}

/// The number, unless it is longer than arithmetic is done with.
pub(crate) fn bounded(number: &Decimal) -> Result<&Decimal, XPathError> {
    if number.total_digits() <= MAX_DIGITS {
        return Ok(number);
    }
    let message = format!("a number of more than {MAX_DIGITS} digits, which is the most that arithmetic is done with");
    Err(XPathError::new(ErrorCode::FOAR0002, message))
}

fn exact(operator: ArithmeticOperator, a: &Decimal, b: &Decimal, integers: bool) -> Result<Atomic, XPathError> {
    let (a, b) = (bounded(a)?, bounded(b)?);
    let builtin = if integers { Builtin::Integer } else { Builtin::Decimal };
    let (builtin, result) = match operator {
        Add => (builtin, Some(a + b)),
        Subtract => (builtin, Some(a - b)),
        Multiply => (builtin, Some(a * b)),
        Divide => (Builtin::Decimal, a.divide(b)),
        IntegerDivide => (Builtin::Integer, a.divide_whole(b)),
        Modulo => (builtin, a.remainder(b)),
    };
    let result = result.ok_or_else(|| division_by_zero(operator))?;
    bounded(&result)?;
    Ok(Atomic::of(builtin, Value::Decimal(result)))
}

pub(crate) fn division_by_zero(operator: ArithmeticOperator) -> XPathError {
    XPathError::new(ErrorCode::FOAR0001, format!("'{}' by zero", operator.symbol()))
}

fn float(operator: ArithmeticOperator, a: &Value, b: &Value) -> Result<Atomic, XPathError> {
    let single = |value: &Value| match value {
        Value::Decimal(number) => number.to_f32(),
        Value::Float(number) => *number,
        other => to_double(other).unwrap_or(f64::NAN) as f32,
    };
    let (a, b) = (single(a), single(b));
    // The double of a sum, product, quotient or remainder of floats rounds to the float that the operation itself would give.
    binary(operator, f64::from(a), f64::from(b), |result| Value::Float(result as f32))
}

fn binary(operator: ArithmeticOperator, a: f64, b: f64, wrap: fn(f64) -> Value) -> Result<Atomic, XPathError> {
    let result = match operator {
        Add => a + b,
        Subtract => a - b,
        Multiply => a * b,
        Divide => a / b,
        Modulo => a % b,
        IntegerDivide if b == 0.0 => return Err(division_by_zero(operator)),
        IntegerDivide => {
            return match Decimal::from_f64((a / b).trunc()) {
                Some(quotient) if a.is_finite() => Ok(Atomic::of(Builtin::Integer, Value::Decimal(quotient))),
                _ => Err(XPathError::new(ErrorCode::FOAR0002, "'idiv' of a number that is infinite or NaN")),
            };
        }
    };
    let value = wrap(result);
    let builtin = if matches!(value, Value::Float(_)) { Builtin::Float } else { Builtin::Double };
    Ok(Atomic::of(builtin, value))
}
