//! Where all groups may stand (cos-all-limited).

use super::Judge;
use super::consistent::ModelOwner;
use crate::components::{Compositor, Occurs, Particle, Term};
use crate::{IssueCode, Place};

impl Judge<'_> {
    /// Named groups are content models too, used or not.
    pub(super) fn check_groups(&mut self) {
        let components = self.components;
        for definition in &components.groups {
            let Some(place) = &definition.place else { continue };
            let term = Term::Group(definition.group.clone());
            let particle = Particle { occurs: Occurs::ONCE, term, place: Some(place.clone()) };
            self.check_all_placement(&particle, place);
            if let Some(expression) = self.expression_of(&particle) {
                self.check_consistent(ModelOwner::Group(definition.name), &expression, place);
            }
        }
    }

    /// An all group is the whole of a content model; in 1.1 it may hold others, by reference and once.
    pub(super) fn check_all_placement(&mut self, particle: &Particle, place: &Place) {
        let mut open = vec![(particle, true, false, false)];
        while let Some((particle, alone, in_all, by_extension)) = open.pop() {
            let Term::Group(group) = &particle.term else { continue };
            if particle.occurs.max == Some(0) {
                continue;
            }
            let is_all = group.compositor == Compositor::All;
            let may_stand = alone || (in_all && !self.is_1_0());
            if is_all && !may_stand {
                // One written inside another group is against the grammar and reported so.
                if !by_extension && group.named.is_none() {
                    return;
                }
                let code = if by_extension { IssueCode::ParticleRestriction } else { IssueCode::AllRule };
                let message =
                    "an all group must be the whole of a content model, not a part of another group".to_owned();
                let at = particle.place.as_ref().unwrap_or(place);
                self.model_error(code, "cos-all-limited.1.2", at, message, &None);
                return;
            }
            // Its own occurrence is a matter of the grammar, that of a reference to it is not.
            if is_all
                && group.named.is_some()
                && (particle.occurs.max != Some(1) || (in_all && particle.occurs != Occurs::ONCE))
            {
                let allowed = if in_all { "exactly once" } else { "at most once" };
                let message = format!("an all group may occur {allowed} here");
                let at = particle.place.as_ref().unwrap_or(place);
                self.model_error(IssueCode::AllRule, "cos-all-limited.1.3", at, message, &None);
                return;
            }
            if in_all && !is_all {
                let message = "an all group holds elements, wildcards and other all groups only".to_owned();
                let at = particle.place.as_ref().unwrap_or(place);
                self.model_error(IssueCode::AllRule, "cos-all-limited.2", at, message, &None);
                return;
            }
            // The sequence of base and extension stands nowhere.
            let composed = particle.place.is_none();
            open.extend(group.particles.iter().map(|particle| (particle, false, is_all, composed)));
        }
    }
}
