//! Points in time as numbers of seconds, for arithmetic and for the comparison of XPath, which knows an implicit timezone.

use crate::calendar::{date_from_epoch, days_from_epoch, days_in_month};
use crate::fraction::Fraction;
use crate::{Decimal, Moment, Primitive, Rounding};
use std::cmp::Ordering;

const DAY: i128 = 86_400;
/// Years have at most 18 digits.
const FARTHEST_YEAR: i128 = 10i128.pow(18);

impl Moment {
    /// Seconds from 1970-01-01T00:00:00 to the local date and time, whatever the timezone.
    pub fn local_seconds(&self) -> Decimal {
        let seconds = self.seconds_in(0) + i128::from(self.timezone.unwrap_or(0)) * 60;
        self.fraction.after(seconds)
    }

    /// Whole seconds from 1970-01-01T00:00:00 in UTC; a value without timezone is taken as UTC.
    pub fn whole_seconds(&self) -> i128 {
        self.seconds_in(0)
    }

    /// Days from 0001-01-01 to the local date.
    pub fn local_day(&self) -> i128 {
        days_from_epoch(self.year.into(), self.month, self.day) - days_from_epoch(1, 1, 1)
    }

    /// The value of a `dateTime`, `date` or `time` from what [`Self::local_seconds`] gives; a date drops the time of day, a time the date.
    /// `None` where the year would have more than 18 digits.
    pub fn from_local_seconds(primitive: Primitive, seconds: &Decimal, timezone: Option<i16>) -> Option<Self> {
        let whole = seconds.round(0, Rounding::Floor);
        let fraction = Fraction::from_decimal(&(seconds - &whole));
        let whole = whole.to_i128()?;
        let (days, of_day) = (whole.div_euclid(DAY), whole.rem_euclid(DAY) as u32);
        if days.abs() / 366 > FARTHEST_YEAR {
            return None;
        }
        let (year, month, day) = match primitive {
            Primitive::Time => (1972, 12, 31),
            _ => date_from_epoch(days),
        };
        if year.abs() >= FARTHEST_YEAR {
            return None;
        }
        let (of_day, fraction) =
            if primitive == Primitive::Date { (0, Fraction::default()) } else { (of_day, fraction) };
        let (hour, minute, second) = ((of_day / 3600) as u8, (of_day / 60 % 60) as u8, (of_day % 60) as u8);
        Some(Self { primitive, year: year as i64, month, day, hour, minute, second, fraction, timezone })
    }

    /// The same day and time so many months later; the last day of the month where it has not that day. `None` where the year would have
    /// more than 18 digits.
    pub fn plus_months(&self, months: i128) -> Option<Self> {
        let total =
            i128::from(self.year).checked_mul(12)?.checked_add(i128::from(self.month) - 1)?.checked_add(months)?;
        let (year, month) = (total.div_euclid(12), total.rem_euclid(12) as u8 + 1);
        if year.abs() >= FARTHEST_YEAR {
            return None;
        }
        let year = year as i64;
        Some(Self { year, month, day: self.day.min(days_in_month(year, month)), ..self.clone() })
    }

    /// The seconds of the minute with their fraction.
    pub fn exact_second(&self) -> Decimal {
        self.fraction.after(self.second.into())
    }

    /// Order on the timeline, where values without timezone have the implicit one, in minutes. `None` for values of different types.
    pub fn compare_in(&self, other: &Self, implicit_timezone: i16) -> Option<Ordering> {
        if self.primitive != other.primitive {
            return None;
        }
        let by_second = self.seconds_in(implicit_timezone).cmp(&other.seconds_in(implicit_timezone));
        Some(by_second.then_with(|| self.fraction.cmp(&other.fraction)))
    }

    /// Appends a key that is byte-equal exactly for values of one type that [`Self::compare_in`] calls equal.
    pub fn write_key_in(&self, implicit_timezone: i16, key: &mut Vec<u8>) {
        key.extend_from_slice(&self.seconds_in(implicit_timezone).to_le_bytes());
        self.fraction.write_key(key);
    }
}

impl Fraction {
    /// The whole number and the fraction in one; linear in the digits.
    pub(crate) fn after(&self, whole: i128) -> Decimal {
        if self.is_zero() {
            return Decimal::from_i128(whole);
        }
        let text = match whole < 0 {
            true => format!("-{}{}", whole.unsigned_abs() - 1, self.complement()),
            false => format!("{whole}{self}"),
        };
        Decimal::parse(text.as_bytes()).unwrap_or_else(|| Decimal::from_i128(whole))
    }

    /// The number of its digits, the first 18 counted as such.
    pub fn digits(&self) -> u32 {
        self.tail_digits() + 18
    }

    /// The digits of a number after its point.
    pub(crate) fn from_decimal(number: &Decimal) -> Self {
        if number.is_integer() {
            return Self::default();
        }
        let text = number.to_string();
        let digits = text.split_once('.').map_or("", |(_, digits)| digits);
        Self::from_digits(digits.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::XsdVersion;

    fn date_time(text: &str) -> Moment {
        Moment::parse(text.as_bytes(), Primitive::DateTime, XsdVersion::V1_1)
            .unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    #[test]
    fn seconds_and_points_in_time_correspond() {
        for text in [
            "1970-01-01T00:00:00",
            "1969-12-31T23:59:59.75",
            "-0001-02-28T12:00:00Z",
            "2000-02-29T00:00:00.000000000000000000001+14:00",
            "0000-12-31T23:59:59",
            "999999999999999999-12-31T23:59:59",
            "-999999999999999999-01-01T00:00:00",
        ] {
            let moment = date_time(text);
            let seconds = moment.local_seconds();
            let again = Moment::from_local_seconds(Primitive::DateTime, &seconds, moment.timezone);
            assert_eq!(again.map(|again| again.to_string()).as_deref(), Some(text), "{seconds}");
        }
        let beyond = &date_time("999999999999999999-12-31T23:59:59").local_seconds() + &Decimal::from(1);
        assert!(Moment::from_local_seconds(Primitive::DateTime, &beyond, None).is_none());
    }

    #[test]
    fn months_are_added_within_the_calendar() {
        for (text, months, expected) in [
            ("2000-10-31T01:02:03Z", 1, Some("2000-11-30T01:02:03Z")),
            ("2000-02-29T00:00:00", -12, Some("1999-02-28T00:00:00")),
            ("0001-01-01T00:00:00", -13, Some("-0001-12-01T00:00:00")),
            ("2000-01-01T00:00:00", i128::MAX, None),
            ("2000-01-01T00:00:00", 12 * FARTHEST_YEAR, None),
        ] {
            let sum = date_time(text).plus_months(months).map(|sum| sum.to_string());
            assert_eq!(sum.as_deref(), expected, "{text} {months}");
        }
    }

    #[test]
    fn values_without_timezone_have_the_implicit_one() {
        let (zoned, local) = (date_time("2000-01-01T12:00:00Z"), date_time("2000-01-01T13:00:00"));
        assert_eq!(zoned.compare_in(&local, 60), Some(Ordering::Equal));
        assert_eq!(zoned.compare_in(&local, 0), Some(Ordering::Less));
        assert_eq!(zoned.compare_in(&local, 120), Some(Ordering::Greater));
        let key = |moment: &Moment| {
            let mut key = Vec::new();
            moment.write_key_in(60, &mut key);
            key
        };
        assert_eq!(key(&zoned), key(&local));
    }
}
