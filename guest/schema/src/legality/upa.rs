//! Unique Particle Attribution (part 1, 3.8.6.4).

use super::{Judge, wildcard};
use crate::automaton::{Action, Counter, Expression, Follow, Leaf, LeafTerm, TooLarge};
use crate::components::{Derivation, NamespaceConstraint, Particle, TypeId, WildcardId};
use crate::{IssueCode, Place};
use pyxsd_xml::{NamespaceId, Symbol};
use std::collections::{BTreeMap, BTreeSet};

/// Leaves and names looked at in one content model; and once a collision is known, in the search for an earlier one.
const WORK: usize = 1 << 25;
const MORE: usize = 1 << 18;

/// What a leaf admits, by expanded names.
enum Admits {
    Names(Vec<Symbol>),
    Wildcard(WildcardId),
}

impl Admits {
    fn size(&self) -> usize {
        match self {
            Admits::Names(names) => names.len(),
            Admits::Wildcard(_) => 1,
        }
    }

    fn is_wildcard(&self) -> bool {
        matches!(self, Admits::Wildcard(_))
    }
}

/// Leaves that may come next at one point, with what that asks of the counters.
type Next = (u32, Action);

impl Judge<'_> {
    /// Two particles that may both take the next item, whatever follows.
    pub(super) fn check_attribution(
        &mut self,
        id: TypeId,
        particle: &Particle,
        expression: &Expression,
        place: &Place,
    ) {
        let admits: Vec<Admits> = expression.leaves.iter().map(|leaf| self.admits(leaf)).collect();
        let collision = match crate::automaton::all_group(particle) {
            Some(_) => {
                let next: Vec<Next> = (0..admits.len() as u32).map(|leaf| (leaf, Action::default())).collect();
                Ok(self.collision(&next, &[], &admits))
            }
            None => self.collision_in(expression, &admits),
        };
        let Ok(collision) = collision else {
            let what = "unique particle attribution in a content model as large as this";
            return self.findings.unsupported(what, place.clone());
        };
        let Some((one, other)) = collision else { return };
        let shown = |leaf: u32| self.shown_leaf(&expression.leaves[leaf as usize]);
        let message = format!(
            "in the content of the {}, {} and {} can both match one and the same child",
            self.shown_type(id),
            shown(one),
            shown(other)
        );
        let first = expression.leaves[one as usize].particle.place.clone();
        let at = expression.leaves[other as usize].particle.place.as_ref().unwrap_or(place);
        let code = match crate::automaton::all_group(particle) {
            Some(_) if self.components.type_(id).derivation == Derivation::Extension => IssueCode::ParticleRestriction,
            Some(_) => IssueCode::AllRule,
            None => IssueCode::Upa,
        };
        self.model_error(code, "cos-nonambig", at, message, &first);
    }

    fn admits(&self, leaf: &Leaf) -> Admits {
        match leaf.term {
            LeafTerm::Wildcard(id) => Admits::Wildcard(id),
            LeafTerm::Element(id) => {
                let group = self.substitution_group(id).into_iter();
                Admits::Names(group.map(|id| self.components.element(id).name).collect())
            }
        }
    }

    fn collision_in(&self, expression: &Expression, admits: &[Admits]) -> Result<Option<(u32, u32)>, TooLarge> {
        let contested = self.contested(admits)?;
        if contested.len() < 2 {
            return Ok(None);
        }
        let follow = Follow::new(expression);
        let mut found: Option<(u32, u32)> = None;
        let mut work = 0;
        for point in follow.points() {
            let mut next: Vec<Next> = Vec::new();
            work += follow.steps(point, &contested, &mut |step| next.push((step.leaf, step.action)));
            let sizes = next.iter().map(|(leaf, _)| admits[*leaf as usize].size());
            let wildcards = next.iter().filter(|(leaf, _)| admits[*leaf as usize].is_wildcard()).count();
            work += sizes.sum::<usize>() * (1 + wildcards);
            if work > WORK {
                return Err(TooLarge);
            }
            if next.len() > 1 {
                let mut counters: Vec<Counter> = follow.running(point).collect();
                counters.reverse();
                let collision = self.collision(&next, &counters, admits);
                found = [found, collision].into_iter().flatten().min();
            }
            if found.is_some() && work > MORE {
                break;
            }
        }
        Ok(found)
    }

    /// The leaves that have a name in common with another one.
    fn contested(&self, admits: &[Admits]) -> Result<Vec<u32>, TooLarge> {
        let mut claims: BTreeMap<Symbol, usize> = BTreeMap::new();
        let mut wildcards: BTreeSet<WildcardId> = BTreeSet::new();
        for leaf in admits {
            match leaf {
                Admits::Names(names) => names.iter().for_each(|name| *claims.entry(*name).or_default() += 1),
                Admits::Wildcard(id) => drop(wildcards.insert(*id)),
            }
        }
        // In 1.1 the element particle has precedence.
        if self.is_1_0() {
            if claims.len().saturating_mul(wildcards.len()) > WORK {
                return Err(TooLarge);
            }
            for (&name, count) in &mut claims {
                let admitted = |id: &WildcardId| wildcard::admits(self.components.wildcard(*id), name, self.names);
                *count += usize::from(wildcards.iter().any(admitted));
            }
        }
        let apart = self.wildcards_apart(admits);
        let is_contested = |leaf: &Admits| match leaf {
            Admits::Names(names) => names.iter().any(|name| claims[name] > 1),
            Admits::Wildcard(_) => !apart || (self.is_1_0() && !claims.is_empty()),
        };
        let leaves = (0u32..).zip(admits).filter(|(_, leaf)| is_contested(leaf));
        Ok(leaves.map(|(leaf, _)| leaf).collect())
    }

    /// Whether no two wildcards name a namespace in common.
    fn wildcards_apart(&self, admits: &[Admits]) -> bool {
        let mut seen: BTreeSet<NamespaceId> = BTreeSet::new();
        let mut wildcards = admits.iter().filter_map(|leaf| match leaf {
            Admits::Wildcard(id) => Some(&self.components.wildcard(*id).namespaces),
            Admits::Names(_) => None,
        });
        wildcards.all(|namespaces| match namespaces {
            NamespaceConstraint::Only(list) => list.iter().all(|&namespace| seen.insert(namespace)),
            NamespaceConstraint::Any | NamespaceConstraint::Not(_) => false,
        })
    }

    /// The first pair of different leaves that may both come next with one name and one state of the counters.
    fn collision(&self, next: &[Next], counters: &[Counter], admits: &[Admits]) -> Option<(u32, u32)> {
        let mut by_name: BTreeMap<Symbol, Vec<Next>> = BTreeMap::new();
        let mut wildcards: Vec<(Next, WildcardId)> = Vec::new();
        let mut found: Option<(u32, u32)> = None;
        let mut report = |one: Next, other: Next| {
            if one.0 != other.0 && compatible(one.1, other.1, counters) {
                let pair = (one.0.min(other.0), one.0.max(other.0));
                found = Some(found.map_or(pair, |found| found.min(pair)));
            }
        };
        for &(leaf, action) in next {
            match &admits[leaf as usize] {
                Admits::Wildcard(id) => {
                    let own = self.components.wildcard(*id);
                    for &(other, id) in &wildcards {
                        if wildcard::overlap(own, self.components.wildcard(id)) {
                            report(other, (leaf, action));
                        }
                    }
                    wildcards.push(((leaf, action), *id));
                }
                Admits::Names(names) => {
                    for &name in names {
                        let others = by_name.entry(name).or_default();
                        others.iter().for_each(|&other| report(other, (leaf, action)));
                        // Of leaves reached in the same way the first stands for all.
                        match others.iter_mut().find(|(_, other)| *other == action) {
                            Some((first, _)) => *first = leaf.min(*first),
                            None => others.push((leaf, action)),
                        }
                    }
                }
            }
        }
        // In 1.1 the element particle has precedence.
        if self.is_1_0() {
            for &(one, id) in &wildcards {
                let admitted = |name: &Symbol| wildcard::admits(self.components.wildcard(id), *name, self.names);
                let others = by_name.iter().filter(|(name, _)| admitted(name)).flat_map(|(_, others)| others);
                others.for_each(|&other| report(one, other));
            }
        }
        found
    }

    fn shown_leaf(&self, leaf: &Leaf) -> String {
        match leaf.term {
            LeafTerm::Element(id) => format!("the element {}", self.shown(self.components.element(id).name)),
            LeafTerm::Wildcard(_) => "a wildcard".to_owned(),
        }
    }
}

/// Whether some state of the counters permits both actions. Each counter can have any value from one to its maximum.
fn compatible(one: Action, other: Action, counters: &[Counter]) -> bool {
    counters.iter().enumerate().all(|(at, counter)| {
        let depth = counters.len() - at;
        let leaves = |action: Action| depth <= usize::from(action.exits);
        let repeats = |action: Action| action.again && depth == usize::from(action.exits) + 1;
        let low = if leaves(one) || leaves(other) { counter.min } else { 0 };
        let repeated = repeats(one) || repeats(other);
        !repeated || counter.max.is_none_or(|max| low.max(1) < max)
    })
}
