//! The XML declaration (XML 1.0, productions 23 to 26, 32, 80 and 81). It is ASCII in every encoding that is read.

use crate::ErrorKind;
use crate::chars::is_space;
use crate::error::{Refusal, excerpt};

/// A well-formed declaration.
#[derive(Debug)]
pub(crate) struct Declaration {
    /// The encoding declared, and the offset of its name.
    pub encoding: Option<(String, usize)>,
    /// Past `?>`.
    pub end: usize,
}

/// Reads the declaration at the start of a document; `None` where there is none.
pub(crate) fn read(bytes: &[u8]) -> Result<Option<Declaration>, Refusal> {
    let Some(rest) = bytes.strip_prefix(b"<?xml") else {
        return Ok(None);
    };
    match rest.first() {
        Some(&byte) if is_space(byte) || byte == b'?' => Reader { bytes, at: 5 }.read().map(Some),
        _ => Ok(None),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<Declaration, Refusal> {
        let spaced = self.skip_space();
        if !spaced || !self.take(b"version") {
            return Err(Refusal::new(ErrorKind::MissingVersion, self.at));
        }
        self.version()?;
        let mut encoding = None;
        let mut spaced = self.skip_space();
        if self.bytes[self.at..].starts_with(b"encoding") {
            self.require_space(spaced)?;
            encoding = Some(self.encoding()?);
            spaced = self.skip_space();
        }
        let mut expected = if encoding.is_some() { "'standalone' or '?>'" } else { "'encoding', 'standalone' or '?>'" };
        if self.bytes[self.at..].starts_with(b"standalone") {
            self.require_space(spaced)?;
            self.standalone()?;
            self.skip_space();
            expected = "'?>'";
        }
        if !self.take(b"?>") {
            return Err(self.expected(expected));
        }
        Ok(Declaration { encoding, end: self.at })
    }

    fn version(&mut self) -> Result<(), Refusal> {
        let (version, at) = self.value()?;
        let minor = version.strip_prefix("1.").unwrap_or_default();
        if minor.is_empty() || !minor.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Refusal::new(ErrorKind::InvalidVersion(excerpt(&version)), at));
        }
        if minor == "1" {
            return Err(Refusal::new(ErrorKind::Version11, at));
        }
        Ok(())
    }

    fn encoding(&mut self) -> Result<(String, usize), Refusal> {
        self.at += "encoding".len();
        let (name, at) = self.value()?;
        let part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.bytes().all(part) {
            return Err(Refusal::new(ErrorKind::InvalidEncodingName(excerpt(&name)), at));
        }
        Ok((name, at))
    }

    fn standalone(&mut self) -> Result<(), Refusal> {
        self.at += "standalone".len();
        let (value, at) = self.value()?;
        if value != "yes" && value != "no" {
            return Err(Refusal::new(ErrorKind::InvalidStandalone(excerpt(&value)), at));
        }
        Ok(())
    }

    /// Reads `= "…"`: the value, and the offset of its first character.
    fn value(&mut self) -> Result<(String, usize), Refusal> {
        self.skip_space();
        if !self.take(b"=") {
            return Err(self.expected("'='"));
        }
        self.skip_space();
        let quote = match self.bytes.get(self.at) {
            Some(&quote @ (b'"' | b'\'')) => quote,
            _ => return Err(self.expected("a value in quotes")),
        };
        let start = self.at + 1;
        let ends = |&byte: &u8| byte == quote || byte == b'<' || !(byte.is_ascii_graphic() || is_space(byte));
        let length = self.bytes[start..].iter().position(ends).unwrap_or(self.bytes.len() - start);
        self.at = start + length;
        if self.bytes.get(self.at) != Some(&quote) {
            return Err(self.expected("the closing quote of the value"));
        }
        self.at += 1;
        let value = self.bytes[start..start + length].iter().map(|&byte| char::from(byte)).collect();
        Ok((value, start))
    }

    fn skip_space(&mut self) -> bool {
        let start = self.at;
        self.at += self.bytes[start..].iter().take_while(|byte| is_space(**byte)).count();
        self.at > start
    }

    fn require_space(&self, spaced: bool) -> Result<(), Refusal> {
        if spaced { Ok(()) } else { Err(self.expected("white space")) }
    }

    fn take(&mut self, literal: &[u8]) -> bool {
        let found = self.bytes[self.at..].starts_with(literal);
        self.at += if found { literal.len() } else { 0 };
        found
    }

    fn expected(&self, what: &'static str) -> Refusal {
        Refusal::new(ErrorKind::InvalidDeclaration(what), self.at)
    }
}
