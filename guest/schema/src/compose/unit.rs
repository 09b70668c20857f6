//! A document in one role: a file, the namespace that its components get, and the overrides that act on it.

use super::file::{FileId, Node, children, trim};
use pyxsd_datatypes::XsdVersion;
use pyxsd_xml::NamespaceId;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Index of a [`Unit`].
pub(crate) type UnitId = usize;

/// A symbol space of global components (part 1, 2.5); the two kinds of types share one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Space {
    Element,
    Attribute,
    Type,
    Group,
    AttributeGroup,
    Notation,
    Identity,
}

impl Space {
    /// The space of a top-level element of a schema document.
    pub(crate) fn of(local: &str) -> Option<Self> {
        Some(match local {
            "element" => Space::Element,
            "attribute" => Space::Attribute,
            "simpleType" | "complexType" => Space::Type,
            "group" => Space::Group,
            "attributeGroup" => Space::AttributeGroup,
            "notation" => Space::Notation,
            _ => return None,
        })
    }
}

/// A component that replaces one of the same kind and name.
#[derive(Clone, Copy)]
pub(crate) struct Replacement<'d> {
    pub node: Node<'d>,
    pub file: FileId,
}

/// What an overriding component matches: one of the same element type and name. A simple type replaces no complex one (1.1, F.2; W3C bug 14442).
type Match<'d> = (&'d str, &'d str);

/// The replacements that act on a unit, sorted by what they match.
pub(crate) type Overrides<'d> = Rc<Vec<(Match<'d>, Replacement<'d>)>>;

/// One role of one file.
pub(crate) struct Unit<'d> {
    pub file: FileId,
    /// Target namespace of its components.
    pub namespace: NamespaceId,
    /// The file has no target namespace and takes that of its includer.
    pub chameleon: bool,
    pub overrides: Overrides<'d>,
    /// Namespaces that the file imports.
    pub imports: BTreeSet<NamespaceId>,
    /// An entry that another entry overrides: it takes part as overridden only.
    pub superseded: bool,
    /// Units that it includes, redefines or overrides.
    pub includes: Vec<UnitId>,
}

/// A component inside `xs:redefine`.
pub(crate) struct Redefinition<'d> {
    pub node: Node<'d>,
    pub file: FileId,
    /// Who redefines.
    pub by: UnitId,
    /// The unit in whose closure the redefined component stands; `None` where it was not found.
    pub target: Option<UnitId>,
}

/// The kind and name of a top-level component.
pub(crate) fn identity<'d>(node: Node<'d>) -> Option<(Space, &'d str)> {
    Some((Space::of(node.tag_name().name())?, trim(node.attribute("name")?)))
}

/// What a top-level component matches in an override.
pub(crate) fn matched<'d>(node: Node<'d>) -> Option<Match<'d>> {
    let (_, name) = identity(node)?;
    Some((node.tag_name().name(), name))
}

/// The replacement for a component, if there is one.
pub(crate) fn replacement<'d>(overrides: &Overrides<'d>, node: Node<'d>) -> Option<Replacement<'d>> {
    let matched = matched(node)?;
    let at = overrides.binary_search_by(|(key, _)| key.cmp(&matched)).ok()?;
    Some(overrides[at].1)
}

/// The overrides of the target of an `xs:override` that itself stands in an overridden document: outer ones win.
pub(crate) fn merge<'d>(node: Node<'d>, file: FileId, outer: &Overrides<'d>, version: XsdVersion) -> Overrides<'d> {
    let mut merged = outer.to_vec();
    let own = children(node, version).filter_map(|child| Some((matched(child)?, Replacement { node: child, file })));
    merged.extend(own);
    merged.sort_by(|a, b| a.0.cmp(&b.0));
    merged.dedup_by(|later, earlier| later.0 == earlier.0);
    Rc::new(merged)
}

/// Whether two sets of overrides replace the same components with the same elements.
pub(crate) fn same(a: &Overrides<'_>, b: &Overrides<'_>) -> bool {
    Rc::ptr_eq(a, b)
        || a.len() == b.len()
            && a.iter().zip(b.iter()).all(|(a, b)| a.0 == b.0 && a.1.file == b.1.file && a.1.node.id() == b.1.node.id())
}
