//! Which children of one element correspond to which of another, in their order.

use super::likeness::{LIKE, Mark, bare_or_same};
use super::side::Side;
use pyxsd_xml::{Names, Symbol};
use std::collections::{BTreeMap, BTreeSet};

/// Pairs of children up to which the best correspondence is sought.
const BEST: usize = 10_000;

/// One row of the result.
#[derive(Clone, Copy, Debug)]
pub(super) enum Row {
    /// What corresponds.
    Both(u32, u32),
    /// What corresponds, and is out of order.
    Moved(u32, u32),
    Old(u32),
    New(u32),
}

/// Two elements whose children are compared.
pub(super) struct Aligner<'d> {
    pub old: &'d Side,
    pub new: &'d Side,
    pub names: &'d Names,
    /// Comparisons of two children that are left for seeking the best correspondence.
    pub budget: u64,
}

/// Children between two correspondences.
#[derive(Clone, Copy)]
struct Gap {
    old: (usize, usize),
    new: (usize, usize),
}

struct Children {
    old: Vec<u32>,
    new: Vec<u32>,
    /// Corresponding positions, in no order.
    pairs: Vec<(usize, usize)>,
    /// Children that have an equal one elsewhere in the other list: they move, and correspond to nothing else.
    moved: (Vec<bool>, Vec<bool>),
    /// Those that move and are not equal.
    shifted: Vec<(usize, usize)>,
}

