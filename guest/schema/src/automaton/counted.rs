//! A content model that counts: sets of configurations, each a point with an interval for every counter that runs there.

use super::TooLarge;
use super::alphabet::Alphabet;
use super::program::{Action, Counter, Edge, Program};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Configurations up to which each new one is compared with all others.
const FEW: usize = 24;

/// Lowest and highest count of the turns taken so far, the present one included.
type Interval = (u64, u64);

/// Ways to have matched the items so far: a point, and every combination of counts within the intervals, outermost first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Configuration {
    row: u32,
    counts: Vec<Interval>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    leaf: u32,
    action: Action,
    row: u32,
}

#[derive(Debug, Default)]
struct Row {
    counters: Vec<Counter>,
    /// Sorted by column.
    by_column: Vec<(u32, Step)>,
    /// In order of the leaves.
    wildcards: Vec<Step>,
    ends: Vec<Action>,
    reached_by: Vec<u32>,
}

/// The automaton. Row 0 is the start.
#[derive(Debug)]
pub(super) struct Counted {
    rows: Vec<Row>,
}

impl Counted {
    pub fn new(program: &mut Program, alphabet: &Alphabet) -> Result<Self, TooLarge> {
        let columns_of = alphabet.columns_by_leaf();
        let mut points = vec![program.start()];
        let mut known = BTreeMap::from([(program.start(), 0u32)]);
        let mut rows: Vec<Row> = vec![Row::default()];
        let mut at = 0;
        while at < points.len() {
            let exits = program.exits(points[at])?;
            let mut row = Row { counters: program.counters(points[at]), ends: exits.ends, ..Row::default() };
            for Edge { leaf, action, target } in exits.edges {
                let index = *known.entry(target).or_insert_with(|| {
                    points.push(target);
                    rows.push(Row::default());
                    points.len() as u32 - 1
                });
                let reached_by = &mut rows[index as usize].reached_by;
                if reached_by.last() != Some(&leaf) && !reached_by.contains(&leaf) {
                    reached_by.push(leaf);
                }
                let step = Step { leaf, action, row: index };
                if alphabet.wildcard(leaf).is_some() {
                    row.wildcards.push(step);
                }
                row.by_column.extend(columns_of[leaf as usize].iter().map(|&column| (column, step)));
            }
            row.by_column.sort_by_key(|&(column, step)| (column, step.leaf));
            row.reached_by = std::mem::take(&mut rows[at].reached_by);
            rows[at] = row;
            at += 1;
        }
        Ok(Self { rows })
    }

    pub fn start(&self) -> Vec<Configuration> {
        vec![Configuration { row: 0, counts: Vec::new() }]
    }

    /// Takes an item by its column; gives the leaf that it matched.
    pub fn by_column(&self, state: &mut Vec<Configuration>, column: u32) -> Option<u32> {
        if let [only] = &mut state[..] {
            let steps = self.rows[only.row as usize].steps(column);
            if let [(_, step)] = steps {
                return self.advance_in_place(only, step);
            }
        }
        self.advance(state, |row| row.steps(column).iter().map(|(_, step)| step))
    }

    /// Takes an item by a wildcard that `admits` it; gives the leaf. Leaves that share a wildcard are taken together.
    pub fn by_wildcard(
        &self,
        state: &mut Vec<Configuration>,
        alphabet: &Alphabet,
        admits: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let possible = state.iter().flat_map(|configuration| {
            let row = &self.rows[configuration.row as usize];
            row.wildcards.iter().filter(|step| row.allows(&configuration.counts, step.action)).map(|step| step.leaf)
        });
        let wildcard = alphabet.wildcard(possible.filter(|&leaf| admits(leaf)).min()?);
        self.advance(state, |row| row.wildcards.iter().filter(move |step| alphabet.wildcard(step.leaf) == wildcard))
    }

    fn advance_in_place(&self, configuration: &mut Configuration, step: &Step) -> Option<u32> {
        let row = &self.rows[configuration.row as usize];
        if !row.allows(&configuration.counts, step.action) {
            return None;
        }
        row.apply(&mut configuration.counts, step.action);
        configuration.row = step.row;
        Some(step.leaf)
    }

