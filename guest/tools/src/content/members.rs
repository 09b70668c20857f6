//! The elements and wildcards of a content model in their order, with the occurrence that the groups around them give.

use pyxsd_schema::components::*;

/// Members of one content model; what comes later is counted only.
const MAX_MEMBERS: usize = 5_000;
/// Particles looked at.
const MAX_PARTICLES: usize = 100_000;

/// One member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Member {
    pub term: MemberTerm,
    /// Least and most occurrences in one element: optional groups and choices lower the least, repeated groups raise the most.
    pub occurs: Occurs,
}

/// What a member is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MemberTerm {
    Element(ElementId),
    Wildcard(WildcardId),
}

/// The members of particles that follow each other, and whether they are all.
pub(crate) fn members(particles: &[Particle]) -> (Vec<Member>, bool) {
    let mut found = Vec::new();
    let mut stack: Vec<(&Particle, Occurs)> = particles.iter().rev().map(|particle| (particle, Occurs::ONCE)).collect();
    let mut visited = 0;
    while let Some((particle, around)) = stack.pop() {
        visited += 1;
        if found.len() >= MAX_MEMBERS || visited > MAX_PARTICLES {
            return (found, false);
        }
        let occurs = within(particle.occurs, around);
        match &particle.term {
            Term::Element(id) => found.push(Member { term: MemberTerm::Element(*id), occurs }),
            Term::Wildcard(id) => found.push(Member { term: MemberTerm::Wildcard(*id), occurs }),
            Term::Group(group) => {
                let optional = group.compositor == Compositor::Choice && group.particles.len() > 1;
                let inner = if optional { Occurs { min: 0, ..occurs } } else { occurs };
                stack.extend(group.particles.iter().rev().map(|particle| (particle, inner)));
            }
        }
    }
    (found, true)
}

fn within(own: Occurs, around: Occurs) -> Occurs {
    let max = match (own.max, around.max) {
        (Some(0), _) | (_, Some(0)) => Some(0),
        (Some(own), Some(around)) => Some(own.saturating_mul(around)),
        _ => None,
    };
    Occurs { min: own.min.saturating_mul(around.min), max }
}
