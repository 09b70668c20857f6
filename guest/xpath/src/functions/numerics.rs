//! Functions on numbers (F&O 6.4, 14.4).

use super::arguments::{Answer, Arguments, optional_item, required_integer};
use crate::evaluate::{Evaluation, Expected, Focus, Sequence};
use crate::values::{self, Kind, strings};
use crate::{Atomic, ErrorCode, Item, Tree, TypeRef};
use pyxsd_datatypes::{Builtin, Decimal, Rounding, Value};

/// What a function does with each of the numeric types.
struct Operation {
    exact: fn(&Decimal) -> Decimal,
    binary: fn(f64) -> f64,
}

const ABS: Operation = Operation { exact: Decimal::abs, binary: f64::abs };
const CEILING: Operation = Operation { exact: |number| number.round(0, Rounding::Ceiling), binary: f64::ceil };
const FLOOR: Operation = Operation { exact: |number| number.round(0, Rounding::Floor), binary: f64::floor };
const ROUND: Operation = Operation { exact: |number| number.round(0, Rounding::HalfUp), binary: strings::round };

pub(super) fn abs<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    apply(evaluation, arguments, &ABS)
}

pub(super) fn ceiling<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    apply(evaluation, arguments, &CEILING)
}

pub(super) fn floor<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    apply(evaluation, arguments, &FLOOR)
}

pub(super) fn round<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    apply(evaluation, arguments, &ROUND)
}

fn apply<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    operation: &Operation,
) -> Answer<T::Node> {
    let Some(number) = evaluation.optional(arguments.take(), Expected::Numeric)? else {
        return Ok(Sequence::EMPTY);
    };
    let value = match &number.value {
        Value::Decimal(exact) => Value::Decimal((operation.exact)(values::bounded(exact)?)),
        // What these functions give of a float is one again.
        Value::Float(binary) => Value::Float((operation.binary)(f64::from(*binary)) as f32),
        Value::Double(binary) => Value::Double((operation.binary)(*binary)),
        other => other.clone(),
    };
    Ok(Sequence::atomic(of_operand_type(evaluation, &number, value)))
}

/// A result with the type of the four that its operand is or is derived from.
fn of_operand_type<T: Tree>(evaluation: &Evaluation<'_, T>, operand: &Atomic, value: Value) -> Atomic {
    let builtin = match Kind::of(operand, evaluation.types) {
        Kind::Integer => Builtin::Integer,
        Kind::Decimal => Builtin::Decimal,
        Kind::Float => Builtin::Float,
        _ => Builtin::Double,
    };
    Atomic::of(builtin, value)
}

pub(super) fn round_half_to_even<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let number = evaluation.optional(arguments.take(), Expected::Numeric)?;
    let precision =
        arguments.take_if_given().map(|digits| required_integer(evaluation, digits)).transpose()?.unwrap_or(0);
    let Some(number) = number else {
        return Ok(Sequence::EMPTY);
    };
    // No number has more digits than that.
    let precision = precision.clamp(-1_000_000, 1_000_000);
    let rounded = |binary: f64| {
        let exact = Decimal::from_f64(binary).map(|exact| exact.round(precision, Rounding::HalfEven));
        exact.map(|exact| (exact.to_f64().copysign(binary), exact.to_f32().copysign(binary as f32)))
    };
    let value = match &number.value {
        Value::Decimal(exact) => Value::Decimal(values::bounded(exact)?.round(precision, Rounding::HalfEven)),
        Value::Float(binary) => Value::Float(rounded(f64::from(*binary)).map_or(*binary, |(_, single)| single)),
        Value::Double(binary) => Value::Double(rounded(*binary).map_or(*binary, |(double, _)| double)),
        other => other.clone(),
    };
    Ok(Sequence::atomic(of_operand_type(evaluation, &number, value)))
}

/// `fn:number`: what is no number is `NaN`.
pub(super) fn number<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    focus: &Focus<T::Node>,
) -> Answer<T::Node> {
    let item = optional_item(&arguments.take_or_focus(focus)?)?;
    if let Some(Item::Node(node)) = &item
        && evaluation.has_text_value(*node)
        && let Some(number) = values::quick_double(&evaluation.string_of(&Item::Node(*node))?)
    {
        return Ok(Sequence::atomic(Atomic::double(number)));
    }
    let value = item.map_or(Ok(None), |item| evaluation.optional(Sequence::one(item), Expected::Any))?;
    let double = TypeRef::builtin(Builtin::Double);
    let number = match value.map(|value| values::cast(&value, double, evaluation.types)) {
        Some(Ok(number)) => number,
        Some(Err(error)) if error.code == ErrorCode::Budget => return Err(error),
        _ => Atomic::double(f64::NAN),
    };
    Ok(Sequence::atomic(number))
}
