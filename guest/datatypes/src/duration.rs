//! Durations: months and seconds (part 2, 3.3.6).

use crate::builtin::Lexical;
use crate::calendar::days_from_epoch;
use crate::fraction::Fraction;
use crate::{Decimal, Rounding};
use std::cmp::Ordering;
use std::fmt;

/// A duration. Months and seconds have the same sign.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Duration {
    negative: bool,
    months: u128,
    seconds: u128,
    fraction: Fraction,
}

/// The components in their order, each with its number of months or seconds.
const DATE: [(u8, Unit); 3] = [(b'Y', Unit::Months(12)), (b'M', Unit::Months(1)), (b'D', Unit::Seconds(86_400))];
const TIME: [(u8, Unit); 3] = [(b'H', Unit::Seconds(3600)), (b'M', Unit::Seconds(60)), (b'S', Unit::Seconds(1))];

#[derive(Clone, Copy)]
enum Unit {
    Months(u128),
    Seconds(u128),
}

/// Durations are beyond the range if a component or sum does not stay below it.
const LIMIT: u128 = 10u128.pow(30);
/// Months and seconds stay below it.
const MOST: u128 = 10u128.pow(35);
/// The refusal of a form that is right but for that.
pub(crate) const TOO_LONG: &str = "the numbers of a duration have at most 30 digits here";

/// Dates that decide the order: a duration is less if the sum with each of them is.
const REFERENCES: [(i128, u8); 4] = [(1696, 9), (1697, 2), (1903, 3), (1903, 7)];

