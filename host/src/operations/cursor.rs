//! Cursors: opaque places in a paged result, bound to the call that they continue.

use crate::digest::Digest;
use crate::fault::{Fault, FaultCode, Outcome};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

const SEAL_BYTES: usize = 16;

/// What a cursor is bound to: tool, arguments, generation and digests of the inputs, in one digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binding(Digest);

impl Binding {
    /// A binding to these parts, in this order.
    pub fn new<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Binding {
        Binding(Digest::of_parts(parts))
    }

    /// A binding to one more part.
    pub fn and(&self, part: &[u8]) -> Binding {
        Binding::new([self.0.bytes().as_slice(), part])
    }

    /// The cursor of the item at `offset`, with a note for whoever continues.
    pub fn cursor(&self, offset: u64, note: &[u8]) -> String {
        let mut bytes = offset.to_le_bytes().to_vec();
        bytes.extend_from_slice(note);
        bytes.extend_from_slice(&self.seal(offset, note));
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The offset and the note of a cursor; `invalid_cursor` if it is not one of this binding.
    pub fn open(&self, cursor: &str) -> Outcome<(u64, Vec<u8>)> {
        self.opened(cursor).ok_or_else(|| {
            let message = "The cursor is malformed, belongs to a call with other arguments, or its inputs have changed. Repeat the call without it.";
            Fault::new(FaultCode::InvalidCursor, message)
        })
    }

    fn opened(&self, cursor: &str) -> Option<(u64, Vec<u8>)> {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
        let (offset, rest) = bytes.split_first_chunk::<8>()?;
        let (note, seal) = rest.split_last_chunk::<SEAL_BYTES>()?;
        let offset = u64::from_le_bytes(*offset);
        (*seal == self.seal(offset, note)).then(|| (offset, note.to_vec()))
    }

    fn seal(&self, offset: u64, note: &[u8]) -> [u8; SEAL_BYTES] {
        let digest = Digest::of_parts([self.0.bytes().as_slice(), &offset.to_le_bytes(), note]);
        let mut seal = [0; SEAL_BYTES];
        seal.copy_from_slice(&digest.bytes()[..SEAL_BYTES]);
        seal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_accepted_by_its_own_binding_only() {
        let binding = Binding::new([b"tool".as_slice(), b"arguments"]);
        let cursor = binding.cursor(50, b"note");
        assert_eq!(binding.open(&cursor), Ok((50, b"note".to_vec())));
        assert!(Binding::new([b"tool".as_slice(), b"other"]).open(&cursor).is_err());
        for malformed in ["", "x", "AAAA", &cursor[1..], &format!("{cursor}A"), &cursor.to_uppercase()] {
            assert!(binding.open(malformed).is_err(), "{malformed}");
        }
    }
}