impl Aligner<'_> {
    /// The children of both in one list, in the order of the new ones; what was removed stands before what was added in its place.
    pub fn rows(&mut self, old: u32, new: u32) -> Vec<Row> {
        let (old, new): (Vec<u32>, Vec<u32>) = (self.old.children(old).collect(), self.new.children(new).collect());
        let moved = (vec![false; old.len()], vec![false; new.len()]);
        let mut children = Children { old, new, pairs: Vec::new(), moved, shifted: Vec::new() };
        let mut gaps = self.trim(&mut children);
        for mark in [Mark::Whole, Mark::Content, Mark::Attributes, Mark::FirstChild] {
            gaps = gaps.into_iter().flat_map(|gap| self.anchor(&mut children, gap, mark)).collect();
        }
        for gap in gaps {
            self.fill(&mut children, gap);
        }
        self.recognise(&mut children);
        merge(&mut children)
    }

    /// Of what has no counterpart in its place, what is alone with its attributes or first child on both sides, and much alike, has moved.
    fn recognise(&self, children: &mut Children) {
        let (mut old, mut new) = children.moved.clone();
        for (left, right) in &children.pairs {
            (old[*left], new[*right]) = (true, true);
        }
        for mark in [Mark::Attributes, Mark::FirstChild] {
            let left = (0..old.len()).filter(|at| !old[*at]);
            let left = unique(left, |at| self.key(self.old, children.old[at], mark));
            let right = (0..new.len()).filter(|at| !new[*at]);
            let right = unique(right, |at| self.key(self.new, children.new[at], mark));
            for (at, there) in common(&left, &right) {
                if self.likeness(children.old[at], children.new[there]) >= LIKE {
                    (old[at], new[there]) = (true, true);
                    children.shifted.push((at, there));
                }
            }
        }
    }

    /// Equal children at both ends correspond.
    fn trim(&self, children: &mut Children) -> Vec<Gap> {
        let (old, new) = (&children.old, &children.new);
        let equal = |pair: &(&u32, &u32)| self.is_equal(*pair.0, *pair.1);
        let before = old.iter().zip(new).take_while(equal).count();
        let rest = old[before..].iter().rev().zip(new[before..].iter().rev());
        let behind = rest.take_while(equal).count();
        let (old, new) = (old.len(), new.len());
        children.pairs.extend((0..before).map(|at| (at, at)));
        children.pairs.extend((1..=behind).map(|at| (old - at, new - at)));
        let gap = Gap { old: (before, old - behind), new: (before, new - behind) };
        if is_open(&gap) { vec![gap] } else { Vec::new() }
    }

    /// Children that are alone with their key on both sides correspond, as many as are in order.
    fn anchor(&self, children: &mut Children, gap: Gap, mark: Mark) -> Vec<Gap> {
        let (ours, theirs) = (&children.old[gap.old.0..gap.old.1], &children.new[gap.new.0..gap.new.1]);
        let names = match mark {
            Mark::Content => (names(self.old, ours), names(self.new, theirs)),
            _ => Default::default(),
        };
        let old = unique((gap.old.0..gap.old.1).filter(|at| !children.moved.0[*at]), |at| {
            let node = children.old[at];
            self.key(self.old, node, mark).filter(|_| !names.1.contains(&self.old.node(node).name))
        });
        let new = unique((gap.new.0..gap.new.1).filter(|at| !children.moved.1[*at]), |at| {
            let node = children.new[at];
            self.key(self.new, node, mark).filter(|_| !names.0.contains(&self.new.node(node).name))
        });
        let common = common(&old, &new);
        let kept = increasing(&common);
        if matches!(mark, Mark::Whole) {
            for (old, new) in common.iter().filter(|pair| kept.binary_search(pair).is_err()) {
                (children.moved.0[*old], children.moved.1[*new]) = (true, true);
            }
        }
        let gaps = between(gap, &kept);
        children.pairs.extend(kept);
        gaps
    }

    /// What is left corresponds by likeness, or if there is too much of it by its place among those of its name.
    fn fill(&mut self, children: &mut Children, gap: Gap) {
        let old: Vec<usize> = (gap.old.0..gap.old.1).filter(|at| !children.moved.0[*at]).collect();
        let new: Vec<usize> = (gap.new.0..gap.new.1).filter(|at| !children.moved.1[*at]).collect();
        let cells = old.len().saturating_mul(new.len());
        if cells <= BEST && cells as u64 <= self.budget {
            self.budget -= cells as u64;
            return self.best(children, &old, &new);
        }
        let numbered = |side: &Side, list: &[u32], places: &[usize]| {
            let mut counts = BTreeMap::new();
            let mut numbered: Vec<((Option<Symbol>, u32), usize)> = Vec::with_capacity(places.len());
            for at in places {
                let name = side.node(list[*at]).name;
                let name = name.map(|name| bare_or_same(self.names, name));
                let count = counts.entry(name).or_insert(0u32);
                *count += 1;
                numbered.push(((name, *count), *at));
            }
            numbered.sort_unstable();
            numbered
        };
        let (old, new) = (numbered(self.old, &children.old, &old), numbered(self.new, &children.new, &new));
        let partner = |(key, at): &((Option<Symbol>, u32), usize)| {
            let found = new.binary_search_by_key(key, |(key, _)| *key).ok()?;
            Some((*at, new[found].1))
        };
        let mut common: Vec<(usize, usize)> = old.iter().filter_map(partner).collect();
        common.sort_unstable();
        let kept = increasing(&common);
        for gap in between(gap, &kept) {
            self.zip(children, gap);
        }
        children.pairs.extend(kept);
    }

    /// What is left after that corresponds by its place, if it is alike.
    fn zip(&self, children: &mut Children, gap: Gap) {
        let old = (gap.old.0..gap.old.1).filter(|at| !children.moved.0[*at]);
        let new = (gap.new.0..gap.new.1).filter(|at| !children.moved.1[*at]);
        let alike = |(old, new): &(usize, usize)| self.likeness(children.old[*old], children.new[*new]) > 0;
        let found: Vec<(usize, usize)> = old.zip(new).filter(alike).collect();
        children.pairs.extend(found);
    }

    /// The correspondence with the greatest likeness in all.
    fn best(&self, children: &mut Children, old: &[usize], new: &[usize]) {
        let width = new.len() + 1;
        let mut total = vec![0u32; (old.len() + 1) * width];
        let mut likeness = vec![0u32; old.len() * new.len()];
        for row in (0..old.len()).rev() {
            for column in (0..new.len()).rev() {
                let like = self.likeness(children.old[old[row]], children.new[new[column]]);
                likeness[row * new.len() + column] = like;
                let apart = total[(row + 1) * width + column].max(total[row * width + column + 1]);
                let together = if like > 0 { like + total[(row + 1) * width + column + 1] } else { 0 };
                total[row * width + column] = apart.max(together);
            }
        }
        let (mut row, mut column) = (0, 0);
        while row < old.len() && column < new.len() {
            let like = likeness[row * new.len() + column];
            let here = total[row * width + column];
            if like > 0 && here == like + total[(row + 1) * width + column + 1] {
                children.pairs.push((old[row], new[column]));
                (row, column) = (row + 1, column + 1);
            } else if here == total[(row + 1) * width + column] {
                row += 1;
            } else {
                column += 1;
            }
        }
    }
}

