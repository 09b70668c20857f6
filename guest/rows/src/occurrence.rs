//! How often an element may stand in a content model.

use pyxsd_schema::Schema;
use pyxsd_schema::components::*;
use pyxsd_xml::Symbol;

/// Particles of one content model that are looked at; named groups may stand in each other exponentially often.
pub(crate) const MAX_PARTICLES: usize = 100_000;

/// The occurrences of one name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Occurrence {
    pub occurs: Occurs,
    /// The declarations with this name. All have the same type (part 1, cos-element-consistent).
    pub elements: Vec<ElementId>,
}

/// The content model has too many particles.
#[derive(Debug)]
pub(crate) struct TooMany;

/// The occurrences of a name in a particle.
pub(crate) fn occurrence(schema: &Schema, particle: &Particle, name: Symbol) -> Result<Occurrence, TooMany> {
    let mut search = Search { schema, name, elements: Vec::new(), visited: 0 };
    let occurs = search.particle(particle)?;
    Ok(Occurrence { occurs, elements: search.elements })
}

/// The names of the elements in a particle, in order, each once.
pub(crate) fn names(schema: &Schema, particle: &Particle, most: usize) -> Vec<Symbol> {
    let mut found: Vec<Symbol> = Vec::new();
    let mut stack = vec![particle];
    let mut visited = 0;
    while let Some(next) = stack.pop().filter(|_| visited < MAX_PARTICLES && found.len() < most) {
        visited += 1;
        match &next.term {
            Term::Element(id) => {
                let name = schema.components.element(*id).name;
                if !found.contains(&name) {
                    found.push(name);
                }
            }
            Term::Wildcard(_) => {}
            Term::Group(group) => stack.extend(group.particles.iter().rev()),
        }
    }
    found
}

const NEVER: Occurs = Occurs { min: 0, max: Some(0) };

struct Search<'s> {
    schema: &'s Schema,
    name: Symbol,
    elements: Vec<ElementId>,
    visited: usize,
}

impl Search<'_> {
    /// Recursive: the nesting of particles is bounded when they are read.
    fn particle(&mut self, particle: &Particle) -> Result<Occurs, TooMany> {
        self.visited += 1;
        if self.visited > MAX_PARTICLES {
            return Err(TooMany);
        }
        let inner = match &particle.term {
            Term::Wildcard(_) => NEVER,
            Term::Element(id) if self.schema.components.element(*id).name == self.name => {
                if !self.elements.contains(id) {
                    self.elements.push(*id);
                }
                Occurs::ONCE
            }
            Term::Element(_) => NEVER,
            Term::Group(group) => self.group(group)?,
        };
        let max = match (inner.max, particle.occurs.max) {
            (Some(0), _) | (_, Some(0)) => Some(0),
            (Some(inner), Some(around)) => Some(inner.saturating_mul(around)),
            _ => None,
        };
        Ok(Occurs { min: inner.min.saturating_mul(particle.occurs.min), max })
    }

    fn group(&mut self, group: &ModelGroup) -> Result<Occurs, TooMany> {
        let mut total: Option<Occurs> = None;
        for particle in &group.particles {
            let next = self.particle(particle)?;
            total = Some(match (total, group.compositor) {
                (None, _) => next,
                (Some(known), Compositor::Choice) => Occurs {
                    min: known.min.min(next.min),
                    max: known.max.zip(next.max).map(|(one, other)| one.max(other)),
                },
                (Some(known), _) => Occurs {
                    min: known.min.saturating_add(next.min),
                    max: known.max.zip(next.max).map(|(one, other)| one.saturating_add(other)),
                },
            });
        }
        Ok(total.unwrap_or(NEVER))
    }
}
