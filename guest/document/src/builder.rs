//! Filling an arena, in document order.

use crate::document::{Absent, NONE, Record};
use crate::{Document, NodeFlags, NodeId};
use pyxsd_datatypes::{Builtin, Value};
use pyxsd_xml::{Names, NamespaceId, NamespaceScope, Span, Symbol};
use pyxsd_xpath::{Atomic, NodeKind, TypeRef};

/// What the schema says about an element or attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The type annotation.
    pub type_ref: TypeRef,
    /// The simple type that the value is read by; [`TypeRef::UNTYPED_ATOMIC`] where there is none.
    pub value_type: TypeRef,
    /// The governing declaration, in the numbering of the schema.
    pub declaration: Option<u32>,
    /// What else is known.
    pub flags: NodeFlags,
}

impl Annotation {
    /// An element that no schema describes.
    pub const UNTYPED: Annotation = Annotation {
        type_ref: TypeRef::UNTYPED,
        value_type: TypeRef::UNTYPED_ATOMIC,
        declaration: None,
        flags: NodeFlags::NONE,
    };
    /// An attribute that no schema describes.
    pub const UNTYPED_ATTRIBUTE: Annotation = Annotation { type_ref: TypeRef::UNTYPED_ATOMIC, ..Annotation::UNTYPED };
}

/// An element that is not closed yet.
#[derive(Debug)]
struct Open {
    node: u32,
    /// Length of the parser's scope inside the element.
    scope_len: usize,
    /// Scopes of the arena before the element.
    scopes: u32,
}

/// Adds one document to an arena. Calls come in document order: an element, its attributes, its content, its end.
#[derive(Debug)]
pub struct Builder {
    document: Document,
    open: Vec<Open>,
    /// Values that are shared by every node that the schema supplies them to: by their first byte in the schema and length.
    supplied: Vec<((usize, usize), (u32, u32))>,
    /// Actual values of the schema by where it keeps them, each with its position in the arena.
    known: Vec<(usize, u32)>,
    /// Targets of processing instructions that wait for the table of names.
    targets: Vec<(u32, String)>,
}

impl Builder {
    /// Goes on with an arena.
    pub fn new(document: Document) -> Builder {
        Builder { document, open: Vec::new(), supplied: Vec::new(), known: Vec::new(), targets: Vec::new() }
    }

    /// The arena so far. Elements that are open end at its end.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Whether an element or document node is open.
    pub fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// The innermost open element.
    pub fn innermost(&self) -> Option<NodeId> {
        self.open.last().map(|open| NodeId::of(open.node))
    }

    /// The arena, complete.
    pub fn finish(mut self, names: &mut Names) -> Document {
        self.name_targets(names);
        while let Some(open) = self.open.pop() {
            self.end(open.node);
        }
        self.document.absent.sort_unstable();
        self.document
    }

    /// Makes room for more nodes and bytes of text. Where memory is short, growing may still do.
    pub(crate) fn reserve_exactly(&mut self, nodes: usize, characters: usize) {
        let _ = self.document.nodes.try_reserve_exact(nodes);
        let _ = self.document.characters.try_reserve_exact(characters);
    }

    /// Forgets every node; nothing may be open.
    pub fn clear(&mut self) {
        self.document.clear();
        self.open.clear();
        self.supplied.clear();
        self.known.clear();
        self.targets.clear();
    }

    /// Opens a document node.
    pub fn open_document(&mut self, uri: Option<&str>) -> NodeId {
        let node = self.push(NodeKind::Document, self.document.no_name, Annotation::UNTYPED_ATTRIBUTE, Span::default());
        if let Some(uri) = uri {
            self.document.uris.push((node, uri.to_owned()));
        }
        self.open.push(Open { node, scope_len: 0, scopes: self.document.scopes.len() });
        NodeId::of(node)
    }

    /// Opens an element. `span` is that of its start tag.
    pub fn open_element(
        &mut self,
        names: &mut Names,
        name: (Symbol, &str),
        scope: &NamespaceScope,
        span: Span,
        annotation: Annotation,
    ) -> NodeId {
        self.name_targets(names);
        let (outer, known) =
            self.open.last().map_or((0, 0), |open| (self.document.record(open.node).scope, open.scope_len));
        let scopes = self.document.scopes.len();
        let scope_number = self.document.scopes.open(outer, scope, known, names);
        let node = self.push(NodeKind::Element, name.0, annotation, span);
        let prefix = self.prefix(names, name.1);
        let record = &mut self.document.nodes[node as usize];
        record.scope = scope_number;
        record.prefix = prefix;
        self.open.push(Open { node, scope_len: scope.len(), scopes });
        NodeId::of(node)
    }

    fn prefix(&self, names: &mut Names, qname: &str) -> Symbol {
        match qname.split_once(':') {
            Some((prefix, _)) => names.intern(NamespaceId::NONE, prefix),
            None => self.document.no_name,
        }
    }

    /// Adds an attribute to the innermost element, which has no children yet.
    pub fn attribute(
        &mut self,
        names: &mut Names,
        name: (Symbol, &str),
        value: &str,
        span: Span,
        annotation: Annotation,
    ) -> NodeId {
        let text = append(&mut self.document.values, value);
        self.push_attribute(names, name, text, span, annotation)
    }

