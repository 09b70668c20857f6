//! Interned namespaces and expanded names: the engine compares names as integers.

use std::fmt;

/// An interned namespace name. [`NamespaceId::NONE`] is the absence of a namespace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NamespaceId(pub(crate) u32);

impl NamespaceId {
    /// No namespace.
    pub const NONE: Self = Self(0);
    /// `http://www.w3.org/XML/1998/namespace`.
    pub const XML: Self = Self(1);
    /// `http://www.w3.org/2000/xmlns/`.
    pub const XMLNS: Self = Self(2);
    /// `http://www.w3.org/2001/XMLSchema-instance`.
    pub const XSI: Self = Self(3);
    /// `http://www.w3.org/2001/XMLSchema`.
    pub const XS: Self = Self(4);
}

/// An interned expanded name: a namespace and a local name. Equal symbols of one [`Names`] are equal names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub(crate) u32);

impl Symbol {
    /// Position of the name in its table, for dense side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The table of interned names. Symbols of one table mean nothing in another.
#[derive(Clone, Debug, Default)]
pub struct Names {}

/// A length of a [`Names`] table to which it can be cut back.
#[derive(Clone, Copy, Debug)]
pub struct Mark {}

impl Names {
    /// A table that holds the five namespaces of [`NamespaceId`] and no names.
    pub fn new() -> Self {
        todo!()
    }
    /// Interns a namespace name; the empty string is [`NamespaceId::NONE`].
    pub fn namespace(&mut self, _uri: &str) -> NamespaceId {
        todo!()
    }
    /// The id of a namespace that is already interned.
    pub fn find_namespace(&self, _uri: &str) -> Option<NamespaceId> {
        todo!()
    }
    /// The namespace name; empty for [`NamespaceId::NONE`].
    pub fn namespace_uri(&self, _id: NamespaceId) -> &str {
        todo!()
    }
    /// Interns an expanded name.
    pub fn intern(&mut self, _namespace: NamespaceId, _local: &str) -> Symbol {
        todo!()
    }
    /// The symbol of an expanded name that is already interned.
    pub fn find(&self, _namespace: NamespaceId, _local: &str) -> Option<Symbol> {
        todo!()
    }
    /// The local part.
    pub fn local(&self, _name: Symbol) -> &str {
        todo!()
    }
    /// The namespace of a name.
    pub fn namespace_of(&self, _name: Symbol) -> NamespaceId {
        todo!()
    }
    /// The name with the same local part in no namespace (the matching key of legacy mode). O(1) after the first call for a name.
    pub fn without_namespace(&mut self, _name: Symbol) -> Symbol {
        todo!()
    }
    /// `{ns}local`, or `local` where there is no namespace.
    pub fn display(&self, _name: Symbol) -> ClarkName<'_> {
        todo!()
    }
    /// The present length, for [`Names::rollback`].
    pub fn mark(&self) -> Mark {
        todo!()
    }
    /// Forgets every name and namespace interned since `mark`.
    pub fn rollback(&mut self, _mark: Mark) {
        todo!()
    }
    /// How many names are interned.
    pub fn len(&self) -> usize {
        todo!()
    }
    /// Whether no name is interned.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Displays a name as `{ns}local`.
pub struct ClarkName<'a> {
    /// Namespace name, empty for none.
    pub namespace: &'a str,
    /// Local part.
    pub local: &'a str,
}

impl fmt::Display for ClarkName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.namespace.is_empty() {
            write!(f, "{{{}}}", self.namespace)?;
        }
        f.write_str(self.local)
    }
}
