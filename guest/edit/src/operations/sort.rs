//! `sort`.

use super::{Change, Obstacle};
use crate::plan::{Key, Task};
use std::cmp::Ordering;

impl Change<'_, '_> {
    pub(super) fn sort(&mut self, tasks: &[Task], descending: bool) -> Result<(), Obstacle> {
        let as_doubles = tasks.iter().any(|task| matches!(task.key, Some(Key::Double(_))));
        for (parent, children) in self.by_parent(tasks)? {
            let mut keyed: Vec<(Option<Key>, usize)> = children
                .iter()
                .enumerate()
                .map(|(at, (task, _))| (task.key.as_ref().map(|key| comparable(key, as_doubles)), at))
                .collect();
            keyed.sort_by(|(left, _), (right, _)| {
                let order = compare(left.as_ref(), right.as_ref());
                if descending { order.reverse() } else { order }
            });
            let displaced: Vec<(usize, usize)> = keyed
                .iter()
                .enumerate()
                .filter(|(to, (_, from))| to != from)
                .map(|(to, (_, from))| (to, *from))
                .collect();
            self.changed += displaced.len() as u64;
            // Each element leaves a node behind that keeps its place.
            let mut places = std::collections::BTreeMap::new();
            for (to, _) in &displaced {
                let element = children[*to].1;
                let place = self.tree.make_text("");
                self.tree.insert(parent, place, element);
                self.tree.unlink(element);
                places.insert(*to, place);
            }
            for (to, from) in displaced {
                let place = places[&to];
                self.tree.insert(parent, children[from].1, place);
                self.tree.unlink(place);
            }
        }
        Ok(())
    }
}

/// Decimals and doubles are compared as doubles, so that the order is one.
fn comparable(key: &Key, as_doubles: bool) -> Key {
    match key {
        Key::Decimal(value) if as_doubles => Key::Double(value.to_string().parse().unwrap_or(0.0)),
        other => other.clone(),
    }
}

fn compare(left: Option<&Key>, right: Option<&Key>) -> Ordering {
    match (left, right) {
        (Some(Key::Text(left)), Some(Key::Text(right))) => left.cmp(right),
        (Some(Key::Decimal(left)), Some(Key::Decimal(right))) => left.cmp(right),
        // There is no NaN; both zeros are equal.
        (Some(Key::Double(left)), Some(Key::Double(right))) => (left + 0.0).total_cmp(&(right + 0.0)),
        (left, right) => left.is_some().cmp(&right.is_some()),
    }
}
