//! Descriptions of components and, level by level, of what they refer to.

use super::MAX_DEPTH;
use super::description::{Description, description};
use crate::content::{MemberTerm, members};
use crate::ids::Ids;
use hashbrown::HashSet;
use pyxsd_schema::Component;
use pyxsd_schema::components::*;

/// Descriptions of one answer.
const MAX_DESCRIPTIONS: usize = 1_000;

/// An answer of [`describe`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Described {
    /// What was asked for in its order, then what that refers to, each component once.
    pub components: Vec<Description>,
    /// Whether everything within the depth is there; at most 1,000 components are.
    pub complete: bool,
}

/// Describes components. With a depth of 1 nothing but them; each level more adds the child elements of what is there, and its types that
/// are not built in. The depth is brought into 1 to 8.
pub fn describe(ids: &Ids<'_>, components: &[Component], depth: u32) -> Described {
    let mut found = Vec::new();
    let mut seen: HashSet<Component> = HashSet::new();
    let mut frontier: Vec<Component> = components.iter().copied().filter(|component| seen.insert(*component)).collect();
    for level in 1..=depth.clamp(1, MAX_DEPTH) {
        let mut next = Vec::new();
        for component in frontier {
            if found.len() >= MAX_DESCRIPTIONS {
                return Described { components: found, complete: false };
            }
            found.push(description(ids, component, level));
            next.extend(inner(ids, component).into_iter().filter(|inner| seen.insert(*inner)));
        }
        frontier = next;
    }
    Described { components: found, complete: true }
}

/// What the next level adds to a component: its child elements, and the simple types that say what their values and attributes are.
fn inner(ids: &Ids<'_>, component: Component) -> Vec<Component> {
    let components = &ids.schema().components;
    let mut found = Vec::new();
    match component {
        Component::Element(id) => {
            let element = components.element(id);
            inner_of_type(ids, element.type_id, &mut found);
            let alternatives = element.type_table.iter().flat_map(|table| &table.alternatives);
            found.extend(alternatives.map(|alternative| Component::Type(alternative.type_id)));
        }
        Component::Type(id) => inner_of_type(ids, id, &mut found),
        Component::Group(id) => add_elements(&components.groups[id.index()].group.particles, &mut found),
        Component::AttributeGroup(id) => {
            add_types(ids, &components.attribute_groups[id.index()].attributes, &mut found)
        }
        Component::Attribute(id) => found.push(Component::Type(components.attribute(id).type_id)),
        Component::Identity(id) => found.extend(components.identity(id).refer.map(Component::Identity)),
        Component::Notation(_) => {}
    }
    found.retain(|inner| ids.place(*inner).is_some());
    found
}

fn inner_of_type(ids: &Ids<'_>, id: TypeId, found: &mut Vec<Component>) {
    match &ids.schema().components.type_(id).detail {
        TypeDetail::Simple(simple) => {
            found.extend(simple.item.iter().chain(&simple.members).copied().map(Component::Type));
        }
        TypeDetail::Complex(complex) => {
            if let Some(particle) = ids.schema().components.particle(id) {
                add_elements(std::slice::from_ref(particle), found);
            }
            add_types(ids, &complex.attributes, found);
        }
    }
}

fn add_elements(particles: &[Particle], found: &mut Vec<Component>) {
    let elements = members(particles).0.into_iter().filter_map(|member| match member.term {
        MemberTerm::Element(id) => Some(Component::Element(id)),
        MemberTerm::Wildcard(_) => None,
    });
    found.extend(elements);
}

fn add_types(ids: &Ids<'_>, attributes: &AttributeUses, found: &mut Vec<Component>) {
    let declaration = |attribute_use: &AttributeUse| ids.schema().components.attribute(attribute_use.attribute);
    found.extend(attributes.uses.iter().map(|attribute_use| Component::Type(declaration(attribute_use).type_id)));
}
