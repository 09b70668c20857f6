//! Comparison identities: where a component stands, by names and roles.

use super::Identities;
use crate::ids::{Ids, role};
use hashbrown::HashMap;
use pyxsd_schema::Component;

/// Every component that is not built in, by its identity.
pub(super) fn identities(ids: &Ids<'_>) -> Identities {
    let mut ordinals: HashMap<Component, u32> = HashMap::new();
    let mut counts: HashMap<(Component, &'static str), u32> = HashMap::new();
    let own: Vec<Component> = ids.all().into_iter().filter(|component| ids.place(*component).is_some()).collect();
    for component in &own {
        let (Component::Type(_), Some(owner)) = (*component, ids.owner(*component)) else { continue };
        let count = counts.entry((owner, role(ids.schema(), owner, *component))).or_insert(0);
        *count += 1;
        ordinals.insert(*component, *count);
    }
    own.into_iter().map(|component| (identity(ids, &ordinals, component), component)).collect()
}

fn identity(ids: &Ids<'_>, ordinals: &HashMap<Component, u32>, component: Component) -> String {
    let mut line: Vec<Component> = std::iter::successors(Some(component), |inner| ids.owner(*inner)).collect();
    let Some(outermost) = line.pop() else { return String::new() };
    let mut identity = ids.id(outermost);
    let mut owner = outermost;
    for inner in line.into_iter().rev() {
        identity.push('/');
        match (inner, ids.name(inner)) {
            (Component::Type(_), None) => {
                identity.push_str(role(ids.schema(), owner, inner));
                if let Some(ordinal) = ordinals.get(&inner).filter(|ordinal| **ordinal > 1) {
                    identity.push_str(&format!("#{ordinal}"));
                }
            }
            _ => identity.push_str(&ids.last_step(inner)),
        }
        owner = inner;
    }
    identity
}
