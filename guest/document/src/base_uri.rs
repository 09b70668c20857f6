//! Base URIs (XML Base, RFC 3986, 5.2).

use crate::document::NONE;
use crate::{Document, View};
use pyxsd_xml::NamespaceId;
use pyxsd_xpath::NodeKind;

impl Document {
    pub(crate) fn uri_of(&self, node: u32) -> Option<&str> {
        let position = self.uris.binary_search_by_key(&node, |(node, _)| *node).ok()?;
        Some(&self.uris[position].1)
    }
}

impl View<'_> {
    /// The base URI of a node: the `xml:base` attributes around it, resolved against each other and the URI of the document. Linear in the
    /// depth.
    pub(crate) fn base_uri_of(&self, node: u32) -> Option<String> {
        let xml_base = self.names.find(NamespaceId::XML, "base");
        let mut references: Vec<&str> = Vec::new();
        let mut next = node;
        let mut document_uri = None;
        while next != NONE {
            let record = self.document.record(next);
            if record.kind == NodeKind::Document {
                document_uri = self.document.uri_of(next);
            }
            let attributes = next + 1..next + 1 + u32::from(record.attributes);
            let mut attributes = attributes.filter_map(|attribute| self.document.get(attribute));
            if let Some(base) = attributes.find(|attribute| Some(attribute.name) == xml_base) {
                references.push(self.document.text(base));
            }
            next = record.parent;
        }
        let mut base = document_uri.map(str::to_owned);
        for reference in references.into_iter().rev() {
            base = Some(match base {
                Some(base) => resolve(&base, reference),
                None => reference.to_owned(),
            });
        }
        base
    }
}

/// Scheme, authority, path, query and fragment of a URI reference (RFC 3986, appendix B).
struct Parts<'u> {
    scheme: Option<&'u str>,
    authority: Option<&'u str>,
    path: &'u str,
    query: Option<&'u str>,
    fragment: Option<&'u str>,
}

fn split(reference: &str) -> Parts<'_> {
    let (rest, fragment) = cut(reference, '#');
    let (rest, query) = cut(rest, '?');
    let is_scheme = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    };
    let (scheme, rest) = match rest.split_once(':') {
        Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme), rest),
        _ => (None, rest),
    };
    let (authority, path) = match rest.strip_prefix("//") {
        Some(after) => {
            let end = after.find('/').unwrap_or(after.len());
            (Some(&after[..end]), &after[end..])
        }
        None => (None, rest),
    };
    Parts { scheme, authority, path, query, fragment }
}

fn cut(text: &str, at: char) -> (&str, Option<&str>) {
    text.split_once(at).map_or((text, None), |(before, after)| (before, Some(after)))
}

/// A reference resolved against a base URI.
fn resolve(base: &str, reference: &str) -> String {
    let (base, reference) = (split(base), split(reference));
    let fragment = reference.fragment;
    let (scheme, authority, path, query) = if reference.scheme.is_some() {
        (reference.scheme, reference.authority, without_dots(reference.path), reference.query)
    } else if reference.authority.is_some() {
        (base.scheme, reference.authority, without_dots(reference.path), reference.query)
    } else if reference.path.is_empty() {
        (base.scheme, base.authority, base.path.to_owned(), reference.query.or(base.query))
    } else if reference.path.starts_with('/') {
        (base.scheme, base.authority, without_dots(reference.path), reference.query)
    } else {
        let folder = match base.path.rfind('/') {
            Some(slash) => &base.path[..=slash],
            None if base.authority.is_some() => "/",
            None => "",
        };
        (base.scheme, base.authority, without_dots(&format!("{folder}{}", reference.path)), reference.query)
    };
    let mut out = String::new();
    if let Some(scheme) = scheme {
        out.extend([scheme, ":"]);
    }
    if let Some(authority) = authority {
        out.extend(["//", authority]);
    }
    out.push_str(&path);
    if let Some(query) = query {
        out.extend(["?", query]);
    }
    if let Some(fragment) = fragment {
        out.extend(["#", fragment]);
    }
    out
}

fn without_dots(path: &str) -> String {
    let absolute = path.starts_with('/');
    let mut kept: Vec<&str> = Vec::new();
    let mut parts = path.split('/').skip(usize::from(absolute)).peekable();
    while let Some(part) = parts.next() {
        let is_last = parts.peek().is_none();
        match part {
            "." if is_last => kept.push(""),
            "." => {}
            ".." => {
                kept.pop();
                if is_last {
                    kept.push("");
                }
            }
            _ => kept.push(part),
        }
    }
    format!("{}{}", if absolute { "/" } else { "" }, kept.join("/"))
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn references_resolve_as_in_the_examples_of_the_rfc() {
        let base = "http://a/b/c/d;p?q";
        for (reference, expected) in [
            ("g:h", "g:h"),
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y#s", "http://a/b/c/g?y#s"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"),
            ("..", "http://a/b/"),
            ("../..", "http://a/"),
            ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"),
            ("g;x=1/../y", "http://a/b/c/y"),
        ] {
            assert_eq!(resolve(base, reference), expected, "{reference}");
        }
        assert_eq!(resolve("http://a", "g"), "http://a/g");
    }
}
