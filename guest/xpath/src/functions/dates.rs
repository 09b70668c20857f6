//! Functions on durations, dates and times (F&O 10, 16.3 to 16.6).

use super::arguments::{Answer, Arguments};
use crate::evaluate::{Evaluation, Expected, Sequence};
use crate::values::dates::{self, of_moment};
use crate::{Atomic, ErrorCode, Tree, XPathError};
use pyxsd_datatypes::{Builtin, Decimal, Duration, Fraction, Moment, Primitive, Value};

/// A component of a duration.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Years,
    Months,
    Days,
    Hours,
    Minutes,
    Seconds,
}

pub(super) fn of_duration<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    part: Part,
) -> Answer<T::Node> {
    let value = evaluation.optional(arguments.take(), Expected::Type(Builtin::Duration))?;
    Ok(Sequence::optional(value.and_then(|value| match &value.value {
        Value::Duration(duration) => Some(part_of_duration(duration, part)),
        _ => None,
    })))
}

fn part_of_duration(duration: &Duration, part: Part) -> Atomic {
    let (months, seconds) = (duration.months(), duration.seconds());
    let whole = match part {
        Part::Years => months / 12,
        Part::Months => months % 12,
        Part::Days => seconds / 86_400,
        Part::Hours => seconds / 3600 % 24,
        Part::Minutes => seconds / 60 % 60,
        Part::Seconds => {
            return Atomic::of(Builtin::Decimal, Value::Decimal(duration.second_of_minute()));
        }
    };
    Atomic::of(Builtin::Integer, Value::Decimal(Decimal::from_i128(whole)))
}

/// A component of a date or time.
#[derive(Clone, Copy)]
pub(super) enum Component {
    Year,
    Month,
    Day,
    Hours,
    Minutes,
    Seconds,
    Timezone,
}

pub(super) fn component<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    of: Builtin,
    component: Component,
) -> Answer<T::Node> {
    let Some(moment) = moment(evaluation, arguments.take(), of)? else {
        return Ok(Sequence::EMPTY);
    };
    let number = match component {
        Component::Year => moment.year,
        Component::Month => moment.month.into(),
        Component::Day => moment.day.into(),
        Component::Hours => moment.hour.into(),
        Component::Minutes => moment.minute.into(),
        Component::Seconds => {
            let seconds = Atomic::of(Builtin::Decimal, Value::Decimal(moment.exact_second()));
            return Ok(Sequence::atomic(seconds));
        }
        Component::Timezone => {
            return moment.timezone.map(dates::timezone_duration).transpose().map(Sequence::optional);
        }
    };
    Ok(Sequence::atomic(Atomic::integer(number)))
}

/// The value of a parameter of a date or time type that may be missing.
fn moment<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    argument: Sequence<T::Node>,
    of: Builtin,
) -> Result<Option<Moment>, XPathError> {
    let value = evaluation.optional(argument, Expected::Type(of))?;
    Ok(value.and_then(|value| match value.value {
        Value::Moment(moment) => Some(moment),
        _ => None,
    }))
}

pub(super) fn adjust<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
    of: Builtin,
) -> Answer<T::Node> {
    let moment = moment(evaluation, arguments.take(), of)?;
    let timezone = match arguments.take_if_given() {
        None => Some(evaluation.implicit_timezone()),
        Some(timezone) => match evaluation.optional(timezone, Expected::Type(Builtin::DayTimeDuration))? {
            Some(Atomic { value: Value::Duration(duration), .. }) => Some(dates::timezone_of(&duration)?),
            _ => None,
        },
    };
    let adjusted = moment.map(|moment| dates::adjust(&moment, timezone)).transpose()?;
    Ok(Sequence::optional(adjusted.map(of_moment)))
}

/// `fn:dateTime`
pub(super) fn date_time<T: Tree>(
    evaluation: &Evaluation<'_, T>,
    arguments: &mut Arguments<T::Node>,
) -> Answer<T::Node> {
    let date = moment(evaluation, arguments.take(), Builtin::Date)?;
    let time = moment(evaluation, arguments.take(), Builtin::Time)?;
    let (Some(date), Some(time)) = (date, time) else {
        return Ok(Sequence::EMPTY);
    };
    if let (Some(a), Some(b)) = (date.timezone, time.timezone)
        && a != b
    {
        return Err(XPathError::new(ErrorCode::FORG0008, format!("{date} and {time} have different timezones")));
    }
    let Moment { year, month, day, .. } = date;
    let timezone = date.timezone.or(time.timezone);
    Ok(Sequence::atomic(of_moment(Moment { primitive: Primitive::DateTime, year, month, day, timezone, ..time })))
}

/// `current-dateTime()` and its parts.
pub(super) fn now<T: Tree>(evaluation: &Evaluation<'_, T>, primitive: Primitive) -> Answer<T::Node> {
    let now = evaluation.context.now.clone();
    let timezone = Some(evaluation.implicit_timezone());
    let moment = Moment { primitive, timezone, ..now };
    Ok(Sequence::atomic(of_moment(match primitive {
        Primitive::Date => Moment { hour: 0, minute: 0, second: 0, fraction: Fraction::default(), ..moment },
        Primitive::Time => Moment { year: 1972, month: 12, day: 31, ..moment },
        _ => moment,
    })))
}

pub(super) fn implicit_timezone<T: Tree>(evaluation: &Evaluation<'_, T>) -> Answer<T::Node> {
    dates::timezone_duration(evaluation.implicit_timezone()).map(Sequence::atomic)
}
