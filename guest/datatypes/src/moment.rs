//! The seven-property model of dates and times (part 2, appendix D.2 of 1.1).

use crate::calendar::{days_from_epoch, days_in_month};
use crate::fraction::Fraction;
use crate::{Primitive, XsdVersion};
use std::cmp::Ordering;
use std::fmt;

/// Minutes of the farthest timezones.
const FARTHEST: i16 = 14 * 60;
/// Years beyond it are refused: the limit leaves room for every sum in 128 bits.
const YEAR_DIGITS: usize = 18;
/// The refusal of a form that is right but for that.
pub(crate) const TOO_FAR: &str = "years have at most 18 digits here";

/// A value of one of the eight date and time types.
///
/// Properties that the type lacks hold those of the reference date 1972-12-31 (the first of a month where the month is given),
/// and the start of the day.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Which of the types the value belongs to.
    pub primitive: Primitive,
    /// The year; at most 18 digits.
    pub year: i64,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// 0 to 59.
    pub second: u8,
    /// The fraction of the second.
    pub fraction: Fraction,
    /// The offset from UTC in minutes, from -840 to 840, if there is a timezone.
    pub timezone: Option<i16>,
}

/// Reads from the front of a lexical form.
struct Reader<'t> {
    rest: &'t [u8],
    /// The year has too many digits.
    too_far: bool,
}

/// What a lexical form lacks, for messages.
type Refusal = &'static str;

impl<'t> Reader<'t> {
    fn skip(&mut self, byte: u8) -> Option<()> {
        self.rest = self.rest.strip_prefix(&[byte])?;
        Some(())
    }

    fn expect(&mut self, byte: u8) -> Result<(), Refusal> {
        self.skip(byte).ok_or("")
    }

    fn expect_all(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        self.rest = self.rest.strip_prefix(bytes).ok_or("")?;
        Ok(())
    }

    fn two_digits(&mut self) -> Result<u8, Refusal> {
        match self.rest {
            [a @ b'0'..=b'9', b @ b'0'..=b'9', rest @ ..] => {
                self.rest = rest;
                Ok((a - b'0') * 10 + (b - b'0'))
            }
            _ => Err(""),
        }
    }

    fn digits(&mut self) -> &'t [u8] {
        let count = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = self.rest.split_at(count);
        self.rest = rest;
        digits
    }

    fn year(&mut self, version: XsdVersion) -> Result<i64, Refusal> {
        let negative = self.skip(b'-').is_some();
        let digits = self.digits();
        if digits.len() < 4 {
            return Err("the year needs at least four digits");
        }
        if digits.len() > 4 && digits[0] == b'0' {
            return Err("a year of more than four digits does not start with 0");
        }
        self.too_far = digits.len() > YEAR_DIGITS;
        // The last digits suffice for the length of the month.
        let digits = &digits[digits.len().saturating_sub(YEAR_DIGITS)..];
        let year = digits.iter().fold(0, |year, digit| year * 10 + i64::from(digit - b'0'));
        if year == 0 && !self.too_far && version == XsdVersion::V1_0 {
            return Err("there is no year 0000 in XSD 1.0");
        }
        Ok(if negative { -year } else { year })
    }

    fn month(&mut self) -> Result<u8, Refusal> {
        match self.two_digits()? {
            month @ 1..=12 => Ok(month),
            _ => Err("the month is not between 01 and 12"),
        }
    }

    fn day(&mut self, year: i64, month: u8) -> Result<u8, Refusal> {
        match self.two_digits()? {
            0 | 32.. => Err("the day is not between 01 and 31"),
            day if day > days_in_month(year, month) => Err("the month has fewer days"),
            day => Ok(day),
        }
    }

    fn time(&mut self, moment: &mut Moment) -> Result<(), Refusal> {
        moment.hour = self.two_digits()?;
        self.expect(b':')?;
        moment.minute = self.two_digits()?;
        self.expect(b':')?;
        moment.second = self.two_digits()?;
        if self.skip(b'.').is_some() {
            let digits = self.digits();
            if digits.is_empty() {
                return Err("digits must follow the point of the seconds");
            }
            moment.fraction = Fraction::from_digits(digits);
        }
        match (moment.hour, moment.minute, moment.second) {
            (24, 0, 0) if moment.fraction.is_zero() => moment.end_of_day(),
            (24.., _, _) => return Err("the hour is not between 00 and 23, and not 24:00:00"),
            (_, 60.., _) => return Err("the minute is not between 00 and 59"),
            (_, _, 60..) => return Err("the second is not between 00 and 59"),
            _ => {}
        }
        Ok(())
    }

    fn timezone(&mut self) -> Result<Option<i16>, Refusal> {
        let negative = match self.rest {
            [] => return Ok(None),
            [b'Z'] => return Ok(Some(0)),
            [sign @ (b'+' | b'-'), rest @ ..] => {
                self.rest = rest;
                *sign == b'-'
            }
            _ => return Err(""),
        };
        let hours = i16::from(self.two_digits()?);
        self.expect(b':')?;
        let minutes = i16::from(self.two_digits()?);
        if !self.rest.is_empty() {
            return Err("");
        }
        let offset = hours * 60 + minutes;
        if minutes > 59 || offset > FARTHEST {
            return Err("the timezone is not between -14:00 and +14:00");
        }
        Ok(Some(if negative { -offset } else { offset }))
    }
}

