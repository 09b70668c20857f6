//! Decimal numbers of any size (part 2, 3.3.3).

use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;
use std::fmt;

mod arithmetic;

pub use arithmetic::Rounding;

/// Digits that a mantissa held in machine words may have.
const SMALL_DIGITS: usize = 38;
/// Bytes of a lexical form whose digits fit 64 bits.
const SHORT: usize = 18;

/// A decimal number of any size and precision. Equal numbers have equal representations.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decimal(Form);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// `mantissa / 10^scale`, of at most 38 significant digits; not divisible by ten if `scale > 0`.
    Small { mantissa: i128, scale: u32 },
    /// More digits than that.
    Big(Box<Big>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Big {
    negative: bool,
    /// ASCII digits without leading zeros, and without trailing ones after the point.
    digits: Vec<u8>,
    scale: u32,
}

impl Decimal {
    /// Reads `[+-]?(\d+(\.\d*)?|\.\d+)`. Linear, and without allocation up to 38 significant digits.
    pub fn parse(text: &[u8]) -> Option<Self> {
        if text.len() <= SHORT {
            return Self::parse_short(text);
        }
        let (negative, digits) = split_sign(text);
        let point = digits.iter().position(|&byte| byte == b'.').unwrap_or(digits.len());
        let whole = &digits[..point];
        let fraction = digits.get(point + 1..).unwrap_or_default();
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        if !whole.iter().chain(fraction).all(u8::is_ascii_digit) {
            return None;
        }
        Some(Self::from_digits(negative, whole, fraction))
    }

    /// Reads what fits a machine word, in one pass.
    fn parse_short(text: &[u8]) -> Option<Self> {
        let (negative, digits) = split_sign(text);
        let (mut magnitude, mut count, mut point) = (0i64, 0, None);
        for &byte in digits {
            match byte {
                b'0'..=b'9' => {
                    magnitude = magnitude * 10 + i64::from(byte - b'0');
                    count += 1;
                }
                b'.' if point.is_none() => point = Some(count),
                _ => return None,
            }
        }
        if count == 0 {
            return None;
        }
        let mut scale = count - point.unwrap_or(count);
        while scale > 0 && magnitude % 10 == 0 {
            magnitude /= 10;
            scale -= 1;
        }
        let mantissa = i128::from(if negative { -magnitude } else { magnitude });
        Some(Self(Form::Small { mantissa, scale }))
    }

    /// Whether a text is in the lexical space that [`Self::parse`] reads.
    pub(crate) fn is_lexical(text: &[u8]) -> bool {
        let (_, digits) = split_sign(text);
        let mut points = 0;
        let valid = digits.iter().all(|&byte| {
            points += usize::from(byte == b'.');
            byte == b'.' || byte.is_ascii_digit()
        });
        valid && points <= 1 && digits.len() > points
    }

    /// Reads `[+-]?\d+`.
    pub fn parse_integer(text: &[u8]) -> Option<Self> {
        let (negative, digits) = split_sign(text);
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        Some(Self::from_digits(negative, digits, &[]))
    }

    fn from_digits(negative: bool, whole: &[u8], fraction: &[u8]) -> Self {
        let whole = skip_zeros(whole);
        let kept = fraction.iter().rposition(|&digit| digit != b'0').map_or(0, |last| last + 1);
        let fraction = &fraction[..kept];
        let significant = if whole.is_empty() { skip_zeros(fraction) } else { fraction };
        let scale = fraction.len() as u32;
        if whole.len() + significant.len() <= SMALL_DIGITS {
            let magnitude = accumulate(whole.iter().chain(significant));
            let mantissa = if negative { -magnitude } else { magnitude };
            return Self(Form::Small { mantissa, scale });
        }
        let digits = [whole, significant].concat();
        Self(Form::Big(Box::new(Big { negative, digits, scale })))
    }

    /// The number `mantissa / 10^scale`.
    pub fn from_parts(mantissa: &BigInt, scale: u32) -> Self {
        let mut digits = mantissa.magnitude().to_str_radix(10).into_bytes();
        let missing = (scale as usize).saturating_sub(digits.len());
        digits.splice(0..0, std::iter::repeat_n(b'0', missing));
        let (whole, fraction) = digits.split_at(digits.len() - scale as usize);
        Self::from_digits(mantissa.sign() == Sign::Minus, whole, fraction)
    }

    /// Mantissa and scale such that the number is `mantissa / 10^scale`; the scale is the least possible.
    pub fn to_parts(&self) -> (BigInt, u32) {
        match &self.0 {
            Form::Small { mantissa, scale } => (BigInt::from(*mantissa), *scale),
            Form::Big(big) => {
                let magnitude = BigInt::parse_bytes(&big.digits, 10).unwrap_or_default();
                (if big.negative { -magnitude } else { magnitude }, big.scale)
            }
        }
    }

    /// The number as an `i64`, if it is a whole one in that range.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Form::Small { mantissa, scale: 0 } => i64::try_from(mantissa).ok(),
            _ => None,
        }
    }

    /// Whether it is a whole number.
    pub fn is_integer(&self) -> bool {
        self.fraction_digits() == 0
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Form::Small { mantissa, .. } => *mantissa < 0,
            Form::Big(big) => big.negative,
        }
    }

    /// The least number of fraction digits that expresses it.
    pub fn fraction_digits(&self) -> u32 {
        match &self.0 {
            Form::Small { scale, .. } => *scale,
            Form::Big(big) => big.scale,
        }
    }

    /// The least `totalDigits` that admits it: `|i| < 10^t` and `n <= t` where the number is `i / 10^n`.
    pub fn total_digits(&self) -> u32 {
        let digits = match &self.0 {
            Form::Small { mantissa, .. } => mantissa.unsigned_abs().checked_ilog10().map_or(1, |log| log + 1),
            Form::Big(big) => big.digits.len() as u32,
        };
        digits.max(self.fraction_digits())
    }

    /// A key that is byte-equal exactly for equal numbers; self-delimiting.
    pub(crate) fn write_key(&self, key: &mut Vec<u8>) {
        match &self.0 {
            Form::Small { mantissa, scale } => {
                key.push(1);
                key.extend_from_slice(&mantissa.to_le_bytes());
                key.extend_from_slice(&scale.to_le_bytes());
            }
            Form::Big(big) => {
                key.push(2 + u8::from(big.negative));
                key.extend_from_slice(&big.scale.to_le_bytes());
                key.extend_from_slice(&(big.digits.len() as u32).to_le_bytes());
                key.extend_from_slice(&big.digits);
            }
        }
    }

    fn to_big(&self) -> Big {
        match &self.0 {
            Form::Small { mantissa, scale } => {
                Big { negative: *mantissa < 0, digits: mantissa.unsigned_abs().to_string().into_bytes(), scale: *scale }
            }
            Form::Big(big) => Big::clone(big),
        }
    }
}

