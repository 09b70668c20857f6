//! Attribute uses of derived types (derivation-ok-restriction.2–4, ct-props-correct.5).

use super::{Judge, derivation_ok, wildcard};
use crate::components::{
    AttributeDeclaration, AttributeId, AttributeUse, AttributeUses, ComplexType, Derivation, DerivationSet,
    NamespaceConstraint, ProcessContents, TypeDefinition, TypeDetail, TypeId, Wildcard,
};
use crate::{IssueCode, Place};
use pyxsd_datatypes::Builtin;
use pyxsd_xml::Symbol;

/// The attributes that others have to restrict.
struct Original<'o> {
    attributes: &'o AttributeUses,
    is_ur_type: bool,
    /// What has them, for messages.
    shown: &'o str,
    place: &'o Option<Place>,
    /// For every defect, where the kind of restriction decides.
    code: Option<IssueCode>,
}

impl AttributeUse {
    /// Whether a restriction of this use has its fixed value, if it has one (derivation-ok-restriction.2.1.3).
    pub(super) fn keeps_fixed(&self, restriction: &AttributeUse) -> bool {
        let Some(fixed) = self.value.as_ref().filter(|value| value.fixed) else { return true };
        restriction.value.as_ref().is_some_and(|value| {
            value.fixed
                && match (&value.value, &fixed.value) {
                    (Some(own), Some(base)) => own.equals(base),
                    _ => value.lexical == fixed.lexical,
                }
        })
    }
}

impl<'c> Judge<'c> {
    /// The wildcard beside some attributes, where it admits another one.
    fn admitting(&self, uses: &AttributeUses, used: &AttributeUse) -> Option<&'c Wildcard> {
        let components = self.components;
        let wildcard = components.wildcard(uses.wildcard?);
        let is_defined = || components.attribute_by_key.contains_key(&used.key);
        let name = components.attribute(used.attribute).name;
        (wildcard::admits(wildcard, name, self.names) && !(wildcard.not_defined && is_defined())).then_some(wildcard)
    }
}

