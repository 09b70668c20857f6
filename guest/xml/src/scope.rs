//! Namespace bindings in scope.

use crate::NamespaceId;

/// The namespace bindings in scope at one place of a document.
#[derive(Clone, Debug, Default)]
pub struct NamespaceScope {}

impl NamespaceScope {
    /// The namespace that a prefix is bound to; the empty prefix gives the default namespace ([`NamespaceId::NONE`] where none is declared).
    /// `xml` is always bound; `None` for an undeclared prefix.
    pub fn resolve(&self, _prefix: &str) -> Option<NamespaceId> {
        todo!()
    }
    /// Every prefix in scope with its namespace, innermost binding only, sorted by prefix; `xml` included.
    pub fn bindings(&self) -> Vec<(&str, NamespaceId)> {
        todo!()
    }
}
