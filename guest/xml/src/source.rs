//! A document's bytes, decoded, with the way back from decoded text to the bytes of the file.

use crate::declaration;
use crate::encoding::{Detected, Encoding, Label, detect, label};
use crate::error::{Refusal, excerpt};
use crate::line_index::LineIndex;
use crate::{ErrorKind, LimitKind, ParseLimits, Position, Span, XmlError};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

/// A decoded document. UTF-8 input is borrowed, not copied.
pub struct Source<'a> {
    text: Cow<'a, str>,
    encoding: Encoding,
    /// Bytes of the byte-order mark.
    mark: u64,
    /// Where the document begins after its XML declaration.
    body: usize,
    index: OnceLock<LineIndex>,
}

impl<'a> Source<'a> {
    /// Finds the encoding (byte-order mark, XML declaration), decodes, and checks the XML declaration. An encoding that is not supported or
    /// contradicts the bytes, and bytes that are not of the encoding, are errors; so is a file above [`ParseLimits::bytes`].
    pub fn decode(bytes: &'a [u8], limits: &ParseLimits) -> Result<Self, XmlError> {
        if bytes.len() as u64 > limits.bytes {
            let refusal = Refusal::limit(LimitKind::Bytes, bytes.len() as u64, limits.bytes, 0);
            return Err(Self::of(Cow::Borrowed(""), Encoding::Utf8, 0).refuse(refusal));
        }
        match detect(bytes) {
            Detected::Unsupported(name) => {
                let refusal = Refusal::new(ErrorKind::UnsupportedEncoding(name.to_owned()), 0);
                Err(Self::of(Cow::Borrowed(""), Encoding::Utf8, 0).refuse(refusal))
            }
            Detected::Mark(Encoding::Utf8, mark) => Self::decode_ascii_compatible(bytes, mark),
            Detected::AsciiCompatible => Self::decode_ascii_compatible(bytes, 0),
            Detected::Mark(encoding, mark) => Self::decode_utf16(bytes, encoding, mark),
            Detected::Utf16(encoding) => Self::decode_utf16(bytes, encoding, 0),
        }
    }

    fn of(text: Cow<'a, str>, encoding: Encoding, mark: usize) -> Self {
        Self { text, encoding, mark: mark as u64, body: 0, index: OnceLock::new() }
    }

    fn decode_as(bytes: &'a [u8], encoding: Encoding, mark: usize) -> Result<Self, XmlError> {
        match encoding.decode(&bytes[mark..]) {
            Ok(text) => Ok(Self::of(text, encoding, mark)),
            Err(before) => {
                let refusal = Refusal::new(ErrorKind::InvalidBytes(encoding), before.len());
                Err(Self::of(before, encoding, mark).refuse(refusal))
            }
        }
    }

    fn decode_ascii_compatible(bytes: &'a [u8], mark: usize) -> Result<Self, XmlError> {
        let document = &bytes[mark..];
        let refuse = |refusal: Refusal| {
            // Whatever stands before an error of the declaration is ASCII.
            let before = encoding_rs::mem::decode_latin1(&document[..refusal.0.1]);
            Source::of(before, Encoding::Utf8, mark).refuse(refusal)
        };
        let declaration = declaration::read(document).map_err(refuse)?;
        let body = declaration.as_ref().map_or(0, |declaration| declaration.end);
        let mut encoding = Encoding::Utf8;
        if let Some((name, at)) = declaration.and_then(|declaration| declaration.encoding) {
            encoding = match label(&name) {
                Label::AsciiCompatible(declared) if mark == 0 || declared == Encoding::Utf8 => declared,
                Label::Unsupported => return Err(refuse(unsupported(&name, at))),
                _ => return Err(refuse(contradicted(&name, Encoding::Utf8, at))),
            };
        }
        Ok(Self { body, ..Self::decode_as(bytes, encoding, mark)? })
    }

    fn decode_utf16(bytes: &'a [u8], encoding: Encoding, mark: usize) -> Result<Self, XmlError> {
        let mut source = Self::decode_as(bytes, encoding, mark)?;
        let declaration = declaration::read(source.text.as_bytes()).map_err(|refusal| source.refuse(refusal))?;
        source.body = declaration.as_ref().map_or(0, |declaration| declaration.end);
        let Some((name, at)) = declaration.and_then(|declaration| declaration.encoding) else {
            if mark == 0 {
                return Err(source.refuse(Refusal::new(ErrorKind::UndeclaredUtf16, 0)));
            }
            return Ok(source);
        };
        match label(&name) {
            Label::Utf16(order) if order.is_none_or(|order| order == encoding) => Ok(source),
            Label::Unsupported => Err(source.refuse(unsupported(&name, at))),
            _ => Err(source.refuse(contradicted(&name, encoding, at))),
        }
    }

    /// The document as UTF-8, without byte-order mark; all spans are offsets into it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The encoding found.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Where the document begins after its XML declaration; 0 where there is none.
    pub(crate) fn body(&self) -> usize {
        self.body
    }

    /// Line, column and original byte offset of an offset into [`Source::text`]; an offset past the end is taken for the end. The first call
    /// reads the text once; every other costs at most a kilobyte.
    pub fn position(&self, offset: usize) -> Position {
        let counts = self.index().before(&self.text, offset);
        Position {
            line: counts.lines.saturating_add(1),
            column: counts.characters.saturating_add(1),
            offset: self.mark + counts.original,
        }
    }

    /// The bytes of the file that a span of [`Source::text`] was decoded from.
    pub fn original_span(&self, span: Span) -> Range<u64> {
        self.original(span.start)..self.original(span.end)
    }

    fn original(&self, offset: usize) -> u64 {
        if self.encoding == Encoding::Utf8 {
            return self.mark + offset.min(self.text.len()) as u64;
        }
        self.mark + self.index().before(&self.text, offset).original
    }

    fn index(&self) -> &LineIndex {
        self.index.get_or_init(|| LineIndex::new(&self.text, self.encoding.widths()))
    }

    pub(crate) fn refuse(&self, refusal: Refusal) -> XmlError {
        let (kind, at) = *refusal.0;
        XmlError { kind, position: self.position(at) }
    }
}

fn unsupported(name: &str, at: usize) -> Refusal {
    Refusal::new(ErrorKind::UnsupportedEncoding(excerpt(name)), at)
}

fn contradicted(name: &str, found: Encoding, at: usize) -> Refusal {
    Refusal::new(ErrorKind::ContradictedEncoding { declared: excerpt(name), found }, at)
}
