//! Which types a stub shows, and what their classes are called.

use super::StubForm;
use super::naming::{Taken, capitalised, identifier};
use crate::content::{MemberTerm, added_uses, members, own_particles};
use crate::ids::Ids;
use hashbrown::{HashMap, HashSet};
use pyxsd_schema::Component;
use pyxsd_schema::components::*;

/// Classes of one stub.
const MAX_CLASSES: usize = 20_000;

/// The plan of a stub.
pub(super) struct Plan {
    /// Types with a class, in the order of the schema documents; of a stub of some components in the order of reaching them.
    pub classes: Vec<TypeId>,
    /// Global elements to list at the end.
    pub roots: Vec<ElementId>,
    /// Whether classes were left out because there are too many.
    pub complete: bool,
    names: HashMap<TypeId, String>,
}

impl Plan {
    pub(super) fn new(ids: &Ids<'_>, components: &[Component], depth: u32, form: StubForm) -> Self {
        let (roots, start) = if components.is_empty() { all(ids) } else { chosen(ids, components) };
        let (mut classes, complete) = reach(ids, start, depth, form);
        if components.is_empty() {
            classes.sort();
        }
        let names = named(ids, &classes);
        Self { classes, roots, complete, names }
    }

    /// The class of a type, where it has one.
    pub(super) fn class(&self, id: TypeId) -> Option<&str> {
        self.names.get(&id).map(String::as_str)
    }
}

/// Every global element and type that is not built in.
fn all(ids: &Ids<'_>) -> (Vec<ElementId>, Vec<TypeId>) {
    let components = &ids.schema().components;
    let (mut roots, mut types) = (Vec::new(), Vec::new());
    for component in ids.all() {
        if ids.owner(component).is_some() || ids.place(component).is_none() {
            continue;
        }
        match component {
            Component::Element(id) => {
                roots.push(id);
                types.push(components.element(id).type_id);
            }
            Component::Attribute(id) => types.push(components.attribute(id).type_id),
            Component::Type(id) => types.push(id),
            _ => {}
        }
    }
    (roots, types)
}

fn chosen(ids: &Ids<'_>, chosen: &[Component]) -> (Vec<ElementId>, Vec<TypeId>) {
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

/// The types within a depth; a base counts as deep as what is derived from it.
fn reach(ids: &Ids<'_>, start: Vec<TypeId>, depth: u32, form: StubForm) -> (Vec<TypeId>, bool) {
    let mut seen = HashSet::new();
    let mut classes = Vec::new();
    let mut frontier = start;
    for _ in 0..depth {
        let mut next = Vec::new();
        let mut queue = std::collections::VecDeque::from(frontier);
        while let Some(id) = queue.pop_front() {
            if !has_class(ids, id, form) || !seen.insert(id) {
                continue;
            }
            if classes.len() >= MAX_CLASSES {
                return (classes, false);
            }
            classes.push(id);
            queue.push_back(ids.schema().components.type_(id).base);
            next.extend(inner(ids, id));
        }
        frontier = next;
    }
    (classes, true)
}

fn has_class(ids: &Ids<'_>, id: TypeId, form: StubForm) -> bool {
    let is_shown = form == StubForm::Full || ids.schema().components.type_(id).is_complex();
    is_shown && ids.place(Component::Type(id)).is_some()
}

trait IsComplex {
    fn is_complex(&self) -> bool;
}

impl IsComplex for TypeDefinition {
    fn is_complex(&self) -> bool {
        matches!(self.detail, TypeDetail::Complex(_))
    }
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

/// Named types keep their names; an anonymous one takes that of what it belongs to; what clashes is told apart by namespace, then number.
fn named(ids: &Ids<'_>, classes: &[TypeId]) -> HashMap<TypeId, String> {
    let mut taken = Taken::default();
    let mut names = HashMap::new();
    let (global, local): (Vec<TypeId>, Vec<TypeId>) =
        classes.iter().copied().partition(|id| ids.schema().components.type_(*id).name.is_some());
    for id in global.into_iter().chain(local) {
        let name = class_name(ids, id);
        let elsewhere = namespace_number(ids, id).filter(|_| taken.holds(&name));
        let name = elsewhere.map_or_else(|| name.clone(), |number| format!("{name}_ns{number}"));
        names.insert(id, taken.take(name));
    }
    names
}

fn class_name(ids: &Ids<'_>, id: TypeId) -> String {
    let names = &ids.schema().names;
    if let Some(name) = ids.schema().components.type_(id).name {
        return identifier(names.local(name));
    }
    let owners = std::iter::successors(Some(Component::Type(id)), |inner| ids.owner(*inner));
    let named = owners.filter_map(|owner| ids.name(owner)).next();
    named.map_or_else(|| "Anonymous".to_owned(), |name| identifier(&capitalised(names.local(name))))
}

/// The position of the namespace of a type among those of the schema documents, from 1; that of the entry gives nothing.
fn namespace_number(ids: &Ids<'_>, id: TypeId) -> Option<usize> {
    let schema = ids.schema();
    let namespace = schema.names.namespace_of(ids.name(ids.outermost(Component::Type(id)))?);
    let mut namespaces = Vec::new();
    for document in &schema.components.documents {
        if !namespaces.contains(&document.namespace) {
            namespaces.push(document.namespace);
        }
    }
    namespaces.iter().position(|known| *known == namespace).filter(|at| *at > 0).map(|at| at + 1)
}
