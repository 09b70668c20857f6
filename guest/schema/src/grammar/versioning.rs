//! Conditional inclusion (part 1 of XSD 1.1, 4.2.2): the `vc:` attributes select parts of a schema document by what a processor knows.

use super::lexical::{is_qname, items, trimmed};
use super::{Finding, XSD};
use crate::issue::IssueCode;
use pyxsd_datatypes::{Builtin, FacetKind, XsdVersion};
use roxmltree::Node;
use std::cmp::Ordering;

/// Namespace of the attributes.
pub(super) const VERSIONING: &str = "http://www.w3.org/2007/XMLSchema-versioning";

/// Whether conditional inclusion removes the element, with all below it. For the root it removes what is below, not the element
/// itself. An attribute with a bad value has no say.
pub fn is_excluded(node: Node<'_, '_>, version: XsdVersion) -> bool {
    node.attributes().filter(|attribute| attribute.namespace() == Some(VERSIONING)).any(|attribute| {
        Condition::of(attribute.name())
            .is_some_and(|condition| condition.excludes(node, attribute.value(), version) == Some(true))
    })
}

/// Reports the `vc:` attributes of an element that have bad values. To 1.0 they are attributes of a foreign namespace.
pub(super) fn check(node: Node<'_, '_>, version: XsdVersion, report: &mut dyn FnMut(Finding)) {
    if version == XsdVersion::V1_0 {
        return;
    }
    for attribute in node.attributes().filter(|attribute| attribute.namespace() == Some(VERSIONING)) {
        let Some(condition) = Condition::of(attribute.name()) else { continue };
        if condition.excludes(node, attribute.value(), version).is_some() {
            continue;
        }
        let expected =
            if condition.is_version() { "a decimal number" } else { "a list of qualified names with bound prefixes" };
        report(Finding {
            code: IssueCode::VersioningInvalid,
            rule: "cip",
            node: node.id(),
            attribute: Some(format!("{{{VERSIONING}}}{}", attribute.name())),
            message: format!("vc:{} is '{}', expected {expected}", attribute.name(), attribute.value()),
            expected: vec![expected.to_owned()],
        });
    }
}

#[derive(Clone, Copy)]
enum Condition {
    MinVersion,
    MaxVersion,
    TypeAvailable,
    TypeUnavailable,
    FacetAvailable,
    FacetUnavailable,
}

impl Condition {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "minVersion" => Condition::MinVersion,
            "maxVersion" => Condition::MaxVersion,
            "typeAvailable" => Condition::TypeAvailable,
            "typeUnavailable" => Condition::TypeUnavailable,
            "facetAvailable" => Condition::FacetAvailable,
            "facetUnavailable" => Condition::FacetUnavailable,
            _ => return None,
        })
    }

    fn is_version(self) -> bool {
        matches!(self, Condition::MinVersion | Condition::MaxVersion)
    }

    /// Whether the attribute excludes its element; nothing if the value is bad.
    fn excludes(self, node: Node<'_, '_>, value: &str, version: XsdVersion) -> Option<bool> {
        let known = |is_known: fn(&str, XsdVersion) -> bool| -> Option<Vec<bool>> {
            items(value).map(|item| Some(is_known(xsd_name(node, item)?, version))).collect()
        };
        Some(match self {
            Condition::MinVersion => compare_version(version, value)? == Ordering::Less,
            Condition::MaxVersion => compare_version(version, value)? != Ordering::Less,
            Condition::TypeAvailable => !known(is_type)?.into_iter().all(|known| known),
            Condition::TypeUnavailable => known(is_type)?.into_iter().all(|known| known),
            Condition::FacetAvailable => !known(is_facet)?.into_iter().all(|known| known),
            Condition::FacetUnavailable => known(is_facet)?.into_iter().all(|known| known),
        })
    }
}

/// The local name of an XSD name, the empty string for a name of another namespace; nothing for what is no bound QName.
fn xsd_name<'v>(node: Node<'_, '_>, item: &'v str) -> Option<&'v str> {
    if !is_qname(item) {
        return None;
    }
    let (namespace, local) = match item.split_once(':') {
        Some((prefix, local)) => (Some(node.lookup_namespace_uri(Some(prefix))?), local),
        None => (node.lookup_namespace_uri(None), item),
    };
    Some(if namespace == Some(XSD) { local } else { "" })
}

fn is_type(local: &str, version: XsdVersion) -> bool {
    local == "anyType" || Builtin::from_name(local).is_some_and(|builtin| builtin.in_version(version))
}

fn is_facet(local: &str, version: XsdVersion) -> bool {
    match local {
        "assertion" | "explicitTimezone" => version == XsdVersion::V1_1,
        _ => FacetKind::from_name(local).is_some(),
    }
}

/// How the version compares with an `xs:decimal`.
fn compare_version(version: XsdVersion, value: &str) -> Option<Ordering> {
    let value = trimmed(value);
    let (negative, digits) = match value.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, value.strip_prefix('+').unwrap_or(value)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let wellformed = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !wellformed(whole) || !wellformed(fraction) {
        return None;
    }
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    if negative || whole.is_empty() {
        return Some(Ordering::Greater);
    }
    let own = match version {
        XsdVersion::V1_0 => "",
        XsdVersion::V1_1 => "1",
    };
    // Fractions without trailing zeros compare as text.
    Some(if whole == "1" { own.cmp(fraction) } else { Ordering::Less })
}
