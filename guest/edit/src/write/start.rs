//! Start tags that are not as they were, or stand where prefixes mean something else.

use super::{Writer, escape_value, occurring};
use crate::plan::{Part, text_of};
use crate::tree::{DECLARES, EMPTY_TAG, Item, MADE, NONE, Node, Tag};
use pyxsd_datatypes::QNameValue;
use pyxsd_xml::{NamespaceId, Symbol};

/// How an element ends.
pub(super) enum End {
    /// Its tag was an empty-element tag.
    Nothing,
    /// As in the source.
    Written,
    Named(String),
}

/// What is known once a start tag is written.
pub(super) struct Started {
    /// Where its name ends in the output.
    pub name_end: usize,
    /// Bindings in scope inside, as written.
    pub scope: u32,
    /// See [`super::Frame`].
    pub equivalent: u32,
    pub end: End,
}

/// Declarations that a tag gets.
struct Declared {
    /// Behind the name.
    added: Vec<(Symbol, NamespaceId)>,
    /// The element is in no namespace where a default one is in scope: its own declaration of that gives way.
    undeclares_default: bool,
    scope: u32,
    equivalent: u32,
}

impl Writer<'_> {
    /// Writes the start tag of an element.
    pub(super) fn start(&mut self, element: u32, out: u32, equivalent: u32) -> Started {
        let node = *self.tree.node(element);
        let declared = self.declare(element, &node, out, equivalent);
        let is_empty = node.first == NONE && node.is(EMPTY_TAG | MADE);
        let unchanged = self.tree.tag(element).is_none() && declared.added.is_empty();
        let (name_end, end) = match unchanged {
            true => self.written_tag(element, &node, is_empty),
            false => self.changed_tag(element, &node, &declared, is_empty),
        };
        Started { name_end, scope: declared.scope, equivalent: declared.equivalent, end }
    }

    fn written_tag(&mut self, element: u32, node: &Node, is_empty: bool) -> (usize, End) {
        let name = self.tree.qname(element);
        let name_end = self.out.len() + 1 + name.len();
        let tag = &self.tree.text[node.start as usize..node.tag_end as usize];
        if !node.is(EMPTY_TAG) {
            self.out.push_str(tag);
            return (name_end, End::Written);
        }
        if is_empty {
            self.out.push_str(tag);
            return (name_end, End::Nothing);
        }
        self.out.push_str(tag.trim_end_matches("/>").trim_end());
        self.out.push('>');
        (name_end, End::Named(name.to_owned()))
    }

    fn changed_tag(&mut self, element: u32, node: &Node, declared: &Declared, is_empty: bool) -> (usize, End) {
        let lexed = || Tag::lex(self.tree.text, node.start as usize, node.tag_end as usize);
        let tag = self.tree.tag(element).cloned().unwrap_or_else(lexed);
        let name = match tag.name {
            Some(name) => self.element_qname(element, node, name, declared.scope),
            None => self.tree.qname(element).to_owned(),
        };
        self.out.push('<');
        self.out.push_str(&name);
        let name_end = self.out.len();
        for (prefix, namespace) in &declared.added {
            self.declaration(*prefix, *namespace);
        }
        for item in tag.items.iter().filter(|item| !item.gone) {
            if declared.undeclares_default && item.declared(self.tree.text) == Some("") {
                continue;
            }
            self.item(item, declared.scope);
        }
        let tail = &self.tree.text[tag.tail.0 as usize..tag.tail.1 as usize];
        if is_empty {
            self.out.push_str(tail);
            self.out.push_str("/>");
            return (name_end, End::Nothing);
        }
        if !node.is(EMPTY_TAG) {
            self.out.push_str(tail);
        }
        self.out.push('>');
        let keeps_end = tag.name.is_none() && !node.is(EMPTY_TAG | MADE);
        (name_end, if keeps_end { End::Written } else { End::Named(name) })
    }

    fn declaration(&mut self, prefix: Symbol, namespace: NamespaceId) {
        let names = &self.tree.names;
        self.out.push_str(" xmlns");
        if !names.local(prefix).is_empty() {
            self.out.push(':');
            self.out.push_str(names.local(prefix));
        }
        self.out.push_str("=\"");
        self.out.push_str(&escape_value(names.namespace_uri(namespace), '"'));
        self.out.push('"');
    }

    /// Finds the declarations of an element at its present place, and the scope inside.
    fn declare(&mut self, element: u32, node: &Node, out: u32, equivalent: u32) -> Declared {
        let outer = self.tree.outer_scope(element);
        let is_written = !node.is(MADE);
        let own: Vec<(Symbol, NamespaceId)> = match is_written && node.is(DECLARES) {
            true => self.tree.scopes.declared(node.scope).to_vec(),
            false => Vec::new(),
        };
        let mut added = self.tree.tag(element).map_or_else(Vec::new, |tag| tag.declare.clone());
        if is_written && outer != equivalent {
            let slice = &self.tree.text[node.start as usize..node.end as usize];
            let lost = self.prefixes.lost(&mut self.tree, outer, out);
            let known = |prefix: Symbol| own.iter().chain(&added).any(|(declared, _)| *declared == prefix);
            let lost: Vec<_> = lost.iter().filter(|(prefix, _)| !known(*prefix)).copied().collect();
            let names: Vec<&str> = lost.iter().map(|(prefix, _)| self.tree.names.local(*prefix)).collect();
            let found = occurring(slice, &names);
            added.extend(lost.iter().zip(found).filter(|(_, found)| *found).map(|(binding, _)| *binding));
        }
        for (prefix, meant) in self.tree.carried.get(&element).into_iter().flatten() {
            let is_there = own.iter().chain(&added).any(|(declared, _)| declared == prefix);
            if !is_there && self.tree.scopes.resolve(out, *prefix) != Some(*meant) {
                added.push((*prefix, *meant));
            }
        }
        let inside = if is_written { node.scope } else { equivalent };
        let mut declared = Declared { added, undeclares_default: false, scope: out, equivalent: inside };
        self.leave_default(element, &mut declared, &own);
        let same = declared.added.is_empty() && !declared.undeclares_default && (own.is_empty() || out == outer);
        declared.scope = match (same, own.is_empty()) {
            (true, true) => out,
            (true, false) => node.scope,
            (false, _) => {
                let default = self.tree.names.intern(NamespaceId::NONE, "");
                let kept = own.iter().filter(|(prefix, _)| !(declared.undeclares_default && *prefix == default));
                let all: Vec<_> = kept.chain(&declared.added).copied().collect();
                self.tree.scopes.open(out, all)
            }
        };
        declared
    }

    /// An element whose new name is in no namespace takes the default namespace back; what is inside no longer finds it.
    fn leave_default(&mut self, element: u32, declared: &mut Declared, own: &[(Symbol, NamespaceId)]) {
        let name = self.tree.tag(element).and_then(|tag| tag.name);
        let bare = name.is_some_and(|name| self.tree.names.namespace_of(name) == NamespaceId::NONE);
        if !bare {
            return;
        }
        let default = self.tree.names.intern(NamespaceId::NONE, "");
        let of_default = |(prefix, _): &&(Symbol, NamespaceId)| *prefix == default;
        let nearest = declared.added.iter().chain(own).find(of_default).map(|(_, namespace)| *namespace);
        let bound = nearest.or_else(|| self.tree.scopes.resolve(declared.scope, default));
        if bound.is_none_or(|bound| bound == NamespaceId::NONE) {
            return;
        }
        declared.added.retain(|(prefix, _)| *prefix != default);
        declared.undeclares_default = own.iter().any(|binding| of_default(&binding));
        let around = self.tree.scopes.resolve(declared.scope, default);
        if around.is_some_and(|around| around != NamespaceId::NONE) {
            declared.added.push((default, NamespaceId::NONE));
        } else if declared.undeclares_default && declared.added.is_empty() {
            // The tag must be written anew even so.
            self.tree.tag_mut(element);
        }
        declared.equivalent = NONE;
    }

    /// A new name of an element, with its present prefix if that will do.
    fn element_qname(&mut self, element: u32, node: &Node, name: Symbol, scope: u32) -> String {
        let namespace = self.tree.names.namespace_of(name);
        let local = self.tree.names.local(name).to_owned();
        if namespace == NamespaceId::NONE {
            return local;
        }
        if !node.is(MADE) {
            let present = self.tree.qname(element).split_once(':').map_or("", |(prefix, _)| prefix);
            if self.tree.resolve(scope, present) == Some(namespace) {
                return qualified(present, &local);
            }
        }
        let prefix = self.prefix(namespace, scope, false);
        qualified(&prefix, &local)
    }

    fn prefix(&mut self, namespace: NamespaceId, scope: u32, for_attribute: bool) -> String {
        if namespace == NamespaceId::XML {
            return "xml".to_owned();
        }
        let found = self.tree.scopes.prefix_for(scope, namespace, &self.tree.names, for_attribute);
        match found {
            Some(prefix) => prefix.to_owned(),
            None => self.prefixes.make(&self.tree.names, namespace, "").to_owned(),
        }
    }

    /// A value with names, each with a prefix that stands for its namespace in a scope; nothing where all have it already.
    pub(super) fn composed(&mut self, parts: &[Part], scope: u32) -> Option<String> {
        let mut renamed = parts.to_vec();
        let mut changed = false;
        for part in &mut renamed {
            let Part::Name(name) = part else { continue };
            let prefix = self.value_prefix(name, scope);
            changed |= prefix != name.prefix;
            name.prefix = prefix;
        }
        changed.then(|| text_of(&renamed))
    }

    fn value_prefix(&mut self, name: &QNameValue, scope: u32) -> String {
        if name.namespace.is_empty() {
            return String::new();
        }
        let namespace = self.tree.names.namespace(&name.namespace);
        if self.tree.resolve(scope, &name.prefix) == Some(namespace) {
            return name.prefix.clone();
        }
        if namespace == NamespaceId::XML {
            return "xml".to_owned();
        }
        let found = self.tree.scopes.prefix_for(scope, namespace, &self.tree.names, true);
        match found {
            Some(prefix) => prefix.to_owned(),
            None if self.tree.resolve(scope, "") == Some(namespace) => String::new(),
            None => self.prefixes.make(&self.tree.names, namespace, &name.prefix).to_owned(),
        }
    }

    fn item(&mut self, item: &Item, scope: u32) {
        let text = self.tree.text;
        if item.is_written() && item.lead < item.start {
            self.out.push_str(&text[item.lead as usize..item.start as usize]);
        } else {
            self.out.push(' ');
        }
        match item.name {
            None => self.out.push_str(item.qname(text)),
            Some(name) => {
                let namespace = self.tree.names.namespace_of(name);
                let local = self.tree.names.local(name).to_owned();
                let present = if item.is_written() { item.qname(text).split_once(':') } else { None };
                let kept = present.filter(|(prefix, _)| self.tree.resolve(scope, prefix) == Some(namespace));
                let prefix = match (namespace, kept) {
                    (NamespaceId::NONE, _) => String::new(),
                    (_, Some((prefix, _))) => prefix.to_owned(),
                    _ => self.prefix(namespace, scope, true),
                };
                self.out.push_str(&qualified(&prefix, &local));
            }
        }
        let quote = match item.is_written() {
            true => {
                self.out.push_str(&text[item.name_end as usize..item.value.0 as usize]);
                char::from(text.as_bytes()[item.value.0 as usize - 1])
            }
            false => {
                self.out.push_str("=\"");
                '"'
            }
        };
        let composed = item.parts.as_ref().and_then(|parts| self.composed(parts, scope));
        match composed.as_ref().or(item.new_value.as_ref()) {
            Some(value) => self.out.push_str(&escape_value(value, quote)),
            None => self.out.push_str(item.raw(text)),
        }
        self.out.push(quote);
    }
}

fn qualified(prefix: &str, local: &str) -> String {
    if prefix.is_empty() { local.to_owned() } else { format!("{prefix}:{local}") }
}
