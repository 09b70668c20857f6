//! Cases that are not run, each by a rule with its reason.

use super::catalogue::{Assertion, Case};

/// Dependencies of cases that do not apply to this engine: type, value, whether it is to be satisfied, and why.
const DEPENDENCIES: &[(&str, &str, bool, &str)] = &[
    ("feature", "staticTyping", true, "optional feature: static typing"),
    ("feature", "infoset-dtd", true, "documents with a DTD are refused by contract"),
    ("feature", "non_unicode_codepoint_collation", true, "optional feature: collations other than by code points"),
    (
        "feature",
        "non_empty_sequence_collection",
        true,
        "optional feature: collections; a query reads nothing but its document",
    ),
    (
        "feature",
        "directory-as-collection-uri",
        true,
        "optional feature: collections; a query reads nothing but its document",
    ),
    ("feature", "collection-stability", false, "optional feature: collections; a query reads nothing but its document"),
    ("xsd-version", "1.0", true, "the datatypes are those of XSD 1.1"),
    ("xml-version", "1.1", true, "XML 1.1 is refused by contract"),
    ("unicode-version", "7.0", true, "the tables are those of a later version of Unicode"),
    ("unicode-normalization-form", "FULLY-NORMALIZED", true, "optional feature: the form FULLY-NORMALIZED"),
];

/// Functions that read other resources than the document.
const READERS: &[&str] = &["doc", "doc-available", "collection", "uri-collection", "unparsed-text"];

const READS: &str = "wants what `doc`, `doc-available` or `collection` give: a query reads nothing but its document";

/// Why a case is not run; `None` where it is.
pub fn reason(case: &Case) -> Option<&'static str> {
    let applies = |row: &&(&str, &str, bool, &str)| {
        case.dependencies
            .iter()
            .any(|(kind, value, satisfied)| (kind.as_str(), value.as_str(), *satisfied) == (row.0, row.1, row.2))
    };
    if let Some((.., reason)) = DEPENDENCIES.iter().find(applies) {
        return Some(reason);
    }
    let reads = READERS.iter().any(|name| calls(&case.test, name));
    (reads && wants_a_value(&case.expected)).then_some(READS)
}

/// Whether anything but an error is expected.
fn wants_a_value(expected: &Assertion) -> bool {
    match expected {
        Assertion::Error(_) => false,
        Assertion::AnyOf(all) | Assertion::AllOf(all) => all.iter().any(wants_a_value),
        _ => true,
    }
}

/// Whether the text has a call of a function, comments and literals not excepted.
fn calls(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].trim_start();
        !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '$' | '"' | '\''))
            && after.starts_with('(')
    })
}
