//! Arithmetic on decimals: exact, division apart.

use super::{Decimal, Form, SMALL_DIGITS};
use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// Significant digits that a quotient has at least.
const QUOTIENT_DIGITS: i64 = 18;

/// How a number becomes one of fewer digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// Towards negative infinity.
    Floor,
    /// Towards positive infinity.
    Ceiling,
    /// Towards zero.
    Truncate,
    /// To the nearest; half towards positive infinity.
    HalfUp,
    /// To the nearest; half to the even digit.
    HalfEven,
    /// To the nearest; half away from zero.
    HalfAway,
}

impl Rounding {
    /// Whether the quotient towards negative infinity must go up by one. `half` compares twice the remainder with the divisor.
    fn goes_up(self, negative: bool, odd: bool, half: Ordering) -> bool {
        match (self, half) {
            (Rounding::Floor, _) => false,
            (Rounding::Ceiling, _) => true,
            (Rounding::Truncate, _) => negative,
            (_, Ordering::Less) => false,
            (_, Ordering::Greater) | (Rounding::HalfUp, _) => true,
            (Rounding::HalfEven, _) => odd,
            (Rounding::HalfAway, _) => !negative,
        }
    }

    fn apply(self, quotient: i128, remainder: i128, divisor: i128) -> i128 {
        // Twice the remainder may overflow; what is left of the divisor does not.
        let half = remainder.cmp(&(divisor - remainder));
        let up = remainder != 0 && self.goes_up(quotient < 0, quotient % 2 != 0, half);
        quotient + i128::from(up)
    }

    fn divide(self, dividend: BigInt, divisor: &BigInt) -> BigInt {
        let (mut quotient, mut remainder) = (&dividend / divisor, &dividend % divisor);
        if remainder.sign() == Sign::Minus {
            quotient -= 1;
            remainder += divisor;
        }
        if remainder.sign() == Sign::NoSign {
            return quotient;
        }
        let half = (&remainder * 2u8).cmp(divisor);
        let up = self.goes_up(quotient.sign() == Sign::Minus, quotient.bit(0), half);
        if up { quotient + 1 } else { quotient }
    }
}

impl Decimal {
    fn from_small(mut mantissa: i128, mut scale: u32) -> Self {
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        match mantissa.unsigned_abs().checked_ilog10() {
            Some(log) if log as usize >= SMALL_DIGITS => Self::from_parts(&BigInt::from(mantissa), scale),
            _ => Self(Form::Small { mantissa, scale }),
        }
    }

    /// Both mantissas at the greater scale, if machine words hold them.
    fn aligned(&self, other: &Self) -> Option<(i128, i128, u32)> {
        let (Form::Small { mantissa: a, scale: m }, Form::Small { mantissa: b, scale: n }) = (&self.0, &other.0) else {
            return None;
        };
        let scale = *m.max(n);
        Some((scale_up(*a, scale - m)?, scale_up(*b, scale - n)?, scale))
    }

