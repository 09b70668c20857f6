//! Start and end tags: attributes, namespace declarations, limits of one element.

use crate::chars::is_space;
use crate::cursor::{Cursor, QName};
use crate::error::{Refusal, excerpt};
use crate::name_cache::{NameCache, Resolved};
use crate::short::Short;
use crate::value::{self, Value};
use crate::{ErrorKind, LimitKind, Names, NamespaceId, NamespaceScope, ParseLimits};

/// Attributes up to which duplicates are sought by comparing each with each.
const FEW: usize = 8;

/// An attribute as it was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub qname: QName,
    pub value: Value,
    /// Past the closing quote.
    pub end: usize,
    pub resolved: Resolved,
}

/// A start tag as it was read; its attributes are [`Tags::records`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tag {
    pub qname: QName,
    pub resolved: Resolved,
    pub empty: bool,
    /// Declarations in scope before the element's own, and the generation that stands for them.
    pub outer: (usize, u32),
}

/// What the tags of one document share. The buffers are reused: an element costs no allocation once they have grown.
pub(crate) struct Tags<'s> {
    pub scope: NamespaceScope,
    pub records: Vec<Record>,
    pub scratch: String,
    /// Stands for the bindings in scope: equal numbers, equal bindings.
    pub generation: u32,
    last_generation: u32,
    elements: NameCache<'s>,
    attributes: NameCache<'s>,
    /// For each symbol the number of the last element that had such an attribute; kept for elements with more than a few.
    seen: Vec<u32>,
    wide_elements: u32,
}

impl<'s> Tags<'s> {
    pub(crate) fn new() -> Self {
        Self {
            scope: NamespaceScope::default(),
            records: Vec::new(),
            scratch: String::new(),
            generation: 0,
            last_generation: 0,
            elements: NameCache::new(true),
            attributes: NameCache::new(false),
            seen: Vec::new(),
            wide_elements: 0,
        }
    }

    /// Reads the start tag here, to past its `>`.
    pub(crate) fn read_start(
        &mut self,
        cursor: &mut Cursor<'s>,
        names: &mut Names,
        limits: &ParseLimits,
    ) -> Result<Tag, Refusal> {
        let start = cursor.at;
        cursor.at += 1;
        let Some(qname) = cursor.read_qname()? else {
            return Err(Refusal::new(ErrorKind::InvalidMarkup, start));
        };
        let outer = (self.scope.len(), self.generation);
        let empty = self.read_attributes(cursor, (start, outer.0), names, limits)?;
        if self.scope.len() != outer.0 {
            self.last_generation = self.last_generation.wrapping_add(1);
            self.generation = self.last_generation;
        }
        let resolved = self.resolve_element(cursor, qname, names)?;
        self.resolve_attributes(cursor, names)?;
        Ok(Tag { qname, resolved, empty, outer })
    }

    /// Takes back what an element declared.
    #[inline]
    pub(crate) fn leave(&mut self, (declarations, generation): (usize, u32)) {
        if self.generation != generation {
            self.scope.truncate(declarations);
            self.generation = generation;
        }
    }

    /// Reads the attributes and the end of the tag that begins at `start`: whether it is an empty-element tag.
    #[inline]
    fn read_attributes(
        &mut self,
        cursor: &mut Cursor<'s>,
        (start, declarations): (usize, usize),
        names: &mut Names,
        limits: &ParseLimits,
    ) -> Result<bool, Refusal> {
        self.records.clear();
        self.scratch.clear();
        if cursor.byte() == Some(b'>') {
            cursor.at += 1;
            return Ok(false);
        }
        loop {
            let before = cursor.at;
            cursor.skip_space();
            match cursor.byte() {
                Some(b'>') => {
                    cursor.at += 1;
                    return Ok(false);
                }
                Some(b'/') => {
                    cursor.at += 1;
                    return close(cursor, start).map(|()| true);
                }
                _ => {}
            }
            let name = cursor.at;
            let Some(qname) = cursor.read_qname()? else {
                return Err(unexpected(cursor, start));
            };
            if name == before {
                return Err(Refusal::new(ErrorKind::MissingSpace, name));
            }
            let count = self.records.len() + (self.scope.len() - declarations) + 1;
            if count as u64 > u64::from(limits.attributes) {
                return Err(Refusal::limit(LimitKind::Attributes, count as u64, u64::from(limits.attributes), name));
            }
            let value = self.read_value(cursor, start, qname, limits)?;
            if cursor.bytes[qname.start..qname.end].starts_with(b"xmlns") && is_declaration(cursor, qname) {
                self.declare(cursor, qname, value, declarations, names, limits)?;
            } else {
                let unresolved = Resolved { name: crate::Symbol(0), namespace: NamespaceId::NONE };
                self.records.push(Record { qname, value, end: cursor.at, resolved: unresolved });
            }
        }
    }

