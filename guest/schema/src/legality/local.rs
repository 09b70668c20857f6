//! Locally declared types of derived types (derivation-ok-restriction.4 and cos-ct-extends.1.6 of 1.1).

use super::{Judge, is_substitutable};
use crate::components::{AttributeUse, ComplexType, Content, Derivation, DerivationSet, TypeDefinition, TypeId};
use crate::{IssueCode, Place};
use hashbrown::{HashMap, HashSet};
use pyxsd_xml::Symbol;

impl Judge<'_> {
    /// What a type declares anywhere has a type that may stand for the one that its base, or else a type further up, declares of that name.
    pub(super) fn check_local_types(&mut self, id: TypeId, own: &TypeDefinition, complex: &ComplexType, place: &Place) {
        if own.base == TypeId::ANY_TYPE || own.base == id {
            return;
        }
        self.check_local_elements(own, complex, place);
        self.check_local_attributes(own, complex, place);
    }

    fn check_local_elements(&mut self, own: &TypeDefinition, complex: &ComplexType, place: &Place) {
        let components = self.components;
        let (excluded, rule) = match own.derivation {
            Derivation::Restriction => {
                let excluded = DerivationSet::EXTENSION.with(DerivationSet::LIST).with(DerivationSet::UNION);
                (excluded, "derivation-ok-restriction.4")
            }
            _ => (DerivationSet::default(), "cos-ct-extends.1.6"),
        };
        let Content::Elements { model, .. } = &complex.content else { return };
        for key in model.keys() {
            let Some(element) = model.declaration_of(key) else { continue };
            let Some(other) = components.locally_declared_element(own.base, key).filter(|&other| other != element)
            else {
                continue;
            };
            let (element, other) = (components.element(element), components.element(other));
            // Documents may be matched by local names, declarations have their namespaces.
            if element.name != other.name {
                continue;
            }
            if is_substitutable(components, element.type_id, other.type_id, excluded) {
                continue;
            }
            let message = format!(
                "the element {} has the {} here, which may not stand for the {} that it has in a type from which this one is derived",
                self.shown(element.name),
                self.shown_type(element.type_id),
                self.shown_type(other.type_id)
            );
            let at = element.place.as_ref().unwrap_or(place);
            self.error_against(IssueCode::ParticleRestriction, rule, at, message, &other.place);
        }
    }

    /// Attributes that the base has are compared with it elsewhere.
    fn check_local_attributes(&mut self, own: &TypeDefinition, complex: &ComplexType, place: &Place) {
        let components = self.components;
        let rule = match own.derivation {
            Derivation::Restriction => "derivation-ok-restriction.4",
            _ => "cos-ct-extends.1.6",
        };
        let Some(base) = components.complex(own.base) else { return };
        let name = |used: &AttributeUse| components.attribute(used.attribute).name;
        let known: HashSet<Symbol> = base.attributes.uses.iter().map(name).collect();
        let mut added: HashMap<Symbol, &AttributeUse> = HashMap::new();
        added.extend(complex.attributes.uses.iter().map(|used| (name(used), used)));
        added.retain(|name, _| !known.contains(name));
        for ancestor in components.declaring(own.base).skip(1) {
            let Some(ancestor) = components.complex(ancestor).filter(|_| !added.is_empty()) else { return };
            for other in &ancestor.attributes.uses {
                let Some(used) = added.remove(&name(other)) else { continue };
                let (attribute, other) = (components.attribute(used.attribute), components.attribute(other.attribute));
                if is_substitutable(components, attribute.type_id, other.type_id, DerivationSet::default()) {
                    continue;
                }
                let message = format!(
                    "the attribute {} has the {} here, which may not stand for the {} that it has in a type from which this one is derived",
                    self.shown(attribute.name),
                    self.shown_type(attribute.type_id),
                    self.shown_type(other.type_id)
                );
                let at = used.place.as_ref().unwrap_or(place);
                self.error_against(IssueCode::AttributeRestriction, rule, at, message, &other.place);
            }
        }
    }
}
