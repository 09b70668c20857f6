//! Identity constraints (part 1, 3.11).

use super::IdentityId;
use crate::issue::Place;
use pyxsd_xml::{NamespaceId, Symbol};

/// `{identity-constraint category}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum IdentityKind {
    Key,
    Unique,
    Keyref,
}

/// An identity constraint.
#[derive(Debug)]
pub struct IdentityConstraint {
    /// Expanded name.
    pub name: Symbol,
    /// Category.
    pub kind: IdentityKind,
    /// `{referenced key}` of a keyref.
    pub refer: Option<IdentityId>,
    /// Alternatives of the selector.
    pub selector: Vec<IdentityPath>,
    /// Fields, each with its alternatives.
    pub fields: Vec<Vec<IdentityPath>>,
    /// Where it stands in its schema document.
    pub place: Option<Place>,
}

/// One alternative of a selector or field (part 1, 3.11.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdentityPath {
    /// Whether it starts with `.//`.
    pub descendant: bool,
    /// Child steps; `.` gives none.
    pub steps: Vec<NameTest>,
    /// A final attribute step (fields only).
    pub attribute: Option<NameTest>,
}

/// A name test; symbols are matching keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameTest {
    /// `*`.
    Any,
    /// `p:*`.
    Namespace(NamespaceId),
    /// A name.
    Name(Symbol),
}
