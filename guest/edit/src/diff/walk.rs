//! Both trees side by side, from the document nodes down.

use super::align::{Aligner, Row};
use super::side::{DOCUMENT, RemarkKind, Side};
use super::{DiffNode, DifferenceKind};

/// The absence of a node.
pub(super) const NONE: u32 = u32::MAX;

/// A difference before it is told: positions of nodes, and within them of attributes or remarks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub kind: DifferenceKind,
    pub node: DiffNode,
    pub old: u32,
    pub new: u32,
    /// Of an attribute or remark the position in its table, on each side.
    pub part: (u32, u32),
}

/// What is to be looked at next.
enum Work {
    Pair(u32, u32),
    Moved(u32, u32),
    Removed(u32),
    Added(u32),
}

/// Every difference, in order; what has only moved is removed and added.
pub(super) fn entries(aligner: &mut Aligner<'_>) -> Vec<Entry> {
    let mut walk = Walk { old: aligner.old, new: aligner.new, found: Vec::new() };
    let mut stack = vec![Work::Pair(DOCUMENT, DOCUMENT)];
    while let Some(work) = stack.pop() {
        match work {
            Work::Removed(old) => walk.one_sided(DifferenceKind::Removed, old, NONE),
            Work::Added(new) => walk.one_sided(DifferenceKind::Added, NONE, new),
            Work::Pair(old, new) | Work::Moved(old, new) => {
                if matches!(work, Work::Moved(..)) {
                    walk.add(DifferenceKind::Moved, DiffNode::Element, (old, new), (NONE, NONE));
                }
                if walk.pair(old, new) {
                    let mut rows = if old == DOCUMENT { walk.roots() } else { aligner.rows(old, new) };
                    let (spaced, spaces) = (walk.has_layout(walk.old, old), walk.has_layout(walk.new, new));
                    rows.retain(|row| !walk.is_layout(*row, spaced, spaces));
                    stack.extend(rows.into_iter().rev().map(|row| match row {
                        Row::Both(old, new) => Work::Pair(old, new),
                        Row::Moved(old, new) => Work::Moved(old, new),
                        Row::Old(old) => Work::Removed(old),
                        Row::New(new) => Work::Added(new),
                    }));
                }
            }
        }
    }
    walk.found
}

struct Walk<'d> {
    old: &'d Side,
    new: &'d Side,
    found: Vec<Entry>,
}

