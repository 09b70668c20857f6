//! Unique Particle Attribution (part 1, 3.8.6.4).

use super::{Judge, wildcard};
use crate::automaton::{Action, Counter, Edge, Expression, Leaf, LeafTerm, Program, TooLarge};
use crate::components::{Particle, TypeId, WildcardId};
use crate::{IssueCode, Place};
use pyxsd_xml::Symbol;
use std::collections::BTreeMap;

/// Names looked at in one content model.
const WORK: usize = 1 << 23;

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
        self.model_error(IssueCode::Upa, "cos-nonambig", at, message, &first);
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
        let mut program = Program::new(expression);
        let mut points = vec![program.start()];
        let mut known = std::collections::BTreeSet::from([program.start()]);
        let mut found: Option<(u32, u32)> = None;
        let mut work = 0;
        while let Some(point) = points.pop() {
            let exits = program.exits(point)?;
            work += exits.edges.iter().map(|edge| admits[edge.leaf as usize].size()).sum::<usize>();
            if work > WORK {
                return Err(TooLarge);
            }
            let next: Vec<Next> = exits.edges.iter().map(|edge| (edge.leaf, edge.action)).collect();
            let collision = self.collision(&next, &program.counters(point), admits);
            found = [found, collision].into_iter().flatten().min();
            for Edge { target, .. } in exits.edges {
                if known.insert(target) {
                    points.push(target);
                }
            }
        }
        Ok(found)
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
                        others.push((leaf, action));
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
