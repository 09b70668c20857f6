//! The content of a document, from its first character to its last: the only part of the parser that knows the sink.

use crate::cursor::Cursor;
use crate::error::{Refusal, excerpt};
use crate::markup;
use crate::short::Short;
use crate::tag::{self, Tag, Tags};
use crate::{
    Attribute, EndElement, ErrorKind, LimitKind, Names, ParseError, ParseLimits, Sink, Source, Span, StartElement,
    Symbol,
};

/// An element that is not closed yet.
struct Open<'s> {
    qname: &'s str,
    short: Short,
    start: usize,
    name: Symbol,
    outer: (usize, u32),
}

/// Why reading ended early.
pub(crate) enum Halt<T> {
    Refused(Refusal),
    Stopped(T),
}

impl<T> From<Refusal> for Halt<T> {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

pub(crate) type Outcome<S> = Result<(), Halt<<S as Sink>::Stop>>;

pub(crate) struct Parser<'s, 'p, S> {
    source: &'s Source<'s>,
    pub cursor: Cursor<'s>,
    limits: &'p ParseLimits,
    pub names: &'p mut Names,
    pub sink: &'p mut S,
    tags: Tags<'s>,
    open: Vec<Open<'s>>,
    elements: u64,
    /// Text of the run at hand, where it does not stand literally in the source.
    pub scratch: String,
    /// An empty vector whose allocation is reused for the attributes of every element.
    attributes: Vec<Attribute<'static>>,
}

/// Reads a whole document and tells `sink` what is in it. Namespaces and names are interned into `names`.
///
/// Linear in the document and without recursion. The tables that grow are the stack of open elements, the bindings in scope and `names`.
/// The first error ends the parse; events before it were told.
pub fn parse<S: Sink>(
    source: &Source<'_>,
    names: &mut Names,
    limits: &ParseLimits,
    sink: &mut S,
) -> Result<(), ParseError<S::Stop>> {
    let text = source.text();
    let cursor = Cursor { text, bytes: text.as_bytes(), at: source.body(), name_bytes: limits.name_bytes };
    let mut parser = Parser {
        source,
        cursor,
        limits,
        names,
        sink,
        tags: Tags::new(),
        open: Vec::new(),
        elements: 0,
        scratch: String::new(),
        attributes: Vec::new(),
    };
    parser.document().map_err(|halt| match halt {
        Halt::Refused(refusal) => ParseError::Xml(source.refuse(refusal)),
        Halt::Stopped(stop) => ParseError::Stopped(stop),
    })
}

impl<'s, S: Sink> Parser<'s, '_, S> {
    fn document(&mut self) -> Outcome<S> {
        if !self.misc()? {
            return Err(Refusal::new(ErrorKind::MissingRoot, self.cursor.at).into());
        }
        self.start_tag()?;
        self.content()?;
        if self.misc()? {
            return Err(Refusal::new(ErrorKind::SecondRoot, self.cursor.at).into());
        }
        Ok(())
    }

    /// Reads what may stand before and after the root, to the next start tag (`true`) or the end.
    fn misc(&mut self) -> Result<bool, Halt<S::Stop>> {
        loop {
            self.cursor.skip_space();
            let at = self.cursor.at;
            match (self.cursor.byte(), self.cursor.ahead(1)) {
                (None, _) => return Ok(false),
                (Some(b'<'), Some(b'!')) if self.cursor.starts_with(markup::CDATA) => {
                    return Err(Refusal::new(ErrorKind::TextOutsideRoot, at).into());
                }
                (Some(b'<'), Some(b'!')) => self.comment()?,
                (Some(b'<'), Some(b'?')) => self.instruction()?,
                (Some(b'<'), Some(b'/')) => {
                    return Err(Refusal::new(ErrorKind::UnexpectedEndTag, at).into());
                }
                (Some(b'<'), _) => return Ok(true),
                (Some(_), _) => {
                    let end = Refusal::new(ErrorKind::MissingRoot, at);
                    return Err(self.cursor.unexpected(|_| ErrorKind::TextOutsideRoot, end).into());
                }
            }
        }
    }

    /// Reads until every element is closed.
    fn content(&mut self) -> Outcome<S> {
        while !self.open.is_empty() {
            match (self.cursor.byte(), self.cursor.ahead(1)) {
                (Some(b'<'), Some(b'/')) => self.end_tag()?,
                (Some(b'<'), Some(b'?')) => self.instruction()?,
                (Some(b'<'), Some(b'!')) if self.cursor.starts_with(markup::CDATA) => self.cdata()?,
                (Some(b'<'), Some(b'!')) => self.comment()?,
                (Some(b'<'), _) => self.start_tag()?,
                (Some(_), _) => self.characters()?,
                (None, _) => return Err(self.unclosed_element().into()),
            }
        }
        Ok(())
    }

    #[cold]
    fn unclosed_element(&self) -> Refusal {
        let (name, opened) = self.open.last().map_or(("", 0), |open| (open.qname, open.start));
        let opened = self.source.position(opened);
        Refusal::new(ErrorKind::UnclosedElement { name: excerpt(name), opened }, self.cursor.at)
    }

