//! A document's bytes, decoded, with the way back from decoded text to the bytes of the file.

use crate::{ParseLimits, Position, Span, XmlError};
use std::ops::Range;

/// A decoded document. UTF-8 input is borrowed, not copied.
pub struct Source<'a> {
    _bytes: &'a [u8],
}

/// The encodings that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without byte-order mark.
    Utf8,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// ISO-8859-1.
    Latin1,
    /// US-ASCII.
    Ascii,
    /// windows-1252.
    Windows1252,
}

impl<'a> Source<'a> {
    /// Finds the encoding (byte-order mark, XML declaration) and decodes. An encoding that is not supported or contradicts the
    /// bytes, and bytes that are not of the encoding, are errors; so is a file above [`ParseLimits::bytes`].
    pub fn decode(_bytes: &'a [u8], _limits: &ParseLimits) -> Result<Self, XmlError> {
        todo!()
    }
    /// The document as UTF-8, without byte-order mark; all spans are offsets into it.
    pub fn text(&self) -> &str {
        todo!()
    }
    /// The encoding found.
    pub fn encoding(&self) -> Encoding {
        todo!()
    }
    /// Line, column and original byte offset of an offset into [`Source::text`]. Sublinear after the first call.
    pub fn position(&self, _offset: usize) -> Position {
        todo!()
    }
    /// The bytes of the file that a span of [`Source::text`] was decoded from.
    pub fn original_span(&self, _span: Span) -> Range<u64> {
        todo!()
    }
}
