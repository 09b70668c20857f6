//! What the parser tells its sink.

use crate::{Names, NamespaceId, NamespaceScope, Symbol};
use std::ops::Range;

/// A half-open range of bytes in [`crate::Source::text`] (UTF-8). [`crate::Source::original_span`] maps it to the bytes of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// As a range for slicing.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// One attribute that is not a namespace declaration, in document order.
#[derive(Clone, Copy, Debug)]
pub struct Attribute<'e> {
    /// Expanded name.
    pub name: Symbol,
    /// Namespace of the name.
    pub namespace: NamespaceId,
    /// The name as written.
    pub qname: &'e str,
    /// The value after attribute-value normalisation (XML 1.0, 3.3.3, for CDATA).
    pub value: &'e str,
    /// From the first byte of the name to past the closing quote.
    pub span: Span,
}

/// A start tag, or an empty-element tag (then [`Sink::end_element`] follows at once).
pub struct StartElement<'e> {
    /// Expanded name.
    pub name: Symbol,
    /// Namespace of the name.
    pub namespace: NamespaceId,
    /// The name as written.
    pub qname: &'e str,
    /// Attributes in document order, without namespace declarations.
    pub attributes: &'e [Attribute<'e>],
    /// Bindings in scope, those of this element included.
    pub scope: &'e NamespaceScope,
    /// From `<` to past `>`.
    pub span: Span,
    /// Whether the tag was `<x/>`.
    pub empty_tag: bool,
}

/// A run of character data, from text or a CDATA section: references resolved, line ends normalised. Never empty.
///
/// One text node may come in several runs: a comment, a processing instruction and the bounds of a CDATA section end a run. Text that stands
/// literally in the source up to the next markup is one run whatever its length; other text comes in runs of at most 64 KiB.
pub struct Characters<'e> {
    /// The characters.
    pub text: &'e str,
    /// Whether `text` stands literally at [`Characters::span`] in the source, so that it may be borrowed from there.
    pub literal: bool,
    /// Whether every character is XML white space.
    pub whitespace: bool,
    /// Where it stands in the source: the references it was resolved from included, the delimiters of a CDATA section not.
    pub span: Span,
}

/// An end tag, or the end of an empty-element tag.
pub struct EndElement<'e> {
    /// Expanded name.
    pub name: Symbol,
    /// Bindings in scope inside the element (not popped yet).
    pub scope: &'e NamespaceScope,
    /// The end tag; for an empty-element tag an empty span at its end.
    pub span: Span,
}

/// Receives the events of one document. An error stops the parse and is handed through as [`crate::ParseError::Stopped`].
pub trait Sink {
    /// Why the sink stopped.
    type Stop;
    /// A start tag. `names` is the table that the parser interns into.
    fn start_element(&mut self, names: &mut Names, event: &StartElement<'_>) -> Result<(), Self::Stop>;
    /// Character data inside the root element.
    fn characters(&mut self, names: &mut Names, event: &Characters<'_>) -> Result<(), Self::Stop>;
    /// An end tag.
    fn end_element(&mut self, names: &mut Names, event: &EndElement<'_>) -> Result<(), Self::Stop>;
    /// A comment, inside or outside the root; `text` is what stands between `<!--` and `-->`, line ends normalised.
    fn comment(&mut self, _text: &str, _span: Span) -> Result<(), Self::Stop> {
        Ok(())
    }
    /// A processing instruction, inside or outside the root; `data` begins after the white space behind the target, line ends normalised. The
    /// XML declaration is none.
    fn processing_instruction(&mut self, _target: &str, _data: &str, _span: Span) -> Result<(), Self::Stop> {
        Ok(())
    }
}
