//! A content model that counts: sets of configurations, each a point with an interval for every counter that runs there.

use super::alphabet::Alphabet;
use super::expression::Expression;
use super::follow::{Action, Counter, Follow, Step};
use super::program::Point;
use std::cmp::Ordering;

/// Configurations up to which each new one is compared with all others.
const FEW: usize = 24;
/// Configurations that are joined before more are made; only an ambiguous model has so many.
const MANY: usize = 1 << 12;

/// Lowest and highest count of the turns taken so far, the present one included. An interval that reaches the minimum goes on to the
/// maximum: what is possible with a count is possible with every smaller one that is enough, so that greater ones change nothing.
type Interval = (u64, u64);

/// Ways to have matched the items so far: a point, and every combination of counts within the intervals, outermost first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Configuration {
    point: Point,
    counts: Vec<Interval>,
}

/// The automaton.
#[derive(Debug)]
pub(super) struct Counted {
    follow: Follow,
    /// The leaves that are wildcards.
    wildcards: Vec<u32>,
}

impl Counted {
    pub fn new(expression: &Expression, alphabet: &Alphabet) -> Self {
        let wildcards = alphabet.wildcards().map(|(leaf, _)| leaf).collect();
        Self { follow: Follow::new(expression), wildcards }
    }

    pub fn start(&self) -> Vec<Configuration> {
        vec![Configuration { point: self.follow.start(), counts: Vec::new() }]
    }

    /// Takes an item that fits some of these leaves, sorted; gives the one that it matched.
    pub fn by_leaves(&self, state: &mut Vec<Configuration>, leaves: &[u32]) -> Option<u32> {
        if let [only] = &mut state[..] {
            let (mut first, mut more) = (None, false);
            self.follow.steps(only.point, leaves, &mut |step| {
                more |= first.is_some_and(|first| first != step);
                first.get_or_insert(step);
            });
            if !more {
                return first.and_then(|step| self.advance_in_place(only, &step));
            }
        }
        self.advance(state, leaves)
    }

    /// Takes an item by a wildcard that `admits` it; gives the leaf. Leaves that share a wildcard are taken together.
    pub fn by_wildcard(
        &self,
        state: &mut Vec<Configuration>,
        alphabet: &Alphabet,
        admits: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let mut first: Option<u32> = None;
        for configuration in state.iter() {
            self.follow.steps(configuration.point, &self.wildcards, &mut |step| {
                let is_better = first.is_none_or(|first| step.leaf < first);
                if is_better && self.allows(configuration, step.action) && admits(step.leaf) {
                    first = Some(step.leaf);
                }
            });
        }
        let wildcard = alphabet.wildcard(first?);
        let same = self.wildcards.iter().copied().filter(|&leaf| alphabet.wildcard(leaf) == wildcard);
        self.advance(state, &same.collect::<Vec<u32>>())
    }

    fn advance_in_place(&self, configuration: &mut Configuration, step: &Step) -> Option<u32> {
        if !self.allows(configuration, step.action) {
            return None;
        }
        self.apply(configuration, step);
        Some(step.leaf)
    }

    fn advance(&self, state: &mut Vec<Configuration>, leaves: &[u32]) -> Option<u32> {
        let mut next = Vec::new();
        let mut compact_at = MANY;
        let mut matched: Option<u32> = None;
        for configuration in state.iter() {
            self.follow.steps(configuration.point, leaves, &mut |step| {
                let mut moved = configuration.clone();
                if self.advance_in_place(&mut moved, &step).is_some() {
                    matched = Some(matched.map_or(step.leaf, |leaf| leaf.min(step.leaf)));
                    if next.len() < FEW { insert(&mut next, moved) } else { next.push(moved) }
                }
            });
            if next.len() > compact_at {
                join_sorted(&mut next);
                compact_at = 2 * next.len() + MANY;
            }
        }
        if matched.is_some() {
            if next.len() > FEW {
                join_sorted(&mut next);
            }
            next.sort_unstable();
            *state = next;
        }
        matched
    }

