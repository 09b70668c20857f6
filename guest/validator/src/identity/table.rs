//! Key sequences by their hash.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

struct Entry {
    start: usize,
    end: usize,
    /// Offset of the start tag of the selected element; `None` where several elements have the key (so that it stands for none).
    node: Option<usize>,
}

/// A node table: each key sequence with its element.
#[derive(Default)]
pub(crate) struct NodeTable {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    index: HashTable<u32>,
    conflicts: usize,
}

fn hash(key: &[u8]) -> u64 {
    FixedState::default().hash_one(key)
}

impl NodeTable {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    fn find(&self, key: &[u8]) -> Option<usize> {
        let same = |&id: &u32| {
            let entry = &self.entries[id as usize];
            self.bytes[entry.start..entry.end] == *key
        };
        self.index.find(hash(key), same).map(|&id| id as usize)
    }

    /// Whether the key sequence stands for one element.
    pub(crate) fn contains(&self, key: &[u8]) -> bool {
        self.find(key).is_some_and(|id| self.entries[id].node.is_some())
    }

    /// Adds the key sequence of an element. Where another element has it already, the later one of the two is given back and the
    /// earlier one kept.
    pub(crate) fn insert(&mut self, key: &[u8], node: usize) -> Option<usize> {
        let Some(id) = self.find(key) else {
            self.push(key, Some(node));
            return None;
        };
        let kept = self.entries[id].node.get_or_insert(node);
        let later = node.max(*kept);
        *kept = node.min(*kept);
        Some(later)
    }

    fn push(&mut self, key: &[u8], node: Option<usize>) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(key);
        let id = self.entries.len() as u32;
        self.entries.push(Entry { start, end: self.bytes.len(), node });
        let (entries, bytes) = (&self.entries, &self.bytes);
        let rehash = |&id: &u32| {
            let entry = &entries[id as usize];
            hash(&bytes[entry.start..entry.end])
        };
        self.index.insert_unique(hash(key), id, rehash);
    }

    fn each(&self) -> impl Iterator<Item = (&[u8], Option<usize>)> {
        self.entries.iter().map(|entry| (&self.bytes[entry.start..entry.end], entry.node))
    }

    /// Takes in the table of another child: a key sequence of both stands for no element any more.
    pub(crate) fn merge_sibling(&mut self, other: NodeTable) {
        if self.len() < other.len() {
            let smaller = std::mem::replace(self, other);
            return self.merge_sibling(smaller);
        }
        for (key, node) in other.each() {
            match self.find(key) {
                Some(id) if self.entries[id].node != node => {
                    self.conflicts += usize::from(self.entries[id].node.take().is_some());
                }
                Some(_) => {}
                None => {
                    self.conflicts += usize::from(node.is_none());
                    self.push(key, node);
                }
            }
        }
    }

    /// Joins an element's own entries with those of its children: its own win.
    pub(crate) fn inherit(self, mut children: NodeTable) -> NodeTable {
        if children.len() == 0 {
            return self;
        }
        for (key, node) in self.each() {
            match children.find(key) {
                Some(id) => {
                    let replaced = std::mem::replace(&mut children.entries[id].node, node);
                    children.conflicts -= usize::from(replaced.is_none());
                }
                None => children.push(key, node),
            }
        }
        children
    }

    /// The table as the parent sees it: without the key sequences that stand for no element.
    pub(crate) fn without_conflicts(self) -> NodeTable {
        if self.conflicts == 0 {
            return self;
        }
        let mut clean = NodeTable::default();
        for (key, node) in self.each().filter(|(_, node)| node.is_some()) {
            clean.push(key, node);
        }
        clean
    }
}

/// A key sequence of a keyref.
pub(crate) struct Reference<'r> {
    pub(crate) key: &'r [u8],
    /// The values as written, for messages.
    pub(crate) shown: &'r str,
    /// Offset of the start tag of the selected element.
    pub(crate) node: usize,
}

/// Key sequences of a keyref, in document order.
#[derive(Default)]
pub(crate) struct References {
    bytes: Vec<u8>,
    shown: String,
    /// Where key and shown values end, and the element.
    entries: Vec<(usize, usize, usize)>,
}

impl References {
    pub(crate) fn push(&mut self, key: &[u8], shown: &str, node: usize) {
        self.bytes.extend_from_slice(key);
        self.shown.push_str(shown);
        self.entries.push((self.bytes.len(), self.shown.len(), node));
    }

    pub(crate) fn each(&self) -> impl Iterator<Item = Reference<'_>> {
        let mut start = (0, 0);
        self.entries.iter().map(move |&(key, shown, node)| {
            let reference = Reference { key: &self.bytes[start.0..key], shown: &self.shown[start.1..shown], node };
            start = (key, shown);
            reference
        })
    }
}

#[cfg(test)]
mod tests {
    use super::NodeTable;

    fn table(entries: &[(&str, usize)]) -> NodeTable {
        let mut table = NodeTable::default();
        for (key, node) in entries {
            assert_eq!(table.insert(key.as_bytes(), *node), None);
        }
        table
    }

    #[test]
    fn a_key_that_two_children_have_stands_for_no_element_of_their_parent_but_may_come_from_elsewhere_above() {
        let mut children = table(&[("a", 1), ("b", 2)]);
        children.merge_sibling(table(&[("b", 3), ("c", 4)]));
        assert!(children.contains(b"a") && !children.contains(b"b") && children.contains(b"c"));
        children.merge_sibling(table(&[("b", 5)]));
        assert!(!children.contains(b"b"));
        let mut above = children.without_conflicts();
        above.merge_sibling(table(&[("b", 6)]));
        assert!(above.contains(b"b"));
    }

    #[test]
    fn own_entries_win_over_those_of_children() {
        let own = table(&[("a", 1)]).inherit(table(&[("a", 2), ("b", 3)]));
        assert!(own.contains(b"a") && own.contains(b"b"));
        assert_eq!(own.len(), 2);
    }
}
