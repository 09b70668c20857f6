//! `move` and `insert`.

use super::names::{bare, require_declarable};
use super::{Change, Obstacle};
use crate::Position;
use crate::plan::{Parts, Task};
use crate::tree::{DOCUMENT, NONE};
use crate::write::escape_text;
use pyxsd_xml::NamespaceId;
use std::collections::BTreeMap;

/// The last element that went to the beginning of another, or behind it.
type Cursors = BTreeMap<u32, u32>;

impl Change<'_, '_> {
    pub(super) fn move_all(&mut self, tasks: &[Task], position: Position) -> Result<(), Obstacle> {
        let mut cursors = Cursors::new();
        for task in tasks {
            let to = self.node_at(task.to);
            let element = self.node_at(task.target.element);
            match task.target.attribute {
                Some(offset) => self.move_attribute(task, element, offset, to)?,
                None => self.move_element(task, element, to, position, &mut cursors)?,
            }
        }
        Ok(())
    }

    fn move_attribute(&mut self, task: &Task, element: u32, offset: u32, to: u32) -> Result<(), Obstacle> {
        if element == to {
            return Ok(());
        }
        let Some(at) = self.item(element, offset) else { return Ok(()) };
        let mut item = self.tree.tag_mut(element).items[at].clone();
        let Some(name) = self.tree.attribute_name(element, &item) else { return Ok(()) };
        self.require_free(task, to, name)?;
        self.require_room(task, to)?;
        self.carry_value(task, &mut item, element, to)?;
        self.tree.tag_mut(element).items[at].gone = true;
        item.name = Some(name);
        item.lead = item.start;
        self.tree.tag_mut(to).items.push(item);
        self.changed += 1;
        Ok(())
    }

    fn move_element(
        &mut self,
        task: &Task,
        element: u32,
        to: u32,
        position: Position,
        cursors: &mut Cursors,
    ) -> Result<(), Obstacle> {
        if self.tree.node(element).parent == DOCUMENT {
            return Err(task.obstacle("the document element cannot move"));
        }
        if to == element {
            return Err(task.obstacle("the element would move to itself"));
        }
        let parent = match position {
            Position::First | Position::Last => to,
            Position::Before | Position::After => self.tree.node(to).parent,
        };
        self.require_outside(task, element, parent)?;
        let line = self.tree.line(element);
        self.tree.remove(element);
        if position == Position::After {
            // What went behind it stays where it was: what follows goes behind it where it will be.
            cursors.remove(&element);
        }
        self.place(element, to, position, line.as_deref(), cursors);
        self.changed += 1;
        Ok(())
    }

    /// Nothing moves into itself, out of the document, or to where elements would be deeper than documents may be.
    fn require_outside(&self, task: &Task, element: u32, parent: u32) -> Result<(), Obstacle> {
        if parent == DOCUMENT {
            return Err(
                task.obstacle("nothing but comments may stand beside the document element: name a place inside")
            );
        }
        let mut next = parent;
        let mut depth = 0;
        while next != DOCUMENT {
            if next == element {
                return Err(task.obstacle("the element would move into itself"));
            }
            depth += 1;
            if next == NONE || depth > self.depth {
                let maximum = self.depth;
                return Err(task.obstacle(format!("the element would be deeper than {maximum} elements (`xml_depth`)")));
            }
            next = self.tree.node(next).parent;
        }
        Ok(())
    }

    /// Puts an element without parent in a place; `line` is what it stood behind.
    fn place(&mut self, element: u32, to: u32, position: Position, line: Option<&str>, cursors: &mut Cursors) {
        let cursor = cursors.get(&to).copied().filter(|cursor| self.tree.node(*cursor).parent != NONE);
        match (position, cursor) {
            (Position::Last, _) => self.tree.place_inside(to, element, true, line),
            (Position::First, None) => self.tree.place_inside(to, element, false, line),
            (Position::First, Some(cursor)) => {
                let (new, before) = (self.tree.line(cursor), self.tree.node(cursor).next);
                self.tree.place_before(to, element, before, new.as_deref(), line);
            }
            (Position::After, cursor) => {
                let (parent, new) = (self.tree.node(to).parent, self.tree.line(to));
                let before = self.tree.node(cursor.unwrap_or(to)).next;
                self.tree.place_before(parent, element, before, new.as_deref(), line);
            }
            (Position::Before, _) => {
                let (parent, new) = (self.tree.node(to).parent, self.tree.line(to));
                self.tree.place_before(parent, element, to, new.as_deref(), line);
                if new.is_some() {
                    // What was made stands behind the element: before it is the target's own indentation.
                    let indentation = self.tree.node(element).previous;
                    self.tree.relink(parent, indentation, to);
                }
            }
        }
        cursors.insert(to, element);
    }

    pub(super) fn insert_all(&mut self, tasks: &[Task], position: Position) -> Result<(), Obstacle> {
        let name = self.prepared.names[0].clone();
        let name = self.element_symbol(&name);
        let mut cursors = Cursors::new();
        for task in tasks {
            let to = self.element(task)?;
            let beside = matches!(position, Position::Before | Position::After);
            if beside && self.tree.node(to).parent == DOCUMENT {
                return Err(
                    task.obstacle("nothing but comments may stand beside the document element: name a place inside")
                );
            }
            let value = task.value.as_deref().unwrap_or_default();
            let element = self.made_element(name, value, task.parts.as_ref());
            if let Some(parts) = &task.parts {
                require_declarable(task, parts)?;
                let parent = if beside { self.tree.node(to).parent } else { to };
                if bare(parts).is_some() && self.has_default(parent) {
                    let default = self.tree.names.intern(NamespaceId::NONE, "");
                    self.tree.tag_mut(element).declare.push((default, NamespaceId::NONE));
                }
            }
            self.place(element, to, position, None, &mut cursors);
            self.changed += 1;
        }
        Ok(())
    }

    /// A new element with a text.
    pub(super) fn made_element(&mut self, name: pyxsd_xml::Symbol, value: &str, parts: Option<&Parts>) -> u32 {
        let element = self.tree.make_element(name);
        if !value.is_empty() {
            let text = self.tree.make_text(&escape_text(value));
            if let Some(parts) = parts {
                self.tree.parts.insert(text, parts.clone());
            }
            self.tree.insert(element, text, NONE);
        }
        element
    }
}