impl Moment {
    /// Reads a lexical form of a date or time type. The refusal is a reason in words, empty if the form is altogether another.
    pub(crate) fn parse(text: &[u8], primitive: Primitive, version: XsdVersion) -> Result<Self, Refusal> {
        let mut reader = Reader { rest: text, too_far: false };
        let mut moment = Self {
            primitive,
            year: 1972,
            month: 12,
            day: 1,
            hour: 0,
            minute: 0,
            second: 0,
            fraction: Fraction::default(),
            timezone: None,
        };
        moment.read_properties(&mut reader, version)?;
        moment.timezone = reader.timezone()?;
        if reader.too_far { Err(TOO_FAR) } else { Ok(moment) }
    }

    fn read_properties(&mut self, reader: &mut Reader<'_>, version: XsdVersion) -> Result<(), Refusal> {
        match self.primitive {
            Primitive::DateTime => {
                self.read_date(reader, version)?;
                reader.expect(b'T')?;
                reader.time(self)?;
                if self.year == 0 && version == XsdVersion::V1_0 {
                    // 24:00:00 at the end of the year -0001 is the start of 0001.
                    self.year = 1;
                }
            }
            Primitive::Time => {
                self.day = 31;
                reader.time(self)?;
                // 24:00:00 is the same time as 00:00:00, not one of the next day.
                (self.year, self.month, self.day) = (1972, 12, 31);
            }
            Primitive::Date => self.read_date(reader, version)?,
            Primitive::GYearMonth => {
                self.year = reader.year(version)?;
                reader.expect(b'-')?;
                self.month = reader.month()?;
            }
            Primitive::GYear => {
                self.year = reader.year(version)?;
                self.month = 1;
            }
            Primitive::GMonthDay => {
                reader.expect_all(b"--")?;
                self.month = reader.month()?;
                reader.expect(b'-')?;
                self.day = reader.day(self.year, self.month)?;
            }
            Primitive::GDay => {
                reader.expect_all(b"---")?;
                self.day = reader.day(self.year, self.month)?;
            }
            _ => {
                reader.expect_all(b"--")?;
                self.month = reader.month()?;
            }
        }
        Ok(())
    }

    fn read_date(&mut self, reader: &mut Reader<'_>, version: XsdVersion) -> Result<(), Refusal> {
        self.year = reader.year(version)?;
        reader.expect(b'-')?;
        self.month = reader.month()?;
        reader.expect(b'-')?;
        self.day = reader.day(self.year, self.month)?;
        Ok(())
    }

