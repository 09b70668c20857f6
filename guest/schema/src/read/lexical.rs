//! Attribute values of schema documents. What is malformed is the grammar's to report; here it counts as absent.

use crate::components::{DerivationSet, Occurs};
use crate::compose::{Node, trim};
use pyxsd_datatypes::ValueContext;

/// An attribute without namespace, white space at its ends cut.
pub(super) fn attribute<'d>(node: Node<'d>, name: &str) -> Option<&'d str> {
    node.attribute(name).map(trim)
}

/// A boolean attribute.
pub(super) fn boolean(node: Node<'_>, name: &str) -> Option<bool> {
    match attribute(node, name)? {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// The items of a list value.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', '\t', '\n', '\r']).filter(|token| !token.is_empty())
}

/// `minOccurs` and `maxOccurs`.
pub(super) fn occurs(node: Node<'_>) -> Occurs {
    let min = attribute(node, "minOccurs").and_then(count).unwrap_or(1);
    let max = match attribute(node, "maxOccurs") {
        Some("unbounded") => None,
        Some(text) => Some(count(text).unwrap_or(1)),
        None => Some(1),
    };
    // Bounds that contradict each other the grammar reports; content models need them in order.
    Occurs { min: max.map_or(min, |max| min.min(max)), max }
}

fn count(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u64::MAX))
}

const DERIVATIONS: [(&str, DerivationSet); 5] = [
    ("extension", DerivationSet::EXTENSION),
    ("restriction", DerivationSet::RESTRICTION),
    ("substitution", DerivationSet::SUBSTITUTION),
    ("list", DerivationSet::LIST),
    ("union", DerivationSet::UNION),
];

/// A value of `block`, `final` or their defaults, cut to what the place allows.
pub(super) fn derivations(text: &str, allowed: DerivationSet) -> DerivationSet {
    let mut set = DerivationSet::default();
    for token in tokens(text) {
        if token == "#all" {
            return allowed;
        }
        if let Some((_, method)) = DERIVATIONS.iter().find(|(name, _)| *name == token) {
            set = set.with(*method);
        }
    }
    DerivationSet(set.0 & allowed.0)
}

/// Whether a text is a name without colon.
pub(super) fn is_ncname(text: &str) -> bool {
    let mut chars = text.chars();
    let is_start = |c: char| c.is_alphabetic() || c == '_';
    chars.next().is_some_and(is_start) && !text.contains([':', ' ', '\t', '\n', '\r'])
}

/// The namespace that a prefix (empty for the default) is bound to at a node; empty for none.
pub(super) fn namespace_of_prefix<'d>(node: Node<'d>, prefix: &str) -> Option<&'d str> {
    match prefix {
        "" => Some(node.lookup_namespace_uri(None).unwrap_or_default()),
        "xml" => Some("http://www.w3.org/XML/1998/namespace"),
        _ => node.lookup_namespace_uri(Some(prefix)),
    }
}

/// The namespace bindings of a node, for values.
pub(super) struct NodeContext<'d>(pub Node<'d>);

impl ValueContext for NodeContext<'_> {
    fn resolve_prefix(&self, prefix: &str) -> Option<&str> {
        namespace_of_prefix(self.0, prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivation_sets_are_cut_to_what_the_place_allows() {
        let allowed = DerivationSet::EXTENSION.with(DerivationSet::RESTRICTION);
        assert_eq!(derivations("#all", allowed), allowed);
        assert_eq!(derivations("extension substitution", allowed), DerivationSet::EXTENSION);
        assert_eq!(derivations("", allowed), DerivationSet::default());
    }

    #[test]
    fn occurrence_bounds_beyond_64_bits_are_the_greatest() {
        assert_eq!(count("+07"), Some(7));
        assert_eq!(count("99999999999999999999999"), Some(u64::MAX));
        assert_eq!(count("-1"), None);
        assert_eq!(count(""), None);
    }
}
