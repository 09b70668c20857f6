//! Names in texts for people: the prefixes of the schema in the place of long namespace names. An id that is printed so can be given back.

use crate::worker::schema::SchemaSummary;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The namespace that everybody calls `xs`.
const XML_SCHEMA: &str = "http://www.w3.org/2001/XMLSchema";

/// Prefixes with the namespaces that they stand for in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prefixes(Vec<(String, String)>);

impl Prefixes {
    /// Those of a schema.
    pub fn of(schema: &SchemaSummary) -> Prefixes {
        Prefixes(schema.prefixes.clone())
    }

    /// Those that mean the same in two schemas, or are known in one of them only.
    pub fn of_both(old: &SchemaSummary, new: &SchemaSummary) -> Prefixes {
        let (old, new) = (&old.prefixes, &new.prefixes);
        let disagrees = |(prefix, namespace): &(String, String), others: &[(String, String)]| {
            others.iter().any(|(prefix_there, there)| (prefix_there == prefix) != (there == namespace))
        };
        let of_old = old.iter().filter(|entry| !disagrees(entry, new));
        let of_new = new.iter().filter(|entry| !old.contains(entry) && !disagrees(entry, old));
        Prefixes(of_old.chain(of_new).cloned().collect())
    }

    /// The text with `{namespace}name` as `prefix:name`; its last lines say what the prefixes stand for.
    pub fn shorten(&self, text: &str) -> String {
        let mut used = BTreeSet::new();
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find('{') {
            let (before, braced) = rest.split_at(start);
            out.push_str(before);
            let Some((prefix, length)) = self.at(braced) else {
                out.push('{');
                rest = &braced[1..];
                continue;
            };
            rest = &braced[length..];
            let _ = write!(out, "{prefix}:");
            used.insert(prefix);
        }
        out.push_str(rest);
        for (prefix, namespace) in self.0.iter().filter(|(prefix, _)| used.contains(prefix.as_str())) {
            let _ = writeln!(out, "{prefix}: is {namespace}");
        }
        out
    }

    /// The prefix for the namespace at the start of a text such as `{urn:x}name`, and the length of what it replaces.
    fn at(&self, text: &str) -> Option<(&str, usize)> {
        let known = self.0.iter().map(|(prefix, namespace)| (prefix.as_str(), namespace.as_str()));
        known.chain([("xs", XML_SCHEMA)]).find_map(|(prefix, namespace)| {
            let name = text[1..].strip_prefix(namespace)?.strip_prefix('}')?;
            let is_name = name.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '*'));
            is_name.then_some((prefix, namespace.len() + 2))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(prefixes: &[(&str, &str)]) -> SchemaSummary {
        let prefixes = prefixes.iter().map(|(prefix, namespace)| ((*prefix).to_owned(), (*namespace).to_owned()));
        SchemaSummary { prefixes: prefixes.collect(), ..SchemaSummary::default() }
    }

    #[test]
    fn namespaces_are_shortened_and_explained_and_counts_are_left() {
        let prefixes = Prefixes::of(&summary(&[("a", "urn:a"), ("c", "urn:c/d"), ("e", "urn:e")]));
        let text = "element:{urn:a}b a{3} {http://www.w3.org/2001/XMLSchema}int {urn:c/d}* {urn:a}e [x]{1,2}y {\n";
        let expected = "element:a:b a{3} xs:int c:* a:e [x]{1,2}y {\na: is urn:a\nc: is urn:c/d\n";
        assert_eq!(prefixes.shorten(text), expected);
        assert_eq!(prefixes.shorten("{}x {urn:a} {urn:b}z"), "{}x {urn:a} {urn:b}z");
    }

    #[test]
    fn a_prefix_that_means_something_else_in_the_other_schema_is_not_used() {
        let old = summary(&[("tns", "urn:1"), ("a", "urn:a"), ("o", "urn:o")]);
        let new = summary(&[("tns", "urn:2"), ("a", "urn:a"), ("n", "urn:n")]);
        let both = Prefixes::of_both(&old, &new);
        assert_eq!(
            both.shorten("{urn:1}x {urn:2}x {urn:o}x {urn:n}x\n"),
            "{urn:1}x {urn:2}x o:x n:x\no: is urn:o\nn: is urn:n\n"
        );
    }
}
