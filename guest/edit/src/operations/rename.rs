//! `rename` and `drop`.

use super::{Change, Obstacle};
use crate::plan::Task;
use crate::tree::DOCUMENT;
use pyxsd_xml::NamespaceId;

const LEFT_NAMESPACE: &str = "the new name is in no namespace, the old one was in one: write `prefix:name` or `{namespace}name` where that is not \
     meant";

impl Change<'_, '_> {
    pub(super) fn rename(&mut self, tasks: &[Task]) -> Result<(), Obstacle> {
        let name = self.prepared.names[0].clone();
        let (as_element, as_attribute) = (self.element_symbol(&name), self.attribute_symbol(&name));
        for task in tasks {
            let element = self.node_at(task.target.element);
            let (old, new) = match task.target.attribute {
                None => (self.tree.element_name(element), as_element),
                Some(offset) => {
                    let Some(old) = self.rename_attribute(task, element, offset, as_attribute)? else { continue };
                    (old, as_attribute)
                }
            };
            if old == new {
                continue;
            }
            if task.target.attribute.is_none() {
                self.tree.tag_mut(element).name = Some(new);
                let default = self.tree.resolve(self.tree.node(element).scope, "");
                if self.namespace_of(new) == NamespaceId::NONE && default != Some(NamespaceId::NONE) {
                    self.hold_names(task, element);
                }
            }
            self.changed += 1;
            if self.namespace_of(new) == NamespaceId::NONE && self.namespace_of(old) != NamespaceId::NONE {
                self.warn(LEFT_NAMESPACE, task.target);
            }
        }
        Ok(())
    }

    fn rename_attribute(
        &mut self,
        task: &Task,
        element: u32,
        offset: u32,
        new: pyxsd_xml::Symbol,
    ) -> Result<Option<pyxsd_xml::Symbol>, Obstacle> {
        let Some(at) = self.item(element, offset) else { return Ok(None) };
        let item = self.tree.tag_mut(element).items[at].clone();
        let Some(old) = self.tree.attribute_name(element, &item) else { return Ok(None) };
        if old == new {
            return Ok(Some(old));
        }
        self.require_free(task, element, new)?;
        self.tree.tag_mut(element).items[at].name = Some(new);
        Ok(Some(old))
    }

    /// An attribute may be there once.
    pub(super) fn require_free(&mut self, task: &Task, element: u32, name: pyxsd_xml::Symbol) -> Result<(), Obstacle> {
        if self.tree.find_attribute(element, name).is_some() {
            let name = self.shown(name);
            return Err(
                task.obstacle(format!("the element has an attribute `{name}` already: remove or rename that first"))
            );
        }
        Ok(())
    }

    pub(super) fn drop_all(&mut self, tasks: &[Task]) -> Result<(), Obstacle> {
        for task in tasks {
            let element = self.node_at(task.target.element);
            if let Some(offset) = task.target.attribute {
                if let Some(at) = self.item(element, offset) {
                    self.tree.tag_mut(element).items[at].gone = true;
                }
            } else {
                if self.tree.node(element).parent == DOCUMENT {
                    return Err(task.obstacle("a document must have its document element: it cannot be dropped"));
                }
                self.tree.remove(element);
            }
            self.changed += 1;
        }
        Ok(())
    }
}
