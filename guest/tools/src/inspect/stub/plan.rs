//! Which types a stub shows, and what their classes are called.

use super::naming::{Taken, capitalised, identifier};
use super::reach::{Reach, Start};
use crate::ids::Ids;
use hashbrown::HashMap;
use pyxsd_schema::Component;
use pyxsd_schema::components::*;

/// The plan of a stub.
pub(super) struct Plan<'r> {
    /// What there is to show.
    pub reach: &'r Reach,
    /// Types with a class, in the order in which they are shown.
    pub classes: &'r [TypeId],
    names: HashMap<TypeId, String>,
}

impl<'r> Plan<'r> {
    /// The first `count` types of those that a stub may show.
    pub(super) fn new(ids: &Ids<'_>, reach: &'r Reach, count: usize) -> Self {
        let classes = &reach.order[..count];
        Self { reach, classes, names: named(ids, classes) }
    }

    /// The class of a type, where it has one.
    pub(super) fn class(&self, id: TypeId) -> Option<&str> {
        self.names.get(&id).map(String::as_str)
    }

    /// Types that would be shown if there were more room.
    pub(super) fn left_out(&self) -> &'r [TypeId] {
        &self.reach.order[self.classes.len()..]
    }

    /// Whether a schema does not fit in its compact form: then a class stands only where it says something, and attribute groups are named.
    pub(super) fn is_lean(&self) -> bool {
        self.reach.is_lean
    }

    /// Whether all of the schema is shown.
    pub(super) fn is_whole(&self) -> bool {
        self.reach.start == Start::All && self.left_out().is_empty()
    }
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
