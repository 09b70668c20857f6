//! Finding components.

use crate::ids::{Ids, Kind};
use crate::relations::references;
use hashbrown::HashSet;
use pyxsd_schema::Component;

/// What is searched for; every condition given must hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// Part of the name or of the documentation, in upper or lower case.
    pub text: Option<String>,
    /// The kind.
    pub kind: Option<Kind>,
    /// The local name, `{ns}local`, or `prefix:local`; `{}local` is in no namespace.
    pub name: Option<String>,
    /// The namespace name; empty for none.
    pub namespace: Option<String>,
    /// What this component refers to, the local declarations inside it included.
    pub uses: Option<Component>,
    /// What refers to this component itself.
    pub used_by: Option<Component>,
}

/// The components that meet the conditions, in the order of [`Ids::all`]: by kind, then by place in the schema documents. Built-in
/// components are found only as what another one refers to, or by a namespace or name given exactly.
pub fn search(ids: &Ids<'_>, search: &Search) -> Vec<Component> {
    let text = search.text.as_ref().map(|text| text.to_lowercase());
    let related = related(ids, search);
    let exact = search.namespace.is_some() || search.name.as_ref().is_some_and(|name| name.starts_with('{'));
    let mut found = ids.all();
    found.retain(|component| {
        let component = *component;
        (exact || related.is_some() || ids.place(component).is_some())
            && related.as_ref().is_none_or(|related| related.contains(&component))
            && search.kind.is_none_or(|kind| ids.kind(component) == kind)
            && search.namespace.as_ref().is_none_or(|wanted| namespace(ids, component) == Some(wanted))
            && search.name.as_ref().is_none_or(|wanted| is_named(ids, component, wanted))
            && text.as_ref().is_none_or(|text| mentions(ids, component, text))
    });
    found
}

fn namespace<'s>(ids: &Ids<'s>, component: Component) -> Option<&'s str> {
    let names = &ids.schema().names;
    ids.name(component).map(|name| names.namespace_uri(names.namespace_of(name)))
}

fn is_named(ids: &Ids<'_>, component: Component, wanted: &str) -> bool {
    let Some(name) = ids.name(component) else { return false };
    match wanted.strip_prefix("{}") {
        Some(local) => ids.shown_name(component) == local,
        None if wanted.starts_with('{') => ids.shown_name(component) == wanted,
        None if wanted.contains(':') => ids.prefixes().shown(ids.schema(), name) == wanted,
        None => ids.schema().names.local(name) == wanted,
    }
}

fn mentions(ids: &Ids<'_>, component: Component, text: &str) -> bool {
    let schema = ids.schema();
    let in_name = ids.name(component).is_some_and(|name| schema.names.local(name).to_lowercase().contains(text));
    let documentation = || schema.components.documentation.of(component);
    in_name || documentation().is_some_and(|documentation| documentation.to_lowercase().contains(text))
}

/// The components that stand in the relations asked for; nothing where none is.
fn related(ids: &Ids<'_>, search: &Search) -> Option<HashSet<Component>> {
    let uses = search.uses.map(|component| used_from(ids, component));
    let used_by = search.used_by.map(|component| users_of(ids, component));
    match (uses, used_by) {
        (Some(uses), Some(used_by)) => Some(uses.into_iter().filter(|component| used_by.contains(component)).collect()),
        (one, other) => one.or(other),
    }
}

/// What a component and the local declarations inside it refer to, these declarations left out.
fn used_from(ids: &Ids<'_>, component: Component) -> HashSet<Component> {
    let mut inside: HashSet<Component> = HashSet::from_iter([component]);
    let mut queue = vec![component];
    let mut used = HashSet::new();
    while let Some(next) = queue.pop() {
        for referred in references(ids.schema(), next) {
            if ids.owner(referred).is_some_and(|owner| inside.contains(&owner)) {
                if inside.insert(referred) {
                    queue.push(referred);
                }
            } else {
                used.insert(referred);
            }
        }
    }
    used.retain(|component| !inside.contains(component));
    used
}

/// What refers to a component: the declarations themselves, also where they are local.
fn users_of(ids: &Ids<'_>, component: Component) -> HashSet<Component> {
    let refers = |other: &Component| *other != component && references(ids.schema(), *other).contains(&component);
    ids.all().into_iter().filter(refers).collect()
}
