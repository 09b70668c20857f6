//! Arithmetic on durations, dates and times, and timezones (F&O 10).

use super::arithmetic::{bounded, division_by_zero};
use super::cast::MAX_DIGITS;
use super::kind::Kind;
use crate::ast::ArithmeticOperator::{self, Add, Divide, Multiply, Subtract};
use crate::{Atomic, ErrorCode, XPathError};
use pyxsd_datatypes::{Builtin, Decimal, Duration, Moment, Primitive, Rounding, Value};

/// Minutes of the farthest timezones.
const FARTHEST_TIMEZONE: i64 = 14 * 60;

/// An operation with a duration, date or time among its operands; `None` where there is none for these types.
pub(crate) fn arithmetic(
    operator: ArithmeticOperator,
    (left, a): (Kind, &Value),
    (right, b): (Kind, &Value),
    timezone: i16,
) -> Option<Result<Atomic, XPathError>> {
    if let Err(error) = check_precision(a).and_then(|()| check_precision(b)) {
        return Some(Err(error));
    }
    Some(match (operator, a, b) {
        (Add | Subtract, Value::Duration(x), Value::Duration(y)) if left == right => {
            combine(left, x, y, operator == Subtract)?
        }
        (Divide, Value::Duration(x), Value::Duration(y)) if left == right => ratio(left, x, y)?,
        (Multiply | Divide, Value::Duration(x), number) if right.is_numeric() => scale(operator, left, x, number)?,
        (Multiply, number, Value::Duration(y)) if left.is_numeric() => scale(operator, right, y, number)?,
        (Add | Subtract, Value::Moment(moment), Value::Duration(duration)) => {
            shift(moment, right, duration, operator == Subtract)?
        }
        (Add, Value::Duration(duration), Value::Moment(moment)) => shift(moment, left, duration, false)?,
        (Subtract, Value::Moment(x), Value::Moment(y)) if left == right => difference(x, y, timezone)?,
        _ => return None,
    })
}

/// Refuses seconds with more digits than arithmetic is done with.
fn check_precision(value: &Value) -> Result<(), XPathError> {
    let fraction = match value {
        Value::Duration(duration) => duration.fraction(),
        Value::Moment(moment) => &moment.fraction,
        _ => return Ok(()),
    };
    if fraction.digits() <= MAX_DIGITS {
        return Ok(());
    }
    Err(XPathError::new(ErrorCode::FODT0002, format!("seconds with more than {MAX_DIGITS} digits after the point")))
}

/// Dates lie within 2^63 days from 0001-01-01, and durations have less than 2^63 months: `FODT0001` and `FODT0002` beyond. What a document has
/// beyond that is only refused where it is computed with.
pub(crate) fn check_range(value: &Value) -> Result<(), XPathError> {
    match value {
        Value::Moment(moment) if i64::try_from(moment.local_day()).is_err() => Err(beyond_dates()),
        Value::Duration(duration) if i64::try_from(duration.months()).is_err() => Err(beyond_durations()),
        _ => Ok(()),
    }
}

fn beyond_durations() -> XPathError {
    XPathError::new(ErrorCode::FODT0002, "a duration of 2^63 months or more, or of more seconds than are supported")
}

fn beyond_dates() -> XPathError {
    XPathError::new(ErrorCode::FODT0001, "a date more than 2^63 days from the year 1, which are those supported")
}

fn of_months(months: Option<i128>) -> Result<Atomic, XPathError> {
    let duration = months.and_then(Duration::from_months).map(Value::Duration).ok_or_else(beyond_durations)?;
    check_range(&duration)?;
    Ok(Atomic::of(Builtin::YearMonthDuration, duration))
}

/// An `xs:dayTimeDuration` of so many seconds.
pub(crate) fn of_seconds(seconds: &Decimal) -> Result<Atomic, XPathError> {
    let duration = Duration::from_seconds(seconds).ok_or_else(beyond_durations)?;
    Ok(Atomic::of(Builtin::DayTimeDuration, Value::Duration(duration)))
}

fn combine(kind: Kind, a: &Duration, b: &Duration, subtract: bool) -> Option<Result<Atomic, XPathError>> {
    match kind {
        Kind::YearMonthDuration => {
            let b = if subtract { -b.months() } else { b.months() };
            Some(of_months(a.months().checked_add(b)))
        }
        Kind::DayTimeDuration => {
            let (a, b) = (a.exact_seconds(), b.exact_seconds());
            Some(of_seconds(&if subtract { &a - &b } else { &a + &b }))
        }
        _ => None,
    }
}

fn ratio(kind: Kind, a: &Duration, b: &Duration) -> Option<Result<Atomic, XPathError>> {
    let (a, b) = match kind {
        Kind::YearMonthDuration => (Decimal::from_i128(a.months()), Decimal::from_i128(b.months())),
        Kind::DayTimeDuration => (a.exact_seconds(), b.exact_seconds()),
        _ => return None,
    };
    let quotient = a.divide(&b).ok_or_else(|| division_by_zero(Divide));
    Some(quotient.map(|quotient| Atomic::of(Builtin::Decimal, Value::Decimal(quotient))))
}

