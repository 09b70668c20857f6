//! The content type of derived types (derivation-ok-restriction.5, cos-ct-extends.1.4).

use super::structural::Tree;
use super::{Judge, derivation_ok};
use crate::automaton::{ContentModel, all_group};
use crate::components::{
    ComplexType, Content, DerivationSet, Occurs, Particle, Term, TypeDefinition, TypeDetail, TypeId,
};
use crate::{IssueCode, Place};

/// The content model that another one has to restrict.
struct Original<'o> {
    /// `None` for empty content.
    particle: Option<&'o Particle>,
    model: &'o ContentModel,
    shown: &'o str,
    place: &'o Option<Place>,
    /// For a defect.
    code: IssueCode,
}

/// Contents of kinds that do not restrict each other: the rule, what the restriction is, and what the base wants.
fn kind_mismatch(content: &Content, base: &Content) -> Option<(&'static str, &'static str, &'static str)> {
    match (content, base) {
        (Content::Empty, Content::Elements { particle, .. }) if !particle.is_emptiable() => {
            Some(("derivation-ok-restriction.5.3", "is empty", "content with children"))
        }
        (Content::Empty, Content::Simple { .. }) => {
            Some(("derivation-ok-restriction.5.3", "is empty", "text of a simple type"))
        }
        (Content::Elements { .. }, Content::Simple { .. }) => {
            Some(("derivation-ok-restriction.5.4", "has elements", "text of a simple type"))
        }
        (Content::Elements { .. }, Content::Empty) => {
            Some(("derivation-ok-restriction.5.4", "has a content model", "empty content"))
        }
        (Content::Elements { mixed: true, .. }, Content::Elements { mixed: false, .. }) => {
            Some(("derivation-ok-restriction.5.4.1", "is mixed", "content without text"))
        }
        _ => None,
    }
}

