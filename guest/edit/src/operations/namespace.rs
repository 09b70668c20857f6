//! `change-namespace`.

use super::{Change, Obstacle};
use crate::plan::Task;
use crate::tree::{DECLARES, Kind, MADE};
use crate::write::occurring;
use pyxsd_xml::{NamespaceId, Symbol};
use std::collections::BTreeSet;

const NOT_THERE: &str = "no name in what is selected was in the old namespace";

impl Change<'_, '_> {
    pub(super) fn change_namespace(&mut self, tasks: &[Task], from: &str, to: &str) -> Result<(), Obstacle> {
        let namespaces = (self.tree.names.namespace(from), self.tree.names.namespace(to));
        let mut done = 0;
        for task in tasks {
            let element = self.node_at(task.target.element);
            let changed = match task.target.attribute {
                Some(offset) => self.change_attribute(task, element, offset, namespaces)?,
                None if self.tree.node(element).start < done => continue,
                None => {
                    done = self.tree.node(element).end;
                    self.change_subtree(task, element, namespaces)?
                }
            };
            self.changed += u64::from(changed);
        }
        if self.changed == 0 && !tasks.is_empty() {
            self.warnings.add(NOT_THERE, || None);
        }
        Ok(())
    }

    fn change_attribute(
        &mut self,
        task: &Task,
        element: u32,
        offset: u32,
        (from, to): (NamespaceId, NamespaceId),
    ) -> Result<bool, Obstacle> {
        let Some(at) = self.item(element, offset) else { return Ok(false) };
        let item = self.tree.tag_mut(element).items[at].clone();
        let old = self.tree.attribute_name(element, &item);
        let Some(old) = old.filter(|old| self.namespace_of(*old) == from) else { return Ok(false) };
        let new = self.moved_name(old, to);
        self.require_free(task, element, new)?;
        self.tree.tag_mut(element).items[at].name = Some(new);
        Ok(true)
    }

    fn moved_name(&mut self, name: Symbol, to: NamespaceId) -> Symbol {
        let local = self.tree.names.local(name).to_owned();
        self.tree.names.intern(to, &local)
    }

    /// The nodes of a subtree stand together, since nothing has moved.
    fn change_subtree(
        &mut self,
        task: &Task,
        top: u32,
        (from, to): (NamespaceId, NamespaceId),
    ) -> Result<bool, Obstacle> {
        let end = self.tree.node(top).end;
        let mut changed = self.declare_anew(top, from, to);
        let mut index = top;
        while let Some(node) = self.tree.nodes.get(index as usize).filter(|node| !node.is(MADE) && node.start < end) {
            let is_element = node.kind == Kind::Element;
            if is_element {
                changed |= self.change_element(task, index, from, to)?;
            }
            index += 1;
        }
        Ok(changed)
    }

    /// Prefixes that are bound to the old namespace around the subtree and occur in it. With no new namespace only the default one can follow.
    fn declare_anew(&mut self, top: u32, from: NamespaceId, to: NamespaceId) -> bool {
        let outer = self.tree.outer_scope(top);
        let node = *self.tree.node(top);
        let default = self.tree.names.intern(NamespaceId::NONE, "");
        let mut bindings = self.tree.scopes.bindings(outer);
        bindings.entry(default).or_insert(NamespaceId::NONE);
        let own: Vec<Symbol> = match node.is(DECLARES) {
            true => self.tree.scopes.declared(node.scope).iter().map(|(prefix, _)| *prefix).collect(),
            false => Vec::new(),
        };
        let slice = &self.tree.text[node.start as usize..node.end as usize];
        let outside = bindings.into_iter().filter(|(prefix, bound)| *bound == from && !own.contains(prefix));
        let outside: Vec<Symbol> = outside.map(|(prefix, _)| prefix).collect();
        let names: Vec<&str> = outside.iter().map(|prefix| self.tree.names.local(*prefix)).collect();
        let found = occurring(slice, &names);
        let follows = |(prefix, found): &(Symbol, bool)| *found && (to != NamespaceId::NONE || *prefix == default);
        let declared: Vec<(Symbol, NamespaceId)> =
            outside.into_iter().zip(found).filter(follows).map(|(prefix, _)| (prefix, to)).collect();
        if declared.is_empty() || !self.uses(top, from) {
            return false;
        }
        self.tree.tag_mut(top).declare.extend(declared);
        true
    }