    fn advance<'s, I: Iterator<Item = &'s Step>>(
        &'s self,
        state: &mut Vec<Configuration>,
        steps: impl Fn(&'s Row) -> I,
    ) -> Option<u32> {
        let mut next = Vec::new();
        let mut matched: Option<u32> = None;
        for configuration in state.iter() {
            let row = &self.rows[configuration.row as usize];
            for step in steps(row) {
                let mut moved = configuration.clone();
                if self.advance_in_place(&mut moved, step).is_some() {
                    matched = Some(matched.map_or(step.leaf, |leaf| leaf.min(step.leaf)));
                    if next.len() < FEW { insert(&mut next, moved) } else { next.push(moved) }
                }
            }
        }
        if matched.is_some() {
            if next.len() > FEW {
                join_sorted(&mut next);
            }
            *state = next;
        }
        matched
    }

    pub fn is_complete(&self, state: &[Configuration]) -> bool {
        state.iter().any(|configuration| {
            let row = &self.rows[configuration.row as usize];
            row.ends.iter().any(|&action| row.allows(&configuration.counts, action))
        })
    }

    /// The leaves that may come next, unsorted, with repeats.
    pub fn next_leaves(&self, state: &[Configuration]) -> Vec<u32> {
        let mut leaves = Vec::new();
        for configuration in state {
            let row = &self.rows[configuration.row as usize];
            let steps = row.by_column.iter().map(|(_, step)| step).chain(&row.wildcards);
            leaves.extend(steps.filter(|step| row.allows(&configuration.counts, step.action)).map(|step| step.leaf));
        }
        leaves
    }

    /// The leaves that the last item can have matched.
    pub fn reached_by(&self, state: &[Configuration]) -> Vec<u32> {
        state
            .iter()
            .flat_map(|configuration| self.rows[configuration.row as usize].reached_by.iter().copied())
            .collect()
    }
}

impl Row {
    fn steps(&self, column: u32) -> &[(u32, Step)] {
        let start = self.by_column.partition_point(|&(other, _)| other < column);
        let rest = &self.by_column[start..];
        let count = rest.iter().take_while(|&&(other, _)| other == column).count();
        &rest[..count]
    }

    /// Whether some combination of the counts permits an action. A count never exceeds its maximum, so that leaving a repetition
    /// asks for the minimum only, and a further turn for less than the maximum.
    fn allows(&self, counts: &[Interval], action: Action) -> bool {
        let kept = counts.len() - usize::from(action.exits);
        let left = counts[kept..].iter().zip(&self.counters[kept..]).all(|(&(_, high), counter)| high >= counter.min);
        left && (!action.again || self.counters[kept - 1].max.is_none_or(|max| counts[kept - 1].0 < max))
    }

    /// Applies an action that is allowed.
    fn apply(&self, counts: &mut Vec<Interval>, action: Action) {
        let kept = counts.len() - usize::from(action.exits);
        counts.truncate(kept);
        if action.again {
            let (low, high) = &mut counts[kept - 1];
            // Beyond the minimum the counts of an unbounded repetition need not be told apart.
            let Counter { min, max } = self.counters[kept - 1];
            let ceiling = max.unwrap_or(min);
            (*low, *high) = ((*low + 1).min(ceiling), high.saturating_add(1).min(ceiling));
        }
        counts.extend((0..action.enters).map(|_| (1, 1)));
    }
}

/// Adds a configuration to a set, joining it with those that it continues: boxes that differ in one counter only and touch there.
fn insert(set: &mut Vec<Configuration>, mut new: Configuration) {
    let mut at = 0;
    while at < set.len() {
        match join(&set[at], &new) {
            Some(joined) if joined == set[at] => return,
            Some(joined) => {
                new = joined;
                set.swap_remove(at);
                at = 0;
            }
            None => at += 1,
        }
    }
    set.push(new);
}

fn join(one: &Configuration, other: &Configuration) -> Option<Configuration> {
    if one.row != other.row {
        return None;
    }
    let mut differing = (0..one.counts.len()).filter(|&at| one.counts[at] != other.counts[at]);
    let Some(at) = differing.next() else { return Some(one.clone()) };
    if differing.next().is_some() {
        let covers = |a: &Configuration, b: &Configuration| {
            a.counts.iter().zip(&b.counts).all(|(a, b)| a.0 <= b.0 && b.1 <= a.1)
        };
        return if covers(one, other) {
            Some(one.clone())
        } else if covers(other, one) {
            Some(other.clone())
        } else {
            None
        };
    }
    let ((a, b), (c, d)) = (one.counts[at], other.counts[at]);
    if c > b.saturating_add(1) || a > d.saturating_add(1) {
        return None;
    }
    let mut joined = one.clone();
    joined.counts[at] = (a.min(c), b.max(d));
    Some(joined)
}

/// Joins neighbours along each counter in turn.
fn join_sorted(set: &mut Vec<Configuration>) {
    let counters = set.iter().map(|configuration| configuration.counts.len()).max().unwrap_or(0);
    for along in (0..counters).rev() {
        set.sort_by(|one, other| {
            let count = |configuration: &Configuration, at: usize| configuration.counts.get(at).copied();
            let rest = (0..counters).filter(|&at| at != along);
            let by_rest = rest.map(|at| count(one, at).cmp(&count(other, at))).find(|order| order.is_ne());
            let by_rest = by_rest.unwrap_or(Ordering::Equal);
            one.row.cmp(&other.row).then(by_rest).then_with(|| count(one, along).cmp(&count(other, along)))
        });
        let mut joined: Vec<Configuration> = Vec::with_capacity(set.len());
        for configuration in set.drain(..) {
            let last = joined.last_mut().filter(|last| last.row == configuration.row);
            match last.and_then(|last| join(last, &configuration).map(|both| (last, both))) {
                Some((last, both)) => *last = both,
                None => joined.push(configuration),
            }
        }
        *set = joined;
    }
}