impl Judge<'_> {
    pub(super) fn check_restricted_content(
        &mut self,
        id: TypeId,
        own: &TypeDefinition,
        complex: &ComplexType,
        place: &Place,
    ) {
        let components = self.components;
        let TypeDetail::Complex(base) = &components.type_(own.base).detail else { return };
        if own.base == TypeId::ANY_TYPE || own.base == id {
            return;
        }
        if let Some((rule, found, wanted)) = kind_mismatch(&complex.content, &base.content) {
            self.restriction_error(own, place, rule, found, wanted);
            return;
        }
        match (&complex.content, &base.content) {
            (Content::Simple { type_id, .. }, Content::Simple { type_id: base, .. })
                if !derivation_ok(components, *type_id, *base, DerivationSet::default()) =>
            {
                let found = format!("has the simple {}", self.shown_type(*type_id));
                let wanted = format!("a restriction of the {}", self.shown_type(*base));
                self.restriction_error(own, place, "derivation-ok-restriction.5.2.2.1", &found, &wanted);
            }
            (Content::Elements { particle, model, .. }, original) => {
                let empty = ContentModel::default();
                let (base_particle, base_model) = match original {
                    Content::Elements { particle, model, .. } => (Some(particle), model),
                    _ => (None, &empty),
                };
                let original = Original {
                    particle: base_particle,
                    model: base_model,
                    shown: &self.shown_type(own.base),
                    place: &components.type_(own.base).place,
                    code: IssueCode::ParticleRestriction,
                };
                self.check_restricted_model(particle, model, original, place);
            }
            // That the base may be empty is asked where the simple type is found.
            _ => {}
        }
    }

    /// A redefinition that does not refer to the group it replaces restricts it (src-redefine.6.2.2).
    pub(super) fn check_redefined_groups(&mut self) {
        let components = self.components;
        for &(own, original) in &components.redefined_groups {
            let (definition, original) = (&components.groups[own.index()], &components.groups[original.index()]);
            let Some(place) = &definition.place else { continue };
            let own = Particle { occurs: Occurs::ONCE, term: Term::Group(definition.group.clone()), place: None };
            let base = Particle { occurs: Occurs::ONCE, term: Term::Group(original.group.clone()), place: None };
            let models = (ContentModel::new(components, &own, None), ContentModel::new(components, &base, None));
            let (Ok(model), Ok(base_model)) = models else {
                self.too_large(place);
                continue;
            };
            let shown = format!("group {} that it redefines", self.shown(definition.name));
            let base = Original {
                particle: Some(&base),
                model: &base_model,
                shown: &shown,
                place: &original.place,
                code: IssueCode::ComposeInvalid,
            };
            self.check_restricted_model(&own, &model, base, place);
        }
    }

    fn restriction_error(
        &mut self,
        own: &TypeDefinition,
        place: &Place,
        rule: &'static str,
        found: &str,
        wanted: &str,
    ) {
        let message = format!(
            "the content of the restriction {found}, but its base, the {}, has {wanted}",
            self.shown_type(own.base)
        );
        let declared_at = &self.components.type_(own.base).place;
        self.error_against(IssueCode::ParticleRestriction, rule, place, message, declared_at);
    }

    /// By the rules on particles in 1.0, by the languages in 1.1.
    fn check_restricted_model(&mut self, particle: &Particle, model: &ContentModel, base: Original, place: &Place) {
        let shown = base.shown;
        if !self.is_1_0() {
            match self.inclusion_defect(model, base.model) {
                Ok(None) => return,
                Ok(Some(defect)) => {
                    let message = format!("the content is no restriction of that of the {shown}: {defect}");
                    let rule = "cos-content-act-restrict";
                    return self.error_against(base.code, rule, place, message, base.place);
                }
                // Obeying the rules of 1.0 is enough, though not needed.
                Err(_) => {}
            }
        }
        let trees = (Tree::new(particle), base.particle.map_or_else(Tree::empty, Tree::new));
        let (Some(tree), Some(base_tree)) = trees else {
            return self.too_large(place);
        };
        match self.structural_defect(&tree, &base_tree) {
            Ok(None) => {}
            Ok(Some(defect)) if self.is_1_0() => {
                let message = format!("the content is no restriction of that of the {shown}: {}", defect.message);
                let at = defect.place.as_ref().unwrap_or(place);
                self.error_against(base.code, defect.rule, at, message, base.place);
            }
            Ok(Some(_)) | Err(_) => self.too_large(place),
        }
    }

    fn too_large(&mut self, place: &Place) {
        self.findings.unsupported("the comparison of two content models as large as these", place.clone());
    }

    /// An all group is extended by one as optional as itself, and open content of an extension admits at least what that of the
    /// base does, wherever that does (1.1).
    pub(super) fn check_extended_content(
        &mut self,
        id: TypeId,
        own: &TypeDefinition,
        complex: &ComplexType,
        place: &Place,
    ) {
        let components = self.components;
        let TypeDetail::Complex(base) = &components.type_(own.base).detail else { return };
        let Content::Elements { particle: base_particle, open: base_open, .. } = &base.content else { return };
        let Content::Elements { particle, open, .. } = &complex.content else { return };
        // 1.1 is explicit that content without children is no empty content: what extends it is a part of a sequence.
        let is_void = matches!(&base_particle.term, Term::Group(group) if group.particles.is_empty());
        if !self.is_1_0() && is_void && all_group(particle).is_some() {
            let shown = self.shown_type(own.base);
            let message =
                format!("an all group cannot extend the {shown}, whose content has no children, but is not empty");
            let declared_at = &components.type_(own.base).place;
            return self.error_against(
                IssueCode::ParticleRestriction,
                "cos-all-limited.1.2",
                place,
                message,
                declared_at,
            );
        }
        if let (Some((_, own_occurs)), Some((_, base_occurs))) = (all_group(particle), all_group(base_particle))
            && own_occurs.min != base_occurs.min
        {
            let message = format!(
                "the all group of the {} must have the minOccurs of the one that it extends, {}",
                self.shown_type(id),
                base_occurs.min
            );
            let declared_at = &components.type_(own.base).place;
            self.error_against(IssueCode::ParticleRestriction, "cos-particle-extend.3.1", place, message, declared_at);
        }
        let Some(base_open) = base_open else { return };
        let kept = open.as_ref().is_some_and(|open| open.interleave || !base_open.interleave);
        if !kept {
            let message = format!(
                "the open content of the {} is narrower than that of its base, the {}",
                self.shown_type(id),
                self.shown_type(own.base)
            );
            let declared_at = &components.type_(own.base).place;
            let rule = "cos-ct-extends.1.4.3.2.2.3";
            self.error_against(IssueCode::ParticleRestriction, rule, place, message, declared_at);
        }
    }
}