    /// Whether an element or attribute of a subtree has a name in a namespace.
    fn uses(&mut self, top: u32, namespace: NamespaceId) -> bool {
        let end = self.tree.node(top).end;
        let mut index = top;
        while let Some(node) =
            self.tree.nodes.get(index as usize).copied().filter(|node| !node.is(MADE) && node.start < end)
        {
            if node.kind == Kind::Element {
                let name = self.tree.element_name(index);
                if self.namespace_of(name) == namespace || self.has_attribute_in(index, namespace) {
                    return true;
                }
            }
            index += 1;
        }
        false
    }

    fn has_attribute_in(&mut self, element: u32, namespace: NamespaceId) -> bool {
        if namespace == NamespaceId::NONE {
            return false;
        }
        let names = self.attribute_names(element);
        names.iter().any(|(_, name)| self.namespace_of(*name) == namespace)
    }

    /// The attributes with a prefix by position, without changing the tag.
    pub(super) fn attribute_names(&mut self, element: u32) -> Vec<(usize, Symbol)> {
        let node = *self.tree.node(element);
        let text = self.tree.text;
        if !text[node.start as usize..node.tag_end as usize].contains(':') {
            return Vec::new();
        }
        let tag = crate::tree::Tag::lex(text, node.start as usize, node.tag_end as usize);
        let named = tag.items.iter().enumerate();
        named.filter_map(|(at, item)| Some((at, self.tree.attribute_name(element, item)?))).collect()
    }

    fn change_element(
        &mut self,
        task: &Task,
        element: u32,
        from: NamespaceId,
        to: NamespaceId,
    ) -> Result<bool, Obstacle> {
        let attributes = self.attribute_names(element);
        self.require_distinct(task, &attributes, from, to)?;
        let name = self.tree.element_name(element);
        let in_old = |change: &Self, name: Symbol| change.namespace_of(name) == from;
        let named = in_old(self, name);
        let mut changed = named;
        if to == NamespaceId::NONE {
            if named && self.tree.qname(element).contains(':') {
                let new = self.moved_name(name, to);
                self.tree.tag_mut(element).name = Some(new);
                // The default namespace that is left for none follows, and values with it.
                let default = self.tree.resolve(self.tree.node(element).scope, "");
                if default.is_some_and(|default| default != from && default != NamespaceId::NONE) {
                    self.hold_names(task, element);
                }
            }
            for (at, name) in attributes {
                self.warn_of_type(element, at, name, from);
                if in_old(self, name) {
                    let new = self.moved_name(name, to);
                    self.tree.tag_mut(element).items[at].name = Some(new);
                    changed = true;
                }
            }
        } else if from != NamespaceId::NONE {
            changed |= attributes.iter().any(|(_, name)| in_old(self, *name));
        }
        Ok(changed | self.rebind(element, from, to))
    }

    /// No attribute may be there twice after the change.
    fn require_distinct(
        &self,
        task: &Task,
        attributes: &[(usize, Symbol)],
        from: NamespaceId,
        to: NamespaceId,
    ) -> Result<(), Obstacle> {
        let mut known = BTreeSet::new();
        for (_, name) in attributes {
            let namespace = self.namespace_of(*name);
            let namespace = if namespace == from && from != NamespaceId::NONE { to } else { namespace };
            if !known.insert((namespace, self.tree.names.local(*name))) {
                let local = self.tree.names.local(*name);
                return Err(task.obstacle(format!(
                    "an element inside has attributes `{local}` of both namespaces: rename or remove one first"
                )));
            }
        }
        Ok(())
    }

    /// Declarations of the old namespace become those of the new one; the names and values that use them follow. Whether there are any.
    fn rebind(&mut self, element: u32, from: NamespaceId, to: NamespaceId) -> bool {
        let node = *self.tree.node(element);
        if !node.is(DECLARES) {
            return false;
        }
        let names = &self.tree.names;
        let mut prefixes: Vec<String> = Vec::new();
        for (prefix, namespace) in self.tree.scopes.declared_mut(node.scope) {
            let text = names.local(*prefix);
            if *namespace == from && (to != NamespaceId::NONE || text.is_empty()) {
                *namespace = to;
                prefixes.push(text.to_owned());
            }
        }
        let uri = self.tree.names.namespace_uri(to).to_owned();
        let text = self.tree.text;
        for prefix in &prefixes {
            let items = &mut self.tree.tag_mut(element).items;
            if let Some(item) = items.iter_mut().find(|item| item.declared(text) == Some(prefix)) {
                item.new_value = Some(uri.clone());
            }
        }
        !prefixes.is_empty()
    }
}