/// Positions with the same key, sorted.
fn common(old: &[(u64, usize)], new: &[(u64, usize)]) -> Vec<(usize, usize)> {
    let partner = |(key, at): &(u64, usize)| {
        let found = new.binary_search_by_key(key, |(key, _)| *key).ok()?;
        Some((*at, new[found].1))
    };
    let mut found: Vec<(usize, usize)> = old.iter().filter_map(partner).collect();
    found.sort_unstable();
    found
}

/// The names of children.
fn names(side: &Side, children: &[u32]) -> BTreeSet<Option<Symbol>> {
    children.iter().map(|child| side.node(*child).name).collect()
}

fn is_open(gap: &Gap) -> bool {
    gap.old.0 < gap.old.1 && gap.new.0 < gap.new.1
}

/// What is between correspondences, in order.
fn between(gap: Gap, pairs: &[(usize, usize)]) -> Vec<Gap> {
    let mut start = (gap.old.0, gap.new.0);
    let mut gaps = Vec::new();
    for (old, new) in pairs.iter().copied().chain([(gap.old.1, gap.new.1)]) {
        gaps.push(Gap { old: (start.0, old), new: (start.1, new) });
        start = (old + 1, new + 1);
    }
    gaps.retain(is_open);
    gaps
}

/// Positions whose key no other has, sorted by key.
fn unique(positions: impl Iterator<Item = usize>, key: impl Fn(usize) -> Option<u64>) -> Vec<(u64, usize)> {
    let mut keyed: Vec<(u64, usize)> = positions.filter_map(|at| Some((key(at)?, at))).collect();
    keyed.sort_unstable();
    let is_alone = |at: usize| {
        let (before, behind) = (at.checked_sub(1).map(|at| keyed[at].0), keyed.get(at + 1).map(|next| next.0));
        before != Some(keyed[at].0) && behind != Some(keyed[at].0)
    };
    (0..keyed.len()).filter(|at| is_alone(*at)).map(|at| keyed[at]).collect()
}

/// The longest part of pairs, sorted by the first, whose second ones rise.
fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The pair that ends the best sequence of each length, and before each pair the one that precedes it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, (_, second)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *second);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut found = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(at) = next {
        found.push(pairs[at]);
        next = before[at];
    }
    found.reverse();
    found
}

fn merge(children: &mut Children) -> Vec<Row> {
    children.pairs.sort_unstable();
    let shifted: BTreeMap<usize, usize> = children.shifted.iter().map(|(old, new)| (*new, *old)).collect();
    let gone: BTreeSet<usize> = children.shifted.iter().map(|(old, _)| *old).collect();
    let mut rows = Vec::with_capacity(children.old.len().max(children.new.len()));
    let (mut old, mut new) = (0, 0);
    let ends = (children.old.len(), children.new.len());
    for (left, right) in children.pairs.iter().copied().chain([ends]) {
        rows.extend((old..left).filter(|at| !gone.contains(at)).map(|at| Row::Old(children.old[at])));
        rows.extend((new..right).map(|at| match shifted.get(&at) {
            Some(from) => Row::Moved(children.old[*from], children.new[at]),
            None => Row::New(children.new[at]),
        }));
        if left < ends.0 {
            rows.push(Row::Both(children.old[left], children.new[right]));
        }
        (old, new) = (left + 1, right + 1);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::increasing;

    #[test]
    fn the_longest_rising_part_is_found() {
        assert_eq!(increasing(&[(0, 3), (1, 0), (2, 1), (3, 4), (4, 2)]).len(), 3);
        assert_eq!(increasing(&[(0, 2), (1, 1), (2, 0)]).len(), 1);
        assert_eq!(increasing(&[]), []);
    }
}
