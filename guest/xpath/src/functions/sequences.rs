//! Functions on sequences (F&O 15.1, 15.2).

use super::arguments::{Answer, Arguments, check_collation, required_double, required_integer};
use crate::evaluate::{Evaluation, Expected, Sequence};
use crate::values::{EqualValues, equal, strings};
use crate::{Atomic, ErrorCode, Tree, XPathError};
use pyxsd_datatypes::Value;

pub(super) fn index_of<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let values = evaluation.data(arguments.take())?;
    let wanted = evaluation.required(arguments.take(), Expected::Any)?;
    check_collation(evaluation, arguments.take_if_given())?;
    let timezone = evaluation.implicit_timezone();
    let mut places = Vec::new();
    for (index, value) in values.iter().enumerate() {
        if equal(value, &wanted, timezone, evaluation.types) {
            places.push(Atomic::integer(index as i64 + 1));
        }
    }
    evaluation.step(values.len() as u64)?;
    Ok(Sequence::atomics(places))
}

pub(super) fn distinct_values<T: Tree>(
    evaluation: &mut Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let mut values = evaluation.data(arguments.take())?;
    check_collation(evaluation, arguments.take_if_given())?;
    evaluation.step(values.len() as u64)?;
    let mut seen = EqualValues::new(evaluation.implicit_timezone(), true);
    if !values.iter().any(|value| matches!(value.value, Value::Float(_) | Value::Double(_))) {
        seen = seen.without_promotion();
    }
    values.retain(|value| {
        let is_new = !seen.contains(&value.value);
        if is_new {
            seen.insert(&value.value);
        }
        is_new
    });
    Ok(Sequence::atomics(values))
}

/// Joins parts of sequences.
fn join<T: Tree>(evaluation: &Evaluation<'_, T>, parts: [Sequence<T::Node>; 3]) -> Answer<T::Node> {
    let length = parts.iter().map(Sequence::len).fold(0, u64::saturating_add);
    evaluation.check_items(length)?;
    let mut items = Vec::new();
    for part in parts {
        items.extend(part);
    }
    Ok(Sequence::items(items))
}

pub(super) fn insert_before<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let target = arguments.take();
    let position = required_integer(evaluation, arguments.take())?;
    let inserts = arguments.take();
    let split = u64::try_from(position.saturating_sub(1)).unwrap_or(0).min(target.len());
    join(evaluation, [target.slice(0, split), inserts, target.slice(split, u64::MAX)])
}

pub(super) fn remove<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    let target = arguments.take();
    let position = required_integer(evaluation, arguments.take())?;
    let Some(at) = u64::try_from(position).ok().filter(|&at| (1..=target.len()).contains(&at)) else {
        return Ok(target);
    };
    match at {
        1 => Ok(target.slice(1, u64::MAX)),
        at if at == target.len() => Ok(target.slice(0, at - 1)),
        at => join(evaluation, [target.slice(0, at - 1), Sequence::EMPTY, target.slice(at, u64::MAX)]),
    }
}

pub(super) fn reverse<T: Tree>(evaluation: &Evaluation<'_, T>, arguments: &mut Arguments<T::Node>) -> Answer<T::Node> {
    let items = arguments.take();
    evaluation.check_items(items.len())?;
    if items.len() < 2 {
        return Ok(items);
    }
    if let Some(nodes) = items.as_nodes() {
        return Ok(Sequence::nodes(nodes.iter().rev().copied().collect()));
    }
    let mut items = items.into_vec();
    items.reverse();
    Ok(Sequence::items(items))
}

pub(super) fn subsequence<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let items = arguments.take();
    let start = strings::round(required_double(evaluation, arguments.take())?);
    let length = arguments.take_if_given().map(|length| required_double(evaluation, length)).transpose()?;
    let end = length.map_or(f64::INFINITY, |length| start + strings::round(length));
    if start.is_nan() || end.is_nan() {
        return Ok(Sequence::EMPTY);
    }
    // Casts of what is out of range give the nearest number.
    Ok(items.slice((start - 1.0) as u64, (end - 1.0) as u64))
}

/// The argument, if it has a number of items that is allowed.
pub(super) fn of_length<N: Copy>(
    arguments: &mut Arguments<N>,
    allowed: std::ops::RangeInclusive<u64>,
    code: ErrorCode,
) -> Answer<N> {
    let items = arguments.take();
    if allowed.contains(&items.len()) {
        return Ok(items);
    }
    let wanted = match (*allowed.start(), *allowed.end()) {
        (0, _) => "at most one",
        (_, 1) => "exactly one",
        _ => "at least one",
    };
    Err(XPathError::new(code, format!("the sequence has {} items where {wanted} is required", items.len())))
}