    pub fn is_complete(&self, state: &[Configuration]) -> bool {
        state.iter().any(|configuration| {
            let exits = self.follow.exits_at_end(configuration.point);
            exits.is_some_and(|exits| self.allows(configuration, Action { exits, ..Action::default() }))
        })
    }

    /// The leaves that may come next, unsorted, with repeats.
    pub fn next_leaves(&self, state: &[Configuration]) -> Vec<u32> {
        let all: Vec<u32> = (0..self.follow.leaf_count()).collect();
        let mut leaves = Vec::new();
        for configuration in state {
            self.follow.steps(configuration.point, &all, &mut |step| {
                if self.allows(configuration, step.action) {
                    leaves.push(step.leaf);
                }
            });
        }
        leaves
    }

    /// The leaves that the last item can have matched.
    pub fn reached_by(&self, state: &[Configuration]) -> Vec<u32> {
        state.iter().flat_map(|configuration| self.follow.leaves_before(configuration.point)).collect()
    }

    /// Whether some combination of the counts permits an action. A count never exceeds its maximum, so that leaving a repetition
    /// asks for the minimum only, and a further turn for less than the maximum.
    fn allows(&self, configuration: &Configuration, action: Action) -> bool {
        let mut counters = self.follow.running(configuration.point);
        let mut counts = configuration.counts.iter().rev();
        for _ in 0..action.exits {
            let (Some((_, high)), Some(counter)) = (counts.next(), counters.next()) else { return false };
            if *high < counter.min {
                return false;
            }
        }
        if !action.again {
            return true;
        }
        let (Some((low, _)), Some(counter)) = (counts.next(), counters.next()) else { return false };
        counter.max.is_none_or(|max| *low < max)
    }

    /// Takes a step whose action is allowed.
    fn apply(&self, configuration: &mut Configuration, step: &Step) {
        let Action { exits, again, enters } = step.action;
        let counts = &mut configuration.counts;
        counts.truncate(counts.len() - usize::from(exits));
        if again
            && let Some(counter) = self.follow.running(configuration.point).nth(exits.into())
            && let Some(count) = counts.last_mut()
        {
            *count = closed(count.0 + 1, count.1.saturating_add(1), counter);
        }
        let kept = counts.len();
        counts.resize(kept + usize::from(enters), (1, 1));
        for (count, counter) in counts[kept..].iter_mut().rev().zip(self.follow.around(step.leaf)) {
            *count = closed(1, 1, counter);
        }
        configuration.point = step.target;
    }
}

/// Counts as an interval; beyond the minimum those of an unbounded repetition need not be told apart.
fn closed(low: u64, high: u64, Counter { min, max }: Counter) -> Interval {
    let ceiling = max.unwrap_or(min);
    (low.min(ceiling), if high >= min { ceiling } else { high })
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
    if one.point != other.point {
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
    set.sort_unstable();
    set.dedup();
    let counters = set.iter().map(|configuration| configuration.counts.len()).max().unwrap_or(0);
    for along in (0..counters).rev() {
        set.sort_by(|one, other| {
            let count = |configuration: &Configuration, at: usize| configuration.counts.get(at).copied();
            let rest = (0..counters).filter(|&at| at != along);
            let by_rest = rest.map(|at| count(one, at).cmp(&count(other, at))).find(|order| order.is_ne());
            let by_rest = by_rest.unwrap_or(Ordering::Equal);
            one.point.cmp(&other.point).then(by_rest).then_with(|| count(one, along).cmp(&count(other, along)))
        });
        let mut joined: Vec<Configuration> = Vec::with_capacity(set.len());
        for configuration in set.drain(..) {
            let last = joined.last_mut().filter(|last| last.point == configuration.point);
            match last.and_then(|last| join(last, &configuration).map(|both| (last, both))) {
                Some((last, both)) => *last = both,
                None => joined.push(configuration),
            }
        }
        *set = joined;
    }
}