    /// Turns 24:00:00 into 00:00:00 of the next day.
    fn end_of_day(&mut self) {
        self.hour = 0;
        self.day += 1;
        if self.day > days_in_month(self.year, self.month) {
            self.day = 1;
            self.month += 1;
        }
        if self.month > 12 {
            self.month = 1;
            self.year += 1;
        }
    }

    /// Seconds from 1970-01-01T00:00:00, in UTC if there is a timezone.
    fn seconds(&self) -> i128 {
        self.seconds_in(0)
    }

    /// Whole seconds from 1970-01-01T00:00:00 in UTC; a value without timezone has the one given, in minutes.
    pub(crate) fn seconds_in(&self, timezone: i16) -> i128 {
        let days = days_from_epoch(self.year.into(), self.month, self.day);
        let of_day = i128::from(self.hour) * 3600 + i128::from(self.minute) * 60 + i128::from(self.second);
        days * 86_400 + of_day - i128::from(self.timezone.unwrap_or(timezone)) * 60
    }

    /// Whether both are of the same type and stand for the same point, both with or both without timezone.
    pub(crate) fn equals(&self, other: &Self) -> bool {
        self.timezone.is_some() == other.timezone.is_some() && self.compare(other) == Some(Ordering::Equal)
    }

    /// Order on the timeline. A value without timezone is incomparable with one that has a timezone if it may lie on either
    /// side of it, 14 hours either way.
    pub(crate) fn compare(&self, other: &Self) -> Option<Ordering> {
        if self.primitive != other.primitive {
            return None;
        }
        match (self.timezone, other.timezone) {
            (Some(_), None) => other.compare_unzoned(self).map(Ordering::reverse),
            (None, Some(_)) => self.compare_unzoned(other),
            _ => Some(self.seconds().cmp(&other.seconds()).then_with(|| self.fraction.cmp(&other.fraction))),
        }
    }

    fn compare_unzoned(&self, zoned: &Self) -> Option<Ordering> {
        let span = i128::from(FARTHEST) * 60;
        let (here, there) = (self.seconds(), zoned.seconds());
        let by_fraction = || self.fraction.cmp(&zoned.fraction);
        if (here + span).cmp(&there).then_with(by_fraction) == Ordering::Less {
            return Some(Ordering::Less);
        }
        ((here - span).cmp(&there).then_with(by_fraction) == Ordering::Greater).then_some(Ordering::Greater)
    }

    pub(crate) fn write_key(&self, key: &mut Vec<u8>) {
        key.push(self.timezone.is_some().into());
        key.extend_from_slice(&self.seconds().to_le_bytes());
        self.fraction.write_key(key);
    }
}

/// The canonical form of XSD 1.1, which keeps the timezone.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { month, day, hour, minute, second, fraction, .. } = self;
        let year = format!("{}{:04}", if self.year < 0 { "-" } else { "" }, self.year.unsigned_abs());
        match self.primitive {
            Primitive::DateTime => {
                write!(f, "{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}")
            }
            Primitive::Time => write!(f, "{hour:02}:{minute:02}:{second:02}{fraction}"),
            Primitive::Date => write!(f, "{year}-{month:02}-{day:02}"),
            Primitive::GYearMonth => write!(f, "{year}-{month:02}"),
            Primitive::GYear => write!(f, "{year}"),
            Primitive::GMonthDay => write!(f, "--{month:02}-{day:02}"),
            Primitive::GDay => write!(f, "---{day:02}"),
            _ => write!(f, "--{month:02}"),
        }?;
        match self.timezone {
            None => Ok(()),
            Some(0) => f.write_str("Z"),
            Some(offset) => {
                let minutes = offset.unsigned_abs();
                write!(f, "{}{:02}:{:02}", if offset < 0 { '-' } else { '+' }, minutes / 60, minutes % 60)
            }
        }
    }
}
