//! Element Declarations Consistent (part 1, 3.8.6.3).

use super::Judge;
use crate::automaton::{Expression, LeafTerm};
use crate::components::{ElementId, TypeId};
use crate::{IssueCode, Place};
use pyxsd_xml::Symbol;
use std::collections::BTreeMap;

impl Judge<'_> {
    /// An element and what may stand for it. In 1.0 no abstract element is among its substitutes.
    pub(super) fn substitution_group(&self, head: ElementId) -> Vec<ElementId> {
        let components = self.components;
        let counts = |id: &ElementId| !(self.is_1_0() && components.element(*id).is_abstract);
        let substitutes = components.element(head).substitutes.iter().copied().filter(counts);
        std::iter::once(head).chain(substitutes).collect()
    }

    /// Elements of one name in one content model, substitutes among them, have one type.
    pub(super) fn check_consistent(&mut self, id: TypeId, expression: &Expression, place: &Place) {
        let components = self.components;
        let mut seen: BTreeMap<Symbol, ElementId> = BTreeMap::new();
        for leaf in &expression.leaves {
            let LeafTerm::Element(element) = leaf.term else { continue };
            for element in self.substitution_group(element) {
                let declaration = components.element(element);
                let first = components.element(*seen.entry(declaration.name).or_insert(element));
                if first.type_id == declaration.type_id {
                    continue;
                }
                let message = format!(
                    "two elements {} in the content of the {} have different types, the {} and the {}",
                    self.shown(declaration.name),
                    self.shown_type(id),
                    self.shown_type(first.type_id),
                    self.shown_type(declaration.type_id)
                );
                let at = leaf.particle.place.as_ref().unwrap_or(place);
                self.model_error(IssueCode::AllRule, "cos-element-consistent", at, message, &first.place);
                return;
            }
        }
    }
}