impl Duration {
    /// Reads a lexical form of `duration` or a type of its subset. The refusal is a reason in words, empty if the form is altogether another.
    pub(crate) fn parse(text: &[u8], lexical: Lexical) -> Result<Self, &'static str> {
        let (negative, rest) = match text {
            [b'-', rest @ ..] => (true, rest),
            _ => (false, text),
        };
        let mut rest = rest.strip_prefix(b"P").ok_or("a duration starts with P")?;
        let mut duration = Self { negative: false, months: 0, seconds: 0, fraction: Fraction::default() };
        let mut too_long = false;
        let mut any = duration.read_components(&mut rest, &DATE, lexical, &mut too_long)?;
        if let Some(time) = rest.strip_prefix(b"T") {
            rest = time;
            if lexical == Lexical::YearMonthDuration {
                return Err("days and times are not allowed");
            }
            if !duration.read_components(&mut rest, &TIME, lexical, &mut too_long)? {
                return Err("hours, minutes or seconds must follow the T");
            }
            any = true;
        }
        if !rest.is_empty() {
            return Err("");
        }
        if !any {
            return Err("at least one component must follow the P");
        }
        if too_long {
            return Err(TOO_LONG);
        }
        let zero = duration.months == 0 && duration.seconds == 0 && duration.fraction.is_zero();
        duration.negative = negative && !zero;
        Ok(duration)
    }

    /// Reads components in their order; tells whether there was one.
    fn read_components(
        &mut self,
        rest: &mut &[u8],
        units: &[(u8, Unit)],
        lexical: Lexical,
        too_long: &mut bool,
    ) -> Result<bool, &'static str> {
        let mut any = false;
        for &(letter, unit) in units {
            let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (digits, mut tail) = rest.split_at(count);
            let mut fraction = None;
            if let (b'S', [b'.', after @ ..]) = (letter, tail) {
                let count = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
                fraction = Some(&after[..count]);
                tail = &after[count..];
            }
            if digits.is_empty() || tail.first() != Some(&letter) {
                continue;
            }
            if fraction == Some(&[]) {
                return Err("digits must follow the point of the seconds");
            }
            *too_long |= !self.add(digits, unit, lexical)?;
            self.fraction = Fraction::from_digits(fraction.unwrap_or_default());
            *rest = &tail[1..];
            any = true;
        }
        Ok(any)
    }

    /// Adds a component; false where it is beyond the range.
    fn add(&mut self, digits: &[u8], unit: Unit, lexical: Lexical) -> Result<bool, &'static str> {
        let number = digits.iter().try_fold(0u128, |number, digit| {
            let number = number * 10 + u128::from(digit - b'0');
            (number < LIMIT).then_some(number)
        });
        match (unit, lexical) {
            (Unit::Months(_), Lexical::DayTimeDuration) => return Err("years and months are not allowed"),
            (Unit::Seconds(_), Lexical::YearMonthDuration) => return Err("days and times are not allowed"),
            (Unit::Months(months), _) => self.months += number.unwrap_or(0) * months,
            (Unit::Seconds(seconds), _) => self.seconds += number.unwrap_or(0) * seconds,
        }
        Ok(number.is_some())
    }

    /// A duration of months; `None` beyond the range.
    pub fn from_months(months: i128) -> Option<Self> {
        let magnitude = months.unsigned_abs();
        let duration = Self { negative: months < 0, months: magnitude, seconds: 0, fraction: Fraction::default() };
        (magnitude < MOST).then_some(duration)
    }

    /// A duration of seconds; `None` beyond the range.
    pub fn from_seconds(seconds: &Decimal) -> Option<Self> {
        let whole = seconds.round(0, Rounding::Truncate).to_i128()?.unsigned_abs();
        let fraction = Fraction::from_decimal(seconds);
        let duration = Self { negative: seconds.is_negative(), months: 0, seconds: whole, fraction };
        (whole < MOST).then_some(duration)
    }

    /// The seconds beside the months, with fraction and sign.
    pub fn exact_seconds(&self) -> Decimal {
        self.with_fraction(self.seconds)
    }

    /// The seconds beyond whole minutes, with fraction and sign.
    pub fn second_of_minute(&self) -> Decimal {
        self.with_fraction(self.seconds % 60)
    }

    fn with_fraction(&self, seconds: u128) -> Decimal {
        let magnitude = self.fraction.after(signed(false, seconds));
        if self.negative { -&magnitude } else { magnitude }
    }

    /// Whole months, with sign.
    pub fn months(&self) -> i128 {
        signed(self.negative, self.months)
    }

    /// Whole seconds beside the months, with sign.
    pub fn seconds(&self) -> i128 {
        signed(self.negative, self.seconds)
    }

    /// The fraction of a second, whose sign is that of the duration.
    pub fn fraction(&self) -> &Fraction {
        &self.fraction
    }

    /// Whether the duration is below zero.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// The partial order of the Recommendation; `None` where the four reference dates disagree.
    pub(crate) fn compare(&self, other: &Self) -> Option<Ordering> {
        let mut orders = REFERENCES.iter().map(|&reference| self.after(reference).cmp(&other.after(reference)));
        let first = orders.next()?;
        orders.all(|order| order == first).then_some(first)
    }

    /// The seconds and fraction that the duration ends at if it starts at the first of a month.
    fn after(&self, (year, month): (i128, u8)) -> (i128, Fraction) {
        let months = i128::from(month) - 1 + self.months();
        let month = months.rem_euclid(12) as u8 + 1;
        let days = days_from_epoch(year + months.div_euclid(12), month, 1);
        let seconds = days * 86_400 + self.seconds();
        match self.negative && !self.fraction.is_zero() {
            true => (seconds - 1, self.fraction.complement()),
            false => (seconds, self.fraction.clone()),
        }
    }

    pub(crate) fn write_key(&self, key: &mut Vec<u8>) {
        key.push(self.negative.into());
        key.extend_from_slice(&self.months.to_le_bytes());
        key.extend_from_slice(&self.seconds.to_le_bytes());
        self.fraction.write_key(key);
    }
}

fn signed(negative: bool, magnitude: u128) -> i128 {
    // Every magnitude is below 10^36.
    let magnitude = i128::try_from(magnitude).unwrap_or(i128::MAX);
    if negative { -magnitude } else { magnitude }
}

