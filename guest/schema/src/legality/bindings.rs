//! One declaration or wildcard in the place of another, in a restriction.

use super::type_table::have_equivalent_tables;
use super::{Judge, derivation_ok};
use crate::automaton::Matched;
use crate::components::{DerivationSet, ElementId, ProcessContents, WildcardId};
use pyxsd_xml::Symbol;

/// What decides how a child is assessed: a declaration, or how a wildcard treats what has none (default binding, 3.4.6.4 of 1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Binding {
    Declaration(ElementId),
    Process(ProcessContents),
}

impl Judge<'_> {
    /// Why an element declaration is not a restriction of another one of the same name; `None` where it is (rcase-NameAndTypeOK).
    pub(super) fn element_defect(&self, own: ElementId, base: ElementId) -> Option<String> {
        if own == base {
            return None;
        }
        let (own, base) = (self.components.element(own), self.components.element(base));
        let name = self.shown(own.name);
        if own.nillable && !base.nillable {
            return Some(format!("the element {name} is nillable, but not so in the base"));
        }
        if let Some(fixed) = base.value.as_ref().filter(|value| value.fixed) {
            let same = own.value.as_ref().is_some_and(|value| {
                value.fixed
                    && match (&value.value, &fixed.value) {
                        (Some(own), Some(base)) => own.equals(base),
                        _ => value.lexical == fixed.lexical,
                    }
            });
            if !same {
                return Some(format!(
                    "the element {name} is fixed to \"{}\" in the base, but not so here",
                    fixed.lexical
                ));
            }
        }
        if base.block.0 & !own.block.0 != 0 {
            return Some(format!("the element {name} blocks less than in the base"));
        }
        let without_block = DerivationSet::EXTENSION.with(DerivationSet::LIST).with(DerivationSet::UNION);
        let excluded = match self.is_1_0() {
            true => without_block,
            false => without_block.with(self.components.type_(base.type_id).block()),
        };
        if !derivation_ok(self.components, own.type_id, base.type_id, excluded) {
            let reason = match derivation_ok(self.components, own.type_id, base.type_id, without_block) {
                true => "is blocked from standing for",
                false => "is not a restriction of",
            };
            return Some(format!(
                "the {} of the element {name} {reason} the {} that it has in the base",
                self.shown_type(own.type_id),
                self.shown_type(base.type_id)
            ));
        }
        if !have_equivalent_tables(own, base) {
            return Some(format!("the alternatives of the element {name} differ from those in the base"));
        }
        let (fewer, more) = match self.is_1_0() {
            true => (&own.identity_constraints, &base.identity_constraints),
            false => (&base.identity_constraints, &own.identity_constraints),
        };
        if fewer.iter().any(|id| !more.contains(id)) {
            return Some(format!("the identity constraints of the element {name} differ from those in the base"));
        }
        None
    }

    pub(super) fn binding(&self, matched: Matched, key: Symbol) -> Binding {
        match matched {
            Matched::Element(id) => Binding::Declaration(id),
            Matched::Wildcard(id) => self.wildcard_binding(id, key),
        }
    }

    fn wildcard_binding(&self, id: WildcardId, key: Symbol) -> Binding {
        let process = self.components.wildcard(id).process;
        match self.components.element_by_key.get(&key) {
            Some(&declared) if process != ProcessContents::Skip => Binding::Declaration(declared),
            _ => Binding::Process(process),
        }
    }

    /// Why a child that is assessed so may not be assessed so by the restriction of `base` (3.4.6.4 of 1.1, subsumption).
    pub(super) fn binding_defect(&self, own: Binding, base: Binding, name: Symbol) -> Option<String> {
        let allowed = match (own, base) {
            (_, Binding::Process(ProcessContents::Skip)) => true,
            (own, Binding::Process(ProcessContents::Lax)) => own != Binding::Process(ProcessContents::Skip),
            (own, Binding::Process(ProcessContents::Strict)) => {
                matches!(own, Binding::Declaration(_) | Binding::Process(ProcessContents::Strict))
            }
            (Binding::Declaration(own), Binding::Declaration(base)) => {
                let (found, wanted) = (self.components.element(own).name, self.components.element(base).name);
                // Documents may be matched by local names, declarations have their namespaces.
                if found != wanted {
                    let (found, wanted) = (self.shown(found), self.shown(wanted));
                    return Some(format!("the element {found} stands in the place of the element {wanted}"));
                }
                return self.element_defect(own, base);
            }
            (Binding::Process(_), Binding::Declaration(_)) => false,
        };
        (!allowed).then(|| format!("{} is assessed less strictly than by the base", self.shown_child(name)))
    }

    /// A name for messages; names made up to stand for all others have a local part that no document can have.
    pub(super) fn shown_child(&self, name: Symbol) -> String {
        match self.names.local(name) {
            super::inclusion::ANY_OTHER => match self.names.namespace_uri(self.names.namespace_of(name)) {
                "" => "an undeclared element in no namespace".to_owned(),
                super::inclusion::ANY_OTHER => "an element of a namespace that is not named".to_owned(),
                uri => format!("an undeclared element of the namespace {uri}"),
            },
            _ => format!("the element {}", self.shown(name)),
        }
    }
}