impl Judge<'_> {
    pub(super) fn check_attributes(&mut self, id: TypeId, own: &TypeDefinition, complex: &ComplexType, place: &Place) {
        if self.is_1_0() {
            self.check_single_id(id, complex, place);
        }
        let components = self.components;
        let base_type = components.type_(own.base);
        let TypeDetail::Complex(base) = &base_type.detail else { return };
        if own.derivation != Derivation::Restriction {
            return;
        }
        let shown = format!("its base, the {}", self.shown_type(own.base));
        let is_ur_type = own.base == TypeId::ANY_TYPE;
        let base =
            Original { attributes: &base.attributes, is_ur_type, shown: &shown, place: &base_type.place, code: None };
        self.check_restricted_attributes(&complex.attributes, &base, place);
    }

    /// A redefinition that does not refer to the attribute group it replaces restricts it (src-redefine.7.2.2).
    pub(super) fn check_redefined_attribute_groups(&mut self) {
        let components = self.components;
        let code = Some(IssueCode::ComposeInvalid);
        for &(own, base) in &components.redefined_attribute_groups {
            let own = &components.attribute_groups[own.index()];
            let base = &components.attribute_groups[base.index()];
            let Some(place) = &own.place else { continue };
            let shown = format!("the attribute group {} that it redefines", self.shown(base.name));
            let base =
                Original { attributes: &base.attributes, is_ur_type: false, shown: &shown, place: &base.place, code };
            self.check_restricted_attributes(&own.attributes, &base, place);
        }
    }

    fn check_restricted_attributes(&mut self, own: &AttributeUses, base: &Original, place: &Place) {
        for used in &own.uses {
            let from = base.attributes.uses.iter().find(|from| self.same_attribute(from, used));
            match from {
                Some(from) if from.attribute == used.attribute && from.place == used.place => {}
                Some(from) => self.check_restricted_use(from, used, place, base.code),
                None => self.check_admitted_use(base, used, place),
            }
        }
        if !self.is_1_0() {
            self.check_wild_attributes(own, base, place);
        }
        for required in base.attributes.uses.iter().filter(|used| used.required) {
            if !own.uses.iter().any(|used| self.same_attribute(required, used)) {
                let name = self.shown(self.components.attribute(required.attribute).name);
                let message = format!("the restriction leaves out the attribute {name}, which {} requires", base.shown);
                let code = base.code.unwrap_or(IssueCode::AttributeRestriction);
                self.error_against(code, "derivation-ok-restriction.3", place, message, &required.place);
            }
        }
        self.check_restricted_wildcard(own, base, place);
    }

    pub(super) fn same_attribute(&self, one: &AttributeUse, other: &AttributeUse) -> bool {
        self.components.attribute(one.attribute).name == self.components.attribute(other.attribute).name
    }

    fn check_restricted_use(
        &mut self,
        from: &AttributeUse,
        used: &AttributeUse,
        place: &Place,
        code: Option<IssueCode>,
    ) {
        let components = self.components;
        let (base, own) = (components.attribute(from.attribute), components.attribute(used.attribute));
        let name = self.shown(own.name);
        let mut defects: Vec<(&'static str, String)> = Vec::new();
        if from.required && !used.required {
            let what = format!("the attribute {name} is required in the base, but optional in the restriction");
            defects.push(("derivation-ok-restriction.2.1.1", what));
        }
        if !derivation_ok(components, own.type_id, base.type_id, DerivationSet::default()) {
            let what = format!(
                "the {} of the attribute {name} is not derived from the {} that it has in the base",
                self.shown_type(own.type_id),
                self.shown_type(base.type_id)
            );
            defects.push(("derivation-ok-restriction.2.1.2", what));
        }
        if let Some(fixed) = from.value.as_ref().filter(|_| !from.keeps_fixed(used)) {
            let what = format!("the attribute {name} is fixed to \"{}\" in the base, but not so here", fixed.lexical);
            defects.push(("derivation-ok-restriction.2.1.3", what));
        }
        if !self.is_1_0() && from.inheritable != used.inheritable {
            let what = format!("the attribute {name} must be inheritable exactly if it is so in the base");
            defects.push(("derivation-ok-restriction.3.1.4", what));
        }
        let at = used.place.as_ref().unwrap_or(place);
        for (rule, message) in defects {
            let code = code.unwrap_or(IssueCode::AttributeRestriction);
            self.error_against(code, rule, at, message, &from.place);
        }
    }

    /// An attribute that is left out, and that the wildcard of the restriction admits all the same, is assessed no less strictly than by the
    /// base (derivation-ok-restriction.3 of 1.1).
    fn check_wild_attributes(&mut self, own: &AttributeUses, base: &Original, place: &Place) {
        let components = self.components;
        for from in base.attributes.uses.iter().filter(|from| !from.required) {
            if own.uses.iter().any(|used| self.same_attribute(from, used)) {
                continue;
            }
            let Some(wildcard) = self.admitting(own, from) else { continue };
            let global =
                components.attribute_by_key.get(&from.key).filter(|_| wildcard.process != ProcessContents::Skip);
            let name = self.shown(components.attribute(from.attribute).name);
            let Some(&global) = global else {
                let message = format!(
                    "the restriction leaves out the attribute {name}, but its wildcard admits it: exclude it there with notQName"
                );
                let at = wildcard.place.as_ref().unwrap_or(place);
                let code = base.code.unwrap_or(IssueCode::AttributeRestriction);
                self.error_against(code, "derivation-ok-restriction.3", at, message, &from.place);
                continue;
            };
            let place_of_wildcard = wildcard.place.clone();
            let used = AttributeUse { place: place_of_wildcard, ..self.global_use(global) };
            self.check_restricted_use(from, &used, place, base.code);
        }
    }

    /// How a global declaration is used by what a wildcard admits.
    fn global_use(&self, attribute: AttributeId) -> AttributeUse {
        let AttributeDeclaration { key, value, inheritable, place, .. } = self.components.attribute(attribute);
        AttributeUse {
            attribute,
            key: *key,
            required: false,
            value: value.clone(),
            inheritable: *inheritable,
            place: place.clone(),
        }
    }

    fn check_admitted_use(&mut self, base: &Original, used: &AttributeUse, place: &Place) {
        let components = self.components;
        let name = components.attribute(used.attribute).name;
        if let Some(wildcard) = self.admitting(base.attributes, used) {
            // In 1.1 the declaration that the wildcard of the base leads to is restricted (derivation-ok-restriction.3). The ur-type has no say.
            let assesses = wildcard.process != ProcessContents::Skip && !base.is_ur_type && !self.is_1_0();
            let global = components.attribute_by_key.get(&used.key).copied();
            if let Some(global) = global.filter(|&global| assesses && global != used.attribute) {
                self.check_restricted_use(&self.global_use(global), used, place, base.code);
            }
            return;
        }
        let message = format!(
            "the attribute {} is neither declared nor admitted by a wildcard in {}",
            self.shown(name),
            base.shown
        );
        let at = used.place.as_ref().unwrap_or(place);
        let code = base.code.unwrap_or(IssueCode::AttributeRestriction);
        self.error_against(code, "derivation-ok-restriction.2.2", at, message, base.place);
    }

    /// Whether a restriction admits by its wildcard what the base admits neither by its wildcard nor by a use, which is looked at by itself.
    fn admits_more(&self, uses: &AttributeUses, own: &Wildcard, base: &Original, other: &Wildcard) -> bool {
        if self.is_1_0() {
            return !wildcard::is_subset(own, other, self.names, self.components.version);
        }
        let are_wider = !wildcard::namespaces_are_subset(&own.namespaces, &other.namespaces, self.components.version);
        if are_wider || (other.not_defined && !own.not_defined) {
            return true;
        }
        let is_used = |name: &Symbol| {
            let mut used = uses.uses.iter().chain(&base.attributes.uses);
            used.any(|used| self.components.attribute(used.attribute).name == *name)
        };
        other.not_names.iter().any(|name| wildcard::admits(own, *name, self.names) && !is_used(name))
    }

    fn check_restricted_wildcard(&mut self, uses: &AttributeUses, base: &Original, place: &Place) {
        let components = self.components;
        let Some(id) = uses.wildcard else { return };
        let own = components.wildcard(id);
        // 1.1 compares what is admitted.
        let is_void = matches!(&own.namespaces, NamespaceConstraint::Only(list) if list.is_empty());
        if is_void && !self.is_1_0() {
            return;
        }
        let shown = base.shown;
        let (rule, message) = match base.attributes.wildcard.map(|id| components.wildcard(id)) {
            None => {
                let message = format!("the restriction has an attribute wildcard, but {shown} has none");
                ("derivation-ok-restriction.4.1", message)
            }
            Some(other) if self.admits_more(uses, own, base, other) => {
                let message =
                    format!("the attribute wildcard admits attributes that the one of {shown} does not admit");
                ("derivation-ok-restriction.4.2", message)
            }
            Some(wildcard) if !base.is_ur_type && own.process > wildcard.process => {
                let message = format!("the attribute wildcard is assessed less strictly than the one of {shown}");
                ("derivation-ok-restriction.4.3", message)
            }
            Some(_) => return,
        };
        let at = own.place.as_ref().unwrap_or(place);
        self.error_against(base.code.unwrap_or(IssueCode::WildcardInvalid), rule, at, message, base.place);
    }

    /// 1.0 permits one attribute of type ID.
    fn check_single_id(&mut self, id: TypeId, complex: &ComplexType, place: &Place) {
        let is_id = |used: &&AttributeUse| self.components.attribute(used.attribute).datatype.builtin == Builtin::Id;
        let ids: Vec<&AttributeUse> = complex.attributes.uses.iter().filter(is_id).collect();
        let [first, second, ..] = ids[..] else { return };
        let name = |used: &AttributeUse| self.shown(self.components.attribute(used.attribute).name);
        let message =
            format!("the {} has two attributes of type ID, {} and {}", self.shown_type(id), name(first), name(second));
        let at = second.place.as_ref().unwrap_or(place);
        self.error_against(IssueCode::AttributeRestriction, "ct-props-correct.5", at, message, &first.place);
    }
}