    fn aligned_big(&self, other: &Self) -> (BigInt, BigInt, u32) {
        let ((a, m), (b, n)) = (self.to_parts(), other.to_parts());
        let scale = m.max(n);
        (a * ten_to(scale - m), b * ten_to(scale - n), scale)
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Form::Small { mantissa: 0, .. })
    }

    /// Significant digits.
    fn digits(&self) -> u32 {
        match &self.0 {
            Form::Small { mantissa, .. } => mantissa.unsigned_abs().checked_ilog10().map_or(1, |log| log + 1),
            Form::Big(big) => u32::try_from(big.digits.len()).unwrap_or(u32::MAX),
        }
    }

    /// The number without its sign.
    pub fn abs(&self) -> Self {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The quotient; `None` for a divisor of zero. One that has not enough digits to be exact is rounded, half away from zero, to 18
    /// significant digits, and not to fewer than 18 digits after the point or those of the dividend.
    pub fn divide(&self, divisor: &Self) -> Option<Self> {
        if divisor.is_zero() {
            return None;
        }
        let magnitude = |number: &Self| i64::from(number.digits()) - i64::from(number.fraction_digits());
        let wanted = QUOTIENT_DIGITS - (magnitude(self) - magnitude(divisor));
        let scale = wanted.max(QUOTIENT_DIGITS).max(self.fraction_digits().into());
        let scale = u32::try_from(scale).unwrap_or(u32::MAX);
        let shift = scale - self.fraction_digits() + divisor.fraction_digits();
        if let (Form::Small { mantissa: a, .. }, Form::Small { mantissa: b, .. }) = (&self.0, &divisor.0)
            && let Some(dividend) = scale_up(*a, shift)
        {
            let (dividend, divisor) = if *b < 0 { (-dividend, -b) } else { (dividend, *b) };
            let (quotient, remainder) = (dividend.div_euclid(divisor), dividend.rem_euclid(divisor));
            return Some(Self::from_small(Rounding::HalfAway.apply(quotient, remainder, divisor), scale));
        }
        let (dividend, divisor) = (self.to_parts().0 * ten_to(shift), divisor.to_parts().0);
        let negative = divisor.sign() == Sign::Minus;
        let (dividend, divisor) = if negative { (-dividend, -divisor) } else { (dividend, divisor) };
        Some(Self::from_parts(&Rounding::HalfAway.divide(dividend, &divisor), scale))
    }

    /// The whole number of times that the divisor goes into the number, rounded towards zero; `None` for a divisor of zero.
    pub fn divide_whole(&self, divisor: &Self) -> Option<Self> {
        if divisor.is_zero() {
            return None;
        }
        if let Some((a, b, _)) = self.aligned(divisor) {
            return Some(Self::from_small(a / b, 0));
        }
        let (a, b, _) = self.aligned_big(divisor);
        Some(Self::from_parts(&(a / b), 0))
    }

    /// What [`Self::divide_whole`] leaves, with the sign of the dividend; `None` for a divisor of zero.
    pub fn remainder(&self, divisor: &Self) -> Option<Self> {
        if divisor.is_zero() {
            return None;
        }
        if let Some((a, b, scale)) = self.aligned(divisor) {
            return Some(Self::from_small(a % b, scale));
        }
        let (a, b, scale) = self.aligned_big(divisor);
        Some(Self::from_parts(&(a % b), scale))
    }

    /// Rounds to so many digits after the point; a negative number of them rounds to tens, hundreds and so on, and to zero
    /// where that is beyond the first digit.
    pub fn round(&self, fraction_digits: i64, rounding: Rounding) -> Self {
        let dropped = i64::from(self.fraction_digits()) - fraction_digits;
        if dropped <= 0 {
            return self.clone();
        }
        if fraction_digits < 0 && dropped > i64::from(self.digits()) {
            return Self::from(0);
        }
        let dropped = u32::try_from(dropped).unwrap_or(u32::MAX);
        let scale = u32::try_from(fraction_digits).unwrap_or(0);
        let zeros = u32::try_from(-fraction_digits).unwrap_or(0);
        if let (Form::Small { mantissa, .. }, Some(divisor)) = (&self.0, scale_up(1, dropped)) {
            let (quotient, remainder) = (mantissa.div_euclid(divisor), mantissa.rem_euclid(divisor));
            if let Some(rounded) = scale_up(rounding.apply(quotient, remainder, divisor), zeros) {
                return Self::from_small(rounded, scale);
            }
        }
        let rounded = rounding.divide(self.to_parts().0, &ten_to(dropped));
        Self::from_parts(&(rounded * ten_to(zeros)), scale)
    }

    /// The exact value of a finite number; `None` for `NaN` and the infinities.
    pub fn from_f64(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        if value.fract() == 0.0 && value.abs() < 9e15 {
            return Some(Self::from(value as i64));
        }
        let bits = value.to_bits();
        let exponent = (bits >> 52 & 0x7FF) as i32;
        let fraction = bits & ((1 << 52) - 1);
        let (mantissa, power) = if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
        let mantissa = BigInt::from(mantissa) * if value < 0.0 { -1 } else { 1 };
        let places = power.unsigned_abs();
        Some(match power >= 0 {
            true => Self::from_parts(&(mantissa << places), 0),
            false => Self::from_parts(&(mantissa * BigInt::from(5u8).pow(places)), places),
        })
    }

    /// The nearest double; infinite for what is beyond all of them.
    pub fn to_f64(&self) -> f64 {
        match self.0 {
            // Both are exact, so that the quotient is rounded once.
            Form::Small { mantissa, scale: scale @ 0..=22 } if mantissa.unsigned_abs() < 1 << 53 => {
                mantissa as f64 / 10f64.powi(scale as i32)
            }
            _ => self.to_string().parse().unwrap_or(f64::NAN),
        }
    }

    /// The nearest float; infinite for what is beyond all of them.
    pub fn to_f32(&self) -> f32 {
        match self.0 {
            Form::Small { mantissa, scale: scale @ 0..=10 } if mantissa.unsigned_abs() < 1 << 24 => {
                mantissa as f32 / 10f32.powi(scale as i32)
            }
            _ => self.to_string().parse().unwrap_or(f32::NAN),
        }
    }

    /// A whole number.
    pub fn from_i128(value: i128) -> Self {
        Self::from_small(value, 0)
    }

    /// The number as an `i128`, if it is a whole one of at most 38 digits.
    pub fn to_i128(&self) -> Option<i128> {
        match self.0 {
            Form::Small { mantissa, scale: 0 } => Some(mantissa),
            _ => None,
        }
    }
}

