//! URIs: escaping (F&O 7.4) and resolution (RFC 3986, 5).

/// `fn:encode-for-uri`: everything but unreserved characters is escaped.
pub(crate) fn encode_for_uri(text: &str) -> impl Iterator<Item = char> {
    escape(text, |byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~'))
}

/// `fn:iri-to-uri`: what may not stand in a URI is escaped.
pub(crate) fn iri_to_uri(text: &str) -> impl Iterator<Item = char> {
    escape(text, |byte| {
        (0x21..0x7F).contains(&byte) && !matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}')
    })
}

/// `fn:escape-html-uri`: what is not printable ASCII is escaped.
pub(crate) fn escape_html_uri(text: &str) -> impl Iterator<Item = char> {
    escape(text, |byte| (0x20..0x7F).contains(&byte))
}

fn escape(text: &str, stays: fn(u8) -> bool) -> impl Iterator<Item = char> {
    text.bytes().flat_map(move |byte| {
        let digit = |number: u8| char::from(b"0123456789ABCDEF"[usize::from(number & 15)]);
        let (first, rest) = match byte < 0x80 && stays(byte) {
            true => (char::from(byte), None),
            false => ('%', Some([digit(byte >> 4), digit(byte)])),
        };
        std::iter::once(first).chain(rest.into_iter().flatten())
    })
}

/// The components of a URI reference; `None` where the component is missing, which is not the same as empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reference<'t> {
    scheme: Option<&'t str>,
    authority: Option<&'t str>,
    path: &'t str,
    query: Option<&'t str>,
    fragment: Option<&'t str>,
}

impl<'t> Reference<'t> {
    /// Splits as RFC 3986, appendix B, does.
    fn split(text: &'t str) -> Self {
        let (rest, fragment) = cut(text, '#');
        let (rest, query) = cut(rest, '?');
        let colon = rest.find(':').filter(|&at| is_scheme(&rest[..at]));
        let (scheme, rest) = match colon {
            Some(at) => (Some(&rest[..at]), &rest[at + 1..]),
            None => (None, rest),
        };
        let (authority, path) = match rest.strip_prefix("//") {
            Some(rest) => {
                let end = rest.find('/').unwrap_or(rest.len());
                (Some(&rest[..end]), &rest[end..])
            }
            None => (None, rest),
        };
        Self { scheme, authority, path, query, fragment }
    }
}

fn cut(text: &str, at: char) -> (&str, Option<&str>) {
    text.split_once(at).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// Whether a text is an absolute URI, which needs no base.
pub(crate) fn is_absolute(text: &str) -> bool {
    Reference::split(text).scheme.is_some()
}

/// Whether a text may be a URI reference: percent signs start escapes, the number sign stands once, a colon in the first segment follows a scheme.
pub(crate) fn is_reference(text: &str) -> bool {
    let bytes = text.as_bytes();
    let escapes = bytes
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'%')
        .all(|(at, _)| bytes.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)));
    let reference = Reference::split(text);
    let first_segment = reference.path.split('/').next().unwrap_or_default();
    let colon = reference.scheme.is_none() && reference.authority.is_none() && first_segment.contains(':');
    escapes
        && !colon
        && reference.fragment.is_none_or(|fragment| !fragment.contains('#'))
        && !text.contains(['\\', '{', '}', '^'])
}

/// The reference resolved against an absolute base (RFC 3986, 5.2); `None` if the base is not absolute, has a fragment or is not hierarchical.
pub(crate) fn resolve(reference: &str, base: &str) -> Option<String> {
    if is_absolute(reference) {
        return Some(reference.to_owned());
    }
    let parts = Reference::split(base);
    let is_hierarchical = parts.authority.is_some() || parts.path.starts_with('/');
    (parts.scheme.is_some() && parts.fragment.is_none() && is_hierarchical).then(|| resolve_reference(base, reference))
}

/// A URI reference resolved against a base (RFC 3986, 5.2), which may be a relative reference itself: then so is the result.
pub fn resolve_reference(base: &str, reference: &str) -> String {
    let (base, relative) = (Reference::split(base), Reference::split(reference));
    let absolute = relative.scheme.is_some();
    let merged = if absolute || relative.authority.is_some() || relative.path.starts_with('/') {
        remove_dots(relative.path)
    } else if relative.path.is_empty() {
        base.path.to_owned()
    } else {
        let folder = match base.path.rfind('/') {
            Some(slash) => &base.path[..=slash],
            None if base.authority.is_some() => "/",
            None => "",
        };
        remove_dots(&format!("{folder}{}", relative.path))
    };
    let inherits = !absolute && relative.authority.is_none() && relative.path.is_empty();
    let query = if inherits { relative.query.or(base.query) } else { relative.query };
    let (scheme, authority) = if absolute {
        (relative.scheme, relative.authority)
    } else {
        (base.scheme, relative.authority.or(base.authority))
    };
    let mut resolved = scheme.map(|scheme| format!("{scheme}:")).unwrap_or_default();
    for (mark, part) in [("//", authority), ("", Some(&*merged)), ("?", query), ("#", relative.fragment)] {
        if let Some(part) = part {
            resolved.push_str(mark);
            resolved.push_str(part);
        }
    }
    resolved
}

/// The path without its segments `.` and `..` (RFC 3986, 5.2.4).
fn remove_dots(path: &str) -> String {
    let absolute = path.starts_with('/');
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').skip(usize::from(absolute)).peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." {
                    kept.pop();
                }
                if is_last {
                    kept.push("");
                }
            }
            _ => kept.push(segment),
        }
    }
    format!("{}{}", if absolute { "/" } else { "" }, kept.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_escaping_leaves_its_own_characters() {
        let text = "a b/ä%\"~\u{7F}";
        assert_eq!(encode_for_uri(text).collect::<String>(), "a%20b%2F%C3%A4%25%22~%7F");
        assert_eq!(iri_to_uri(text).collect::<String>(), "a%20b/%C3%A4%%22~%7F");
        assert_eq!(escape_html_uri(text).collect::<String>(), "a b/%C3%A4%\"~%7F");
    }

    #[test]
    fn references_are_resolved_as_the_examples_of_the_rfc_say() {
        for (reference, expected) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"),
            (";x", "http://a/b/c/;x"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("./", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../..", "http://a/"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("/../g", "http://a/g"),
            ("g.", "http://a/b/c/g."),
            ("..g", "http://a/b/c/..g"),
            ("./g/.", "http://a/b/c/g/"),
            ("g/../h", "http://a/b/c/h"),
            ("g;x=1/../y", "http://a/b/c/y"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
        ] {
            assert_eq!(resolve(reference, "http://a/b/c/d;p?q").as_deref(), Some(expected), "{reference}");
        }
        assert_eq!(resolve("g", "http://a").as_deref(), Some("http://a/g"));
        assert_eq!((resolve("g", "relative"), resolve("g", "mailto:a@b")), (None, None));
        assert!(is_absolute("urn:a") && !is_absolute("a/b:c"));
        assert!(is_reference("a%20b") && !is_reference("%zz") && !is_reference(":a") && !is_reference("a#b#c"));
    }

    #[test]
    fn a_relative_base_gives_a_relative_result() {
        for (base, reference, expected) in [
            ("a/b.xml", "c", "a/c"),
            ("b.xml", "c#d", "c#d"),
            ("a/b/c", "../d", "a/d"),
            ("/a/b", "/c/./d", "/c/d"),
            ("http://a", "g", "http://a/g"),
        ] {
            assert_eq!(resolve_reference(base, reference), expected, "{reference} at {base}");
        }
    }
}
