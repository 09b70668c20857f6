//! The operations, on the document as it is written. Tasks come in document order.

mod attributes;
mod merge;
mod names;
mod namespace;
mod place;
mod prefixes;
mod rename;
mod sort;
mod split;
mod text;
mod wrap;

use crate::plan::{GivenName, Prepared, Target, Task, Warnings};
use crate::tree::{NONE, Tree};
use crate::{EditError, Operation};
use pyxsd_schema::Location;
use pyxsd_xml::{NamespaceId, ParseLimits, Symbol};

/// A node to which the step cannot be done.
pub(crate) struct Obstacle {
    target: Target,
    message: String,
}

impl Task {
    fn obstacle(&self, message: impl Into<String>) -> Obstacle {
        Obstacle { target: self.target, message: message.into() }
    }
}

/// A document that is being changed.
pub(crate) struct Change<'c, 's> {
    pub tree: Tree<'s>,
    prepared: &'c Prepared,
    pub warnings: Warnings,
    pub changed: u64,
    /// Elements that may be open at one time.
    depth: u32,
    /// Attributes and declarations that one element may have.
    attributes: u32,
}

impl<'c, 's> Change<'c, 's> {
    pub fn new(tree: Tree<'s>, prepared: &'c Prepared, warnings: Warnings, limits: &ParseLimits) -> Change<'c, 's> {
        let ParseLimits { depth, attributes, .. } = *limits;
        Change { tree, prepared, warnings, changed: 0, depth, attributes }
    }

    /// Does a step.
    pub fn run(&mut self, operation: &Operation, tasks: &[Task]) -> Result<(), EditError> {
        let done = match operation {
            Operation::Rename { .. } => self.rename(tasks),
            Operation::Move { position, .. } => self.move_all(tasks, *position),
            Operation::Wrap { together: false, .. } => self.wrap_each(tasks),
            Operation::Wrap { together: true, .. } => self.wrap_together(tasks),
            Operation::Unwrap => self.unwrap_all(tasks),
            Operation::Drop => self.drop_all(tasks),
            Operation::Insert { position, .. } => self.insert_all(tasks, *position),
            Operation::SetAttribute { .. } => self.set_attribute(tasks),
            Operation::RemoveAttribute { .. } => self.remove_attribute(tasks),
            Operation::SetText { .. } | Operation::MapValues { .. } => self.set_text(tasks),
            Operation::ChangeNamespace { from, to } => self.change_namespace(tasks, from, to),
            Operation::Sort { descending, .. } => self.sort(tasks, *descending),
            Operation::Split { separator, .. } => self.split(tasks, separator),
            Operation::Merge { separator } => self.merge(tasks, separator.as_deref().unwrap_or(" ")),
        };
        done.map_err(|Obstacle { target, message }| EditError::Impossible { message, at: self.locate(target) })
    }

    /// The element of a task, which must be no attribute.
    fn element(&self, task: &Task) -> Result<u32, Obstacle> {
        if task.target.attribute.is_some() {
            return Err(task.obstacle("an attribute is selected: this operation is for elements"));
        }
        Ok(self.node_at(task.target.element))
    }

    fn node_at(&self, offset: u32) -> u32 {
        self.tree.at(offset).unwrap_or(NONE)
    }

    /// The name that the step gives, for elements.
    fn element_symbol(&mut self, name: &GivenName) -> Symbol {
        let namespace = self.tree.names.namespace(&name.element_namespace);
        self.tree.names.intern(namespace, &name.local)
    }

    /// The name that the step gives, for attributes.
    fn attribute_symbol(&mut self, name: &GivenName) -> Symbol {
        let namespace = self.tree.names.namespace(&name.attribute_namespace);
        self.tree.names.intern(namespace, &name.local)
    }

    /// An element takes over attributes of others up to as many as a document may have.
    fn require_room(&mut self, task: &Task, element: u32) -> Result<(), Obstacle> {
        let maximum = self.attributes;
        if self.tree.tag_mut(element).items.len() < maximum as usize {
            return Ok(());
        }
        Err(task.obstacle(format!("an element would have more than {maximum} attributes (`xml_attributes`)")))
    }

    /// Position of an attribute of the source in its tag.
    fn item(&mut self, element: u32, offset: u32) -> Option<usize> {
        let tag = self.tree.tag_mut(element);
        tag.items.iter().position(|item| item.is_written() && item.start == offset && !item.gone)
    }

    fn shown(&self, name: Symbol) -> String {
        self.tree.names.display(name).to_string()
    }

    fn namespace_of(&self, name: Symbol) -> NamespaceId {
        self.tree.names.namespace_of(name)
    }

    fn warn(&mut self, message: &str, target: Target) {
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.add(message, || Some(self.locate(target)));
        self.warnings = warnings;
    }

    /// The place of a node in the document before the step.
    fn locate(&mut self, target: Target) -> Location {
        let path = self.tree.locate(target.element);
        let attribute = target.attribute.and_then(|offset| self.written_attribute(target.element, offset));
        Location { path, attribute }
    }

    fn written_attribute(&mut self, element: u32, offset: u32) -> Option<String> {
        let node = self.tree.at(element)?;
        let start = offset as usize;
        let qname = &self.tree.text[start..crate::tree::qname_end(self.tree.text, start)];
        let (prefix, local) = qname.split_once(':').unwrap_or(("", qname));
        let namespace = match prefix {
            "" => NamespaceId::NONE,
            prefix => self.tree.resolve(self.tree.node(node).scope, prefix)?,
        };
        let name = self.tree.names.intern(namespace, local);
        Some(self.shown(name))
    }
}
