//! Which component refers to which.

use crate::content::{own_particles, own_uses, uses_of_group};
use pyxsd_schema::components::*;
use pyxsd_schema::{Component, Schema};

/// What a component refers to by itself: its type, base, items and members, the elements, attributes and groups that it names, and the
/// local declarations inside it. In the order of the schema document, without repeats.
pub(crate) fn references(schema: &Schema, component: Component) -> Vec<Component> {
    let components = &schema.components;
    let mut found = Vec::new();
    match component {
        Component::Element(id) => {
            let element = components.element(id);
            found.push(Component::Type(element.type_id));
            let alternatives = element.type_table.iter().flat_map(|table| &table.alternatives);
            found.extend(alternatives.map(|alternative| Component::Type(alternative.type_id)));
            found.extend(element.substitution_heads.iter().copied().map(Component::Element));
            found.extend(element.identity_constraints.iter().copied().map(Component::Identity));
        }
        Component::Attribute(id) => found.push(Component::Type(components.attribute(id).type_id)),
        Component::Type(id) => references_of_type(schema, id, &mut found),
        Component::Group(id) => references_of_particles(&components.groups[id.index()].group.particles, &mut found),
        Component::AttributeGroup(id) => {
            let attributes = &components.attribute_groups[id.index()].attributes;
            references_of_attributes(attributes, &uses_of_group(schema, id), &mut found);
        }
        Component::Identity(id) => found.extend(components.identity(id).refer.map(Component::Identity)),
        Component::Notation(_) => {}
    }
    let mut seen = hashbrown::HashSet::new();
    found.retain(|referred| *referred != component && seen.insert(*referred));
    found
}

fn references_of_type(schema: &Schema, id: TypeId, found: &mut Vec<Component>) {
    let definition = schema.components.type_(id);
    found.push(Component::Type(definition.base));
    match &definition.detail {
        TypeDetail::Simple(simple) => {
            found.extend(simple.item.iter().chain(&simple.members).copied().map(Component::Type));
        }
        TypeDetail::Complex(complex) => {
            if let Content::Simple { type_id, .. } = complex.content {
                found.push(Component::Type(type_id));
            }
            references_of_particles(own_particles(schema, id), found);
            references_of_attributes(&complex.attributes, &own_uses(schema, id), found);
        }
    }
}

fn references_of_particles(particles: &[Particle], found: &mut Vec<Component>) {
    let mut stack: Vec<&Particle> = particles.iter().rev().collect();
    while let Some(particle) = stack.pop() {
        match &particle.term {
            Term::Element(id) => found.push(Component::Element(*id)),
            Term::Wildcard(_) => {}
            Term::Group(group) => match group.named {
                Some(named) => found.push(Component::Group(named)),
                None => stack.extend(group.particles.iter().rev()),
            },
        }
    }
}

fn references_of_attributes(attributes: &AttributeUses, own: &[&AttributeUse], found: &mut Vec<Component>) {
    found.extend(own.iter().map(|own| Component::Attribute(own.attribute)));
    found.extend(attributes.groups.iter().copied().map(Component::AttributeGroup));
}
