//! The value of a node: its kind, and where its lexical form stands.

use crate::kind::{self, Plan};
use crate::nodes::NO_TEXT;
use crate::strings::Strings;
use hashbrown::HashMap;
use pyxsd_datatypes::Value;
use pyxsd_document::{NodeFlags, NodeId, View};
use pyxsd_schema::SchemaTypes;
use pyxsd_schema::components::{Content, TypeDetail};
use pyxsd_xpath::{Atomic, Tree, TypeRef, Types};
use std::ops::Range;

const WHITE_SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// Reads values.
pub(crate) struct Values<'v> {
    pub view: &'v View<'v>,
    pub types: &'v SchemaTypes<'v>,
    pub text: &'v str,
    plans: HashMap<u32, Plan>,
    buffer: String,
    atoms: Vec<Atomic>,
}

impl<'v> Values<'v> {
    pub fn new(view: &'v View<'v>, types: &'v SchemaTypes<'v>, text: &'v str) -> Values<'v> {
        Values { view, types, text, plans: HashMap::new(), buffer: String::new(), atoms: Vec::new() }
    }

    /// Kind with facts, and the lexical form: start and length in the document's text followed by the heap, or [`NO_TEXT`]. `literal` is where
    /// the content stands in the text.
    pub fn read(&mut self, node: NodeId, literal: Option<Range<usize>>, strings: &mut Strings) -> (u32, (u32, u32)) {
        let flags = self.view.document().flags(node);
        let mut facts = 0;
        for (flag, fact) in [
            (NodeFlags::NILLED, kind::NILLED),
            (NodeFlags::DEFAULTED, kind::DEFAULTED),
            (NodeFlags::GENERIC, kind::GENERIC),
            (NodeFlags::NO_VALUE, kind::ELEMENT_ONLY),
        ] {
            if flags.has(flag) {
                facts |= fact;
            }
        }
        if flags.has(NodeFlags::GENERIC) {
            return (kind::UNTYPED | facts, NO_TEXT);
        }
        if [NodeFlags::NO_VALUE, NodeFlags::NILLED, NodeFlags::EMPTY].iter().any(|flag| flags.has(*flag)) {
            return (kind::NOTHING | facts, NO_TEXT);
        }
        let supplied = flags.has(NodeFlags::DEFAULTED);
        let plan = match self.plan(self.view.type_of(node)) {
            // What the schema supplies to mixed content is nowhere in the document.
            Plan::Untyped if supplied => Plan::Each,
            plan => plan,
        };
        let (found, range) = match plan {
            Plan::Nothing => (kind::NOTHING, NO_TEXT),
            Plan::Untyped => (kind::UNTYPED, NO_TEXT),
            Plan::Text(found) => {
                self.buffer.clear();
                self.view.string_value(node, &mut self.buffer);
                (found, self.place(literal, strings))
            }
            Plan::Each => self.read_each(node, strings),
        };
        (found | facts, range)
    }

    fn plan(&mut self, type_ref: TypeRef) -> Plan {
        let types = self.types;
        *self.plans.entry(type_ref.0).or_insert_with(|| {
            let Some(definition) = types.components.types.get(type_ref.0 as usize) else { return Plan::Untyped };
            match &definition.detail {
                TypeDetail::Simple(simple) => kind::plan(&simple.datatype),
                TypeDetail::Complex(complex) => match &complex.content {
                    Content::Empty => Plan::Nothing,
                    Content::Simple { datatype, .. } => kind::plan(datatype),
                    Content::Elements { mixed, .. } => {
                        if *mixed {
                            Plan::Untyped
                        } else {
                            Plan::Nothing
                        }
                    }
                },
            }
        })
    }

    /// Where the text in the buffer stands.
    fn place(&self, literal: Option<Range<usize>>, strings: &mut Strings) -> (u32, u32) {
        if let Some(range) = literal {
            let content = &self.text[range.clone()];
            let inside = content.trim_start_matches(WHITE_SPACE);
            let whole = content == self.buffer;
            if whole || inside.trim_end_matches(WHITE_SPACE) == self.buffer {
                let skipped = if whole { 0 } else { content.len() - inside.len() };
                return ((range.start + skipped) as u32, self.buffer.len() as u32);
            }
        }
        self.in_heap(strings, &self.buffer)
    }

    fn in_heap(&self, strings: &mut Strings, text: &str) -> (u32, u32) {
        let (start, length) = strings.push(text);
        (start.saturating_add(self.text.len() as u32), length)
    }

    fn read_each(&mut self, node: NodeId, strings: &mut Strings) -> (u32, (u32, u32)) {
        self.atoms.clear();
        self.view.typed_value(node, &mut self.atoms);
        let is_list = self.is_list(node);
        if let ([atom], false) = (self.atoms.as_slice(), is_list) {
            let found = self.kind_of(atom);
            let lexical = self.lexical(atom);
            return (found, self.in_heap(strings, &lexical));
        }
        // Each item is its kind, its length in bytes and its lexical form: names may hold any character.
        let mut items = String::new();
        for atom in &self.atoms {
            let lexical = self.lexical(atom);
            items.push_str(&format!("{}:{}:{lexical}", self.kind_of(atom), lexical.len()));
        }
        (kind::ITEMS, self.in_heap(strings, &items))
    }

    /// Whether a single item is the only one of a list: its type is not that of the node nor a member of a union.
    fn is_list(&self, node: NodeId) -> bool {
        let type_ref = self.view.type_of(node);
        let definition = self.types.components.types.get(type_ref.0 as usize);
        let datatype = definition.and_then(|definition| match &definition.detail {
            TypeDetail::Simple(simple) => Some(&simple.datatype),
            TypeDetail::Complex(complex) => match &complex.content {
                Content::Simple { datatype, .. } => Some(datatype),
                _ => None,
            },
        });
        datatype.is_some_and(|datatype| matches!(datatype.variety, pyxsd_datatypes::Variety::List(_)))
    }

    fn kind_of(&self, atom: &Atomic) -> u32 {
        if atom.type_ref == TypeRef::UNTYPED_ATOMIC {
            return kind::UNTYPED;
        }
        let datatype = self.types.datatype(atom.type_ref);
        kind::of_value(&atom.value, datatype.map(|datatype| datatype.builtin))
    }

    /// The lexical form; of a name the expanded one, since prefixes mean something only where they stand.
    fn lexical(&self, atom: &Atomic) -> String {
        match &atom.value {
            Value::QName(name) | Value::Notation(name) if name.namespace.is_empty() => name.local.clone(),
            Value::QName(name) | Value::Notation(name) => format!("{{{}}}{}", name.namespace, name.local),
            _ => atom.lexical(self.types),
        }
    }
}
