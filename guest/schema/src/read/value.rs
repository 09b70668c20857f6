//! Default and fixed values (part 1, 3.2.6.1, 3.3.6.1 and 3.3.6.2).

use super::*;

impl<'d> Reader<'d, '_> {
    /// Gives attribute declarations their datatypes and checks their value constraints.
    pub(super) fn settle_attributes(&mut self) {
        for attribute in 0..self.attributes.len() {
            let declaration = &mut self.attributes[attribute];
            if let Some(datatype) = &self.types[declaration.type_id.index()].datatype {
                declaration.datatype = datatype.clone();
            }
            let datatype = declaration.datatype.clone();
            if let Some(raw) = self.attribute_sources[attribute].value.clone() {
                let value = self.checked_value(&raw, &datatype, "a-props-correct");
                self.attributes[attribute].value = Some(value);
            }
        }
    }

    /// The value constraint of something with a simple type; an invalid one is reported.
    pub(super) fn checked_value(
        &mut self,
        raw: &RawValue<'d>,
        datatype: &Arc<SimpleType>,
        rule: &'static str,
    ) -> ValueConstraint {
        let attribute = if raw.fixed { "fixed" } else { "default" };
        let is_refused = !self.is_1_1() && derives_from_id(datatype);
        let value = match datatype.parse(raw.lexical, &lexical::NodeContext(raw.node)) {
            Ok(value) => Some(value),
            Err(_) if is_refused => None,
            Err(error) => {
                let message =
                    format!("the {attribute} value \"{}\" is not valid for the type: {}", raw.lexical, error.message);
                let rule = if rule == "a-props-correct" { "a-props-correct.2" } else { "cos-valid-default.1" };
                self.error(IssueCode::DeclarationAttribute, rule, raw.scope, raw.node, message);
                None
            }
        };
        if is_refused {
            let message = format!("a {attribute} value is not allowed for xs:ID");
            let rule = if rule == "a-props-correct" { "a-props-correct.3" } else { "e-props-correct.5" };
            self.error(IssueCode::DeclarationAttribute, rule, raw.scope, raw.node, message);
        }
        ValueConstraint { fixed: raw.fixed, lexical: raw.lexical.into(), value }
    }

    /// The value constraint of an attribute use: its own, else that of the declaration.
    pub(super) fn checked_use(&mut self, raw: &RawValue<'d>, attribute: AttributeId) -> ValueConstraint {
        let datatype = self.attributes[attribute.index()].datatype.clone();
        let value = self.checked_value(raw, &datatype, "a-props-correct");
        let declared = self.attributes[attribute.index()].value.as_ref().filter(|declared| declared.fixed);
        let differs = declared.is_some_and(|declared| {
            !value.fixed || matches!((&declared.value, &value.value), (Some(a), Some(b)) if !a.equals(b))
        });
        if differs {
            let name = self.attributes[attribute.index()].name;
            let message =
                format!("the attribute {} has a fixed value, which a use of it cannot change", self.shown(name));
            let place = self.place(raw.scope, raw.node);
            let declared_at = self.attributes[attribute.index()].place.clone();
            self.findings.error_against(
                IssueCode::DeclarationAttribute,
                "au-props-correct.2",
                place,
                message,
                declared_at,
            );
        }
        value
    }

    /// Checks the value constraints of elements, every type being built.
    pub(super) fn settle_elements(&mut self) {
        self.settle_element_types();
        for element in 0..self.elements.len() {
            let Some(raw) = self.element_sources[element].value.clone() else { continue };
            let value = self.element_value(&raw, self.elements[element].type_id);
            self.elements[element].value = Some(value);
        }
    }

    fn element_value(&mut self, raw: &RawValue<'d>, type_id: TypeId) -> ValueConstraint {
        let slot = &self.types[type_id.index()];
        let datatype = match (&slot.datatype, &slot.content) {
            (Some(datatype), _) => Some(datatype.clone()),
            (None, Some(EffectiveContent::Simple(simple))) => self.types[simple.index()].datatype.clone(),
            _ => None,
        };
        if let Some(datatype) = datatype {
            return self.checked_value(raw, &datatype, "e-props-correct");
        }
        let is_mixed_and_emptiable = match &slot.content {
            Some(EffectiveContent::Elements { mixed, particle, .. }) => *mixed && particle.is_emptiable(),
            _ => false,
        };
        if !is_mixed_and_emptiable {
            let message = format!(
                "a default or fixed value needs simple content, or mixed content that may be empty; the {} has neither",
                self.shown_type(type_id)
            );
            self.error(IssueCode::DeclarationAttribute, "cos-valid-default.2", raw.scope, raw.node, message);
        }
        ValueConstraint { fixed: raw.fixed, lexical: raw.lexical.into(), value: None }
    }
}

fn derives_from_id(datatype: &SimpleType) -> bool {
    datatype.builtin == Builtin::Id
}
