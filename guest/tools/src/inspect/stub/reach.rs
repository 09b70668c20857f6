//! Which types a stub may show, the nearest first.

use super::StubForm;
use crate::content::{MemberTerm, added_uses, assertions, members, own_particles};
use crate::ids::Ids;
use hashbrown::HashSet;
use pyxsd_schema::Component;
use pyxsd_schema::components::*;
use std::collections::VecDeque;

/// Classes of one stub.
const MAX_CLASSES: usize = 20_000;

/// What a stub starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    /// Every global component.
    All,
    /// The global elements of the entry document; of one that has none, all.
    Entry,
    /// Components that were asked for.
    Components,
}

/// Types in the order in which a stub takes them in.
pub(super) struct Reach {
    pub start: Start,
    /// Levels.
    pub depth: u32,
    /// Global elements to list at the end.
    pub roots: Vec<ElementId>,
    /// Types with a class: from the start outwards; of all of a schema in the order of its documents.
    pub order: Vec<TypeId>,
    /// Whether there are no more.
    pub complete: bool,
    /// Whether types that say nothing beyond their base are left out.
    pub is_lean: bool,
}

impl Reach {
    /// Every global element and type that is not built in.
    pub(super) fn of_all(ids: &Ids<'_>, depth: u32, form: StubForm) -> Self {
        let globals: Vec<Component> = globals(ids).collect();
        let mut reach = Self::from(ids, Start::All, &globals, depth, form);
        reach.order.sort();
        reach
    }

    /// Components, and what they refer to.
    pub(super) fn of_components(ids: &Ids<'_>, components: &[Component], depth: u32, form: StubForm) -> Self {
        Self::from(ids, Start::Components, components, depth, form)
    }

    /// The global elements of the entry document; where it has none those of all documents, or else all types.
    pub(super) fn of_entry(ids: &Ids<'_>, depth: u32, form: StubForm) -> Self {
        let entry = ids.schema().components.documents.first().map(|entry| entry.path.clone());
        let is_element = |component: &Component| matches!(component, Component::Element(_));
        let in_entry = |component: &Component| {
            ids.place(*component).is_some_and(|place| entry.as_ref().is_some_and(|entry| place.file == *entry))
        };
        let elements: Vec<Component> = globals(ids).filter(is_element).collect();
        let of_entry: Vec<Component> = elements.iter().copied().filter(in_entry).collect();
        let start = [of_entry, elements, globals(ids).collect()].into_iter().find(|start| !start.is_empty());
        Self::from(ids, Start::Entry, &start.unwrap_or_default(), depth, form)
    }

    fn from(ids: &Ids<'_>, start: Start, components: &[Component], depth: u32, form: StubForm) -> Self {
        let (roots, types) = types_of(ids, components);
        let is_lean = start == Start::Entry && form == StubForm::Compact;
        let (order, complete) =
            reach(ids, types, depth, |id| has_class(ids, id, form) && !(is_lean && says_nothing(ids, id)));
        Self { start, depth, roots, order, complete, is_lean }
    }
}

fn globals(ids: &Ids<'_>) -> impl Iterator<Item = Component> {
    ids.all().into_iter().filter(|component| ids.owner(*component).is_none() && ids.place(*component).is_some())
}

fn types_of(ids: &Ids<'_>, chosen: &[Component]) -> (Vec<ElementId>, Vec<TypeId>) {
    let components = &ids.schema().components;
    let (mut roots, mut types) = (Vec::new(), Vec::new());
    for component in chosen {
        match *component {
            Component::Element(id) => {
                roots.push(id);
                types.push(components.element(id).type_id);
            }
            Component::Attribute(id) => types.push(components.attribute(id).type_id),
            Component::Type(id) => types.push(id),
            Component::Group(id) => {
                types.extend(types_of_elements(ids, &components.groups[id.index()].group.particles))
            }
            Component::AttributeGroup(id) => {
                let uses = &components.attribute_groups[id.index()].attributes.uses;
                types.extend(uses.iter().map(|own| components.attribute(own.attribute).type_id));
            }
            Component::Notation(_) | Component::Identity(_) => {}
        }
    }
    (roots, types)
}

/// The types within a depth; a base counts as deep as what is derived from it. A type that is not wanted stands for its base.
fn reach(ids: &Ids<'_>, start: Vec<TypeId>, depth: u32, wanted: impl Fn(TypeId) -> bool) -> (Vec<TypeId>, bool) {
    let (mut seen, mut classes) = (HashSet::new(), Vec::new());
    let mut frontier = start;
    for _ in 0..depth {
        let mut next = Vec::new();
        let mut queue = VecDeque::from(frontier);
        while let Some(id) = queue.pop_front() {
            if !seen.insert(id) || ids.place(Component::Type(id)).is_none() {
                continue;
            }
            if classes.len() >= MAX_CLASSES {
                return (classes, false);
            }
            if wanted(id) {
                classes.push(id);
                next.extend(inner(ids, id));
            }
            queue.push_back(ids.schema().components.type_(id).base);
        }
        frontier = next;
    }
    (classes, true)
}

fn has_class(ids: &Ids<'_>, id: TypeId, form: StubForm) -> bool {
    form == StubForm::Full || matches!(ids.schema().components.type_(id).detail, TypeDetail::Complex(_))
}

/// Whether a complex type adds nothing that a class would show to a base that has a class.
pub(super) fn says_nothing(ids: &Ids<'_>, id: TypeId) -> bool {
    let schema = ids.schema();
    let definition = schema.components.type_(id);
    let TypeDetail::Complex(own) = &definition.detail else { return false };
    let TypeDetail::Complex(base) = &schema.components.type_(definition.base).detail else { return false };
    let same_content = match (&own.content, &base.content) {
        (Content::Empty, Content::Empty) => true,
        (Content::Simple { type_id, .. }, Content::Simple { type_id: inherited, .. }) => type_id == inherited,
        (Content::Elements { .. }, Content::Elements { .. }) => {
            definition.derivation == Derivation::Extension && own_particles(schema, id).is_empty()
        }
        _ => false,
    };
    same_content
        && definition.base != TypeId::ANY_TYPE
        && !own.is_abstract
        && added_uses(schema, id).is_empty()
        && own.attributes.wildcard == base.attributes.wildcard
        && assertions(own).len() == assertions(base).len()
}

/// The types of the members of a class.
fn inner(ids: &Ids<'_>, id: TypeId) -> Vec<TypeId> {
    let components = &ids.schema().components;
    match &components.type_(id).detail {
        TypeDetail::Simple(simple) => simple.item.iter().chain(&simple.members).copied().collect(),
        TypeDetail::Complex(complex) => {
            let mut types: Vec<TypeId> =
                added_uses(ids.schema(), id).iter().map(|own| components.attribute(own.attribute).type_id).collect();
            types.extend(types_of_elements(ids, own_particles(ids.schema(), id)));
            if let Content::Simple { type_id, .. } = complex.content {
                types.push(type_id);
            }
            types
        }
    }
}

fn types_of_elements(ids: &Ids<'_>, particles: &[Particle]) -> Vec<TypeId> {
    let elements = members(particles).0.into_iter().filter_map(|member| match member.term {
        MemberTerm::Element(id) => Some(ids.schema().components.element(id).type_id),
        MemberTerm::Wildcard(_) => None,
    });
    elements.collect()
}
