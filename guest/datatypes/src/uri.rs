//! The lexical space of `anyURI` (part 2, 3.3.17 of 1.1 and 3.2.17 of 1.0).

use crate::XsdVersion;

/// Whether a normalised text is an `anyURI`.
///
/// XSD 1.1 admits every string. XSD 1.0 admits what is a URI reference of RFC 2396 (with the brackets of RFC 2732) after the characters
/// that URIs exclude have been escaped: what remains to be checked are percent signs, brackets, the one number sign and the scheme.
pub(crate) fn is_any_uri(text: &str, version: XsdVersion) -> bool {
    version == XsdVersion::V1_1 || is_escaped_reference(text)
}

fn is_escaped_reference(text: &str) -> bool {
    if !percent_signs_are_escapes(text.as_bytes()) {
        return false;
    }
    let (reference, fragment) = text.split_once('#').unwrap_or((text, ""));
    if fragment.contains('#') {
        return false;
    }
    let first_segment = reference.split(['/', '?']).next().unwrap_or_default();
    let Some((scheme, _)) = first_segment.split_once(':') else {
        return is_hierarchical(reference);
    };
    let rest = &reference[scheme.len() + 1..];
    is_scheme(scheme) && !rest.is_empty() && (!rest.starts_with('/') || is_hierarchical(rest))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// Brackets stand in an authority or a query, not in a path. Two slashes announce an authority or a path: the working group ruled so
/// on the conformance suite (W3C bug 4048).
fn is_hierarchical(text: &str) -> bool {
    let (mut path, _) = text.split_once('?').unwrap_or((text, ""));
    if path == "//" {
        return false;
    }
    if let Some(authority) = path.strip_prefix("//") {
        path = authority.find('/').map_or("", |start| &authority[start..]);
    }
    !path.contains(['[', ']'])
}

fn percent_signs_are_escapes(text: &[u8]) -> bool {
    let signs = text.iter().enumerate().filter(|(_, byte)| **byte == b'%');
    let mut escapes = signs.map(|(at, _)| text.get(at + 1..at + 3));
    escapes.all(|digits| digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_version_asks_for_uri_references_after_escaping() {
        for good in [
            "",
            "a",
            "a b",
            "http://example.org/a?b[1]#c",
            "mailto:a@b",
            "///",
            "\\\\a\\b",
            "../a",
            "#a",
            "?a",
            "./a:b",
            "http://[::1]/",
            "é%20",
            "a/b:c",
        ] {
            assert!(is_any_uri(good, XsdVersion::V1_0), "{good:?}");
        }
        for bad in ["%", "%4", "%zz", "a#b#c", ":a", "b:", "1a:b", "a[b", "/a]", "http://a/[b]", "//", "a://?b"] {
            assert!(!is_any_uri(bad, XsdVersion::V1_0), "{bad:?}");
            assert!(is_any_uri(bad, XsdVersion::V1_1), "{bad:?}");
        }
    }
}
