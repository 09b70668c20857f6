//! Wildcards compared: subset (part 1, 3.10.6.2) and overlap.

use crate::components::{NamespaceConstraint, Wildcard};
use pyxsd_datatypes::XsdVersion;
use pyxsd_xml::{Names, Symbol};

/// Whether whatever `sub` admits `sup` admits (`cos-ns-subset`). Version 1.0 compares two negations by identity only.
pub(crate) fn is_subset(sub: &Wildcard, sup: &Wildcard, names: &Names, version: XsdVersion) -> bool {
    namespaces_are_subset(&sub.namespaces, &sup.namespaces, version)
        && sup.not_names.iter().all(|&name| !admits(sub, name, names))
        && (!sup.not_defined || sub.not_defined)
        && (!sup.not_defined_siblings || sub.not_defined_siblings)
}

/// Whether every namespace of `sub` is one of `sup`.
pub(crate) fn namespaces_are_subset(sub: &NamespaceConstraint, sup: &NamespaceConstraint, version: XsdVersion) -> bool {
    use NamespaceConstraint::{Any, Not, Only};
    match (sub, sup) {
        (_, Any) => true,
        (Not(sub), Not(sup)) if version == XsdVersion::V1_0 => sub == sup,
        (Not(sub), Not(sup)) => sup.iter().all(|namespace| sub.contains(namespace)),
        (Only(sub), Only(sup)) => sub.iter().all(|namespace| sup.contains(namespace)),
        (Only(sub), Not(sup)) => sub.iter().all(|namespace| !sup.contains(namespace)),
        (Any | Not(_), _) => false,
    }
}

/// Whether a wildcard admits a name, what is declared left aside.
pub(crate) fn admits(wildcard: &Wildcard, name: Symbol, names: &Names) -> bool {
    wildcard.admits_namespace(names.namespace_of(name)) && !wildcard.not_names.contains(&name)
}

/// Whether some name is admitted by both. A namespace holds more names than can be excluded one by one.
pub(crate) fn overlap(one: &Wildcard, other: &Wildcard) -> bool {
    use NamespaceConstraint::{Any, Not, Only};
    match (&one.namespaces, &other.namespaces) {
        (Only(only), other) | (other, Only(only)) => only.iter().any(|namespace| match other {
            Any => true,
            Not(not) => !not.contains(namespace),
            Only(other) => other.contains(namespace),
        }),
        (Any | Not(_), Any | Not(_)) => true,
    }
}
