//! Comments, processing instructions and CDATA sections, and what is refused in their place.

use crate::chars;
use crate::cursor::Cursor;
use crate::error::Refusal;
use crate::{ErrorKind, Span};
use memchr::memchr;
use std::borrow::Cow;

/// What begins a CDATA section.
pub(crate) const CDATA: &[u8] = b"<![CDATA[";

const DOCTYPE: &[u8] = b"<!DOCTYPE";

/// Reads the comment that begins with the `<!` here, to past its end: what stands inside.
pub(crate) fn read_comment(cursor: &mut Cursor<'_>) -> Result<Span, Refusal> {
    let opening = cursor.at;
    if !cursor.starts_with(b"<!--") {
        return Err(Refusal::new(not_a_comment(cursor), opening));
    }
    let start = opening + 4;
    let mut at = start;
    loop {
        at = cursor.scan(at, chars::COMMENT)?;
        match cursor.bytes.get(at) {
            None => return Err(Refusal::new(ErrorKind::UnclosedComment, opening)),
            Some(b'-') if cursor.bytes.get(at + 1) == Some(&b'-') => break,
            _ => at += 1,
        }
    }
    match cursor.bytes.get(at + 2) {
        Some(b'>') => {
            cursor.at = at + 3;
            Ok(Span { start, end: at })
        }
        Some(_) => Err(Refusal::new(ErrorKind::DoubleHyphen, at)),
        None => Err(Refusal::new(ErrorKind::UnclosedComment, opening)),
    }
}

/// A declaration in small letters is none, but whoever wrote it meant one.
fn not_a_comment(cursor: &Cursor<'_>) -> ErrorKind {
    let begins = cursor.bytes.get(cursor.at..cursor.at + DOCTYPE.len());
    if begins.is_some_and(|begins| begins.eq_ignore_ascii_case(DOCTYPE)) {
        return ErrorKind::Doctype;
    }
    ErrorKind::InvalidMarkup
}

/// Reads the processing instruction here, to past its end: its target and its data.
pub(crate) fn read_instruction<'s>(cursor: &mut Cursor<'s>) -> Result<(&'s str, Span), Refusal> {
    let opening = cursor.at;
    cursor.at += 2;
    let target = cursor.read_ncname()?;
    let after = cursor.at;
    cursor.skip_space();
    let start = cursor.at;
    let bare = after == start && !cursor.starts_with(b"?>");
    if target.is_empty() || bare {
        let unclosed = Refusal::new(ErrorKind::UnclosedInstruction, opening);
        cursor.at = after;
        return Err(cursor.unexpected(|_| ErrorKind::InvalidTarget, unclosed));
    }
    if target.eq_ignore_ascii_case("xml") {
        let kind = if target == "xml" {
            ErrorKind::MisplacedDeclaration
        } else {
            ErrorKind::ReservedTarget(target.to_owned())
        };
        return Err(Refusal::new(kind, opening));
    }
    let mut at = start;
    loop {
        at = cursor.scan(at, chars::INSTRUCTION)?;
        match cursor.bytes.get(at) {
            None => return Err(Refusal::new(ErrorKind::UnclosedInstruction, opening)),
            Some(b'?') if cursor.bytes.get(at + 1) == Some(&b'>') => break,
            _ => at += 1,
        }
    }
    cursor.at = at + 2;
    Ok((target, Span { start, end: at }))
}

/// The next CR or `]]>` of the CDATA section that begins at `opening`.
pub(crate) fn scan_cdata(cursor: &Cursor<'_>, from: usize, opening: usize) -> Result<usize, Refusal> {
    let mut at = from;
    loop {
        at = cursor.scan(at, chars::CDATA)?;
        match cursor.bytes.get(at) {
            None => return Err(Refusal::new(ErrorKind::UnclosedCdata, opening)),
            Some(b'\r') => return Ok(at),
            _ if cursor.bytes[at..].starts_with(b"]]>") => return Ok(at),
            _ => at += 1,
        }
    }
}

/// The text with each CR, and each pair of CR and LF, as one LF (XML 1.0, 2.11).
pub(crate) fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if memchr(b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
}
