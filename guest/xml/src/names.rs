//! Interned namespaces and expanded names: the engine compares names as integers.

use crate::hash::hash;
use hashbrown::HashTable;
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

    /// Position of the namespace in its table, for dense side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The namespaces that every table holds, in the order of their ids.
const PREDEFINED: [&str; 5] = [
    "",
    "http://www.w3.org/XML/1998/namespace",
    "http://www.w3.org/2000/xmlns/",
    "http://www.w3.org/2001/XMLSchema-instance",
    "http://www.w3.org/2001/XMLSchema",
];

/// An interned expanded name: a namespace and a local name. Equal symbols of one [`Names`] are equal names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub(crate) u32);

impl Symbol {
    /// Position of the name in its table, for dense side tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
struct Uri {
    start: usize,
    end: usize,
    hash: u64,
}

#[derive(Clone, Debug)]
struct Name {
    start: usize,
    end: usize,
    hash: u64,
    namespace: NamespaceId,
    /// The same local name in no namespace, once it was asked for.
    bare: Option<Symbol>,
}

/// The table of interned names. Symbols of one table mean nothing in another.
#[derive(Clone, Debug)]
pub struct Names {
    /// The bytes of all namespaces and local names, in the order of interning.
    text: String,
    uris: Vec<Uri>,
    names: Vec<Name>,
    uri_table: HashTable<u32>,
    name_table: HashTable<u32>,
    /// Names whose `bare` was set, in order: a rollback must not leave one that leads to a forgotten name.
    bared: Vec<Symbol>,
}

/// A length of a [`Names`] table to which it can be cut back.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    text: usize,
    uris: usize,
    names: usize,
    bared: usize,
}

impl Default for Names {
    fn default() -> Self {
        Self::new()
    }
}

impl Names {
    /// A table that holds the five namespaces of [`NamespaceId`] and no names.
    pub fn new() -> Self {
        let mut names = Self {
            text: String::new(),
            uris: Vec::new(),
            names: Vec::new(),
            uri_table: HashTable::new(),
            name_table: HashTable::new(),
            bared: Vec::new(),
        };
        for uri in PREDEFINED {
            names.namespace(uri);
        }
        names
    }

    /// Interns a namespace name; the empty string is [`NamespaceId::NONE`].
    pub fn namespace(&mut self, uri: &str) -> NamespaceId {
        let hash = hash(0, uri.as_bytes());
        if let Some(id) = self.lookup_namespace(hash, uri) {
            return id;
        }
        let id = self.uris.len() as u32;
        let start = self.text.len();
        self.text.push_str(uri);
        self.uris.push(Uri { start, end: self.text.len(), hash });
        let uris = &self.uris;
        self.uri_table.insert_unique(hash, id, |&other| uris[other as usize].hash);
        NamespaceId(id)
    }

    /// The id of a namespace that is already interned.
    pub fn find_namespace(&self, uri: &str) -> Option<NamespaceId> {
        self.lookup_namespace(hash(0, uri.as_bytes()), uri)
    }

    fn lookup_namespace(&self, hash: u64, uri: &str) -> Option<NamespaceId> {
        let same = |&id: &u32| {
            let entry = &self.uris[id as usize];
            entry.hash == hash && self.text[entry.start..entry.end] == *uri
        };
        self.uri_table.find(hash, same).map(|&id| NamespaceId(id))
    }

    /// The namespace name; empty for [`NamespaceId::NONE`].
    pub fn namespace_uri(&self, id: NamespaceId) -> &str {
        let entry = &self.uris[id.index()];
        &self.text[entry.start..entry.end]
    }

    /// How many namespaces are interned, the five of [`NamespaceId`] included.
    pub fn namespace_count(&self) -> usize {
        self.uris.len()
    }