    /// Adds an attribute that the schema supplies, whose value is kept once for all. `prefix` is the one to write it with.
    pub fn supplied_attribute(
        &mut self,
        names: &mut Names,
        name: (Symbol, &str),
        value: &str,
        annotation: Annotation,
    ) -> NodeId {
        let text = self.supply(value);
        let annotation = Annotation { flags: annotation.flags.with(NodeFlags::DEFAULTED), ..annotation };
        self.push_attribute(names, name, text, Span::default(), annotation)
    }

    fn push_attribute(
        &mut self,
        names: &mut Names,
        name: (Symbol, &str),
        text: (u32, u32),
        span: Span,
        annotation: Annotation,
    ) -> NodeId {
        let prefix = self.prefix(names, name.1);
        let node = self.push(NodeKind::Attribute, name.0, annotation, span);
        let record = &mut self.document.nodes[node as usize];
        record.prefix = prefix;
        record.text = text;
        if let Some(owner) = self.open.last() {
            let owner = &mut self.document.nodes[owner.node as usize];
            owner.attributes = owner.attributes.saturating_add(1);
        }
        NodeId::of(node)
    }

    /// The place of a value of the schema in the arena. Values are told apart by where the schema keeps them.
    fn supply(&mut self, value: &str) -> (u32, u32) {
        let key = (value.as_ptr() as usize, value.len());
        match self.supplied.binary_search_by_key(&key, |(known, _)| *known) {
            Ok(position) => self.supplied[position].1,
            Err(position) => {
                let text = append(&mut self.document.values, value);
                self.supplied.insert(position, (key, text));
                text
            }
        }
    }

    /// Tells the actual value of a node whose text the schema supplies. Only names need it: their prefixes are those of the schema.
    pub fn supply_value(&mut self, node: NodeId, value: Option<&Value>, type_ref: TypeRef) {
        let is_name = |value: &Value| matches!(value, Value::QName(_) | Value::Notation(_));
        let Some(value) = value.filter(|value| match value {
            Value::List(items) => items.iter().any(is_name),
            single => is_name(single),
        }) else {
            return;
        };
        let key = std::ptr::from_ref(value) as usize;
        let position = match self.known.binary_search_by_key(&key, |(known, _)| *known) {
            Ok(position) => self.known[position].1,
            Err(position) => {
                let known = self.document.known.len() as u32;
                self.document.known.push(atomics(value, type_ref));
                self.known.insert(position, (key, known));
                known
            }
        };
        let at = self.document.supplied.partition_point(|(other, _)| *other < node.index);
        self.document.supplied.insert(at, (node.index, position));
    }

    /// Adds text to the innermost element; text behind text is one node.
    pub fn text(&mut self, text: &str, span: Span) {
        let Some(parent) = self.open.last().map(|open| open.node).filter(|_| !text.is_empty()) else { return };
        let last = self.document.record(parent).last_child;
        let (_, end) = append(&mut self.document.characters, text);
        if last != NONE {
            let record = &mut self.document.nodes[last as usize];
            if record.kind == NodeKind::Text && !record.flags.has(NodeFlags::DEFAULTED) {
                record.text.1 = end;
                record.span.1 = span.end as u32;
                return;
            }
        }
        let annotation = Annotation::UNTYPED_ATTRIBUTE;
        let node = self.push(NodeKind::Text, self.document.no_name, annotation, span);
        self.document.nodes[node as usize].text = (end - text.len() as u32, end);
    }

    /// Adds the text that the schema supplies to an element without content.
    pub fn supplied_text(&mut self, value: &str) {
        let Some(parent) = self.open.last().map(|open| open.node) else { return };
        self.document.nodes[parent as usize].flags.insert(NodeFlags::DEFAULTED.with(NodeFlags::SCATTERED));
        if value.is_empty() {
            return;
        }
        let text = self.supply(value);
        let annotation = Annotation { flags: NodeFlags::DEFAULTED, ..Annotation::UNTYPED_ATTRIBUTE };
        let node = self.push(NodeKind::Text, self.document.no_name, annotation, Span::default());
        self.document.nodes[node as usize].text = text;
    }

    /// Replaces the text of the innermost element, which has no other child, by its normalised form.
    pub fn normalize_text(&mut self, normalized: &str) {
        let Some(parent) = self.open.last().map(|open| open.node) else { return };
        let last = self.document.record(parent).last_child;
        let Some(text) = self.document.get(last).filter(|text| text.kind == NodeKind::Text).map(|text| text.text)
        else {
            return;
        };
        self.document.characters.truncate(text.0 as usize);
        if normalized.is_empty() {
            self.document.nodes.truncate(last as usize);
            self.document.nodes[parent as usize].last_child = NONE;
            return;
        }
        self.document.nodes[last as usize].text = append(&mut self.document.characters, normalized);
    }

    /// Adds a comment, inside or outside the root.
    pub fn comment(&mut self, text: &str, span: Span) {
        let node = self.push(NodeKind::Comment, self.document.no_name, Annotation::UNTYPED_ATTRIBUTE, span);
        self.document.nodes[node as usize].text = append(&mut self.document.values, text);
    }

