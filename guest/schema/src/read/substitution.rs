//! Substitution groups: which elements may stand for which (part 1, 3.3.6.3 and 3.3.6.4).

use super::*;
use std::collections::BTreeSet;

impl Reader<'_, '_> {
    /// Fills in the substitutes of every head.
    pub(super) fn close_substitution_groups(&mut self) {
        let mut substitutes: Vec<Vec<ElementId>> = vec![Vec::new(); self.elements.len()];
        for member in 0..self.elements.len() {
            let mut reached = BTreeSet::new();
            let mut queue = self.elements[member].substitution_heads.clone();
            while let Some(head) = queue.pop() {
                if head.index() == member || !reached.insert(head) {
                    continue;
                }
                queue.extend(self.elements[head.index()].substitution_heads.iter().copied());
            }
            for head in reached {
                if self.may_substitute(member, head) {
                    substitutes[head.index()].push(ElementId(member as u32));
                }
            }
        }
        for (declaration, substitutes) in self.elements.iter_mut().zip(substitutes) {
            declaration.substitutes = substitutes;
        }
    }

    /// Substitution group OK (transitive), clause 2: neither the head nor a type on the way blocks it.
    fn may_substitute(&self, member: usize, head: ElementId) -> bool {
        let head = &self.elements[head.index()];
        if head.block.intersects(DerivationSet::SUBSTITUTION) {
            return false;
        }
        let mut blocked = head.block.with(self.blocked_by(head.type_id));
        let mut methods = DerivationSet::default();
        let mut at = self.elements[member].type_id;
        while at != head.type_id {
            if at == TypeId::ANY_TYPE {
                // Not derived from the head's type, which is reported elsewhere.
                return true;
            }
            let (base, derivation) = self.derivation_of(at);
            methods = methods.with(derivation.as_set());
            at = base;
            if at != head.type_id {
                blocked = blocked.with(self.blocked_by(at));
            }
        }
        !blocked.intersects(methods)
    }

    fn blocked_by(&self, id: TypeId) -> DerivationSet {
        match &self.types[id.index()].raw {
            RawType::Complex(raw) => raw.block,
            _ => DerivationSet::default(),
        }
    }

    /// Base and derivation method of a built type.
    pub(super) fn derivation_of(&self, id: TypeId) -> (TypeId, Derivation) {
        match &self.types[id.index()].raw {
            RawType::Unread | RawType::AnyType => (TypeId::ANY_TYPE, Derivation::Restriction),
            RawType::Builtin(builtin) => {
                let base = builtin.base_in(self.version).map_or(TypeId::ANY_TYPE, TypeId::builtin);
                let is_list = matches!(builtin, Builtin::NmTokens | Builtin::IdRefs | Builtin::Entities);
                (base, if is_list { Derivation::List } else { Derivation::Restriction })
            }
            RawType::Simple(raw) => (raw.base, raw.derivation),
            RawType::Complex(raw) => (raw.base, raw.derivation),
        }
    }
}
