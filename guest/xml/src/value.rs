//! Text after references and line ends are resolved: a piece of the source where it stands there literally, else of a scratch buffer.

use crate::chars::{DOUBLE_QUOTED, SINGLE_QUOTED};
use crate::cursor::Cursor;
use crate::error::Refusal;
use crate::{ErrorKind, LimitKind};

/// An attribute value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value {
    /// Whether the offsets are of the scratch buffer, not of the source.
    pub scratch: bool,
    pub start: usize,
    pub end: usize,
}

impl Value {
    #[inline]
    pub(crate) fn of<'e>(self, text: &'e str, scratch: &'e str) -> &'e str {
        let from = if self.scratch { scratch } else { text };
        &from[self.start..self.end]
    }
}

/// Reads an attribute value from its opening quote on, and normalises it as XML 1.0, 3.3.3 says for CDATA.
#[inline]
pub(crate) fn read(cursor: &mut Cursor<'_>, quote: u8, scratch: &mut String, maximum: u64) -> Result<Value, Refusal> {
    let mask = if quote == b'"' { DOUBLE_QUOTED } else { SINGLE_QUOTED };
    let opening = cursor.at;
    let start = opening + 1;
    let stop = cursor.scan(start, mask)?;
    cursor.at = stop;
    let value = if cursor.byte() == Some(quote) {
        cursor.at += 1;
        Value { scratch: false, start, end: stop }
    } else {
        let from = scratch.len();
        scratch.push_str(&cursor.text[start..stop]);
        read_normalised(cursor, (opening, quote, mask), scratch, (from, maximum))?;
        Value { scratch: true, start: from, end: scratch.len() }
    };
    check_length((value.end - value.start) as u64, maximum, opening)?;
    Ok(value)
}

fn check_length(length: u64, maximum: u64, at: usize) -> Result<(), Refusal> {
    if length > maximum {
        return Err(Refusal::limit(LimitKind::AttributeBytes, length, maximum, at));
    }
    Ok(())
}

/// Reads the rest of a value that does not stand literally in the source, to past its closing quote; it begins in the
/// scratch buffer at `from`.
fn read_normalised(
    cursor: &mut Cursor<'_>,
    (opening, quote, mask): (usize, u8, u8),
    scratch: &mut String,
    (from, maximum): (usize, u64),
) -> Result<(), Refusal> {
    loop {
        match cursor.byte() {
            Some(byte) if byte == quote => {
                cursor.at += 1;
                return Ok(());
            }
            Some(b'&') => scratch.push(cursor.read_reference()?),
            Some(b'<') => return Err(Refusal::new(ErrorKind::LessThanInValue, cursor.at)),
            Some(byte) => {
                // Tab and line ends: a pair of CR and LF is one line end.
                let pair = byte == b'\r' && cursor.ahead(1) == Some(b'\n');
                cursor.at += if pair { 2 } else { 1 };
                scratch.push(' ');
            }
            None => return Err(Refusal::new(ErrorKind::UnclosedValue, opening)),
        }
        let stop = cursor.scan(cursor.at, mask)?;
        scratch.push_str(&cursor.text[cursor.at..stop]);
        cursor.at = stop;
        check_length((scratch.len() - from) as u64, maximum, opening)?;
    }
}
