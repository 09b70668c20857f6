//! Names in values: what they mean stays, whatever becomes of prefixes.

use super::{Change, Obstacle};
use crate::plan::{Held, KEPT, Part, Parts, Target, Task, text_of};
use pyxsd_datatypes::{QNameValue, is_ncname};
use pyxsd_xml::{NamespaceId, Symbol};

const XMLNS: &str = "http://www.w3.org/2000/xmlns/";
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

impl Change<'_, '_> {
    /// Whether every name of a value can be written inside an element.
    pub(super) fn require_writable(&self, task: &Task, element: u32, parts: &[Part]) -> Result<(), Obstacle> {
        require_declarable(task, parts)?;
        if let Some(name) = bare(parts)
            && self.has_default(element)
        {
            return Err(task.obstacle(format!(
                "the value is the name `{}` in no namespace, and where it would stand names without prefix are in the default namespace: \
                 give a name in a namespace, or change the declarations there first",
                name.local
            )));
        }
        Ok(())
    }

    /// Whether there is a default namespace inside an element.
    pub(super) fn has_default(&self, element: u32) -> bool {
        self.resolve_at(element, "").is_some_and(|bound| bound != NamespaceId::NONE)
    }

    /// Whether the text of a value means at an element what is to be said.
    pub(super) fn means_the_same(&mut self, element: u32, parts: &[Part]) -> bool {
        let scope = self.tree.node(element).scope;
        parts.iter().filter_map(Part::name).all(|name| {
            let namespace = self.tree.names.namespace(&name.namespace);
            self.tree.resolve(scope, &name.prefix) == Some(namespace)
        })
    }

    /// Values of an element that lose the default namespace find another prefix.
    pub(super) fn hold_names(&mut self, task: &Task, element: u32) {
        let start = self.tree.node(element).start;
        let first = task.held.partition_point(|held| held.element < start);
        for Held { attribute, parts, .. } in task.held[first..].iter().take_while(|held| held.element == start) {
            match attribute {
                Some(offset) => {
                    if let Some(at) = self.item(element, *offset) {
                        self.tree.tag_mut(element).items[at].parts = Some(parts.clone());
                    }
                }
                None => self.replace_text(element, &text_of(parts), Some(parts)),
            }
        }
        self.hold_type(element);
    }

    /// Warns of a value of `xsi:type` that keeps a namespace which everything else leaves for none.
    pub(super) fn warn_of_type(&mut self, element: u32, at: usize, name: Symbol, from: NamespaceId) {
        let names = &self.tree.names;
        if names.local(name) != "type" || names.namespace_uri(names.namespace_of(name)) != XSI {
            return;
        }
        let text = self.tree.text;
        let item = &self.tree.tag_mut(element).items[at];
        let (start, value) = (item.start, item.value(text).trim().to_owned());
        let Some((prefix, _)) = value.split_once(':') else { return };
        if self.tree.resolve(self.tree.node(element).scope, prefix) == Some(from) {
            self.warn(KEPT, Target { element: self.tree.node(element).start, attribute: Some(start) });
        }
    }

    /// `xsi:type` is a name whatever the schema knows of the element.
    fn hold_type(&mut self, element: u32) {
        let xsi = self.tree.names.namespace(XSI);
        let found = self
            .attribute_names(element)
            .into_iter()
            .find(|(_, name)| self.tree.names.namespace_of(*name) == xsi && self.tree.names.local(*name) == "type");
        let default = self.tree.resolve(self.tree.node(element).scope, "").unwrap_or(NamespaceId::NONE);
        let Some((at, _)) = found.filter(|_| default != NamespaceId::NONE) else { return };
        let namespace = self.tree.names.namespace_uri(default).to_owned();
        let text = self.tree.text;
        let item = &mut self.tree.tag_mut(element).items[at];
        let local = item.value(text).trim().to_owned();
        if item.parts.is_none() && !item.gone && is_ncname(&local) {
            let parts: Parts = [Part::Name(QNameValue { namespace, local, prefix: String::new() })].into();
            item.parts = Some(parts);
        }
    }
}

/// The first name in no namespace.
pub(super) fn bare(parts: &[Part]) -> Option<&QNameValue> {
    parts.iter().filter_map(Part::name).find(|name| name.namespace.is_empty())
}

/// No prefix stands for the namespace of declarations.
pub(super) fn require_declarable(task: &Task, parts: &[Part]) -> Result<(), Obstacle> {
    if parts.iter().filter_map(Part::name).any(|name| name.namespace == XMLNS) {
        return Err(task.obstacle(format!("the value is a name in `{XMLNS}`, for which no prefix can be declared")));
    }
    Ok(())
}
