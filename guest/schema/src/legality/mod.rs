//! Whether the components obey the constraints on schemas that need all of them: derivation, Unique Particle Attribution,
//! Element Declarations Consistent, particle and attribute restriction, substitution groups (part 1, the sections named 3.x.6).

mod added_back;
mod all_group;
mod attributes;
mod bindings;
mod consistent;
mod content;
mod derivation;
mod elements;
mod inclusion;
mod local;
mod structural;
#[cfg(test)]
mod tests;
mod type_table;
mod upa;
mod wildcard;

pub use derivation::{derivation_ok, is_substitutable};

use crate::automaton::{Expression, Leaf, LeafTerm};
use crate::components::{Components, Content, Derivation, DerivationSet, Particle, TypeDefinition, TypeDetail, TypeId};
use crate::findings::Findings;
use crate::{IssueCode, Place};
use consistent::ModelOwner;
use pyxsd_datatypes::XsdVersion;
use pyxsd_xml::{Names, Symbol};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Checks every component of the documents. Names are interned for what no document names, and stay.
pub(crate) fn check(components: &Components, names: &mut Names, findings: &mut Findings) {
    let mut judge = Judge { components, names, findings, reported: BTreeSet::new() };
    for index in TypeId::ANY_TYPE.0 + 1..components.types.len() as u32 {
        judge.check_type(TypeId(index));
    }
    judge.check_groups();
    judge.check_redefined_groups();
    judge.check_redefined_attribute_groups();
    judge.check_elements();
}

/// The components under judgement.
struct Judge<'c> {
    components: &'c Components,
    names: &'c mut Names,
    findings: &'c mut Findings,
    /// What was found in a content model, since an extension repeats that of its base.
    reported: BTreeSet<[PlaceKey; 2]>,
}

/// File and offset of a place.
type PlaceKey = Option<(Arc<str>, u64)>;

/// Names that the elements of one content model may have, substitutes included. A larger model is not compiled, and reported so.
const NAMES: usize = 1 << 20;

impl<'c> Judge<'c> {
    fn is_1_0(&self) -> bool {
        self.components.version == XsdVersion::V1_0
    }

    fn check_type(&mut self, id: TypeId) {
        let components = self.components;
        let definition = components.type_(id);
        let (TypeDetail::Complex(complex), Some(place)) = (&definition.detail, &definition.place) else { return };
        self.check_final(id, definition, place);
        self.check_attributes(id, definition, complex, place);
        if let Content::Elements { particle, .. } = &complex.content {
            self.check_model(id, particle, place);
        }
        let found = self.findings.issues.len();
        match definition.derivation {
            Derivation::Restriction => self.check_restricted_content(id, definition, complex, place),
            _ => {
                self.check_extended_content(id, definition, complex, place);
                self.check_added_back(definition, complex, place);
            }
        }
        // What is wrong with the content as a whole mostly shows in a declaration too.
        if !self.is_1_0() && self.findings.issues.len() == found {
            self.check_local_types(id, definition, complex, place);
        }
    }

    /// What a content model must obey by itself.
    fn check_model(&mut self, id: TypeId, particle: &Particle, place: &Place) {
        self.check_all_placement(particle, place);
        let Some(expression) = self.expression_of(particle) else { return };
        self.check_consistent(ModelOwner::Type(id), &expression, place);
        self.check_attribution(id, particle, &expression, place);
    }

    /// The regular expression of a content model, unless that is too large.
    fn expression_of<'p>(&self, particle: &'p Particle) -> Option<Expression<'p>> {
        let expression = Expression::new(particle).ok()?;
        let names = |leaf: &Leaf| match leaf.term {
            LeafTerm::Element(id) => 1 + self.components.element(id).substitutes.len(),
            LeafTerm::Wildcard(_) => 0,
        };
        (expression.leaves.iter().map(names).sum::<usize>() <= NAMES).then_some(expression)
    }

    /// An error in a content model, unless it has one at the same places, or that of another type has.
    fn model_error(
        &mut self,
        code: IssueCode,
        rule: &'static str,
        place: &Place,
        message: String,
        declared_at: &Option<Place>,
    ) {
        let key = |place: &Place| (place.file.clone(), place.position.offset);
        if self.reported.insert([Some(key(place)), declared_at.as_ref().map(key)]) {
            self.error_against(code, rule, place, message, declared_at);
        }
    }

    /// `{final}` of the base (derivation-ok-restriction.1, cos-ct-extends.1.1).
    fn check_final(&mut self, id: TypeId, definition: &TypeDefinition, place: &Place) {
        let base = self.components.type_(definition.base);
        let method = definition.derivation.as_set();
        if definition.base == id || !base.final_.intersects(method) {
            return;
        }
        let (word, rule) = match method {
            DerivationSet::EXTENSION => ("extension", "cos-ct-extends.1.1"),
            _ => ("restriction", "derivation-ok-restriction.1"),
        };
        let message = format!(
            "the {} is final for {word}, so the {} cannot be derived from it so",
            self.shown_type(definition.base),
            self.shown_type(id)
        );
        self.findings.error_against(IssueCode::Final, rule, place.clone(), message, base.place.clone());
    }

    fn error_against(
        &mut self,
        code: IssueCode,
        rule: &'static str,
        place: &Place,
        message: String,
        declared_at: &Option<Place>,
    ) {
        self.findings.error_against(code, rule, place.clone(), message, declared_at.clone());
    }

    fn shown(&self, name: Symbol) -> String {
        self.names.display(name).to_string()
    }

    fn shown_type(&self, id: TypeId) -> String {
        match self.components.type_(id).name {
            Some(name) => format!("type {}", self.shown(name)),
            None => "anonymous type".to_owned(),
        }
    }
}