fn scale_up(mantissa: i128, power: u32) -> Option<i128> {
    if power == 0 {
        return Some(mantissa);
    }
    10i128.checked_pow(power)?.checked_mul(mantissa)
}

fn ten_to(power: u32) -> BigInt {
    BigInt::from(10u8).pow(power)
}

impl Add for &Decimal {
    type Output = Decimal;

    fn add(self, other: &Decimal) -> Decimal {
        if let Some((a, b, scale)) = self.aligned(other)
            && let Some(sum) = a.checked_add(b)
        {
            return Decimal::from_small(sum, scale);
        }
        let (a, b, scale) = self.aligned_big(other);
        Decimal::from_parts(&(a + b), scale)
    }
}

impl Sub for &Decimal {
    type Output = Decimal;

    fn sub(self, other: &Decimal) -> Decimal {
        self + &-other
    }
}

impl Mul for &Decimal {
    type Output = Decimal;

    fn mul(self, other: &Decimal) -> Decimal {
        if let (Form::Small { mantissa: a, scale: m }, Form::Small { mantissa: b, scale: n }) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Decimal::from_small(product, m + n);
        }
        let ((a, m), (b, n)) = (self.to_parts(), other.to_parts());
        Decimal::from_parts(&(a * b), m + n)
    }
}

impl Neg for &Decimal {
    type Output = Decimal;

