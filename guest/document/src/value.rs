//! Typed values: text read by the type that annotates it.

use crate::document::Record;
use crate::{Document, NodeFlags, View};
use pyxsd_datatypes::{Builtin, SimpleType, Value, ValueContext, Variety};
use pyxsd_xpath::{Atomic, NodeKind, TypeRef};

impl View<'_> {
    /// Appends the typed value of an element or attribute.
    pub(crate) fn read_value(&self, index: u32, record: &Record, out: &mut Vec<Atomic>) {
        if let Some(known) = self.document.supplied_value(index) {
            out.extend_from_slice(known);
            return;
        }
        let mut text = String::new();
        self.append_string_value(index, record, &mut text);
        if matches!(record.kind, NodeKind::Comment | NodeKind::ProcessingInstruction) {
            out.push(Atomic { value: Value::String(text), type_ref: TypeRef::builtin(Builtin::String) });
            return;
        }
        let generic = record.flags.has(NodeFlags::GENERIC) || record.value_type == TypeRef::UNTYPED_ATOMIC;
        let datatype = if generic { None } else { self.types.datatype(record.value_type) };
        let read = datatype.is_some_and(|datatype| append_typed(&datatype, &text, &self.scope_of(record, index), out));
        if !read {
            out.push(Atomic { value: Value::String(text), type_ref: TypeRef::UNTYPED_ATOMIC });
        }
    }

    fn scope_of(&self, record: &Record, index: u32) -> ScopeContext<'_> {
        let owner = if record.kind == NodeKind::Attribute { record.parent } else { index };
        let scope = self.document.get(owner).map_or(0, |owner| owner.scope);
        ScopeContext { view: self, scope }
    }
}

impl Document {
    /// The value that the schema supplies to a node, where it cannot be read in the document.
    fn supplied_value(&self, node: u32) -> Option<&[Atomic]> {
        let at = self.supplied.binary_search_by_key(&node, |(node, _)| *node).ok()?;
        Some(&self.known[self.supplied[at].1 as usize])
    }
}

/// The bindings in scope of an element of the arena.
struct ScopeContext<'v> {
    view: &'v View<'v>,
    scope: u32,
}

impl ValueContext for ScopeContext<'_> {
    fn resolve_prefix(&self, prefix: &str) -> Option<&str> {
        let names = self.view.names;
        let declared = names.find(pyxsd_xml::NamespaceId::NONE, prefix);
        let declared = declared.and_then(|symbol| self.view.document.scopes.resolve(self.scope, symbol));
        match (declared, prefix) {
            (Some(namespace), _) => Some(names.namespace_uri(namespace)),
            (None, "") => Some(""),
            (None, "xml") => Some(names.namespace_uri(pyxsd_xml::NamespaceId::XML)),
            (None, _) => None,
        }
    }
}

/// Appends the atomic values of a lexical form, each with its most specific type: the items of a list, the member of a union that matched.
/// Nothing is appended, and the result is `false`, where the form is not valid.
pub fn append_typed(datatype: &SimpleType, text: &str, context: &dyn ValueContext, out: &mut Vec<Atomic>) -> bool {
    let before = out.len();
    let Some(active) = datatype.active_type(text, context) else { return false };
    let Variety::List(item) = &active.variety else {
        return append_atomic(active, text, context, out);
    };
    for part in text.split([' ', '\t', '\n', '\r']).filter(|part| !part.is_empty()) {
        let read = item.active_type(part, context).is_some_and(|active| append_atomic(active, part, context, out));
        if !read {
            out.truncate(before);
            return false;
        }
    }
    true
}

fn append_atomic(datatype: &SimpleType, text: &str, context: &dyn ValueContext, out: &mut Vec<Atomic>) -> bool {
    let type_ref = match datatype.variety {
        Variety::Ur => TypeRef::UNTYPED_ATOMIC,
        _ => TypeRef(datatype.tag),
    };
    let Ok(value) = datatype.parse(text, context) else { return false };
    out.push(Atomic { value, type_ref });
    true
}
