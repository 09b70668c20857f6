//! Comparison identities: where a component stands, by names and roles.

use super::Identities;
use crate::ids::Ids;
use hashbrown::HashMap;
use pyxsd_schema::Component;
use pyxsd_schema::components::*;

/// Every component that is not built in, by its identity.
pub(super) fn identities(ids: &Ids<'_>) -> Identities {
    let mut ordinals: HashMap<Component, u32> = HashMap::new();
    let mut counts: HashMap<(Component, &'static str), u32> = HashMap::new();
    let own: Vec<Component> = ids.all().into_iter().filter(|component| ids.place(*component).is_some()).collect();
    for component in &own {
        let (Component::Type(id), Some(owner)) = (*component, ids.owner(*component)) else { continue };
        let count = counts.entry((owner, role(ids, owner, id))).or_insert(0);
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
            (Component::Type(id), None) => {
                identity.push_str(role(ids, owner, id));
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

/// What an anonymous type is to what it stands in.
fn role(ids: &Ids<'_>, owner: Component, id: TypeId) -> &'static str {
    let owner = match owner {
        Component::Type(owner) => owner,
        Component::Element(owner) if ids.schema().components.element(owner).type_id != id => return "alternative",
        _ => return "type",
    };
    let definition = ids.schema().components.type_(owner);
    match &definition.detail {
        TypeDetail::Simple(simple) if simple.item == Some(id) => "item",
        TypeDetail::Simple(simple) if simple.members.contains(&id) => "member",
        TypeDetail::Complex(complex) if matches!(complex.content, Content::Simple { type_id, .. } if type_id == id) => {
            "content"
        }
        _ => "base",
    }
}