    /// Reads `= "…"`.
    #[inline]
    fn read_value(
        &mut self,
        cursor: &mut Cursor<'s>,
        start: usize,
        qname: QName,
        limits: &ParseLimits,
    ) -> Result<Value, Refusal> {
        let name = || excerpt(&cursor.text[qname.start..qname.end]);
        if cursor.byte() != Some(b'=') {
            cursor.skip_space();
            if cursor.byte() != Some(b'=') {
                let missing = |_| ErrorKind::MissingValue(excerpt(&cursor.text[qname.start..qname.end]));
                return Err(cursor.unexpected(missing, unclosed(start)));
            }
        }
        cursor.at += 1;
        cursor.skip_space();
        match cursor.byte() {
            Some(quote @ (b'"' | b'\'')) => value::read(cursor, quote, &mut self.scratch, limits.attribute_bytes),
            _ => {
                let unquoted = |_| ErrorKind::UnquotedValue(name());
                Err(cursor.unexpected(unquoted, unclosed(start)))
            }
        }
    }

    /// Takes up a namespace declaration (Namespaces in XML, 2 and 3).
    fn declare(
        &mut self,
        cursor: &Cursor<'s>,
        qname: QName,
        value: Value,
        declarations: usize,
        names: &mut Names,
        limits: &ParseLimits,
    ) -> Result<(), Refusal> {
        let refuse = |kind| Err(Refusal::new(kind, qname.start));
        let prefix = if qname.local > qname.start { &cursor.text[qname.local..qname.end] } else { "" };
        let uri = value.of(cursor.text, &self.scratch);
        let namespace = names.namespace(uri);
        let is_xml = namespace == NamespaceId::XML;
        match prefix {
            "xmlns" => return refuse(ErrorKind::ReservedPrefix(prefix.to_owned())),
            "xml" if !is_xml => return refuse(ErrorKind::ReservedPrefix(prefix.to_owned())),
            "" | "xml" => {}
            _ if namespace == NamespaceId::NONE => {
                return refuse(ErrorKind::EmptyNamespace(excerpt(prefix)));
            }
            _ => {}
        }
        if namespace == NamespaceId::XMLNS || (is_xml && prefix != "xml") {
            return refuse(ErrorKind::ReservedNamespace(excerpt(uri)));
        }
        let count = self.scope.len() as u64 + 1;
        if count > u64::from(limits.namespaces) {
            return Err(Refusal::limit(LimitKind::Namespaces, count, u64::from(limits.namespaces), qname.start));
        }
        if !self.scope.declare(declarations, prefix, namespace) {
            return refuse(duplicate(cursor, qname));
        }
        Ok(())
    }

    #[inline]
    fn resolve_element(&mut self, cursor: &Cursor<'s>, qname: QName, names: &mut Names) -> Result<Resolved, Refusal> {
        let resolved = self.elements.resolve(cursor.text, qname, &self.scope, self.generation, names);
        resolved.ok_or_else(|| undeclared(cursor, qname))
    }