/// A duration times or divided by a number.
fn scale(
    operator: ArithmeticOperator,
    kind: Kind,
    duration: &Duration,
    number: &Value,
) -> Option<Result<Atomic, XPathError>> {
    let amount = match kind {
        Kind::YearMonthDuration => Decimal::from_i128(duration.months()),
        Kind::DayTimeDuration => duration.exact_seconds(),
        _ => return None,
    };
    Some(scaled(operator, &amount, number).and_then(|amount| match kind {
        Kind::YearMonthDuration => of_months(amount.round(0, Rounding::HalfUp).to_i128()),
        _ => of_seconds(&amount),
    }))
}

fn scaled(operator: ArithmeticOperator, amount: &Decimal, number: &Value) -> Result<Decimal, XPathError> {
    let factor = match number {
        Value::Decimal(number) => bounded(number)?.clone(),
        Value::Float(number) if number.is_finite() => shortest(&format!("{number}")),
        Value::Double(number) if number.is_finite() => shortest(&format!("{number}")),
        Value::Float(number) if number.is_nan() => return Err(no_number()),
        Value::Double(number) if number.is_nan() => return Err(no_number()),
        _ if operator == Divide => return Ok(Decimal::from(0)),
        _ => return Err(beyond_durations()),
    };
    match operator {
        Multiply => Ok(amount * &factor),
        _ => amount
            .divide(&factor)
            .ok_or_else(|| XPathError::new(ErrorCode::FODT0002, "a duration divided by zero is beyond every duration")),
    }
}

/// The number that the shortest digits of a binary one stand for, so that a tenth of a day is `PT2H24M`.
fn shortest(digits: &str) -> Decimal {
    Decimal::parse(digits.as_bytes()).unwrap_or_else(|| Decimal::from(0))
}

fn no_number() -> XPathError {
    XPathError::new(ErrorCode::FOCA0005, "a duration times or divided by NaN")
}

/// A date or time plus or minus a duration.
fn shift(moment: &Moment, kind: Kind, duration: &Duration, subtract: bool) -> Option<Result<Atomic, XPathError>> {
    let shifted = match (moment.primitive, kind) {
        (Primitive::DateTime | Primitive::Date, Kind::YearMonthDuration) => {
            moment.plus_months(if subtract { -duration.months() } else { duration.months() })
        }
        (Primitive::DateTime | Primitive::Date | Primitive::Time, Kind::DayTimeDuration) => {
            let (start, seconds) = (moment.local_seconds(), duration.exact_seconds());
            let end = if subtract { &start - &seconds } else { &start + &seconds };
            Moment::from_local_seconds(moment.primitive, &end, moment.timezone)
        }
        _ => return None,
    };
    Some(in_range(shifted).map(of_moment))
}

fn in_range(moment: Option<Moment>) -> Result<Moment, XPathError> {
    moment.filter(|moment| i64::try_from(moment.local_day()).is_ok()).ok_or_else(beyond_dates)
}

/// A value of the built-in type of its primitive.
pub(crate) fn of_moment(moment: Moment) -> Atomic {
    Atomic::of(moment.primitive.builtin(), Value::Moment(moment))
}

fn difference(a: &Moment, b: &Moment, timezone: i16) -> Option<Result<Atomic, XPathError>> {
    if !matches!(a.primitive, Primitive::DateTime | Primitive::Date | Primitive::Time) {
        return None;
    }
    let universal = |moment: &Moment| {
        let offset = i64::from(moment.timezone.unwrap_or(timezone)) * 60;
        &moment.local_seconds() - &Decimal::from(offset)
    };
    let seconds = &universal(a) - &universal(b);
    let days = seconds.divide_whole(&Decimal::from(86_400)).and_then(|days| days.to_i64());
    Some(if days.is_some() { of_seconds(&seconds) } else { Err(beyond_dates()) })
}

/// The value at another timezone, or without one (F&O 10.7). A value that has none gets it, and keeps its local time.
pub(crate) fn adjust(moment: &Moment, timezone: Option<i16>) -> Result<Moment, XPathError> {
    let (Some(from), Some(to)) = (moment.timezone, timezone) else {
        return Ok(Moment { timezone, ..moment.clone() });
    };
    check_precision(&Value::Moment(moment.clone()))?;
    let offset = (i64::from(to) - i64::from(from)) * 60;
    let local = &moment.local_seconds() + &Decimal::from(offset);
    in_range(Moment::from_local_seconds(moment.primitive, &local, timezone))
}

/// The minutes that an `xs:dayTimeDuration` stands for as a timezone; `FODT0003` unless they are whole and at most 14 hours.
pub(crate) fn timezone_of(duration: &Duration) -> Result<i16, XPathError> {
    let seconds = duration.exact_seconds().to_i64().filter(|seconds| seconds % 60 == 0 && duration.months() == 0);
    seconds
        .map(|seconds| seconds / 60)
        .filter(|minutes| minutes.abs() <= FARTHEST_TIMEZONE)
        .map(|minutes| minutes as i16)
        .ok_or_else(|| {
            let message = format!("{duration} is no timezone: whole minutes from -PT14H to PT14H are");
            XPathError::new(ErrorCode::FODT0003, message)
        })
}

/// A timezone as `xs:dayTimeDuration`.
pub(crate) fn timezone_duration(minutes: i16) -> Result<Atomic, XPathError> {
    of_seconds(&Decimal::from(i64::from(minutes) * 60))
}
