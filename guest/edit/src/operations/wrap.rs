//! `wrap` and `unwrap`.

use super::{Change, Obstacle};
use crate::plan::Task;
use crate::tree::{DOCUMENT, Kind, MIXED, NONE, indentation, is_space};
use std::collections::BTreeMap;

/// Selected elements by parent, in document order.
pub(super) type Groups<'t> = BTreeMap<u32, Vec<(&'t Task, u32)>>;

const LOST_ATTRIBUTES: &str = "these elements had attributes, which went with them";

impl Change<'_, '_> {
    pub(super) fn wrap_each(&mut self, tasks: &[Task]) -> Result<(), Obstacle> {
        for task in tasks {
            let element = self.element(task)?;
            let line = self.tree.line(element);
            let wrapper = self.open_wrapper(element, line.as_deref());
            self.tree.relink(wrapper, element, NONE);
            self.close_wrapper(wrapper, line.as_deref());
            self.changed += 1;
        }
        Ok(())
    }

    /// A new element before another, with what stands before its first child.
    fn open_wrapper(&mut self, element: u32, line: Option<&str>) -> u32 {
        let name = self.prepared.names[0].clone();
        let name = self.element_symbol(&name);
        let wrapper = self.tree.make_element(name);
        let parent = self.tree.node(element).parent;
        self.tree.insert(parent, wrapper, element);
        if let Some(line) = line {
            let deeper = i32::from(self.tree.unit.width);
            self.tree.shift(wrapper, deeper);
            let text = self.tree.make_text(line);
            self.tree.insert(wrapper, text, NONE);
        }
        wrapper
    }

    fn close_wrapper(&mut self, wrapper: u32, line: Option<&str>) {
        let Some(line) = line else { return };
        let text = self.tree.make_text(line);
        self.tree.insert(wrapper, text, NONE);
        let deeper = i32::from(self.tree.unit.width);
        self.tree.shift(text, -deeper);
    }

    pub(super) fn wrap_together(&mut self, tasks: &[Task]) -> Result<(), Obstacle> {
        for (parent, children) in self.by_parent(tasks)? {
            let first = children[0].1;
            let line = self.tree.line(first);
            let wrapper = self.open_wrapper(first, line.as_deref());
            self.changed += children.len() as u64;
            let selected: std::collections::BTreeSet<u32> = children.iter().map(|(_, child)| *child).collect();
            // What stands between the last element and the next one, and whether that last one was selected.
            let mut between: Vec<u32> = Vec::new();
            let mut follows = true;
            let mut left = children.len();
            let mut next = first;
            while left > 0 && next != NONE {
                let (node, after) = (next, self.tree.node(next).next);
                next = after;
                if self.tree.node(node).kind != Kind::Element {
                    between.push(node);
                    continue;
                }
                if !selected.contains(&node) {
                    (follows, between) = (false, Vec::new());
                    continue;
                }
                left -= 1;
                if follows {
                    between.drain(..).for_each(|node| self.tree.relink(wrapper, node, NONE));
                    self.tree.relink(wrapper, node, NONE);
                } else {
                    self.tree.remove(node);
                    self.tree.place_before(wrapper, node, NONE, line.as_deref(), None);
                }
                follows = true;
                between.clear();
            }
            self.close_wrapper(wrapper, line.as_deref());
            self.tree.touch(parent);
        }
        Ok(())
    }

    /// Selected elements by parent, each with its task.
    pub(super) fn by_parent<'t>(&self, tasks: &'t [Task]) -> Result<Groups<'t>, Obstacle> {
        let mut groups = Groups::new();
        for task in tasks {
            let element = self.element(task)?;
            groups.entry(self.tree.node(element).parent).or_default().push((task, element));
        }
        Ok(groups)
    }

    pub(super) fn unwrap_all(&mut self, tasks: &[Task]) -> Result<(), Obstacle> {
        for task in tasks {
            let element = self.element(task)?;
            self.require_one_root(task, element)?;
            let has_attributes = {
                let text = self.tree.text;
                self.tree.tag_mut(element).items.iter().any(|item| item.declared(text).is_none())
            };
            if has_attributes {
                self.warn(LOST_ATTRIBUTES, task.target);
            }
            self.carry_texts(task, element)?;
            self.unwrap(element);
            self.changed += 1;
        }
        Ok(())
    }

    fn require_one_root(&self, task: &Task, element: u32) -> Result<(), Obstacle> {
        if self.tree.node(element).parent != DOCUMENT {
            return Ok(());
        }
        let elements = self.tree.children(element).filter(|child| self.tree.node(*child).kind == Kind::Element);
        if self.tree.node(element).is(MIXED) || elements.count() != 1 {
            let message = "the document element can only give way to a single child element, without text";
            return Err(task.obstacle(message));
        }
        Ok(())
    }

    /// Prefixes in the text of an element that is going must mean the same in its parent.
    fn carry_texts(&mut self, task: &Task, element: u32) -> Result<(), Obstacle> {
        let parent = self.tree.node(element).parent;
        if !self.tree.node(element).is(MIXED) || self.tree.node(parent).scope == self.tree.node(element).scope {
            return Ok(());
        }
        let texts: Vec<u32> =
            self.tree.children(element).filter(|child| self.tree.node(*child).kind == Kind::Text).collect();
        for text in texts {
            let raw = self.tree.raw(text).to_owned();
            self.carry_prefixes(task, &raw, self.tree.node(element).scope, parent)?;
        }
        Ok(())
    }

    fn unwrap(&mut self, element: u32) {
        let parent = self.tree.node(element).parent;
        let mixed = self.tree.node(element).is(MIXED);
        let line = self.tree.line(element);
        let blank =
            |node: u32| node == NONE || (self.tree.node(node).kind == Kind::Text && is_space(self.tree.raw(node)));
        let (first, last) = (self.tree.node(element).first, self.tree.node(element).last);
        if !mixed && first == last && blank(first) {
            return self.tree.remove(element);
        }
        let mut shift = self.tree.shift_of(element);
        if let Some(line) = line.filter(|_| !mixed && first != last)
            && blank(first)
            && blank(last)
            && let Some(inside) = indentation(self.tree.raw(first))
        {
            // Where the element stood, less where its children stand, as both will be written.
            let before = self.tree.node(element).previous;
            let moved = if before == NONE { 0 } else { self.tree.shift_of(before) };
            shift = line.len() as i32 + moved - inside.len() as i32 - self.tree.shift_of(first);
            self.tree.unlink(first);
            self.tree.unlink(last);
        }
        while self.tree.node(element).first != NONE {
            let child = self.tree.node(element).first;
            self.tree.relink(parent, child, element);
            if self.tree.node(child).kind != Kind::Remark && !mixed {
                self.tree.shift(child, shift);
            }
        }
        if mixed {
            self.tree.node_mut(parent).flags |= MIXED;
        }
        self.tree.unlink(element);
    }
}
