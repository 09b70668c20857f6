//! Namespace bindings in scope, of the source and of what is written.

use pyxsd_xml::{Names, NamespaceId, Symbol};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
struct Scope {
    outer: u32,
    /// Where its declarations begin; they end where those of the next one begin.
    start: u32,
}

/// Scopes by number; 0 is the one in which nothing is declared. Prefixes are names in no namespace.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    scopes: Vec<Scope>,
    declarations: Vec<(Symbol, NamespaceId)>,
}

impl Scopes {
    /// A new scope inside another.
    pub fn open(&mut self, outer: u32, declared: impl IntoIterator<Item = (Symbol, NamespaceId)>) -> u32 {
        let start = self.declarations.len() as u32;
        self.declarations.extend(declared);
        self.scopes.push(Scope { outer, start });
        self.scopes.len() as u32
    }

    fn range(&self, scope: u32) -> Option<(u32, std::ops::Range<usize>)> {
        let record = self.scopes.get(scope.checked_sub(1)? as usize)?;
        let end = self.scopes.get(scope as usize).map_or(self.declarations.len(), |next| next.start as usize);
        Some((record.outer, record.start as usize..end))
    }

    pub fn outer(&self, scope: u32) -> u32 {
        self.range(scope).map_or(0, |(outer, _)| outer)
    }

    /// What a scope itself declares.
    pub fn declared(&self, scope: u32) -> &[(Symbol, NamespaceId)] {
        self.range(scope).map_or(&[], |(_, range)| &self.declarations[range])
    }

    pub fn declared_mut(&mut self, scope: u32) -> &mut [(Symbol, NamespaceId)] {
        match self.range(scope) {
            Some((_, range)) => &mut self.declarations[range],
            None => &mut [],
        }
    }

    /// The namespace that a prefix is bound to; `NamespaceId::NONE` where the default namespace was taken back.
    pub fn resolve(&self, scope: u32, prefix: Symbol) -> Option<NamespaceId> {
        let mut next = scope;
        while let Some((outer, range)) = self.range(next) {
            if let Some((_, namespace)) = self.declarations[range].iter().find(|(declared, _)| *declared == prefix) {
                return Some(*namespace);
            }
            next = outer;
        }
        None
    }

    /// Every prefix in scope with its innermost binding.
    pub fn bindings(&self, scope: u32) -> BTreeMap<Symbol, NamespaceId> {
        let mut found = BTreeMap::new();
        let mut next = scope;
        while let Some((outer, range)) = self.range(next) {
            for (prefix, namespace) in &self.declarations[range] {
                found.entry(*prefix).or_insert(*namespace);
            }
            next = outer;
        }
        found
    }

    /// The prefix to write a name with: none before the first in the alphabet.
    pub fn prefix_for<'n>(
        &self,
        scope: u32,
        namespace: NamespaceId,
        names: &'n Names,
        for_attribute: bool,
    ) -> Option<&'n str> {
        let mut best: Option<&str> = None;
        let mut next = scope;
        while let Some((outer, range)) = self.range(next) {
            for (prefix, bound) in &self.declarations[range] {
                let text = names.local(*prefix);
                let usable = *bound == namespace && !(for_attribute && text.is_empty());
                if usable && best.is_none_or(|best| text < best) && self.resolve(scope, *prefix) == Some(namespace) {
                    best = Some(text);
                }
            }
            next = outer;
        }
        best
    }

    /// Every declaration of the document.
    pub fn all(&self) -> &[(Symbol, NamespaceId)] {
        &self.declarations
    }
}
