//! What a restriction has removed and an extension adds back (cos-ct-extends.1.5).

use super::{Judge, derivation_ok};
use crate::automaton::{Expression, LeafTerm};
use crate::components::{ComplexType, Content, DerivationSet, ElementId, TypeDefinition, TypeDetail, TypeId};
use crate::{IssueCode, Place};
use hashbrown::{HashMap, HashSet};
use pyxsd_xml::Symbol;

impl Judge<'_> {
    /// An extension could be made of the outermost ancestor in two steps, an extension and a restriction: so what has a name of the ancestor's
    /// restricts what that has, also where a restriction in between has left it out.
    pub(super) fn check_added_back(&mut self, own: &TypeDefinition, complex: &ComplexType, place: &Place) {
        let Some(origin) = self.outermost(own.base).filter(|origin| *origin != own.base) else { return };
        let components = self.components;
        let (TypeDetail::Complex(base), TypeDetail::Complex(ancestor)) =
            (&components.type_(own.base).detail, &components.type_(origin).detail)
        else {
            return;
        };
        self.check_attributes_added_back(complex, base, (origin, ancestor), place);
        self.check_elements_added_back(complex, base, (origin, ancestor), place);
    }

    /// The ancestor, or the type itself, whose base is the ur-type; nothing where the bases are circular.
    fn outermost(&self, from: TypeId) -> Option<TypeId> {
        let mut at = from;
        let mut seen = HashSet::new();
        while self.components.type_(at).base != TypeId::ANY_TYPE {
            if !seen.insert(at) {
                return None;
            }
            at = self.components.type_(at).base;
        }
        Some(at)
    }

    fn check_attributes_added_back(
        &mut self,
        complex: &ComplexType,
        base: &ComplexType,
        (origin, ancestor): (TypeId, &ComplexType),
        place: &Place,
    ) {
        let components = self.components;
        for used in &complex.attributes.uses {
            let name = components.attribute(used.attribute).name;
            let is_of_name = |other: &&_| self.same_attribute(other, used);
            if base.attributes.uses.iter().any(|other| is_of_name(&other)) {
                continue;
            }
            let Some(from) = ancestor.attributes.uses.iter().find(is_of_name) else { continue };
            let type_id = |id| components.attribute(id).type_id;
            let restricts =
                derivation_ok(components, type_id(used.attribute), type_id(from.attribute), DerivationSet::default());
            if restricts && from.keeps_fixed(used) {
                continue;
            }
            let message = format!(
                "the attribute {} is added back otherwise than the {} has it, from which a restriction removed it",
                self.shown(name),
                self.shown_type(origin)
            );
            let at = used.place.as_ref().unwrap_or(place);
            self.error_against(IssueCode::AttributeRestriction, "cos-ct-extends.1.5", at, message, &from.place);
        }
    }

    fn check_elements_added_back(
        &mut self,
        complex: &ComplexType,
        base: &ComplexType,
        (origin, ancestor): (TypeId, &ComplexType),
        place: &Place,
    ) {
        let components = self.components;
        let known: HashSet<ElementId> = elements(&base.content).into_iter().collect();
        let added: Vec<ElementId> =
            elements(&complex.content).into_iter().filter(|element| !known.contains(element)).collect();
        if added.is_empty() {
            return;
        }
        let name = |element: ElementId| components.element(element).name;
        let of_ancestor: HashMap<Symbol, ElementId> =
            elements(&ancestor.content).into_iter().map(|element| (name(element), element)).collect();
        for element in added {
            let Some(&from) = of_ancestor.get(&name(element)) else { continue };
            let type_id = |element: ElementId| components.element(element).type_id;
            if derivation_ok(components, type_id(element), type_id(from), DerivationSet::EXTENSION) {
                continue;
            }
            let message = format!(
                "the element {} of the {} is added to a type derived from the {}, which has it with the {}",
                self.shown(name(element)),
                self.shown_type(type_id(element)),
                self.shown_type(origin),
                self.shown_type(type_id(from))
            );
            let from = components.element(from).place.clone();
            let at = components.element(element).place.clone().unwrap_or_else(|| place.clone());
            self.error_against(IssueCode::ParticleRestriction, "cos-ct-extends.1.5", &at, message, &from);
        }
    }
}

/// The element declarations of a content model.
fn elements(content: &Content) -> Vec<ElementId> {
    let Content::Elements { particle, .. } = content else { return Vec::new() };
    // A content model that is too large for this is reported as such.
    let Ok(expression) = Expression::new(particle) else { return Vec::new() };
    let element = |term: &LeafTerm| match term {
        LeafTerm::Element(id) => Some(*id),
        LeafTerm::Wildcard(_) => None,
    };
    expression.leaves.iter().filter_map(|leaf| element(&leaf.term)).collect()
}
