//! `set-attribute` and `remove-attribute`.

use super::{Change, Obstacle};
use crate::plan::{Parts, Task};
use crate::tree::Item;

impl Change<'_, '_> {
    pub(super) fn set_attribute(&mut self, tasks: &[Task]) -> Result<(), Obstacle> {
        let name = self.prepared.names[0].clone();
        let name = self.attribute_symbol(&name);
        for task in tasks {
            let element = self.element(task)?;
            let Some(value) = &task.value else { continue };
            if let Some(parts) = &task.parts {
                self.require_writable(task, element, parts)?;
            }
            match self.tree.find_attribute(element, name) {
                Some(at) => self.set_value(element, at, value, task.parts.as_ref()),
                None => {
                    let item = Item { parts: task.parts.clone(), ..Item::new(name, value.to_string()) };
                    self.tree.tag_mut(element).items.push(item);
                    self.changed += 1;
                }
            }
        }
        Ok(())
    }

    /// Gives an attribute another value.
    pub(super) fn set_value(&mut self, element: u32, at: usize, value: &str, parts: Option<&Parts>) {
        let text = self.tree.text;
        let same = parts.is_none_or(|parts| self.means_the_same(element, parts));
        let item = &mut self.tree.tag_mut(element).items[at];
        if item.value(text) != value || !same {
            item.new_value = Some(value.to_owned());
            item.parts = parts.cloned();
            self.changed += 1;
        }
    }

    pub(super) fn remove_attribute(&mut self, tasks: &[Task]) -> Result<(), Obstacle> {
        let name = self.prepared.names[0].clone();
        let name = self.attribute_symbol(&name);
        for task in tasks {
            let element = self.element(task)?;
            if let Some(at) = self.tree.find_attribute(element, name) {
                self.tree.tag_mut(element).items[at].gone = true;
                self.changed += 1;
            }
        }
        Ok(())
    }
}
