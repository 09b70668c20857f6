//! Wildcards (part 1, 3.10).

use crate::issue::Place;
use pyxsd_xml::{NamespaceId, Symbol};

/// `{namespace constraint}`, without `notQName`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NamespaceConstraint {
    /// Any namespace and none.
    Any,
    /// Any but these, sorted; [`NamespaceId::NONE`] stands for no namespace.
    Not(Vec<NamespaceId>),
    /// Only these, sorted.
    Only(Vec<NamespaceId>),
}

/// `{process contents}`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum ProcessContents {
    Strict,
    Lax,
    Skip,
}

/// A wildcard.
#[derive(Clone, Debug)]
pub struct Wildcard {
    /// Namespaces admitted.
    pub namespaces: NamespaceConstraint,
    /// Names excluded (`notQName`, 1.1), sorted.
    pub not_names: Vec<Symbol>,
    /// `##defined` (1.1): names of global declarations are excluded.
    pub not_defined: bool,
    /// `##definedSibling` (1.1): names in the same content model are excluded.
    pub not_defined_siblings: bool,
    /// How what matches is assessed.
    pub process: ProcessContents,
    /// Where it stands in its schema document.
    pub place: Option<Place>,
}

impl Wildcard {
    /// Whether a namespace is admitted; names excluded one by one are not looked at.
    pub fn admits_namespace(&self, namespace: NamespaceId) -> bool {
        match &self.namespaces {
            NamespaceConstraint::Any => true,
            NamespaceConstraint::Not(list) => !list.contains(&namespace),
            NamespaceConstraint::Only(list) => list.contains(&namespace),
        }
    }
}
