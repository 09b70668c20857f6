//! Long namespace names in texts for people: a short prefix in each place, and what it stands for at the end.

use std::fmt::Write as _;

/// The namespace that everybody calls `xs`.
const XML_SCHEMA: &str = "http://www.w3.org/2001/XMLSchema";

/// The text with `{namespace}name` as `n1:name`; the prefixes are explained in its last lines.
pub fn shortened(text: &str) -> String {
    let mut namespaces: Vec<&str> = Vec::new();
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let (before, braced) = rest.split_at(start);
        out.push_str(before);
        let Some(namespace) = namespace_of(braced) else {
            out.push('{');
            rest = &braced[1..];
            continue;
        };
        rest = &braced[namespace.len() + 2..];
        if namespace == XML_SCHEMA {
            out.push_str("xs:");
            continue;
        }
        let known = namespaces.iter().position(|known| *known == namespace);
        let number = known.unwrap_or_else(|| {
            namespaces.push(namespace);
            namespaces.len() - 1
        });
        let _ = write!(out, "n{}:", number + 1);
    }
    out.push_str(rest);
    for (number, namespace) in namespaces.iter().enumerate() {
        let _ = writeln!(out, "n{} is {namespace}", number + 1);
    }
    out
}

/// The namespace at the start of a text such as `{urn:x}name`; counts and quantifiers such as `{3}` are none.
fn namespace_of(text: &str) -> Option<&str> {
    let (namespace, name) = text[1..].split_once('}')?;
    let is_uri = namespace.contains([':', '/']) && !namespace.contains(|c: char| c.is_whitespace() || c == '{');
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '*'));
    (is_uri && is_name).then_some(namespace)
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn namespaces_are_shortened_and_explained_and_counts_are_left() {
        let text = "element:{urn:a}b a{3} {http://www.w3.org/2001/XMLSchema}int {urn:c/d}* {urn:a}e [x]{1,2}y {\n";
        let expected = "element:n1:b a{3} xs:int n2:* n1:e [x]{1,2}y {\nn1 is urn:a\nn2 is urn:c/d\n";
        assert_eq!(shortened(text), expected);
        assert_eq!(shortened("{}x {urn:a} {urn:b}"), "{}x {urn:a} {urn:b}");
    }
}
