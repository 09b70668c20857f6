//! Strings (F&O 7).

use std::collections::BTreeMap;
use unicode_normalization::UnicodeNormalization;

/// The only collation: by code point.
pub(crate) const CODEPOINT_COLLATION: &str = "http://www.w3.org/2005/xpath-functions/collation/codepoint";

/// Whether a character may stand in an XML document.
pub(crate) fn is_xml_char(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

/// `fn:substring`: the characters whose positions are not before the start and before start plus length, all rounded as doubles.
pub(crate) fn substring(text: &str, start: f64, length: Option<f64>) -> &str {
    let start = round(start);
    let end = length.map_or(f64::INFINITY, |length| start + round(length));
    // Where an end is not a number, no position is within.
    if start.is_nan() || end.is_nan() || end <= 1.0 || end <= start {
        return "";
    }
    // Casts of what is out of range give the nearest number.
    let skipped = (start - 1.0).max(0.0) as usize;
    let Some((from, _)) = text.char_indices().nth(skipped) else {
        return "";
    };
    let rest = &text[from..];
    let kept = (end - start.max(1.0)) as usize;
    rest.char_indices().nth(kept).map_or(rest, |(to, _)| &rest[..to])
}

/// `fn:round` of a double: half goes towards positive infinity, and zero keeps the sign of what was rounded.
pub(crate) fn round(number: f64) -> f64 {
    let floor = number.floor();
    let rounded = if number - floor < 0.5 { floor } else { floor + 1.0 };
    if number.is_finite() { rounded.copysign(number) } else { number }
}

/// `fn:normalize-space`
pub(crate) fn normalize_space(text: &str) -> String {
    let mut normalized = String::with_capacity(text.len());
    for word in words(text) {
        if !normalized.is_empty() {
            normalized.push(' ');
        }
        normalized.push_str(word);
    }
    normalized
}

/// The parts between runs of XML white space.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty())
}

/// `fn:normalize-unicode` with the name of a form, in capitals; `None` for a form that is not known.
pub(crate) fn normalize_unicode<'t>(text: &'t str, form: &str) -> Option<Box<dyn Iterator<Item = char> + 't>> {
    Some(match form {
        "" => Box::new(text.chars()),
        _ if text.is_ascii() && ["NFC", "NFD", "NFKC", "NFKD"].contains(&form) => Box::new(text.chars()),
        "NFC" => Box::new(text.nfc()),
        "NFD" => Box::new(text.nfd()),
        "NFKC" => Box::new(text.nfkc()),
        "NFKD" => Box::new(text.nfkd()),
        _ => return None,
    })
}

/// `fn:translate`: characters of the one list become those of the other at the same place, or nothing.
pub(crate) fn translate(text: &str, from: &str, to: &str) -> String {
    let mut map: BTreeMap<char, Option<char>> = BTreeMap::new();
    let mut targets = to.chars();
    for source in from.chars() {
        let target = targets.next();
        map.entry(source).or_insert(target);
    }
    text.chars().filter_map(|character| map.get(&character).copied().unwrap_or(Some(character))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn substrings_follow_the_rules_of_double_rounding() {
        let (infinity, nan) = (f64::INFINITY, f64::NAN);
        for (text, start, length, expected) in [
            ("motor car", 6.0, None, " car"),
            ("metadata", 4.0, Some(3.0), "ada"),
            ("12345", 1.5, Some(2.6), "234"),
            ("12345", 0.0, Some(3.0), "12"),
            ("12345", 5.0, Some(-3.0), ""),
            ("12345", -3.0, Some(5.0), "1"),
            ("12345", nan, Some(3.0), ""),
            ("12345", 1.0, Some(nan), ""),
            ("12345", -42.0, Some(infinity), "12345"),
            ("12345", -infinity, Some(infinity), ""),
            ("12345", -infinity, None, "12345"),
            ("12345", infinity, None, ""),
            ("12345", 2.0, Some(infinity), "2345"),
            ("äöü", 2.0, Some(1.0), "ö"),
            ("", 1.0, None, ""),
            ("12345", 1e20, Some(1e20), ""),
        ] {
            assert_eq!(substring(text, start, length), expected, "{text} {start} {length:?}");
        }
    }

    #[test]
    fn halves_are_rounded_up_and_zero_keeps_its_sign() {
        for (number, expected) in [
            (2.5, 3.0),
            (-2.5, -2.0),
            (2.4999, 2.0),
            (0.49999999999999994, 0.0),
            (4503599627370497.0, 4503599627370497.0),
            (1e300, 1e300),
            (f64::INFINITY, f64::INFINITY),
        ] {
            assert_eq!(round(number), expected, "{number}");
        }
        assert!(round(-0.3).is_sign_negative() && round(-0.5).is_sign_negative() && round(f64::NAN).is_nan());
    }

    #[test]
    fn characters_are_translated_by_their_first_occurrence() {
        for (text, from, to, expected) in [
            ("bar", "abc", "ABC", "BAr"),
            ("--aaa--", "abc-", "ABC", "AAA"),
            ("abcdabc", "abc", "AB", "ABdAB"),
            ("aba", "aa", "xy", "xbx"),
            ("ä", "ä", "öü", "ö"),
        ] {
            assert_eq!(translate(text, from, to), expected);
        }
    }

    #[test]
    fn text_is_normalised() {
        assert_eq!(normalize_space(" \ta  b\r\nc "), "a b c");
        assert_eq!(normalize_unicode("a\u{308}", "NFC").map(Iterator::collect::<String>).as_deref(), Some("ä"));
        assert_eq!(normalize_unicode("ﬁ", "NFKD").map(Iterator::collect::<String>).as_deref(), Some("fi"));
        assert_eq!(normalize_unicode("ä", "").map(Iterator::collect::<String>).as_deref(), Some("ä"));
        assert!(normalize_unicode("a", "FULLY-NORMALIZED").is_none());
    }
}
