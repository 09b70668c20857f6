//! `merge`.

use super::{Change, Obstacle};
use crate::plan::{Task, text_of};
use crate::tree::{Kind, MIXED, NONE};
use crate::write::escape_text;

impl Change<'_, '_> {
    pub(super) fn merge(&mut self, tasks: &[Task], separator: &str) -> Result<(), Obstacle> {
        let separator = escape_text(separator);
        for group in self.by_parent(tasks)?.into_values() {
            let Some(((_, first), others)) = group.split_first().filter(|(_, others)| !others.is_empty()) else {
                continue;
            };
            let simple = !group.iter().any(|(_, element)| self.tree.has_child_elements(*element));
            for (task, element) in others {
                self.take_attributes(task, *first, *element)?;
                self.carry_content(task, *first, *element)?;
                match simple {
                    true => self.join_text(*first, *element, &separator),
                    false => self.take_content(*first, *element),
                }
                let mixed = self.tree.node(*element).flags & MIXED;
                self.tree.node_mut(*first).flags |= mixed;
                self.tree.remove(*element);
            }
            self.changed += group.len() as u64;
        }
        Ok(())
    }

    /// Takes over the attributes that the first element does not have.
    fn take_attributes(&mut self, task: &Task, first: u32, other: u32) -> Result<(), Obstacle> {
        let text = self.tree.text;
        let items = self.tree.tag_mut(other).items.clone();
        for mut item in items {
            let Some(name) = self.tree.attribute_name(other, &item) else { continue };
            if let Some(at) = self.tree.find_attribute(first, name) {
                if self.tree.tag_mut(first).items[at].value(text) == item.value(text) {
                    continue;
                }
                let name = self.shown(name);
                return Err(task.obstacle(format!(
                    "its attribute `{name}` has another value than that of the element that it would be merged into: set or \
                     remove it first"
                )));
            }
            self.require_room(task, first)?;
            self.carry_value(task, &mut item, other, first)?;
            item.name = Some(name);
            item.lead = item.start;
            self.tree.tag_mut(first).items.push(item);
        }
        Ok(())
    }

    fn carry_content(&mut self, task: &Task, first: u32, other: u32) -> Result<(), Obstacle> {
        let is_elsewhere = self.tree.node(first).scope != self.tree.node(other).scope;
        if let Some(held) = task.held.iter().find(|held| is_elsewhere && held.attribute.is_none()) {
            self.require_writable(task, first, &held.parts)?;
            self.replace_text(other, &text_of(&held.parts), Some(&held.parts));
            return Ok(());
        }
        let texts: Vec<u32> =
            self.tree.children(other).filter(|child| self.tree.node(*child).kind == Kind::Text).collect();
        for text in texts {
            let raw = self.tree.raw(text).to_owned();
            self.carry_prefixes(task, &raw, self.tree.node(other).scope, first)?;
        }
        Ok(())
    }

    fn join_text(&mut self, first: u32, other: u32, separator: &str) {
        if self.tree.node(other).first == NONE {
            return;
        }
        if self.tree.node(first).first != NONE && !separator.is_empty() {
            let text = self.tree.make_text(separator);
            self.tree.insert(first, text, NONE);
        }
        self.append_children(first, other, NONE);
    }

    /// Appends the content of an element to that of another; the last line break of each is that of the end tag.
    fn take_content(&mut self, first: u32, other: u32) {
        let before = self.tree.trailing(first);
        if self.tree.node(first).first != NONE
            && let Some(trailing) = self.tree.trailing(other)
        {
            self.tree.unlink(trailing);
        }
        self.append_children(first, other, before.unwrap_or(NONE));
    }

    fn append_children(&mut self, first: u32, other: u32, before: u32) {
        while self.tree.node(other).first != NONE {
            let child = self.tree.node(other).first;
            self.tree.relink(first, child, before);
        }
    }
}
