//! Element declarations: the types of substitution group members (e-props-correct.4).

use super::{Judge, derivation_ok};
use crate::IssueCode;
use crate::components::DerivationSet;

impl Judge<'_> {
    pub(super) fn check_elements(&mut self) {
        let components = self.components;
        for declaration in &components.elements {
            let Some(place) = &declaration.place else { continue };
            self.check_type_table(declaration);
            for &head in &declaration.substitution_heads {
                let head = components.element(head);
                // What the type of the head blocks keeps the member from standing for it, but is no error, as the suite has it.
                if derivation_ok(components, declaration.type_id, head.type_id, head.final_) {
                    continue;
                }
                let derived = derivation_ok(components, declaration.type_id, head.type_id, DerivationSet::default());
                let code = if derived { IssueCode::DeclarationAttribute } else { IssueCode::SubstitutionType };
                let reason = if derived { "by a method for which that element is final" } else { "not at all" };
                let message = format!(
                    "the {} of the element {} must be derived from the {} of the head {} of its substitution group, but is so {reason}",
                    self.shown_type(declaration.type_id),
                    self.shown(declaration.name),
                    self.shown_type(head.type_id),
                    self.shown(head.name)
                );
                self.error_against(code, "e-props-correct.4", place, message, &head.place);
            }
        }
    }
}