    fn count_element(&mut self) -> Result<(), Refusal> {
        let depth = self.open.len() as u64 + 1;
        if depth > u64::from(self.limits.depth) {
            return Err(Refusal::limit(LimitKind::Depth, depth, u64::from(self.limits.depth), self.cursor.at));
        }
        self.elements += 1;
        if self.elements > self.limits.elements {
            return Err(Refusal::limit(LimitKind::Elements, self.elements, self.limits.elements, self.cursor.at));
        }
        Ok(())
    }

    fn start_tag(&mut self) -> Outcome<S> {
        let start = self.cursor.at;
        self.count_element()?;
        let tag = self.tags.read_start(&mut self.cursor, self.names, self.limits)?;
        self.tell_start(start, tag)?;
        let qname = &self.cursor.text[tag.qname.start..tag.qname.end];
        let open = Open { qname, short: Short::of(qname.as_bytes()), start, name: tag.resolved.name, outer: tag.outer };
        if tag.empty {
            return self.tell_end(&open, Span { start: self.cursor.at, end: self.cursor.at });
        }
        self.open.push(open);
        Ok(())
    }

    fn tell_start(&mut self, start: usize, tag: Tag) -> Outcome<S> {
        if self.tags.records.is_empty() {
            return self.tell_start_with(start, tag, &[]);
        }
        let text = self.cursor.text;
        let mut attributes = emptied(std::mem::take(&mut self.attributes));
        // The values may lie in the buffer, which the sink must not find borrowed with the rest of the parser.
        let scratch = std::mem::take(&mut self.tags.scratch);
        attributes.extend(self.tags.records.iter().map(|record| Attribute {
            name: record.resolved.name,
            namespace: record.resolved.namespace,
            qname: &text[record.qname.start..record.qname.end],
            value: record.value.of(text, &scratch),
            span: Span { start: record.qname.start, end: record.end },
        }));
        let outcome = self.tell_start_with(start, tag, &attributes);
        self.attributes = emptied(attributes);
        self.tags.scratch = scratch;
        outcome
    }

    #[inline]
    fn tell_start_with(&mut self, start: usize, tag: Tag, attributes: &[Attribute<'_>]) -> Outcome<S> {
        let event = StartElement {
            name: tag.resolved.name,
            namespace: tag.resolved.namespace,
            qname: &self.cursor.text[tag.qname.start..tag.qname.end],
            attributes,
            scope: &self.tags.scope,
            span: Span { start, end: self.cursor.at },
            empty_tag: tag.empty,
        };
        self.sink.start_element(self.names, &event).map_err(Halt::Stopped)
    }

    fn end_tag(&mut self) -> Outcome<S> {
        let start = self.cursor.at;
        let Some(open) = self.open.pop() else {
            return Ok(());
        };
        if let Some(found) = tag::read_end(&mut self.cursor, open.qname, open.short)? {
            let opened = self.source.position(open.start);
            let (expected, found) = (excerpt(open.qname), excerpt(found));
            return Err(Refusal::new(ErrorKind::MismatchedEndTag { expected, found, opened }, start).into());
        }
        self.tell_end(&open, Span { start, end: self.cursor.at })
    }

    #[inline]
    fn tell_end(&mut self, open: &Open<'s>, span: Span) -> Outcome<S> {
        let event = EndElement { name: open.name, scope: &self.tags.scope, span };
        self.sink.end_element(self.names, &event).map_err(Halt::Stopped)?;
        self.tags.leave(open.outer);
        Ok(())
    }

    fn comment(&mut self) -> Outcome<S> {
        let start = self.cursor.at;
        let body = markup::read_comment(&mut self.cursor)?;
        let text = markup::with_line_feeds(&self.cursor.text[body.range()]);
        self.sink.comment(&text, Span { start, end: self.cursor.at }).map_err(Halt::Stopped)
    }

    fn instruction(&mut self) -> Outcome<S> {
        let start = self.cursor.at;
        let (target, body) = markup::read_instruction(&mut self.cursor)?;
        let data = markup::with_line_feeds(&self.cursor.text[body.range()]);
        let span = Span { start, end: self.cursor.at };
        self.sink.processing_instruction(target, &data, span).map_err(Halt::Stopped)
    }
}

/// The vector without its elements, for elements of another lifetime; collecting in place keeps the allocation.
fn emptied<'b>(attributes: Vec<Attribute<'_>>) -> Vec<Attribute<'b>> {
    attributes.into_iter().map_while(|_| None).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NamespaceId;

    #[test]
    fn an_emptied_vector_keeps_its_allocation() {
        let span = Span::default();
        let attribute = Attribute { name: Symbol(0), namespace: NamespaceId::NONE, qname: "a", value: "", span };
        let attributes = vec![attribute; 1_000];
        let place = attributes.as_ptr();
        let emptied = emptied(attributes);
        assert!(emptied.is_empty());
        assert!(emptied.capacity() >= 1_000);
        assert_eq!(emptied.as_ptr(), place);
    }
}