/// The canonical form.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = |number: u128, letter| if number > 0 { format!("{number}{letter}") } else { String::new() };
        let minutes = self.seconds / 60;
        let mut seconds = format!("{}{}S", self.seconds % 60, self.fraction);
        if seconds == "0S" {
            seconds.clear();
        }
        let date = [component(self.months / 12, 'Y'), component(self.months % 12, 'M'), component(minutes / 1440, 'D')];
        let time = [component(minutes / 60 % 24, 'H'), component(minutes % 60, 'M'), seconds];
        let (date, time) = (date.concat(), time.concat());
        let sign = if self.negative { "-" } else { "" };
        match (date.is_empty(), time.is_empty()) {
            (true, true) => f.write_str("PT0S"),
            (_, true) => write!(f, "{sign}P{date}"),
            (_, false) => write!(f, "{sign}P{date}T{time}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Duration {
        Duration::parse(text.as_bytes(), Lexical::Duration).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    #[test]
    fn durations_have_canonical_forms() {
        for (text, canonical) in [
            ("P1Y", "P1Y"),
            ("P14M", "P1Y2M"),
            ("P0Y", "PT0S"),
            ("-P0D", "PT0S"),
            ("PT86400S", "P1D"),
            ("-PT90.500S", "-PT1M30.5S"),
            ("P1Y2M3DT4H5M6.7S", "P1Y2M3DT4H5M6.7S"),
            ("PT36H", "P1DT12H"),
            ("PT0.0000000000000000000000000001S", "PT0.0000000000000000000000000001S"),
            ("P12345678901234567890Y", "P12345678901234567890Y"),
        ] {
            assert_eq!(read(text).to_string(), canonical, "{text}");
        }
    }

    #[test]
    fn durations_are_made_of_months_or_of_seconds() {
        let seconds = |text: &str| Duration::from_seconds(&Decimal::parse(text.as_bytes())?);
        assert_eq!(Duration::from_months(-14), Some(read("-P1Y2M")));
        assert_eq!(Duration::from_months(0), Some(read("PT0S")));
        assert_eq!(seconds("-90.5"), Some(read("-PT1M30.5S")));
        assert_eq!(read("-PT1M30.5S").exact_seconds().to_string(), "-90.5");
        assert_eq!(read("-PT1M30.5S").second_of_minute().to_string(), "-30.5");
        assert_eq!(
            (Duration::from_months(i128::MAX), seconds(&"9".repeat(36)), seconds(&"9".repeat(60))),
            (None, None, None)
        );
    }

    #[test]
    fn malformed_durations_are_refused() {
        for bad in [
            "", "P", "-P", "PT", "P1", "1Y", "P1YT", "P1M1Y", "P1S", "PT1Y", "P-1Y", "+P1Y", "P1.5Y", "PT1.S", "PT.5S",
            "P1Y ", "PT1H1H", "P1D1D", "p1y", "PT1.5H",
        ] {
            assert!(Duration::parse(bad.as_bytes(), Lexical::Duration).is_err(), "{bad:?}");
        }
        let too_long = format!("P{}Y", "9".repeat(31));
        assert_eq!(Duration::parse(too_long.as_bytes(), Lexical::Duration), Err(TOO_LONG));
    }

    #[test]
    fn subsets_refuse_the_components_of_each_other() {
        let valid = |text: &str, lexical| Duration::parse(text.as_bytes(), lexical).is_ok();
        for (text, year_month, day_time) in [
            ("P1Y", true, false),
            ("-P1Y2M", true, false),
            ("P1D", false, true),
            ("PT0S", false, true),
            ("P1YT1S", false, false),
        ] {
            assert_eq!(valid(text, Lexical::YearMonthDuration), year_month, "{text}");
            assert_eq!(valid(text, Lexical::DayTimeDuration), day_time, "{text}");
        }
    }

    #[test]
    fn order_is_partial_where_months_differ_in_length() {
        use Ordering::*;
        for (a, b, order) in [
            ("P1Y", "P12M", Some(Equal)),
            ("P1M", "P28D", None),
            ("P1M", "P30D", None),
            ("P1M", "P31D", None),
            ("P1M", "P27D", Some(Greater)),
            ("P1M", "P32D", Some(Less)),
            ("P5M", "P149D", Some(Greater)),
            ("P5M", "P150D", None),
            ("P5M", "P154D", Some(Less)),
            ("P1Y", "P364D", Some(Greater)),
            ("P1Y", "P365D", None),
            ("P1Y", "P367D", Some(Less)),
            ("-PT0.2S", "-PT0.5S", Some(Greater)),
            ("-PT0.2S", "PT0.1S", Some(Less)),
            ("-PT1.2S", "-PT1S", Some(Less)),
            ("PT1.50S", "PT1.5S", Some(Equal)),
        ] {
            assert_eq!(read(a).compare(&read(b)), order, "{a} {b}");
            assert_eq!(read(b).compare(&read(a)), order.map(Ordering::reverse), "{b} {a}");
        }
    }
}
