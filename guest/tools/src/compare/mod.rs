//! Two schemas side by side: what is new, what is gone, what says something else, and what that may touch.

mod identity;
mod impact;
mod properties;

pub use impact::Impact;

use crate::ids::Ids;
use hashbrown::HashSet;
use pyxsd_schema::Component;
use std::collections::{BTreeMap, BTreeSet};

/// Characters of a value in a change; of a longer one the part around the first difference is kept.
const MAX_VALUE: usize = 2_000;
/// Characters kept before the first difference.
const BEFORE: usize = 200;

/// What is different between two schemas. Lists are sorted by comparison identity.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comparison {
    /// Whether the target namespaces of the entry documents differ.
    pub namespace_changed: bool,
    /// Components of the new schema that the old one does not have.
    pub added: Vec<String>,
    /// Components of the old schema that the new one does not have.
    pub removed: Vec<String>,
    /// Components that both have, and that say something else themselves.
    pub changed: Vec<Change>,
    /// Global components of the new schema that refer, directly or not, to what was added, removed or changed.
    pub potential_impact: Vec<Impact>,
}

/// A component that says something else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Comparison identity.
    pub id: String,
    /// What is different, by field, sorted.
    pub changes: Vec<FieldChange>,
}

/// One field of a component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FieldChange {
    /// `type`, `base`, `content`, `facet.maxLength` …
    pub field: String,
    /// In the old schema; nothing where it was not said.
    pub old: Option<String>,
    /// In the new schema.
    pub new: Option<String>,
}

/// Compares two schemas by what their components say themselves; built-in components and documentation do not count.
///
/// An identity is that of the component's place: `kind:{ns}name`, inside it `/element:name` and `/attribute:name`, and for an anonymous
/// type its role (`/type`, `/base`, `/item`, `/member`, `/content`, `/alternative`), with `#2` and so on for what has the same. Files do not count.
pub fn compare(old: &Ids<'_>, new: &Ids<'_>) -> Comparison {
    let (old_known, new_known) = (identity::identities(old), identity::identities(new));
    let mut comparison = Comparison { namespace_changed: targets(old) != targets(new), ..Comparison::default() };
    let mut touched_old = HashSet::new();
    let mut touched_new = HashSet::new();
    for (id, component) in &old_known {
        let Some(other) = new_known.get(id) else {
            comparison.removed.push(id.clone());
            touched_old.insert(*component);
            continue;
        };
        let changes = differences(&properties::properties(old, *component), &properties::properties(new, *other));
        if !changes.is_empty() {
            comparison.changed.push(Change { id: id.clone(), changes });
            touched_new.insert(*other);
        }
    }
    for (id, component) in new_known.iter().filter(|(id, _)| !old_known.contains_key(*id)) {
        comparison.added.push(id.clone());
        touched_new.insert(*component);
    }
    let removed = impact::impact(old, &old_known, &touched_old);
    let other = impact::impact(new, &new_known, &touched_new);
    let still_there = |impact: &Impact| new_known.contains_key(&impact.id);
    let mut all: BTreeMap<String, Impact> = BTreeMap::new();
    for impact in other.into_iter().chain(removed.into_iter().filter(still_there)) {
        all.entry(impact.id.clone()).or_insert(impact);
    }
    let said: BTreeSet<&String> = comparison.changed.iter().map(|change| &change.id).chain(&comparison.added).collect();
    comparison.potential_impact = all.into_values().filter(|impact| !said.contains(&impact.id)).collect();
    comparison
}

fn targets<'s>(ids: &Ids<'s>) -> Option<&'s str> {
    let schema = ids.schema();
    schema.components.documents.first().map(|entry| schema.names.namespace_uri(entry.namespace))
}

type Properties = BTreeMap<String, String>;
type Identities = BTreeMap<String, Component>;

fn differences(old: &Properties, new: &Properties) -> Vec<FieldChange> {
    let fields: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let mut found = Vec::new();
    for field in fields {
        let (before, after) = (old.get(field), new.get(field));
        if before == after {
            continue;
        }
        let start = match (before, after) {
            (Some(before), Some(after)) => {
                before.chars().zip(after.chars()).take_while(|(one, other)| one == other).count()
            }
            _ => 0,
        };
        let cut = |value: Option<&String>| value.map(|value| window(value, start));
        found.push(FieldChange { field: field.clone(), old: cut(before), new: cut(after) });
    }
    found
}

fn window(value: &str, start: usize) -> String {
    if value.chars().nth(MAX_VALUE).is_none() {
        return value.to_owned();
    }
    let skipped = start.saturating_sub(BEFORE);
    let mut text = if skipped > 0 { "…".to_owned() } else { String::new() };
    text.extend(value.chars().skip(skipped).take(MAX_VALUE));
    if value.chars().nth(skipped + MAX_VALUE).is_some() {
        text.push('…');
    }
    text
}
