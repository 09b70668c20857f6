//! The words of issues: names, and what may stand where.

use pyxsd_schema::automaton::Expected;
use pyxsd_schema::components::{Components, NamespaceConstraint, Owner, TypeId, Wildcard};
use pyxsd_xml::{Names, NamespaceId};

/// Names listed in one message.
const LISTED: usize = 10;

/// The beginning of a text of the document in quotation marks, short enough for a message.
pub(crate) fn excerpt(text: &str) -> String {
    const CHARACTERS: usize = 100;
    if !text.is_empty() && text.trim_ascii().is_empty() {
        return "(white space only)".to_string();
    }
    match text.char_indices().nth(CHARACTERS) {
        Some((end, _)) => format!("'{}…'", &text[..end]),
        None => format!("'{text}'"),
    }
}

/// A type by its name, or by what it is the type of.
pub(crate) fn type_name(components: &Components, names: &Names, id: TypeId) -> String {
    let definition = components.type_(id);
    if let Some(name) = definition.name {
        return match names.namespace_of(name) {
            NamespaceId::XS => format!("type xs:{}", names.local(name)),
            _ => format!("type {}", names.display(name)),
        };
    }
    match definition.owner {
        Owner::Element(element) => format!("the type of element {}", names.display(components.element(element).name)),
        Owner::Attribute(attribute) => {
            format!("the type of attribute {}", names.display(components.attribute(attribute).name))
        }
        _ => "an anonymous type".to_string(),
    }
}

/// What may come next, one string an item: a name, or `*`, `{ns}*` and their exclusions for wildcards.
pub(crate) fn expected_names(components: &Components, names: &Names, expected: &[Expected]) -> Vec<String> {
    let mut listed = Vec::with_capacity(expected.len());
    for item in expected {
        match *item {
            Expected::Element(id) => listed.push(names.display(components.element(id).name).to_string()),
            Expected::Wildcard(id) => listed.extend(wildcard_names(names, components.wildcard(id))),
        }
    }
    listed
}

fn wildcard_names(names: &Names, wildcard: &Wildcard) -> Vec<String> {
    let any_of = |namespace: &_| match names.namespace_uri(*namespace) {
        "" => "{}*".to_string(),
        uri => format!("{{{uri}}}*"),
    };
    match &wildcard.namespaces {
        NamespaceConstraint::Any => vec!["*".to_string()],
        NamespaceConstraint::Only(list) => list.iter().map(any_of).collect(),
        NamespaceConstraint::Not(list) => {
            let excluded: Vec<String> = list.iter().map(any_of).collect();
            vec![format!("* except {}", excluded.join(" and "))]
        }
    }
}

/// A list for a sentence: the first ten, and how many more.
pub(crate) fn enumerate(items: &[String]) -> String {
    match items {
        [] => "nothing".to_string(),
        [one] => one.clone(),
        _ if items.len() > LISTED => format!("one of {} and {} more", items[..LISTED].join(", "), items.len() - LISTED),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{enumerate, excerpt};

    #[test]
    fn lists_name_ten_items_and_count_the_rest() {
        let items: Vec<String> = (0..12).map(|number| format!("e{number}")).collect();
        assert_eq!(enumerate(&items[..0]), "nothing");
        assert_eq!(enumerate(&items[..1]), "e0");
        assert_eq!(enumerate(&items[..3]), "e0, e1 or e2");
        assert_eq!(enumerate(&items), "one of e0, e1, e2, e3, e4, e5, e6, e7, e8, e9 and 2 more");
    }

    #[test]
    fn long_texts_are_cut_for_messages() {
        assert_eq!(excerpt("abc"), "'abc'");
        assert_eq!(excerpt(&"é".repeat(200)).chars().count(), 103);
    }
}
