//! Namespace bindings in scope.

use crate::NamespaceId;
use crate::hash::hash;
use hashbrown::HashTable;

#[derive(Clone, Debug)]
struct Binding {
    /// The prefix, in [`NamespaceScope::prefixes`].
    start: usize,
    end: usize,
    hash: u64,
    namespace: NamespaceId,
    /// The binding of the same prefix that this one hides.
    outer: Option<u32>,
}

/// The namespace bindings in scope at one place of a document.
#[derive(Clone, Debug, Default)]
pub struct NamespaceScope {
    prefixes: String,
    bindings: Vec<Binding>,
    /// The innermost binding of each prefix.
    innermost: HashTable<u32>,
}

impl NamespaceScope {
    /// The namespace that a prefix is bound to; the empty prefix gives the default namespace ([`NamespaceId::NONE`] where none is declared).
    /// `xml` is always bound; `None` for an undeclared prefix.
    pub fn resolve(&self, prefix: &str) -> Option<NamespaceId> {
        if let Some(index) = self.find(prefix) {
            return Some(self.bindings[index as usize].namespace);
        }
        match prefix {
            "" => Some(NamespaceId::NONE),
            "xml" => Some(NamespaceId::XML),
            _ => None,
        }
    }

    /// Every prefix in scope with its namespace, innermost binding only, sorted by prefix; `xml` included. A default namespace that was
    /// taken back by `xmlns=""` is not listed.
    pub fn bindings(&self) -> Vec<(&str, NamespaceId)> {
        let mut hidden = vec![false; self.bindings.len()];
        for outer in self.bindings.iter().filter_map(|binding| binding.outer) {
            hidden[outer as usize] = true;
        }
        let visible = self.bindings.iter().zip(&hidden).filter(|(_, hidden)| !**hidden);
        let mut found: Vec<_> = visible
            .map(|(binding, _)| (self.prefix(binding), binding.namespace))
            .filter(|(_, namespace)| *namespace != NamespaceId::NONE)
            .collect();
        if self.find("xml").is_none() {
            found.push(("xml", NamespaceId::XML));
        }
        found.sort_unstable();
        found
    }

    fn prefix(&self, binding: &Binding) -> &str {
        &self.prefixes[binding.start..binding.end]
    }

    fn find(&self, prefix: &str) -> Option<u32> {
        if self.bindings.is_empty() {
            return None;
        }
        let hash = hash(0, prefix.as_bytes());
        self.find_hashed(hash, prefix)
    }

    fn find_hashed(&self, hash: u64, prefix: &str) -> Option<u32> {
        let same = |&index: &u32| {
            let binding = &self.bindings[index as usize];
            binding.hash == hash && self.prefix(binding) == prefix
        };
        self.innermost.find(hash, same).copied()
    }

    /// How many declarations are in scope, hidden ones included: those of one element stand behind those of the elements around it.
    pub fn len(&self) -> usize {
        self.bindings.len()
    }

    /// Whether no declaration is in scope.
    pub fn is_empty(&self) -> bool {
        self.bindings.is_empty()
    }

    /// The declarations from `position` on, in document order: with the length of the scope around an element, those of the element itself.
    /// [`NamespaceId::NONE`] stands for `xmlns=""`.
    pub fn declared_from(&self, position: usize) -> impl Iterator<Item = (&str, NamespaceId)> {
        let declarations = self.bindings.get(position..).unwrap_or_default();
        declarations.iter().map(|binding| (self.prefix(binding), binding.namespace))
    }

    /// Binds a prefix until the scope is cut back. `false`, and nothing done, where the prefix is already bound by one of the declarations
    /// from `element` on, which are those of the same element.
    pub(crate) fn declare(&mut self, element: usize, prefix: &str, namespace: NamespaceId) -> bool {
        let hash = hash(0, prefix.as_bytes());
        let outer = self.find_hashed(hash, prefix);
        if outer.is_some_and(|index| index as usize >= element) {
            return false;
        }
        let index = self.bindings.len() as u32;
        let start = self.prefixes.len();
        self.prefixes.push_str(prefix);
        self.bindings.push(Binding { start, end: self.prefixes.len(), hash, namespace, outer });
        let bindings = &self.bindings;
        match outer {
            Some(outer) => self.replace(hash, outer, index),
            None => {
                self.innermost.insert_unique(hash, index, |&other| bindings[other as usize].hash);
            }
        }
        true
    }

    fn replace(&mut self, hash: u64, old: u32, new: u32) {
        if let Some(slot) = self.innermost.find_mut(hash, |&other| other == old) {
            *slot = new;
        }
    }

    /// Takes back every declaration from `length` on.
    pub(crate) fn truncate(&mut self, length: usize) {
        while self.bindings.len() > length {
            let index = self.bindings.len() as u32 - 1;
            let Some(binding) = self.bindings.pop() else {
                return;
            };
            self.prefixes.truncate(binding.start);
            match binding.outer {
                Some(outer) => self.replace(binding.hash, index, outer),
                None => {
                    if let Ok(entry) = self.innermost.find_entry(binding.hash, |&other| other == index) {
                        entry.remove();
                    }
                }
            }
        }
    }
}