    /// Adds a processing instruction, inside or outside the root.
    pub fn processing_instruction(&mut self, target: &str, data: &str, span: Span) {
        let annotation = Annotation::UNTYPED_ATTRIBUTE;
        let node = self.push(NodeKind::ProcessingInstruction, self.document.no_name, annotation, span);
        self.document.nodes[node as usize].text = append(&mut self.document.values, data);
        self.targets.push((node, target.to_owned()));
    }

    fn name_targets(&mut self, names: &mut Names) {
        for (node, target) in self.targets.drain(..) {
            self.document.nodes[node as usize].name = names.intern(NamespaceId::NONE, &target);
        }
    }

    /// Adds facts about the innermost element.
    pub fn add_flags(&mut self, flags: NodeFlags) {
        if let Some(open) = self.open.last() {
            self.document.nodes[open.node as usize].flags.insert(flags);
        }
    }

    /// Takes back the type of the innermost element: its content is not valid.
    pub fn make_generic(&mut self) {
        let Some(open) = self.open.last() else { return };
        let record = &mut self.document.nodes[open.node as usize];
        let kept = record.flags.has(NodeFlags::SCATTERED);
        record.flags = if kept { NodeFlags::SCATTERED } else { NodeFlags::NONE }.with(NodeFlags::GENERIC);
        record.type_ref = TypeRef::UNTYPED;
        record.value_type = TypeRef::UNTYPED_ATOMIC;
    }

    /// Ends the innermost element or document node; `end` is where its end tag ends.
    pub fn close(&mut self, end: usize) {
        let Some(open) = self.open.pop() else { return };
        self.end(open.node);
        self.document.nodes[open.node as usize].span.1 = end as u32;
    }

    fn end(&mut self, node: u32) {
        let end = self.document.nodes.len() as u32;
        let characters = self.document.characters.len() as u32;
        let record = &mut self.document.nodes[node as usize];
        record.end = end;
        record.text.1 = characters;
        let scattered = record.flags.has(NodeFlags::SCATTERED);
        if scattered && let Some(parent) = self.open.last() {
            self.document.nodes[parent.node as usize].flags.insert(NodeFlags::SCATTERED);
        }
    }

    /// Ends the innermost element and leaves it out, with everything in it.
    pub fn close_absent(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let record = *self.document.record(open.node);
        self.document.scopes.truncate(open.scopes);
        self.document.nodes.truncate(open.node as usize);
        self.document.characters.truncate(record.text.0 as usize);
        while self.document.supplied.pop_if(|(node, _)| *node >= open.node).is_some() {}
        while self.document.absent.pop_if(|absent| absent.parent != NONE && absent.parent >= open.node).is_some() {}
        if record.parent != NONE {
            self.document.nodes[record.parent as usize].last_child = record.previous_sibling;
        }
        self.absent(record.name);
    }

    /// Takes note of an element that is left out at the present place.
    pub fn absent(&mut self, name: Symbol) {
        let parent = self.open.last().map_or(NONE, |open| open.node);
        self.document.absent.push(Absent { parent, name, before: self.document.nodes.len() as u32 });
    }

    fn push(&mut self, kind: NodeKind, name: Symbol, annotation: Annotation, span: Span) -> u32 {
        let document = &mut self.document;
        let node = document.nodes.len() as u32;
        let parent = self.open.last().map_or(NONE, |open| open.node);
        let mut previous_sibling = NONE;
        if parent != NONE && kind != NodeKind::Attribute {
            let parent = &mut document.nodes[parent as usize];
            previous_sibling = std::mem::replace(&mut parent.last_child, node);
        }
        let characters = document.characters.len() as u32;
        // Doubling would take up to twice the memory of a large tree.
        if document.nodes.len() == document.nodes.capacity() {
            document.nodes.reserve_exact((document.nodes.len() / 4).max(64));
        }
        document.nodes.push(Record {
            kind,
            flags: annotation.flags,
            attributes: 0,
            name,
            prefix: document.no_name,
            parent,
            previous_sibling,
            last_child: NONE,
            end: node + 1,
            text: (characters, characters),
            type_ref: annotation.type_ref,
            value_type: annotation.value_type,
            declaration: annotation.declaration.unwrap_or(NONE),
            span: (span.start as u32, span.end as u32),
            scope: 0,
        });
        node
    }
}

/// The items of a value; those of a list are names, whatever the list is called.
fn atomics(value: &Value, type_ref: TypeRef) -> Vec<Atomic> {
    match value {
        Value::List(items) => {
            let type_ref = TypeRef::builtin(Builtin::QName);
            items.iter().map(|item| Atomic { value: item.clone(), type_ref }).collect()
        }
        single => vec![Atomic { value: single.clone(), type_ref }],
    }
}

/// Appends to a buffer; where the text then stands.
fn append(buffer: &mut String, text: &str) -> (u32, u32) {
    let start = buffer.len() as u32;
    buffer.push_str(text);
    (start, buffer.len() as u32)
}