impl Walk<'_> {
    fn add(&mut self, kind: DifferenceKind, node: DiffNode, places: (u32, u32), part: (u32, u32)) {
        self.found.push(Entry { kind, node, old: places.0, new: places.1, part });
    }

    fn one_sided(&mut self, kind: DifferenceKind, old: u32, new: u32) {
        let is_text = if old == NONE { self.new.is_text(new) } else { self.old.is_text(old) };
        let node = if is_text { DiffNode::Text } else { DiffNode::Element };
        self.add(kind, node, (old, new), (NONE, NONE));
    }

    /// The document elements correspond.
    fn roots(&self) -> Vec<Row> {
        let roots = (self.old.children(DOCUMENT).next(), self.new.children(DOCUMENT).next());
        vec![Row::Both(roots.0.unwrap_or(DOCUMENT), roots.1.unwrap_or(DOCUMENT))]
    }

    /// Whether white space between the children of an element is layout, which the table of nodes does not have.
    fn has_layout(&self, side: &Side, element: u32) -> bool {
        side.node(element).elements > 1 && !side.children(element).any(|child| side.is_text(child))
    }

    /// White space in an element whose white space is layout in the other document: there it was or would be that too.
    fn is_layout(&self, row: Row, in_old: bool, in_new: bool) -> bool {
        let (text, side, there) = match row {
            Row::Old(text) => (text, self.old, in_new),
            Row::New(text) => (text, self.new, in_old),
            _ => return false,
        };
        there && side.is_text(text) && crate::tree::is_space(side.text(text))
    }

    /// Compares two nodes; whether their children remain to be compared.
    fn pair(&mut self, old: u32, new: u32) -> bool {
        if self.old.is_text(old) {
            if self.old.text(old) != self.new.text(new) {
                self.add(DifferenceKind::Changed, DiffNode::Text, (old, new), (NONE, NONE));
            }
            return false;
        }
        if self.old.is_same(old, self.new, new) {
            if self.old.node(old).remarks != self.new.node(new).remarks {
                let size = self.old.node(old).size;
                (0..size).for_each(|offset| self.remarks(old + offset, new + offset));
            }
            return false;
        }
        if self.old.node(old).name != self.new.node(new).name {
            self.add(DifferenceKind::Changed, DiffNode::Element, (old, new), (NONE, NONE));
        }
        self.attributes(old, new);
        self.remarks(old, new);
        true
    }

    fn attributes(&mut self, old: u32, new: u32) {
        let (left, right) = (self.old, self.new);
        let (ours, theirs) = (left.attributes(old), right.attributes(new));
        let base = (left.node(old).content.0, right.node(new).content.0);
        let (mut removed, mut added) = (Vec::new(), Vec::new());
        let (mut here, mut there) = (0, 0);
        while here < ours.len() || there < theirs.len() {
            let order = match (ours.get(here), theirs.get(there)) {
                (Some(one), Some(other)) => one.0.cmp(&other.0),
                (Some(_), None) => std::cmp::Ordering::Less,
                _ => std::cmp::Ordering::Greater,
            };
            if order.is_lt() {
                removed.push(here as u32);
            } else if order.is_gt() {
                added.push(there as u32);
            } else if left.value(ours[here].1) != right.value(theirs[there].1) {
                let part = (base.0 + here as u32, base.1 + there as u32);
                self.add(DifferenceKind::Changed, DiffNode::Attribute, (old, new), part);
            }
            here += usize::from(order.is_le());
            there += usize::from(order.is_ge());
        }
        // One that went and one that came with the same value are one with another name.
        added.sort_by_key(|at| right.value(theirs[*at as usize].1));
        for at in removed {
            let value = left.value(ours[at as usize].1);
            let found = added.binary_search_by_key(&value, |at| right.value(theirs[*at as usize].1));
            match found {
                Ok(found) => {
                    let part = (base.0 + at, base.1 + added.remove(found));
                    self.add(DifferenceKind::Changed, DiffNode::Attribute, (old, new), part);
                }
                Err(_) => self.add(DifferenceKind::Removed, DiffNode::Attribute, (old, NONE), (base.0 + at, NONE)),
            }
        }
        added.sort_unstable();
        for at in added {
            self.add(DifferenceKind::Added, DiffNode::Attribute, (NONE, new), (NONE, base.1 + at));
        }
    }

    /// Comments of two elements, then their processing instructions.
    fn remarks(&mut self, old: u32, new: u32) {
        for kind in [RemarkKind::Comment, RemarkKind::Instruction] {
            let of = |side: &Side, node: u32| -> Vec<u32> {
                let range = side.remarks_of(node);
                range.filter(|at| side.remarks[*at].kind == kind).map(|at| at as u32).collect()
            };
            let (ours, theirs) = (of(self.old, old), of(self.new, new));
            self.remarks_of_kind(kind.into(), (old, new), &ours, &theirs);
        }
    }

    /// Equal ones at both ends correspond, then those in the same place.
    fn remarks_of_kind(&mut self, node: DiffNode, (old, new): (u32, u32), ours: &[u32], theirs: &[u32]) {
        let (left, right) = (self.old, self.new);
        let same = |pair: &(&u32, &u32)| {
            let (one, other) = (&left.remarks[*pair.0 as usize], &right.remarks[*pair.1 as usize]);
            left.value(one.text) == right.value(other.text)
        };
        let before = ours.iter().zip(theirs).take_while(same).count();
        let (ours, theirs) = (&ours[before..], &theirs[before..]);
        let behind = ours.iter().rev().zip(theirs.iter().rev()).take_while(same).count();
        let (ours, theirs) = (&ours[..ours.len() - behind], &theirs[..theirs.len() - behind]);
        for at in 0..ours.len().max(theirs.len()) {
            match (ours.get(at), theirs.get(at)) {
                (Some(one), Some(other)) if same(&(one, other)) => {}
                (Some(one), Some(other)) => self.add(DifferenceKind::Changed, node, (old, new), (*one, *other)),
                (Some(one), None) => self.add(DifferenceKind::Removed, node, (old, NONE), (*one, NONE)),
                (None, other) => {
                    let other = other.copied().unwrap_or(NONE);
                    self.add(DifferenceKind::Added, node, (NONE, new), (NONE, other));
                }
            }
        }
    }
}
