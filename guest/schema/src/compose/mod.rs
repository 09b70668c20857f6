//! Composition: from entry documents to every document of the schema (part 1, 4.2), as a queue of units.

mod builtin;
mod file;
mod loader;
mod locate;
mod references;
mod store;
mod unit;
mod uris;

pub(crate) use file::{File, FileId, Library, Node, XS, children, takes_part, trim};
pub(crate) use loader::{Environment, load};
pub(crate) use locate::locate;
pub(crate) use references::references;
pub(crate) use store::Store;
pub(crate) use unit::{Redefinition, Space, Unit, UnitId, replacement};

use hashbrown::HashSet;
use std::collections::BTreeSet;

/// Every document that takes part in a schema.
#[derive(Default)]
pub(crate) struct Composition<'d> {
    pub files: Vec<File<'d>>,
    /// In the order of reading; those of the entries come first.
    pub units: Vec<Unit<'d>>,
    pub redefinitions: Vec<Redefinition<'d>>,
}

impl<'d> Composition<'d> {
    /// The components of a document that are replaced wherever it takes part.
    fn overridden(&self, file: FileId, version: crate::XsdVersion) -> HashSet<roxmltree::NodeId> {
        let root = self.files[file].root;
        let holders =
            children(root, version).filter(|child| matches!(child.tag_name().name(), "redefine" | "override"));
        let inside = holders.flat_map(|holder| children(holder, version));
        let mut found: Vec<Node<'d>> = children(root, version).chain(inside).collect();
        for unit in self.units.iter().filter(|unit| unit.file == file && !unit.superseded) {
            let is_replaced = |node: &Node<'d>| {
                let replacement = replacement(&unit.overrides, *node);
                replacement.is_some_and(|other| other.file != file || other.node.id() != node.id())
            };
            found.retain(is_replaced);
        }
        found.iter().map(Node::id).collect()
    }

    /// Units in an order in which each comes after those that it includes, cycles cut.
    pub(crate) fn inner_first(&self) -> Vec<UnitId> {
        let mut order = Vec::with_capacity(self.units.len());
        let mut seen = vec![false; self.units.len()];
        for start in 0..self.units.len() {
            let mut stack = vec![(start, 0)];
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            while let Some((unit, next)) = stack.last_mut() {
                let Some(&inner) = self.units[*unit].includes.get(*next) else {
                    order.push(*unit);
                    stack.pop();
                    continue;
                };
                *next += 1;
                if !std::mem::replace(&mut seen[inner], true) {
                    stack.push((inner, 0));
                }
            }
        }
        order
    }

    /// The units that one includes, directly or not, itself among them; sorted.
    pub(crate) fn closure(&self, unit: UnitId) -> BTreeSet<UnitId> {
        let mut closure = BTreeSet::from([unit]);
        let mut queue = vec![unit];
        while let Some(unit) = queue.pop() {
            queue.extend(self.units[unit].includes.iter().copied().filter(|inner| closure.insert(*inner)));
        }
        closure
    }
}
