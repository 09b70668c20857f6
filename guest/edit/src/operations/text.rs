//! `set-text`, which is also what `map-values` comes down to.

use super::{Change, Obstacle};
use crate::plan::{Parts, Task};
use crate::tree::{Kind, MIXED, decode, is_space};
use crate::write::escape_text;

impl Change<'_, '_> {
    pub(super) fn set_text(&mut self, tasks: &[Task]) -> Result<(), Obstacle> {
        for task in tasks {
            let element = self.node_at(task.target.element);
            let Some(value) = &task.value else { continue };
            if let Some(parts) = &task.parts {
                self.require_writable(task, element, parts)?;
            }
            if let Some(offset) = task.target.attribute {
                if let Some(at) = self.item(element, offset) {
                    self.set_value(element, at, value, task.parts.as_ref());
                }
                continue;
            }
            if self.tree.has_child_elements(element) {
                return Err(task
                    .obstacle("this element has child elements, which a text would replace: drop or move them first"));
            }
            let same = task.parts.as_ref().is_none_or(|parts| self.means_the_same(element, parts));
            if self.text_of(element) != **value || !same {
                self.replace_text(element, value, task.parts.as_ref());
                self.changed += 1;
            }
        }
        Ok(())
    }

    fn text_of(&self, element: u32) -> String {
        let texts = self.tree.children(element).filter(|child| self.tree.node(*child).kind == Kind::Text);
        texts.map(|child| decode(self.tree.raw(child), false)).collect()
    }

    /// Puts a text where the first one stands, or first, and takes the others away.
    pub(super) fn replace_text(&mut self, element: u32, value: &str, parts: Option<&Parts>) {
        let texts: Vec<u32> =
            self.tree.children(element).filter(|child| self.tree.node(*child).kind == Kind::Text).collect();
        if !value.is_empty() {
            let raw = escape_text(value);
            let text = self.tree.make_text(&raw);
            if let Some(parts) = parts {
                self.tree.parts.insert(text, parts.clone());
            }
            let before = texts.first().copied().unwrap_or(self.tree.node(element).first);
            self.tree.insert(element, text, before);
            if !is_space(&raw) {
                self.tree.node_mut(element).flags |= MIXED;
            }
        }
        for text in texts {
            self.tree.unlink(text);
        }
        self.tree.touch(element);
    }
}
