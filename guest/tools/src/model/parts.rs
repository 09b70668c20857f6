//! Content models in which every element has one place: what JSON objects, which know no order, can say.

use hashbrown::HashSet;
use pyxsd_schema::Schema;
use pyxsd_schema::components::*;
use pyxsd_xml::Symbol;

/// How fields depend on each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// A field by its position.
    Field(usize),
    /// All parts, or where it is optional none of them.
    Together { optional: bool, parts: Vec<Part> },
    /// One of these fields, or where it is optional none.
    OneOf { optional: bool, fields: Vec<usize> },
}

type Elements = Vec<(ElementId, Occurs)>;

/// The elements of a content model in their order, and how they depend on each other; or the construct that JSON cannot say.
pub(super) fn parts(schema: &Schema, particle: &Particle) -> Result<(Elements, Vec<Part>), String> {
    let mut reader = Reader { schema, elements: Vec::new(), names: HashSet::new() };
    let part = reader.part(particle, false)?;
    Ok((reader.elements, part.into_iter().collect()))
}

struct Reader<'s> {
    schema: &'s Schema,
    elements: Elements,
    names: HashSet<Symbol>,
}

impl Reader<'_> {
    /// Recursive: the nesting of particles is bounded when they are read.
    fn part(&mut self, particle: &Particle, in_choice: bool) -> Result<Option<Part>, String> {
        match &particle.term {
            Term::Wildcard(_) => Err("an element wildcard".to_owned()),
            Term::Element(id) => self.field(*id, particle.occurs).map(Some),
            Term::Group(group) => {
                if let Some((id, occurs)) = single(group, particle.occurs) {
                    return self.field(id, occurs).map(Some);
                }
                if particle.occurs.max != Some(1) {
                    return Err("a repeated group of several elements".to_owned());
                }
                if in_choice {
                    return Err("a choice with a branch that is not an element".to_owned());
                }
                self.group(group, particle.occurs.min == 0)
            }
        }
    }

    fn group(&mut self, group: &ModelGroup, optional: bool) -> Result<Option<Part>, String> {
        let is_choice = group.compositor == Compositor::Choice;
        let mut parts = Vec::new();
        for inner in &group.particles {
            parts.extend(self.part(inner, is_choice)?);
        }
        if !is_choice {
            return Ok((!parts.is_empty()).then_some(Part::Together { optional, parts }));
        }
        let mut fields = Vec::new();
        for part in parts {
            match part {
                Part::Field(at) => fields.push(at),
                _ => return Err("a choice with a branch that is not an element".to_owned()),
            }
        }
        if fields.is_empty() && !optional {
            return Err("a choice without branches".to_owned());
        }
        let emptiable = fields.iter().any(|at| self.elements[*at].1.min == 0);
        Ok(Some(Part::OneOf { optional: optional || emptiable, fields }))
    }

    fn field(&mut self, id: ElementId, occurs: Occurs) -> Result<Part, String> {
        let name = self.schema.components.element(id).name;
        if !self.names.insert(name) {
            return Err(format!("two places for the element {}", self.schema.names.display(name)));
        }
        self.elements.push((id, occurs));
        Ok(Part::Field(self.elements.len() - 1))
    }
}

/// A group that holds nothing but one element says how often that may stand.
fn single(group: &ModelGroup, occurs: Occurs) -> Option<(ElementId, Occurs)> {
    let [only] = group.particles.as_slice() else { return None };
    let Term::Element(id) = only.term else { return None };
    match (only.occurs, occurs) {
        (Occurs::ONCE, around) => Some((id, around)),
        (own, Occurs::ONCE) => Some((id, own)),
        _ => None,
    }
}
