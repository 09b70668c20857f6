//! Binary floating-point numbers.

use crate::XsdVersion;
use std::fmt::LowerExp;
use std::str::FromStr;

/// Reads a lexical form of `float` or `double`, rounded to the nearest value.
pub(crate) fn parse<F: FromStr>(text: &str, version: XsdVersion) -> Option<F> {
    // What the standard library reads is a superset of the lexical space.
    if is_lexical(text, version) { text.parse().ok() } else { None }
}

/// Whether a text is in the lexical space. XSD 1.0 has no `+INF`.
pub(crate) fn is_lexical(text: &str, version: XsdVersion) -> bool {
    match text {
        "INF" | "-INF" | "NaN" => true,
        "+INF" => version == XsdVersion::V1_1,
        _ => is_numeral(text.as_bytes()),
    }
}

fn is_numeral(text: &[u8]) -> bool {
    let mut rest = strip_sign(text);
    let whole = take_digits(&mut rest);
    let mut fraction = 0;
    if let [b'.', tail @ ..] = rest {
        rest = tail;
        fraction = take_digits(&mut rest);
    }
    if whole + fraction == 0 {
        return false;
    }
    let [b'e' | b'E', exponent @ ..] = rest else {
        return rest.is_empty();
    };
    rest = strip_sign(exponent);
    take_digits(&mut rest) > 0 && rest.is_empty()
}

fn strip_sign(text: &[u8]) -> &[u8] {
    match text {
        [b'+' | b'-', rest @ ..] => rest,
        _ => text,
    }
}

fn take_digits(rest: &mut &[u8]) -> usize {
    let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    *rest = &rest[count..];
    count
}

/// The canonical form: the shortest digits that read back as the value, in scientific notation with at least one fraction digit.
pub(crate) fn canonical<F: LowerExp + Copy + Into<f64>>(value: F) -> String {
    let wide: f64 = value.into();
    if wide.is_nan() {
        return "NaN".to_owned();
    }
    if wide.is_infinite() {
        return if wide > 0.0 { "INF" } else { "-INF" }.to_owned();
    }
    let shortest = format!("{value:e}");
    let (mantissa, exponent) = shortest.split_once('e').unwrap_or((&shortest, "0"));
    let point = if mantissa.contains('.') { "" } else { ".0" };
    format!("{mantissa}{point}E{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numerals_follow_the_grammar() {
        for good in ["0", "-1", "+1", "1.", ".5", "1e5", "1E-5", "-.5e+05", "INF", "-INF", "NaN", "1e99999"] {
            assert!(parse::<f64>(good, XsdVersion::V1_0).is_some(), "{good}");
        }
        for bad in
            ["", ".", "+", "e5", "1e", "1e+", "inf", "nan", "infinity", "+NaN", "-NaN", "1 ", "0x1", "1_0", "1e5.0"]
        {
            assert!(parse::<f64>(bad, XsdVersion::V1_1).is_none(), "{bad}");
        }
        assert!(parse::<f32>("+INF", XsdVersion::V1_0).is_none());
        assert_eq!(parse("+INF", XsdVersion::V1_1), Some(f32::INFINITY));
    }

    #[test]
    fn canonical_forms_are_scientific_and_shortest() {
        for (value, canonical_form) in [
            (0.0, "0.0E0"),
            (-0.0, "-0.0E0"),
            (1.0, "1.0E0"),
            (-1234.5, "-1.2345E3"),
            (0.00001, "1.0E-5"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-INF"),
            (f64::MAX, "1.7976931348623157E308"),
        ] {
            assert_eq!(canonical(value), canonical_form);
        }
        assert_eq!(canonical(0.1f32), "1.0E-1");
        assert_eq!(canonical(f32::MAX), "3.4028235E38");
    }

    #[test]
    fn single_precision_is_rounded_once() {
        // By way of a double this would be rounded twice, to the even neighbour below.
        assert_eq!(parse::<f32>("1.00000017881393432617187500001", XsdVersion::V1_1), Some(1.000_000_2_f32));
    }
}