impl From<i64> for Decimal {
    fn from(value: i64) -> Self {
        Self(Form::Small { mantissa: value.into(), scale: 0 })
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Form::Small { mantissa: a, scale: m }, Form::Small { mantissa: b, scale: n }) => match m.cmp(n) {
                Ordering::Equal => a.cmp(b),
                Ordering::Less => compare_scaled(*a, n - m, *b),
                Ordering::Greater => compare_scaled(*b, m - n, *a).reverse(),
            },
            (Form::Big(a), Form::Big(b)) => compare_big(a, b),
            _ => compare_big(&self.to_big(), &other.to_big()),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The canonical form of XSD 1.1: no point in whole numbers.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let big = self.to_big();
        let scale = big.scale as usize;
        let digits: String = big.digits.iter().map(|&digit| char::from(digit)).collect();
        if big.negative {
            f.write_str("-")?;
        }
        if scale == 0 {
            return f.write_str(&digits);
        }
        let Some(point) = digits.len().checked_sub(scale) else {
            return write!(f, "0.{digits:0>scale$}");
        };
        let (whole, fraction) = digits.split_at(point);
        write!(f, "{}.{fraction}", if whole.is_empty() { "0" } else { whole })
    }
}

fn split_sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

fn skip_zeros(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    &digits[zeros..]
}

/// The number that at most 38 digits stand for. Words of 64 bits do most of the work: 128-bit products are slow in the sandbox.
fn accumulate<'d>(digits: impl Iterator<Item = &'d u8>) -> i128 {
    const CHUNK: u32 = 18;
    let (mut high, mut low, mut count) = (0i128, 0u64, 0u32);
    for digit in digits {
        if count == CHUNK {
            high = high * 10i128.pow(CHUNK) + i128::from(low);
            (low, count) = (0, 0);
        }
        low = low * 10 + u64::from(digit - b'0');
        count += 1;
    }
    if high == 0 { i128::from(low) } else { high * 10i128.pow(count) + i128::from(low) }
}

