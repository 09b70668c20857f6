//! What a change may touch: everything that refers to it, directly or not.

use super::Identities;
use crate::ids::Ids;
use crate::relations::references;
use hashbrown::{HashMap, HashSet};
use pyxsd_schema::Component;
use std::collections::VecDeque;

/// A component that may behave differently although it says the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Impact {
    /// Comparison identity of a global component.
    pub id: String,
    /// Comparison identity of a component nearest to it that was added, removed or changed, and that it refers to.
    pub because: String,
}

/// The global components from which references lead to the ones touched.
pub(super) fn impact(ids: &Ids<'_>, known: &Identities, touched: &HashSet<Component>) -> Vec<Impact> {
    if touched.is_empty() {
        return Vec::new();
    }
    let names: HashMap<Component, &String> = known.iter().map(|(id, component)| (*component, id)).collect();
    let users = users(ids, known);
    // In the order of identities, so that which cause is nearest does not depend on numbering.
    let mut queue: VecDeque<(Component, Component)> = known
        .values()
        .filter(|component| touched.contains(*component))
        .map(|component| (*component, *component))
        .collect();
    let mut seen: HashSet<Component> = queue.iter().map(|(component, _)| *component).collect();
    let mut found = Vec::new();
    while let Some((component, cause)) = queue.pop_front() {
        if component != cause && ids.owner(component).is_none() {
            let name = |component| names.get(&component).map(|name| (*name).clone());
            found.extend(name(component).zip(name(cause)).map(|(id, because)| Impact { id, because }));
        }
        for user in users.get(&component).into_iter().flatten() {
            if seen.insert(*user) {
                queue.push_back((*user, cause));
            }
        }
    }
    found
}

/// Who refers to whom, backwards; where the head of a substitution group is used, its members are.
fn users(ids: &Ids<'_>, known: &Identities) -> HashMap<Component, Vec<Component>> {
    let mut users: HashMap<Component, Vec<Component>> = HashMap::new();
    for component in known.values().copied() {
        let mut referred = references(ids.schema(), component);
        if let Component::Element(id) = component {
            let substitutes = &ids.schema().components.element(id).substitutes;
            referred.extend(substitutes.iter().copied().map(Component::Element));
        }
        for referred in referred {
            users.entry(referred).or_default().push(component);
        }
    }
    users
}