    #[inline]
    fn resolve_attributes(&mut self, cursor: &Cursor<'s>, names: &mut Names) -> Result<(), Refusal> {
        for index in 0..self.records.len() {
            let qname = self.records[index].qname;
            // A name without prefix means the same under all bindings.
            let generation = if qname.local > qname.start { self.generation } else { u32::MAX };
            let resolved = self.attributes.resolve(cursor.text, qname, &self.scope, generation, names);
            let resolved = resolved.ok_or_else(|| undeclared(cursor, qname))?;
            self.records[index].resolved = resolved;
            if index < FEW && self.records[..index].iter().any(|record| record.resolved.name == resolved.name) {
                return Err(Refusal::new(duplicate(cursor, qname), qname.start));
            }
        }
        if self.records.len() > FEW {
            return self.check_many_duplicates(cursor, names);
        }
        Ok(())
    }

    fn check_many_duplicates(&mut self, cursor: &Cursor<'s>, names: &Names) -> Result<(), Refusal> {
        self.seen.resize(names.len().max(self.seen.len()), 0);
        self.wide_elements = self.wide_elements.wrapping_add(1);
        if self.wide_elements == 0 {
            self.seen.fill(0);
            self.wide_elements = 1;
        }
        for record in &self.records {
            let last = &mut self.seen[record.resolved.name.index()];
            if *last == self.wide_elements {
                return Err(Refusal::new(duplicate(cursor, record.qname), record.qname.start));
            }
            *last = self.wide_elements;
        }
        Ok(())
    }
}

/// Reads the end tag here, to past its `>`; `open` is the name that it must have, `short` its words. The error is the name that it has instead.
#[inline]
pub(crate) fn read_end<'s>(cursor: &mut Cursor<'s>, open: &str, short: Short) -> Result<Option<&'s str>, Refusal> {
    let start = cursor.at;
    let name = start + 2;
    let end = name + open.len();
    let expected = |written: &&[u8]| short.is_same(open.as_bytes(), Short::of(written), written);
    if cursor.bytes.get(name..end).filter(expected).is_some() {
        match cursor.bytes.get(end) {
            Some(b'>') => {
                cursor.at = end + 1;
                return Ok(None);
            }
            Some(&byte) if is_space(byte) => {
                cursor.at = end;
                cursor.skip_space();
                return close(cursor, start).map(|()| None);
            }
            _ => {}
        }
    }
    cursor.at = name;
    let Some(qname) = cursor.read_qname()? else {
        return Err(unexpected(cursor, start));
    };
    let found = &cursor.text[qname.start..qname.end];
    if found == open {
        return Err(unexpected(cursor, start));
    }
    Ok(Some(found))
}

/// Reads the `>` of the tag that begins at `start`.
fn close(cursor: &mut Cursor<'_>, start: usize) -> Result<(), Refusal> {
    if cursor.byte() != Some(b'>') {
        return Err(unexpected(cursor, start));
    }
    cursor.at += 1;
    Ok(())
}

fn is_declaration(cursor: &Cursor<'_>, qname: QName) -> bool {
    // `xmlns` alone, or before the colon.
    let end = if qname.local > qname.start { qname.local - 1 } else { qname.end };
    end - qname.start == 5 && cursor.bytes[qname.start..].starts_with(b"xmlns")
}

#[cold]
fn unexpected(cursor: &Cursor<'_>, start: usize) -> Refusal {
    cursor.unexpected(ErrorKind::UnexpectedInTag, unclosed(start))
}

#[cold]
fn unclosed(start: usize) -> Refusal {
    Refusal::new(ErrorKind::UnclosedTag, start)
}

#[cold]
fn duplicate(cursor: &Cursor<'_>, qname: QName) -> ErrorKind {
    ErrorKind::DuplicateAttribute(excerpt(&cursor.text[qname.start..qname.end]))
}

#[cold]
fn undeclared(cursor: &Cursor<'_>, qname: QName) -> Refusal {
    let prefix = &cursor.text[qname.start..qname.local - 1];
    // An element may not have the prefix `xmlns`, and no attribute with it gets here.
    let kind = if prefix == "xmlns" { ErrorKind::ReservedPrefix } else { ErrorKind::UndeclaredPrefix };
    Refusal::new(kind(excerpt(prefix)), qname.start)
}