/// Compares `a * 10^power` with `b`. A product that overflows is beyond every mantissa of 38 digits.
fn compare_scaled(a: i128, power: u32, b: i128) -> Ordering {
    match 10i128.checked_pow(power).and_then(|factor| a.checked_mul(factor)) {
        Some(scaled) => scaled.cmp(&b),
        None => a.cmp(&0).then(0.cmp(&b)),
    }
}

fn compare_big(a: &Big, b: &Big) -> Ordering {
    match (a.sign(), b.sign()) {
        (1, 1) => compare_magnitude(a, b),
        (-1, -1) => compare_magnitude(b, a),
        (a, b) => a.cmp(&b),
    }
}

impl Big {
    fn sign(&self) -> i8 {
        match (self.digits.as_slice(), self.negative) {
            (b"0" | b"", _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        }
    }
}

/// With the first significant digits at the same place, a number whose digits continue those of the other has a non-zero last digit.
fn compare_magnitude(a: &Big, b: &Big) -> Ordering {
    let place = |big: &Big| big.digits.len() as i64 - i64::from(big.scale);
    place(a).cmp(&place(b)).then_with(|| a.digits.cmp(&b.digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Decimal {
        Decimal::parse(text.as_bytes()).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn lexical_forms_follow_the_grammar_and_have_canonical_forms() {
        for (text, canonical) in [
            ("0", "0"),
            ("-0.00", "0"),
            ("+007.500", "7.5"),
            (".5", "0.5"),
            ("5.", "5"),
            ("-.05", "-0.05"),
            ("100", "100"),
            ("0.00001", "0.00001"),
            ("123456789012345678901234567890123456789012345", "123456789012345678901234567890123456789012345"),
            ("-0.123456789012345678901234567890123456789012345", "-0.123456789012345678901234567890123456789012345"),
            ("9999999999999999999.999999999999999999", "9999999999999999999.999999999999999999"),
        ] {
            assert_eq!(read(text).to_string(), canonical, "{text}");
            assert!(Decimal::is_lexical(text.as_bytes()), "{text}");
        }
        for bad in [
            "",
            ".",
            "+",
            "-.",
            "1e3",
            "1.2.3",
            "--1",
            "1 2",
            "INF",
            "１",
            "1234567890123456789x",
            "123456789.123456789.1",
        ] {
            assert_eq!(Decimal::parse(bad.as_bytes()), None, "{bad:?}");
            assert!(!Decimal::is_lexical(bad.as_bytes()), "{bad:?}");
        }
    }

    #[test]
    fn order_is_by_value_whatever_the_representation() {
        let ascending = [
            "-100000000000000000000000000000000000000000",
            "-12.5",
            "-1",
            "-0.000000000000000000000000000000000000000000000000001",
            "0",
            "0.00000000000000000000000000000000000000000000000000000000001",
            "0.1",
            "0.10000000000000000000000000000000000000000000000001",
            "1",
            "1.01",
            "99999999999999999999999999999999999999",
            "100000000000000000000000000000000000000",
            "100000000000000000000000000000000000000.5",
            "1000000000000000000000000000000000000000",
        ];
        for (i, a) in ascending.iter().enumerate() {
            for (j, b) in ascending.iter().enumerate() {
                assert_eq!(read(a).cmp(&read(b)), i.cmp(&j), "{a} {b}");
            }
        }
    }

    #[test]
    fn digits_are_counted_by_value() {
        for (text, total, fraction) in
            [("0", 1, 0), ("100", 3, 0), ("012.50", 3, 1), ("0.001", 3, 3), ("-1.000", 1, 0), (".12", 2, 2)]
        {
            let number = read(text);
            assert_eq!((number.total_digits(), number.fraction_digits()), (total, fraction), "{text}");
        }
    }

    #[test]
    fn parts_round_trip() {
        for text in ["0", "-1.25", "0.0001", "1000", "12345678901234567890123456789012345678901234567890.5"] {
            let (mantissa, scale) = read(text).to_parts();
            assert_eq!(Decimal::from_parts(&mantissa, scale), read(text), "{text}");
        }
        assert_eq!(Decimal::from_parts(&BigInt::from(1500), 2), read("15"));
    }
}
