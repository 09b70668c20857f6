//! Namespace declarations of the elements of an arena.

use pyxsd_xml::{Names, NamespaceId, NamespaceScope, Symbol};

/// The declarations of one element, behind those around it.
#[derive(Clone, Copy, Debug)]
struct Scope {
    outer: u32,
    /// Where its declarations begin; they end where those of the next one begin.
    start: u32,
}

/// Every scope of an arena. Number 0 is the scope in which nothing is declared.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    scopes: Vec<Scope>,
    declarations: Vec<(Symbol, NamespaceId)>,
}

impl Scopes {
    pub(crate) fn clear(&mut self) {
        self.scopes.clear();
        self.declarations.clear();
    }

    /// The scope of an element that declares what `bindings` holds from `known` on; the outer scope where that is nothing.
    pub(crate) fn open(&mut self, outer: u32, bindings: &NamespaceScope, known: usize, names: &mut Names) -> u32 {
        if bindings.len() <= known {
            return outer;
        }
        let start = self.declarations.len() as u32;
        for (prefix, namespace) in bindings.declared_from(known) {
            let prefix = names.intern(NamespaceId::NONE, prefix);
            self.declarations.push((prefix, namespace));
        }
        self.scopes.push(Scope { outer, start });
        self.scopes.len() as u32
    }

    /// Takes back every scope after one.
    pub(crate) fn truncate(&mut self, scope: u32) {
        if let Some(next) = self.scopes.get(scope as usize) {
            self.declarations.truncate(next.start as usize);
            self.scopes.truncate(scope as usize);
        }
    }

    pub(crate) fn len(&self) -> u32 {
        self.scopes.len() as u32
    }

    fn declarations_of(&self, scope: u32) -> (u32, &[(Symbol, NamespaceId)]) {
        let Some(record) = scope.checked_sub(1).and_then(|position| self.scopes.get(position as usize)) else {
            return (0, &[]);
        };
        let end = self.scopes.get(scope as usize).map_or(self.declarations.len(), |next| next.start as usize);
        (record.outer, &self.declarations[record.start as usize..end])
    }

    /// The namespace that a prefix is bound to, `xml` apart; `None` where nothing binds it. Linear in the declarations in scope.
    pub(crate) fn resolve(&self, scope: u32, prefix: Symbol) -> Option<NamespaceId> {
        let mut next = scope;
        while next > 0 {
            let (outer, declarations) = self.declarations_of(next);
            if let Some((_, namespace)) = declarations.iter().find(|(declared, _)| *declared == prefix) {
                return Some(*namespace);
            }
            next = outer;
        }
        None
    }

    /// Prefix and namespace of every binding in scope, `xml` among them, sorted by prefix; of each prefix the innermost one, and none where
    /// the default namespace was taken back.
    pub(crate) fn bindings<'n>(&self, scope: u32, names: &'n Names) -> Vec<(&'n str, NamespaceId)> {
        let mut found: Vec<(&str, NamespaceId)> = Vec::new();
        let mut next = scope;
        while next > 0 {
            let (outer, declarations) = self.declarations_of(next);
            found.extend(declarations.iter().map(|(prefix, namespace)| (names.local(*prefix), *namespace)));
            next = outer;
        }
        found.push(("xml", NamespaceId::XML));
        // A stable sort: of one prefix the innermost comes first.
        found.sort_by_key(|(prefix, _)| *prefix);
        found.dedup_by_key(|(prefix, _)| *prefix);
        found.retain(|(_, namespace)| *namespace != NamespaceId::NONE);
        found
    }
}