    fn neg(self) -> Decimal {
        match &self.0 {
            Form::Small { mantissa, scale } => Decimal(Form::Small { mantissa: -mantissa, scale: *scale }),
            Form::Big(big) => {
                let mut big = big.clone();
                big.negative = !big.negative;
                Decimal(Form::Big(big))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Decimal {
        Decimal::parse(text.as_bytes()).unwrap_or_else(|| panic!("{text}"))
    }

    const NINES: &str = "99999999999999999999999999999999999999";

    #[test]
    fn sums_and_products_are_exact_at_any_size() {
        for (a, b, sum, product) in [
            ("1", "2", "3", "2"),
            ("0.1", "0.2", "0.3", "0.02"),
            ("-1.50", "1.5", "0", "-2.25"),
            ("0.05", "20", "20.05", "1"),
            (NINES, "1", "100000000000000000000000000000000000000", NINES),
            (
                NINES,
                NINES,
                "199999999999999999999999999999999999998",
                "9999999999999999999999999999999999999800000000000000000000000000000000000001",
            ),
            ("0.00000000000000000000000000000000000001", NINES, &format!("{NINES}.{:0>38}", 1), &format!("0.{NINES}")),
            (
                "-100000000000000000000000000000000000000000",
                "1",
                "-99999999999999999999999999999999999999999",
                "-100000000000000000000000000000000000000000",
            ),
        ] {
            let (a, b): (Decimal, Decimal) = (read(a), read(b));
            assert_eq!(&a + &b, read(sum), "{a} + {b}");
            assert_eq!(&a * &b, read(product), "{a} * {b}");
            assert_eq!(&(&a + &b) - &b, a, "{a} + {b} - {b}");
        }
    }

    #[test]
    fn quotients_have_at_least_eighteen_digits() {
        for (a, b, quotient) in [
            ("1", "2", "0.5"),
            ("1", "3", "0.333333333333333333"),
            ("2", "-3", "-0.666666666666666667"),
            ("-2", "3", "-0.666666666666666667"),
            ("1", "3000000000000000000000", "0.000000000000000000000333333333333333333"),
            ("100", "0.25", "400"),
            ("0.12345678901234567890123456789", "1", "0.12345678901234567890123456789"),
            (NINES, "0.3", "333333333333333333333333333333333333330"),
            ("10000000000000000000000000000000000000000000", "2.5", "4000000000000000000000000000000000000000000"),
        ] {
            assert_eq!(read(a).divide(&read(b)), Some(read(quotient)), "{a} div {b}");
        }
        assert_eq!(read("1").divide(&read("0.0")), None);
    }

    #[test]
    fn whole_quotients_go_towards_zero_and_leave_the_rest() {
        for (a, b, quotient, rest) in [
            ("10", "3", "3", "1"),
            ("-10", "3", "-3", "-1"),
            ("10", "-3", "-3", "1"),
            ("9", "-3", "-3", "0"),
            ("4.5", "1.2", "3", "0.9"),
            ("100000000000000000000000000000000000000001", "2", "50000000000000000000000000000000000000000", "1"),
        ] {
            let (a, b) = (read(a), read(b));
            assert_eq!(a.divide_whole(&b), Some(read(quotient)), "{a} idiv {b}");
            assert_eq!(a.remainder(&b), Some(read(rest)), "{a} mod {b}");
        }
        assert_eq!((read("1").divide_whole(&read("0")), read("1").remainder(&read("0"))), (None, None));
    }

    #[test]
    fn rounding_follows_its_mode() {
        use Rounding::*;
        for (number, digits, expected) in [
            ("2.5", 0, ["2", "3", "2", "3", "2", "3"]),
            ("-2.5", 0, ["-3", "-2", "-2", "-2", "-2", "-3"]),
            ("3.5", 0, ["3", "4", "3", "4", "4", "4"]),
            ("-1.25", 1, ["-1.3", "-1.2", "-1.2", "-1.2", "-1.2", "-1.3"]),
            ("2.49", 0, ["2", "3", "2", "2", "2", "2"]),
            ("7", 3, ["7"; 6]),
        ] {
            let found =
                [Floor, Ceiling, Truncate, HalfUp, HalfEven, HalfAway].map(|mode| read(number).round(digits, mode));
            assert_eq!(found, expected.map(read), "{number} {digits}");
        }
        for (number, digits, expected) in [
            ("1234", -2, "1200"),
            ("1250", -2, "1200"),
            ("1350", -2, "1400"),
            ("5", -9_000_000_000, "0"),
            ("5", -1, "0"),
            ("6", -1, "10"),
        ] {
            assert_eq!(read(number).round(digits, HalfEven), read(expected), "{number} {digits}");
        }
        let long = read("123456789012345678901234567890123456789012345.5");
        assert_eq!(long.round(0, HalfUp), read("123456789012345678901234567890123456789012346"));
    }

    #[test]
    fn binary_numbers_convert_exactly_there_and_nearest_back() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (0.5, "0.5"),
            (-1e20, "-100000000000000000000"),
            (0.1, "0.1000000000000000055511151231257827021181583404541015625"),
        ] {
            assert_eq!(Decimal::from_f64(value), Some(read(text)), "{value}");
            assert_eq!(read(text).to_f64(), value, "{text}");
        }
        assert_eq!((Decimal::from_f64(f64::NAN), Decimal::from_f64(f64::INFINITY)), (None, None));
        let least = Decimal::from_f64(5e-324).map(|least| least.to_f64());
        assert_eq!(least, Some(5e-324));
        assert_eq!(read("0.1").to_f32(), 0.1f32);
        assert_eq!(read("16777217").to_f32(), 16777216f32);
        assert_eq!(read(&"9".repeat(400)).to_f64(), f64::INFINITY);
    }
}
