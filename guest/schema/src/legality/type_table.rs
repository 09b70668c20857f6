//! Type tables: the types that they may choose (e-props-correct.7), and when two of them are equivalent (3.12.6).

use super::{Judge, derivation_ok};
use crate::IssueCode;
use crate::components::{DerivationSet, ElementDeclaration, TypeId};
use crate::conditions::{Test, TypeAlternative};
use pyxsd_datatypes::Builtin;
use std::collections::BTreeMap;

impl Judge<'_> {
    /// Every type that the table of an element may choose may stand for the declared one, as `xsi:type` could name it, or is `xs:error`.
    pub(super) fn check_type_table(&mut self, declaration: &ElementDeclaration) {
        let Some(table) = &declaration.type_table else { return };
        let declared = declaration.type_id;
        let block = declaration.block.with(self.components.type_(declared).block());
        for alternative in &table.alternatives {
            let chosen = alternative.type_id;
            let is_error = chosen == TypeId::builtin(Builtin::Error);
            if is_error || derivation_ok(self.components, chosen, declared, block) {
                continue;
            }
            let Some(place) = alternative.place.as_ref().or(declaration.place.as_ref()) else { continue };
            let reason = match derivation_ok(self.components, chosen, declared, DerivationSet::default()) {
                true => "is derived in a way that is blocked from",
                false => "is not derived from",
            };
            let message = format!(
                "the {} of an alternative of the element {} {reason} its declared type, the {}",
                self.shown_type(chosen),
                self.shown(declaration.name),
                self.shown_type(declared)
            );
            let declared_at = &declaration.place;
            self.error_against(IssueCode::AlternativeInvalid, "e-props-correct.7", place, message, declared_at);
        }
    }
}

/// The namespaces that the names of a test are in, which the same text may have others of elsewhere.
fn bindings(test: &Test) -> BTreeMap<String, String> {
    test.namespaces.iter().cloned().collect()
}

/// Whether the type tables of two declarations are both absent, or choose the same types by the same tests.
pub(super) fn have_equivalent_tables(a: &ElementDeclaration, b: &ElementDeclaration) -> bool {
    let (Some(first), Some(second)) = (&a.type_table, &b.type_table) else {
        return a.type_table.is_none() && b.type_table.is_none();
    };
    let tested = |alternatives: &[TypeAlternative]| alternatives.iter().filter(|one| one.test.is_some()).count();
    let default = |alternatives: &[TypeAlternative], declared| {
        alternatives.iter().find(|one| one.test.is_none()).map_or(declared, |one| one.type_id)
    };
    let test = |one: &TypeAlternative| one.test.as_ref().map(|test| (test.text.clone(), bindings(test)));
    let same =
        |(one, other): (&TypeAlternative, &TypeAlternative)| one.type_id == other.type_id && test(one) == test(other);
    let (first, second) = (&first.alternatives, &second.alternatives);
    tested(first) == tested(second)
        && first.iter().zip(second).take(tested(first)).all(same)
        && default(first, a.type_id) == default(second, b.type_id)
}
