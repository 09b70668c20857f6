//! Aggregates (F&O 15.4).

use super::arguments::{Answer, Arguments, check_collation};
use crate::ast::ArithmeticOperator::{Add, Divide};
use crate::evaluate::{Evaluation, Expected, Sequence};
use crate::values::{Kind, arithmetic, cast, order, shown_type};
use crate::{Atomic, ErrorCode, Tree, TypeRef, Types, XPathError};
use pyxsd_datatypes::{Builtin, Value};
use std::cmp::Ordering;

/// The values of the first argument, untyped ones as `xs:double`.
fn values<T: Tree>(evaluation: &mut Evaluation<'_, T>, argument: Sequence<T::Node>) -> Result<Vec<Atomic>, XPathError> {
    let mut values = evaluation.data(argument)?;
    evaluation.step(values.len() as u64)?;
    for value in values.iter_mut().filter(|value| value.type_ref == TypeRef::UNTYPED_ATOMIC) {
        *value = cast(value, TypeRef::builtin(Builtin::Double), evaluation.types)?;
    }
    Ok(values)
}

fn mixture(function: &str, first: &Atomic, other: &Atomic, types: &dyn Types) -> XPathError {
    let (first, other) = (shown_type(first.type_ref, types), shown_type(other.type_ref, types));
    let message = match first == other {
        true => format!("{function} is not defined for {first}"),
        false => format!("{function} of {first} and {other}: the values are of types that do not go together"),
    };
    XPathError::new(ErrorCode::FORG0006, message)
}

/// Kinds that are added with each other: numbers are one.
fn addable(kind: Kind) -> Option<Kind> {
    match kind {
        Kind::YearMonthDuration | Kind::DayTimeDuration => Some(kind),
        _ if kind.is_numeric() => Some(Kind::Double),
        _ => None,
    }
}

/// The sum of values, at least one.
fn total<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    function: &str,
    values: Vec<Atomic>,
    first: Atomic,
) -> Result<Atomic, XPathError> {
    let (types, timezone) = (evaluation.types, evaluation.implicit_timezone());
    let kind = addable(Kind::of(&first, types)).ok_or_else(|| mixture(function, &first, &first, types))?;
    let mut sum = first;
    for value in values {
        if addable(Kind::of(&value, types)) != Some(kind) {
            return Err(mixture(function, &sum, &value, types));
        }
        sum = arithmetic(Add, sum, value, timezone, types)?;
    }
    Ok(sum)
}

pub(super) fn sum<T: Tree>(evaluation: &mut Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    let mut values = values(evaluation, arguments.take())?;
    if values.is_empty() {
        return match arguments.take_if_given() {
            Some(zero) => evaluation.optional(zero, Expected::Any).map(Sequence::optional),
            None => Ok(Sequence::atomic(Atomic::integer(0))),
        };
    }
    let first = values.remove(0);
    total(evaluation, "sum", values, first).map(Sequence::atomic)
}

pub(super) fn avg<T: Tree>(evaluation: &mut Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    let mut values = values(evaluation, arguments.take())?;
    let count = Atomic::integer(values.len() as i64);
    if values.is_empty() {
        return Ok(Sequence::EMPTY);
    }
    let first = values.remove(0);
    let sum = total(evaluation, "avg", values, first)?;
    arithmetic(Divide, sum, count, evaluation.implicit_timezone(), evaluation.types).map(Sequence::atomic)
}

pub(super) fn max<T: Tree>(evaluation: &mut Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    extreme(evaluation, arguments, "max", Ordering::Greater)
}

pub(super) fn min<T: Tree>(evaluation: &mut Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    extreme(evaluation, arguments, "min", Ordering::Less)
}

fn extreme<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    function: &str,
    wanted: Ordering,
) -> Answer<T::Node> {
    let values = values(evaluation, arguments.take())?;
    check_collation(evaluation, arguments.take_if_given())?;
    let (types, timezone) = (evaluation.types, evaluation.implicit_timezone());
    let mut best: Option<&Atomic> = None;
    for value in &values {
        let known = best.unwrap_or(value);
        // A value that does not compare with itself is of a type without order.
        let order = order(value, known, timezone, types).ok_or_else(|| mixture(function, known, value, types))?;
        if best.is_none() || order == Some(wanted) || (is_nan(value) && !is_nan(known)) {
            best = Some(value);
        }
    }
    let Some(best) = best else {
        return Ok(Sequence::EMPTY);
    };
    let has_strings = values.iter().any(|value| Kind::of(value, types) == Kind::String);
    match common_type(&values, types) {
        _ if has_strings && Kind::of(best, types) == Kind::AnyUri => {
            cast(best, TypeRef::builtin(Builtin::String), types).map(Sequence::atomic)
        }
        Some(builtin) => cast(best, TypeRef::builtin(builtin), types).map(Sequence::atomic),
        None => Ok(Sequence::atomic(best.clone())),
    }
}

fn is_nan(atomic: &Atomic) -> bool {
    match atomic.value {
        Value::Float(number) => number.is_nan(),
        Value::Double(number) => number.is_nan(),
        _ => false,
    }
}

/// The type that numbers of several types are promoted to: the widest. `None` where the values keep their types.
fn common_type(values: &[Atomic], types: &dyn Types) -> Option<Builtin> {
    let mut widest = None;
    for value in values {
        let builtin = match Kind::of(value, types) {
            Kind::Double => Builtin::Double,
            Kind::Float => Builtin::Float,
            _ => continue,
        };
        widest = widest.max(Some(builtin));
    }
    widest
}
