//! Restriction by language (cos-content-act-restrict of 1.1): whatever the one model accepts the other accepts, child for child
//! assessed no less strictly.

use super::Judge;
use crate::automaton::{ContentModel, State, TooLarge};
use crate::components::NamespaceConstraint;
use pyxsd_xml::{NamespaceId, Symbol};
use std::collections::BTreeSet;

/// Work of one comparison: children tried, times the configurations of the two states. Large counters multiply both.
const WORK: usize = 1 << 19;
/// Configurations of one state; only an ambiguous model has more.
const CONFIGURATIONS: usize = 1 << 10;

/// Local name, and namespace, of what no document names.
pub(super) const ANY_OTHER: &str = "\u{1}";

/// A name that may come next, and what it is matched by.
type Letter = (Symbol, NamespaceId);

impl Judge<'_> {
    /// Why `own` is no restriction of `base`.
    pub(super) fn inclusion_defect(
        &mut self,
        own: &ContentModel,
        base: &ContentModel,
    ) -> Result<Option<String>, TooLarge> {
        let letters = self.letters(own, base);
        let start = (own.start(), base.start());
        let mut seen: BTreeSet<(State, State)> = BTreeSet::from([start.clone()]);
        let mut open = vec![start];
        let mut work = 0;
        while let Some((state, base_state)) = open.pop() {
            if own.is_complete(&state) && !base.is_complete(&base_state) {
                let missing = base.expected(&base_state);
                let wanted = missing.first().map_or_else(|| "something".to_owned(), |next| self.shown_expected(next));
                return Ok(Some(format!("it may end where the base still requires {wanted}")));
            }
            work += letters.len() * (state.size() + base_state.size());
            if work > WORK || state.size().max(base_state.size()) > CONFIGURATIONS {
                return Err(TooLarge);
            }
            for &(key, namespace) in &letters {
                let (mut next, mut base_next) = (state.clone(), base_state.clone());
                let Some(matched) = own.step(self.components, &mut next, key, namespace) else { continue };
                let Some(base_matched) = base.step(self.components, &mut base_next, key, namespace) else {
                    return Ok(Some(format!("it admits {} where the base does not", self.shown_child(key))));
                };
                let (binding, base_binding) = (self.binding(matched, key), self.binding(base_matched, key));
                if let Some(defect) = self.binding_defect(binding, base_binding, key) {
                    return Ok(Some(defect));
                }
                let pair = (next, base_next);
                if !seen.contains(&pair) {
                    seen.insert(pair.clone());
                    open.push(pair);
                }
            }
        }
        Ok(None)
    }

    /// The names of both models, and one for all others of each namespace that a wildcard can tell apart.
    fn letters(&mut self, own: &ContentModel, base: &ContentModel) -> Vec<Letter> {
        let components = self.components;
        let mut keys: BTreeSet<Symbol> = own.keys().chain(base.keys()).collect();
        let mut namespaces: BTreeSet<NamespaceId> = keys.iter().map(|&key| self.names.namespace_of(key)).collect();
        let mut has_wildcards = false;
        for id in own.wildcards().chain(base.wildcards()) {
            has_wildcards = true;
            let wildcard = components.wildcard(id);
            keys.extend(&wildcard.not_names);
            if wildcard.not_defined {
                keys.extend(components.elements.iter().map(|element| element.key));
            }
            match &wildcard.namespaces {
                NamespaceConstraint::Any => {}
                NamespaceConstraint::Not(list) | NamespaceConstraint::Only(list) => namespaces.extend(list),
            }
        }
        if has_wildcards {
            namespaces.insert(self.names.namespace(ANY_OTHER));
            for namespace in namespaces {
                keys.insert(self.names.intern(namespace, ANY_OTHER));
            }
        }
        keys.into_iter().map(|key| (key, self.names.namespace_of(key))).collect()
    }

    fn shown_expected(&self, next: &crate::automaton::Expected) -> String {
        match next {
            crate::automaton::Expected::Element(id) => {
                format!("the element {}", self.shown(self.components.element(*id).name))
            }
            crate::automaton::Expected::Wildcard(_) => "a child that a wildcard admits".to_owned(),
        }
    }
}
