//! Particles and model groups (part 1, 3.8 and 3.9).

use super::{ElementId, GroupId, WildcardId};
use crate::issue::Place;
use std::sync::Arc;

/// `minOccurs` and `maxOccurs`; numbers beyond `u64` are treated as its maximum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurs {
    /// `{min occurs}`.
    pub min: u64,
    /// `{max occurs}`; `None` is unbounded.
    pub max: Option<u64>,
}

impl Occurs {
    /// Exactly once.
    pub const ONCE: Occurs = Occurs { min: 1, max: Some(1) };
}

/// A particle of a content model.
#[derive(Clone, Debug)]
pub struct Particle {
    /// How often.
    pub occurs: Occurs,
    /// What.
    pub term: Term,
    /// The element of the schema document; `None` for built-in and synthesised particles.
    pub place: Option<Place>,
}

impl Particle {
    /// Whether it may match nothing (part 1, 3.9.6.3). Recursive: the nesting of particles is bounded when they are read.
    pub fn is_emptiable(&self) -> bool {
        if self.occurs.min == 0 {
            return true;
        }
        let Term::Group(group) = &self.term else { return false };
        match group.compositor {
            // Of no alternatives the smallest minimum is zero (3.8.6.6), though none can be chosen.
            Compositor::Choice => group.particles.is_empty() || group.particles.iter().any(Particle::is_emptiable),
            Compositor::Sequence | Compositor::All => group.particles.iter().all(Particle::is_emptiable),
        }
    }
}

/// `{term}` of a particle.
#[derive(Clone, Debug)]
pub enum Term {
    /// An element declaration.
    Element(ElementId),
    /// A wildcard.
    Wildcard(WildcardId),
    /// A model group.
    Group(Arc<ModelGroup>),
}

/// A model group.
#[derive(Clone, Debug)]
pub struct ModelGroup {
    /// How its particles are combined.
    pub compositor: Compositor,
    /// `{particles}`.
    pub particles: Vec<Particle>,
    /// The named group that it comes from, for messages and inspection.
    pub named: Option<GroupId>,
}

/// `{compositor}` of a model group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Compositor {
    Sequence,
    Choice,
    All,
}
