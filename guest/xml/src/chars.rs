//! Classes of characters (XML 1.0, 5th edition, productions 2, 3, 4 and 4a), as tables for ASCII.

/// Stops a scan of element content.
pub(crate) const TEXT: u8 = 1;
/// Stops a scan of a CDATA section.
pub(crate) const CDATA: u8 = 2;
/// Stops a scan of a comment.
pub(crate) const COMMENT: u8 = 4;
/// Stops a scan of a processing instruction.
pub(crate) const INSTRUCTION: u8 = 8;
/// Stops a scan of an attribute value in double quotes.
pub(crate) const DOUBLE_QUOTED: u8 = 16;
/// Stops a scan of an attribute value in single quotes.
pub(crate) const SINGLE_QUOTED: u8 = 32;

const ATTRIBUTE: u8 = DOUBLE_QUOTED | SINGLE_QUOTED;
const EVERY: u8 = 0xFF;

/// Which scans each byte stops. Control characters and EF (which begins U+FFFE and U+FFFF) stop all, to be looked at.
pub(crate) static STOPS: [u8; 256] = stops();

const fn stops() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] = EVERY;
        byte += 1;
    }
    table[b'\t' as usize] = ATTRIBUTE;
    table[b'\n' as usize] = ATTRIBUTE;
    table[0xEF] = EVERY;
    table[b'<' as usize] = TEXT | ATTRIBUTE;
    table[b'&' as usize] = TEXT | ATTRIBUTE;
    table[b']' as usize] = TEXT | CDATA;
    table[b'-' as usize] = COMMENT;
    table[b'?' as usize] = INSTRUCTION;
    table[b'"' as usize] = DOUBLE_QUOTED;
    table[b'\'' as usize] = SINGLE_QUOTED;
    table
}

/// May begin a name.
pub(crate) const NAME_START: u8 = 1;
/// May stand in a name after its first character.
pub(crate) const NAME: u8 = 2;
/// White space.
pub(crate) const SPACE: u8 = 4;

/// What each ASCII byte may be; the colon is none, because names are read part by part.
pub(crate) static NAMES: [u8; 256] = names();

const fn names() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let b = byte as u8;
        if b.is_ascii_alphabetic() || b == b'_' {
            table[byte] = NAME_START | NAME;
        } else if b.is_ascii_digit() || b == b'-' || b == b'.' {
            table[byte] = NAME;
        } else if is_space(b) {
            table[byte] = SPACE;
        }
        byte += 1;
    }
    table
}

/// Whether a byte is white space (production 3).
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether a character may stand in a document (production 2).
pub fn is_char(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => true,
        _ => c >= ' ' && c != '\u{FFFE}' && c != '\u{FFFF}',
    }
}

/// Whether a character beyond ASCII may begin a name (production 4).
pub(crate) fn is_name_start(c: char) -> bool {
    matches!(c,
        '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}' | '\u{370}'..='\u{37D}'
        | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}'
        | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

/// Whether a character beyond ASCII may stand in a name after its first character (production 4a).
pub(crate) fn is_name_char(c: char) -> bool {
    is_name_start(c) || matches!(c, '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}
