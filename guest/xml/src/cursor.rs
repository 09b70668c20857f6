//! A place in the text, and the lexical steps from it: scans, names and references.

use crate::chars::{NAME, NAME_START, NAMES, SPACE, STOPS, is_char, is_name_char, is_name_start};
use crate::error::{Refusal, excerpt};
use crate::{ErrorKind, LimitKind};

/// A qualified name in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QName {
    pub start: usize,
    pub end: usize,
    /// Where the local part begins; equal to `start` where there is no prefix.
    pub local: usize,
}

pub(crate) struct Cursor<'s> {
    pub text: &'s str,
    pub bytes: &'s [u8],
    pub at: usize,
    /// Longest name, in bytes.
    pub name_bytes: u32,
}

impl<'s> Cursor<'s> {
    /// The byte here; `None` at the end.
    #[inline]
    pub(crate) fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The byte `ahead` of here.
    #[inline]
    pub(crate) fn ahead(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    pub(crate) fn starts_with(&self, literal: &[u8]) -> bool {
        self.bytes[self.at..].starts_with(literal)
    }

    /// The character that begins at an offset.
    pub(crate) fn char_at(&self, at: usize) -> Option<char> {
        self.text.get(at..)?.chars().next()
    }

    #[inline]
    pub(crate) fn skip_space(&mut self) {
        while let Some(byte) = self.byte() {
            if NAMES[byte as usize] & SPACE == 0 {
                return;
            }
            self.at += 1;
        }
    }

    /// The next offset from `from` on whose byte stops scans of `mask`, or the end. Characters that XML does not allow are refused.
    #[inline]
    pub(crate) fn scan(&self, from: usize, mask: u8) -> Result<usize, Refusal> {
        let mut at = from;
        loop {
            let rest = &self.bytes[at..];
            let stops = |&byte: &u8| STOPS[byte as usize] & mask != 0;
            at += rest.iter().position(stops).unwrap_or(rest.len());
            match self.bytes.get(at) {
                Some(0xEF) => {
                    self.check_char(at)?;
                    at += 3;
                }
                Some(&byte) if byte < 0x20 => {
                    self.check_char(at)?;
                    return Ok(at);
                }
                _ => return Ok(at),
            }
        }
    }

    fn check_char(&self, at: usize) -> Result<(), Refusal> {
        match self.char_at(at) {
            Some(c) if !is_char(c) => Err(Refusal::new(ErrorKind::InvalidCharacter(c), at)),
            _ => Ok(()),
        }
    }

    /// The refusal of the character here for the reason that `kind` makes of it, or because XML does not allow it anywhere.
    #[cold]
    pub(crate) fn unexpected(&self, kind: impl FnOnce(char) -> ErrorKind, at_end: Refusal) -> Refusal {
        match self.char_at(self.at) {
            Some(c) if !is_char(c) => Refusal::new(ErrorKind::InvalidCharacter(c), self.at),
            Some(c) => Refusal::new(kind(c), self.at),
            None => at_end,
        }
    }

    /// Where the name without colon that begins at `from` ends; `from` where none begins.
    #[inline]
    fn ncname(&self, from: usize) -> usize {
        let mut at = from;
        match self.bytes.get(at) {
            Some(&byte) if NAMES[byte as usize] & NAME_START != 0 => at += 1,
            Some(&byte) if byte >= 0x80 => match self.char_at(at) {
                Some(c) if is_name_start(c) => at += c.len_utf8(),
                _ => return from,
            },
            _ => return from,
        }
        loop {
            let rest = &self.bytes[at..];
            let ends = |&byte: &u8| NAMES[byte as usize] & NAME == 0;
            at += rest.iter().position(ends).unwrap_or(rest.len());
            match self.bytes.get(at) {
                Some(&byte) if byte >= 0x80 => match self.char_at(at) {
                    Some(c) if is_name_char(c) => at += c.len_utf8(),
                    _ => return at,
                },
                _ => return at,
            }
        }
    }

    fn check_name_length(&self, start: usize, end: usize) -> Result<(), Refusal> {
        let (length, maximum) = ((end - start) as u64, u64::from(self.name_bytes));
        if length > maximum {
            return Err(Refusal::limit(LimitKind::NameBytes, length, maximum, start));
        }
        Ok(())
    }

    /// Reads a name without colon; empty where none begins here.
    pub(crate) fn read_ncname(&mut self) -> Result<&'s str, Refusal> {
        let start = self.at;
        self.at = self.ncname(start);
        self.check_name_length(start, self.at)?;
        Ok(&self.text[start..self.at])
    }

    /// Reads a qualified name; `None` where no name begins here.
    #[inline]
    pub(crate) fn read_qname(&mut self) -> Result<Option<QName>, Refusal> {
        let start = self.at;
        let mut end = self.ncname(start);
        let mut local = start;
        if self.bytes.get(end) == Some(&b':') {
            local = end + 1;
            end = self.ncname(local);
            if local == start + 1 || end == local || self.bytes.get(end) == Some(&b':') {
                return Err(self.invalid_qname(start));
            }
        } else if end == start {
            return Ok(None);
        }
        self.check_name_length(start, end)?;
        self.at = end;
        Ok(Some(QName { start, end, local }))
    }

    /// The refusal of the name at `start`, shown with all its colons.
    #[cold]
    fn invalid_qname(&self, start: usize) -> Refusal {
        let rest = &self.text[start..];
        let is_name = |c: char| c == ':' || if c.is_ascii() { NAMES[c as usize] & NAME != 0 } else { is_name_char(c) };
        let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        Refusal::new(ErrorKind::InvalidQName(excerpt(&rest[..end])), start)
    }

    /// Reads the reference that begins with the `&` here.
    pub(crate) fn read_reference(&mut self) -> Result<char, Refusal> {
        let start = self.at;
        self.at += 1;
        if self.byte() == Some(b'#') {
            return self.read_character_reference(start);
        }
        let name = self.read_ncname()?;
        if name.is_empty() || self.byte() != Some(b';') {
            return Err(Refusal::new(ErrorKind::InvalidReference, start));
        }
        self.at += 1;
        match name {
            "amp" => Ok('&'),
            "lt" => Ok('<'),
            "gt" => Ok('>'),
            "quot" => Ok('"'),
            "apos" => Ok('\''),
            _ => Err(Refusal::new(ErrorKind::UnknownEntity(excerpt(name)), start)),
        }
    }

    fn read_character_reference(&mut self, start: usize) -> Result<char, Refusal> {
        self.at += 1;
        let radix = if self.byte() == Some(b'x') { 16 } else { 10 };
        self.at += usize::from(radix == 16);
        let digits = self.at;
        let mut number: u32 = 0;
        while let Some(digit) = self.byte().and_then(|byte| char::from(byte).to_digit(radix)) {
            number = number.saturating_mul(radix).saturating_add(digit);
            self.at += 1;
        }
        if self.at == digits || self.byte() != Some(b';') {
            return Err(Refusal::new(ErrorKind::InvalidReference, start));
        }
        self.at += 1;
        let refused = || Refusal::new(ErrorKind::InvalidCharacterReference(number), start);
        char::from_u32(number).filter(|&c| is_char(c)).ok_or_else(refused)
    }
}
