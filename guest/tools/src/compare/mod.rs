//! Two schemas side by side: what is new, what is gone, what says something else, and what that may touch.

mod condition;
mod identity;
mod impact;
mod properties;

pub use impact::Impact;

use crate::ids::Ids;
use hashbrown::HashSet;
use pyxsd_schema::Component;
use std::collections::{BTreeMap, BTreeSet};

/// Characters of a value in a change.
const MAX_VALUE: usize = 2_000;
/// Bytes of a value that is told as a whole; of a longer one the part around the differences is.
const MAX_WHOLE: usize = 600;
/// Bytes of the same on either side of the differences.
const BESIDE: usize = 120;

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
        let (old, new) = match (before, after) {
            (Some(before), Some(after)) => {
                let (old, new) = around(before, after);
                (Some(old), Some(new))
            }
            _ => (before.map(|value| start(value)), after.map(|value| start(value))),
        };
        found.push(FieldChange { field: field.clone(), old, new });
    }
    found
}

/// Two values; of long ones what is around the difference, from one item of a list to another.
fn around(before: &str, after: &str) -> (String, String) {
    let is_long = |value: &str| value.len() > MAX_WHOLE;
    if !is_long(before) && !is_long(after) {
        return (before.to_owned(), after.to_owned());
    }
    let length = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        pairs.take_while(|(one, other)| one == other).map(|(one, _)| one.len_utf8()).sum()
    };
    let head = length(&mut before.chars().zip(after.chars()));
    let tail = length(&mut before[head..].chars().rev().zip(after[head..].chars().rev()));
    (part(before, head, before.len() - tail), part(after, head, after.len() - tail))
}

/// The part of a value from `first` to `last`, and a little before and after it.
fn part(value: &str, first: usize, last: usize) -> String {
    let begin = item_before(value, first.saturating_sub(BESIDE));
    let end = item_after(value, (last + BESIDE).min(value.len()));
    let mut text = if begin > 0 { "… ".to_owned() } else { String::new() };
    text.push_str(&start(&value[begin..end]));
    if end < value.len() && !text.ends_with('…') {
        text.push_str(" …");
    }
    text
}

/// Where the item begins that a place is in: behind a space, for items are told apart by spaces.
fn item_before(value: &str, mut place: usize) -> usize {
    while !value.is_char_boundary(place) {
        place -= 1;
    }
    value[..place].rfind(' ').map_or(0, |space| space + 1)
}

/// Where it ends.
fn item_after(value: &str, mut place: usize) -> usize {
    while !value.is_char_boundary(place) {
        place += 1;
    }
    value[place..].find(' ').map_or(value.len(), |space| place + space)
}

/// The first characters of a value.
fn start(value: &str) -> String {
    let mut text: String = value.chars().take(MAX_VALUE).collect();
    if text.len() < value.len() {
        text.push('…');
    }
    text
}
