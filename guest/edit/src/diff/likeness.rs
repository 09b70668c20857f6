//! What children of two elements are recognised by, and how alike they are.

use super::align::Aligner;
use super::side::{Side, bare, mix};
use pyxsd_xml::{Names, Symbol};

/// Likeness of equal subtrees.
const SAME: u32 = 1_000;

/// Likeness of two elements of one name that are the same in half of what they have.
pub(super) const LIKE: u32 = 300;

/// What children are recognised by, from the surest on.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    /// The subtree.
    Whole,
    /// The subtree but for the name, of those whose name the other side does not have.
    Content,
    /// Name and attributes.
    Attributes,
    /// Name and first child.
    FirstChild,
}

impl Aligner<'_> {
    pub(super) fn is_equal(&self, old: u32, new: u32) -> bool {
        self.old.hash(old) == self.new.hash(new)
    }

    /// What a child is recognised by; nothing where it does not have that.
    pub(super) fn key(&self, side: &Side, node: u32, mark: Mark) -> Option<u64> {
        let record = side.node(node);
        let name = record.name.map_or(0, |name| name.index() as u64 + 1);
        let has_attributes = !side.attributes(node).is_empty();
        match mark {
            Mark::Whole => Some(side.hash(node)),
            Mark::Content => (record.name.is_some() && (record.size > 1 || has_attributes)).then_some(record.inner),
            Mark::Attributes => has_attributes.then(|| {
                side.attributes(node).iter().fold(mix(1, name), |hash, (name, value)| {
                    let bytes = side.value(*value).bytes();
                    bytes.fold(mix(hash, name.index() as u64), |hash, byte| mix(hash, byte.into()))
                })
            }),
            Mark::FirstChild => side.children(node).next().map(|child| mix(side.hash(child), name)),
        }
    }

    /// How alike two children are; 0 where they are not the same thing.
    pub(super) fn likeness(&self, old: u32, new: u32) -> u32 {
        if self.is_equal(old, new) {
            return SAME;
        }
        let (here, there) = (self.old.node(old), self.new.node(new));
        let (Some(name), Some(other)) = (here.name, there.name) else {
            return u32::from(here.name.is_none() && there.name.is_none());
        };
        let (common, all) = self.common(old, new);
        let share = (common * 400).checked_div(all).unwrap_or(0);
        if name == other {
            return 100 + share;
        }
        if bare_or_same(self.names, name) == bare_or_same(self.names, other) {
            return 50 + share;
        }
        // Another name: only what is mostly the same inside, and rather what has the same name.
        match here.inner == there.inner && all > 0 {
            true => 90,
            false if share >= 200 => share / 5,
            false => 0,
        }
    }

    /// Attributes and children, of the first ones, that are in both, and how many there are.
    fn common(&self, old: u32, new: u32) -> (u32, u32) {
        const FIRST: usize = 8;
        let (left, right) = (self.old.attributes(old), self.new.attributes(new));
        let has = |(name, value): &&(Symbol, (u32, u32))| {
            let value = self.old.value(*value);
            right.iter().take(FIRST).any(|(other, there)| other == name && self.new.value(*there) == value)
        };
        let attributes = left.iter().take(FIRST).filter(has).count();
        let inside: Vec<u64> = self.new.children(new).take(FIRST).map(|child| self.new.node(child).inner).collect();
        let found = |child: &u32| inside.contains(&self.old.node(*child).inner);
        let children = self.old.children(old).take(FIRST).filter(found).count();
        let size = |attributes: usize, children: usize| attributes.min(FIRST) + children;
        let ours = size(left.len(), self.old.children(old).take(FIRST).count());
        let theirs = size(right.len(), inside.len());
        ((attributes + children) as u32, ours.max(theirs) as u32)
    }
}

/// The local part where the table has it as a name of its own, else the name.
pub(super) fn bare_or_same(names: &Names, name: Symbol) -> Symbol {
    bare(names, name).unwrap_or(name)
}
