//! Attributes that are no use of the type: admitted by its wildcard, or refused (cvc-complex-type.3.2, cvc-wildcard, cvc-assess-attr).

use super::{AttributeAssessment, Tag, is_id};
use crate::message::{enumerate, type_name};
use pyxsd_datatypes::Builtin;
use pyxsd_schema::components::{
    AttributeDeclaration, AttributeUse, AttributeUses, DerivationSet, ProcessContents, TypeDetail, TypeId, Wildcard,
};
use pyxsd_schema::{IssueCode, NameMatching, XsdVersion, is_substitutable};
use pyxsd_xml::{Names, Symbol};

impl<'s> AttributeAssessment<'s> {
    /// An attribute that is no use of the type: prohibited, or for the wildcard (cvc-complex-type.3.2).
    #[cold]
    pub(super) fn beyond_uses(
        &mut self,
        tag: &mut Tag<'_, 's, '_>,
        index: usize,
        uses: &'s AttributeUses,
        wild_id: &mut bool,
    ) {
        let key = tag.key(index);
        let wildcard = uses.wildcard.map(|id| self.components.wildcard(id));
        if let Some(wildcard) = wildcard.filter(|wildcard| self.admits(wildcard, uses, key, tag)) {
            return self.by_wildcard(tag, index, uses, wildcard, wild_id);
        }
        self.keep(tag, index, None, false, None);
        let (code, rule, reason) = if uses.prohibited.contains(&key) {
            (IssueCode::ProhibitedAttribute, "cvc-complex-type.3.2.1", "prohibited")
        } else if wildcard.is_some() {
            (IssueCode::WildcardNamespace, "cvc-complex-type.3.2.2", "not declared, and not admitted by the wildcard,")
        } else {
            (IssueCode::UnexpectedAttribute, "cvc-complex-type.3.2.1", "not declared")
        };
        if !tag.findings.count(code) {
            return;
        }
        let names = tag.bindings.names;
        let attribute = &tag.event.attributes[index];
        let owner = type_name(self.components, names, tag.frame.type_id);
        let allowed: Vec<String> = uses.uses.iter().map(|use_| self.use_name(names, use_)).collect();
        let listed = enumerate(&allowed);
        let message =
            format!("attribute {} is {reason} in {owner}; declared there: {listed}", names.display(attribute.name));
        let place = self.components.type_(tag.frame.type_id).place.as_ref();
        let draft = tag.draft(rule, attribute, message, place).expected(allowed);
        tag.findings.keep(code, draft);
    }

    pub(super) fn use_name(&self, names: &Names, use_: &AttributeUse) -> String {
        names.display(self.components.attribute(use_.attribute).name).to_string()
    }

    fn admits(&self, wildcard: &Wildcard, uses: &AttributeUses, key: Symbol, tag: &Tag<'_, 's, '_>) -> bool {
        if self.components.matching == NameMatching::Legacy {
            return true;
        }
        let is_defined = || self.components.attribute_by_key.contains_key(&key);
        let is_sibling = || uses.uses.iter().any(|use_| use_.key == key);
        let excluded = wildcard.not_names.contains(&key)
            || wildcard.not_defined && is_defined()
            || wildcard.not_defined_siblings && is_sibling();
        !excluded && wildcard.admits_namespace(tag.bindings.names.namespace_of(key))
    }

    fn by_wildcard(
        &mut self,
        tag: &mut Tag<'_, 's, '_>,
        index: usize,
        uses: &'s AttributeUses,
        wildcard: &'s Wildcard,
        wild_id: &mut bool,
    ) {
        let legacy = self.components.matching == NameMatching::Legacy;
        if wildcard.process == ProcessContents::Skip || legacy {
            return;
        }
        if let Some(&id) = self.components.attribute_by_key.get(&tag.key(index)) {
            let declaration = self.components.attribute(id);
            self.value(tag, index, id, declaration.value.as_ref());
            if self.components.version == XsdVersion::V1_1 {
                self.check_consistent(tag, index, declaration);
            }
            if self.components.version == XsdVersion::V1_0 && is_id(&declaration.datatype) {
                self.wild_id(tag, index, uses, wild_id);
            }
            return;
        }
        if wildcard.process == ProcessContents::Lax {
            return self.untyped(tag, index);
        }
        self.keep(tag, index, None, false, None);
        if !tag.findings.count(IssueCode::WildcardNoDeclaration) {
            return;
        }
        let attribute = &tag.event.attributes[index];
        let name = tag.bindings.names.display(attribute.name);
        let message = format!("attribute {name} needs a global declaration: the wildcard that admits it is strict");
        let draft = tag.draft("cvc-assess-attr.1", attribute, message, wildcard.place.as_ref());
        tag.findings.keep(IssueCode::WildcardNoDeclaration, draft);
    }

    /// An attribute that a wildcard admits has the type of the attribute of its name that an ancestor of the type has, or one derived from it
    /// (1.1, cvc-complex-type.5).
    fn check_consistent(&self, tag: &mut Tag<'_, 's, '_>, index: usize, declaration: &AttributeDeclaration) {
        let components = self.components;
        let local = components.locally_declared_attribute(tag.frame.type_id, declaration.name);
        let Some(local) = local.map(|use_| components.attribute(use_.attribute)) else { return };
        if is_substitutable(components, declaration.type_id, local.type_id, DerivationSet::default()) {
            return;
        }
        let names = tag.bindings.names;
        let attribute = &tag.event.attributes[index];
        let types = [declaration.type_id, local.type_id].map(|id| type_name(components, names, id));
        let message = format!(
            "attribute {} has {} here, which is not derived from {} of the same name in a base of the type",
            names.display(attribute.name),
            types[0],
            types[1]
        );
        let draft = tag.draft("cvc-complex-type.5", attribute, message, local.place.as_ref());
        tag.findings.add(IssueCode::InvalidAttribute, || draft);
    }

    /// An ID attribute that a wildcard admits: at most one, and none beside an ID of the type (XSD 1.0, cvc-complex-type.5).
    fn wild_id(&mut self, tag: &mut Tag<'_, 's, '_>, index: usize, uses: &'s AttributeUses, wild_id: &mut bool) {
        let rule = if std::mem::replace(wild_id, true) {
            "cvc-complex-type.5.1"
        } else if uses.uses.iter().any(|use_| is_id(&self.components.attribute(use_.attribute).datatype)) {
            "cvc-complex-type.5.2"
        } else {
            return;
        };
        let attribute = &tag.event.attributes[index];
        let name = tag.bindings.names.display(attribute.name);
        let message = format!("attribute {name} is another ID of the same element; one is allowed");
        let draft = tag.draft(rule, attribute, message, None);
        tag.findings.add(IssueCode::InvalidAttribute, || draft);
    }

    /// Lax assessment: valid where a global declaration says otherwise.
    pub(super) fn lax(&mut self, tag: &mut Tag<'_, 's, '_>, index: usize) {
        if self.is_exempt(tag, index) {
            return;
        }
        let strict = self.components.matching == NameMatching::Strict;
        match self.components.attribute_by_key.get(&tag.key(index)).filter(|_| strict) {
            Some(&id) => self.value(tag, index, id, self.components.attribute(id).value.as_ref()),
            None => self.untyped(tag, index),
        }
    }

    fn untyped(&mut self, tag: &Tag<'_, 's, '_>, index: usize) {
        let any = &self.components.type_(TypeId::builtin(Builtin::AnySimpleType)).detail;
        if let TypeDetail::Simple(simple) = any {
            self.keep(tag, index, Some(&simple.datatype), true, None);
        }
    }
}
