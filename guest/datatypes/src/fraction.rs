//! Fractions of a second, exact at any length.

use std::fmt;

/// Digits held in the first word.
const HEAD_DIGITS: usize = 18;
const HEAD_LIMIT: u64 = 10u64.pow(HEAD_DIGITS as u32);

/// A number of at least 0 and below 1. Equal fractions have equal representations; the derived order is that of the numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fraction {
    /// The first 18 digits after the point.
    head: u64,
    /// Further ASCII digits, without trailing zeros.
    tail: Option<Box<[u8]>>,
}

impl Fraction {
    /// From the ASCII digits after the point.
    pub(crate) fn from_digits(digits: &[u8]) -> Self {
        let (first, rest) = digits.split_at(digits.len().min(HEAD_DIGITS));
        let value = first.iter().fold(0, |head, digit| head * 10 + u64::from(digit - b'0'));
        let head = value * 10u64.pow((HEAD_DIGITS - first.len()) as u32);
        let kept = rest.iter().rposition(|&digit| digit != b'0').map_or(0, |last| last + 1);
        Self { head, tail: (kept > 0).then(|| rest[..kept].into()) }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.head == 0 && self.tail.is_none()
    }

    /// Digits after the first 18.
    pub(crate) fn tail_digits(&self) -> u32 {
        self.tail.as_ref().map_or(0, |tail| tail.len() as u32)
    }

    /// One minus the fraction, which is not zero.
    pub(crate) fn complement(&self) -> Self {
        let Some(tail) = &self.tail else {
            return Self { head: HEAD_LIMIT - self.head, tail: None };
        };
        let mut tail: Box<[u8]> = tail.iter().map(|digit| b'9' - (digit - b'0')).collect();
        if let Some(last) = tail.last_mut() {
            // The last digit is not zero, so that there is no carry.
            *last += 1;
        }
        Self { head: HEAD_LIMIT - 1 - self.head, tail: Some(tail) }
    }

    pub(crate) fn write_key(&self, key: &mut Vec<u8>) {
        let tail = self.tail.as_deref().unwrap_or_default();
        key.extend_from_slice(&self.head.to_le_bytes());
        key.extend_from_slice(&(tail.len() as u32).to_le_bytes());
        key.extend_from_slice(tail);
    }
}

/// The point and the digits; nothing for zero.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return Ok(());
        }
        let head = format!("{:018}", self.head);
        match self.tail.as_deref().map(std::str::from_utf8) {
            Some(Ok(tail)) => write!(f, ".{head}{tail}"),
            _ => write!(f, ".{}", head.trim_end_matches('0')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact_ordered_and_complemented() {
        let read = |digits: &str| Fraction::from_digits(digits.as_bytes());
        assert_eq!(read("500"), read("5"));
        assert_eq!(read("50").to_string(), ".5");
        assert_eq!(read("").to_string(), "");
        assert_eq!(read("0000000000000000000012300").to_string(), ".00000000000000000000123");
        assert!(read("1") < read("10000000000000000000000001"));
        assert!(read("1000000000000000000012") < read("100000000000000000002"));
        assert_eq!(read("25").complement(), read("75"));
        assert_eq!(read("0000000000000000000001").complement(), read("9999999999999999999999"));
        assert_eq!(read("123456789012345678901").complement().complement(), read("123456789012345678901"));
    }
}
