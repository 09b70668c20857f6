//! Slices of the source, byte for byte.

use pyxsd_xml::{Source, Span};

/// What an element looks like in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subtree {
    /// Exactly so.
    Source(Slice),
    /// It is not written there: the schema supplies it, or what it holds.
    Unavailable,
}

/// Bytes of the file, in its own encoding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slice {
    /// Offset of the `<` of the start tag.
    pub start: u64,
    /// Offset just past the end tag.
    pub end: u64,
    /// What stands between.
    pub data: Vec<u8>,
}

pub(crate) fn subtree(span: Option<Span>, source: &Source<'_>, bytes: &[u8]) -> Subtree {
    let slice = span.and_then(|span| {
        let range = source.original_span(span);
        let (start, end) = (usize::try_from(range.start).ok()?, usize::try_from(range.end).ok()?);
        Some(Slice { start: range.start, end: range.end, data: bytes.get(start..end)?.to_vec() })
    });
    slice.map_or(Subtree::Unavailable, Subtree::Source)
}
