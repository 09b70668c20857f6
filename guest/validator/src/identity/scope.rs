//! Node tables at the end of the element that has the constraints: keyrefs are looked up, keys go up the tree (part 1, 3.11.5).

use super::{Active, Identity, Inherited};
use crate::report::{Draft, Findings};
use pyxsd_schema::IssueCode;
use pyxsd_schema::components::{IdentityId, IdentityKind};
use pyxsd_xml::Names;

impl Identity<'_> {
    /// The keyrefs of the element at a depth: each key sequence is in the node table of the referenced key (cvc-identity-constraint.4.3).
    pub(super) fn check_references(&mut self, depth: usize, names: &Names, findings: &mut Findings<'_>) {
        self.merge_own(depth);
        let first = self.active.partition_point(|active| active.depth < depth);
        for active in &self.active[first..] {
            if active.constraint.kind != IdentityKind::Keyref {
                continue;
            }
            let refer = active.constraint.refer;
            let table =
                self.inherited.iter().rev().find(|inherited| inherited.depth == depth && Some(inherited.id) == refer);
            for reference in active.references.each() {
                if table.is_some_and(|inherited| inherited.table.contains(reference.key)) {
                    continue;
                }
                findings.add(IssueCode::IdentityKeyref, || {
                    let name = names.display(active.constraint.name);
                    let key = refer
                        .map(|id| names.display(self.components.identity(id).name).to_string())
                        .unwrap_or_default();
                    let message =
                        format!("keyref {name}: no element that {key} selects has the value {}", reference.shown);
                    Draft::new("cvc-identity-constraint.4.3", reference.node, message)
                        .declared_at(active.constraint.place.as_ref())
                });
            }
        }
        self.active.truncate(first);
    }

    /// Joins the node tables of the constraints of the element at a depth with what its children gave, where a keyref asks for them.
    fn merge_own(&mut self, depth: usize) {
        let first = self.active.partition_point(|active| active.depth < depth);
        for index in first..self.active.len() {
            let Active { id, constraint, .. } = self.active[index];
            if constraint.kind == IdentityKind::Keyref || !self.is_referenced(id) {
                continue;
            }
            let keys = std::mem::take(&mut self.active[index].keys);
            let position = self.inherited.iter().rposition(|inherited| inherited.depth == depth && inherited.id == id);
            match position {
                Some(position) => {
                    let inherited = &mut self.inherited[position];
                    inherited.table = keys.inherit(std::mem::take(&mut inherited.table));
                }
                None => self.inherited.push(Inherited { depth, id, table: keys }),
            }
        }
    }

    fn is_referenced(&self, id: IdentityId) -> bool {
        self.active.iter().any(|active| active.constraint.refer == Some(id))
    }

    /// Hands the node tables of the element at a depth to its parent, as far as a keyref further out asks for them.
    pub(super) fn hand_up(&mut self, depth: usize) {
        let first = self.inherited.partition_point(|inherited| inherited.depth < depth);
        if first == self.inherited.len() {
            return;
        }
        for Inherited { id, table, .. } in self.inherited.split_off(first) {
            let Some(parent) = depth.checked_sub(1).filter(|_| self.is_referenced(id)) else { continue };
            let table = table.without_conflicts();
            let same = self.inherited.iter().rposition(|inherited| inherited.depth == parent && inherited.id == id);
            match same {
                Some(index) => self.inherited[index].table.merge_sibling(table),
                None => self.inherited.push(Inherited { depth: parent, id, table }),
            }
        }
    }
}
