//! The attributes of the `xsi` namespace (part 1, 2.6).

use pyxsd_datatypes::Builtin;
use pyxsd_xml::{Names, NamespaceId, Symbol};

/// Their names, interned.
#[derive(Clone, Copy)]
pub(crate) struct XsiNames {
    pub(crate) type_: Symbol,
    pub(crate) nil: Symbol,
    pub(crate) schema_location: Symbol,
    pub(crate) no_namespace: Symbol,
}

impl XsiNames {
    pub(crate) fn new(names: &mut Names) -> Self {
        let mut intern = |local| names.intern(NamespaceId::XSI, local);
        Self {
            type_: intern("type"),
            nil: intern("nil"),
            schema_location: intern("schemaLocation"),
            no_namespace: intern("noNamespaceSchemaLocation"),
        }
    }

    /// The type of one of the four; `None` for another name.
    pub(crate) fn builtin_type(&self, name: Symbol) -> Option<Builtin> {
        match name {
            name if name == self.type_ => Some(Builtin::QName),
            name if name == self.nil => Some(Builtin::Boolean),
            name if name == self.no_namespace => Some(Builtin::AnyUri),
            name if name == self.schema_location => Some(Builtin::AnySimpleType),
            _ => None,
        }
    }
}
