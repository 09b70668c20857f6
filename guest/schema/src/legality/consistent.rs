//! Element Declarations Consistent (part 1, 3.8.6.3).

use super::type_table::have_equivalent_tables;
use super::{Judge, wildcard};
use crate::automaton::{Expression, LeafTerm};
use crate::components::{Content, ElementId, ProcessContents, TypeDetail, TypeId, WildcardId};
use crate::{IssueCode, Place};
use pyxsd_xml::Symbol;
use std::collections::{BTreeMap, BTreeSet};

/// What has a model group.
#[derive(Clone, Copy)]
pub(super) enum ModelOwner {
    Type(TypeId),
    /// A named group, by its name.
    Group(Symbol),
}

/// Names times wildcards of one content model.
const WORK: usize = 1 << 24;

impl Judge<'_> {
    /// An element and what may stand for it. In 1.0 no abstract element is among its substitutes.
    pub(super) fn substitution_group(&self, head: ElementId) -> Vec<ElementId> {
        let components = self.components;
        let counts = |id: &ElementId| !(self.is_1_0() && components.element(*id).is_abstract);
        let substitutes = components.element(head).substitutes.iter().copied().filter(counts);
        std::iter::once(head).chain(substitutes).collect()
    }

    /// Elements of one name in one model group, substitutes among them, have one type.
    pub(super) fn check_consistent(&mut self, owner: ModelOwner, expression: &Expression, place: &Place) {
        let components = self.components;
        let mut seen: BTreeMap<Symbol, ElementId> = BTreeMap::new();
        for leaf in &expression.leaves {
            let LeafTerm::Element(element) = leaf.term else { continue };
            for element in self.substitution_group(element) {
                let declaration = components.element(element);
                let first = components.element(*seen.entry(declaration.name).or_insert(element));
                let same_type = first.type_id == declaration.type_id;
                if same_type && have_equivalent_tables(first, declaration) {
                    continue;
                }
                let (name, owner) = (self.shown(declaration.name), self.shown_owner(owner));
                let message = match same_type {
                    true => format!("two elements {name} in the content of the {owner} have different alternatives"),
                    false => format!(
                        "two elements {name} in the content of the {owner} have different types, the {} and the {}",
                        self.shown_type(first.type_id),
                        self.shown_type(declaration.type_id)
                    ),
                };
                let at = leaf.particle.place.as_ref().unwrap_or(place);
                self.model_error(IssueCode::AllRule, "cos-element-consistent", at, message, &first.place);
                return;
            }
        }
        if self.components.has_type_tables {
            self.check_beside_wildcards(owner, &seen, expression, place);
        }
    }

    /// A wildcard that admits the name of an element of the content model brings in the global declaration of that name. Its type table
    /// must be that of the element; types may differ, which is a matter of the instance.
    fn check_beside_wildcards(
        &mut self,
        owner: ModelOwner,
        elements: &BTreeMap<Symbol, ElementId>,
        expression: &Expression,
        place: &Place,
    ) {
        let components = self.components;
        let wildcards = self.assessing_wildcards(owner, expression);
        if elements.len().saturating_mul(wildcards.len()) > WORK {
            let what = "consistent declarations in a content model as large as this";
            return self.findings.unsupported(what, place.clone());
        }
        for &element in elements.values() {
            let declaration = components.element(element);
            let Some(&global) = components.element_by_key.get(&declaration.key) else { continue };
            let other = components.element(global);
            if have_equivalent_tables(declaration, other) {
                continue;
            }
            let admits = |id: &WildcardId| wildcard::admits(components.wildcard(*id), declaration.name, self.names);
            if !wildcards.iter().any(admits) {
                continue;
            }
            let message = format!(
                "the element {} in the content of the {} has other alternatives than the global element of that name, which a \
                 wildcard there admits too",
                self.shown(declaration.name),
                self.shown_owner(owner)
            );
            let at = declaration.place.as_ref().unwrap_or(place);
            self.model_error(IssueCode::ElementConsistent, "cos-element-consistent", at, message, &other.place);
            return;
        }
    }

    fn shown_owner(&self, owner: ModelOwner) -> String {
        match owner {
            ModelOwner::Type(id) => self.shown_type(id),
            ModelOwner::Group(name) => format!("group {}", self.shown(name)),
        }
    }

    /// The wildcards of a content model, open content included, that look for declarations and may find one of a name that the model
    /// has too.
    fn assessing_wildcards(&self, owner: ModelOwner, expression: &Expression) -> BTreeSet<WildcardId> {
        let components = self.components;
        let mut wildcards: BTreeSet<WildcardId> = BTreeSet::new();
        for leaf in &expression.leaves {
            if let LeafTerm::Wildcard(id) = leaf.term {
                wildcards.insert(id);
            }
        }
        if let ModelOwner::Type(id) = owner
            && let TypeDetail::Complex(complex) = &components.type_(id).detail
            && let Content::Elements { open: Some(open), .. } = &complex.content
        {
            wildcards.insert(open.wildcard);
        }
        wildcards.retain(|id| {
            let wildcard = components.wildcard(*id);
            wildcard.process != ProcessContents::Skip && !wildcard.not_defined && !wildcard.not_defined_siblings
        });
        wildcards
    }
}
