//! Prefixes in values that go to another element.

use super::{Change, Obstacle};
use crate::plan::Task;
use crate::tree::{DOCUMENT, Item, Kind, decode};
use pyxsd_datatypes::is_ncname_char;
use pyxsd_xml::NamespaceId;

impl Change<'_, '_> {
    /// Sees to it that prefixes in a text, as it is written, mean at an element what they mean in a scope.
    pub(super) fn carry_prefixes(&mut self, task: &Task, raw: &str, scope: u32, to: u32) -> Result<(), Obstacle> {
        if self.tree.node(to).kind != Kind::Element {
            return Ok(());
        }
        // A reference may hide a character of a prefix.
        let text = decode(raw, false);
        for prefix in prefixes(&text) {
            let Some(meant) = self.tree.resolve(scope, prefix).filter(|_| prefix != "xml") else { continue };
            match self.resolve_at(to, prefix) {
                Some(bound) if bound == meant => {
                    let prefix = self.tree.names.intern(NamespaceId::NONE, prefix);
                    let carried = self.tree.carried.entry(to).or_default();
                    if !carried.contains(&(prefix, meant)) {
                        carried.push((prefix, meant));
                    }
                }
                Some(_) => {
                    return Err(task.obstacle(format!(
                        "the value has the prefix `{prefix}`, which stands for another namespace at the new place"
                    )));
                }
                None => {
                    let prefix = self.tree.names.intern(NamespaceId::NONE, prefix);
                    self.tree.tag_mut(to).declare.push((prefix, meant));
                }
            }
        }
        Ok(())
    }

    /// Sees to it that the value of an attribute means at another element what it means at its own.
    pub(super) fn carry_value(&mut self, task: &Task, item: &mut Item, element: u32, to: u32) -> Result<(), Obstacle> {
        let scope = self.tree.node(element).scope;
        let held = task.held.iter().find(|held| item.is_written() && held.attribute == Some(item.start));
        match held.filter(|_| self.tree.node(to).scope != scope) {
            Some(held) => {
                self.require_writable(task, to, &held.parts)?;
                item.parts = Some(held.parts.clone());
                Ok(())
            }
            None => self.carry_prefixes(task, item.raw(self.tree.text), scope, to),
        }
    }

    /// What a prefix stands for inside an element, with what was declared since.
    pub(super) fn resolve_at(&self, element: u32, prefix: &str) -> Option<NamespaceId> {
        let symbol = self.tree.names.find(NamespaceId::NONE, prefix);
        let mut next = element;
        while next != DOCUMENT && next != crate::tree::NONE {
            let added = self.tree.tag(next).and_then(|tag| {
                tag.declare.iter().find(|(declared, _)| Some(*declared) == symbol).map(|(_, namespace)| *namespace)
            });
            if added.is_some() {
                return added;
            }
            next = self.tree.node(next).parent;
        }
        self.tree.resolve(self.tree.node(element).scope, prefix)
    }
}

/// What stands before colons.
fn prefixes(raw: &str) -> impl Iterator<Item = &str> {
    raw.match_indices(':').filter_map(|(colon, _)| {
        let before = &raw[..colon];
        let start = before.char_indices().rev().take_while(|(_, c)| is_ncname_char(*c)).last()?.0;
        Some(&before[start..])
    })
}
