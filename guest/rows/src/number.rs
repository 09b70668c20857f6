//! Decimal numbers between their lexical forms and the integers of columns.

/// Decimal digits that fit a machine word.
const WORD_DIGITS: usize = 18;
const WORD: u64 = 1_000_000_000_000_000_000;

/// The parts of a lexical form of `xs:decimal`.
struct Parts<'t> {
    negative: bool,
    /// Without leading zeros.
    whole: &'t str,
    fraction: &'t str,
}

fn parts(text: &str) -> Parts<'_> {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    Parts { negative, whole: whole.trim_start_matches('0'), fraction }
}

/// A number without `+` and leading zeros, with a digit before a point and one behind it.
pub(crate) fn write_plain(text: &str, out: &mut String) {
    let parts = parts(text);
    let is_zero = parts.whole.is_empty() && parts.fraction.bytes().all(|digit| digit == b'0');
    if parts.negative && !is_zero {
        out.push('-');
    }
    out.push_str(if parts.whole.is_empty() { "0" } else { parts.whole });
    if !parts.fraction.is_empty() {
        out.push('.');
        out.push_str(parts.fraction);
    }
}

/// The number as little-endian two's complement of `10^scale` times it, in 32 bytes; `None` where it has more fraction digits than that, or
/// more digits than 76.
pub(crate) fn scaled(text: &str, scale: u8) -> Option<[u8; 32]> {
    let parts = parts(text);
    let scale = usize::from(scale);
    let kept = parts.fraction.len().min(scale);
    let (fraction, beyond) = parts.fraction.split_at(kept);
    if beyond.bytes().any(|digit| digit != b'0') || parts.whole.len() + scale > 76 {
        return None;
    }
    let digits = parts.whole.bytes().chain(fraction.bytes()).chain(std::iter::repeat_n(b'0', scale - kept));
    let mut limbs = [0u64; 4];
    let (mut word, mut count, mut factor) = (0u64, 0, 1u64);
    for digit in digits {
        word = word * 10 + u64::from(digit.wrapping_sub(b'0'));
        factor *= 10;
        count += 1;
        if count == WORD_DIGITS {
            multiply_add(&mut limbs, factor, word);
            (word, count, factor) = (0, 0, 1);
        }
    }
    multiply_add(&mut limbs, factor, word);
    if parts.negative {
        negate(&mut limbs);
    }
    let mut bytes = [0; 32];
    for (at, limb) in limbs.iter().enumerate() {
        bytes[at * 8..at * 8 + 8].copy_from_slice(&limb.to_le_bytes());
    }
    Some(bytes)
}

/// The decimal number that [`scaled`] has made, in 16 or 32 bytes.
pub(crate) fn unscaled(bytes: &[u8], scale: u8) -> String {
    let negative = bytes.last().is_some_and(|byte| *byte >= 0x80);
    let mut limbs = [if negative { u64::MAX } else { 0 }; 4];
    for (limb, word) in limbs.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *limb = u64::from_le_bytes(*word);
    }
    if negative {
        negate(&mut limbs);
    }
    let mut words = Vec::new();
    while limbs.iter().any(|limb| *limb > 0) {
        words.push(divide(&mut limbs));
    }
    let digits: String = words.iter().rev().map(|word| format!("{word:018}")).collect();
    let scale = usize::from(scale);
    let digits = digits.trim_start_matches('0');
    let digits = format!("{}{digits}", "0".repeat((scale + 1).saturating_sub(digits.len())));
    let (whole, fraction) = digits.split_at(digits.len() - scale);
    let sign = if negative { "-" } else { "" };
    let point = if scale > 0 { "." } else { "" };
    format!("{sign}{whole}{point}{fraction}")
}

fn multiply_add(limbs: &mut [u64; 4], factor: u64, addend: u64) {
    let mut carry = u128::from(addend);
    for limb in limbs {
        let product = u128::from(*limb) * u128::from(factor) + carry;
        *limb = product as u64;
        carry = product >> 64;
    }
}

/// Divides by `10^18` and gives the remainder.
fn divide(limbs: &mut [u64; 4]) -> u64 {
    let mut remainder = 0u128;
    for limb in limbs.iter_mut().rev() {
        let value = remainder << 64 | u128::from(*limb);
        *limb = (value / u128::from(WORD)) as u64;
        remainder = value % u128::from(WORD);
    }
    remainder as u64
}

fn negate(limbs: &mut [u64; 4]) {
    let mut carry = true;
    for limb in limbs {
        let (value, overflow) = (!*limb).overflowing_add(u64::from(carry));
        (*limb, carry) = (value, overflow);
    }
}

#[cfg(test)]
mod tests {
    use super::{scaled, unscaled, write_plain};

    #[test]
    fn numbers_survive_scaling_with_every_digit() {
        let nines = "9".repeat(70);
        for (text, scale, shown) in [
            ("0", 0, "0"),
            ("-0.0", 2, "0.00"),
            ("+007.5", 2, "7.50"),
            (".5", 1, "0.5"),
            ("-12.3400", 2, "-12.34"),
            ("-170141183460469231731687303715884105729", 0, "-170141183460469231731687303715884105729"),
            (&format!("-{nines}.123456"), 6, &format!("-{nines}.123456")),
        ] {
            let bytes = scaled(text, scale).unwrap_or_else(|| panic!("{text} fits"));
            assert_eq!(unscaled(&bytes, scale), shown, "{text}");
        }
        assert_eq!(scaled("1.25", 1), None, "a digit would be lost");
        assert_eq!(scaled(&"9".repeat(77), 0), None, "too long");
        let narrow = scaled("-1.5", 1).expect("fits");
        assert_eq!(i128::from_le_bytes(narrow[..16].try_into().expect("16 bytes")), -15);
        assert_eq!(unscaled(&narrow[..16], 1), "-1.5");
    }

    #[test]
    fn plain_numbers_have_no_leading_zeros_and_keep_their_fraction() {
        for (text, plain) in
            [("+01.50", "1.50"), ("-.5", "-0.5"), ("5.", "5"), ("-000", "0"), ("000", "0"), ("-0.0", "0.0")]
        {
            let mut out = String::new();
            write_plain(text, &mut out);
            assert_eq!(out, plain, "{text}");
        }
    }
}