    /// Interns an expanded name.
    pub fn intern(&mut self, namespace: NamespaceId, local: &str) -> Symbol {
        let hash = hash(namespace.0, local.as_bytes());
        if let Some(name) = self.lookup(hash, namespace, local) {
            return name;
        }
        let start = self.text.len();
        self.text.push_str(local);
        self.insert(Name { start, end: self.text.len(), hash, namespace, bare: None })
    }

    fn insert(&mut self, name: Name) -> Symbol {
        let id = self.names.len() as u32;
        let hash = name.hash;
        self.names.push(name);
        let names = &self.names;
        self.name_table.insert_unique(hash, id, |&other| names[other as usize].hash);
        Symbol(id)
    }

    /// The symbol of an expanded name that is already interned.
    pub fn find(&self, namespace: NamespaceId, local: &str) -> Option<Symbol> {
        self.lookup(hash(namespace.0, local.as_bytes()), namespace, local)
    }

    fn lookup(&self, hash: u64, namespace: NamespaceId, local: &str) -> Option<Symbol> {
        let same = |&id: &u32| {
            let entry = &self.names[id as usize];
            entry.hash == hash && entry.namespace == namespace && self.text[entry.start..entry.end] == *local
        };
        self.name_table.find(hash, same).map(|&id| Symbol(id))
    }

    /// The local part.
    pub fn local(&self, name: Symbol) -> &str {
        let entry = &self.names[name.index()];
        &self.text[entry.start..entry.end]
    }

    /// The namespace of a name.
    pub fn namespace_of(&self, name: Symbol) -> NamespaceId {
        self.names[name.index()].namespace
    }

    /// The name with the same local part in no namespace (the matching key of legacy mode). O(1) after the first call for a name.
    pub fn without_namespace(&mut self, name: Symbol) -> Symbol {
        let Name { start, end, namespace, bare, .. } = self.names[name.index()];
        if namespace == NamespaceId::NONE {
            return name;
        }
        if let Some(bare) = bare {
            return bare;
        }
        let local = &self.text[start..end];
        let hash = hash(0, local.as_bytes());
        let found = self.lookup(hash, NamespaceId::NONE, local);
        // The local part is shared with the name asked about, which is older and so outlives the new one in every rollback.
        let symbol =
            found.unwrap_or_else(|| self.insert(Name { start, end, hash, namespace: NamespaceId::NONE, bare: None }));
        self.names[name.index()].bare = Some(symbol);
        self.bared.push(name);
        symbol
    }

    /// `{ns}local`, or `local` where there is no namespace.
    pub fn display(&self, name: Symbol) -> ClarkName<'_> {
        ClarkName { namespace: self.namespace_uri(self.namespace_of(name)), local: self.local(name) }
    }

    /// The present length, for [`Names::rollback`].
    pub fn mark(&self) -> Mark {
        Mark { text: self.text.len(), uris: self.uris.len(), names: self.names.len(), bared: self.bared.len() }
    }

    /// Forgets every name and namespace interned since `mark`. The work is in proportion to what is forgotten. A mark of another
    /// table, or one taken after a mark that was since rolled back to, has no meaning.
    pub fn rollback(&mut self, mark: Mark) {
        for name in self.bared.drain(mark.bared.min(self.bared.len())..) {
            self.names[name.index()].bare = None;
        }
        while self.names.len() > mark.names {
            let id = self.names.len() as u32 - 1;
            let hash = self.names.pop().map_or(0, |name| name.hash);
            forget(&mut self.name_table, hash, id);
        }
        while self.uris.len() > mark.uris {
            let id = self.uris.len() as u32 - 1;
            let hash = self.uris.pop().map_or(0, |uri| uri.hash);
            forget(&mut self.uri_table, hash, id);
        }
        self.text.truncate(mark.text);
    }

    /// How many names are interned.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether no name is interned.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn forget(table: &mut HashTable<u32>, hash: u64, id: u32) {
    if let Ok(entry) = table.find_entry(hash, |&other| other == id) {
        entry.remove();
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
